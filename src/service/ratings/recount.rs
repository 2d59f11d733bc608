//! Ratings recomputed from the games alone.

use std::collections::BTreeMap;

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::PersonId;
use crate::service::model::ratings::PlayerRating;
use crate::service::ratings::contest::Contest;
use crate::service::ratings::keys;
use crate::service::repository::mapping;
use crate::store::{KeyReader, Keys};
use focus::Mode;

/// Ratings by person and mode.
pub type Ratings = BTreeMap<(PersonId, &'static str), PlayerRating>;

impl Service {
    /// Returns everybody's ratings, recomputed from all rated games in order. Each game has the
    /// weight that was recorded, because repetitions cannot be recognized once somebody's data is
    /// deleted. The consent to be on the lists of all servers cannot be derived from games.
    ///
    /// # Errors
    ///
    /// The store failed, or a game cannot be read.
    pub fn recounted_ratings(&self) -> Result<Ratings, Fault> {
        let mut games = Vec::new();
        self.each_record(|id, record| {
            let stored = mapping::stored(record).map_err(Fault::damaged(id))?;
            let game = stored.game();
            let rated = game.and_then(|game| Some((game.ratings.as_ref()?, Contest::of(game)?)));
            games.extend(rated.map(|(ratings, contest)| {
                let counted = (ratings.at.0, id, ratings.repeats);
                (counted, contest)
            }));
            Ok(())
        })?;
        games.sort_by_key(|(counted, _)| *counted);
        let mut ratings = Ratings::new();
        for ((at, _, repeats), contest) in &games {
            let mode = contest.mode;
            let before: Vec<_> = contest
                .seats
                .iter()
                .map(|seat| ratings.get(&(seat.person, mode.token())))
                .collect();
            let after = contest.ratings(&before, *at, *repeats);
            for (number, seat) in contest.known() {
                ratings.insert((seat.person, mode.token()), after[number].clone());
            }
        }
        Ok(ratings)
    }

    /// Returns everybody's stored ratings.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn kept_ratings(&self) -> Result<Ratings, Fault> {
        let kept = self.scan(&Keys::all())?;
        let kept = kept.into_iter().filter_map(|(key, held)| {
            let person = PersonId(KeyReader::new(&key).u64()?);
            let mode: Mode = keys::mode_of(&key)?;
            Some(((person, mode.token()), held.record))
        });
        Ok(kept.collect())
    }
}
