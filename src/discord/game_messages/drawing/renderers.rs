//! Renderers of boards, one for each theme.

use std::sync::{Arc, OnceLock};

use crate::service::ThemeName;
use focus_render::{Renderer, Theme};

/// Renderer of the default theme, and the others once they are first needed.
#[derive(Debug)]
pub(crate) struct Renderers {
    tower: Arc<Renderer>,
    contrast: OnceLock<Renderer>,
    flat: OnceLock<Renderer>,
}

impl Renderers {
    /// Creates a set with only the default renderer.
    pub(crate) fn new(tower: Arc<Renderer>) -> Self {
        Self {
            tower,
            contrast: OnceLock::new(),
            flat: OnceLock::new(),
        }
    }

    /// Returns the colors of a theme.
    pub(crate) const fn theme(theme: ThemeName) -> &'static Theme {
        match theme {
            ThemeName::Tower => &Theme::TOWER,
            ThemeName::Contrast => &Theme::CONTRAST,
            ThemeName::Flat => &Theme::FLAT,
        }
    }

    /// Returns the renderer of a theme; blocks while that is created.
    pub(crate) fn renderer(&self, theme: ThemeName) -> &Renderer {
        let made = || Renderer::with_theme(Renderer::SIZE_PX, Self::theme(theme));
        match theme {
            ThemeName::Tower => &self.tower,
            ThemeName::Contrast => self.contrast.get_or_init(made),
            ThemeName::Flat => self.flat.get_or_init(made),
        }
    }
}
