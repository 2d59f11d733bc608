//! The panel of `/focus play`: from nothing to a game, choice by choice.

use discord_sandbox::{Message, Person, Response};
use focus::{Goal, Mode, Repetition};
use focus_engine::Level;
use focusbot::service::{Player, TimeControl};

use crate::bot::stage::says::says;
use crate::bot::stage::{Stage, board, is_board, press, press_quietly, slash, table};

/// Chooses values in a menu of the panel, and returns the panel after that.
async fn choose(person: &Person, panel: &Message, part: &str, values: &[&str]) -> Message {
    let menu = format!("p1:{part}:");
    let asked = person.select(panel, &menu, values).await;
    let panel = person.answer(&asked.expect("a menu")).await;
    panel.expect("the panel")
}

/// Returns the values chosen in a menu of the panel.
fn chosen(panel: &Message, part: &str) -> Vec<String> {
    let menu = panel.component(&format!("p1:{part}:")).expect("a menu");
    let options = menu["options"].as_array().expect("options").iter();
    let chosen = options.filter(|option| option["default"] == true);
    let values = chosen.filter_map(|option| option["value"].as_str());
    values.map(str::to_owned).collect()
}

#[tokio::test]
async fn two_presses_lead_from_nothing_to_a_game_with_the_computer() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    assert!(panel.is_ephemeral());
    assert_eq!(panel.labels(), ["Start", "More options…", "How to play"]);
    for (part, value) in [
        ("a", "computer"),
        ("l", "casual"),
        ("m", "2"),
        ("c", "none"),
    ] {
        assert_eq!(chosen(&panel, part), [value]);
    }
    let told = press(&anna, &panel, "Start").await;
    assert_eq!(told.id(), panel.id());
    says(&told, "#1");
    assert!(told.labels().is_empty());
    let shown = anna.wait_for_message("a board", is_board).await;
    assert!(!shown.expect("a board").is_ephemeral());
    let computer = stage.game(1).players.into_iter();
    let computer: Vec<_> = computer
        .filter(|(_, player)| player.id().is_none())
        .collect();
    assert!(matches!(
        computer[..],
        [(_, Player::Computer(Level::Casual))]
    ));
}

#[tokio::test]
async fn each_choice_changes_the_panel_and_a_restart_loses_none() {
    let mut stage = Stage::new().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    says(&panel, "Choose whom");
    let start = panel.component("p1:s:").expect("a button");
    assert_eq!(start["disabled"], true);
    let panel = choose(&anna, &panel, "p", &["juergen"]).await;
    assert!(
        !panel.content().contains("Choose whom"),
        "{}",
        panel.content()
    );
    let panel = choose(&anna, &panel, "c", &["1d"]).await;
    let panel = press(&anna, &panel, "More options…").await;
    assert_eq!(panel.labels(), ["Start", "Other clock…", "Back"]);
    let panel = choose(&anna, &panel, "og", &["race"]).await;
    let panel = choose(&anna, &panel, "x", &["rated", "repetition"]).await;
    assert_eq!(chosen(&panel, "x"), ["rated", "repetition"]);
    stage.restart_bot().await;
    let panel = press(&anna, &panel, "Back").await;
    assert_eq!(chosen(&panel, "c"), ["1d"]);
    press(&anna, &panel, "Start").await;
    let shown = table(&juergen).await;
    assert_eq!(shown.pings(), [juergen.id()]);
    press_quietly(&juergen, &shown, "Accept").await;
    board(&juergen, 1, 0).await;
    let game = stage.game(1);
    let rules = game.game.rules();
    assert_eq!(
        (rules.goal(), rules.repetition()),
        (Goal::Race, Repetition::Off)
    );
    assert!(game.rated);
    let day: TimeControl = "1d".parse().expect("a time");
    assert_eq!(game.clock.expect("a clock").rule.control, day);
}

#[tokio::test]
async fn a_table_for_whoever_joins_is_remembered_for_the_next_time() {
    let stage = Stage::new().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["anyone"]).await;
    let panel = choose(&anna, &panel, "m", &["4t"]).await;
    press(&anna, &panel, "Start").await;
    let shown = table(&juergen).await;
    says(&shown, "Partners");
    let again = slash(&anna, "focus play", &[]).await;
    assert_eq!(chosen(&again, "a"), ["anyone"]);
    assert_eq!(chosen(&again, "m"), ["4t"]);
    let other = slash(&juergen, "focus play", &[]).await;
    assert_eq!(
        chosen(&other, "a"),
        ["computer"],
        "each person has their own"
    );
}

#[tokio::test]
async fn people_who_leave_seats_free_play_with_computers() {
    let stage = Stage::new().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let panel = choose(&anna, &panel, "p", &["juergen"]).await;
    let panel = choose(&anna, &panel, "m", &["3"]).await;
    says(&panel, "free seats: Focusbot");
    press(&anna, &panel, "Start").await;
    let shown = table(&juergen).await;
    press_quietly(&juergen, &shown, "Accept").await;
    anna.wait_for_message("a board", is_board)
        .await
        .expect("a board");
    assert_eq!(stage.game(1).game.position().rules().mode(), Mode::ThreeWay);
}

#[tokio::test]
async fn a_refusal_stands_beside_the_panel() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let panel = choose(&anna, &panel, "x", &["rated"]).await;
    let refused = press(&anna, &panel, "Start").await;
    assert!(refused.is_ephemeral());
    assert_ne!(refused.id(), panel.id());
    let rules = press(&anna, &panel, "Back").await;
    let rules = press(&anna, &rules, "How to play").await;
    assert_ne!(rules.id(), panel.id());
}

#[tokio::test]
async fn another_clock_is_typed() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let typed = |clock: &'static str, quiet: &'static str| {
        let (anna, panel) = (&anna, &panel);
        async move {
            let asked = anna.press(panel, "Other clock…").await.expect("a button");
            let response = anna.response(&asked).await.expect("a form");
            let Response::Modal(form) = response else {
                panic!("expected a form, got {response:?}");
            };
            let values = [("clock", clock), ("quiet", quiet)];
            let asked = anna.submit_modal(&form, &values).await.expect("a form");
            anna.answer(&asked).await.expect("an answer")
        }
    };
    let wrong = typed("soon", "200").await;
    assert!(wrong.content().contains("soon") && wrong.id() != panel.id());
    let wrong = typed("", "many").await;
    says(&wrong, "many");
    let panel = typed("2h+5m", "off").await;
    let panel = press(&anna, &panel, "Back").await;
    assert_eq!(chosen(&panel, "c"), ["2h+5m"]);
    press(&anna, &panel, "Start").await;
    anna.wait_for_message("a board", is_board)
        .await
        .expect("a board");
    assert_eq!(stage.game(1).game.rules().quiet(), None);
}

#[tokio::test]
async fn whoever_chooses_the_bot_plays_against_the_computer() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    let panel = choose(&anna, &panel, "p", &[&bot]).await;
    assert_eq!(chosen(&panel, "a"), ["computer"]);
}
