//! Message that may contain a move, and its meaning.

use serenity::all::{Message, MessageFlags, MessageType, UserId};

use crate::discord::game_messages::shown_game::{About, about, is_follower};
use crate::discord::interaction::context::{actor, place};
use crate::discord::views;
use crate::service::{Access, Actor, GameId, MessageId, Place};
use focus::Square;
use focus::notation::{MoveText, ParseMoveError, plain_spelling};

/// Maximum length in characters of a text that is taken for an attempted move: `f3 - b3xOOr1#`.
const LONGEST_ATTEMPT: usize = 13;

/// Markdown around moves in the bot's own texts, which some people therefore write as well.
const MARKS: [&str; 2] = ["`", "**"];

/// Message that may contain a move.
#[derive(Clone)]
pub(super) struct TypedMessage {
    pub(super) id: MessageId,
    pub(super) author: Actor,
    pub(super) place: Place,
    /// Text without the mention of the bot and without [`MARKS`] around it.
    pub(super) text: String,
    pub(super) calls_bot: bool,
    /// True if it is written to the bot alone, so that words which are no move are a greeting.
    greets: bool,
    pub(super) answers: Option<MessageId>,
    pub(super) answered: Answered,
    /// Message to which the answered message of the bot is itself a reply, as a reminder is to its
    /// board.
    pub(super) beyond: Option<MessageId>,
    /// Game that the answered message of the bot shows by itself. A board shows it before it is
    /// recorded as shown, and some people are fast.
    pub(super) about: Option<About>,
}

/// Kind of message that is replied to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    /// Text of the bot, without a picture.
    Words,
    /// Follower of a game, which people may merely discuss.
    Followed,
    /// Board, or anything else.
    Other,
}

/// Meaning of a message that may contain a move.
pub(super) enum Meaning {
    /// Words to the bot alone.
    Greeting,
    /// Mention of the bot without a move that can be read.
    Unclear,
    /// Words that are not for the bot.
    Chat,
    /// Move, or an attempt at one.
    Move,
}

impl Answered {
    /// Returns the kind of one of the bot's own messages.
    fn of(own: &Message) -> Self {
        match own.attachments.first() {
            // It is in words where the bot may attach no files.
            None if is_follower(own) => Self::Followed,
            None => Self::Words,
            Some(picture) if views::is_watched_name(&picture.filename) => Self::Followed,
            Some(_) => Self::Other,
        }
    }
}

impl TypedMessage {
    /// Reads a message that is a reply or mentions the bot. Without a mention, Discord omits the
    /// text of most other messages.
    pub(super) fn read(message: &Message, me: UserId) -> Option<Self> {
        let mut text = message.content.clone();
        for call in [format!("<@{me}>"), format!("<@!{me}>")] {
            text = text.replace(&call, " ");
        }
        let answers = answered(message);
        let is_written = matches!(
            message.kind,
            MessageType::Regular | MessageType::InlineReply
        );
        let greets = is_written && message.guild_id.is_none();
        let calls_bot = (greets && answers.is_none()) || text != message.content;
        if !calls_bot && !greets && (answers.is_none() || text.is_empty()) {
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
            id: MessageId(message.id.get()),
            author,
            // Discord reports messages only where the bot is a member.
            place: place(message.guild_id, message.channel_id, Access::Member),
            text: unmarked(&text).to_owned(),
            calls_bot,
            greets,
            answers,
            answered: own.map_or(Answered::Other, Answered::of),
            beyond: own.and_then(answered),
            about: own.and_then(about),
        })
    }

    /// Returns its meaning, judged by its text and by the way in which it is addressed.
    pub(super) fn meaning(&self) -> Meaning {
        match self.text.parse::<MoveText>() {
            Err(error) if self.greets && !is_meant_as_move(&self.text, &error) => Meaning::Greeting,
            Err(_) if self.calls_bot && !self.greets => Meaning::Unclear,
            Err(error) if !is_meant_as_move(&self.text, &error) => Meaning::Chat,
            Ok(_) | Err(_) => Meaning::Move,
        }
    }

    /// Returns the game that the answered message of the bot shows by itself.
    pub(super) fn about_game(&self) -> Option<GameId> {
        self.about.map(|(game, _)| game)
    }
}

/// Returns a text without spaces and [`MARKS`] around it.
fn unmarked(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(inner) = MARKS.iter().find_map(|mark| between(text, mark)) {
        text = inner.trim();
    }
    text
}

/// Returns the part of a text between a mark at its beginning and the same one at its end.
fn between<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.strip_prefix(mark)?.strip_suffix(mark)
}

/// Returns the game of which a message of the bot is a board that everybody sees.
pub(super) fn shown_by_board(own: &Message) -> Option<GameId> {
    let picture = own.attachments.first()?;
    let flags = own.flags.unwrap_or_default();
    let is_other =
        flags.contains(MessageFlags::EPHEMERAL) || views::is_watched_name(&picture.filename);
    let (game, step) = views::shown_by(&picture.filename).filter(|_| !is_other)?;
    step.map(|_| game)
}

/// Returns whether a text that cannot be parsed as a move is an attempt at one, and not chat: little
/// more than a move with a mistake in it, or the beginning of one.
fn is_meant_as_move(text: &str, error: &ParseMoveError) -> bool {
    let is_short = text.chars().count() <= LONGEST_ATTEMPT;
    match error {
        ParseMoveError::Square(_) | ParseMoveError::Count(_) | ParseMoveError::Suffix(_) => {
            is_short
        }
        ParseMoveError::NotAMove(_) => is_short && begins_like_move(text),
        ParseMoveError::Empty => false,
    }
}

/// Returns whether a text begins with a square, and goes on with nothing, with dashes, arrows or
/// crosses alone, with dashes or arrows and the letter of a file, or with signs and another square,
/// after which there is no letter. Other words are chat, and so are emoticons such as `:D` and `xD`,
/// and squares listed with `,`, `&` or `/`.
fn begins_like_move(text: &str) -> bool {
    let spelled = plain_spelling(text);
    let Some((from, rest)) = spelled.split_at_checked(2) else {
        return false;
    };
    let to = rest.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let sign = rest.strip_suffix(to).unwrap_or_default();
    let names_target = match to.as_bytes() {
        [b'a'..=b'h'] => !sign.is_empty() && sign.trim_start_matches(['-', '>']).is_empty(),
        [b'a'..=b'h', b'1'..=b'9', ..] => {
            !sign.contains([',', '&', '/']) && !to[2..].contains(char::is_alphabetic)
        }
        _ => false,
    };
    let is_broken_off = rest.trim_start_matches(['-', '>', 'x']).is_empty();
    from.parse::<Square>().is_ok() && (names_target || is_broken_off)
}

/// Returns the message to which a message replies.
fn answered(message: &Message) -> Option<MessageId> {
    let answered = message.message_reference.as_ref()?.message_id?;
    Some(MessageId(answered.get()))
}
