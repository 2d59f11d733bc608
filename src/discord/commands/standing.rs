//! Who is the strongest, and how somebody does; all of it private.

use std::convert::Infallible;

use serenity::all::User;

use crate::discord::bot::Bot;
use crate::discord::commands::Context;
use crate::discord::commands::options::ModeChoice;
use crate::discord::custom_id::leaderboard::StandingId;
use crate::discord::interaction::context::{RequestContext, name_of};
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views::standing::{self, Names};
use crate::service::ratings::ladder::{LeaderboardPage, LeaderboardScope};
use crate::service::{Fault, PersonId};
use focus::Mode;

/// Shows the strongest of a mode, on this server at first.
#[poise::command(slash_command)]
pub(super) async fn leaderboard(
    ctx: Context<'_>,
    mode: Option<ModeChoice>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let mode = mode.map_or(Mode::Duel, Mode::from);
    let page = ladder(bot, &asker, false, mode, LeaderboardPage::Top);
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, page)
        .await;
    Ok(())
}

/// Shows somebody's ratings and results, and how they do against another one.
#[poise::command(slash_command)]
pub(super) async fn profile(
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
    let found = bot.ask(move |service| service.profile(own, other));
    let message = async {
        let profile = found.await?;
        let message = standing::profile(&profile, &names, asker.words);
        if profile.modes.is_empty() {
            return Ok(message);
        }
        let card = standing::card(&profile, &names, asker.words);
        let alt = asker.words.profile_alt(&profile, &names.own);
        let picture = bot.sheet(&asker, "profile", alt, move |renderer| {
            renderer.card_png(&card)
        });
        Ok(message.picture(picture.await?))
    };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, message)
        .await;
    Ok(())
}

/// Does what a button below a list or a profile says.
pub(in crate::discord) async fn press(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    id: StandingId,
) {
    match id {
        StandingId::Ladder {
            is_of_all,
            mode,
            part,
        } => {
            let page = ladder(bot, asker, is_of_all, mode, part);
            bot.answer(asker, reply, None, page).await;
        }
        StandingId::List { is_wanted, mode } => {
            let person = asker.actor.person;
            let listed = bot.ask(move |service| service.set_listed(person, is_wanted));
            let page = async {
                listed.await?;
                ladder(bot, asker, true, mode, LeaderboardPage::Top).await
            };
            bot.answer(asker, reply, None, page).await;
        }
        StandingId::Rules => {
            let words = asker.words;
            let page = Outgoing::page(words.rating_rules_title(), words.rating_rules());
            Reply::new(&bot.rest, asker).say(page).await;
        }
    }
}

/// A part of a list, of this server or of all.
async fn ladder(
    bot: &Bot,
    asker: &RequestContext,
    is_of_all: bool,
    mode: Mode,
    part: LeaderboardPage,
) -> Result<Outgoing, BotError> {
    let here = asker.place.guild.filter(|_| !is_of_all);
    let list = here.map_or(LeaderboardScope::All, LeaderboardScope::Server);
    let person = asker.actor.person;
    let found = bot.ask(move |service| {
        let ladder = service.ladder(list, mode, part)?;
        Ok::<_, Fault>((ladder, service.is_listed(person)?))
    });
    let (ladder, is_listed) = found.await?;
    if ladder.lines.is_empty() {
        // A list without anybody is no picture.
        return Ok(standing::ladder(&ladder, is_listed, asker.words).without_picture());
    }
    let ranking = standing::ranking(&ladder, asker.actor.person, asker.words);
    let alt = asker.words.ladder_alt(&ladder);
    let picture = bot.sheet(asker, "leaderboard", alt, move |renderer| {
        renderer.ranking_png(&ranking)
    });
    Ok(standing::ladder(&ladder, is_listed, asker.words).picture(picture.await?))
}
