//! Time in which people could not reach one shard, while others were there.

use std::collections::BTreeSet;
use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{GameId, GuildId, NewTable, Overtime, Place, Service, Shard, Timestamp};

use crate::service::harness::{
    DAY, HERE, MINUTE, NOW, World, draw, expire_at, granted, mv, person, place_on, timed,
};
use crate::service::leases::processes::{Process, two};

const FIRST: Shard = Shard {
    number: 0,
    total: 2,
};
const SECOND: Shard = Shard {
    number: 1,
    total: 2,
};
const THIRD: Shard = Shard {
    number: 2,
    total: 4,
};
/// Channel of a server of the second shard.
const FAR: Place = place_on(1 << 22, 20);

/// Begins a duel with a clock at `NOW`.
fn begun(world: &World, place: Place, time: &str) -> GameId {
    let new = NewTable {
        place,
        ..timed(Rules::new(Mode::Duel), time, Overtime::Out)
    };
    world.begun_from(new)
}

/// Notes that the first shard is there, and whether the second is; gives back what is owed.
fn note(world: &World, now: Timestamp, is_second_there: bool) -> bool {
    let shards = [(FIRST, true), (SECOND, is_second_there)];
    let is_owed = world
        .service
        .note_shards(now, now, &shards)
        .expect("a store");
    give_back(world);
    is_owed
}

/// Plays the first move of a game at this time.
fn play(world: &World, service: &Service, id: GameId, now: Timestamp) {
    let (mover, text) = (world.mover(id), world.a_move(id));
    granted(service, now, mover, mv(id, Some(0), &text));
}

fn give_back(world: &World) {
    while world.service.give_back().expect("a store") {}
}

#[test]
fn time_of_a_shard_that_was_away_is_given_back_to_its_games_alone() {
    let world = World::new();
    let [near, far] = [HERE, FAR].map(|place| begun(&world, place, "5m"));
    assert!(!note(&world, NOW, false));
    assert_eq!(expire_at(&world.service, NOW.after(MINUTE * 6)), [near]);
    assert!(world.game(near).ending.is_some());
    let back = NOW.after(MINUTE * 10);
    assert!(!note(&world, back.before(MINUTE), false));
    assert!(note(&world, back, true));
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
    assert!(!note(&world, back.after(MINUTE), true));
    assert_eq!(expire_at(&world.service, back.after(MINUTE * 5)), [far]);
}

#[test]
fn short_absence_of_a_shard_is_not_given_back() {
    let world = World::new();
    let far = begun(&world, FAR, "5m");
    note(&world, NOW, false);
    assert!(!note(&world, NOW.after(Duration::from_secs(29)), true));
    assert_eq!(world.runs_out(far), Some(NOW.after(MINUTE * 5)));
}

#[test]
fn nobody_runs_out_of_time_because_of_a_short_absence_of_their_shard() {
    const SHORT: Duration = Duration::from_secs(10);
    let world = World::new();
    let [near, far] = [HERE, FAR].map(|place| begun(&world, place, "5m"));
    let over = NOW.after(MINUTE * 5);
    note(&world, over.before(SHORT), false);
    let back = over.after(SHORT);
    assert!(!note(&world, back, true));
    assert_eq!(expire_at(&world.service, back), [near]);
    // Lost time is given back once, however often a deadline is checked.
    let later = back.after(SHORT);
    assert_eq!(world.runs_out(far), Some(later));
    assert_eq!(expire_at(&world.service, Timestamp(later.0 - 1)), []);
    assert_eq!(world.runs_out(far), Some(later));
    assert_eq!(expire_at(&world.service, later), [far]);
}

#[test]
fn move_after_a_short_absence_of_a_shard_is_not_late() {
    const SHORT: Duration = Duration::from_secs(10);
    let world = World::new();
    let far = begun(&world, FAR, "5m+0m");
    let over = NOW.after(MINUTE * 5);
    for from in [NOW.after(MINUTE), over.before(SHORT * 3)] {
        note(&world, from, false);
        assert!(!note(&world, from.after(SHORT), true));
    }
    // It does not matter that something else has happened in the game since.
    world.offer_draw(far, over.before(SHORT));
    play(&world, &world.service, far, over.after(SHORT));
    let left = world.game(far).clock.expect("clocks").left;
    assert!(left.iter().any(|(_, left)| *left == SHORT), "{left:?}");
}

#[test]
fn shard_that_was_away_when_the_bot_was_killed_gets_all_its_time() {
    let world = World::new();
    let [near, far] = [HERE, FAR].map(|place| begun(&world, place, "1d"));
    note(&world, NOW, false);
    world
        .service
        .note_online(NOW.after(MINUTE * 5))
        .expect("a store");
    let world = world.restarted();
    world
        .service
        .note_back_online(NOW.after(MINUTE * 20))
        .expect("a store");
    give_back(&world);
    let end = NOW.after(DAY);
    assert_eq!(world.runs_out(near), Some(end.after(MINUTE * 15)));
    assert_eq!(world.runs_out(far), Some(end.after(MINUTE * 20)));
}

#[test]
fn shard_that_stays_away_longer_than_all_others_gets_its_time_once() {
    let world = World::new();
    let [near, far] = [HERE, FAR].map(|place| begun(&world, place, "1d"));
    world.service.note_online(NOW).expect("a store");
    note(&world, NOW, false);
    // The process slept, or no shard was there.
    world
        .service
        .note_back_online(NOW.after(MINUTE * 10))
        .expect("a store");
    give_back(&world);
    let end = NOW.after(DAY);
    assert_eq!(world.runs_out(near), Some(end.after(MINUTE * 10)));
    assert_eq!(world.runs_out(far), Some(end));
    assert!(note(&world, NOW.after(MINUTE * 15), true));
    assert_eq!(world.runs_out(near), Some(end.after(MINUTE * 10)));
    assert_eq!(world.runs_out(far), Some(end.after(MINUTE * 15)));
}

#[test]
fn move_after_the_return_comes_before_the_time_is_given_back_to_all() {
    let world = World::new();
    let far = begun(&world, FAR, "5m");
    note(&world, NOW, false);
    let back = NOW.after(MINUTE * 30);
    let shards = [(FIRST, true), (SECOND, true)];
    assert!(
        world
            .service
            .note_shards(back, back, &shards)
            .expect("a store")
    );
    assert!(expire_at(&world.service, back).is_empty());
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
}

#[test]
fn move_that_comes_before_anybody_has_noted_the_return_is_not_late() {
    let world = World::new();
    let far = begun(&world, FAR, "5m");
    note(&world, NOW, false);
    // The store was away as well, and answers again.
    let back = NOW.after(MINUTE * 30);
    play(&world, &world.service, far, back);
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
    let later = back.after(Duration::from_secs(1));
    assert!(note(&world, later, true));
    assert_eq!(world.runs_out(far), Some(later.after(MINUTE * 5)));
}

#[test]
fn move_that_comes_right_after_a_shard_was_taken_gets_even_a_short_gap() {
    let world = World::new();
    let (_, far) = begun_on_third(&world);
    let [mut first, second] = two(&world);
    let left = NOW.after(MINUTE * 5).before(Duration::from_secs(4));
    let gone = second.service.leave(&second.holder, left);
    gone.expect("a store");
    first.look();
    let back = left.after(Duration::from_secs(8));
    play(&world, &first.service, far, back);
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
}

#[test]
fn outage_of_a_server_goes_on_in_the_process_that_takes_its_shard_over() {
    let world = World::new();
    // The second process has its shard.
    let (server, far) = begun_on_third(&world);
    let [mut first, mut second] = two(&world);
    let leave = |process: &Process, now| {
        let left = process.service.leave(&process.holder, now);
        left.expect("a store");
    };
    second.service.begin_outage(server, NOW);
    let handed_over = NOW.after(MINUTE * 2);
    second.service.note_online(handed_over).expect("a store");
    leave(&second, handed_over);
    first.look();
    // Discord reports it again.
    let back = NOW.after(MINUTE * 4);
    first.service.begin_outage(server, back.before(MINUTE));
    first.service.end_outage(server, back).expect("a store");
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
    // The other process knew it from before.
    first.service.note_online(back).expect("a store");
    second.look();
    leave(&first, back);
    second.look();
    let later = back.after(MINUTE);
    second.service.end_outage(server, later).expect("a store");
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
}

#[test]
fn longest_outages_of_very_many_are_noted() {
    let world = World::new();
    let id = begun(&world, HERE, "5m");
    let server = HERE.guild.expect("a server");
    world.service.begin_outage(server, NOW);
    let later = NOW.after(Duration::from_secs(1));
    for number in 1..=10_000_u64 {
        // The ids of servers are spread widely.
        let other = GuildId(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        world.service.begin_outage(other, later);
    }
    let noted = NOW.after(MINUTE);
    world.service.note_online(noted).expect("a store");
    let world = world.restarted();
    world.service.resume_outages().expect("a store");
    let back = NOW.after(MINUTE * 4);
    world.service.end_outage(server, back).expect("a store");
    assert_eq!(world.runs_out(id), Some(back.after(MINUTE * 5)));
}

/// Server of the third shard of four, and a game there.
fn begun_on_third(world: &World) -> (GuildId, GameId) {
    let server = GuildId(2 << 22);
    (server, begun(world, place_on(server.0, 20), "5m"))
}

/// Notes that the third shard of four was away for a minute.
fn be_away(process: &Process, from: Timestamp) {
    let other = Shard { number: 3, ..THIRD };
    // Until it is noted as connected, the shard counts as away since its lease was taken.
    for (now, is_there) in [(NOW, true), (from, false), (from.after(MINUTE), true)] {
        let shards = [(THIRD, is_there), (other, true)];
        let noted = process.service.note_shards(now, now, &shards);
        noted.expect("a store");
    }
}

#[test]
fn server_outage_that_spans_one_of_its_shard_is_given_back_whole() {
    let world = World::new();
    let (server, far) = begun_on_third(&world);
    let [first, second] = two(&world);
    second.service.begin_outage(server, NOW);
    let noted = NOW.after(MINUTE * 2);
    second.service.note_online(noted).expect("a store");
    be_away(&second, noted);
    // The process that gets no events of the server leaves this to the other one.
    let later = noted.after(MINUTE);
    let refused = first.service.handle(later, &person(9), draw(far), 1);
    refused.expect_err("a game of others");
    for process in [&first, &second] {
        while process.service.give_back().expect("a store") {}
    }
    let back = NOW.after(MINUTE * 4);
    second.service.end_outage(server, back).expect("a store");
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
}

#[test]
fn outage_of_a_server_is_forgotten_with_its_shard() {
    let world = World::new();
    let (server, far) = begun_on_third(&world);
    let [_first, mut second] = two(&world);
    second.service.begin_outage(server, NOW);
    let third = BTreeSet::from([THIRD]);
    second.service.give_up(&third, NOW).expect("a store");
    second.look();
    let back = NOW.after(MINUTE);
    be_away(&second, back);
    while second.service.give_back().expect("a store") {}
    assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
}

#[test]
fn outage_of_the_store_is_given_back_once_whichever_process_notices_its_end_first() {
    let back = NOW.after(MINUTE * 30);
    for asked in [
        back.before(Duration::from_secs(5)),
        back.after(Duration::from_secs(1)),
    ] {
        let world = World::new();
        let (server, far) = begun_on_third(&world);
        let [other, holder] = two(&world);
        let note = |now, is_there| {
            let noted = holder.service.note_shards(NOW, now, &[(THIRD, is_there)]);
            noted.expect("a store")
        };
        note(NOW, true);
        note(NOW.after(MINUTE), false);
        other.service.begin_store_outage(NOW);
        // A short outage within it is no reason to give back less.
        let short = asked.before(Duration::from_secs(30));
        other.service.begin_outage(server, short);
        let over = other
            .service
            .end_outage(server, short.after(Duration::from_secs(10)));
        over.expect("a store");
        if asked > back {
            other.service.end_store_outage(back);
        }
        let waiting = person(3 - world.mover(far));
        let offered = other.service.handle(asked, &waiting, draw(far), 7);
        offered.expect("an offer");
        let given = asked.min(back);
        assert_eq!(world.runs_out(far), Some(given.after(MINUTE * 5)));
        assert!(note(back, true));
        while holder.service.give_back().expect("a store") {}
        assert_eq!(world.runs_out(far), Some(back.after(MINUTE * 5)));
    }
}

#[test]
fn outage_of_the_store_that_is_short_or_long_over_is_not_given_back_with_a_request() {
    for (lasted, over_for) in [
        (Duration::from_secs(29), Duration::from_secs(1)),
        (MINUTE * 30, MINUTE),
    ] {
        let world = World::new();
        let id = begun(&world, HERE, "1d");
        let back = NOW.after(lasted);
        world.service.begin_store_outage(NOW);
        world.service.end_store_outage(back);
        world.offer_draw(id, back.after(over_for));
        assert_eq!(world.runs_out(id), Some(NOW.after(DAY)));
    }
}

#[test]
fn outage_of_the_store_that_soon_goes_on_is_given_back_whole() {
    let world = World::new();
    let id = begun(&world, HERE, "1d");
    let back = NOW.after(MINUTE * 30);
    world.service.begin_store_outage(NOW);
    world.service.end_store_outage(back);
    let again = back.after(Duration::from_secs(10));
    world.service.begin_store_outage(again);
    let asked = again.after(Duration::from_secs(10));
    world.offer_draw(id, asked);
    assert_eq!(world.runs_out(id), Some(asked.after(DAY)));
}
