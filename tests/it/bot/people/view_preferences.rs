//! Theme and orientation of boards.

use discord_sandbox::{Message, Person};
use focus::{Color, Direction};
use focus_render::{Renderer, Scene, Speed, Theme, side_of};
use focusbot::discord::views;
use focusbot::i18n::{Language, Words};
use focusbot::service::{AuditAction, Orientation, ThemeName};

use crate::bot::play::computers::{Gate, own_turn, stage_behind};
use crate::bot::stage::says::says;
use crate::bot::stage::{
    self, Stage, begun, board, final_board, id_of, play_on, play_plies, press, resign, share,
    slash, three_way,
};
use crate::service::harness::decide;

/// Returns the picture of a message.
async fn picture(person: &Person, message: &Message) -> Vec<u8> {
    let attachment = &message.attachments()[0];
    let url = attachment["url"].as_str().expect("an address");
    person.fetch(url).await.expect("a picture")
}

/// Draws the current board of game 1 independently of the bot.
fn drawn(stage: &Stage, theme: &Theme, down: Direction, language: Language) -> Vec<u8> {
    let scene = views::scene(&stage.game(1), down, Words::new(language));
    Renderer::with_theme(Renderer::SIZE_PX, theme).board_png(&scene)
}

fn choose(stage: &Stage, theme: ThemeName, orientation: Orientation) {
    let guild = stage.game(1).place.guild.expect("a server");
    for action in [
        AuditAction::Theme(theme),
        AuditAction::Orientation(orientation),
    ] {
        decide(&stage.service(), guild, &action);
    }
}

fn side_of_mover(stage: &Stage) -> Direction {
    let view = stage.game(1);
    let color = view.to_move().expect("a game that goes on");
    side_of(view.game.rules().mode(), color)
}

#[tokio::test]
async fn private_boards_are_as_the_person_wants_them_and_public_ones_stay() {
    let (mut stage, [anna, juergen]) = Stage::with_duel().await;
    stage::choose(&anna, "s1:theme", "contrast").await;
    stage::choose(&anna, "s1:orientation", "mine").await;
    stage.restart_bot().await;
    let shown = board(&anna, 1, 0).await;
    let own = stage.game(1);
    let color = own.color_of(id_of(&anna));
    let own = side_of(own.game.rules().mode(), color.expect("a seat"));
    let seen = press(&anna, &shown, "f1:board:").await;
    let wanted = drawn(&stage, &Theme::CONTRAST, own, Language::English);
    assert!(
        picture(&anna, &seen).await == wanted,
        "her own theme and side"
    );
    let turned = press(&anna, &seen, "Flip").await;
    let across = match own {
        Direction::South => Direction::North,
        _ => Direction::South,
    };
    let wanted = drawn(&stage, &Theme::CONTRAST, across, Language::English);
    assert!(picture(&anna, &turned).await == wanted, "turned around");
    let seen = press(&juergen, &shown, "f1:board:").await;
    let wanted = drawn(&stage, &Theme::TOWER, Direction::South, Language::German);
    assert!(picture(&juergen, &seen).await == wanted, "as ever");
    let wanted = drawn(&stage, &Theme::TOWER, Direction::South, Language::English);
    assert!(picture(&anna, &shown).await == wanted, "public boards stay");
}

#[tokio::test]
async fn shared_replay_is_as_the_server_wants_it() {
    let (stage, people) = Stage::with_duel().await;
    let anna = &people[0];
    stage::choose(anna, "s1:theme", "contrast").await;
    choose(&stage, ThemeName::Flat, Orientation::Fixed);
    play_plies(&stage, &people, 2).await;
    let words = Words::new(Language::English);
    let animation = views::animation(&stage.game(1), Direction::South, words);
    let replay = |theme| {
        let renderer = Renderer::for_replays(720, theme);
        renderer.animation_gif(&animation, Speed::default(), usize::MAX, &mut |_| {})
    };
    let own = slash(anna, "focus-info replay", &[]).await;
    assert!(Some(picture(anna, &own).await) == replay(&Theme::CONTRAST));
    let shared = share(anna, &own).await;
    assert!(Some(picture(anna, &shared).await) == replay(&Theme::FLAT));
}

#[tokio::test]
async fn board_that_answers_a_stale_press_is_as_the_person_wants_it() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    stage::choose(mover, "s1:theme", "contrast").await;
    let shown = board(mover, 1, 0).await;
    let step = press(mover, &shown, "f1:move:").await;
    play_on(&stage, &people).await;
    let source = stage::offered(&step, "f1:from:")[0];
    let answer = stage::pick(mover, &step, "f1:from:", &[source]).await;
    let language = if mover.id() == people[0].id() {
        Language::English
    } else {
        Language::German
    };
    let wanted = drawn(&stage, &Theme::CONTRAST, Direction::South, language);
    assert!(picture(mover, &answer).await == wanted);
}

#[tokio::test]
async fn the_public_board_turns_to_the_mover_if_the_server_wants_it() {
    let (stage, people) = Stage::with_duel().await;
    choose(&stage, ThemeName::Flat, Orientation::Mover);
    for plies in [1, 2] {
        play_on(&stage, &people).await;
        let shown = board(&people[0], 1, plies).await;
        let wanted = drawn(
            &stage,
            &Theme::FLAT,
            side_of_mover(&stage),
            Language::English,
        );
        assert!(picture(&people[0], &shown).await == wanted, "{plies} plies");
    }
}

#[tokio::test]
async fn four_players_have_four_sides() {
    let stage = Stage::new().await;
    let names = ["anna", "juergen", "lukasz", "sjoerd"];
    let people = begun(&stage, names, &[("mode", "3")]).await;
    let mut sides = Vec::new();
    for person in &people {
        stage::choose(person, "s1:orientation", "mine").await;
        stage::choose(person, "s1:language", "en").await;
        let seen = slash(person, "focus board", &[("game", "1")]).await;
        let view = stage.game(1);
        let color: Color = view.color_of(id_of(person)).expect("a seat");
        let own = side_of(view.game.rules().mode(), color);
        let wanted = drawn(&stage, &Theme::TOWER, own, Language::English);
        assert!(picture(person, &seen).await == wanted, "{color}");
        sides.push(own);
    }
    sides.sort_by_key(|side| *side as usize);
    sides.dedup();
    assert_eq!(sides.len(), 4);
}

#[tokio::test]
async fn a_board_does_not_turn_to_a_computer_that_thinks() {
    let gate = Gate::default();
    gate.open();
    let stage = stage_behind(&gate).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    // The computer may have begun. From now on it thinks until the test is over.
    own_turn(&anna, 1, None).await;
    gate.close();
    choose(&stage, ThemeName::Tower, Orientation::Mover);
    let mut view = stage.game(1);
    let color = view.to_move().expect("a game that goes on");
    let (mv, next) = (stage.a_move(1), view.plies() + 1);
    let file = format!("focus-1-{next}.png");
    slash(&anna, "focus move", &[("move", &mv.to_string())]).await;
    let shown = anna.wait_for_message("the board after her move", |message| {
        let attachments = message.attachments();
        attachments
            .first()
            .is_some_and(|first| first["filename"] == *file)
    });
    let shown = shown.await.expect("a board");
    view.game.play(mv).expect("a legal move");
    let down = side_of(view.game.rules().mode(), color);
    let scene = views::scene(&view, down, Words::new(Language::English));
    let wanted = Renderer::new().board_png(&scene);
    assert!(picture(&anna, &shown).await == wanted);
}

#[tokio::test]
async fn every_move_since_the_players_last_one_is_marked() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    for plies in 0..5 {
        let view = stage.game(1);
        let scene = views::scene(&view, Direction::South, Words::new(Language::English));
        let marked: Vec<_> = scene.recent.iter().map(|last| last.mv).collect();
        let played: Vec<_> = view.game.plies().iter().map(|ply| ply.mv).collect();
        assert_eq!(
            marked,
            played[plies - plies.min(2)..],
            "after {plies} plies"
        );
        play_on(&stage, &people).await;
    }
}

#[tokio::test]
async fn a_player_who_looks_sees_the_moves_since_their_own_last_one() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    play_plies(&stage, &people, 5).await;
    let view = stage.game(1);
    let [.., own, newest] = view.game.plies() else {
        panic!("expected five plies");
    };
    let id = view.person(own.color).expect("a person").id;
    let viewer = stage::person_of(&people, id);
    let words = Words::new(Language::English);
    let scene = views::scene::scene_for(id, &view, Direction::South, words);
    let marked: Vec<_> = scene.recent.iter().map(|last| last.mv).collect();
    assert_eq!(marked, [newest.mv]);
    stage::choose(viewer, "s1:language", "en").await;
    let seen = slash(viewer, "focus board", &[("game", "1")]).await;
    let wanted = Renderer::new().board_png(&scene);
    assert!(picture(viewer, &seen).await == wanted);
    names_marked(&seen, &scene);
    let (own, words) = (own.mv.to_string(), seen.descriptions()[0]);
    assert!(!seen.content().contains(&own), "{}", seen.content());
    assert!(!words.contains(&own), "{words}");
}

/// Checks that a board names every move that its picture marks, above the picture and in its
/// description.
#[track_caller]
fn names_marked(shown: &Message, scene: &Scene) {
    for last in &scene.recent {
        let mv = last.mv.to_string();
        says(shown, &format!("**{mv}**"));
        let words = shown.descriptions()[0];
        assert!(words.contains(&mv), "expected `{mv}` in: {words}");
    }
}

#[tokio::test]
async fn moves_of_three_computers_are_named_as_they_are_marked() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("mode", "3"), ("computer", "0")]).await;
    let (_, step) = own_turn(&anna, 1, None).await;
    let mv = stage.a_move(1).to_string();
    slash(&anna, "focus move", &[("move", &mv)]).await;
    let (shown, _) = own_turn(&anna, 1, Some(step)).await;
    let view = stage.game(1);
    let scene = views::scene(&view, Direction::South, Words::new(Language::English));
    assert_eq!(scene.recent.len(), 3);
    names_marked(&shown, &scene);
}

#[tokio::test]
async fn last_board_marks_and_names_the_moves_since_the_next_players_last_one() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    play_plies(&stage, &people, 5).await;
    let winner = id_of(stage.to_move(1, &people));
    for person in people.iter().filter(|person| id_of(person) != winner) {
        resign(person).await;
    }
    let over = final_board(&people[0], 1).await;
    let (view, words) = (stage.game(1), Words::new(Language::English));
    assert!(view.ending.is_some());
    let played: Vec<_> = view.game.plies().iter().map(|ply| ply.mv).collect();
    let scene = views::scene(&view, Direction::South, words);
    for scene in [
        views::scene::scene_for(winner, &view, Direction::South, words),
        scene,
    ] {
        let marked: Vec<_> = scene.recent.iter().map(|last| last.mv).collect();
        assert_eq!(marked, played[3..]);
        names_marked(&over, &scene);
    }
}
