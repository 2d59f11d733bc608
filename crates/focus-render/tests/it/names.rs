//! Names, drawn inside their places.

use std::collections::BTreeSet;

use focus::{Color, Direction, Game, Leaving, Mode, Position, Rules};
use focus_render::{Card, CardRow, CardVersus, Layout, Name, Ranking, RankingRow, Renderer, Scene};

use crate::picture::Picture;
use crate::recorded::scene;

#[test]
fn no_name_is_drawn_outside_its_panel() {
    let renderer = Renderer::with_size(512);
    let position = Position::start(Rules::new(Mode::FreeForAll), Color::Orange);
    let nameless = Picture::decode(&renderer.board_png(&Scene::new(position.clone())));
    let mut scene = Scene::new(position);
    for name in &mut scene.names {
        *name = Name {
            wanted: "WWWWŇ̌ǺỲgjÿ".repeat(9),
            plain: "W_gjpqy.W".repeat(9),
        };
    }
    let named = Picture::decode(&renderer.board_png(&scene));
    let panels = Color::ALL.map(|color| renderer.layout().panel(color, Direction::South));
    let mut differing = 0;
    for y in 0..named.size {
        for x in 0..named.size {
            if named.at(x, y) != nameless.at(x, y) {
                differing += 1;
                let is_inside = panels.iter().any(|panel| {
                    (panel.x + 4..panel.x + panel.width - 4).contains(&x)
                        && (panel.y + 2..panel.y + panel.height - 2).contains(&y)
                });
                assert!(is_inside, "({x}, {y})");
            }
        }
    }
    assert!(differing > 0, "names are drawn");
}

#[test]
fn a_plain_name_shrinks_rather_than_being_cut() {
    let mut game = Game::new(Rules::new(Mode::Partners), Color::Orange);
    for color in [Color::Green, Color::Blue] {
        game.leave(color, Leaving::Resignation).expect("still in");
    }
    for size_px in [Layout::MIN_SIZE_PX, 300, 512, 1024, Layout::MAX_SIZE_PX] {
        let renderer = Renderer::with_size(size_px);
        let draw = |name: &str| {
            let mut scene = scene(&game);
            scene.names = [const { Name::EMPTY }; 4];
            for drawn in &mut scene.names {
                drawn.plain = name.to_owned();
            }
            renderer.board_png(&scene)
        };
        // A name that is cut looks the same whatever the cut part is.
        let [whole, other] = ["Pomarańczowe", "Pomarańczowi"].map(draw);
        assert_ne!(whole, other, "{size_px}");
    }
}

#[test]
fn no_name_touches_the_crown_of_the_winner() {
    let renderer = Renderer::with_size(512);
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    game.leave(Color::Blue, Leaving::Resignation)
        .expect("still in");
    let panel = renderer.layout().panel(Color::Orange, Direction::South);
    // The row of the name, above the counts.
    let rows = panel.y + 6..panel.y + panel.height / 2;
    let draw = |name: String| {
        let mut scene = scene(&game);
        scene.names[Color::Orange.index()] = Name {
            wanted: name.clone(),
            plain: name,
        };
        Picture::decode(&renderer.board_png(&scene))
    };
    let nameless = draw(String::new());
    let plate = nameless.at(panel.x + 60, panel.y + 8);
    let is_empty = |x: &i32| rows.clone().all(|y| nameless.at(*x, y) == plate);
    let crown = (panel.x + 60..panel.x + panel.width)
        .find(|x| !is_empty(x))
        .expect("a crown after the name");
    for name in ["i", "W", "gj", "Jürgen ", "Eleonora "].map(|part| part.repeat(30)) {
        let named = draw(name.clone());
        let is_named = |x: &i32| rows.clone().any(|y| named.at(*x, y) != nameless.at(*x, y));
        let end = (panel.x..crown).rfind(is_named).expect("a name");
        assert!(crown - end > 3, "{name:?} ends at {end}, crown at {crown}");
    }
}

/// Returns names meant to break the drawing.
fn hostile() -> Vec<String> {
    vec![
        "z\u{300}\u{301}\u{302}\u{303}\u{304}".repeat(200),
        "\u{301}".repeat(32),
        "\u{202E}live\u{2066}\u{200F}".to_owned(),
        "a\nb\r\n# head\u{1B}[31m\0".to_owned(),
        "\u{1F469}\u{200D}\u{1F467}\u{1F3F4}".repeat(32),
        "**b** `c` ||x|| <@1> @everyone".to_owned(),
        "\u{FDFD}".repeat(32),
        "\u{FF37}".repeat(32),
        "\u{1242B}".repeat(32),
    ]
}

/// Draws a list and a card on which every player has this name.
fn charts(renderer: &Renderer, wanted: &str) -> [Picture; 2] {
    let name = Name {
        wanted: wanted.to_owned(),
        plain: wanted.to_owned(),
    };
    let row = |number| RankingRow {
        number,
        name: name.clone(),
        rating: "1500".to_owned(),
        deviation: "±60".to_owned(),
        record: "+1 =2 −3".to_owned(),
        is_own: number == 2,
    };
    let ranking = Ranking {
        title: "Duel".to_owned(),
        rows: (1..=10).map(row).collect(),
    };
    let card = Card {
        name: name.clone(),
        rows: vec![CardRow {
            color: Color::Orange,
            label: "Duel".to_owned(),
            rating: None,
            record: "+1 =2 −3".to_owned(),
            curve: Vec::new(),
        }],
        form: Vec::new(),
        days: (String::new(), String::new()),
        versus: Some(CardVersus {
            name,
            against: [1, 2, 3],
        }),
    };
    [renderer.ranking_png(&ranking), renderer.card_png(&card)].map(|png| Picture::decode(&png))
}

#[test]
fn no_name_is_drawn_outside_its_place_on_a_list_or_a_card() {
    let renderer = Renderer::with_size(512);
    let differing = |one: &Picture, other: &Picture| -> BTreeSet<(i32, i32)> {
        let all = (0..one.height).flat_map(|y| (0..one.size).map(move |x| (x, y)));
        all.filter(|(x, y)| one.at(*x, *y) != other.at(*x, *y))
            .collect()
    };
    let nameless = charts(&renderer, "");
    // A text of narrow letters is truncated where no other letter fits.
    let full = charts(&renderer, &"i".repeat(99));
    for (chart, (nameless, full)) in nameless.iter().zip(&full).enumerate() {
        let places = differing(nameless, full);
        let lines: BTreeSet<i32> = places.iter().map(|(_, y)| *y).collect();
        let (left, right) = places.iter().fold((i32::MAX, 0), |(left, right), (x, _)| {
            (left.min(*x), right.max(*x))
        });
        for name in hostile() {
            for (x, y) in differing(nameless, &charts(&renderer, &name)[chart]) {
                let is_near = lines.range(y - 12..=y + 12).next().is_some();
                let is_inside = (left - 2..=right + 2).contains(&x) && is_near;
                assert!(is_inside, "({x}, {y}): {name:?}");
            }
        }
    }
}
