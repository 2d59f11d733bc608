//! New tables: `/focus new` and `/focus challenge`.

use std::convert::Infallible;

use serenity::all::{Attachment, User};

use crate::discord::bot::Bot;
use crate::discord::features::tables::autocomplete;
use crate::discord::features::tables::participants::{Guests, Participants};
use crate::discord::features::tables::time::Time;
use crate::discord::game_messages::delivery::snowflake::start_of;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::interaction::arguments::options::{ChoiceOf, WantedRules};
use crate::discord::interaction::arguments::thread_choice::{check_thread, gets_thread};
use crate::discord::interaction::arguments::{Context, uploads};
use crate::discord::interaction::context::{RequestContext, name_of};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::seed;
use crate::i18n::Done;
use crate::service::{NewTable, Overtime, PersonId, Service, TableKind};
use focus::{
    DrawRule, Goal, Mode, Opening, Position, Repetition, Rules, Setup, SetupSize, Stuck, Talk,
};
use focus_engine::Level;

/// Declares a command that sets up a table: its own arguments, which determine the guests, come
/// first, and those that all such commands share follow.
macro_rules! sets_up {
    ($(#[$about:meta])* $name:ident($($own:tt)*) $guests:expr) => {
        $(#[$about])*
        #[expect(
            clippy::too_many_arguments,
            reason = "each one is an argument people can type"
        )]
        #[poise::command(slash_command)]
        pub(crate) async fn $name(
            ctx: Context<'_>,
            $($own)*
            computer: Option<ChoiceOf<Level>>,
            computer2: Option<ChoiceOf<Level>>,
            computer3: Option<ChoiceOf<Level>>,
            partner: Option<ChoiceOf<Level>>,
            teammate: Option<User>,
            goal: Option<ChoiceOf<Goal>>,
            stuck: Option<ChoiceOf<Stuck>>,
            draw: Option<ChoiceOf<DrawRule>>,
            opening: Option<ChoiceOf<Opening>>,
            setup: Option<ChoiceOf<SetupSize>>,
            repetition: Option<ChoiceOf<Repetition>>,
            quiet: Option<String>,
            talk: Option<ChoiceOf<Talk>>,
            #[autocomplete = "autocomplete::clocks"] clock: Option<String>,
            overtime: Option<ChoiceOf<Overtime>>,
            thread: Option<bool>,
            position: Option<String>,
            record: Option<Attachment>,
            private: Option<bool>,
            rated: Option<bool>,
        ) -> Result<(), Infallible> {
            let wanted = WantedRules {
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
            let participants = Participants {
                guests,
                computers: computers.map(|ChoiceOf(level)| level).collect(),
                partner: partner.map(|ChoiceOf(level)| level),
                teammate: teammate.map(|user| user.id),
            };
            let terms = GameTerms {
                in_thread: thread,
                is_private: private.unwrap_or(false),
                is_rated: rated.unwrap_or(false),
                start: Start { position, record },
                time: Time { clock, overtime: overtime.map(|ChoiceOf(overtime)| overtime) },
            };
            set_up(ctx, participants, wanted, terms).await;
            Ok(())
        }
    };
}

sets_up! {
    /// Sets up a table that others can join.
    new(
        mode: Option<ChoiceOf<Mode>>,
        #[min = 0]
        #[max = 4]
        people: Option<usize>,
        invite1: Option<User>,
        invite2: Option<User>,
        invite3: Option<User>,
    )
    Guests {
        mode: mode.map(|ChoiceOf(mode)| mode),
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
        mode: Option<ChoiceOf<Mode>>,
    )
    Guests {
        mode: mode.map(|ChoiceOf(mode)| mode),
        people: None,
        users: [Some(opponent1), opponent2, opponent3].into_iter().flatten().collect(),
        kind: TableKind::Challenge,
    }
}

/// Place, start, clock and stakes of a game.
struct GameTerms {
    /// `None` for the setting of the server.
    in_thread: Option<bool>,
    is_private: bool,
    is_rated: bool,
    start: Start,
    time: Time,
}

/// Start of a game, if one is given.
#[derive(Default)]
struct Start {
    position: Option<String>,
    record: Option<Attachment>,
}

impl Start {
    /// Reads the start, with the rules that follow from it.
    async fn read(
        self,
        bot: &Bot,
        context: &RequestContext,
    ) -> Result<Option<(Setup, Rules)>, BotError> {
        let words = context.words;
        match (self.position, self.record) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => Err(BotError::Said(words.text("import-both", &[]))),
            (Some(text), None) => {
                let setup = uploads::read_setup(&text, words)?;
                let rules = setup.implied_rules();
                Ok(Some((setup, rules)))
            }
            (None, Some(file)) => {
                let record = uploads::record(bot, context, Some(&file), None).await?;
                let position = record.game.reached(record.game.plies().len());
                Ok(Some((position.to_setup(), position.rules())))
            }
        }
    }
}

async fn set_up(
    ctx: Context<'_>,
    mut participants: Participants,
    wanted: WantedRules,
    mut terms: GameTerms,
) {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let done = Done::SetUp {
        against: participants.seat_bot(bot.me()),
    };
    let (who, now) = (context.clone(), bot.clock.now());
    // Another process may have received the same command.
    let command = start_of(context.key.id, None);
    let start = std::mem::take(&mut terms.start).read(bot, &context);
    let request = async {
        let start = start.await?;
        let work = move |service: &Service| {
            check_thread(&who, terms.in_thread)?;
            let in_thread = gets_thread(service, &who, terms.in_thread)?;
            let new = new_table(&who, participants, wanted, terms, start, in_thread)?;
            let new = (None, &new);
            let opened = service.create_by_press(now, &who.actor, new, command, seed()?);
            opened.map_err(BotError::from)
        };
        bot.service.ask_in_turn(&context.new_game(), work).await
    };
    let reply = Reply::new(&bot.rest, &context);
    let answer = CommandReply::typed(Some(done));
    Box::pin(respond::carry_out(bot, reply, answer, request)).await;
}

fn new_table(
    context: &RequestContext,
    mut participants: Participants,
    wanted: WantedRules,
    terms: GameTerms,
    given: Option<(Setup, Rules)>,
    in_thread: bool,
) -> Result<NewTable, BotError> {
    check_guests(&participants.guests.users, |name| {
        context.words.naming("bots-do-not-play", name)
    })?;
    if let Some((setup, _)) = &given {
        participants.play_from(setup.mode).map_err(|mode| {
            BotError::Said(context.words.position_of_other_mode(setup.mode, mode))
        })?;
    }
    let mode = participants.mode();
    participants.check(mode).map_err(BotError::Refused)?;
    let usual = given.as_ref().map_or(Rules::new(mode), |(_, rules)| *rules);
    let rules = wanted.rules(usual, context.words)?;
    let start = given.map(|(setup, _)| Position::from_setup(setup, rules));
    let start = start.transpose();
    let start = start.map_err(|error| BotError::Said(context.words.illegal_position(&error)))?;
    Ok(NewTable {
        place: context.place,
        rules,
        is_private: terms.is_private || context.is_in_private_thread(),
        start: start.map(Box::new),
        computers: participants.computers(mode),
        is_watched: participants.people() == 0,
        teammate: participants.teammate.map(|user| PersonId(user.get())),
        kind: participants.guests.kind(),
        in_thread,
        rated: terms.is_rated,
        time: terms.time.rule(context.words)?,
    })
}

/// Refuses guests that are bots; `why` says so, given the name of one.
pub(super) fn check_guests<'u>(
    users: impl IntoIterator<Item = &'u User>,
    why: impl FnOnce(&str) -> String,
) -> Result<(), BotError> {
    match users.into_iter().find(|user| user.bot) {
        Some(bot) => Err(BotError::Said(why(&name_of(bot)))),
        None => Ok(()),
    }
}
