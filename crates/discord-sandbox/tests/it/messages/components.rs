//! Messages made of components, and forms of labels.

use reqwest::Method;
use serde_json::{Value, json};

use crate::bot::{PIXEL, Scene};
use crate::messages::refusals::check;

const V2: u64 = 1 << 15;

fn text(content: &str) -> Value {
    json!({"type": 10, "content": content})
}

#[tokio::test]
async fn every_component_comes_back_as_discord_tells_it() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let thumbnail = json!({"type": 11, "media": {"url": "attachment://a.png"}});
    let section = json!({"type": 9, "components": [text("Turn")], "accessory": thumbnail});
    let button = json!({"type": 2, "style": 1, "label": "Go", "custom_id": "go"});
    let container = json!({"type": 17, "accent_color": 0x00ff_8800, "components": [
        section,
        {"type": 14, "divider": false, "spacing": 2},
        {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "Board"}]},
        {"type": 13, "file": {"url": "attachment://b.txt"}, "spoiler": true},
        {"type": 1, "components": [button]},
    ]});
    let body = json!({"flags": V2, "components": [text("# Title"), container]});
    let files = [("a.png", PIXEL), ("b.txt", &b"hello"[..])];
    let sent = scene.rest.upload(Method::POST, &path, &body, &files).await;
    let sent = sent.fine();
    assert_eq!((&sent["flags"], &sent["content"]), (&json!(V2), &json!("")));
    let inside = &sent["components"][1]["components"];
    let file = &inside[3];
    let told = (&file["name"], &file["size"], &file["spoiler"]);
    assert_eq!(told, (&json!("b.txt"), &json!(5), &json!(true)));
    let media = &inside[2]["items"][0]["media"];
    assert_eq!(
        (&media["width"], &media["content_type"]),
        (&json!(1), &json!("image/png"))
    );
    assert!(media["attachment_id"].is_string(), "{media}");
    let thumbnail = &inside[0]["accessory"];
    let told = (&thumbnail["spoiler"], &thumbnail["description"]);
    assert_eq!(told, (&json!(false), &Value::Null));
    let seen = scene
        .anna
        .wait_for_message("it", |message| message.id() == sent["id"]);
    let seen = seen.await.expect("message");
    assert_eq!(seen.all_text(), "# Title\nTurn");
    assert_eq!((seen.labels(), seen.pictures().len()), (vec!["Go"], 2));
    let picture = scene.anna.fetch(seen.pictures()[1]).await.expect("picture");
    assert_eq!(picture, PIXEL);
}

#[tokio::test]
async fn default_values_of_menus_come_back_with_ids_as_text() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    // More digits than a number of JavaScript can hold.
    let number = json!(1_234_567_890_123_456_789_u64);
    let text = json!("1234567890123456789");
    for (menu, kind) in [(5, "user"), (6, "role"), (8, "channel")] {
        for id in [&number, &text] {
            let values = json!([{"id": id, "type": kind}]);
            let select = json!({"type": menu, "custom_id": "m", "default_values": values});
            let body = json!({"components": [{"type": 1, "components": [select]}]});
            let sent = scene.rest.post(&path, &body).await.fine();
            let told = &sent["components"][0]["components"][0]["default_values"];
            assert_eq!(told, &json!([{"id": text, "type": kind}]));
        }
    }
}

#[tokio::test]
async fn messages_of_components_at_their_limits_are_taken() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let texts = vec![text(&"é".repeat(100)); 40];
    for components in [json!(texts), json!([text(&"é".repeat(4_000))])] {
        let body = json!({"flags": V2, "content": null, "components": components});
        scene.rest.post(&path, &body).await.fine();
    }
    let body = json!({"flags": V2, "components": []});
    let refused = scene.rest.post(&path, &body).await;
    assert_eq!(refused.refusal(), (400, 50_006));
}

#[tokio::test]
async fn message_of_components_stays_one() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"flags": V2, "components": [text("One")]});
    let sent = scene.rest.post(&path, &body).await.fine();
    let path = format!("{path}/{}", sent["id"].as_str().expect("id"));
    let edit = |body: Value| {
        let (rest, path) = (&scene.rest, &path);
        async move { rest.patch(path, &body).await }
    };
    let plain = edit(json!({"flags": 0, "components": [text("Two")]})).await;
    check(
        &plain,
        "plain",
        "flags",
        "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
    );
    let legacy = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    check(
        &edit(json!({"content": "Two"})).await,
        "text",
        "content",
        legacy,
    );
    let embeds = json!([{"title": "t"}]);
    check(
        &edit(json!({"embeds": embeds})).await,
        "embeds",
        "embeds",
        legacy,
    );
    let changed = edit(json!({"components": [text("Two")]})).await.fine();
    assert_eq!(changed["components"][0]["content"], "Two");
    assert_eq!(changed["flags"], json!(V2));
    let emptied = edit(json!({"components": []})).await;
    assert_eq!(emptied.refusal(), (400, 50_006));
}

#[tokio::test]
async fn text_message_becomes_one_of_components_without_its_text() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let sent = scene.rest.post(&path, &json!({"content": "One"})).await;
    let sent = sent.fine();
    let path = format!("{path}/{}", sent["id"].as_str().expect("id"));
    let mut body = json!({"flags": V2, "components": [text("Two")]});
    let refused = scene.rest.patch(&path, &body).await;
    let legacy = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
    check(&refused, "text", "content", legacy);
    body["content"] = Value::Null;
    let changed = scene.rest.edit(&path, &body).await;
    assert_eq!(changed["flags"], json!(V2));
}

#[tokio::test]
async fn kept_file_is_shown_again_only_by_its_name() {
    let scene = Scene::new().await;
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let gallery = json!({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]});
    let body = json!({"flags": V2, "components": [gallery]});
    let files = [("a.png", PIXEL)];
    let sent = scene.rest.upload(Method::POST, &path, &body, &files).await;
    let sent = sent.fine();
    let media = &sent["components"][0]["items"][0]["media"];
    let path = format!("{path}/{}", sent["id"].as_str().expect("id"));
    let again = |entry: Value| json!({"components": [gallery], "attachments": [entry]});
    let id = &media["attachment_id"];
    let refused = scene.rest.patch(&path, &again(json!({"id": id}))).await;
    assert_eq!(refused.refusal(), (400, 50_035));
    let named = again(json!({"id": id, "filename": "a.png"}));
    let changed = scene.rest.edit(&path, &named).await;
    let kept = &changed["components"][0]["items"][0]["media"]["attachment_id"];
    assert_eq!(kept, id);
}

#[tokio::test]
async fn answer_made_of_components_is_pressed_and_updated() {
    let mut scene = Scene::new().await;
    scene.register_play().await;
    let (asked, event) = scene.used("play", &[]).await;
    let button = json!({"type": 2, "style": 1, "label": "Go", "custom_id": "go:1"});
    let section = json!({"type": 9, "components": [text("Board")], "accessory": button});
    let body = json!({"type": 4, "data": {"flags": V2, "components": [section]}});
    scene.rest.respond(&event, &body).await;
    let board = scene.anna.answer(&asked).await.expect("answer");
    let asked = scene.anna.press(&board, "Go").await.expect("press");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["data"]["custom_id"], "go:1");
    let body = json!({"type": 7, "data": {"content": "x"}});
    let refused = scene.rest.callback(&event, &body).await;
    assert_eq!(refused.refusal(), (400, 50_035));
    let body = json!({"type": 7, "data": {"components": [text("New board")]}});
    scene.rest.respond(&event, &body).await;
    let changed = scene.anna.answer(&asked).await.expect("update");
    assert_eq!(changed.all_text(), "New board");
}

#[tokio::test]
async fn upload_takes_the_types_of_files_it_asks_for() {
    let mut scene = Scene::new().await;
    let upload = json!({"type": 19, "custom_id": "file", "file_types": [".txt", "image"]});
    let modal = scene.form(&[upload]).await;
    let submit = |name: &str| {
        let file = json!({"filename": name, "content": "aGVsbG8="});
        let fields = json!({"modal": modal["id"], "values": {"file": [file]}});
        let anna = &scene.anna;
        async move { anna.perform("submit", fields).await }
    };
    submit("a.pdf").await.expect_err("neither text nor picture");
    submit("a.PNG").await.expect("form");
}

#[tokio::test]
async fn people_roles_and_channels_picked_in_a_form_are_resolved() {
    let mut scene = Scene::new().await;
    let fields = [
        json!({"type": 5, "custom_id": "who"}),
        json!({"type": 6, "custom_id": "role"}),
        json!({"type": 8, "custom_id": "where", "channel_types": [0]}),
        json!({"type": 3, "custom_id": "size", "options": [{"label": "A", "value": "a"}]}),
        json!({"type": 4, "custom_id": "note", "style": 2, "required": false}),
    ];
    let modal = scene.form(&fields).await;
    let games = scene.channel("games");
    let guild = scene.anna.view(|view| view.server_of(&games));
    let guild = guild.expect("a server");
    let values = |role: &str| {
        [
            ("who", "lukasz".to_owned()),
            ("role", role.to_owned()),
            ("where", games.clone()),
            ("size", "a".to_owned()),
        ]
    };
    let wrong = values("1");
    let wrong = wrong
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let refused = scene.anna.submit_modal(&modal, &wrong).await;
    refused.expect_err("no such role");
    let right = values(&guild);
    let right = right
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    scene.anna.submit_modal(&modal, &right).await.expect("form");
    let data = scene.gateway.event("INTERACTION_CREATE").await["data"].clone();
    let who = data["components"][0]["component"]["values"][0].as_str();
    let resolved = &data["resolved"];
    assert_eq!(resolved["users"][who.expect("id")]["username"], "lukasz");
    assert_eq!(resolved["roles"][&guild]["name"], "@everyone");
    assert_eq!(resolved["channels"][&games]["name"], "games");
    let note = &data["components"][4]["component"];
    assert_eq!((&note["type"], &note["value"]), (&json!(4), &json!("")));
}
