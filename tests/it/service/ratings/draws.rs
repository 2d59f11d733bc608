//! Ratings after draws, which a player who is out loses.

use focus::{Color, Mode, Rules};
use focusbot::service::ratings::leaderboard::{LeaderboardPage, LeaderboardScope};
use focusbot::service::{GameView, GuildId, HistoryFilter, HistoryResult, HistoryScope, PersonId};

use crate::service::harness::{HERE, NOW, World, draw, number, resign};
use crate::service::ratings::{points, recount};

#[test]
fn a_draw_of_equals_changes_no_points_but_is_counted() {
    for mode in Mode::ALL {
        let world = World::new();
        let everybody = &[1, 2, 3, 4][..mode.seats()];
        let id = world.rated(Rules::new(mode), everybody);
        for who in everybody {
            world.ok(*who, draw(id));
        }
        assert_eq!(points(&world, mode, [1, 2]), [Some(1500), Some(1500)]);
        let page = world
            .service
            .leaderboard(
                LeaderboardScope::Server(GuildId(1)),
                mode,
                LeaderboardPage::Top,
                NOW,
            )
            .expect("a list");
        assert!(page.lines.iter().all(|line| line.record == [0, 1, 0]));
        assert_eq!(page.lines.len(), mode.seats());
    }
}

/// Returns a rated game in which Orange resigns and the others draw.
fn drawn_without_orange(world: &World, mode: Mode) -> GameView {
    let id = world.rated(Rules::new(mode), &[1, 2, 3, 4][..mode.seats()]);
    world.ok(number(&world.game(id), Color::Orange), resign(id));
    for color in &mode.colors()[1..] {
        world.ok(number(&world.game(id), *color), draw(id));
    }
    world.game(id)
}

#[test]
fn player_who_is_out_loses_a_draw_of_the_others() {
    for mode in [Mode::ThreeWay, Mode::FreeForAll] {
        let world = World::new();
        let game = drawn_without_orange(&world, mode);
        for change in &game.ratings {
            let gain = change.after.points - change.before;
            let is_out = change.color == Color::Orange;
            assert_eq!(gain < 0, is_out, "{mode:?}: {change:?}");
            assert_eq!(game.sharing.contains(change.color), !is_out);
            let who = number(&game, change.color);
            let record = if is_out { [0, 0, 1] } else { [0, 1, 0] };
            let profile = world.service.profile(PersonId(who), None, NOW);
            assert_eq!(profile.expect("a profile").modes[0].record, record);
        }
        let kept = recount::stored(world.store.clone());
        let losses: u32 = kept.values().map(|rating| rating.lost).sum();
        assert_eq!(losses, 1, "{mode:?}");
        assert_eq!(kept, recount::recounted(world.store.clone()));

        let [out, still_in] = [Color::Orange, Color::Blue].map(|color| number(&game, color));
        let against = |who, with| {
            let profile = world
                .service
                .profile(PersonId(who), Some(PersonId(with)), NOW);
            profile.expect("a profile").versus.expect("one").against
        };
        assert_eq!(against(still_in, out), [1, 0, 0], "{mode:?}");
        assert_eq!(against(out, still_in), [0, 0, 1], "{mode:?}");
        let other = number(&game, *mode.colors().last().expect("three colors"));
        let third = number(&game, Color::Green);
        let even = if other == still_in { third } else { other };
        assert_eq!(against(still_in, even), [0, 1, 0], "{mode:?}");
    }
}

#[test]
fn a_team_shares_the_draw_that_one_of_it_agrees_to() {
    let world = World::new();
    let game = drawn_without_orange(&world, Mode::Partners);
    assert_eq!(game.sharing.len(), 4);
    for who in 1..=4 {
        let profile = world.service.profile(PersonId(who), None, NOW);
        assert_eq!(
            profile.expect("a profile").modes[0].record,
            [0, 1, 0],
            "{who}"
        );
    }
    let kept = recount::stored(world.store.clone());
    assert_eq!(kept, recount::recounted(world.store.clone()));
}

#[test]
fn a_draw_of_an_older_game_stays_everybodys() {
    let world = World::new();
    let game = drawn_without_orange(&world, Mode::ThreeWay);
    world.rewrite(game.id, |record| {
        assert_eq!(record.sharing.as_deref(), Some("GB"));
        record.sharing = None;
        record.rated = false;
        record.ratings = None;
    });

    let world = world.restarted();
    assert_eq!(world.game(game.id).sharing.len(), 3);
    let filter = HistoryFilter::all(HistoryScope::Guild(GuildId(1)));
    let page = world.service.history(PersonId(9), HERE, filter, 0, 5);
    let ended = &page.expect("a list").games[0];
    for who in 1..=3 {
        let result = ended.result_of(PersonId(who));
        assert_eq!(result, Some(HistoryResult::Drawn), "{who}");
    }
    world.leave();
}
