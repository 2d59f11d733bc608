//! Discord's own description of its REST API, against which tests hold the requests of the bot.

mod schema;
mod tests;

use std::collections::BTreeSet;
use std::env;
use std::io;
use std::ops::Deref;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use discord_sandbox::{LoggedRequest, Sandbox, SandboxOptions};
use serde_json::Value;

use crate::support::described::schema::Schemas;

/// Schemas of properties about which the description is wrong: each with its object, the property,
/// and what Discord's documentation says.
const CORRECTIONS: [(&str, &str, &str); 3] = [
    // "Create Global Application Command": a set of permissions is a string.
    (
        "ApplicationCommandUpdateRequest",
        "default_member_permissions",
        r#"{"type": ["string", "null"]}"#,
    ),
    // "Component Reference": the emoji of a button or choice has a name, an id and this.
    (
        "ComponentEmojiForRequest",
        "animated",
        r#"{"type": "boolean"}"#,
    ),
    // "Uploading Files": the id of a new file is its number.
    (
        "MessageAttachmentRequest",
        "id",
        r#"{"type": ["integer", "string"]}"#,
    ),
];

/// Most wrong requests that are printed.
const PRINTED: usize = 20;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let text = include_str!("../../../data/discord/requests.json");
    let mut description: Value = serde_json::from_str(text).expect("a description");
    for (object, property, schema) in CORRECTIONS {
        let place = format!("/schemas/{object}/properties");
        let properties = description.pointer_mut(&place);
        let property = &mut properties.expect("an object that is described")[property];
        let schema: Value = serde_json::from_str(schema).expect("a schema");
        assert_ne!(*property, schema, "{object} needs no correction");
        *property = schema;
    }
    description
});

/// Sandbox that holds the bot's requests against the description when it is dropped, and fails its
/// test if one is wrong.
pub(crate) struct StrictSandbox {
    sandbox: Sandbox,
    /// Number of the last request that was checked.
    checked: AtomicU64,
}

impl StrictSandbox {
    pub(crate) async fn start(options: SandboxOptions) -> io::Result<Self> {
        let sandbox = Sandbox::start(options).await?;
        let checked = AtomicU64::new(0);
        Ok(Self { sandbox, checked })
    }

    /// Holds the requests since the last check against the description. A test whose bot sends more
    /// than the sandbox logs has to do this in between.
    #[track_caller]
    pub(crate) fn check(&self) {
        // An older program may not be mended.
        if env::var_os("FOCUSBOT_PREVIOUS").is_some() {
            return;
        }
        let checked = self.checked.load(Ordering::Relaxed);
        let requests = self.sandbox.requests(checked);
        let (Some(first), Some(last)) = (requests.first(), requests.last()) else {
            return;
        };
        assert_eq!(first.n, checked + 1, "expected all requests in the log");
        self.checked.store(last.n, Ordering::Relaxed);
        let wrong: BTreeSet<_> = requests.iter().flat_map(mismatches).collect();
        let printed: Vec<_> = wrong.into_iter().take(PRINTED).collect();
        assert!(printed.is_empty(), "{}", printed.join("\n"));
    }
}

impl Deref for StrictSandbox {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.sandbox
    }
}

impl Drop for StrictSandbox {
    fn drop(&mut self) {
        // A test that has failed already says why.
        if !thread::panicking() {
            self.check();
        }
    }
}

/// Returns what the description does not allow in a request.
fn mismatches(request: &LoggedRequest) -> Vec<String> {
    let json = request.json.as_deref();
    let found = mismatches_of(&request.method, &request.path, json);
    let (method, path) = (&request.method, &request.path);
    let found = found.into_iter();
    found.map(|what| format!("{method} {path}{what}")).collect()
}

fn mismatches_of(method: &str, path: &str, json: Option<&str>) -> Vec<String> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let Some(operation) = operation(method, path) else {
        return vec![": not described".to_owned()];
    };
    let schemas = Schemas(&DESCRIPTION["schemas"]);
    let mut found = Vec::new();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
        let (name, text) = parameter.split_once('=').unwrap_or((parameter, ""));
        let is_described = operation["query"].get(name).is_some_and(|schema| {
            // A number or a truth value, unless it is text.
            let value: Value = serde_json::from_str(text).unwrap_or_default();
            let mut readings = [Value::from(text), value].into_iter();
            readings.any(|value| schemas.check(schema, &value, "").is_empty())
        });
        if !is_described {
            found.push(format!(": `{parameter}` is not described"));
        }
    }
    let Some(json) = json else {
        return found;
    };
    match (operation.get("body"), serde_json::from_str::<Value>(json)) {
        (Some(_), _) if json.is_empty() => found.push(": expected a body".to_owned()),
        (None, _) if json.is_empty() => {}
        (Some(schema), Ok(body)) => {
            let wrong = schemas.check(schema, &body, "").into_iter();
            found.extend(wrong.map(|mismatch| format!(" {mismatch}")));
        }
        (Some(_), Err(error)) => found.push(format!(": expected JSON: {error}")),
        (None, _) => found.push(": expected no body".to_owned()),
    }
    found
}

/// Returns the description of a request to a path without its query.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path = path.strip_prefix("/api/v10")?;
    let paths = DESCRIPTION["paths"].as_object().expect("paths");
    let described = paths.iter().filter(|(described, _)| fits(described, path));
    // Of `/users/@me` and `/users/{user_id}`, the first is meant.
    let (_, operations) = described.min_by_key(|(described, _)| described.matches('{').count())?;
    operations.get(method)
}

fn fits(described: &str, path: &str) -> bool {
    let parts = described.split('/').zip(path.split('/'));
    let mut parts = parts.map(|(described, part)| match described.strip_prefix('{') {
        Some(name) if name.ends_with("_id}") => part.bytes().all(|byte| byte.is_ascii_digit()),
        Some(_) => true,
        None => part == described,
    });
    described.split('/').count() == path.split('/').count() && parts.all(|fits| fits)
}
