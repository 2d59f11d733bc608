//! Reader of the fields of a JSON body, which collects all errors.

use serde_json::{Map, Value, json};

use crate::rest::error::ApiError;
use crate::world::snowflake::Id;

/// Channel types that a select or an option can be restricted to.
const CHANNEL_KINDS: [u64; 13] = [0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16];

/// Errors of a body, by the path of the field.
#[derive(Debug, Default)]
pub(crate) struct FormErrors {
    found: Vec<(String, &'static str, String)>,
}

impl FormErrors {
    /// Adds an error at a path such as `embeds.0.title`.
    pub(crate) fn push(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        self.found.push((path.to_owned(), code, message.into()));
    }

    /// Returns the error that lists all collected ones, if there are any.
    ///
    /// # Errors
    ///
    /// The body has an error.
    pub(crate) fn into_result(self) -> Result<(), ApiError> {
        if self.found.is_empty() {
            return Ok(());
        }
        let mut tree = json!({});
        for (path, code, message) in self.found {
            let mut place = &mut tree;
            for part in path.split('.').filter(|part| !part.is_empty()) {
                place = &mut place[part];
                if place.is_null() {
                    *place = json!({});
                }
            }
            let error = json!({"code": code, "message": message});
            match place["_errors"].as_array_mut() {
                Some(errors) => errors.push(error),
                None => place["_errors"] = json!([error]),
            }
        }
        Err(ApiError::invalid_form(tree))
    }

    /// Returns the error of a body with one invalid field.
    pub(crate) fn one(path: &str, code: &'static str, message: impl Into<String>) -> ApiError {
        let mut errors = Self::default();
        errors.push(path, code, message);
        errors.into_result().expect_err("form with an error")
    }

    /// Returns the object at a path; anything else is an error.
    pub(crate) fn object<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
    ) -> Option<&'a Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            let message = "Only dictionaries may be used in a ModelType";
            self.push(path, "MODEL_TYPE_CONVERT", message);
        }
        object
    }

    /// Returns the fields of the object at a path; anything else is an error.
    pub(crate) fn fields<'a>(&mut self, path: &str, value: &'a Value) -> Option<Fields<'a, '_>> {
        Some(Fields {
            object: self.object(path, value)?,
            path: path.to_owned(),
            errors: self,
        })
    }

    /// Returns the list at a path, with at most `most` items; null is an empty list.
    pub(crate) fn list<'a>(&mut self, path: &str, value: &'a Value, most: usize) -> &'a [Value] {
        if value.is_null() {
            return &[];
        }
        let Some(list) = value.as_array() else {
            self.push(
                path,
                "LIST_TYPE_CONVERT",
                "Only iterables may be used in a ListType",
            );
            return &[];
        };
        if list.len() > most {
            let message = format!("Must be {most} or fewer in length.");
            self.push(path, "BASE_TYPE_MAX_LENGTH", message);
        }
        list
    }

    /// Adds the error of a missing field.
    pub(crate) fn required(&mut self, path: &str) {
        self.push(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Checks the length of a text, in characters.
    pub(crate) fn length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if (least..=most).contains(&length) {
            return;
        }
        if length == 0 {
            self.required(path);
        } else if least > 1 || (least == 1 && most <= 100) {
            let message = format!("Must be between {least} and {most} in length.");
            self.push(path, "BASE_TYPE_BAD_LENGTH", message);
        } else {
            let message = format!("Must be {most} or fewer in length.");
            self.push(path, "BASE_TYPE_MAX_LENGTH", message);
        }
    }
}

/// Object of a body, with its path.
pub(crate) struct Fields<'a, 'e> {
    pub(crate) object: &'a Map<String, Value>,
    pub(crate) path: String,
    pub(crate) errors: &'e mut FormErrors,
}

impl<'a> Fields<'a, '_> {
    /// Returns the path of a field.
    pub(crate) fn at(&self, name: &str) -> String {
        join(&self.path, name)
    }

    /// Returns a field if it exists and is not null.
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// Returns the fields of an object in this one, if it exists.
    pub(crate) fn inside(&mut self, name: &str) -> Option<Fields<'a, '_>> {
        let value = self.get(name)?;
        let path = self.at(name);
        self.errors.fields(&path, value)
    }

    /// Returns the fields of an object in this one, which must exist.
    pub(crate) fn required_inside(&mut self, name: &str) -> Option<Fields<'a, '_>> {
        self.require(name);
        self.inside(name)
    }

    /// Returns what `read` makes of the fields of each item of a list; an item that is no object, or
    /// for which it returns `None`, is left out.
    pub(crate) fn items<T>(
        &mut self,
        name: &str,
        list: &'a [Value],
        mut read: impl FnMut(&mut Fields<'a, '_>) -> Option<T>,
    ) -> Vec<T> {
        let mut found = Vec::new();
        for (index, value) in list.iter().enumerate() {
            let path = self.at(&format!("{name}.{index}"));
            if let Some(mut fields) = self.errors.fields(&path, value) {
                found.extend(read(&mut fields));
            }
        }
        found
    }

    /// Adds an error if a field does not exist.
    pub(crate) fn require(&mut self, name: &str) {
        if self.get(name).is_none() {
            self.missing(name);
        }
    }

    /// Adds the error of a missing field.
    pub(crate) fn missing(&mut self, name: &str) {
        let path = self.at(name);
        self.errors.required(&path);
    }

    /// Adds an error at a field.
    pub(crate) fn fail(&mut self, name: &str, code: &'static str, message: impl Into<String>) {
        let path = self.at(name);
        self.errors.push(&path, code, message);
    }

    /// Returns a text of `least` to `most` characters, if the field exists.
    pub(crate) fn text(&mut self, name: &str, least: usize, most: usize) -> Option<&'a str> {
        let value = self.get(name)?;
        let path = self.at(name);
        let Some(text) = value.as_str() else {
            let message = format!("Could not interpret \"{value}\" as string.");
            self.errors.push(&path, "STRING_TYPE_CONVERT", message);
            return None;
        };
        self.errors.length(&path, text, least, most);
        Some(text)
    }

    /// Checks the length of a field that may also be something other than a text.
    pub(crate) fn text_if_string(&mut self, name: &str, most: usize) {
        if self.get(name).is_some_and(Value::is_string) {
            self.text(name, 0, most);
        }
    }

    /// Returns a text that must exist.
    pub(crate) fn required_text(
        &mut self,
        name: &str,
        least: usize,
        most: usize,
    ) -> Option<&'a str> {
        self.require(name);
        self.text(name, least, most)
    }

    /// Returns an integer in a range, if the field exists.
    pub(crate) fn number(&mut self, name: &str, least: i64, most: i64) -> Option<i64> {
        let value = self.get(name)?;
        let path = self.at(name);
        let text = || value.as_str()?.parse().ok();
        let Some(number) = value.as_i64().or_else(|| whole(value)).or_else(text) else {
            let message = format!("Value \"{value}\" is not int.");
            self.errors.push(&path, "NUMBER_TYPE_COERCE", message);
            return None;
        };
        if !(least..=most).contains(&number) {
            let (code, message) = if number < least {
                let message = format!("int value should be greater than or equal to {least}.");
                ("NUMBER_TYPE_MIN", message)
            } else {
                let message = format!("int value should be less than or equal to {most}.");
                ("NUMBER_TYPE_MAX", message)
            };
            self.errors.push(&path, code, message);
        }
        Some(number)
    }

    /// Returns a boolean, if the field exists.
    pub(crate) fn flag(&mut self, name: &str) -> Option<bool> {
        let value = self.get(name)?;
        if value.as_bool().is_none() {
            self.fail(
                name,
                "BOOLEAN_TYPE_CONVERT",
                "Must be either true or false.",
            );
        }
        value.as_bool()
    }

    /// Returns a list of at most `most` items, if the field exists; null counts as an empty list.
    pub(crate) fn list(&mut self, name: &str, most: usize) -> Option<&'a [Value]> {
        let value = self.object.get(name)?;
        let path = self.at(name);
        Some(self.errors.list(&path, value, most))
    }

    /// Returns an id, if the field exists.
    pub(crate) fn id(&mut self, name: &str) -> Option<Id> {
        let value = self.get(name)?;
        let id = Id::from_json(value);
        if id.is_none() {
            let message = format!("Value {value} is not snowflake.");
            self.fail(name, "NUMBER_TYPE_COERCE", message);
        }
        id
    }

    /// Returns a list of distinct items that all fit, if the field exists.
    pub(crate) fn set(
        &mut self,
        name: &str,
        (least, most): (usize, usize),
        fits: impl Fn(&Value) -> bool,
    ) -> Option<&'a [Value]> {
        self.get(name)?;
        let list = self.list(name, most)?;
        if list.len() < least {
            let message = format!("Must be between {least} and {most} in length.");
            self.fail(name, "BASE_TYPE_BAD_LENGTH", message);
        }
        for (index, value) in list.iter().enumerate() {
            if list[..index].contains(value) {
                let message = "The set already contains this value";
                self.fail(name, "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
            } else if !fits(value) {
                let message = format!("{value} is none of the values allowed here.");
                self.fail(name, "BASE_TYPE_CHOICES", message);
            }
        }
        Some(list)
    }

    /// Returns a list of types of channels, if the field exists.
    pub(crate) fn channel_types(&mut self) -> Option<&'a [Value]> {
        let is_kind = |kind: &Value| {
            kind.as_u64()
                .is_some_and(|kind| CHANNEL_KINDS.contains(&kind))
        };
        self.set("channel_types", (0, CHANNEL_KINDS.len()), is_kind)
    }

    /// Returns a list of distinct ids, if the field exists.
    pub(crate) fn ids(&mut self, name: &str, most: usize) -> Option<Vec<Id>> {
        let is_id = |value: &Value| value.is_null() || Id::from_json(value).is_some();
        let list = self.set(name, (0, most), is_id)?;
        Some(list.iter().filter_map(Id::from_json).collect())
    }

    /// Returns a web URL or, if `attachment`, the URL of an attachment.
    pub(crate) fn url(&mut self, name: &str, attachment: bool) -> Option<&'a str> {
        self.url_within(name, attachment, 2_048)
    }

    /// Returns a URL of at most `most` characters.
    pub(crate) fn url_within(
        &mut self,
        name: &str,
        attachment: bool,
        most: usize,
    ) -> Option<&'a str> {
        let text = self.text(name, 1, most)?;
        let is_web = ["http://", "https://"].iter().any(|scheme| {
            text.strip_prefix(scheme)
                .is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        });
        let is_attachment = attachment && text.starts_with("attachment://");
        let is_discord = name == "url" && !attachment && text.starts_with("discord://");
        if !is_web && !is_attachment && !is_discord {
            let message = format!("Not a well formed URL: \"{text}\".");
            self.fail(name, "URL_TYPE_INVALID_URL", message);
        }
        Some(text)
    }
}

/// Reads the fields of the body at a path.
///
/// # Errors
///
/// The body has an error.
pub(crate) fn read<'a, T>(
    path: &str,
    body: &'a Value,
    read: impl FnOnce(&mut Fields<'a, '_>) -> T,
) -> Result<T, ApiError> {
    let mut errors = FormErrors::default();
    let found = errors
        .fields(path, body)
        .map(|mut fields| read(&mut fields));
    errors.into_result()?;
    Ok(found.expect("an object, as there is no error"))
}

/// Calls a function with each object of a value and its path, from the outside in.
pub(crate) fn each_object(
    path: &str,
    value: &Value,
    visit: &mut impl FnMut(&str, &Map<String, Value>),
) {
    match value {
        Value::Object(object) => {
            visit(path, object);
            for (name, inner) in object {
                each_object(&join(path, name), inner, visit);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                each_object(&join(path, &index.to_string()), inner, visit);
            }
        }
        _ => {}
    }
}

/// Returns an integer written with a decimal point, as some libraries do.
fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
    format!("{number:.0}").parse().ok()
}

/// Joins a path and a field name.
pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        return name.to_owned();
    }
    format!("{path}.{name}")
}
