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
    /// in matches so that all steps are about equal.
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

/// Nodes, noise and temperature of each level except the last.
type Ladder = [(u64, i32, f32); 10];

const DUEL_LAST: Ladder = [
    (60, 600, 0.0),
    (120, 350, 0.0),
    (180, 285, 0.0),
    (330, 219, 0.0),
    (710, 144, 0.0),
    (2_200, 60, 0.0),
    (5_400, 26, 0.0),
    (19_000, 1, 0.0),
    (75_000, 0, 0.0),
    (450_000, 0, 0.0),
];

const DUEL_RACE: Ladder = [
    (20, 8_000, 0.0),
    (22, 2_950, 0.0),
    (32, 1_400, 0.0),
    (42, 904, 0.0),
    (93, 414, 0.0),
    (190, 287, 0.0),
    (540, 180, 0.0),
    (1_700, 81, 0.0),
    (8_600, 5, 0.0),
    (60_000, 0, 0.0),
];

const THREE_WAY_LAST: Ladder = [
    (100, 600, 0.05),
    (160, 479, 0.038),
    (220, 397, 0.03),
    (340, 327, 0.023),
    (500, 273, 0.018),
    (810, 227, 0.012),
    (1_400, 177, 0.005),
    (2_900, 121, 0.0),
    (7_500, 67, 0.0),
    (60_000, 5, 0.0),
];

const THREE_WAY_RACE: Ladder = [
    (35, 1_450, 0.1),
    (60, 905, 0.068),
    (93, 647, 0.05),
    (157, 472, 0.038),
    (279, 362, 0.028),
    (525, 280, 0.0195),
    (1_675, 171, 0.01),
    (11_500, 64, 0.001),
    (58_000, 16, 0.0),
    (190_000, 3, 0.0),
];

const PARTNERS: Ladder = [
    (210, 291, 0.0),
    (395, 208, 0.0),
    (740, 144, 0.0),
    (1_420, 84, 0.0),
    (3_500, 37, 0.0),
    (9_200, 5, 0.0),
    (26_000, 0, 0.0),
    (62_000, 0, 0.0),
    (245_000, 0, 0.0),
    (1_000_000, 0, 0.0),
];

const FREE_FOR_ALL_LAST: Ladder = [
    (60, 900, 0.06),
    (140, 499, 0.039),
    (240, 381, 0.028),
    (350, 321, 0.022),
    (550, 264, 0.016),
    (910, 213, 0.01),
    (1_500, 167, 0.004),
    (4_000, 100, 0.0),
    (8_200, 64, 0.0),
    (20_000, 35, 0.0),
];

const FREE_FOR_ALL_RACE: Ladder = [
    (15, 5_000, 0.3),
    (37, 1_398, 0.106),
    (84, 721, 0.052),
    (150, 496, 0.039),
    (240, 395, 0.03),
    (390, 315, 0.021),
    (1_040, 215, 0.01),
    (5_500, 108, 0.001),
    (40_000, 40, 0.0),
    (300_000, 4, 0.0),
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
}
