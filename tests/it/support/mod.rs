//! Helpers of several test modules: requests as Discord describes them, files of the project,
//! scripted players, short games, and the program as tests run it.

#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod described;
pub(crate) mod files;
pub(crate) mod kills;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod players;
pub(crate) mod program;
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) mod short_games;

use std::fmt::Display;
use std::thread;
use std::time::{Duration, Instant};

use focusbot::service::{GameId, GameView, Service, View};

/// Time limit of waits, which a busy machine does not reach.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Time in which the bot must respond where a test is about something else: a busy machine takes
/// longer than Discord allows.
#[cfg(all(feature = "discord", feature = "sandbox"))]
pub(crate) const RESPONSE_LIMIT: Duration = Duration::from_secs(60);

/// Waits until a condition holds that only looking again can tell.
#[track_caller]
pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    for pause in pauses() {
        if holds() {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "waited for {what}");
        thread::sleep(pause);
    }
}

/// Returns the times between looks: short at first, and then long enough that looking is not most of
/// what the machine does.
pub(crate) fn pauses() -> impl Iterator<Item = Duration> {
    (0..).map(|looks: u32| Duration::from_millis(1 << looks.min(4)))
}

/// Returns a game that has begun.
#[track_caller]
pub(crate) fn game_of(service: &Service, id: GameId) -> GameView {
    match service.view(id) {
        Ok(View::Game(game)) => *game,
        other => panic!("expected a game, got {other:?}"),
    }
}

/// Returns a move as it is in running text, where no line ends at its hyphen.
pub(crate) fn unbroken(mv: impl Display) -> String {
    mv.to_string().replace('-', "\u{2011}")
}
