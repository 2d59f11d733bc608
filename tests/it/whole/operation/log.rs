//! Log of the real program: one line for each failure, and for pending work when it is stopped.

use std::io::{BufRead, BufReader};
use std::process::ChildStderr;
use std::thread;

use discord_sandbox::Person;
use focus::Move;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::whole::harness::{CHANNEL, Shown, Whole, board, done, send_move};

/// Output of a program, line by line, until it ends.
struct Log(UnboundedReceiver<String>);

impl Log {
    fn of(output: ChildStderr) -> Self {
        let (lines, log) = unbounded_channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                // The test may have ended.
                let _ = lines.send(line.expect("text"));
            }
        });
        Self(log)
    }

    /// Returns the next line with a warning or an error, other than that a busy machine was slow.
    async fn warning(&mut self) -> String {
        let is_warning = |line: &str| line.contains(" WARN ") || line.contains("ERROR ");
        self.line(|line| is_warning(line) && !line.contains("no answer in time"))
            .await
    }

    async fn line(&mut self, is_meant: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.0.recv().await.expect("a program that runs");
            if is_meant(&line) {
                return line;
            }
        }
    }
}

/// Plays a legal move, waits for the response if there is to be one, and returns the board after it.
async fn play(people: &[Person], shown: &Shown, mv: Move, responds: bool) -> Shown {
    let mover = shown.mover(people).expect("somebody is called to move");
    let asked = send_move(mover, CHANNEL, mv).await;
    if responds {
        done(mover, &asked).await;
    }
    board(&people[0], shown.id, shown.plies + 1).await
}

/// Makes the next POST requests to a path meet a fault.
async fn hinder(person: &Person, fault: &Value, count: u32, path: &str) {
    let fault = json!({"fault": fault, "count": count, "method": "POST", "path": path});
    person.control("fault", fault).await.expect("a fault");
}

/// Returns faults, the requests they meet, and their text in the log.
fn errors() -> [(Value, &'static str, &'static str); 8] {
    let (callback, messages) = ("/callback", "/messages");
    [
        (
            json!({"status": 500}),
            callback,
            "trying again route=\"POST/interactions/:/:/callback\" error=\"status 500\"",
        ),
        (
            json!({"cut": true}),
            callback,
            "trying again route=\"POST/interactions/:/:/callback\" error=\"error sending",
        ),
        (
            json!({"lost": true}),
            callback,
            "trying again route=\"POST/interactions/:/:/callback\" error=\"error sending",
        ),
        (
            json!({"status": 401}),
            callback,
            "a response could not be sent error=refused with status 401",
        ),
        (
            json!({"status": 404, "code": 10_062}),
            callback,
            "a response could not be sent error=refused with status 404, code 10062",
        ),
        (
            json!({"status": 502}),
            messages,
            "trying again route=\"POST/channels/:/messages\" error=\"status 502\"",
        ),
        (
            json!({"status": 429, "retry_after": 0.1, "global": true}),
            messages,
            "trying again route=\"POST/channels/:/messages\" error=\"rate limit of all requests\"",
        ),
        // The last one: afterwards, boards go by the tokens of interactions for a while.
        (
            json!({"status": 429, "retry_after": 0.1}),
            messages,
            "trying again route=\"POST/channels/:/messages\" error=\"rate limit\"",
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_failure_is_logged_in_one_line() {
    let whole = Whole::start().await;
    let (bot, output) = whole.bot_with_log();
    let mut log = Log::of(output);
    let (people, mut shown, mut game) = whole.duel().await;
    for (fault, path, expected) in errors() {
        hinder(&people[0], &fault, 1, path).await;
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("a legal move");
        let responds = !expected.starts_with("a response could not be sent");
        shown = play(&people, &shown, mv, responds).await;
        let line = log.warning().await;
        assert!(line.contains(expected), "{line}, expected {expected}");
    }
    bot.terminate();
    assert!(bot.ended().success(), "a good end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_logs_pending_work() {
    let whole = Whole::start().await;
    let (bot, output) = whole.bot_with_log();
    let mut log = Log::of(output);
    let (people, shown, game) = whole.duel().await;
    hinder(&people[0], &json!({"delay_ms": 3_600_000}), 9, "/messages").await;
    let mv = game.position().legal_moves()[0];
    let mover = shown.mover(&people).expect("somebody is called to move");
    let asked = send_move(mover, CHANNEL, mv).await;
    done(mover, &asked).await;
    bot.terminate();
    // serenity may log the end of its connection first.
    log.line(|line| line.contains("stopping while events are being handled"))
        .await;
    let line = log
        .line(|line| line.contains("stopped; pending boards"))
        .await;
    assert!(line.contains("boards=1 computers=0 replays=0"), "{line}");
    assert!(bot.ended().success(), "a good end");
    assert_eq!(whole.look(shown.id).game.plies().len(), shown.plies + 1);
}
