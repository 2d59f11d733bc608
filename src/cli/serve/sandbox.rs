//! `focusbot sandbox`: runs a look-alike of Discord on this machine, with the bot in it.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::time::sleep;

use crate::cli::serve::bot::{OpenBot, end, told_to_stop};
use crate::cli::usage::Usage;
use crate::config::{Config, PublicKey, SANDBOX_GAMES};
use crate::discord::gateway::endpoint::Endpoint;
use crate::discord::rest::interactions::response_times::ResponseTimes;
use crate::discord::{Clock, Settings};
use crate::store::{self, Folder, OpenError};
use discord_sandbox::{Sandbox, SandboxOptions};

/// Pause before the bot's endpoint is tried again.
const ASK_AGAIN: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Address to listen on; anyone who can reach it can play as everybody
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Folder for the channels and the games
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Servers of a new sandbox; an existing one keeps its own
    #[arg(long, value_name = "NUMBER")]
    servers: Option<NonZeroUsize>,
    /// Forget the channels and the games of the last run
    #[arg(long)]
    fresh: bool,
    /// Start without the bot, for one of your own
    #[arg(long)]
    no_bot: bool,
    /// Post commands and presses to the bot over HTTP instead of sending them through the gateway
    #[arg(long, conflicts_with = "no_bot")]
    http: bool,
}

/// Runs the sandbox until told to stop.
pub(crate) fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let folder = args.data.as_ref().unwrap_or(&config.sandbox.dir);
    let games = folder.join(SANDBOX_GAMES);
    let url = config.sandbox.store_url.as_deref();
    if url.is_some() && url == config.store.url.as_deref() {
        let wanted = "expected another database as `store_url` in `[sandbox]` than as `url` in \
                      `[store]`: the sandbox would take the games of the real bot";
        return Err(Usage::new(wanted).into());
    }
    if args.fresh && url.is_some() {
        let wanted = "expected no `--fresh` with `store_url` in `[sandbox]`: the games of a database \
                      are never removed";
        return Err(Usage::new(wanted).into());
    }
    let channels = folder.join("discord");
    let defaults = SandboxOptions::default();
    let options = SandboxOptions {
        bind: args.bind.unwrap_or(config.sandbox.bind),
        port: args.port.unwrap_or(config.sandbox.port),
        data: Some(channels.clone()),
        fresh: args.fresh,
        servers: args.servers.unwrap_or(defaults.servers),
        bot_name: String::from("FocusBot"),
        response_limit: config.discord.response_limit(),
        ..defaults
    };
    if args.fresh && games.exists() {
        let monitor = config.monitor.listen.filter(|_| !args.no_bot);
        require_free(SocketAddr::new(options.bind, options.port))?;
        monitor.map_or(Ok(()), require_free)?;
        // One without a bot leaves the games free.
        Sandbox::require_unused(&channels)?;
        let removed = store::remove(&Folder::new(&games));
        let removed = removed.map_err(|error| advise(error.into()));
        removed.with_context(|| format!("cannot remove `{}`", games.display()))?;
    }
    let bot = if args.no_bot {
        None
    } else {
        Some(OpenBot::open(config, &games, url).map_err(advise)?)
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let result = runtime.block_on(play(options, bot, args.http));
    end(runtime);
    result
}

/// Refuses a port in use before anything is removed: a sandbox that cannot start would keep the
/// channels, with boards of games that are gone.
fn require_free(address: SocketAddr) -> anyhow::Result<()> {
    TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    Ok(())
}

/// Names the option and the setting for another folder if this one is in use.
fn advise(error: anyhow::Error) -> anyhow::Error {
    let Some(OpenError::InUse(path)) = error.downcast_ref::<OpenError>() else {
        return error;
    };
    anyhow!(
        "another focusbot is using `{}`; stop that one first, or choose another folder with \
         `--data` or `dir` in `[sandbox]`",
        path.display()
    )
}

async fn play(options: SandboxOptions, bot: Option<OpenBot>, is_http: bool) -> anyhow::Result<()> {
    let response_limit = options.response_limit;
    let sandbox = Sandbox::start(options).await?;
    // Standard output may have been closed; people can play nevertheless.
    let _ = greet(&sandbox);
    let result = play_with(bot, &sandbox, response_limit, is_http).await;
    sandbox.stop().await;
    result
}

async fn play_with(
    bot: Option<OpenBot>,
    sandbox: &Sandbox,
    response_limit: Duration,
    is_http: bool,
) -> anyhow::Result<()> {
    let Some(bot) = bot else {
        told_to_stop().await;
        return Ok(());
    };
    let mut settings = Settings {
        response_times: ResponseTimes::within(response_limit),
        ..Settings::at(sandbox.base_url(), sandbox.token())
    };
    let clock = Clock::following(sandbox.clock().moved());
    if !is_http {
        return Box::pin(bot.run(&settings, clock, told_to_stop())).await;
    }
    let endpoint = endpoint(sandbox)?;
    let url = format!("http://{}/interactions", endpoint.address()?);
    settings.endpoint = Some(endpoint);
    let announced = async {
        // The bot answers once it runs, and until then the connection waits.
        while !sandbox.post_interactions_to(&url).await {
            sleep(ASK_AGAIN).await;
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        result = Box::pin(bot.run(&settings, clock, told_to_stop())) => result,
        () = announced => Ok(()),
    }
}

/// Opens a port on loopback for interactions over HTTP.
fn endpoint(sandbox: &Sandbox) -> anyhow::Result<Endpoint> {
    let key: PublicKey = sandbox.public_key().parse()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Endpoint::open(address, key.0).context("cannot listen on loopback")
}

fn greet(sandbox: &Sandbox) -> io::Result<()> {
    let (url, token) = (sandbox.base_url(), sandbox.token());
    let mut out = io::stdout().lock();
    writeln!(out, "Open {url} in a browser to play; Ctrl-C stops.")?;
    writeln!(
        out,
        "Other bots can connect as well: API {url}/api/v10, token {token}"
    )?;
    out.flush()
}
