//! The panel of `/focus play`: from nothing to a game, choice by choice.

use discord_sandbox::{ChannelKind, Message, Person};
use focus::{Goal, Mode, Repetition, SetupSize};
use focus_engine::Level;
use focusbot::service::{Limits, Player, TimeControl};
use serde_json::{Value, json};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    self, HERE, LIMITS, Stage, board, button_id, create_channel, deny, id_of, is_board, next_board,
    pick, press, press_old, press_quietly, slash, slash_in, table,
};

/// Chooses values in a menu of the panel, and returns the panel after that.
pub(super) async fn choose(
    person: &Person,
    panel: &Message,
    part: &str,
    values: &[&str],
) -> Message {
    let menu = format!("p1:{part}:");
    pick(person, panel, &menu, values).await
}

/// Returns the custom id of the panel's button to start, which a press may replace.
fn start_of(panel: &Message) -> String {
    button_id(panel, "p1:s:")
}

/// Returns the values chosen in a menu of the panel.
pub(super) fn chosen<'m>(panel: &'m Message, part: &str) -> Vec<&'m str> {
    stage::chosen(panel, &format!("p1:{part}:"))
}

#[tokio::test]
async fn two_presses_lead_from_nothing_to_a_game_with_the_computer() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
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
    next_board(&anna).await;
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
async fn a_double_click_on_start_sets_up_one_game() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let start = start_of(&panel);
    let mut clicks = Vec::new();
    for _ in 0..2 {
        let click = anna.forge(&panel, &start, None).await;
        clicks.push(click.expect("a press"));
    }
    for click in &clicks {
        anna.response(click).await.expect("a response");
    }
    next_board(&anna).await;
    let games = stage.service().games_of(id_of(&anna)).expect("the games");
    assert_eq!(games.len(), 1);
}

#[tokio::test]
async fn start_works_at_once_after_it_was_refused() {
    let limits = Limits {
        games_per_person: 1,
        ..LIMITS
    };
    let stage = Stage::with_limits(limits).await;
    let anna = stage.person("anna").await;
    let panel = slash(&anna, "focus play", &[]).await;
    slash(&anna, "focus new", &[]).await;
    let start = start_of(&panel);
    for _ in 0..2 {
        let refusal = press_old(&anna, &panel, &start).await;
        assert!(refusal.is_ephemeral(), "{}", refusal.content());
        assert_ne!(refusal.id(), panel.id());
    }
}

#[tokio::test]
async fn each_choice_changes_the_panel_and_a_restart_loses_none() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    says(&panel, "Choose whom");
    let start = panel.component("p1:s:").expect("a button");
    assert_eq!(start["disabled"], true);
    let panel = choose(&anna, &panel, "p", &["juergen"]).await;
    let people = panel.component("p1:p:").expect("a menu");
    let juergen_alone = json!([{"id": juergen.id(), "type": "user"}]);
    assert_eq!(people["default_values"], juergen_alone);
    assert!(
        !panel.content().contains("Choose whom"),
        "{}",
        panel.content()
    );
    let panel = choose(&anna, &panel, "c", &["1d"]).await;
    let panel = press(&anna, &panel, "More options…").await;
    assert_eq!(panel.labels(), ["Start", "Clock and draws…", "Back"]);
    let switches = panel.component("p1:x:").expect("a menu");
    assert_eq!(switches["placeholder"], "Rated, thread, private…");
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
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
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
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let text = panel.content();
    assert!(!text.contains("free seats"), "nobody is chosen: {text}");
    let panel = choose(&anna, &panel, "p", &["juergen"]).await;
    let panel = choose(&anna, &panel, "m", &["3"]).await;
    says(&panel, "free seats: Focusbot · Casual");
    let panel = press(&anna, &panel, "More options…").await;
    let panel = choose(&anna, &panel, "l", &["expert"]).await;
    says(&panel, "free seats: Focusbot · Expert");
    assert_eq!(panel.labels(), ["Start", "Clock and draws…", "Back"]);
    press(&anna, &panel, "Start").await;
    let shown = table(&juergen).await;
    says(&shown, "Focusbot · Expert");
    press_quietly(&juergen, &shown, "Accept").await;
    next_board(&anna).await;
    assert_eq!(stage.game(1).game.position().rules().mode(), Mode::ThreeWay);
}

#[tokio::test]
async fn level_of_computers_beside_people_has_room_in_every_mode() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let mut panel = choose(&anna, &panel, "p", &["juergen"]).await;
    for (mode, has_computers) in [("2", false), ("3", true), ("4t", true), ("4s", true)] {
        panel = choose(&anna, &panel, "m", &[mode]).await;
        let more = press(&anna, &panel, "More options…").await;
        assert_eq!(more.component("p1:l:").is_some(), has_computers, "{mode}");
        panel = press(&anna, &more, "Back").await;
    }
}

#[tokio::test]
async fn twelve_pieces_are_switched_on_for_four_players() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "m", &["4s"]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let panel = choose(&anna, &panel, "x", &["twelve"]).await;
    assert_eq!(chosen(&panel, "x"), ["twelve"]);
    press(&anna, &panel, "Start").await;
    next_board(&anna).await;
    assert_eq!(stage.game(1).game.rules().setup(), SetupSize::Twelve);
}

#[tokio::test]
async fn a_refusal_stands_beside_the_panel() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let panel = choose(&anna, &panel, "x", &["rated"]).await;
    let refused = press(&anna, &panel, "Start").await;
    assert!(refused.is_ephemeral());
    assert_ne!(refused.id(), panel.id());
    // It names no option of a command.
    says(&refused, "Play it unrated");
    let rules = press(&anna, &panel, "Back").await;
    let rules = press(&anna, &rules, "How to play").await;
    assert_ne!(rules.id(), panel.id());
    let again = slash(&anna, "focus play", &[]).await;
    let again = press(&anna, &again, "More options…").await;
    assert!(
        chosen(&again, "x").is_empty(),
        "what is refused is forgotten"
    );
}

#[tokio::test]
async fn the_panel_says_why_a_result_would_not_count() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let is_rated = |panel: &Message| panel.content().contains("· rated");
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = press(&anna, &panel, "More options…").await;
    let panel = choose(&anna, &panel, "x", &["rated"]).await;
    says(&panel, "Play it unrated");
    assert!(!is_rated(&panel), "{}", panel.content());
    let panel = press(&anna, &panel, "Back").await;
    let panel = choose(&anna, &panel, "a", &["anyone"]).await;
    says(&panel, "needs a clock");
    assert!(!is_rated(&panel), "{}", panel.content());
    let panel = choose(&anna, &panel, "c", &["1d"]).await;
    assert!(is_rated(&panel), "{}", panel.content());
    assert!(!panel.content().contains("needs a clock"));
}

/// Returns whether the panel's button to start can be pressed.
fn may_start(panel: &Message) -> bool {
    panel.component("p1:s:").expect("a button")["disabled"] != true
}

#[tokio::test]
async fn a_panel_where_no_game_may_be_set_up_says_so_and_cannot_start() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let games = anna.channel("games").expect("a channel");
    slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let more = press(&anna, &panel, "More options…").await;
    for page in [&panel, &more] {
        says(page, &format!("games are played in <#{games}>"));
        assert!(!may_start(page), "{}", page.content());
    }
    let allowed = slash_in(&anna, "games", "focus play", &[]).await;
    assert!(may_start(&allowed), "{}", allowed.content());
    deny(&anna, "games", &["SEND_MESSAGES"]).await;
    let denied = slash_in(&anna, "games", "focus play", &[]).await;
    says(&denied, "Send Messages");
    assert!(!may_start(&denied), "{}", denied.content());
}

#[tokio::test]
async fn a_mode_with_too_few_seats_for_the_people_chosen_cannot_start() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let panel = choose(&anna, &panel, "p", &["juergen", "lukasz", "sjoerd"]).await;
    assert!(may_start(&panel), "{}", panel.content());
    let panel = choose(&anna, &panel, "m", &["2"]).await;
    says(
        &panel,
        "Duel is for 2 players, you included, but there are 4 here.",
    );
    assert!(!may_start(&panel), "{}", panel.content());
    let panel = choose(&anna, &panel, "m", &["4t"]).await;
    assert!(may_start(&panel), "{}", panel.content());
}

#[tokio::test]
async fn choosing_the_bot_in_the_panel_chooses_a_computer() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    let panel = choose(&anna, &panel, "a", &["people"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    let both = choose(&anna, &panel, "p", &[&bot, "juergen"]).await;
    says(&both, "computers take the seats that stay free");
    let panel = choose(&anna, &panel, "p", &[&bot]).await;
    assert_eq!(chosen(&panel, "a"), ["computer"]);
}

/// Part of the panel's text that proposes a thread.
const PROPOSED: &str = "in a thread, because this channel already has a game or table";

/// Returns the channel of the board of this game with the computer, which is started from a panel.
async fn started(person: &Person, panel: &Message, game: u32) -> String {
    press(person, panel, "p1:s:").await;
    let name = format!("focus-{game}-");
    let is_its_board = |message: &Message| {
        let name_of = |file: &Value| file["filename"].as_str().map(str::to_owned);
        let file = message.attachments().first().and_then(name_of);
        is_board(message) && file.is_some_and(|file| file.starts_with(&name))
    };
    let shown = person.wait_for_message("its board", is_its_board).await;
    shown.expect("its board").channel().to_owned()
}

#[track_caller]
fn proposes_nothing(panel: &Message) {
    assert!(panel.component("p1:k:").is_none());
    let text = panel.content().to_lowercase();
    assert!(!text.contains("thread"), "{text}");
}

#[tokio::test]
async fn a_thread_is_proposed_in_a_channel_that_has_a_game() {
    let (_stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    let here = anna.channel(HERE).expect("a channel");
    let quiet = slash(juergen, "focus play", &[]).await;
    proposes_nothing(&quiet);
    assert_eq!(started(juergen, &quiet, 1).await, here);

    let busy = slash(anna, "focus play", &[]).await;
    says(&busy, PROPOSED);
    let labels = [
        "Start",
        "Play in this channel",
        "More options…",
        "How to play",
    ];
    assert_eq!(busy.labels(), labels);
    let more = press(anna, &busy, "More options…").await;
    assert_eq!(chosen(&more, "x"), ["thread"]);
    // Another switch leaves the proposal as it is.
    let more = choose(anna, &more, "x", &["thread", "private"]).await;
    let busy = press(anna, &more, "Back").await;
    says(&busy, PROPOSED);
    assert_ne!(started(anna, &busy, 2).await, here);

    let elsewhere = create_channel(&people, "elsewhere").await;
    let quiet = slash_in(anna, &elsewhere, "focus play", &[]).await;
    says(&quiet, "in this channel only");
    // A proposal is not remembered.
    proposes_nothing(&quiet);
}

#[tokio::test]
async fn a_proposed_thread_is_declined_with_one_press() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&juergen, "focus new", &[]).await;
    let panel = slash(&anna, "focus play", &[]).await;
    says(&panel, PROPOSED);
    stage.restart_bot().await;
    let panel = press(&anna, &panel, "Play in this channel").await;
    proposes_nothing(&panel);
    let here = anna.channel(HERE).expect("a channel");
    assert_eq!(started(&anna, &panel, 2).await, here);
    // A choice is remembered.
    proposes_nothing(&slash(&anna, "focus play", &[]).await);
}

#[tokio::test]
async fn no_thread_is_proposed_where_none_can_be_opened() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    deny(&anna, HERE, &["CREATE_PUBLIC_THREADS"]).await;
    proposes_nothing(&slash(&anna, "focus play", &[]).await);

    let voice = anna.create_channel(HERE, "voice", ChannelKind::Voice).await;
    let voice = voice.expect("a channel");
    slash_in(&anna, &voice, "focus new", &[]).await;
    proposes_nothing(&slash_in(&anna, &voice, "focus play", &[]).await);
}

#[tokio::test]
async fn a_voice_channel_has_no_threads() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let voice = anna.create_channel(HERE, "voice", ChannelKind::Voice).await;
    let voice = voice.expect("a channel");
    let refusal = slash_in(&anna, &voice, "focus new", &[("thread", "true")]).await;
    says_privately(&refusal, "cannot open a thread here");
    let diagnosis = slash_in(&anna, &voice, "focus-info diagnose", &[]).await;
    says_privately(&diagnosis, "✅ View Channel");
    assert!(!diagnosis.content().contains("Threads"));
    // The default of the server is for channels that can have them.
    let settings = slash(&anna, "focus-admin settings", &[]).await;
    press(&anna, &settings, "a1:threads").await;
    let options = [("people", "1"), ("computer", "0")];
    slash_in(&anna, &voice, "focus new", &options).await;
    assert_eq!(next_board(&anna).await.channel(), voice);
    let requests = stage.sandbox.requests(0);
    assert!(requests.iter().all(|made| !made.path.ends_with("/threads")));
}

#[tokio::test]
async fn a_server_that_has_decided_about_threads_gets_no_proposal() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    let settings = slash(&anna, "focus-admin settings", &[]).await;
    says(&settings, "suggested where a game is already running");
    let settings = press(&anna, &settings, "a1:nothreads").await;
    assert!(settings.component("a1:nothreads").is_none());
    proposes_nothing(&slash(&anna, "focus play", &[]).await);
    press(&anna, &settings, "a1:threads").await;
    let panel = slash(&anna, "focus play", &[]).await;
    proposes_nothing(&panel);
    let here = anna.channel(HERE).expect("a channel");
    assert_ne!(started(&anna, &panel, 2).await, here);
}

#[tokio::test]
async fn a_server_has_threads_proposed_again_after_it_had_decided() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[]).await;
    let settings = slash(&anna, "focus-admin settings", &[]).await;
    assert!(settings.component("a1:propose").is_none());
    for decision in ["a1:nothreads", "a1:threads"] {
        let decided = press(&anna, &settings, decision).await;
        let again = press(&anna, &decided, "a1:propose").await;
        says(&again, "suggested where a game is already running");
        stage.restart_bot().await;
        says(&slash(&anna, "focus play", &[]).await, PROPOSED);
    }
}
