//! Weng and Lin's ratings, compared with the values of another program.

use focusbot::service::ratings::formula::several::BETA;
use focusbot::service::ratings::formula::{Rating, Side, System};

use crate::ratings::close;

/// Size of one unit of the other program, which starts at 25 ± 25/3 with a beta of 25/6.
const UNIT: f64 = BETA / (25.0 / 6.0);

/// Compares ratings after a game of newcomers with published pairs of rating and deviation, one
/// pair for each side. `sides` has the number of players and the rank of each side.
#[track_caller]
fn check(sides: &[(usize, usize)], published: &[(f64, f64)]) {
    let newcomer = Rating {
        points: 25.0 * UNIT,
        deviation: 25.0 / 3.0 * UNIT,
        ..Rating::START
    };
    let sides: Vec<_> = sides
        .iter()
        .map(|(members, rank)| Side {
            members: vec![newcomer; *members],
            rank: *rank,
        })
        .collect();
    let after = System::Several.rate(&sides, 1.0);
    assert_eq!(after.len(), published.len());
    for (side, (points, deviation)) in after.iter().zip(published) {
        for member in side {
            close(member.points, points * UNIT, 1e-8);
            close(member.deviation, deviation * UNIT, 1e-8);
        }
    }
}

/// Source: openskill.py, `tests/models/test_bradley_terry_full.py`.
#[test]
fn ratings_of_three_players_match_published_values() {
    let published = [
        (30.270_462_766_947_3, 7.788_474_807_872_566),
        (25.0, 7.788_474_807_872_566),
        (19.729_537_233_052_7, 7.788_474_807_872_566),
    ];
    check(&[(1, 1), (1, 2), (1, 3)], &published);
}

#[test]
fn ratings_of_four_players_match_published_values() {
    let deviation = 7.501_219_069_396_400_5;
    let published = [
        (32.905_694_150_420_95, deviation),
        (27.635_231_383_473_65, deviation),
        (22.364_768_616_526_35, deviation),
        (17.094_305_849_579_05, deviation),
    ];
    check(&[(1, 1), (1, 2), (1, 3), (1, 4)], &published);
}

#[test]
fn ratings_of_teams_match_published_values() {
    let published = [
        (25.992_743_915_179_297, 8.197_099_974_899_84),
        (28.489_091_300_017_99, 8.220_848_339_985_736),
        (20.518_164_784_802_718, 8.127_515_465_304_823),
    ];
    check(&[(3, 1), (1, 2), (2, 3)], &published);
}
