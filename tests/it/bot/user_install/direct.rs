//! Direct messages with the bot.

use discord_sandbox::Message;
use focus::{Color, Mode, Position, Rules};
use focus_engine::Level;
use focusbot::service::Player;
use serde_json::json;

use crate::bot::ended::replays::hasty_stage;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    DAY, Stage, board, hinder_posts, offered, pick, press, resign_to_computer, reviewed, slash,
    slash_in,
};
use crate::bot::user_install::{GROUP, group, is_waiting};

#[tokio::test]
async fn any_message_is_answered_with_ways_to_begin() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    anna.say(&direct, "hello").await.expect("a message");
    let begin = ["Play a beginner", "Practice", "Rules", "Add app"];
    let welcome =
        anna.wait_for_message("an answer", |message| message.labels().starts_with(&begin));
    let welcome = welcome.await.expect("an answer");
    let asked = anna.reply(&welcome, "how do I start?").await;
    asked.expect("a reply");
    let again = anna.wait_for_message("an answer to a reply", |message| {
        message.labels().starts_with(&begin) && message.id() != welcome.id()
    });
    again.await.expect("an answer to a reply");
    assert!(press(&anna, &welcome, "Rules").await.is_ephemeral());
    let practice = press(&anna, &welcome, "Practice").await;
    assert!(practice.is_ephemeral() && !practice.attachments().is_empty());
    press(&anna, &welcome, "Play a beginner").await;
    let shown = anna.wait_until("a board", |view| {
        let messages = view.messages(&direct);
        messages
            .into_iter()
            .find(|message| message.component("f1:move:").is_some())
    });
    shown.await.expect("a board");
}

#[tokio::test]
async fn the_welcome_and_the_help_link_to_where_the_bot_is_added() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    anna.say(&direct, "hello").await.expect("a message");
    let is_welcome = |message: &Message| message.component("p1:e:").is_some();
    let welcome = anna.wait_for_message("a welcome", is_welcome).await;
    let help = slash(&anna, "focus-info help", &[]).await;
    let application = anna.view(|view| view.bot().to_owned());
    let page = format!("https://discord.com/oauth2/authorize?client_id={application}");
    for message in [welcome.expect("a welcome"), help] {
        let link = message.component("Add app").expect("a link");
        assert_eq!((&link["style"], &link["url"]), (&json!(5), &json!(page)));
    }
}

#[tokio::test]
async fn the_computer_is_played_from_the_first_move_to_the_review() {
    // A thorough review of a whole game takes minutes on a busy machine.
    let stage = hasty_stage().await;
    let anna = stage.person("anna").await;
    let direct = anna.open_dm().await.expect("a conversation");
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str()), ("goal", "1")];
    let done = slash_in(&anna, &direct, "focus challenge", &options).await;
    says(&done, "#1");
    loop {
        let is_hers_or_over = || {
            let view = stage.game(1);
            view.ending.is_some() || view.thinking().is_none()
        };
        stage.until("Anna's turn or the end", is_hers_or_over).await;
        let view = stage.game(1);
        if view.ending.is_some() {
            break;
        }
        let shown = board(&anna, 1, view.steps).await;
        assert_eq!(shown.channel(), direct);
        let mv = stage.a_move(1).to_string();
        anna.reply(&shown, &mv).await.expect("a reply");
        let is_played = || stage.game(1).steps > view.steps;
        stage.until("the move", is_played).await;
    }
    let report = slash_in(&anna, &direct, "focus-info eval", &[("game", "1")]).await;
    reviewed(&anna, &report).await;
    for command in ["focus-info replay", "focus-info export"] {
        let shown = slash_in(&anna, &direct, command, &[("game", "1")]).await;
        assert!(
            !shown.attachments().is_empty(),
            "{command}: {}",
            shown.content()
        );
    }
}

#[tokio::test]
async fn games_with_other_people_are_refused_in_direct_messages() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    for (command, options) in [
        ("focus new", &[][..]),
        ("focus challenge", &[("opponent1", "juergen")][..]),
    ] {
        let refusal = slash_in(&anna, &direct, command, options).await;
        says(&refusal, "just the two of us");
        assert_eq!(refusal.labels(), ["Play a beginner", "Set up a game"]);
    }
}

#[tokio::test]
async fn profile_of_another_person_offers_no_game_in_direct_messages() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let options = [("person", "juergen")];
    let profile = slash(&anna, "focus-me profile", &options).await;
    assert_eq!(profile.labels(), ["Set up a game"]);
    let profile = slash_in(&anna, &direct, "focus-me profile", &options).await;
    says(&profile, "has not finished a game");
    assert!(profile.labels().is_empty(), "{:?}", profile.labels());
}

#[tokio::test]
async fn every_panel_leads_to_a_game_with_the_computer_there() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    // Choices made on a server are remembered.
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = pick(&anna, &panel, "p1:a:", &["anyone"]).await;
    press(&anna, &panel, "Start").await;

    let remembered = slash_in(&anna, &direct, "focus play", &[]).await;
    let profile = slash_in(&anna, &direct, "focus-me profile", &[]).await;
    let profile = press(&anna, &profile, "Set up a game").await;
    let rated = slash_in(&anna, &direct, "focus-info leaderboard", &[]).await;
    let rated = press(&anna, &rated, "Set up a game").await;
    for (game, panel) in (2..).zip([remembered, profile, rated]) {
        assert!(panel.component("p1:a:").is_none(), "{}", panel.content());
        press(&anna, &panel, "Start").await;
        let place = stage.game(game).place;
        assert!(place.is_direct(), "{place:?}");
    }
}

#[tokio::test]
async fn a_position_is_played_on_from_there_with_computers_of_the_last_level() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let panel = slash_in(&anna, &direct, "focus play", &[]).await;
    let panel = pick(&anna, &panel, "p1:l:", &["novice"]).await;
    press(&anna, &panel, "Start").await;
    let position = Position::start(Rules::new(Mode::ThreeWay), Color::Green).to_string();
    let options = [("notation", position.as_str())];
    let record = slash_in(&anna, &direct, "focus-info import", &options).await;
    press(&anna, &record, "Play on from here").await;
    let view = stage.game(2);
    assert!(view.place.is_direct(), "{:?}", view.place);
    assert_eq!(view.game.after(0).position().to_string(), position);
    let novice = Player::Computer(Level::Novice);
    let computers = view.players.iter().filter(|(_, player)| *player == novice);
    assert_eq!(computers.count(), 2);
}

#[tokio::test]
async fn threads_are_refused_and_not_offered_in_direct_messages() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str()), ("thread", "true")];
    let refusal = slash_in(&anna, &direct, "focus challenge", &options).await;
    says_privately(&refusal, "cannot open a thread here");
    let panel = slash_in(&anna, &direct, "focus play", &[]).await;
    let more = press(&anna, &panel, "More options…").await;
    let switches = offered(&more, "p1:x:");
    assert!(!switches.is_empty() && !switches.contains(&"thread"));
    // A thread chosen on a server is remembered for servers.
    let panel = slash(&anna, "focus play", &[]).await;
    let more = press(&anna, &panel, "More options…").await;
    let more = pick(&anna, &more, "p1:x:", &["thread"]).await;
    says(&more, "in a thread");
    press(&anna, &more, "Start").await;
    let panel = slash_in(&anna, &direct, "focus play", &[]).await;
    assert!(
        !panel.content().contains("in a thread"),
        "{}",
        panel.content()
    );
}

#[tokio::test]
async fn diagnosis_says_what_works_in_direct_messages_and_groups() {
    let stage = Stage::new().await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    for (place, expected) in [
        (direct.as_str(), "It is just the two of us here"),
        (GROUP, "I am not a member here"),
    ] {
        let said = slash_in(&anna, place, "focus-info diagnose", &[]).await;
        says_privately(&said, expected);
    }
}

#[tokio::test]
async fn a_last_board_for_a_person_who_blocks_the_bot_is_given_up_after_a_week() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str())];
    slash_in(&anna, &direct, "focus challenge", &options).await;
    hinder_posts(&anna, &direct, 999, json!({"status": 403, "code": 50_007})).await;
    resign_to_computer(&stage, &anna, &direct).await;
    for (days, waits) in [(6, true), (2, false)] {
        stage.stop_bot().await.expect("a good end");
        stage.pass(DAY * days);
        let before = stage.last_request();
        stage.start_bot().await;
        stage.retry_everything();
        stage.request(before, |made| made.status == 403).await;
        stage
            .until("the outbox", || is_waiting(&stage, 1) == waits)
            .await;
    }
}
