//! Positions with one right move, in `tests/data/tactics.txt`.

use focusbot::notation::{MoveText, parse_position};
use focusbot::rules::{Color, Game, Mode, Move, Position, Rules};
use focusbot::search::{AlphaBeta, Limits, Player, Score, Settings, Stop};

const POSITIONS: &str = include_str!("../../data/tactics.txt");

/// Nodes in which each move has to be found.
const NODES: u64 = 150_000;

struct Row {
    game: Game,
    mv: Move,
    /// Plies in which the move wins.
    plies: u16,
    text: &'static str,
}

fn rows() -> impl Iterator<Item = Row> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
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

#[test]
fn right_move_is_found() {
    let mut missed = Vec::new();
    for row in rows() {
        let mut player = AlphaBeta::new(Settings {
            hash_mib: 8,
            ..Settings::default()
        });
        let limits = Limits::nodes(NODES);
        let choice = player.choose(&row.game, &limits, &Stop::new(), &mut |_| {});
        // A win is not always proved within the nodes, but it is never said to be nearer.
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
fn wins_in_three_are_proved_by_trying_everything() {
    for row in rows().filter(|row| row.plies == 3) {
        let position = row.game.position();
        let us = position.side();
        let winning = |&&mv: &&Move| wins_within(&after(position, mv), us, 2);
        let moves = position.legal_moves();
        let wins: Vec<_> = moves.iter().filter(winning).collect();
        assert_eq!(wins, [&row.mv], "{}", row.text);
    }
}

/// Whether a color's side can force a win in so many plies.
fn wins_within(position: &Position, us: Color, plies: u32) -> bool {
    let mode = position.rules().mode();
    let is_ours = |color| color == us || mode == Mode::Partners && color == us.opposite();
    if let Some(outcome) = position.outcome() {
        return outcome.winners.iter().any(is_ours);
    }
    if plies == 0 {
        return false;
    }
    let moves = position.legal_moves();
    let mut replies = moves.iter().map(|&mv| after(position, mv));
    if is_ours(position.side()) {
        return replies.any(|reply| wins_within(&reply, us, plies - 1));
    }
    replies.all(|reply| wins_within(&reply, us, plies - 1))
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play(mv).expect("legal move");
    after
}
