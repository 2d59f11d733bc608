//! Commands, buttons, selects, modals, and the responses to them.

use std::time::Duration;

use discord_sandbox::{Clock, Message, Response, SandboxOptions};
use serde_json::{Value, json};

use crate::bot::{PIXEL, Scene, callback_path};

fn play() -> Value {
    json!([{
        "name": "play",
        "description": "Play something",
        "options": [
            {"type": 3, "name": "move", "description": "Where to", "required": true,
             "autocomplete": true},
            {"type": 4, "name": "level", "description": "How strong", "min_value": 1,
             "max_value": 9},
            {"type": 6, "name": "against", "description": "Whom"},
        ],
    }])
}

fn button(custom_id: &str, label: &str) -> Value {
    json!({"type": 1, "components": [
        {"type": 2, "style": 1, "custom_id": custom_id, "label": label},
    ]})
}

/// Posts a board with these components in #games, and returns it once the person sees it.
async fn post_board(scene: &Scene, components: &Value) -> Message {
    let path = format!("/channels/{}/messages", scene.channel("games"));
    let body = json!({"content": "Board", "components": components});
    scene.rest.post(&path, &body).await.fine();
    let board = scene
        .anna
        .wait_for_message("the board", |message| message.content() == "Board");
    board.await.expect("board")
}

#[tokio::test]
async fn command_arrives_whole_and_its_answer_is_seen() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let options = [("move", "b7-c7"), ("level", "3"), ("against", "lukasz")];
    let (asked, event) = scene.used("play", &options).await;
    assert_eq!(
        event["data"]["options"][1],
        json!({"type": 4, "name": "level", "value": 3})
    );
    let against = event["data"]["options"][2]["value"]
        .as_str()
        .expect("user id");
    assert_eq!(
        event["data"]["resolved"]["users"][against]["username"],
        "lukasz"
    );
    assert!(event["data"]["resolved"]["members"][against]["permissions"].is_string());
    for field in [
        "member",
        "app_permissions",
        "guild_locale",
        "entitlements",
        "context",
    ] {
        assert!(!event[field].is_null(), "{field}");
    }
    assert_eq!(event["locale"], "en-US");
    let body = json!({"type": 4, "data": {"content": "Played.", "components": [button("a", "A")]}});
    assert_eq!(scene.rest.callback(&event, &body).await.status, 204);
    let answer = scene.anna.answer(&asked).await.expect("answer");
    assert_eq!((answer.content(), answer.labels()), ("Played.", vec!["A"]));
    assert_eq!(answer.0["interaction_metadata"]["user"]["username"], "anna");
}

#[tokio::test]
async fn answer_carries_a_file_at_a_signed_address() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    let body = json!({"type": 4, "data": {"attachments": [
        {"id": 0, "filename": "my board ö.png", "description": "A board"},
    ]}});
    let path = format!("{}?with_response=true", callback_path(&event));
    let files = [("my board ö.png", PIXEL)];
    let answer = scene.rest.post_files(&path, &body, &files).await;
    let attachment = &answer["resource"]["message"]["attachments"][0];
    assert_eq!(attachment["filename"], "my_board_.png");
    assert_eq!(
        (&attachment["width"], &attachment["size"]),
        (&json!(1), &json!(PIXEL.len()))
    );
    let message = scene.anna.answer(&asked).await.expect("answer");
    let url = message.pictures()[0].to_owned();
    assert_eq!(scene.anna.fetch(&url).await.expect("picture"), PIXEL);
    let forged = url.replace("hm=", "hm=00");
    scene.anna.fetch(&forged).await.expect_err("forged address");
    scene
        .anna
        .advance(Duration::from_secs(25 * 3_600))
        .await
        .expect("later");
    scene.anna.fetch(&url).await.expect_err("expired address");
}

#[tokio::test]
async fn second_answer_is_refused() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let (_, event) = scene.used("play", &[("move", "x")]).await;
    let body = json!({"type": 4, "data": {"content": "One"}});
    scene.rest.respond(&event, &body).await;
    assert_eq!(
        scene.rest.callback(&event, &body).await.refusal(),
        (400, 40_060)
    );
    let unknown = json!({"id": "1", "token": "x"});
    assert_eq!(
        scene.rest.callback(&unknown, &body).await.refusal(),
        (404, 10_062)
    );
}

#[tokio::test]
async fn no_answer_in_three_seconds_fails_for_good() {
    let mut scene = Scene::limited().await;
    scene.register(play()).await;
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    scene.sandbox.clock().advance(Duration::from_secs(3));
    let response = scene.anna.response(&asked).await.expect("words of failure");
    let Response::Failed(text) = response else {
        panic!("expected a failure, got {response:?}");
    };
    assert_eq!(text, "The application did not respond");
    let body = json!({"type": 4, "data": {"content": "Late"}});
    assert_eq!(
        scene.rest.callback(&event, &body).await.refusal(),
        (404, 10_062)
    );
    let path = scene.rest.webhook(&event);
    assert_eq!(
        scene
            .rest
            .post(&path, &json!({"content": "x"}))
            .await
            .refusal(),
        (404, 10_015)
    );
}

#[tokio::test]
async fn bots_can_be_given_more_time() {
    let mut scene = Scene::with(SandboxOptions {
        clock: Clock::frozen(1_790_000_000_000),
        response_limit: Duration::from_secs(60),
        ..SandboxOptions::default()
    })
    .await;
    scene.register(play()).await;
    let (_, event) = scene.used("play", &[("move", "x")]).await;
    scene.sandbox.clock().advance(Duration::from_secs(59));
    let body = json!({"type": 4, "data": {"content": "Late"}});
    scene.rest.respond(&event, &body).await;
    let (asked, _) = scene.used("play", &[("move", "y")]).await;
    scene.sandbox.clock().advance(Duration::from_secs(60));
    let response = scene.anna.response(&asked).await.expect("words of failure");
    assert!(matches!(response, Response::Failed(_)), "{response:?}");
}

#[tokio::test]
async fn first_followup_ends_the_thinking() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    scene
        .rest
        .respond(&event, &json!({"type": 5, "data": {"flags": 64}}))
        .await;
    let Response::Deferred(thinking) = scene.anna.response(&asked).await.expect("thinking") else {
        panic!("expected thinking");
    };
    assert!(thinking.is_loading() && thinking.is_ephemeral());
    let path = scene.rest.webhook(&event);
    let first = scene.rest.say(&path, "Done").await;
    assert_eq!(first["id"], thinking.id());
    assert_eq!(
        scene.anna.answer(&asked).await.expect("answer").content(),
        "Done"
    );
    let second = scene.rest.say(&path, "More").await;
    assert_ne!(second["id"], thinking.id());
}

#[tokio::test]
async fn answer_is_a_followup_to_a_press_or_the_thinking_that_was_deleted() {
    let mut scene = Scene::new().await;
    let board = post_board(&scene, &json!([button("go", "Go")])).await;
    let asked = scene.anna.press(&board, "Go").await.expect("press");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    let acknowledged = json!({"type": 6});
    scene.rest.respond(&event, &acknowledged).await;
    let body = json!({"content": "Where?", "flags": 64});
    let path = scene.rest.webhook(&event);
    scene.rest.post(&path, &body).await.fine();
    let answer = scene.anna.answer(&asked).await.expect("followup");
    assert_eq!(answer.content(), "Where?");

    scene.register(play()).await;
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    let deferred = json!({"type": 5, "data": {"flags": 64}});
    scene.rest.respond(&event, &deferred).await;
    let path = format!("{}/messages/@original", scene.rest.webhook(&event));
    scene.rest.delete(&path).await.fine();
    let answer = scene.anna.answer(&asked).await.expect("thinking");
    assert!(answer.is_loading(), "{}", answer.content());
}

#[tokio::test]
async fn followup_replies_to_the_answer_whatever_it_refers_to() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    let body = json!({"type": 4, "data": {"content": "Done"}});
    scene.rest.respond(&event, &body).await;
    let answer = scene.anna.answer(&asked).await.expect("answer");
    let body = json!({"content": "More", "message_reference": {"message_id": "1"}});
    let path = scene.rest.webhook(&event);
    let followup = scene.rest.post(&path, &body).await.fine();
    assert_eq!(followup["message_reference"]["message_id"], answer.id());
}

#[tokio::test]
async fn ephemeral_answer_is_seen_by_its_owner_alone() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let lukasz = discord_sandbox::Person::connect(scene.sandbox.base_url(), "lukasz").await;
    let lukasz = lukasz.expect("lukasz");
    let (asked, event) = scene.used("play", &[("move", "x")]).await;
    let body = json!({"type": 4, "data": {"content": "Secret", "flags": 64}});
    scene.rest.respond(&event, &body).await;
    let secret = scene.anna.answer(&asked).await.expect("answer");
    // Discord sends this event to the bot as if the message were in a DM.
    let told = scene.gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&told["content"], &told["flags"]),
        (&json!("Secret"), &json!(64))
    );
    assert_eq!((told.get("guild_id"), told.get("member")), (None, None));
    let loud = scene.anna.say("games", "Loud").await.expect("message");
    let first = lukasz
        .wait_for_message("any message", |_| true)
        .await
        .expect("message");
    assert_eq!(first, loud);
    let path = format!("/channels/{}/messages/{}", secret.channel(), secret.id());
    assert_eq!(scene.rest.get(&path).await.refusal(), (404, 10_008));
    let path = format!("{}/messages/{}", scene.rest.webhook(&event), secret.id());
    scene.rest.delete(&path).await.fine();
    let gone = scene.anna.wait_until("its end", |view| {
        view.message(secret.id()).is_none().then_some(())
    });
    gone.await.expect("deleted message");
}

#[tokio::test]
async fn autocomplete_offers_choices() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    let asked = scene
        .anna
        .autocomplete("games", "play", &[("move", "b7")], "move")
        .await;
    let asked = asked.expect("typing");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["type"], 4);
    assert_eq!(event["data"]["options"][0]["focused"], true);
    let choices =
        json!([{"name": "b7 to c7", "name_localizations": {"en-US": "B7!"}, "value": "b7-c7"}]);
    scene
        .rest
        .respond(&event, &json!({"type": 8, "data": {"choices": choices}}))
        .await;
    let Response::Choices(choices) = scene.anna.response(&asked).await.expect("choices") else {
        panic!("expected choices");
    };
    assert_eq!(choices, [("B7!".to_owned(), json!("b7-c7"))]);
}

#[tokio::test]
async fn button_updates_its_message_and_select_opens_a_form() {
    let mut scene = Scene::new().await;
    let select = json!({"type": 1, "components": [{
        "type": 3, "custom_id": "pick:1", "placeholder": "Pick",
        "options": [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}],
    }]});
    let message = post_board(&scene, &json!([button("go:1", "Go"), select])).await;
    let asked = scene.anna.press(&message, "Go").await.expect("press");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["message"]["content"], "Board");
    let body = json!({"type": 7, "data": {"content": "Board 2"}});
    scene.rest.respond(&event, &body).await;
    let changed = scene.anna.answer(&asked).await.expect("update");
    assert_eq!((changed.id(), changed.content()), (message.id(), "Board 2"));
    assert_eq!(changed.components().len(), 2);

    let asked = scene
        .anna
        .select(&changed, "pick:", &["2"])
        .await
        .expect("pick");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["data"]["values"], json!(["2"]));
    let form = json!({"type": 9, "data": {"custom_id": "form:1", "title": "Move", "components": [
        {"type": 1, "components": [
            {"type": 4, "custom_id": "move", "label": "Move", "style": 1, "max_length": 10},
        ]},
    ]}});
    scene.rest.respond(&event, &form).await;
    let Response::Modal(modal) = scene.anna.response(&asked).await.expect("form") else {
        panic!("expected a form");
    };
    let too_long = scene
        .anna
        .submit_modal(&modal, &[("move", "b7-c7-and-so-on")])
        .await;
    too_long.expect_err("text too long");
    let asked = scene
        .anna
        .submit_modal(&modal, &[("move", "b7-c7")])
        .await
        .expect("form");
    let event = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["type"], 5);
    assert_eq!(
        event["data"]["components"][0]["components"][0]["value"],
        "b7-c7"
    );
    assert_eq!(event["message"]["id"], message.id());
    scene.rest.respond(&event, &json!({"type": 6})).await;
    let path = format!("{}/messages/%40original", scene.rest.webhook(&event));
    scene.rest.edit(&path, &json!({"content": "Board 3"})).await;
    let changed = scene.anna.answer(&asked).await.expect("edit");
    assert_eq!(changed.content(), "Board 3");
}

#[tokio::test]
async fn interaction_can_come_twice() {
    let mut scene = Scene::new().await;
    scene.register(play()).await;
    scene.control("duplicate", json!({"count": 1})).await;
    let (asked, _) = scene.used("play", &[("move", "x")]).await;
    let again = scene.gateway.event("INTERACTION_CREATE").await;
    assert_eq!(again["id"], asked.id.as_str());
    let (other, _) = scene.used("play", &[("move", "x")]).await;
    assert_ne!(other.id, asked.id);
}

#[tokio::test]
async fn form_with_every_kind_of_field_comes_back_filled_in() {
    let mut scene = Scene::new().await;
    let options = json!([{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]);
    let fields = [
        json!({"type": 19, "custom_id": "files", "max_values": 2}),
        json!({"type": 21, "custom_id": "one", "options": options}),
        json!({"type": 22, "custom_id": "some", "options": options}),
        json!({"type": 23, "custom_id": "yes", "default": true}),
        json!({"type": 23, "custom_id": "no"}),
    ];
    let modal = scene.form(&fields).await;
    let file = json!({"filename": "a.txt", "content": "aGVsbG8="});
    let submit = |one: &str| {
        let values = json!({"files": [file], "one": one, "some": ["a", "b"]});
        let anna = &scene.anna;
        let fields = json!({"modal": modal["id"], "values": values});
        async move { anna.perform("submit", fields).await }
    };
    submit("c").await.expect_err("not among the options");
    submit("b").await.expect("form");
    let data = scene.gateway.event("INTERACTION_CREATE").await["data"].clone();
    let field = |index: usize| &data["components"][index]["component"];
    let id = field(0)["values"][0].as_str().expect("id of the file");
    assert_eq!(data["resolved"]["attachments"][id]["filename"], "a.txt");
    assert_eq!(field(1)["value"], "b");
    assert_eq!(field(2)["values"], json!(["a", "b"]));
    assert_eq!(
        (&field(3)["value"], &field(4)["value"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn choice_in_a_form_comes_back_as_it_was_preset() {
    let mut scene = Scene::new().await;
    let options = json!([
        {"label": "A", "value": "a"},
        {"label": "B", "value": "b", "default": true},
    ]);
    let select = json!({"type": 3, "custom_id": "one", "options": options});
    let modal = scene.form(&[select]).await;
    scene.anna.submit_modal(&modal, &[]).await.expect("form");
    let data = scene.gateway.event("INTERACTION_CREATE").await["data"].clone();
    let chosen = &data["components"][0]["component"]["values"];
    assert_eq!(*chosen, json!(["b"]));
}
