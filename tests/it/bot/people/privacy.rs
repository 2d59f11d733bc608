//! Export and deletion of the data about people.

use std::time::Duration;

use serde_json::Value;

use focusbot::service::{AuditAction, GuildId, PersonSettings};
use focusbot::store::records::record::encode;
use focusbot::store::records::{AliveRecord, MarkRecord, PlayerRecord};
use focusbot::store::{Batch, Expected, Key, Keys, Store, Table};

use crate::bot::stage::says::says;
use crate::bot::stage::{
    HOUR, Stage, board, choose, final_board, id_of, person_of, play_on, press, resign, slash,
    slash_in, speak_english, three_way, told,
};
use crate::bot::user_install::{GROUP, group, sit_down};
use crate::service::harness::decide;
use discord_sandbox::Event;

/// Returns all stored data as text.
fn kept(stage: &Stage) -> String {
    use focusbot::store::records::envelope::Envelope;
    let mut text = String::new();
    let visited = stage.store().visit(&mut |_, _, stored| {
        if !stored.bytes.is_empty() {
            let record = Envelope::open(&stored.bytes).expect("an intact envelope");
            text.push_str(&String::from_utf8_lossy(&record.payload));
        }
    });
    visited.expect("a readable store");
    text
}

#[tokio::test]
async fn documents_are_shown_in_the_language_of_the_person() {
    let (_stage, [lukasz]) = Stage::with_people(["lukasz"]).await;
    let shown = slash(&lukasz, "focus-me privacy", &[]).await;
    assert!(shown.is_ephemeral());
    let text = |message: &discord_sandbox::Message| message.embeds()[0].to_string();
    assert!(text(&shown).contains("Co jest przechowywane"), "{shown:?}");
    let shown = press(&lukasz, &shown, "s1:terms").await;
    assert!(text(&shown).contains("Uczciwa gra"), "{shown:?}");
    let shown = press(&lukasz, &shown, "s1:privacy").await;
    assert!(text(&shown).contains("Co jest przechowywane"), "{shown:?}");
}

#[tokio::test]
async fn export_holds_all_data_of_the_person_and_none_of_others() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, juergen] = &people;
    play_on(&stage, &people).await;
    play_on(&stage, &people).await;
    slash(anna, "focus-me settings", &[("language", "1")]).await;
    let shown = slash(anna, "focus-me privacy", &[]).await;
    let sent = press(anna, &shown, "s1:export").await;
    assert!(sent.is_ephemeral());
    assert_eq!(sent.attachments()[0]["filename"], "focusbot-data.json");
    let url = sent.attachments()[0]["url"].clone();
    let file = anna.fetch(url.as_str().expect("an address")).await;
    let file = file.expect("a file");
    let data: Value = serde_json::from_slice(&file).expect("JSON");
    assert_eq!(data["person"], anna.id());
    assert_eq!(data["settings"]["language"], "en");
    assert_eq!(data["games"][0]["game"], 1);
    assert_eq!(
        data["games"][0]["actions"].as_array().map(Vec::len),
        Some(1)
    );
    let text = String::from_utf8(file).expect("text");
    assert!(!text.contains(&juergen.id()), "{text}");
}

#[tokio::test]
async fn deleting_asks_first_and_then_forgets_everything() {
    let (mut stage, people) = Stage::with_duel().await;
    let [anna, juergen] = &people;
    play_on(&stage, &people).await;
    slash(anna, "focus-me settings", &[("language", "5")]).await;
    choose(anna, "s1:theme", "contrast").await;
    slash(anna, "focus new", &[]).await;
    let shown = slash(anna, "focus-me privacy", &[]).await;
    let question = press(anna, &shown, "s1:erase").await;
    says(&question, "Ta partie en cours");
    assert!(
        kept(&stage).contains(&anna.id()),
        "nothing is deleted by asking"
    );
    stage.restart_bot().await;
    let done = press(anna, &question, "s1:erase!").await;
    says(&done, "effacé");
    // The board may have come between the resignation and the deletion, and is changed then.
    let is_nameless = |event: &Event| {
        let message = event.is_message().then(|| event.message())??;
        let alt = message.attachments().first()?["description"].as_str()?;
        alt.contains("deleted player").then_some(message)
    };
    let last = juergen.wait_for("a board without the name", is_nameless);
    last.await.expect("a changed board");
    assert!(!kept(&stage).contains(&anna.id()), "{}", kept(&stage));
    let settings = stage.service().settings(id_of(anna)).expect("settings");
    assert_eq!(settings, PersonSettings::default());
    assert_eq!(stage.game(1).plies(), 1, "the moves are kept");
    let games = slash(anna, "focus-info games", &[]).await;
    says(&games, "You have no games.");
}

#[tokio::test]
async fn a_game_of_three_goes_on_without_the_erased_player() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let mover = stage.to_move(1, &people);
    let shown = slash(mover, "focus-me privacy", &[]).await;
    let question = press(mover, &shown, "s1:erase").await;
    press(mover, &question, "s1:erase!").await;
    let rest: Vec<_> = people.iter().filter(|one| one.id() != mover.id()).collect();
    for person in &rest {
        board(person, 1, 1).await;
    }
    assert!(!kept(&stage).contains(&mover.id()));
    assert!(stage.game(1).ending.is_none());
    let next = stage.to_move(1, &people).id();
    assert!(rest.iter().any(|person| person.id() == next));
}

#[tokio::test]
async fn the_other_hears_in_private_that_deletion_has_ended_a_game_in_a_group() {
    let mut stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let table = slash_in(&people[0], GROUP, "focus new", &[]).await;
    sit_down(&people[1], &table).await;
    board(&people[0], 1, 0).await;
    // Without a token, the result cannot be shown in the group.
    stage.restart_bot().await;
    // The account of the first person to be told is deleted.
    let (_, first) = &stage.game(1).players[0];
    let leaver = person_of(&people, first.id().expect("a person"));
    let rest: Vec<_> = people
        .iter()
        .filter(|one| one.id() != leaver.id())
        .collect();
    let direct = leaver.open_dm().await.expect("a conversation");
    let shown = slash_in(leaver, &direct, "focus-me privacy", &[]).await;
    let question = press(leaver, &shown, "s1:erase").await;
    press(leaver, &question, "s1:erase!").await;
    stage.stop_bot().await.expect("a good end");
    stage.pass(Duration::from_secs(120));
    stage.start_bot().await;
    stage.retry_everything();
    told(rest[0], "discord.com/channels/@me/").await;
}

/// Stores that a person's data is being deleted.
fn put_leaving(stage: &Stage, person: u64) {
    let record = PlayerRecord {
        is_leaving: true,
        ..PlayerRecord::default()
    };
    let key = Key::new().u64(person);
    let in_progress = Key::new().u8(5).bytes(&key);
    let mark = encode(&MarkRecord::default());
    let mut batch = Batch::new();
    batch.put_record(key, &record, Expected::Any);
    batch.put(Table::Mentions, in_progress, mark, Expected::Absent);
    stage.store().commit(batch).expect("a store");
}

#[tokio::test]
async fn forgetting_goes_on_after_a_restart() {
    let (mut stage, [anna, _juergen]) = Stage::with_duel().await;
    stage.stop_bot().await.expect("a good end");
    put_leaving(&stage, id_of(&anna).0);
    stage.start_bot().await;
    final_board(&anna, 1).await;
    assert!(!kept(&stage).contains(&anna.id()), "{}", kept(&stage));
}

#[tokio::test]
async fn game_that_a_player_is_out_of_is_marked_and_not_resigned_again() {
    let mut stage = Stage::new().await;
    let people = three_way(&stage).await;
    let leaver = stage.to_move(1, &people);
    speak_english(leaver).await;
    resign(leaver).await;
    slash(leaver, "focus new", &[]).await;
    stage.restart_bot().await;
    let games = slash(leaver, "focus-info games", &[]).await;
    let lines: Vec<_> = games.content().lines().collect();
    assert!(lines[1].contains("[#2]"), "{lines:?}");
    let last = lines[2];
    assert!(
        last.contains("[#1]") && last.ends_with("you are out"),
        "{lines:?}"
    );
    let shown = slash(leaver, "focus-me privacy", &[]).await;
    let question = press(leaver, &shown, "s1:erase").await;
    let nothing = "You have no running games.";
    says(&question, nothing);
}

#[tokio::test]
async fn deletion_that_an_outage_of_the_store_interrupted_is_finished() {
    let stage = Stage::new().await;
    let key = Key::new().u64(7);
    put_leaving(&stage, 7);
    stage.pass(HOUR * 7);
    let service = stage.service();
    let is_finished = || {
        let kept = stage.store().get(Table::Players, &key).expect("a store");
        kept.is_none() && service.leaving().expect("a store").is_empty()
    };
    stage.until("the deletion", is_finished).await;
}

#[tokio::test]
async fn indices_are_completed_after_an_older_program_has_used_the_store() {
    let mut stage = Stage::new().await;
    decide(&stage.service(), GuildId(7), &AuditAction::Replays(false));
    let mentions = |stage: &Stage| {
        let all = stage.store().scan(Table::Mentions, &Keys::all());
        let all = all.expect("a store").into_iter();
        all.map(|(key, _)| key).collect::<Vec<_>>()
    };
    let before = mentions(&stage);
    assert!(!before.is_empty());
    // The index is complete.
    let is_noted = || {
        let noted = stage
            .store()
            .get(Table::Meta, Table::Mentions.name().as_bytes());
        noted.expect("a store").is_some()
    };
    stage.until("a complete index", is_noted).await;
    stage.stop_bot().await.expect("a good end");
    let mut batch = Batch::new();
    for key in before.clone() {
        batch.delete(Table::Mentions, key, Expected::Any);
    }
    batch.put_record(Key::new().u8(0), &AliveRecord::default(), Expected::Any);
    stage.store().commit(batch).expect("a store");
    stage.start_bot().await;
    let is_completed = || mentions(&stage) == before;
    stage.until("the rest of the index", is_completed).await;
}
