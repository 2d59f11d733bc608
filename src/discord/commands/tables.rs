//! Tables: set them up, sit down, stand up, begin.

use std::convert::Infallible;

use serenity::all::{Attachment, ComponentInteraction, User};

use crate::discord::bot::{Bot, handle, named};
use crate::discord::commands::Context;
use crate::discord::commands::company::{Company, Guests};
use crate::discord::commands::complete;
use crate::discord::commands::options::{
    DrawChoice, GoalChoice, LevelChoice, ModeChoice, OpeningChoice, OvertimeChoice,
    RepetitionChoice, SetupChoice, StuckChoice, TalkChoice, Wanted,
};
use crate::discord::commands::time::Time;
use crate::discord::custom_id::game::Action;
use crate::discord::features::respond::Act;
use crate::discord::features::uploads;
use crate::discord::interaction::context::{RequestContext, name_of};
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views;
use crate::i18n::{Done, Words};
use crate::service::{
    GameId, GameSummary, NewTable, PersonId, Refusal, Request, Service, ServiceError, TableKind,
    View,
};
use focus::{Mode, Position, Rules, Setup};
use focus_engine::Level;

/// Declares a command that sets a table up: with arguments of its own, from which follows who is
/// asked, and after them those that all such commands have.
macro_rules! sets_up {
    ($(#[$about:meta])* $name:ident($($own:tt)*) $guests:expr) => {
        $(#[$about])*
        #[expect(
            clippy::too_many_arguments,
            reason = "each one is an argument people can type"
        )]
        #[poise::command(slash_command)]
        pub(super) async fn $name(
            ctx: Context<'_>,
            $($own)*
            computer: Option<LevelChoice>,
            computer2: Option<LevelChoice>,
            computer3: Option<LevelChoice>,
            partner: Option<LevelChoice>,
            teammate: Option<User>,
            goal: Option<GoalChoice>,
            stuck: Option<StuckChoice>,
            draw: Option<DrawChoice>,
            opening: Option<OpeningChoice>,
            setup: Option<SetupChoice>,
            repetition: Option<RepetitionChoice>,
            quiet: Option<String>,
            talk: Option<TalkChoice>,
            #[autocomplete = "complete::clocks"] clock: Option<String>,
            overtime: Option<OvertimeChoice>,
            thread: Option<bool>,
            position: Option<String>,
            record: Option<Attachment>,
            private: Option<bool>,
            rated: Option<bool>,
        ) -> Result<(), Infallible> {
            let wanted = Wanted {
                goal,
                stuck,
                draw,
                opening,
                setup,
                repetition,
                quiet,
                talk,
            };
            let computers = [computer, computer2, computer3].into_iter().flatten();
            let mut guests = $guests;
            let is_named = |user: &User| guests.users.iter().any(|guest| guest.id == user.id);
            let unnamed = teammate.clone().filter(|user| !is_named(user));
            guests.users.extend(unnamed);
            let company = Company {
                guests,
                computers: computers.map(Level::from).collect(),
                partner: partner.map(Level::from),
                teammate: teammate.map(|user| user.id),
            };
            let manner = Manner {
                in_thread: thread,
                is_private: private.unwrap_or(false),
                is_rated: rated.unwrap_or(false),
                start: Start { position, record },
                time: Time { clock, overtime },
            };
            set_up(ctx, company, wanted, manner).await;
            Ok(())
        }
    };
}

sets_up! {
    /// Sets a table up that others can join.
    new(
        mode: Option<ModeChoice>,
        #[min = 0]
        #[max = 4]
        people: Option<usize>,
        invite1: Option<User>,
        invite2: Option<User>,
        invite3: Option<User>,
    )
    Guests {
        mode: mode.map(Mode::from),
        people,
        users: [invite1, invite2, invite3].into_iter().flatten().collect(),
        kind: |users| match users[..] {
            [] => TableKind::Open,
            _ => TableKind::Invited(users),
        },
    }
}

sets_up! {
    /// Challenges somebody; the number of opponents says how many play.
    challenge(
        opponent1: User,
        opponent2: Option<User>,
        opponent3: Option<User>,
        mode: Option<ModeChoice>,
    )
    Guests {
        mode: mode.map(Mode::from),
        people: None,
        users: [Some(opponent1), opponent2, opponent3].into_iter().flatten().collect(),
        kind: TableKind::Challenge,
    }
}

/// Where, from what and for what a game is played.
struct Manner {
    /// As on the server, if nothing is said.
    in_thread: Option<bool>,
    is_private: bool,
    is_rated: bool,
    start: Start,
    time: Time,
}

/// What a game starts from, if somebody gives that.
#[derive(Default)]
struct Start {
    position: Option<String>,
    record: Option<Attachment>,
}

impl Start {
    /// Reads what is given, with the rules that follow from it.
    async fn read(
        self,
        bot: &Bot,
        asker: &RequestContext,
    ) -> Result<Option<(Setup, Rules)>, BotError> {
        let words = asker.words;
        match (self.position, self.record) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => Err(BotError::Said(words.import_both())),
            (Some(text), None) => {
                let setup = uploads::read_setup(&text, words)?;
                let rules = setup.implied_rules();
                Ok(Some((setup, rules)))
            }
            (None, Some(file)) => {
                let record = uploads::record(bot, asker, Some(&file), None).await?;
                let position = record.game.position();
                Ok(Some((position.to_setup(), position.rules())))
            }
        }
    }
}

async fn set_up(ctx: Context<'_>, mut company: Company, wanted: Wanted, mut manner: Manner) {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let done = Done::SetUp {
        against: company.seat_bot(bot.me()),
    };
    let (who, now) = (asker.clone(), bot.clock.now());
    let start = std::mem::take(&mut manner.start).read(bot, &asker);
    let request = async {
        let start = start.await?;
        let work = move |service: &Service| {
            let in_thread = room(service, &who, manner.in_thread)?;
            let new = new_table(&who, company, wanted, manner, start, in_thread)?;
            handle(service, now, &who.actor, Request::Create(new))
        };
        bot.ask(work).await
    };
    let reply = Reply::new(&bot.rest, &asker);
    bot.act(&asker, reply, Act::by_command(Some(done)), request)
        .await;
}

/// Whether a game at a new table gets a thread, if people and bot can play where it is asked for.
pub(super) fn room(
    service: &Service,
    asker: &RequestContext,
    in_thread: Option<bool>,
) -> Result<bool, BotError> {
    service.check_welcome(asker.place, asker.parent, &asker.standing)?;
    let is_usual = service.settings_at(asker.place)?.in_threads;
    let in_thread = in_thread.unwrap_or(is_usual) && !asker.is_in_thread();
    let missing = asker.missing(in_thread);
    if missing.is_empty() {
        Ok(in_thread)
    } else {
        Err(BotError::Missing(missing))
    }
}

/// The table that is asked for.
fn new_table(
    asker: &RequestContext,
    mut company: Company,
    wanted: Wanted,
    manner: Manner,
    given: Option<(Setup, Rules)>,
    in_thread: bool,
) -> Result<NewTable, BotError> {
    check_guests(&company.guests.users, asker.words)?;
    if let Some((setup, _)) = &given {
        company
            .play_from(setup.mode)
            .map_err(|mode| BotError::Said(asker.words.position_of_other_mode(setup.mode, mode)))?;
    }
    let mode = company.mode();
    company.check(mode).map_err(BotError::Refused)?;
    let usual = given.as_ref().map_or(Rules::new(mode), |(_, rules)| *rules);
    let rules = wanted.rules(usual, asker.words)?;
    let start = given.map(|(setup, _)| Position::from_setup(setup, rules));
    let start = start.transpose();
    let start = start.map_err(|error| BotError::Said(asker.words.illegal_position(&error)))?;
    Ok(NewTable {
        place: asker.place,
        rules,
        is_private: manner.is_private,
        start: start.map(Box::new),
        computers: company.computers(mode),
        is_watched: company.people() == 0,
        teammate: company.teammate.map(|user| PersonId(user.get())),
        kind: company.guests.kind(),
        in_thread,
        rated: manner.is_rated,
        time: manner.time.rule(asker.words)?,
    })
}

/// Refuses guests that are bots.
pub(super) fn check_guests<'u>(
    users: impl IntoIterator<Item = &'u User>,
    words: Words,
) -> Result<(), BotError> {
    match users.into_iter().find(|user| user.bot) {
        Some(bot) => Err(BotError::Said(words.bots_do_not_play(&name_of(bot)))),
        None => Ok(()),
    }
}

/// Sits down at a table, or accepts a challenge.
#[poise::command(slash_command)]
pub(super) async fn join(
    ctx: Context<'_>,
    #[autocomplete = "complete::tables_to_join"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Joined, Action::Join);
    at_table(ctx, game, done, Request::Join, to_join).await;
    Ok(())
}

/// Stands up from a table that has not begun.
#[poise::command(slash_command)]
pub(super) async fn leave(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_tables"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Left, Action::Leave);
    at_table(ctx, game, done, Request::Leave, to_leave).await;
    Ok(())
}

/// Begins with the people at the table.
#[poise::command(slash_command)]
pub(super) async fn start(
    ctx: Context<'_>,
    #[autocomplete = "complete::own_tables"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Started, Action::Start);
    at_table(ctx, game, done, Request::Start, to_leave).await;
    Ok(())
}

/// Lists the tables that could be meant.
type Candidates = fn(&Service, &RequestContext) -> Result<Vec<GameSummary>, BotError>;

async fn at_table(
    ctx: Context<'_>,
    number: Option<String>,
    (done, action): (Done, Action),
    request: fn(GameId) -> Request,
    candidates: Candidates,
) {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let game = named(&asker, number.as_deref());
    let (who, now) = (asker.clone(), bot.clock.now());
    let update = bot.ask(move |service| {
        let game = match game? {
            Some(game) => game,
            None => only(&candidates(service, &who)?)
                .map_err(|error| BotError::from(error).offering(Some(action)))?,
        };
        if done == Done::Joined {
            service.check_seat(who.actor.person, who.place, &who.standing, game)?;
        }
        handle(service, now, &who.actor, request(game))
    });
    let reply = Reply::new(&bot.rest, &asker);
    bot.act(&asker, reply, Act::by_command(Some(done)), update)
        .await;
}

/// Invites the people chosen from a menu, and calls them.
pub(in crate::discord) async fn invite(
    bot: &Bot,
    asker: &RequestContext,
    mut reply: Reply<'_>,
    game: GameId,
    press: &ComponentInteraction,
) {
    let users: Vec<&User> = press.data.resolved.users.values().collect();
    let people: Vec<_> = users.iter().map(|user| PersonId(user.id.get())).collect();
    let allowed = check_guests(users, asker.words);
    let (who, now) = (asker.clone(), bot.clock.now());
    let request = Request::Invite {
        game,
        people: people.clone(),
    };
    let invited = bot.ask(move |service| {
        allowed?;
        handle(service, now, &who.actor, request)
    });
    let update = match reply.wait(invited).await {
        Ok(update) => update,
        Err(error) => {
            return reply.say(bot.explain(asker.words, None, error).await).await;
        }
    };
    let told = Outgoing::text(asker.words.done(Done::Invited, game));
    bot.show_update(asker, &update, reply.say(told)).await;
    let View::Table(table) = update.view else {
        return;
    };
    let link = views::link(table.place, table.message).unwrap_or_default();
    let words = bot.public_words(asker.place.guild);
    let text = words.table_call(&asker.actor.name, &people, &link);
    let call = Outgoing::text(text).calling(people);
    if let Err(error) = bot.rest.follow_up(&asker.key, &call).await {
        tracing::warn!(%error, %game, "guests were not called");
    }
}

/// Tables the person can sit down at: those with an invitation, or else those in the channel that
/// are open to all.
pub(super) fn to_join(
    service: &Service,
    asker: &RequestContext,
) -> Result<Vec<GameSummary>, BotError> {
    let mut invited = service.games_of(asker.actor.person)?;
    invited.retain(|table| !table.begun && !table.seated);
    if !invited.is_empty() {
        return Ok(invited);
    }
    let own: Vec<_> = to_leave(service, asker)?
        .iter()
        .map(|table| table.id)
        .collect();
    let mut here = service.games_in(asker.place.channel)?;
    here.retain(|table| table.is_open && !own.contains(&table.id));
    Ok(here)
}

/// Tables at which the person sits, those in the channel if there are any.
pub(super) fn to_leave(
    service: &Service,
    asker: &RequestContext,
) -> Result<Vec<GameSummary>, BotError> {
    let mut own = service.games_of(asker.actor.person)?;
    own.retain(|table| !table.begun && table.seated);
    if own.iter().any(|table| table.place == asker.place) {
        own.retain(|table| table.place == asker.place);
    }
    Ok(own)
}

fn only(tables: &[GameSummary]) -> Result<GameId, ServiceError> {
    match tables {
        [] => Err(Refusal::NoGameHere.into()),
        [table] => Ok(table.id),
        several => Err(Refusal::WhichGame(several.iter().map(|table| table.id).collect()).into()),
    }
}
