//! Ended games: records and lists.

use discord_sandbox::{Message, Person};
use focus::notation::Record;

use crate::bot::ended::replays::replay;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, duel, final_board, id_of, offered, pick, play_plies, press, press_old,
    press_quietly, resign, resign_to_computer, slash, speak_english, table,
};

pub(super) async fn file(person: &Person, message: &Message) -> (String, Vec<u8>) {
    let url = message.pictures()[0];
    let bytes = person.fetch(url).await.expect("a file");
    let path = url.split('?').next().unwrap_or(url);
    let name = path.rsplit('/').next().expect("a name");
    (name.to_owned(), bytes)
}

/// Returns a duel of two people who read English.
pub(super) async fn english_duel(stage: &Stage) -> [Person; 2] {
    let people = duel(stage).await;
    speak_english(&people[1]).await;
    people
}

/// Returns a duel of four plies that is resigned.
pub(super) async fn ended_duel(stage: &Stage) -> [Person; 2] {
    let people = english_duel(stage).await;
    play_plies(stage, &people, 4).await;
    resign(stage.to_move(1, &people)).await;
    people
}

#[tokio::test]
async fn the_record_is_the_game() {
    let stage = Stage::new().await;
    let [anna, juergen] = ended_duel(&stage).await;
    for person in [&anna, &juergen] {
        let answer = slash(person, "focus-info export", &[("game", "#1")]).await;
        let (name, text) = file(person, &answer).await;
        assert_eq!(name, "game-1.fgn");
        let text = String::from_utf8(text).expect("text");
        let record: Record = text.parse().expect("a record");
        let game = stage.game(1).game;
        assert_eq!(record.game, game);
        assert_eq!(
            record.names.iter().filter(|name| !name.is_empty()).count(),
            2
        );
        says(&answer, &game.position().to_string());
    }
}

/// Returns the text of the list in an answer.
pub(super) fn list(message: &Message) -> String {
    let text = message.all_text();
    assert!(text.starts_with("### "), "{text}");
    text
}

#[tokio::test]
async fn ended_games_are_listed_with_links_also_after_a_restart() {
    let mut stage = Stage::new().await;
    let people = ended_duel(&stage).await;
    let board = final_board(&people[0], 1).await;
    // It is posted once the bot has recorded the last board's message.
    replay(&people[0]).await;
    let loser = stage.game(1);
    let winners = loser.game.outcome().expect("a result").winners;
    for person in &people {
        let own = slash(person, "focus-info history", &[]).await;
        let color = stage.game(1).color_of(id_of(person)).expect("a player");
        let word = if winners.contains(color) {
            "won"
        } else {
            "lost"
        };
        let text = list(&own);
        assert!(text.contains("[#1]") && text.contains(board.id()), "{text}");
        assert!(text.contains(word), "{text}");
        stage.restart_bot().await;
        let all = press(person, &own, "This server").await;
        assert!(list(&all).contains("won by"), "{}", list(&all));
        let mine = press(person, &all, "My games").await;
        assert_eq!(list(&mine), text);
        let other = slash(person, "focus-info history", &[("mode", "1")]).await;
        assert!(list(&other).ends_with("No finished games match."));
    }
    let lukasz = stage.person("lukasz").await;
    let annas = slash(&lukasz, "focus-info history", &[("person", "anna")]).await;
    assert!(list(&annas).contains("[#1]"), "{}", list(&annas));
}

#[tokio::test]
async fn games_against_computers_are_listed_by_the_account_of_the_bot() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("mode", "0"), ("computer", "0")]).await;
    resign_to_computer(&stage, &anna, HERE).await;
    let bot = anna.view(|view| view.bot().to_owned());
    let against = async |who: &str| {
        let listed = slash(&anna, "focus-info history", &[("opponent", who)]).await;
        list(&listed)
    };
    let none = "No finished games match.";
    assert!(!against(&bot).await.contains(none));
    assert!(against("juergen").await.contains(none));
}

#[tokio::test]
async fn every_page_of_another_persons_games_names_that_person() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let first = slash(&anna, "focus-info history", &[("person", "juergen")]).await;
    says(&first, "Finished games of Jürgen");
    // Without a game whose player has the name, as when the person only watched.
    let second = format!("h1:p:{}:-:0:-:1", juergen.id());
    let shown = press_old(&anna, &first, &second).await;
    says(&shown, "Finished games of Jürgen");
}

#[tokio::test]
async fn a_listed_game_is_opened_replayed_and_played_on() {
    let mut stage = Stage::new().await;
    let [anna, juergen] = ended_duel(&stage).await;
    replay(&anna).await;
    let listed = slash(&anna, "focus-info history", &[]).await;
    stage.restart_bot().await;
    let opened = press(&anna, &listed, "Open").await;
    assert!(opened.is_ephemeral() && opened.id() != listed.id());
    let before = press(&anna, &opened, "Back").await;
    for label in ["Replay", "Analysis", "Record", "Play on from here"] {
        assert!(before.labels().contains(&label), "{:?}", before.labels());
    }
    let replayed = press(&anna, &before, "Replay").await;
    assert!(replayed.id() != before.id());
    assert_eq!(file(&anna, &replayed).await.0, "replay-1-1-4.gif");
    let record = press(&anna, &before, "Record").await;
    assert_eq!(file(&anna, &record).await.0, "game-1.fgn");
    press(&anna, &before, "Play on from here").await;
    let joined = table(&juergen).await;
    press_quietly(&juergen, &joined, "Join").await;
    board(&anna, 2, 0).await;
    let (first, next) = (stage.game(1).game, stage.game(2).game);
    assert_eq!(next.position(), first.after(3).position());
}

#[tokio::test]
async fn last_board_replays_the_game_and_an_older_one_gives_its_record() {
    let stage = Stage::new().await;
    let [anna, _] = ended_duel(&stage).await;
    let last = final_board(&anna, 1).await;
    let replayed = press(&anna, &last, "Replay").await;
    assert!(replayed.is_ephemeral());
    assert_eq!(file(&anna, &replayed).await.0, "replay-1-1-4.gif");
    let record = press_old(&anna, &last, "f1:record:1:0").await;
    assert_eq!(file(&anna, &record).await.0, "game-1.fgn");
}

#[tokio::test]
async fn buttons_ask_which_of_several_games_to_export_or_replay() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    for _ in 0..2 {
        let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
        slash(&anna, "focus new", &options).await;
    }
    let are_hers = || (1..=2).all(|game| stage.game(game).thinking().is_none());
    stage.until("her turn in both games", are_hers).await;
    let question = slash(&anna, "focus-info replay", &[]).await;
    assert!(question.component("f1:replay:2:").is_some());
    let question = slash(&anna, "focus-info export", &[]).await;
    let record = press(&anna, &question, "f1:record:2:").await;
    assert_eq!(file(&anna, &record).await.0, "game-2.fgn");
}

#[tokio::test]
async fn empty_lists_of_games_lead_to_a_game_and_to_the_practice_game() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let history = slash(&anna, "focus-info history", &[]).await;
    says(&history, "No finished games match.");
    let begin = ["Play a beginner", "Set up a game", "Practice"];
    assert_eq!(history.labels()[..3], begin);
    for options in [[("mode", "1")], [("person", "juergen")]] {
        let listed = slash(&anna, "focus-info history", &options).await;
        assert!(listed.component("p1:e:").is_none());
    }
    let listed = slash(&anna, "focus-info games", &[]).await;
    says(&listed, "You have no games.");
    assert_eq!(listed.labels(), begin);
    let practice = press(&anna, &listed, "Practice").await;
    assert!(practice.is_ephemeral() && !practice.attachments().is_empty());
}

#[tokio::test]
async fn tables_beyond_the_first_are_in_the_menu_of_games() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    for _ in 0..6 {
        slash(&anna, "focus new", &[]).await;
    }
    let listed = slash(&anna, "focus-info games", &[]).await;
    assert_eq!(offered(&listed, "f1:game:"), ["2", "1"]);
    stage.restart_bot().await;
    let chosen = pick(&anna, &listed, "f1:game:", &["1"]).await;
    says(&chosen, "#1");
    assert_eq!(chosen.labels().len(), 1, "the way to the table");
}
