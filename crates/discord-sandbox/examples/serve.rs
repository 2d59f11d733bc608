//! Sandbox for a bot in any language, until Ctrl-C.
//!
//! `cargo run -p discord-sandbox --example serve -- [PORT] [INTENT…]`, where an intent is a
//! privileged one: `guild_members`, `guild_presences` or `message_content`. Without a port, any
//! free one is taken.

use std::env;
use std::future::pending;

use discord_sandbox::{Intent, Sandbox, SandboxOptions};

/// Reads the arguments: a port, and names of privileged intents.
pub(crate) fn options(
    arguments: impl IntoIterator<Item = String>,
) -> Result<SandboxOptions, String> {
    let mut options = SandboxOptions::default();
    for argument in arguments {
        match argument.as_str() {
            "guild_members" => options.intents.push(Intent::GuildMembers),
            "guild_presences" => options.intents.push(Intent::GuildPresences),
            "message_content" => options.intents.push(Intent::MessageContent),
            port => {
                let error = |_| format!("expected a port or a privileged intent, got `{port}`");
                options.port = port.parse().map_err(error)?;
            }
        }
    }
    Ok(options)
}

/// Returns what a bot and a browser need, a line each: its name, then its value.
pub(crate) fn addresses(sandbox: &Sandbox) -> String {
    let (url, token) = (sandbox.base_url(), sandbox.token());
    let gateway = url.replacen("http", "ws", 1);
    format!(
        "page     {url}\n\
         API      {url}/api/v10\n\
         gateway  {gateway}/gateway-ws\n\
         token    {token}"
    )
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "says where everything is")]
pub(crate) async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sandbox = Sandbox::start(options(env::args().skip(1))?).await?;
    println!("{}", addresses(&sandbox));
    pending().await
}
