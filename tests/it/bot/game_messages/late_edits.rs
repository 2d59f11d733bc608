//! Messages that a process changes to an older state after another one has shown a newer one.

use std::sync::Arc;

use discord_sandbox::{Message, Person};
use focusbot::service::{GameId, GameRequest, MessageId, Request, Timestamp};
use focusbot::store::Table;
use serde_json::json;

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::stage::{
    HERE, LIMITS, Process, Stage, board, changed, control, duel, guild_count, id_of, slash,
};

/// Number of attempts at what a busy machine can spoil.
const ATTEMPTS: u32 = 10;

/// Duel on a store that several processes may use. The only one that runs finds nothing in the
/// queue of what is to be shown.
struct Scene {
    stage: Stage,
    gate: Arc<GatedStore>,
    process: Process,
    people: [Person; 2],
    first: Message,
}

impl Scene {
    async fn new() -> Self {
        let stage = Stage::without_bot(LIMITS).await;
        let gate = GatedStore::shared_hiding(stage.shared_store(), Table::Unannounced);
        let gate = Arc::new(gate);
        let process = stage.run_on(Arc::clone(&gate) as _);
        let anna = stage.person("anna").await;
        anna.wait_for_bot("focus").await.expect("the bot");
        let is_there = || guild_count(&process.metrics) > 0 && !process.metrics.health().is_away();
        stage.until("the bot on its server", is_there).await;
        let people = duel(&stage).await;
        let first = board(&people[0], 1, 0).await;
        stage.noted(1, &first).await;
        Self {
            stage,
            gate,
            process,
            people,
            first,
        }
    }

    /// Has the response to the next request with this method and path come in two halves, the
    /// second one late.
    async fn slow(&self, method: &str, path: &str) {
        let slow = json!({"fault": {"slow_ms": 3_000}, "count": 1, "method": method, "path": path});
        control(&self.people[0], "fault", slow).await;
    }

    /// Keeps the process from recording what it has just shown; returns false if it has done so.
    fn holds_record(&self) -> bool {
        self.gate.set_closed(true);
        !self.stage.unannounced().is_empty()
    }

    /// Carries out a request of a person as another process, which records the result as shown by
    /// this message.
    fn show_elsewhere(&self, person: &Person, request: Request, message: u64) {
        let now = Timestamp(self.stage.sandbox.clock().now_ms());
        self.stage.carry_out_unannounced(person, now, request);
        let service = self.stage.service();
        let view = service.view(GameId(1)).expect("a game");
        let noted = service.announced(&view, MessageId(message));
        noted.expect("a store");
        assert!(self.stage.unannounced().is_empty());
    }
}

fn number(message: &Message) -> u64 {
    message.id().parse().expect("a number")
}

fn is_offer(board: &Message) -> bool {
    board.labels().contains(&"Accept draw")
}

#[tokio::test]
async fn an_edit_after_that_of_a_newer_state_is_followed_by_another_at_once() {
    for _ in 0..ATTEMPTS {
        let scene = Scene::new().await;
        let (anna, shown) = (&scene.people[0], &scene.first);
        scene.slow("PATCH", shown.id()).await;
        slash(anna, "focus draw", &[]).await;
        changed(anna, shown, "an offer", is_offer).await;
        let is_held = scene.holds_record();
        if is_held {
            let own = scene.stage.game(1).color_of(id_of(anna));
            let withdrawal = GameRequest::RefuseDraw(own.expect("a player"));
            let withdrawal = withdrawal.in_game(GameId(1), None);
            scene.show_elsewhere(anna, withdrawal, number(shown));
        }
        scene.gate.set_closed(false);
        if is_held {
            changed(anna, shown, "no offer", |board| !is_offer(board)).await;
        }
        scene.process.stop().await;
        if is_held {
            return;
        }
    }
    panic!("expected a message that is recorded after it is seen");
}

#[tokio::test]
async fn a_board_posted_after_the_next_one_becomes_that_one_at_once() {
    for _ in 0..ATTEMPTS {
        let scene = Scene::new().await;
        let (stage, people) = (&scene.stage, &scene.people);
        let path = format!("/channels/{}/messages", scene.first.channel());
        scene.slow("POST", &path).await;
        let mv = stage.a_move(1).to_string();
        let mover = stage.to_move(1, people);
        let asked = mover.slash(HERE, "focus move", &[("move", &mv)]).await;
        asked.expect("a command");
        let late = board(&people[0], 1, 1).await;
        let is_held = scene.holds_record();
        if is_held {
            let request = Request::Move {
                game: GameId(1),
                seen: None,
                asked: None,
                text: stage.a_move(1).to_string(),
            };
            let mover = stage.to_move(1, people);
            scene.show_elsewhere(mover, request, number(&late) - 1);
        }
        scene.gate.set_closed(false);
        if is_held {
            assert_eq!(board(&people[0], 1, 2).await.id(), late.id());
        }
        scene.process.stop().await;
        if is_held {
            return;
        }
    }
    panic!("expected a board that is recorded after it is seen");
}
