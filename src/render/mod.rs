//! The picture of a position.
//!
//! In reading order: what is on it ([`scene`]), where ([`layout`]), how it looks ([`theme`], [`look`]); then
//! pixels: bitmaps, a pen for smooth shapes, text and names; then the parts: board, discs and
//! stacks, signs, trays, panels and the free corner; then sheets, which are no boards: lists of the
//! strongest and cards of one person; then the palette, PNG, bands of pictures, and the [`Renderer`] that
//! puts them together; last, a game as a [`Film`], films as GIF, and a
//! [`Chart`] of a game's course. It knows no words: digits, notation and signs only.

pub mod scene;

pub mod layout;

pub mod theme;

pub mod look;

mod measure;

mod bitmap;

mod pen;

pub mod text;

pub mod name;

mod marks;

mod board;

mod arrow;

mod disc;

mod stacks;

mod signs;

mod tray;

mod panels;

mod corner;

mod sheet;

mod ranking;

mod card;

pub mod palette;

mod png;

mod kept;

mod bands;

mod renderer;

pub mod film;

mod gif;

mod course;

pub use bitmap::Rect;
pub use card::{Card, CardRow, CardVersus, Mark};
pub use course::Chart;
pub use film::Film;
pub use gif::Speed;
pub use layout::side_of;
pub use look::Look;
pub use panels::{NAME_EM, NAME_ROOM};
pub use ranking::{Ranking, RankingRow};
pub use renderer::Renderer;
pub use scene::{Arrow, LastMove, Name, Scene, Verdict};
