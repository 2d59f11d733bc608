//! Ended game among people, and the ratings after it.

use crate::service::api::ids::{GameId, GuildId, PersonId, Timestamp};
use crate::service::model::game::{CountedRatings, StartedGame};
use crate::service::model::ratings::{
    Companion, FormResult, LeaderboardScope, PlayerRating, PlayerResult, Rating,
};
use crate::service::ratings::formula::Side;
use crate::service::ratings::formula::rating::weight_after;
use crate::service::ratings::{keys, system};
use crate::store::Key;
use focus::{Color, ColorSet, Mode};

/// Ended game among people.
pub(super) struct Contest {
    pub(super) mode: Mode,
    pub(super) guild: Option<GuildId>,
    /// Players, in the order of the colors.
    pub(super) seats: Vec<Seat>,
    winners: ColorSet,
    /// Colors that share the draw, if it is one.
    sharing: ColorSet,
}

/// A person who played.
pub(super) struct Seat {
    pub(super) color: Color,
    pub(super) person: PersonId,
    name: String,
}

impl Contest {
    /// Returns the result of a game; `None` if it has none or computers played.
    pub(super) fn of(game: &StartedGame) -> Option<Self> {
        let result = game.result?;
        if !game.computers.is_empty() {
            return None;
        }
        let seats = game.players().into_iter().filter_map(|(color, player)| {
            let person = player.person()?;
            Some(Seat {
                color,
                person: person.id,
                name: person.name.clone(),
            })
        });
        Some(Self {
            mode: game.common.rules.mode(),
            guild: game.common.place.guild,
            seats: seats.collect(),
            winners: result.winners,
            sharing: game.sharing(),
        })
    }

    /// Returns the players whose data was not deleted, with their index in the order of the seats.
    pub(super) fn known(&self) -> impl Iterator<Item = (usize, &Seat)> {
        let seats = self.seats.iter().enumerate();
        seats.filter(|(_, seat)| seat.person != PersonId::GONE)
    }

    fn result(&self, color: Color) -> FormResult {
        if self.winners.contains(color) {
            FormResult::Won
        } else if self.sharing.contains(color) {
            FormResult::Drawn
        } else {
            FormResult::Lost
        }
    }

    fn is_partner(&self, one: Color, other: Color) -> bool {
        self.mode.partner(one) == Some(other)
    }

    /// Returns the ratings after the game, in the order of the seats; the more `repeats`, the less
    /// the game counts.
    fn rate(&self, before: &[Option<&PlayerRating>], at: u64, repeats: u32) -> Vec<Rating> {
        let before = before.iter().copied();
        let before: Vec<_> = before
            .map(|before| before.map_or(Rating::START, |before| rested(before, at)))
            .collect();
        // Indices of the seats on each side.
        let mut sides: Vec<Vec<usize>> = Vec::new();
        for (number, seat) in self.seats.iter().enumerate() {
            let own = sides
                .iter_mut()
                .find(|side| self.is_partner(self.seats[side[0]].color, seat.color));
            match own {
                Some(side) => side.push(number),
                None => sides.push(vec![number]),
            }
        }
        let rated: Vec<_> = sides
            .iter()
            .map(|side| Side {
                members: side.iter().map(|seat| before[*seat]).collect(),
                rank: match self.result(self.seats[side[0]].color) {
                    FormResult::Won | FormResult::Drawn => 1,
                    FormResult::Lost => 2,
                },
            })
            .collect();
        let after = system(self.mode).rate(&rated, weight_after(repeats));
        let mut ratings = before;
        for (seat, rating) in sides.concat().into_iter().zip(after.concat()) {
            ratings[seat] = rating.rounded();
        }
        ratings
    }

    /// Returns the ratings after the game, with names, counts and lists.
    pub(super) fn ratings(
        &self,
        before: &[Option<&PlayerRating>],
        at: u64,
        repeats: u32,
    ) -> Vec<PlayerRating> {
        let after = self.rate(before, at, repeats).into_iter();
        let after = after.zip(&self.seats).zip(before);
        after
            .map(|((rating, seat), before)| {
                let mut tally = before.map_or([0; 3], |before| before.tally);
                tally[self.result(seat.color) as usize] += 1;
                let mut lists = before.map_or_else(Vec::new, |before| before.lists.clone());
                lists.extend(self.guild.map(LeaderboardScope::Server));
                lists.sort_unstable();
                lists.dedup();
                PlayerRating {
                    name: seat.name.clone(),
                    rating,
                    tally,
                    last: Timestamp(at),
                    lists,
                }
            })
            .collect()
    }

    /// Returns the results of all players whose data was not deleted, with their keys.
    pub(super) fn results(
        &self,
        id: GameId,
        ratings: Option<&CountedRatings>,
        at: u64,
    ) -> Vec<(Key, PlayerResult)> {
        self.known()
            .map(|(number, seat)| {
                let points = ratings
                    .and_then(|rated| rated.changes.get(number))
                    .map(|change| change.after.points);
                let key = keys::result(seat.person, self.mode, at, id);
                (key, self.player_result(seat, points))
            })
            .collect()
    }

    fn player_result(&self, seat: &Seat, points: Option<i32>) -> PlayerResult {
        let others = self.seats.iter().filter(|other| other.color != seat.color);
        let others = others.map(|other| Companion {
            person: other.person,
            is_partner: self.is_partner(seat.color, other.color),
            has_won: self.winners.contains(other.color),
            is_apart: self.sharing.contains(seat.color) != self.sharing.contains(other.color),
        });
        PlayerResult {
            result: self.result(seat.color),
            others: others.collect(),
            points,
        }
    }
}

/// Returns a sure rating as it is now, if it is no longer sure because its person has not played for
/// long.
pub(super) fn faded(before: &PlayerRating, mode: Mode, now: Timestamp) -> Option<Rating> {
    let rested = rested(before, now.0);
    let has_faded = before.rating.is_sure(system(mode)) && !rested.is_sure(system(mode));
    has_faded.then_some(rested)
}

/// Returns a rating after the time without a game.
fn rested(before: &PlayerRating, at: u64) -> Rating {
    let millis = u32::try_from(at.saturating_sub(before.last.0) / 1000).unwrap_or(u32::MAX);
    before.rating.rested(f64::from(millis) / 86_400.0)
}
