//! List of the strongest players.

use crate::charts::surface::Surface;
use crate::pixels::name;
use crate::pixels::text::{Anchor, Style};
use crate::scene::Name;

/// A page of the list: at most ten rows, the strongest first.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Title of the list.
    pub title: String,
    /// Rows of the page.
    pub rows: Vec<RankingRow>,
}

/// Row of a list for one player.
#[derive(Clone, Debug, Default)]
pub struct RankingRow {
    /// Rank in the list.
    pub number: u32,
    /// Name of the player.
    pub name: Name,
    /// Rating, such as `1662?`.
    pub rating: String,
    /// Deviation of the rating, such as `±290`.
    pub deviation: String,
    /// Numbers of games won, drawn and lost, such as `+5 =2 −3`.
    pub record: String,
    /// True for the player who asked for the list.
    pub is_own: bool,
}

/// Top edge of the first row, distance between rows, height of a row, and space below the last.
const FIRST: f32 = 108.0;
const PITCH: f32 = 90.0;
const HEIGHT: f32 = 82.0;
const FOOT: f32 = 24.0;

/// Draws a list on an empty surface, and returns its lower edge.
pub(crate) fn draw(surface: &mut Surface<'_>, ranking: &Ranking) -> f32 {
    let title = Style::new(50.0, surface.theme.text, Anchor::Left);
    surface.fitted(&ranking.title, title, (32.0, 58.0), 960.0);
    let tops = (0_u8..).map(|row| FIRST + f32::from(row) * PITCH);
    let mut bottom = FIRST;
    for (row, top) in ranking.rows.iter().zip(tops) {
        draw_row(surface, row, top);
        bottom = top + HEIGHT + FOOT;
    }
    bottom
}

fn draw_row(surface: &mut Surface<'_>, row: &RankingRow, top: f32) {
    let border = row.is_own.then_some(surface.theme.prize);
    surface.plate(20.0, top, 1004.0, top + HEIGHT, border);
    let middle = top + HEIGHT / 2.0;
    let number = Style::new(38.0, surface.theme.label, Anchor::Right);
    surface.numbers(&row.number.to_string(), number, (104.0, middle), 72.0);
    let name = name::drawable(&row.name.wanted, &row.name.plain, surface.bold);
    let style = Style::new(42.0, surface.theme.text, Anchor::Left);
    surface.fitted(&name, style, (122.0, middle), 388.0);
    let rating = Style::new(46.0, surface.theme.prize, Anchor::Right);
    surface.numbers(&row.rating, rating, (662.0, middle), 142.0);
    let deviation = Style::new(32.0, surface.theme.label, Anchor::Right);
    surface.numbers(&row.deviation, deviation, (762.0, middle), 94.0);
    let record = Style::new(36.0, surface.theme.text, Anchor::Right);
    surface.numbers(&row.record, record, (986.0, middle), 206.0);
}
