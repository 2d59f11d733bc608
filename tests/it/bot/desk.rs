//! Order of the calls to the game service.

use std::sync::{Arc, mpsc};

use focusbot::discord::runtime::service_queue::ServiceQueue;
use focusbot::metrics::Metrics;
use focusbot::service::Service;
use focusbot::store::MemoryStore;

use crate::bot::stage::LIMITS;

#[tokio::test]
async fn what_people_ask_goes_before_upkeep() {
    let service = Arc::new(Service::new(Arc::new(MemoryStore::new()), LIMITS));
    let (desk, threads) = ServiceQueue::open(("desk", 1), &service, &Metrics::default());
    let (finish, finished) = mpsc::channel::<()>();
    let first = desk.ask(move |_| finished.recv().expect("the end of the work"));
    let (tell, order) = mpsc::channel();
    let say = |what: &'static str| {
        let tell = tell.clone();
        move |_: &Service| tell.send(what).expect("a test that listens")
    };
    let upkeep = desk.ask_later(say("upkeep"));
    let requests = ["a request", "another"].map(|what| desk.ask(say(what)));
    finish.send(()).expect("somebody at work");
    first.await.expect("work");
    for request in requests {
        request.await.expect("work");
    }
    upkeep.await.expect("work");
    let order: Vec<_> = order.try_iter().collect();
    assert_eq!(order, ["a request", "another", "upkeep"]);
    drop(desk);
    for thread in threads {
        thread.join().expect("a thread that ends");
    }
}
