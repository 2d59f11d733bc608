//! Limits of searches in every kind of game.

use focus::{Color, Game};
use focus_engine::evaluation::Kind;
use focus_engine::{Engine, Info, Limits, Options, Player, Rng, Stop};

/// Returns a game of a kind after some random moves.
fn game(kind: Kind, plies: usize) -> Game {
    let mut game = Game::new(kind.rules(), Color::Orange);
    let mut dice = Rng::of(4, plies as u64);
    while game.plies().len() < plies && game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[dice.below(moves.len())];
        game.play(mv).expect("legal move");
    }
    game
}

#[test]
fn nodes_are_never_exceeded_and_hardly_any_are_left() {
    for kind in Kind::ALL {
        for plies in [0, 10, 31] {
            let game = game(kind, plies);
            for nodes in [1, 10, 60, 150, 1_000, 5_000, 20_000] {
                check(&game, nodes, 1);
            }
            check(&game, 20_000, 2);
        }
    }
}

#[track_caller]
fn check(game: &Game, nodes: u64, threads: usize) {
    let mut player = Engine::new(Options {
        hash_mib: 4,
        threads,
        ..Options::default()
    });
    let choice = player.choose(game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
    let (position, rules) = (game.position(), game.position().rules());
    position.check(choice.mv).expect("legal move");
    assert!(
        choice.nodes <= nodes,
        "{} of {nodes}, {rules}",
        choice.nodes
    );
    // Only an expansion that does not fit may be missing; a second thread ends with the first.
    let is_used_up = threads > 1 || choice.nodes + 150 >= nodes;
    assert!(is_used_up, "{} of {nodes}, {rules}", choice.nodes);
    let sum: f32 = choice.chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-3, "{:?}, {rules}", choice.chances);
}

#[test]
fn few_nodes_leave_nothing_behind_for_the_next_search() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.is_two_sided()) {
        let game = game(kind, 12);
        let mut fresh = Engine::new(Options::default());
        let mut used = Engine::new(Options::default());
        used.choose(&game, &Limits::nodes(5), &Stop::new(), &mut |_| {});
        let limits = Limits::nodes(3_000);
        let expected = fresh.choose(&game, &limits, &Stop::new(), &mut |_| {});
        let found = used.choose(&game, &limits, &Stop::new(), &mut |_| {});
        assert_eq!(found.candidates, expected.candidates, "{kind}");
    }
}

#[test]
fn last_report_counts_the_nodes_of_the_whole_search() {
    for kind in Kind::ALL {
        let game = game(kind, 12);
        let limits = Limits {
            nodes: Some(30_000),
            ..Limits::depth(3)
        };
        let mut reported = 0;
        let mut report = |info: &Info| reported = info.nodes;
        let mut player = Engine::new(Options::default());
        let choice = player.choose(&game, &limits, &Stop::new(), &mut report);
        assert_eq!(reported, choice.nodes, "{kind}");
    }
}
