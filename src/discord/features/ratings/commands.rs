//! Leaderboards and profiles, all of them private.

use std::convert::Infallible;

use serenity::all::User;

use crate::discord::board::drawing::view_preferences::theme_for;
use crate::discord::board::respond;
use crate::discord::bot::Bot;
use crate::discord::features::ratings::id::{Listing, Range, StandingId};
use crate::discord::features::ratings::view::{self, Names};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::ModeChoice;
use crate::discord::interaction::context::{RequestContext, name_of};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::service::ratings::ladder::{LeaderboardPage, LeaderboardScope};
use crate::service::{Fault, PersonId};
use focus::Mode;

/// Shows the strongest of a mode, on this server at first.
#[poise::command(slash_command)]
pub(crate) async fn leaderboard(
    ctx: Context<'_>,
    mode: Option<ModeChoice>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let mode = mode.map_or(Mode::Duel, Mode::from);
    let page = ladder(bot, &asker, Range::Server, mode, LeaderboardPage::Top);
    respond::answer(bot, &asker, Reply::new(&bot.rest, &asker), None, page).await;
    Ok(())
}

/// Shows somebody's ratings and results, and how they do against another one.
#[poise::command(slash_command)]
pub(crate) async fn profile(
    ctx: Context<'_>,
    person: Option<User>,
    with: Option<User>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let id = |user: &User| PersonId(user.id.get());
    let own = person.as_ref().map_or(asker.actor.person, id);
    let name = person.as_ref().map(name_of);
    // Alone with oneself there is nothing to compare.
    let with = with.filter(|user| id(user) != own);
    let names = Names {
        own: name.unwrap_or_else(|| asker.actor.name.clone()),
        other: with.as_ref().map(name_of),
    };
    let other = with.as_ref().map(id);
    let found = bot.service.ask(move |service| service.profile(own, other));
    let message = async {
        let profile = found.await?;
        let message = view::profile(&profile, &names, asker.words);
        if profile.modes.is_empty() {
            return Ok(message);
        }
        let card = view::card(&profile, &names, asker.words);
        let alt = asker.words.profile_alt(&profile, &names.own);
        let theme = theme_for(&bot.service, &asker).await;
        let picture = bot.drawing.sheet(theme, "profile", alt, move |renderer| {
            renderer.card_png(&card)
        });
        Ok(message.picture(picture.await?))
    };
    respond::answer(bot, &asker, Reply::new(&bot.rest, &asker), None, message).await;
    Ok(())
}

/// Handles a press of a button below a list or a profile.
pub(crate) async fn press(bot: &Bot, asker: &RequestContext, reply: Reply<'_>, id: StandingId) {
    match id {
        StandingId::Ladder { range, mode, part } => {
            let page = ladder(bot, asker, range, mode, part);
            respond::answer(bot, asker, reply, None, page).await;
        }
        StandingId::List { listing, mode } => {
            let (person, is_wanted) = (asker.actor.person, listing == Listing::On);
            let listed = bot
                .service
                .ask_in_turn(&asker.subjects(None), move |service| {
                    service.set_listed(person, is_wanted)
                });
            let page = async {
                listed.await?;
                ladder(bot, asker, Range::All, mode, LeaderboardPage::Top).await
            };
            respond::answer(bot, asker, reply, None, page).await;
        }
        StandingId::Rules => {
            let words = asker.words;
            let page = Outgoing::page(words.rating_rules_title(), words.rating_rules());
            Reply::new(&bot.rest, asker).say(page).await;
        }
    }
}

/// Returns a part of a list, of this server or of all.
async fn ladder(
    bot: &Bot,
    asker: &RequestContext,
    range: Range,
    mode: Mode,
    part: LeaderboardPage,
) -> Result<Outgoing, BotError> {
    let here = asker.place.guild.filter(|_| range == Range::Server);
    let list = here.map_or(LeaderboardScope::All, LeaderboardScope::Server);
    let person = asker.actor.person;
    let found = bot.service.ask(move |service| {
        let ladder = service.ladder(list, mode, part)?;
        Ok::<_, Fault>((ladder, service.is_listed(person)?))
    });
    let (ladder, is_listed) = found.await?;
    if ladder.lines.is_empty() {
        // A list without anybody is no picture.
        return Ok(view::ladder(&ladder, is_listed, asker.words).without_picture());
    }
    let ranking = view::ranking(&ladder, asker.actor.person, asker.words);
    let alt = asker.words.ladder_alt(&ladder);
    let theme = theme_for(&bot.service, asker).await;
    let picture = bot
        .drawing
        .sheet(theme, "leaderboard", alt, move |renderer| {
            renderer.ranking_png(&ranking)
        });
    Ok(view::ladder(&ladder, is_listed, asker.words).picture(picture.await?))
}
