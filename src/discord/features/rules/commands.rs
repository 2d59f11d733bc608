//! Rules, help, and diagnosis of a place, in private.

use std::convert::Infallible;

use serenity::all::Permissions;

use crate::discord::bot::Bot;
use crate::discord::features::rules::pages;
use crate::discord::game_messages::respond;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::ChoiceOf;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Container, Outgoing};
use crate::discord::views::accent;
use crate::discord::views::help::help_rows;
use crate::i18n::Permission;
use focus::{Color, Mode};

/// Explains the rules of a mode, page by page.
#[poise::command(slash_command)]
pub(crate) async fn rules(
    ctx: Context<'_>,
    mode: Option<ChoiceOf<Mode>>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let reply = Reply::new(&bot.rest, &context);
    pages::ask_for(bot, reply, mode.map(|ChoiceOf(mode)| mode)).await;
    Ok(())
}

/// Explains the bot.
#[poise::command(slash_command)]
pub(crate) async fn help(ctx: Context<'_>) -> Result<(), Infallible> {
    let context = RequestContext::of_command(ctx.interaction);
    let (bot, words) = (ctx.data(), context.words);
    let text = words.help(hears_no_replies(bot, &context), |root| {
        bot.command_ids.id(root)
    });
    let page = Outgoing::page(words.text("help-title", &[]), text)
        .in_container(Container::new(accent(Color::Orange)))
        .rows(help_rows(context.key.application, words));
    Reply::new(&bot.rest, &context).say(page).await;
    Ok(())
}

/// Returns whether the bot sees no replies in this place: it is not a member, or has no gateway
/// connection.
fn hears_no_replies(bot: &Bot, context: &RequestContext) -> bool {
    let health = bot.metrics.health();
    let is_only_asked = health.has_endpoint() && health.shards().is_empty();
    context.place.is_visited() || is_only_asked
}

/// Reports what works in this place, and who may play here.
#[poise::command(slash_command)]
pub(crate) async fn diagnose(ctx: Context<'_>) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let (place, parent) = (context.place, context.parent);
        let permissions = context.permissions.clone();
        let checked = bot
            .service
            .ask(move |service| service.check_may_set_up(place, parent, &permissions));
        let mut text = diagnosis(bot, &context);
        match checked.await {
            Err(BotError::Refused(refusal)) => {
                text = format!("{text}\n{}", context.words.refusal(&refusal));
            }
            checked => checked?,
        }
        Ok(Outgoing::text(text))
    })
    .await
}

/// Describes what works in this place: in a channel of a server, which permissions have to be
/// granted.
fn diagnosis(bot: &Bot, context: &RequestContext) -> String {
    let (words, granted) = (context.words, context.granted.unwrap_or_default());
    if context.is_ephemeral_only {
        return words.text("place-ephemeral-only", &[]);
    }
    let needs = context.needs(context.can_open_thread());
    if needs.is_answer {
        return words.diagnosis_of(context.place, hears_no_replies(bot, context));
    }
    let missing = needs.missing_for_pictures(granted);
    if context.is_unseen_thread(&missing) {
        return words.text("missing-thread", &[]);
    }
    let is_administrator = granted.contains(Permissions::ADMINISTRATOR);
    let needed = needs.missing_for_pictures(Permissions::empty());
    let text = words.diagnosis(&needed, &missing, is_administrator);
    if missing.contains(&Permission::AttachFiles) {
        return format!("{text}\n{}", words.text("missing-files", &[]));
    }
    text
}
