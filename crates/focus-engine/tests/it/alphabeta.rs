//! Alpha-beta search.

use std::time::Duration;

use focus::notation::parse_position;
use focus::{Color, Game, Leaving, Mode, Move, Position, Rules, Setup};
#[cfg(unix)]
use focus_engine::Clock;
use focus_engine::{AlphaBeta, AlphaBetaSettings, Choice, Handicap, Limits, Player};
use focus_engine::{Score, ScoredMove, Stop};

fn player() -> AlphaBeta {
    AlphaBeta::new(AlphaBetaSettings {
        hash_mib: 4,
        ..AlphaBetaSettings::default()
    })
}

fn think(player: &mut AlphaBeta, game: &Game, limits: &Limits) -> Choice {
    player.choose(game, limits, &Stop::new(), &mut |_| {})
}

fn start(mode: Mode) -> Game {
    Game::new(Rules::new(mode), Color::Orange)
}

#[track_caller]
fn game(rules: &str, fps: &str) -> Game {
    let rules: Rules = rules.parse().expect("rules");
    Game::from_position(parse_position(fps, rules).expect("position"))
}

#[test]
fn nodes_are_kept_exactly() {
    for mode in [Mode::Duel, Mode::Partners] {
        for nodes in [1, 2, 67, 1_000, 12_345] {
            let choice = think(&mut player(), &start(mode), &Limits::nodes(nodes));
            assert_eq!(choice.nodes, nodes);
        }
    }
    let mut three = AlphaBeta::new(AlphaBetaSettings {
        threads: 3,
        ..AlphaBetaSettings::default()
    });
    let choice = think(&mut three, &start(Mode::Duel), &Limits::nodes(10_000));
    assert!(choice.nodes <= 10_000, "{}", choice.nodes);
}

#[test]
fn same_nodes_find_the_same() {
    for mode in [Mode::Duel, Mode::Partners] {
        let found = || {
            let choice = think(&mut player(), &start(mode), &Limits::nodes(20_000));
            (choice.mv, choice.line, choice.depth)
        };
        assert_eq!(found(), found());
    }
}

#[test]
fn depth_is_kept() {
    let choice = think(&mut player(), &start(Mode::Duel), &Limits::depth(4));
    assert_eq!(choice.depth, 4);
}

#[test]
fn search_that_is_stopped_at_once_has_a_legal_move() {
    let stop = Stop::new();
    stop.stop();
    for mode in [Mode::Duel, Mode::Partners] {
        let game = start(mode);
        let choice = player().choose(&game, &Limits::default(), &stop, &mut |_| {});
        game.position().check(choice.mv).expect("legal move");
    }
}

#[test]
fn time_ends_a_search() {
    let limits = Limits::time(Duration::from_millis(5));
    let game = start(Mode::Duel);
    let choice = think(&mut player(), &game, &limits);
    game.position().check(choice.mv).expect("legal move");
}

#[cfg(unix)]
#[test]
fn processor_time_does_not_pass_while_a_thread_sleeps() {
    let depth = |clock| {
        let limits = Limits {
            clock,
            ..Limits::time(Duration::from_millis(200))
        };
        let mut sleep = |_: &_| std::thread::sleep(Duration::from_millis(220));
        let game = start(Mode::Duel);
        let choice = player().choose(&game, &limits, &Stop::new(), &mut sleep);
        choice.depth
    };
    assert!(depth(Clock::Processor) > depth(Clock::Passing));
}

#[test]
fn lines_are_the_best_moves_in_their_order() {
    let mut player = AlphaBeta::new(AlphaBetaSettings {
        lines: 3,
        ..AlphaBetaSettings::default()
    });
    let choice = think(&mut player, &start(Mode::Duel), &Limits::depth(5));
    let chances: Vec<_> = choice
        .candidates
        .iter()
        .map(|candidate| candidate.score.chance())
        .collect();
    assert_eq!(chances.len(), 3);
    assert!(
        chances.is_sorted_by(|one, other| one >= other),
        "{chances:?}"
    );
    let best = &choice.candidates[0];
    assert_eq!(
        (best.mv, best.score, &best.line),
        (choice.mv, choice.score, &choice.line)
    );
    let starts = |candidate: &ScoredMove| candidate.line[0] == candidate.mv;
    assert!(choice.candidates.iter().all(starts), "{choice:?}");
    let mut moves: Vec<_> = choice
        .candidates
        .iter()
        .map(|candidate| candidate.mv.to_string())
        .collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 3);
}

#[test]
fn chances_sum_to_one() {
    for mode in [Mode::Duel, Mode::Partners] {
        let choice = think(&mut player(), &start(mode), &Limits::nodes(1_000));
        assert!((choice.chances.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        for color in Color::ALL {
            let plays = mode.has(color);
            assert_eq!(choice.chances[color.index()] > 0.0, plays, "{mode} {color}");
        }
    }
}

/// Plays a game to its end with searches of a few nodes.
fn play_out(mut game: Game, nodes: u64) -> Game {
    let mut player = player();
    while game.outcome().is_none() {
        let choice = think(&mut player, &game, &Limits::nodes(nodes));
        game.play(choice.mv).expect("legal move");
    }
    game
}

#[test]
fn games_by_every_rule_are_played_to_their_end() {
    let rules = [
        "mode=2 quiet=60",
        "mode=2 goal=race",
        "mode=2 opening=exchange goal=race",
        "mode=2 draw=second_loses quiet=30",
        "mode=2 draw=second_wins repetition=off quiet=30",
        "mode=4t quiet=40",
        "mode=4t setup=12 quiet=40",
    ];
    for rules in rules {
        let rules: Rules = rules.parse().expect("rules");
        play_out(Game::new(rules, Color::Blue), 300);
    }
}

#[test]
fn partners_go_on_when_seats_are_left() {
    let mut game = start(Mode::Partners);
    game.leave(Color::Green, Leaving::Resignation)
        .expect("player");
    let choice = think(&mut player(), &game, &Limits::nodes(3_000));
    game.play(choice.mv).expect("legal move");
    assert_eq!(game.position().side(), Color::Blue);
    game.leave(Color::Blue, Leaving::Resignation)
        .expect("player");
    play_out(game, 100);
}

#[test]
fn last_two_of_many_are_two_sides() {
    for (rules, gone) in [
        ("mode=3", vec![Color::Green]),
        ("mode=3 goal=last", vec![Color::Orange]),
        (
            "mode=4s stuck=skip goal=last quiet=40",
            vec![Color::Orange, Color::Pink],
        ),
        ("mode=4s", vec![Color::Green, Color::Pink]),
    ] {
        let rules: Rules = rules.parse().expect("rules");
        let mut game = Game::new(rules, Color::Orange);
        assert!(!AlphaBeta::can_play(game.position()));
        for color in gone {
            game.leave(color, Leaving::Time).expect("player");
        }
        assert!(AlphaBeta::can_play(game.position()));
        let choice = think(&mut player(), &game, &Limits::nodes(2_000));
        assert_eq!(
            choice
                .chances
                .iter()
                .filter(|&&chance| chance > 0.0)
                .count(),
            2
        );
        play_out(game, 200);
    }
}

#[test]
fn win_in_one_is_found_and_counted() {
    // Six captures win: five are made, and one stack of five can be covered.
    let game = game(
        "mode=2 goal=race",
        "2 x4/x6/x8/x3,BOOOB,x4/x3,O,x4/x8/x6/x2,B,x O O14B10 O:B5 - 0 101",
    );
    let choice = think(&mut player(), &game, &Limits::nodes(1_000));
    assert_eq!(choice.score, Score::Win(1));
    let mut after = game.position().clone();
    after.play(choice.mv).expect("legal move");
    assert!(
        after
            .outcome()
            .is_some_and(|outcome| outcome.winners.contains(Color::Orange))
    );
}

fn play(game: &mut Game, slides: &str) {
    for slide in slides.split(' ') {
        let (from, to) = slide.split_once('-').expect("a slide");
        let mv = Move::Slide {
            from: from.parse().expect("square"),
            to: to.parse().expect("square"),
        };
        game.play(mv).expect("legal move");
    }
}

#[test]
fn win_that_a_repetition_prevents_is_not_claimed() {
    // Green is out. Orange needs one more piece, which b3 takes from a3, and no move of Blue's
    // single piece prevents that; but if b3 and g5 meet for the third time, the game is drawn.
    let mut game = game(
        "mode=3",
        "3 x4/x6/x8/x6,B,x/x8/GGGGG,O,x6/x6/x4 O G8 O:B9,G:O12B3 G 0 101",
    );
    play(&mut game, "b3-c3 g5-h5 c3-b3 h5-g5 b3-c3 g5-g6");
    let choice = think(&mut player(), &game, &Limits::depth(3));
    assert!(matches!(choice.score, Score::Value(_)), "{}", choice.score);
    // Without its past, the same position is won.
    let game = Game::from_position(game.position().clone());
    let choice = think(&mut player(), &game, &Limits::depth(3));
    assert_eq!(choice.score, Score::Win(3));
}

#[test]
fn third_repetition_is_seen_as_the_draw_it_is() {
    // Orange is far behind and can repeat the position for the third time.
    let rules = "mode=2 draw=second_loses";
    let mut game = game(
        rules,
        "2 x4/x6/x8/x8/x3,O,x3,B/x8/x6/x4 O - O:B17,B:O17 - 0 101",
    );
    play(&mut game, "d4-d5 h4-h5 d5-d4 h5-h4 d4-d5 h4-h5 d5-d4");
    // Blue is the second player here and would lose by a repetition.
    assert_eq!(game.position().side(), Color::Blue);
    let choice = think(&mut player(), &game, &Limits::depth(3));
    assert_ne!(choice.mv.to_string(), "h5-h4");
}

#[test]
fn errors_are_the_same_for_the_same_seed() {
    let with = |seed| {
        let mut player = AlphaBeta::new(AlphaBetaSettings {
            handicap: Handicap {
                noise: 2_000,
                nodes: Some(200),
                ..Handicap::default()
            },
            seed,
            ..AlphaBetaSettings::default()
        });
        think(&mut player, &start(Mode::Duel), &Limits::default()).mv
    };
    assert_eq!(with(1), with(1));
    let moves: Vec<_> = (0..10).map(with).collect();
    assert!(moves.iter().any(|&mv| mv != moves[0]), "{moves:?}");
}

#[test]
fn what_was_left_of_another_game_does_not_matter() {
    let fresh = think(&mut player(), &start(Mode::Duel), &Limits::nodes(5_000)).mv;
    let mut used = player();
    think(&mut used, &start(Mode::Partners), &Limits::nodes(5_000));
    assert_eq!(
        think(&mut used, &start(Mode::Duel), &Limits::nodes(5_000)).mv,
        fresh
    );
}

#[test]
fn position_without_a_past_is_searched() {
    let rules = Rules::new(Mode::Duel);
    let game = Game::from_position(Position::start(rules, Color::Blue));
    assert!(think(&mut player(), &game, &Limits::nodes(100)).nodes == 100);
}

#[test]
fn quiet_plies_may_be_as_many_as_the_rules_allow() {
    let rules: Rules = "mode=2 quiet=65535".parse().expect("rules");
    let setup = Setup {
        clock: 65_500,
        ..Position::start(rules, Color::Orange).to_setup()
    };
    let position = Position::from_setup(setup, rules).expect("position");
    let game = Game::from_position(position);
    assert_eq!(think(&mut player(), &game, &Limits::nodes(100)).nodes, 100);
}

#[test]
fn weak_player_sees_a_win_in_one() {
    let game = game(
        "mode=2 goal=race",
        "2 x4/x6/x8/x3,BOOOB,x4/x3,O,x4/x8/x6/x2,B,x O O14B10 O:B5 - 0 101",
    );
    for seed in 0..20 {
        let mut player = weak(seed);
        assert_eq!(
            think(&mut player, &game, &Limits::default()).score,
            Score::Win(1)
        );
    }
}

#[test]
fn weak_player_does_not_lose_to_the_next_move_if_it_can_help_it() {
    // Orange threatens to make its sixth capture with a drop on d5; only covering the stack helps.
    let game = game(
        "mode=2 goal=race",
        "2 x4/x6/x8/x3,BOOOB,x4/x3,B,x4/x8/x6/x2,B,x B O15B9 O:B5 - 0 100",
    );
    for seed in 0..20 {
        let choice = think(&mut weak(seed), &game, &Limits::default());
        let mut next = game.clone();
        next.play(choice.mv).expect("legal move");
        let wins = |&mv: &Move| next.preview(mv).is_ok_and(|(_, outcome)| outcome.is_some());
        let moves = next.position().legal_moves();
        assert!(!moves.iter().any(wins), "{}", choice.mv);
    }
}

fn weak(seed: u64) -> AlphaBeta {
    AlphaBeta::new(AlphaBetaSettings {
        handicap: Handicap {
            noise: 5_000,
            nodes: Some(20),
            ..Handicap::default()
        },
        seed,
        ..AlphaBetaSettings::default()
    })
}
