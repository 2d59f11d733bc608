//! Choices of a person about a game to set up, remembered for the next one.

mod notation;

pub use notation::ParseSetupPreferencesError;

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{MessageId, PersonId, Place, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Computer, NewTable, TableKind};
use crate::service::api::time_control::{ClockKind, Overtime, TimeControl, TimeRule};
use crate::service::model::rules;
use crate::service::model::settings::{GuildSettings, PersonData};
use crate::store::{Batch, Key};
use focus::{Mode, Rules};
use focus_engine::Level;

/// Largest number of people that can be chosen to play against.
pub const OPPONENTS: usize = 3;
/// Time within which the same button pressed again sets up no second game.
const DOUBLE_PRESS: Duration = Duration::from_secs(5);

/// A day for every move.
const DAY_PER_MOVE: TimeControl = TimeControl::PerMove(Duration::from_secs(24 * 3600));
/// Two hours for all moves, and five minutes more with every move.
const TWO_HOURS_EACH: TimeControl = TimeControl::Bank {
    bank: Duration::from_secs(2 * 3600),
    increment: Duration::from_secs(5 * 60),
};

/// Opponents that a person wants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opponents {
    /// Computers on all other seats.
    Computer,
    /// These people; computers take the seats that they leave.
    People(Vec<PersonId>),
    /// Anyone who joins.
    Anyone,
}

/// Choice between the channel and a thread of its own for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadChoice {
    /// The person wants a thread.
    Yes,
    /// The person wants no thread.
    No,
    /// A thread is proposed, because the channel has a game already.
    Proposed,
}

impl ThreadChoice {
    /// Returns whether the game gets a thread.
    #[must_use]
    pub const fn is_in_thread(self) -> bool {
        match self {
            Self::Yes | Self::Proposed => true,
            Self::No => false,
        }
    }
}

/// Game that a person wants to set up.
///
/// Written as `c.2.2d1.1d.r`, short enough for a button.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetupPreferences {
    /// Opponents: people or a computer.
    pub against: Opponents,
    /// Strength of the computers.
    pub level: Level,
    /// The rules.
    pub rules: Rules,
    /// The clock; `None` for none.
    pub time: Option<TimeRule>,
    /// True if the result should count for the ratings.
    pub rated: bool,
    /// True if the game should be shown nowhere but in its channel.
    pub is_private: bool,
    /// Choice of a thread; `None` for the default of the server.
    pub in_thread: Option<ThreadChoice>,
}

impl Default for SetupPreferences {
    fn default() -> Self {
        Self {
            against: Opponents::Computer,
            level: Level::Casual,
            rules: Rules::new(Mode::Duel),
            time: None,
            rated: false,
            is_private: false,
            in_thread: None,
        }
    }
}

impl SetupPreferences {
    /// Returns a duel with a computer.
    #[must_use]
    pub fn duel_with(level: Level) -> Self {
        Self {
            level,
            ..Self::default()
        }
    }

    /// Returns a duel with whoever joins.
    #[must_use]
    pub fn duel_with_anyone() -> Self {
        Self {
            against: Opponents::Anyone,
            ..Self::default()
        }
    }

    /// Returns a rated game of a mode with whoever joins, with a day for every move.
    #[must_use]
    pub fn rated(mode: Mode) -> Self {
        let time = TimeRule {
            control: DAY_PER_MOVE,
            overtime: Overtime::default(),
        };
        Self {
            time: Some(time),
            rated: true,
            ..Self::duel_with_anyone().in_mode(mode)
        }
    }

    /// Returns the same preferences in another mode, with the options that it has.
    #[must_use]
    pub fn in_mode(self, mode: Mode) -> Self {
        Self {
            rules: rules::in_mode(self.rules, mode),
            ..self
        }
    }

    /// Returns the same preferences with these people, in a mode for that many.
    #[must_use]
    pub fn with_people(self, people: Vec<PersonId>) -> Self {
        let mode = match (people.len() + 1, self.rules.mode()) {
            (players, mode) if players == mode.seats() => mode,
            (0..=2, _) => Mode::Duel,
            (3, _) => Mode::ThreeWay,
            _ => Mode::FreeForAll,
        };
        Self {
            against: Opponents::People(people),
            ..self.in_mode(mode)
        }
    }

    /// Returns whether the opponents are chosen.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !matches!(&self.against, Opponents::People(people) if people.is_empty())
    }

    /// Returns the consequence of running out of time, which is the default without a clock.
    #[must_use]
    pub fn overtime(&self) -> Overtime {
        self.time.map(|rule| rule.overtime).unwrap_or_default()
    }

    /// Returns the number of computers, which is 0 until the opponents are chosen.
    #[must_use]
    pub fn computers(&self) -> usize {
        let others = self.rules.mode().seats() - 1;
        match &self.against {
            Opponents::Computer => others,
            Opponents::People(people) if !people.is_empty() => others.saturating_sub(people.len()),
            Opponents::People(_) | Opponents::Anyone => 0,
        }
    }

    /// Returns whether computers take seats that the chosen people leave.
    #[must_use]
    pub fn fills_seats(&self) -> bool {
        matches!(self.against, Opponents::People(_)) && self.computers() > 0
    }

    /// Checks that the mode has a seat for everybody chosen.
    ///
    /// # Errors
    ///
    /// There are more people than seats.
    pub fn check_people(&self) -> Result<(), Refusal> {
        let mode = self.rules.mode();
        match &self.against {
            Opponents::People(people) if people.len() >= mode.seats() => {
                let players = people.len() + 1;
                Err(Refusal::WrongNumberOfPlayers { mode, players })
            }
            Opponents::Computer | Opponents::People(_) | Opponents::Anyone => Ok(()),
        }
    }

    /// Checks that the game can be rated, if it should be.
    ///
    /// # Errors
    ///
    /// A computer would play, or there is no clock.
    pub fn check_rated(&self) -> Result<(), Refusal> {
        if self.rated {
            return check_rated(self.computers(), self.time);
        }
        Ok(())
    }

    /// Returns the table at this place.
    #[must_use]
    pub fn table(self, place: Place, in_thread: bool) -> NewTable {
        let computer = Computer {
            level: self.level,
            is_partner: false,
        };
        let computers = vec![computer; self.computers()];
        NewTable {
            place,
            kind: match self.against {
                Opponents::Computer | Opponents::Anyone => TableKind::Open,
                Opponents::People(people) => TableKind::Challenge(people),
            },
            teammate: None,
            rules: self.rules,
            computers,
            is_watched: false,
            in_thread,
            time: self.time,
            is_private: self.is_private,
            start: None,
            rated: self.rated,
        }
    }
}

impl Service {
    /// Returns the preferences for a person's last game, or else the defaults; chosen people and
    /// proposals are not kept.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn setup_preferences(&self, person: PersonId) -> Result<SetupPreferences, Fault> {
        let key = Key::new().u64(person.0);
        let held = self.read::<PersonData>(&key)?;
        let last = held.and_then(|held| held.record.last_setup);
        let last = last.and_then(|text| text.parse().ok());
        Ok(last.unwrap_or_default())
    }

    /// Returns the preferences as a game can have them at a place: a computer plays against a
    /// person who is alone with the bot, and the clock is one that the server allows. A game that can
    /// no longer be rated is unrated.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn setup_at(
        &self,
        place: Place,
        preferences: SetupPreferences,
    ) -> Result<SetupPreferences, Fault> {
        let settings = self.settings_at(place)?;
        let against = if place.is_direct() {
            Opponents::Computer
        } else {
            preferences.against.clone()
        };
        let fitted = SetupPreferences {
            against,
            time: allowed_time(&settings, preferences.time),
            ..preferences.clone()
        };
        if fitted == preferences {
            return Ok(preferences);
        }
        let rated = fitted.rated && fitted.check_rated().is_ok();
        Ok(SetupPreferences { rated, ..fitted })
    }

    /// Adds to `batch` the press with which a person sets up a game, and the preferences for it, if
    /// there are any. Refuses the second press of a double press.
    pub(crate) fn put_setup(
        &self,
        batch: &mut Batch,
        person: PersonId,
        preferences: Option<&SetupPreferences>,
        start: (MessageId, Timestamp),
    ) -> Result<(), ServiceError> {
        self.put_person(batch, person, |data| {
            if data.last_start.is_some_and(|last| is_double(last, start)) {
                return Err(ServiceError::from(Refusal::AlreadyBegun));
            }
            data.last_start = Some(start);
            if let Some(preferences) = preferences {
                data.last_setup = remembered(preferences);
            }
            Ok(())
        })
    }
}

/// Returns the clock, or a usual one of the first kind that a server allows.
fn allowed_time(settings: &GuildSettings, time: Option<TimeRule>) -> Option<TimeRule> {
    if settings.allows_clock(time) {
        return time;
    }
    let control = match settings.clocks.first()? {
        ClockKind::Without => return None,
        ClockKind::PerMove => DAY_PER_MOVE,
        ClockKind::Bank => TWO_HOURS_EACH,
    };
    let overtime = time.map(|rule| rule.overtime).unwrap_or_default();
    Some(TimeRule { control, overtime })
}

/// Checks that a game with this many computers and this clock can be rated.
pub(crate) fn check_rated(computers: usize, time: Option<TimeRule>) -> Result<(), Refusal> {
    if computers > 0 {
        return Err(Refusal::RatedWithComputer);
    }
    match time {
        None => Err(Refusal::RatedWithoutClock),
        Some(rule) if rule.overtime == Overtime::Computer => Err(Refusal::RatedWithSubstitute),
        Some(_) => Ok(()),
    }
}

/// Returns the preferences without chosen people and proposals, which are not remembered; `None` if
/// that is the default.
fn remembered(preferences: &SetupPreferences) -> Option<String> {
    let against = match &preferences.against {
        Opponents::People(_) => Opponents::People(Vec::new()),
        other => other.clone(),
    };
    let in_thread = preferences.in_thread;
    let kept = SetupPreferences {
        against,
        in_thread: in_thread.filter(|choice| *choice != ThreadChoice::Proposed),
        ..preferences.clone()
    };
    (kept != SetupPreferences::default()).then(|| kept.to_string())
}

/// Returns whether two presses, each on a message at a time, are a double press.
fn is_double((message, at): (MessageId, Timestamp), (other, then): (MessageId, Timestamp)) -> bool {
    let apart = Duration::from_millis(at.0.abs_diff(then.0));
    message == other && apart < DOUBLE_PRESS
}

#[cfg(test)]
mod tests {
    use super::{Opponents, SetupPreferences};
    use crate::service::api::ids::PersonId;
    use focus::Mode;

    #[test]
    fn people_chosen_bring_a_mode_for_so_many() {
        let with = |mode, people: u64| {
            let people = (1..=people).map(PersonId).collect();
            let preferences = SetupPreferences::default()
                .in_mode(mode)
                .with_people(people);
            (preferences.rules.mode(), preferences.computers())
        };
        assert_eq!(with(Mode::FreeForAll, 1), (Mode::Duel, 0));
        assert_eq!(with(Mode::Duel, 2), (Mode::ThreeWay, 0));
        assert_eq!(with(Mode::Duel, 3), (Mode::FreeForAll, 0));
        assert_eq!(with(Mode::Partners, 3), (Mode::Partners, 0));
        assert_eq!(with(Mode::FreeForAll, 0), (Mode::Duel, 0));
        let one = SetupPreferences::default().with_people(vec![PersonId(1)]);
        assert_eq!(one.in_mode(Mode::Partners).computers(), 2);
    }

    #[test]
    fn more_people_than_seats_are_too_many() {
        let people = (1..=3).map(PersonId).collect();
        let preferences = SetupPreferences::default().with_people(people);
        for (mode, fits) in [
            (Mode::Duel, false),
            (Mode::ThreeWay, false),
            (Mode::Partners, true),
            (Mode::FreeForAll, true),
        ] {
            let checked = preferences.clone().in_mode(mode).check_people();
            assert_eq!(checked.is_ok(), fits, "{mode:?}");
        }
    }

    #[test]
    fn only_missing_people_are_missing() {
        let nobody = Opponents::People(Vec::new());
        for (against, is_complete) in [
            (Opponents::Computer, true),
            (Opponents::Anyone, true),
            (nobody, false),
        ] {
            let preferences = SetupPreferences {
                against,
                ..SetupPreferences::default()
            };
            assert_eq!(preferences.is_complete(), is_complete);
        }
    }
}
