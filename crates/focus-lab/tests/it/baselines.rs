//! Anchors and baseline players: legal in every mode, and right in positions with one right move.

use focus::notation::parse_position;
use focus::{Game, Rules};
use focus_engine::{Limits, Stop};
use focus_lab::arena::{Bout, Contest, Openings, Spec};

const RULES: [&str; 12] = [
    "mode=2",
    "mode=2 goal=race opening=exchange",
    "mode=2 draw=second_loses quiet=20",
    "mode=3",
    "mode=3 stuck=skip",
    "mode=3 goal=last",
    "mode=3 goal=last stuck=skip quiet=off repetition=off",
    "mode=4t",
    "mode=4t setup=12",
    "mode=4s",
    "mode=4s goal=last",
    "mode=4s goal=last stuck=skip",
];

const PLAYERS: [&str; 10] = [
    "random",
    "ordering",
    "greedy",
    "depth2",
    "brs:nodes=100,hash=1",
    "paranoid:nodes=100,hash=1",
    "mage:playouts=10,hash=1",
    "uct:playouts=10,hash=1",
    "tree:nodes=200,hash=1",
    "engine:nodes=200,hash=1",
];

fn spec(text: &str) -> Spec {
    text.parse().expect("player")
}

/// Checks that the same game between two kinds of players is played twice in the same way.
#[track_caller]
fn check_deterministic(rules: &str, players: [&str; 2]) {
    let contest = Contest {
        rules: rules.parse().expect("rules"),
        kinds: players.map(spec),
        limits: Limits::default(),
        openings: Openings::Random,
        seed: 11,
        longest: 150,
    };
    let bout = Bout {
        pair: 1,
        is_second: false,
    };
    let play = || contest.play(bout, &Stop::new()).expect("legal moves");
    let (first, again) = (play().expect("a game"), play().expect("a game"));
    assert_eq!(first.moves, again.moves, "{rules}: {players:?}");
}

#[test]
fn every_player_plays_every_mode_the_same_way_again() {
    for rules in RULES {
        for players in PLAYERS.chunks(2) {
            check_deterministic(rules, [players[0], players[1]]);
        }
    }
}

/// Checks that a player finds the move in a position.
#[track_caller]
fn check_move(player: &str, rules: &str, fps: &str, expected: &str) {
    let rules: Rules = rules.parse().expect("rules");
    let position = parse_position(fps, rules).expect("position");
    let game = Game::from_position(position);
    let spec = spec(player);
    let limits = spec.limits(Limits::default());
    let choice = spec
        .player(3)
        .choose(&game, &limits, &Stop::new(), &mut |_| {});
    assert_eq!(choice.mv.to_string(), expected, "{player}");
}

/// Orange has captured two of green, two of pink and one of blue. Another blue piece is at the
/// bottom of the full stack on d4.
const WIN_IN_ONE: &str = "4s G,G,G,G/G,G,G,G,G,G/B,B,B,B,B,B,B,B/P,P,P,P,P,P,P,P/x3,BOGPO,x4/\
                          x3,O,x,O,x2/x2,P,P,x2/B,B,B,x O - O:G2B1P2,G:O3,B:O3,P:O3 - 6 45";

#[test]
fn win_in_one_is_found() {
    for player in [
        "greedy",
        "depth2",
        "depth3",
        "brs:depth=2",
        "paranoid:depth=2",
        "mage:playouts=2000",
        "tree:nodes=50",
        "tree:nodes=50,threads=2",
    ] {
        check_move(player, "mode=4s", WIN_IN_ONE, "d3-d4");
    }
}
