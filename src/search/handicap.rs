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
    pub const fn of(level: Level, kind: Kind) -> Handicap {
        let ladder = match kind {
            Kind::DuelLast => &DUEL_LAST,
            Kind::DuelRace => &DUEL_RACE,
            Kind::ThreeWayLast => &THREE_WAY_LAST,
            Kind::ThreeWayRace => &THREE_WAY_RACE,
            Kind::Partners => &PARTNERS,
            Kind::FreeForAllLast => &FREE_FOR_ALL_LAST,
            Kind::FreeForAllRace => &FREE_FOR_ALL_RACE,
        };
        let step = match level {
            Level::Beginner => 0,
            Level::Novice => 1,
            Level::Casual => 2,
            Level::Skilled => 3,
            Level::Strong => 4,
            Level::Expert => 5,
            Level::Master => 6,
            Level::Champion => 7,
            Level::Full => return Handicap::NONE,
        };
        let (nodes, noise, temperature) = ladder[step];
        Handicap {
            nodes: Some(nodes),
            noise,
            temperature,
        }
    }

    /// That of a level between the last two of a game in which more had played.
    #[must_use]
    pub const fn of_last_two(level: Level, kind: Kind) -> Handicap {
        let duel = match kind {
            Kind::ThreeWayLast | Kind::FreeForAllLast => Kind::DuelLast,
            Kind::ThreeWayRace | Kind::FreeForAllRace => Kind::DuelRace,
            Kind::DuelLast | Kind::DuelRace | Kind::Partners => kind,
        };
        Handicap::of(level, duel)
    }

    const NONE: Handicap = Handicap {
        nodes: None,
        noise: 0,
        temperature: 0.0,
    };
}

/// Positions, noise and temperature of each level but the last.
type Ladder = [(u64, i32, f32); 8];

const DUEL_LAST: Ladder = [
    (80, 400, 0.0),
    (120, 330, 0.0),
    (250, 250, 0.0),
    (600, 160, 0.0),
    (1_800, 70, 0.0),
    (7_000, 0, 0.0),
    (45_000, 0, 0.0),
    (300_000, 0, 0.0),
];

const DUEL_RACE: Ladder = DUEL_LAST;

const PARTNERS: Ladder = DUEL_LAST;

const THREE_WAY_LAST: Ladder = THREE_WAY_RACE;

const THREE_WAY_RACE: Ladder = [
    (60, 900, 0.06),
    (100, 600, 0.05),
    (200, 400, 0.03),
    (600, 250, 0.015),
    (2_000, 150, 0.0),
    (8_000, 60, 0.0),
    (40_000, 0, 0.0),
    (250_000, 0, 0.0),
];

const FREE_FOR_ALL_LAST: Ladder = THREE_WAY_RACE;

const FREE_FOR_ALL_RACE: Ladder = THREE_WAY_RACE;

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
