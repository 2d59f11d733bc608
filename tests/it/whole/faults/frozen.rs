//! Process that is frozen while people use it.

use std::process::Stdio;
use std::time::Duration;

use discord_sandbox::{Person, Response};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use tokio::time::sleep;

use crate::support::RESPONSE_LIMIT;
use crate::whole::harness::{Bot, CHANNEL, Whole};

/// Uses a command, and returns the text of the answer.
async fn answered(person: &Person, command: &str) -> String {
    let asked = person.slash(CHANNEL, command, &[]).await;
    let answer = person.answer(&asked.expect("the command")).await;
    answer.expect("an answer").all_text()
}

#[tokio::test(flavor = "multi_thread")]
async fn command_that_went_unanswered_is_not_carried_out_after_a_freeze() {
    let whole = Whole::start().await;
    let mut command = whole.command("run");
    command.env_remove("FOCUSBOT_DISCORD_RESPONSE_SECONDS");
    command.stdin(Stdio::null());
    let bot = Bot(command.spawn().expect("the binary of this package"));
    let anna = &whole.people(1).await[0];
    anna.wait_for_bot("focus").await.expect("the bot");
    let process = Pid::from_child(&bot.0);
    kill_process(process, Signal::STOP).expect("a process");
    // Its threads stop one after the other, and must not take half of what follows.
    let stopped = tokio::task::block_in_place(|| waitpid(Some(process), WaitOptions::UNTRACED));
    assert!(stopped.expect("a child").is_some());
    let asked = anna.slash(CHANNEL, "focus new", &[]).await;
    // The bot goes by its own clock.
    sleep(Duration::from_secs(3)).await;
    whole.sandbox.clock().advance(RESPONSE_LIMIT);
    let response = anna.response(&asked.expect("the command")).await;
    assert!(matches!(response, Ok(Response::Failed(_))), "{response:?}");
    kill_process(process, Signal::CONT).expect("a process");
    // Later requests are carried out later.
    answered(anna, "focus new").await;
    let table = anna.wait_for_message("a table", |message| message.component("Join").is_some());
    table.await.expect("a table");
    let games = answered(anna, "focus-info games").await;
    let tables = (1..=9).filter(|number| games.contains(&format!("#{number}")));
    assert_eq!(tables.count(), 1, "{games}");
}
