//! Tables and games as those who show them see them.

use crate::service::api::ids::{GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::rating::RatingChange;
use crate::service::api::request::{Computer, TableKind};
use crate::service::api::teams::Teams;
use crate::service::api::time_control::{ClockView, TimeRule};
use focus::{Color, ColorSet, Effect, Game, Move, Outcome, Played, Rules};
use focus_engine::Level;

/// Number of plies from which on a game can no longer be called off.
pub(crate) const ABORT_BEFORE_PLY: usize = 2;

/// Person with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: PersonId,
    /// Name under which the person sat down.
    pub name: String,
}

/// Person or computer on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Person(Person),
    /// A computer of this level.
    Computer(Level),
}

impl Player {
    /// Returns the person, or `None` for a computer.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// Returns the person's id, or `None` for a computer.
    #[must_use]
    pub fn id(&self) -> Option<PersonId> {
        self.person().map(|person| person.id)
    }
}

/// State of a table before its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableState {
    /// People can sit down.
    Open,
    /// Everybody has left.
    Closed,
    /// One of the people challenged said no.
    Declined(PersonId),
    /// Nobody came in time.
    Expired,
}

/// Table before its game.
#[derive(Clone, Debug)]
pub struct TableView {
    /// Number of the table, and later of its game.
    pub id: GameId,
    /// Place where it is shown.
    pub place: Place,
    /// Rule for who may sit down; people who declined an invitation are no longer listed.
    pub kind: TableKind,
    /// State of the table.
    pub state: TableState,
    /// Rules of the game if it starts full.
    pub rules: Rules,
    /// People with a seat, the host first.
    pub people: Vec<Person>,
    /// Computers with a seat.
    pub computers: Vec<Computer>,
    /// Who plays with whom, in partners mode.
    pub teams: Option<Teams>,
    /// Whether the game is to have a thread of its own.
    pub in_thread: bool,
    /// Time control, if there are clocks.
    pub time: Option<TimeRule>,
    /// True if the game is shown nowhere but in its own channel.
    pub is_private: bool,
    /// Game of which this is the rematch; everybody takes the next color.
    pub rematch_of: Option<GameId>,
    /// Start position as FPS; `None` for the usual one.
    pub start: Option<String>,
    /// True if the game is to count for the ratings.
    pub rated: bool,
    /// Time when it was set up.
    pub created: Timestamp,
    /// Time when it closes by itself.
    pub expires: Timestamp,
    /// Message that shows it.
    pub message: Option<MessageId>,
    /// Counter of the changes that people can see.
    pub version: u64,
}

impl TableView {
    /// Returns whether its game can start before it is full, as a game for two or three instead of
    /// all seats.
    #[must_use]
    pub fn can_start_early(&self) -> bool {
        self.rules.mode().seats() > 2 && self.start.is_none()
    }

    /// Returns the person who set the table up, or the one who took over as host.
    #[must_use]
    pub fn host(&self) -> Option<&Person> {
        self.people.first()
    }

    /// Returns everybody with a seat, people first.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        let people = self.people.iter().cloned().map(Player::Person);
        let computers = self.computers.iter();
        people.chain(computers.map(|computer| Player::Computer(computer.level)))
    }

    /// Returns whether this person is invited and has not answered.
    #[must_use]
    pub fn waits_for(&self, person: PersonId) -> bool {
        let invited: &[PersonId] = match &self.kind {
            TableKind::Open => &[],
            TableKind::Invited(people) | TableKind::Challenge(people) => people,
        };
        self.state == TableState::Open && invited.contains(&person)
    }
}

/// Way in which the host fills free seats of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillMethod {
    /// With a computer.
    Computer,
    /// By inviting people.
    Invitation,
    /// By letting everybody sit down.
    Opening,
}

impl FillMethod {
    /// Returns the ways that a table has.
    pub fn of(table: &TableView) -> impl Iterator<Item = Self> {
        let (is_open, is_challenge) = match table.kind {
            TableKind::Open => (true, false),
            TableKind::Invited(_) => (false, false),
            TableKind::Challenge(_) => (false, true),
        };
        let ways = [
            (Self::Computer, !table.rated && !is_challenge),
            (Self::Invitation, true),
            (Self::Opening, !is_open),
        ];
        let ways = ways.into_iter().filter(|(_, is_possible)| *is_possible);
        ways.map(|(way, _)| way)
    }
}

/// Way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with an outcome.
    Decided(Outcome),
    /// Called off before the second move, without an outcome.
    Aborted,
}

/// Event in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Seats and first move were dealt by lot.
    Started,
    /// A player moved.
    Moved {
        /// The player's color.
        color: Color,
        /// The move.
        mv: Move,
        /// Effect of the move.
        effect: Effect,
        /// The move with its suffix, as in records.
        text: String,
    },
    /// The seat could not move and was passed over.
    Passed(Color),
    /// The seat can never move again and is out of the game.
    Out(Color),
    /// The person gave up.
    Resigned(Color),
    /// The person offered a draw, or agreed to one.
    DrawOffered(Color),
    /// The person turned the draw down.
    DrawRefused(Color),
    /// The person withdrew their draw offer, or their agreement to one.
    DrawWithdrawn(Color),
    /// The person called the game off.
    Aborted(Color),
    /// The player's time is over, and the others may claim it.
    Overdue(Color),
    /// The player's time is over, and the player is out.
    TimeOut(Color),
    /// The player's time is over and a computer plays on.
    TakenOver(Color),
    /// The move just played was the person's premove.
    Planned(Color),
    /// The person asked to take their last decision back.
    TakeBackAsked(Color),
    /// The person agreed to a take-back.
    TakeBackAllowed(Color),
    /// The person refused a take-back.
    TakeBackRefused(Color),
    /// The person took moves back, including later moves of others.
    TookBack {
        /// Color of the person whose decision it was.
        color: Color,
        /// The moves taken back.
        taken: TakenBack,
    },
    /// The person offered their seat to others.
    SeatOffered(Color),
    /// Somebody asked for the seat.
    SeatWanted(Color),
    /// The person agreed that a seat changes hands.
    SeatAllowed(Color),
    /// The person refused that a seat changes hands.
    SeatRefused(Color),
    /// The seat changed hands.
    HandedOver(Color),
    /// Pending requests and offers lapsed, because somebody left.
    Lapsed,
    /// A moderator called the game off.
    Stopped,
}

/// Moves that are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenBack {
    /// Number of plies, including forced passes.
    pub moves: u32,
    /// True if there are forced passes among them.
    pub has_passes: bool,
}

impl TakenBack {
    /// Summarizes these plies.
    pub(crate) fn of(plies: &[Played]) -> Self {
        Self {
            moves: u32::try_from(plies.len()).unwrap_or(u32::MAX),
            has_passes: plies.iter().any(|ply| ply.mv == Move::Pass),
        }
    }
}

/// Request to take a decision back that not everybody has answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// Color that asks.
    pub by: Color,
    /// Moves that would be taken back.
    pub taken: TakenBack,
    /// Colors that still have to answer.
    pub waiting: ColorSet,
}

/// Seat that a computer or another person can take over if all others agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOffer {
    /// The seat.
    pub seat: Color,
    /// Number of the current question about a seat; a request carries it as `seen`.
    pub number: u32,
    /// True if its player's time is over; that player then has no say.
    pub is_late: bool,
    /// Player who is to take it over, once somebody has asked.
    pub heir: Option<Player>,
    /// Colors that still have to agree.
    pub waiting: ColorSet,
}

/// Premove, visible only to the person who set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premove {
    /// Expected move.
    pub when: Move,
    /// Answer to it.
    pub answer: Move,
}

/// Game that has begun.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that have nothing to do with each other"
)]
pub struct GameView {
    /// The number of the game.
    pub id: GameId,
    /// Place where it is shown.
    pub place: Place,
    /// True if it is to be moved into a thread of its own, which does not exist yet.
    pub wants_thread: bool,
    /// Rules, position and moves so far.
    pub game: Game,
    /// Player of each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
    /// People who had a seat before, in the order in which they left it.
    pub former: Vec<(Color, Person)>,
    /// Languages of the players' Discord clients, as in
    /// [`Actor::language`](crate::service::Actor::language), if known.
    pub languages: Vec<(PersonId, String)>,
    /// True if the result counts for the ratings.
    pub rated: bool,
    /// Effect of the result on the ratings, once it has been counted.
    pub ratings: Vec<RatingChange>,
    /// Person who watches a game that only computers play.
    pub watcher: Option<PersonId>,
    /// True if it is shown nowhere but in its own channel.
    pub is_private: bool,
    /// Events since the last announcement, oldest first.
    pub news: Vec<Event>,
    /// Colors that agreed to a draw since the last move; empty without an offer.
    pub draw: ColorSet,
    /// The clocks, if there are any and the game goes on.
    pub clock: Option<ClockView>,
    /// Pending request to take a decision back.
    pub take_back: Option<TakeBack>,
    /// Colors of people who have a move that can be taken back.
    pub can_take_back: ColorSet,
    /// True if the person to move was just called to this turn, before something was taken back.
    pub is_called: bool,
    /// Seat that can change hands.
    pub seat: Option<SeatOffer>,
    /// End of the game, if it has ended.
    pub ending: Option<Ending>,
    /// Colors that share the draw, if the game ended in one; all others have lost.
    pub sharing: ColorSet,
    /// Game of which this is the rematch; everybody has moved on to the next color.
    pub rematch_of: Option<GameId>,
    /// Whether partners were drawn by lot, in partners mode.
    pub are_partners_drawn: bool,
    /// When it began.
    pub started: Timestamp,
    /// Time of the last action, or of the start.
    pub acted: Timestamp,
    /// Newest message that shows it.
    pub message: Option<MessageId>,
    /// Number of position changes: moves, forced passes and people who left. A request carries it
    /// as `seen`.
    pub steps: u32,
    /// Number of actions so far: moves, offers and so on.
    pub actions: u32,
    /// Counter of the changes that people can see.
    pub version: u64,
}

impl GameView {
    /// Returns the number of plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.game.plies().len()).unwrap_or(u32::MAX)
    }

    /// Returns the color a person plays.
    #[must_use]
    pub fn color_of(&self, person: PersonId) -> Option<Color> {
        let seat = self
            .players
            .iter()
            .find(|(_, player)| player.id() == Some(person));
        seat.map(|(color, _)| *color)
    }

    /// Returns the player of a color.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&Player> {
        let seat = self.players.iter().find(|(seat, _)| *seat == color);
        seat.map(|(_, player)| player)
    }

    /// Returns the person who plays a color, or `None` for a computer.
    #[must_use]
    pub fn person(&self, color: Color) -> Option<&Person> {
        self.player(color).and_then(Player::person)
    }

    /// Returns the level of the computer to move, if it is a computer's turn.
    #[must_use]
    pub fn thinking(&self) -> Option<Level> {
        match self.player(self.to_move()?)? {
            Player::Person(_) => None,
            Player::Computer(level) => Some(*level),
        }
    }

    /// Returns the game as it was after `plies` plies, without current offers and news.
    #[must_use]
    pub fn after(&self, plies: usize) -> Self {
        let is_now = plies >= self.game.plies().len();
        Self {
            game: if is_now {
                self.game.clone()
            } else {
                self.game.after(plies)
            },
            ending: self.ending.filter(|_| is_now),
            news: Vec::new(),
            draw: ColorSet::EMPTY,
            take_back: None,
            can_take_back: ColorSet::EMPTY,
            seat: None,
            ..self.clone()
        }
    }

    /// Returns whether the game can still be called off.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        self.ending.is_none()
            && (self.watcher.is_some() || self.game.plies().len() < ABORT_BEFORE_PLY)
    }

    /// Returns whether players can offer their seats to others.
    #[must_use]
    pub fn can_offer_seat(&self) -> bool {
        let position = self.game.position();
        let still_in = position.still_in().iter();
        let people = still_in.filter(|color| self.person(*color).is_some());
        let is_free = self.ending.is_none() && self.seat.is_none() && !self.rated;
        is_free && position.rules().mode().seats() > 2 && people.count() > 1
    }

    /// Returns whether the game ended because only computers were left in it.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        matches!(self.ending, Some(Ending::Decided(_))) && self.game.outcome().is_none()
    }

    /// Returns whether a person's clock is running and the game is at this step.
    #[must_use]
    pub fn is_waiting_at(&self, step: u32) -> bool {
        let runs_out = self.clock.as_ref().and_then(|clock| clock.runs_out);
        self.steps == step && runs_out.is_some()
    }

    /// Returns the color to move, or `None` once the game has ended.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.ending.is_none().then(|| self.game.position().side())
    }
}

/// Table, or the game that it became.
#[derive(Clone, Debug)]
pub enum View {
    /// A table whose game has not begun.
    Table(Box<TableView>),
    /// A game that has begun, and may have ended.
    Game(Box<GameView>),
}

impl View {
    /// Returns the number of the table or game.
    #[must_use]
    pub fn id(&self) -> GameId {
        match self {
            Self::Table(table) => table.id,
            Self::Game(game) => game.id,
        }
    }

    /// Returns whether nothing more can happen at the table or in the game.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Table(table) => table.state != TableState::Open,
            Self::Game(game) => game.ending.is_some(),
        }
    }

    /// Returns the place where it is shown.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Table(table) => table.place,
            Self::Game(game) => game.place,
        }
    }

    /// Returns the message that shows it.
    #[must_use]
    pub fn message(&self) -> Option<MessageId> {
        match self {
            Self::Table(table) => table.message,
            Self::Game(game) => game.message,
        }
    }

    /// Returns the counter of the changes that people can see.
    #[must_use]
    pub fn version(&self) -> u64 {
        match self {
            Self::Table(table) => table.version,
            Self::Game(game) => game.version,
        }
    }
}

/// Way in which an update is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// A new message, because there is none yet or it is somebody's turn now.
    Post,
    /// An edit of the existing message.
    Edit,
}

/// Result of a request.
#[derive(Clone, Debug)]
pub struct Update {
    /// The table or game in its current state.
    pub view: View,
    /// Way to show it.
    pub announce: Announcement,
}

/// Entry in a person's list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question by which lists are put together"
)]
pub struct GameSummary {
    /// The number of the table or game.
    pub id: GameId,
    /// Place where it is shown.
    pub place: Place,
    /// Message that shows it.
    pub message: Option<MessageId>,
    /// The rules.
    pub rules: Rules,
    /// True if the game has begun.
    pub begun: bool,
    /// True if this person has a seat or watches; false if this person is only invited.
    pub seated: bool,
    /// True if this person is to move, or to answer an invitation.
    pub your_turn: bool,
    /// True if it is a table at which anybody may sit down.
    pub is_open: bool,
    /// True if this person is out of the game, which goes on among others.
    pub is_out: bool,
    /// True if the time of the player to move is over and can be claimed; false if that player is
    /// this person's partner.
    pub is_overdue: bool,
    /// The other players.
    pub others: Vec<Player>,
    /// Plies played.
    pub plies: u32,
    /// Time when this person's clock runs out, if it is running.
    pub runs_out: Option<Timestamp>,
}

/// Kind of a superseded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SupersededKind {
    /// A table at which people sat down.
    Table,
    /// A board that announced the actions from `from` to `to`.
    Board {
        /// Number of actions announced before it.
        from: u32,
        /// Number of actions up to and including it.
        to: u32,
    },
    /// A board in a channel that the game has left.
    Moved,
    /// A follower's message in another channel.
    Watch,
}
