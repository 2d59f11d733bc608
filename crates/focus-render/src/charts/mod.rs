//! Pictures other than boards: lists of the strongest players, cards of one player, charts of a
//! game.

pub(crate) mod card;
pub(crate) mod chart;
pub(crate) mod ranking;
pub(crate) mod surface;

pub use card::{Card, CardRow, CardVersus, Mark};
pub use chart::Chart;
pub use ranking::{Ranking, RankingRow};
