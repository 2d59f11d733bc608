//! Time that passes where the bot can only answer, and what people are told of it in private.

use focusbot::service::{ChannelId, GameId, Place};

use crate::bot::play::computers::{Gate, stage_behind};
use crate::bot::stage::says::says;
use crate::bot::stage::{DAY, HOUR, Stage, board, slash, told};
use crate::bot::user_install::{
    GROUP, assert_only_answered, begun_with, is_waiting, last_board, press_beside,
};

/// Beginning of the address of a channel or message outside of servers.
const LINK: &str = "discord.com/channels/@me/";

#[tokio::test]
async fn reminders_and_results_come_in_direct_messages() {
    let stage = Stage::new().await;
    let people = begun_with(&stage, ["anna", "lukasz"], &[("clock", "1h")]).await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    // The tokens of the beginning expire long before.
    mover.advance(HOUR * 5 / 6).await.expect("a clock");
    let reminder = told(mover, "#1").await;
    assert!(
        reminder.component("f1:move:").is_some(),
        "{}",
        reminder.content()
    );
    mover.advance(HOUR).await.expect("a clock");
    told(next, LINK).await;
    let old = board(next, 1, 0).await;
    assert!(is_waiting(&stage, 1), "nobody has asked");
    press_beside(next, &old, "f1:board:").await;
    last_board(next, GROUP).await;
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn opponent_claims_the_time_in_direct_messages() {
    let stage = Stage::new().await;
    let options = [("clock", "1h"), ("overtime", "1")];
    let people = begun_with(&stage, ["anna", "lukasz"], &options).await;
    let (late, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    late.advance(HOUR).await.expect("a clock");
    let call = told(late, LINK).await;
    assert!(call.component("f1:move:").is_some(), "{}", call.content());
    assert!(call.component("f1:claim:").is_none(), "{}", call.content());
    let offer = told(other, LINK).await;
    assert!(offer.component("f1:move:").is_none(), "{}", offer.content());
    press_beside(other, &offer, "f1:claim:").await;
    let is_over = || stage.game(1).ending.is_some();
    stage.until("the end", is_over).await;
    assert_only_answered(&stage, other, GROUP);
}

#[tokio::test]
async fn player_who_is_out_on_time_is_told_in_direct_messages() {
    let stage = Stage::new().await;
    let options = [("mode", "1"), ("clock", "1h")];
    let people = begun_with(&stage, ["anna", "lukasz", "juergen"], &options).await;
    let late = stage.to_move(1, &people);
    late.advance(HOUR).await.expect("a clock");
    let notice = told(late, LINK).await;
    assert!(notice.labels().is_empty(), "{}", notice.content());
    let next = stage.to_move(1, &people);
    let call = told(next, LINK).await;
    assert!(call.component("f1:move:").is_some(), "{}", call.content());
}

#[tokio::test]
async fn player_for_whom_a_computer_plays_on_is_told_in_direct_messages() {
    // It makes no move before the player is told.
    let stage = stage_behind(&Gate::default()).await;
    let options = [("mode", "1"), ("clock", "1h"), ("overtime", "2")];
    let people = begun_with(&stage, ["anna", "lukasz", "juergen"], &options).await;
    let late = stage.to_move(1, &people);
    late.advance(HOUR).await.expect("a clock");
    let notice = told(late, LINK).await;
    assert!(stage.game(1).thinking().is_some());
    assert!(notice.labels().is_empty(), "{}", notice.content());
}

#[tokio::test]
async fn a_reminder_of_a_game_without_a_board_leads_to_its_channel() {
    let stage = Stage::new().await;
    let people = begun_with(&stage, ["anna", "lukasz"], &[("clock", "1h")]).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    stage.noted(1, &shown).await;
    let channel = people[0].create_group("others", &["lukasz"]).await;
    let channel = channel.expect("a group");
    let place = Place {
        channel: ChannelId(channel.parse().expect("an id")),
        ..stage.game(1).place
    };
    let result = stage.service().moved(GameId(1), place, None);
    result.expect("a game");
    assert_eq!(stage.game(1).message, None);
    mover.advance(HOUR * 5 / 6).await.expect("a clock");
    let reminder = told(mover, &format!("{LINK}{channel}")).await;
    assert!(
        reminder.component("f1:move:").is_some(),
        "{}",
        reminder.content()
    );
}

#[tokio::test]
async fn the_notice_before_a_game_is_called_off_leads_to_its_board() {
    let stage = Stage::where_idle_games_end().await;
    let people = begun_with(&stage, ["anna", "lukasz"], &[]).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    stage.noted(1, &shown).await;
    mover.advance(DAY * 54).await.expect("a clock");
    let notice = told(mover, shown.id()).await;
    assert!(
        notice.component("f1:move:").is_some(),
        "{}",
        notice.content()
    );
}

#[tokio::test]
async fn a_vacation_calls_nobody_to_a_board_that_cannot_be_edited() {
    let mut stage = Stage::new().await;
    let people = begun_with(&stage, ["anna", "lukasz"], &[("clock", "1d")]).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    stage.noted(1, &shown).await;
    // The process forgets all tokens.
    stage.restart_bot().await;
    let direct = mover.open_dm().await.expect("a conversation");
    let past = stage.last_request();
    let settings = slash(mover, "focus-me settings", &[("vacation", "3")]).await;
    says(&settings, "27");
    assert!(is_waiting(&stage, 1), "nobody has asked");
    let path = format!("/channels/{direct}/messages");
    let mut requests = stage.sandbox.requests(past).into_iter();
    assert!(!requests.any(|made| made.method == "POST" && made.path.ends_with(&path)));
}
