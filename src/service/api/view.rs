//! What a table or a game looks like to those who show it.

use crate::service::api::ids::{GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::rating::RatingChange;
use crate::service::api::request::{Computer, TableKind};
use crate::service::api::teams::Teams;
use crate::service::api::time_control::{ClockView, TimeRule};
use focus::{Color, ColorSet, Effect, Game, Move, Outcome, Played, Rules};
use focus_engine::Level;

/// Plies a game may have had for it to be called off.
pub(crate) const ABORT_BEFORE_PLY: usize = 2;

/// A person with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who it is.
    pub id: PersonId,
    /// The name by which the person sat down.
    pub name: String,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Person(Person),
    /// A computer that plays so strong.
    Computer(Level),
}

impl Player {
    /// The person, if it is one.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// Which person it is, if it is one.
    #[must_use]
    pub fn id(&self) -> Option<PersonId> {
        self.person().map(|person| person.id)
    }
}

/// What became of a table.
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

/// A table before its game.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The number of the table, and later of its game.
    pub id: GameId,
    /// Where it stands.
    pub place: Place,
    /// Who may sit down; those who declined an invitation are no longer listed.
    pub kind: TableKind,
    /// What became of it.
    pub state: TableState,
    /// The rules if it starts full.
    pub rules: Rules,
    /// People who sit, the host first.
    pub people: Vec<Person>,
    /// Computers with a seat.
    pub computers: Vec<Computer>,
    /// Who plays with whom, in partners mode.
    pub teams: Option<Teams>,
    /// Whether the game is to have a thread of its own.
    pub in_thread: bool,
    /// How much time players will have, if there are clocks.
    pub time: Option<TimeRule>,
    /// Whether the game is shown nowhere but in its own channel.
    pub is_private: bool,
    /// The game it is a rematch of, whose colors move on by one.
    pub rematch_of: Option<GameId>,
    /// What the game starts from, as FPS, if that is not the usual position.
    pub start: Option<String>,
    /// Whether the game is to count for the ratings.
    pub rated: bool,
    /// When it was set up.
    pub created: Timestamp,
    /// When it closes by itself.
    pub expires: Timestamp,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// Counts the changes that people can see.
    pub version: u64,
}

impl TableView {
    /// Whether its game can start before it is full: with two or three of more seats, as a game of
    /// so many.
    #[must_use]
    pub fn can_start_early(&self) -> bool {
        self.rules.mode().seats() > 2 && self.start.is_none()
    }

    /// The person who set the table up, or has taken over.
    #[must_use]
    pub fn host(&self) -> Option<&Person> {
        self.people.first()
    }

    /// Everybody who sits, people first.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        let people = self.people.iter().cloned().map(Player::Person);
        let computers = self.computers.iter();
        people.chain(computers.map(|computer| Player::Computer(computer.level)))
    }

    /// Whether this person is invited and has not answered.
    #[must_use]
    pub fn waits_for(&self, person: PersonId) -> bool {
        let invited: &[PersonId] = match &self.kind {
            TableKind::Open => &[],
            TableKind::Invited(people) | TableKind::Challenge(people) => people,
        };
        self.state == TableState::Open && invited.contains(&person)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with a result.
    Decided(Outcome),
    /// Called off before the second move, without one.
    Aborted,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Seats and first move were dealt by lot.
    Started,
    /// A move of one's own.
    Moved {
        /// Whose move.
        color: Color,
        /// The move.
        mv: Move,
        /// What it did.
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
    /// The person no longer wants the draw that it offered, or agreed to.
    DrawWithdrawn(Color),
    /// The person called the game off.
    Aborted(Color),
    /// The player's time is over and the others may say so.
    Overdue(Color),
    /// The player's time is over and the player out.
    TimeOut(Color),
    /// The player's time is over and a computer plays on.
    TakenOver(Color),
    /// The move just played was an answer that the person had set out beforehand.
    Planned(Color),
    /// The person asks to take the last decision back.
    TakeBackAsked(Color),
    /// The person lets it be taken back.
    TakeBackAllowed(Color),
    /// The person does not.
    TakeBackRefused(Color),
    /// The person has taken moves back, those of others after it included.
    TookBack {
        /// Whose decision it was.
        color: Color,
        /// What was taken back.
        taken: Taken,
    },
    /// The person offers the seat to others.
    SeatOffered(Color),
    /// Somebody wants the seat.
    SeatWanted(Color),
    /// The person lets a seat change hands.
    SeatAllowed(Color),
    /// The person does not.
    SeatRefused(Color),
    /// The seat has changed hands.
    HandedOver(Color),
    /// What had been asked or offered before lapses, because somebody left.
    Lapsed,
    /// A moderator called the game off.
    Stopped,
}

/// Moves that are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many, forced passes included, as everywhere where moves are counted.
    pub moves: u32,
    /// Whether there are forced passes among them.
    pub has_passes: bool,
}

impl Taken {
    /// What these plies are.
    pub(crate) fn of(plies: &[Played]) -> Self {
        Self {
            moves: u32::try_from(plies.len()).unwrap_or(u32::MAX),
            has_passes: plies.iter().any(|ply| ply.mv == Move::Pass),
        }
    }
}

/// A wish to take a decision back that has not been answered by all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// Who asks.
    pub by: Color,
    /// What would be taken back.
    pub taken: Taken,
    /// Who still has to answer.
    pub waiting: ColorSet,
}

/// A seat that a computer or somebody else can have, if all others agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOffer {
    /// The seat.
    pub seat: Color,
    /// Which question about a seat this is; a request carries it as `seen`.
    pub number: u32,
    /// Whether its player's time is over, who has no say then.
    pub is_late: bool,
    /// Who is to have it, once somebody has asked.
    pub heir: Option<Player>,
    /// Who has to agree.
    pub waiting: ColorSet,
}

/// An answer that somebody has set out beforehand, for nobody else to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The move that it answers.
    pub when: Move,
    /// The answer.
    pub answer: Move,
}

/// A game that has begun.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that have nothing to do with each other"
)]
pub struct GameView {
    /// The number of the game.
    pub id: GameId,
    /// Where it is shown.
    pub place: Place,
    /// Whether it is to be moved into a thread of its own, which does not exist yet.
    pub wants_thread: bool,
    /// The rules, the position and how it came about.
    pub game: Game,
    /// Who plays each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
    /// People who had a seat before, in the order in which they left it.
    pub former: Vec<(Color, Person)>,
    /// The languages of the players' Discord, as in [`Actor::language`](super::Actor::language),
    /// where they are known.
    pub languages: Vec<(PersonId, String)>,
    /// Whether the result counts for the ratings.
    pub rated: bool,
    /// What it did to them, once it has.
    pub ratings: Vec<RatingChange>,
    /// Who watches a game that only computers play.
    pub watcher: Option<PersonId>,
    /// Whether it is shown nowhere but in its own channel.
    pub is_private: bool,
    /// What happened since the last announcement, oldest first.
    pub news: Vec<Event>,
    /// Colors that agreed to a draw since the last move; empty without an offer.
    pub draw: ColorSet,
    /// The clocks, if there are any and the game goes on.
    pub clock: Option<ClockView>,
    /// What somebody wants to take back, and who has to agree.
    pub take_back: Option<TakeBack>,
    /// Colors of people who have a move that can be taken back.
    pub can_take_back: ColorSet,
    /// Whether the person to move has just been called to this turn, before something was taken
    /// back.
    pub is_called: bool,
    /// A seat that can change hands.
    pub seat: Option<SeatOffer>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// Who shares the draw, if it ended in one; whoever does not has lost.
    pub sharing: ColorSet,
    /// The game it is a rematch of, whose colors have moved on by one.
    pub rematch_of: Option<GameId>,
    /// Whether partners were drawn by lot, in partners mode.
    pub are_partners_drawn: bool,
    /// When it began.
    pub started: Timestamp,
    /// When something was last done in it, or it began.
    pub acted: Timestamp,
    /// The newest message that shows it.
    pub message: Option<MessageId>,
    /// How often the position has changed: moves, forced passes, people who left. It is what a
    /// request carries as `seen`.
    pub steps: u32,
    /// How many actions led here; moves, offers and so on.
    pub actions: u32,
    /// Counts the changes that people can see.
    pub version: u64,
}

impl GameView {
    /// Plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.game.plies().len()).unwrap_or(u32::MAX)
    }

    /// The color a person plays.
    #[must_use]
    pub fn color_of(&self, person: PersonId) -> Option<Color> {
        let seat = self
            .players
            .iter()
            .find(|(_, player)| player.id() == Some(person));
        seat.map(|(color, _)| *color)
    }

    /// Who plays a color.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&Player> {
        let seat = self.players.iter().find(|(seat, _)| *seat == color);
        seat.map(|(_, player)| player)
    }

    /// The person who plays a color, if it is one.
    #[must_use]
    pub fn person(&self, color: Color) -> Option<&Person> {
        self.player(color).and_then(Player::person)
    }

    /// How strong the computer is that is to move, if it is one.
    #[must_use]
    pub fn thinking(&self) -> Option<Level> {
        match self.player(self.to_move()?)? {
            Player::Person(_) => None,
            Player::Computer(level) => Some(*level),
        }
    }

    /// What it was after so many plies, without offers and news of today.
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

    /// Whether it can still be called off.
    #[must_use]
    pub fn can_abort(&self) -> bool {
        self.ending.is_none()
            && (self.watcher.is_some() || self.game.plies().len() < ABORT_BEFORE_PLY)
    }

    /// Whether people who play can offer their seats to others.
    #[must_use]
    pub fn can_offer_seat(&self) -> bool {
        let position = self.game.position();
        let still_in = position.still_in().iter();
        let people = still_in.filter(|color| self.person(*color).is_some());
        let is_free = self.ending.is_none() && self.seat.is_none() && !self.rated;
        is_free && position.rules().mode().seats() > 2 && people.count() > 1
    }

    /// Whether it ended because nobody but computers was left to play it out.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        matches!(self.ending, Some(Ending::Decided(_))) && self.game.outcome().is_none()
    }

    /// Whether a person's clock still runs at a step.
    #[must_use]
    pub fn is_waiting_at(&self, step: u32) -> bool {
        let runs_out = self.clock.as_ref().and_then(|clock| clock.runs_out);
        self.steps == step && runs_out.is_some()
    }

    /// The color to move, while the game goes on.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.ending.is_none().then(|| self.game.position().side())
    }
}

/// A table or the game that came of it.
#[derive(Clone, Debug)]
pub enum View {
    /// Not begun.
    Table(Box<TableView>),
    /// Begun, maybe ended.
    Game(Box<GameView>),
}

impl View {
    /// The number of the table or game.
    #[must_use]
    pub fn id(&self) -> GameId {
        match self {
            Self::Table(table) => table.id,
            Self::Game(game) => game.id,
        }
    }

    /// Whether nothing more can happen at it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Table(table) => table.state != TableState::Open,
            Self::Game(game) => game.ending.is_some(),
        }
    }

    /// Where it is shown.
    #[must_use]
    pub fn place(&self) -> Place {
        match self {
            Self::Table(table) => table.place,
            Self::Game(game) => game.place,
        }
    }

    /// The message that shows it.
    #[must_use]
    pub fn message(&self) -> Option<MessageId> {
        match self {
            Self::Table(table) => table.message,
            Self::Game(game) => game.message,
        }
    }

    /// Counts the changes that people can see.
    #[must_use]
    pub fn version(&self) -> u64 {
        match self {
            Self::Table(table) => table.version,
            Self::Game(game) => game.version,
        }
    }
}

/// How an update is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announce {
    /// A new message, because there is none yet or somebody's turn has come.
    Post,
    /// The message that is there, changed.
    Edit,
}

/// What a request changed.
#[derive(Clone, Debug)]
pub struct Update {
    /// The table or game as it is now.
    pub view: View,
    /// How to show it.
    pub announce: Announce,
}

/// A line in somebody's list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question by which lists are put together"
)]
pub struct Summary {
    /// The number of the table or game.
    pub id: GameId,
    /// Where it is shown.
    pub place: Place,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// The rules.
    pub rules: Rules,
    /// Whether the game has begun.
    pub begun: bool,
    /// Whether this person has a seat or watches, or is only invited.
    pub seated: bool,
    /// Whether this person is to move, or to answer an invitation.
    pub your_turn: bool,
    /// Whether it is a table at which anybody may sit down.
    pub is_open: bool,
    /// Whether this person is out of the game, which goes on among others.
    pub is_out: bool,
    /// Whether the time of whoever is to move is over, unless that is this person's partner: the
    /// others may claim it.
    pub is_overdue: bool,
    /// The others at it.
    pub others: Vec<Player>,
    /// Plies played.
    pub plies: u32,
    /// When this person's time to move is over, if it runs.
    pub runs_out: Option<Timestamp>,
}

/// Kind of a message that another one replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Was {
    /// A table at which people sat down.
    Table,
    /// A board, which told of the actions after the first so many up to so many.
    Board {
        /// How many actions had been told of before.
        from: u32,
        /// How many had been then.
        to: u32,
    },
    /// A board in a channel that the game has left.
    Moved,
    /// A message that followed the game from elsewhere.
    Watch,
}
