//! Leaderboards and profiles, private until somebody shares them.

use std::convert::Infallible;

use serenity::all::User;

use crate::discord::bot::Bot;
use crate::discord::features::ratings::id::{Listing, Range, RatingsButtonId};
use crate::discord::features::ratings::view::{self, Names};
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::names::name_by_id;
use crate::discord::game_messages::respond::share_button::{Audience, share};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::ChoiceOf;
use crate::discord::interaction::context::{RequestContext, name_of};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::i18n::Words;
use crate::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use crate::service::{Fault, PersonId};
use focus::Mode;

/// Shows the leaderboard of a mode, at first that of this server.
#[poise::command(slash_command)]
pub(crate) async fn leaderboard(
    ctx: Context<'_>,
    mode: Option<ChoiceOf<Mode>>,
) -> Result<(), Infallible> {
    let mode = mode.map_or(Mode::Duel, |ChoiceOf(mode)| mode);
    respond::command(ctx, |bot, context| async move {
        let part = (Range::Server, mode, LeaderboardPage::Top);
        leaderboard_page(bot, &context, part, Audience::One(context.words)).await
    })
    .await
}

/// Shows somebody's ratings and results, and their results against another person.
#[poise::command(slash_command)]
pub(crate) async fn profile(
    ctx: Context<'_>,
    person: Option<User>,
    with: Option<User>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let id = |user: &User| PersonId(user.id.get());
        let own = person.as_ref().map_or(context.actor.person, id);
        let name = person.as_ref().map(name_of);
        let is_bot = person.as_ref().is_some_and(|user| user.bot);
        // Comparing a person with themselves is meaningless, and bots have no games as people.
        let with = with.filter(|user| id(user) != own && !user.bot);
        let names = Names {
            own: name.unwrap_or_else(|| context.actor.name.clone()),
            other: with.as_ref().map(name_of),
        };
        let people = (own, with.as_ref().map(id));
        let private = Audience::One(context.words);
        card(bot, &context, people, &names, is_bot, private).await
    })
    .await
}

/// Handles a press of a button below a list or a profile.
pub(crate) async fn press(bot: &Bot, reply: Reply<'_>, id: RatingsButtonId) {
    let context = reply.context();
    let private = Audience::One(context.words);
    match id {
        RatingsButtonId::Leaderboard { range, mode, part } => {
            let page = leaderboard_page(bot, context, (range, mode, part), private);
            respond::answer(bot, reply, None, page).await;
        }
        RatingsButtonId::List { listing, mode } => {
            let (person, is_wanted) = (context.actor.person, listing == Listing::On);
            let listed = bot
                .service
                .ask_in_turn(&context.subjects(None), move |service| {
                    service.set_listed(person, is_wanted)
                });
            let page = async {
                listed.await?;
                let part = (Range::All, mode, LeaderboardPage::Top);
                leaderboard_page(bot, context, part, private).await
            };
            respond::answer(bot, reply, None, page).await;
        }
        RatingsButtonId::ShareLeaderboard { range, mode, part } => {
            let part = (range, mode, part);
            let page = |audience| leaderboard_page(bot, context, part, audience);
            share(bot, context, page).await;
        }
        RatingsButtonId::ShareProfile { person, with } => {
            share(bot, context, |audience| async move {
                let own = name_by_id(bot, context, person);
                let other = async {
                    match with {
                        Some(other) => name_by_id(bot, context, other).await.map(Some),
                        None => Ok(None),
                    }
                };
                let (own, other) = tokio::try_join!(own, other)?;
                let names = Names { own, other };
                // A bot has no profile to share.
                card(bot, context, (person, with), &names, false, audience).await
            })
            .await;
        }
        RatingsButtonId::Rules => {
            let words = context.words;
            let title = words.text("rating-rules-title", &[]);
            let page = Outgoing::page(title, words.text("rating-rules", &[]));
            Reply::new(&bot.rest, context).say(page).await;
        }
    }
}

/// Returns a profile, with the person's results against another one; nobody can play with a person
/// that is a bot.
async fn card(
    bot: &Bot,
    context: &RequestContext,
    (person, with): (PersonId, Option<PersonId>),
    names: &Names,
    is_bot: bool,
    audience: Audience<'_>,
) -> Result<Outgoing, BotError> {
    let (words, now) = (audience.words(), bot.clock.now());
    let profile = bot
        .service
        .ask(move |service| service.profile(person, with, now))
        .await?;
    let (is_own, is_invitable) = (
        person == context.actor.person,
        !is_bot && !context.place.is_direct(),
    );
    let message = view::profile(&profile, names, (is_own, is_invitable), audience);
    if profile.modes.is_empty() {
        return Ok(message.without_picture());
    }
    let card = view::card(&profile, names, words);
    let alt = words.profile_alt(&profile, &names.own);
    let theme = audience.theme(bot, context).await;
    let picture = bot.drawing.chart(theme, "profile", alt, move |renderer| {
        renderer.card_png(&card)
    });
    Ok(message.picture(picture.await?))
}

/// Returns a part of a list, of this server or of all.
async fn leaderboard_page(
    bot: &Bot,
    context: &RequestContext,
    (range, mode, part): (Range, Mode, LeaderboardPage),
    audience: Audience<'_>,
) -> Result<Outgoing, BotError> {
    let words: Words = audience.words();
    let here = context.place.guild.filter(|_| range == Range::Server);
    let is_on_server = context.place.guild.is_some();
    let list = here.map_or(LeaderboardScope::All, LeaderboardScope::Server);
    let (person, now) = (context.actor.person, bot.clock.now());
    let found = bot.service.ask(move |service| {
        let leaderboard = service.leaderboard(list, mode, part, now)?;
        Ok::<_, Fault>((leaderboard, service.is_listed(person)?))
    });
    let (leaderboard, is_listed) = found.await?;
    let message = view::leaderboard(&leaderboard, part, (is_listed, is_on_server), audience);
    if leaderboard.lines.is_empty() {
        // An empty leaderboard has no picture.
        return Ok(message.without_picture());
    }
    let ranking = view::ranking(&leaderboard, context.actor.person, words);
    let alt = words.leaderboard_alt(&leaderboard);
    let theme = audience.theme(bot, context).await;
    let picture = bot
        .drawing
        .chart(theme, "leaderboard", alt, move |renderer| {
            renderer.ranking_png(&ranking)
        });
    Ok(message.picture(picture.await?))
}
