//! Settings of people.

use crate::bot::stage::says::says_privately;
use crate::bot::stage::{self, Stage, slash};
use discord_sandbox::{Message, Person};

async fn choose(person: &Person, message: &Message, menu: &str, value: &str) -> Message {
    let asked = person.select(message, menu, &[value]).await;
    person
        .answer(&asked.expect("a menu"))
        .await
        .expect("an answer")
}

#[tokio::test]
async fn own_language_overrides_that_of_discord_and_survives_a_restart() {
    let mut stage = Stage::new().await;
    let juergen = stage.person("juergen").await;
    let shown = slash(&juergen, "focus-me settings", &[]).await;
    says_privately(&shown, "Sprache: **wie in Discord**");
    let shown = slash(&juergen, "focus-me settings", &[("language", "5")]).await;
    says_privately(&shown, "Langue\u{202f}: **Français**");
    stage.restart_bot().await;
    let list = slash(&juergen, "focus-info games", &[]).await;
    says_privately(&list, "Tu n’as aucune partie");
    // Discord itself is still in German, and knows the commands only by their German names.
    says_privately(&list, "/focus spielen");
    let shown = slash(&juergen, "focus-me settings", &[("language", "0")]).await;
    says_privately(&shown, "Sprache: **wie in Discord**");
    let list = slash(&juergen, "focus-info games", &[]).await;
    says_privately(&list, "Du hast keine");
}

#[tokio::test]
async fn settings_are_shown_and_changed_by_menus_of_any_age() {
    let mut stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    says_privately(&shown, "Board style: **default (towers)**");
    says_privately(
        &shown,
        "Side at the bottom: **default (always the same one)**",
    );
    let shown = choose(&anna, &shown, "s1:theme", "contrast").await;
    says_privately(&shown, "Board style: **high contrast");
    assert_eq!(shown.attachments()[0]["filename"], "look-contrast.png");
    stage.restart_bot().await;
    let shown = choose(&anna, &shown, "s1:orientation", "mine").await;
    says_privately(&shown, "Board style: **high contrast");
    says_privately(&shown, "Side at the bottom: **mine**");
    let shown = choose(&anna, &shown, "s1:language", "nl").await;
    says_privately(&shown, "Taal: **Nederlands**");
    let shown = choose(&anna, &shown, "s1:theme", "auto").await;
    says_privately(&shown, "Uiterlijk van het bord: **standaard (torens)**");
}

#[tokio::test]
async fn settings_are_of_one_person_alone() {
    let stage = Stage::new().await;
    let [anna, lukasz] = stage.people(["anna", "lukasz"]).await;
    slash(&anna, "focus-me settings", &[("language", "2")]).await;
    stage::choose(&anna, "s1:theme", "contrast").await;
    let shown = slash(&lukasz, "focus-me settings", &[]).await;
    says_privately(&shown, "Język: **jak na Discordzie**");
    says_privately(&shown, "domyślnie");
}
