//! Unchanged bot of the example.

#[expect(dead_code, reason = "the example's own start")]
#[path = "../../examples/ping.rs"]
mod ping;

use discord_sandbox::{Person, Sandbox};

#[tokio::test]
async fn a_bot_of_ten_lines_answers() {
    let sandbox = Sandbox::start(ping::options()).await.expect("a sandbox");
    let mut bot = ping::client(&sandbox).await.expect("a bot");
    let anna = Person::connect(sandbox.base_url(), "anna")
        .await
        .expect("a person");
    let shards = bot.shard_manager.clone();
    let running = tokio::spawn(async move { bot.start().await });
    let online = anna.wait_until("the bot", |view| view.is_bot_online().then_some(()));
    online.await.expect("a bot that is online");
    anna.say("general", "!ping").await.expect("a message");
    let pong = anna.wait_for_message("an answer", |message| message.content() == "Pong!");
    pong.await.expect("an answer");
    shards.shutdown_all().await;
    running.await.expect("no panic").expect("a good end");
}
