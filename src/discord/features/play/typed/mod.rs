//! Moves typed in a channel: replies to a board or to another message of the bot, and messages that
//! mention the bot or are addressed to it alone.

mod game;
mod message;

use serenity::all::Message;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::features::play::typed::game::MessageTimes;
use crate::discord::features::play::typed::message::{Meaning, TypedMessage, shown_by_board};
use crate::discord::game_messages::delivery::snowflake::{channel_id, message_id, moment_of};
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::publisher::unmentioned::show_or_tell;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, Urgency};
use crate::discord::runtime::subject_queues::Subject;
use crate::discord::views::help;
use crate::i18n::{Language, Words};
use crate::service::api::rate_limit::RequestKind;
use crate::service::{ChannelId, GameId, MachineTime, MessageId, PersonId, Timestamp};

/// Plays the move in a message, if it contains one.
///
/// A refusal is reported in a short reply to the message, without a mention: only interactions can
/// have a reply that the author alone sees, and a reaction would need one more permission and could
/// not give the reason. A move that is played needs no reply, because the new board is one. On
/// servers, chat below a board is ignored, unless it mentions the bot. In direct messages, a person
/// who writes anything but a move is welcomed.
pub(crate) async fn read(bot: &Bot, message: &Message) {
    let Some(me) = bot.me() else { return };
    let channel = ChannelId(message.channel_id.get());
    let id = MessageId(message.id.get());
    if message.author.id == me {
        if let Some(game) = shown_by_board(message) {
            bot.posted_boards.lock().put(game, (channel, id));
        }
        return;
    }
    bot.recent_messages.lock().put(channel, id);
    if message.author.bot {
        return;
    }
    let Some(typed) = TypedMessage::read(message, me) else {
        return;
    };
    if !bot.dedup.is_new(message.id.get(), Instant::now()) {
        return;
    }
    if typed.place.is_direct() {
        bot.direct_messages.welcome(message.author.id);
    }
    act_on(bot, &typed).await;
}

/// Acts on a message by its meaning, unless its author or its place has used up a budget.
async fn act_on(bot: &Bot, typed: &TypedMessage) {
    let (now, person) = (bot.clock.now(), typed.author.person);
    let asked = MachineTime::now();
    let limiter = &bot.service.rate_limiter;
    let spent = limiter.spend(now, RequestKind::Action, person, typed.place);
    if spent.is_err() {
        // A reply to a message is public, and would only add to the flood.
        return;
    }
    match typed.meaning() {
        Meaning::Greeting => greet(bot, typed).await,
        Meaning::Unclear => {
            let words = words_for(bot, typed).await;
            let sentence = words.text("how-to-write-moves", &[]);
            refuse(bot, typed, BotError::Said(sentence)).await;
        }
        Meaning::Chat => {}
        Meaning::Move => play_move(bot, typed, (now, asked)).await,
    }
}

/// Welcomes a person who writes to the bot alone.
async fn greet(bot: &Bot, typed: &TypedMessage) {
    let Some(application) = bot.application() else {
        return;
    };
    let person = typed.author.person;
    let known = match bot.languages.last_words_for(person).await {
        Some(words) => Some(words),
        None => last_seated(bot, person).await,
    };
    say(bot, typed, help::welcome(application, known)).await;
}

/// Plays the move in a message and shows the new board, or says why the move is not played.
async fn play_move(bot: &Bot, typed: &TypedMessage, (now, asked): (Timestamp, MachineTime)) {
    let game = typed.about_game().into_iter().map(Subject::Game);
    let person = Subject::Person(typed.author.person);
    let subjects: Vec<_> = game.chain([person]).collect();
    // Only after a freeze, because Discord's clock and the machine's may differ.
    let may_have_waited = bot.metrics.health().was_frozen();
    let sent = may_have_waited.then(|| moment_of(typed.id.0));
    let times = MessageTimes { now, asked, sent };
    let message = typed.clone();
    let played = bot
        .service
        .ask_in_turn(&subjects, move |service| message.play(service, times))
        .await;
    match played {
        Ok(None) => {}
        Ok(Some(update)) => {
            bot.note_deadline(&update.view);
            show_or_tell(bot, update.view.id()).await;
        }
        Err(error) if is_done_elsewhere(bot, typed, &error).await => {
            tracing::info!(%error, "another process has played the move in a message");
        }
        Err(error) => refuse(bot, typed, error).await,
    }
}

/// Returns whether another process has continued since a message, which this one cannot handle: it
/// cannot use the store, and has lost the shard on which both have received the message.
async fn is_done_elsewhere(bot: &Bot, typed: &TypedMessage, error: &BotError) -> bool {
    let (game, channel) = (typed.about_game(), typed.place.channel);
    error.is_store_failure()
        && has_board_since(bot, game, channel, typed.id)
        && bot.service.is_shared().await
}

/// Returns whether a board was posted after a message in a channel: one of this game or, if it is
/// not known, of any game in that channel.
fn has_board_since(
    bot: &Bot,
    game: Option<GameId>,
    channel: ChannelId,
    message: MessageId,
) -> bool {
    let newest = bot.posted_boards.lock();
    let is_newer = |(_, board): &(ChannelId, MessageId)| *board > message;
    if let Some(game) = game {
        return newest.peek(&game).is_some_and(is_newer);
    }
    let mut here = newest.iter().filter(|(_, (at, _))| *at == channel);
    here.any(|(_, posted)| is_newer(posted))
}

/// Explains why a message is refused; in public only as long as the budget for such answers lasts.
async fn refuse(bot: &Bot, typed: &TypedMessage, error: BotError) {
    if !typed.place.is_direct() {
        let (now, person) = (bot.clock.now(), typed.author.person);
        let limiter = &bot.service.rate_limiter;
        let spent = limiter.spend(now, RequestKind::PublicReply, person, typed.place);
        if spent.is_err() {
            return;
        }
    }
    let words = words_for(bot, typed).await;
    let answer = error_replies::explain(bot, words, None, error).await;
    say(bot, typed, answer.below(Some(message_id(typed.id)))).await;
}

/// Returns the words for the author of a message: the author's own in private, or else those of the
/// place.
async fn words_for(bot: &Bot, typed: &TypedMessage) -> Words {
    let own = if typed.place.is_direct() {
        bot.languages.last_words_for(typed.author.person).await
    } else {
        None
    };
    match own {
        Some(own) => own,
        None => bot.languages.words_at(typed.place).await,
    }
}

/// Returns the texts in the language in which a person last sat down.
async fn last_seated(bot: &Bot, person: PersonId) -> Option<Words> {
    let language = bot
        .service
        .ask(move |service| service.last_language(person));
    match language.await {
        Ok(code) => code
            .as_deref()
            .and_then(Language::from_code)
            .map(Words::new),
        Err(error) => {
            tracing::warn!(%error, "the language of a person could not be looked up");
            None
        }
    }
}

async fn say(bot: &Bot, typed: &TypedMessage, answer: Outgoing) {
    let channel = channel_id(typed.place.channel);
    let answer = answer.once(format!("m{}", typed.id.0));
    // Boards in the same channel go first.
    let answer = answer.urgency(Urgency::Remark);
    if let Err(error) = bot.rest.post(channel, &answer).await {
        tracing::info!(%error, "a reply to a message could not be sent");
    }
}
