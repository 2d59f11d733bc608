//! Clocks in the panel of `/focus play`: its menu, its form, and those that a server allows.

use discord_sandbox::Person;
use focus_engine::Level;
use focusbot::service::{GameId, Overtime, Player, TimeControl, TimeRule, View};
use serde_json::Value;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    Stage, form_of, next_board, offered, open_form, pick, press, press_old, slash, submit,
};
use crate::bot::tables::panel::{choose, chosen};

/// Has the server allow these kinds of clocks alone.
async fn allow_clocks(owner: &Person, kinds: &[&str]) {
    let settings = slash(owner, "focus-admin settings", &[]).await;
    pick(owner, &settings, "a1:clocks", kinds).await;
}

/// Button of the panel that opens the form.
const OPEN_FORM: &str = "Clock and draws…";

#[tokio::test]
async fn the_form_says_what_can_be_typed() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let form = open_form(&anna, &panel, OPEN_FORM).await;
    let lines = form["components"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["type"] == 18), "{form}");
    for (line, example) in [(&lines[0], "2h+5m"), (&lines[2], "200")] {
        let description = line["description"].as_str().expect("a description");
        assert!(description.contains(example), "{description}");
    }
    // The clock may be left empty, but not the other two.
    let required = lines.iter().map(|line| &line["component"]["required"]);
    assert!(required.eq([false, true, true]), "{form}");
}

#[tokio::test]
async fn another_clock_is_typed() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let typed = |clock: &'static str, quiet: &'static str| {
        let (anna, panel) = (&anna, &panel);
        async move {
            let form = open_form(anna, panel, OPEN_FORM).await;
            let values = [("clock", clock), ("quiet", quiet)];
            submit(anna, &form, &values).await
        }
    };
    let wrong = typed("soon", "200").await;
    says(&wrong, "soon");
    assert_ne!(wrong.id(), panel.id());
    let wrong = typed("", "many").await;
    says(&wrong, "many");
    let panel = typed("2h+5m", "off").await;
    says(
        &panel,
        "2 hours for the whole game, plus 5 minutes per move",
    );
    let panel = press(&anna, &panel, "Back").await;
    assert_eq!(chosen(&panel, "c"), ["2h+5m"]);
    press(&anna, &panel, "Start").await;
    next_board(&anna).await;
    assert_eq!(stage.game(1).game.rules().quiet(), None);
}

#[tokio::test]
async fn another_clock_is_typed_from_the_menu_of_clocks() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let asked = anna.select(&panel, "p1:c:", &["other"]).await;
    let form = form_of(&anna, &asked.expect("a menu")).await;
    let values = [("clock", "12h"), ("quiet", "200")];
    // It was opened on the first page.
    let panel = submit(&anna, &form, &values).await;
    assert_eq!(chosen(&panel, "c"), ["12h"]);
}

#[tokio::test]
async fn overtime_rule_is_chosen_and_kept() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let mut panel = press(&anna, &panel, "More options…").await;
    let computer = ("overtime", "computer");
    for values in [&[("clock", "1d"), computer][..], &[("clock", "12h")]] {
        let form = open_form(&anna, &panel, OPEN_FORM).await;
        panel = submit(&anna, &form, values).await;
        says(&panel, "when time runs out: a computer takes over");
    }
    let panel = press(&anna, &panel, "Back").await;
    let panel = choose(&anna, &panel, "c", &["2h+5m"]).await;
    press(&anna, &panel, "Start").await;
    let rule = TimeRule {
        control: "2h+5m".parse().expect("a time"),
        overtime: Overtime::Computer,
    };
    assert_eq!(stage.game(1).clock.expect("a clock").rule, rule);
}

#[tokio::test]
async fn form_without_the_overtime_rule_leaves_it_unchanged() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let lines = [("clock", "12h"), ("quiet", "200")];
    let asked = anna.forge_form(&panel, "p1:f:c.2.2.1d!.", &lines).await;
    let panel = anna.answer(&asked.expect("a form")).await;
    let panel = panel.expect("the panel");
    says(&panel, "12 hours per move");
    says(&panel, "out if claimed, otherwise 7 days later");
}

#[tokio::test]
async fn only_clocks_that_the_server_allows_are_offered_and_preset() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    for (kinds, clocks, preset) in [
        (&["move"][..], &["10m", "1d", "3d", "other"][..], "1d"),
        (
            &["none", "bank"],
            &["none", "15m+1m", "2h+5m", "other"],
            "none",
        ),
        (&["none"], &["none"], "none"),
        (&["bank"], &["15m+1m", "2h+5m", "other"], "2h+5m"),
    ] {
        allow_clocks(&anna, kinds).await;
        let panel = slash(&anna, "focus play", &[]).await;
        assert_eq!(offered(&panel, "p1:c:"), clocks);
        assert_eq!(chosen(&panel, "c"), [preset]);
    }
    let panel = slash(&anna, "focus play", &[]).await;
    press(&anna, &panel, "Start").await;
    let bank: TimeControl = "2h+5m".parse().expect("a time");
    assert_eq!(stage.game(1).clock.expect("a clock").rule.control, bank);
}

#[tokio::test]
async fn a_beginner_is_played_with_a_clock_where_the_server_wants_one() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    allow_clocks(&anna, &["move"]).await;
    let profile = slash(&anna, "focus-me profile", &[]).await;
    press(&anna, &profile, "Play a beginner").await;
    let day: TimeControl = "1d".parse().expect("a time");
    assert_eq!(stage.game(1).clock.expect("a clock").rule.control, day);
}

#[tokio::test]
async fn a_panel_with_a_beginner_starts_no_other_game_than_it_shows() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "l", &["beginner"]).await;
    allow_clocks(&anna, &["move"]).await;
    let again = press(&anna, &panel, "Start").await;
    assert_eq!(again.id(), panel.id());
    assert_eq!(chosen(&again, "c"), ["1d"]);
    assert!(stage.service().view(GameId(1)).is_err());
}

#[tokio::test]
async fn a_button_posted_before_starts_a_game_with_a_beginner() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let profile = slash(&anna, "focus-me profile", &[]).await;
    press_old(&anna, &profile, "p1:s:c.0.2..").await;
    let beginner = Player::Computer(Level::Beginner);
    let mut players = stage.game(1).players.into_iter();
    assert!(players.any(|(_, player)| player == beginner));
}

#[tokio::test]
async fn start_sets_up_no_other_game_than_the_panel_shows() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["anyone"]).await;
    let panel = choose(&anna, &panel, "c", &["3d"]).await;
    allow_clocks(&anna, &["bank"]).await;
    let again = press(&anna, &panel, "Start").await;
    assert_eq!(again.id(), panel.id());
    assert_eq!(chosen(&again, "c"), ["2h+5m"]);
    let set_up = || stage.service().view(GameId(1));
    assert!(set_up().is_err(), "{:?}", set_up());
    press(&anna, &again, "Start").await;
    let Ok(View::Table(table)) = set_up() else {
        panic!("expected a table, got {:?}", set_up());
    };
    let bank: TimeControl = "2h+5m".parse().expect("a time");
    assert_eq!(table.time.expect("a clock").control, bank);
}

#[tokio::test]
async fn a_clock_that_the_server_does_not_allow_is_refused_when_typed() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    allow_clocks(&anna, &["move"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let form = open_form(&anna, &panel, OPEN_FORM).await;
    let values = [("clock", "2h+5m"), ("quiet", "200")];
    let refused = submit(&anna, &form, &values).await;
    says(&refused, "games are played with: time for each move");
    assert_eq!(refused.labels(), ["Try again"]);
}

#[tokio::test]
async fn a_clock_that_the_server_does_not_allow_leads_to_those_that_it_allows() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    allow_clocks(&anna, &["move"]).await;
    let refused = slash(&anna, "focus new", &[("clock", "2h+5m")]).await;
    says(&refused, "games are played with: time for each move");
    let panel = press(&anna, &refused, "Set up a game").await;
    assert_eq!(offered(&panel, "p1:c:"), ["10m", "1d", "3d", "other"]);
}

#[tokio::test]
async fn refused_form_can_be_corrected() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let filled = |form: &Value| -> Vec<String> {
        let lines = form["components"].as_array().expect("lines").iter();
        let values = lines.map(|line| {
            let input = &line["component"];
            let options = input["options"].as_array().into_iter().flatten();
            let mut preset = options.filter(|option| option["default"] == true);
            let input = preset.next().unwrap_or(input);
            input["value"].as_str().unwrap_or_default().to_owned()
        });
        values.collect()
    };
    let form = open_form(&anna, &panel, OPEN_FORM).await;
    let before = filled(&form);
    let values = [("clock", "soon"), ("overtime", "claim"), ("quiet", "150")];
    let refused = submit(&anna, &form, &values).await;
    says(&refused, "soon");
    assert_eq!(refused.labels(), ["Try again"]);
    let form = open_form(&anna, &refused, "Try again").await;
    assert_eq!(filled(&form), ["soon", "claim", "150"]);
    let values = [("clock", "2h"), ("quiet", "150")];
    let corrected = submit(&anna, &form, &values).await;
    says(&corrected, "2 hours");
    assert_eq!(corrected.labels(), ["Start", OPEN_FORM, "Back"]);
    // The rejected input is not filled in again.
    let form = open_form(&anna, &panel, OPEN_FORM).await;
    assert_eq!(filled(&form), before);
}
