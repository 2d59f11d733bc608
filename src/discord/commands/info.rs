//! Lists and explanations, all of them private.

use std::convert::Infallible;

use crate::discord::commands::Context;
use crate::discord::commands::options::ModeChoice;
use crate::discord::features::teaching;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::rules::help_rows;
use focus::Mode;

/// Lists the person's games.
#[poise::command(slash_command)]
pub(super) async fn games(ctx: Context<'_>) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let person = asker.actor.person;
    let games = bot.ask(move |service| service.games_of(person));
    let list = async { Ok(Outgoing::text(asker.words.games(&games.await?))) };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, list)
        .await;
    Ok(())
}

/// Explains the rules of a mode, page by page.
#[poise::command(slash_command)]
pub(super) async fn rules(ctx: Context<'_>, mode: Option<ModeChoice>) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &asker);
    teaching::ask_for(bot, &asker, reply, mode.map(Mode::from)).await;
    Ok(())
}

/// Explains the bot.
#[poise::command(slash_command)]
pub(super) async fn help(ctx: Context<'_>) -> Result<(), Infallible> {
    let asker = RequestContext::of_command(ctx.interaction);
    let page = Outgoing::page(asker.words.help_title(), asker.words.help());
    let page = page.rows(help_rows(asker.words));
    Reply::new(&ctx.data().rest, &asker).say(page).await;
    Ok(())
}
