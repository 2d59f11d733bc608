//! Games whose channel is deleted or closed to the bot: notification of players, and moving the
//! game.

use std::time::Duration;

use discord_sandbox::{Message, Person};
use focus_engine::Level;
use focusbot::service::{Computer, GameId, GameRequest, NewTable, Timestamp};
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    DAY, HERE, HOUR, LIMITS, MANY_GAMES, Stage, board, close_direct_messages, control,
    create_channel, deny, duel_in_its_own_channel, end_faults, final_board, guild_count, is_board,
    is_closed, move_from_afar, play_on, play_plies, press, reads, slash, slash_in, strangers_begin,
    stripped, table_of_strangers, told, told_privately,
};

/// Another channel of the same server.
const THERE: &str = "games";

#[tokio::test]
async fn a_game_is_brought_to_another_channel_and_leaves_a_link() {
    let (stage, people) = Stage::with_duel().await;
    let old = board(&people[0], 1, 0).await;
    let lukasz = stage.person("lukasz").await;
    let game = [("game", "1")];
    let refusal = slash_in(&lukasz, THERE, "focus here", &game).await;
    says_privately(&refusal, "tylko osoby");
    let done = slash_in(&people[0], THERE, "focus here", &[]).await;
    says_privately(&done, "continues in this channel");
    let left = reads(&people[0], &old, "continues elsewhere").await;
    assert!(left.labels().is_empty());
    let there = people[0].channel(THERE).expect("a channel");
    let new = people[1].wait_for_message("a board there", |message| {
        message.channel() == there
            && !message.attachments().is_empty()
            && !message.labels().is_empty()
    });
    let new = new.await.expect("a board");
    says(&left, new.id());
    // Buttons, moves and everything else keep working.
    let looked = press(&people[1], &new, "f1:board:").await;
    assert!(looked.is_ephemeral());
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    slash_in(mover, THERE, "focus move", &[("move", &mv)]).await;
    let next = board(mover, 1, 1).await;
    assert_eq!(next.channel(), there);
}

#[tokio::test]
async fn buttons_ask_which_of_several_games_to_bring() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    for _ in 0..2 {
        let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
        slash(&anna, "focus new", &options).await;
    }
    let question = slash_in(&anna, THERE, "focus here", &[]).await;
    assert_eq!(question.labels().len(), 2, "{}", question.content());
    let done = press(&anna, &question, "f1:movehere:2:").await;
    says_privately(&done, "continues in this channel");
    let there = anna.channel(THERE).expect("a channel");
    let board = anna.wait_for_message("a board there", |message| {
        message.channel() == there && is_board(message)
    });
    says(&board.await.expect("a board"), "#2");
}

#[tokio::test]
async fn a_game_of_the_channel_is_meant_before_one_from_elsewhere() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
    slash_in(&anna, THERE, "focus new", &options).await;
    slash(&anna, "focus new", &options).await;
    let done = slash(&anna, "focus here", &[]).await;
    says_privately(&done, "#2 continues in this channel");
}

#[tokio::test]
async fn only_games_against_computers_are_brought_to_a_direct_message() {
    let (stage, people) = Stage::with_duel().await;
    let anna = &people[0];
    let direct = anna.open_dm().await.expect("a conversation");
    let refusal = slash_in(anna, &direct, "focus here", &[]).await;
    says(&refusal, "just the two of us");
    let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
    slash(anna, "focus new", &options).await;
    let done = slash_in(anna, &direct, "focus here", &[]).await;
    says(&done, "#2 continues in this channel");
    assert!(!stage.game(1).place.is_direct());
}

#[tokio::test]
async fn a_board_is_shown_anew_where_the_game_is_played() {
    let (stage, people) = Stage::with_duel().await;
    let old = board(&people[0], 1, 0).await;
    stage.noted(1, &old).await;
    // The waiting player has no button for this, and need not name the game.
    let other = stage.waiting(1, &people);
    let done = slash(other, "focus here", &[]).await;
    assert!(done.is_ephemeral(), "{}", done.content());
    let is_new = |message: &Message| {
        message.id() != old.id() && message.channel() == old.channel() && is_board(message)
    };
    let new = other.wait_for_message("a new board", is_new).await;
    let new = new.expect("a board");
    assert!(new.pings().is_empty(), "nobody is called again");
    stripped(other, &old).await;
    assert!(press(other, &new, "f1:board:").await.is_ephemeral());
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn mover_is_told_that_the_channel_is_gone() {
    let (mut stage, people, channel) = duel_in_its_own_channel(&[]).await;
    let mover = stage.to_move(1, &people);
    // In the person's language, not the server's.
    slash(mover, "focus-me settings", &[("language", "2")]).await;
    let deleted = people[0]
        .control("delete_channel", json!({"channel": channel}))
        .await;
    deleted.expect("a control");
    let gone = told(mover, "Der Kanal von Partie #1 ist gelöscht").await;
    says(&gone, "partie:#1");
    stage.restart_bot().await;
    let other = stage.waiting(1, &people);
    let done = slash(other, "focus here", &[("game", "1")]).await;
    assert!(done.is_ephemeral());
    let shown = board(other, 1, 0).await;
    assert_eq!(shown.channel(), other.channel(HERE).expect("a channel"));
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn mover_in_a_thread_of_the_bot_is_told_that_its_channel_is_gone() {
    let (stage, people, channel) = duel_in_its_own_channel(&[("thread", "true")]).await;
    let shown = board(&people[0], 1, 0).await;
    assert_ne!(shown.channel(), channel);
    stage.noted(1, &shown).await;
    let mover = stage.to_move(1, &people);
    // Discord does not report the deletion of the thread.
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    told(mover, "#1").await;
}

#[tokio::test]
async fn mover_in_a_thread_of_people_is_told_that_its_channel_is_gone() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let people = stage.people(["anna", "juergen"]).await;
    let channel = create_channel(&people, "soon-gone").await;
    let thread = people[0].create_thread(&channel, "corner").await;
    let thread = thread.expect("a thread");
    let seen = people[1].wait_for_channel(&thread).await;
    seen.expect("the thread");
    stage.start_bot().await;
    let options = [("opponent1", "juergen")];
    slash_in(&people[0], &thread, "focus challenge", &options).await;
    slash_in(&people[1], &thread, "focus join", &[]).await;
    let shown = board(&people[0], 1, 0).await;
    assert_eq!(shown.channel(), thread);
    stage.noted(1, &shown).await;
    let is_known = || stage.game(1).parent.is_some();
    stage.until("a note of the channel", is_known).await;
    let mover = stage.to_move(1, &people);
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    told(mover, "#1").await;
}

#[tokio::test]
async fn a_reminder_tells_of_a_channel_whose_deletion_was_missed() {
    let (mut stage, people, channel) = duel_in_its_own_channel(&[("clock", "1d")]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus-me settings", &[("language", "2")]).await;
    stage.stop_bot().await.expect("a good end");
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    // The session cannot be resumed, so Discord does not report the deletion.
    let over = json!({"action": "invalid_session", "resumable": false});
    people[0].control("gateway", over).await.expect("a control");
    stage.start_bot().await;
    stage.pass(DAY * 4 / 5);
    told(mover, "Der Kanal von Partie #1 ist gelöscht").await;
}

#[tokio::test]
async fn both_players_are_told_the_result_of_a_game_whose_channel_is_gone() {
    let (stage, people, channel) = duel_in_its_own_channel(&[("clock", "1d")]).await;
    for person in &people {
        slash(person, "focus-me settings", &[("language", "1")]).await;
    }
    play_on(&stage, &people).await;
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    told(stage.to_move(1, &people), "#1").await;
    stage.pass(DAY);
    for person in &people {
        says(&told(person, "Time ran out.").await, "#1");
    }
}

#[tokio::test]
async fn a_person_hears_once_of_all_games_on_a_server_that_is_lost() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let people = [anna, juergen];
    for person in &people {
        slash(person, "focus-me settings", &[("language", "1")]).await;
    }
    for game in 1..=4 {
        slash(&people[0], "focus challenge", &[("opponent1", "juergen")]).await;
        let number = game.to_string();
        slash(&people[1], "focus join", &[("game", &number)]).await;
        board(&people[0], game, 0).await;
    }
    control(&people[0], "remove_bot", json!({})).await;
    for person in &people {
        let own = |game: &u32| stage.to_move(*game, &people).id() == person.id();
        let own: Vec<_> = (1..=4).filter(own).collect();
        let Some(first) = own.first() else { continue };
        let message = told(person, &format!("#{first}")).await;
        says(&message, "I have been removed from the server");
        for game in &own {
            let text = message.content();
            assert!(text.contains(&format!("#{game}")), "{text}");
        }
        let direct = person.open_dm().await.expect("a conversation");
        assert_eq!(person.view(|view| view.messages(&direct).len()), 1);
    }
}

/// Plays a move in direct messages with the bot, and waits until the mover is told something there
/// about the place of the game.
async fn is_answered(stage: &Stage, people: &[Person], what: &str) {
    let mover = stage.to_move(1, people);
    move_from_afar(stage, mover).await;
    says(&told_privately(mover, what).await, "#1");
}

#[tokio::test]
async fn move_in_direct_messages_is_answered_that_the_channel_is_gone() {
    let (stage, people, channel) = duel_in_its_own_channel(&[]).await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus-me settings", &[("language", "1")]).await;
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    is_answered(&stage, &people, "has been deleted").await;
}

#[tokio::test]
async fn move_in_direct_messages_is_answered_that_the_server_is_lost() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus-me settings", &[("language", "1")]).await;
    control(&people[0], "remove_bot", json!({})).await;
    told(mover, "#1").await;
    is_answered(&stage, &people, "I have been removed from the server").await;
}

#[tokio::test]
async fn last_board_waits_for_an_administrator_for_a_month() {
    let (mut stage, people) = Stage::with_duel().await;
    deny(&people[0], HERE, &["SEND_MESSAGES"]).await;
    stage.stop_bot().await.expect("a good end");
    let (game, now) = (GameId(1), stage.game(1).acted);
    let resign = GameRequest::Resign.in_game(game, None);
    stage.carry_out_unannounced(stage.to_move(1, &people), now, resign);
    for (days, waits) in [(8, true), (23, false)] {
        stage.pass(DAY * days);
        let before = stage.last_request();
        stage.start_bot().await;
        // It is tried once more.
        stage.request(before, |made| made.status == 403).await;
        let is_waiting = || stage.service().pending(game).expect("a store").is_some();
        stage.until("the outbox", || is_waiting() == waits).await;
        stage.stop_bot().await.expect("a good end");
    }
}

#[tokio::test]
async fn mover_is_told_which_permission_the_bot_lacks() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    deny(&people[0], HERE, &["SEND_MESSAGES"]).await;
    let mover = stage.to_move(1, &people);
    let next = stage.waiting(1, &people);
    // In the person's language, not the server's.
    slash(next, "focus-me settings", &[("language", "2")]).await;
    let mv = stage.a_move(1).to_string();
    mover.reply(&shown, &mv).await.expect("a reply");
    let blocked = told(next, "Nachrichten senden").await;
    says(&blocked, "partie:#1");
    let done = slash_in(next, THERE, "focus here", &[("game", "1")]).await;
    assert!(done.is_ephemeral());
    let shown = board(next, 1, 1).await;
    assert_eq!(shown.pings(), [next.id()], "the call that was not heard");
}

/// Waits until the bot has recorded that the player to move in game 1 knows that its place is gone.
async fn is_known_to_be_gone(stage: &Stage) {
    let view = stage.game(1);
    let (mover, channel) = (
        view.to_move().expect("a player to move"),
        view.place.channel,
    );
    let is_noted = || {
        let is_untold = stage.service().is_untold(GameId(1), mover, channel, None);
        !is_untold.expect("a game")
    };
    stage.until("a note that the player knows", is_noted).await;
}

#[tokio::test]
async fn mover_is_told_once_that_the_channel_is_gone() {
    let (mut stage, people, channel) = duel_in_its_own_channel(&[]).await;
    let mover = stage.to_move(1, &people);
    let deleted = people[0]
        .control("delete_channel", json!({"channel": channel}))
        .await;
    deleted.expect("a control");
    // In the language of the person; the number is the same in all languages.
    told(mover, "#1").await;
    is_known_to_be_gone(&stage).await;
    // Another failure to show something there is noticed again.
    let other = stage.waiting(1, &people);
    stage.stop_bot().await.expect("a good end");
    let offer = GameRequest::Draw.in_game(GameId(1), None);
    stage.carry_out_unannounced(other, Timestamp(0), offer);
    stage.start_bot().await;
    let has_ended = || stage.unannounced().is_empty();
    stage.until("the end of the attempt", has_ended).await;
    stage.stop_bot().await.expect("a good end");
    // Earlier messages of the bot arrived before this one.
    let last = other.say(HERE, "That is all.").await.expect("a message");
    reads(mover, &last, "That is all.").await;
    let direct = mover.open_dm().await.expect("a conversation");
    let heard = mover.view(|view| view.messages(&direct).len());
    assert_eq!(heard, 1);
}

#[tokio::test]
async fn mover_not_told_of_a_lost_channel_is_told_after_a_restart() {
    let (mut stage, people, channel) = duel_in_its_own_channel(&[]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let mover = stage.to_move(1, &people);
    close_direct_messages(mover).await;
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    stage.request(0, is_closed).await;
    stage.stop_bot().await.expect("a good end");
    end_faults(mover).await;
    stage.start_bot().await;
    told(mover, "#1").await;
}

/// Removes the bot from the server and invites it again, while Discord refuses its private notices.
/// At the end, notices are accepted again, and the bot may retry them.
async fn remove_and_invite(stage: &Stage, people: &[Person; 2]) {
    close_direct_messages(&people[0]).await;
    control(&people[0], "remove_bot", json!({})).await;
    stage.request(0, is_closed).await;
    control(&people[0], "add_bot", json!({})).await;
    let is_back = || guild_count(&stage.metrics) >= stage.sandbox.served_guilds();
    stage.until("the bot again", is_back).await;
    for person in people {
        let there = person.wait_for_bot("focus").await;
        there.expect("the bot again");
    }
    end_faults(&people[0]).await;
    stage.pass(Duration::from_secs(61));
}

#[tokio::test]
async fn notice_of_a_lost_server_is_dropped_once_the_bot_is_back() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let direct = mover.open_dm().await.expect("a conversation");
    remove_and_invite(&stage, &people).await;
    play_plies(&stage, &people, 4).await;
    assert_eq!(mover.view(|view| view.messages(&direct).len()), 0);
}

#[tokio::test]
async fn player_not_told_of_a_lost_server_is_told_when_it_is_lost_again() {
    let (mut stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    remove_and_invite(&stage, &people).await;
    // The bot gives up the notice of the first loss before it stops.
    stage.restart_bot().await;
    control(&people[0], "remove_bot", json!({})).await;
    told(stage.to_move(1, &people), "#1").await;
}

#[tokio::test]
async fn notices_that_take_long_hold_up_no_board_elsewhere() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("clock", "1h")]).await;
    slash(&people[1], "focus join", &[("game", "1")]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    close_direct_messages(&people[0]).await;
    strangers_begin(&stage, MANY_GAMES, &table_of_strangers());
    let runs_out = || stage.game(1).clock.and_then(|clock| clock.runs_out);
    let before = runs_out();
    stage.retry_everything();
    let is_given_back = || runs_out() > before;
    stage.until("the time given back", is_given_back).await;
    stage.request(0, |request| request.status == 403).await;
    slash(&people[0], "focus-info games", &[]).await;
    stage.pass(HOUR * 2);
    final_board(&people[0], 1).await;
}

#[tokio::test]
async fn notices_that_take_long_hold_up_no_computer_elsewhere() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    close_direct_messages(&anna).await;
    stage.stop_bot().await.expect("a good end");
    let computer = Computer {
        level: Level::Beginner,
        is_partner: false,
    };
    let table = NewTable {
        computers: vec![computer],
        ..table_of_strangers()
    };
    strangers_begin(&stage, 160, &table);
    let service = stage.service();
    let thinking = || service.thinking(None).expect("a store").entries.len();
    assert!(thinking() > 64, "more than are begun again at once");
    stage.start_bot().await;
    // All moves together may take long, but the next one comes in time.
    let mut left = thinking();
    while left > 0 {
        let has_moved = || thinking() < left;
        stage.until("the move of another computer", has_moved).await;
        left = thinking();
    }
}
