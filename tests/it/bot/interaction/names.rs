//! Hostile names, wherever they are shown.

use discord_sandbox::Message;
use serde_json::{Value, json};

use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    HERE, Stage, all_messages, board, final_board, offer_seat, press_quietly, resign, slash, table,
    three_way,
};

/// Markdown, mentions, links.
const MARKED: &str = "**b** _i_ ||x|| `c` ```d``` [l](http://x.y) <@1> <@&2> @everyone @here";
/// Direction marks, line breaks and control characters.
const TURNED: &str = "\u{202e}evil\u{2066}\n# head\n> quote\n- list\u{0}\u{7}\u{1b}[31m";

/// Returns names, and the parts of each that must never be shown verbatim.
fn names() -> [(String, &'static [&'static str]); 5] {
    let zalgo = "z\u{300}\u{301}\u{302}\u{303}\u{304}".repeat(200);
    [
        (
            MARKED.to_owned(),
            &[
                "**b**",
                "_i_",
                "||x||",
                "`c`",
                "```d",
                "[l](",
                "<@1>",
                "<@&2>",
                "@everyone",
                "@here",
            ],
        ),
        (TURNED.to_owned(), &["\n# head", "\n> quote", "\n- list"]),
        (
            "x".repeat(1_000),
            &["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"],
        ),
        (zalgo, &[]),
        ("\u{1f469}\u{200d}\u{1f467}\u{1f3f4}".repeat(30), &[]),
    ]
}

/// Returns all text of a message: with markdown, and without.
fn texts(message: &Message) -> (Vec<String>, Vec<String>) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let embeds = message.embeds().iter();
    let described = embeds.filter_map(|embed| text(&embed["description"]));
    let marked = described.chain([message.all_text()]).collect();
    let plain = message.descriptions().into_iter().map(str::to_owned);
    let plain = plain.collect();
    (marked, plain)
}

/// Returns whether a character breaks a line or changes the direction of text.
fn is_bad(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[track_caller]
fn check(message: &Message, never: &[&str]) {
    assert_eq!(message.0["mention_everyone"], json!(false));
    assert_eq!(message.0["mention_roles"], json!([]));
    let (marked, plain) = texts(message);
    for text in &marked {
        assert!(text.chars().count() <= 4_096);
        for never in never {
            assert!(!text.contains(never), "{never}: {text}");
        }
    }
    for text in marked.iter().chain(&plain) {
        assert!(!text.contains(is_bad), "{text:?}");
    }
    assert!(message.content().chars().count() <= 2_000);
    for text in &plain {
        assert!(text.chars().count() <= 1_024, "{text:?}");
    }
}

#[tokio::test]
async fn hostile_names_neither_mention_people_nor_break_texts() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    for (round, (name, never)) in (1..).zip(names()) {
        let rename = json!({"who": "juergen", "name": name});
        anna.control("rename", rename).await.expect("a name");
        slash(&juergen, "focus new", &[("thread", "false")]).await;
        let shown = table(&anna).await;
        check(&shown, never);
        slash(&anna, "focus join", &[]).await;
        check(&board(&anna, round, 0).await, never);
        let people = [&anna, &juergen];
        let mover = stage.game(round).to_move().expect("a game that goes on");
        let mover = stage
            .game(round)
            .person(mover)
            .expect("a person")
            .id
            .0
            .to_string();
        let mover = people
            .iter()
            .find(|person| person.id() == mover)
            .expect("a player");
        let mv = stage.a_move(round).to_string();
        slash(mover, "focus move", &[("move", &mv)]).await;
        check(&board(&anna, round, 1).await, never);
        let shown = board(&anna, round, 1).await;
        let pinged = shown.pings();
        assert!(
            pinged
                .iter()
                .all(|id| people.iter().any(|person| person.id() == *id))
        );
        for command in ["focus-info games", "focus board", "focus-me settings"] {
            check(&slash(&anna, command, &[]).await, never);
        }
        let in_words = slash(&anna, "focus board", &[("text", "true")]).await;
        check(&in_words, never);
        let asked = anna.slash(HERE, "focus-me profile", &[("person", "juergen")]);
        let profile = anna.answer(&asked.await.expect("a command")).await;
        check(&profile.expect("an answer"), never);
        let typed = [("game", "")];
        let offers = suggestions(&anna, HERE, "focus-info export", &typed, "game").await;
        assert!(!offers.is_empty());
        for (label, _) in offers {
            assert!(label.chars().count() <= 100, "{label:?}");
            assert!(!label.contains(is_bad), "{label:?}");
        }
        resign(&anna).await;
        check(&final_board(&anna, round).await, never);
        check(&slash(&anna, "focus-info history", &[]).await, never);
    }
    let everything = anna.view(all_messages);
    assert!(everything.len() > 10);
}

#[tokio::test]
async fn hostile_name_of_a_person_asking_for_a_seat_is_harmless() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let sjoerd = stage.person("sjoerd").await;
    let mover = stage.to_move(1, &people);
    offer_seat(mover).await;
    for (name, never) in names() {
        let rename = json!({"who": "sjoerd", "name": name});
        mover.control("rename", rename).await.expect("a name");
        let with = |button: &'static str| {
            mover.wait_until(button, move |view| {
                let messages = view.messages(&view.channel(HERE)?);
                let newest = messages
                    .into_iter()
                    .rfind(|message| !message.is_ephemeral())?;
                newest.component(button).is_some().then_some(newest)
            })
        };
        let offered = with("f1:seatme").await.expect("a seat on offer");
        let asked = sjoerd.press(&offered, "f1:seatme").await;
        asked.expect("a button");
        let asked = with("f1:seat+").await.expect("a question");
        check(&asked, never);
        let other = stage.waiting(1, &people);
        press_quietly(other, &asked, "f1:noseat").await;
    }
}
