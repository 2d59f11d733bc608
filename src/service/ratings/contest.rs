//! Ended game among people, and the ratings after it.

use crate::service::api::ids::{GameId, GuildId, PersonId};
use crate::service::model::game::{CountedRatings, StartedGame};
use crate::service::ratings::formula::strength::share_after;
use crate::service::ratings::formula::{Rating, Side};
use crate::service::ratings::{keys, rating, system, whole};
use crate::store::Key;
use crate::store::records::{CompanionRecord, RatingRecord, ResultKind, ResultRecord};
use focus::{Color, ColorSet, Mode};

/// Ended game among people.
pub(super) struct Contest {
    pub(super) mode: Mode,
    guild: Option<GuildId>,
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

    fn result(&self, color: Color) -> ResultKind {
        if self.winners.contains(color) {
            ResultKind::Won
        } else if self.sharing.contains(color) {
            ResultKind::Drawn
        } else {
            ResultKind::Lost
        }
    }

    fn is_partner(&self, one: Color, other: Color) -> bool {
        self.mode.partner(one) == Some(other)
    }

    /// Returns the ratings after the game, in the order of the seats; the more `repeats`, the less
    /// the game counts.
    pub(super) fn rate(
        &self,
        before: &[Option<&RatingRecord>],
        at: u64,
        repeats: u32,
    ) -> Vec<RatingRecord> {
        let before: Vec<_> = before
            .iter()
            .map(|record| record.map_or(Rating::START, |record| rested(record, at)))
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
                    ResultKind::Won | ResultKind::Drawn => 1,
                    ResultKind::Lost => 2,
                },
            })
            .collect();
        let after = system(self.mode).rate(&rated, share_after(repeats));
        let mut ratings = before;
        for (seat, rating) in sides.concat().into_iter().zip(after.concat()) {
            ratings[seat] = rating;
        }
        ratings.into_iter().map(unnamed).collect()
    }

    /// Returns the records of the ratings after the game, with names, counts and lists.
    pub(super) fn records(
        &self,
        before: &[Option<&RatingRecord>],
        at: u64,
        repeats: u32,
    ) -> Vec<RatingRecord> {
        let mut after = self.rate(before, at, repeats);
        for ((record, seat), before) in after.iter_mut().zip(&self.seats).zip(before) {
            if let Some(before) = before {
                (record.won, record.drawn, record.lost) = (before.won, before.drawn, before.lost);
                record.lists.clone_from(&before.lists);
            }
            *match self.result(seat.color) {
                ResultKind::Won => &mut record.won,
                ResultKind::Drawn => &mut record.drawn,
                ResultKind::Lost => &mut record.lost,
            } += 1;
            record.name.clone_from(&seat.name);
            record.last = at;
            record.lists.extend(self.guild.map(|guild| guild.0));
            record.lists.sort_unstable();
            record.lists.dedup();
        }
        after
    }

    /// Returns the result records of all players whose data was not deleted, with their keys.
    pub(super) fn results(
        &self,
        id: GameId,
        ratings: Option<&CountedRatings>,
        at: u64,
    ) -> Vec<(Key, ResultRecord)> {
        self.known()
            .map(|(number, seat)| {
                let points = ratings
                    .and_then(|rated| rated.changes.get(number))
                    .map(|change| change.after.points);
                let key = keys::result(seat.person, self.mode, at, id);
                (key, self.result_record(seat, points))
            })
            .collect()
    }

    fn result_record(&self, seat: &Seat, points: Option<i32>) -> ResultRecord {
        let others = self.seats.iter().filter(|other| other.color != seat.color);
        ResultRecord {
            result: self.result(seat.color),
            others: others
                .map(|other| CompanionRecord {
                    person: other.person.0,
                    partner: self.is_partner(seat.color, other.color),
                    won: self.winners.contains(other.color),
                    apart: self.sharing.contains(seat.color) != self.sharing.contains(other.color),
                })
                .collect(),
            points,
        }
    }
}

/// Returns a rating after the time without a game.
fn rested(record: &RatingRecord, at: u64) -> Rating {
    let millis = u32::try_from(at.saturating_sub(record.last) / 1000).unwrap_or(u32::MAX);
    rating(record).rested(f64::from(millis) / 86_400.0)
}

/// Returns a record with a rating and otherwise empty fields.
fn unnamed(rating: Rating) -> RatingRecord {
    RatingRecord {
        name: String::new(),
        points: whole(rating.points * 1e3),
        deviation: whole(rating.deviation * 1e3),
        volatility: whole(rating.volatility * 1e6),
        won: 0,
        drawn: 0,
        lost: 0,
        last: 0,
        lists: Vec::new(),
    }
}
