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

/// Returns the number of the next ply, or of the last one, if there is one and nobody is to move.
fn ply(scene: &Scene) -> String {
    let next = scene.position.ply();
    let last = next.number().and_then(|number| Ply::new(number - 1));
    let shown = last.filter(|_| scene.to_move().is_none());
    shown.unwrap_or(next).to_string()
}

#[cfg(test)]
mod tests {
    use focus::{Mode, Position, Rules};

    use super::*;
    use crate::scene::TurnSign;

    #[test]
    fn nobody_is_marked_at_the_last_ply_if_nobody_is_to_move() {
        let mut position = Position::start(Rules::new(Mode::Duel), Color::Orange);
        for (turn, plies, expected) in [
            (TurnSign::None, 0, (None, "1")),
            (TurnSign::Panel, 1, (Some(Color::Blue), "2")),
            (TurnSign::Mark, 1, (Some(Color::Orange), "3")),
            (TurnSign::None, 0, (None, "2")),
        ] {
            for _ in 0..plies {
                let mv = position.legal_moves()[0];
                position.play(mv).expect("a legal move");
            }
            let scene = Scene {
                turn,
                ..Scene::new(position.clone())
            };
            let ((color, ply), _) = lines(&scene);
            assert_eq!((color, ply.as_str()), expected, "{turn:?}");
        }
    }
}
