//! Pictures whose parts come from the cache.

use focus::{Color, Direction, Move};
use focus_render::{Arrow, Renderer, Scene, TurnSign, Verdict, side_of};

use crate::picture::Picture;
use crate::recorded::Recorded;

const SIZE_PX: u32 = 256;

/// Checks that a renderer that has drawn all earlier scenes draws the same as a new one.
#[track_caller]
fn check(scenes: impl IntoIterator<Item = Scene>) {
    let renderer = Renderer::with_size(SIZE_PX);
    for (number, scene) in scenes.into_iter().enumerate() {
        let png = renderer.board_png(&scene);
        let again = renderer.board_png(&scene);
        let new = Renderer::with_size(SIZE_PX).board_png(&scene);
        assert!(png == new, "scene {number} with what was kept before");
        assert!(again == new, "scene {number} kept whole");
        // Decoding verifies the checksums.
        Picture::decode(&png);
    }
}

#[test]
fn what_is_kept_does_not_show_in_the_next_picture() {
    for game in ["duel-race-1", "three-way-race-1", "free-for-all-last-2"] {
        let scenes = Recorded::read(game).scenes();
        let some = scenes.len() / 8;
        // Adjacent scenes, which differ little, from all parts of the game.
        let of_game = scenes.chunks(some).flat_map(|part| part.iter().take(2));
        check(of_game.cloned());
    }
}

#[test]
fn letters_beside_an_empty_board_turn_with_it() {
    let empty = "2 x4/x6/x8/x8/x8/x8/x6/x4 O O18B18 - - 0 8";
    let scene = Scene::new(empty.parse().expect("position"));
    check(Direction::ALL.map(|down| Scene {
        down,
        ..scene.clone()
    }));
}

#[test]
fn another_side_down_name_or_mark_is_drawn_anew() {
    let scene = Recorded::read("free-for-all-race-2")
        .scenes()
        .swap_remove(50);
    let mode = scene.position.rules().mode();
    let mut scenes = vec![scene.clone()];
    let mut with = |change: &dyn Fn(&mut Scene)| {
        let mut other = scene.clone();
        change(&mut other);
        scenes.push(other);
    };
    for color in Color::ALL {
        with(&|scene| scene.down = side_of(mode, color));
        with(&|scene| scene.names[color.index()].wanted = "Somebody".to_owned());
    }
    let square = |text: &str| text.parse().expect("square");
    with(&|scene| scene.marked = vec![square("c4")]);
    with(&|scene| scene.chosen = Some(square("c4")));
    with(&|scene| scene.recent.clear());
    with(&|scene| scene.recent.insert(0, scene.recent[0]));
    for turn in [TurnSign::Mark, TurnSign::None] {
        with(&|scene| scene.turn = turn);
    }
    for (from, verdict) in [
        ("c4", Verdict::Played),
        ("c4", Verdict::Better),
        ("d3", Verdict::Better),
        ("d3", Verdict::Proposed(1)),
        ("d3", Verdict::Proposed(2)),
    ] {
        let mv = Move::Slide {
            from: square(from),
            to: square("c7"),
        };
        with(&|scene| scene.arrows = vec![Arrow { mv, verdict }]);
    }
    check(scenes);
}
