//! Game that has begun.

use crate::service::api::ids::{ChannelId, GameId, MessageId, PersonId, Place, Timestamp};
use crate::service::api::rating::RatingChange;
use crate::service::api::time_control::ClockView;
use crate::service::api::view::event::{Ending, GameEvent, TakenBack};
use crate::service::api::view::message::MessageForm;
use crate::service::api::view::player::{Person, Player};
use focus::{Color, ColorSet, Game, Move, Played};
use focus_engine::Level;

/// Number of plies at which a game can no longer be called off.
pub(crate) const ABORT_BEFORE_PLY: usize = 2;
/// Largest number of recent plies, so that the number of a move on a picture has one digit.
const MOST_RECENT: usize = 9;

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
    /// Player who would take it over, once somebody has asked.
    pub successor: Option<Player>,
    /// Colors that still have to agree.
    pub waiting: ColorSet,
}

/// Premoves of a player, visible only to the person who set them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premoves {
    /// Lines of moves from the current position, without forced passes. The last move of each is
    /// the player's own, and lines that begin alike differ first in somebody else's move.
    pub lines: Vec<Vec<Move>>,
}

impl Premoves {
    /// Maximum number of lines.
    pub const MOST_LINES: usize = 12;
    /// Maximum number of moves of a line.
    pub const LONGEST_LINE: usize = 8;
}

/// Move of a game to its channel by a person. Other players may not see that channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedHere {
    /// Version of the game before, which no other such move has.
    pub version: u64,
    /// Colors whose players may not see that channel: they have neither moved the game there nor
    /// played a move since.
    pub hidden: ColorSet,
    /// Colors whose players have yet to learn of it.
    pub untold: ColorSet,
    /// Version of the game that is shown, if it stays unannounced for these players alone.
    pub shown: Option<u64>,
    /// Channel in which these players last saw it, if the bot can post messages there.
    pub from: Option<ChannelId>,
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
    /// Parent channel of the thread in which it is shown, if known.
    pub parent: Option<ChannelId>,
    /// True if it should be moved into a thread of its own, which does not exist yet.
    pub wants_thread: bool,
    /// Rules, position and moves so far.
    pub game: Game,
    /// Player of each color, in the order of the colors.
    pub players: Vec<(Color, Player)>,
    /// People who had a seat before, in the order in which they left it.
    pub former: Vec<(Color, Person)>,
    /// Languages of the players' Discord clients, as in
    /// [`Actor::language`](crate::service::Actor::language), if known; that of the host first.
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
    pub news: Vec<GameEvent>,
    /// Colors that agreed to a draw since the last move; empty without an offer.
    pub draw: ColorSet,
    /// Color among them that offered it.
    pub draw_by: Option<Color>,
    /// The clocks, if there are any and the game is running.
    pub clock: Option<ClockView>,
    /// Pending request to take a decision back.
    pub take_back: Option<TakeBack>,
    /// Colors of people who have a move that can be taken back.
    pub can_take_back: ColorSet,
    /// True if the person to move was just mentioned for this turn, before a take-back.
    pub is_mentioned: bool,
    /// Seat that can change hands.
    pub seat: Option<SeatOffer>,
    /// End of the game, if it has ended.
    pub ending: Option<Ending>,
    /// Colors that share the draw, if the game ended in one; all others have lost.
    pub sharing: ColorSet,
    /// Game of which this is the rematch; everybody has moved on to the next color.
    pub rematch_of: Option<GameId>,
    /// True if partners were drawn by lot, in partners mode.
    pub are_partners_drawn: bool,
    /// True if somebody chose a color instead of having it drawn by lot.
    pub are_colors_chosen: bool,
    /// Time when it began.
    pub started: Timestamp,
    /// Time of the last action, or of the start.
    pub acted: Timestamp,
    /// Move of the game to its channel by a person, if there was one.
    pub moved: Option<MovedHere>,
    /// Newest message that shows it.
    pub message: Option<MessageId>,
    /// Form of that message.
    pub form: MessageForm,
    /// True if that message mentions nobody, so that people must still be told in private.
    pub is_uncalled: bool,
    /// Number of position changes: moves, forced passes and people who left. A request carries it
    /// as `seen`.
    pub steps: u32,
    /// Step at which the current turn began; somebody else may have left since.
    pub turn_began: u32,
    /// Number of actions so far: moves, offers and so on.
    pub actions: u32,
    /// Number of actions up to the last one that is news; a pause of the clock is none.
    pub eventful: u32,
    /// Number of them that had been shown when this was read.
    pub announced: u32,
    /// Counter of the changes that people can see.
    pub version: u64,
}

impl GameView {
    /// Returns the number of plies played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::try_from(self.game.plies().len()).unwrap_or(u32::MAX)
    }

    /// Returns the plies that are news for a viewer who is still in the game: those since that
    /// player's own last move. For anybody else, the color next in turn takes the viewer's place.
    /// They contain at least the last move, with the passes after it.
    #[must_use]
    pub fn recent_plies(&self, viewer: Option<PersonId>) -> &[Played] {
        let position = self.game.position();
        let own = viewer.and_then(|person| self.color_of(person));
        let own = own.filter(|own| position.still_in().contains(*own));
        let own = own.unwrap_or(position.side());
        let plies = self.game.plies();
        let last = plies.iter().rposition(|ply| ply.mv != Move::Pass);
        let own_last = plies
            .iter()
            .rposition(|ply| ply.mv != Move::Pass && ply.color == own);
        let since = own_last.map_or(0, |own_last| own_last + 1);
        let since = since.max(plies.len().saturating_sub(MOST_RECENT));
        &plies[since.min(last.unwrap_or(0))..]
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

    /// Returns whether a person plays the game, or watches computers play it.
    #[must_use]
    pub fn concerns(&self, person: PersonId) -> bool {
        self.color_of(person).is_some() || self.watcher == Some(person)
    }

    /// Returns the player of a color.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<&Player> {
        let seat = self.players.iter().find(|(seat, _)| *seat == color);
        seat.map(|(_, player)| player)
    }

    /// Returns the person who plays a color, or `None` for a computer and for a person whose data
    /// was deleted, who cannot be reached.
    #[must_use]
    pub fn person(&self, color: Color) -> Option<&Person> {
        let person = self.player(color).and_then(Player::person);
        person.filter(|person| person.id != PersonId::GONE)
    }

    /// Returns the colors of the people who can claim the time of the player to move.
    #[must_use]
    pub fn claimants(&self) -> ColorSet {
        let clock = self.clock.as_ref();
        let is_overdue = clock.is_some_and(|clock| clock.claimable_until.is_some());
        let Some(late) = self.to_move().filter(|_| is_overdue) else {
            return ColorSet::EMPTY;
        };
        let position = self.game.position();
        let partner = position.rules().mode().partner(late);
        let is_person = |color| self.player(color).and_then(Player::person).is_some();
        let others = position.still_in().without(late).iter();
        others
            .filter(|color| Some(*color) != partner && is_person(*color))
            .collect()
    }

    /// Returns the people whom its next message mentions: the one whose turn has begun since the
    /// last message, and those who can claim a time that has run out since then.
    #[must_use]
    pub fn called(&self) -> Vec<PersonId> {
        let has_come = self.news.iter().any(|event| match event {
            GameEvent::Started
            | GameEvent::Moved { .. }
            | GameEvent::Passed(_)
            | GameEvent::Out(_)
            | GameEvent::Resigned(_)
            | GameEvent::TimeOut(_)
            | GameEvent::TookBack { .. } => true,
            GameEvent::HandedOver(color) => self.to_move() == Some(*color),
            // A player whose time is over was mentioned before; a computer needs no mention.
            GameEvent::DrawOffered(_)
            | GameEvent::DrawAccepted(_)
            | GameEvent::DrawRefused(_)
            | GameEvent::DrawWithdrawn(_)
            | GameEvent::Premoved(_)
            | GameEvent::TakeBackAsked(_)
            | GameEvent::TakeBackAllowed(_)
            | GameEvent::TakeBackRefused(_)
            | GameEvent::Aborted(_)
            | GameEvent::Overdue(_)
            | GameEvent::TakenOver(_)
            | GameEvent::SeatOffered(_)
            | GameEvent::SeatWanted(_)
            | GameEvent::SeatAllowed(_)
            | GameEvent::SeatRefused(_)
            | GameEvent::Lapsed
            | GameEvent::AbortedByModerator
            | GameEvent::AbortedIdle => false,
        });
        let is_new = has_come && !self.is_mentioned;
        let mut news = self.news.iter();
        let is_claimable = news.any(|event| matches!(event, GameEvent::Overdue(_)));
        let claimants = self.claimants().iter().filter(|_| is_claimable);
        let mover = self.to_move().filter(|_| is_new);
        let people = mover.into_iter().chain(claimants);
        let people = people.filter_map(|color| self.person(color));
        people.map(|person| person.id).collect()
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
            draw_by: None,
            take_back: None,
            can_take_back: ColorSet::EMPTY,
            seat: None,
            ..self.clone()
        }
    }

    /// Returns the colors whose players have yet to learn that the game was moved to its channel.
    #[must_use]
    pub fn untold_of_move(&self) -> ColorSet {
        self.moved.map_or(ColorSet::EMPTY, |moved| moved.untold)
    }

    /// Returns whether its message shows it as it is, so that an edit is pending only for players
    /// who have yet to learn that it was moved.
    #[must_use]
    pub fn waits_only_for_notices(&self) -> bool {
        let is_shown = |moved: MovedHere| moved.shown == Some(self.version);
        !self.untold_of_move().is_empty() && self.moved.is_some_and(is_shown)
    }

    /// Returns whether the player of a color may not see the channel of the game: somebody else has
    /// moved it there, and this player has played no move since, except premoves.
    #[must_use]
    pub fn may_be_hidden_from(&self, color: Color) -> bool {
        self.moved.is_some_and(|moved| moved.hidden.contains(color))
    }

    /// Returns whether its only person still in may get hints.
    #[must_use]
    pub fn allows_hints(&self) -> bool {
        self.people_in() == 1
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
        let seats = self.game.position().rules().mode().seats();
        let is_free = self.ending.is_none() && self.seat.is_none() && !self.rated;
        is_free && seats > 2 && self.people_in() > 1
    }

    /// Returns the number of people who are still in.
    fn people_in(&self) -> usize {
        let still_in = self.game.position().still_in().iter();
        let people = still_in.filter(|color| self.person(*color).is_some());
        people.count()
    }

    /// Returns whether the game ended because only computers were left in it.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        matches!(self.ending, Some(Ending::Decided(_))) && self.game.outcome().is_none()
    }

    /// Returns whether a person's clock is running and this step is of the current turn.
    #[must_use]
    pub fn is_waiting_since(&self, step: u32) -> bool {
        let runs_out = self.clock.as_ref().and_then(|clock| clock.runs_out);
        self.turn_began <= step && runs_out.is_some()
    }

    /// Returns the color to move, or `None` once the game has ended.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.ending.is_none().then(|| self.game.position().side())
    }
}
