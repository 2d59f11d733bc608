//! Layout at every size, with any side down.

use focus::{Color, Direction, Mode, Position, Rules, Square};
use focus_render::Layout;
use focus_render::{Rect, Renderer, Scene, side_of};

use crate::picture::Picture;

fn overlap(one: Rect, other: Rect) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

#[test]
fn nothing_overlaps_or_sticks_out_at_any_size() {
    for size_px in Layout::MIN_SIZE_PX..=Layout::MAX_SIZE_PX {
        let layout = Layout::new(size_px);
        assert_eq!(layout.size_px().unsigned_abs(), size_px);
        let down = Direction::East;
        let squares = Square::ALL.map(|square| layout.square(square, down));
        let panels = Color::ALL.map(|color| layout.panel(color, down));
        let places: Vec<Rect> = squares.into_iter().chain(panels).collect();
        for (index, one) in places.iter().enumerate() {
            assert!(one.x >= 0 && one.x + one.width <= layout.size_px());
            assert!(one.y >= 0 && one.y + one.height <= layout.size_px());
            for other in &places[index + 1..] {
                assert!(!overlap(*one, *other), "{size_px} px: {one:?} {other:?}");
            }
        }
    }
}

#[test]
fn squares_follow_the_side_that_is_down() {
    let layout = Layout::new(1024);
    let corner = |square: &str, down| {
        let place = layout.square(square.parse().expect("square"), down);
        (place.x > 512, place.y > 512)
    };
    let (left, right, top, bottom) = (false, true, false, true);
    assert_eq!(corner("b2", Direction::South), (left, bottom));
    assert_eq!(corner("b2", Direction::West), (right, bottom));
    assert_eq!(corner("b2", Direction::North), (right, top));
    assert_eq!(corner("b2", Direction::East), (left, top));
    assert_eq!(corner("b7", Direction::West), (left, bottom));
}

#[test]
fn panels_turn_with_the_board() {
    let layout = Layout::new(1024);
    let near = Square::new(1, 1).expect("square");
    for down in Direction::ALL {
        let (panel, square) = (layout.panel(Color::Orange, down), layout.square(near, down));
        assert!((panel.x - square.x).abs() < 512 && (panel.y - square.y).abs() < 512);
    }
}

#[test]
fn panels_go_clockwise_from_the_lower_left() {
    let layout = Layout::new(1024);
    let corners = Color::ALL.map(|color| {
        let panel = layout.panel(color, Direction::South);
        (panel.x > 512, panel.y > 512)
    });
    let (left, right, top, bottom) = (false, true, false, true);
    assert_eq!(
        corners,
        [(left, bottom), (left, top), (right, top), (right, bottom)]
    );
}

#[test]
fn everyone_sees_the_own_panel_in_the_same_corner() {
    let layout = Layout::new(1024);
    for mode in Mode::ALL {
        let corners = mode.colors().iter().map(|&color| {
            let panel = layout.panel(color, side_of(mode, color));
            (panel.x, panel.y)
        });
        let mut corners: Vec<_> = corners.collect();
        corners.dedup();
        assert_eq!(corners.len(), 1, "{mode:?}");
    }
}

#[test]
fn pictures_come_in_every_size_and_turn() {
    for size_px in [256, 300, 333, 512, 720, 1001, 1500, 2048] {
        let renderer = Renderer::with_size(size_px);
        for (mode, down) in Mode::ALL.into_iter().zip(Direction::ALL) {
            let mut scene = Scene::new(Position::start(Rules::new(mode), Color::Orange));
            scene.down = down;
            let picture = Picture::decode(&renderer.board_png(&scene));
            assert_eq!(picture.size.unsigned_abs(), size_px);
        }
    }
}
