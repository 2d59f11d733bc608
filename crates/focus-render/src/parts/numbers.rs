//! Numbers of recent moves, in the corners of the squares where they began and ended.

use focus::{Color, Move, Square};

use crate::look::Look;
use crate::pixels::bitmap::{Bitmap, faded};
use crate::pixels::measure::{Scale, float};
use crate::pixels::shapes::{Canvas, Shape};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::scene::Scene;

/// Radius of the disc under a number, and width of its outline.
const DISC: (f32, f32) = (17.0, 2.5);
/// Font size of a number.
const EM: f32 = 29.0;
/// Most numbers on a square: one for each of its corners.
const MAX_ON_SQUARE: usize = 4;

/// Number of a move, with the color that made it.
pub(crate) type Number = (Color, usize);

/// Returns the numbers on a square: the latest, oldest first; none if only one move is recent.
pub(crate) fn on(scene: &Scene, square: Square) -> Vec<Number> {
    if scene.recent.len() < 2 || !scene.marked.is_empty() {
        return Vec::new();
    }
    let moves = (1..).zip(&scene.recent);
    let touching = moves.filter(|(_, recent)| match recent.mv {
        Move::Slide { from, to } => from == square || to == square,
        Move::Swap { own, enemy } => own == square || enemy == square,
        Move::Drop(to) => to == square,
        Move::Pass => false,
    });
    let numbers: Vec<_> = touching
        .map(|(number, recent)| (recent.color, number))
        .collect();
    numbers[numbers.len().saturating_sub(MAX_ON_SQUARE)..].to_vec()
}

/// Draws numbers on the bitmap of a square, from the upper left corner on, over the edge of a stack
/// that reaches there.
pub(crate) fn draw(
    onto: &mut Bitmap,
    numbers: &[Number],
    (scale, look): (Scale, &Look),
    typeface: &Typeface,
) {
    let (width, height) = (onto.width(), onto.height());
    let radius = scale.px(DISC.0);
    let (left, top) = (radius + 1.0, radius + 1.0);
    let (right, bottom) = (float(width) - left, float(height) - top);
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
    for (&(color, number), at) in numbers.iter().zip(corners) {
        let disc = |radius: f32| {
            [Shape::Ellipse {
                center: at,
                rx: radius,
                ry: radius,
            }]
        };
        let mut canvas = Canvas::new(width, height);
        canvas.fill(&disc(radius), |_, _| faded(look.inks(color).ink, 1.0));
        canvas.fill(&disc(radius - scale.px(DISC.1)), |_, _| {
            faded(look.inks(color).piece, 1.0)
        });
        onto.blend(&canvas.finish(), 0, 0);
        let style = Style {
            em: scale.px(EM),
            color: look.on_piece(color),
            anchor: Anchor::Middle,
        };
        typeface.draw(onto, &number.to_string(), style, at);
    }
}
