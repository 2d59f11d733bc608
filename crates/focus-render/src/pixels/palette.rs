//! Fixed color palette of all pictures.

use std::collections::HashSet;

use focus::Color;

use crate::colors::{self, Rgb, mix};
use crate::pixels::bitmap::Pixel;
use crate::theme::{Face, Theme};

/// Number of bits of red, green and blue in the lookup table.
const BITS: [u32; 3] = [5, 6, 5];

/// Weights of differences in red, green and blue; the eye is most sensitive to green.
const WEIGHTS: [i32; 3] = [3, 6, 2];

/// Levels of light and shadow in the palette, as shares of white and black.
struct Shades {
    shadow: &'static [f32],
    on_gold: &'static [f32],
    light: &'static [f32],
    dark: &'static [f32],
    /// Levels between the background and text on it.
    label: &'static [f32],
    text: &'static [f32],
    /// Levels between a piece or its ink and the mark on it.
    mark: &'static [f32],
    ink: &'static [f32],
}

const FINE: Shades = Shades {
    shadow: &[0.04, 0.08, 0.12, 0.17, 0.22, 0.27, 0.32, 0.37, 0.42],
    on_gold: &[0.1, 0.2, 0.3, 0.4],
    light: &[0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 0.25, 0.28],
    dark: &[0.05, 0.1, 0.15, 0.2, 0.26, 0.32],
    label: &[0.15, 0.3, 0.5, 0.7, 0.85],
    text: &[0.12, 0.25, 0.4, 0.55, 0.7, 0.85],
    mark: &[0.37, 0.46, 0.6, 0.75, 0.88],
    ink: &[0.2, 0.4, 0.6, 0.8],
};

const COARSE: Shades = Shades {
    shadow: &[0.07, 0.18, 0.29, 0.4],
    on_gold: &[0.15, 0.35],
    light: &[0.06, 0.13, 0.2, 0.27],
    dark: &[0.1, 0.21, 0.32],
    label: &[0.25, 0.5, 0.75],
    text: &[0.2, 0.4, 0.6, 0.8],
    mark: &[0.4, 0.6, 0.8],
    ink: &[0.25, 0.5, 0.75],
};

/// Fixed palette with a lookup table for the nearest color.
#[derive(Debug)]
pub(crate) struct Palette {
    colors: Vec<Rgb>,
    /// Index of the nearest color. Shape: `[red 5 bits][green 6][blue 5]`.
    nearest: Vec<u8>,
}

impl Palette {
    /// Creates the palette of a theme, with its lookup table.
    pub(crate) fn of(theme: &Theme) -> Palette {
        Palette::with_shades(theme, &FINE)
    }

    /// Creates the palette of a theme for replays. It has fewer shades of each color, so that
    /// adjacent pixels are equal more often and compress better.
    pub(crate) fn for_replays(theme: &Theme) -> Palette {
        Palette::with_shades(theme, &COARSE)
    }

    fn with_shades(theme: &Theme, shades: &Shades) -> Palette {
        let mut colors = flat_colors(theme);
        let exact = colors.len();
        for color in blends(theme, shades) {
            if !colors.contains(&color) {
                colors.push(color);
            }
        }
        let mut nearest = nearest_of_cells(&colors);
        for (index, color) in (0..).zip(&colors[..exact]) {
            nearest[cell_of(*color)] = index;
        }
        Palette { colors, nearest }
    }

    /// Returns the colors.
    pub(crate) fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// Returns the index of the color nearest to this one.
    pub(crate) fn nearest(&self, color: Rgb) -> u8 {
        self.nearest[cell_of(color)]
    }

    /// Returns the number of bytes of the palette and the lookup table.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.nearest.len() + size_of_val(self.colors.as_slice())
    }

    /// Converts opaque pixels to palette indices.
    pub(crate) fn look_up(&self, pixels: &[Pixel]) -> Vec<u8> {
        let index = |&[red, green, blue, _]: &Pixel| self.nearest([red, green, blue]);
        pixels.iter().map(index).collect()
    }

    /// Returns the palette in PNG format: three bytes per color.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colors.as_flattened().to_vec()
    }
}

/// Returns the colors of flat areas, which are reproduced exactly.
fn flat_colors(theme: &Theme) -> Vec<Rgb> {
    let mut colors = vec![
        theme.background,
        theme.plate,
        theme.gold,
        theme.gold_border,
        theme.label,
        theme.text,
        colors::WHITE,
        theme.cross,
        colors::CAPTURED,
        colors::CAPTURED_INK,
        colors::MARK,
        theme.prize,
        theme.turn,
        theme.race_plate,
    ];
    for square in theme.squares {
        let gilded = [colors::LANDING, colors::ORIGIN].map(|share| mix(square, theme.gold, share));
        colors.extend([square].into_iter().chain(gilded));
    }
    for color in Color::ALL {
        let inks = theme.inks(color);
        colors.extend([inks.ink, inks.piece, inks.tint]);
    }
    let mut seen = HashSet::new();
    colors.retain(|color| seen.insert(*color));
    colors
}

/// Returns blends of two flat colors: antialiased edges, shadows, and light on the pieces.
fn blends(theme: &Theme, shades: &Shades) -> Vec<Rgb> {
    let mut colors = Vec::new();
    let mut between = |from: Rgb, to: Rgb, shares: &[f32]| {
        colors.extend(shares.iter().map(|share| mix(from, to, *share)));
    };
    let thirds = [0.25, 0.5, 0.75];
    for square in theme.squares {
        between(square, colors::BLACK, shades.shadow);
        between(square, theme.plate, &thirds);
        for share in [colors::LANDING, colors::ORIGIN] {
            let gilded = mix(square, theme.gold, share);
            between(gilded, colors::BLACK, shades.on_gold);
        }
    }
    between(theme.background, theme.plate, &[0.5]);
    between(theme.background, theme.label, shades.label);
    between(theme.background, theme.turn, &thirds);
    between(theme.plate, theme.text, shades.text);
    between(theme.plate, theme.prize, &thirds);
    between(theme.plate, theme.cross, &thirds);
    between(colors::CAPTURED, colors::CAPTURED_INK, &thirds);
    between(theme.cross, colors::CAPTURED_INK, &thirds);
    between(theme.gold_border, theme.plate, &[0.5]);
    for color in Color::ALL {
        let inks = theme.inks(color);
        match theme.face {
            Face::Mark => {
                between(inks.piece, colors::WHITE, shades.light);
                between(inks.piece, colors::WHITE, shades.mark);
                between(inks.piece, colors::BLACK, shades.dark);
                between(inks.ink, colors::WHITE, shades.ink);
            }
            Face::Letter => {
                let on_piece = theme.on_piece(color);
                between(inks.piece, on_piece, &[0.15, 0.3, 0.45, 0.6, 0.75, 0.9]);
                between(inks.ink, theme.squares[0], &thirds);
            }
        }
        between(inks.piece, inks.ink, &[0.2, 0.4, 0.6, 0.8]);
        between(inks.ink, mix(theme.squares[0], colors::BLACK, 0.2), &thirds);
        between(inks.tint, theme.plate, &thirds);
        between(inks.tint, theme.background, &[0.5]);
    }
    colors
}

/// Returns the index of the color nearest to the center of each lookup cell.
///
/// Shape: `[red 5 bits][green 6][blue 5]`.
fn nearest_of_cells(colors: &[Rgb]) -> Vec<u8> {
    // A distance is a sum over the channels, so that a cell and a color take only an addition.
    let [reds, greens, blues] = std::array::from_fn(|channel| ranks(colors, channel));
    let mut nearest = Vec::with_capacity(reds.len() * greens.len() * blues.len());
    for red in &reds {
        for green in &greens {
            let ranks = (0_i32..).zip(red.iter().zip(green));
            let ranks = ranks.map(|(index, (red, green))| red + green + index);
            let ranks: Vec<i32> = ranks.collect();
            nearest.extend(blues.iter().map(|blue| closest(&ranks, blue)));
        }
    }
    nearest
}

/// Returns the distance of each color from each value of a cell in one channel, with eight low bits
/// free for an index.
///
/// Shape: `[value][color]`.
fn ranks(colors: &[Rgb], channel: usize) -> Vec<Vec<i32>> {
    let bits = BITS[channel];
    let values = 0..1 << bits;
    let ranks = values.map(|value: i32| -> Vec<i32> {
        let middle = (value << (8 - bits)) | (1 << (7 - bits));
        let rank = |color: &Rgb| {
            let apart = i32::from(color[channel]) - middle;
            (WEIGHTS[channel] * apart * apart) << 8
        };
        colors.iter().map(rank).collect()
    });
    ranks.collect()
}

/// Returns the index of the color with the smallest sum of ranks. One number holds the distance and
/// the index, so that the search is branch-free.
fn closest(ranks: &[i32], blue: &[i32]) -> u8 {
    let sums = ranks.iter().zip(blue).map(|(rank, blue)| rank + blue);
    let [index, ..] = sums.fold(i32::MAX, i32::min).to_le_bytes();
    index
}

/// Returns the lookup cell of a color.
fn cell_of([red, green, blue]: Rgb) -> usize {
    let [red_bits, green_bits, blue_bits] = BITS;
    let red = usize::from(red >> (8 - red_bits));
    let green = usize::from(green >> (8 - green_bits));
    let blue = usize::from(blue >> (8 - blue_bits));
    (((red << green_bits) | green) << blue_bits) | blue
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::{Renderer, Scene};
    use focus::{Mode, Position, Rules};

    /// Maximum number of colors; a replay needs one more for transparency.
    const MAX_COLORS: usize = 255;

    #[test]
    fn the_palette_has_every_flat_color_exactly() {
        for (name, theme) in Theme::ALL {
            let palette = Palette::of(&theme);
            let colors = palette.colors().len();
            assert!(colors <= MAX_COLORS, "{name}: {colors} colors");
            for color in flat_colors(&theme) {
                let nearest = palette.colors()[usize::from(palette.nearest(color))];
                assert_eq!(nearest, color, "{name}: {color:02X?}");
            }
        }
    }

    #[test]
    fn the_palette_has_no_color_twice() {
        for (name, theme) in Theme::ALL {
            let palette = Palette::of(&theme);
            let mut colors = palette.colors().to_vec();
            colors.sort_unstable();
            colors.dedup();
            assert_eq!(colors.len(), palette.colors().len(), "{name}");
        }
    }

    #[test]
    fn indices_and_palette_come_back_from_the_file() {
        let renderer = Renderer::with_size(300);
        let start = Position::start(Rules::new(Mode::Duel), Color::Orange);
        let scene = Scene::new(start);
        let bytes = renderer.board_png(&scene);
        let decoder = png::Decoder::new(Cursor::new(&bytes));
        let reader = decoder.read_info().expect("header");
        let info = reader.info();
        assert_eq!((info.width, info.height), (300, 300));
        assert_eq!(info.color_type, png::ColorType::Indexed);
        let palette = info.palette.as_ref().expect("palette");
        assert_eq!(palette.as_chunks().0, Palette::of(&Theme::TOWER).colors());
        assert_eq!(bytes, renderer.board_png(&scene), "the same bytes again");
    }
}
