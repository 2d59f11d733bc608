//! Seats of a table: people sit down, stand up, invite others, and begin.

use std::convert::Infallible;
use std::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::features::tables::autocomplete::{self, to_join, to_leave};
use crate::discord::features::tables::new_table::check_guests;
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::publisher::late_edits::show_current;
use crate::discord::game_messages::publisher::recording::shown;
use crate::discord::game_messages::publisher::tables::table_message;
use crate::discord::game_messages::publisher::unmentioned::show_or_tell;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::game_messages::respond::learned::{learn_access, note_token};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::buttons::TableButton;
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::host_choice::{HostChoice, Placement};
use crate::discord::interaction::custom_id::request_buttons::TableRequestButton;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::{check_entry, handle, named};
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::i18n::Done;
use crate::service::{
    Announcement, GameEntry, GameId, GameSummary, Lineup, MessageId, PendingMessage, PersonId,
    Refusal, Request, Service, ServiceError, TableKind, Update, View,
};

/// Sits down at a table, or accepts a challenge.
#[poise::command(slash_command)]
pub(crate) async fn join(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::tables_to_join"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Joined, TableRequestButton::Join.into());
    at_table(ctx, game, done, Request::Join, to_join).await;
    Ok(())
}

/// Stands up from a table that has not begun.
#[poise::command(slash_command)]
pub(crate) async fn leave(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::own_tables"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Left, TableRequestButton::Leave.into());
    at_table(ctx, game, done, Request::Leave, to_leave).await;
    Ok(())
}

/// Begins with the people at the table.
#[poise::command(slash_command)]
pub(crate) async fn start(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::own_tables"] game: Option<String>,
) -> Result<(), Infallible> {
    let done = (Done::Started, TableRequestButton::Start.into());
    at_table(ctx, game, done, Request::Start, to_leave).await;
    Ok(())
}

/// Function that lists the tables that could be meant.
type Candidates = fn(&Service, &RequestContext) -> Result<Vec<GameSummary>, BotError>;

async fn at_table(
    ctx: Context<'_>,
    number: Option<String>,
    (done, button): (Done, GameButton),
    request: fn(GameId) -> Request,
    candidates: Candidates,
) {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    let game = named(&context, number.as_deref());
    let (who, now) = (context.clone(), bot.clock.now());
    let subjects = context.subjects(game.as_ref().ok().copied().flatten());
    let update = bot.service.ask_in_turn(&subjects, move |service| {
        let game = match game? {
            Some(game) => game,
            None => only(&candidates(service, &who)?)
                .map_err(|error| BotError::from(error).offering(Some(button)))?,
        };
        let request = request(game);
        check_entry(service, &who, &request)?;
        handle(service, now, &who.actor, request)
    });
    let reply = Reply::new(&bot.rest, &context);
    let done = CommandReply::typed(Some(done));
    respond::carry_out(bot, reply, done, update).await;
}

/// Invites the people chosen from a menu, who are mentioned when the table is shown.
async fn invite(bot: &Bot, reply: Reply<'_>, game: GameId, press: &Press) {
    let users = press.users();
    let people = users.iter().map(|user| PersonId(user.id.get())).collect();
    let allowed = check_guests(users, |name| {
        reply.context().words.naming("bots-take-no-seat", name)
    });
    if let Err(error) = allowed {
        return error_replies::refuse(bot, reply, None, error).await;
    }
    let request = Request::Invite { game, people };
    respond::in_game(bot, reply, Some(Done::Invited), request).await;
}

fn only(tables: &[GameSummary]) -> Result<GameId, ServiceError> {
    match tables {
        [] => Err(Refusal::NoTable.into()),
        [table] => Ok(table.id),
        several => Err(Refusal::WhichGame(several.iter().map(|table| table.id).collect()).into()),
    }
}

/// Handles a press of a button that opens a menu, or a choice from one.
pub(crate) async fn press(
    bot: &Bot,
    reply: Reply<'_>,
    press: &Press,
    (id, button): (GameButtonId, TableButton),
) {
    let (game, words) = (id.game, reply.context().words);
    // Menus posted by older versions carry none.
    let lineup = Lineup::from_number(id.seen);
    let value = press.chosen().unwrap_or_default();
    match button {
        TableButton::HostMenu => {
            let Ok(choice) = value.parse() else {
                return reply.refuse_unknown().await;
            };
            let (done, request) = chosen(game, lineup, choice);
            change_table(bot, reply, done, request).await;
        }
        TableButton::Computer => {
            let Ok(level) = value.parse() else {
                return reply.refuse_unknown().await;
            };
            let request = Request::AddComputer {
                game,
                level,
                lineup,
            };
            respond::in_game(bot, reply, Some(Done::ComputerAdded), request).await;
        }
        TableButton::AddComputer => {
            let question = |lineup| views::ask_level(game, lineup, words);
            fill(bot, reply, game, question).await;
        }
        TableButton::Invite => {
            let question = |_| views::ask_guests(game, words);
            fill(bot, reply, game, question).await;
        }
        TableButton::Guests => invite(bot, reply, game, press).await,
    }
}

/// Returns the request that carries out a host's choice, made for a lineup.
fn chosen(game: GameId, lineup: Option<Lineup>, choice: HostChoice) -> (Done, Request) {
    match choice {
        HostChoice::Place(member, Placement::Team(team)) => {
            let request = Request::PlaceInTeam {
                game,
                member,
                lineup,
                team,
            };
            (Done::TeamsChanged, request)
        }
        HostChoice::Place(member, Placement::Color(color)) => {
            let request = Request::GiveColor {
                game,
                member,
                lineup,
                color,
            };
            (Done::ColorsChanged, request)
        }
        HostChoice::Place(member, Placement::Away) => {
            let request = Request::Remove {
                game,
                member,
                lineup,
            };
            (Done::Removed, request)
        }
        HostChoice::AllowColors => (Done::ColorsChanged, Request::AllowColors(game)),
        HostChoice::DrawColors => (Done::ColorsChanged, Request::DrawColors(game)),
    }
}

/// Asks the host of a table how to fill a seat; the question may depend on the table's lineup.
async fn fill(
    bot: &Bot,
    reply: Reply<'_>,
    game: GameId,
    question: impl FnOnce(Lineup) -> Outgoing,
) {
    let actor = reply.context().actor.clone();
    let may = bot
        .service
        .ask(move |service| service.check_filling(&actor, game));
    let message = async { Ok(question(may.await?)) };
    respond::answer(bot, reply, None, message).await;
}

/// Handles a request that changes a table. Its message is updated by the response, unless another
/// update is in progress. A press on a private message, such as a list of games, is answered there.
pub(crate) async fn change_table(bot: &Bot, mut reply: Reply<'_>, done: Done, request: Request) {
    let context = reply.context();
    if reply.is_in_place() {
        // The person may not see the table.
        return Box::pin(respond::in_game(bot, reply, Some(done), request)).await;
    }
    let game = request.game();
    let (who, now) = (context.clone(), bot.clock.now());
    let subjects = context.subjects(game);
    let update = bot.service.ask_in_turn(&subjects, move |service| {
        check_entry(service, &who, &request)?;
        let sits_down = match request.entry() {
            Some(GameEntry::Seat(game)) => !is_seated(&service.view(game)?, who.actor.person),
            Some(
                GameEntry::SetUp
                | GameEntry::Rematch(_)
                | GameEntry::Invitation(_)
                | GameEntry::HandOver(_),
            )
            | None => false,
        };
        let update = handle(service, now, &who.actor, request)?;
        Ok::<_, BotError>((update, sits_down))
    });
    let (update, sits_down) = match reply.wait(update).await {
        Ok(changed) => changed,
        Err(error) => return error_replies::refuse(bot, reply, game, error).await,
    };
    show_table(bot, reply, done, &update).await;
    if sits_down {
        respond::offer_practice(bot, context, None).await;
    }
}

/// Returns whether a person sits at a table.
fn is_seated(view: &View, person: PersonId) -> bool {
    match view {
        View::Table(table) => table.people.iter().any(|seated| seated.id == person),
        View::Game(game) => game.color_of(person).is_some(),
    }
}

/// Shows a table that has changed in the message that was pressed, or else as usual.
async fn show_table(bot: &Bot, mut reply: Reply<'_>, done: Done, update: &Update) {
    let context = reply.context();
    let game = update.view.id();
    learn_access(bot, context, update).await;
    note_token(bot, context, update);
    if !reply.is_deferred() {
        bot.tokens.note_pressed(game, context);
    }
    // A table open to all does not show who declines.
    let needs_reply = done == Done::Declined
        && matches!(&update.view, View::Table(table) if table.kind == TableKind::Open);
    if let Some(pressed) = context.pressed
        && update.announce == Announcement::Edit
        && !reply.is_deferred()
        && !needs_reply
    {
        match Box::pin(update_pressed(bot, reply, game, pressed)).await {
            None => return,
            Some(unused) => reply = unused,
        }
    }
    let text = || Outgoing::text(context.words.done(done, game));
    let is_redundant = reply.is_deferred() && !needs_reply && reply.replaceable().is_some();
    let answer = async {
        if needs_reply {
            reply.say(text()).await;
        } else {
            reply.acknowledge(text).await;
        }
    };
    let is_shown = respond::show_update(bot, context, update, answer).await;
    if is_shown && is_redundant {
        respond::withdraw(bot, context).await;
    }
}

/// Shows a table in the message that was pressed, by the response itself. Returns the reply if that
/// is not possible.
async fn update_pressed<'a>(
    bot: &'a Bot,
    mut reply: Reply<'a>,
    game: GameId,
    pressed: MessageId,
) -> Option<Reply<'a>> {
    let Some(turn) = bot.message_locks.try_enter(game) else {
        return Some(reply);
    };
    let now = (bot.clock.now(), Instant::now());
    let pending = bot
        .service
        .ask(move |service| service.pending_message(game, now));
    let Some(PendingMessage {
        update, choices, ..
    }) = pending.await.ok().flatten()
    else {
        return Some(reply);
    };
    let table = match update.view {
        // Guests are mentioned after the table is shown as usual.
        View::Table(table) if table.message == Some(pressed) && table.uncalled.is_empty() => table,
        View::Table(_) | View::Game(_) => return Some(reply),
    };
    let message = table_message(bot, &table, choices.settings.theme, table.form);
    let message = match reply.wait(message).await {
        Ok(message) if !reply.is_deferred() => message,
        Ok(_) | Err(_) => return Some(reply),
    };
    if reply.update(message).await.is_err() {
        drop(turn);
        bot.deadline_set.notify_one();
        show_or_tell(bot, game).await;
        return None;
    }
    if let Err(error) = shown(bot, View::Table(table), pressed).await {
        tracing::warn!(%error, %game, "the message that shows a game could not be recorded");
    }
    show_current(bot, game).await;
    None
}
