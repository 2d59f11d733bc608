//! Rate limits of a person, a channel and a server.

use std::time::{Duration, Instant};

use discord_sandbox::{Message, View};
use focusbot::metrics::TurnStage;
use focusbot::service::Limits;
use focusbot::service::api::rate_limit::{RateLimit, RateLimits};
use serde_json::json;

use crate::bot::stage::says::says;
use crate::bot::stage::{HERE, LIMITS, Stage, board, end_faults, hinder, slash, slash_in, table};

fn limits(acts: RateLimit, imports: RateLimit) -> Limits {
    Limits {
        rates: RateLimits { acts, imports },
        ..LIMITS
    }
}

#[tokio::test]
async fn request_over_the_limit_is_refused_in_private_and_changes_nothing() {
    let acts = RateLimit {
        person: 1,
        ..RateLimit::WIDE
    };
    let stage = Stage::with_limits(limits(acts, RateLimit::WIDE)).await;
    let [anna, juergen, lukasz] = stage.people(["anna", "juergen", "lukasz"]).await;
    slash(&juergen, "focus new", &[]).await;
    let shown = table(&anna).await;
    slash(&anna, "focus-info help", &[]).await;
    // The next request is allowed a minute later; both of these come before that.
    let asked = anna.slash(HERE, "focus new", &[]).await;
    let pressed = anna.press(&shown, "Join").await;
    for asked in [asked.expect("a command"), pressed.expect("a button")] {
        let refusal = anna.answer(&asked).await.expect("an answer");
        assert!(refusal.is_ephemeral());
        says(&refusal, "Please continue in");
    }
    assert!(
        stage
            .service()
            .games_of(person_id(&anna.id()))
            .expect("a store")
            .is_empty()
    );
    // Others are not affected, and after a while nobody is.
    says(&slash(&lukasz, "focus-info help", &[]).await, "FOCUS");
    stage.pass(Duration::from_secs(60));
    let done = slash(&anna, "focus join", &[]).await;
    assert!(
        !done.content().contains("Please continue in"),
        "{}",
        done.content()
    );
}

fn person_id(text: &str) -> focusbot::service::PersonId {
    focusbot::service::PersonId(text.parse().expect("a number"))
}

#[tokio::test]
async fn a_busy_channel_rests_for_everybody_and_no_other_does() {
    let acts = RateLimit {
        channel: 2,
        ..RateLimit::WIDE
    };
    let stage = Stage::with_limits(limits(acts, RateLimit::WIDE)).await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    // At once, because another request is allowed every half a minute.
    let (begun, mut requests) = (Instant::now(), Vec::new());
    for person in [&anna, &juergen, &anna, &juergen] {
        let asked = person.slash(HERE, "focus-info help", &[]).await;
        requests.push((person, asked.expect("a command")));
    }
    let mut refused = 0;
    for (person, asked) in requests {
        let answer = person.answer(&asked).await.expect("an answer");
        let mut reasons = ["This channel is very busy", "In diesem Kanal ist gerade"].into_iter();
        refused += u32::from(reasons.any(|reason| answer.content().contains(reason)));
    }
    let more = u32::try_from(begun.elapsed().as_secs() / 30).expect("a small number");
    let fewest = 2_u32.saturating_sub(more);
    assert!((fewest..=2).contains(&refused), "{refused} refusals");
    let help = slash_in(&anna, "games", "focus-info help", &[]).await;
    says(&help, "FOCUS");
}

#[tokio::test]
async fn records_are_brought_along_a_few_at_a_time() {
    let imports = RateLimit {
        person: 1,
        ..RateLimit::WIDE
    };
    let stage = Stage::with_limits(limits(RateLimit::WIDE, imports)).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus-info import", &[("notation", "x")]).await;
    let again = slash(&anna, "focus-info import", &[("notation", "x")]).await;
    says(&again, "Please continue in");
    let file = anna.slash_with_file(HERE, "focus new", "record", ("a.fgn", b"x"));
    let asked = file.await.expect("a command");
    let again = anna.answer(&asked).await.expect("an answer");
    says(&again, "Please continue in");
}

#[tokio::test]
async fn mistakes_in_messages_are_answered_for_all_to_see_a_few_at_a_time() {
    let acts = RateLimit {
        person: 20,
        ..RateLimit::WIDE
    };
    let stage = Stage::with_limits(limits(acts, RateLimit::WIDE)).await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let call = anna.view(|view| format!("<@{}> hello?", view.bot()));
    let begun = Instant::now();
    for _ in 0..6 {
        juergen.say(HERE, &call).await.expect("a message");
    }
    anna.say(HERE, &call).await.expect("a message");
    let answers = |view: &View| {
        let messages = view.messages(&view.channel(HERE).expect("the channel"));
        let answers = messages
            .iter()
            .filter(|message| message.content().contains("b7-c7"));
        answers.count()
    };
    let three = anna.wait_until("three answers", |view| (answers(view) >= 3).then_some(()));
    three.await.expect("two for him, one for her");
    // By then, further answers would have arrived.
    slash(&anna, "focus-info help", &[]).await;
    let answered = anna.view(answers);
    // Another one is allowed every half a minute.
    let more = usize::try_from(begun.elapsed().as_secs() / 30).expect("a small number");
    assert!((3..=3 + more).contains(&answered), "{answered} answers");
}

#[tokio::test]
async fn a_board_goes_before_an_earlier_reply_to_a_mistake() {
    let (mut stage, people) = Stage::with_duel().await;
    // With the tokens from before the restart, the board would not have to wait.
    stage.restart_bot().await;
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    let shown = board(mover, 1, 0).await;
    let limit = json!({"status": 429, "retry_after": 1.0});
    hinder(mover, "POST /messages", 999, limit).await;
    let mistake = mover.reply(&shown, "b2-b8").await.expect("a reply");
    stage.limit().await;
    let drawn = stage.count_of(TurnStage::Draw);
    mover.reply(&shown, &mv).await.expect("a reply");
    let is_drawn = || stage.count_of(TurnStage::Draw) > drawn;
    stage.until("a picture of the board", is_drawn).await;
    // Both wait by now. If they took turns, the answer to the mistake would come next.
    for _ in 0..2 {
        let past = stage.last_request();
        stage.request(past, |made| made.status == 429).await;
    }
    end_faults(mover).await;
    let next = board(mover, 1, 1).await;
    let answer = mover.wait_until("an answer to the mistake", |view| {
        let mut messages = view.messages(shown.channel()).into_iter();
        messages.find(|message| message.0["message_reference"]["message_id"] == mistake.id())
    });
    let answer = answer.await.expect("an answer");
    let number = |message: &Message| message.id().parse::<u64>().expect("a number");
    assert!(number(&next) < number(&answer), "the board comes first");
}
