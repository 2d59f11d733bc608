//! Position in words: always complete, never too long.

use focus::notation::parse_position;
use focus::{Color, Game, Goal, Leaving, Mode, Rules, Square, Stack};
use focusbot::i18n::{Language, Words};
use focusbot::service::GameView;

use super::limits::check_complete;
use super::sample;

const ENGLISH: Language = Language::English;

#[track_caller]
fn check(view: &GameView) {
    for words in Language::ALL.map(Words::new) {
        check_text(view, &words.alt_text(view), 1_024);
        let person = sample::person(view.game.position().side());
        check_text(view, &words.board_text_for(view, person), 2_000);
    }
}

#[track_caller]
fn check_text(view: &GameView, text: &str, limit: usize) {
    check_complete(text, limit);
    assert!(text.ends_with(['.', ')']), "cut off: {text}");
    let squares = view.game.position().board().iter();
    for (square, _) in squares {
        assert!(
            text.contains(&square.to_string()),
            "{square} is missing: {text}"
        );
    }
}

#[track_caller]
fn check_english(game: Game, expected: &str) {
    assert_eq!(
        Words::new(ENGLISH).alt_text(&sample::view(game, "Ann")),
        expected
    );
}

#[test]
fn random_positions_of_all_modes_fit() {
    for (number, rules) in (0..).zip(sample::all_rules()) {
        for seed in 0..60 {
            let plies = usize::try_from(seed).expect("small number") * 3;
            let game = sample::random_game(rules, seed * 100 + number, plies);
            let name = if seed % 2 == 0 {
                "Ann"
            } else {
                sample::LONG_NAME
            };
            let view = sample::view(game, name);
            check(&view);
            for words in Language::ALL.map(Words::new) {
                check_complete(&words.ranks(&view, view.plies()), 2_000);
            }
        }
    }
}

#[test]
fn a_full_board_fits() {
    for height in 1..=Stack::MAX_HEIGHT {
        check(&sample::view(sample::crowded(height), sample::LONG_NAME));
    }
}

#[test]
fn overlong_name_is_left_out() {
    let name = "Ann ".repeat(500);
    let view = sample::view(sample::crowded(2), name.trim());
    check(&view);
    assert!(!Words::new(ENGLISH).alt_text(&view).contains("Ann"));
}

#[test]
fn letters_come_with_their_key() {
    let view = sample::view(sample::crowded(2), &"Ann ".repeat(75));
    let text = Words::new(Language::Polish).alt_text(&view);
    assert!(text.contains("c1 OG"), "{text}");
    assert!(text.contains("Ann"), "{text}");
    let key = text.find("B Niebieskie, P Różowe.").expect("a key");
    assert!(key < text.find("c1 OG").expect("a stack"), "{text}");
}

#[test]
fn the_mover_comes_first_then_the_last_move_then_the_stacks() {
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    game.play(sample::slide("b3", "b4")).expect("legal move");
    check_english(
        game,
        "Blue (Ann) to move. Last move, by Orange (Ann): b3-b4 – 1 piece, onto blue, now 2 high. \
         Orange (Ann): single pieces d2, e2, c3, f3, g3, d4, e4, b5, c5, f5, g5, d6, e6, b7, c7, f7, g7; \
         stacks, bottom to top: b4, 2 high: blue, orange. \
         Blue (Ann): single pieces b2, c2, f2, g2, d3, e3, c4, f4, g4, d5, e5, b6, c6, f6, g6, d7, e7.",
    );
}

#[test]
fn the_moves_since_the_viewers_last_one_come_after_the_mover() {
    let view = sample::view(sample::five_plies(), "Ann");
    let [.., blue, pink, orange] = view.game.plies() else {
        panic!("expected five plies");
    };
    let alt = Words::new(ENGLISH).alt_text(&view);
    let told = format!(
        "Green (Ann) to move. Last moves: Blue (Ann): {}; Pink (Ann): {}; Orange (Ann): {} – ",
        blue.mv, pink.mv, orange.mv
    );
    assert!(alt.starts_with(&told), "{alt}");
    let person = sample::person(Color::Pink);
    let told = format!(
        "Green (Ann) to move. Last move, by Orange (Ann): {} – ",
        orange.mv
    );
    let alt = Words::new(ENGLISH).alt_text_for(&view, person);
    assert!(alt.starts_with(&told), "{alt}");
    let told = told.replace("move. ", "move.\n");
    let text = Words::new(ENGLISH).board_text_for(&view, person);
    assert!(text.starts_with(&told), "{text}");
}

#[test]
fn the_last_move_alone_is_left_where_there_is_no_room() {
    let view = sample::view(sample::five_plies(), "Ann");
    let words = Words::new(ENGLISH);
    let after = |length| words.board_text_after(&"x".repeat(length), &view);
    assert!(after(1).contains("Last moves: "), "{}", after(1));
    let mut texts = (1..2_000).step_by(10).map(after);
    let short = texts.find(|text| text.contains("Last move, by Orange: "));
    let short = short.expect("a text without the other moves");
    assert!(short.chars().count() <= 2_000, "{short}");
}

/// Returns a race for two, to six captures.
fn race_of_two() -> GameView {
    let rules = Rules::new(Mode::Duel).with_goal(Goal::Race);
    race(
        "2 OOB,x3/O,x2,BO,x,O/x,B,x,B,O,OOBOB,x2/x4,O,x3/x2,B,x2,BO,x2/x,BO,x,B,x2,OOB,x/B,BO,BBO,x3/\
         x4 O B2 O:B1,B:O2 - 6 35",
        rules.expect("goal of the duel"),
    )
}

/// Returns a race for four, to two captures of each opponent or ten in front.
fn race_of_four() -> GameView {
    race(
        "4s O,O,O,OBPO/GO,x2,B,x,B/x4,GB,x3/x2,GOG,x,BPOG,G,x,G/P,x2,OG,x4/x,P,x2,GPBBP,x3/x2,OOP,x2,P/\
         x,O,x,B O B2 O:G2B1P4,G:B1P1,B:O1G2,P:B1 - 6 45",
        Rules::new(Mode::FreeForAll),
    )
}

fn race(fps: &str, rules: Rules) -> GameView {
    let position = parse_position(fps, rules).expect("a position");
    sample::view(Game::from_position(position), "Ann")
}

#[test]
fn a_race_says_how_far_everybody_has_come() {
    let alt_text = |view: &GameView| {
        for words in Language::ALL.map(Words::new) {
            check_text(view, &words.alt_text(view), 1_024);
        }
        Words::new(ENGLISH).alt_text(view)
    };
    let text = alt_text(&race_of_two());
    let told = "Race to 6 captures: Orange 1, Blue 2.";
    assert!(text.contains(told), "{text}");
    for (language, told) in [
        (Language::German, "Wettlauf bis 6 geschlagene Steine: "),
        (Language::Dutch, "Wedloop tot 6 geslagen stenen: "),
    ] {
        let text = Words::new(language).alt_text(&race_of_two());
        assert!(text.contains(told), "{text}");
    }
    let text = alt_text(&race_of_four());
    let told = "Race to 2 captures of each opponent, or 10 in front. \
        In front now: Orange 7, Green 2, Blue 5, Pink 1.";
    assert!(text.contains(told), "{text}");
    let last = sample::view(sample::crowded(2), "Ann");
    assert!(!Words::new(ENGLISH).alt_text(&last).contains("Race"));
}

#[test]
fn a_race_says_what_everybody_still_needs() {
    let words = Words::new(ENGLISH);
    let needed = words.needed(&race_of_two());
    let expected = "**Still needed to win the race:**\n\
        - Orange: 5 blue\n\
        - Blue: 4 orange";
    assert_eq!(needed.as_deref(), Some(expected));
    let needed = sample::with_emojis(words).needed(&race_of_two());
    let line = "\n- <:Orange:1> Orange: 5 blue\n";
    assert!(needed.is_some_and(|needed| needed.contains(line)));
    let needed = words.needed(&race_of_four());
    let expected = "**Still needed to win the race:**\n\
        - Orange: 1 blue, or 3 more in front\n\
        - Green: 2 orange, 1 blue, 1 pink, or 8 more in front\n\
        - Blue: 1 orange, 2 pink, or 5 more in front\n\
        - Pink: 2 orange, 2 green, 1 blue, or 9 more in front";
    assert_eq!(needed.as_deref(), Some(expected));
    let needed = Words::new(Language::French).needed(&race_of_four());
    let more = "- Orange\u{202f}: 1 × bleu, ou 3 de plus devant soi\n";
    assert!(needed.is_some_and(|needed| needed.contains(more)));
    let last = sample::view(sample::crowded(2), "Ann");
    assert_eq!(words.needed(&last), None);
}

#[test]
fn marks_of_a_picture_come_first_and_the_whole_still_fits() {
    let c3: Square = "c3".parse().expect("a square");
    for words in Language::ALL.map(Words::new) {
        for height in 1..=Stack::MAX_HEIGHT {
            let view = sample::view(sample::crowded(height), sample::LONG_NAME);
            let alt = words.framed(&view, Some(c3), &Square::ALL);
            check_text(&view, &alt, 1_024);
            let golden = alt.find("c3").expect("the golden square");
            assert!(golden < alt.find("c1").expect("a frame"), "{alt}");
        }
    }
}

#[test]
fn a_position_is_read_out_rank_by_rank_and_around_a_square() {
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let view = sample::view(game, "Ann");
    let text = Words::new(ENGLISH).ranks(&view, 1);
    let line = "**Rank 4:** b4, 2 high: blue, orange; c4 blue; d4 orange; e4 orange; f4 blue; \
        g4 blue; empty: a4, h4";
    assert!(text.lines().any(|known| known == line), "{text}");
    assert!(text.contains("**Rank 8:** empty: c8, d8, e8, f8"), "{text}");
    let b4 = "b4".parse().expect("a square");
    let expected = "**b4, 2 high: blue, orange**\n\
        - Toward rank 8: b5 orange; b6 blue; b7 orange\n\
        - Toward file h: c4 blue; d4 orange; e4 orange; f4 blue; g4 blue; h4 empty\n\
        - Toward rank 1: b3 empty; b2 blue\n\
        - Toward file a: a4 empty\n\
        This stack could go to: b2, b3, a4, c4, d4, b5, b6.\n\
        Stacks that could come here: c4 (Blue), b5 (Orange).";
    assert_eq!(Words::new(ENGLISH).around(&view, b4), expected);
    for words in Language::ALL.map(Words::new) {
        for height in 1..=Stack::MAX_HEIGHT {
            let view = sample::view(sample::crowded(height), sample::LONG_NAME);
            let ranks = words.ranks(&view, 0);
            assert!(ranks.chars().count() <= 2_000, "{ranks}");
            for square in Square::ALL {
                assert!(ranks.contains(&square.to_string()), "{square}: {ranks}");
                let around = words.around(&view, square);
                assert!(around.chars().count() <= 2_000, "{around}");
            }
        }
    }
}

#[test]
fn pieces_beside_the_board_are_read_out_after_the_ranks() {
    let text = Words::new(ENGLISH).ranks(&race_of_two(), 34);
    let last: Vec<_> = text
        .lines()
        .skip_while(|line| !line.starts_with("**Rank 1"))
        .collect();
    let told = [
        "**Rank 1:** empty: c1, d1, e1, f1",
        "In reserve: Blue 2.",
        "Captured: Orange has 1 blue; Blue has 2 orange.",
    ];
    assert_eq!(last, told, "{text}");
}

#[test]
fn stacks_of_a_player_who_is_out_reach_nothing() {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    let [d4, e4]: [Square; 2] = ["d4", "e4"].map(|name| name.parse().expect("a square"));
    let words = Words::new(ENGLISH);
    let around = |game: &Game, square| words.around(&sample::view(game.clone(), "Ann"), square);
    let [to_orange, of_pink] = [d4, e4].map(|square| around(&game, square));
    let all = "Stacks that could come here: d3 (Orange), c4 (Pink), e4 (Pink), d5 (Green).";
    assert!(to_orange.ends_with(all), "{to_orange}");
    let targets = "This stack could go to: ";
    assert!(of_pink.contains(targets), "{of_pink}");
    game.leave(Color::Pink, Leaving::Resignation)
        .expect("a player");
    let [to_orange, of_pink] = [d4, e4].map(|square| around(&game, square));
    let others = "Stacks that could come here: d3 (Orange), d5 (Green).";
    assert!(to_orange.ends_with(others), "{to_orange}");
    assert!(!of_pink.contains(targets), "{of_pink}");
}

#[test]
fn a_piece_in_a_stack_is_called_as_a_piece_and_not_as_a_player() {
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let view = sample::view(game, "Ann");
    for (language, pieces) in [
        (Language::German, "b4, Höhe 2: blau, orange."),
        (Language::Dutch, "b4, hoogte 2: blauw, oranje."),
        (Language::Polish, "b4, wysokość 2: niebieski, pomarańczowy."),
        (Language::French, "b4, hauteur 2\u{202f}: bleu, orange."),
    ] {
        let person = sample::person(Color::Blue);
        let text = Words::new(language).board_text_for(&view, person);
        assert!(text.contains(pieces), "{text}");
    }
}

#[test]
fn a_message_has_a_line_for_each_color_and_says_how_high() {
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let person = sample::person(Color::Blue);
    let text = Words::new(ENGLISH).board_text_for(&sample::view(game, "Ann"), person);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert_eq!(lines[0], "Blue (Ann) to move.");
    assert!(
        lines[2].starts_with("Orange (Ann): single pieces d2, "),
        "{text}"
    );
    assert!(lines[2].ends_with("b4, 2 high: blue, orange."), "{text}");
    assert!(
        lines[3].starts_with("Blue (Ann): single pieces b2, "),
        "{text}"
    );
}
