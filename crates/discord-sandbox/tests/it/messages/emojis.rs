//! Emojis that the application owns, and where they are used.

use data_encoding::BASE64;
use discord_sandbox::{Person, Sandbox, SandboxOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bot::{PIXEL, Rest, Scene};
use crate::messages::refusals::check;

fn uri(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", BASE64.encode(bytes))
}

fn path(rest: &Rest) -> String {
    format!("/applications/{}/emojis", rest.app)
}

async fn create(rest: &Rest, name: &str) -> Value {
    let body = json!({"name": name, "image": uri(PIXEL)});
    rest.post(&path(rest), &body).await.fine()
}

#[tokio::test]
async fn emojis_are_created_listed_and_deleted() {
    let scene = Scene::new().await;
    let rest = &scene.rest;
    let made = create(rest, "stack").await;
    let told = (&made["name"], &made["animated"], &made["user"]["id"]);
    assert_eq!(told, (&json!("stack"), &json!(false), &json!(rest.app)));
    let listed = rest.get(&path(rest)).await.fine();
    assert_eq!(listed, json!({"items": [made]}));
    let id = made["id"].as_str().expect("id");
    let picture = format!("{}/emojis/{id}.webp", scene.sandbox.base_url());
    assert_eq!(scene.anna.fetch(&picture).await.expect("picture"), PIXEL);
    scene.control("delete_emojis", json!({})).await;
    assert_eq!(rest.get(&path(rest)).await.fine(), json!({"items": []}));
    scene.anna.fetch(&picture).await.expect_err("deleted");
}

#[tokio::test]
async fn wrong_emojis_are_refused_field_by_field() {
    let scene = Scene::new().await;
    create(&scene.rest, "taken").await;
    let large = [PIXEL.to_vec(), vec![0; 256 * 1024]].concat();
    for (name, image, field, code) in [
        ("a", uri(PIXEL), "name", "BASE_TYPE_BAD_LENGTH"),
        ("with space", uri(PIXEL), "name", "STRING_TYPE_REGEX"),
        (
            "taken",
            uri(PIXEL),
            "name",
            "APPLICATION_EMOJI_NAME_ALREADY_TAKEN",
        ),
        ("fine", uri(b"no picture"), "image", "IMAGE_INVALID"),
        ("fine", BASE64.encode(PIXEL), "image", "IMAGE_INVALID"),
        ("fine", uri(&large), "image", "BINARY_TYPE_MAX_SIZE"),
    ] {
        let body = json!({"name": name, "image": image});
        check(
            &scene.rest.post(&path(&scene.rest), &body).await,
            field,
            field,
            code,
        );
    }
    let nothing = scene.rest.post(&path(&scene.rest), &json!({})).await;
    check(&nothing, "nothing", "image", "BASE_TYPE_REQUIRED");
}

#[tokio::test]
async fn two_thousandth_emoji_is_the_last() {
    let scene = Scene::new().await;
    for number in 0..2_000 {
        create(&scene.rest, &format!("e{number}")).await;
    }
    let body = json!({"name": "more", "image": uri(PIXEL)});
    let refused = scene.rest.post(&path(&scene.rest), &body).await;
    assert_eq!(refused.refusal(), (400, 30_008));
}

#[tokio::test]
async fn emoji_is_shown_on_buttons_and_options() {
    let scene = Scene::new().await;
    let made = create(&scene.rest, "stack").await;
    let emoji = json!({"id": made["id"], "name": "stack"});
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "emoji": emoji});
    let options = json!([{"label": "A", "value": "a", "emoji": emoji}]);
    let select = json!({"type": 3, "custom_id": "pick", "options": options});
    let rows = json!([
        {"type": 1, "components": [button]},
        {"type": 1, "components": [select]},
    ]);
    let id = made["id"].as_str().expect("id");
    let content = format!("Look: <:stack:{id}>");
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": content, "components": rows});
    let sent = scene.rest.post(&messages, &body).await.fine();
    assert_eq!(sent["components"][0]["components"][0]["emoji"]["id"], id);
}

#[tokio::test]
async fn button_with_a_deleted_emoji_is_refused() {
    let scene = Scene::new().await;
    let made = create(&scene.rest, "stack").await;
    let emoji = json!({"id": made["id"], "name": "stack"});
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "emoji": emoji});
    let body = json!({"components": [{"type": 1, "components": [button]}]});
    let messages = format!("/channels/{}/messages", scene.channel("games"));
    scene.rest.post(&messages, &body).await.fine();
    let deleted = scene.anna.control("delete_emojis", json!({})).await;
    deleted.expect("no emojis");
    check(
        &scene.rest.post(&messages, &body).await,
        "deleted",
        "components.0.components.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    );
}

#[tokio::test]
async fn emojis_are_found_again_after_a_restart() {
    let folder = TempDir::new().expect("folder");
    let options = SandboxOptions {
        data: Some(folder.path().to_owned()),
        rate_limits: false,
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options.clone()).await.expect("sandbox");
    let rest = Rest::new(&sandbox).await;
    create(&rest, "gone").await;
    let anna = Person::connect(sandbox.base_url(), "anna").await;
    let anna = anna.expect("anna");
    let deleted = anna.control("delete_emojis", json!({})).await;
    deleted.expect("control");
    let kept = create(&rest, "kept").await;
    sandbox.stop().await;
    let sandbox = Sandbox::start(options).await.expect("sandbox");
    let rest = Rest::new(&sandbox).await;
    let listed = rest.get(&path(&rest)).await.fine();
    assert_eq!(listed, json!({"items": [kept]}));
    let anna = Person::connect(sandbox.base_url(), "anna").await;
    let id = kept["id"].as_str().expect("id");
    let picture = format!("{}/emojis/{id}.png", sandbox.base_url());
    let bytes = anna.expect("anna").fetch(&picture).await;
    assert_eq!(bytes.expect("picture"), PIXEL);
}
