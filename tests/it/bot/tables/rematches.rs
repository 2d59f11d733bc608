//! Rematches, as people see them.

use focusbot::service::GameId;

use crate::bot::play::computers::board_from;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, deny, do_something_else, final_board, press, press_more, press_quietly,
    resign, slash, table,
};

#[tokio::test]
async fn two_presses_and_a_restart_make_one_rematch() {
    let (mut stage, [anna, juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    let question = press_more(&anna, &shown, "Resign").await;
    press(&anna, &question, "Resign").await;
    let over = final_board(&anna, 1).await;
    let stranger = stage.person("lukasz").await;
    let refusal = press(&stranger, &over, "f1:rematch").await;
    assert!(refusal.is_ephemeral());

    stage.restart_bot().await;
    press_quietly(&anna, &over, "Rematch").await;
    let asked = table(&juergen).await;
    assert_eq!(asked.pings(), [juergen.id()]);
    says(&asked, "A rematch of #1");
    do_something_else(&anna).await;
    let again = press(&anna, &over, "Rematch").await;
    says_privately(&again, "are already at this table");
    stage.restart_bot().await;
    press_quietly(&juergen, &over, "Rematch").await;
    let begun = board(&anna, 2, 0).await;
    says(&begun, "Everybody takes the next color");
    do_something_else(&juergen).await;
    let late = press(&juergen, &over, "Rematch").await;
    says(&late, "#2");
    assert!(late.component("f1:board:2:").is_some());
    assert!(stage.service().view(GameId(3)).is_err());
    for color in stage.game(1).game.rules().mode().colors() {
        assert_ne!(stage.game(1).person(*color), stage.game(2).person(*color));
    }
}

#[tokio::test]
async fn a_rematch_against_a_computer_begins_at_once() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let view = stage.game(1);
    if view.person(view.game.start().side()).is_none() {
        // A request from before the computer's move is stale after it.
        board(&anna, 1, 1).await;
    }
    resign(&anna).await;
    let over = final_board(&anna, 1).await;
    press_quietly(&anna, &over, "Rematch").await;
    board_from(&anna, 2, 0).await;
}

#[tokio::test]
async fn a_rematch_that_cannot_be_shown_is_not_set_up() {
    let (stage, [anna, juergen]) = Stage::with_duel().await;
    resign(&anna).await;
    let over = final_board(&anna, 1).await;
    deny(&anna, HERE, &["SEND_MESSAGES"]).await;
    let refusal = press(&anna, &over, "Rematch").await;
    says_privately(&refusal, "channel: Send Messages.");
    assert!(stage.service().view(GameId(2)).is_err());
    deny(&anna, HERE, &[]).await;
    press_quietly(&anna, &over, "Rematch").await;
    says(&table(&juergen).await, "A rematch of #1");
}
