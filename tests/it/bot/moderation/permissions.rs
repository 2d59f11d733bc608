//! Missing permissions of the bot, and their consequences.

use discord_sandbox::{ChannelKind, Message, Person};
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, answer_to, board, boards_in, call_off, control, deny, duel_in_its_own_channel,
    end_faults, final_board, hinder, hinder_posts, move_from_afar, play_on, press, press_more,
    press_quietly, resign, slash, slash_in, table, told, told_privately, with_button,
};

#[tokio::test]
async fn missing_permissions_are_named_in_private() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    deny(&anna, HERE, &["READ_MESSAGE_HISTORY", "EMBED_LINKS"]).await;
    let refusal = slash(&anna, "focus new", &[]).await;
    says_privately(&refusal, "channel: Read Message History.");
    deny(&anna, HERE, &["CREATE_PUBLIC_THREADS"]).await;
    let refusal = slash(&anna, "focus new", &[("thread", "true")]).await;
    says(&refusal, "Create Public Threads");
    let set_up = slash(&anna, "focus new", &[]).await;
    says(&set_up, "is set up");
}

#[tokio::test]
async fn a_voice_channel_that_may_not_be_entered_says_so() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let voice = anna.create_channel(HERE, "voice", ChannelKind::Voice).await;
    let voice = voice.expect("a channel");
    deny(&anna, &voice, &["CONNECT"]).await;
    let refusal = slash_in(&anna, &voice, "focus new", &[]).await;
    says_privately(&refusal, "channel: Connect");
    let diagnosis = slash_in(&anna, &voice, "focus-info diagnose", &[]).await;
    says_privately(&diagnosis, "❌ Connect");
    deny(&anna, &voice, &[]).await;
    let set_up = slash_in(&anna, &voice, "focus new", &[]).await;
    says(&set_up, "is set up");
}

/// Returns the board of the first game after `plies` plies, in words.
async fn board_in_words(stage: &Stage, person: &Person, plies: u32) -> Message {
    let shown = with_button(person, &format!("f1:move:1:{plies}")).await;
    assert!(!shown.is_ephemeral() && shown.pictures().is_empty());
    says(&shown, "single pieces");
    stage.noted(1, &shown).await;
    shown
}

#[tokio::test]
async fn a_game_is_played_in_words_where_no_files_may_be_attached() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    deny(&people[0], HERE, &["ATTACH_FILES"]).await;
    slash(&people[0], "focus new", &[]).await;
    let shown = table(&people[1]).await;
    assert!(shown.pictures().is_empty());
    press_quietly(&people[1], &shown, "Join").await;
    let first = board_in_words(&stage, &people[0], 0).await;
    let mv = stage.a_move(1).to_string();
    let replied = stage.to_move(1, &people).reply(&first, &mv).await;
    replied.expect("a reply");
    let second = board_in_words(&stage, &people[0], 1).await;
    let look = press(&people[0], &second, "Look").await;
    assert!(look.is_ephemeral() && look.pictures().len() == 1);
    let mv = stage.a_move(1).to_string();
    slash(stage.to_move(1, &people), "focus move", &[("move", &mv)]).await;
    board_in_words(&stage, &people[0], 2).await;
    deny(&people[0], HERE, &[]).await;
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn a_move_in_reply_to_the_last_board_in_words_is_answered() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    deny(&people[0], HERE, &["ATTACH_FILES"]).await;
    slash(&people[0], "focus new", &[]).await;
    press_quietly(&people[1], &table(&people[1]).await, "Join").await;
    board_in_words(&stage, &people[0], 0).await;
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    resign(mover).await;
    let over = with_button(mover, "f1:rematch:").await;
    assert!(!over.is_ephemeral() && over.pictures().is_empty());
    stage.noted(1, &over).await;
    let reply = mover.reply(&over, &mv).await.expect("a reply");
    says(&answer_to(mover, &reply).await, "has ended");
}

#[tokio::test]
async fn a_board_in_words_keeps_them_when_only_its_caption_changes() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    deny(&people[0], HERE, &["ATTACH_FILES"]).await;
    slash(&people[0], "focus new", &[("clock", "1d")]).await;
    press_quietly(&people[1], &table(&people[1]).await, "Join").await;
    board_in_words(&stage, &people[0], 0).await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus-me settings", &[("vacation", "6")]).await;
    let changed = people[0].wait_for_message("a vacation on the board", |message| {
        message.component("f1:move:1:0").is_some() && message.content().contains("vacation")
    });
    says(&changed.await.expect("a vacation"), "single pieces");
}

#[tokio::test]
async fn a_board_in_words_gets_a_picture_when_its_caption_changes_once_files_may_be_attached() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    deny(&people[0], HERE, &["ATTACH_FILES"]).await;
    slash(&people[0], "focus new", &[]).await;
    press_quietly(&people[1], &table(&people[1]).await, "Join").await;
    let shown = board_in_words(&stage, &people[0], 0).await;
    deny(&people[0], HERE, &[]).await;
    press_more(&people[0], &shown, "f1:draw:").await;
    let changed = board(&people[1], 1, 0).await;
    assert_eq!(changed.id(), shown.id());
}

#[tokio::test]
async fn a_game_is_followed_only_where_its_picture_may_be_attached() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    deny(&anna, "games", &["ATTACH_FILES"]).await;
    let refusal = slash_in(&anna, "games", "focus-info watch", &[("game", "1")]).await;
    says_privately(&refusal, "channel: Attach Files.");
    let diagnosis = slash_in(&anna, "games", "focus-info diagnose", &[]).await;
    says_privately(&diagnosis, "❌ Attach Files");
    says_privately(&diagnosis, "I describe the board in words");
}

#[tokio::test]
async fn a_board_that_may_not_be_posted_is_told_about_and_posted_later() {
    let (mut stage, [anna, _juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    deny(&anna, HERE, &["SEND_MESSAGES"]).await;
    call_off(&anna, &shown).await;
    told_privately(&anna, "channel: Send Messages.").await;
    assert!(stage.game(1).ending.is_some(), "what was done is kept");
    deny(&anna, HERE, &[]).await;
    stage.restart_bot().await;
    let over = final_board(&anna, 1).await;
    says(&over, "Called off");
}

/// Calls off a game whose last board is refused, and waits until this is said.
async fn call_off_unseen(person: &Person) {
    let shown = board(person, 1, 0).await;
    call_off(person, &shown).await;
    told_privately(person, "Send Messages").await;
}

#[tokio::test]
async fn a_refused_board_is_posted_as_soon_as_its_channel_allows_it() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    deny(&anna, HERE, &["SEND_MESSAGES"]).await;
    call_off_unseen(&anna).await;
    deny(&anna, HERE, &[]).await;
    final_board(&anna, 1).await;
}

/// Sets the permissions of both roles that the bot has.
async fn set_roles(person: &Person, permissions: &[&str]) {
    for who in ["everyone", "bot"] {
        let change = json!({"who": who, "permissions": permissions});
        control(person, "role", change).await;
    }
}

#[tokio::test]
async fn a_refused_board_is_posted_as_soon_as_a_role_allows_it() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    let others = ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "ATTACH_FILES"];
    set_roles(&anna, &others).await;
    call_off_unseen(&anna).await;
    let all = [&others[..], &["SEND_MESSAGES"][..]].concat();
    set_roles(&anna, &all).await;
    final_board(&anna, 1).await;
}

#[tokio::test]
async fn a_refused_board_is_posted_as_soon_as_an_interaction_tells_that_nothing_is_missing() {
    let (_stage, [anna, juergen]) = Stage::with_duel().await;
    // No event tells of its end.
    hinder_posts(&anna, HERE, 99, json!({"status": 403, "code": 50_013})).await;
    call_off_unseen(&anna).await;
    end_faults(&anna).await;
    slash(&juergen, "focus-info games", &[]).await;
    final_board(&anna, 1).await;
}

#[tokio::test]
async fn a_refused_board_is_posted_as_soon_as_allowed_even_after_another_failure() {
    let (stage, people) = Stage::with_duel().await;
    deny(&people[0], HERE, &["SEND_MESSAGES"]).await;
    let next = stage.waiting(1, &people);
    move_from_afar(&stage, stage.to_move(1, &people)).await;
    told(next, "#1").await;
    let channel = people[0].channel(HERE).expect("a channel");
    let path = format!("/channels/{channel}/messages");
    let broken = json!({"status": 400});
    hinder(&people[0], &format!("POST {path}"), 1, broken).await;
    move_from_afar(&stage, stage.to_move(1, &people)).await;
    let has_failed = || {
        let requests = stage.sandbox.requests(0);
        let mut posts = requests.iter().filter(|asked| asked.path.ends_with(&path));
        posts.any(|asked| asked.status == 400)
    };
    stage.until("another failure", has_failed).await;
    deny(&people[0], HERE, &[]).await;
    board(&people[0], 1, 2).await;
}

#[tokio::test]
async fn a_game_whose_channel_is_gone_goes_on_elsewhere() {
    let (stage, people, channel) = duel_in_its_own_channel(&[]).await;
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "#1")]).await;
    let shown = board(mover, 1, 1).await;
    assert_eq!(shown.channel(), mover.channel(HERE).expect("the channel"));
}

#[tokio::test]
async fn a_game_whose_channel_is_gone_stays_out_of_channels_without_games() {
    let (stage, people, channel) = duel_in_its_own_channel(&[]).await;
    let games = people[0].channel("games").expect("a channel");
    for listed in [&channel, &games] {
        slash(&people[0], "focus-admin channel", &[("channel", listed)]).await;
    }
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "#1")]).await;
    // The command that brings it to another channel, in any language.
    told_privately(mover, ":#1`").await;
    slash_in(mover, "games", "focus here", &[("game", "1")]).await;
    assert_eq!(board(mover, 1, 1).await.channel(), games);
}

#[tokio::test]
async fn a_private_game_whose_channel_is_gone_is_shown_elsewhere_only_when_a_player_asks() {
    let (stage, people, channel) = duel_in_its_own_channel(&[("private", "true")]).await;
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "#1")]).await;
    // The command that brings it to another channel, in any language.
    told_privately(mover, ":#1`").await;
    assert_eq!(boards_in(mover, HERE), 0);
    slash(mover, "focus here", &[("game", "1")]).await;
    let shown = board(mover, 1, 1).await;
    assert_eq!(shown.channel(), mover.channel(HERE).expect("the channel"));
}

#[tokio::test]
async fn a_private_thread_has_games_once_the_bot_is_mentioned_there() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let thread = anna.create_private_thread(HERE, "Secret").await;
    let thread = thread.expect("a thread");
    for command in ["focus new", "focus here", "focus-info diagnose"] {
        let refusal = slash_in(&anna, &thread, command, &[]).await;
        says_privately(&refusal, "mention me here");
        // A mention lets the bot in only if it sees the channel of the thread.
        says(&refusal, "ask a server admin to let me view the channel");
        assert!(!refusal.content().contains("View Channel"), "{command}");
    }
    mention_bot(&anna, &thread).await;
    let diagnosis = slash_in(&anna, &thread, "focus-info diagnose", &[]).await;
    says_privately(&diagnosis, "✅ View Channel");
    let set_up = slash_in(&anna, &thread, "focus new", &[]).await;
    says(&set_up, "is set up");
}

#[tokio::test]
async fn a_private_thread_in_which_discord_takes_no_table_asks_for_a_mention() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let thread = anna.create_private_thread(HERE, "Secret").await;
    let thread = thread.expect("a thread");
    mention_bot(&anna, &thread).await;
    hinder_posts(&anna, &thread, 99, json!({"status": 403, "code": 50_001})).await;
    slash_in(&anna, &thread, "focus new", &[]).await;
    told_privately(&anna, "mention me here").await;
}

#[tokio::test]
async fn a_private_thread_asks_for_no_mention_because_of_another_channel() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    let thread = anna.create_private_thread(HERE, "Secret").await;
    let thread = thread.expect("a thread");
    mention_bot(&anna, &thread).await;
    deny(&anna, HERE, &["SEND_MESSAGES"]).await;
    let question = slash_in(&anna, &thread, "focus resign", &[("game", "1")]).await;
    press(&anna, &question, "f1:resign!").await;
    told_privately(&anna, "Send Messages").await;
}

#[tokio::test]
async fn permissions_are_named_for_the_channel_that_lacks_them() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let options = [("opponent1", "juergen"), ("thread", "true")];
    slash(&people[0], "focus challenge", &options).await;
    slash(&people[1], "focus join", &[]).await;
    let thread = board(&people[0], 1, 0).await.channel().to_owned();
    deny(&people[0], HERE, &["SEND_MESSAGES_IN_THREADS"]).await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    let options = [("move", &*mv), ("game", "1")];
    slash_in(mover, "games", "focus move", &options).await;
    // In English and in German.
    let blocked = told_privately(mover, "in Threads").await;
    says(&blocked, &thread);
    says(&told(next, &thread).await, "in Threads");
}

#[tokio::test]
async fn permissions_are_named_for_a_thread_that_has_just_been_opened() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    deny(&people[0], HERE, &["SEND_MESSAGES_IN_THREADS"]).await;
    press_quietly(&people[1], &shown, "Join").await;
    told_privately(&people[1], "in Threads").await;
}

#[tokio::test]
async fn permissions_for_a_last_board_are_named_with_its_channel() {
    let (_stage, [anna, _juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    deny(&anna, HERE, &["SEND_MESSAGES"]).await;
    let question = slash_in(&anna, "games", "focus resign", &[("game", "1")]).await;
    press(&anna, &question, "f1:resign!").await;
    told_privately(&anna, &format!("in <#{}>: View Channel", shown.channel())).await;
}

/// Mentions the bot in a thread, which makes it a member of the thread.
async fn mention_bot(person: &Person, thread: &str) {
    let bot = person.view(|view| view.bot().to_owned());
    let called = person.say(thread, &format!("<@{bot}>")).await;
    called.expect("a message");
}

#[tokio::test]
async fn a_game_is_played_in_a_thread_of_its_own() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    press_quietly(&people[1], &shown, "Join").await;
    let first = board(&people[0], 1, 0).await;
    assert_eq!(
        first.channel(),
        shown.id(),
        "a thread has the number of its message"
    );
    let mover = stage.to_move(1, &people);
    let mv = stage.a_move(1).to_string();
    mover
        .reply(&board(mover, 1, 0).await, &mv)
        .await
        .expect("a reply");
    let second = board(mover, 1, 1).await;
    assert_eq!(second.channel(), first.channel());
}

#[tokio::test]
async fn a_thread_is_opened_for_a_game_whose_table_was_deleted() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    let deleted = json!({"message": shown.id()});
    control(&people[0], "delete_message", deleted).await;
    slash(&people[1], "focus join", &[("game", "1")]).await;
    let first = board(&people[0], 1, 0).await;
    assert_ne!(first.channel(), shown.channel());
    assert!(!first.content().contains("thread"), "{}", first.content());
}

#[tokio::test]
async fn without_the_thread_a_game_is_played_in_the_channel() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    deny(&people[0], HERE, &["CREATE_PUBLIC_THREADS"]).await;
    press_quietly(&people[1], &shown, "Join").await;
    let first = board(&people[0], 1, 0).await;
    assert_eq!(first.channel(), shown.channel());
    says(&first, "cannot open a thread");
}

#[tokio::test]
async fn with_too_many_threads_a_game_is_played_in_the_channel() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("thread", "true")]).await;
    let shown = table(&people[1]).await;
    let full = json!({"status": 400, "code": 160_006});
    hinder(&people[0], "POST /threads", 1, full).await;
    press_quietly(&people[1], &shown, "Join").await;
    let first = board(&people[0], 1, 0).await;
    assert_eq!(first.channel(), shown.channel());
    says(&first, "cannot open a thread");
}
