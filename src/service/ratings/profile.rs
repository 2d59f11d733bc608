//! Statistics of one person's games against people.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{PersonId, Timestamp};
use crate::service::api::rating::ShownRating;
use crate::service::model::ratings::{PlayerRating, PlayerResult, Rating};
use crate::service::ratings::contest::faded;
use crate::service::ratings::{keys, shown, system};
use crate::service::repository::computer_results;
use crate::store::{Key, Keys, Table};
use focus::Mode;
use focus_engine::Level;

pub use crate::service::model::ratings::FormResult;

/// Number of results shown as form, the newest of all modes.
const FORM: usize = 10;

/// Statistics of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The person.
    pub person: PersonId,
    /// One entry for each mode in which a game of the person has ended.
    pub modes: Vec<ModeProfile>,
    /// Results of the newest games, the oldest of them first.
    pub form: Vec<FormResult>,
    /// Results against and with another person, if requested.
    pub versus: Option<Versus>,
    /// Results against computers, the weakest level of the first mode first.
    pub computers: Vec<ComputerResults>,
}

/// Results of a person's games against computers alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerResults {
    /// The mode.
    pub mode: Mode,
    /// Level of the weakest opponent.
    pub level: Level,
    /// Games won, drawn and lost.
    pub record: [u32; 3],
}

impl ComputerResults {
    /// Returns whether the level has been beaten.
    #[must_use]
    pub const fn is_beaten(&self) -> bool {
        self.record[0] > 0
    }
}

/// Statistics of a person in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeProfile {
    /// The mode.
    pub mode: Mode,
    /// The rating and its standard deviation, if there is one.
    pub rating: Option<(ShownRating, i32)>,
    /// Games won, drawn and lost, rated or not.
    pub record: [u32; 3],
    /// Initial rating, and the rating after each rated game, the oldest first.
    pub history: Vec<(Timestamp, i32)>,
}

/// Results of games in which two people took part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versus {
    /// The other person.
    pub other: PersonId,
    /// Games against each other in which this person did better, both did equally well, or the
    /// other did better.
    pub against: [u32; 3],
    /// Games on the same side won, drawn and lost.
    pub together: [u32; 3],
}

impl Service {
    /// Returns the statistics of a person, and of the games with another one. A rating of long ago is
    /// no longer sure, as on the leaderboards.
    ///
    /// # Errors
    ///
    /// The store failed. Results that cannot be read are skipped.
    pub fn profile(
        &self,
        person: PersonId,
        with: Option<PersonId>,
        now: Timestamp,
    ) -> Result<Profile, Fault> {
        let mut versus = with.map(|other| Versus {
            other,
            against: [0; 3],
            together: [0; 3],
        });
        let mut newest = Vec::new();
        let mut modes = Vec::new();
        for mode in Mode::ALL {
            let keys = Keys::prefix(&keys::rating(person, mode));
            let results = self.scan::<PlayerResult>(&keys)?;
            let mut record = [0; 3];
            let mut history = Vec::new();
            for (key, held) in &results {
                let (result, at) = (&held.record, keys::moment_of_result(key).unwrap_or(0));
                record[result.result as usize] += 1;
                if let Some(points) = result.points {
                    if history.is_empty() {
                        history.push((Timestamp(at), shown(Rating::START.points)));
                    }
                    history.push((Timestamp(at), points));
                }
                newest.push((at, result.result));
                if let Some(versus) = &mut versus {
                    count(versus, result);
                }
            }
            let rating = self.rating_of(person, mode, now)?;
            if !results.is_empty() || rating.is_some() {
                modes.push(ModeProfile {
                    mode,
                    rating,
                    record,
                    history,
                });
            }
        }
        newest.sort_by_key(|(at, _)| *at);
        let form = newest.split_off(newest.len().saturating_sub(FORM));
        Ok(Profile {
            person,
            modes,
            form: form.into_iter().map(|(_, result)| result).collect(),
            versus,
            computers: self.against_computers(person)?,
        })
    }

    /// Returns a person's results against computers.
    fn against_computers(&self, person: PersonId) -> Result<Vec<ComputerResults>, Fault> {
        self.fill(Table::Against)?;
        let keys = computer_results::of(person);
        let entries = self.archive.store().scan(Table::Against, &keys)?;
        let mut results: Vec<ComputerResults> = Vec::new();
        // The keys are in the order of modes and levels.
        for game in entries
            .iter()
            .filter_map(|(key, _)| computer_results::read(key))
        {
            let (mode, level) = (game.mode, game.level);
            let is_next = |last: &ComputerResults| (last.mode, last.level) != (mode, level);
            if results.last().is_none_or(is_next) {
                let record = [0; 3];
                results.push(ComputerResults {
                    mode,
                    level,
                    record,
                });
            }
            let last = results.last_mut();
            if let Some(count) = last.and_then(|last| last.record.get_mut(game.place)) {
                *count += 1;
            }
        }
        Ok(results)
    }

    /// Returns a person's rating in a mode and its standard deviation.
    fn rating_of(
        &self,
        person: PersonId,
        mode: Mode,
        now: Timestamp,
    ) -> Result<Option<(ShownRating, i32)>, Fault> {
        let key: Key = keys::rating(person, mode);
        let held = self.read::<PlayerRating>(&key)?;
        Ok(held.map(|held| {
            let rating = faded(&held.record, mode, now).unwrap_or(held.record.rating);
            let points = ShownRating {
                points: shown(rating.points),
                is_sure: rating.is_sure(system(mode)),
            };
            (points, shown(rating.deviation))
        }))
    }
}

/// Counts a game in `versus` if the other person played it.
fn count(versus: &mut Versus, result: &PlayerResult) {
    let mut others = result.others.iter();
    let Some(other) = others.find(|other| other.person == versus.other) else {
        return;
    };
    if other.is_partner {
        versus.together[result.result as usize] += 1;
        return;
    }
    let place = match (result.result, other.has_won) {
        (FormResult::Won, false) => 0,
        (FormResult::Drawn | FormResult::Lost, true) => 2,
        (FormResult::Drawn, false) if other.is_apart => 0,
        (FormResult::Lost, false) if other.is_apart => 2,
        (FormResult::Won, true) | (FormResult::Drawn | FormResult::Lost, false) => 1,
    };
    versus.against[place] += 1;
}
