//! Colors that people choose where the host of a table allows it.

use focus::Color;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    Stage, id_of, pick, press, press_old, press_quietly, private_with, reads, slash, table,
};

/// Menu of the host of a table.
const HOST_MENU: &str = "f1:placein";

#[tokio::test]
async fn people_and_computers_have_the_colors_that_were_chosen() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    says(&shown, "drawn by lot: colors and the first move");
    let foreign = pick(&juergen, &shown, HOST_MENU, &["colors"]).await;
    says_privately(&foreign, "nicht");
    let allowed = pick(&anna, &shown, HOST_MENU, &["colors"]).await;
    assert_eq!(allowed.id(), shown.id());
    says(
        &allowed,
        "drawn by lot: colors not chosen and the first move",
    );
    stage.restart_bot().await;
    let chosen = press(&anna, &allowed, "Blue").await;
    // Emojis come before the names once they are uploaded.
    says(&chosen, &format!("Blue (<@{}>)", anna.id()));
    says(&chosen, "Orange (free)");
    says(&chosen, "Green (free)");

    // Both saw the color free when they pressed.
    let second = press_old(&juergen, &chosen, "f1:color:1:0:B").await;
    says_privately(&second, "Blau hat schon Anna");
    let question = press(&anna, &chosen, "Add computer").await;
    pick(&anna, &question, "f1:pc:", &["novice"]).await;
    let shown = reads(&anna, &chosen, "2 of 3").await;
    stage.restart_bot().await;
    let placed = pick(&anna, &shown, HOST_MENU, &["c0.O"]).await;
    says(&placed, "Orange (Focusbot");
    let second = press_old(&juergen, &placed, "f1:color:1:0:O").await;
    says_privately(&second, "Orange hat schon Focusbot");
    press_quietly(&juergen, &placed, "Green").await;
    reads(&anna, &placed, "has begun").await;
    let view = stage.game(1);
    for (person, color) in [(&anna, Color::Blue), (&juergen, Color::Green)] {
        assert_eq!(view.color_of(id_of(person)), Some(color));
    }
}

#[tokio::test]
async fn a_host_has_the_colors_drawn_by_lot_again() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    let allowed = pick(&anna, &shown, HOST_MENU, &["colors"]).await;
    let joined = press(&juergen, &allowed, "Orange").await;
    says(&joined, "2 of 3");
    let foreign = pick(&juergen, &joined, HOST_MENU, &["nocolors"]).await;
    says_privately(&foreign, "Anna");
    stage.restart_bot().await;
    let drawn = pick(&anna, &joined, HOST_MENU, &["nocolors"]).await;
    says(&drawn, "drawn by lot: colors and the first move");
    says(&drawn, "2 of 3");
    assert!(drawn.component("f1:color:").is_none());
    let after = press_old(&juergen, &drawn, "f1:color:1:0:B").await;
    says_privately(&after, "werden die Farben ausgelost");
}

#[tokio::test]
async fn newcomer_who_joins_by_choosing_a_color_is_offered_the_practice_game() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&anna).await;
    pick(&anna, &shown, HOST_MENU, &["colors"]).await;
    let seen = reads(&juergen, &shown, "colors not chosen").await;
    press(&juergen, &seen, "Blue").await;
    private_with(&juergen, "f1:lesson:").await;
}
