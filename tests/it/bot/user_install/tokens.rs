//! Tokens of interactions that are lost, expired or used up.

use std::time::Duration;

use discord_sandbox::{Message, Person, View};
use focusbot::discord::interaction::custom_id::buttons::LookButton;
use focusbot::discord::interaction::custom_id::game::GameButtonId;
use focusbot::service::GameId;
use serde_json::json;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    DAY, HERE, HOUR, Stage, board, boards_in, choose_move, cleared, hinder, hinder_posts,
    move_from_afar, open_form, press, private_with, reads, slash, slash_in, speak_english,
    stripped, submit, told, told_privately,
};
use crate::bot::user_install::{
    GROUP, assert_only_answered, begun, group, is_waiting, leads_to, move_by_button, press_beside,
    set_up, sit_down,
};

/// Number of followups that Discord accepts where only people have installed the bot.
const FOLLOWUPS: u32 = 5;

#[tokio::test]
async fn move_made_elsewhere_is_told_in_private_and_shown_at_the_next_press() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    // The process has forgotten all tokens.
    stage.restart_bot().await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let old = board(next, 1, 0).await;
    move_from_afar(&stage, mover).await;
    let call = told(next, "discord.com/channels/@me/").await;
    assert!(call.component("f1:move:").is_some(), "{}", call.content());
    assert!(is_waiting(&stage, 1));
    press_beside(next, &old, "f1:board:").await;
    let shown = board(next, 1, 1).await;
    assert_eq!(shown.channel(), next.channel(GROUP).expect("the group"));
    let line = next.wait_until("the old board as a line", |view| {
        let old = view.message(old.id())?;
        (old.labels().is_empty() && old.attachments().is_empty()).then_some(old)
    });
    says(&line.await.expect("a line"), shown.id());
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn mover_is_told_if_the_next_player_takes_no_direct_messages() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    stage.restart_bot().await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let old = board(mover, 1, 0).await;
    let direct = next.open_dm().await.expect("a conversation");
    let posts = format!("POST /channels/{direct}/messages");
    hinder(mover, &posts, 1, json!({"status": 403, "code": 50_278})).await;
    let direct = mover.open_dm().await.expect("a conversation");
    move_from_afar(&stage, mover).await;
    let warning = mover.wait_for_message("a warning", |message| {
        message.channel() == direct && message.content().contains(&format!("<@{}>", next.id()))
    });
    assert!(warning.await.expect("a warning").is_ephemeral());
    press_beside(mover, &old, "f1:board:").await;
    let shown = board(next, 1, 1).await;
    assert!(shown.pings().contains(&next.id().as_str()));
}

/// Lets days pass without the bot.
async fn days_pass(stage: &mut Stage, days: u32) {
    stage.stop_bot().await.expect("a good end");
    stage.pass(DAY * days);
    stage.start_bot().await;
}

/// Waits until a game is given up.
async fn given_up(stage: &Stage, game: u32) {
    stage.retry_everything();
    stage
        .until("the end of a game", || !is_waiting(stage, game))
        .await;
}

#[tokio::test]
async fn a_last_board_that_nobody_asks_for_is_given_up_after_a_week() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let table = set_up(&people[0], GROUP, &[]).await;
    sit_down(&people[1], &table).await;
    board(&people[0], 2, 0).await;
    stage.restart_bot().await;
    let mover = stage.to_move(1, &people);
    let direct = mover.open_dm().await.expect("a conversation");
    // The second game ends two days before the first.
    for (game, days) in [("2", 2), ("1", 6)] {
        let question = slash_in(mover, &direct, "focus resign", &[("game", game)]).await;
        press(mover, &question, "f1:resign!").await;
        days_pass(&mut stage, days).await;
    }
    given_up(&stage, 2).await;
    assert!(is_waiting(&stage, 1), "it has waited six days");
    days_pass(&mut stage, 2).await;
    given_up(&stage, 1).await;
}

/// Makes the first move by a command after a restart. Returns the mover, the first board, whose token
/// is lost, and the new one.
async fn played_past_a_restart<'p>(
    stage: &mut Stage,
    people: &'p [Person],
) -> (&'p Person, Message, Message) {
    let mover = stage.to_move(1, people);
    let old = board(mover, 1, 0).await;
    stage.restart_bot().await;
    let mv = stage.a_move(1).to_string();
    slash_in(mover, GROUP, "focus move", &[("move", &mv)]).await;
    let played = board(mover, 1, 1).await;
    (mover, old, played)
}

#[tokio::test]
async fn a_board_that_was_given_up_loses_its_buttons_when_it_is_pressed() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let (mover, old, played) = played_past_a_restart(&mut stage, &people).await;
    stage.pass(HOUR * 25);
    stage.restart_bot().await;
    cleared(&stage).await;
    press_beside(mover, &old, "f1:more:").await;
    leads_to(mover, &old, &played).await;
}

#[tokio::test]
async fn a_forged_press_leaves_the_board_of_another_game_as_it_is() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let anna = &people[0];
    slash(anna, "focus new", &[("computer", "0"), ("people", "1")]).await;
    stage.pass(HOUR * 25);
    let shown = board(anna, 1, 0).await;
    let id = GameButtonId {
        button: LookButton::Board.into(),
        game: GameId(2),
        seen: 0,
    };
    let forged = anna.forge(&shown, &id.to_string(), None).await;
    let answer = anna.response(&forged.expect("a forgery")).await;
    answer.expect("a response");
    // The bot finishes before it ends.
    stage.stop_bot().await.expect("a good end");
    let last = anna.say(HERE, "That is all.").await.expect("a message");
    reads(anna, &last, "That is all.").await;
    let left = anna.view(|view| view.message(shown.id()));
    assert!(left.is_some_and(|left| left.component("f1:move:").is_some()));
}

#[tokio::test]
async fn a_forged_press_reveals_no_game_to_somebody_who_may_not_see_it() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let (_, old, _) = played_past_a_restart(&mut stage, &people).await;
    let [anna, lukasz] = &people;
    slash(anna, "focus new", &[("computer", "0"), ("people", "1")]).await;
    let past = anna.advance(Duration::from_secs(25 * 3_600)).await;
    past.expect("a clock");
    stage.restart_bot().await;
    let left = || stage.service().superseded_messages(None).expect("a store");
    let is_quiet = || {
        let is_shown = stage.game(2).thinking().is_none() && !is_waiting(&stage, 2);
        is_shown && left().entries.is_empty()
    };
    stage.until("nothing to show or change", is_quiet).await;
    let id = GameButtonId {
        button: LookButton::Board.into(),
        game: GameId(2),
        seen: 0,
    };
    let forged = lukasz.forge(&old, &id.to_string(), None).await;
    let answer = lukasz.response(&forged.expect("a forgery")).await;
    answer.expect("a response");
    // The bot finishes before it ends.
    stage.stop_bot().await.expect("a good end");
    let last = lukasz.say(HERE, "That is all.").await.expect("a message");
    reads(lukasz, &last, "That is all.").await;
    let left = lukasz.view(|view| view.message(old.id()));
    assert!(left.is_some_and(|left| left.component("f1:more:").is_some()));
}

#[tokio::test]
async fn an_expired_token_is_not_used() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let (mover, next) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let expired = json!({"status": 404, "code": 10_015});
    hinder(mover, "POST /webhooks/", 1, expired).await;
    move_from_afar(&stage, mover).await;
    // The message that is there takes the new board.
    let shown = board(next, 1, 1).await;
    assert_eq!(shown.channel(), next.channel(GROUP).expect("the group"));
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn a_token_that_is_refused_leaves_the_others() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let mover = stage.to_move(1, &people);
    let old = board(mover, 1, 0).await;
    press_beside(mover, &old, "f1:move:").await;
    let first = private_with(mover, "f1:type:").await;
    let mv = stage.a_move(1).to_string();
    let (question, _) = choose_move(mover, first, &mv).await;
    // The new board is to follow the press on the older one.
    let fault = json!({"status": 404, "code": 10_015});
    hinder(mover, "POST /webhooks/", 1, fault).await;
    mover.press(&question, "f1:play:").await.expect("a button");
    let new = board(mover, 1, 1).await;
    assert_ne!(new.id(), old.id(), "it follows the newest press");
    assert_only_answered(&stage, mover, GROUP);
}

#[tokio::test]
async fn a_private_response_goes_where_a_press_has_changed_the_board() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    press_beside(mover, &shown, "f1:more:").await;
    let menu = private_with(mover, "f1:draw:").await;
    let done = press(mover, &menu, "f1:draw:").await;
    assert_eq!(done.id(), menu.id());
    let is_gone = mover.wait_until("the end of the response", |view| {
        view.message(menu.id()).is_none().then_some(())
    });
    is_gone.await.expect("the board alone");
    let offer = mover.view(|view| view.message(shown.id()));
    let offer = offer.expect("the board");
    assert!(
        offer.component("f1:nodrawof:").is_some(),
        "{}",
        offer.content()
    );
}

#[tokio::test]
async fn without_followups_the_older_board_becomes_the_new_one() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let mover = stage.to_move(1, &people);
    let old = board(mover, 1, 0).await;
    press_beside(mover, &old, "f1:more:").await;
    let menu = private_with(mover, "f1:draw:").await;
    press(mover, &menu, "f1:draw:").await;
    let is_offered = || !stage.game(1).draw.is_empty();
    stage.until("the offer", is_offered).await;
    let next = stage.waiting(1, &people);
    let offer = next.wait_until("an offer on the board", |view| {
        let mut messages = view.messages(&view.channel(GROUP)?).into_iter();
        messages.find(|message| message.component("f1:nodrawof:").is_some())
    });
    let offer = offer.await.expect("an offer");
    let used_up = json!({"status": 400, "code": 40_094});
    hinder(mover, "POST /webhooks/", 2, used_up).await;
    let before = boards_in(mover, GROUP);
    next.press(&offer, "f1:nodrawof:").await.expect("a button");
    let is_refused = || stage.game(1).draw.is_empty() && !is_waiting(&stage, 1);
    stage.until("the refusal", is_refused).await;
    assert!(boards_in(mover, GROUP) <= before);
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn without_followups_a_table_becomes_the_board() {
    let mut stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let table = set_up(&people[0], GROUP, &[]).await;
    let seen = people[1].wait_until("the table", |view| view.message(table.id()));
    let seen = seen.await.expect("the table");
    // The offer to practice is a followup as well.
    private_with(&people[0], "f1:lesson:").await;
    // The token of the command is lost, so that there is only that of the press.
    stage.restart_bot().await;
    let fault = json!({"status": 400, "code": 40_094});
    hinder(&people[0], "POST /webhooks/", 1, fault).await;
    press_beside(&people[1], &seen, "f1:join").await;
    // The message remains one of components; each of its edits shows the picture.
    let shows = |button: &'static str| {
        let id = table.id();
        move |view: &View| {
            let board = view.message(id)?;
            let pictures = board.pictures();
            let is_shown = pictures.iter().any(|url| url.contains("/focus-1-0.png"));
            (is_shown && board.component(button).is_some()).then_some(board)
        }
    };
    let begun = people[0].wait_until("the board", shows("f1:move:"));
    let begun = begun.await.expect("the board");
    // An edit mentions nobody: until people are told in private, a newer board may mention them.
    let is_told = || {
        stage
            .service()
            .pending(GameId(1))
            .expect("a game")
            .is_none()
    };
    stage.until("a note that people are told", is_told).await;
    let mover = stage.to_move(1, &people);
    press_beside(mover, &begun, "f1:more:").await;
    let menu = private_with(mover, "f1:draw:").await;
    press(mover, &menu, "f1:draw:").await;
    let offer = mover.wait_until("an offer", shows("f1:nodrawof:")).await;
    let mv = stage.a_move(1).to_string();
    move_by_button(mover, &offer.expect("an offer"), &mv).await;
    let next = board(mover, 1, 1).await;
    let line = mover.wait_until("a line", |view| {
        let line = view.message(table.id())?;
        (line.labels().is_empty() && line.pictures().is_empty()).then_some(line)
    });
    says(&line.await.expect("a line"), next.id());
    assert_only_answered(&stage, mover, GROUP);
}

/// Lets everybody move from afar, so that all boards follow the command and the press that began
/// the game, until Discord accepts no more of them. Returns the board that was edited instead.
pub(super) async fn use_up_followups(stage: &Stage, people: &[Person; 2]) -> Message {
    let mut shown = board(&people[0], 1, 0).await;
    for plies in 1..=2 * FOLLOWUPS {
        let (mover, next) = (stage.to_move(1, people), stage.waiting(1, people));
        people.iter().for_each(Person::look_past);
        move_from_afar(stage, mover).await;
        let after = board(next, 1, plies).await;
        if after.id() == shown.id() {
            return after;
        }
        shown = after;
    }
    panic!("more followups than Discord accepts");
}

#[tokio::test]
async fn once_all_followups_are_used_up_the_next_is_called_in_private() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let shown = use_up_followups(&stage, &people).await;
    let (next, plies) = (stage.to_move(1, &people), stage.game(1).plies());
    let direct = next.open_dm().await.expect("a conversation");
    let call = next.wait_for_message("a call", |message| {
        message.channel() == direct && message.content().contains(shown.id())
    });
    let call = call.await.expect("a call");
    assert!(call.component("f1:move:").is_some(), "{}", call.content());
    // The next press brings a token.
    let old = board(next, 1, plies).await;
    let mv = stage.a_move(1).to_string();
    move_by_button(next, &old, &mv).await;
    let after = board(next, 1, plies + 1).await;
    assert_ne!(after.id(), old.id());
    assert_only_answered(&stage, next, GROUP);
}

#[tokio::test]
async fn mover_is_told_who_was_not_called_by_an_edited_board() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    for person in &people {
        speak_english(person).await;
        let direct = person.open_dm().await.expect("a conversation");
        hinder_posts(person, &direct, 1, json!({"status": 403, "code": 50_278})).await;
    }
    use_up_followups(&stage, &people).await;
    let (mover, next) = (stage.waiting(1, &people), stage.to_move(1, &people));
    let warning = told_privately(mover, &format!("<@{}>", next.id())).await;
    says(&warning, "The board is up");
}

#[tokio::test]
async fn a_press_on_an_older_board_shows_the_newest_and_takes_its_buttons() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    let (mover, old, played) = played_past_a_restart(&mut stage, &people).await;
    // Without a recent press on the older board, the bot has no token to change it.
    press_beside(mover, &old, "f1:move:").await;
    let refusal = mover.wait_for_message("a refusal", |message| {
        message.is_ephemeral() && !message.attachments().is_empty()
    });
    refusal.await.expect("the newest board");
    let line = stripped(mover, &old).await;
    says(&line, played.id());
    // The text is the same as after an immediate change.
    says(&line, "has begun");
}

#[tokio::test]
async fn the_form_for_a_move_works() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    press_beside(mover, &shown, "f1:move:").await;
    let step = private_with(mover, "f1:type:").await;
    let form = open_form(mover, &step, "f1:type:").await;
    let mv = stage.a_move(1).to_string();
    submit(mover, &form, &[("move", &mv)]).await;
    board(mover, 1, 1).await;
}
