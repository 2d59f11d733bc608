//! Whole pictures against `tests/data/golden`; `UPDATE_GOLDEN=1` rewrites them.

use std::path::Path;
use std::{env, fs};

use focusbot::notation::parse_position;
use focusbot::render::{
    Arrow, Card, CardRow, CardVersus, Chart, Look, Mark, Name, Ranking, RankingRow, Renderer,
    Scene, Verdict, side_of,
};
use focusbot::rules::{Color, Direction, Game, Leaving, Mode, Move, Rules, Stack};

use super::picture::Picture;
use super::recorded::{Recorded, scene};

#[track_caller]
fn check(name: &str, size_px: u32, scene: &Scene) {
    check_look(name, size_px, &Look::TOWER, scene);
}

#[track_caller]
fn check_look(name: &str, size_px: u32, look: &Look, scene: &Scene) {
    let drawn = Renderer::with_look(size_px, look).board_png(scene);
    assert!(drawn.len() <= 150_000, "{name}: {} bytes", drawn.len());
    check_png(name, &drawn);
}

#[track_caller]
fn check_png(name: &str, drawn: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden");
    let path = folder.join(format!("{name}.png"));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, drawn).expect("writable golden picture");
        return;
    }
    let golden = fs::read(&path).expect("golden picture");
    let (drawn, golden) = (Picture::decode(drawn), Picture::decode(&golden));
    assert_eq!(drawn.size, golden.size, "{name}: size");
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
    scene.last = None;
    check("partners-choosing", 512, &scene);
}

#[test]
fn other_looks_are_as_they_should_be() {
    for (name, look) in &Look::ALL[1..] {
        for (game, plies, size_px) in [
            ("free-for-all-race-1", 40, 1024),
            ("partners-last-1", 60, 512),
            ("three-way-race-3", usize::MAX, 300),
            ("duel-last-1", 45, 300),
        ] {
            let mut scenes = Recorded::read(game).scenes();
            let scene = scenes.swap_remove(plies.min(scenes.len() - 1));
            check_look(&format!("{name}-{game}"), size_px, look, &scene);
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
    check("partners-passed", 512, &super::recorded::scene(&game));
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
}

#[test]
fn the_course_of_a_game_looks_as_it_should() {
    let wave = |ply: usize, turn: f32| {
        let along = f32::from(u8::try_from(ply).expect("small number"));
        1.2 + (along / 3.0 + turn).sin() + along / 40.0 * turn
    };
    let course = |colors: &[Color], plies: usize| -> Vec<[f32; 4]> {
        let shares = |ply| {
            let mut shares = [0.0; 4];
            for (turn, color) in [0.0, 1.6, 3.1, 4.7].into_iter().zip(colors) {
                shares[color.index()] = wave(ply, turn);
            }
            let sum: f32 = shares.iter().sum();
            shares.map(|share| share / sum)
        };
        let mut course: Vec<_> = (0..plies).map(shares).collect();
        course.push([1.0, 0.0, 0.0, 0.0]);
        course
    };
    for (name, mode, plies, moments) in [
        ("course-duel", Mode::Duel, 40, &[3, 17, 30][..]),
        ("course-three-way", Mode::ThreeWay, 61, &[30]),
        ("course-partners", Mode::Partners, 7, &[]),
        ("course-free-for-all", Mode::FreeForAll, 120, &[0, 118, 119]),
    ] {
        let chances = course(mode.colors(), plies);
        let chart = Chart {
            mode,
            chances: &chances,
            moments,
        };
        check_png(name, &chart.to_png(&Look::TOWER));
    }
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

fn name(wanted: &str) -> Name {
    Name {
        wanted: wanted.to_owned(),
        plain: "…0815".to_owned(),
    }
}

#[test]
fn a_list_of_the_strongest_looks_as_it_should() {
    let people = [
        ("Żółw", "2105", "±61", "+120 =31 −44"),
        ("Anna", "1987", "±74", "+40 =0 −12"),
        (
            "Jürgen der Unerschütterliche, der Dritte",
            "1850",
            "±109",
            "+9 =1 −3",
        ),
        ("さくら", "1662", "±110", "+3 =0 −1"),
        ("Łukasz", "1662?", "±290", "+1 =0 −0"),
        ("Éléonore", "1500?", "±240", "+1 =1 −1"),
        ("Sjoerd", "1338?", "±290", "+0 =0 −1"),
        ("🦊", "−12?", "±350", "+0 =0 −99"),
        (
            "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
            "1200?",
            "±301",
            "+1000 =1000 −1000",
        ),
        ("i", "1100?", "±301", "+0 =2 −9"),
    ];
    let rows = (991..).zip(people).map(|(number, person)| RankingRow {
        number,
        name: name(person.0),
        rating: person.1.to_owned(),
        deviation: person.2.to_owned(),
        record: person.3.to_owned(),
        is_own: person.0 == "Anna",
    });
    let ranking = Ranking {
        title: "Free-for-all – the strongest here".to_owned(),
        rows: rows.collect(),
    };
    check_png("ranking", &Renderer::new().ranking_png(&ranking));
    let small = Renderer::with_size(300).ranking_png(&ranking);
    check_png("ranking-small", &small);
    let nobody = Ranking {
        title: "Duel – the strongest everywhere".to_owned(),
        rows: Vec::new(),
    };
    check_png(
        "ranking-empty",
        &Renderer::with_size(300).ranking_png(&nobody),
    );
}

/// A rating that goes up and down, so many games long.
fn curve(games: u64, start: i32, slope: i32) -> Vec<(u64, i32)> {
    let wave = [0, 40, 90, 30, -20, -60, -10, 25];
    let points = (0..games).zip((0..).zip(wave.into_iter().cycle()));
    points
        .map(|(game, (step, wave))| (100_000 * game / games, start + slope * step / 4 + wave))
        .collect()
}

#[test]
fn a_profile_looks_as_it_should() {
    let row = |color, label: &str, rating: Option<(&str, &str)>, record: &str, curve| CardRow {
        color,
        label: label.to_owned(),
        rating: rating.map(|(points, off)| (points.to_owned(), off.to_owned())),
        record: record.to_owned(),
        curve,
    };
    let rows = vec![
        row(
            Color::Orange,
            "Duel",
            Some(("1874", "±63")),
            "+140 =21 −96",
            curve(257, 1500, 5),
        ),
        row(
            Color::Green,
            "Three-way",
            Some(("1622?", "±201")),
            "+4 =0 −3",
            curve(7, 1560, 20),
        ),
        row(Color::Blue, "Partners", None, "+1 =0 −2", Vec::new()),
        row(
            Color::Pink,
            "Free-for-all",
            Some(("1310", "±140")),
            "+2 =3 −15",
            curve(20, 1480, -30),
        ),
    ];
    let form = [Mark::Won, Mark::Won, Mark::Drawn, Mark::Lost, Mark::Won].repeat(2);
    let mut card = Card {
        name: name("Jürgen"),
        rows,
        form,
        days: ("2026-03-01".to_owned(), "2026-11-21".to_owned()),
        versus: Some(CardVersus {
            name: name("Łukasz"),
            against: [17, 4, 12],
        }),
    };
    check_png("profile", &Renderer::new().card_png(&card));
    check_png("profile-small", &Renderer::with_size(300).card_png(&card));
    card.rows.truncate(1);
    card.rows[0].curve.truncate(1);
    card.form.truncate(1);
    (card.versus, card.days.1) = (None, card.days.0.clone());
    check_png("profile-first", &Renderer::with_size(300).card_png(&card));
}
