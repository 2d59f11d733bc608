//! Games followed from elsewhere.

use focusbot::rules::{Mode, Rules};
use focusbot::session::{
    GameId, MessageId, NewTable, PersonId, Refusal, Request, SessionError, TableKind, Watch,
};

use super::harness::{ELSEWHERE, HERE, LIMITS, NOW, World, resign, table};

fn watch(world: &World, id: GameId) -> Result<(), Refusal> {
    match world.service.watch(NOW, ELSEWHERE, id) {
        Ok(_) => Ok(()),
        Err(SessionError::Refused(refusal)) => Err(refusal),
        Err(fault) => panic!("{fault}"),
    }
}

fn behind(world: &World) -> Vec<Watch> {
    world.service.watches_behind().expect("a store")
}

/// Notes that a message shows the game as it is.
fn show(world: &World, id: GameId) {
    let watch = Watch {
        game: id,
        place: ELSEWHERE,
        begun: NOW,
        message: None,
    };
    let view = world.game(id);
    let noted = world.service.watched(watch, MessageId(5), &view);
    noted.expect("a store");
}

#[test]
fn watch_is_behind_after_each_change_and_changes_no_game() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    let before = world.game(id);
    watch(&world, id).expect("a watch");
    assert_eq!(world.game(id).version, before.version);
    assert_eq!(behind(&world).len(), 1);
    show(&world, id);
    assert_eq!(behind(&world), []);
    let legal = world.a_move(id);
    world.play(id, &legal);
    assert_eq!(behind(&world)[0].message, Some(MessageId(5)));
    show(&world, id);
    assert!(
        world
            .service
            .unwatch(id, ELSEWHERE.channel)
            .expect("a store")
    );
    // What was on its way when the watch ended does not bring it back.
    show(&world, id);
    world.ok(1, resign(id));
    assert_eq!(behind(&world), []);
    assert!(
        !world
            .service
            .unwatch(id, ELSEWHERE.channel)
            .expect("a store")
    );
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let world = World::new();
    let id = world.begun(Rules::new(Mode::Duel));
    assert!(matches!(
        world.service.watch(NOW, HERE, id),
        Err(SessionError::Refused(Refusal::WatchedHere))
    ));
    watch(&world, id).expect("a watch");
    assert_eq!(watch(&world, id), Err(Refusal::WatchedHere));
    let open = world.open(Mode::Duel);
    assert_eq!(watch(&world, open), Err(Refusal::NotBegun));
    assert_eq!(
        watch(&world, GameId(99)),
        Err(Refusal::NoSuchGame(GameId(99)))
    );
    for _ in 1..LIMITS.watches_per_channel {
        let other = world.begun(Rules::new(Mode::Duel));
        watch(&world, other).expect("a watch");
    }
    let one_more = world.begun(Rules::new(Mode::Duel));
    assert_eq!(
        watch(&world, one_more),
        Err(Refusal::TooManyWatches {
            limit: LIMITS.watches_per_channel
        })
    );
    world.ok(1, resign(one_more));
    assert_eq!(watch(&world, one_more), Err(Refusal::GameOver));
}

#[test]
fn private_game_is_seen_by_its_players_and_in_its_channel_only() {
    let world = World::new();
    let new = NewTable {
        is_private: true,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    let look = |who, place: focusbot::session::Place| {
        world.service.look(PersonId(who), place.channel, id).is_ok()
    };
    assert!(look(9, HERE) && look(1, ELSEWHERE));
    assert!(!look(9, ELSEWHERE));
    assert_eq!(watch(&world, id), Err(Refusal::PrivateGame));
    // The rematch stays private as well.
    world.ok(1, resign(id));
    let again = world.ok(1, Request::Rematch(id)).view.id();
    assert!(world.table(again).is_private);
}
