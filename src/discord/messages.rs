//! Moves written in the channel: answers to a board or to what the bot says, and messages that
//! mention the bot.

use serenity::all::{Message, UserId};

use crate::discord::announce::channel_id;
use crate::discord::asker::{actor, place};
use crate::discord::bot::{Bot, handle};
use crate::discord::rest::Outgoing;
use crate::discord::trouble::Trouble;
use crate::discord::views;
use crate::notation::{MoveText, ParseMoveError};
use crate::rules::Square;
use crate::session::pace::Asking;
use crate::session::{
    Actor, GameId, MessageId, Place, Refusal, Request, Service, SessionError, Timestamp, Update,
};

/// Most letters of a text that is meant as a move: `f3 - b3xOOr1#`.
const LONGEST_ATTEMPT: usize = 13;

/// Plays the move that a message contains, if it does.
///
/// What is refused is said in a short answer to the message, which calls nobody: an answer that
/// only the author sees exists for interactions alone, and a reaction would need one permission
/// more and could not say why. A move that is played needs no answer, as the new board is one.
/// Chat below a board is left alone, unless it calls the bot by name.
pub(super) async fn read(bot: &Bot, message: &Message) {
    let (Some(me), false) = (bot.me(), message.author.bot) else {
        return;
    };
    let Some(written) = Written::read(message, me) else {
        return;
    };
    let words = bot.public_words(written.place.guild);
    let pace = bot.desk.pace();
    let (now, person) = (bot.clock.now(), written.author.person);
    if pace.spend(now, Asking::Act, person, written.place).is_err() {
        // An answer to a message is for everybody to see, and would only add to it.
        return;
    }
    let result = match written.text.parse::<MoveText>() {
        Err(_) if written.calls_bot => Err(Trouble::Said(words.how_to_write_moves())),
        Err(error) if !is_meant_as_move(&written.text, &error) => return,
        Ok(_) | Err(_) => bot.ask(move |service| written.play(service, now)).await,
    };
    match result {
        Ok(None) => {}
        Ok(Some(update)) => {
            bot.show_or_tell(update.view.id()).await;
        }
        Err(trouble) => {
            // Its buttons would stay in the channel, of use to one person for one move.
            let answer = bot.explain(words, None, trouble).await.rows(Vec::new());
            let answer = answer.below(message.id);
            say(bot, message, &answer).await;
        }
    }
}

/// A message that may contain a move.
struct Written {
    author: Actor,
    place: Place,
    /// Without the mention of the bot.
    text: String,
    calls_bot: bool,
    answers: Option<MessageId>,
    /// What it answers is no picture, but something that the bot says.
    answers_bot: bool,
    /// What the answered message of the bot answers in its turn: a reminder, its board.
    beyond: Option<MessageId>,
    /// What the picture of the answered board says by its name. It is there before the board is
    /// noted as shown, and some people are fast.
    board: Option<(GameId, u32)>,
}

impl Written {
    /// Reads a message that answers another one or calls the bot. Without a call, Discord leaves
    /// the text of most other messages out.
    fn read(message: &Message, me: UserId) -> Option<Self> {
        let mut text = message.content.clone();
        for call in [format!("<@{me}>"), format!("<@!{me}>")] {
            text = text.replace(&call, " ");
        }
        let calls_bot = text != message.content;
        let answers = answered(message);
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
            place: place(message.guild_id, message.channel_id),
            text: text.trim().to_owned(),
            calls_bot,
            answers,
            answers_bot: own.is_some_and(|own| own.attachments.is_empty()),
            beyond: own.and_then(answered),
            board: own.and_then(board_of),
        })
    }

    /// Plays it in the game whose board it answers, or else in the one that is meant; nothing if
    /// it answers something else.
    fn play(self, service: &Service, now: Timestamp) -> Result<Option<Update>, Trouble> {
        let Some((game, seen)) = self.game(service)? else {
            return Ok(None);
        };
        handle(
            service,
            now,
            &self.author,
            Request::Move {
                game,
                seen,
                text: self.text,
            },
        )
        .map(Some)
    }

    fn game(&self, service: &Service) -> Result<Option<(GameId, Option<u32>)>, Trouble> {
        if let Some((game, step)) = self.shown(service)? {
            return Ok(Some((game, Some(step))));
        }
        if !self.calls_bot && !self.answers_bot {
            return Ok(None);
        }
        match service.find(self.author.person, self.place.channel) {
            Ok(game) if self.calls_bot || self.is_about(service, game)? => Ok(Some((game, None))),
            Ok(_) => Ok(None),
            // It may have been about something else.
            Err(SessionError::Refused(Refusal::NoGameHere)) if self.answers.is_some() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The game and step of the board that is answered, or that the answered message is about.
    fn shown(&self, service: &Service) -> Result<Option<(GameId, u32)>, Trouble> {
        if self.board.is_some() {
            return Ok(self.board);
        }
        for message in [self.answers, self.beyond].into_iter().flatten() {
            if let Some(board) = service.by_message(message)? {
                return Ok(Some(board));
            }
        }
        Ok(None)
    }

    /// Whether an answer to what the bot said can be about a game: it is played here, or the bot
    /// said it to this person alone.
    fn is_about(&self, service: &Service, game: GameId) -> Result<bool, Trouble> {
        let place = service.view(game)?.place();
        Ok(self.place.guild.is_none() || place.channel == self.place.channel)
    }
}

/// Whether a text that cannot be read as a move is one all the same, and no chat: a square alone,
/// or little more than a move with a mistake in it.
fn is_meant_as_move(text: &str, error: &ParseMoveError) -> bool {
    match error {
        ParseMoveError::Square(_) | ParseMoveError::Count(_) | ParseMoveError::Suffix(_) => {
            text.chars().count() <= LONGEST_ATTEMPT
        }
        ParseMoveError::NotAMove(_) => text.to_ascii_lowercase().parse::<Square>().is_ok(),
        ParseMoveError::Empty => false,
    }
}

/// The game and step that one of the bot's own messages shows.
fn board_of(message: &Message) -> Option<(GameId, u32)> {
    views::shown_by(&message.attachments.first()?.filename)
}

/// The message that a message answers.
fn answered(message: &Message) -> Option<MessageId> {
    let answered = message.message_reference.as_ref()?.message_id?;
    Some(MessageId(answered.get()))
}

async fn say(bot: &Bot, message: &Message, answer: &Outgoing) {
    let channel = channel_id(crate::session::ChannelId(message.channel_id.get()));
    let answer = answer.clone().once(format!("m{}", message.id));
    if let Err(error) = bot.rest.post(channel, &answer).await {
        tracing::info!(%error, "an answer to a message was not taken");
    }
}
