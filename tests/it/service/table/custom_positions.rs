//! Games from a custom position.

use focus::{Game, Mode, Move, Position, Rules};
use focusbot::service::{NewTable, Refusal, Request, TableKind};

use crate::service::harness::{World, resign, table};

/// Returns the position after `plies` plies, each the move that captures most.
fn position(rules: Rules, plies: usize) -> Position {
    let mut game = Game::new(rules, rules.mode().colors()[0]);
    for turn in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        let moves = game.position().legal_moves();
        let takes = |mv: &Move| game.position().effect(*mv).captured().count();
        let spread = (0..moves.len()).map(|at| moves[(at + turn) % moves.len()]);
        let best = spread.max_by_key(takes).expect("a legal move");
        game.play(best).expect("a legal move");
    }
    game.position().clone()
}

fn from(position: Position) -> NewTable {
    let rules = position.rules();
    NewTable {
        start: Some(Box::new(position)),
        ..table(rules, TableKind::Open)
    }
}

#[test]
fn game_goes_on_from_the_position_whatever_the_seats() {
    for mode in Mode::ALL {
        for plies in [0, 1, 7, 20] {
            let world = World::new();
            let start = position(Rules::new(mode), plies);
            let id = world.begun_from(from(start.clone()));
            let view = world.game(id);
            assert_eq!(view.game.start().to_string(), start.to_string());
            assert_eq!(view.to_move(), Some(start.side()));
            world.move_on(id, 4);
            let view = world.game(id);
            assert_eq!(view.game.start().to_string(), start.to_string());
        }
    }
}

#[test]
fn rematch_starts_from_the_same_position() {
    let world = World::new();
    let start = position(Rules::new(Mode::Duel), 9);
    let old = world.begun_from(from(start.clone()));
    world.ok(1, resign(old));
    let new = world.ok(1, Request::Rematch(old)).view.id();
    world.ok(2, Request::Join(new));
    let (was, is) = (world.game(old), world.game(new));
    assert_eq!(is.game.start().to_string(), start.to_string());
    assert_ne!(is.person(start.side()), was.person(start.side()));
}

#[test]
fn decided_position_is_refused() {
    let world = World::new();
    let rules = Rules::new(Mode::Duel);
    let over = position(rules, 2_000);
    assert!(over.is_over(), "a game that ends");
    let refusal = world.refused(1, Request::Create(from(over)));
    assert_eq!(refusal, Refusal::PositionIsOver);
}

#[test]
fn position_without_some_of_the_colors_is_refused() {
    let world = World::new();
    let mut game = Game::new(Rules::new(Mode::ThreeWay), Mode::ThreeWay.colors()[0]);
    game.leave(Mode::ThreeWay.colors()[1], focus::Leaving::Time)
        .expect("a player");
    let refusal = world.refused(1, Request::Create(from(game.position().clone())));
    assert_eq!(refusal, Refusal::PositionWithoutSome);
}

#[test]
fn fewer_people_cannot_start_a_position() {
    let world = World::new();
    let start = position(Rules::new(Mode::ThreeWay), 5);
    let id = world.created(from(start));
    world.ok(2, Request::Join(id));
    assert_eq!(
        world.refused(1, Request::Start(id)),
        Refusal::PositionNeedsAll
    );
}
