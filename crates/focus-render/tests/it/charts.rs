//! Charts, lists and cards, compared with `tests/data/golden`.

use focus::{Color, Mode};
use focus_render::{
    Card, CardRow, CardVersus, Chart, Mark, Name, Ranking, RankingRow, Renderer, Theme,
};

use crate::golden::check_png;
use crate::picture::Picture;

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
        let names = [
            "Anna",
            "Jürgen der Unerschütterliche, der Dritte",
            "🦊",
            "Łukasz",
        ];
        let chart = Chart {
            title: "Chances to win, in percent, after each move",
            names: &names.map(self::name),
            mode,
            chances: &chances,
            result: [1.0, 0.0, 0.0, 0.0],
            moments,
        };
        check_png(name, &chart.to_png(&Theme::TOWER));
        if matches!(mode, Mode::Duel | Mode::FreeForAll) {
            for (theme_name, theme) in &Theme::ALL[1..] {
                check_png(&format!("{theme_name}-{name}"), &chart.to_png(theme));
            }
        }
    }
}

/// Returns the chances of Orange and Blue, for Orange's share.
fn duel(orange: f32) -> [f32; 4] {
    let mut chances = [0.0; 4];
    chances[Color::Orange.index()] = orange;
    chances[Color::Blue.index()] = 1.0 - orange;
    chances
}

/// Draws the chart of a duel.
fn duel_chart(chances: &[[f32; 4]], result: [f32; 4]) -> Picture {
    let chart = Chart {
        title: "Chances",
        names: &["Anna", "", "Jürgen", ""].map(name),
        mode: Mode::Duel,
        chances,
        result,
        moments: &[],
    };
    Picture::decode(&chart.to_png(&Theme::TOWER))
}

#[test]
fn only_the_bar_beside_a_chart_depends_on_the_result() {
    let chances = [duel(0.5), duel(0.7), duel(0.8)];
    let [won, lost] = [1.0, 0.0].map(|orange| duel_chart(&chances, duel(orange)));
    let differs = |x: &i32| (0..won.height).any(|y| won.at(*x, y) != lost.at(*x, y));
    let columns: Vec<_> = (0..won.size).filter(differs).collect();
    assert_eq!(columns, (960..992).collect::<Vec<_>>());
}

#[test]
fn line_in_a_chart_is_nowhere_below_its_lowest_point() {
    // Three columns a ply; the line rises steeply after 99 of them.
    let chances = [vec![duel(0.5); 100], vec![duel(1.0); 158]].concat();
    let picture = duel_chart(&chances, duel(1.0));
    let bend = 176 + 3 * 99;
    let lowest = |x: i32| (230..930).rfind(|y| picture.at(x, *y) == Theme::TOWER.background);
    let flat = lowest(bend - 50).expect("a line");
    for x in bend - 50..bend + 3 {
        assert!(lowest(x) <= Some(flat), "column {x}");
    }
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
    for (theme_name, theme) in &Theme::ALL[1..] {
        let renderer = Renderer::with_theme(512, theme);
        check_png(
            &format!("{theme_name}-ranking"),
            &renderer.ranking_png(&ranking),
        );
    }
    for (name, rows) in [("empty", 0), ("one", 1), ("three", 3)] {
        let few = Ranking {
            title: "Duel – the strongest everywhere".to_owned(),
            rows: ranking.rows[..rows].to_vec(),
        };
        let drawn = Renderer::with_size(300).ranking_png(&few);
        check_png(&format!("ranking-{name}"), &drawn);
    }
}

/// Returns a rating curve that goes up and down over this many games.
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
    for (theme_name, theme) in &Theme::ALL[1..] {
        let renderer = Renderer::with_theme(512, theme);
        check_png(&format!("{theme_name}-profile"), &renderer.card_png(&card));
    }
    card.rows.truncate(1);
    card.rows[0].curve = vec![(6, 1500), (7, 1662)];
    card.form.truncate(1);
    (card.versus, card.days.1) = (None, card.days.0.clone());
    check_png("profile-first", &Renderer::with_size(300).card_png(&card));
    card.rows[0].rating = None;
    card.rows[0].curve.clear();
    check_png("profile-unrated", &Renderer::with_size(300).card_png(&card));
}
