//! Order of the calls to the game service.

use std::sync::{Arc, mpsc};

use focusbot::discord::runtime::service_queue::ServiceQueue;
use focusbot::metrics::Metrics;
use focusbot::service::Service;
use focusbot::store::MemoryStore;

use crate::bot::stage::{HERE, LIMITS, Stage, board, duel};

#[tokio::test]
async fn what_people_ask_goes_before_upkeep() {
    let service = Arc::new(Service::new(Arc::new(MemoryStore::new()), LIMITS));
    let (queue, threads) = ServiceQueue::open(("requests", 1), &service, &Metrics::default());
    let (finish, finished) = mpsc::channel::<()>();
    let first = queue.ask(&[], move |_| finished.recv().expect("the end of the work"));
    let (tell, order) = mpsc::channel();
    let say = |what: &'static str| {
        let tell = tell.clone();
        move |_: &Service| tell.send(what).expect("a test that listens")
    };
    let upkeep = queue.ask_later(say("upkeep"));
    let requests = ["a request", "another"].map(|what| queue.ask(&[], say(what)));
    finish.send(()).expect("somebody at work");
    first.await.expect("work");
    for request in requests {
        request.await.expect("work");
    }
    upkeep.await.expect("work");
    let order: Vec<_> = order.try_iter().collect();
    assert_eq!(order, ["a request", "another", "upkeep"]);
    drop(queue);
    for thread in threads {
        thread.join().expect("a thread that ends");
    }
}

/// Number of jobs for a typed move and its board: the move, the board with all that it depends on,
/// and the note that it is shown.
const OF_A_MOVE: u32 = 3;
/// Largest number of jobs that a move wakes: the deadline, the followers, and three for the message
/// that the new board supersedes.
const WOKEN: u32 = 5;
/// Largest number of jobs that no move leads to: what the start of the game has left to do, and
/// what is done now and then.
const OTHER: u32 = 20;

#[tokio::test]
async fn typed_move_and_all_that_follows_ask_the_service_eight_times_at_most() {
    const MOVES: u32 = 20;
    let stage = Stage::new().await;
    let people = duel(&stage).await;
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
    let before = jobs();
    for plies in 1..=MOVES {
        let mover = stage.to_move(1, &people);
        let bot = mover.view(|view| view.bot().to_owned());
        let text = format!("<@{bot}> {}", stage.a_move(1));
        mover.say(HERE, &text).await.expect("a message");
        let shown = board(mover, 1, plies).await;
        stage.noted(1, &shown).await;
    }
    let (done, most) = (jobs() - before, MOVES * (OF_A_MOVE + WOKEN) + OTHER);
    assert!(
        done <= most,
        "{done} jobs for {MOVES} moves, expected {most} at most"
    );
}
