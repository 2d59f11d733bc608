//! Refusals: reasons why a request is not carried out. Every variant is worded in `i18n`.

use std::time::Duration;

use strum::{IntoStaticStr, VariantArray, VariantNames};

use crate::service::api::ids::{ChannelId, GameId, PersonId, RoleId};
use crate::service::api::time_control::ClockKind;
use crate::service::api::view::player::Player;
use focus::notation::{MoveError, ParseMoveError};
use focus::{Color, Effect, Mode, Move};

/// Reason why a request is refused; nothing has changed.
#[derive(Clone, Debug, PartialEq, IntoStaticStr, VariantNames)]
pub enum Refusal {
    /// There is no table or game with this number.
    NoSuchGame(GameId),
    /// The person plays no game to which the request could refer.
    NoGameHere,
    /// No table is named, and there is none that could be meant.
    NoTable,
    /// The request could refer to several games; one has to be named.
    WhichGame(Vec<GameId>),
    /// Only players of this game may do that.
    NotAPlayer,
    /// Somebody else is to move.
    NotYourTurn {
        /// The player to move.
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
    /// The request was made for other computers than those at the table.
    OtherComputers,
    /// The person sits at this table already.
    AlreadySeated,
    /// The person does not sit at this table.
    NotSeated,
    /// The table is for invited people only.
    NotInvited,
    /// The person was not invited to a table that is open to all, has declined already, or is the
    /// host.
    NothingToDecline,
    /// These people sit at the table already.
    AlreadyAtTable(Vec<PersonId>),
    /// These people have been called to the table already, and nobody is called twice.
    AlreadyCalled(Vec<PersonId>),
    /// These people have declined to sit down at the table, and cannot be invited again.
    HasDeclined(Vec<PersonId>),
    /// More people would be invited to the table at the same time than allowed.
    TooManyInvited {
        /// Number allowed.
        limit: usize,
    },
    /// More people would be invited to the table in all than allowed.
    TooManyCalled {
        /// Number allowed.
        limit: usize,
    },
    /// Only the host may do that.
    NotHost {
        /// The host.
        host: String,
    },
    /// A game needs at least two people.
    TooFewPeople,
    /// The mode has a different number of seats than people and computers requested.
    WrongNumberOfPlayers {
        /// The mode.
        mode: Mode,
        /// People and computers asked for, the host included.
        players: usize,
    },
    /// Fewer people and computers may sit down at a table than it has seats.
    TooFewInvited {
        /// The mode.
        mode: Mode,
        /// People and computers who may sit down, the host included.
        players: usize,
    },
    /// A computer was requested on the host's side in a mode without sides.
    NoPartners {
        /// The mode.
        mode: Mode,
    },
    /// A team cannot be chosen.
    Team(TeamRefusal),
    /// A color cannot be chosen.
    Color(ColorRefusal),
    /// A game with a computer in it cannot count for the ratings.
    RatedWithComputer,
    /// A rated game needs a clock, because a player about to lose could otherwise simply stop.
    RatedWithoutClock,
    /// A rated game cannot have a computer play on for a player who runs out of time.
    RatedWithSubstitute,
    /// A rated game cannot start from a custom position.
    RatedFromPosition,
    /// A game without people was requested without computers.
    NobodyPlays,
    /// A game of computers alone would go on forever, or nearly.
    NoEnd {
        /// Maximum number of plies without a capture before the game is a draw.
        quiet: u16,
    },
    /// Somebody was invited twice, or invited themselves.
    SamePersonTwice,
    /// The person sits at as many tables and games as allowed.
    TooManyGames {
        /// Number allowed.
        limit: usize,
    },
    /// The channel holds as many tables and games as allowed.
    ChannelFull {
        /// Number allowed.
        limit: usize,
    },
    /// The server holds as many tables and games as allowed.
    ServerFull {
        /// Number allowed.
        limit: usize,
    },
    /// Too many requests in a short time.
    TooFast {
        /// Owner of the exhausted budget.
        whose: BudgetOwner,
        /// Time to wait before the next request.
        wait: Duration,
    },
    /// The move text cannot be parsed.
    MoveText {
        /// Reason why it cannot be parsed.
        error: ParseMoveError,
        /// The game and its step in which it was meant to be played; `None` for a premove.
        at: Option<(GameId, u32)>,
    },
    /// The move text can be parsed, but the move is not legal.
    Move(MoveRefusal),
    /// The person has agreed to this draw already.
    DrawAlreadyOffered,
    /// The person's last offer was turned down, and the person has not moved since.
    DrawTurnedDown,
    /// Hints are refused because another person plays in this game.
    NoHints,
    /// There is no draw offer to accept or to turn down.
    NoDrawOffered,
    /// The server allows games only in these channels.
    NotHere {
        /// The channels allowed.
        channels: Vec<ChannelId>,
    },
    /// The server allows games only for these roles.
    RoleNeeded {
        /// The roles allowed to play.
        roles: Vec<RoleId>,
    },
    /// The server of the table allows games only for some roles, and a person's roles are known
    /// only there.
    RolesUnknownHere,
    /// Only those who manage the server may do that.
    NotAManager,
    /// The server does not allow games with this kind of clock.
    OtherClocks {
        /// The kinds of clocks allowed.
        allowed: Vec<ClockKind>,
    },
    /// Only those who moderate games on the server may do that.
    NotAModerator,
    /// The game counts for the rating of the moderator who would call it off.
    OwnRatedGame,
    /// A list of a server is full.
    ListFull {
        /// Maximum number of entries.
        limit: usize,
    },
    /// The person has fewer days of vacation left this year than requested.
    VacationTooLong {
        /// Days left.
        left: u16,
    },
    /// The person has left the game or is out of it.
    OutOfTheGame,
    /// The game does not continue in another channel.
    Stays(StayRefusal),
    /// Other people would have to come to a place where a person is alone with the bot.
    Alone,
    /// The person's time is over.
    TimeOver,
    /// Nobody's time is over, or only that of a player on the person's own side.
    NothingToClaim,
    /// The game has not ended yet.
    NotOver,
    /// There is no ended game to which the request could refer.
    NoEndedGame,
    /// The second move has been played, so the game cannot be called off.
    TooLateToAbort,
    /// The game is shown nowhere but in its own channel.
    PrivateGame,
    /// The channel shows the game already.
    WatchedHere,
    /// The channel follows as many games as allowed.
    TooManyWatches {
        /// Number allowed.
        limit: usize,
    },
    /// The person has requested as many followed games as allowed.
    TooManyOwnWatches {
        /// Number allowed.
        limit: usize,
    },
    /// The channels of the server follow as many games as allowed.
    TooManyServerWatches {
        /// Number allowed.
        limit: usize,
    },
    /// As many channels as allowed follow the game.
    TooManyFollowers {
        /// Number allowed.
        limit: usize,
    },
    /// The message does not follow that game.
    NotWatched,
    /// Somebody else asked for the game to be followed.
    NotYourWatch,
    /// It is this person's turn, so there is no expected move to answer.
    PremoveOnOwnTurn,
    /// After the expected move, somebody else is to move.
    PremoveOutOfTurn,
    /// The expected move ends the game.
    PremoveAfterTheEnd,
    /// The expected move is refused.
    Expected(Box<Refusal>),
    /// The answer to the expected move is refused.
    Answer(Box<Refusal>),
    /// No premove is set.
    NoPremove,
    /// Too many lines of premoves are set, or one of them is too long.
    TooManyPremoves {
        /// Number of lines allowed.
        lines: usize,
        /// Number of moves allowed in a line.
        moves: usize,
    },
    /// The imported record is no longer kept.
    NoSuchImport,
    /// The game has not ended.
    GameGoesOn,
    /// The rematch, named here, has begun.
    RematchBegun(GameId),
    /// Somebody else has declined the rematch.
    RematchDeclined,
    /// A player's data has been deleted.
    PlayerGone,
    /// The outcome of the start position is decided already.
    PositionIsOver,
    /// A color is out in the start position.
    PositionWithoutSome,
    /// The start position needs all players.
    PositionNeedsAll,
    /// The person has not moved, or somebody has left since.
    NothingToTakeBack,
    /// The person has asked already.
    TakeBackAlreadyAsked,
    /// The person has agreed already, or need not.
    TakeBackWaitsForOthers,
    /// The person's request since their last move was turned down.
    TakeBackTurnedDown,
    /// Somebody else has asked to take a decision back and waits for an answer.
    TakeBackToAnswer,
    /// There is no request to take anything back.
    NoTakeBackAsked,
    /// The limit on actions other than moves is reached in this game; only moves remain possible.
    TooMuchBesideMoves,
    /// A seat cannot change hands.
    Seat(HandOverRefusal),
}

/// Reason why a team cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum TeamRefusal {
    /// Both places of the team are taken.
    Full,
    /// The person is in this team already.
    Already,
    /// In a rematch partners stay together.
    Rematch,
}

/// Reason why a color cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
pub enum ColorRefusal {
    /// Another player has chosen it.
    Taken {
        /// The color.
        color: Color,
        /// The other player.
        by: Player,
    },
    /// It is the player's color already.
    Already,
    /// The colors of the table are drawn by lot.
    Drawn,
    /// In a rematch everybody takes the next color.
    Rematch,
}

/// Reason why a game stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum StayRefusal {
    /// It is played on another server, which the bot still reaches.
    OtherServer,
    /// It is rated, and others who play on could lose sight of it.
    Rated,
    /// It is private, and other people are in it.
    Private,
}

/// Reason why a seat does not change hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum HandOverRefusal {
    /// No seat is on offer, or the person has no say about it.
    NoSeat,
    /// Somebody has asked for the seat already, or offers another one.
    Asked,
    /// The person has agreed already, and others have not.
    Allowed,
    /// The person has offered their own seat since their last move.
    Offered,
    /// Players of a rated game cannot be replaced.
    Rated,
    /// The person who asked now sits at as many tables and games as allowed.
    NoRoom,
}

/// Move that cannot be played, with suggestions.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRefusal {
    /// Reason why it cannot be played.
    pub error: MoveError,
    /// The game and its step in which it was meant to be played; `None` for a premove.
    pub at: Option<(GameId, u32)>,
    /// Legal moves similar to it and their effects, the nearest first.
    pub near: Vec<(Move, Effect)>,
}

/// Owner of the budget that is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetOwner {
    /// The budget of the person.
    Person,
    /// The budget of everybody in the channel.
    Channel,
    /// The budget of everybody on the server.
    Server,
}
