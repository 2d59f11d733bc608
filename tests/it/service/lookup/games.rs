//! Lookup of games without a number, lists of games, and games as one person sees them.

use std::time::Duration;

use focus::{Mode, Rules};
use focusbot::service::{
    Limits, NewTable, Overtime, PersonId, Place, Player, Refusal, Request, TableKind, ThemeName,
    View,
};
use focusbot::store::{Key, Table};

use crate::service::harness::{
    ELSEWHERE, HERE, LIMITS, NOW, World, expire_at, number, or_refusal, people, resign, table,
    timed,
};
use crate::store::put;

#[test]
fn games_that_wait_for_the_person_come_first() {
    let (world, first) = World::with_game(Mode::Duel);
    let second = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(first);
    if world.mover(second) == mover {
        world.move_on(second, 1);
    }
    let games = world.games_of(mover);
    let order: Vec<_> = games.iter().map(|game| (game.id, game.your_turn)).collect();
    assert_eq!(order, [(first, true), (second, false)]);
    let others = games[0].others.iter().map(Player::id);
    assert!(others.eq([Some(PersonId(3 - mover))]));
}

#[test]
fn invitation_waits_for_its_person() {
    let world = World::new();
    let id = world.open_for(Mode::Duel, TableKind::Challenge(people(&[2])));
    let games = world.games_of(2);
    assert_eq!(games.len(), 1);
    assert!(games[0].your_turn && !games[0].seated && games[0].id == id);
    world.ok(2, Request::Decline(id));
    assert!(world.games_of(2).is_empty());
}

#[test]
fn lookup_finds_the_game_with_the_persons_turn() {
    let world = World::new();
    let find = |number, place: focusbot::service::Place| {
        world.service.find(PersonId(number), place.channel)
    };
    assert_eq!(or_refusal(find(1, HERE)), Err(Refusal::NoGameHere));
    let first = world.begun(Rules::new(Mode::Duel));
    assert_eq!(find(1, HERE).expect("one game"), first);
    assert_eq!(find(1, ELSEWHERE).expect("one game"), first);
    let second = world.begun(Rules::new(Mode::Duel));
    let mover = world.mover(first);
    if world.mover(second) == mover {
        let both = Refusal::WhichGame(vec![second, first]);
        assert_eq!(or_refusal(find(mover, HERE)), Err(both));
        world.move_on(second, 1);
    }
    assert_eq!(find(mover, HERE).expect("one game waits"), first);
}

#[test]
fn lookup_prefers_a_running_game_to_a_waiting_table() {
    let (world, table_here) = World::with_table(Mode::Duel);
    let find = |place: Place| world.service.find(PersonId(1), place.channel);
    let find_any = || world.service.find_any(PersonId(1), HERE);
    assert_eq!(find(HERE).expect("a table"), table_here);
    assert_eq!(find_any().expect("a table"), table_here);
    let ended = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(ended));
    assert_eq!(find(HERE).expect("a table"), table_here);
    assert_eq!(find_any().expect("the last game"), ended);
    let running = world.begun(Rules::new(Mode::Duel));
    world
        .service
        .moved(running, ELSEWHERE, None)
        .expect("a game");
    let invitation = table(Rules::new(Mode::Duel), TableKind::Challenge(people(&[1])));
    world.ok(2, Request::Create(invitation));
    assert_eq!(find(HERE).expect("the only game"), running);
    assert_eq!(find_any().expect("the only game"), running);
}

#[test]
fn time_of_a_partner_is_not_listed_as_claimable() {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Partners), "1h", Overtime::Claim));
    let late = NOW.after(Duration::from_secs(2 * 3600));
    expire_at(&world.service, late);
    let game = world.game(id);
    let side = game.game.position().side();
    let partner = Mode::Partners.partner(side);
    for color in Mode::Partners.colors() {
        let listed = &world.games_of(number(&game, *color))[0];
        assert_eq!(listed.is_overdue, Some(*color) != partner, "{color}");
    }
}

#[test]
fn channel_lists_its_own_games_newest_first() {
    let (world, first) = World::with_table(Mode::Duel);
    let second = world.open(Mode::ThreeWay);
    let other = NewTable::open(ELSEWHERE, Rules::new(Mode::Duel));
    world.ok(2, Request::Create(other));
    assert_eq!(world.games_in(HERE), [second, first]);
}

#[test]
fn game_moves_to_another_channel_with_its_number() {
    let (world, id) = World::with_game(Mode::Duel);
    let View::Game(game) = world.service.moved(id, ELSEWHERE, None).expect("a game") else {
        panic!("expected a game");
    };
    assert_eq!((game.place, game.wants_thread), (ELSEWHERE, false));
    assert_eq!(world.games_in(HERE), []);
    assert_eq!(world.games_in(ELSEWHERE), [id]);
}

#[test]
fn a_game_that_goes_on_without_the_person_comes_last_and_takes_no_room() {
    let world = World::with_limits(Limits {
        games_per_person: 2,
        ..LIMITS
    });
    let older = world.begun(Rules::new(Mode::Duel));
    let newer = world.begun(Rules::new(Mode::ThreeWay));
    let refusal = world.refused(
        1,
        Request::Create(table(Rules::new(Mode::Duel), TableKind::Open)),
    );
    assert_eq!(refusal, Refusal::TooManyGames { limit: 2 });
    world.ok(1, resign(newer));
    let games = world.games_of(1);
    let listed: Vec<_> = games.iter().map(|game| (game.id, game.is_out)).collect();
    assert_eq!(listed, [(older, false), (newer, true)]);
    let found = world.service.find(PersonId(1), HERE.channel);
    assert_eq!(found.expect("the one game that is meant"), older);
    world.ok(
        1,
        Request::Create(table(Rules::new(Mode::Duel), TableKind::Open)),
    );
    world.ok(1, resign(older));
    let others = world.games_of(2);
    assert!(others.iter().all(|game| !game.is_out));
}

#[test]
fn a_game_is_shown_with_the_defaults_if_the_settings_of_its_viewer_cannot_be_read() {
    let (world, id) = World::with_game(Mode::Duel);
    let chosen = world.service.change_settings(NOW, PersonId(1), |settings| {
        settings.theme = Some(ThemeName::Contrast);
        Ok(())
    });
    chosen.expect("a choice");
    let theme = || {
        let personal = world.service.visible_game(PersonId(1), HERE, id);
        personal.expect("a game").theme
    };
    assert_eq!(theme(), ThemeName::Contrast);
    let (player, damaged) = (Key::new().u64(1), vec![1, 2, 3]);
    put(&*world.store, Table::Players, &player, damaged);
    assert_eq!(theme(), ThemeName::default());
    world.leave();
}
