//! Requests between whose reading and writing something else happens.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{Refusal, Service, ServiceError, View};
use focusbot::store::{Batch, CommitError, MemoryStore, Store};

use crate::service::harness::{LIMITS, NOW, World, mv, person};
use crate::store::read_inner_store;

/// Store in which something else happens just before the first commit.
struct Interrupted {
    store: Arc<MemoryStore>,
    meanwhile: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Store for Interrupted {
    read_inner_store!();

    fn commit(&self, batch: Batch) -> Result<(), CommitError> {
        if let Some(act) = self.meanwhile.lock().expect("no panic").take() {
            act();
        }
        self.store.commit(batch)
    }
}

#[test]
fn move_is_played_only_in_the_position_for_which_it_was_sent() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(id);
    let legal = world.game(id).game.position().legal_moves();
    // Far apart, so that one does not hinder the other.
    let (late, sooner) = (legal[0], legal[legal.len() - 1]);
    let other = Service::new(Arc::clone(&world.store) as _, LIMITS);
    let meanwhile = move || {
        let sooner = mv(id, None, &sooner.to_string());
        other
            .handle(NOW, &person(mover), sooner, 1)
            .expect("a move");
        // The other person answers, so that it is the same person's turn.
        let update = other.view(id).expect("a game");
        let View::Game(game) = update else {
            panic!("expected a game");
        };
        let color = game.to_move().expect("a game that goes on");
        let answerer = game.person(color).expect("a person").id.0;
        let mut legal = game.game.position().legal_moves().into_iter();
        let answer = legal.find(|mv| {
            let mut after = game.game.position().clone();
            after.play_unchecked(*mv);
            after.legal_moves().contains(&late)
        });
        let reply = mv(id, None, &answer.expect("a move aside").to_string());
        let done = other.handle(NOW, &person(answerer), reply, 1);
        done.expect("a move");
    };
    let service = Service::new(
        Arc::new(Interrupted {
            store: Arc::clone(&world.store),
            meanwhile: Mutex::new(Some(Box::new(meanwhile))),
        }),
        LIMITS,
    );
    let late = mv(id, None, &late.to_string());
    let refused = service.handle(NOW, &person(mover), late, 1);
    assert!(
        matches!(refused, Err(ServiceError::Refused(Refusal::Stale))),
        "{refused:?}"
    );
    assert_eq!(world.game(id).plies(), 2);
}

#[test]
fn move_sent_before_the_last_one_is_not_played() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(id);
    for _ in 0..2 {
        let request = mv(id, None, &world.a_move(id));
        let actor = person(world.mover(id));
        let later = NOW.after(Duration::from_secs(10));
        let played = world.service.handle(later, &actor, request, 1);
        played.expect("a move");
    }
    let late = mv(id, None, &world.a_move(id));
    let refused = world.service.handle(NOW, &person(mover), late, 1);
    assert!(
        matches!(refused, Err(ServiceError::Refused(Refusal::Stale))),
        "{refused:?}"
    );
}
