//! Pictures of FOCUS: a position as PNG, a game as animated GIF, a game's course as a chart.
//!
//! A [`Scene`] is the content of a picture, and a [`Theme`] its style. A [`Renderer`] draws many
//! pictures of one size and theme, and caches what they share. An [`Animation`] is a game as a
//! sequence of scenes. Lists of the strongest players ([`Ranking`]), cards of one player ([`Card`])
//! and [`Chart`]s are also drawn as PNG. The crate reads no files while it draws, and its pictures
//! contain no words, only digits, notation, icons and the given names.
//!
//! ```
//! use focus::{Color, Mode, Position, Rules};
//! use focus_render::{Renderer, Scene};
//!
//! let position = Position::start(Rules::new(Mode::ThreeWay), Color::Orange);
//! let png = Renderer::new().board_png(&Scene::new(position));
//! assert_eq!(&png[1..4], b"PNG");
//! ```

mod scene;

mod colors;
mod layout;
mod theme;

mod pixels;

mod parts;

mod cache;
mod renderer;

mod charts;

mod animation;

mod emoji;

pub use animation::{Animation, Speed};
pub use charts::{Card, CardRow, CardVersus, Chart, Mark, Ranking, RankingRow};
pub use colors::{Inks, Rgb};
pub use emoji::emoji_pngs;
pub use layout::{Layout, side_of};
pub use pixels::Rect;
pub use renderer::Renderer;
pub use scene::{Arrow, LastMove, Name, Scene, TurnSign, Verdict};
pub use theme::{Face, Theme};

/// Holds the examples of the README, which run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
