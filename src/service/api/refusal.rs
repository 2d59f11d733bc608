//! Refusals: why a request is not carried out. Every variant is worded in `i18n`.

use std::time::Duration;

use crate::service::api::ids::{ChannelId, GameId, RoleId};
use crate::service::api::rate_limit::Whose;
use crate::service::api::time_control::ClockKind;
use crate::service::api::view::Player;
use focus::notation::{MoveError, ParseMoveError};
use focus::{Effect, Mode, Move};

/// What is wrong with a request; nothing has changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no table or game with this number.
    NoSuchGame(GameId),
    /// The person plays no game that could be meant.
    NoGameHere,
    /// Several games could be meant; one has to be named.
    WhichGame(Vec<GameId>),
    /// Only people who play this game may do that.
    NotAPlayer,
    /// Somebody else is to move, named here.
    NotYourTurn {
        /// Who is to move.
        to_move: Player,
    },
    /// The request was made for an older state of the game.
    Stale,
    /// The game has ended.
    GameOver,
    /// The table is closed, declined or expired.
    TableClosed,
    /// The game has not begun.
    NotBegun,
    /// The game has begun already.
    AlreadyBegun,
    /// No seat is free.
    TableFull,
    /// The person sits at this table already.
    AlreadySeated,
    /// The person does not sit at this table.
    NotSeated,
    /// The table is for invited people only.
    NotInvited,
    /// Only the host may do that, named here.
    NotHost {
        /// The host.
        host: String,
    },
    /// A game needs at least two people.
    TooFewPeople,
    /// The mode has another number of seats than people and computers are to take.
    WrongNumberOfPlayers {
        /// The mode.
        mode: Mode,
        /// People and computers asked for, the host included.
        players: usize,
    },
    /// Those who may sit down at a table are fewer than its seats.
    TooFewInvited {
        /// The mode.
        mode: Mode,
        /// People and computers who may sit down, the host included.
        players: usize,
    },
    /// A team is chosen, or somebody to be on the host's side, in a mode without teams.
    NoPartners {
        /// The mode.
        mode: Mode,
    },
    /// A team cannot be chosen.
    Team(NoTeam),
    /// A game with a computer in it cannot count for the ratings.
    RatedWithComputer,
    /// A rated game without a clock, in which whoever is about to lose could simply stop.
    RatedWithoutClock,
    /// A rated game in which a computer is to play on for whoever runs out of time.
    RatedWithSubstitute,
    /// A game from another position than the usual one cannot count for the ratings.
    RatedFromPosition,
    /// A game without people has no computers either.
    NobodyPlays,
    /// Computers alone would play on for ever, or nearly.
    NoEnd {
        /// Most plies without a capture that may pass before it is a draw.
        quiet: u16,
    },
    /// Somebody was invited twice, or invited himself.
    SamePersonTwice,
    /// The person sits at as many tables and games as allowed.
    TooManyGames {
        /// How many are allowed.
        limit: usize,
    },
    /// The channel holds as many tables and games as allowed.
    ChannelFull {
        /// How many are allowed.
        limit: usize,
    },
    /// The server holds as many tables and games as allowed.
    ServerFull {
        /// How many are allowed.
        limit: usize,
    },
    /// Too much was asked in a row.
    TooFast {
        /// By whom.
        whose: Whose,
        /// After how long it can be asked again.
        wait: Duration,
    },
    /// The move is not written well.
    MoveText(ParseMoveError),
    /// The move is written well, but not legal.
    Move(BadMove),
    /// The person has agreed to this draw already.
    DrawAlreadyOffered,
    /// The person's last offer was turned down, and the person has not moved since.
    DrawTurnedDown,
    /// Somebody else plays, and would not be helped.
    NoHints,
    /// There is no draw offer to turn down.
    NoDrawOffered,
    /// The server wants its games in these channels.
    NotHere {
        /// Where to play.
        channels: Vec<ChannelId>,
    },
    /// The server wants its games for these roles.
    RoleNeeded {
        /// Who may play.
        roles: Vec<RoleId>,
    },
    /// Only those who manage the server may do that.
    NotAManager,
    /// The server wants its games with other clocks.
    OtherClocks {
        /// With these.
        allowed: Vec<ClockKind>,
    },
    /// Only those who moderate games on the server may do that.
    NotAModerator,
    /// A list of a server has as many entries as it can.
    ListFull {
        /// How many these are.
        limit: usize,
    },
    /// So many days of vacation are not left this year.
    VacationTooLong {
        /// How many are.
        left: u16,
    },
    /// The person has left the game or is out of it.
    OutOfTheGame,
    /// The game is played on another server, which the bot still reaches.
    OtherServer,
    /// The person's time is over.
    TimeOver,
    /// Nobody's time is over, or only that of the person's own side.
    NothingToClaim,
    /// The game still goes on.
    NotOver,
    /// No game has ended that could be meant.
    NoPastGame,
    /// The second move has been played.
    TooLateToAbort,
    /// The game is shown nowhere but in its own channel.
    PrivateGame,
    /// The channel shows the game already.
    WatchedHere,
    /// The channel follows as many games as allowed.
    TooManyWatches {
        /// How many are allowed.
        limit: usize,
    },
    /// The person has channels follow as many games as allowed.
    TooManyOwnWatches {
        /// How many are allowed.
        limit: usize,
    },
    /// The channels of the server follow as many games as allowed.
    TooManyServerWatches {
        /// How many are allowed.
        limit: usize,
    },
    /// The message does not follow that game.
    NotWatched,
    /// Somebody else asked for the game to be followed.
    NotYourWatch,
    /// It is this person's turn, so that there is nothing to answer yet.
    PlanOnOwnTurn,
    /// After the move expected, somebody else is to move.
    PlanOutOfTurn,
    /// The move expected ends the game.
    PlanAfterTheEnd,
    /// The move expected is none.
    Expected(Box<Refusal>),
    /// The answer to the move expected is none.
    Answer(Box<Refusal>),
    /// No answer is set out.
    NoPlan,
    /// The record that somebody brought along is no longer kept.
    NoSuchImport,
    /// The game has not ended.
    GameGoesOn,
    /// The rematch, named here, has begun.
    RematchBegun(GameId),
    /// Somebody who played has had all data deleted.
    PlayerGone,
    /// The position to start from is decided already.
    PositionIsOver,
    /// Somebody is out in the position to start from.
    PositionWithoutSome,
    /// The position to start from needs everybody.
    PositionNeedsAll,
    /// The person has not moved, or somebody has left since.
    NothingToTakeBack,
    /// The person has asked already, or has answered.
    TakeBackAlreadyAsked,
    /// The person has asked since its last move, to no end.
    TakeBackTurnedDown,
    /// Somebody else has asked, and waits for an answer.
    TakeBackToAnswer,
    /// Nobody wants to take anything back.
    NoTakeBackAsked,
    /// So much has been asked and taken back in this game that people can only move on.
    TooMuchAside,
    /// A seat does not change hands.
    Seat(NoHandOver),
}

/// Why a team cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoTeam {
    /// Both places of the team are taken.
    Full,
    /// The person is in this team already.
    Already,
    /// In a rematch partners stay together.
    Rematch,
}

/// Why a seat does not change hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoHandOver {
    /// Nobody offers one, or the person has no say about it.
    NoSeat,
    /// Somebody has asked for the seat already, or offers another one.
    Asked,
    /// The person has agreed to it, and others have not.
    Allowed,
    /// The person has offered the own seat since its last move.
    Offered,
    /// The players of a rated game stay.
    Rated,
    /// Whoever asked sits at as many tables and games as allowed by now.
    NoRoom,
}

/// A move that cannot be played, and what could be instead.
#[derive(Clone, Debug, PartialEq)]
pub struct BadMove {
    /// What is wrong with it.
    pub error: MoveError,
    /// The game and the step of it in which it was to be played, unless it was for later.
    pub at: Option<(GameId, u32)>,
    /// Legal moves near to it and what they do, the nearest first.
    pub near: Vec<(Move, Effect)>,
}
