//! Order of the calls to the game service.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use discord_sandbox::{Message, Person};
use focusbot::discord::runtime::service_queue::ServiceQueue;
use focusbot::metrics::Metrics;
use focusbot::service::Service;
use focusbot::store::MemoryStore;

use crate::bot::stage::trips::{count_trips, trips};
use crate::bot::stage::{HERE, LIMITS, Stage, board, choose_move, duel};

#[tokio::test]
async fn requests_of_people_go_before_background_work() {
    let service = Arc::new(Service::new(Arc::new(MemoryStore::new()), LIMITS));
    let (queue, threads) = ServiceQueue::open(("requests", 1), &service, &Metrics::default());
    let (finish, finished) = mpsc::channel::<()>();
    let first = queue.ask(&[], move |_| finished.recv().expect("the end of the work"));
    let (tell, order) = mpsc::channel();
    let say = |what: &'static str| {
        let tell = tell.clone();
        move |_: &Service| tell.send(what).expect("a test that listens")
    };
    let background = queue.ask_later(say("background"));
    let requests = ["a request", "another"].map(|what| queue.ask(&[], say(what)));
    finish.send(()).expect("somebody at work");
    first.await.expect("work");
    for request in requests {
        request.await.expect("work");
    }
    background.await.expect("work");
    let order: Vec<_> = order.try_iter().collect();
    assert_eq!(order, ["a request", "another", "background"]);
    drop(queue);
    for thread in threads {
        thread.join().expect("a thread that ends");
    }
}

/// Number of jobs for a move and its board: the move, the board with all that it depends on, and
/// the note that it is shown.
const OF_A_MOVE: u32 = 3;
/// Largest number of jobs that a move wakes in a game without a clock that no channel follows: three
/// for the message that the new board supersedes.
const WOKEN: u32 = 3;
/// Number of jobs for a step of the choice of a move: the game with all that the answer depends on.
const OF_A_STEP: u32 = 1;
/// Largest number of further jobs for a request after a freeze of the process: it makes sure that no
/// other one has acted meanwhile.
const AFTER_A_FREEZE: u32 = 3;
/// Maximum number of jobs left over from the start of the bot and of the game.
const OTHER: u32 = 20;
/// Largest number of jobs a second that no move leads to: checks of the connection, and what is
/// done once more after a freeze.
const A_SECOND: u32 = 4;

#[tokio::test]
async fn typed_move_and_all_that_follows_ask_the_service_six_times_at_most() {
    const MOVES: u32 = 20;
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let jobs = || {
        let text = stage.metrics.to_text();
        let line = text
            .lines()
            .find(|line| line.contains("stage_seconds_count") && line.contains("queue"));
        let count = line.and_then(|line| line.rsplit_once(' ')?.1.parse::<u32>().ok());
        count.expect("a count of jobs")
    };
    let (begun, before) = (Instant::now(), jobs());
    for plies in 1..=MOVES {
        let mover = stage.to_move(1, &people);
        type_move(mover, &stage.a_move(1).to_string()).await;
        let shown = board(mover, 1, plies).await;
        stage.noted(1, &shown).await;
    }
    let done = jobs() - before;
    let seconds = u32::try_from(begun.elapsed().as_secs()).expect("a few seconds");
    let most = MOVES * (OF_A_MOVE + WOKEN) + OTHER + A_SECOND * seconds;
    assert!(
        done <= most,
        "{done} jobs for {MOVES} moves, expected {most} at most"
    );
}

#[tokio::test]
async fn typed_and_pressed_moves_ask_the_service_three_times_and_a_step_before_once() {
    let begun = Instant::now();
    let stage = Stage::new().await;
    // No other test has ids of that time.
    stage.pass(Duration::from_secs(1_234_567));
    count_trips();
    let people = duel(&stage).await;
    for plies in 0..4 {
        let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
        let shown = board(mover, 1, plies).await;
        let requests = if plies % 2 == 0 {
            vec![(type_move(mover, &mv).await, OF_A_MOVE)]
        } else {
            let (step, last) = press_move(mover, &shown, &mv).await;
            vec![(step, OF_A_STEP), (last, OF_A_MOVE)]
        };
        for (request, usual) in requests {
            let is_handled = || trips(&request).is_some();
            stage.until("the end of a request", is_handled).await;
            let made = trips(&request).expect("a number of trips");
            let most = if stage.metrics.health().was_frozen_since(begun) {
                usual + AFTER_A_FREEZE
            } else {
                usual
            };
            assert!((usual..=most).contains(&made), "{made} at ply {plies}");
        }
    }
}

/// Types a move; returns the id of the message.
async fn type_move(mover: &Person, mv: &str) -> String {
    let bot = mover.view(|view| view.bot().to_owned());
    let typed = mover.say(HERE, &format!("<@{bot}> {mv}")).await;
    typed.expect("a message").id().to_owned()
}

/// Chooses a move in the menus of a board and confirms it; returns the ids of the first and the last
/// press.
async fn press_move(mover: &Person, shown: &Message, mv: &str) -> (String, String) {
    let asked = mover.press(shown, "f1:move:").await.expect("a button");
    let first = mover.answer(&asked).await.expect("an answer");
    let (last, _) = choose_move(mover, first, mv).await;
    let pressed = mover.press(&last, "f1:play:").await.expect("a button");
    (asked.id, pressed.id)
}
