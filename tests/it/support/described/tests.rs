//! The check itself: what it finds, and that it fails a test.

use discord_sandbox::SandboxOptions;
use focusbot::discord::rest::Rest;
use focusbot::discord::rest::limiter::Limiter;
use focusbot::metrics::Metrics;
use focusbot::service::REQUESTS_PER_SECOND;
use serde_json::{Value, json};
use serenity::all::{ChannelId, MessageId};
use tokio::task::spawn_blocking;

use crate::support::described::{StrictSandbox, mismatches_of};

const POST: (&str, &str) = ("POST", "/api/v10/channels/7/messages");
const CALLBACK: (&str, &str) = ("POST", "/api/v10/interactions/7/{token}/callback");
const COMMANDS: (&str, &str) = ("PUT", "/api/v10/applications/7/commands");

#[track_caller]
fn check((method, path): (&str, &str), body: &Value, expected: &[&str]) {
    let body = (!body.is_null()).then(|| body.to_string());
    assert_eq!(mismatches_of(method, path, body.as_deref()), expected);
}

#[test]
fn paths_methods_and_parameters_are_described() {
    let path = "/api/v10/users/@me/channels";
    check(("POST", path), &json!({"recipient_id": "7"}), &[]);
    check(("GET", path), &json!(null), &[": not described"]);
    let path = "/api/v10/channels/seven/messages";
    check(("POST", path), &json!({}), &[": not described"]);
    let path = "/api/v10/channels/7/messages?after=7&limit=100";
    check(("GET", path), &json!(null), &[]);
    for parameter in ["after=x", "limit=x", "most=1"] {
        let path = format!("/api/v10/channels/7/messages?{parameter}");
        let wrong = format!(": `{parameter}` is not described");
        check(("GET", &path), &json!(null), &[&wrong]);
    }
    let path = "/api/v10/channels/7/typing";
    check(("POST", path), &json!({}), &[": expected no body"]);
    let of_empty = |(method, path)| mismatches_of(method, path, Some(""));
    assert!(of_empty(("POST", path)).is_empty());
    assert_eq!(of_empty(POST), [": expected a body"]);
}

#[test]
fn unknown_fields_wrong_types_and_limits_are_found() {
    check(POST, &json!({"content": "x", "nonce": "n"}), &[]);
    check(
        POST,
        &json!({"contents": "x"}),
        &[" /contents: unknown field"],
    );
    let number = [r#" /content: expected ["string","null"], got 7"#];
    check(POST, &json!({"content": 7}), &number);
    let long = json!("x".repeat(26));
    let limit = format!(" /nonce: expected maxLength 25, got {long}");
    check(POST, &json!({"nonce": long}), &[&limit]);
    let pings = json!({"allowed_mentions": {"users": ["7", "7"], "parse": ["all"]}});
    let wrong = [
        r#" /allowed_mentions/parse/0: expected "everyone", got "all""#,
        r#" /allowed_mentions/users: expected uniqueItems true, got ["7","7"]"#,
    ];
    check(POST, &pings, &wrong);
}

#[test]
fn components_are_told_apart_by_their_types() {
    let button = json!({"type": 2, "style": 1, "labels": "x"});
    let row = |component: &Value| json!({"type": 1, "components": [component]});
    let body = json!({"type": 4, "data": {"components": [row(&button)]}});
    let wrong = [" /data/components/0/components/0/labels: unknown field"];
    check(CALLBACK, &body, &wrong);
    let menu = json!({"type": 5, "custom_id": "x", "default_values": [{"type": "user"}]});
    let container = json!({"type": 17, "components": [row(&menu)]});
    let body = json!({"type": 7, "data": {"components": [container]}});
    let place = "/data/components/0/components/0/components/0/default_values/0";
    let wrong = format!(r#" {place}: expected `id`, got {{"type":"user"}}"#);
    check(CALLBACK, &body, &[&wrong]);
}

#[test]
fn names_in_other_languages_are_held_to_their_limit() {
    let command = |name: &str| json!([{"name": "x", "name_localizations": {"de": name}}]);
    check(COMMANDS, &command("fokus"), &[]);
    let wrong = r#" /0/name_localizations/de: expected minLength 1, got """#;
    check(COMMANDS, &command(""), &[wrong]);
}

#[tokio::test]
async fn a_wrong_request_fails_its_test() {
    let sandbox = StrictSandbox::start(SandboxOptions::default()).await;
    let sandbox = sandbox.expect("a sandbox");
    let limiter = Limiter::new(REQUESTS_PER_SECOND);
    let (token, base) = (sandbox.token(), sandbox.base_url());
    let rest = Rest::new(token, Some(base), limiter, Metrics::default());
    let (channel, message) = (ChannelId::new(7), MessageId::new(8));
    let rest = rest.expect("a client");
    let sent = rest.open_thread(channel, message, &"x".repeat(101)).await;
    sent.expect_err("no such channel");
    let ended = spawn_blocking(move || drop(sandbox))
        .await
        .expect_err("a panic");
    let said = ended.into_panic().downcast::<String>().expect("a message");
    let begins = "POST /api/v10/channels/7/messages/8/threads /name: expected maxLength 100";
    assert!(said.starts_with(begins), "{said}");
}
