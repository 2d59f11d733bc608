//! Renderers of boards, one for each theme.

use std::sync::{Arc, OnceLock};

use crate::service::Theme;
use focus_render::{Look, Renderer};

/// Renderer of the default theme, and the others once they are first needed.
#[derive(Debug)]
pub(crate) struct Renderers {
    tower: Arc<Renderer>,
    contrast: OnceLock<Renderer>,
    flat: OnceLock<Renderer>,
}

impl Renderers {
    /// Creates a set with only the default renderer.
    #[must_use]
    pub(crate) fn new(tower: Arc<Renderer>) -> Self {
        Self {
            tower,
            contrast: OnceLock::new(),
            flat: OnceLock::new(),
        }
    }

    /// Returns the colors of a theme.
    #[must_use]
    pub(crate) const fn look(theme: Theme) -> &'static Look {
        match theme {
            Theme::Tower => &Look::TOWER,
            Theme::Contrast => &Look::CONTRAST,
            Theme::Flat => &Look::FLAT,
        }
    }

    /// Returns the renderer of a theme; blocks while that is created.
    #[must_use]
    pub(crate) fn renderer(&self, theme: Theme) -> &Renderer {
        let made = || Renderer::with_look(Renderer::SIZE_PX, Self::look(theme));
        match theme {
            Theme::Tower => &self.tower,
            Theme::Contrast => self.contrast.get_or_init(made),
            Theme::Flat => self.flat.get_or_init(made),
        }
    }
}
