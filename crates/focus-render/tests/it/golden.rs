//! Complete pictures, compared with `tests/data/golden`; `UPDATE_GOLDEN=1` rewrites them.

use std::path::Path;
use std::{env, fs};

use focus::notation::parse_position;
use focus::{Color, Direction, Game, Leaving, Mode, Move, Rules, Stack};
use focus_render::{Arrow, Renderer, Scene, Theme, Verdict, side_of};

use crate::picture::Picture;
use crate::recorded::{Recorded, scene};

#[track_caller]
fn check(name: &str, size_px: u32, scene: &Scene) {
    check_theme(name, size_px, &Theme::TOWER, scene);
}

#[track_caller]
fn check_theme(name: &str, size_px: u32, theme: &Theme, scene: &Scene) {
    let drawn = Renderer::with_theme(size_px, theme).board_png(scene);
    assert!(drawn.len() <= 150_000, "{name}: {} bytes", drawn.len());
    check_png(name, &drawn);
}

/// Compares a picture with the golden one of this name.
#[track_caller]
pub(super) fn check_png(name: &str, drawn: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    let path = folder.join(format!("{name}.png"));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, drawn).expect("writable golden picture");
        return;
    }
    let golden = fs::read(&path).expect("golden picture");
    let (drawn, golden) = (Picture::decode(drawn), Picture::decode(&golden));
    assert_eq!(drawn.size, golden.size, "{name}: width");
    let (height, expected) = (drawn.pixels.len(), golden.pixels.len());
    assert_eq!(height, expected, "{name}: width times height");
    let pixels = drawn.pixels.iter().zip(&golden.pixels);
    let differing = pixels.filter(|(drawn, golden)| drawn != golden).count();
    assert_eq!(
        differing, 0,
        "{name}: pixels that differ; if they should, run with UPDATE_GOLDEN=1 and look"
    );
}

#[track_caller]
fn check_recorded(name: &str, size_px: u32, game: &str, plies: usize, down: Direction) {
    let mut scenes = Recorded::read(game).scenes();
    let mut scene = scenes.swap_remove(plies.min(scenes.len() - 1));
    scene.down = down;
    check(name, size_px, &scene);
}

#[test]
fn a_game_of_each_mode_looks_as_it_should() {
    let south = Direction::South;
    check_recorded("duel", 1024, "duel-last-1", 45, south);
    check_recorded("three-way", 1024, "three-way-race-1", 40, south);
    check_recorded("partners", 1024, "partners-last-1", 60, south);
    check_recorded("free-for-all", 1024, "free-for-all-race-1", 40, south);
}

#[test]
fn a_stack_about_to_move_looks_as_it_should() {
    let game = Recorded::read("partners-last-1");
    let mut scene = game.scenes().swap_remove(61);
    let moves = scene.position.legal_moves();
    let tallest = scene.position.board().topped_by(scene.position.side());
    let height = |square| scene.position.board().get(square).map(Stack::height);
    let tallest = tallest.max_by_key(|square| height(*square));
    let from = tallest.expect("a stack to move");
    let targets = moves.iter().filter_map(|mv| match mv {
        Move::Slide { from: begin, to } if *begin == from => Some(*to),
        _ => None,
    });
    scene.marked = targets.collect();
    scene.chosen = Some(from);
    scene.recent.clear();
    check("partners-choosing", 512, &scene);
}

#[test]
fn moves_of_a_whole_round_are_numbered() {
    for (name, game, plies, size_px, theme) in [
        (
            "recent-three-way",
            "three-way-race-1",
            40,
            1024,
            &Theme::TOWER,
        ),
        (
            "recent-free-for-all",
            "free-for-all-race-1",
            40,
            1024,
            &Theme::TOWER,
        ),
        ("recent-partners", "partners-last-1", 60, 300, &Theme::TOWER),
        ("recent-flat", "free-for-all-race-1", 40, 300, &Theme::FLAT),
        (
            "recent-contrast",
            "free-for-all-race-1",
            40,
            300,
            &Theme::CONTRAST,
        ),
    ] {
        let scenes = Recorded::read(game).scenes();
        let mut scene = scenes[plies].clone();
        let others = scene.position.rules().mode().colors().len() - 1;
        let before = scenes[plies - others + 1..=plies].iter();
        scene.recent = before.flat_map(|scene| scene.recent.clone()).collect();
        check_theme(name, size_px, theme, &scene);
    }
}

#[test]
fn other_looks_are_as_they_should_be() {
    for (name, theme) in &Theme::ALL[1..] {
        for (game, plies, size_px) in [
            ("free-for-all-race-1", 40, 1024),
            ("partners-last-1", 60, 512),
            ("three-way-race-3", usize::MAX, 300),
            ("duel-last-1", 45, 300),
        ] {
            let mut scenes = Recorded::read(game).scenes();
            let scene = scenes.swap_remove(plies.min(scenes.len() - 1));
            check_theme(&format!("{name}-{game}"), size_px, theme, &scene);
        }
    }
}

#[test]
fn a_game_that_begins_looks_as_it_should() {
    let south = Direction::South;
    check_recorded("duel-start", 512, "duel-race-1", 0, south);
    check_recorded("three-way-placement", 512, "three-way-race-2", 1, south);
    let rules: Rules = "mode=2 opening=exchange".parse().expect("rules");
    let mut game = Game::new(rules, Color::Orange);
    let (own, enemy) = ("b7".parse(), "d7".parse());
    game.play(Move::Swap {
        own: own.expect("square"),
        enemy: enemy.expect("square"),
    })
    .expect("legal exchange");
    check("duel-exchange", 512, &scene(&game));
}

#[test]
fn a_game_that_is_over_looks_as_it_should() {
    let (south, last) = (Direction::South, usize::MAX);
    check_recorded("duel-drawn", 512, "duel-last-1", last, south);
    check_recorded("duel-race-won", 512, "duel-race-2", last, south);
    check_recorded("three-way-won", 512, "three-way-race-3", last, south);
    check_recorded(
        "free-for-all-last-left",
        512,
        "free-for-all-last-2",
        last,
        south,
    );
    let mut game = Game::new(Rules::new(Mode::Partners), Color::Orange);
    for color in [Color::Green, Color::Pink] {
        game.leave(color, Leaving::Resignation).expect("still in");
    }
    check("partners-won", 512, &scene(&game));
}

#[test]
fn who_is_out_or_must_pass_looks_as_it_should() {
    let mut scenes = Recorded::read("free-for-all-last-2").scenes().into_iter();
    let scene = scenes.find(|scene| !scene.position.out().is_empty());
    check(
        "free-for-all-out",
        512,
        &scene.expect("a player who is out"),
    );
    let fps = "4t GGGGG,x3/x6/x8/BBBBB,x7/x8/PPPPP,x7/x6/x4 O G8B8P8 G:O13 - 0 40";
    let mut game = Game::from_position(fps.parse().expect("position"));
    game.play(Move::Pass).expect("forced pass");
    check("partners-passed", 512, &crate::recorded::scene(&game));
}

#[test]
fn the_board_turns_to_the_side_of_the_viewer() {
    for color in Color::ALL {
        let down = side_of(Mode::FreeForAll, color);
        let name = format!("free-for-all-{}-down", color.to_string().to_lowercase());
        check_recorded(&name, 300, "free-for-all-race-2", 50, down);
    }
    let down = side_of(Mode::Duel, Color::Blue);
    check_recorded("duel-blue-down", 300, "duel-race-2", 12, down);
    let down = side_of(Mode::ThreeWay, Color::Green);
    check_recorded("three-way-green-down", 300, "three-way-race-2", 30, down);
}

#[test]
fn moves_drawn_over_the_board_look_as_they_should() {
    let mut scenes = Recorded::read("free-for-all-race-2").scenes();
    let mut scene = scenes.swap_remove(50);
    let square = |text: &str| text.parse().expect("square");
    let slide = |from, to| Move::Slide {
        from: square(from),
        to: square(to),
    };
    let arrow = |mv, verdict| Arrow { mv, verdict };
    scene.arrows = vec![
        arrow(slide("c4", "c7"), Verdict::Played),
        arrow(slide("e3", "d3"), Verdict::Better),
        arrow(Move::Drop(square("f5")), Verdict::Better),
        arrow(Move::Drop(square("g4")), Verdict::Played),
        arrow(Move::Pass, Verdict::Played),
    ];
    check("arrows", 512, &scene);
    scene.arrows = vec![
        arrow(slide("d5", "f5"), Verdict::Proposed(1)),
        arrow(slide("e3", "e4"), Verdict::Proposed(2)),
        arrow(Move::Drop(square("g4")), Verdict::Proposed(3)),
    ];
    check("proposals", 512, &scene);
}

#[test]
fn the_largest_numbers_fit() {
    let fps = "4s OOOOO,x3/x6/x8/x8/x8/x8/x6/x4 O O8 O:G13B13P13 - 0 9999";
    check(
        "extreme-last",
        512,
        &Scene::new(fps.parse().expect("position")),
    );
    let rules = "mode=4s".parse().expect("rules");
    let race = parse_position(fps, rules).expect("position");
    check("extreme-race", 512, &Scene::new(race));
    let fps = "2 x4/x6/x8/x8/x8/x8/x6/x4 O O18B18 - - 0 100000";
    check(
        "extreme-hands",
        512,
        &Scene::new(fps.parse().expect("position")),
    );
}
