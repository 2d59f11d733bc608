//! Teams that people and hosts choose at a table.

use discord_sandbox::Person;
use focus::Color;
use focus_engine::Level;
use focusbot::service::{GameView, Player};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{Stage, board, id_of, pick, press, press_old, press_quietly, slash, table};

/// Menu by which a host places others.
const PLACES: &str = "f1:placein";

/// Returns the color that somebody plays.
fn color(view: &GameView, person: &Person) -> Color {
    view.color_of(id_of(person)).expect("a player")
}

#[tokio::test]
async fn two_who_choose_the_same_team_sit_opposite_each_other() {
    let mut stage = Stage::new().await;
    let names = ["anna", "juergen", "lukasz", "eleonora"];
    let [anna, juergen, lukasz, eleonora] = stage.people(names).await;
    slash(&anna, "focus new", &[("mode", "2")]).await;
    let shown = table(&juergen).await;
    let labels = [
        "Join",
        "Leave",
        "How to play",
        "Team 1",
        "Team 2",
        "Start",
        "Add computer",
        "Invite",
    ];
    assert_eq!(shown.labels(), labels);
    let (a, j, l) = (anna.id(), juergen.id(), lukasz.id());

    let chosen = press(&juergen, &shown, "Team 2").await;
    let expected =
        format!("**Team 1:** free + free · **Team 2:** <@{j}> + free · **No team yet:** <@{a}>");
    says(&chosen, &expected);
    says(&chosen, "2 of 4");
    stage.restart_bot().await;
    let chosen = press(&anna, &shown, "Team 2").await;
    let expected = format!("**Team 2:** <@{a}> + <@{j}>");
    says(&chosen, &expected);
    let joined = press(&lukasz, &shown, "Join").await;
    // The message that was there before the team was full.
    let late = press_old(&eleonora, &shown, "f1:team:1:0:2").await;
    says_privately(&late, "Les deux places");

    // Only the host places others.
    let place = format!("p{l}.1");
    let refused = pick(&juergen, &joined, PLACES, &[&place]).await;
    says_privately(&refused, "Anna");
    let placed = pick(&anna, &joined, PLACES, &[&place]).await;
    let expected = format!("**Team 1:** <@{l}> + free");
    says(&placed, &expected);
    press_quietly(&eleonora, &shown, "Team 1").await;
    let board = board(&anna, 1, 0).await;
    let view = stage.game(1);
    assert_eq!(color(&view, &anna), color(&view, &juergen).opposite());
    assert_eq!(color(&view, &lukasz), color(&view, &eleonora).opposite());
    assert!(
        !board.content().contains("partners and the first move"),
        "{}",
        board.content()
    );

    let after = press_old(&eleonora, &shown, "f1:team:1:0:2").await;
    says_privately(&after, "déjà commencé");
}

#[tokio::test]
async fn a_teammate_named_in_a_challenge_plays_on_the_side_of_its_host() {
    let stage = Stage::new().await;
    let names = ["anna", "juergen", "lukasz", "eleonora"];
    let people = stage.people(names).await;
    let [anna, juergen, lukasz, eleonora] = &people;
    let options = [
        ("opponent1", "juergen"),
        ("opponent2", "lukasz"),
        ("teammate", "eleonora"),
    ];
    slash(anna, "focus challenge", &options).await;
    let shown = table(juergen).await;
    let expected = format!("**Team 1:** <@{}> + <@{}>", anna.id(), eleonora.id());
    says(&shown, &expected);
    press(juergen, &shown, "Accept").await;
    press(eleonora, &shown, "Accept").await;
    press_quietly(lukasz, &shown, "Accept").await;
    board(anna, 1, 0).await;
    let view = stage.game(1);
    let [a, _, _, e] = [anna, juergen, lukasz, eleonora].map(|person| color(&view, person));
    assert_eq!(a, e.opposite());

    // The bot itself as a teammate plays as a computer.
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("people", "1"), ("teammate", &bot), ("computer", "0")];
    let told = slash(anna, "focus new", &options).await;
    says(&told, "Casual");
    let view = stage.game(2);
    let partner = view.player(color(&view, anna).opposite());
    assert_eq!(partner, Some(&Player::Computer(Level::Casual)));
}
