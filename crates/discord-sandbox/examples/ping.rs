//! Small bot on serenity, which does not know that it runs in a sandbox.
//!
//! `cargo run -p discord-sandbox --example ping`, open the page it names, and write `!ping`.

use discord_sandbox::{Intent, Sandbox, SandboxOptions};
use serenity::all::{Client, ClientBuilder, Context, EventHandler, GatewayIntents, Message};
use serenity::async_trait;
use serenity::http::HttpBuilder;

struct Bot;

#[async_trait]
impl EventHandler for Bot {
    async fn message(&self, context: Context, message: Message) {
        if message.content == "!ping" {
            // Replying fails if the message was deleted in the meantime.
            let _ = message.reply(&context, "Pong!").await;
        }
    }
}

/// Creates the bot; only the URL of the API differs from that of a bot on Discord.
pub(crate) async fn client(sandbox: &Sandbox) -> serenity::Result<Client> {
    let http = HttpBuilder::new(sandbox.token())
        .proxy(sandbox.base_url())
        .ratelimiter_disabled(true)
        .build();
    let intents = GatewayIntents::GUILD_MESSAGES | GatewayIntents::MESSAGE_CONTENT;
    ClientBuilder::new_with_http(http, intents)
        .event_handler(Bot)
        .await
}

/// Returns options that let the bot read what people write to each other.
pub(crate) fn options() -> SandboxOptions {
    SandboxOptions {
        intents: vec![Intent::MessageContent],
        ..SandboxOptions::default()
    }
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "says where the page is")]
pub(crate) async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start(options()).await?;
    println!("open {} and write `!ping`", sandbox.base_url());
    client(&sandbox).await?.start().await?;
    Ok(())
}
