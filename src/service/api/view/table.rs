//! Table before its game.

use crate::service::api::ids::{ChannelId, GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::request::{Computer, Lineup, TableKind};
use crate::service::api::teams::{Member, Teams};
use crate::service::api::time_control::TimeRule;
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::player::{Person, Player};
use focus::{Color, Rules};

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
    /// Parent channel of the thread in which it is shown, if known.
    pub parent: Option<ChannelId>,
    /// Rule for who may sit down; people who declined an invitation are no longer listed.
    pub kind: TableKind,
    /// People who were invited after it was set up and have not been mentioned yet.
    pub uncalled: Vec<PersonId>,
    /// People invited who have neither sat down nor declined, also at a table open to all.
    pub asked: Vec<PersonId>,
    /// State of the table.
    pub state: TableState,
    /// Rules of the game if it starts full.
    pub rules: Rules,
    /// People with a seat, the host first.
    pub people: Vec<Person>,
    /// Languages of their Discord clients, as in
    /// [`Actor::language`](crate::service::Actor::language), if known; that of the host first.
    pub languages: Vec<(PersonId, String)>,
    /// Computers with a seat.
    pub computers: Vec<Computer>,
    /// Teams, in partners mode.
    pub teams: Option<Teams>,
    /// Colors chosen so far, those of people first, if the host lets everybody choose; otherwise they are
    /// drawn by lot.
    pub colors: Option<Vec<(Member, Color)>>,
    /// True if the game will have a thread of its own.
    pub in_thread: bool,
    /// Time control, if there are clocks.
    pub time: Option<TimeRule>,
    /// True if the game is shown nowhere but in its own channel.
    pub is_private: bool,
    /// Game of which this is the rematch; everybody takes the next color.
    pub rematch_of: Option<GameId>,
    /// Start position as FPS; `None` for the usual one.
    pub start: Option<String>,
    /// True if the game will count for the ratings.
    pub rated: bool,
    /// Time when it was set up.
    pub created: Timestamp,
    /// Time when it closes by itself.
    pub expires: Timestamp,
    /// Message that shows it.
    pub message: Option<MessageId>,
    /// Form of that message.
    pub form: MessageForm,
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

    /// Returns everybody with a seat, as members, in the same order.
    pub fn members(&self) -> impl Iterator<Item = Member> {
        let people = self.people.iter();
        let people = people.map(|person| Member::Person(person.id));
        people.chain((0..self.computers.len()).map(Member::Computer))
    }

    /// Returns a member who sits at the table, as a player.
    #[must_use]
    pub fn player(&self, member: Member) -> Option<Player> {
        let is_meant = |(place, player): &(usize, Player)| match member {
            Member::Person(person) => player.id() == Some(person),
            Member::Computer(number) => *place == self.people.len() + number,
        };
        let mut players = self.players().enumerate();
        players.find(is_meant).map(|(_, player)| player)
    }

    /// Returns the lineup of its computers.
    #[must_use]
    pub fn lineup(&self) -> Lineup {
        Lineup::of(self.computers.iter().map(|computer| computer.level))
    }

    /// Returns who has chosen a color.
    #[must_use]
    pub fn holder(&self, color: Color) -> Option<Member> {
        let mut chosen = self.colors.iter().flatten();
        let found = chosen.find(|(_, other)| *other == color);
        found.map(|(member, _)| *member)
    }

    /// Returns the color that a member has chosen.
    #[must_use]
    pub fn color_of(&self, member: Member) -> Option<Color> {
        let mut chosen = self.colors.iter().flatten();
        let found = chosen.find(|(other, _)| *other == member);
        found.map(|(_, color)| *color)
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

    /// Returns whether a person sits at the table, or is invited and has not answered.
    #[must_use]
    pub fn concerns(&self, person: PersonId) -> bool {
        self.people.iter().any(|seated| seated.id == person) || self.waits_for(person)
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
        let is_open = match table.kind {
            TableKind::Open => true,
            TableKind::Invited(_) | TableKind::Challenge(_) => false,
        };
        let ways = [
            (Self::Computer, !table.rated),
            (Self::Invitation, true),
            (Self::Opening, !is_open),
        ];
        let ways = ways.into_iter().filter(|(_, is_possible)| *is_possible);
        ways.map(|(way, _)| way)
    }
}
