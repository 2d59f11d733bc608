//! Commands in the menu of a person and of a message.

use discord_sandbox::Response;
use focus::{Color, Mode, Position, Rules};
use focusbot::service::View;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, context, id_of, play_plies, press, share, slash, table, with_button,
};

#[tokio::test]
async fn a_person_is_challenged_from_their_menu() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let panel = context(&anna, HERE, "Challenge to FOCUS", &juergen.id()).await;
    assert!(panel.is_ephemeral());
    press(&anna, &panel, "Start").await;
    assert_eq!(table(&juergen).await.pings(), [juergen.id()]);
}

#[tokio::test]
async fn the_bot_challenged_from_its_menu_is_a_computer() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    let panel = context(&anna, HERE, "Challenge to FOCUS", &bot).await;
    press(&anna, &panel, "Start").await;
    let computers = stage.game(1).players.into_iter();
    assert_eq!(
        computers
            .filter(|(_, player)| player.id().is_none())
            .count(),
        1
    );
}

#[tokio::test]
async fn a_board_is_replayed_and_once_its_game_is_over_played_on_from() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, _] = &people;
    play_plies(&stage, &people, 2).await;
    let shown = board(anna, 1, 2).await;
    let replayed = context(anna, HERE, "Replay", shown.id()).await;
    assert!(replayed.is_ephemeral());
    assert_eq!(replayed.attachments()[0]["content_type"], "image/gif");
    let told = context(anna, HERE, "Play on from here", shown.id()).await;
    says_privately(&told, "still going on");
    for person in &people {
        slash(person, "focus draw", &[]).await;
    }
    let last = with_button(anna, "f1:rematch").await;
    let told = context(anna, HERE, "Play on from here", last.id()).await;
    says(&told, "#2");
    assert_eq!(
        start_of(&stage, 2),
        stage.game(1).game.position().to_string()
    );
}

#[tokio::test]
async fn a_shared_part_of_a_game_is_played_on_from_its_end() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, _] = &people;
    play_plies(&stage, &people, 3).await;
    for person in &people {
        slash(person, "focus draw", &[]).await;
    }
    with_button(anna, "f1:rematch").await;
    let part = slash(anna, "focus-info replay", &[("to", "2")]).await;
    let shared = share(anna, &part).await;
    let told = context(anna, HERE, "Play on from here", shared.id()).await;
    says(&told, "#2");
    let reached = stage.game(1).game.reached(2);
    assert_eq!(start_of(&stage, 2), reached.to_string());
}

#[tokio::test]
async fn a_posted_position_is_played_on_from() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let position = Position::start(Rules::new(Mode::ThreeWay), Color::Green).to_string();
    let posted = anna
        .say(HERE, &format!("Who wins `{position}`?"))
        .await
        .expect("a message");
    let told = context(&anna, HERE, "Play on from here", posted.id()).await;
    says(&told, "#1");
    assert_eq!(start_of(&stage, 1), position);
}

#[tokio::test]
async fn a_message_played_on_from_twice_at_once_sets_up_one_table() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let position = Position::start(Rules::new(Mode::Duel), Color::Orange);
    let posted = anna.say(HERE, &position.to_string()).await;
    let posted = posted.expect("a message");
    let mut commands = Vec::new();
    for _ in 0..2 {
        let used = anna.context(HERE, "Play on from here", posted.id()).await;
        commands.push(used.expect("a command in the menu"));
    }
    for used in &commands {
        let response = anna.response(used).await.expect("a response");
        assert!(!matches!(response, Response::Failed(_)), "{response:?}");
    }
    table(&anna).await;
    let person = id_of(&anna);
    let games = stage.service().games_of(person).expect("the games");
    assert_eq!(games.len(), 1);
}

#[tokio::test]
async fn other_messages_have_nothing_to_show() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let posted = anna.say(HERE, "Game #1 is mine").await.expect("a message");
    for (command, reason) in [
        ("Play on from here", "neither a board of mine"),
        ("Replay", "no game of mine"),
    ] {
        let told = context(&anna, HERE, command, posted.id()).await;
        says_privately(&told, reason);
    }
}

/// Returns the position with which a table begins.
fn start_of(stage: &Stage, game: u32) -> String {
    let view = stage.service().view(focusbot::service::GameId(game));
    match view.expect("a readable table") {
        View::Table(table) => table.start.expect("a position"),
        View::Game(game) => panic!("a game that has begun: {game:?}"),
    }
}
