//! Replays, decoded as by a viewer.

use focus::{Color, Direction, Game, Leaving, Mode, Move, Rules};
use focus_render::{Animation, Renderer, Scene, Speed, Theme};

use crate::frames::{Frame, frames};
use crate::picture::Picture;
use crate::recorded::{Recorded, names};

/// Size of the pictures: small enough for a test, large enough for every part.
const SIZE: u32 = 256;

#[track_caller]
fn encoded(renderer: &Renderer, animation: &Animation) -> Vec<Frame> {
    let gif = renderer.animation_gif(animation, Speed::Normal, usize::MAX, &mut |_| {});
    frames(&gif.expect("an animation without limit"))
}

/// Checks that every picture of the replay equals the scene drawn from scratch.
#[track_caller]
fn check(renderer: &Renderer, animation: &Animation) {
    let scenes: Vec<Scene> = animation.scenes().collect();
    let frames = encoded(renderer, animation);
    assert_eq!(frames.len(), scenes.len());
    for (number, (frame, scene)) in frames.iter().zip(&scenes).enumerate() {
        let whole = Picture::decode(&renderer.board_png(scene));
        assert!(frame.pixels == whole.pixels, "picture {number} differs");
    }
}

#[test]
fn a_replay_shows_every_position_to_the_pixel() {
    let renderer = Renderer::for_replays(SIZE, &Theme::TOWER);
    for (game, down) in [
        ("duel-race-1", Direction::South),
        ("three-way-race-2", Direction::West),
        ("partners-last-1", Direction::North),
        ("free-for-all-race-2", Direction::East),
    ] {
        let animation = Animation::new(Recorded::read(game).game(30));
        check(&renderer, &animation.with_names(names()).with_down(down));
    }
}

#[test]
fn a_player_who_leaves_is_out_from_the_next_picture_on() {
    let mut game = Game::new(Rules::new(Mode::FreeForAll), Color::Orange);
    let play = |game: &mut Game| {
        let mv = game.position().legal_moves()[0];
        game.play(mv).expect("legal move");
    };
    play(&mut game);
    game.leave(Color::Pink, Leaving::Resignation)
        .expect("a player");
    play(&mut game);
    play(&mut game);
    for color in [Color::Green, Color::Blue] {
        game.leave(color, Leaving::Time).expect("a player");
    }
    let animation = Animation::new(game);
    let out: Vec<String> = animation
        .scenes()
        .map(|scene| scene.position.out().to_string())
        .collect();
    assert_eq!(out, ["", "", "P", "GBP"]);
    let last = animation.scenes().last().expect("a scene");
    assert!(last.outcome.is_some());
    check(&Renderer::with_size(SIZE), &animation);
}

#[test]
fn a_part_begins_before_its_first_move() {
    let game = Recorded::read("duel-race-1").game(20);
    let animation = Animation::new(game).with_plies(5..=8);
    let plies: Vec<String> = animation
        .scenes()
        .map(|scene| scene.position.ply().to_string())
        .collect();
    assert_eq!(plies, ["5", "6", "7", "8", "9"]);
    assert_eq!(animation.plies(), 5..=8);
    assert_eq!(animation.with_last(2).plies(), 7..=8);
}

#[test]
fn a_forced_pass_has_no_picture_of_its_own() {
    let fps = "4t GGGGG,x3/x6/x8/BBBBB,x7/x8/PPPPP,x7/x6/x4 O G8B8P8 G:O13 - 0 40";
    let mut game = Game::from_position(fps.parse().expect("position"));
    game.play(Move::Pass).expect("forced pass");
    let mv = game.position().legal_moves()[0];
    game.play(mv).expect("legal move");
    assert_eq!(Animation::new(game).scenes().count(), 2);
}

#[test]
fn only_what_changed_is_sent_and_the_end_stays() {
    let game = Recorded::read("partners-last-1").game(12);
    let frames = encoded(&Renderer::with_size(SIZE), &Animation::new(game));
    let whole = frames[0].sent;
    let sent: usize = frames[1..].iter().map(|frame| frame.sent).sum();
    assert!(2 * sent < (frames.len() - 1) * whole, "{sent} pixels");
    let (last, others) = frames.split_last().expect("pictures");
    assert!(others.iter().all(|frame| frame.delay == 100));
    assert!(last.delay >= 300);
}

#[test]
fn an_animation_over_the_limit_is_given_up() {
    let (renderer, animation) = (
        Renderer::with_size(SIZE),
        Animation::new(Recorded::read("duel-race-1").game(10)),
    );
    let bytes = |limit| renderer.animation_gif(&animation, Speed::Fast, limit, &mut |_| {});
    let whole = bytes(usize::MAX).expect("an animation").len();
    assert_eq!(bytes(whole).expect("one that just fits").len(), whole);
    assert_eq!(bytes(whole - 1), None);
}

#[test]
fn sixty_moves_take_little_room() {
    let renderer = Renderer::for_replays(512, &Theme::TOWER);
    for game in [
        "duel-last-2",
        "three-way-race-2",
        "partners-last-1",
        "free-for-all-race-2",
    ] {
        let animation = Animation::new(Recorded::read(game).game(60)).with_names(names());
        let gif = renderer.animation_gif(&animation, Speed::Normal, usize::MAX, &mut |_| {});
        let bytes = gif.expect("an animation without limit").len();
        assert!(bytes <= 300_000, "{game}: {bytes}");
    }
}
