//! Pages of the rules, and the practice game.

use discord_sandbox::{Message, Person};
use focus_engine::Level;
use focusbot::service::Player;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, messages_in, next_board, pick, press, press_quietly, reads, slash,
    slash_in, table,
};

/// Returns the picture and its description, if there is one.
fn alt(message: &Message) -> Option<String> {
    message.descriptions().first().map(|alt| (*alt).to_owned())
}

/// Returns the id of the button to a page.
fn to_page(mode: &str, page: usize) -> String {
    format!("f1:rules:0:0:{mode}.{page}")
}

#[tokio::test]
async fn the_rules_of_every_mode_are_read_page_by_page() {
    let stage = Stage::new().await;
    for (name, option, mode, pages) in [
        ("anna", "0", "2", 9),
        ("juergen", "1", "3", 10),
        ("lukasz", "2", "4t", 9),
        ("eleonora", "3", "4s", 9),
    ] {
        let reader = stage.person(name).await;
        let first = slash(&reader, "focus-info rules", &[("mode", option)]).await;
        says_privately(&first, &format!("1/{pages}"));
        let mut page = first;
        let mut pictures = Vec::new();
        for number in 2..=pages {
            pictures.extend(alt(&page));
            page = press(&reader, &page, &to_page(mode, number)).await;
            says(&page, &format!("{number}/{pages}"));
        }
        // The last three have none, because they are not about positions.
        assert_eq!(pictures.len(), pages - 3);
        assert!(alt(&page).is_none() && page.attachments().is_empty());
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]));
        let back = press(&reader, &page, &to_page(mode, pages - 1)).await;
        assert_eq!(back.id(), page.id(), "the same message changes");
    }
}

#[tokio::test]
async fn pages_turn_after_a_restart_and_lead_to_other_modes() {
    let (mut stage, [sjoerd]) = Stage::with_people(["sjoerd"]).await;
    let first = slash(&sjoerd, "focus-info rules", &[]).await;
    stage.restart_bot().await;
    let second = press(&sjoerd, &first, &to_page("2", 2)).await;
    says(&second, "2/9");
    let other = pick(&sjoerd, &second, "f1:rulesof:", &["3"]).await;
    says(&other, "1/10");
}

#[tokio::test]
async fn the_rules_tell_the_options_of_the_game_that_is_played() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let options = [("opponent1", "juergen"), ("goal", "1")];
    slash(&anna, "focus challenge", &options).await;
    let page = slash(&anna, "focus-info rules", &[]).await;
    says(&page, "#1");
    says(&page, "first to capture 6");
    let mut goal = page;
    for number in 2..=6 {
        goal = press(&anna, &goal, &format!("f1:rules:1:0:2.{number}")).await;
    }
    says(&goal, "### Goal");
    says(&goal, "first to capture 6");
    let asked = slash(&anna, "focus-info rules", &[("mode", "1")]).await;
    assert!(!asked.content().contains("#1"), "{}", asked.content());
}

#[tokio::test]
async fn a_forged_press_does_not_tell_the_rules_of_a_private_game_elsewhere() {
    let (stage, people) = Stage::with_duel().await;
    let [lukasz, sjoerd] = stage.people(["lukasz", "sjoerd"]).await;
    let options = [
        ("opponent1", "eleonora"),
        ("goal", "1"),
        ("private", "true"),
    ];
    slash_in(&lukasz, "games", "focus challenge", &options).await;
    let shown = board(&sjoerd, 1, 0).await;
    for (reader, custom_id, is_told) in [
        (&sjoerd, "f1:rules:1:0:2.1", true),
        (&sjoerd, "f1:rules:2:0:2.1", false),
        (&sjoerd, "f1:howto:2:0", false),
        (&people[0], "f1:rules:2:0:2.1", false),
        (&lukasz, "f1:rules:2:0:2.1", true),
    ] {
        let asked = reader.forge(&shown, custom_id, None).await;
        let page = reader.answer(&asked.expect("a forgery")).await;
        let text = page.expect("an answer").all_text();
        let told = text.contains("#1") || text.contains("#2");
        assert_eq!(told, is_told, "{custom_id}: {text}");
    }
}

/// Choices in each task: first one that does not solve it, then one that does.
const TASKS: [(&str, &str); 5] = [
    ("c3-b3", "c3-d3"),
    ("c6-c7", "c6-g6"),
    ("c6-c5", "c6-c4"),
    ("c5-c6", "c5-c3"),
    ("+a4", "+g4"),
];

/// Lets somebody do all tasks, from a command that shows the button; returns the last page.
async fn practice(stage: &mut Stage, name: &str, begin: &str) -> (Person, Message) {
    let pupil = stage.person(name).await;
    let help = slash(&pupil, begin, &[]).await;
    let shown = all_tasks(stage, &pupil, &help).await;
    (pupil, shown)
}

/// Lets somebody do all tasks, from a message with the button; returns the last page.
async fn all_tasks(stage: &mut Stage, pupil: &Person, help: &Message) -> Message {
    let mut shown = press(pupil, help, "f1:lesson:0:0:1").await;
    for (number, (wrong, right)) in (1..).zip(TASKS) {
        says_privately(&shown, &format!("{number}/5"));
        let task = shown.all_text();
        let menu = format!("f1:try:0:0:{number}");
        let told = pick(pupil, &shown, &menu, &[wrong]).await;
        assert!(
            told.all_text().contains(wrong) && told.all_text() != task,
            "{}",
            told.all_text()
        );
        if number == 3 {
            stage.restart_bot().await;
        }
        let done = pick(pupil, &told, &menu, &[right]).await;
        says(&done, "✅");
        assert_ne!(alt(&done), alt(&told), "the picture shows the move");
        shown = match number {
            5 => done,
            _ => press(pupil, &done, &format!("f1:lesson:0:0:{}", number + 1)).await,
        };
    }
    shown
}

#[tokio::test]
async fn a_newcomer_practices_and_is_led_to_a_game() {
    let mut stage = Stage::new().await;
    let (anna, done) = practice(&mut stage, "anna", "focus-info help").await;
    assert_eq!(done.labels(), ["Play a beginner", "Rules"]);
    press(&anna, &done, "Play a beginner").await;
    next_board(&anna).await;
    let mut players = stage.game(1).players.into_iter();
    let is_beginner = |player| matches!(player, Player::Computer(Level::Beginner));
    assert!(players.any(|(_, player)| is_beginner(player)));
    practice(&mut stage, "lukasz", "focus-info rules").await;
}

#[tokio::test]
async fn practice_begins_with_the_aim_of_the_game() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let help = slash(&anna, "focus-info help", &[]).await;
    let first = press(&anna, &help, "f1:lesson:0:0:1").await;
    let aim = "The aim in a duel: leave your opponent without a move.";
    says_privately(&first, aim);
    let done = pick(&anna, &first, "f1:try:0:0:1", &["c3-d3"]).await;
    let second = press(&anna, &done, "f1:lesson:0:0:2").await;
    says(&second, "2/5");
    let text = second.all_text();
    assert!(!text.contains("The aim"), "{text}");
}

#[tokio::test]
async fn marked_squares_are_named_beside_pictures() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let help = slash(&anna, "focus-info help", &[]).await;
    let task = press(&anna, &help, "f1:lesson:0:0:1").await;
    let rules = slash(&anna, "focus-info rules", &[("mode", "0")]).await;
    let page = press(&anna, &rules, &to_page("2", 2)).await;
    for shown in [task, page] {
        let told = alt(&shown).expect("a picture");
        let marks = "Golden: c3. Framed: c4, d3, c2, b3. ";
        assert!(told.starts_with(marks), "{told}");
    }
}

#[tokio::test]
async fn practice_is_offered_in_a_first_game_and_in_no_other() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let is_offer = |message: &Message| {
        message.is_ephemeral() && message.component("f1:lesson:0:0:1").is_some()
    };
    slash(&anna, "focus new", &[]).await;
    anna.wait_for_message("an offer", is_offer)
        .await
        .expect("an offer");
    let shown = table(&juergen).await;
    press_quietly(&juergen, &shown, "Join").await;
    let offer = juergen.wait_for_message("an offer", is_offer).await;
    let task = press(&juergen, &offer.expect("an offer"), "f1:lesson:").await;
    says(&task, "1/5");
    slash(&anna, "focus new", &[]).await;
    // The bot answers everything before it ends, so this message is seen after the answers.
    stage.stop_bot().await.expect("a good end");
    let last = anna.say(HERE, "all is said").await.expect("a message");
    reads(&anna, &last, "all is said").await;
    let offers = messages_in(&anna, HERE).into_iter().filter(is_offer);
    assert_eq!(offers.count(), 1);
}

#[tokio::test]
async fn practice_touches_no_game() {
    let (stage, people) = Stage::with_duel().await;
    let help = slash(&people[0], "focus-info help", &[]).await;
    let shown = press(&people[0], &help, "f1:lesson:0:0:1").await;
    pick(&people[0], &shown, "f1:try:", &["c3-d3"]).await;
    assert_eq!(stage.game(1).plies(), 0);
}
