//! Ended games: their index, permission to view them, and pending replays.

use focus::{Mode, Rules};
use focusbot::service::{
    Ending, GameId, GuildId, HistoryFilter, HistoryPage, HistoryResult, HistoryScope, NewTable,
    PersonId, Place, Refusal, Request, ServiceError, TableKind,
};
use focusbot::store::Table;

use focusbot::i18n::{Language, Words};

use crate::service::harness::{
    AFAR, ELSEWHERE, HERE, World, abort, draw, or_refusal, remove_entries, resign, table,
};

/// Returns a duel of persons 1 and 2 in which the person to move has resigned after `plies` plies.
fn given_up(world: &World, plies: usize) -> (GameId, u64) {
    let id = world.begun(Rules::new(Mode::Duel));
    world.move_on(id, plies);
    let loser = world.mover(id);
    world.ok(loser, resign(id));
    (id, loser)
}

fn history(world: &World, asker: u64, filter: HistoryFilter, page: usize) -> HistoryPage {
    let page = world
        .service
        .history(PersonId(asker), HERE, filter, page, 2);
    page.expect("a store")
}

fn ids(page: &HistoryPage) -> Vec<u32> {
    page.games.iter().map(|game| game.id.0).collect()
}

fn of(person: u64) -> HistoryFilter {
    HistoryFilter::all(HistoryScope::Person(PersonId(person)))
}

#[test]
fn ended_games_are_listed_newest_first_page_by_page() {
    let world = World::new();
    for _ in 0..3 {
        given_up(&world, 0);
    }
    let first = history(&world, 1, of(1), 0);
    assert_eq!((ids(&first), first.has_next), (vec![3, 2], true));
    let second = history(&world, 1, of(1), 1);
    assert_eq!((ids(&second), second.has_next), (vec![1], false));
    let guild = HistoryFilter::all(HistoryScope::Guild(GuildId(1)));
    assert_eq!(ids(&history(&world, 9, guild, 1)), [1]);
    let elsewhere = HistoryFilter::all(HistoryScope::Guild(GuildId(2)));
    assert!(history(&world, 1, elsewhere, 0).games.is_empty());
}

#[test]
fn every_ended_game_is_on_a_page() {
    let world = World::new();
    for _ in 0..70 {
        given_up(&world, 0);
    }
    let mut listed = Vec::new();
    for number in 0.. {
        let page = history(&world, 1, of(1), number);
        listed.extend(ids(&page));
        if !page.has_next {
            break;
        }
    }
    assert!(listed.iter().copied().eq((1..=70).rev()), "{listed:?}");
}

#[test]
fn lookup_prefers_the_last_game_of_the_channel_to_newer_own_ones() {
    let world = World::new();
    let (here, _) = given_up(&world, 0);
    for _ in 0..40 {
        let elsewhere = NewTable::open(ELSEWHERE, Rules::new(Mode::Duel));
        let game = world.begun_from(elsewhere);
        world.ok(1, resign(game));
    }
    for asker in [1, 9] {
        let found = world.service.find_ended(PersonId(asker), HERE);
        assert_eq!(found.expect("an ended game"), here);
    }
}

#[test]
fn game_called_off_is_in_no_list_and_is_opened_by_its_number() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, abort(id));
    assert!(history(&world, 1, of(1), 0).games.is_empty());
    for person in [1, 2, 9] {
        let opened = world.service.visible_game(PersonId(person), HERE, id);
        assert_eq!(opened.expect("a game").view.ending, Some(Ending::Aborted));
    }
}

#[test]
fn filters_keep_what_fits() {
    let world = World::new();
    let (id, loser) = given_up(&world, 0);
    let drawn = world.begun(Rules::new(Mode::ThreeWay));
    for person in 1..=3 {
        world.ok(person, draw(drawn));
    }
    let listed = |filter: HistoryFilter| ids(&history(&world, 1, filter, 0));
    let with = |change: fn(&mut HistoryFilter)| {
        let mut filter = of(loser);
        change(&mut filter);
        listed(filter)
    };
    assert_eq!(with(|filter| filter.mode = Some(Mode::Duel)), [id.0]);
    assert_eq!(
        with(|filter| filter.result = Some(HistoryResult::Lost)),
        [id.0]
    );
    assert_eq!(
        with(|filter| filter.result = Some(HistoryResult::Drawn)),
        [drawn.0]
    );
    assert!(with(|filter| filter.result = Some(HistoryResult::Won)).is_empty());
    assert_eq!(
        with(|filter| filter.opponent = Some(PersonId(3))),
        [drawn.0]
    );
}

#[test]
fn others_see_only_games_of_the_own_server() {
    let world = World::new();
    let (id, _) = given_up(&world, 0);
    let service = &world.service;
    let nowhere = Place {
        guild: None,
        ..AFAR
    };
    let from_afar = |asker| service.history(PersonId(asker), AFAR, of(1), 0, 5);
    assert!(from_afar(9).expect("a store").games.is_empty());
    assert_eq!(ids(&from_afar(1).expect("a store")), [id.0]);
    let look = |person, place| service.visible_game(PersonId(person), place, id).is_ok();
    assert!(look(1, nowhere) && look(9, HERE));
    assert!(!look(9, nowhere) && !look(9, AFAR));
}

#[test]
fn private_games_are_listed_for_those_who_were_there() {
    let world = World::new();
    let private = NewTable {
        is_private: true,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.created(private);
    world.ok(2, Request::Join(id));
    world.ok(1, resign(id));
    let guild = HistoryFilter::all(HistoryScope::Guild(GuildId(1)));
    let listed = |asker, place| {
        let page = world.service.history(PersonId(asker), place, guild, 0, 5);
        ids(&page.expect("a store"))
    };
    assert_eq!(listed(9, HERE), [id.0]);
    assert!(listed(9, ELSEWHERE).is_empty());
    assert_eq!(listed(2, ELSEWHERE), [id.0]);
    let look = world.service.visible_game(PersonId(9), ELSEWHERE, id);
    assert!(matches!(look, Err(ServiceError::Refused(_))));
}

#[test]
fn games_that_ended_before_the_index_are_listed() {
    let world = World::new();
    let (id, _) = given_up(&world, 0);
    remove_entries(&*world.store, Table::History);
    assert_eq!(ids(&history(&world, 1, of(1), 0)), [id.0]);
}

#[test]
fn lookup_finds_the_running_or_last_ended_game() {
    let world = World::new();
    let find = || world.service.find_any(PersonId(1), HERE);
    assert_eq!(or_refusal(find()), Err(Refusal::NoEndedGame));
    given_up(&world, 0);
    let (last, _) = given_up(&world, 0);
    assert_eq!(find().expect("an ended game"), last);
    let running = world.begun(Rules::new(Mode::Duel));
    assert_eq!(find().expect("a game"), running);
    let look_back = world.service.look_back(PersonId(1), HERE, running);
    assert_eq!(or_refusal(look_back).err(), Some(Refusal::NotOver));
}

#[test]
fn running_game_of_other_people_is_not_played_on_from() {
    let world = World::new();
    let looked = |person, game| {
        let personal = world.service.look_to_play_on(PersonId(person), HERE, game);
        personal.map(|personal| personal.view.id)
    };
    let duel = world.begun(Rules::new(Mode::Duel));
    let alone = world.alone(Mode::Duel);
    for (person, game) in [(1, duel), (3, duel), (2, alone)] {
        let refused = or_refusal(looked(person, game));
        assert_eq!(refused, Err(Refusal::NotOver));
    }
    assert_eq!(looked(1, alone).expect("a game with a computer"), alone);
    world.ok(1, resign(duel));
    for person in [1, 3] {
        assert_eq!(looked(person, duel).expect("an ended game"), duel);
    }
}

#[test]
fn a_replay_is_owed_from_the_last_board_until_it_is_posted() {
    let world = World::new();
    let service = &world.service;
    let (short, _) = given_up(&world, 3);
    assert!(
        service
            .owed_replays(None)
            .expect("a store")
            .entries
            .is_empty(),
        "{short}"
    );
    let (id, _) = given_up(&world, 4);
    assert_eq!(service.owed_replays(None).expect("a store").entries, [id]);
    let owed = || service.owed_replay(id).expect("a store").is_some();
    assert!(!owed(), "its last board is not shown");
    let version = world.game(id).version;
    world.show(id, 5);
    assert!(owed());
    service.replay_posted(id).expect("a store");
    assert!(
        !owed()
            && service
                .owed_replays(None)
                .expect("a store")
                .entries
                .is_empty()
    );
    assert_eq!(world.game(id).version, version, "nobody sees a change");
}

#[test]
fn player_who_was_out_has_lost_a_draw_of_the_others() {
    let (world, drawn) = World::with_game(Mode::ThreeWay);
    world.ok(2, resign(drawn));
    for person in [1, 3] {
        world.ok(person, draw(drawn));
    }
    let results = [1, 2, 3].map(|person| {
        let page = history(&world, person, of(person), 0);
        page.games[0].result_of(PersonId(person))
    });
    let (drew, lost) = (Some(HistoryResult::Drawn), Some(HistoryResult::Lost));
    assert_eq!(results, [drew, lost, drew]);
    let filter = |result| HistoryFilter {
        result: Some(result),
        ..of(2)
    };
    assert_eq!(
        ids(&history(&world, 2, filter(HistoryResult::Lost), 0)),
        [drawn.0]
    );
    assert!(
        history(&world, 2, filter(HistoryResult::Drawn), 0)
            .games
            .is_empty()
    );
    let guild = HistoryFilter {
        result: Some(HistoryResult::Drawn),
        ..HistoryFilter::all(HistoryScope::Guild(GuildId(1)))
    };
    assert_eq!(ids(&history(&world, 9, guild, 0)), [drawn.0]);
    let english = Words::new(Language::English);
    let listed = english.history_line(guild.scope, &history(&world, 9, guild, 0).games[0]);
    assert!(listed.contains("draw between P"), "{listed}");
    assert!(!listed.contains("and P2"), "{listed}");
}
