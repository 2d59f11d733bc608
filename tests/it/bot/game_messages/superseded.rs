//! Superseded messages, and messages posted without being recorded.

use std::sync::Arc;

use discord_sandbox::{LoggedRequest, Message, Person};
use focusbot::service::{GameId, MessageId, Request};
use focusbot::store::records::{GameRecord, UnannouncedRecord};
use focusbot::store::{Archive, Batch, Expected, Key, Store, Table};
use serde_json::json;

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, HOUR, LIMITS, Stage, answer_to, board, boards_in, changed, choose_move, cleared, deny,
    duel, end_faults, hinder, hold_changes, is_board, is_left, messages_in, play_on, play_plies,
    press, press_more, reads, slash, stripped, table, with_button,
};

/// Makes a move whose board is recorded while the change of the first one hangs; returns both.
async fn recorded_before_a_change(stage: &Stage, people: &[Person]) -> [Message; 2] {
    let first = board(&people[0], 1, 0).await;
    hold_changes(&people[0], &first).await;
    play_on(stage, people).await;
    let second = board(&people[0], 1, 1).await;
    stage.noted(1, &second).await;
    [first, second]
}

#[tokio::test]
async fn an_old_board_keeps_a_line_with_its_move_and_neither_picture_nor_buttons() {
    let (stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    let mv = stage.a_move(1).to_string();
    play_on(&stage, &people).await;
    let second = board(&people[0], 1, 1).await;
    is_left(&people[0], &first, &second).await;
    play_on(&stage, &people).await;
    let third = board(&people[0], 1, 2).await;
    is_left(&people[0], &second, &third).await;
    let left = reads(&people[0], &second, &mv).await;
    assert_eq!(left.content().lines().count(), 1, "{}", left.content());
    // A reply to it is about a position that no longer exists.
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    let reply = mover.reply(&left, &mv).await.expect("a reply");
    answer_to(mover, &reply).await;
    assert_eq!(stage.game(1).plies(), 2);
}

/// Chooses a move with the buttons below the first board; returns that board and the question
/// whether to play the move.
async fn choose_below_board(stage: &Stage, mover: &Person) -> [Message; 2] {
    let first = board(mover, 1, 0).await;
    let step = press(mover, &first, "f1:move:").await;
    let (question, _) = choose_move(mover, step, &stage.a_move(1).to_string()).await;
    [first, question]
}

/// Plays the chosen move, and waits until the first board is a line; returns how often it was changed
/// by the route of its channel.
async fn play_chosen(stage: &Stage, mover: &Person, chosen: &[Message; 2]) -> usize {
    let [first, question] = chosen;
    press(mover, question, "f1:play:").await;
    let second = board(mover, 1, 1).await;
    is_left(mover, first, &second).await;
    let requests = stage.sandbox.requests(0);
    let is_change =
        |made: &&LoggedRequest| made.method == "PATCH" && made.path.ends_with(first.id());
    requests.iter().filter(is_change).count()
}

#[tokio::test]
async fn the_press_that_leads_to_a_move_changes_the_old_board() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let chosen = choose_below_board(&stage, mover).await;
    assert_eq!(play_chosen(&stage, mover, &chosen).await, 0);
}

#[tokio::test]
async fn the_channel_changes_an_old_board_if_the_token_of_the_press_is_refused() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let chosen = choose_below_board(&stage, mover).await;
    let refused = json!({"status": 404, "code": 10_015});
    hinder(mover, "PATCH /webhooks/", 1, refused).await;
    assert!(play_chosen(&stage, mover, &chosen).await > 0);
}

#[tokio::test]
async fn the_channel_changes_an_old_board_if_a_restart_has_lost_the_token_of_the_press() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let chosen = choose_below_board(&stage, mover).await;
    stage.restart_bot().await;
    assert!(play_chosen(&stage, mover, &chosen).await > 0);
}

#[tokio::test]
async fn an_old_board_is_changed_without_being_looked_up() {
    let stage = Stage::without_bot(LIMITS).await;
    // Nor is it found when the whole queue is looked through.
    let store = GatedStore::hiding(stage.shared_store(), Table::Leftovers);
    let store = Arc::new(store);
    let process = stage.run_on(Arc::clone(&store) as _);
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let people = duel(&stage).await;
    // The table of the game is looked up, as often as its change is still in progress.
    stage.noted(1, &board(&anna, 1, 0).await).await;
    cleared(&stage).await;
    let before = store.lookups(Table::Leftovers);
    for plies in 0..6 {
        let old = board(&anna, 1, plies).await;
        play_on(&stage, &people).await;
        let new = board(&anna, 1, plies + 1).await;
        is_left(&anna, &old, &new).await;
    }
    let lookups = store.lookups(Table::Leftovers) - before;
    // One that was asked for while the table was changed may come late.
    assert!(lookups < 6, "{lookups}");
    process.stop().await;
}

#[tokio::test]
async fn a_change_of_an_old_board_that_hangs_holds_up_no_newer_one() {
    let (stage, people) = Stage::with_duel().await;
    hold_changes(&people[0], &board(&people[0], 1, 0).await).await;
    play_plies(&stage, &people, 3).await;
    assert_eq!(stage.game(1).plies(), 3);
}

#[tokio::test]
async fn an_old_board_loses_its_buttons_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let [first, second] = recorded_before_a_change(&stage, &people).await;
    stage.stop_bot().await.expect("a good end");
    end_faults(&people[0]).await;
    stage.start_bot().await;
    is_left(&people[0], &first, &second).await;
}

#[tokio::test]
async fn an_old_board_loses_its_buttons_though_the_bot_was_killed_before_it_changed_it() {
    let stage = Stage::without_bot(LIMITS).await;
    let killed = stage.run_on(stage.shared_store());
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let people = duel(&stage).await;
    let [first, second] = recorded_before_a_change(&stage, &people).await;
    killed.kill().await;
    end_faults(&anna).await;
    let next = stage.run_on(stage.shared_store());
    is_left(&anna, &first, &second).await;
    next.stop().await;
}

#[tokio::test]
async fn an_old_board_loses_its_buttons_though_the_token_is_refused_at_first() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    let refused = json!({"status": 401});
    hinder(&people[0], &format!("PATCH {}", first.id()), 1, refused).await;
    play_on(&stage, &people).await;
    stage.request(0, |request| request.status == 401).await;
    let second = board(&people[0], 1, 1).await;
    stage.restart_bot().await;
    is_left(&people[0], &first, &second).await;
}

#[tokio::test]
async fn old_boards_are_left_alone_once_discord_refuses_to_change_one() {
    let (mut stage, people) = Stage::with_duel().await;
    let mut old = Vec::new();
    for plies in 0..20 {
        let shown = board(&people[0], 1, plies).await;
        hold_changes(&people[0], &shown).await;
        play_on(&stage, &people).await;
        old.push(shown);
    }
    let newest = board(&people[0], 1, 20).await;
    stage.noted(1, &newest).await;
    stage.stop_bot().await.expect("a good end");
    end_faults(&people[0]).await;
    for board in &old {
        let refused = json!({"status": 429, "code": 30_046, "retry_after": 3600.0});
        hinder(&people[0], &format!("PATCH {}", board.id()), 99, refused).await;
    }
    stage.start_bot().await;
    let tries = || {
        let requests = stage.sandbox.requests(0).into_iter();
        let refused = requests.filter(|asked| asked.method == "PATCH" && asked.status == 429);
        refused
            .filter(|asked| old.iter().any(|board| asked.path.contains(board.id())))
            .count()
    };
    stage.until("a refusal", || tries() > 0).await;
    for _ in 0..3 {
        slash(&people[0], "focus-info help", &[]).await;
    }
    // Sixteen of a channel are tried at once.
    assert!(tries() <= 16, "{}", tries());
}

#[tokio::test]
async fn an_offer_changes_the_board_that_is_there() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    let mover = stage.to_move(1, &people).id();
    press_more(&people[0], &shown, "f1:draw:").await;
    let is_offer = |board: &Message| board.labels().contains(&"Accept draw");
    let offer = changed(&people[1], &shown, "an offer", is_offer).await;
    assert!(is_board(&offer) && offer.content().contains(&mover));
}

#[tokio::test]
async fn a_board_that_is_an_hour_old_is_not_changed_but_followed_by_another() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    stage.pass(HOUR);
    press_more(&people[0], &shown, "f1:draw:").await;
    let offer = with_button(&people[1], "Accept draw").await;
    assert_ne!(offer.id(), shown.id());
    is_left(&people[0], &shown, &offer).await;
}

#[tokio::test]
async fn a_board_posted_and_not_noted_is_found_and_not_posted_again() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    let second = posted_before_a_crash(&mut stage, &people, &first).await;
    stage.start_bot().await;
    stage.noted(1, &second).await;
    assert_eq!(boards_in(&people[0], HERE), 1);
}

#[tokio::test]
async fn a_board_in_words_posted_and_not_noted_is_found_and_not_posted_again() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    deny(&people[0], HERE, &["ATTACH_FILES"]).await;
    let mv = stage.a_move(1).to_string();
    slash(stage.to_move(1, &people), "focus move", &[("move", &mv)]).await;
    let second = with_button(&people[0], "f1:more:1:1").await;
    assert!(second.pictures().is_empty());
    stage.noted(1, &second).await;
    is_left(&people[0], &first, &second).await;
    crash_before_the_note(&mut stage, Some(&first)).await;
    stage.start_bot().await;
    stage.noted(1, &second).await;
}

#[tokio::test]
async fn a_board_posted_and_not_noted_is_found_behind_many_messages() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    stage.noted(1, &first).await;
    // Discord lists a hundred at most.
    for number in 0..101 {
        let said = people[0].say(HERE, &format!("message {number}")).await;
        said.expect("a message");
    }
    let second = posted_before_a_crash(&mut stage, &people, &first).await;
    stage.start_bot().await;
    stage.noted(1, &second).await;
    assert_eq!(boards_in(&people[0], HERE), 1);
}

#[tokio::test]
async fn a_board_posted_and_not_noted_gives_its_buttons_to_the_next_one() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    let second = posted_before_a_crash(&mut stage, &people, &first).await;
    // Somebody moves before the bot has looked for it.
    move_unannounced(&stage, &people);
    stage.start_bot().await;
    let third = board(&people[0], 1, 2).await;
    is_left(&people[0], &second, &third).await;
}

/// Makes a move as a process that ends before it shows the result.
fn move_unannounced(stage: &Stage, people: &[Person]) {
    let request = Request::Move {
        game: GameId(1),
        seen: Some(stage.game(1).steps),
        asked: None,
        text: stage.a_move(1).to_string(),
    };
    let now = stage.now();
    stage.carry_out_unannounced(stage.to_move(1, people), now, request);
}

#[tokio::test]
async fn a_board_posted_after_the_next_one_gets_its_picture_as_well() {
    let (mut stage, people) = Stage::with_duel().await;
    let late = board(&people[0], 1, 0).await;
    stage.noted(1, &late).await;
    stage.stop_bot().await.expect("a good end");
    let service = stage.service();
    let view = || service.view(GameId(1)).expect("a game");
    let old = view();
    move_unannounced(&stage, &people);
    // Another process has posted and recorded the next one before.
    let id: u64 = late.id().parse().expect("a number");
    for (shown, message) in [(view(), id - 1), (old, id)] {
        let noted = service.announced(&shown, MessageId(message));
        noted.expect("a store");
    }
    let left = service.superseded_messages(None).expect("a store");
    service.cleared(&left.entries).expect("a store");
    stage.start_bot().await;
    let edited = board(&people[0], 1, 1).await;
    assert_eq!(edited.id(), late.id());
}

#[tokio::test]
async fn a_board_that_may_have_been_posted_waits_until_it_can_be_looked_for() {
    let (mut stage, people) = Stage::with_duel().await;
    let first = board(&people[0], 1, 0).await;
    posted_before_a_crash(&mut stage, &people, &first).await;
    let here = people[0].channel(HERE).expect("a channel");
    let limited = json!({"status": 429, "retry_after": 3600.0});
    let requests = format!("GET /channels/{here}/messages");
    hinder(&people[0], &requests, 1, limited).await;
    stage.start_bot().await;
    stage.limit().await;
    for _ in 0..3 {
        slash(&people[0], "focus-info help", &[]).await;
    }
    assert_eq!(boards_in(&people[0], HERE), 1);
}

/// Makes a move; returns its board, which the bot has posted and not noted when it ends.
async fn posted_before_a_crash(stage: &mut Stage, people: &[Person], first: &Message) -> Message {
    play_on(stage, people).await;
    let second = board(&people[0], 1, 1).await;
    stage.noted(1, &second).await;
    is_left(&people[0], first, &second).await;
    crash_before_the_note(stage, Some(first)).await;
    second
}

/// Stops the bot, with its newest message as a crash between the post and the note leaves it; the
/// one before it, if there is one, is the board of the first position.
async fn crash_before_the_note(stage: &mut Stage, first: Option<&Message>) {
    stage.stop_bot().await.expect("a good end");
    let key = Key::new().u32(1);
    let archive = Archive::new(stage.shared_store());
    let held = archive.read::<GameRecord>(&key).expect("a record");
    let mut record = held.expect("a game").record;
    record.message = first.map(|board| board.id().parse().expect("a number"));
    record.announced = first.map(|_| 0);
    let mut batch = Batch::new();
    batch.put_record(key.clone(), &record, Expected::Any);
    batch.put_record(
        key,
        &UnannouncedRecord {
            post: true,
            server: None,
        },
        Expected::Any,
    );
    stage.store().commit(batch).expect("a commit");
    // By then, Discord has forgotten the nonce of the message.
    stage.pass(HOUR);
}

#[tokio::test]
async fn a_table_posted_and_not_noted_is_found_and_not_posted_again() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    let shown = table(&anna).await;
    crash_before_the_note(&mut stage, None).await;
    stage.start_bot().await;
    while !stage.unannounced().is_empty() {
        slash(&anna, "focus-info help", &[]).await;
    }
    let messages = messages_in(&anna, HERE);
    let tables = messages
        .iter()
        .filter(|message| message.component("f1:join").is_some());
    assert_eq!(tables.map(Message::id).collect::<Vec<_>>(), [shown.id()]);
}

#[tokio::test]
async fn table_of_a_begun_game_loses_its_buttons_though_its_thread_takes_no_board() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    // The thread has the id of the message.
    let refused = json!({"status": 403, "code": 50_013});
    let requests = format!("POST /channels/{}/messages", shown.id());
    hinder(&people[0], &requests, 99, refused).await;
    slash(&people[1], "focus join", &[]).await;
    let begun = stripped(&people[0], &shown).await;
    says(&begun, "https://discord.com/channels/");
}
