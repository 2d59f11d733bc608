//! Positions with forced wins (`tests/data/wins.txt`), and the computer player in them.

use std::iter;
use std::process::Command;

use focus::{Game, Position};
use focus_engine::evaluation::Kind;
use focus_engine::{Limits, Player, Rng, Score, Stop};
use focus_lab::arena::Spec;
use focus_lab::wins::{Exhaustive, ForcedWin, Harvest, Success};

const WINS: &str = include_str!("../data/wins.txt");

/// Number of nodes to prove a win.
const NODES: u64 = 600_000;

/// Number of games played from each position.
const GAMES: u64 = 2;

/// Number of plies within which the moves of the table win.
const MOST: u32 = 5;

/// Maximum number of moves of each position of the table after which claims are checked.
const CHILDREN: usize = 4;

/// Depth of the searches whose claims are checked.
const DEPTH: u8 = 6;

fn lines() -> impl Iterator<Item = &'static str> {
    WINS.lines().filter(|line| !line.starts_with('#'))
}

fn line_of_three_plies() -> &'static str {
    let mut lines = lines();
    let line = lines.find(|line| line.starts_with("mode=2 | 3 | "));
    line.expect("a duel won in three plies")
}

fn wins() -> impl Iterator<Item = ForcedWin> {
    lines().map(|line| line.parse().expect("a forced win"))
}

#[test]
fn text_of_a_forced_win_is_read_and_written_alike() {
    for line in lines() {
        let win: ForcedWin = line.parse().expect("a forced win");
        assert_eq!(win.to_string(), line);
    }
}

#[test]
fn text_that_is_no_forced_win_is_refused() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = text.parse::<ForcedWin>().expect_err("no forced win");
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
    }
    let line = line_of_three_plies();
    check("mode=2 | 3", "expected rules, plies, moves and a position");
    check(
        &line.replacen(" | 3 |", " | three |", 1),
        "expected a number of plies",
    );
    check(&line.replacen("mode=2", "mode=5", 1), "expected a mode");
    check(&line.replacen("| 3 | ", "| 3 | d4-d9 ", 1), "d4-d9");
}

#[test]
fn shortest_win_and_its_moves_are_found_by_trying_everything() {
    for win in wins() {
        let mut search = Exhaustive::new(&win.position);
        assert_eq!(
            search.shortest(&win.position, MOST),
            Some(win.plies),
            "{win}"
        );
        assert_eq!(
            search.winning_moves(&win.position, MOST),
            win.moves,
            "{win}"
        );
    }
}

#[test]
fn every_kind_of_game_has_wins_in_several_numbers_of_plies() {
    for kind in Kind::ALL {
        let of_kind = wins().filter(|win| Kind::of(win.position.rules()) == kind);
        let mut plies: Vec<u32> = of_kind.map(|win| win.plies).collect();
        plies.sort_unstable();
        plies.dedup();
        assert!(plies.len() >= 2, "{kind}: {plies:?}");
    }
}

#[test]
fn same_seed_gives_the_same_positions() {
    let harvest = || -> Vec<ForcedWin> { Harvest::new(Kind::Partners, 7, 3..=5).take(2).collect() };
    assert_eq!(harvest(), harvest());
}

#[test]
fn solve_counts_by_rules_and_plies() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("wins.txt");
    let line = line_of_three_plies();
    std::fs::write(&path, format!("# a comment\n{line}\n{line}\n")).expect("file");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_focus-lab"));
    let lab = lab.arg("solve").arg(&path).args(["--nodes", "20000"]);
    let output = lab.output().expect("program that runs");
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8(output.stdout).expect("text");
    let row: Vec<&str> = out
        .lines()
        .last()
        .unwrap_or_default()
        .split_whitespace()
        .collect();
    assert_eq!(row, ["mode=2", "3", "2", "2", "0", "0", "0"], "{out}");
}

#[test]
fn forced_wins_are_proven_within_the_nodes_of_a_short_thought() {
    let mut player = "level:full".parse::<Spec>().expect("a player").player(1);
    let mut missed = Vec::new();
    for win in wins() {
        let (success, choice) = Success::of(&win, &mut *player, &Limits::nodes(NODES));
        let is_shortest = choice.score == Score::Win(u16::try_from(win.plies).unwrap_or(0));
        if success != Success::Proven || !is_shortest {
            missed.push(format!("{success:?} {} {}: {win}", choice.mv, choice.score));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Returns the positions between two sides of the table, each followed by those after some of its
/// moves.
fn decided_soon() -> impl Iterator<Item = Position> {
    let two_sided = wins().filter(|win| Kind::of(win.position.rules()).is_two_sided());
    let positions = two_sided.flat_map(|win| {
        let moves = win.position.legal_moves();
        let some = moves.iter().step_by(moves.len().div_ceil(CHILDREN));
        let after: Vec<Position> = some.map(|&mv| win.position.after(mv)).collect();
        iter::once(win.position).chain(after)
    });
    positions.filter(|position| {
        let clock = u32::from(position.clock());
        let quiet = position.rules().quiet();
        let is_quiet_soon = quiet.is_some_and(|plies| clock + MOST >= u32::from(plies.get()));
        !position.is_over() && !is_quiet_soon
    })
}

/// Returns whether the side to move loses within a number of plies whatever it plays.
fn is_lost(position: &Position, plies: u32) -> bool {
    let mut moves = position.legal_moves().into_iter();
    moves.all(|mv| {
        let after = position.after(mv);
        if let Some(outcome) = after.outcome() {
            return !outcome.is_draw() && !outcome.winners.contains(position.side());
        }
        let mut search = Exhaustive::new(&after);
        search.shortest(&after, plies - 1).is_some()
    })
}

#[test]
fn wins_and_losses_that_alpha_beta_claims_are_forced() {
    // A player with a handicap, even one without effect, does not search for forced wins first.
    let spec = "ab:handicap_nodes=1000000000,hash=4".parse::<Spec>();
    let mut player = spec.expect("a player").player(1);
    let mut claims = 0;
    for position in decided_soon() {
        player.forget();
        let game = Game::from_position(position.clone());
        // A search that is cut off may know no more than that its first move loses.
        let choice = player.choose(&game, &Limits::depth(DEPTH), &Stop::new(), &mut |_| {});
        let is_forced = match choice.score {
            Score::Win(plies) if u32::from(plies) <= MOST => {
                let mut search = Exhaustive::new(&position);
                search.shortest(&position, u32::from(plies)).is_some()
            }
            Score::Loss(plies) if u32::from(plies) < MOST => is_lost(&position, u32::from(plies)),
            Score::Win(_) | Score::Loss(_) | Score::Value(_) => continue,
        };
        claims += 1;
        assert!(is_forced, "{} in {position}", choice.score);
    }
    assert!(claims >= 10, "{claims}");
}

#[test]
fn proven_wins_are_won_in_time_whatever_the_others_play() {
    let mut player = "level:full".parse::<Spec>().expect("a player").player(1);
    for (number, win) in (0..).zip(wins()) {
        for seed in 0..GAMES {
            player.forget();
            play_out(&win, &mut *player, &mut Rng::of(seed, number));
        }
    }
}

/// Plays a won position against random replies, and asserts that it is won within the plies.
fn play_out(win: &ForcedWin, player: &mut dyn Player, dice: &mut Rng) {
    let mut game = Game::from_position(win.position.clone());
    let kind = Kind::of(win.position.rules());
    let us = win.position.side();
    let is_ours = |color| color == us || kind.mode().partner(us) == Some(color);
    for left in (1..=win.plies).rev() {
        let moves = game.position().legal_moves();
        let mut mv = moves[dice.below(moves.len())];
        if is_ours(game.position().side()) {
            let choice = player.choose(&game, &Limits::nodes(NODES), &Stop::new(), &mut |_| {});
            let is_sure = matches!(choice.score, Score::Win(plies) if u32::from(plies) <= left);
            assert!(is_sure, "{} with {left} plies left: {win}", choice.score);
            mv = choice.mv;
        }
        game.play(mv).expect("legal move");
        if let Some(outcome) = game.outcome() {
            assert!(outcome.winners.iter().all(is_ours), "{win}");
            assert!(!outcome.is_draw(), "{win}");
            return;
        }
    }
    panic!("not won within {} plies: {win}", win.plies);
}
