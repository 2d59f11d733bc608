//! Changes of ratings, results and lists, in the commit that ends a game.

use crate::service::Service;
use crate::service::api::damage::Damage;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, PersonId};
use crate::service::game::match_state::Play;
use crate::service::ratings::formula::strength::share_after;
use crate::service::ratings::formula::{Rating, Side};
use crate::service::ratings::keys::{self, Rung};
use crate::service::ratings::{rating, shown, system, whole};
use crate::service::repository::mapping;
use crate::store::records::{
    ChangeRecord, CompanionRecord, GameRecord, LadderRecord, RatedRecord, RatingRecord, ResultKind,
    ResultRecord, StageRecord,
};
use crate::store::{Batch, Expected, Key, Keys, Table, Versioned};
use focus::{Color, ColorSet, Mode, Move};

const DAY: u64 = 24 * 3600 * 1000;

/// Minimum number of moves by each player for a game to count for the ratings.
const LEAST_MOVES: usize = 2;

/// Ended game among people.
pub(super) struct Contest {
    pub(super) mode: Mode,
    /// The server's Discord id.
    guild: Option<u64>,
    /// Players, in the order of the colors.
    pub(super) seats: Vec<Seat>,
    winners: ColorSet,
    /// Colors that share the draw, if it is one.
    sharing: ColorSet,
}

/// A person who played.
pub(super) struct Seat {
    color: Color,
    pub(super) person: PersonId,
    name: String,
}

impl Contest {
    /// Returns the game in a record; `None` if it has no result or computers played.
    pub(super) fn of(record: &GameRecord) -> Result<Option<Self>, Damage> {
        let Some(result) = &record.result else {
            return Ok(None);
        };
        if !record.computers.is_empty() {
            return Ok(None);
        }
        let winners = result.chars().filter(|letter| *letter != '=');
        let winners = winners.map(mapping::color).collect::<Result<_, _>>()?;
        let seats = mapping::players(record)?;
        let seats = seats.into_iter().filter_map(|(color, player)| {
            let person = player.person()?;
            Some(Seat {
                color,
                person: person.id,
                name: person.name.clone(),
            })
        });
        Ok(Some(Self {
            mode: mapping::rules(record)?.mode(),
            guild: record.guild,
            seats: seats.collect(),
            winners,
            sharing: mapping::sharing(record)?,
        }))
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
            record.lists.extend(self.guild);
            record.lists.sort_unstable();
            record.lists.dedup();
        }
        after
    }

    /// Returns the result records of all players whose data was not deleted, with their keys.
    fn results(
        &self,
        id: GameId,
        ratings: Option<&RatedRecord>,
        at: u64,
    ) -> Vec<(Key, ResultRecord)> {
        self.known()
            .map(|(number, seat)| {
                let points = ratings
                    .and_then(|rated| rated.changes.get(number))
                    .map(|change| change.after);
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

impl Service {
    /// Adds to `batch` the effect of the end of a game, if `record` has just reached it at `at`.
    ///
    /// The batch fails and is rebuilt if a rating it depends on has changed meanwhile.
    pub(in crate::service) fn settle(
        &self,
        batch: &mut Batch,
        id: GameId,
        old: &GameRecord,
        record: &mut GameRecord,
        play: Option<&Play>,
        at: u64,
    ) -> Result<(), Fault> {
        if record.stage != StageRecord::Ended || old.stage == StageRecord::Ended {
            return Ok(());
        }
        let contest = Contest::of(record).map_err(Fault::damaged(id))?;
        let Some(contest) = contest else {
            return Ok(());
        };
        if record.rated && play.is_some_and(counts) {
            record.ratings = Some(self.rate(batch, &contest, at)?);
        }
        let ratings = record.ratings.as_ref();
        let at = ratings.map_or(at, |rated| rated.at);
        for (key, result) in contest.results(id, ratings, at) {
            batch.put_record(key, &result, Expected::Any);
        }
        Ok(())
    }

    fn rate(&self, batch: &mut Batch, contest: &Contest, at: u64) -> Result<RatedRecord, Fault> {
        let mode = contest.mode;
        let mut held: Vec<Option<Versioned<RatingRecord>>> = Vec::new();
        held.resize_with(contest.seats.len(), || None);
        for (number, seat) in contest.known() {
            held[number] = self.archive.read(&keys::rating(seat.person, mode))?;
        }
        let before: Vec<_> = held
            .iter()
            .map(|held| held.as_ref().map(|held| &held.record))
            .collect();
        let latest = before.iter().flatten().map(|record| record.last + 1).max();
        let at = latest.map_or(at, |latest| at.max(latest));
        let repeats = self.repeats(contest, at)?;
        let mut after = contest.records(&before, at, repeats);
        for (number, seat) in contest.known() {
            let (held, after) = (held[number].as_ref(), &mut after[number]);
            self.list_if_wanted(batch, seat.person, after)?;
            let place = keys::rating(seat.person, mode);
            let expected = Expected::as_read(held.map(|held| held.revision));
            batch.put_record(place, after, expected);
            relist(
                batch,
                seat.person,
                mode,
                held.map(|held| &held.record),
                after,
            );
        }
        let mut changes = Vec::new();
        for ((seat, held), after) in contest.seats.iter().zip(&held).zip(&after) {
            let old = held.as_ref().map(|held| &held.record);
            let before = old.map_or(Rating::START, rating);
            changes.push(ChangeRecord {
                color: seat.color.letter(),
                before: shown(before.points),
                after: shown(rating(after).points),
                sure: rating(after).is_sure(system(mode)),
            });
        }
        Ok(RatedRecord {
            at,
            repeats,
            changes,
        })
    }

    /// Returns the maximum, over all pairs of these people, of the rated games of a pair in the
    /// mode in the last 24 hours.
    ///
    /// A player whose data was deleted may be anybody, so their games count for every pair.
    fn repeats(&self, contest: &Contest, at: u64) -> Result<u32, Fault> {
        let mut most = 0;
        for (_, seat) in contest.known() {
            let since = keys::results_from(seat.person, contest.mode, at.saturating_sub(DAY) + 1);
            let keys = Keys::prefix(&keys::rating(seat.person, contest.mode)).from(since);
            let results = self.archive.scan::<ResultRecord>(&keys)?;
            let rated = results.iter().map(|(_, held)| &held.record);
            let rated: Vec<_> = rated.filter(|record| record.points.is_some()).collect();
            let with = |other: &Seat| {
                let may_be = [other.person.0, PersonId::GONE.0];
                let was_there = |record: &&&ResultRecord| {
                    let mut others = record.others.iter();
                    others.any(|companion| may_be.contains(&companion.person))
                };
                rated.iter().filter(was_there).count()
            };
            let others = contest.seats.iter();
            let others = others.filter(|other| other.person != seat.person);
            most = others.map(with).fold(most, usize::max);
        }
        Ok(u32::try_from(most).expect("a day's games"))
    }
}

/// Returns `true` if everybody has moved often enough for the result to be meaningful.
fn counts(play: &Play) -> bool {
    let moves = |color| {
        let plies = play.game.plies().iter();
        let own = plies.filter(|ply| ply.color == color && ply.mv != Move::Pass);
        own.count()
    };
    let colors = play.game.rules().mode().colors().iter();
    colors.copied().all(|color| moves(color) >= LEAST_MOVES)
}

/// Moves a person to the right position in all lists.
pub(super) fn relist(
    batch: &mut Batch,
    person: PersonId,
    mode: Mode,
    old: Option<&RatingRecord>,
    new: &RatingRecord,
) {
    if let Some(old) = old {
        delist(batch, person, mode, old);
    }
    for (key, line) in lines(person, mode, new) {
        batch.put_record(key, &line, Expected::Any);
    }
}

/// Returns the keys of the lines of a rating in all its lists.
pub(in crate::service) fn lines(
    person: PersonId,
    mode: Mode,
    record: &RatingRecord,
) -> Vec<(Key, LadderRecord)> {
    let line = LadderRecord {
        name: record.name.clone(),
        deviation: shown(rating(record).deviation),
        won: record.won,
        drawn: record.drawn,
        lost: record.lost,
    };
    let rung = rung(person, mode, record);
    let lists = record.lists.iter();
    lists
        .map(|list| (keys::rung(*list, mode, rung), line.clone()))
        .collect()
}

/// Returns the result records of an ended game for all players whose data was not deleted; `ended`
/// is its end, unless its ratings record the time.
pub(in crate::service) fn results(
    id: GameId,
    record: &GameRecord,
    ended: u64,
) -> Vec<(Key, ResultRecord)> {
    let contest = match Contest::of(record) {
        Ok(Some(contest)) if record.stage == StageRecord::Ended => contest,
        // A game that cannot be read is reported as unplayable.
        Ok(_) | Err(_) => return Vec::new(),
    };
    let ratings = record.ratings.as_ref();
    let at = ratings.map_or(ended, |rated| rated.at);
    contest.results(id, ratings, at)
}

/// Returns whether two keys are of the same result, regardless of their times.
pub(in crate::service) fn is_same_result(one: &[u8], other: &[u8]) -> bool {
    let parts = |key: &[u8]| {
        let person_and_mode = key.first_chunk::<9>().copied();
        person_and_mode.zip(key.last_chunk::<4>().copied())
    };
    parts(one) == parts(other)
}

/// Removes a person from all lists.
pub(super) fn delist(batch: &mut Batch, person: PersonId, mode: Mode, old: &RatingRecord) {
    for list in &old.lists {
        let key = keys::rung(*list, mode, rung(person, mode, old));
        batch.delete(Table::Ladder, key, Expected::Any);
    }
}

/// Returns the position of a rating in its lists.
fn rung(person: PersonId, mode: Mode, record: &RatingRecord) -> Rung {
    let rating = rating(record);
    Rung {
        is_sure: rating.is_sure(system(mode)),
        points: shown(rating.points),
        person,
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
