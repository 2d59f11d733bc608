//! Who draws boards, in each theme.

use std::sync::{Arc, OnceLock};

use crate::service::Theme;
use focus_render::{Look, Renderer};

/// The renderer that every board needs, and the others from when they are first wanted.
#[derive(Debug)]
pub struct Looks {
    tower: Arc<Renderer>,
    contrast: OnceLock<Renderer>,
    flat: OnceLock<Renderer>,
}

impl Looks {
    /// Only the usual one is there from the start.
    #[must_use]
    pub fn new(tower: Arc<Renderer>) -> Self {
        Self {
            tower,
            contrast: OnceLock::new(),
            flat: OnceLock::new(),
        }
    }

    /// The colors of a theme.
    #[must_use]
    pub const fn look(theme: Theme) -> &'static Look {
        match theme {
            Theme::Tower => &Look::TOWER,
            Theme::Contrast => &Look::CONTRAST,
            Theme::Flat => &Look::FLAT,
        }
    }

    /// The renderer of a theme; it blocks while that is made.
    #[must_use]
    pub fn renderer(&self, theme: Theme) -> &Renderer {
        let made = || Renderer::with_look(Renderer::SIZE_PX, Self::look(theme));
        match theme {
            Theme::Tower => &self.tower,
            Theme::Contrast => self.contrast.get_or_init(made),
            Theme::Flat => self.flat.get_or_init(made),
        }
    }
}
