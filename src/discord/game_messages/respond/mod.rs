//! Commands to the game service, typed or pressed, and their responses.

pub(crate) mod command_reply;
pub(crate) mod learned;
pub(crate) mod names;
pub(crate) mod share_button;

use std::convert::Infallible;

use tokio::sync::{Notify, SetOnce};
use tokio::time::{Instant, timeout_at};

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::Unanswered;
use crate::discord::game_messages::delivery::not_shown::{ShowResult, tell_result};
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::publisher::after_request::show_for;
use crate::discord::game_messages::publisher::boards::{goes_on_in_place, is_at_hand};
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::game_messages::respond::learned::{learn_access, learn_parent, note_token};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::{check_entry, handle};
use crate::discord::rest::Outgoing;
use crate::discord::views::help::offer;
use crate::i18n::Done;
use crate::service::{Announcement, GameEntry, GameId, MessageForm, Request, Update, View};

/// Carries out a request, responds, and shows everybody the result.
pub(crate) async fn carry_out(
    bot: &Bot,
    mut reply: Reply<'_>,
    command: CommandReply,
    request: impl Future<Output = Result<Update, BotError>>,
) {
    let context = reply.context();
    let update = match reply.wait(request).await {
        Ok(update) => update,
        Err(error) => return error_replies::refuse(bot, reply, command.game, error).await,
    };
    let game = update.view.id();
    let text = Outgoing::text(command.text(context.words, &update));
    let is_free = !reply.is_in_place() && !reply.is_deferred();
    let is_public = is_free && update.announce == Announcement::Post;
    let form = reply.replaceable();
    learn_access(bot, context, &update).await;
    let channel = update.view.place().channel;
    let is_here = context.place.channel == channel;
    // In another channel, the response cannot be the message that everybody sees. The view was made
    // before the access was learned.
    let is_answer =
        is_here && (context.place.is_visited() || bot.rest.is_at_limit(channel_id(channel)));
    // In direct messages, the person may not see the board. Where the bot can only answer, they are
    // told why it does not appear.
    let is_told = command.is_told || !(is_here || update.view.place().is_visited());
    let is_said = if is_told && is_public && is_answer {
        note_token(bot, context, &update);
        let (shown, is_said) = show_or_say(bot, &update.view, reply, text).await;
        follow(bot, context, &update, shown).await && is_said
    } else if is_told {
        let is_move = command.done.is_none();
        if is_public && is_move && is_in_sight(bot, context, &update) {
            show_or_say_later(bot, &update, reply, text).await
        } else {
            show_update(bot, context, &update, reply.say(text)).await
        }
    } else {
        if is_free {
            bot.tokens.note_pressed(game, context);
        }
        let is_deferred = reply.is_deferred();
        let is_superseded = is_free && is_about_to_be_superseded(bot, context, &update);
        let answer = async {
            if is_superseded {
                reply.take_buttons().await;
            } else {
                reply.acknowledge(|| text).await;
            }
        };
        show_update(bot, context, &update, answer).await && is_deferred
    };
    let said = form.filter(|_| is_said);
    finish_response(bot, context, command, &update, said).await;
}

/// Offers the practice game after some commands; otherwise deletes the private response if everybody
/// sees its content. The offer takes the place of such a response, which was given in the form
/// `said`.
async fn finish_response(
    bot: &Bot,
    context: &RequestContext,
    command: CommandReply,
    update: &Update,
    said: Option<MessageForm>,
) {
    // Guests have been called in public.
    let is_seen = command.done == Some(Done::Invited) || is_in_sight(bot, context, update);
    let redundant = said.filter(|_| command.is_shown() && is_seen);
    if matches!(
        command.done,
        Some(Done::SetUp { .. } | Done::Joined | Done::SeatWanted)
    ) {
        offer_practice(bot, context, redundant).await;
    } else if redundant.is_some() {
        withdraw(bot, context).await;
    }
}

/// Returns whether the message of the table or game is among the newest of the channel where the
/// person is.
pub(crate) fn is_in_sight(bot: &Bot, context: &RequestContext, update: &Update) -> bool {
    let (view, here) = (&update.view, context.place.channel);
    let is_elsewhere = matches!(view, View::Game(game) if game.wants_thread);
    if view.place().channel != here || is_elsewhere {
        return false;
    }
    match update.announce {
        Announcement::Post => true,
        Announcement::Edit => view.message().is_some_and(|message| {
            if context.place.is_visited() {
                // The bot does not see other people's messages there, but somebody has just used
                // this one, or asked for it.
                let maker = bot.tokens.maker(view.id(), message, Instant::now());
                return maker.is_some();
            }
            is_at_hand(bot, here, message)
        }),
    }
}

/// Returns whether the pressed message is a board that a new one is about to follow. Only then does
/// it lose its buttons at once, and only where nothing depends on a press on an old board.
fn is_about_to_be_superseded(bot: &Bot, context: &RequestContext, update: &Update) -> bool {
    let View::Game(view) = &update.view else {
        return false;
    };
    update.announce == Announcement::Post
        && view.message.is_some()
        && view.message == context.pressed
        // The content of one of components would have to be sent again.
        && view.form == MessageForm::Text
        && !context.place.is_visited()
        && context.missing(false).is_empty()
        && !goes_on_in_place(bot, view)
}

/// Deletes the private response, which may have replaced a private message, because everybody sees
/// its content in the channel. It is sent nevertheless: until the board appears, and if the board
/// cannot be shown, it is all that the person sees.
pub(crate) async fn withdraw(bot: &Bot, context: &RequestContext) {
    if let Err(error) = bot.rest.delete_answer(&context.key).await {
        tracing::debug!(%error, "a private response could not be deleted");
    }
}

/// Responds, and shows everybody the change; returns whether the change is shown.
pub(crate) async fn show_update(
    bot: &Bot,
    context: &RequestContext,
    update: &Update,
    answer: impl Future<Output = ()>,
) -> bool {
    note_token(bot, context, update);
    let nothing = Unanswered::none();
    let show = show_for(bot, context, &update.view, &nothing);
    let ((), shown) = tokio::join!(answer, show);
    follow(bot, context, update, shown).await
}

/// Reports the result of showing an update, and records the channel's parent; returns whether it
/// was shown.
async fn follow(bot: &Bot, context: &RequestContext, update: &Update, shown: ShowResult) -> bool {
    let is_shown = tell_result(bot, context, &update.view, shown).await;
    learn_parent(bot, context, &update.view).await;
    is_shown
}

/// Shows everybody the result by the response itself, or responds in private if that is not
/// possible, at the latest when a response is due. Also returns whether it responded in private.
async fn show_or_say(
    bot: &Bot,
    done: &View,
    reply: Reply<'_>,
    text: Outgoing,
) -> (ShowResult, bool) {
    let (context, defers_at) = (reply.context(), reply.defers_at());
    let (unanswered, is_over) = (Unanswered::new(reply), Notify::new());
    let show = async {
        let shown = show_for(bot, context, done, &unanswered).await;
        is_over.notify_one();
        shown
    };
    let answer = async {
        // Either way, an unused response is given now.
        let _ = timeout_at(defers_at, is_over.notified()).await;
        let unused = unanswered.take();
        let is_said = unused.is_some();
        if let Some(reply) = unused {
            reply.say(text).await;
        }
        is_said
    };
    tokio::join!(show, answer)
}

/// Shows everybody a move, and responds in private only if that cannot be done soon: until then,
/// the response is deferred. Returns whether the move was shown after such a response.
async fn show_or_say_later(
    bot: &Bot,
    update: &Update,
    mut reply: Reply<'_>,
    text: Outgoing,
) -> bool {
    let context = reply.context();
    let (defers_at, is_shown) = (reply.defers_at(), SetOnce::new());
    let answer = async {
        reply.defer().await;
        let shown = timeout_at(defers_at, is_shown.wait()).await;
        let is_said = !shown.is_ok_and(|shown| *shown);
        if is_said {
            reply.say(text).await;
        } else {
            reply.say_nothing().await;
        }
        is_said
    };
    let show = async {
        let nothing = Unanswered::none();
        let shown = show_for(bot, context, &update.view, &nothing).await;
        // Nothing else sets it.
        let _ = is_shown.set(shown.is_ok());
        shown
    };
    let (is_said, shown) = tokio::join!(answer, show);
    // Before, a followup would have had to wait for the response.
    note_token(bot, context, update);
    follow(bot, context, update, shown).await && is_said
}

/// Responds to a command with the result of `work`.
pub(crate) async fn command<'a, W>(
    ctx: Context<'a>,
    work: impl FnOnce(&'a Bot, RequestContext) -> W,
) -> Result<(), Infallible>
where
    W: Future<Output = Result<Outgoing, BotError>>,
{
    let (bot, context) = (ctx.data(), RequestContext::of_command(ctx.interaction));
    let reply = Reply::new(&bot.rest, &context);
    answer(bot, reply, None, work(bot, context.clone())).await;
    Ok(())
}

/// Responds with the result of `work`. The second press of a double press does not open the same
/// message again.
pub(crate) async fn answer(
    bot: &Bot,
    mut reply: Reply<'_>,
    game: Option<GameId>,
    work: impl Future<Output = Result<Outgoing, BotError>>,
) {
    if reply.is_repeated() {
        return reply.say_nothing().await;
    }
    let context = reply.context();
    let message = match reply.wait(work).await {
        Ok(message) => message,
        Err(error) if error_replies::is_told(context, &error) => return reply.say_nothing().await,
        Err(error) if error_replies::is_done_elsewhere(bot, context, &error).await => return,
        Err(error) => error_replies::why(bot, context, game, error).await,
    };
    reply.say(message).await;
    note_answered(bot, context);
}

/// Replaces the private message with the result of `work`; shows a refusal in a separate message.
pub(crate) async fn replace(
    bot: &Bot,
    mut reply: Reply<'_>,
    work: impl Future<Output = Result<Outgoing, BotError>>,
) {
    let context = reply.context();
    match reply.wait(work).await {
        Ok(message) => {
            reply.say(message).await;
            note_answered(bot, context);
        }
        Err(error) => error_replies::refuse(bot, reply.beside(), None, error).await,
    }
}

/// Notes that the person has just been answered in private. Pressing the same button again
/// after a moment asks for another answer.
pub(crate) fn note_answered(bot: &Bot, context: &RequestContext) {
    let (person, press) = (context.actor.person, context.key.id);
    bot.newest_presses
        .note_answered(person, press, Instant::now());
}

/// Handles a request that changes a game. A request from a private message gets its response there.
pub(crate) async fn in_game(bot: &Bot, reply: Reply<'_>, done: Option<Done>, request: Request) {
    let (context, game) = (reply.context(), request.game());
    let command = CommandReply {
        done,
        is_told: reply.is_in_place(),
        game,
    };
    let sets_up = matches!(
        request.entry(),
        Some(GameEntry::SetUp | GameEntry::Rematch(_))
    );
    let (who, now) = (context.clone(), bot.clock.now());
    let subjects = context.subjects_of(&request);
    let update = bot.service.ask_in_turn(&subjects, move |service| {
        check_entry(service, &who, &request)?;
        if let Some(game) = game.filter(|_| sets_up)
            && let Err(refusal) = who.check_can_show(false)
            && service.is_new_rematch(&who.actor, game)?
        {
            return Err(refusal);
        }
        handle(service, now, &who.actor, request)
    });
    carry_out(bot, reply, command, update).await;
    if sets_up {
        bot.deadline_set.notify_one();
    }
}

/// Offers the practice game, in private, to somebody who plays for the first time. A response that
/// has become redundant, given by its form, is replaced by the offer, or deleted.
pub(crate) async fn offer_practice(
    bot: &Bot,
    context: &RequestContext,
    redundant: Option<MessageForm>,
) {
    let person = context.actor.person;
    let is_new = bot.service.ask(move |service| service.is_newcomer(person));
    // The offer is a courtesy; a game continues without it.
    if !is_new.await.unwrap_or(false) {
        if redundant.is_some() {
            withdraw(bot, context).await;
        }
        return;
    }
    let offer = offer(context.words).private();
    let offered = match redundant {
        Some(form) => {
            bot.rest
                .edit_answer(&context.key, &offer.in_form(form))
                .await
        }
        None => bot.rest.follow_up(&context.key, &offer).await.map(drop),
    };
    if let Err(error) = offered {
        tracing::warn!(%error, "suggestions could not be sent");
    }
}
