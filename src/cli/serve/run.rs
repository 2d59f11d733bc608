//! `focusbot run`: runs the bot on Discord.

use anyhow::Context;

use crate::cli::serve::bot::{OpenBot, end, told_to_stop};
use crate::cli::usage::Usage;
use crate::config::{self, Config, Interactions};
use crate::discord::gateway::ShardRange;
use crate::discord::gateway::endpoint::Endpoint;
use crate::discord::rest::interactions::response_times::ResponseTimes;
use crate::discord::{Clock, Settings};

/// Runs the bot on Discord until told to stop.
pub(crate) fn run(config: &Config) -> anyhow::Result<()> {
    let Some(token) = &config.discord.token else {
        let wanted = "expected a token in `DISCORD_TOKEN`, or `token` or `token_file` in \
                      `[discord]` of the settings; `focusbot sandbox` needs none";
        return Err(Usage::new(wanted).into());
    };
    if config.discord.api_base.is_none() {
        token.check_shape().map_err(Usage::new)?;
    }
    let endpoint = endpoint(&config.discord)?;
    let settings = Settings {
        token: token.reveal().to_owned(),
        api_base: config.discord.api_base.clone(),
        shards: config.discord.shards.map(|shards| ShardRange {
            first: shards.first,
            last: shards.last,
            total: shards.total,
        }),
        endpoint,
        requests_per_second: config.discord.requests_per_second,
        response_times: ResponseTimes::within(config.discord.response_limit()),
    };
    let bot = OpenBot::open(config, &config.data.dir, config.store.url.as_deref())?;
    let runtime = tokio::runtime::Runtime::new()?;
    let result = runtime.block_on(bot.run(&settings, Clock::system(), told_to_stop()));
    end(runtime);
    result
}

/// Opens the port for interactions over HTTP, if they arrive that way.
fn endpoint(discord: &config::Discord) -> anyhow::Result<Option<Endpoint>> {
    let (Interactions::Http, Some(address), Some(key)) =
        (discord.interactions, discord.listen, discord.public_key)
    else {
        return Ok(None);
    };
    let opened = Endpoint::open(address, key.0);
    let opened = opened.with_context(|| format!("cannot listen at {address}"))?;
    Ok(Some(opened))
}
