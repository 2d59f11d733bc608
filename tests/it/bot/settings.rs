//! Settings of people.

use crate::bot::stage::{self, Stage, slash};
use discord_sandbox::{Message, Person};

async fn choose(person: &Person, message: &Message, menu: &str, value: &str) -> Message {
    let asked = person.select(message, menu, &[value]).await;
    person
        .answer(&asked.expect("a menu"))
        .await
        .expect("an answer")
}

#[track_caller]
fn check(message: &Message, words: &str) {
    assert!(message.is_ephemeral());
    assert!(message.content().contains(words), "{}", message.content());
}

#[tokio::test]
async fn own_language_overrides_that_of_discord_and_survives_a_restart() {
    let mut stage = Stage::new().await;
    let juergen = stage.person("juergen").await;
    let shown = slash(&juergen, "focus-me settings", &[]).await;
    check(&shown, "Sprache: **wie in Discord**");
    let shown = slash(&juergen, "focus-me settings", &[("language", "5")]).await;
    check(&shown, "Langue\u{202f}: **Français**");
    stage.restart_bot().await;
    let list = slash(&juergen, "focus-info games", &[]).await;
    check(&list, "Tu n’as aucune partie");
    // Discord itself is still in German, and knows the commands only by their German names.
    check(&list, "/focus spielen");
    let shown = slash(&juergen, "focus-me settings", &[("language", "0")]).await;
    check(&shown, "Sprache: **wie in Discord**");
    let list = slash(&juergen, "focus-info games", &[]).await;
    check(&list, "Du hast keine");
}

#[tokio::test]
async fn settings_are_shown_and_changed_by_menus_of_any_age() {
    let mut stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    check(&shown, "Board style: **as on this server (towers)**");
    check(
        &shown,
        "Side at the bottom: **as on this server (always the same one)**",
    );
    let shown = choose(&anna, &shown, "s1:theme", "contrast").await;
    check(&shown, "Board style: **high contrast");
    assert_eq!(shown.attachments()[0]["filename"], "look-contrast.png");
    stage.restart_bot().await;
    let shown = choose(&anna, &shown, "s1:orientation", "mine").await;
    check(&shown, "Board style: **high contrast");
    check(&shown, "Side at the bottom: **mine**");
    let shown = choose(&anna, &shown, "s1:language", "nl").await;
    check(&shown, "Taal: **Nederlands**");
    let shown = choose(&anna, &shown, "s1:theme", "auto").await;
    check(
        &shown,
        "Uiterlijk van het bord: **zoals op deze server (torens)**",
    );
}

#[tokio::test]
async fn settings_are_of_one_person_alone() {
    let stage = Stage::new().await;
    let [anna, lukasz] = stage.people(["anna", "lukasz"]).await;
    slash(&anna, "focus-me settings", &[("language", "2")]).await;
    stage::choose(&anna, "s1:theme", "contrast").await;
    let shown = slash(&lukasz, "focus-me settings", &[]).await;
    check(&shown, "Język: **jak na Discordzie**");
    check(&shown, "jak na tym serwerze");
}
