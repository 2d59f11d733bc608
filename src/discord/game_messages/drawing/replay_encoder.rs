//! Encoder of replays: one at a time, off the async threads, within Discord's size limit. People
//! take turns.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use tokio::sync::Semaphore;

use crate::discord::game_messages::drawing::renderers::Renderers;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::fault::spawn_blocking;
use crate::discord::runtime::keyed_locks::KeyedLocks;
use crate::metrics::FaultKind;
use crate::service::{PersonId, ThemeName};
use focus_render::{Animation, Renderer, Speed};

/// Size of the rest of a message with a replay, in bytes, which counts toward Discord's limit.
const REST: usize = 64 * 1024;
/// Maximum size of a message with a replay, in bytes, even where Discord accepts larger files: it
/// has to be sent and loaded.
const MOST: usize = 25 * 1024 * 1024;

/// Sides of replays in pixels, the default first.
const SIZES_PX: [u32; 2] = [720, 512];

/// Numbers of last plies shown, at the smaller size, of a game too long to be shown whole. The
/// smaller number always fits into Discord's usual limit.
const SHORTER: [usize; 2] = [1_000, 100];

/// Renderers of replays, the same for every bot of the process; created when they are first needed.
/// Shape: `[theme][size]`.
static RENDERERS: [[OnceLock<Renderer>; SIZES_PX.len()]; ThemeName::ALL.len()] =
    [const { [const { OnceLock::new() }; SIZES_PX.len()] }; ThemeName::ALL.len()];

/// Encoded replay and the plies it shows.
pub(crate) struct Replay {
    pub(crate) gif: Vec<u8>,
    pub(crate) plies: RangeInclusive<usize>,
}

#[derive(Debug)]
pub(crate) struct ReplayEncoder {
    /// Limits encoding to one at a time, so that boards are not delayed.
    turn: Semaphore,
    /// Limits the replays of a person that wait for their turn to one.
    own: KeyedLocks<PersonId>,
}

impl Default for ReplayEncoder {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            own: KeyedLocks::default(),
        }
    }
}

impl ReplayEncoder {
    /// Encodes a replay within Discord's limit for a file, in bytes: smaller, or of the last plies
    /// only, if necessary. A person who asks for several waits for each before the next one is
    /// queued.
    pub(crate) async fn encode(
        &self,
        animation: Animation,
        theme: ThemeName,
        speed: Speed,
        file_limit: usize,
        person: Option<PersonId>,
    ) -> Result<Replay, BotError> {
        let _own = match person {
            Some(person) => Some(self.own.enter(person).await),
            None => None,
        };
        let broken =
            |error: &dyn fmt::Display| BotError::Broken(FaultKind::Picture, error.to_string());
        let _turn = self.turn.acquire().await.map_err(|error| broken(&error))?;
        let replay = spawn_blocking(FaultKind::Picture, move || {
            encode_fitting(&animation, theme, speed, file_limit)
        })
        .await?;
        replay.ok_or_else(|| broken(&"a replay that does not fit"))
    }
}

/// Encodes a replay that is as large as fits, or shows the last plies only.
fn encode_fitting(
    animation: &Animation,
    theme: ThemeName,
    speed: Speed,
    file_limit: usize,
) -> Option<Replay> {
    let limit = file_limit.min(MOST).saturating_sub(REST);
    let whole = (0..SIZES_PX.len()).map(|size| (size, animation.clone()));
    let shorter = SHORTER.map(|plies| (SIZES_PX.len() - 1, animation.clone().with_last(plies)));
    whole.chain(shorter).find_map(|(size, animation)| {
        let make = || Renderer::for_replays(SIZES_PX[size], Renderers::theme(theme));
        let renderer = RENDERERS[theme as usize][size].get_or_init(make);
        let gif = renderer.animation_gif(&animation, speed, limit, &mut |_| {})?;
        Some(Replay {
            gif,
            plies: animation.plies(),
        })
    })
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;
    use focus::{Color, Game, Mode, Rules};

    #[tokio::test]
    async fn replays_of_one_person_let_those_of_another_go_between() {
        let (encoder, order) = (ReplayEncoder::default(), Mutex::new(Vec::new()));
        let encode = async |person: u64| {
            let animation = Animation::new(Game::new(Rules::new(Mode::Duel), Color::Orange));
            let (theme, speed) = (ThemeName::default(), Speed::default());
            let by = Some(PersonId(person));
            let replay = Box::pin(encoder.encode(animation, theme, speed, MOST, by));
            assert!(replay.await.is_ok());
            order.lock().push(person);
        };
        tokio::join!(encode(1), encode(1), encode(2));
        assert_eq!(*order.lock(), [1, 2, 1]);
    }

    /// Returns the size of a replay of a few plies where files may have this size.
    async fn size(file_limit: usize) -> Option<usize> {
        let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        for _ in 0..6 {
            let mv = game.position().legal_moves()[0];
            game.play(mv).expect("a legal move");
        }
        let encoder = ReplayEncoder::default();
        let (theme, speed) = (ThemeName::default(), Speed::default());
        let animation = Animation::new(game);
        let replay = Box::pin(encoder.encode(animation, theme, speed, file_limit, None));
        Some(replay.await.ok()?.gif.len())
    }

    #[tokio::test]
    async fn a_replay_is_as_large_as_a_file_may_be() {
        let large = size(usize::MAX).await.expect("a replay");
        assert_eq!(size(large + REST + 1).await, Some(large));
        let small = size(large + REST - 1).await.expect("a smaller replay");
        assert!(small < large, "{small} of {large}");
        assert_eq!(size(REST).await, None);
    }
}
