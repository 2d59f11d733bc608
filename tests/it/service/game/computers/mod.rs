//! Computers at the table: seats, validity of their moves, and the end of their games.

mod endings;
mod moves;
mod results;
mod seats;

use focus::{Color, Mode, Move, Rules, Termination};
use focus_engine::Level;
use focusbot::service::{
    Computer, Ending, GameId, NewTable, Player, Refusal, Request, TableKind, Update,
};

use crate::service::harness::{EASY, NOW, World, or_refusal, people, table};

const PARTNER: Computer = Computer {
    level: Level::Expert,
    is_partner: true,
};

/// Returns a table of person 1 with these computers.
fn with(mode: Mode, kind: TableKind, computers: &[Computer]) -> NewTable {
    NewTable {
        computers: computers.to_vec(),
        ..table(Rules::new(mode), kind)
    }
}

/// Returns a game of people 1 and 2 with two computers.
fn of_two_people(world: &World, seed: u64, mode: Mode, computers: [Computer; 2]) -> GameId {
    let new = with(mode, TableKind::Challenge(people(&[2])), &computers);
    let id = world.created_with(seed, new);
    world.ok(2, Request::Join(id));
    id
}

/// Returns a game of computers, which person 1 watches.
fn watched(world: &World, mode: Mode) -> GameId {
    let new = NewTable {
        is_watched: true,
        ..with(mode, TableKind::Open, &vec![EASY; mode.seats()])
    };
    world.created(new)
}

fn computer_plays(world: &World, id: GameId, seen: u32, mv: Move) -> Result<Update, Refusal> {
    or_refusal(world.service.computer_plays(NOW, id, seen, mv))
}

/// Plays a move of the player to move.
#[track_caller]
fn play(world: &World, id: GameId, mv: Move) {
    let view = world.game(id);
    let color = view.to_move().expect("a game that goes on");
    match view.player(color).expect("a player") {
        Player::Person(_) => drop(world.play(id, &mv.to_string())),
        Player::Computer(_) => {
            computer_plays(world, id, view.steps, mv).expect("a legal move in time");
        }
    }
}

fn any_move(world: &World, id: GameId) -> Move {
    world.game(id).game.position().legal_moves()[0]
}

/// Plays any moves until a computer is to move, or a person.
fn play_until(world: &World, id: GameId, is_computer: bool) {
    while world.game(id).thinking().is_some() != is_computer {
        play(world, id, any_move(world, id));
    }
}

#[track_caller]
fn winners(world: &World, id: GameId) -> (Vec<Color>, Termination) {
    match world.game(id).ending {
        Some(Ending::Decided(outcome)) => (outcome.winners.iter().collect(), outcome.termination),
        other => panic!("expected a decision, got {other:?}"),
    }
}
