//! Rendering of a scene to the bytes of a picture.

use std::ops::Range;
use std::sync::Arc;

use focus::{Color, Direction, Stack};

use crate::cache::Cache;
use crate::charts::card::{self, Card};
use crate::charts::ranking::{self, Ranking};
use crate::charts::surface::Surface;
use crate::layout::{Corner, Layout};
use crate::parts::arrow;
use crate::parts::board::{self, Highlight, Shade, Squares};
use crate::parts::content::{Band, Content, Part, highlight, race, standing};
use crate::parts::corner::{self, Line};
use crate::parts::numbers;
use crate::parts::panels::{Panel, Panels};
use crate::parts::stacks::Towers;
use crate::pixels::bitmap::{Bitmap, Rect, blended, opaque};
use crate::pixels::measure::length;
use crate::pixels::name;
use crate::pixels::palette::Palette;
use crate::pixels::png::{self, Indexed, Strip};
use crate::pixels::text::Typeface;
use crate::scene::{Arrow, Scene};
use crate::theme::Theme;

/// Size of the cache of parts, in bytes: enough for several hundred stacks.
const TILE_BYTES: usize = 4 << 20;
/// Size of the cache of bands, in bytes: enough for several hundred games, or for a hundred in
/// which people move by buttons, with four pictures a move.
const STRIP_BYTES: usize = 32 << 20;

/// Renderer for pictures of one size.
///
/// A renderer is created once and shared. On creation it draws everything that pictures have in
/// common and converts the empty board to palette indices. A picture is written in bands, one per
/// line of squares. A band is a copy of its rows of that board with the squares that have stacks,
/// the last move and the panels drawn, converted and pasted; nothing extends beyond its square or
/// panel. Parts and bands that were drawn recently are taken from a cache.
///
/// ```
/// use focus_render::{Renderer, Scene};
/// use focus::{Color, Mode, Position, Rules};
///
/// let position = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// let png = Renderer::with_size(300).board_png(&Scene::new(position));
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
#[derive(Debug)]
pub struct Renderer {
    theme: Theme,
    layout: Layout,
    palette: Palette,
    bold: Typeface,
    medium: Typeface,
    squares: Squares,
    towers: Towers,
    panels: Panels,
    /// Empty board. Shape: `[side that is down]`.
    boards: [Indexed; 4],
    /// Cache of parts as palette indices.
    tiles: Cache<Content, Vec<u8>>,
    /// Cache of compressed bands.
    strips: Cache<Band, Strip>,
}

impl Renderer {
    /// Default side of a picture, in pixels.
    pub const SIZE_PX: u32 = 1024;

    /// Creates a renderer for pictures of the default size.
    #[must_use]
    pub fn new() -> Renderer {
        Renderer::with_size(Renderer::SIZE_PX)
    }

    /// Creates a renderer for pictures of this size.
    ///
    /// The size is clamped between [`Layout::MIN_SIZE_PX`] and [`Layout::MAX_SIZE_PX`].
    #[must_use]
    pub fn with_size(size_px: u32) -> Renderer {
        Renderer::with_theme(size_px, &Theme::TOWER)
    }

    /// Creates a renderer for pictures of this size and theme.
    #[must_use]
    pub fn with_theme(size_px: u32, theme: &Theme) -> Renderer {
        Renderer::with_palette(size_px, theme, Palette::of(theme))
    }

    /// Creates a renderer for the pictures of a replay, with fewer shades.
    #[must_use]
    pub fn for_replays(size_px: u32, theme: &Theme) -> Renderer {
        Renderer::with_palette(size_px, theme, Palette::for_replays(theme))
    }

    fn with_palette(size_px: u32, theme: &Theme, palette: Palette) -> Renderer {
        let layout = Layout::new(size_px);
        let bold = Typeface::bold();
        let squares = Squares::new(&layout, theme);
        let boards = Direction::ALL.map(|down| {
            let board = board::empty(&layout, theme, &squares, &bold, down);
            Indexed {
                size: layout.size_px(),
                pixels: palette.look_up(board.pixels()),
            }
        });
        Renderer {
            theme: *theme,
            towers: Towers::new(&layout, theme, &bold),
            panels: Panels::new(&layout, theme),
            medium: Typeface::medium(),
            boards,
            tiles: Cache::new(TILE_BYTES),
            strips: Cache::new(STRIP_BYTES),
            squares,
            bold,
            palette,
            layout,
        }
    }

    /// Returns the layout of the pictures.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of bytes of the data shared by all pictures.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let boards: usize = self.boards.iter().map(|board| board.pixels.len()).sum();
        boards
            + self.palette.memory_bytes()
            + self.squares.memory_bytes()
            + self.towers.memory_bytes()
            + self.panels.memory_bytes()
    }

    /// Draws a scene and returns a PNG file.
    #[must_use]
    pub fn board_png(&self, scene: &Scene) -> Vec<u8> {
        let drawn_by = (&self.layout, &self.theme, &self.bold);
        let draw = |arrow: &Arrow| arrow::draw(drawn_by, scene, *arrow);
        let arrows: Vec<_> = scene.arrows.iter().filter_map(draw).collect();
        let strip = |band| self.strip(scene, band, &arrows);
        let strips: Vec<_> = self.bands(scene).into_iter().map(strip).collect();
        let size = self.layout.size_px();
        png::of_strips((size, size), &strips, &self.palette)
    }

    /// Returns a compressed band; draws it if it is not in the cache.
    fn strip(&self, scene: &Scene, band: Band, arrows: &[(Bitmap, Rect)]) -> Arc<Strip> {
        if let Some(strip) = self.strips.find(&band) {
            return strip;
        }
        let inside = |place: Rect| Rect {
            y: place.y - band.rows.start,
            ..place
        };
        let mut picture = self.boards[scene.down as usize].rows(&band.rows);
        for (part, content) in &band.parts {
            picture.paste(&self.tile(content), inside(self.place(scene, *part)));
        }
        for (sprite, place) in arrows {
            self.lay_over(&mut picture, sprite, inside(*place));
        }
        let strip = Arc::new(Strip::new(&picture));
        self.strips.keep(band, Arc::clone(&strip), strip.len());
        strip
    }

    /// Draws a list of the strongest players and returns a PNG file.
    #[must_use]
    pub fn ranking_png(&self, ranking: &Ranking) -> Vec<u8> {
        self.surface_png(|surface| ranking::draw(surface, ranking))
    }

    /// Draws the card of a player and returns a PNG file.
    #[must_use]
    pub fn card_png(&self, card: &Card) -> Vec<u8> {
        self.surface_png(|surface| card::draw(surface, card))
    }

    /// Draws a surface down to the edge that `draw` returns, in design units.
    fn surface_png(&self, draw: impl FnOnce(&mut Surface<'_>) -> f32) -> Vec<u8> {
        let (size, scale) = (self.layout.size_px(), self.layout.scale());
        let mut surface = Surface::new(size, scale, self.theme, &self.bold, self.panels.icons());
        let height = scale.whole(draw(&mut surface)).clamp(1, size);
        let drawn = &surface.bitmap.pixels()[..length(height) * length(size)];
        let pixels = self.palette.look_up(drawn);
        png::encode(&Indexed { size, pixels }, &self.palette)
    }

    /// Returns the palette of all pictures.
    pub(crate) const fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Draws a scene without its arrows.
    pub(crate) fn draw(&self, scene: &Scene) -> Indexed {
        let mut picture = self.boards[scene.down as usize].clone();
        for part in Part::all(scene) {
            self.paint(&mut picture, scene, part);
        }
        picture
    }

    /// Blends a sprite over the rows of a picture; the sprite may begin above them.
    fn lay_over(&self, picture: &mut Indexed, sprite: &Bitmap, place: Rect) {
        let (width, x) = (length(picture.size), length(place.x));
        let lines = picture.pixels.chunks_exact_mut(width);
        let rows = sprite.rows().skip(length(-place.y));
        for (line, row) in lines.skip(length(place.y)).zip(rows) {
            for (index, over) in line[x..].iter_mut().zip(row) {
                if over[3] > 0 {
                    let under = opaque(self.palette.colors()[usize::from(*index)]);
                    let [red, green, blue, _] = blended(under, *over);
                    *index = self.palette.nearest([red, green, blue]);
                }
            }
        }
    }

    /// Draws one part of a scene without touching its surroundings.
    pub(crate) fn paint(&self, picture: &mut Indexed, scene: &Scene, part: Part) {
        let tile = self.tile(&self.content(scene, part));
        picture.paste(&tile, self.place(scene, part));
    }

    /// Returns the pixels of a part.
    fn tile(&self, content: &Content) -> Arc<Vec<u8>> {
        if let Some(tile) = self.tiles.find(content) {
            return tile;
        }
        let bitmap = match content {
            Content::Square(shade, highlight, stack, numbers) => {
                let mut tile = self.square(*shade, *highlight, *stack);
                let drawn = (self.layout.scale(), &self.theme);
                numbers::draw(&mut tile, numbers, drawn, &self.bold);
                tile
            }
            Content::Panel(panel) => self.panels.draw(panel, &self.bold),
            Content::Corner(corner, ply, last) => self.free_corner(*corner, ply, last.as_ref()),
        };
        let tile = Arc::new(self.palette.look_up(bitmap.pixels()));
        self.tiles
            .keep(content.clone(), Arc::clone(&tile), tile.len());
        tile
    }

    /// Returns the location of a part.
    pub(crate) fn place(&self, scene: &Scene, part: Part) -> Rect {
        match part {
            Part::Square(square) => self.layout.square(square, scene.down),
            Part::Panel(color) => self.layout.panel(color, scene.down),
            Part::Corner(corner) => self.layout.corner(corner),
        }
    }

    /// Returns the parts that differ between two scenes with the same side down.
    pub(crate) fn changes(&self, before: &Scene, after: &Scene) -> Vec<Part> {
        let mut parts = Part::all(after);
        parts.retain(|part| self.content(before, *part) != self.content(after, *part));
        parts
    }

    /// Returns the content of a part.
    fn content(&self, scene: &Scene, part: Part) -> Content {
        match part {
            Part::Square(square) => {
                let stack = scene.position.board().get(square);
                let numbers = numbers::on(scene, square);
                Content::Square(Shade::of(square), highlight(scene, square), stack, numbers)
            }
            Part::Panel(color) => Content::Panel(self.panel(scene, color)),
            Part::Corner(corner) => {
                let (ply, last) = corner::lines(scene);
                Content::Corner(corner, ply, last)
            }
        }
    }

    /// Returns the bands of a picture, top to bottom.
    fn bands(&self, scene: &Scene) -> Vec<Band> {
        let parts = Part::all(scene);
        let band = |rows: Range<i32>| {
            let is_inside = |part: &&Part| rows.contains(&self.place(scene, **part).y);
            let parts = parts.iter().filter(is_inside);
            Band {
                parts: parts
                    .map(|part| (*part, self.content(scene, *part)))
                    .collect(),
                rows,
                arrows: scene.arrows.clone(),
            }
        };
        self.layout.bands().map(band).collect()
    }

    fn square(&self, shade: Shade, highlight: Highlight, stack: Option<Stack>) -> Bitmap {
        let mut tile = self.squares.tile(shade, highlight).clone();
        if let Some(stack) = stack {
            self.towers.draw(&mut tile, stack);
        }
        tile
    }

    fn panel(&self, scene: &Scene, color: Color) -> Panel {
        let position = &scene.position;
        let name = &scene.names[color.index()];
        let captures = Color::ALL.map(|of| u32::from(position.captured(color, of)));
        let is_plain = name::drawable(&name.wanted, "", &self.bold).is_empty();
        Panel {
            color,
            partner: position.rules().mode().partner(color),
            name: name::drawable(&name.wanted, &name.plain, &self.bold),
            is_plain,
            reserves: position.hand(color).into(),
            captures: captures.iter().sum(),
            race: race(scene, color),
            standing: standing(scene, color),
        }
    }

    fn free_corner(&self, corner: Corner, ply: &Line, last: Option<&Line>) -> Bitmap {
        let fonts = (&self.bold, &self.medium);
        let place = self.layout.corner(corner);
        let drawn = (self.layout.scale(), &self.theme);
        corner::draw(
            (ply, last),
            corner,
            place,
            drawn,
            self.panels.icons(),
            fonts,
        )
    }
}

impl Default for Renderer {
    fn default() -> Renderer {
        Renderer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus::{Mode, Position, Rules, SplitMix};

    const GAMES: u64 = 240;
    const PLIES: u64 = 30;

    /// Returns the scene after some random moves.
    fn scene(seed: u64) -> Scene {
        let mut position = Position::start(Rules::new(Mode::Duel), Color::Orange);
        let mut dice = SplitMix::new(seed);
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            let count = u64::try_from(moves.len()).expect("a small count");
            let chosen = usize::try_from(dice.next_u64() % count).expect("a small number");
            position.play(moves[chosen]).expect("a legal move");
        }
        Scene::new(position)
    }

    #[test]
    fn boards_of_hundreds_of_games_are_kept() {
        let renderer = Renderer::new();
        let scenes: Vec<_> = (0..GAMES).map(scene).collect();
        for scene in &scenes {
            assert!(!renderer.board_png(scene).is_empty());
        }
        for band in scenes.iter().flat_map(|scene| renderer.bands(scene)) {
            assert!(renderer.strips.find(&band).is_some(), "{band:?}");
        }
    }
}
