//! Games moved to a channel that not all of their players can see.

use discord_sandbox::{Message, Person};
use focusbot::service::GameId;
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, close_direct_messages, control, duel_in_its_own_channel, end_faults,
    hinder, is_board, is_closed, offer_seat, play_on, press, slash_in, speak_english, three_way,
    told,
};

/// Another channel of the same server.
const THERE: &str = "games";
/// Part of the command in a notice that brings the game back.
const WAY_BACK: &str = ":#1`";

/// Duel in which Jürgen is to move, who does not see the other channel.
struct HiddenGame {
    stage: Stage,
    people: [Person; 2],
    /// The hidden channel.
    there: String,
}

/// Hides the other channel from Jürgen; returns it.
async fn hide_from_juergen(anna: &Person) -> String {
    let there = anna.channel(THERE).expect("a channel");
    let hidden = json!({"channel": there, "who": "juergen", "allow": [],
        "deny": ["VIEW_CHANNEL"]});
    control(anna, "permissions", hidden).await;
    there
}

impl HiddenGame {
    async fn new() -> Self {
        let (stage, people) = Stage::with_duel().await;
        // Anna owns the server, and sees every channel.
        if stage.to_move(1, &people).id() == people[0].id() {
            play_on(&stage, &people).await;
        }
        let shown = board(&people[0], 1, stage.game(1).plies()).await;
        stage.noted(1, &shown).await;
        let there = hide_from_juergen(&people[0]).await;
        Self {
            stage,
            people,
            there,
        }
    }

    /// Has Anna move the game to the hidden channel.
    async fn move_away(&self) {
        let done = slash_in(&self.people[0], THERE, "focus here", &[("game", "1")]).await;
        assert!(done.is_ephemeral(), "{}", done.content());
    }

    /// Returns the notice of the move that Jürgen got.
    async fn notice(&self) -> Message {
        told(&self.people[1], &format!("/{}", self.there)).await
    }

    /// Returns the board in the hidden channel.
    async fn board_there(&self) -> Message {
        let shown = self.people[0].wait_for_message("a board there", |message| {
            message.channel() == self.there && is_board(message)
        });
        shown.await.expect("a board")
    }

    /// Waits until nothing about the game is left to be shown or told.
    async fn settled(&self) {
        let service = self.stage.service();
        let is_left = || service.pending(GameId(1)).expect("a store").is_some();
        self.stage.until("an empty outbox", || !is_left()).await;
    }

    /// Returns the number of notices that Jürgen got.
    async fn heard(&self) -> usize {
        let direct = self.people[1].open_dm().await.expect("a conversation");
        let mut heard = self.people[1].view(|view| view.messages(&direct));
        heard.retain(|message| message.content().contains(WAY_BACK));
        heard.len()
    }
}

#[tokio::test]
async fn a_player_who_does_not_see_the_channel_is_told_and_plays_on_in_private() {
    let mut game = HiddenGame::new().await;
    game.move_away().await;
    let notice = game.notice().await;
    let (shown, text) = (game.board_there().await, notice.content());
    assert!(text.contains(shown.id()), "{text}");
    assert!(text.contains(WAY_BACK), "{text}");
    game.settled().await;
    game.stage.restart_bot().await;
    game.stage.retry_everything();
    for button in ["f1:move:", "f1:type:", "f1:board:"] {
        assert!(notice.component(button).is_some(), "{button}");
    }
    let (mv, plies) = (game.stage.a_move(1).to_string(), game.stage.game(1).plies());
    let [anna, juergen] = &game.people;
    juergen.reply(&notice, &mv).await.expect("a reply");
    assert_eq!(board(anna, 1, plies + 1).await.channel(), game.there);
    assert_eq!(game.heard().await, 1);
}

#[tokio::test]
async fn the_notice_of_a_move_has_buttons_to_answer_an_offer() {
    let game = HiddenGame::new().await;
    slash_in(&game.people[0], HERE, "focus draw", &[]).await;
    game.move_away().await;
    let notice = game.notice().await;
    for button in ["f1:draw+of:", "f1:nodrawof:"] {
        assert!(notice.component(button).is_some(), "{button}");
    }
}

#[tokio::test]
async fn the_notice_of_a_move_has_a_button_to_agree_to_a_handover() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let [anna, juergen, _] = &people;
    let there = hide_from_juergen(anna).await;
    if stage.to_move(1, &people).id() == juergen.id() {
        play_on(&stage, &people).await;
    }
    offer_seat(stage.to_move(1, &people)).await;
    let done = slash_in(anna, THERE, "focus here", &[("game", "1")]).await;
    assert!(done.is_ephemeral(), "{}", done.content());
    let notice = told(juergen, &format!("/{there}")).await;
    assert!(notice.component("f1:seatpc:").is_some(), "{notice:?}");
}

#[tokio::test]
async fn a_press_below_the_notice_of_a_move_is_confirmed() {
    let game = HiddenGame::new().await;
    let [anna, juergen] = &game.people;
    speak_english(juergen).await;
    slash_in(anna, HERE, "focus draw", &[]).await;
    game.move_away().await;
    let agreed = press(juergen, &game.notice().await, "f1:draw+of:").await;
    says_privately(&agreed, "your agreement to a draw is recorded");
    assert!(game.stage.game(1).ending.is_some());
}

#[tokio::test]
async fn a_player_who_accepts_no_direct_messages_is_mentioned_where_the_game_was() {
    let game = HiddenGame::new().await;
    let [anna, juergen] = &game.people;
    let unwanted = json!({"status": 403, "code": 50_007});
    hinder(anna, "POST /users/@me/channels", 999, unwanted).await;
    game.move_away().await;
    let (here, there) = (juergen.channel(HERE), format!("/{}", game.there));
    let (here, called) = (here.expect("a channel"), [juergen.id()]);
    let call = juergen.wait_for_message("a mention", |message| {
        message.channel() == here
            && message.pings() == called
            && message.content().contains(WAY_BACK)
    });
    says(&call.await.expect("a mention"), &there);
    game.settled().await;
}

#[tokio::test]
async fn a_rated_game_is_not_moved_out_of_sight() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let options = [("rated", "true"), ("clock", "1d")];
    slash_in(&anna, HERE, "focus new", &options).await;
    slash_in(&juergen, HERE, "focus join", &[]).await;
    let shown = board(&anna, 1, 0).await;
    let refusal = slash_in(&anna, THERE, "focus here", &[("game", "1")]).await;
    says_privately(&refusal, "This game is rated, so it stays in its channel");
    assert_eq!(stage.game(1).place.channel.0.to_string(), shown.channel());
}

#[tokio::test]
async fn a_rated_game_leaves_a_channel_that_was_deleted_unnoticed() {
    let options = [("rated", "true"), ("clock", "1d")];
    let (mut stage, people, gone) = duel_in_its_own_channel(&options).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    stage.stop_bot().await.expect("a good end");
    control(&people[0], "delete_channel", json!({"channel": gone})).await;
    // The session cannot be resumed, so Discord does not report the deletion.
    let over = json!({"action": "invalid_session", "resumable": false});
    control(&people[0], "gateway", over).await;
    stage.start_bot().await;
    let done = slash_in(&people[0], THERE, "focus here", &[("game", "1")]).await;
    says_privately(&done, "continues in this channel");
}

#[tokio::test]
async fn a_board_stays_as_it_is_while_a_player_cannot_be_told_where_it_is() {
    let mut game = HiddenGame::new().await;
    close_direct_messages(&game.people[0]).await;
    game.move_away().await;
    let shown = game.board_there().await;
    game.stage.request(0, is_closed).await;
    for _round in 0..2 {
        game.stage.stop_bot().await.expect("a good end");
        let past = game.stage.last_request();
        game.stage.start_bot().await;
        // The player is told only after an attempt to show the board.
        game.stage.request(past, is_closed).await;
    }
    let requests = game.stage.sandbox.requests(0);
    let mut edits = requests.iter().filter(|made| made.method == "PATCH");
    assert!(!edits.any(|made| made.path.ends_with(shown.id())));
}

#[tokio::test]
async fn a_notice_of_a_moved_game_that_the_end_of_the_process_cuts_off_comes_after_the_next_start()
{
    let mut game = HiddenGame::new().await;
    close_direct_messages(&game.people[0]).await;
    game.move_away().await;
    game.stage.request(0, is_closed).await;
    game.stage.stop_bot().await.expect("a good end");
    end_faults(&game.people[0]).await;
    game.stage.start_bot().await;
    game.stage.retry_everything();
    game.notice().await;
    game.settled().await;
    assert_eq!(game.heard().await, 1);
}
