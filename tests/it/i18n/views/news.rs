//! Captions, news and labels of boards.

use focus::notation::MoveText;
use focus::{Color, ColorSet, Game, Mode, Move, Opening, Rules};
use focusbot::i18n::{Language, Words};
use focusbot::service::{Ending, GameEvent, GameView, Premoves, TakeBack, TakenBack};

use super::{check, check_text, duel, sample};

fn taken(moves: u32, has_passes: bool) -> TakenBack {
    TakenBack { moves, has_passes }
}

/// Returns every event, for the colors of a mode.
pub(super) fn events(view: &GameView) -> Vec<GameEvent> {
    let colors = view.game.rules().mode().colors().iter();
    let others = colors.flat_map(|color| {
        [
            GameEvent::Passed(*color),
            GameEvent::Out(*color),
            GameEvent::Resigned(*color),
            GameEvent::DrawOffered(*color),
            GameEvent::DrawAccepted(*color),
            GameEvent::DrawRefused(*color),
            GameEvent::DrawWithdrawn(*color),
            GameEvent::Aborted(*color),
            GameEvent::Overdue(*color),
            GameEvent::TimeOut(*color),
            GameEvent::TakenOver(*color),
            GameEvent::Premoved(*color),
            GameEvent::TakeBackAsked(*color),
            GameEvent::TakeBackAllowed(*color),
            GameEvent::TakeBackRefused(*color),
            GameEvent::TookBack {
                color: *color,
                taken: taken(3, false),
            },
            GameEvent::TookBack {
                color: *color,
                taken: taken(3, true),
            },
        ]
    });
    [
        GameEvent::Started,
        GameEvent::Lapsed,
        GameEvent::AbortedByModerator,
        GameEvent::AbortedIdle,
    ]
    .into_iter()
    .chain(moves_of(&view.game))
    .chain(others)
    .collect()
}

#[test]
fn captions_fit_and_mention_who_is_to_move() {
    for rules in sample::all_rules() {
        for seed in 0..20 {
            let plies = usize::try_from(seed).expect("small number") * 7;
            let game = sample::random_game(rules, seed, plies);
            let mut view = sample::view(game, sample::LONG_NAME);
            view.draw = ColorSet::EMPTY.with(rules.mode().colors()[0]);
            view.take_back = Some(TakeBack {
                by: rules.mode().colors()[0],
                taken: taken(2, seed % 2 == 0),
                waiting: rules.mode().colors()[1..].iter().copied().collect(),
            });
            let side = view.game.position().side();
            let mention = format!("<@{}>", sample::person(side).0);
            for words in Language::ALL.map(Words::new) {
                let caption = words.caption(&view);
                check_text(&caption, 2_000);
                assert_eq!(caption.matches("<@").count(), 1, "{caption}");
                assert!(caption.contains(&mention), "{caption}");
            }
        }
    }
}

#[test]
fn news_of_any_length_fits() {
    for rules in sample::all_rules() {
        let mut view = sample::view(sample::random_game(rules, 3, 100), sample::LONG_NAME);
        view.news = events(&view);
        for words in Language::ALL.map(Words::new) {
            check_text(&words.caption(&view), 2_000);
            for event in &view.news {
                check_text(&words.event(&view, event), 500);
            }
        }
    }
}

#[test]
fn a_game_begins_with_the_lot() {
    let mut view = sample::view(duel(), "Ann_");
    view.news = vec![GameEvent::Started];
    let expected = [
        "**Orange** to move: <@100>",
        "Colors and the first move were drawn by lot: Orange (Ann\\_), Blue (Ann\\_). \
         Orange (Ann\\_) begins.",
        "Goal: whoever cannot move loses",
        "-# #12 · Duel · 0 moves played",
    ];
    check(&view, &expected);
}

#[test]
fn the_last_move_is_shown_again_with_what_came_after() {
    let mut game = duel();
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let mut view = sample::view(game, "Ann");
    view.news = vec![GameEvent::DrawOffered(Color::Orange)];
    view.draw = ColorSet::EMPTY.with(Color::Orange);
    let expected = [
        "**Blue** to move: <@102>",
        "Orange (Ann): **b3-b4**",
        "Orange (Ann) offers a draw.",
        "A draw has been offered. Agreed: Orange (Ann). Still to answer: Blue (Ann).",
        "-# #12 · Duel · whoever cannot move loses · 1 move played",
    ];
    check(&view, &expected);
}

/// Returns the plies of a game as events.
fn moves_of(game: &Game) -> Vec<GameEvent> {
    let plies = game.plies().iter();
    let moves = plies.map(|ply| GameEvent::Moved {
        color: ply.color,
        mv: ply.mv,
        effect: ply.effect,
        text: String::new(),
    });
    moves.collect()
}

/// Returns the lines of a caption about moves.
fn told_moves(caption: &str) -> Vec<&str> {
    let lines = caption.lines();
    lines.filter(|line| line.contains(": **")).collect()
}

#[test]
fn moves_since_the_movers_last_one_are_told_once() {
    let game = sample::five_plies();
    let moves = moves_of(&game);
    let mut view = sample::view(game, "Ann");
    let words = Words::new(Language::English);
    let lines = moves.iter().map(|event| words.event(&view, event));
    let lines: Vec<_> = lines.collect();
    // Edits of the board have shown more and more of them.
    for shown in 2..=5 {
        view.news = moves[shown..].to_vec();
        assert_eq!(told_moves(&words.caption(&view)), lines[2..], "{shown}");
    }
    view.ending = Some(Ending::Aborted);
    assert_eq!(told_moves(&words.caption(&view)), lines[2..], "at the end");
    let seen = words.caption_for_one(&view, sample::person(Color::Pink), &Premoves::default());
    assert_eq!(told_moves(&seen), lines[4..], "since Pink's own move");
}

#[test]
fn moves_taken_back_are_no_recent_ones() {
    let game = sample::five_plies();
    let moves = moves_of(&game);
    let mut view = sample::view(game.after(4), "Ann");
    let words = Words::new(Language::English);
    let lines = moves.iter().map(|event| words.event(&view, event));
    let lines: Vec<_> = lines.collect();
    let took_back = GameEvent::TookBack {
        color: Color::Orange,
        taken: taken(1, false),
    };
    view.news = vec![moves[4].clone(), took_back];
    assert_eq!(told_moves(&words.caption(&view)), lines[1..]);
}

#[test]
fn players_come_after_the_emojis_of_their_pieces() {
    let mut game = duel();
    game.play(sample::slide("b3", "b4")).expect("legal move");
    let mut view = sample::view(game, "Ann");
    let words = sample::with_emojis(Words::new(Language::English));
    let caption = words.caption(&view);
    let expected = "**<:Blue:3> Blue** to move: <@102>\n<:Orange:1> Orange (Ann): **b3-b4**\n";
    assert!(caption.starts_with(expected), "{caption}");
    let alt = words.alt_text(&view);
    assert!(!alt.contains("<:"), "{alt}");
    view.news = vec![GameEvent::Passed(Color::Blue)];
    let line = words.superseded_board(&view, "there");
    let expected = "<:Blue:3> Blue (Ann) cannot move and passes. · [#12](there)";
    assert_eq!(line, expected);
    view.news.clear();
    let line = words.superseded_board(&view, "there");
    assert_eq!(line, "The latest board: [#12](there)");
}

/// Returns a view of a game with every event, and with names of this length.
fn eventful(game: &Game, length: usize) -> GameView {
    let mut view = sample::view(game.clone(), &"x".repeat(length));
    view.news = events(&view);
    view
}

#[test]
fn emojis_are_left_out_where_long_names_leave_no_room() {
    let game = sample::random_game(Rules::new(Mode::FreeForAll), 3, 100);
    let english = Words::new(Language::English);
    let captions = |length: usize| {
        let view = eventful(&game, length);
        [english, sample::with_emojis(english)].map(|words| words.caption(&view))
    };
    let fits = |length: &usize| captions(*length)[0].chars().count() <= 2_000;
    let longest = (1..2_000)
        .take_while(fits)
        .last()
        .expect("a name that fits");
    let [_, short] = captions(1);
    assert!(short.contains("<:Pink:4> Pink (x)"), "{short}");
    let [without, long] = captions(longest);
    assert_eq!(long, without);
}

#[test]
fn emojis_are_left_out_where_a_link_or_premoves_need_the_room() {
    let game = sample::random_game(Rules::new(Mode::FreeForAll), 3, 100);
    let english = Words::new(Language::English);
    let words = sample::with_emojis(english);
    let has_emojis = |length: &usize| words.caption(&eventful(&game, *length)).contains("<:");
    let lengths = (1..2_000).take_while(has_emojis);
    let view = eventful(&game, lengths.last().expect("a name that fits"));
    let link = "x".repeat(100);
    let told = [english, words].map(|words| words.seen_there(&view, &link));
    assert_eq!(told[0], told[1]);
    let premoves = Premoves {
        lines: vec![vec![sample::slide("b3", "b4")]; Premoves::MOST_LINES],
    };
    let person = sample::person(Color::Orange);
    let seen = [english, words].map(|words| words.caption_for_one(&view, person, &premoves));
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn openings_say_what_to_do() {
    let exchange = Rules::new(Mode::Duel)
        .with_opening(Opening::Exchange)
        .expect("duel's option");
    let mut game = Game::new(exchange, Color::Blue);
    let first = Words::new(Language::English).caption(&sample::view(game.clone(), "Ann"));
    assert!(
        first.contains("Exchange opening: Blue swaps one of its pieces"),
        "{first}"
    );
    game.play(game.position().legal_moves()[0])
        .expect("legal move");
    let later = Game::from_position(game.position().clone());
    for game in [game, later] {
        let second = Words::new(Language::English).caption(&sample::view(game, "Ann"));
        assert!(second.contains("may not restore the symmetry"), "{second}");
    }

    let placement = sample::view(Game::new(Rules::new(Mode::ThreeWay), Color::Green), "Ann");
    let caption = Words::new(Language::English).caption(&placement);
    assert!(
        caption.contains("places a reserve on an empty square"),
        "{caption}"
    );
    assert!(caption.contains("**+c1**"), "{caption}");
}

#[test]
fn labels_of_moves_begin_with_the_move_and_fit() {
    for rules in sample::all_rules() {
        let mut game = sample::random_game(rules, 4, 60);
        while game.outcome().is_none() && game.plies().len() < 120 {
            let moves = game.position().legal_moves();
            for mv in &moves {
                let effect = game.position().effect(*mv);
                for words in Language::ALL.map(Words::new) {
                    let label = words.move_label(*mv, effect);
                    check_text(&label, 100);
                    let text = label.split(" – ").next().expect("a first part");
                    let read: MoveText = text.parse().expect("well-written move");
                    assert_eq!(read.mv(), *mv);
                }
            }
            game.play(moves[0]).expect("legal move");
        }
    }
}

#[test]
fn every_move_has_a_label() {
    let none = focus::Effect::NONE;
    for mv in sample::all_moves() {
        check_text(&Words::new(Language::Polish).move_label(mv, none), 100);
    }
    let label = Words::new(Language::Polish).move_label(sample::slide("c4", "c8"), none);
    assert_eq!(label, "c4-c8 – 4 pionki");
    assert_eq!(
        Words::new(Language::English).move_label(Move::Pass, none),
        "--"
    );
}

#[test]
fn who_withdraws_a_request_does_not_decline_it() {
    let view = sample::view(duel(), "Ann");
    for (event, told) in [
        (
            GameEvent::DrawWithdrawn(Color::Blue),
            "Blue (Ann) no longer wants a draw.",
        ),
        (
            GameEvent::TakeBackRefused(Color::Blue),
            "Blue (Ann): the move is not taken back.",
        ),
    ] {
        assert_eq!(Words::new(Language::English).event(&view, &event), told);
    }
}

#[test]
fn a_game_that_has_to_stay_where_it_was_moved_is_not_brought_back() {
    let game = |rated, is_private| GameView {
        rated,
        is_private,
        ..sample::view(duel(), "Ann")
    };
    let games = [
        (game(false, false), true),
        (game(true, false), false),
        (game(false, true), false),
    ];
    let person = sample::person(Color::Blue);
    for words in Language::ALL.map(Words::new) {
        for (view, comes_back) in &games {
            for told in [
                words.moved_there(view, "there"),
                words.moved_from_here(view, person, "there"),
            ] {
                check_text(&told, 2_000);
                assert!(told.contains("#12") && told.ends_with("there"), "{told}");
                assert_eq!(told.contains(":#12`"), *comes_back, "{told}");
            }
        }
    }
}

#[test]
fn polish_sentences_take_names_as_they_are() {
    let words = Words::new(Language::Polish);
    let mut view = sample::view(Game::new(Rules::new(Mode::Partners), Color::Orange), "Ann");
    let caption = words.caption(&view);
    let teams = "Pomarańczowe i Niebieskie kontra Zielone i Różowe";
    assert!(caption.contains(teams), "{caption}");
    // One person, not a color, which is a plural.
    view.watcher = Some(sample::person(Color::Blue));
    let told = words.event(&view, &GameEvent::Aborted(Color::Orange));
    assert_eq!(told, "Partia zostaje przerwana: <@102>.");
}
