//! Reminders and vacations, as people see them.

use std::time::Duration;

use discord_sandbox::{LoggedRequest, Message, Person};
use focusbot::service::{Access, NewTable, Overtime, TimeRule};
use serde_json::json;

use crate::bot::deadlines::is_to_move_twice;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    DAY, HERE, HOUR, MANY_GAMES, Stage, answer_to, begun, board, choose, end_faults, hinder,
    hinder_posts, is_board, play_on, slash, slash_in, strangers_begin, table, table_of_strangers,
};

/// A channel of another server.
const THERE: &str = "lounge";

/// Flag of silent messages.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;

async fn timed(stage: &Stage, clock: &str) -> [Person; 2] {
    begun(stage, ["anna", "juergen"], &[("clock", clock)]).await
}

/// Text of reminders of game 1 in English, German, Polish and Dutch.
const CALLS: [&str; 4] = [
    "it is your turn in game #1",
    "in Partie #1 am Zug",
    "Twój ruch w partii #1",
    "aan zet in partij #1",
];

/// Returns a reminder of game 1 in a channel.
async fn reminder(person: &Person, channel: &str) -> Message {
    let found = person.wait_until("a reminder", |view| {
        let mut messages = view.messages(channel).into_iter();
        messages.find(|message| {
            let text = message.content();
            CALLS.iter().any(|call| text.contains(call))
        })
    });
    found.await.expect("a message")
}

/// Returns the reminder of a person who wants it in direct messages, after a restart.
async fn reminded_in_private(stage: &mut Stage, mover: &Person) -> Message {
    choose(mover, "s1:reach", "direct").await;
    stage.restart_bot().await;
    stage.pass(DAY * 3 / 4);
    let direct = mover.open_dm().await.expect("a conversation");
    reminder(mover, &direct).await
}

#[tokio::test]
async fn a_reminder_comes_in_private_with_a_link() {
    let mut stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    let reminder = reminded_in_private(&mut stage, mover).await;
    let shown = board(mover, 1, 0).await;
    let text = reminder.content();
    assert!(text.contains(shown.id()), "{text}");
}

#[tokio::test]
async fn a_move_below_a_private_reminder_is_played() {
    let mut stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    let reminder = reminded_in_private(&mut stage, mover).await;
    let mv = stage.a_move(1).to_string();
    mover.reply(&reminder, &mv).await.expect("a reply");
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn a_move_below_a_private_reminder_is_for_its_game() {
    let mut stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    is_to_move_twice(&stage, &people, mover).await;
    let reminder = reminded_in_private(&mut stage, mover).await;
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "1")]).await;
    board(mover, 1, 1).await;

    let before = stage.game(2).plies();
    let mv = stage.a_move(2).to_string();
    let reply = mover.reply(&reminder, &mv).await.expect("a reply");
    answer_to(mover, &reply).await;
    assert_eq!((stage.game(1).plies(), stage.game(2).plies()), (1, before));
}

#[tokio::test]
async fn a_private_reminder_is_in_the_language_of_the_person() {
    let mut stage = Stage::new().await;
    let people = begun(&stage, ["lukasz", "sjoerd"], &[("clock", "1d")]).await;
    let mover = stage.to_move(1, &people);
    let reminder = reminded_in_private(&mut stage, mover).await;
    let own = if mover.id() == people[0].id() {
        CALLS[2]
    } else {
        CALLS[3]
    };
    says(&reminder, own);
}

#[tokio::test]
async fn mover_who_takes_no_direct_messages_is_reminded_in_the_channel() {
    let stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    choose(mover, "s1:reach", "direct").await;
    let closed = mover
        .control("dms", json!({"who": mover.id(), "open": false}))
        .await;
    closed.expect("a control");
    stage.pass(DAY * 3 / 4);
    let channel = mover.channel(HERE).expect("a channel");
    let reminder = reminder(mover, &channel).await;
    assert_eq!(reminder.pings(), [mover.id()]);
}

/// Waits for `count` reminders of game 1 in a channel.
async fn reminders(person: &Person, channel: &str, count: usize) {
    let what = format!("{count} reminders");
    let found = person.wait_until(&what, |view| {
        let messages = view.messages(channel).into_iter();
        let calls = messages.filter(|message| {
            let text = message.content();
            CALLS.iter().any(|call| text.contains(call))
        });
        (calls.count() == count).then_some(())
    });
    found.await.expect("reminders");
}

#[tokio::test]
async fn private_reminders_are_tried_again_a_while_after_a_refusal() {
    for code in [50_007, 50_278] {
        let stage = Stage::new().await;
        let people = timed(&stage, "1h").await;
        let mover = stage.to_move(1, &people);
        choose(mover, "s1:reach", "direct").await;
        choose(mover, "s1:reminders", "twice").await;
        let direct = mover.open_dm().await.expect("a conversation");
        let refused = json!({"status": 403, "code": code});
        hinder_posts(mover, &direct, 1, refused).await;
        let channel = mover.channel(HERE).expect("a channel");
        stage.pass(HOUR / 2);
        reminders(mover, &channel, 1).await;
        // Discord would accept this one, but is not asked.
        stage.pass(HOUR / 4);
        reminders(mover, &channel, 2).await;
        play_on(&stage, &people).await;
        stage.pass(HOUR * 2 / 5);
        play_on(&stage, &people).await;
        stage.pass(HOUR / 2);
        reminders(mover, &direct, 1).await;
    }
}

#[tokio::test]
async fn a_reminder_that_opens_a_conversation_too_fast_comes_a_minute_later() {
    let stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    choose(mover, "s1:reach", "direct").await;
    let direct = mover.open_dm().await.expect("a conversation");
    let too_fast = json!({"status": 403, "code": 40_003});
    hinder(mover, "POST /users/@me/channels", 1, too_fast).await;
    stage.pass(DAY * 3 / 4);
    stage
        .request(0, |request| {
            request.status == 403 && request.path.ends_with("/users/@me/channels")
        })
        .await;
    stage.pass(Duration::from_secs(61));
    reminders(mover, &direct, 1).await;
}

#[tokio::test]
async fn a_reminder_for_which_the_token_is_refused_comes_later_at_its_place() {
    let stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    hinder(mover, "POST /messages", 1, json!({"status": 401})).await;
    stage.pass(DAY * 3 / 4);
    stage.request(0, |request| request.status == 401).await;
    // A jump would give the time back, and the reminder would not be due.
    stage.pass(Duration::from_secs(61));
    let channel = mover.channel(HERE).expect("a channel");
    reminders(mover, &channel, 1).await;
}

#[tokio::test]
async fn a_reminder_from_before_a_freeze_is_not_sent() {
    let stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    choose(mover, "s1:reach", "direct").await;
    let direct = mover.open_dm().await.expect("a conversation");
    let away = json!({"status": 502});
    hinder(mover, "POST /users/@me/channels", 999, away).await;
    stage.pass(DAY * 3 / 4);
    stage.request(0, |request| request.status == 502).await;
    play_on(&stage, &people).await;
    stage.metrics.health().note_freeze();
    end_faults(mover).await;
    let is_opened = |request: &LoggedRequest| {
        request.status == 200 && request.path.ends_with("/users/@me/channels")
    };
    stage.request(0, is_opened).await;
    // The other player is reminded in the channel.
    stage.pass(DAY * 3 / 4);
    let channel = mover.channel(HERE).expect("a channel");
    reminder(mover, &channel).await;
    assert_eq!(mover.view(|view| view.messages(&direct).len()), 0);
}

#[tokio::test]
async fn a_limited_channel_delays_no_reminder_elsewhere() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    // In any order, a reminder of the limited channel comes before that of game 2.
    for (game, channel) in [(1, HERE), (2, THERE), (3, HERE)] {
        let number = game.to_string();
        for (person, command, options) in [
            (&people[0], "focus new", [("clock", "1d")]),
            (&people[1], "focus join", [("game", number.as_str())]),
        ] {
            slash_in(person, channel, command, &options).await;
        }
        board(&people[0], game, 0).await;
    }
    let [here, there] = [HERE, THERE].map(|name| people[0].channel(name).expect("a channel"));
    // Both may be in progress before the first answer.
    let limited = json!({"status": 429, "retry_after": 3600.0});
    hinder_posts(&people[0], &here, 2, limited).await;
    stage.pass(DAY * 4 / 5);
    stage.limit().await;
    let calls_in = |message: &Message, game: &str| {
        let mut calls = CALLS.iter().map(|call| call.replace("#1", game));
        calls.any(|call| message.content().contains(&call))
    };
    let found = people[0].wait_until("a reminder", |view| {
        let mut messages = view.messages(&there).into_iter();
        messages.find(|message| calls_in(message, "#2"))
    });
    found.await.expect("a reminder");
    for message in people[0].view(|view| view.messages(&here)) {
        let is_call = ["#1", "#3"].iter().any(|game| calls_in(&message, game));
        assert!(!is_call, "the others wait: {}", message.content());
    }
}

#[tokio::test]
async fn mover_is_reminded_in_private_if_the_channel_takes_no_messages() {
    let stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    slash(mover, "focus-me settings", &[("language", "2")]).await;
    hinder_posts(mover, HERE, 9, json!({"status": 403})).await;
    stage.pass(DAY * 3 / 4);
    let direct = mover.open_dm().await.expect("a conversation");
    let reminder = reminder(mover, &direct).await;
    let text = reminder.content();
    assert!(text.contains("in Partie #1 am Zug"), "{text}");
}

#[tokio::test]
async fn reminders_come_as_often_as_wanted_after_a_restart() {
    let mut stage = Stage::new().await;
    let people = timed(&stage, "8h").await;
    let mover = stage.to_move(1, &people);
    choose(mover, "s1:reminders", "twice").await;
    let id = mover.id();
    let channel = mover.channel(HERE).expect("a channel");
    stage.restart_bot().await;
    // The second falls due while Discord is still answering the first.
    hinder_posts(mover, &channel, 1, json!({"slow_ms": 300})).await;
    for count in [1, 2] {
        stage.pass(HOUR * 4 / count);
        let what = format!("{count} reminders");
        let found = mover.wait_until(&what, |view| {
            let pings = view.messages(&channel).into_iter();
            let pings = pings.filter(|message| message.attachments().is_empty());
            let pings = pings.filter(|message| message.pings() == [&*id]);
            (pings.count() == usize::try_from(count).ok()?).then_some(())
        });
        found.await.expect("a reminder");
    }
    play_on(&stage, &people).await;
}

/// Sets a person's night to begin in the hour at which game 1 began and to last longer than a turn.
async fn sleeps(stage: &Stage, person: &Person) {
    let started = stage.game(1).started;
    let hour = started.seconds() / 3600 % 24;
    let night = format!("{hour}-{}", (hour + 8) % 24);
    slash(person, "focus-me settings", &[("night", &night)]).await;
}

#[tokio::test]
async fn a_board_at_night_makes_no_noise() {
    let stage = Stage::new().await;
    let people = timed(&stage, "4h").await;
    let sleeper = stage.waiting(1, &people);
    sleeps(&stage, sleeper).await;
    play_on(&stage, &people).await;
    let shown = board(sleeper, 1, 1).await;
    assert_eq!(shown.0["flags"], SUPPRESS_NOTIFICATIONS);
    says(&shown, sleeper.id().as_str());
    assert!(shown.pings().is_empty());
    // A person who is awake is called as usual.
    play_on(&stage, &people).await;
    let shown = board(sleeper, 1, 2).await;
    assert_eq!(shown.pings(), [stage.to_move(1, &people).id()]);
}

#[tokio::test]
async fn a_reminder_at_night_makes_no_noise() {
    let stage = Stage::new().await;
    let people = timed(&stage, "4h").await;
    let mover = stage.to_move(1, &people);
    sleeps(&stage, mover).await;
    stage.pass(HOUR * 3);
    let channel = mover.channel(HERE).expect("a channel");
    let reminder = reminder(mover, &channel).await;
    assert_eq!(reminder.0["flags"], SUPPRESS_NOTIFICATIONS);
    says(&reminder, mover.id().as_str());
    assert!(reminder.pings().is_empty());
}

#[tokio::test]
async fn settings_take_quiet_hours_and_time_zones_and_refuse_invalid_ones() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    let shown = slash(&anna, "focus-me settings", &[]).await;
    let check = |message: &Message, words: &str| {
        says_privately(message, words);
    };
    check(&shown, "days left this year: 30");
    let options = [("night", "22-7"), ("zone", "Europe/Warsaw")];
    let shown = slash(&anna, "focus-me settings", &options).await;
    check(&shown, "22:00–7:00 (Europe/Warsaw)");
    for (options, reason) in [
        ([("night", "late")], "is not a range of hours"),
        ([("zone", "Mars/Base")], "is not a time zone"),
    ] {
        let refusal = slash(&anna, "focus-me settings", &options).await;
        check(&refusal, reason);
    }
    stage.restart_bot().await;
    let shown = slash(&anna, "focus-me settings", &[("night", "off")]).await;
    check(&shown, "Quiet hours: **none**");
    let shown = choose(&anna, "s1:reminders", "never").await;
    check(&shown, "Reminders per turn: **none**");
}

#[tokio::test]
async fn nights_zones_and_vacations_are_chosen_from_lists() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    for (option, typed, wanted) in [
        ("night", "", ("none", json!("off"))),
        ("night", "23", ("23-7", json!("23-7"))),
        ("zone", "", ("Europe/Berlin", json!("Europe/Berlin"))),
        (
            "zone",
            "new y",
            ("America/New_York", json!("America/New_York")),
        ),
        ("vacation", "", ("end my vacation", json!(0))),
        ("vacation", "1", ("14 days", json!(14))),
    ] {
        let options = [(option, typed)];
        let offered = suggestions(&anna, HERE, "focus-me settings", &options, option).await;
        let (label, value) = wanted;
        assert!(offered.contains(&(label.to_owned(), value)), "{offered:?}");
    }
}

#[tokio::test]
async fn a_vacation_is_shown_at_the_board_and_can_be_ended() {
    let mut stage = Stage::new().await;
    let people = timed(&stage, "1d").await;
    let mover = stage.to_move(1, &people);
    board(mover, 1, 0).await;
    let told = slash(mover, "focus-me settings", &[("vacation", "5")]).await;
    says(&told, "25");
    let until = stage.game(1).clock.expect("clocks").away;
    let until = format!("<t:{}:f>", until.expect("a vacation").seconds());
    // On the existing board, or on another one if that was just being posted.
    let channel = mover.channel(HERE).expect("a channel");
    let shown = mover.wait_until("a board with the vacation", |view| {
        let mut boards = view.messages(&channel).into_iter().filter(is_board);
        boards.find(|board| board.content().contains(&until))
    });
    shown.await.expect("a board");
    let refusal = slash(mover, "focus-me settings", &[("vacation", "30")]).await;
    assert!(refusal.is_ephemeral() && !refusal.content().contains(&until));
    stage.restart_bot().await;
    stage.pass(DAY * 2);
    slash(mover, "focus-me settings", &[("vacation", "0")]).await;
    let game = stage.game(1);
    assert!(game.ending.is_none());
    assert_eq!(game.clock.expect("clocks").away, None);
    play_on(&stage, &people).await;
}

#[tokio::test]
async fn private_reminders_that_take_long_hold_up_none_in_a_channel() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let mut strangers = NewTable {
        time: Some(TimeRule {
            control: "1d".parse().expect("a clock"),
            overtime: Overtime::default(),
        }),
        ..table_of_strangers()
    };
    // Where the bot can only answer, it reminds in private.
    strangers.place.access = Access::Visitor;
    strangers_begin(&stage, MANY_GAMES, &strangers);
    let game = MANY_GAMES + 1;
    let hang = json!({"delay_ms": 3_600_000});
    hinder(&people[0], "POST /users/@me/channels", 999, hang).await;
    slash(&people[0], "focus new", &[("clock", "1d")]).await;
    table(&people[1]).await;
    slash(&people[1], "focus join", &[]).await;
    let shown = board(&people[1], game, 0).await;
    stage.noted(game, &shown).await;
    stage.pass(DAY * 3 / 4);
    let mover = stage.to_move(game, &people);
    let called = [mover.id()];
    let reminder = mover.wait_until("a reminder", |view| {
        let mut messages = view.messages(shown.channel()).into_iter();
        messages.find(|message| {
            message.id() != shown.id() && message.pings() == called && !is_board(message)
        })
    });
    says(&reminder.await.expect("a reminder"), &format!("#{game}"));
}
