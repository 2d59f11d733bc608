//! Unchanged examples, and the recipes of the README.

#[expect(dead_code, reason = "the example's own start")]
#[path = "../../examples/ping.rs"]
mod ping;

#[expect(dead_code, reason = "the example's own start")]
#[path = "../../examples/serve.rs"]
mod serve;

use discord_sandbox::{Intent, Person, Sandbox};
use serde_json::Value;

use crate::bot::client;

#[tokio::test]
async fn a_small_bot_answers() {
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

#[tokio::test]
async fn served_sandbox_is_where_the_example_says() {
    let arguments = ["0", "message_content"].map(String::from);
    let options = serve::options(arguments).expect("options");
    assert_eq!(options.intents, [Intent::MessageContent]);
    let sandbox = Sandbox::start(options).await.expect("a sandbox");
    let text = serve::addresses(&sandbox);
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .collect();
    let values: Vec<_> = lines.iter().map(|(_, value)| value.trim()).collect();
    let [page, api, gateway, token] = values[..] else {
        panic!("four lines: {text}");
    };
    let http = client();
    let shown = http.get(page).send().await.expect("the page");
    assert!(shown.status().is_success(), "{page}");
    let asked = http.get(format!("{api}/gateway/bot"));
    let asked = asked.header("authorization", format!("Bot {token}"));
    let answer = asked.send().await.expect("the API");
    let answer: Value = answer.json().await.expect("JSON");
    assert_eq!(answer["url"], gateway);
}

#[test]
fn unknown_argument_of_the_example_is_refused() {
    let error = serve::options([String::from("presences")]).expect_err("no such intent");
    assert_eq!(
        error,
        "expected a port or a privileged intent, got `presences`"
    );
}

#[test]
fn recipe_for_discord_py_is_that_of_the_tested_bot() {
    let readme = include_str!("../../README.md");
    let bot = include_str!("../clients/discordpy/bot.py");
    let recipe = readme
        .split_once("```python\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(recipe, _)| recipe);
    assert!(bot.contains(recipe.expect("a recipe in Python")));
}
