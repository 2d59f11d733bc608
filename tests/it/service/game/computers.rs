//! Computers at the table: seats, validity of their moves, and the end of their games.

use std::sync::Arc;

use focus::{Color, DrawRule, Mode, Move, Position, Rules, Termination};
use focus_engine::Level;
use focusbot::service::{
    Computer, Ending, GameId, NewTable, PersonId, Player, Refusal, Request, Service, ServiceError,
    TableKind, Update,
};
use focusbot::store::{Batch, Expected, Keys, Store, Table};

use crate::service::harness::{LIMITS, NOW, World, abort, draw, mv, people, person, resign, table};

const EASY: Computer = Computer {
    level: Level::Beginner,
    is_partner: false,
};
const PARTNER: Computer = Computer {
    level: Level::Expert,
    is_partner: true,
};

/// Returns a table of person 1 with these computers.
fn with(mode: Mode, kind: TableKind, computers: &[Computer]) -> NewTable {
    NewTable {
        computers: computers.to_vec(),
        ..table(Rules::new(mode), kind)
    }
}

/// Returns a game of person 1 against computers.
fn alone(world: &World, mode: Mode) -> GameId {
    let computers = vec![EASY; mode.seats() - 1];
    let new = with(mode, TableKind::Open, &computers);
    world.ok(1, Request::Create(new)).view.id()
}

/// Returns a game of computers, which person 1 watches.
fn watched(world: &World, mode: Mode) -> GameId {
    let new = NewTable {
        is_watched: true,
        ..with(mode, TableKind::Open, &vec![EASY; mode.seats()])
    };
    world.ok(1, Request::Create(new)).view.id()
}

fn computer_plays(world: &World, id: GameId, seen: u32, mv: Move) -> Result<Update, Refusal> {
    match world.service.computer_plays(NOW, id, seen, mv) {
        Ok(update) => Ok(update),
        Err(ServiceError::Refused(refusal)) => Err(refusal),
        Err(fault) => panic!("{fault}"),
    }
}

/// Plays a move of the player to move.
#[track_caller]
fn play(world: &World, id: GameId, mv: Move) {
    let view = world.game(id);
    let color = view.to_move().expect("a game that goes on");
    match view.player(color).expect("a player") {
        Player::Person(_) => drop(world.play(id, &mv.to_string())),
        Player::Computer(_) => {
            computer_plays(world, id, view.steps, mv).expect("a legal move in time");
        }
    }
}

fn any_move(world: &World, id: GameId) -> Move {
    world.game(id).game.position().legal_moves()[0]
}

/// Plays any moves until a computer is to move, or a person.
fn play_until(world: &World, id: GameId, is_computer: bool) {
    while world.game(id).thinking().is_some() != is_computer {
        play(world, id, any_move(world, id));
    }
}

#[track_caller]
fn winners(world: &World, id: GameId) -> (Vec<Color>, Termination) {
    match world.game(id).ending {
        Some(Ending::Decided(outcome)) => (outcome.winners.iter().collect(), outcome.termination),
        other => panic!("expected a decision, got {other:?}"),
    }
}

#[test]
fn table_that_computers_fill_begins_at_once() {
    for mode in Mode::ALL {
        let world = World::new();
        let view = world.game(alone(&world, mode));
        assert_eq!(view.players.len(), mode.seats());
        let people = view.players.iter().filter_map(|(_, player)| player.id());
        assert!(people.eq([PersonId(1)]));
    }
}

#[test]
fn last_person_fills_a_table_with_computers() {
    let world = World::new();
    let new = with(Mode::FreeForAll, TableKind::Open, &[EASY, EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    assert_eq!(world.table(id).computers.len(), 2);
    world.ok(2, Request::Join(id));
    assert_eq!(world.game(id).players.len(), 4);
}

#[test]
fn host_starts_early_with_computers() {
    let world = World::new();
    let new = with(Mode::FreeForAll, TableKind::Open, &[EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(1, Request::Start(id));
    assert_eq!(world.game(id).game.rules().mode(), Mode::Duel);
}

#[test]
fn two_people_play_together_against_two_computers() {
    for seed in 0..20 {
        let world = World::new();
        let challenge = TableKind::Challenge(people(&[2]));
        let new = Request::Create(with(Mode::Partners, challenge, &[EASY, EASY]));
        let update = world.service.handle(NOW, &person(1), new, seed);
        let id = update.expect("a table").view.id();
        world.ok(2, Request::Join(id));
        let view = world.game(id);
        let color = |number| view.color_of(PersonId(number)).expect("a color");
        assert_eq!(color(1).opposite(), color(2), "seed {seed}");
    }
}

#[test]
fn computer_wanted_as_partner_sits_opposite() {
    for seed in 0..20 {
        let world = World::new();
        let challenge = TableKind::Challenge(people(&[2]));
        let new = Request::Create(with(Mode::Partners, challenge, &[EASY, PARTNER]));
        let update = world.service.handle(NOW, &person(1), new, seed);
        let id = update.expect("a table").view.id();
        world.ok(2, Request::Join(id));
        let view = world.game(id);
        let color = view.color_of(PersonId(1)).expect("a color");
        let partner = view.player(color.opposite());
        assert_eq!(
            partner,
            Some(&Player::Computer(Level::Expert)),
            "seed {seed}"
        );
    }
}

#[test]
fn seats_are_counted() {
    let world = World::new();
    let rows = [
        (Mode::Duel, TableKind::Open, 2, 3),
        (Mode::Duel, TableKind::Invited(people(&[2])), 1, 3),
        (Mode::FreeForAll, TableKind::Challenge(people(&[2])), 1, 3),
        (Mode::FreeForAll, TableKind::Challenge(people(&[2])), 3, 5),
    ];
    for (mode, kind, computers, players) in rows {
        let new = with(mode, kind, &vec![EASY; computers]);
        let refusal = world.refused(1, Request::Create(new));
        assert_eq!(refusal, Refusal::WrongNumberOfPlayers { mode, players });
    }
    let mode = Mode::ThreeWay;
    let partner = with(mode, TableKind::Open, &[PARTNER]);
    assert_eq!(
        world.refused(1, Request::Create(partner)),
        Refusal::NoPartners { mode }
    );
}

#[test]
fn game_of_computers_alone_has_an_end() {
    let world = World::new();
    let most = Rules::QUIET_PLIES;
    for quiet in [None, Some(most.saturating_add(1)), Some(most)] {
        let mut new = with(Mode::Duel, TableKind::Open, &[EASY, EASY]);
        new.rules = new.rules.with_quiet(quiet);
        new.is_watched = true;
        if quiet == Some(most) {
            world.ok(1, Request::Create(new));
            return;
        }
        let refusal = world.refused(1, Request::Create(new));
        assert_eq!(refusal, Refusal::NoEnd { quiet: most.get() });
    }
}

#[test]
fn only_the_newest_move_of_a_computer_in_turn_counts() {
    let world = World::new();
    let id = alone(&world, Mode::Duel);
    play_until(&world, id, true);
    let (mv, step) = (any_move(&world, id), world.game(id).steps);
    let late = computer_plays(&world, id, step.wrapping_sub(1), mv);
    assert_eq!(late.err(), Some(Refusal::Stale));
    let early = computer_plays(&world, id, step + 1, mv);
    assert_eq!(early.err(), Some(Refusal::Stale));
    let illegal = computer_plays(&world, id, step, Move::Pass);
    assert!(matches!(illegal, Err(Refusal::Move(_))), "{illegal:?}");
    computer_plays(&world, id, step, mv).expect("a legal move in time");
    let twice = computer_plays(&world, id, step, mv);
    assert_eq!(twice.err(), Some(Refusal::Stale));
    let for_a_person = computer_plays(&world, id, step + 1, any_move(&world, id));
    assert_eq!(for_a_person.err(), Some(Refusal::NotAPlayer));
}

#[test]
fn no_person_moves_for_a_computer() {
    let world = World::new();
    let id = alone(&world, Mode::ThreeWay);
    play_until(&world, id, true);
    let to_move = Player::Computer(Level::Beginner);
    assert_eq!(
        world.refused(1, mv(id, None, &world.a_move(id))),
        Refusal::NotYourTurn { to_move }
    );
}

#[test]
fn games_that_wait_for_a_computer_are_known_after_a_restart() {
    let world = World::new();
    let thinking = || {
        let fresh = Service::new(Arc::clone(&world.store) as _, LIMITS);
        fresh.thinking(None).expect("a store").entries
    };
    let [played, left, called_off] = [(); 3].map(|()| watched(&world, Mode::ThreeWay));
    let id = alone(&world, Mode::Duel);
    play_until(&world, id, true);
    assert_eq!(thinking(), [played, left, called_off, id]);
    play_until(&world, id, false);
    world.ok(1, abort(called_off));
    assert_eq!(thinking(), [played, left]);
    play_until(&world, id, true);
    world.ok(1, resign(id));
    assert_eq!(thinking(), [played, left]);
    let update = computer_plays(&world, id, world.game(id).steps, Move::Pass);
    assert_eq!(update.err(), Some(Refusal::GameOver));
}

#[test]
fn computer_turns_a_draw_down_while_there_is_something_to_play_for() {
    let world = World::new();
    let id = alone(&world, Mode::Duel);
    world.ok(1, draw(id));
    let view = world.game(id);
    assert!(view.ending.is_none() && view.draw.is_empty());
    assert_eq!(view.actions, 2, "an offer and an answer");
}

#[test]
fn computer_agrees_to_a_draw_when_it_is_quiet_and_not_ahead() {
    let world = World::new();
    let id = alone(&world, Mode::Duel);
    let stacks = |color: Color, mv: Move| {
        let mut game = world.game(id).game;
        let effect = game.play(mv).expect("a legal move");
        let is_quiet = effect.captured().len() + usize::from(effect.reserves()) == 0;
        is_quiet.then(|| game.position().board().topped_by(color).count())
    };
    while world.game(id).game.position().clock() < 20 {
        let view = world.game(id);
        let color = view.to_move().expect("a game that goes on");
        let moves = view.game.position().legal_moves();
        let quiet = moves
            .iter()
            .filter_map(|mv| Some((stacks(color, *mv)?, *mv)));
        // The computer gives its stacks away one by one; the person keeps them.
        let best = match view.thinking() {
            Some(_) => quiet.min_by_key(|(stacks, _)| *stacks),
            None => quiet.max_by_key(|(stacks, _)| *stacks),
        };
        play(&world, id, best.expect("a quiet move").1);
    }
    world.ok(1, draw(id));
    assert_eq!(winners(&world, id), (Vec::new(), Termination::Agreement));
}

#[test]
fn people_agree_to_a_draw_over_the_computers_heads() {
    let world = World::new();
    let challenge = TableKind::Challenge(people(&[2]));
    let new = with(Mode::FreeForAll, challenge, &[EASY, EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    world.ok(1, draw(id));
    assert!(world.game(id).ending.is_none());
    world.ok(2, draw(id));
    assert_eq!(winners(&world, id), (Vec::new(), Termination::Agreement));
}

#[test]
fn computers_do_not_play_on_when_the_last_person_gives_up() {
    for mode in [Mode::ThreeWay, Mode::Partners, Mode::FreeForAll] {
        let world = World::new();
        let id = alone(&world, mode);
        let color = world.game(id).color_of(PersonId(1)).expect("a color");
        world.ok(1, resign(id));
        let others = mode.colors().iter().copied();
        let won = others.filter(|other| *other != color && mode.partner(color) != Some(*other));
        let (winners, termination) = winners(&world, id);
        assert_eq!(winners, won.collect::<Vec<_>>());
        assert_eq!(termination, Termination::Resignation);
        assert!(world.game(id).is_deserted());
        assert!(
            world
                .service
                .thinking(None)
                .expect("a store")
                .entries
                .is_empty()
        );
    }
}

#[test]
fn game_goes_on_while_a_person_is_in_it() {
    let world = World::new();
    let challenge = TableKind::Challenge(people(&[2]));
    let new = with(Mode::FreeForAll, challenge, &[EASY, EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    world.ok(1, resign(id));
    assert!(world.game(id).ending.is_none());
    world.ok(2, resign(id));
    assert_eq!(winners(&world, id).0.len(), 2);
}

#[test]
fn whoever_watches_calls_a_game_of_computers_off_at_any_time() {
    let world = World::new();
    let id = watched(&world, Mode::Duel);
    for _ in 0..5 {
        play(&world, id, any_move(&world, id));
    }
    assert_eq!(world.refused(2, abort(id)), Refusal::NotAPlayer);
    assert_eq!(world.refused(1, resign(id)), Refusal::NotAPlayer);
    let games = world.service.games_of(PersonId(1)).expect("a store");
    assert!(games[0].seated && !games[0].your_turn);
    world.ok(1, abort(id));
    assert_eq!(world.game(id).ending, Some(Ending::Aborted));
    let games = world.service.games_of(PersonId(1)).expect("a store");
    assert!(games.is_empty());
}

#[test]
fn computers_play_whole_games_of_every_mode() {
    for mode in Mode::ALL {
        let world = World::new();
        let id = watched(&world, mode);
        let mut turns = 0;
        while world.game(id).ending.is_none() && turns < 120 {
            let moves = world.game(id).game.position().legal_moves();
            play(&world, id, moves[turns * 7 % moves.len()]);
            turns += 1;
        }
        let view = world.game(id);
        assert!(view.ending.is_some() || turns == 120);
    }
}

#[test]
fn nobody_is_helped_against_people() {
    let world = World::new();
    let challenge = TableKind::Challenge(people(&[2]));
    let new = with(Mode::FreeForAll, challenge, &[EASY, EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    play_until(&world, id, false);
    // Whoever waits learns no other reason than whoever is to move.
    for person in [1, 2].map(PersonId) {
        let hint = world.service.to_hint(person, id).err();
        assert!(matches!(
            hint,
            Some(ServiceError::Refused(Refusal::NoHints))
        ));
    }

    let id = alone(&world, Mode::ThreeWay);
    play_until(&world, id, false);
    world.service.to_hint(PersonId(1), id).expect("a hint");
}

#[test]
fn a_computer_agrees_to_a_draw_that_its_side_wins_and_to_no_other() {
    for (draw_rule, starter_wins) in [(DrawRule::SecondLoses, true), (DrawRule::SecondWins, false)]
    {
        for seed in 0..4 {
            let world = World::new();
            let rules = Rules::new(Mode::Duel).with_draw(draw_rule);
            let new = NewTable {
                computers: vec![EASY],
                ..table(rules.expect("option of the duel"), TableKind::Open)
            };
            let begun = world
                .service
                .handle(NOW, &person(1), Request::Create(new), seed);
            let id = begun.expect("a game").view.id();
            let game = world.game(id);
            let computer_starts = game.thinking().is_some();
            world.ok(1, draw(id));
            assert_eq!(
                world.game(id).ending.is_some(),
                computer_starts == starter_wins
            );
            if world.game(id).ending.is_some() {
                let computer = game
                    .players
                    .iter()
                    .find(|(_, player)| player.id().is_none());
                let (computer, _) = computer.expect("a computer");
                assert_eq!(
                    winners(&world, id),
                    (vec![*computer], Termination::Agreement)
                );
            }
        }
    }
}

#[test]
fn without_people_computers_are_asked_for() {
    let world = World::new();
    let nobody = NewTable {
        is_watched: true,
        ..with(Mode::Duel, TableKind::Open, &[])
    };
    assert_eq!(
        world.refused(1, Request::Create(nobody)),
        Refusal::NobodyPlays
    );
}

/// Returns a person's results against computers, as mode, level, and games won, drawn and lost.
fn results(world: &World, number: u64) -> Vec<(Mode, Level, [u32; 3])> {
    let profile = world.service.profile(PersonId(number), None);
    let results = profile.expect("a readable store").computers;
    let results = results.iter();
    results
        .map(|result| (result.mode, result.level, result.record))
        .collect()
}

#[test]
fn results_against_computers_count_by_mode_and_level() {
    let world = World::new();
    let mut record = [0; 3];
    for _ in 0..3 {
        let id = alone(&world, Mode::Duel);
        while world.game(id).ending.is_none() {
            play(&world, id, any_move(&world, id));
        }
        let (won, _) = winners(&world, id);
        let own = world.game(id).color_of(PersonId(1)).expect("a color");
        let place = match won.contains(&own) {
            true => 0,
            false if won.is_empty() => 1,
            false => 2,
        };
        record[place] += 1;
        assert_eq!(results(&world, 1), [(Mode::Duel, Level::Beginner, record)]);
    }
    // With opponents of several levels, it is the weakest that has been played.
    let mixed = [PARTNER, EASY].map(|computer| Computer {
        is_partner: false,
        ..computer
    });
    let new = with(Mode::ThreeWay, TableKind::Open, &mixed);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(1, resign(id));
    let both = [
        (Mode::Duel, Level::Beginner, record),
        (Mode::ThreeWay, Level::Beginner, [0, 0, 1]),
    ];
    assert_eq!(results(&world, 1), both);
    let world = world.restarted();
    assert_eq!(results(&world, 1), both);
    world.service.forget(NOW, PersonId(1)).expect("a store");
    assert!(results(&world, 1).is_empty());
}

#[test]
fn games_with_other_people_or_from_a_position_count_for_no_level() {
    let world = World::new();
    let new = with(Mode::ThreeWay, TableKind::Open, &[EASY]);
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(2, Request::Join(id));
    world.ok(1, resign(id));
    world.ok(2, resign(id));
    assert!(world.game(id).ending.is_some());
    let mut start = Position::start(Rules::new(Mode::ThreeWay), Color::Orange);
    let first = start.legal_moves()[0];
    start.play_unchecked(first);
    let new = NewTable {
        start: Some(Box::new(start)),
        ..with(Mode::ThreeWay, TableKind::Open, &[EASY, EASY])
    };
    let id = world.ok(1, Request::Create(new)).view.id();
    world.ok(1, resign(id));
    for number in [1, 2] {
        assert!(results(&world, number).is_empty());
    }
}

#[test]
fn games_that_ended_before_the_index_count_as_well() {
    let world = World::new();
    let id = alone(&world, Mode::Duel);
    world.ok(1, resign(id));
    let mut batch = Batch::new();
    let entries = world.store.scan(Table::Against, &Keys::all());
    for (key, _) in entries.expect("a store") {
        batch.delete(Table::Against, key, Expected::Any);
    }
    world.store.commit(batch).expect("a store");
    assert_eq!(
        results(&world, 1),
        [(Mode::Duel, Level::Beginner, [0, 0, 1])]
    );
}
