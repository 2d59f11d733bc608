//! Card of one player: ratings, their history, and results.

use focus::Color;

use crate::charts::surface::Surface;
use crate::colors::mix;
use crate::pixels::name;
use crate::pixels::text::{Anchor, Style};
use crate::scene::Name;

/// Content of a card.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// Name of the player.
    pub name: Name,
    /// One row for each mode with games, at most four.
    pub rows: Vec<CardRow>,
    /// Results of the latest games, at most ten, the newest last.
    pub form: Vec<Mark>,
    /// Days of the first and the last point of all curves.
    pub days: (String, String),
    /// Comparison with another player, if requested.
    pub versus: Option<CardVersus>,
}

/// Row of a card for one mode.
#[derive(Clone, Debug)]
pub struct CardRow {
    /// Color and mark that identify the mode.
    pub color: Color,
    /// Name of the mode.
    pub label: String,
    /// Rating and its deviation, if there is one.
    pub rating: Option<(String, String)>,
    /// Numbers of games won, drawn and lost, such as `+5 =2 −3`.
    pub record: String,
    /// Ratings in order of time: time in any unit, and points.
    pub curve: Vec<(u64, i32)>,
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The player won.
    Won,
    /// The game was a draw.
    Drawn,
    /// The player lost.
    Lost,
}

/// Games between two players.
#[derive(Clone, Debug, Default)]
pub struct CardVersus {
    /// Name of the other player.
    pub name: Name,
    /// Numbers of games between the two: won, drawn, lost.
    pub against: [u32; 3],
}

/// Left and right edge of the curves in the chart.
const PLOT: (f32, f32) = (142.0, 956.0);
/// Height of the chart, space around the curves above and below, and space below the chart.
const CHART: f32 = 510.0;
const HEAD: f32 = 34.0;
const FEET: f32 = 70.0;
const FOOT: f32 = 20.0;
/// Space between plates.
const GAP: f32 = 8.0;
/// Space at the left edge for half a mark, which would otherwise cover the numbers.
const MARGIN: f32 = 24.0;
/// Maximum number of points drawn for a curve.
const MOST_POINTS: usize = 240;

/// Draws a card on an empty surface, and returns its lower edge.
pub(crate) fn draw(surface: &mut Surface<'_>, card: &Card) -> f32 {
    let name = name::drawable(&card.name.wanted, &card.name.plain, surface.bold);
    let style = Style::new(50.0, surface.theme.text, Anchor::Left);
    surface.fitted(&name, style, (32.0, 50.0), 480.0);
    draw_form(surface, &card.form);
    let mut top = 94.0;
    for row in card.rows.iter().take(4) {
        draw_row(surface, row, top);
        top += 72.0 + GAP;
    }
    if let Some(versus) = &card.versus {
        draw_versus(surface, versus, &name, top + 34.0);
        top += 68.0 + GAP;
    }
    match Axes::of(&card.rows, top) {
        Some(axes) => draw_chart(surface, card, &axes),
        None => top + FOOT - GAP,
    }
}

/// Draws the results of the latest games, from right to left.
fn draw_form(surface: &mut Surface<'_>, form: &[Mark]) {
    let lefts = (0_u8..).map(|place| 960.0 - f32::from(place) * 46.0);
    for (mark, left) in form.iter().rev().take(10).zip(lefts) {
        let (text, color) = match mark {
            Mark::Won => ("+", surface.theme.inks(Color::Green).tint),
            Mark::Drawn => ("=", surface.theme.label),
            Mark::Lost => ("\u{2212}", surface.theme.cross),
        };
        surface.plate(left, 28.0, left + 42.0, 72.0, None);
        let style = Style::new(38.0, color, Anchor::Middle);
        surface.words(text, style, (left + 21.0, 50.0));
    }
}

fn draw_row(surface: &mut Surface<'_>, row: &CardRow, top: f32) {
    surface.plate(20.0, top, 1004.0, top + 72.0, None);
    let middle = top + 36.0;
    surface.mark(row.color, (54.0, middle));
    let label = Style::new(38.0, surface.theme.text, Anchor::Left);
    // Without a rating, the label uses its space.
    let room = if row.rating.is_some() { 400.0 } else { 660.0 };
    surface.fitted(&row.label, label, (88.0, middle), room);
    let (rating, deviation) = row.rating.clone().unwrap_or_default();
    let style = Style::new(44.0, surface.theme.inks(row.color).tint, Anchor::Right);
    surface.numbers(&rating, style, (650.0, middle), 150.0);
    let style = Style::new(32.0, surface.theme.label, Anchor::Right);
    surface.numbers(&deviation, style, (752.0, middle), 96.0);
    let style = Style::new(36.0, surface.theme.text, Anchor::Right);
    surface.numbers(&row.record, style, (986.0, middle), 220.0);
}

/// Draws the two names with the score between them.
fn draw_versus(surface: &mut Surface<'_>, versus: &CardVersus, own: &str, middle: f32) {
    surface.plate(
        20.0,
        middle - 34.0,
        1004.0,
        middle + 34.0,
        Some(surface.theme.prize),
    );
    let other = name::drawable(&versus.name.wanted, &versus.name.plain, surface.bold);
    let [won, even, lost] = versus.against;
    let score = Style::new(44.0, surface.theme.prize, Anchor::Middle);
    surface.numbers(&format!("{won} : {lost}"), score, (512.0, middle), 180.0);
    let style = Style::new(36.0, surface.theme.text, Anchor::Right);
    surface.fitted(own, style, (404.0, middle), 360.0);
    let left = Style::new(36.0, surface.theme.text, Anchor::Left);
    surface.fitted(&other, left, (620.0, middle), 280.0);
    let draws = Style::new(32.0, surface.theme.label, Anchor::Right);
    surface.numbers(&format!("={even}"), draws, (986.0, middle), 76.0);
}

/// Ranges of the chart's axes.
struct Axes {
    times: (u64, u64),
    points: (i32, i32),
    step: i32,
    /// Top edge of the chart.
    top: f32,
}

impl Axes {
    /// Returns axes that contain all curves, or `None` if there is nothing to draw.
    fn of(rows: &[CardRow], top: f32) -> Option<Axes> {
        let times = || {
            rows.iter()
                .flat_map(|row| row.curve.iter().map(|(at, _)| *at))
        };
        let points = || {
            rows.iter()
                .flat_map(|row| row.curve.iter().map(|(_, points)| *points))
        };
        let (low, high) = (points().min()?, points().max()?);
        let step = [50, 100, 200, 250, 500]
            .into_iter()
            .find(|step| (high - low) / step < 5)
            .unwrap_or(1000);
        let low = (low - 1).div_euclid(step) * step;
        let high = (high.div_euclid(step) + 1) * step;
        Some(Axes {
            times: (times().min()?, times().max()?),
            points: (low, high),
            step,
            top,
        })
    }

    fn y(&self, points: i32) -> f32 {
        let (low, high) = self.points;
        let up = share(i64::from(points - low), i64::from(high - low));
        let (top, bottom) = (self.top + HEAD, self.top + CHART - FEET);
        bottom + (top - bottom) * up
    }

    fn x(&self, at: u64) -> f32 {
        let (first, last) = self.times;
        let whole = i64::try_from(last - first).unwrap_or(i64::MAX);
        let part = i64::try_from(at - first).unwrap_or(i64::MAX);
        // A single point in time is centered.
        let right = if whole == 0 { 0.5 } else { share(part, whole) };
        let left = PLOT.0 + MARGIN;
        left + (PLOT.1 - left) * right
    }
}

/// Draws the curves, and returns the lower edge of the card.
fn draw_chart(surface: &mut Surface<'_>, card: &Card, axes: &Axes) -> f32 {
    let bottom = axes.top + CHART;
    surface.plate(20.0, axes.top, 1004.0, bottom, None);
    let grid = mix(surface.theme.plate, surface.theme.label, 0.3);
    let mut points = axes.points.0;
    while points <= axes.points.1 {
        let y = axes.y(points);
        surface.line(&[(PLOT.0, y), (PLOT.1, y)], 2.0, grid);
        let style = Style::new(34.0, surface.theme.label, Anchor::Right);
        let text = points.to_string().replace('-', "\u{2212}");
        surface.words(&text, style, (PLOT.0 - 14.0, y));
        points += axes.step;
    }
    let day = Style::new(34.0, surface.theme.label, Anchor::Left);
    let middle = bottom - 34.0;
    surface.words(&card.days.0, day, (PLOT.0, middle));
    if card.days.0 != card.days.1 {
        let day = Style::new(34.0, surface.theme.label, Anchor::Right);
        surface.words(&card.days.1, day, (PLOT.1, middle));
    }
    for row in &card.rows {
        let curve: Vec<_> = thinned(&row.curve)
            .map(|(at, points)| (axes.x(at), axes.y(points)))
            .collect();
        surface.line(&curve, 7.0, surface.theme.inks(row.color).tint);
    }
    for row in &card.rows {
        if let Some((at, points)) = row.curve.last() {
            surface.mark(row.color, (axes.x(*at), axes.y(*points)));
        }
    }
    bottom + FOOT
}

/// Returns as many points of a curve as can be distinguished, always including the last.
fn thinned(curve: &[(u64, i32)]) -> impl Iterator<Item = (u64, i32)> {
    let every = curve.len().div_ceil(MOST_POINTS).max(1);
    let last = curve.len().saturating_sub(1);
    let points = curve.iter().copied().enumerate();
    points
        .filter(move |(number, _)| number % every == 0 || *number == last)
        .map(|(_, point)| point)
}

/// Returns a part as a share of the whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "between 0 and 1, for a place on a picture"
)]
fn share(part: i64, whole: i64) -> f32 {
    (part as f64 / whole as f64) as f32
}
