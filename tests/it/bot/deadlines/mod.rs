//! Time: clocks, reminders and vacations.

mod clocks;
mod idle_games;
mod left_servers;
mod reminders;

use discord_sandbox::Person;

use crate::bot::stage::{Stage, board, slash};

/// Begins a second game, in which the player to move in the first one is to move as well.
async fn is_to_move_twice(stage: &Stage, people: &[Person], mover: &Person) {
    slash(&people[0], "focus new", &[]).await;
    slash(&people[1], "focus join", &[]).await;
    board(mover, 2, 0).await;
    let other = stage.to_move(2, people);
    if other.id() != mover.id() {
        let mv = stage.a_move(2).to_string();
        slash(other, "focus move", &[("move", &mv), ("game", "2")]).await;
    }
}
