//! Requests that people can send to the game service.

use std::num::NonZero;

use crate::service::api::ids::{GameId, MachineTime, PersonId, Place};
use crate::service::api::teams::{Member, Team};
use crate::service::api::time_control::TimeRule;
use focus::{Color, Position, Rules};
use focus_engine::Level;

/// Person behind a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// The person's id.
    pub person: PersonId,
    /// Current display name of this person; kept with the seat.
    pub name: String,
    /// Language of this person's Discord client as a two-letter ISO 639-1 code, if known; kept with
    /// the seat.
    pub language: Option<String>,
}

/// Rule for who may sit down at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Everyone who can see it.
    Open,
    /// Only these people; the host decides when to start.
    Invited(Vec<PersonId>),
    /// Only these people, and it starts when the last of them accepts.
    Challenge(Vec<PersonId>),
}

/// Computer requested for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Computer {
    /// Playing strength.
    pub level: Level,
    /// True if it plays on the host's side, in partners mode.
    pub is_partner: bool,
}

/// Number for the levels of the computers at a table, in the order of their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lineup(NonZero<u32>);

impl Lineup {
    /// Returns the lineup of computers with these levels.
    pub(crate) fn of(levels: impl Iterator<Item = Level>) -> Self {
        // Each takes one hexadecimal digit, after a 1 with which their number is known. A table has
        // fewer seats than there are digits.
        let number = levels.fold(1, |number, level| number * 16 + level as u32);
        Self(NonZero::new(number).expect("a number that begins with a 1"))
    }

    /// Returns the lineup with a number; `None` for 0.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Self> {
        NonZero::new(number).map(Self)
    }

    /// Returns its number.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0.get()
    }
}

/// Table as requested by its host.
///
/// Its game begins at once if the people present and the computers fill it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a choice that depends on no other"
)]
pub struct NewTable {
    /// Place where it is shown.
    pub place: Place,
    /// Rule for who may sit down.
    pub kind: TableKind,
    /// The guest who will play on the host's side, in partners mode.
    pub teammate: Option<PersonId>,
    /// The rules, which also say how many seats there are.
    pub rules: Rules,
    /// Computers that take seats.
    pub computers: Vec<Computer>,
    /// True if the host only watches, while computers take every seat.
    pub is_watched: bool,
    /// True if the game is played in a thread of its own.
    pub in_thread: bool,
    /// Time control; `None` if there are no clocks.
    pub time: Option<TimeRule>,
    /// True if the game is shown nowhere but in its own channel.
    pub is_private: bool,
    /// Start position; `None` for the usual one.
    pub start: Option<Box<Position>>,
    /// True if the result counts for the ratings of everybody who sits down.
    pub rated: bool,
}

impl NewTable {
    /// Returns an open table with these rules and defaults for everything else: without computers,
    /// clocks or a thread.
    #[must_use]
    pub fn open(place: Place, rules: Rules) -> Self {
        Self {
            place,
            kind: TableKind::Open,
            teammate: None,
            rules,
            computers: Vec::new(),
            is_watched: false,
            in_thread: false,
            time: None,
            is_private: false,
            start: None,
            rated: false,
        }
    }
}

/// Request that needs nothing but a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRequest {
    /// Resign the game.
    Resign,
    /// Offer a draw, or agree to the one on offer.
    Draw,
    /// Agree to the draw that this color offers.
    AcceptDraw(Color),
    /// Turn down the draw that this color offers; for one's own color, withdraw the offer.
    RefuseDraw(Color),
    /// Put out a player whose time is over.
    Claim,
    /// Take back the person's last decision, or ask the others to allow it.
    TakeBack,
    /// Allow this color to take a decision back.
    AllowTakeBack(Color),
    /// Refuse to let this color take a decision back; for one's own color, withdraw the request.
    RefuseTakeBack(Color),
    /// Call the game off before the second move.
    Abort,
}

impl GameRequest {
    /// Returns the request in this game, of a person who looked at the step `seen`, if known.
    #[must_use]
    pub fn in_game(self, game: GameId, seen: Option<u32>) -> Request {
        Request::InGame {
            game,
            seen,
            request: self,
        }
    }
}

/// Action on a seat that is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatRequest {
    /// Offers the person's own seat to others.
    Offer,
    /// Requests a computer for the free seat.
    Computer,
    /// Requests the free seat for the person.
    Mine,
    /// Agrees to the request for the seat.
    Allow,
    /// Declines the request, withdraws the person's own one, or keeps the person's own seat.
    Refuse,
}

/// Way in which a request brings its person or others into a game, which a server may restrict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEntry {
    /// The person sets a game up.
    SetUp,
    /// The person sets up the rematch of this game, or sits down at it.
    Rematch(GameId),
    /// The person sits down at this table.
    Seat(GameId),
    /// The person calls others to this table.
    Invitation(GameId),
    /// The person takes over a seat in this game.
    HandOver(GameId),
}

/// Request of a person.
///
/// `seen` is the [step](crate::service::GameView::steps) of the game that the person looked at, if
/// the request carries it: a request made for an older step is refused. A draw offer does not count
/// as a step, so it never invalidates somebody else's move.
///
/// `lineup` is that of the table that its host looked at, if the request carries it: a request to
/// add a computer, or about the one at a place, is refused at a table with another lineup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Set up a table and sit down at it.
    Create(NewTable),
    /// Sit down, or accept a challenge.
    Join(GameId),
    /// Choose a team at a table of partners, and sit down if necessary.
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
        /// Person or computer to be placed.
        member: Member,
        /// The lineup the host looked at, if known.
        lineup: Option<Lineup>,
        /// The team.
        team: Team,
    },
    /// Let everybody at a table choose a color; only its host may.
    AllowColors(GameId),
    /// Switch back to drawing the colors of a table by lot; only its host may.
    DrawColors(GameId),
    /// Choose a color at a table that allows it, and sit down if necessary.
    ChooseColor {
        /// The table.
        game: GameId,
        /// The color.
        color: Color,
    },
    /// Give somebody at a table that allows it a color, by its host.
    GiveColor {
        /// The table.
        game: GameId,
        /// Person or computer.
        member: Member,
        /// The lineup the host looked at, if known.
        lineup: Option<Lineup>,
        /// The color.
        color: Color,
    },
    /// Seat a computer at a table; only its host may.
    AddComputer {
        /// The table.
        game: GameId,
        /// Playing strength.
        level: Level,
        /// The lineup the host looked at, if known.
        lineup: Option<Lineup>,
    },
    /// Invite people to a table; only its host may.
    Invite {
        /// The table.
        game: GameId,
        /// The people.
        people: Vec<PersonId>,
    },
    /// Let everybody sit down at a table; only its host may.
    OpenToAll(GameId),
    /// Remove somebody from a table that has not begun, by its host. A person may sit down again.
    Remove {
        /// The table.
        game: GameId,
        /// Person or computer.
        member: Member,
        /// The lineup the host looked at, if known.
        lineup: Option<Lineup>,
    },
    /// Stand up from a table that has not begun. The last to leave closes it.
    Leave(GameId),
    /// Turn down an invitation or a challenge.
    Decline(GameId),
    /// Begin with the people at the table; only the host may.
    Start(GameId),
    /// Play again after the end of a game, by the same rules with the same company and every player
    /// with the next color. The second person to ask sits down at the table of the first.
    Rematch(GameId),
    /// Play a move, in algebraic notation.
    Move {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
        /// The time of the request, unless that step identifies its position.
        asked: Option<MachineTime>,
        /// The move as written.
        text: String,
    },
    /// Make a request that needs nothing but a running game.
    InGame {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
        /// The request.
        request: GameRequest,
    },
    /// Continue the game in another channel; any player who is still in may.
    MoveToChannel {
        /// The game.
        game: GameId,
        /// The channel.
        place: Place,
        /// True if the bot cannot reach the server or the channel where it was played so far.
        is_lost: bool,
    },
    /// Hand a seat over, or answer such a request.
    Seat {
        /// The game.
        game: GameId,
        /// The step the person looked at, if known.
        seen: Option<u32>,
        /// The action on the seat.
        request: SeatRequest,
    },
}

impl Request {
    /// Returns the table or game the request is about; `None` for a table still to be set up.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Create(_) => None,
            Self::Join(game)
            | Self::ChooseTeam { game, .. }
            | Self::PlaceInTeam { game, .. }
            | Self::AllowColors(game)
            | Self::DrawColors(game)
            | Self::ChooseColor { game, .. }
            | Self::GiveColor { game, .. }
            | Self::AddComputer { game, .. }
            | Self::Invite { game, .. }
            | Self::OpenToAll(game)
            | Self::Remove { game, .. }
            | Self::Leave(game)
            | Self::Decline(game)
            | Self::Start(game)
            | Self::Rematch(game)
            | Self::Move { game, .. }
            | Self::InGame { game, .. }
            | Self::MoveToChannel { game, .. }
            | Self::Seat { game, .. } => Some(*game),
        }
    }

    /// Returns how the request brings its person or others into a game; `None` if it does not.
    #[must_use]
    pub fn entry(&self) -> Option<GameEntry> {
        match self {
            Self::Create(_) => Some(GameEntry::SetUp),
            Self::Rematch(game) => Some(GameEntry::Rematch(*game)),
            Self::Join(game) | Self::ChooseTeam { game, .. } | Self::ChooseColor { game, .. } => {
                Some(GameEntry::Seat(*game))
            }
            Self::Invite { game, .. } => Some(GameEntry::Invitation(*game)),
            Self::Seat {
                game,
                request: SeatRequest::Mine,
                ..
            } => Some(GameEntry::HandOver(*game)),
            Self::Seat {
                request:
                    SeatRequest::Offer
                    | SeatRequest::Computer
                    | SeatRequest::Allow
                    | SeatRequest::Refuse,
                ..
            }
            | Self::PlaceInTeam { .. }
            | Self::AllowColors(_)
            | Self::DrawColors(_)
            | Self::GiveColor { .. }
            | Self::AddComputer { .. }
            | Self::OpenToAll(_)
            | Self::Remove { .. }
            | Self::Leave(_)
            | Self::Decline(_)
            | Self::Start(_)
            | Self::Move { .. }
            | Self::InGame { .. }
            | Self::MoveToChannel { .. } => None,
        }
    }
}
