//! Moves typed in a channel: replies to a board or to another message of the bot, and messages that
//! mention the bot or are addressed to it alone.

use std::time::Duration;

use serenity::all::{Message, MessageFlags, MessageType, UserId};
use tokio::time::Instant;

use crate::discord::board::delivery::snowflake::{channel_id, moment_of};
use crate::discord::board::shown_game::{About, about};
use crate::discord::board::{publisher, refusals};
use crate::discord::bot::Bot;
use crate::discord::interaction::context::{actor, place};
use crate::discord::interaction::custom_id::actions::PlayAction;
use crate::discord::interaction::custom_id::game::GameAction;
use crate::discord::interaction::custom_id::request_buttons::PlayRequest;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::service_client::handle;
use crate::discord::rest::{Outgoing, Urgency};
use crate::discord::runtime::subject_queues::Subject;
use crate::discord::views;
use crate::discord::views::help;
use crate::i18n::{Language, Words};
use crate::service::api::rate_limit::RequestKind;
use crate::service::{
    Access, Actor, ChannelId, GameId, MachineTime, MessageId, PersonId, Place, Refusal, Request,
    Service, ServiceError, Timestamp, Update,
};
use focus::Square;
use focus::notation::{MoveText, ParseMoveError};

/// Time after which a message that waits for the store may have been handled by another process,
/// which has taken the shard meanwhile.
const HELD_UP: Duration = Duration::from_secs(1);

/// Maximum length in characters of a text that is taken for an attempted move: `f3 - b3xOOr1#`.
const LONGEST_ATTEMPT: usize = 13;

/// Plays the move in a message, if it contains one.
///
/// A refusal is reported in a short reply to the message, without a mention: a reply that only the
/// author sees exists for interactions alone, and a reaction would need one more permission and
/// could not give the reason. A move that is played needs no reply, because the new board is one.
/// Chat below a board is ignored, unless it mentions the bot. In direct messages, a person who
/// writes anything else is welcomed.
pub(crate) async fn read(bot: &Bot, message: &Message) {
    let Some(me) = bot.me() else { return };
    let channel = ChannelId(message.channel_id.get());
    let id = MessageId(message.id.get());
    if message.author.id == me {
        if let Some(game) = shown_by_board(message) {
            bot.posted_boards.note(game, channel, id);
        }
        return;
    }
    bot.recent_messages.note(channel, id);
    if message.author.bot {
        return;
    }
    let Some(written) = Written::read(message, me) else {
        return;
    };
    if !bot.dedup.is_new(message.id.get(), Instant::now()) {
        return;
    }
    let alone = written
        .place
        .guild
        .is_none()
        .then_some(written.author.person);
    if alone.is_some() {
        bot.direct_messages.welcome(message.author.id);
    }
    let limiter = bot.service.rate_limiter();
    let (now, person) = (bot.clock.now(), written.author.person);
    let asked = MachineTime::now();
    if limiter
        .spend(now, RequestKind::Action, person, written.place)
        .is_err()
    {
        // A reply to a message is public, and would only add to the flood.
        return;
    }
    let (here, is_public) = (written.place, written.place.guild.is_some());
    let about = written.about.map(|(game, _)| game);
    let result = match written.text.parse::<MoveText>() {
        Err(error) if written.greets && !is_meant_as_move(&written.text, &error) => {
            let known = match words_alone(bot, alone).await {
                Some(words) => Some(words),
                None => last_seated(bot, person).await,
            };
            return say(bot, message, &help::welcome(known)).await;
        }
        Err(_) if written.calls_bot && !written.greets => {
            let words = words_for(bot, alone, here).await;
            Err(BotError::Said(words.how_to_write_moves()))
        }
        Err(error) if !is_meant_as_move(&written.text, &error) => return,
        Ok(_) | Err(_) => {
            let game = about.into_iter().map(Subject::Game);
            let subjects: Vec<_> = game.chain([Subject::Person(person)]).collect();
            // Only after a freeze, because Discord's clock and the machine's may differ.
            let may_have_waited = bot.metrics.health().was_frozen();
            let sent = may_have_waited.then(|| moment_of(message.id.get()));
            bot.service
                .ask_in_turn(&subjects, move |service| {
                    written.play(service, (now, asked), sent)
                })
                .await
        }
    };
    match result {
        Ok(None) => {}
        Ok(Some(update)) => {
            publisher::show_or_tell(bot, update.view.id()).await;
        }
        Err(error) if is_done_elsewhere(bot, &error, about, (channel, id)).await => {
            tracing::info!(?error, "another process has played the move in a message");
        }
        Err(_)
            if is_public
                && limiter
                    .spend(bot.clock.now(), RequestKind::PublicReply, person, here)
                    .is_err() => {}
        Err(error) => {
            let words = words_for(bot, alone, here).await;
            let answer = refusals::explain(bot, words, None, error).await;
            say(bot, message, &answer.below(message.id)).await;
        }
    }
}

/// Returns the game of which a message of the bot is a board that everybody sees.
fn shown_by_board(own: &Message) -> Option<GameId> {
    let picture = own.attachments.first()?;
    let flags = own.flags.unwrap_or_default();
    let is_other =
        flags.contains(MessageFlags::EPHEMERAL) || views::is_watched_name(&picture.filename);
    let (game, step) = views::shown_by(&picture.filename).filter(|_| !is_other)?;
    step.map(|_| game)
}

/// Returns whether another process has gone on since a message, which this one cannot handle: it
/// cannot use the store, and has lost the shard on which both have received the message.
async fn is_done_elsewhere(
    bot: &Bot,
    error: &BotError,
    about: Option<GameId>,
    (channel, message): (ChannelId, MessageId),
) -> bool {
    error.is_store_failure()
        && bot.posted_boards.has_since(about, channel, message)
        && bot.service.is_shared().await
}

/// Returns the words for the author of a message: the author's own in private, or else those of the
/// place.
async fn words_for(bot: &Bot, alone: Option<PersonId>, place: Place) -> Words {
    match words_alone(bot, alone).await {
        Some(own) => own,
        None => bot.languages.words_at(place).await,
    }
}

async fn words_alone(bot: &Bot, alone: Option<PersonId>) -> Option<Words> {
    bot.languages.last_words_for(alone?).await
}

/// Message that may contain a move.
struct Written {
    author: Actor,
    place: Place,
    /// Text without the mention of the bot.
    text: String,
    calls_bot: bool,
    /// True if it is written to the bot alone and replies to nothing.
    greets: bool,
    answers: Option<MessageId>,
    answered: Answered,
    /// Message to which the answered message of the bot is itself a reply, as a reminder is to its
    /// board.
    beyond: Option<MessageId>,
    /// Game that the answered message of the bot shows by itself. A board shows it before it is
    /// recorded as shown, and some people are fast.
    about: Option<About>,
}

/// Kind of message that is replied to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answered {
    /// Text of the bot, without a picture.
    Words,
    /// Follower of a game, which people may merely discuss.
    Followed,
    /// Board, or anything else.
    Other,
}

impl Answered {
    /// Returns the kind of one of the bot's own messages.
    fn of(own: &Message) -> Self {
        match own.attachments.first() {
            None => Self::Words,
            Some(picture) if views::is_watched_name(&picture.filename) => Self::Followed,
            Some(_) => Self::Other,
        }
    }
}

impl Written {
    /// Reads a message that is a reply or mentions the bot. Without a mention, Discord omits the
    /// text of most other messages.
    fn read(message: &Message, me: UserId) -> Option<Self> {
        let mut text = message.content.clone();
        for call in [format!("<@{me}>"), format!("<@!{me}>")] {
            text = text.replace(&call, " ");
        }
        let answers = answered(message);
        let is_written = message.kind == MessageType::Regular;
        let greets = is_written && message.guild_id.is_none() && answers.is_none();
        let calls_bot = greets || text != message.content;
        if !calls_bot && (answers.is_none() || text.is_empty()) {
            return None;
        }
        let mut author = actor(&message.author, None, None);
        if let Some(nick) = message
            .member
            .as_ref()
            .and_then(|member| member.nick.clone())
        {
            author.name = nick;
        }
        let own = message.referenced_message.as_deref();
        let own = own.filter(|answered| answered.author.id == me);
        Some(Self {
            author,
            // Discord tells of messages only where the bot is a member.
            place: place(message.guild_id, message.channel_id, Access::Member),
            text: text.trim().to_owned(),
            calls_bot,
            greets,
            answers,
            answered: own.map_or(Answered::Other, Answered::of),
            beyond: own.and_then(answered),
            about: own.and_then(about),
        })
    }

    /// Plays the move in the game whose board it replies to, or else in the one it can refer to;
    /// returns `None` if it replies to something else.
    ///
    /// A message that was sent at a given time may have waited since then. The person may have
    /// written it again, and another process may have received it as well if it has taken the
    /// shard. If the message names no position, it is meant for that of its time. A move that has
    /// been made by then is neither made nor refused again.
    fn play(
        self,
        service: &Service,
        (now, asked): (Timestamp, MachineTime),
        sent: Option<Timestamp>,
    ) -> Result<Option<Update>, BotError> {
        let mv = self.text.parse::<MoveText>().ok().map(|text| text.mv());
        let action: GameAction =
            mv.map_or(PlayAction::Move.into(), |mv| PlayRequest::Play(mv).into());
        let game = self.game(service);
        let Some((game, seen)) = game.map_err(|error| error.offering(Some(action)))? else {
            return Ok(None);
        };
        let person = self.author.person;
        // Without a step, the message replied to shows nothing of the game.
        let is_shown = seen.is_some();
        let is_made = || match mv.filter(|_| service.is_shared()) {
            Some(mv) => service.has_made(game, person, (mv, sent.unwrap_or(now))),
            None => Ok(false),
        };
        let may_be_done = match sent {
            Some(sent) if !service.acts_on(self.place.guild) => {
                service.may_be_done(game, person, sent)?
            }
            Some(_) | None => false,
        };
        if may_be_done || (asked.elapsed() >= HELD_UP && is_made()?) {
            return Ok(None);
        }
        let seen = match (seen, sent) {
            (None, Some(sent)) => service.step_at(game, sent)?,
            (seen, _) => seen,
        };
        let request = Request::Move {
            game,
            seen,
            asked: Some(asked),
            text: self.text,
        };
        match handle(service, now, &self.author, request) {
            Err(BotError::Refused(_)) if is_made()? => Ok(None),
            Err(BotError::Refused(_)) if !is_shown && !may_tell(service, self.place, game)? => {
                Err(BotError::Refused(Refusal::PrivateGame))
            }
            played => played.map(Some),
        }
    }

    fn game(&self, service: &Service) -> Result<Option<About>, BotError> {
        if self.answered == Answered::Followed && !self.calls_bot {
            return Ok(None);
        }
        if let Some(about) = self.shown(service)? {
            return Ok(Some(about));
        }
        let answers_words = self.answered == Answered::Words;
        if !self.calls_bot && !answers_words {
            return Ok(None);
        }
        let (person, channel) = (self.author.person, self.place.channel);
        // The bot's text may have been about a game in which it is somebody else's turn.
        let game = if answers_words {
            service.find_only(person, channel)
        } else {
            service.find(person, channel)
        };
        match game {
            Ok(game) if self.calls_bot || self.is_about(service, game)? => Ok(Some((game, None))),
            Ok(_) => Ok(None),
            Err(ServiceError::Refused(Refusal::WhichGame(games))) => self.which(service, games),
            // It may have been about something else.
            Err(ServiceError::Refused(Refusal::NoGameHere)) if self.answers.is_some() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Refuses a message that can refer to several games; returns `None` if it is a reply without a
    /// mention and they are played elsewhere. The question which one is meant names their players.
    fn which(&self, service: &Service, games: Vec<GameId>) -> Result<Option<About>, BotError> {
        for game in &games {
            if !self.calls_bot && !self.is_about(service, *game)? {
                return Ok(None);
            }
            if !may_tell(service, self.place, *game)? {
                return Err(BotError::Refused(Refusal::NoGameHere));
            }
        }
        Err(BotError::Refused(Refusal::WhichGame(games)))
    }

    /// Returns the game and step of the board that is replied to, or that the answered message is
    /// about.
    fn shown(&self, service: &Service) -> Result<Option<About>, BotError> {
        if let Some((_, Some(_))) = self.about {
            return Ok(self.about);
        }
        for message in [self.answers, self.beyond].into_iter().flatten() {
            if let Some((game, step)) = service.by_message(message)? {
                return Ok(Some((game, Some(step))));
            }
        }
        Ok(self.about)
    }

    /// Returns whether a reply to the bot's text can be about a game: it is played here, or the bot
    /// wrote to this person alone.
    fn is_about(&self, service: &Service, game: GameId) -> Result<bool, BotError> {
        let place = service.view(game)?.place();
        Ok(self.place.guild.is_none() || place.channel == self.place.channel)
    }
}

/// Returns whether an answer in a place may tell of a game: everybody there may know of it, or only
/// the person reads the answer.
fn may_tell(service: &Service, place: Place, game: GameId) -> Result<bool, BotError> {
    Ok(place.guild.is_none() || service.view(game)?.is_public_in(place))
}

/// Returns whether a text that cannot be parsed as a move is an attempt at one, and not chat: a
/// single square, or little more than a move with a mistake in it.
fn is_meant_as_move(text: &str, error: &ParseMoveError) -> bool {
    match error {
        ParseMoveError::Square(_) | ParseMoveError::Count(_) | ParseMoveError::Suffix(_) => {
            text.chars().count() <= LONGEST_ATTEMPT
        }
        ParseMoveError::NotAMove(_) => text.to_ascii_lowercase().parse::<Square>().is_ok(),
        ParseMoveError::Empty => false,
    }
}

/// Returns the message to which a message replies.
fn answered(message: &Message) -> Option<MessageId> {
    let answered = message.message_reference.as_ref()?.message_id?;
    Some(MessageId(answered.get()))
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
            tracing::warn!(?error, "the language of a person could not be looked up");
            None
        }
    }
}

async fn say(bot: &Bot, message: &Message, answer: &Outgoing) {
    let channel = channel_id(ChannelId(message.channel_id.get()));
    let answer = answer.clone().once(format!("m{}", message.id));
    // Boards in the same channel go first.
    let answer = answer.urgency(Urgency::Remark);
    if let Err(error) = bot.rest.post(channel, &answer).await {
        tracing::info!(%error, "a reply to a message could not be sent");
    }
}
