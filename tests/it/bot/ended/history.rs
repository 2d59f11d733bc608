//! Ended games: replays, records, lists.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Message, Person};
use focus::Mode;
use focus::notation::Record;
use focus_engine::{Engine, Level, Options, Player};
use focusbot::discord::PoolSettings;
use focusbot::store::records::{GameRecord, ReplayMark};
use focusbot::store::{Archive, Batch, Expected, Key, Store};
use gif::DecodeOptions;
use serde_json::json;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, LIMITS, Stage, board, create_channel, duel, final_board, play_on, press, press_quietly,
    reviewed, share, slash, slash_in, table, three_way,
};

/// Returns the delays of the pictures of a GIF, in hundredths of a second.
fn delays(gif: &[u8]) -> Vec<u16> {
    let mut decoder = DecodeOptions::new().read_info(gif).expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        delays.push(frame.delay);
    }
    delays
}

async fn file(person: &Person, message: &Message) -> (String, Vec<u8>) {
    let url = message.pictures()[0];
    let bytes = person.fetch(url).await.expect("a file");
    let path = url.split('?').next().unwrap_or(url);
    let name = path.rsplit('/').next().expect("a name");
    (name.to_owned(), bytes)
}

/// Returns a bot that searches only a few nodes, whatever it is asked.
pub(crate) async fn hasty_stage() -> Stage {
    let mut stage = Stage::without_bot(LIMITS).await;
    let hasty = |options| -> Box<dyn Player> {
        Box::new(Engine::new(Options {
            level: Level::Beginner,
            ..options
        }))
    };
    stage.pool = PoolSettings {
        players: Arc::new(hasty),
        ..stage.pool
    };
    stage.start_bot().await;
    stage
}

/// Returns a duel of two people who read English.
async fn english_duel(stage: &Stage) -> [Person; 2] {
    let people = duel(stage).await;
    let english = json!({"locale": "en-US"});
    people[1]
        .perform("locale", english)
        .await
        .expect("a language");
    people
}

/// Returns a duel of four plies that is resigned.
async fn ended_duel(stage: &Stage) -> [Person; 2] {
    let people = english_duel(stage).await;
    for _ in 0..4 {
        play_on(stage, &people).await;
    }
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "Resign").await;
    people
}

/// Returns the public replays in the channel.
fn replays(person: &Person) -> Vec<Message> {
    person.view(|view| {
        let channel = view.channel(HERE).expect("a channel");
        let messages = view.messages(&channel).into_iter();
        messages.filter(is_public_replay).collect()
    })
}

fn is_public_replay(message: &Message) -> bool {
    let files = message.attachments();
    let name = files.first().and_then(|file| file["filename"].as_str());
    !message.is_ephemeral() && name.is_some_and(|name| name.starts_with("replay-"))
}

async fn replay(person: &Person) -> Message {
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
    assert!(
        stage
            .service()
            .owed_replays(None)
            .expect("a store")
            .entries
            .is_empty()
    );
    let record = press(&anna, &shown, "Record").await;
    assert!(record.is_ephemeral());
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
    // The bot looks whether the replay is there already.
    let hang = json!({"fault": {"delay_ms": 3_600_000}, "count": 99, "method": "GET",
        "path": format!("/channels/{here}/messages")});
    people[0].control("fault", hang).await.expect("a fault");
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
    for _ in 0..4 {
        play_on(&stage, &people).await;
    }
    // The last board is rejected permanently, so that the bot stops before the replay.
    let refused =
        json!({"fault": {"status": 400}, "count": 1, "method": "POST", "path": "/messages"});
    people[0].control("fault", refused).await.expect("a fault");
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "Resign").await;
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
    // As a crash between the two leaves it.
    let key = Key::new().u32(1);
    let archive = Archive::new(stage.shared_store());
    let held = archive.read::<GameRecord>(&key).expect("a record");
    let mut record = held.expect("a game").record;
    record.owes_replay = true;
    let mut batch = Batch::new();
    batch.put_record(key.clone(), &record, Expected::Any);
    batch.put_record(key, &ReplayMark::default(), Expected::Any);
    stage.store().commit(batch).expect("a commit");
    // By then, Discord has forgotten the nonce of the message.
    stage.sandbox.clock().advance(Duration::from_secs(3600));
    stage.start_bot().await;
    while !stage
        .service()
        .owed_replays(None)
        .expect("a store")
        .entries
        .is_empty()
    {
        slash(&anna, "focus-info help", &[]).await;
    }
    assert_eq!(replays(&anna).len(), 1);
}

#[tokio::test]
async fn part_of_a_game_is_replayed_at_any_speed() {
    let stage = Stage::new().await;
    let people = english_duel(&stage).await;
    for _ in 0..3 {
        play_on(&stage, &people).await;
    }
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
fn list(message: &Message) -> String {
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
        let id = focusbot::service::PersonId(person.id().parse().expect("a number"));
        let color = stage.game(1).color_of(id).expect("a player");
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
    let film = press(&anna, &before, "Replay").await;
    assert!(film.id() != before.id());
    assert_eq!(file(&anna, &film).await.0, "replay-1-1-4.gif");
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
async fn the_course_of_a_game_is_told_once_it_is_over() {
    let mut stage = hasty_stage().await;
    let people = english_duel(&stage).await;
    let refusal = slash(&people[0], "focus-info eval", &[("game", "1")]).await;
    says(&refusal, "still going on");
    for _ in 0..4 {
        play_on(&stage, &people).await;
    }
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "Resign").await;
    let shown = replay(&people[0]).await;
    let told = slash(&people[0], "focus-info eval", &[]).await;
    assert!(told.is_ephemeral());
    let told = reviewed(&people[0], &told).await;
    let text = told.all_text();
    assert!(text.contains("How game #1 went"), "{text}");
    let (name, chart) = file(&people[0], &told).await;
    assert_eq!(name, "report-1.png");
    let moments = (1..=3).filter(|number| text.contains(&format!("**{number}.**")));
    let moments = moments.count();
    // The chart is shown, so its button is disabled; the last one shares it.
    assert_eq!(told.labels().len(), moments + 1);
    let shared = share(&people[0], &told).await;
    assert!(!shared.is_ephemeral() && !shared.labels().contains(&"Share"));
    says(&shared, "Shared by Anna");
    assert_eq!(
        file(&people[0], &shared).await,
        (name.clone(), chart.clone())
    );
    stage.restart_bot().await;
    let again = press(&people[1], &shown, "Analysis").await;
    let again = reviewed(&people[1], &again).await;
    assert_eq!(again.all_text(), text);
    assert_eq!(file(&people[1], &again).await.1, chart);
    stage.restart_bot().await;
    // It is not known after a restart, and made anew before it can be shared.
    let made = press(&people[1], &again, "Share").await;
    let made = reviewed(&people[1], &made).await;
    assert_eq!(made.id(), again.id());
    let shared = share(&people[1], &made).await;
    assert!(!shared.is_ephemeral());
    if moments > 0 {
        stage.restart_bot().await;
        let moment = press(&people[1], &again, "f1:moment:1:1").await;
        let moment = reviewed(&people[1], &moment).await;
        let (name, board) = file(&people[1], &moment).await;
        assert!(name.starts_with("moment-1-") && board != chart, "{name}");
        let back = press(&people[1], &moment, "f1:chart").await;
        let back = reviewed(&people[1], &back).await;
        assert_eq!(file(&people[1], &back).await.1, chart);
    }
}

#[tokio::test]
async fn any_move_is_explained_once_the_game_is_over() {
    let mut stage = hasty_stage().await;
    let people = english_duel(&stage).await;
    play_on(&stage, &people).await;
    let running = slash(&people[0], "focus board", &[]).await;
    let ids = |message: &Message| message.0["components"].to_string();
    assert!(!ids(&running).contains("f1:explain"), "{running:?}");
    for _ in 0..3 {
        play_on(&stage, &people).await;
    }
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "Resign").await;
    let last = final_board(&people[0], 1).await;
    let shown = press(&people[0], &last, "Look").await;
    let back = press(&people[0], &shown, "f1:prev").await;
    stage.restart_bot().await;
    let explained = press(&people[0], &back, "Explain").await;
    assert!(explained.is_ephemeral());
    let played = stage.game(1).game.plies()[2].mv;
    let text = explained.content();
    let head = "**Move 3 of game #1:**";
    assert!(
        text.starts_with(head) && text.contains(&format!("played **{played}** – ")),
        "{text}"
    );
    let (name, _) = file(&people[0], &explained).await;
    assert_eq!(name, "moment-1-3.png");
    let first = press(&people[0], &back, "f1:first").await;
    assert!(!ids(&first).contains("f1:explain"), "{first:?}");
}

#[tokio::test]
async fn every_mode_is_looked_back_on_in_every_language() {
    let stage = hasty_stage().await;
    let anna = stage.person("anna").await;
    let id = focusbot::service::PersonId(anna.id().parse().expect("a number"));
    let words = [
        ("de", "Wiederholung"),
        ("nl", "Herhaling"),
        ("pl", "Powtórka"),
        ("fr", "Film"),
    ];
    for ((number, mode), (locale, word)) in (1..).zip(Mode::ALL).zip(words) {
        let choice = (number - 1).to_string();
        slash(&anna, "focus new", &[("mode", &choice), ("computer", "0")]).await;
        let game = format!("#{number}");
        let own_turn = || {
            let view = stage.game(number);
            view.to_move().is_some() && view.to_move() == view.color_of(id)
        };
        stage.until("one's own turn", own_turn).await;
        let mv = stage.a_move(number).to_string();
        slash(&anna, "focus move", &[("move", &mv), ("game", &game)]).await;
        // A move of the computer after the question would make the answer to it stale.
        stage.until("one's own turn", own_turn).await;
        let question = slash(&anna, "focus resign", &[("game", &game)]).await;
        press(&anna, &question, "Resign").await;
        anna.perform("locale", json!({"locale": locale}))
            .await
            .expect("a language");
        let replay = slash(
            &anna,
            "focus-info replay",
            &[("game", &game), ("speed", "2")],
        )
        .await;
        says(&replay, word);
        assert_eq!(stage.game(number).game.rules().mode(), mode);
        let (_, gif) = file(&anna, &replay).await;
        assert_eq!(
            delays(&gif).len(),
            stage.game(number).game.plies().len() + 1
        );
        let record = slash(&anna, "focus-info export", &[("game", &game)]).await;
        let (_, text) = file(&anna, &record).await;
        let text = String::from_utf8(text).expect("text");
        let record: Record = text.parse().expect("a record");
        assert_eq!(record.game.plies(), stage.game(number).game.plies());
        let report = slash(&anna, "focus-info eval", &[("game", &game)]).await;
        reviewed(&anna, &report).await;
        let listed = slash(&anna, "focus-info history", &[]).await;
        assert!(
            list(&listed).contains(&format!("[{game}]")),
            "{}",
            list(&listed)
        );
        anna.perform("locale", json!({"locale": "en-US"}))
            .await
            .expect("a language");
    }
}

#[tokio::test]
async fn who_gave_up_has_no_part_in_the_draw_of_the_others() {
    let mut stage = Stage::new().await;
    let people = three_way(&stage).await;
    for person in &people {
        let english = json!({"locale": "en-US"});
        person.perform("locale", english).await.expect("a language");
    }
    let leaver = stage.to_move(1, &people);
    let question = slash(leaver, "focus resign", &[]).await;
    press(leaver, &question, "f1:resign!").await;
    stage.restart_bot().await;
    let others = people.iter().filter(|person| person.id() != leaver.id());
    for person in others.clone() {
        slash(person, "focus draw", &[]).await;
    }
    let last = final_board(leaver, 1).await;
    let text = last.content();
    assert!(text.starts_with("**Draw between "), "{text}");
    let headline = text.lines().next().expect("a first line");
    let named = |person: &Person| {
        let game = stage.game(1);
        let mut players = game
            .players
            .iter()
            .filter_map(|(_, player)| player.person());
        let player = players.find(|player| player.id.0.to_string() == person.id());
        headline.contains(&player.expect("a player").name)
    };
    assert!(!named(leaver), "{text}");
    let own = slash(leaver, "focus-info history", &[]).await;
    assert!(list(&own).contains("lost"), "{}", list(&own));
    for person in others {
        assert!(named(person), "{text}");
        let own = slash(person, "focus-info history", &[]).await;
        assert!(list(&own).contains("** · draw\n"), "{}", list(&own));
    }
}
