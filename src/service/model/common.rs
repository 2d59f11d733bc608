//! Facts that a table and its game share.

use crate::service::api::ids::{ChannelId, GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::time_control::TimeRule;
use crate::service::api::view::message::MessageForm;
use focus::{Color, ColorSet, Position, Rules};

/// Facts that a table and its game share.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact that depends on no other"
)]
pub(crate) struct Common {
    /// Place where it is shown.
    pub(crate) place: Place,
    /// Parent channel of the thread in which it is shown, if known.
    pub(crate) parent: Option<ChannelId>,
    /// True if the game should be moved into a thread of its own and has not been yet.
    pub(crate) wants_thread: bool,
    /// Newest message that shows it.
    pub(crate) message: Option<MessageId>,
    /// Form of that message.
    pub(crate) form: MessageForm,
    /// Counter of the changes that people can see.
    pub(crate) version: u64,
    /// Players who know that it cannot be shown in its channel, until it is shown again.
    pub(crate) lost: Option<LostChannel>,
    /// Rule for who may sit down.
    pub(crate) admission: Admission,
    /// The rules.
    pub(crate) rules: Rules,
    /// Seed of the random draw of colors and first move.
    pub(crate) seed: u64,
    /// Person who watches, if only computers play.
    pub(crate) watcher: Option<PersonId>,
    /// Time when the table was set up.
    pub(crate) created: Timestamp,
    /// Time when the table closes by itself.
    pub(crate) expires: Timestamp,
    /// True if it is shown nowhere but in its own channel.
    pub(crate) is_private: bool,
    /// True if everybody who sits down agrees that the result counts for the ratings.
    pub(crate) rated: bool,
    /// Start position; `None` for the usual one.
    pub(crate) start: Option<Box<Position>>,
    /// Game of which this is the rematch, and the colors that follow from it.
    pub(crate) rotation: Option<Rotation>,
    /// True if everybody at the table may choose a color; in a game, if somebody has.
    pub(crate) chooses_colors: bool,
    /// Time without changes, of a closed table or a running game without a clock.
    pub(crate) idle: Option<Idle>,
}

impl Common {
    /// Moves the table or game to another place, where no message shows it yet; `parent` is the
    /// parent channel of a thread, if known.
    pub(crate) fn leave_for(&mut self, place: Place, parent: Option<ChannelId>) {
        self.place = place;
        self.parent = parent;
        self.wants_thread = false;
        self.message = None;
        self.form = MessageForm::default();
    }

    /// Returns whether a player has been told that the channel is gone or closed to the bot, and
    /// nothing has been shown there since.
    pub(crate) fn is_channel_lost(&self) -> bool {
        let is_of_here =
            |lost: LostChannel| lost.channel == self.place.channel && lost.actions.is_none();
        self.lost.is_some_and(is_of_here)
    }

    /// Returns the game of which this is the rematch.
    pub(crate) fn rematch_of(&self) -> Option<GameId> {
        self.rotation.as_ref().map(|rotation| rotation.of)
    }
}

/// Time without changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Idle {
    /// Time of the last change; a later one if nobody could be told that the game will be called
    /// off.
    pub(crate) since: Timestamp,
    /// Time when the channel or a player was told that the game will be called off, or when that
    /// was decided.
    pub(crate) warned: Option<Timestamp>,
}

impl Idle {
    /// Returns the time without changes that begins now.
    pub(crate) const fn from(now: Timestamp) -> Self {
        Self {
            since: now,
            warned: None,
        }
    }
}

/// Rule for who may sit down at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Admission {
    /// Everyone.
    Open,
    /// Invited people; the host starts.
    Invited,
    /// Invited people; the game starts by itself.
    Challenge,
}

/// Channel in which a game cannot be shown, because it is gone or closed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LostChannel {
    pub(crate) channel: ChannelId,
    /// Players who have been told.
    pub(crate) told: ColorSet,
    /// Number of actions up to the last one reported to them; `None` if the channel is gone or
    /// closed.
    pub(crate) actions: Option<u32>,
}

/// Colors that follow from an earlier game instead of a lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rotation {
    /// The earlier game.
    pub(crate) of: GameId,
    /// People with their colors.
    pub(crate) people: Vec<(PersonId, Color)>,
    /// Colors of the computers, in the order of their seats.
    pub(crate) computers: Vec<Color>,
    /// Color that moves first.
    pub(crate) first: Color,
}

/// Time control with the next deadline; the time left follows from the actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockState {
    /// The time control.
    pub(crate) rule: TimeRule,
    /// Next deadline of the running clock.
    pub(crate) due: Option<Timestamp>,
    /// Reminders of the person to move, if there were any in the current turn.
    pub(crate) reminded: Option<Reminded>,
}

impl ClockState {
    /// Creates the state of a clock that does not run.
    pub(crate) fn new(rule: TimeRule) -> Self {
        Self {
            rule,
            due: None,
            reminded: None,
        }
    }
}

/// Reminders of the person to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reminded {
    /// The step at which the person was reminded.
    pub(crate) step: u32,
    /// Number of reminder moments that had passed then.
    pub(crate) moments: u8,
}
