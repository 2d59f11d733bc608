//! What keeps the weaker levels from playing as well as they can.

use crate::search::Level;
use crate::search::evaluation::Kind;

/// How far a player is held back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handicap {
    /// Positions it looks at for a move at most, whatever the limits of a search say.
    pub nodes: Option<u64>,
    /// Largest error added to what it thinks of a position, in units of
    /// 1/[`Score::LOGIT`](crate::search::Score::LOGIT).
    pub noise: i32,
    /// Difference in chances at which the tree plays a move 1/e times as often as the best one;
    /// the best one always for 0.
    pub temperature: f32,
}

impl Handicap {
    /// That of a level in games of a kind.
    ///
    /// Positions are worth more or less from kind to kind, so each has a ladder of its own, whose
    /// steps matches have made about equal.
    #[must_use]
    pub fn of(level: Level, kind: Kind) -> Handicap {
        let ladder = match kind {
            Kind::DuelLast => &DUEL_LAST,
            Kind::DuelRace => &DUEL_RACE,
            Kind::ThreeWayLast => &THREE_WAY_LAST,
            Kind::ThreeWayRace => &THREE_WAY_RACE,
            Kind::Partners => &PARTNERS,
            Kind::FreeForAllLast => &FREE_FOR_ALL_LAST,
            Kind::FreeForAllRace => &FREE_FOR_ALL_RACE,
        };
        Handicap::on(ladder, level)
    }

    /// That of a level between two sides, who in a game of several are the last two.
    #[must_use]
    pub fn of_last_two(level: Level, kind: Kind) -> Handicap {
        match kind {
            Kind::ThreeWayLast | Kind::FreeForAllLast => Handicap::on(&LAST_TWO_LAST, level),
            Kind::ThreeWayRace | Kind::FreeForAllRace => Handicap::on(&LAST_TWO_RACE, level),
            Kind::DuelLast | Kind::DuelRace | Kind::Partners => Handicap::of(level, kind),
        }
    }

    fn on(ladder: &Ladder, level: Level) -> Handicap {
        // The last level is not on it: nothing holds it back.
        let step = ladder.get(level as usize);
        step.map_or_else(Handicap::default, |&(nodes, noise, temperature)| Handicap {
            nodes: Some(nodes),
            noise,
            temperature,
        })
    }
}

/// Positions, noise and temperature of each level but the last.
type Ladder = [(u64, i32, f32); 9];

const DUEL_LAST: Ladder = [
    (80, 400, 0.0),
    (158, 308, 0.0),
    (330, 228, 0.0),
    (1_100, 110, 0.0),
    (3_000, 40, 0.0),
    (15_000, 0, 0.0),
    (75_000, 0, 0.0),
    (450_000, 0, 0.0),
    (1_500_000, 0, 0.0),
];

const DUEL_RACE: Ladder = [
    (35, 1_100, 0.0),
    (75, 455, 0.0),
    (148, 328, 0.0),
    (315, 228, 0.0),
    (770, 157, 0.0),
    (2_300, 67, 0.0),
    (9_500, 0, 0.0),
    (60_000, 0, 0.0),
    (300_000, 0, 0.0),
];

/// Between the last two a level stays about as strong as it was among more.
const LAST_TWO_LAST: Ladder = [
    (80, 400, 0.0),
    (140, 320, 0.0),
    (280, 240, 0.0),
    (500, 180, 0.0),
    (1_100, 110, 0.0),
    (3_000, 40, 0.0),
    (12_000, 0, 0.0),
    (60_000, 0, 0.0),
    (450_000, 0, 0.0),
];

const LAST_TWO_RACE: Ladder = [
    (35, 1_100, 0.0),
    (75, 455, 0.0),
    (150, 325, 0.0),
    (330, 222, 0.0),
    (840, 150, 0.0),
    (3_700, 53, 0.0),
    (21_000, 0, 0.0),
    (190_000, 0, 0.0),
    (600_000, 0, 0.0),
];

const THREE_WAY_LAST: Ladder = [
    (100, 600, 0.05),
    (150, 480, 0.038),
    (210, 405, 0.031),
    (340, 330, 0.023),
    (540, 260, 0.017),
    (880, 220, 0.01),
    (1_450, 180, 0.003),
    (3_000, 120, 0.0),
    (9_000, 60, 0.0),
];

const THREE_WAY_RACE: Ladder = [
    (60, 880, 0.058),
    (108, 555, 0.045),
    (182, 418, 0.034),
    (310, 335, 0.025),
    (610, 263, 0.016),
    (1_800, 172, 0.005),
    (7_000, 85, 0.0),
    (45_000, 10, 0.0),
    (300_000, 0, 0.0),
];

const PARTNERS: Ladder = [
    (120, 400, 0.0),
    (210, 298, 0.0),
    (390, 216, 0.0),
    (830, 137, 0.0),
    (1_750, 77, 0.0),
    (4_600, 12, 0.0),
    (11_000, 0, 0.0),
    (29_000, 0, 0.0),
    (100_000, 0, 0.0),
];

const FREE_FOR_ALL_LAST: Ladder = [
    (60, 900, 0.06),
    (160, 460, 0.036),
    (270, 360, 0.026),
    (440, 290, 0.019),
    (700, 240, 0.013),
    (1_000, 205, 0.009),
    (2_200, 140, 0.0),
    (5_800, 80, 0.0),
    (30_000, 15, 0.0),
];

const FREE_FOR_ALL_RACE: Ladder = [
    (25, 2_000, 0.14),
    (60, 900, 0.06),
    (125, 548, 0.043),
    (210, 415, 0.031),
    (365, 325, 0.022),
    (850, 233, 0.011),
    (2_500, 150, 0.0),
    (12_000, 80, 0.0),
    (100_000, 10, 0.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_held_back_less_than_the_one_below() {
        let of = Kind::ALL.map(|kind| (kind, Level::ALL.map(|level| Handicap::of(level, kind))));
        let last_two = |kind| Level::ALL.map(|level| Handicap::of_last_two(level, kind));
        let last_two = Kind::ALL.map(|kind| (kind, last_two(kind)));
        for (kind, ladder) in of.into_iter().chain(last_two) {
            for (below, above) in ladder.iter().zip(&ladder[1..]) {
                let sees = |handicap: &Handicap| handicap.nodes.unwrap_or(u64::MAX);
                assert!(sees(below) <= sees(above), "{kind}: {below:?}, {above:?}");
                assert!(below.noise >= above.noise, "{kind}: {below:?}, {above:?}");
                assert!(below.temperature >= above.temperature, "{kind}");
                assert_ne!(below, above, "{kind}");
            }
        }
    }
}
