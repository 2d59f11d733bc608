//! Positions with one right move: the only one that wins (`tests/data/tactics.txt`), or the only
//! one that does not lose (`tests/data/rescues.txt`).

use focus::notation::{MoveText, parse_position};
use focus::{Color, Game, Mode, Move, Position, Rules, Standing};
use focus_engine::{Choice, Engine, Limits, Options, Player, Score, Stop};

const TACTICS: &str = include_str!("../data/tactics.txt");
const RESCUES: &str = include_str!("../data/rescues.txt");

/// Number of nodes to find a winning move, and to find a move that does not lose.
const NODES: [u64; 2] = [150_000, 20_000];
/// Number of nodes for two threads to find a winning move; the time they need varies.
const NODES_TOGETHER: u64 = 1_000_000;

struct Row {
    game: Game,
    mv: Move,
    /// Plies until the move wins, or within which an opponent can win after every other move.
    plies: u16,
    text: &'static str,
}

fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.map(|text| {
        let fields: Vec<_> = text.split(" | ").collect();
        let [rules, plies, mv, fps] = fields[..] else {
            panic!("four fields in {text}");
        };
        let rules: Rules = rules.parse().expect("rules");
        let game = Game::from_position(parse_position(fps, rules).expect("position"));
        let mv: MoveText = mv.parse().expect("move");
        Row {
            mv: mv.resolve_in(&game).expect("legal move"),
            plies: plies.parse().expect("plies"),
            game,
            text,
        }
    })
}

fn choose(game: &Game, nodes: u64, threads: usize) -> Choice {
    let mut player = Engine::new(Options {
        hash_mib: 8,
        threads,
        ..Options::default()
    });
    player.choose(game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {})
}

#[test]
fn right_move_is_found() {
    check_right_moves(rows(TACTICS), NODES[0], 1);
}

#[test]
fn right_move_of_three_and_four_is_found_by_two_threads() {
    let is_for_many = |row: &Row| match row.game.rules().mode() {
        Mode::ThreeWay | Mode::FreeForAll => true,
        Mode::Duel | Mode::Partners => false,
    };
    check_right_moves(rows(TACTICS).filter(is_for_many), NODES_TOGETHER, 2);
}

#[track_caller]
fn check_right_moves(rows: impl Iterator<Item = Row>, nodes: u64, threads: usize) {
    let mut missed = Vec::new();
    for row in rows {
        let choice = choose(&row.game, nodes, threads);
        // A win is not always proved within the nodes, but the score never claims a shorter one.
        let is_as_said = match choice.score {
            Score::Win(plies) => plies >= row.plies,
            Score::Value(_) => row.plies > 3,
            Score::Loss(_) => false,
        };
        if choice.mv != row.mv || !is_as_said {
            missed.push(format!("{} {}: {}", choice.mv, choice.score, row.text));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn move_that_saves_the_game_is_found() {
    let mut missed = Vec::new();
    for row in rows(RESCUES) {
        let choice = choose(&row.game, NODES[1], 1);
        if choice.mv != row.mv {
            missed.push(format!("{} {}: {}", choice.mv, choice.score, row.text));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn wins_at_the_next_turn_are_proved_by_trying_everything() {
    let mut proved = 0;
    for row in rows(TACTICS) {
        let position = row.game.position();
        let round = position.still_in().len();
        if usize::from(row.plies) > round + 1 {
            continue;
        }
        let us = position.side();
        let left = u32::from(row.plies) - 1;
        let winning = |&&mv: &&Move| wins_within(&after(position, mv), us, left);
        let moves = position.legal_moves();
        let wins: Vec<_> = moves.iter().filter(winning).collect();
        assert_eq!(wins, [&row.mv], "{}", row.text);
        proved += 1;
    }
    assert!(proved > 0, "a table with wins at the next turn");
}

#[test]
fn rescues_are_proved_by_trying_everything() {
    for row in rows(RESCUES) {
        let position = row.game.position();
        let mode = position.rules().mode();
        let others = position.still_in().iter();
        let enemies: Vec<Color> = others
            .filter(|&color| !are_together(mode, color, position.side()))
            .collect();
        let is_safe = |&&mv: &&Move| {
            let after = after(position, mv);
            let mut enemies = enemies.iter();
            !enemies.any(|&enemy| wins_within(&after, enemy, u32::from(row.plies)))
        };
        let moves = position.legal_moves();
        let safe: Vec<_> = moves.iter().filter(is_safe).collect();
        assert_eq!(safe, [&row.mv], "{}", row.text);
    }
}

#[test]
fn every_mode_has_wins_drops_that_save_and_partners_freed() {
    let modes = [Mode::Duel, Mode::ThreeWay, Mode::Partners, Mode::FreeForAll];
    let has = |table, mode, is_such: fn(&Row) -> bool| {
        rows(table).any(|row| row.game.rules().mode() == mode && is_such(&row))
    };
    for mode in modes {
        assert!(has(TACTICS, mode, |_| true), "{mode}");
        let is_drop = |row: &Row| matches!(row.mv, Move::Drop(_));
        let frees = |row: &Row| {
            let position = row.game.position();
            let partner = position.side().opposite();
            position.standing(partner) != Standing::Able
                && after(position, row.mv).standing(partner) == Standing::Able
        };
        match mode {
            Mode::Partners => assert!(has(RESCUES, mode, frees)),
            Mode::Duel | Mode::ThreeWay | Mode::FreeForAll => {
                assert!(has(RESCUES, mode, is_drop), "{mode}");
            }
        }
    }
}

/// Returns whether a color's side can force a win within this many plies.
fn wins_within(position: &Position, us: Color, plies: u32) -> bool {
    let mode = position.rules().mode();
    if let Some(outcome) = position.outcome() {
        let mut winners = outcome.winners.iter();
        return winners.any(|winner| are_together(mode, winner, us));
    }
    if plies == 0 {
        return false;
    }
    let moves = position.legal_moves();
    let mut replies = moves.iter().map(|&mv| after(position, mv));
    if are_together(mode, position.side(), us) {
        return replies.any(|reply| wins_within(&reply, us, plies - 1));
    }
    replies.all(|reply| wins_within(&reply, us, plies - 1))
}

fn are_together(mode: Mode, color: Color, other: Color) -> bool {
    color == other || mode == Mode::Partners && color == other.opposite()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).expect("legal move");
    after
}
