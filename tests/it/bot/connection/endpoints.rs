//! Endpoints of several processes on one store: boards that another process may be showing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::Person;
use focusbot::discord::gateway::endpoint::Endpoint;
use focusbot::discord::rest::limiter::Limiter;
use focusbot::discord::rest::message::Picture;
use focusbot::discord::rest::{Outgoing, Rest};
use focusbot::metrics::Metrics;
use focusbot::service::{
    GameId, LeaseHolder, ProcessId, REQUESTS_PER_SECOND, Request, Service, ShardQuota, Timestamp,
};
use focusbot::store::Table;
use serenity::all::ChannelId;

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::connection::posts::{endpoint_for, post_to, settings_at};
use crate::bot::connection::servers::{HERE, begin};
use crate::bot::stage::{HOUR, LIMITS, Process, Stage, board};

/// Endpoint, a store that several processes may use, and people who play.
struct SharedEndpoint {
    stage: Stage,
    store: Arc<GatedStore>,
    endpoint: Endpoint,
    people: [Person; 2],
}

impl SharedEndpoint {
    /// Starts a process, and has this number of games begun.
    async fn with_games(games: u32) -> (Self, Process) {
        let stage = Stage::without_bot(LIMITS).await;
        let scene = Self {
            store: Arc::new(GatedStore::new(stage.shared_store())),
            endpoint: endpoint_for(&stage),
            people: stage.people(["anna", "juergen"]).await,
            stage,
        };
        let process = scene.start();
        post_to(&scene.stage, &scene.endpoint).await;
        let seen = scene.people[0].wait_for_bot("focus").await;
        seen.expect("the bot");
        for game in 1..=games {
            begin(HERE, game, &scene.people, &[]).await;
        }
        (scene, process)
    }

    /// Starts a process.
    fn start(&self) -> Process {
        let settings = settings_at(&self.stage, &self.endpoint);
        self.stage.run_with(settings, Arc::clone(&self.store) as _)
    }

    /// Makes a move at this time, as a process that has yet to show it.
    fn move_unseen(&self, game: u32, at: Timestamp) {
        let stage = &self.stage;
        let request = Request::Move {
            game: GameId(game),
            seen: None,
            asked: None,
            text: stage.a_move(game).to_string(),
        };
        stage.carry_out_unannounced(stage.to_move(game, &self.people), at, request);
    }

    /// Waits until a process looks again for what is to be shown.
    async fn look_again(&self) {
        let looks = || self.store.looks(Table::Unannounced);
        let before = looks();
        self.stage.retry_everything();
        let has_looked = || looks() > before;
        self.stage.until("another look", has_looked).await;
    }

    /// Posts a message of the bot with this file; returns its id.
    async fn post(&self, file: &str) -> String {
        let (sandbox, limiter) = (&self.stage.sandbox, Limiter::new(REQUESTS_PER_SECOND));
        let base = Some(sandbox.base_url());
        let rest = Rest::new(sandbox.token(), base, limiter, Metrics::default());
        let picture = Picture {
            name: file.to_owned(),
            png: b"PNG".to_vec(),
            alt: "A board".to_owned(),
        };
        let channel = self.people[0].channel(HERE).expect("a channel");
        let channel = ChannelId::new(channel.parse().expect("a number"));
        let message = Outgoing::text("A board").picture(picture);
        let posted = rest.expect("a client").post(channel, &message).await;
        posted.expect("a message").to_string()
    }
}

#[tokio::test]
async fn board_of_a_recent_move_is_left_to_the_process_that_may_be_showing_it() {
    let (scene, process) = SharedEndpoint::with_games(2).await;
    process.stop().await;
    let (clock, now) = (scene.stage.sandbox.clock(), scene.stage.now());
    // However long everything takes, the move in the first game is a new one.
    scene.move_unseen(1, now.after(HOUR * 2));
    scene.move_unseen(2, now);
    clock.advance(HOUR);
    let process = scene.start();
    let anna = &scene.people[0];
    let other = board(anna, 2, 1).await;
    // The look before has ended.
    scene.look_again().await;
    let mut messages = anna.view(|view| view.messages(other.channel())).into_iter();
    let is_shown = messages.any(|message| {
        let mut files = message.attachments().iter();
        files.any(|file| file["filename"] == "focus-1-1.png")
    });
    assert!(!is_shown, "shown too early");
    clock.advance(HOUR * 2);
    scene.look_again().await;
    board(anna, 1, 1).await;
    process.stop().await;
}

#[tokio::test]
async fn board_that_a_process_may_have_sent_before_it_ended_is_looked_for() {
    let (scene, process) = SharedEndpoint::with_games(1).await;
    let clock = scene.stage.sandbox.clock();
    // It holds the shard.
    scene.stage.may_send(&process, 50).await;
    // Until this time, it leaves the board to the other process.
    scene.move_unseen(1, scene.stage.now().after(HOUR));
    let other = Service::new(Arc::clone(&scene.store) as _, LIMITS);
    other.begin_sharing();
    let mut holder = LeaseHolder::new(ProcessId(1));
    let quota = ShardQuota::Fixed {
        first: 0,
        last: 0,
        total: 1,
    };
    let times = (scene.stage.now(), Instant::now());
    let joined = other.renew_and_assign(&mut holder, times, quota);
    joined.expect("a store");
    scene.stage.may_send(&process, 25).await;
    other.leave(&holder, scene.stage.now()).expect("a store");
    scene.stage.may_send(&process, 50).await;
    // At the next renewal, everything is done that follows from this one.
    let looks = || scene.store.looks(Table::Leases);
    let before = looks();
    let has_renewed = || looks() > before;
    scene.stage.until("the next renewal", has_renewed).await;
    clock.advance(Duration::from_secs(59 * 60));
    let sent = scene.post("focus-1-1.png").await;
    clock.advance(HOUR);
    scene.look_again().await;
    assert_eq!(board(&scene.people[0], 1, 1).await.id(), sent);
    process.stop().await;
}
