//! Imported records: stepping through them and playing on from them.

use discord_sandbox::{Message, Person};
use focus::{Color, Game, Mode, Rules};
use focusbot::service::game::ended::imports::IMPORT_BYTES;
use focusbot::service::{GameId, TimeControl, View};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{HERE, Stage, board, pick, press, slash, table};

const RECORD: &str = "[Game \"Focus\"]\n[Rules \"mode=2\"]\n[First \"O\"]\n\
                      [Orange \"**Ann** @everyone\"]\n[Result \"*\"]\n\n1. b3-b4 b2-b3\n2. b4-b5\n";

async fn attach(person: &Person, command: &str, (name, content): (&str, &[u8])) -> Message {
    let asked = person.slash_with_file(HERE, command, "record", (name, content));
    let asked = asked.await.expect("a command");
    person.answer(&asked).await.expect("an answer")
}

/// Returns the position after `plies` plies of the record.
fn position(plies: usize) -> String {
    let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
    for text in ["b3-b4", "b2-b3", "b4-b5"].iter().take(plies) {
        let mv = text.parse::<focus::notation::MoveText>().expect("a move");
        let mv = mv.resolve_in(&game).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game.position().to_string()
}

#[track_caller]
fn shows(message: &Message, plies: usize) {
    let text = message.content();
    assert!(message.is_ephemeral(), "{text}");
    assert_eq!(message.attachments().len(), 1, "{text}");
    let place = match plies {
        0 => "before the first move".to_owned(),
        _ => format!("move {plies} of 3"),
    };
    assert!(text.contains(&place), "{text}");
    assert!(text.contains(&position(plies)), "{text}");
}

#[tokio::test]
async fn a_record_is_stepped_through_in_private_and_after_a_restart() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let end = attach(&anna, "focus-info import", ("game.fgn", RECORD.as_bytes())).await;
    shows(&end, 3);
    says(&end, "**b4-b5**");
    let name = "Orange (\\*\\*Ann\\*\\* @\u{200b}everyone)";
    says(&end, name);
    assert!(end.pings().is_empty());
    stage.restart_bot().await;
    let back = press(&anna, &end, "i1:prev").await;
    shows(&back, 2);
    assert_eq!(back.id(), end.id(), "the same message changes");
    let first = press(&anna, &back, "i1:first").await;
    shows(&first, 0);
    let one = anna.fetch(first.pictures()[0]).await.expect("a picture");
    let turned = press(&anna, &first, "i1:turn").await;
    shows(&turned, 0);
    let other = anna.fetch(turned.pictures()[0]).await.expect("a picture");
    assert_ne!(one, other, "the other side");
    shows(&press(&anna, &turned, "i1:next").await, 1);
    shows(&press(&anna, &turned, "i1:last").await, 3);
}

#[tokio::test]
async fn a_game_goes_on_from_any_place_of_a_record() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let one_line = RECORD.replace('\n', " ");
    let end = slash(&anna, "focus-info import", &[("notation", &one_line)]).await;
    let back = press(&anna, &end, "i1:prev").await;
    let done = press(&anna, &back, "i1:play").await;
    assert!(done.is_ephemeral() && done.id() != back.id());
    let shown = table(&juergen).await;
    says(&shown, &position(2));
    slash(&juergen, "focus join", &[]).await;
    board(&anna, 1, 0).await;
    let view = stage.game(1);
    assert_eq!(view.game.position().to_string(), position(2));
    assert!(!view.rated);
}

#[tokio::test]
async fn a_game_goes_on_with_a_clock_where_the_server_wants_one() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let settings = slash(&anna, "focus-admin settings", &[]).await;
    pick(&anna, &settings, "a1:clocks", &["bank"]).await;
    let shown = slash(&anna, "focus-info import", &[("notation", &position(2))]).await;
    press(&anna, &shown, "i1:play").await;
    let view = stage.service().view(GameId(1));
    let View::Table(table) = view.expect("a table") else {
        panic!("expected a table");
    };
    let bank: TimeControl = "2h+5m".parse().expect("a time");
    assert_eq!(table.time.expect("a clock").control, bank);
}

#[tokio::test]
async fn a_table_is_set_up_from_a_record() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    attach(&anna, "focus new", ("game.fgn", RECORD.as_bytes())).await;
    let shown = table(&juergen).await;
    says(&shown, &position(3));
}

#[tokio::test]
async fn a_position_is_a_record_without_moves() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let position = position(2);
    let shown = slash(&anna, "focus-info import", &[("notation", &position)]).await;
    assert!(
        shown.content().starts_with("**A position** · "),
        "{}",
        shown.content()
    );
    says(&shown, &position);
    assert_eq!(shown.labels(), ["Flip", "Play on from here"]);
}

#[tokio::test]
async fn a_resigned_game_goes_on_from_its_last_position() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let resigned = RECORD.replace(
        "[Result \"*\"]",
        "[Termination \"resignation\"]\n[Result \"O\"]",
    );
    let end = slash(&anna, "focus-info import", &[("notation", &resigned)]).await;
    says(&end, "won by Orange");
    press(&anna, &end, "i1:play").await;
    says(&table(&juergen).await, &position(3));
    slash(&juergen, "focus join", &[]).await;
    board(&anna, 1, 0).await;
    assert_eq!(stage.game(1).game.position().to_string(), position(3));
}

#[tokio::test]
async fn a_record_of_a_finished_game_is_looked_at_and_not_played_on() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let over = "[Game \"Focus\"]\n[Rules \"mode=2\"]\n[First \"O\"]\n[Result \"B\"]\n\
                [FPS \"2 x4/x6/x8/x8/x3,O,x4/x8/x2,B,x3/x4 O - O:B17,B:O17 - 0 35\"]\n\n\
                1. d4-d3 d2-d3\n";
    let shown = slash(&anna, "focus-info import", &[("notation", over)]).await;
    says(&shown, "won by Blue");
    assert!(
        anna.press(&shown, "i1:play").await.is_err(),
        "a disabled button"
    );
    let refused = attach(&anna, "focus new", ("game.fgn", over.as_bytes())).await;
    let reason = "A player is out in this position";
    says(&refused, reason);
}

#[tokio::test]
async fn invalid_record_is_refused_in_private_with_its_line() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let of_text = |from: &str, to: &str| RECORD.replace(from, to).into_bytes();
    let huge = vec![b' '; IMPORT_BYTES + 1];
    let rows: [(&str, Vec<u8>, &str); 10] = [
        (
            "a.fgn",
            of_text("b4-b5", "b4-b7"),
            "Line 8: Move 3, “b4\\-b7”: It is 3 squares",
        ),
        (
            "a.fgn",
            of_text("[First \"O\"]", "[First \"G\"]"),
            "I expect one of `OB`",
        ),
        (
            "a.fgn",
            of_text("[First \"O\"]", "[First O]"),
            "Line 3: “\\[First O\\]” is not a tag",
        ),
        (
            "a.fgn",
            of_text("[First \"O\"]\n", ""),
            "The tag “First” is missing",
        ),
        (
            "a.fgn",
            of_text("\"*\"", "\"B\""),
            "but the moves lead to `*`",
        ),
        ("a.fgn", b"hello".to_vec(), "neither a record"),
        ("a.fgn", huge, "at most 32 KiB"),
        ("a.fgn", vec![0xff, 0xfe, 0], "is not text"),
        ("a.fgn", b"[\0G\0a\0m\0e\0".to_vec(), "is not text"),
        ("a.png", RECORD.as_bytes().to_vec(), "is not text"),
    ];
    for (name, content, reason) in rows {
        for command in ["focus-info import", "focus new"] {
            let refusal = attach(&anna, command, (name, &content)).await;
            says_privately(&refusal, reason);
            assert!(refusal.content().chars().count() < 400);
        }
    }
    let nothing = slash(&anna, "focus-info import", &[]).await;
    says(&nothing, "Attach a record");
    assert_eq!(stage.unannounced(), []);
}

#[tokio::test]
async fn a_record_that_is_gone_is_asked_for_again() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let first = slash(&anna, "focus-info import", &[("notation", &position(0))]).await;
    for _ in 0..3 {
        slash(&anna, "focus-info import", &[("notation", &position(1))]).await;
    }
    let gone = press(&anna, &first, "i1:play").await;
    says_privately(&gone, "no longer kept");
    assert_eq!(stage.unannounced(), []);
}
