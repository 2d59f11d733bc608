//! Panels of the players in the corners: mark, name, reserves, captures and standing.

use focus::{Color, Direction};

use crate::colors::Rgb;
use crate::layout::Layout;
use crate::parts::captures::{Captures, Race};
use crate::parts::icons::{Ground, Icons};
use crate::pixels::bitmap::{Bitmap, Rect};
use crate::pixels::measure::{Scale, float};
use crate::pixels::name;
use crate::pixels::text::{Anchor, Style, Typeface};
use crate::theme::Theme;

/// Maximum and minimum font size of a name.
const NAME_EM: (f32, f32) = (31.0, 25.0);
/// Minimum font size of a plain name, which is drawn small rather than cut.
const PLAIN_EM: f32 = 14.0;
/// Left edge of a name, alone and next to the mark of a partner.
const NAME_LEFT: (f32, f32) = (56.0, 66.0);
/// Right edge of a name while its player is in the game, and next to a sign of the standing.
const NAME_RIGHT: (f32, f32) = (220.0, 174.0);
/// Font size of a count.
const COUNT_EM: f32 = 40.0;
/// Vertical centers of the name row and the count row.
const ROWS: (f32, f32) = (35.0, 86.0);
/// Vertical centers of the name row and the count row above the pips of a race.
const ROWS_IN_RACE: (f32, f32) = (30.0, 69.0);
/// Share of the background mixed into a panel whose player is out.
const OUT: f32 = 0.3;

/// Content of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Panel {
    pub(crate) color: Color,
    pub(crate) partner: Option<Color>,
    pub(crate) name: String,
    /// True if the name is the plain one.
    pub(crate) is_plain: bool,
    pub(crate) reserves: u32,
    pub(crate) captures: u32,
    pub(crate) race: Option<Race>,
    pub(crate) standing: Standing,
}

/// Standing of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// Another player is to move, or nobody is.
    Waiting,
    /// The player is to move.
    ToMove,
    /// The player is out of the game.
    Out,
    /// The player has won.
    Won,
    /// The player shares a draw.
    Drew,
}

impl Panel {
    /// Returns the background of the panel.
    const fn ground(&self) -> Ground {
        match self.standing {
            Standing::ToMove => Ground::Filled,
            Standing::Waiting | Standing::Out | Standing::Won | Standing::Drew => Ground::Plate,
        }
    }

    /// Returns the color of the name and the counts.
    const fn text(&self, theme: &Theme) -> Rgb {
        match self.ground() {
            Ground::Plate => theme.text,
            Ground::Filled => theme.on_piece(self.color),
        }
    }

    /// Returns the vertical centers of the name row and the count row.
    const fn rows(&self) -> (f32, f32) {
        if self.race.is_some() {
            ROWS_IN_RACE
        } else {
            ROWS
        }
    }
}

/// Painter of panels at one size.
#[derive(Debug)]
pub(crate) struct Panels {
    theme: Theme,
    scale: Scale,
    size: Rect,
    icons: Icons,
    captures: Captures,
}

impl Panels {
    /// Creates the painter and draws the icons.
    pub(crate) fn new(layout: &Layout, theme: &Theme) -> Panels {
        let Rect { width, height, .. } = layout.panel(Color::Orange, Direction::South);
        Panels {
            theme: *theme,
            scale: layout.scale(),
            size: Rect::of_size(width, height),
            icons: Icons::new(layout.scale(), theme),
            captures: Captures::new(layout.scale(), theme),
        }
    }

    /// Returns the icons that panels share with the free corner.
    pub(crate) const fn icons(&self) -> &Icons {
        &self.icons
    }

    /// Draws a panel on a new bitmap, with the background around its corners.
    pub(crate) fn draw(&self, panel: &Panel, typeface: &Typeface) -> Bitmap {
        let mut bitmap = self.frame(panel);
        self.identity(&mut bitmap, panel, typeface);
        self.counts(&mut bitmap, panel, typeface);
        if let Some(race) = &panel.race {
            self.captures.draw(&mut bitmap, race);
        }
        if panel.standing == Standing::Out {
            bitmap.wash(self.theme.background, OUT);
        }
        self.verdict(&mut bitmap, panel, typeface);
        bitmap
    }

    /// Returns the number of bytes of the sprites.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.icons.memory_bytes() + self.captures.memory_bytes()
    }

    /// Draws the border and the background of a panel.
    fn frame(&self, panel: &Panel) -> Bitmap {
        let Rect { width, height, .. } = self.size;
        let radius = self.scale.px(16.0);
        let theme = &self.theme;
        let inks = theme.inks(panel.color);
        let (border, thickness, ground) = match panel.standing {
            Standing::Waiting | Standing::Out | Standing::Drew => (inks.tint, 3.0, theme.plate),
            Standing::ToMove => (theme.turn, theme.turn_border, inks.piece),
            Standing::Won => (theme.prize, 6.0, theme.plate),
        };
        let shared = match panel.partner {
            Some(partner) if border == inks.tint => theme.inks(partner).tint,
            Some(_) | None => border,
        };
        let mut bitmap = Bitmap::filled(width, height, theme.background);
        bitmap.round_rect(self.size, radius, |x, y| {
            // Partners share a border, whose far corner has the partner's color.
            if x * height + y * width < width * height {
                border
            } else {
                shared
            }
        });
        let thickness = self.scale.visible(thickness);
        let inside = (radius - float(thickness)).max(0.0);
        bitmap.round_rect(self.size.inset(thickness), inside, |_, _| ground);
        bitmap
    }

    /// Draws the mark, the partner's mark and the name.
    fn identity(&self, bitmap: &mut Bitmap, panel: &Panel, typeface: &Typeface) {
        let (row, _) = panel.rows();
        let mark = self.icons.mark(panel.color, panel.ground());
        self.center(bitmap, mark, (31.0, row));
        let (mut left, beside_partner) = NAME_LEFT;
        if let Some(partner) = panel.partner {
            self.center(bitmap, self.icons.badge(partner), (48.0, row + 11.0));
            left = beside_partner;
        }
        let right = match panel.standing {
            Standing::Waiting | Standing::ToMove => NAME_RIGHT.0,
            Standing::Out | Standing::Won | Standing::Drew => NAME_RIGHT.1,
        };
        let (large, small) = NAME_EM;
        let small = if panel.is_plain { PLAIN_EM } else { small };
        let sizes = (self.scale.px(large), self.scale.px(small));
        let (name, em) = name::fit(&panel.name, typeface, self.scale.px(right - left), sizes);
        let style = Style::new(em, panel.text(&self.theme), Anchor::Left);
        let at = (self.scale.px(left), self.scale.px(row));
        typeface.draw(bitmap, &name, style, at);
    }

    /// Draws the numbers of reserves and captures.
    fn counts(&self, bitmap: &mut Bitmap, panel: &Panel, typeface: &Typeface) {
        let (_, row) = panel.rows();
        let reserves = self.icons.reserves(panel.color, panel.ground());
        let captures = self.icons.captures(panel.ground());
        let counts = [
            (35.0, reserves, panel.reserves),
            (134.0, captures, panel.captures),
        ];
        let text = panel.text(&self.theme);
        let style = Style::new(self.scale.px(COUNT_EM), text, Anchor::Left);
        for (x, sign, count) in counts {
            self.center(bitmap, sign, (x, row));
            let at = (self.scale.px(x + 29.0), self.scale.px(row));
            typeface.draw(bitmap, &count.to_string(), style, at);
        }
    }

    /// Draws the sign for a player whose game is over, after the name.
    fn verdict(&self, bitmap: &mut Bitmap, panel: &Panel, typeface: &Typeface) {
        let place = (202.0, panel.rows().0);
        match panel.standing {
            Standing::Waiting | Standing::ToMove => {}
            Standing::Out => self.center(bitmap, &self.icons.cross, place),
            Standing::Won => self.center(bitmap, &self.icons.crown, place),
            Standing::Drew => {
                let style = Style::new(self.scale.px(COUNT_EM), self.theme.prize, Anchor::Middle);
                let at = (self.scale.px(place.0), self.scale.px(place.1));
                typeface.draw(bitmap, "=", style, at);
            }
        }
    }

    /// Draws a sign centered on a point in design units.
    fn center(&self, bitmap: &mut Bitmap, sign: &Bitmap, (x, y): (f32, f32)) {
        let left = self.scale.whole(x) - sign.width() / 2;
        let top = self.scale.whole(y) - sign.height() / 2;
        bitmap.blend(sign, left, top);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colors::mix;

    /// Minimum contrast of text; source: WCAG 2.2, success criterion 1.4.3.
    const READABLE: f32 = 4.5;

    /// Returns the relative luminance of a color, as WCAG defines it.
    fn luminance(color: Rgb) -> f32 {
        let [red, green, blue] = color.map(|channel| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn names_of_players_who_are_out_are_readable() {
        for (name, theme) in Theme::ALL {
            let [text, plate] =
                [theme.text, theme.plate].map(|color| luminance(mix(color, theme.background, OUT)));
            let contrast = (text.max(plate) + 0.05) / (text.min(plate) + 0.05);
            assert!(contrast >= READABLE, "{name}: {contrast:.2}");
        }
    }
}
