//! Pieces and panels: towers fit into squares, flat colors are exact, standings are visible.

use std::collections::BTreeSet;
use std::io::Cursor;

use focus::{
    Board, Color, ColorSet, Direction, Mode, Move, Outcome, Ply, Position, Rules, Setup, Square,
    Stack, Termination,
};
use focus_render::{Arrow, LastMove, Renderer, Rgb, Scene, Theme, Verdict, emoji_pngs};
use png::{ColorType, Decoder};

use crate::picture::Picture;

fn position(fps: &str) -> Position {
    fps.parse().expect("position")
}

fn square(name: &str) -> Square {
    name.parse().expect("square")
}

/// Returns scenes with a tower of five on every square in turn.
fn towers() -> impl Iterator<Item = (Square, Scene)> {
    let (green, pink) = (Color::Green, Color::Pink);
    let tower = Stack::new([pink, green, pink, green, green]);
    Square::ALL.into_iter().map(move |square| {
        let mut board = Board::EMPTY;
        board.set(square, tower);
        let setup = Setup {
            mode: Mode::Partners,
            side: green,
            hands: Color::ALL.map(|color| 13 - u8::try_from(board.pieces(color)).expect("few")),
            board,
            captured: [[0; 4]; 4],
            out: ColorSet::EMPTY,
            clock: 0,
            ply: Ply::FIRST,
        };
        let rules = Rules::new(Mode::Partners);
        let position = Position::from_setup(setup, rules).expect("legal position");
        (square, Scene::new(position))
    })
}

#[test]
fn a_tower_of_five_is_whole_and_inside_its_square() {
    for size_px in [256, 300, 512, 1000, 1024] {
        let renderer = Renderer::with_size(size_px);
        let scenes: Vec<_> = towers().collect();
        let (first, _) = &scenes[0];
        let bare = Picture::decode(&renderer.board_png(&scenes[0].1));
        for (square, scene) in scenes.iter().skip(1) {
            let picture = Picture::decode(&renderer.board_png(scene));
            let place = renderer.layout().square(*square, scene.down);
            let other = renderer.layout().square(*first, scene.down);
            let is_dark = |x: i32, y: i32| {
                let [red, green, blue] = picture.at(place.x + x, place.y + y);
                u32::from(red) + u32::from(green) + u32::from(blue) < 300
            };
            for y in 0..picture.size {
                for x in 0..picture.size {
                    let inside = [place, other].iter().any(|place| {
                        (place.x..place.x + place.width).contains(&x)
                            && (place.y..place.y + place.height).contains(&y)
                    });
                    assert!(
                        inside || picture.at(x, y) == bare.at(x, y),
                        "{size_px} px, {square}: ({x}, {y})"
                    );
                }
            }
            // A clipped tower would begin or end with a long dark row, or touch the sides.
            let side = place.width;
            let corner = side / 5;
            for edge in [0, side - 1] {
                let dark = (corner..side - corner)
                    .filter(|&x| is_dark(x, edge))
                    .count();
                assert!(
                    dark * 3 < length(side),
                    "{size_px} px, {square}: row {edge}"
                );
                let touches = (corner..side - corner).any(|y| is_dark(edge, y));
                assert!(!touches, "{size_px} px, {square}: column {edge}");
            }
            let middle_is_dark = |y: i32| is_dark(side / 2, y);
            assert!(
                (0..4).any(middle_is_dark),
                "{size_px} px, {square}: its top"
            );
            assert!(
                (side - 5..side).any(middle_is_dark),
                "{size_px} px, {square}: its foot"
            );
        }
    }
}

fn length(px: i32) -> usize {
    usize::try_from(px).expect("length")
}

/// Returns a position with every piece on the board, placed at random.
fn dealt(seed: u64) -> Position {
    let mut state = seed * 2 + 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % 1_000_003).expect("small") % below
    };
    let mut stacks = vec![Vec::new(); Square::COUNT];
    for color in Color::ALL.into_iter().flat_map(|color| [color; 13]) {
        let mut at = next(Square::COUNT);
        while stacks[at].len() == Stack::MAX_HEIGHT {
            at = next(Square::COUNT);
        }
        stacks[at].push(color);
    }
    let mut board = Board::EMPTY;
    for (square, mut pieces) in Square::ALL.into_iter().zip(stacks) {
        let turn = next(pieces.len().max(1));
        pieces.rotate_left(turn);
        board.set(square, Stack::new(pieces));
    }
    let rules = Rules::new(Mode::FreeForAll);
    let setup = Setup {
        board,
        ..Position::start(rules, Color::Orange).to_setup()
    };
    Position::from_setup(setup, rules).expect("legal position")
}

#[test]
fn no_position_takes_150_kilobytes() {
    let renderer = Renderer::new();
    for seed in 1..=60 {
        let mut scene = Scene::new(dealt(seed));
        for name in &mut scene.names {
            "WMẞÆ€Ѫ8".clone_into(&mut name.wanted);
        }
        let bytes = renderer.board_png(&scene).len();
        assert!(bytes < 150_000, "{seed}: {bytes} bytes");
    }
    let start = Position::start(Rules::new(Mode::FreeForAll), Color::Orange);
    let bytes = renderer.board_png(&Scene::new(start)).len();
    assert!(bytes < 150_000, "start: {bytes} bytes");
}

#[test]
fn areas_have_their_flat_colors() {
    let renderer = Renderer::new();
    let mut scene = Scene::new(position("2 x4/x6/x8/x8/x8/x8/x6/x4 B O18B18 - - 0 7"));
    scene.recent = vec![LastMove {
        color: Color::Orange,
        mv: Move::Slide {
            from: square("d4"),
            to: square("d5"),
        },
    }];
    let picture = Picture::decode(&renderer.board_png(&scene));
    let middle = |name: &str| -> Rgb {
        let place = renderer.layout().square(square(name), Direction::South);
        picture.at(place.x + place.width / 2, place.y + place.height / 2)
    };
    let theme = Theme::TOWER;
    let [light, dark] = theme.squares;
    assert_eq!(middle("e4"), light);
    assert_eq!(middle("e5"), dark);
    assert_eq!(middle("d4"), [231, 211, 148], "38 % of gold on dark");
    assert_eq!(middle("d5"), [246, 220, 131], "60 % of gold on light");
    assert_eq!(picture.at(0, 0), theme.background);
    let inside = |color: Color| {
        let panel = renderer.layout().panel(color, Direction::South);
        picture.at(panel.x + panel.width / 2, panel.y + 8)
    };
    assert_eq!(inside(Color::Orange), theme.plate);
    assert_eq!(inside(Color::Blue), theme.inks(Color::Blue).piece);
}

#[test]
fn arrows_are_red_and_green_in_every_theme() {
    let empty = "2 x4/x6/x8/x8/x8/x8/x6/x4 O O18B18 - - 0 7";
    let [better, played] = ["d4", "e5"].map(square);
    for (name, theme) in Theme::ALL {
        let renderer = Renderer::with_theme(512, &theme);
        let mut scene = Scene::new(position(empty));
        scene.arrows = vec![
            Arrow {
                mv: Move::Drop(better),
                verdict: Verdict::Better,
            },
            Arrow {
                mv: Move::Drop(played),
                verdict: Verdict::Played,
            },
        ];
        let picture = Picture::decode(&renderer.board_png(&scene));
        let middle = |square: Square| {
            let place = renderer.layout().square(square, scene.down);
            picture.at(place.x + place.width / 2, place.y + place.height / 2)
        };
        assert_eq!(middle(better), theme.inks(Color::Green).tint, "{name}");
        assert_eq!(middle(played), theme.cross, "{name}");
    }
}

#[test]
fn nobody_is_to_move_once_the_game_is_over() {
    let renderer = Renderer::with_size(512);
    let mut scene = Scene::new(position("2 x4/x6/x8/x8/x8/x8/x6/x4 B O18B18 - - 0 7"));
    let is_filled = |scene: &Scene| {
        let picture = Picture::decode(&renderer.board_png(scene));
        let panel = renderer.layout().panel(Color::Blue, Direction::South);
        picture.at(panel.x + panel.width / 2, panel.y + 5) == Theme::TOWER.inks(Color::Blue).piece
    };
    assert!(is_filled(&scene));
    for winners in [ColorSet::EMPTY, ColorSet::EMPTY.with(Color::Blue)] {
        scene.outcome = Some(Outcome {
            winners,
            termination: Termination::Agreement,
        });
        assert!(!is_filled(&scene));
    }
}

#[test]
fn emojis_are_small_distinct_and_transparent_around_the_stack() {
    let mut seen = BTreeSet::new();
    for color in Color::ALL {
        for (height, png) in (1..).zip(emoji_pngs(color)) {
            // Discord takes 256 KiB, and recommends 128 pixels a side.
            assert!(png.len() < 32 << 10, "{} bytes", png.len());
            let mut reader = Decoder::new(Cursor::new(&png)).read_info().expect("a PNG");
            let size = reader.output_buffer_size().expect("size of a picture");
            let mut bytes = vec![0; size];
            let info = reader.next_frame(&mut bytes).expect("pixels of a PNG");
            assert_eq!(info.color_type, ColorType::Rgba);
            assert_eq!(info.width, info.height);
            assert!((120..=136).contains(&info.width), "{} pixels", info.width);
            let (pixels, _) = bytes.as_chunks::<4>();
            let middle = (info.height / 2 * info.width + info.width / 2) as usize;
            let alphas = [pixels[0][3], pixels[middle][3]];
            assert_eq!(alphas, [0, 255], "corner and middle");
            assert!(seen.insert(bytes), "{color:?} {height}");
        }
    }
}
