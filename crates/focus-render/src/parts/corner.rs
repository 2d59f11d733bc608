//! Free corner with two or three players: the current ply and its player, and the last move.

use focus::{Color, Ply};

use crate::layout::Corner;
use crate::parts::icons::{Ground, Icons};
use crate::pixels::bitmap::{Bitmap, Rect};
use crate::pixels::measure::{Scale, float};
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::scene::Scene;
use crate::theme::Theme;

/// Vertical center of the upper and of the lower line, from the top.
const LINES: (f32, f32) = (30.0, 82.0);
/// Font size of the text.
const EM: f32 = 36.0;

/// Draws the corner on a new bitmap, with digits, notation and marks only.
pub(crate) fn draw(
    (ply, last): (&Line, Option<&Line>),
    corner: Corner,
    size: Rect,
    (scale, theme): (Scale, &Theme),
    icons: &Icons,
    (bold, medium): (&Typeface, &Typeface),
) -> Bitmap {
    let mut bitmap = Bitmap::filled(size.width, size.height, theme.background);
    let mut line = |y: f32, color: Option<Color>, text: &str, typeface: &Typeface, paint| {
        let style = Style::new(scale.px(EM), paint, Anchor::Left);
        let icon = color.map(|color| icons.mark(color, Ground::Plate));
        let indent = if icon.is_some() { scale.px(40.0) } else { 0.0 };
        let width = indent + typeface.width(text, style.em);
        let left = if corner.is_left() {
            scale.px(8.0)
        } else {
            float(size.width) - scale.px(8.0) - width
        };
        if let Some(icon) = icon {
            let x = crate::pixels::measure::whole(left + scale.px(15.0)) - icon.width() / 2;
            bitmap.blend(icon, x, scale.whole(y) - icon.height() / 2);
        }
        typeface.draw(&mut bitmap, text, style, (left + indent, scale.px(y)));
    };
    line(LINES.0, ply.0, &ply.1, medium, theme.label);
    if let Some((color, mv)) = last {
        line(LINES.1, *color, mv, bold, theme.text);
    }
    bitmap
}

/// Mark of a color and the text after it.
pub(crate) type Line = (Option<Color>, String);

/// Returns the color to move with the ply, and the color that moved last with its move.
pub(crate) fn lines(scene: &Scene) -> (Line, Option<Line>) {
    let last = scene.recent.last();
    let last = last.map(|last| (Some(last.color), last.mv.to_string()));
    ((scene.to_move(), ply(scene)), last)
}

/// Returns the number of the next ply, or of the last ply once the game is over.
fn ply(scene: &Scene) -> String {
    let next = scene.position.ply();
    let played = next.number().and_then(|number| Ply::new(number - 1));
    match scene.outcome.and(played) {
        Some(last) => last.to_string(),
        None => next.to_string(),
    }
}
