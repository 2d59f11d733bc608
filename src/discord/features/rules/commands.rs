//! Rules and help, in private.

use std::convert::Infallible;

use crate::discord::features::rules::pages;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::ModeChoice;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::help::help_rows;
use focus::Mode;

/// Explains the rules of a mode, page by page.
#[poise::command(slash_command)]
pub(crate) async fn rules(ctx: Context<'_>, mode: Option<ModeChoice>) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    pages::ask_for(bot, &asker, reply, mode.map(Mode::from)).await;
    Ok(())
}

/// Explains the bot.
#[poise::command(slash_command)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), Infallible> {
    let asker = RequestContext::of_command(ctx.interaction);
    let page = Outgoing::page(asker.words.help_title(), asker.words.help());
    let page = page.rows(help_rows(asker.words));
    Reply::new(&ctx.data().rest, &asker).say(page).await;
    Ok(())
}
