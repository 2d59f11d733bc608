//! Process that is frozen while people use it.

use discord_sandbox::Response;
use rustix::process::{Pid, Signal, kill_process};

use crate::whole::harness::{CHANNEL, Whole, done};

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_called_unanswered_is_not_done_after_a_freeze() {
    let whole = Whole::start().await;
    let bot = whole.bot();
    let anna = &whole.people(1).await[0];
    anna.wait_for_bot("focus").await.expect("the bot");
    let process = Pid::from_child(&bot.0);
    kill_process(process, Signal::STOP).expect("a process");
    let asked = anna.slash(CHANNEL, "focus new", &[]).await;
    let response = anna.response(&asked.expect("the command")).await;
    assert!(matches!(response, Ok(Response::Failed(_))), "{response:?}");
    kill_process(process, Signal::CONT).expect("a process");
    let asked = anna.slash(CHANNEL, "focus new", &[]).await;
    done(anna, &asked.expect("the command")).await;
    let table = anna.wait_for_message("a table", |message| message.component("Join").is_some());
    table.await.expect("a table");
    // What is asked later is carried out later.
    let asked = anna.slash(CHANNEL, "focus-info games", &[]).await;
    let games = anna.answer(&asked.expect("the command")).await;
    let text = games.expect("a list").all_text();
    assert!(text.contains("#1") && !text.contains("#2"), "{text}");
}
