//! Monte-Carlo tree search, the player for three or four who each play alone.

use std::panic;

use focus::notation::parse_position;
use focus::{Color, Game, Move, MoveList, Position, Rules};
use focus_engine::mcts::{Tree, TreeSettings};
use focus_engine::{Choice, Engine, Level, Limits, Options, Player, Score, Stop};
use focus_lab::arena::{Spec, opening};

const RULES: [&str; 4] = [
    "mode=3",
    "mode=4s",
    "mode=3 goal=last",
    "mode=4s goal=last stuck=skip",
];

/// Number of positions in which a player is checked, and the games among which they are.
const SEEN: u32 = 20;
const GAMES: u64 = 60;

fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

fn choose(tree: &mut Tree, game: &Game, limits: Limits) -> Choice {
    tree.choose(game, &limits, &Stop::new(), &mut |_| {})
}

fn with_threads(threads: usize, hash_mib: usize) -> Tree {
    Tree::new(TreeSettings {
        hash_mib,
        threads,
        ..TreeSettings::default()
    })
}

fn fresh(game: &Game, nodes: u64) -> Choice {
    choose(
        &mut Tree::new(TreeSettings::default()),
        game,
        Limits::nodes(nodes),
    )
}

/// Returns whether a move wins at once.
fn wins(position: &Position, mv: Move) -> bool {
    let us = position.side();
    position
        .after(mv)
        .outcome()
        .is_some_and(|outcome| outcome.winners.contains(us))
}

fn can_win(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| wins(position, mv))
}

/// Returns whether the next player can win after a move.
fn allows(position: &Position, mv: Move) -> bool {
    can_win(&position.after(mv))
}

/// Calls a function with the positions of games played with the static ordering, until it has
/// returned true for [`SEEN`] of them.
fn check_in_games(rules: Rules, mut check: impl FnMut(&Game) -> bool) {
    let simple: Spec = "ordering".parse().expect("player");
    let mut seen = 0;
    for number in 0..GAMES {
        let mut game = opening(rules, 2, number);
        let mut player = simple.player(number);
        while game.outcome().is_none() {
            seen += u32::from(check(&game));
            if seen == SEEN {
                return;
            }
            let choice = player.choose(&game, &Limits::default(), &Stop::new(), &mut |_| {});
            game.play(choice.mv).expect("legal move");
        }
    }
    panic!("{rules}: {seen} positions in {GAMES} games");
}

#[test]
fn every_win_in_one_is_taken() {
    for text in ["mode=3", "mode=4s"] {
        check_in_games(rules(text), |game| {
            let can_win = can_win(game.position());
            if can_win {
                let choice = fresh(game, 1);
                assert!(wins(game.position(), choice.mv), "{}", game.position());
                assert_eq!(choice.score, Score::Win(1));
            }
            can_win
        });
    }
}

#[test]
fn loss_in_one_is_met_where_it_can_be() {
    for text in ["mode=3", "mode=4s"] {
        check_in_games(rules(text), |game| {
            let position = game.position();
            if can_win(position) {
                return false;
            }
            let moves = position.legal_moves();
            let open = moves.iter().filter(|&&mv| allows(position, mv)).count();
            let can_be_met = open > 0 && open < moves.len();
            if can_be_met {
                let choice = fresh(game, 20_000);
                assert!(!allows(position, choice.mv), "{position}: {}", choice.mv);
            }
            can_be_met
        });
    }
}

/// Orange can take the last piece it needs with d3 on d4, but pink moves first.
#[test]
fn threat_of_the_next_player_is_met() {
    let fps = "4s G,G,G,G/G,G,G,G,G,G/B,B,B,B,B,B,B,B/P,P,P,P,P,P,P,P/x3,BOGPO,x4/x3,O,x,O,x2/\
               x2,P,P,x2/B,B,B,x P - O:G2B1P2,G:O3,B:O3,P:O3 - 6 44";
    let position = parse_position(fps, rules("mode=4s")).expect("position");
    let choice = fresh(&Game::from_position(position.clone()), 50_000);
    assert!(!allows(&position, choice.mv), "{}", choice.mv);
}

#[test]
fn same_nodes_find_the_same_in_a_whole_game() {
    for text in RULES {
        let play = || {
            let mut tree = Tree::new(TreeSettings::default());
            let mut game = opening(rules(text), 3, 0);
            for _ in 0..30 {
                if game.outcome().is_some() {
                    break;
                }
                let choice = choose(&mut tree, &game, Limits::nodes(1_000));
                assert_eq!(choice.line[0], choice.mv);
                assert_eq!(choice.candidates[0].mv, choice.mv);
                assert_eq!(choice.candidates[0].line, choice.line);
                game.play(choice.mv).expect("legal move");
            }
            game
        };
        assert_eq!(play(), play(), "{text}");
    }
}

#[test]
fn nodes_are_used_up_but_for_the_last_leaf_of_each_thread() {
    for threads in [1, 2, 5] {
        for nodes in [1, 1_000, 20_000] {
            let game = opening(rules("mode=4s"), 4, 2);
            let choice = choose(&mut with_threads(threads, 8), &game, Limits::nodes(nodes));
            let used_up = used_up(nodes, threads);
            assert!(used_up.contains(&choice.nodes), "{}", choice.nodes);
        }
    }
}

/// Returns the numbers of nodes that a search with a limit may visit: a leaf with more children
/// than nodes left is not expanded.
fn used_up(nodes: u64, threads: usize) -> std::ops::RangeInclusive<u64> {
    let leaves = u64::try_from(threads * MoveList::CAPACITY).expect("small number");
    nodes.saturating_sub(leaves).max(1)..=nodes
}

#[test]
fn little_memory_is_enough_for_a_long_search() {
    for threads in [1, 3] {
        let game = opening(rules("mode=4s"), 4, 1);
        let choice = choose(&mut with_threads(threads, 1), &game, Limits::nodes(400_000));
        game.position().check(choice.mv).expect("legal move");
        let used_up = used_up(400_000, threads);
        assert!(used_up.contains(&choice.nodes), "{}", choice.nodes);
    }
}

#[test]
fn little_memory_is_enough_for_a_whole_game() {
    for (text, threads) in [("mode=3", 1), ("mode=4s", 3)] {
        let mut trees = [(); 2].map(|()| with_threads(threads, 1));
        let mut game = opening(rules(text), 4, 1);
        while game.outcome().is_none() && game.plies().len() < 300 {
            let tree = &mut trees[game.plies().len() % 2];
            let choice = choose(tree, &game, Limits::nodes(30_000));
            game.play(choice.mv).expect("legal move");
        }
    }
}

#[test]
fn all_threads_end_when_they_are_stopped() {
    let game = opening(rules("mode=3"), 4, 1);
    let stop = Stop::new();
    let mut reports = 0;
    let choice = with_threads(3, 8).choose(&game, &Limits::default(), &stop, &mut |_| {
        reports += 1;
        stop.stop();
    });
    game.position().check(choice.mv).expect("legal move");
    assert_eq!(reports, 2, "the one that stopped it, and the last");
}

#[test]
fn all_threads_end_when_one_panics() {
    let game = opening(rules("mode=3"), 4, 1);
    let result = panic::catch_unwind(|| {
        let mut tree = with_threads(3, 8);
        tree.choose(&game, &Limits::default(), &Stop::new(), &mut |_| {
            panic!("a report that cannot be made");
        })
    });
    assert!(result.is_err());
}

#[test]
fn search_that_is_stopped_at_once_has_a_legal_move() {
    let stop = Stop::new();
    stop.stop();
    for (text, threads) in RULES.into_iter().zip([1, 2].into_iter().cycle()) {
        let game = opening(rules(text), 5, 2);
        let mut tree = with_threads(threads, 8);
        let choice = tree.choose(&game, &Limits::default(), &stop, &mut |_| {});
        game.position().check(choice.mv).expect("legal move");
    }
}

#[test]
fn chances_are_those_of_the_colors_still_in() {
    for text in RULES {
        let game = opening(rules(text), 6, 3);
        let choice = fresh(&game, 5_000);
        let total: f32 = choice.chances.iter().sum();
        assert!((total - 1.0).abs() < 1e-3, "{total}");
        let plays = |color: Color| game.rules().mode().has(color);
        for color in Color::ALL {
            assert_eq!(choice.chances[color.index()] > 0.0, plays(color), "{text}");
        }
    }
}

#[test]
fn draw_is_shared_by_the_colors_still_in() {
    // Every move is the seventh without a capture, and Pink is out.
    let fps = "4s x4/x6/x5,G,x2/x8/x8/x2,O,x4,B/x6/x4 O - O:G12,G:B12,B:P13,P:O12 P 6 101";
    let position = parse_position(fps, rules("mode=4s goal=last quiet=7")).expect("position");
    let chances = fresh(&Game::from_position(position), 1_000).chances;
    let third = 1.0 / 3.0;
    for (chance, expected) in chances.into_iter().zip([third, third, third, 0.0]) {
        assert!((chance - expected).abs() < 1e-6, "{chances:?}");
    }
}

#[test]
fn game_that_went_another_way_is_followed() {
    let start = opening(rules("mode=3"), 7, 4);
    let mut tree = Tree::new(TreeSettings::default());
    choose(&mut tree, &start, Limits::nodes(5_000));
    let other = opening(rules("mode=4s"), 7, 4);
    let choice = choose(&mut tree, &other, Limits::nodes(5_000));
    assert_eq!(choice.mv, fresh(&other, 5_000).mv);
}

#[test]
fn every_level_plays_what_is_legal() {
    for level in Level::ALL {
        let game = opening(rules("mode=4s"), 8, 5);
        let mut engine = Engine::new(Options {
            level,
            ..Options::default()
        });
        let limits = Limits::nodes(2_000);
        let choice = engine.choose(&game, &limits, &Stop::new(), &mut |_| {});
        game.position().check(choice.mv).expect("legal move");
    }
}
