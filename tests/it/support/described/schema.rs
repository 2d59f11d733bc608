//! Check of JSON against a schema, as far as Discord's description uses JSON Schema.

use std::fmt;

use serde_json::{Map, Value};

/// Pattern of an id, the only one in the description.
const ID: &str = "^(0|[1-9][0-9]*)$";

/// Most characters of a value that are printed.
const PRINTED: usize = 200;

/// Schemas by their names.
pub(super) struct Schemas<'a>(pub(super) &'a Value);

/// Value that a schema does not allow.
#[derive(Debug)]
pub(super) struct Mismatch {
    /// Place of the value, as a JSON pointer.
    pointer: String,
    what: String,
    /// True if the value is none of those that the schema lists, or of another type.
    is_of_other_kind: bool,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.what)
    }
}

impl Schemas<'_> {
    /// Returns what a schema does not allow in a value at a JSON pointer.
    pub(super) fn check(&self, schema: &Value, value: &Value, at: &str) -> Vec<Mismatch> {
        let rules = schema.as_object().expect("a schema").iter();
        rules
            .flat_map(|(word, rule)| self.check_rule(schema, word, rule, value, at))
            .collect()
    }

    fn check_rule(
        &self,
        schema: &Value,
        word: &str,
        rule: &Value,
        value: &Value,
        at: &str,
    ) -> Vec<Mismatch> {
        let holds = match word {
            "$ref" => return self.check(self.named(rule), value, at),
            "allOf" => {
                let all = list(rule).iter();
                return all
                    .flat_map(|schema| self.check(schema, value, at))
                    .collect();
            }
            // Of some unions, several members allow a value.
            "anyOf" | "oneOf" => return self.closest(list(rule), value, at),
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                let check =
                    |(i, item): (usize, &Value)| self.check(rule, item, &format!("{at}/{i}"));
                return items.flat_map(check).collect();
            }
            "properties" | "additionalProperties" => return self.check_fields(schema, value, at),
            "required" => return missing(list(rule), value, at),
            "type" => is_of_types(rule, value),
            "const" => value == rule,
            "enum" => list(rule).contains(value),
            "pattern" => {
                assert_eq!(rule, ID, "a pattern that is checked");
                value.as_str().is_none_or(is_id)
            }
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                let mut rest = items.iter().enumerate();
                rest.all(|(i, item)| !items[..i].contains(item))
            }
            _ => is_within(word, rule, value),
        };
        if holds {
            return Vec::new();
        }
        let is_of_other_kind = matches!(word, "type" | "const" | "enum");
        let expected = if is_of_other_kind {
            rule.to_string()
        } else {
            format!("{word} {rule}")
        };
        vec![Mismatch {
            pointer: at.to_owned(),
            what: format!("expected {expected}, got {}", shown(value)),
            is_of_other_kind,
        }]
    }

    fn named(&self, reference: &Value) -> &Value {
        let name = reference.as_str().expect("a reference");
        let name = name.strip_prefix("#/components/schemas/");
        &self.0[name.expect("a reference to a schema")]
    }

    /// Returns nothing if one of the schemas allows a value, and else what that one does not allow
    /// that was most likely meant: the one of the value's type.
    fn closest(&self, schemas: &[Value], value: &Value, at: &str) -> Vec<Mismatch> {
        let mut meant = schemas
            .iter()
            .filter(|schema| self.may_allow(schema, value));
        if meant.any(|schema| self.check(schema, value, at).is_empty()) {
            return Vec::new();
        }
        let own_type = format!("{at}/type");
        let tried = schemas.iter().map(|schema| self.check(schema, value, at));
        // The first member of many unions is `null`.
        let closest = tried.rev().min_by_key(|found| {
            let is_other = |mismatch: &&Mismatch| {
                mismatch.is_of_other_kind && [at, own_type.as_str()].contains(&&*mismatch.pointer)
            };
            (found.iter().filter(is_other).count(), found.len())
        });
        closest.expect("a schema")
    }

    /// Returns whether a schema may allow a value, as far as its type says, which in most unions is
    /// another one for each member: checking all of a message against the others takes far longer.
    fn may_allow(&self, schema: &Value, value: &Value) -> bool {
        let schema = schema
            .get("$ref")
            .map_or(schema, |reference| self.named(reference));
        let types = schema["properties"]["type"]["enum"].as_array();
        types.is_none_or(|types| types.contains(&value["type"]))
            && schema
                .get("type")
                .is_none_or(|rule| is_of_types(rule, value))
            && schema.get("const").is_none_or(|rule| rule == value)
    }

    /// Checks the fields of an object. One that the schema does not name is wrong: Discord would
    /// ignore it.
    fn check_fields(&self, schema: &Value, value: &Value, at: &str) -> Vec<Mismatch> {
        let mut found = Vec::new();
        for (name, field) in value.as_object().into_iter().flatten() {
            let pointer = format!("{at}/{name}");
            let property = schema["properties"].get(name);
            match property.or_else(|| schema.get("additionalProperties")) {
                Some(schema) => found.extend(self.check(schema, field, &pointer)),
                None => found.push(Mismatch {
                    pointer,
                    what: "unknown field".to_owned(),
                    is_of_other_kind: false,
                }),
            }
        }
        found
    }
}

fn shown(value: &Value) -> String {
    value.to_string().chars().take(PRINTED).collect()
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().expect("a list")
}

/// Returns the required fields that an object lacks.
fn missing(required: &[Value], value: &Value, at: &str) -> Vec<Mismatch> {
    let Some(fields) = value.as_object() else {
        return Vec::new();
    };
    let names = required.iter().map(|name| name.as_str().expect("a name"));
    let lacking = names.filter(|name| !fields.contains_key(*name));
    let mismatch = |name: &str| Mismatch {
        pointer: at.to_owned(),
        what: format!("expected `{name}`, got {}", shown(value)),
        is_of_other_kind: false,
    };
    lacking.map(mismatch).collect()
}

/// Returns whether a value is of a type, or of one of a list of them.
fn is_of_types(rule: &Value, value: &Value) -> bool {
    match rule {
        Value::Array(types) => types.iter().any(|name| is_of_type(name, value)),
        name => is_of_type(name, value),
    }
}

fn is_of_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type") {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        // 4.0 is an integer, too.
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        other => panic!("expected a type, got `{other}`"),
    }
}

fn is_id(text: &str) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (text == "0" || !text.starts_with('0'))
}

/// Returns whether a value is within a limit. The limit of another type of value does not count.
fn is_within(word: &str, limit: &Value, value: &Value) -> bool {
    let limit = limit.as_f64().expect("a limit");
    let size = match word {
        "minimum" | "maximum" => value.as_f64(),
        "minLength" | "maxLength" => value.as_str().and_then(|text| size(text.chars().count())),
        "minItems" | "maxItems" => value.as_array().and_then(|items| size(items.len())),
        "minProperties" | "maxProperties" => value.as_object().map(Map::len).and_then(size),
        other => panic!("expected a rule of a schema, got `{other}`"),
    };
    size.is_none_or(|size| {
        if word.starts_with("min") {
            size >= limit
        } else {
            size <= limit
        }
    })
}

fn size(count: usize) -> Option<f64> {
    u32::try_from(count).ok().map(f64::from)
}
