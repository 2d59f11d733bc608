//! Limits on the numbers of followers.

use focus::{Mode, Rules};
use focusbot::service::{GameId, Limits, PersonId, Place, Refusal};

use crate::service::harness::{LIMITS, NOW, World, or_refusal, place_on};

/// Makes a channel follow a game at a person's request; returns the refusal, if there is one.
fn watch(world: &World, person: u64, place: Place, game: GameId) -> Option<Refusal> {
    or_refusal(world.service.watch(NOW, PersonId(person), place, game)).err()
}

#[test]
fn watches_of_a_person_and_of_a_server_are_counted() {
    let world = World::with_limits(Limits {
        watches_per_person: 1,
        watches_per_guild: 2,
        ..LIMITS
    });
    let games: Vec<_> = (0..3)
        .map(|_| world.begun(Rules::new(Mode::Duel)))
        .collect();
    let watch =
        |person, channel, game: usize| watch(&world, person, place_on(1, channel), games[game]);
    assert_eq!(watch(7, 21, 0), None);
    assert_eq!(
        watch(7, 22, 1),
        Some(Refusal::TooManyOwnWatches { limit: 1 })
    );
    assert_eq!(watch(8, 22, 1), None);
    let full = Refusal::TooManyServerWatches { limit: 2 };
    assert_eq!(watch(9, 23, 2), Some(full));
}

#[test]
fn game_has_a_limited_number_of_followers() {
    let world = World::with_limits(Limits {
        watches_per_guild: 300,
        ..LIMITS
    });
    let games = [(); 2].map(|()| world.begun(Rules::new(Mode::Duel)));
    let watch = |number, game| watch(&world, number, place_on(1, number), game);
    for number in 100..300 {
        assert_eq!(watch(number, games[0]), None, "{number}");
    }
    let full = Refusal::TooManyFollowers { limit: 200 };
    assert_eq!(watch(300, games[0]), Some(full));
    assert_eq!(watch(300, games[1]), None);
}
