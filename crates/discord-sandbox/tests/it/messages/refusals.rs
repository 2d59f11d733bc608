//! Errors of Discord, with status, code and field.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::bot::{PIXEL, Reply, Scene, client};

/// Line of a table in `tests/data/wire`.
struct Row {
    place: String,
    field: String,
    code: String,
    body: Value,
}

fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/wire")
        .join(name);
    let text = fs::read_to_string(path).expect("table");
    let lines = text.lines().enumerate();
    let rows: Vec<Row> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(index, line)| {
            let place = format!("{name} line {}", index + 1);
            let mut parts = line.splitn(3, ' ').map(str::to_owned);
            let mut part = || parts.next().expect("field, code and body");
            let (field, code) = (part(), part());
            let mut body =
                serde_json::from_str(&part()).unwrap_or_else(|error| panic!("{place}: {error}"));
            expand(&mut body);
            Row {
                place,
                field,
                code,
                body,
            }
        })
        .collect();
    assert!(!rows.is_empty());
    rows
}

/// Expands the abbreviations in the tables.
fn expand(value: &mut Value) {
    if let (Some(times), Some(of)) = (value["times"].as_u64(), value.get("of")) {
        let text = of.to_string();
        let item = |index| serde_json::from_str(&text.replace('#', &format!("{index}")));
        let items: Result<Vec<Value>, _> = (0..times).map(item).collect();
        *value = json!(items.expect("list of the same"));
    }
    match value {
        Value::String(text) => {
            let length = text
                .strip_prefix('<')
                .and_then(|text| text.strip_suffix('>'));
            if let Some(length) = length.and_then(|length| length.parse().ok()) {
                *text = "x".repeat(length);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(expand),
        Value::Object(fields) => fields.values_mut().for_each(expand),
        _ => {}
    }
}

/// Asserts that a form was refused because of a field, `a.b` for one within another.
#[track_caller]
pub(super) fn check(reply: &Reply, what: &str, field: &str, code: &str) {
    assert_eq!(reply.refusal(), (400, 50_035), "{what}: {}", reply.body);
    let parts = field.split('.').filter(|part| !part.is_empty());
    let place = parts.fold(&reply.body["errors"], |place, part| &place[part]);
    assert_eq!(place["_errors"][0]["code"], code, "{what}: {}", reply.body);
}

#[tokio::test]
async fn wrong_messages_are_refused_field_by_field() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    for row in rows("messages.txt") {
        let reply = scene.rest.post(&path, &row.body).await;
        check(&reply, &row.place, &row.field, &row.code);
    }
    assert_eq!(scene.rest.get(&path).await.fine(), json!([]));
}

#[tokio::test]
async fn messages_at_their_limits_are_taken() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let button = |row: usize, column: usize| {
        let custom_id = format!("{row}{column}{}", "é".repeat(98));
        json!({"type": 2, "style": 1, "label": "x", "custom_id": custom_id})
    };
    let row = |row: usize| {
        let buttons: Vec<Value> = (0..5).map(|column| button(row, column)).collect();
        json!({"type": 1, "components": buttons})
    };
    let rows: Vec<Value> = (0..5).map(row).collect();
    let fields = vec![json!({"name": "n".repeat(10), "value": "v".repeat(100)}); 25];
    for body in [
        json!({"content": "ł".repeat(2_000)}),
        json!({"components": rows}),
        json!({"embeds": [{"description": "d".repeat(3_250), "fields": fields}]}),
    ] {
        scene.rest.post(&path, &body).await.fine();
    }
}

#[tokio::test]
async fn wrong_commands_are_refused_and_change_nothing() {
    let scene = Scene::new().await;
    let path = format!("/applications/{}/commands", scene.rest.app);
    let kept = json!([{"name": "kept", "description": "d"}]);
    scene.rest.put(&path, &kept).await.fine();
    for row in rows("commands.txt") {
        let reply = scene.rest.put(&path, &row.body).await;
        check(&reply, &row.place, &row.field, &row.code);
    }
    let left = scene.rest.get(&path).await.fine();
    assert_eq!((&left[0]["name"], &left[1]), (&json!("kept"), &Value::Null));
}

#[tokio::test]
async fn hundredth_command_is_the_last() {
    let scene = Scene::new().await;
    let path = format!("/applications/{}/commands", scene.rest.app);
    let command = |n: usize| json!({"name": format!("c{n}"), "description": "d"});
    let full: Vec<Value> = (0..100).map(command).collect();
    scene.rest.put(&path, &json!(full)).await.fine();
    let reply = scene.rest.post(&path, &command(100)).await;
    assert_eq!(reply.refusal(), (400, 30_032));
    scene.rest.post(&path, &command(99)).await.fine();
}

#[tokio::test]
async fn registered_commands_keep_their_ids() {
    let scene = Scene::new().await;
    let first = scene
        .rest
        .register(&json!([json!({"name": "play", "description": "d"})]))
        .await;
    let second = json!({"name": "play", "description": "other"});
    let second = scene
        .rest
        .register(&json!([
            second,
            json!({"name": "more", "description": "d"})
        ]))
        .await;
    assert_eq!(first[0]["id"], second[0]["id"]);
    assert_ne!(first[0]["version"], second[0]["version"]);
    let third = scene
        .rest
        .register(&json!([json!({"name": "play", "description": "other"})]))
        .await;
    assert_eq!(third[0]["version"], second[0]["version"]);
    assert_eq!(third.as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn wrong_files_are_refused() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let long = json!({"attachments": [{"id": 0, "description": "x".repeat(1_025)}]});
    let files = [("a.png", PIXEL)];
    let reply = scene.rest.upload(Method::POST, &path, &long, &files).await;
    check(
        &reply,
        "alt text",
        "attachments.0.description",
        "BASE_TYPE_MAX_LENGTH",
    );
    let large = vec![0; 10 * 1024 * 1024 + 1];
    let reply = scene
        .rest
        .upload(Method::POST, &path, &json!({}), &[("a.bin", &large)])
        .await;
    assert_eq!(reply.refusal(), (413, 40_005));
    let many = [("a.png", PIXEL); 11];
    let reply = scene
        .rest
        .upload(Method::POST, &path, &json!({}), &many)
        .await;
    check(&reply, "too many", "files", "BASE_TYPE_MAX_LENGTH");
}

#[tokio::test]
async fn what_is_not_there_is_unknown() {
    let scene = Scene::new().await;
    let rest = &scene.rest;
    let (games, app) = (scene.channel("games"), rest.app.clone());
    let text = json!({"content": "x"});
    assert_eq!(rest.get("/channels/1").await.refusal(), (404, 10_003));
    assert_eq!(
        rest.get(&format!("/channels/{games}/messages/1"))
            .await
            .refusal(),
        (404, 10_008)
    );
    assert_eq!(rest.get("/guilds/1").await.refusal(), (404, 10_004));
    assert_eq!(rest.get("/users/1").await.refusal(), (404, 10_013));
    assert_eq!(
        rest.put("/applications/1/commands", &json!([]))
            .await
            .refusal(),
        (404, 10_002)
    );
    let webhook = format!("/webhooks/{app}/nonsense");
    assert_eq!(rest.post(&webhook, &text).await.refusal(), (404, 10_015));
    assert_eq!(rest.get("/nonsense").await.refusal(), (404, 0));
    assert_eq!(rest.delete("/gateway").await.refusal(), (405, 0));
    let reply = rest.get("/channels/nonsense").await;
    check(&reply, "no id", "channel_id", "NUMBER_TYPE_COERCE");
    let messages = format!("/channels/{games}/messages");
    assert_eq!(
        rest.post(&messages, &json!({})).await.refusal(),
        (400, 50_006)
    );
    assert_eq!(
        rest.post(&messages, &json!({"content": " "}))
            .await
            .refusal(),
        (400, 50_006)
    );
}

#[tokio::test]
async fn requests_without_the_token_are_refused() {
    let scene = Scene::new().await;
    let http = client();
    for token in [None, Some("Bot nonsense"), Some("Bearer nonsense")] {
        let mut request = http.get(format!("{}/api/v10/users/@me", scene.sandbox.base_url()));
        if let Some(token) = token {
            request = request.header("authorization", token);
        }
        assert_eq!(request.send().await.expect("answer").status(), 401);
    }
}

#[tokio::test]
async fn wrong_callbacks_are_refused_and_leave_the_interaction_open() {
    let mut scene = Scene::new().await;
    scene.register_play().await;
    let (asked, event) = scene.used("play", &[]).await;
    for row in rows("callbacks.txt") {
        let reply = scene.rest.callback(&event, &row.body).await;
        check(&reply, &row.place, &row.field, &row.code);
    }
    let empty = json!({"type": 4, "data": {}});
    assert_eq!(
        scene.rest.callback(&event, &empty).await.refusal(),
        (400, 50_006)
    );
    let body = json!({"type": 4, "data": {"content": "At last"}});
    scene.rest.respond(&event, &body).await;
    assert_eq!(
        scene.anna.answer(&asked).await.expect("answer").content(),
        "At last"
    );
}
