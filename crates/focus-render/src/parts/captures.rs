//! Captures in a race: those of each opponent's pieces, and those still required.

use focus::Color;

use crate::colors::{Rgb, mix};
use crate::parts::marks::mark;
use crate::pixels::bitmap::{Bitmap, Rect};
use crate::pixels::measure::{Scale, float};
use crate::pixels::shapes::Canvas;
use crate::theme::Theme;

/// Left edge, top edge, width and height of the pips on a panel.
const PLACE: [f32; 4] = [14.0, 91.0, 204.0, 21.0];
/// Distance between pips, and additional distance between opponents.
const STEP: (f32, f32) = (17.5, 7.0);
/// Space before the first pip and after the last.
const ENDS: f32 = 13.0;
/// Brightness of a pip that is not yet captured.
const MISSING: f32 = 0.34;

/// Progress of a player in a race.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Race {
    /// Opponents with the number of pieces captured of each.
    pub(crate) opponents: Vec<(Color, u8)>,
    pub(crate) goal_each: u8,
}

/// Pips at one size.
#[derive(Debug)]
pub(crate) struct Captures {
    scale: Scale,
    ground: Rgb,
    /// Shape: `[color][captured]`.
    pips: [[Bitmap; 2]; 4],
}

impl Captures {
    /// Draws the pips.
    pub(crate) fn new(scale: Scale, theme: &Theme) -> Captures {
        let ground = theme.race_plate;
        let pip = |color: Color, paint: Rgb| {
            let side = scale.whole(20.0);
            let middle = (float(side) / 2.0, float(side) / 2.0);
            let shape = mark(color, middle, scale.px(6.8), 1.0);
            Canvas::sprite(side, side, &[shape], paint)
        };
        let pips = Color::ALL.map(|color| {
            let tint = theme.inks(color).tint;
            [mix(ground, tint, MISSING), tint].map(|paint| pip(color, paint))
        });
        Captures {
            scale,
            ground,
            pips,
        }
    }

    /// Draws the pips of a race on a panel.
    pub(crate) fn draw(&self, onto: &mut Bitmap, race: &Race) {
        let [x, y, width, height] = PLACE.map(|units| self.scale.whole(units));
        let place = Rect {
            x,
            y,
            width,
            height,
        };
        onto.round_rect(place, float(height) / 2.0, |_, _| self.ground);
        let pips = self.steps(race);
        let room = PLACE[2] - 2.0 * ENDS;
        let length = pips.last().map_or(0.0, |last| last.0);
        let squeeze = if length > room { room / length } else { 1.0 };
        for (along, sprite) in pips {
            let middle = PLACE[0] + ENDS + along * squeeze;
            let left = self.scale.whole(middle) - sprite.width() / 2;
            onto.blend(sprite, left, y + (height - sprite.height()) / 2);
        }
    }

    /// Returns the pips with their positions along a row of unlimited length.
    fn steps(&self, race: &Race) -> Vec<(f32, &Bitmap)> {
        let mut along = 0.0;
        let mut pips = Vec::new();
        for &(color, captured) in &race.opponents {
            for pip in 0..captured.max(race.goal_each) {
                let sprite = &self.pips[color.index()][usize::from(pip < captured)];
                pips.push((along, sprite));
                along += STEP.0;
            }
            along += STEP.1;
        }
        pips
    }

    /// Returns the number of bytes of the pips.
    pub(crate) fn memory_bytes(&self) -> usize {
        let pips = self.pips.iter().flatten();
        pips.map(|pip| size_of_val(pip.pixels())).sum()
    }
}
