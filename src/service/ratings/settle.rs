//! Settlement of an ended game: decides whether it counts, and updates ratings, results and
//! leaderboards in its last commit.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::rating::{RatingChange, ShownRating};
use crate::service::model::TableOrGame;
use crate::service::model::game::{CountedRatings, Stage, StartedGame};
use crate::service::model::ratings::{PlayerRating, PlayerResult, Rating};
use crate::service::ratings::contest::{Contest, Seat};
use crate::service::ratings::{keys, shown, system};
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Key, Keys, Versioned};
use focus::{ColorSet, Game, Move};

const DAY: u64 = 24 * 3600 * 1000;

/// Minimum number of moves by each player who stays for a game to count for the ratings.
const LEAST_MOVES: usize = 2;

impl Service {
    /// Adds to `batch` the effect of the end of a game, if it has just been reached, at `at`;
    /// `played` is the game with its moves, if anything was done in it.
    ///
    /// The batch fails and is rebuilt if a rating it depends on has changed meanwhile.
    pub(in crate::service) fn settle(
        &self,
        batch: &mut Batch,
        id: GameId,
        old: &TableOrGame,
        game: &mut StartedGame,
        played: Option<&Game>,
        at: Timestamp,
    ) -> Result<(), Fault> {
        let had_ended = old.game().is_some_and(|old| old.stage == Stage::Ended);
        if game.stage != Stage::Ended || had_ended {
            return Ok(());
        }
        let Some(contest) = Contest::of(game) else {
            return Ok(());
        };
        if game.common.rated && played.is_some_and(counts) {
            game.ratings = Some(self.rate(batch, &contest, at.0)?);
        }
        let ratings = game.ratings.as_ref();
        let at = ratings.map_or(at, |counted| counted.at);
        for (key, result) in contest.results(id, ratings, at.0) {
            persistent::put(batch, key, &result, Expected::Any);
        }
        Ok(())
    }

    fn rate(&self, batch: &mut Batch, contest: &Contest, at: u64) -> Result<CountedRatings, Fault> {
        let mode = contest.mode;
        let mut held: Vec<Option<Versioned<PlayerRating>>> = Vec::new();
        held.resize_with(contest.seats.len(), || None);
        for (number, seat) in contest.known() {
            held[number] = self.read(&keys::rating(seat.person, mode))?;
        }
        let before: Vec<_> = held
            .iter()
            .map(|held| held.as_ref().map(|held| &held.record))
            .collect();
        let latest = before
            .iter()
            .flatten()
            .map(|before| before.last.0 + 1)
            .max();
        let at = latest.map_or(at, |latest| at.max(latest));
        let repeats = self.repeats(contest, at)?;
        let mut after = contest.ratings(&before, at, repeats);
        for (number, seat) in contest.known() {
            let (held, after) = (held[number].as_ref(), &mut after[number]);
            self.list_if_wanted(batch, seat.person, after)?;
            let place = keys::rating(seat.person, mode);
            let expected = Expected::as_read(held.map(|held| held.revision));
            persistent::put(batch, place, after, expected);
            self.relist(
                batch,
                (seat.person, mode),
                held.map(|held| &held.record),
                after,
                contest.guild,
            )?;
        }
        let mut changes = Vec::new();
        for ((seat, held), after) in contest.seats.iter().zip(&held).zip(&after) {
            let old = held.as_ref().map(|held| &held.record);
            let before = old.map_or(Rating::START, |old| old.rating);
            changes.push(RatingChange {
                color: seat.color,
                before: shown(before.points),
                after: ShownRating {
                    points: shown(after.rating.points),
                    is_sure: after.rating.is_sure(system(mode)),
                },
            });
        }
        Ok(CountedRatings {
            at: Timestamp(at),
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
            let results = self.scan::<PlayerResult>(&keys)?;
            let rated = results.iter().map(|(_, held)| &held.record);
            let rated: Vec<_> = rated.filter(|result| result.points.is_some()).collect();
            let with = |other: &Seat| {
                let may_be = [other.person, PersonId::GONE];
                let was_there = |result: &&&PlayerResult| {
                    let mut others = result.others.iter();
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

/// Returns `true` if the result is meaningful: everybody who has not left has moved often enough,
/// and so have players of two sides.
///
/// Whoever leaves before that has lost like any other leaver. Otherwise one of three or four could
/// void the game of all others, who would notice at its end; now a running game shown as rated can
/// always still count, since two sides are left in it. A friend who leaves at once gives away no
/// more than one who loses on purpose, and repeated games count less. If only one side has moved
/// often enough, as when a player leaves a duel at once, nobody has played against it; chess
/// servers count no such game either.
fn counts(game: &Game) -> bool {
    let mode = game.rules().mode();
    let has_moved = |color| {
        let plies = game.plies().iter();
        let own = plies.filter(|ply| ply.color == color && ply.mv != Move::Pass);
        own.count() >= LEAST_MOVES
    };
    let has_left = |color| game.departures().iter().any(|left| left.color == color);
    let colors = || mode.colors().iter().copied();
    let moved: ColorSet = colors().filter(|color| has_moved(*color)).collect();
    let Some(first) = moved.iter().next() else {
        return false;
    };
    let has_opponent = moved
        .iter()
        .any(|other| other != first && mode.partner(first) != Some(other));
    has_opponent && colors().all(|color| moved.contains(color) || has_left(color))
}

/// Returns the results of an ended game for all players whose data was not deleted; `ended`
/// is its end, unless its ratings record the time.
pub(in crate::service) fn results(
    id: GameId,
    stored: &TableOrGame,
    ended: Timestamp,
) -> Vec<(Key, PlayerResult)> {
    let game = stored.game().filter(|game| game.stage == Stage::Ended);
    let Some((game, contest)) = game.and_then(|game| Some((game, Contest::of(game)?))) else {
        return Vec::new();
    };
    let ratings = game.ratings.as_ref();
    let at = ratings.map_or(ended, |counted| counted.at);
    contest.results(id, ratings, at.0)
}

/// Returns whether two keys are of the same result, regardless of their times.
pub(in crate::service) fn is_same_result(one: &[u8], other: &[u8]) -> bool {
    let parts = |key: &[u8]| {
        let person_and_mode = key.first_chunk::<9>().copied();
        person_and_mode.zip(key.last_chunk::<4>().copied())
    };
    parts(one) == parts(other)
}
