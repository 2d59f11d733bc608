//! Restrictions that make the weaker levels weaker.

use crate::Level;
use crate::evaluation::Kind;

/// Restrictions on a player's strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Handicap {
    /// Maximum number of positions visited for a move, whatever the limits of a search.
    pub nodes: Option<u64>,
    /// Maximum error added to the evaluation of a position, in units of
    /// 1/[`Score::LOGIT`](crate::Score::LOGIT).
    pub noise: i32,
    /// Difference in expected result at which the tree search plays a move 1/e times as often as
    /// the best one; with 0 it always plays the best one.
    pub temperature: f32,
}

impl Handicap {
    /// Returns the handicap of a level in games of a kind.
    ///
    /// The values of positions vary from kind to kind, so each kind has a ladder of its own, tuned
    /// in matches so that a level has the same place among simple players in all of them.
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
        // The last level is not on the ladder because it has no handicap.
        let step = ladder.get(level as usize);
        step.map_or_else(Handicap::default, |&(nodes, noise, temperature)| Handicap {
            nodes: Some(nodes),
            noise,
            temperature,
        })
    }
}

/// Nodes, noise and temperature of each level from [`Level::Beginner`] to [`Level::Legend`].
type Ladder = [(u64, i32, f32); 10];

const DUEL_LAST: Ladder = [
    (100, 2_100, 0.0),
    (100, 1_790, 0.0),
    (100, 1_420, 0.0),
    (110, 1_180, 0.0),
    (110, 490, 0.0),
    (430, 195, 0.0),
    (5_400, 26, 0.0),
    (19_000, 1, 0.0),
    (75_000, 0, 0.0),
    (450_000, 0, 0.0),
];

const DUEL_RACE: Ladder = [
    (100, 3_400, 0.0),
    (100, 2_550, 0.0),
    (100, 1_780, 0.0),
    (110, 1_170, 0.0),
    (130, 700, 0.0),
    (190, 287, 0.0),
    (540, 180, 0.0),
    (1_700, 81, 0.0),
    (8_600, 5, 0.0),
    (60_000, 0, 0.0),
];

const THREE_WAY_LAST: Ladder = [
    (185, 440, 0.0345),
    (255, 370, 0.028),
    (400, 302, 0.0205),
    (600, 250, 0.0155),
    (950, 212, 0.0105),
    (1_600, 167, 0.003),
    (2_900, 120, 0.0),
    (5_300, 82, 0.0),
    (18_000, 30, 0.0),
    (60_000, 5, 0.0),
];

const THREE_WAY_RACE: Ladder = [
    (140, 510, 0.041),
    (205, 420, 0.0335),
    (480, 295, 0.022),
    (1_000, 220, 0.015),
    (4_000, 120, 0.006),
    (22_000, 42, 0.0),
    (45_000, 22, 0.0),
    (90_000, 11, 0.0),
    (170_000, 5, 0.0),
    (300_000, 2, 0.0),
];

const PARTNERS: Ladder = [
    (100, 1_090, 0.0),
    (110, 900, 0.0),
    (120, 725, 0.0),
    (140, 530, 0.0),
    (330, 230, 0.0),
    (1_600, 78, 0.0),
    (26_000, 0, 0.0),
    (62_000, 0, 0.0),
    (245_000, 0, 0.0),
    (1_000_000, 0, 0.0),
];

const FREE_FOR_ALL_LAST: Ladder = [
    (240, 435, 0.0325),
    (400, 360, 0.0245),
    (700, 285, 0.0175),
    (950, 240, 0.012),
    (1_350, 178, 0.005),
    (3_000, 120, 0.0005),
    (6_000, 78, 0.0),
    (11_000, 54, 0.0),
    (18_000, 38, 0.0),
    (30_000, 24, 0.0),
];

const FREE_FOR_ALL_RACE: Ladder = [
    (215, 420, 0.033),
    (380, 318, 0.0215),
    (620, 265, 0.0155),
    (2_500, 155, 0.005),
    (10_000, 80, 0.0005),
    (40_000, 40, 0.0),
    (80_000, 22, 0.0),
    (140_000, 12, 0.0),
    (250_000, 7, 0.0),
    (450_000, 3, 0.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_held_back_less_than_the_one_below() {
        for kind in Kind::ALL {
            let ladder = Level::ALL.map(|level| Handicap::of(level, kind));
            for (below, above) in ladder.iter().zip(&ladder[1..]) {
                let sees = |handicap: &Handicap| handicap.nodes.unwrap_or(u64::MAX);
                assert!(sees(below) <= sees(above), "{kind}: {below:?}, {above:?}");
                assert!(below.noise >= above.noise, "{kind}: {below:?}, {above:?}");
                assert!(below.temperature >= above.temperature, "{kind}");
                assert_ne!(below, above, "{kind}");
            }
        }
    }

    /// Nodes that a slow machine visits in a second, in any kind of game.
    const IN_A_SECOND: u64 = 100_000;

    #[test]
    fn levels_up_to_expert_do_not_depend_on_the_speed_of_the_machine() {
        for kind in Kind::ALL {
            for level in Level::ALL
                .into_iter()
                .filter(|&level| level <= Level::Expert)
            {
                let nodes = Handicap::of(level, kind).nodes;
                assert!(
                    nodes.is_some_and(|nodes| nodes <= IN_A_SECOND),
                    "{kind}: {level}"
                );
            }
        }
    }
}
