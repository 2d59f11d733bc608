//! Bots built on third-party libraries; see `tests/clients`.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use discord_sandbox::{Clock, Message, Person, Sandbox, SandboxOptions};
use serde_json::json;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients")
}

#[tokio::test]
async fn discord_js_bot_works() {
    let folder = folder().join("discordjs");
    let mut bot = Command::new("node");
    bot.arg(folder.join("bot.mjs"));
    let has_library = folder.join("node_modules/discord.js").is_dir();
    check(bot, has_library, "discord.js").await;
}

#[tokio::test]
async fn discord_py_bot_works() {
    let folder = folder().join("discordpy");
    let python = folder.join("venv/bin/python");
    let has_library = python.exists();
    let mut bot = Command::new(python);
    bot.arg(folder.join("bot.py"));
    check(bot, has_library, "discord.py").await;
}

/// Tests a bot completely, or reports that its library is not installed.
async fn check(mut bot: Command, has_library: bool, name: &str) {
    if !has_library {
        let is_required = std::env::var("SANDBOX_CLIENTS").is_ok_and(|value| value == "required");
        assert!(!is_required, "{name} is not installed");
        eprintln!("SKIPPED: {name} is not installed, see tests/clients/README.md");
        return;
    }
    // A frozen clock: nothing expires, however long the library takes to reconnect.
    let sandbox = Sandbox::start(SandboxOptions {
        clock: Clock::frozen(1_790_000_000_000),
        rate_limits: false,
        ..SandboxOptions::default()
    })
    .await
    .expect("free port");
    let anna = Person::connect(sandbox.base_url(), "anna")
        .await
        .expect("anna");
    let child = bot
        .env("SANDBOX_URL", sandbox.base_url())
        .env("SANDBOX_TOKEN", sandbox.token())
        .env("NO_PROXY", "*")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("interpreter");
    let child = Running(child);
    anna.wait_for_bot("hello")
        .await
        .expect("bot with its command");
    let hello = greet(&anna, "Anna").await;
    assert_eq!(hello.content(), "Hello Anna");
    let file = anna.fetch(hello.pictures()[0]).await.expect("file");
    assert_eq!(file, b"hello");
    let asked = anna.press(&hello, "Again").await.expect("press");
    assert_eq!(
        anna.answer(&asked).await.expect("edit").content(),
        "Hello again"
    );
    let followed = anna.wait_for_message("the followup", |message| {
        message.content() == "Followed up" && message.is_ephemeral()
    });
    followed.await.expect("followup");
    come_back(&anna).await;
    drop(child);
}

async fn greet(anna: &Person, name: &str) -> Message {
    let asked = anna
        .slash("games", "hello", &[("name", name)])
        .await
        .expect("command");
    anna.answer(&asked).await.expect("greeting")
}

/// Process that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks that the bot resumes: otherwise it would not answer a command from while it was away.
async fn come_back(anna: &Person) {
    for action in [
        json!({"action": "drop"}),
        json!({"action": "close", "code": 4000}),
    ] {
        anna.control("gateway", json!({"action": "refuse", "on": true}))
            .await
            .expect("control");
        anna.control("gateway", action).await.expect("control");
        let away = anna.wait_until("the bot's leaving", |view| {
            (!view.is_bot_online()).then_some(())
        });
        away.await.expect("bot away");
        let asked = anna
            .slash("games", "hello", &[("name", "you")])
            .await
            .expect("command");
        anna.control("gateway", json!({"action": "refuse", "on": false}))
            .await
            .expect("control");
        assert_eq!(
            anna.answer(&asked).await.expect("late greeting").content(),
            "Hello you"
        );
    }
    anna.control("gateway", json!({"action": "reconnect"}))
        .await
        .expect("control");
    assert_eq!(greet(anna, "once more").await.content(), "Hello once more");
}
