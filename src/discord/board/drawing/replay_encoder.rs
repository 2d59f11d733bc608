//! Encoder of replays: one at a time, off the async threads, within Discord's size limit.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;

use crate::discord::board::drawing::renderers::Renderers;
use crate::discord::interaction::error::BotError;
use crate::discord::runtime::spawn_blocking::spawn_blocking;
use crate::metrics::FaultKind;
use crate::service::ThemeName;
use focus_render::{Film, Renderer, Speed};

/// Maximum size of a replay in bytes: Discord's limit for a file, less the rest of the message.
const LIMIT: usize = 10 * 1024 * 1024 - 64 * 1024;

/// Sides of replays in pixels, the default first.
const SIZES_PX: [u32; 2] = [720, 512];

/// Numbers of last plies shown, at the smaller size, of a game too long to be shown whole. So few
/// always fit.
const SHORTER: [usize; 2] = [1_000, 100];

/// Encoded replay and the plies it shows.
pub(crate) struct Replay {
    pub(crate) gif: Vec<u8>,
    pub(crate) plies: RangeInclusive<usize>,
}

/// Encoder of replays.
pub(crate) struct ReplayEncoder {
    /// Limits encoding to one at a time, so that boards are not delayed.
    turn: Semaphore,
    /// Created when they are first needed. Shape: `[theme][size]`.
    renderers: [[OnceLock<Renderer>; SIZES_PX.len()]; ThemeName::ALL.len()],
}

impl Default for ReplayEncoder {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            renderers: Default::default(),
        }
    }
}

impl fmt::Debug for ReplayEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReplayEncoder").finish_non_exhaustive()
    }
}

impl ReplayEncoder {
    /// Encodes a replay within the size limit: smaller, or of the last plies only, if necessary.
    pub(crate) async fn shoot(
        self: &Arc<Self>,
        film: Film,
        theme: ThemeName,
        speed: Speed,
    ) -> Result<Replay, BotError> {
        let broken =
            |error: &dyn fmt::Display| BotError::Broken(FaultKind::Picture, error.to_string());
        let _turn = self.turn.acquire().await.map_err(|error| broken(&error))?;
        let encoder = Arc::clone(self);
        let shot = spawn_blocking(FaultKind::Picture, move || {
            encoder.shoot_fitting(&film, theme, speed)
        })
        .await?;
        shot.ok_or_else(|| broken(&"a replay that does not fit"))
    }

    fn shoot_fitting(&self, film: &Film, theme: ThemeName, speed: Speed) -> Option<Replay> {
        let whole = (0..SIZES_PX.len()).map(|size| (size, film.clone()));
        let shorter = SHORTER.map(|plies| (SIZES_PX.len() - 1, film.clone().with_last(plies)));
        whole.chain(shorter).find_map(|(size, film)| {
            let make = || Renderer::for_replays(SIZES_PX[size], Renderers::theme(theme));
            let renderer = self.renderers[theme as usize][size].get_or_init(make);
            let gif = renderer.film_gif(&film, speed, LIMIT, &mut |_| {})?;
            Some(Replay {
                gif,
                plies: film.plies(),
            })
        })
    }
}
