//! Replays of ended games.

use std::sync::Arc;

use discord_sandbox::{Message, Person};
use focus::Color;
use focus_engine::Player;
use focusbot::discord::PoolSettings;
use focusbot::service::GameId;
use focusbot::store::records::record::encode;
use focusbot::store::records::{GameRecord, MarkRecord};
use focusbot::store::{Archive, Batch, Expected, Key, Store, Table};
use gif::DecodeOptions;
use serde_json::json;

use crate::bot::ended::history::{ended_duel, english_duel, file};
use crate::bot::play::computers::hasty;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, HOUR, LIMITS, Stage, answer_to, answers, board, choose, create_channel, end_faults,
    final_board, hinder, messages_in, person_of, play_plies, press, resign, share, slash, slash_in,
};

/// Returns the delays of the pictures of a GIF, in hundredths of a second.
pub(super) fn delays(gif: &[u8]) -> Vec<u16> {
    let mut decoder = DecodeOptions::new().read_info(gif).expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        delays.push(frame.delay);
    }
    delays
}

/// Returns a bot that searches only a few nodes, whatever it is asked.
pub(crate) async fn hasty_stage() -> Stage {
    let mut stage = Stage::without_bot(LIMITS).await;
    let hasty = |options| -> Box<dyn Player> { Box::new(hasty(options)) };
    stage.pool = PoolSettings {
        players: Arc::new(hasty),
        ..stage.pool
    };
    stage.start_bot().await;
    stage
}

/// Returns the public replays in the channel.
pub(crate) fn replays(person: &Person) -> Vec<Message> {
    let messages = messages_in(person, HERE).into_iter();
    messages.filter(is_public_replay).collect()
}

fn is_public_replay(message: &Message) -> bool {
    let files = message.attachments();
    let name = files.first().and_then(|file| file["filename"].as_str());
    !message.is_ephemeral() && name.is_some_and(|name| name.starts_with("replay-"))
}

pub(super) async fn replay(person: &Person) -> Message {
    let found = person.wait_until("a replay", |view| {
        let channel = view.channel(HERE)?;
        view.messages(&channel).into_iter().find(is_public_replay)
    });
    found.await.expect("a replay")
}

#[tokio::test]
async fn a_replay_follows_the_end_exactly_once() {
    let mut stage = Stage::new().await;
    let [anna, _] = ended_duel(&stage).await;
    let shown = replay(&anna).await;
    let text = shown.content();
    assert!(text.contains("moves 1–4") && text.contains("#1"), "{text}");
    let (_, gif) = file(&anna, &shown).await;
    assert_eq!(delays(&gif).len(), 5);
    let board = final_board(&anna, 1).await;
    assert_eq!(shown.0["message_reference"]["message_id"], board.id());
    assert!(shown.pings().is_empty());
    for _ in 0..2 {
        stage.restart_bot().await;
        slash(&anna, "focus-info help", &[]).await;
    }
    assert_eq!(replays(&anna).len(), 1);
    let is_noted = || stage.owed_replays().is_empty();
    stage.until("no replay that is owed", is_noted).await;
    let record = press(&anna, &shown, "Record").await;
    assert!(record.is_ephemeral());
}

#[tokio::test]
async fn a_move_in_reply_to_a_replay_is_chat() {
    let stage = Stage::new().await;
    let [anna, _] = ended_duel(&stage).await;
    let shown = replay(&anna).await;
    let reply = anna.reply(&shown, "b3-b4").await.expect("a reply");
    // With a mention, it is answered.
    let call = anna.view(|view| format!("<@{}> b3-b4", view.bot()));
    let call = anna.reply(&shown, &call).await.expect("a reply");
    says(&answer_to(&anna, &call).await, "has ended");
    let messages = messages_in(&anna, HERE);
    assert!(!messages.iter().any(|message| answers(message, &reply)));
}

#[tokio::test]
async fn a_channel_that_hangs_holds_up_no_replay_elsewhere() {
    let stage = Stage::new().await;
    let people = english_duel(&stage).await;
    let third = create_channel(&people, "third").await;
    slash_in(
        &people[0],
        &third,
        "focus challenge",
        &[("opponent1", "juergen")],
    )
    .await;
    slash_in(&people[1], &third, "focus join", &[("game", "2")]).await;
    board(&people[0], 2, 0).await;
    let here = people[0].channel(HERE).expect("a channel");
    // The bot first looks for the replay in the channel.
    let hang = json!({"delay_ms": 3_600_000});
    let requests = format!("GET /channels/{here}/messages");
    hinder(&people[0], &requests, 99, hang).await;
    for (game, channel) in [(1, &here), (2, &third)] {
        let number = game.to_string();
        for plies in 1..=4 {
            let (mover, mv) = (stage.to_move(game, &people), stage.a_move(game).to_string());
            let options = [("move", mv.as_str()), ("game", &number)];
            slash_in(mover, channel, "focus move", &options).await;
            board(&people[0], game, plies).await;
        }
        let mover = stage.to_move(game, &people);
        let question = slash_in(mover, channel, "focus resign", &[("game", &number)]).await;
        press(mover, &question, "Resign").await;
        final_board(&people[0], game).await;
    }
    let found = people[0].wait_until("a replay", |view| {
        let mut messages = view.messages(&third).into_iter();
        messages.find(is_public_replay)
    });
    found.await.expect("a replay");
    assert!(replays(&people[0]).is_empty());
}

#[tokio::test]
async fn a_replay_that_was_cut_short_is_posted_after_the_next_start() {
    let mut stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    // The last board is rejected permanently, so that the bot stops before the replay.
    hinder(&people[0], "POST /messages", 1, json!({"status": 400})).await;
    resign(stage.to_move(1, &people)).await;
    stage.request(0, |made| made.status == 400).await;
    stage.stop_bot().await.expect("a good end");
    assert!(replays(&people[0]).is_empty());
    stage.start_bot().await;
    final_board(&people[0], 1).await;
    replay(&people[0]).await;
}

#[tokio::test]
async fn a_replay_that_was_posted_and_not_noted_is_not_posted_again() {
    let mut stage = Stage::new().await;
    let [anna, _] = ended_duel(&stage).await;
    replay(&anna).await;
    stage.stop_bot().await.expect("a good end");
    // The state after a crash between the post and its record.
    let key = Key::new().u32(1);
    let archive = Archive::new(stage.shared_store());
    let held = archive.read::<GameRecord>(&key).expect("a record");
    let mut record = held.expect("a game").record;
    record.owes_replay = true;
    let mut batch = Batch::new();
    batch.put_record(key.clone(), &record, Expected::Any);
    let mark = encode(&MarkRecord::default());
    batch.put(Table::Replays, key, mark, Expected::Any);
    stage.store().commit(batch).expect("a commit");
    // By then, Discord has forgotten the nonce of the message.
    stage.pass(HOUR);
    stage.start_bot().await;
    while !stage.owed_replays().is_empty() {
        slash(&anna, "focus-info help", &[]).await;
    }
    assert_eq!(replays(&anna).len(), 1);
}

#[tokio::test]
async fn a_replay_that_another_process_posted_during_a_freeze_is_not_posted_again() {
    let mut stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    // Discord accepts the last board only.
    let away = json!({"fault": {"status": 502}, "count": 999, "after": 1, "method": "POST",
        "path": "/messages"});
    people[0].control("fault", away).await.expect("a fault");
    resign(stage.to_move(1, &people)).await;
    stage.request(0, |request| request.status == 502).await;
    let posted = stage.service().replay_posted(GameId(1));
    posted.expect("a store");
    stage.freeze_in_request(&people[0]).await;
    stage.restart_bot().await;
    slash(&people[0], "focus-info help", &[]).await;
    assert!(replays(&people[0]).is_empty());
}

#[tokio::test]
async fn a_replay_for_which_the_token_is_refused_is_posted_later() {
    let mut stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    // The first message is the last board.
    let refused = json!({"fault": {"status": 401}, "count": 1, "after": 1, "method": "POST",
        "path": "/messages"});
    people[0].control("fault", refused).await.expect("a fault");
    resign(stage.to_move(1, &people)).await;
    stage.request(0, |request| request.status == 401).await;
    stage.restart_bot().await;
    replay(&people[0]).await;
}

#[tokio::test]
async fn a_shared_part_of_a_game_does_not_stand_for_its_replay() {
    let mut stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 4).await;
    // Discord accepts the last board only.
    let away = json!({"fault": {"status": 502}, "count": 999, "after": 1, "method": "POST",
        "path": "/messages"});
    people[0].control("fault", away).await.expect("a fault");
    resign(stage.to_move(1, &people)).await;
    stage.request(0, |request| request.status == 502).await;
    let part = [("game", "1"), ("from", "2"), ("to", "3")];
    let part = slash(&people[0], "focus-info replay", &part).await;
    share(&people[0], &part).await;
    end_faults(&people[0]).await;
    stage.restart_bot().await;
    let whole = people[0].wait_until("the whole game", |view| {
        let mut messages = view.messages(&view.channel(HERE)?).into_iter();
        messages.find(|message| {
            is_public_replay(message) && message.attachments()[0]["filename"] == "replay-1-1-4.gif"
        })
    });
    whole.await.expect("the whole game");
}

#[tokio::test]
async fn part_of_a_game_is_replayed_at_any_speed() {
    let stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 3).await;
    let anna = &people[0];
    let options = [("from", "2"), ("to", "3"), ("speed", "2"), ("side", "2")];
    let answer = slash(anna, "focus-info replay", &options).await;
    assert!(answer.is_ephemeral());
    let (name, gif) = file(anna, &answer).await;
    assert_eq!(name, "replay-1-2-3.gif");
    let delays = delays(&gif);
    assert_eq!(delays[..2], [40, 40]);
    let shared = share(anna, &answer).await;
    assert!(!shared.is_ephemeral() && shared.labels().is_empty());
    says(&shared, "Shared by Anna");
    assert_eq!(file(anna, &shared).await, (name, gif));
    for options in [[("from", "3"), ("to", "2")], [("from", "1"), ("to", "4")]] {
        let refusal = slash(anna, "focus-info replay", &options).await;
        says(&refusal, "3 moves");
        assert!(refusal.attachments().is_empty());
    }
    for command in ["focus-info replay", "focus board"] {
        let refusal = slash(anna, command, &[("side", "3")]).await;
        says(&refusal, "does not have this option: Pink");
    }
    let refusal = slash(anna, "focus-info replay", &[("game", "99")]).await;
    says(&refusal, "#99");
}

#[tokio::test]
async fn a_private_replay_has_the_side_of_the_person_and_a_shared_one_the_usual() {
    let stage = Stage::new().await;
    let people = english_duel(&stage).await;
    play_plies(&stage, &people, 3).await;
    let blue = stage.game(1).person(Color::Blue).expect("a person").id;
    let blue = person_of(&people, blue);
    choose(blue, "s1:orientation", "mine").await;
    let own = slash(blue, "focus-info replay", &[]).await;
    let shared = share(blue, &own).await;
    for (shown, side) in [(&own, "2"), (&shared, "0")] {
        let chosen = slash(blue, "focus-info replay", &[("side", side)]).await;
        assert_eq!(file(blue, shown).await, file(blue, &chosen).await, "{side}");
    }
}
