//! Moves drawn over the board.

use crate::rules::Move;

use super::bitmap::{Bitmap, Rect, faded};
use super::layout::Layout;
use super::measure::float;
use super::pen::{Pen, Shape};
use super::scene::{Arrow, Scene, Verdict};
use super::theme::{self, Rgb};

/// Width of a stroke, and how far its dark edge reaches around it.
const STROKE: (f32, f32) = (16.0, 4.0);
/// Length of the head, and half its width.
const HEAD: (f32, f32) = (44.0, 28.0);
/// Half the length of the strokes of a plus.
const PLUS: f32 = 34.0;

/// An arrow and where its upper left corner is; nothing for a pass.
pub(crate) fn draw(layout: &Layout, scene: &Scene, arrow: Arrow) -> Option<(Bitmap, Rect)> {
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
            vec![
                Shape::stroke((x - reach, y), (x + reach, y), width + 2.0 * grown),
                Shape::stroke((x, y - reach), (x, y + reach), width + 2.0 * grown),
            ]
        }
        Move::Slide { .. } | Move::Swap { .. } => {
            pointing(middle(from), middle(to), width + 2.0 * grown, |units| {
                px(units) + grown
            })
        }
    };
    let mut pen = Pen::new(place.width, place.height);
    pen.fill(&shapes(edge), |_, _| faded(theme::BACKGROUND, 0.85));
    pen.fill(&shapes(0.0), |_, _| faded(color(arrow.verdict), 1.0));
    Some((pen.finish(), place))
}

/// A stroke with a head at its end.
fn pointing(from: (f32, f32), to: (f32, f32), width: f32, px: impl Fn(f32) -> f32) -> Vec<Shape> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (head, half) = (px(HEAD.0), px(HEAD.1));
    let neck = (to.0 - ux * head, to.1 - uy * head);
    let tip = (to.0 + ux * head / 4.0, to.1 + uy * head / 4.0);
    vec![
        Shape::stroke(from, (neck.0 + ux, neck.1 + uy), width),
        Shape::Polygon(vec![
            tip,
            (neck.0 - uy * half, neck.1 + ux * half),
            (neck.0 + uy * half, neck.1 - ux * half),
        ]),
    ]
}

const fn color(verdict: Verdict) -> Rgb {
    match verdict {
        Verdict::Played => theme::CROSS,
        Verdict::Better => theme::BETTER,
    }
}
