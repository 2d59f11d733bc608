//! Game that has begun, and the record of an imported one.

use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::rating::RatingChange;
use crate::service::api::request::Actor;
use crate::service::api::view::game::MovedHere;
use crate::service::api::view::player::{Person, Player};
use crate::service::model::common::{ClockState, Common};
use crate::service::model::table::{ComputerSeat, PersonSeat};
use focus::{Color, ColorSet, Game, Move, Position};
use focus_engine::Level;

/// Game that has begun, without its actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartedGame {
    pub(crate) common: Common,
    pub(crate) stage: Stage,
    /// People with a color, the host first.
    pub(crate) people: Vec<PersonPlayer>,
    pub(crate) computers: Vec<ComputerPlayer>,
    /// Time when it began.
    pub(crate) started: Timestamp,
    /// Color that moves first.
    pub(crate) first: Color,
    /// Number of actions.
    pub(crate) actions: u32,
    /// Number of actions that have been shown; `None` before anything of the game has been.
    pub(crate) announced: Option<u32>,
    /// Number of actions shown before the newest board was posted; that board announces the later
    /// ones.
    pub(crate) told: Option<u32>,
    /// Result, once decided.
    pub(crate) result: Option<GameResult>,
    /// True if a computer is to move.
    pub(crate) thinks: bool,
    /// The clock, if there are any.
    pub(crate) clock: Option<ClockState>,
    /// Premoves; those for older steps are dropped.
    pub(crate) premoves: Vec<StoredPremove>,
    /// Newest rematch.
    pub(crate) rematch: Option<GameId>,
    /// Effect of the result on the ratings, once it has been counted.
    pub(crate) ratings: Option<CountedRatings>,
    /// Person who asks for the free seat.
    pub(crate) candidate: Option<Candidate>,
    /// People who had a seat before it changed hands, in the order in which they left it.
    pub(crate) former: Vec<(Color, Person)>,
    /// True if a replay is still to be posted.
    pub(crate) owes_replay: bool,
    /// Move of the game to its channel by a person, if there was one and others played on.
    pub(crate) moved: Option<MovedHere>,
}

/// Stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Game in progress.
    Playing,
    /// Ended with a result.
    Ended,
    /// Called off.
    Aborted,
}

/// Person who plays, or played until a computer took over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PersonPlayer {
    pub(crate) seat: PersonSeat,
    pub(crate) color: Color,
    /// Computer that has taken over.
    pub(crate) substitute: Option<Level>,
}

/// Computer that plays from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComputerPlayer {
    pub(crate) seat: ComputerSeat,
    pub(crate) color: Color,
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameResult {
    /// Colors that won; none in a draw.
    pub(crate) winners: ColorSet,
    /// Colors that share a draw, if not everybody does.
    pub(crate) sharing: Option<ColorSet>,
}

/// Line of premoves of a color at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredPremove {
    pub(crate) color: Color,
    /// Number of position changes at which its moves come next.
    pub(crate) step: u32,
    /// Moves from there, without forced passes; the last one is an own move.
    pub(crate) line: Vec<Move>,
}

/// Person who asks for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) person: Person,
    /// Language of the person's Discord client, as a two-letter ISO 639-1 code.
    pub(crate) language: Option<String>,
}

/// Effect of a result on the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CountedRatings {
    /// Time at which the game counts.
    pub(crate) at: Timestamp,
    /// Number of games of the same people before it that reduced its weight.
    pub(crate) repeats: u32,
    /// Changes, in the order of the colors.
    pub(crate) changes: Vec<RatingChange>,
}

impl Candidate {
    /// Creates the candidate who asks.
    pub(crate) fn new(actor: &Actor) -> Self {
        Self {
            person: Person {
                id: actor.person,
                name: actor.name.clone(),
            },
            language: actor.language.clone(),
        }
    }
}

impl StartedGame {
    /// Returns whether nothing more can happen.
    pub(crate) fn is_over(&self) -> bool {
        match self.stage {
            Stage::Playing => false,
            Stage::Ended | Stage::Aborted => true,
        }
    }

    /// Returns the game before its first move.
    pub(crate) fn before_first_move(&self) -> Game {
        match &self.common.start {
            None => Game::new(self.common.rules, self.first),
            Some(start) => Game::from_position(Position::clone(start)),
        }
    }

    /// Returns the color of a person.
    pub(crate) fn color_of(&self, person: PersonId) -> Option<Color> {
        let mut people = self.people.iter();
        let player = people.find(|player| player.seat.person == person)?;
        Some(player.color)
    }

    /// Returns the person who plays a color, or played it until a computer took over.
    pub(crate) fn person_of(&self, color: Color) -> Option<PersonId> {
        let mut people = self.people.iter();
        let player = people.find(|player| player.color == color)?;
        Some(player.seat.person)
    }

    /// Returns the number of people who play on.
    pub(crate) fn number_of_people(&self) -> usize {
        let present = |player: &&PersonPlayer| player.substitute.is_none();
        self.people.iter().filter(present).count()
    }

    /// Returns whether somebody else plays in the game, or has played in it.
    pub(crate) fn is_of_others(&self, person: PersonId) -> bool {
        let players = self.people.iter().map(|player| player.seat.person);
        let former = self.former.iter().map(|(_, player)| player.id);
        players.chain(former).any(|other| other != person)
    }

    /// Returns whether a person with a seat plays on, or watches.
    pub(crate) fn is_present(&self, person: PersonId) -> bool {
        let mut players = self.people.iter();
        let plays =
            players.any(|player| player.substitute.is_none() && player.seat.person == person);
        plays || self.common.watcher == Some(person)
    }

    /// Returns all players, in the order of the colors.
    pub(crate) fn players(&self) -> Vec<(Color, Player)> {
        let people = self.people.iter().map(|player| match player.substitute {
            None => (player.color, Player::Person(player.seat.person())),
            Some(level) => (player.color, Player::Computer(level)),
        });
        let computers = self.computers.iter().map(|player| {
            let level = player.seat.computer.level;
            (player.color, Player::Computer(level))
        });
        let mut players: Vec<_> = people.chain(computers).collect();
        players.sort_by_key(|(color, _)| *color);
        players
    }

    /// Returns the people who had a seat before another person or a computer took it over.
    pub(crate) fn former_players(&self) -> Vec<(Color, Person)> {
        let replaced = self
            .people
            .iter()
            .filter(|player| player.substitute.is_some());
        let replaced = replaced.map(|player| (player.color, player.seat.person()));
        self.former.iter().cloned().chain(replaced).collect()
    }

    /// Returns the languages of the people with a seat, if known.
    pub(crate) fn languages(&self) -> Vec<(PersonId, String)> {
        let known =
            |player: &PersonPlayer| Some((player.seat.person, player.seat.language.clone()?));
        self.people.iter().filter_map(known).collect()
    }

    /// Returns the colors that share the draw in which the game ended; none if it ended otherwise,
    /// or has not.
    pub(crate) fn sharing(&self) -> ColorSet {
        let Some(result) = self.result.filter(|result| result.winners.is_empty()) else {
            return ColorSet::EMPTY;
        };
        // In games older than the field, everybody shares a draw.
        let everybody = || self.common.rules.mode().colors().iter().copied().collect();
        result.sharing.unwrap_or_else(everybody)
    }

    /// Returns the changes of ratings; none if it has not changed any, or not yet.
    pub(crate) fn rating_changes(&self) -> Vec<RatingChange> {
        let ratings = self.ratings.as_ref();
        ratings.map_or_else(Vec::new, |counted| counted.changes.clone())
    }
}

/// Record of a game that a person imported, in its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImportedGame(pub(crate) String);
