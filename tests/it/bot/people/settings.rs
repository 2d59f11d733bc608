//! Settings of people.

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{self, Stage, chosen, id_of, pick, press, slash, slash_in};
use discord_sandbox::Message;
use focusbot::service::PersonSettings;

/// Asserts that a menu shows a value as the chosen one, and no other.
#[track_caller]
fn is_chosen(message: &Message, menu: &str, value: &str) {
    assert_eq!(chosen(message, menu), [value]);
}

#[tokio::test]
async fn own_language_overrides_that_of_discord_and_survives_a_restart() {
    let (mut stage, [juergen]) = Stage::with_people(["juergen"]).await;
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
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    says_privately(&shown, "Board style: **as on the server (towers)**");
    says_privately(
        &shown,
        "Bottom: **as on the server (always the same side)**",
    );
    let offered = shown.component("s1:theme").expect("a menu");
    assert_eq!(
        offered["options"][0]["label"],
        "Board style: as on the server"
    );
    let shown = pick(&anna, &shown, "s1:theme", &["contrast"]).await;
    says_privately(&shown, "Board style: **high contrast");
    assert_eq!(shown.attachments()[0]["filename"], "theme-contrast.png");
    stage.restart_bot().await;
    let shown = pick(&anna, &shown, "s1:orientation", &["mine"]).await;
    says_privately(&shown, "Board style: **high contrast");
    says_privately(&shown, "Bottom: **my side**");
    let shown = pick(&anna, &shown, "s1:language", &["nl"]).await;
    says_privately(&shown, "Taal: **Nederlands**");
    let shown = pick(&anna, &shown, "s1:theme", &["auto"]).await;
    says_privately(&shown, "Bordstijl: **zoals op de server (torens)**");
}

#[tokio::test]
async fn settings_in_direct_messages_mention_no_server() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let shown = slash_in(&anna, &direct, "focus-me settings", &[]).await;
    says(&shown, "Board style: **default (towers)**");
    let offered = shown.component("s1:theme").expect("a menu");
    assert_eq!(offered["options"][0]["label"], "Board style: default");
}

#[tokio::test]
async fn settings_apply_to_one_person_only() {
    let (_stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    slash(&anna, "focus-me settings", &[("language", "2")]).await;
    stage::choose(&anna, "s1:theme", "contrast").await;
    let shown = slash(&lukasz, "focus-me settings", &[]).await;
    says_privately(&shown, "Język: **jak na Discordzie**");
    says_privately(&shown, "jak na serwerze");
}

#[tokio::test]
async fn nights_zones_and_vacations_are_chosen_from_menus_of_any_age() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    is_chosen(&shown, "s1:vacation", "0");
    let shown = pick(&anna, &shown, "s1:vacation", &["7"]).await;
    says_privately(&shown, "days left this year: 23");
    is_chosen(&shown, "s1:vacation", "7");
    let shown = press(&anna, &shown, "Reminders and quiet hours…").await;
    assert!(shown.attachments().is_empty());
    is_chosen(&shown, "s1:night", "off");
    is_chosen(&shown, "s1:zone", "UTC");
    let shown = pick(&anna, &shown, "s1:night", &["22-7"]).await;
    stage.restart_bot().await;
    let shown = pick(&anna, &shown, "s1:zone", &["Europe/Warsaw"]).await;
    says_privately(&shown, "Quiet hours: **22:00–7:00 (Europe/Warsaw)**");
    is_chosen(&shown, "s1:night", "22-7");
    is_chosen(&shown, "s1:zone", "Europe/Warsaw");
    let shown = pick(&anna, &shown, "s1:night", &["off"]).await;
    says_privately(&shown, "Quiet hours: **none**");
    let shown = press(&anna, &shown, "Other settings…").await;
    assert_eq!(shown.attachments()[0]["filename"], "theme-tower.png");
    is_chosen(&shown, "s1:vacation", "7");
    let shown = pick(&anna, &shown, "s1:vacation", &["0"]).await;
    says_privately(&shown, "Vacation: **none;");
    is_chosen(&shown, "s1:vacation", "0");
}

#[tokio::test]
async fn menus_offer_values_that_were_typed() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[("vacation", "6")]).await;
    is_chosen(&shown, "s1:vacation", "6");
    let options = [("night", "1-5"), ("zone", "Asia/Kathmandu")];
    let typed = slash(&anna, "focus-me settings", &options).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    let reopened = press(&anna, &shown, "s1:more").await;
    for shown in [&typed, &reopened] {
        is_chosen(shown, "s1:night", "1-5");
        is_chosen(shown, "s1:zone", "Asia/Kathmandu");
    }
}

#[tokio::test]
async fn menus_of_one_page_as_posted_before_change_what_they_say() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    // This menu was on the first page.
    let asked = anna.forge(&shown, "s1:reminders", Some(&["never"])).await;
    let answer = anna.answer(&asked.expect("a choice")).await;
    let shown = answer.expect("an answer");
    says_privately(&shown, "Reminders per turn: **none**");
    is_chosen(&shown, "s1:reminders", "never");
}

#[tokio::test]
async fn choices_that_no_menu_offers_are_refused_beside_it() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    for (menu, value, reason) in [
        ("s1:night", "late", "is not a range of hours"),
        ("s1:night", "7-7", "is not a range of hours"),
        ("s1:zone", "Mars/Base", "is not a time zone"),
        ("s1:vacation", "long", "This button no longer works."),
        ("s1:vacation", "-1", "This button no longer works."),
        ("s1:vacation", "31", "that many vacation days left"),
    ] {
        let asked = anna.forge(&shown, menu, Some(&[value])).await;
        let refusal = anna.answer(&asked.expect("a forgery")).await;
        let refusal = refusal.expect("an answer");
        says_privately(&refusal, reason);
        assert_ne!(refusal.id(), shown.id(), "{menu}: {value}");
    }
    let settings = stage.service().settings(id_of(&anna)).expect("a store");
    assert_eq!(settings, PersonSettings::default());
}
