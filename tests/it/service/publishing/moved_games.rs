//! Games moved to another channel.

use focus::{Color, ColorSet, Mode, Rules};
use focusbot::service::{
    Access, Announcement, GameId, GuildId, Limits, MessageId, NewTable, Overtime, PersonId, Place,
    Refusal, ReminderPlace, Request, StayRefusal, TableKind, Timestamp,
};

use crate::service::harness::{
    AFAR, EASY, ELSEWHERE, HERE, HOUR, LIMITS, NOW, World, expire_at, go_on, leave_lost_server,
    person, place_on, resign, table, timed,
};

#[test]
fn only_players_move_a_game_to_another_channel() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    world.show(id, 77);
    world.ok(2, resign(id));
    assert_eq!(world.refused(9, go_on(id, ELSEWHERE)), Refusal::NotAPlayer);
    // Somebody who has resigned may still want to watch, and take the game from nobody.
    let refused = world.refused(2, go_on(id, ELSEWHERE));
    assert_eq!(refused, Refusal::OutOfTheGame);
    let update = world.ok(2, go_on(id, HERE));
    assert_eq!(update.announce, Announcement::Post);
    let update = world.ok(1, go_on(id, ELSEWHERE));
    assert_eq!(update.announce, Announcement::Post);
    let game = world.game(id);
    assert_eq!((game.place, game.message), (ELSEWHERE, None));
    assert_eq!(world.games_in(HERE), []);
    assert_eq!(world.games_in(ELSEWHERE), [id]);
    world.move_on(id, 1);
}

#[test]
fn a_board_is_posted_anew_in_its_own_channel() {
    // The game itself does not count against the limit.
    let world = World::with_limits(Limits {
        games_per_channel: 1,
        ..LIMITS
    });
    let id = world.begun(Rules::new(Mode::Duel));
    world.show(id, 77);
    assert_eq!(world.refused(9, go_on(id, HERE)), Refusal::NotAPlayer);
    let update = world.ok(2, go_on(id, HERE));
    assert_eq!(update.announce, Announcement::Post);
    let game = world.game(id);
    assert_eq!((game.place, game.message), (HERE, Some(MessageId(77))));
    assert_eq!(game.news, [], "nobody is called again");
}

#[test]
fn limits_of_the_new_channel_are_kept() {
    let world = World::with_limits(Limits {
        games_per_channel: 1,
        ..LIMITS
    });
    let first = world.begun(Rules::new(Mode::Duel));
    world.ok(1, go_on(first, ELSEWHERE));
    let second = world.begun(Rules::new(Mode::Duel));
    assert_eq!(
        world.refused(1, go_on(second, ELSEWHERE)),
        Refusal::ChannelFull { limit: 1 }
    );
    assert_eq!(world.game(second).place, HERE);
}

#[test]
fn a_game_stays_on_its_server_unless_that_is_lost() {
    let (world, id) = World::with_game(Mode::Duel);
    let refused = world.refused(1, go_on(id, AFAR));
    assert_eq!(refused, Refusal::Stays(StayRefusal::OtherServer));
    world.ok(1, leave_lost_server(id, AFAR));
    assert_eq!(world.service.games_on(GuildId(2)).expect("a store"), [id]);
    assert_eq!(world.service.games_on(GuildId(1)).expect("a store"), []);
}

#[test]
fn a_rated_game_stays_in_its_channel_unless_that_is_lost() {
    let world = World::new();
    let id = world.rated_from_the_start(Rules::new(Mode::ThreeWay), &[1, 2, 3]);
    let visited = Place {
        access: Access::Visitor,
        ..AFAR
    };
    let stays = Refusal::Stays(StayRefusal::Rated);
    for place in [ELSEWHERE, AFAR, visited] {
        assert_eq!(world.refused(1, go_on(id, place)), stays);
    }
    world.ok(1, go_on(id, HERE));
    let told = |actions| {
        let (color, channel) = (world.color(id, 2), HERE.channel);
        let noted = world.service.note_told(id, color, channel, actions);
        noted.expect("a game");
    };
    told(Some(0));
    let refused = world.refused(1, go_on(id, ELSEWHERE));
    assert_eq!(refused, stays, "the channel is there");
    told(None);
    world.ok(1, go_on(id, ELSEWHERE));
    let refused = world.refused(1, go_on(id, HERE));
    assert_eq!(refused, stays, "another one was lost");
    world.ok(1, leave_lost_server(id, AFAR));
    assert_eq!(world.game(id).place, AFAR);
}

#[test]
fn a_private_game_of_several_people_stays_in_its_channel() {
    let world = World::new();
    let private = |computers| NewTable {
        is_private: true,
        computers,
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let alone = world.created(private(vec![EASY]));
    world.ok(1, go_on(alone, ELSEWHERE));
    let id = world.created(private(Vec::new()));
    world.ok(2, Request::Join(id));
    for place in [ELSEWHERE, AFAR] {
        let refused = world.refused(1, go_on(id, place));
        assert_eq!(refused, Refusal::Stays(StayRefusal::Private));
    }
    world.ok(1, leave_lost_server(id, AFAR));
    assert_eq!(world.game(id).place, AFAR);
}

#[test]
fn a_game_that_is_moved_on_comes_from_where_the_others_last_saw_it() {
    let (world, id) = World::with_game(Mode::Duel);
    let beyond = place_on(1, 12);
    for place in [ELSEWHERE, beyond] {
        world.ok(1, go_on(id, place));
    }
    let world = world.restarted();
    let from = || world.game(id).moved.expect("a move").from;
    assert_eq!(from(), Some(HERE.channel));
    world.ok(2, go_on(id, HERE));
    assert_eq!(from(), Some(beyond.channel));
}

#[test]
fn a_game_of_one_person_leaves_direct_messages_and_returns() {
    let world = World::new();
    let direct = Place {
        guild: None,
        ..AFAR
    };
    let new = NewTable {
        place: direct,
        computers: vec![EASY],
        ..table(Rules::new(Mode::Duel), TableKind::Open)
    };
    let id = world.created(new);
    for place in [HERE, direct] {
        world.ok(1, go_on(id, place));
        assert_eq!(world.game(id).place, place);
    }
    // A game with other people cannot move to direct messages.
    let id = world.begun(Rules::new(Mode::Duel));
    assert_eq!(world.refused(1, go_on(id, direct)), Refusal::Alone);
}

#[test]
fn only_a_running_game_is_moved_elsewhere() {
    let (world, id) = World::with_table(Mode::Duel);
    assert_eq!(world.refused(1, go_on(id, ELSEWHERE)), Refusal::NotBegun);
    let id = world.begun(Rules::new(Mode::Duel));
    world.ok(1, resign(id));
    assert_eq!(world.refused(1, go_on(id, ELSEWHERE)), Refusal::GameOver);
}

#[test]
fn a_game_in_a_thread_is_found_by_the_channel_of_the_thread() {
    let (world, id) = World::with_game(Mode::Duel);
    let (guild, thread) = (HERE.guild.expect("a server"), ELSEWHERE);
    let below = |channel| world.service.games_below(guild, channel).expect("a store");
    assert_eq!(below(HERE.channel), [id]);
    let parent = Some(HERE.channel);
    world.service.moved(id, thread, parent).expect("a game");
    assert_eq!(below(HERE.channel), [id]);
    assert_eq!(below(thread.channel), [id]);
    let other = place_on(1, 12);
    world.ok(1, go_on(id, other));
    assert_eq!(below(HERE.channel), []);
    // Older records lack the parent channel, which is filled in when somebody acts in the thread.
    let learn = |place| world.service.learn_parent(id, place, HERE.channel);
    learn(thread).expect("a game");
    assert_eq!(below(HERE.channel), [], "it has left the thread");
    assert_eq!(world.game(id).parent, None);
    learn(other).expect("a game");
    assert_eq!(below(HERE.channel), [id]);
    assert_eq!(world.game(id).parent, Some(HERE.channel));
}

#[test]
fn a_player_who_was_told_of_a_lost_channel_is_told_again_in_another() {
    let (world, id) = World::with_game(Mode::Duel);
    let color = world.game(id).to_move().expect("a game that goes on");
    let is_untold = |place: Place, actions| {
        let untold = world.service.is_untold(id, color, place.channel, actions);
        untold.expect("a game")
    };
    let note = |place: Place, actions| {
        let noted = world.service.note_told(id, color, place.channel, actions);
        noted.expect("a game");
    };
    assert!(is_untold(HERE, None) && is_untold(HERE, Some(3)));
    note(HERE, Some(3));
    assert!(is_untold(HERE, None) && is_untold(HERE, Some(4)) && !is_untold(HERE, Some(3)));
    note(HERE, Some(2));
    note(ELSEWHERE, Some(4));
    assert!(!is_untold(HERE, Some(3)), "both come too late");
    assert!(!is_untold(ELSEWHERE, None), "it is not there");
    world.service.moved(id, ELSEWHERE, None).expect("a game");
    assert!(is_untold(ELSEWHERE, Some(3)));
}

#[test]
fn a_player_who_was_told_of_a_turn_is_not_told_again_of_a_pause() {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    let (mover, color) = (PersonId(world.mover(id)), world.game(id).to_move());
    let color = color.expect("a game that goes on");
    let is_untold = || {
        let since = Some(world.game(id).eventful);
        let untold = world.service.is_untold(id, color, HERE.channel, since);
        untold.expect("a game")
    };
    let since = Some(world.game(id).eventful);
    let noted = world.service.note_told(id, color, HERE.channel, since);
    noted.expect("a game");
    let taken = world
        .service
        .change_settings(NOW, mover, |settings| settings.vacation.take(NOW, 3));
    taken.expect("days that are left");
    assert_eq!(world.game(id).actions, 1);
    assert!(!is_untold());
    world.play_at(id, NOW);
    assert!(is_untold());
}

/// Records that the player of a color knows of the newest move of a game to another channel.
fn tell_of_move(world: &World, id: GameId, color: Color) {
    let version = world.game(id).moved.expect("a move").version;
    let is_untold = || {
        let untold = world.service.is_untold_of_move(id, color, version);
        untold.expect("a game")
    };
    assert!(is_untold());
    let noted = world.service.note_told_of_move(id, color, version);
    noted.expect("a game");
    assert!(!is_untold());
}

#[test]
fn a_game_that_was_moved_waits_until_those_who_play_on_know_it() {
    let (world, id) = World::with_game(Mode::FreeForAll);
    world.show(id, 77);
    world.ok(2, resign(id));
    world.show(id, 78);
    assert_eq!(world.game(id).untold_of_move(), ColorSet::EMPTY);
    world.ok(1, go_on(id, ELSEWHERE));
    let world = world.restarted();
    let others = [3, 4].map(|who| world.color(id, who));
    assert_eq!(world.game(id).untold_of_move(), ColorSet::from_iter(others));
    assert_eq!(world.pending(id), Some(Announcement::Post));
    world.show(id, 79);
    assert_eq!(world.pending(id), Some(Announcement::Edit));
    tell_of_move(&world, id, others[0]);
    let world = world.restarted();
    assert_eq!(world.pending(id), Some(Announcement::Edit));
    tell_of_move(&world, id, others[1]);
    assert_eq!(world.pending(id), None);
}

#[test]
fn notice_of_a_move_ends_no_wait_for_a_later_board() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, go_on(id, ELSEWHERE));
    world.show(id, 77);
    world.move_on(id, 1);
    tell_of_move(&world, id, world.color(id, 2));
    assert!(world.pending(id).is_some());
    world.show(id, 78);
    assert_eq!(world.pending(id), None);
}

#[test]
fn notice_of_a_move_ends_no_wait_for_an_edit_of_the_same_board() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, go_on(id, ELSEWHERE));
    world.show(id, 77);
    assert!(world.game(id).waits_only_for_notices());
    let queued = world.service.show_anew(id, MessageId(77));
    queued.expect("a game");
    assert!(!world.game(id).waits_only_for_notices());
    tell_of_move(&world, id, world.color(id, 2));
    assert_eq!(world.pending(id), Some(Announcement::Edit));
    world.show(id, 77);
    assert_eq!(world.pending(id), None);
}

#[test]
fn players_of_a_game_whose_channel_is_gone_have_yet_to_learn_where_it_goes_on() {
    let (world, id) = World::with_game(Mode::ThreeWay);
    world.show(id, 77);
    world.ok(2, resign(id));
    let move_by = |who: u64, place: Place| {
        let (service, person) = (&world.service, PersonId(who));
        let moved = service.move_from_gone_channel(person, id, place, None);
        moved.expect("a game");
        let game = world.game(id);
        assert_eq!(game.place, place);
        (game.untold_of_move(), game.moved.map(|moved| moved.version))
    };
    let colors = [1, 3].map(|who| world.color(id, who));
    // Somebody who is out may be the first to act.
    let first = move_by(2, ELSEWHERE);
    assert_eq!(first.0, ColorSet::from_iter(colors));
    assert_eq!(move_by(1, ELSEWHERE), first, "it is there already");
    let second = move_by(1, HERE);
    assert_eq!(second.0, ColorSet::from_iter([colors[1]]));
    assert_ne!(second.1, first.1);
    assert_eq!(world.pending(id), Some(Announcement::Post));
}

#[test]
fn a_premove_does_not_show_that_a_player_sees_the_new_channel() {
    let (world, id) = World::with_game(Mode::Duel);
    let (first, second) = (world.mover(id), 3 - world.mover(id));
    let mut game = world.game(id).game;
    let when = game.position().legal_moves()[0];
    game.play(when).expect("a legal move");
    let (line, answer) = ([when.to_string()], game.position().legal_moves()[0]);
    let (service, answer) = (&world.service, answer.to_string());
    let set = service.set_premove(&person(second), id, &line, &answer);
    set.expect("a premove");
    world.ok(first, go_on(id, ELSEWHERE));
    world.play(id, &line[0]);
    assert_eq!(world.game(id).plies(), 2, "with the premove");
    let is_hidden = |who: u64| world.game(id).may_be_hidden_from(world.color(id, who));
    assert!(is_hidden(second) && !is_hidden(first));
    world.move_on(id, 1);
    assert!(is_hidden(second));
    world.move_on(id, 1);
    assert!(!is_hidden(second));
}

#[test]
fn each_move_to_another_channel_is_told_anew() {
    let (world, id) = World::with_game(Mode::Duel);
    world.ok(1, go_on(id, ELSEWHERE));
    let first = world.game(id).moved.expect("a move").version;
    let [own, other] = [1, 2].map(|who| world.color(id, who));
    tell_of_move(&world, id, other);
    world.ok(1, go_on(id, HERE));
    // A late note of the first move says nothing about the second one.
    let late = world.service.note_told_of_move(id, other, first);
    late.expect("a game");
    tell_of_move(&world, id, other);
    world.ok(2, go_on(id, ELSEWHERE));
    assert_eq!(world.game(id).untold_of_move(), ColorSet::from_iter([own]));
}

#[test]
fn reminders_after_a_move_to_another_channel_are_private_until_the_person_moves() {
    let world = World::new();
    let id = world.begun_from(timed(Rules::new(Mode::Duel), "1d", Overtime::Out));
    let place_at = |now: Timestamp| {
        expire_at(&world.service, now);
        let reminder = world.service.reminder_of(id, now).expect("a store");
        reminder.expect("a reminder").place
    };
    let waiting = 3 - world.mover(id);
    world.ok(waiting, go_on(id, ELSEWHERE));
    assert_eq!(place_at(NOW.after(HOUR * 19)), ReminderPlace::Direct);
    world.play_at(id, NOW.after(HOUR * 20));
    // Whoever has moved the game sees where it is.
    assert_eq!(place_at(NOW.after(HOUR * 39)), ReminderPlace::Channel);
    world.play_at(id, NOW.after(HOUR * 40));
    assert_eq!(place_at(NOW.after(HOUR * 59)), ReminderPlace::Channel);
}
