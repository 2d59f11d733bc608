//! Private notices of games that nobody has shown to their players: each comes once, also if the
//! process ends or Discord is away meanwhile.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{LoggedRequest, Person};
use focus::Game;
use focus_engine::{Choice, Engine, Info, Limits, Options, Player, Stop};
use focusbot::discord::MakePlayer;
use focusbot::service::GameId;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::bot::play::computers::{Gate, stage_behind, stage_of};
use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, Stage, board, close_direct_messages, end_faults, hinder, is_closed, move_from_afar,
    press, reads, slash_in, strangers_begin, table_of_strangers, told,
};
use crate::bot::user_install::tokens::use_up_followups;
use crate::bot::user_install::{GROUP, begun, begun_with, group, is_waiting, press_beside};
use crate::support::short_games;

/// Beginning of the address of a channel or message outside of servers.
const LINK: &str = "discord.com/channels/@me/";

/// Number of attempts at a notice.
const TRIES: usize = 5;

/// Begins a game of two people in a group, of which no token is left; returns the person to move
/// before the other.
async fn without_tokens() -> (Stage, [Person; 2]) {
    let mut stage = Stage::new().await;
    let mut people = begun(&stage).await;
    stage.restart_bot().await;
    if stage.to_move(1, &people).id() != people[0].id() {
        people.reverse();
    }
    (stage, people)
}

/// Returns how many times the bot has tried to begin direct messages.
fn attempts(stage: &Stage) -> usize {
    let requests = stage.sandbox.requests(0).into_iter();
    requests.filter(is_closed).count()
}

/// Waits until the bot has tried so many times to begin direct messages.
async fn tried(stage: &Stage, times: usize) {
    stage.until("an attempt", || attempts(stage) >= times).await;
}

/// Lets the pauses between attempts at a notice pass until something holds.
async fn pass_pauses_until(stage: &Stage, what: &str, holds: impl Fn() -> bool) {
    let all = async {
        while !holds() {
            // Each pause begins some time after the attempt before it.
            stage.pass(Duration::from_secs(61));
            sleep(Duration::from_millis(50)).await;
        }
    };
    let held = timeout(Duration::from_secs(60), all).await;
    held.unwrap_or_else(|_| panic!("waited for {what}"));
}

/// Has the next direct messages to a person get this response without being sent; returns the path
/// of their requests.
async fn answer_next(person: &Person, count: usize, response: &Value) -> String {
    let direct = person.open_dm().await.expect("a conversation");
    let path = format!("/channels/{direct}/messages");
    let fault = json!({"fault": response, "count": count, "method": "POST", "path": &path});
    person.control("fault", fault).await.expect("a fault");
    path
}

/// Returns how many times the bot has posted to a path.
fn posts(stage: &Stage, path: &str) -> usize {
    let requests = stage.sandbox.requests(0).into_iter();
    let is_meant = |made: &LoggedRequest| made.method == "POST" && made.path.ends_with(path);
    requests.filter(is_meant).count()
}

/// Returns how many times the bot has asked for direct messages and got them.
fn opened(stage: &Stage) -> usize {
    let requests = stage.sandbox.requests(0).into_iter();
    let is_meant =
        |made: &LoggedRequest| made.status == 200 && made.path.ends_with("/users/@me/channels");
    requests.filter(is_meant).count()
}

/// Ends the bot in the middle of a notice, ends the faults, and has it try everything that waits
/// after a start. Returns the number of the last request before the start.
async fn end_and_start(stage: &mut Stage, person: &Person) -> u64 {
    stage.stop_bot().await.expect("a good end");
    end_faults(person).await;
    let past = stage.last_request();
    stage.start_bot().await;
    stage.retry_everything();
    past
}

#[tokio::test]
async fn a_notice_that_the_end_of_the_process_cuts_off_comes_after_the_next_start() {
    let (mut stage, [mover, next]) = without_tokens().await;
    close_direct_messages(&next).await;
    move_from_afar(&stage, &mover).await;
    tried(&stage, 1).await;
    end_and_start(&mut stage, &next).await;
    told(&next, LINK).await;
}

#[tokio::test]
async fn opponent_who_is_not_to_move_answers_an_offered_draw_in_direct_messages() {
    let (stage, [mover, other]) = without_tokens().await;
    let direct = mover.open_dm().await.expect("a conversation");
    slash_in(&mover, &direct, "focus draw", &[("game", "1")]).await;
    let offer = told(&other, LINK).await;
    assert!(offer.component("f1:move:").is_none(), "{}", offer.content());
    press_beside(&other, &offer, "f1:draw+of:").await;
    let is_over = || stage.game(1).ending.is_some();
    stage.until("the draw", is_over).await;
}

#[tokio::test]
async fn player_who_could_not_be_told_of_an_offered_draw_hears_of_it_after_another_has_agreed() {
    let mut stage = Stage::new().await;
    let names = ["anna", "lukasz", "juergen"];
    let people = begun_with(&stage, names, &[("mode", "1")]).await;
    stage.restart_bot().await;
    close_direct_messages(&people[0]).await;
    let mover = stage.to_move(1, &people);
    let mut others = people.iter().filter(|person| person.id() != mover.id());
    let [agreed, untold] = [(); 2].map(|()| others.next().expect("another player"));
    for person in [mover, agreed] {
        let direct = person.open_dm().await.expect("a conversation");
        slash_in(person, &direct, "focus draw", &[("game", "1")]).await;
    }
    tried(&stage, 1).await;
    end_and_start(&mut stage, mover).await;
    let offer = told(untold, LINK).await;
    assert!(
        offer.component("f1:draw+of:").is_some(),
        "{}",
        offer.content()
    );
}

#[tokio::test]
async fn players_hand_a_seat_to_a_computer_in_direct_messages() {
    let mut stage = Stage::new().await;
    let names = ["anna", "lukasz", "juergen"];
    let people = begun_with(&stage, names, &[("mode", "1")]).await;
    stage.restart_bot().await;
    let mover = stage.to_move(1, &people);
    let direct = mover.open_dm().await.expect("a conversation");
    let question = slash_in(mover, &direct, "focus resign", &[("game", "1")]).await;
    press(mover, &question, "f1:seat:").await;
    let others = people.iter().filter(|person| person.id() != mover.id());
    for (person, button) in others.zip(["f1:seatpc:", "f1:seat+:"]) {
        let asked = person.wait_until("a question about the seat", |view| {
            let mut messages = view.messages(&view.channel("@bot")?).into_iter();
            messages.find(|message| message.component(button).is_some())
        });
        press_beside(person, &asked.await.expect("a question"), button).await;
    }
    let has_changed = || !stage.game(1).former.is_empty();
    stage.until("a computer in the seat", has_changed).await;
}

#[tokio::test]
async fn player_is_not_told_of_an_offer_of_their_own_after_a_restart() {
    let (mut stage, [mover, other]) = without_tokens().await;
    let direct = mover.open_dm().await.expect("a conversation");
    slash_in(&mover, &direct, "focus draw", &[("game", "1")]).await;
    told(&other, LINK).await;
    // What waits is tried in order, and told before the bot ends.
    strangers_begin(&stage, 1, &table_of_strangers());
    let past = end_and_start(&mut stage, &mover).await;
    let opens = |made: &LoggedRequest| made.path.ends_with("/users/@me/channels");
    stage.request(past, opens).await;
    stage.stop_bot().await.expect("a good end");
    let mut opened = stage.sandbox.requests(past).into_iter().filter(opens);
    let is_for_mover = |made: LoggedRequest| {
        let recipient = made.json.unwrap_or_default();
        recipient.contains(&mover.id())
    };
    assert!(!opened.any(is_for_mover));
}

#[tokio::test]
async fn move_of_a_computer_that_no_board_can_show_is_told_in_private() {
    let gate = Gate::default();
    let mut stage = stage_behind(&gate).await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let options = [("computer", "0"), ("people", "1")];
    slash_in(&anna, GROUP, "focus new", &options).await;
    if stage.game(1).thinking().is_none() {
        let mv = stage.a_move(1).to_string();
        slash_in(&anna, GROUP, "focus move", &[("move", &mv)]).await;
    }
    let shown = board(&anna, 1, stage.game(1).steps).await;
    stage.noted(1, &shown).await;
    // The process forgets all tokens.
    stage.restart_bot().await;
    gate.open();
    let call = told(&anna, LINK).await;
    assert!(call.component("f1:move:").is_some(), "{}", call.content());
}

/// Computer that plays a short race once a gate is open.
struct Racer(Gate, Engine);

impl Player for Racer {
    fn name(&self) -> String {
        self.1.name()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        self.0.wait(stop);
        let moves = short_games::duel(game.start().side());
        Choice {
            mv: moves[game.plies().len()],
            ..self.1.choose(game, limits, stop, report)
        }
    }
}

fn racers(gate: Gate) -> MakePlayer {
    Arc::new(move |options: Options| Box::new(Racer(gate.clone(), Engine::new(options))))
}

#[tokio::test]
async fn person_who_watches_computers_is_told_of_the_end_that_no_board_can_show() {
    let gate = Gate::default();
    let mut stage = stage_of(racers(gate.clone()), 1).await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let options = [("people", "0"), ("computer", "0"), ("goal", "1")];
    slash_in(&anna, GROUP, "focus new", &options).await;
    let shown = board(&anna, 1, 0).await;
    stage.noted(1, &shown).await;
    // The process forgets all tokens.
    stage.restart_bot().await;
    gate.open();
    let call = told(&anna, LINK).await;
    says(&call, "wins!");
    says(&call, shown.id());
}

#[tokio::test]
async fn a_notice_for_which_all_attempts_fail_comes_later() {
    let (mut stage, [mover, next]) = without_tokens().await;
    close_direct_messages(&next).await;
    move_from_afar(&stage, &mover).await;
    let is_last = || attempts(&stage) >= TRIES;
    pass_pauses_until(&stage, "the last attempt", is_last).await;
    end_and_start(&mut stage, &next).await;
    told(&next, LINK).await;
}

/// Has the first attempt at a notice get this response, and waits for the notice after a second one.
async fn comes_after(response: &Value) {
    let (stage, [mover, next]) = without_tokens().await;
    let path = answer_next(&next, 1, response).await;
    move_from_afar(&stage, &mover).await;
    let is_second = || posts(&stage, &path) >= 2;
    pass_pauses_until(&stage, "the second attempt", is_second).await;
    told(&next, LINK).await;
}

#[tokio::test]
async fn a_notice_whose_response_cannot_be_read_is_sent_again() {
    comes_after(&json!({"status": 200})).await;
}

#[tokio::test]
async fn a_notice_for_which_the_token_is_refused_is_sent_again() {
    comes_after(&json!({"status": 401})).await;
}

#[tokio::test]
async fn a_notice_of_which_no_response_can_be_read_counts_as_sent() {
    let (stage, [mover, next]) = without_tokens().await;
    let path = answer_next(&next, 999, &json!({"status": 200})).await;
    move_from_afar(&stage, &mover).await;
    let view = stage.game(1);
    let (color, channel) = (view.to_move().expect("a turn"), view.place.channel);
    let is_noted = || {
        let service = stage.service();
        let is_untold = service.is_untold(GameId(1), color, channel, Some(view.actions));
        !is_untold.expect("a store")
    };
    pass_pauses_until(&stage, "a note of the notice", is_noted).await;
    assert_eq!(posts(&stage, &path), TRIES);
}

/// Has the first posts of a notice find no conversation, and waits for the notice; returns how many
/// times the bot has asked for the conversation.
async fn opened_without(posts_in_vain: usize) -> usize {
    let (stage, [mover, next]) = without_tokens().await;
    let gone = json!({"status": 404, "code": 10_003});
    let path = answer_next(&next, posts_in_vain, &gone).await;
    let before = opened(&stage);
    move_from_afar(&stage, &mover).await;
    let is_last = || posts(&stage, &path) > posts_in_vain;
    pass_pauses_until(&stage, "the last attempt", is_last).await;
    told(&next, LINK).await;
    opened(&stage) - before
}

#[tokio::test]
async fn a_notice_to_a_conversation_that_is_gone_comes_in_a_new_one() {
    assert_eq!(opened_without(1).await, 2);
}

#[tokio::test]
async fn a_notice_comes_though_a_second_conversation_is_gone_as_well() {
    assert_eq!(opened_without(2).await, 3);
}

#[tokio::test]
async fn a_notice_whose_answer_is_lost_is_not_doubled_by_the_next_start() {
    let (mut stage, [mover, next]) = without_tokens().await;
    let direct = next.open_dm().await.expect("a conversation");
    let path = format!("/channels/{direct}/messages");
    hinder(&next, &format!("POST {path}"), 999, json!({"lost": true})).await;
    move_from_afar(&stage, &mover).await;
    told(&next, LINK).await;
    let past = end_and_start(&mut stage, &next).await;
    let is_sent_again = |made: &LoggedRequest| {
        made.method == "POST" && made.status == 200 && made.path.ends_with(&path)
    };
    stage.request(past, is_sent_again).await;
    // Earlier messages of the bot arrive before this one.
    let end = next.say(HERE, "That is all.").await.expect("a message");
    reads(&next, &end, "That is all.").await;
    let mut heard = next.view(|view| view.messages(&direct));
    heard.retain(|message| message.content().contains(LINK));
    assert_eq!(heard.len(), 1, "{heard:?}");
}

#[tokio::test]
async fn player_not_called_by_an_edited_board_is_told_after_a_restart() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    close_direct_messages(&people[0]).await;
    let shown = use_up_followups(&stage, &people).await;
    let next = stage.to_move(1, &people);
    tried(&stage, 1).await;
    end_and_start(&mut stage, next).await;
    told(next, shown.id()).await;
    let is_done = || !is_waiting(&stage, 1);
    stage.until("the end of what waits", is_done).await;
}

#[tokio::test]
async fn player_whose_earlier_move_shows_a_later_one_is_told_after_a_restart() {
    let mut stage = Stage::new().await;
    let people = begun(&stage).await;
    close_direct_messages(&people[0]).await;
    // The first board takes so long that the moves after it are made meanwhile.
    let slow = json!({"status": 400, "code": 40_094, "delay_ms": 2_000});
    hinder(&people[0], "POST /webhooks/", 99, slow).await;
    for _ in 0..3 {
        let mover = stage.to_move(1, &people);
        move_from_afar(&stage, mover).await;
    }
    let next = stage.to_move(1, &people);
    board(next, 1, 3).await;
    tried(&stage, 1).await;
    end_and_start(&mut stage, next).await;
    told(next, LINK).await;
}

#[tokio::test]
async fn an_edited_board_stays_as_it_is_while_nobody_can_be_told() {
    let stage = Stage::new().await;
    let people = begun(&stage).await;
    close_direct_messages(&people[0]).await;
    let shown = use_up_followups(&stage, &people).await;
    tried(&stage, 1).await;
    let past = stage.last_request();
    // The last attempt is for a game of strangers, who cannot be told either. An attempt for
    // their next game means that the first round is over.
    for times in [2, 3] {
        stage.retry_everything();
        strangers_begin(&stage, 1, &table_of_strangers());
        tried(&stage, times).await;
    }
    let requests = stage.sandbox.requests(past);
    let mut edits = requests.iter().filter(|made| made.method == "PATCH");
    assert!(!edits.any(|made| made.path.contains(shown.id())));
}
