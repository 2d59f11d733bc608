//! Messages of tables: components with a small picture; those posted before remain text.

use discord_sandbox::{Message, Person};
use focusbot::discord::rest::limiter::Limiter;
use focusbot::discord::rest::{Outgoing, Rest};
use focusbot::metrics::Metrics;
use focusbot::service::REQUESTS_PER_SECOND;
use focusbot::store::records::GameRecord;
use focusbot::store::{Archive, Batch, Expected, Key, Store};
use serde_json::json;
use serenity::all::{ChannelId, CreateActionRow, CreateButton};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, answer_to, board, context, end_faults, hinder, messages_in, press, press_quietly,
    reads, slash, slash_in, speak_english, table,
};

/// Flag of a message made of components.
const OF_COMPONENTS: u64 = 1 << 15;

/// Returns the container of a message that has nothing else.
#[track_caller]
fn container(message: &Message) -> &serde_json::Value {
    assert_eq!(message.0["flags"], OF_COMPONENTS);
    assert!(message.content().is_empty() && message.attachments().is_empty());
    assert_eq!(message.0["components"].as_array().map(Vec::len), Some(1));
    &message.0["components"][0]
}

#[tokio::test]
async fn a_table_has_a_small_picture_until_it_is_a_game() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    assert!(container(&shown)["accent_color"].is_number());
    let picture = shown.pictures()[0];
    assert!(picture.contains("/table-1.png"), "{picture}");
    assert_eq!(shown.pictures().len(), 1);
    let about = shown.descriptions().concat();
    assert!(about.contains("before the first move"), "{about}");
    let joined = press(&juergen, &shown, "Join").await;
    says(&joined, "2 of 3");
    assert!(joined.pictures()[0].contains("/table-1.png"));
    assert_eq!(joined.pictures().len(), 1);
    press_quietly(&anna, &shown, "Start").await;
    board(&anna, 1, 0).await;
    let left = reads(&anna, &shown, "has begun").await;
    container(&left);
    assert!(left.pictures().is_empty() && left.labels().is_empty());
}

#[tokio::test]
async fn a_table_that_closes_keeps_no_picture() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    assert_eq!(shown.pings(), [juergen.id()]);
    let declined = press(&juergen, &shown, "Decline").await;
    says(&declined, "declined");
    container(&declined);
    assert!(declined.pictures().is_empty() && declined.labels().is_empty());
}

/// Returns table 1 as an earlier version posted it: in a message of text.
async fn table_of_text(stage: &Stage, anna: &Person) -> Message {
    slash(anna, "focus new", &[("mode", "1")]).await;
    let shown = table(anna).await;
    let id = shown.id().parse().ok();
    let noted = || {
        let archive = Archive::new(stage.shared_store());
        let held = archive.read::<GameRecord>(&Key::new().u32(1));
        let record = held.expect("a record").expect("a table").record;
        (record.message == id).then_some(record)
    };
    stage
        .until("a note of the table", || noted().is_some())
        .await;
    let base = stage.sandbox.base_url();
    let limiter = Limiter::new(REQUESTS_PER_SECOND);
    let rest = Rest::new(
        stage.sandbox.token(),
        Some(base),
        limiter,
        Metrics::default(),
    );
    let button = |action, label| CreateButton::new(format!("f1:{action}:1:0")).label(label);
    let row = vec![button("join", "Join"), button("start", "Start")];
    let old = Outgoing::text("**Three-way** · table #1").rows(vec![CreateActionRow::Buttons(row)]);
    let channel: u64 = shown.channel().parse().expect("an id");
    let rest = rest.expect("a client");
    let posted = rest.post(ChannelId::new(channel), &old).await;
    let posted = posted.expect("a message");
    let mut record = noted().expect("a note of the table");
    (record.message, record.of_components) = (Some(posted.get()), false);
    let mut batch = Batch::new();
    batch.put_record(Key::new().u32(1), &record, Expected::Any);
    stage.store().commit(batch).expect("a commit");
    let id = posted.to_string();
    let seen = anna.wait_until("a table of text", |view| view.message(&id));
    seen.await.expect("a table of text")
}

/// Asserts that a message is made of text that contains some words.
#[track_caller]
fn says_as_text(message: &Message, words: &str) {
    let text = message.content();
    assert!(text.contains(words), "expected `{words}` in: {text}");
}

#[tokio::test]
async fn a_table_posted_as_text_goes_on_as_text() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let old = table_of_text(&stage, &anna).await;
    let joined = press(&juergen, &old, "Join").await;
    assert_eq!(joined.id(), old.id());
    says_as_text(&joined, "2 of 3");
    says_as_text(&joined, "-# Table #1 · ");
    assert!(joined.pictures().is_empty());
    // A command changes it by the channel's route.
    slash(&juergen, "focus leave", &[]).await;
    let left = reads(&anna, &old, "1 of 3").await;
    says_as_text(&left, "1 of 3");
    press(&juergen, &old, "Join").await;
    press_quietly(&anna, &old, "Start").await;
    board(&anna, 1, 0).await;
    let begun = reads(&anna, &old, "has begun").await;
    says_as_text(&begun, "has begun");
    assert!(begun.labels().is_empty());
}

#[tokio::test]
async fn a_reply_to_a_table_is_about_that_table() {
    let (stage, people) = Stage::with_duel().await;
    slash(&people[0], "focus new", &[("mode", "1")]).await;
    let shown = table(&people[1]).await;
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    let reply = mover.reply(&shown, &mv).await.expect("a reply");
    assert!(!answer_to(mover, &reply).await.content().is_empty());
    assert_eq!(stage.game(1).plies(), 0);
}

#[tokio::test]
async fn a_command_on_a_table_knows_which_one_it_is() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    let shown = table(&anna).await;
    let refused = context(&anna, HERE, "Replay", shown.id()).await;
    says_privately(&refused, "has not started yet");
}

#[tokio::test]
async fn an_invitation_whose_answer_is_lost_calls_once() {
    let (mut stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    let question = press(&anna, &shown, "Invite").await;
    hinder(&anna, "POST /messages", 1, json!({"lost": true})).await;
    let invited = anna.select(&question, "f1:guests:", &["lukasz"]).await;
    invited.expect("a menu");
    let id = lukasz.id();
    let is_call = |message: &Message| message.pings() == [id.as_str()];
    let call = lukasz.wait_for_message("a call", is_call).await;
    call.expect("a call");
    // The bot finishes pending work before it ends.
    stage.stop_bot().await.expect("a good end");
    let messages = messages_in(&lukasz, HERE);
    assert_eq!(messages.iter().filter(|one| is_call(one)).count(), 1);
}

#[tokio::test]
async fn a_list_of_games_says_that_an_invitation_elsewhere_is_accepted() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    speak_english(&juergen).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    let list = slash_in(&juergen, "games", "focus-info games", &[]).await;
    let accepted = press(&juergen, &list, "f1:join:").await;
    assert_eq!(accepted.id(), list.id());
    says_privately(&accepted, "The game has begun.");
    says(&accepted, shown.channel());
    assert!(accepted.labels().is_empty(), "{:?}", accepted.labels());
}

#[tokio::test]
async fn a_table_changes_though_the_response_to_a_press_is_refused() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    let past = stage.last_request();
    let refused = json!({"status": 404, "code": 10_062});
    hinder(&anna, "/callback", 1, refused).await;
    juergen.press(&shown, "f1:join").await.expect("a button");
    stage.request(past, |request| request.status == 404).await;
    // The bot finishes pending work before it ends, and tries nothing again.
    stage.stop_bot().await.expect("a good end");
    reads(&anna, &shown, "2 of 3").await;
}

#[tokio::test]
async fn a_table_posted_anew_is_linked_from_its_old_message() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let old = table(&juergen).await;
    let too_often = json!({"status": 429, "code": 30_046, "retry_after": 3600.0});
    hinder(&anna, &format!("PATCH {}", old.id()), 1, too_often).await;
    slash(&juergen, "focus join", &[]).await;
    let left = reads(&anna, &old, "Table #1 is now here").await;
    assert!(left.labels().is_empty());
    let mut messages = messages_in(&anna, HERE).into_iter();
    let new = messages.find(|message| message.component("f1:join:").is_some());
    says(&left, new.expect("the table").id());
}

#[tokio::test]
async fn a_table_posted_anew_has_begun_if_its_old_message_can_be_changed_only_then() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    let [anna, juergen, lukasz] = &people;
    slash(anna, "focus new", &[("mode", "1")]).await;
    let old = table(juergen).await;
    let too_often = json!({"status": 429, "code": 30_046, "retry_after": 3600.0});
    hinder(anna, &format!("PATCH {}", old.id()), 99, too_often).await;
    for person in [juergen, lukasz] {
        slash(person, "focus join", &[]).await;
    }
    let first = board(anna, 1, 0).await;
    stage.noted(1, &first).await;
    stage.stop_bot().await.expect("a good end");
    end_faults(anna).await;
    stage.start_bot().await;
    let left = reads(anna, &old, "The game has begun.").await;
    says(&left, first.id());
}
