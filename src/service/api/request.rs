//! What people can ask of the game service.

use crate::service::api::ids::{GameId, PersonId, Place};
use crate::service::api::teams::{Member, Team};
use crate::service::api::time_control::TimeRule;
use focus::{Position, Rules};
use focus_engine::Level;

/// The person behind a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Who it is.
    pub person: PersonId,
    /// What others call this person at the moment; kept with the seat.
    pub name: String,
    /// The language of this person's Discord, by the two letters of ISO 639-1, where it is known;
    /// kept with the seat.
    pub language: Option<String>,
}

/// Who may sit down at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Everyone who can see it.
    Open,
    /// Only these people; the host decides when to start.
    Invited(Vec<PersonId>),
    /// Only these people, and it starts when the last of them accepts.
    Challenge(Vec<PersonId>),
}

/// A computer wanted at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// How strong it plays.
    pub level: Level,
    /// Whether it plays on the host's side, in partners mode.
    pub is_partner: bool,
}

/// A table as its host wants it.
///
/// It begins at once if people who are there and computers fill it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a choice that depends on no other"
)]
pub struct NewTable {
    /// Where it stands.
    pub place: Place,
    /// Who may sit down.
    pub kind: TableKind,
    /// The guest who is to play on the host's side, in partners mode.
    pub teammate: Option<PersonId>,
    /// The rules, which also say how many seats there are.
    pub rules: Rules,
    /// Who sits down besides people.
    pub computers: Vec<Computer>,
    /// Whether the host only watches, while computers take every seat.
    pub is_watched: bool,
    /// Whether the game is played in a thread of its own.
    pub in_thread: bool,
    /// How much time players have, if it is not all the time in the world.
    pub time: Option<TimeRule>,
    /// Whether the game is shown nowhere but in its own channel.
    pub is_private: bool,
    /// What the game starts from, if that is not the usual position.
    pub start: Option<Box<Position>>,
    /// Whether the result counts for the ratings of everybody who sits down.
    pub rated: bool,
}

/// What somebody wants of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatWish {
    /// To leave the own one to others.
    Offer,
    /// A computer on the one that is free.
    Computer,
    /// The one that is free, for oneself.
    Mine,
    /// To let who asked for it have it.
    Allow,
    /// Not to; or to keep the own one.
    Refuse,
}

/// Something a person wants done.
///
/// `seen` is the [step](crate::service::GameView::steps) of the game that the person looked at,
/// where the request carries it: a request made for an older one is refused. Draw offers are no
/// steps, so that nobody's move is refused because somebody else offers a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Set up a table and sit down at it.
    Create(NewTable),
    /// Sit down, or accept a challenge.
    Join(GameId),
    /// Choose a team at a table of partners; whoever does not sit there yet sits down.
    ChooseTeam {
        /// The table.
        game: GameId,
        /// The team.
        team: Team,
    },
    /// Place somebody at a table of partners in a team, by its host.
    PlaceInTeam {
        /// The table.
        game: GameId,
        /// Who is placed.
        member: Member,
        /// The team.
        team: Team,
    },
    /// Stand up from a table that has not begun. The last to leave closes it.
    Leave(GameId),
    /// Turn down an invitation or a challenge.
    Decline(GameId),
    /// Begin with the people at the table, by its host.
    Start(GameId),
    /// Play again after the end of a game: by the same rules with the same company, everybody with
    /// the next color. Who asks second sits down at the table of who asked first.
    Rematch(GameId),
    /// Play a move, in algebraic notation.
    Move {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
        /// The move as written.
        text: String,
    },
    /// Give the game up.
    Resign {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Offer a draw, or agree to the one on offer.
    Draw {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Turn a draw offer down.
    RefuseDraw {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Put a player out whose time is over.
    Claim {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Take the own last decision back, or ask the others to allow it.
    TakeBack {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Let the game go on in another channel, by anybody who plays it.
    GoOn {
        /// The game.
        game: GameId,
        /// The channel.
        place: Place,
        /// Whether the bot cannot reach the server on which it was played so far.
        is_lost: bool,
    },
    /// Let somebody take a decision back.
    AllowTakeBack {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Do not let it be taken back, or no longer want it.
    RefuseTakeBack {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
    /// Hand a seat over, or have a say about that.
    Seat {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
        /// What is wanted.
        wish: SeatWish,
    },
    /// Call the game off before the second move.
    Abort {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
    },
}

impl Request {
    /// The table or game it is about, unless that is still to be set up.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Create(_) => None,
            Self::Join(game)
            | Self::ChooseTeam { game, .. }
            | Self::PlaceInTeam { game, .. }
            | Self::Leave(game)
            | Self::Decline(game)
            | Self::Start(game)
            | Self::Rematch(game)
            | Self::Move { game, .. }
            | Self::Resign { game, .. }
            | Self::Draw { game, .. }
            | Self::RefuseDraw { game, .. }
            | Self::Claim { game, .. }
            | Self::GoOn { game, .. }
            | Self::TakeBack { game, .. }
            | Self::AllowTakeBack { game, .. }
            | Self::RefuseTakeBack { game, .. }
            | Self::Seat { game, .. }
            | Self::Abort { game, .. } => Some(*game),
        }
    }
}
