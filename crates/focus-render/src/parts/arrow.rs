//! Moves drawn over the board.

use std::f32::consts::FRAC_1_SQRT_2;

use focus::{Color, Move};

use crate::colors::Rgb;
use crate::layout::Layout;
use crate::pixels::bitmap::{Bitmap, Rect, faded};
use crate::pixels::measure::{Scale, float};
use crate::pixels::shapes::{Canvas, Shape};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::scene::{Arrow, Scene, Verdict};
use crate::theme::Theme;

/// Width of a stroke, and width of its outline in the color of the background.
const STROKE: (f32, f32) = (16.0, 4.0);
/// Length of the arrowhead, and half its width.
const HEAD: (f32, f32) = (44.0, 28.0);
/// Half the length of the strokes of a plus or cross.
const PLUS: f32 = 34.0;
/// Length of a dash, and of the gap after it.
const DASH: (f32, f32) = (34.0, 22.0);

/// Radius of the disc under a number, and font size of the number.
const DISC: f32 = 22.0;
const EM: f32 = 34.0;

/// Draws an arrow and returns its rectangle; `None` for a pass.
pub(crate) fn draw(
    (layout, theme, typeface): (&Layout, &Theme, &Typeface),
    scene: &Scene,
    arrow: Arrow,
) -> Option<(Bitmap, Rect)> {
    let square = |square| layout.square(square, scene.down);
    let (from, to) = match arrow.mv {
        Move::Slide { from, to } => (square(from), square(to)),
        Move::Swap { own, enemy } => (square(own), square(enemy)),
        Move::Drop(to) => (square(to), square(to)),
        Move::Pass => return None,
    };
    let place = from.around(to);
    let middle = |rect: Rect| {
        let x = float(rect.x - place.x) + float(rect.width) / 2.0;
        let y = float(rect.y - place.y) + float(rect.height) / 2.0;
        (x, y)
    };
    let px = |units| layout.scale().px(units);
    let (width, edge) = (px(STROKE.0), px(STROKE.1));
    let shapes = |grown: f32| match arrow.mv {
        Move::Drop(_) | Move::Pass => {
            let (x, y) = middle(to);
            let reach = px(PLUS) + grown;
            // The verdict is not shown by color alone: a plus is a better move, a cross the played
            // one.
            let (dx, dy) = match arrow.verdict {
                Verdict::Better | Verdict::Proposed(_) => (reach, 0.0),
                Verdict::Played => (reach * FRAC_1_SQRT_2, reach * FRAC_1_SQRT_2),
            };
            let width = width + 2.0 * grown;
            vec![
                Shape::stroke((x - dx, y - dy), (x + dx, y + dy), width),
                Shape::stroke((x + dy, y - dx), (x - dy, y + dx), width),
            ]
        }
        Move::Slide { .. } | Move::Swap { .. } => {
            let dash = match arrow.verdict {
                Verdict::Better | Verdict::Proposed(_) => None,
                Verdict::Played => Some((px(DASH.0) + 2.0 * grown, px(DASH.1) - 2.0 * grown)),
            };
            let width = width + 2.0 * grown;
            pointing(middle(from), middle(to), width, dash, |units| {
                px(units) + grown
            })
        }
    };
    let mut canvas = Canvas::new(place.width, place.height);
    canvas.fill(&shapes(edge), |_, _| faded(theme.background, 0.85));
    canvas.fill(&shapes(0.0), |_, _| faded(color(theme, arrow.verdict), 1.0));
    let mut drawn = canvas.finish();
    if let Verdict::Proposed(number) = arrow.verdict {
        let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
        let half_way = (f32::midpoint(x, to_x), f32::midpoint(y, to_y));
        let drawn_by = (layout.scale(), theme);
        draw_number(&mut drawn, drawn_by, typeface, number, half_way);
    }
    Some((drawn, place))
}

/// Draws the number of a proposed move on a disc.
fn draw_number(
    onto: &mut Bitmap,
    (scale, theme): (Scale, &Theme),
    typeface: &Typeface,
    number: u8,
    center: (f32, f32),
) {
    let disc = [Shape::circle(center, scale.px(DISC))];
    let mut canvas = Canvas::new(onto.width(), onto.height());
    canvas.fill(&disc, |_, _| faded(theme.background, 1.0));
    onto.blend(&canvas.finish(), 0, 0);
    let style = Style::new(scale.px(EM), theme.text, Anchor::Middle);
    typeface.draw(onto, &number.to_string(), style, center);
}

/// Returns a stroke, dashed if `dash` is given, with an arrowhead at its end.
fn pointing(
    from: (f32, f32),
    to: (f32, f32),
    width: f32,
    dash: Option<(f32, f32)>,
    px: impl Fn(f32) -> f32,
) -> Vec<Shape> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (head, half) = (px(HEAD.0), px(HEAD.1));
    let neck = (to.0 - ux * head, to.1 - uy * head);
    let tip = (to.0 + ux * head / 4.0, to.1 + uy * head / 4.0);
    let mut shapes = vec![Shape::Polygon(vec![
        tip,
        (neck.0 - uy * half, neck.1 + ux * half),
        (neck.0 + uy * half, neck.1 - ux * half),
    ])];
    let (dash, gap) = dash.unwrap_or((length, 0.0));
    // Dashes start at the arrowhead, so that it is never detached.
    let mut end = length - head + 1.0;
    while end > 0.0 {
        let start = (end - dash).max(0.0);
        let at = |along: f32| (from.0 + ux * along, from.1 + uy * along);
        shapes.push(Shape::stroke(at(start), at(end), width));
        end = start - gap;
    }
    shapes
}

const fn color(theme: &Theme, verdict: Verdict) -> Rgb {
    match verdict {
        Verdict::Played => theme.cross,
        Verdict::Better | Verdict::Proposed(_) => theme.inks(Color::Green).tint,
    }
}
