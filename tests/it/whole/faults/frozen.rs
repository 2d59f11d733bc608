//! Process that is frozen while people use it.

use discord_sandbox::{Person, Response};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use crate::whole::harness::{CHANNEL, Whole};

/// Uses a command until it is answered in time, which a slow machine may take several attempts for;
/// returns the answer's text and the number of attempts.
async fn answered(person: &Person, command: &str) -> (String, usize) {
    for attempt in 1.. {
        let asked = person.slash(CHANNEL, command, &[]).await;
        let asked = asked.expect("the command");
        let response = person.response(&asked).await;
        if !matches!(response, Ok(Response::Failed(_))) {
            let answer = person.answer(&asked).await.expect("an answer");
            return (answer.all_text(), attempt);
        }
    }
    unreachable!("attempts without end")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_called_unanswered_is_not_done_after_a_freeze() {
    let whole = Whole::start().await;
    let bot = whole.bot();
    let anna = &whole.people(1).await[0];
    anna.wait_for_bot("focus").await.expect("the bot");
    let process = Pid::from_child(&bot.0);
    kill_process(process, Signal::STOP).expect("a process");
    // Its threads stop one after the other, and must not take half of what follows.
    let stopped = tokio::task::block_in_place(|| waitpid(Some(process), WaitOptions::UNTRACED));
    assert!(stopped.expect("a child").is_some());
    let asked = anna.slash(CHANNEL, "focus new", &[]).await;
    let response = anna.response(&asked.expect("the command")).await;
    assert!(matches!(response, Ok(Response::Failed(_))), "{response:?}");
    kill_process(process, Signal::CONT).expect("a process");
    // Later requests are carried out later.
    let (_, attempts) = answered(anna, "focus new").await;
    let table = anna.wait_for_message("a table", |message| message.component("Join").is_some());
    table.await.expect("a table");
    let (games, _) = answered(anna, "focus-info games").await;
    let tables = (1..=9).filter(|number| games.contains(&format!("#{number}")));
    assert!((1..=attempts).contains(&tables.count()), "{games}");
}
