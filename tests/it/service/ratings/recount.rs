//! Ratings in the store, and ratings recomputed from the records of the games alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use focus::{Color, Mode, Rules};
use focusbot::service::PersonId;
use focusbot::service::ratings::formula::rating::weight_after;
use focusbot::service::ratings::formula::{Rating, Side, System};
use focusbot::store::records::{CountedRatingsRecord, GameRecord, RatingRecord};
use focusbot::store::{Archive, KeyReader, Keys, Store};

/// Ratings by person and by the number of the mode on disk.
pub(in crate::service) type Ratings = BTreeMap<(u64, u8), RatingRecord>;

/// Returns everybody's ratings in the store.
pub(in crate::service) fn stored(store: Arc<dyn Store>) -> Ratings {
    let entries = Archive::new(store).scan::<RatingRecord>(&Keys::all());
    let entries = entries.expect("a readable store").into_iter();
    let ratings = entries.map(|(key, held)| {
        let mut key = KeyReader::new(&key);
        let person = key.u64().expect("a person");
        ((person, key.u8().expect("a mode")), held.record)
    });
    ratings.collect()
}

/// Returns everybody's ratings, recomputed from all rated games in order. Each game has the weight
/// that was recorded, because repetitions cannot be recognized once somebody's data is deleted. The
/// consent to be on the lists of all servers cannot be derived from games.
pub(in crate::service) fn recounted(store: Arc<dyn Store>) -> Ratings {
    let entries = Archive::new(store).scan::<GameRecord>(&Keys::all());
    let mut games: Vec<_> = entries
        .expect("a readable store")
        .into_iter()
        .filter_map(|(key, held)| Some((held.record.ratings.clone()?, key, held.record)))
        .collect();
    games.sort_by_key(|(rated, key, _)| (rated.at, key.clone()));
    let mut ratings = Ratings::new();
    for (rated, _, game) in &games {
        count(game, rated, &mut ratings);
    }
    ratings
}

/// Adds the effect of a game.
fn count(game: &GameRecord, rated: &CountedRatingsRecord, ratings: &mut Ratings) {
    let rules: Rules = game.rules.parse().expect("rules");
    let mode = rules.mode();
    let (number, system) = match mode {
        Mode::Duel => (2, System::Duel),
        Mode::ThreeWay => (3, System::Several),
        Mode::Partners => (4, System::Several),
        Mode::FreeForAll => (5, System::Several),
    };
    let mut seats: Vec<_> = game
        .people
        .iter()
        .map(|seat| (color(seat.color.expect("a color")), seat))
        .collect();
    seats.sort_by_key(|(color, _)| *color);
    let before: Vec<_> = seats
        .iter()
        .map(|(_, seat)| {
            let before = ratings.get(&(seat.person, number));
            before.map_or(Rating::START, |before| rested(before, rated.at))
        })
        .collect();
    // Indices of the seats on each side.
    let mut sides: Vec<Vec<usize>> = Vec::new();
    for (index, (color, _)) in seats.iter().enumerate() {
        let is_own = |side: &&mut Vec<usize>| mode.partner(seats[side[0]].0) == Some(*color);
        match sides.iter_mut().find(is_own) {
            Some(side) => side.push(index),
            None => sides.push(vec![index]),
        }
    }
    let outcome = |index: usize| outcome(game, seats[index].0);
    let played: Vec<_> = sides
        .iter()
        .map(|side| Side {
            members: side.iter().map(|index| before[*index]).collect(),
            rank: if outcome(side[0]) == Outcome::Lost {
                2
            } else {
                1
            },
        })
        .collect();
    let after = system.rate(&played, weight_after(rated.repeats)).concat();
    for (index, after) in sides.concat().into_iter().zip(after) {
        let seat = seats[index].1;
        if seat.person == PersonId::GONE.0 {
            continue;
        }
        let old = ratings.get(&(seat.person, number));
        let mut new = RatingRecord {
            name: seat.name.clone(),
            points: whole(after.points * 1e3),
            deviation: whole(after.deviation * 1e3),
            volatility: whole(after.volatility * 1e6),
            won: old.map_or(0, |old| old.won),
            drawn: old.map_or(0, |old| old.drawn),
            lost: old.map_or(0, |old| old.lost),
            last: rated.at,
            lists: old.map_or_else(Vec::new, |old| old.lists.clone()),
        };
        match outcome(index) {
            Outcome::Won => new.won += 1,
            Outcome::Drawn => new.drawn += 1,
            Outcome::Lost => new.lost += 1,
        }
        new.lists.extend(game.guild);
        new.lists.sort_unstable();
        new.lists.dedup();
        ratings.insert((seat.person, number), new);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Won,
    Drawn,
    Lost,
}

fn outcome(game: &GameRecord, color: Color) -> Outcome {
    let winners = game.result.as_deref().expect("a result");
    let is_among = |letters: &str| letters.contains(color.letter());
    if is_among(winners) {
        Outcome::Won
    } else if winners == "=" && game.sharing.as_deref().is_none_or(is_among) {
        Outcome::Drawn
    } else {
        Outcome::Lost
    }
}

fn color(letter: char) -> Color {
    Color::from_letter(letter).expect("the letter of a color")
}

/// Returns a rating after the time without a game.
fn rested(before: &RatingRecord, at: u64) -> Rating {
    let seconds = u32::try_from(at.saturating_sub(before.last) / 1000).expect("some years");
    let rating = Rating {
        points: float(before.points) / 1e3,
        deviation: float(before.deviation) / 1e3,
        volatility: float(before.volatility) / 1e6,
    };
    rating.rested(f64::from(seconds) / 86_400.0)
}

#[expect(clippy::cast_possible_truncation, reason = "a few million at most")]
fn whole(number: f64) -> i64 {
    number.round() as i64
}

#[expect(clippy::cast_precision_loss, reason = "a few million at most")]
fn float(number: i64) -> f64 {
    number as f64
}
