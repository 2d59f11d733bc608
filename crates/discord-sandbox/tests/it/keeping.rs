//! World on disk.

use std::fs;

use discord_sandbox::{Person, Sandbox, SandboxOptions};
use serde_json::json;
use tempfile::TempDir;

use crate::bot::{PIXEL, Rest, client, open};

/// Returns the error with which a world on disk is refused.
async fn refusal(folder: &TempDir) -> String {
    let options = SandboxOptions {
        data: Some(folder.path().to_owned()),
        ..SandboxOptions::default()
    };
    let refused = Sandbox::start(options).await;
    refused.expect_err("no such world").to_string()
}

#[tokio::test]
async fn world_is_found_again_after_a_restart() {
    let folder = TempDir::new().expect("folder");
    let (sandbox, person) = open(&folder).await;
    let rest = Rest::new(&sandbox).await;
    let token = sandbox.token().to_owned();
    rest.register(&json!([{"name": "play", "description": "d"}]))
        .await;
    let games = person.channel("games").expect("games");
    let path = format!("/channels/{games}/messages");
    let body = json!({"content": "Board"});
    rest.post_files(&path, &body, &[("a.png", PIXEL)]).await;
    let gone = person.say("games", "gone").await.expect("message");
    person
        .perform("delete_message", json!({"message": gone.id()}))
        .await
        .expect("deletion");
    person
        .perform("locale", json!({"locale": "de"}))
        .await
        .expect("locale");
    sandbox.stop().await;

    let (sandbox, person) = open(&folder).await;
    assert_eq!(sandbox.token(), token);
    assert!(person.view(|view| view.has_command("play")));
    let messages = person.view(|view| view.messages(&games));
    assert_eq!(messages.len(), 1);
    let picture = messages[0].pictures()[0].to_owned();
    assert_eq!(person.fetch(&picture).await.expect("picture"), PIXEL);
    let people = client()
        .get(format!("{}/sandbox/people", sandbox.base_url()))
        .send()
        .await;
    let people: serde_json::Value = people.expect("answer").json().await.expect("people");
    assert_eq!(people["people"][0]["locale"], "de");
}

#[tokio::test]
async fn world_in_use_is_left_alone() {
    let folder = TempDir::new().expect("folder");
    let (sandbox, person) = open(&folder).await;
    let error = refusal(&folder).await;
    assert!(error.contains("another sandbox is using it"), "{error}");
    person.say("games", "one").await.expect("message");
    sandbox.stop().await;
    let (_sandbox, person) = open(&folder).await;
    let games = person.channel("games").expect("games");
    let messages = person.view(|view| view.messages(&games));
    assert_eq!(messages[0].content(), "one");
}

#[tokio::test]
async fn torn_last_line_is_left_out() {
    let folder = TempDir::new().expect("folder");
    let (sandbox, person) = open(&folder).await;
    person.say("games", "one").await.expect("message");
    person.say("games", "two").await.expect("message");
    sandbox.stop().await;
    let journal = folder.path().join("world.jsonl");
    let text = fs::read(&journal).expect("journal");
    // The last two lines are the second message and its channel.
    let end = text.len();
    for cut in [1, 20, 300] {
        fs::write(&journal, &text[..end - cut]).expect("torn journal");
        let (sandbox, person) = open(&folder).await;
        let games = person.channel("games").expect("games");
        let messages = person.view(|view| view.messages(&games));
        assert_eq!(messages[0].content(), "one", "cut {cut}");
        person.say("games", "three").await.expect("message");
        sandbox.stop().await;
        let (sandbox, person) = open(&folder).await;
        let last = person.view(|view| view.messages(&games).pop());
        assert_eq!(last.expect("message").content(), "three");
        sandbox.stop().await;
    }
}

#[tokio::test]
async fn damage_before_the_last_line_is_reported() {
    let folder = TempDir::new().expect("folder");
    open(&folder).await.0.stop().await;
    let journal = folder.path().join("world.jsonl");
    let text = fs::read_to_string(&journal).expect("journal");
    fs::write(&journal, text.replacen("\"user\"", "\"usr\"", 1)).expect("damaged journal");
    let error = refusal(&folder).await;
    assert!(error.contains("world.jsonl line 4"), "{error}");
}

#[tokio::test]
async fn world_of_another_version_is_refused_and_kept() {
    let folder = TempDir::new().expect("folder");
    open(&folder).await.0.stop().await;
    let journal = folder.path().join("world.jsonl");
    let text = fs::read_to_string(&journal).expect("journal");
    let old = text.replacen("\"version\":3", "\"version\":2", 1);
    fs::write(&journal, &old).expect("journal");
    let error = refusal(&folder).await;
    let words =
        "expected a world of version 3, got one of version 2; begin a new world with `fresh`";
    assert!(error.contains(words), "{error}");
    assert_eq!(fs::read_to_string(&journal).expect("journal"), old);
}

#[tokio::test]
async fn fresh_removes_only_its_own_files() {
    let folder = TempDir::new().expect("folder");
    let (sandbox, person) = open(&folder).await;
    person.say("games", "one").await.expect("message");
    sandbox.stop().await;
    let (foreign, inner) = (
        folder.path().join("notes.txt"),
        folder.path().join("files/notes.txt"),
    );
    for path in [&foreign, &inner] {
        fs::write(path, "mine").expect("foreign file");
    }
    let options = SandboxOptions {
        data: Some(folder.path().to_owned()),
        fresh: true,
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options).await.expect("a new world");
    let person = Person::connect(sandbox.base_url(), "anna").await;
    let person = person.expect("anna");
    let games = person.channel("games").expect("games");
    assert!(person.view(|view| view.messages(&games)).is_empty());
    for path in [&foreign, &inner] {
        assert_eq!(fs::read_to_string(path).expect("foreign file"), "mine");
    }
}
