//! Bot on two servers at once, as seen by people who are on both.

use std::collections::HashMap;

use discord_sandbox::{Message, Person};
use focus::Color;
use focusbot::service::{GameId, GameRequest, Timestamp, View};
use focusbot::store::StoreError;
use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    DAY, HOUR, LIMITS, Stage, board, cleared, control, final_board, followers_noted, guild_count,
    is_board, person_of, press, press_more, slash_in, told, with_button,
};

/// A channel of the first server.
pub(crate) const HERE: &str = "general";
/// A channel of the second.
pub(crate) const THERE: &str = "lounge";

/// Begins this game in a channel with two people.
pub(crate) async fn begin(
    channel: &str,
    game: u32,
    people: &[Person; 2],
    options: &[(&str, &str)],
) {
    slash_in(&people[0], channel, "focus new", options).await;
    let number = game.to_string();
    slash_in(&people[1], channel, "focus join", &[("game", &number)]).await;
    for person in people {
        let shown = board(person, game, 0).await;
        assert_eq!(shown.channel(), person.channel(channel).expect("a channel"));
    }
}

/// Plays any legal move in the channel of the game.
async fn play_on(stage: &Stage, channel: &str, game: u32, people: &[Person; 2]) {
    let (mover, plies) = (stage.to_move(game, people), stage.game(game).plies());
    let (number, mv) = (game.to_string(), stage.a_move(game).to_string());
    let options = [("move", mv.as_str()), ("game", &number)];
    slash_in(mover, channel, "focus move", &options).await;
    for person in people {
        board(person, game, plies + 1).await;
    }
}

/// Returns the time at which the clock of the player to move runs out.
pub(crate) fn runs_out(stage: &Stage, game: u32) -> Timestamp {
    let clock = stage.game(game).clock.expect("clocks");
    clock.runs_out.expect("a clock that runs")
}

/// Begins a game with a clock on each of two servers, begins an outage of the first with
/// `begin_outage` for days, and checks which game gets the time back.
async fn outage_takes_no_time(begin_outage: impl AsyncFnOnce(&Stage, &Person)) {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "1d")]).await;
    begin(THERE, 2, &people, &[("clock", "7d")]).await;
    let shown = board(&people[0], 1, 0).await;
    begin_outage(&stage, &people[0]).await;
    // A later answer shows that the bot has received the event.
    slash_in(&people[0], THERE, "focus-info games", &[]).await;
    let is_counted = || guild_count(&stage.metrics) == stage.sandbox.served_guilds();
    stage.until("a count without the server", is_counted).await;
    let (before, elsewhere) = (runs_out(&stage, 1), runs_out(&stage, 2));
    let days = DAY * 3;
    stage.pass(days);
    control(&people[0], "outage", json!({"on": false})).await;
    let mended = people[0].wait_until("the time given back", |view| {
        let after = runs_out(&stage, 1);
        let text = view.message(shown.id())?.content().to_owned();
        let is_shown = text.contains(&after.seconds().to_string());
        (after >= before.after(days) && is_shown).then_some(())
    });
    mended.await.expect("a changed board");
    assert_eq!(
        runs_out(&stage, 2),
        elsewhere,
        "time goes on where there is no outage"
    );
    play_on(&stage, HERE, 1, &people).await;
}

/// Cuts the connection of the bot, and lets it reconnect after `meanwhile`.
async fn without_connection(stage: &Stage, person: &Person, meanwhile: impl Future<Output = ()>) {
    control(person, "gateway", json!({"action": "refuse", "on": true})).await;
    control(person, "gateway", json!({"action": "drop", "forget": true})).await;
    let is_away = async |is_away: bool| {
        let is_so = || stage.metrics.health().is_away() == is_away;
        stage.until("a change of the connection", is_so).await;
    };
    is_away(true).await;
    meanwhile.await;
    control(person, "gateway", json!({"action": "refuse", "on": false})).await;
    is_away(false).await;
}

#[tokio::test]
async fn outage_of_one_server_takes_no_time_from_its_games() {
    outage_takes_no_time(async |_, person| control(person, "outage", json!({"on": true})).await)
        .await;
}

#[tokio::test]
async fn server_that_removes_the_bot_for_days_takes_no_time_from_its_games() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "1d")]).await;
    begin(THERE, 2, &people, &[("clock", "7d")]).await;
    let shown = board(&people[0], 1, 0).await;
    let (before, elsewhere) = (runs_out(&stage, 1), runs_out(&stage, 2));
    control(&people[0], "remove_bot", json!({})).await;
    let server = stage.game(1).place.guild.expect("a server");
    let is_left = || stage.service().left_at(server).expect("a store").is_some();
    stage.until("a note of the removal", is_left).await;
    let days = DAY * 3;
    stage.pass(days);
    let is_paused = || runs_out(&stage, 1) > before.after(days);
    stage.until("a paused clock", is_paused).await;
    play_on(&stage, THERE, 2, &people).await;
    assert!(runs_out(&stage, 2) > elsewhere, "a move in time");
    // Beyond the pause, and before the next reminder.
    let hours = HOUR * 12;
    stage.pass(hours);
    control(&people[0], "add_bot", json!({})).await;
    let away = days + hours;
    let given_back = before.after(away)..before.after(away + HOUR);
    let resumed = people[0].wait_until("the time given back", |view| {
        let after = runs_out(&stage, 1);
        let text = view.message(shown.id())?.content().to_owned();
        let is_shown = text.contains(&after.seconds().to_string());
        (given_back.contains(&after) && is_shown).then_some(())
    });
    resumed.await.expect("a changed board");
    stage.until("a note of the return", || !is_left()).await;
    play_on(&stage, HERE, 1, &people).await;
}

#[tokio::test]
async fn server_that_removes_the_bot_while_it_is_down_takes_no_time_from_its_games() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "1d")]).await;
    let before = runs_out(&stage, 1);
    stage.stop_bot().await.expect("a good end");
    control(&people[0], "remove_bot", json!({})).await;
    stage.start_bot().await;
    let days = DAY * 3;
    stage.pass(days);
    let is_paused = || {
        let game = stage.game(1);
        assert!(game.ending.is_none(), "a player is out");
        runs_out(&stage, 1) > before.after(days)
    };
    stage.until("a paused clock", is_paused).await;
}

#[tokio::test]
async fn outage_whose_end_the_store_misses_is_ended_later() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[("clock", "1d")]).await;
    control(&people[0], "outage", json!({"on": true})).await;
    // A later answer shows that the bot has received the event.
    slash_in(&people[0], THERE, "focus-info games", &[]).await;
    let (before, days) = (runs_out(&stage, 1), DAY * 3);
    stage.pass(days);
    let failed = stage.store().failed();
    let away = StoreError::Unavailable("away".to_owned());
    stage.store().fail_commits(Some(away));
    control(&people[0], "outage", json!({"on": false})).await;
    slash_in(&people[0], THERE, "focus-info games", &[]).await;
    let has_failed = || stage.store().failed() > failed;
    stage.until("a commit that fails", has_failed).await;
    stage.store().fail_commits(None);
    let is_given_back = || runs_out(&stage, 1) >= before.after(days);
    stage.until("the time given back", is_given_back).await;
}

#[tokio::test]
async fn outage_that_begins_while_the_bot_is_disconnected_takes_no_time() {
    outage_takes_no_time(async |stage, person| {
        let outage = control(person, "outage", json!({"on": true}));
        without_connection(stage, person, outage).await;
    })
    .await;
}

/// Returns the message on the second server that follows game 1, once it shows `plies` plies.
pub(super) async fn followed(person: &Person, plies: u32) -> Message {
    let name = format!("-{plies}.png");
    let found = person.wait_until("a followed game", |view| {
        let messages = view.messages(&view.channel(THERE)?);
        messages.into_iter().find(|message| {
            let file = message.attachments().first().map(|file| &file["filename"]);
            let shown = file.and_then(|file| file.as_str());
            !message.is_ephemeral() && shown.is_some_and(|shown| shown.ends_with(&name))
        })
    });
    found.await.expect("a message that follows")
}

#[tokio::test]
async fn a_game_of_one_server_is_followed_on_the_other_if_a_player_asks() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let sjoerd = stage.person("sjoerd").await;
    begin(HERE, 1, &people, &[]).await;
    play_on(&stage, HERE, 1, &people).await;
    let direct = sjoerd.open_dm().await.expect("a conversation");
    for (channel, command) in [
        (THERE, "focus-info watch"),
        (THERE, "focus board"),
        (direct.as_str(), "focus board"),
    ] {
        let refusal = slash_in(&sjoerd, channel, command, &[("game", "1")]).await;
        says_privately(&refusal, "#1 bestaat niet");
        assert!(refusal.attachments().is_empty(), "{command}");
    }
    let done = slash_in(&people[0], THERE, "focus-info watch", &[("game", "1")]).await;
    assert!(done.is_ephemeral(), "{}", done.content());
    let first = followed(&sjoerd, 1).await;
    followers_noted(&stage).await;
    stage.restart_bot().await;
    play_on(&stage, HERE, 1, &people).await;
    let second = followed(&sjoerd, 2).await;
    assert_eq!(second.id(), first.id(), "the message changes");
    assert!(second.pings().is_empty() && !second.content().contains("<@"));

    let look = press(&sjoerd, &second, "f1:board").await;
    assert!(look.is_ephemeral());
    for (button, moment) in [
        ("f1:prev", "1 van 2"),
        ("f1:prev", "voor de eerste zet"),
        ("f1:next", "1 van 2"),
    ] {
        let now = sjoerd.view(|view| view.message(look.id()));
        let shown = press(&sjoerd, &now.expect("the look"), button).await;
        says(&shown, moment);
    }
    assert_eq!(stage.game(1).plies(), 2);
}

#[tokio::test]
async fn a_game_of_one_channel_is_not_shown_in_another_server() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let sjoerd = stage.person("sjoerd").await;
    begin(HERE, 1, &people, &[("private", "true")]).await;
    for command in ["focus-info watch", "focus board", "focus-info export"] {
        let refusal = slash_in(&sjoerd, THERE, command, &[("game", "1")]).await;
        assert!(
            refusal.is_ephemeral() && refusal.attachments().is_empty(),
            "{command}: {}",
            refusal.content()
        );
    }
    let here = slash_in(&sjoerd, HERE, "focus board", &[("game", "1")]).await;
    assert!(!here.attachments().is_empty());
}

/// Plays a rated duel that Orange wins, and returns the winner and the loser.
async fn rated<'p>(
    stage: &Stage,
    channel: &str,
    game: u32,
    people: &'p [Person; 2],
) -> [&'p Person; 2] {
    let options = [("rated", "true"), ("clock", "1d")];
    begin(channel, game, people, &options).await;
    for _ in 0..4 {
        play_on(stage, channel, game, people).await;
    }
    let view = stage.game(game);
    let [winner, loser] = [Color::Orange, Color::Blue]
        .map(|color| person_of(people, view.person(color).expect("a person").id));
    let shown = board(loser, game, 4).await;
    let question = press_more(loser, &shown, "f1:resign:").await;
    press(loser, &question, "f1:resign!:").await;
    final_board(winner, game).await;
    [winner, loser]
}

/// Returns the names of a list, in its order.
fn names(list: &Message) -> Vec<String> {
    let alt = list.descriptions().first().copied().unwrap_or_default();
    let lines = alt.lines();
    lines
        .filter_map(|line| line.split_once(". ")?.1.split_once(": "))
        // In French, a space precedes the colon.
        .map(|(name, _)| name.trim_end().to_owned())
        .collect()
}

#[tokio::test]
async fn leaderboard_of_a_server_lists_its_players_and_that_of_all_those_who_consent() {
    let (stage, first) = Stage::with_people(["anna", "juergen"]).await;
    let second = stage.people(["eleonora", "sjoerd"]).await;
    let shown = ["Anna", "Jürgen", "Eleonora", "Sjoerd"];
    let ids = first.iter().chain(&second).map(Person::id);
    let known: HashMap<String, &str> = ids.zip(shown).collect();
    let name = |person: &Person| known[&person.id()].to_owned();
    let here = rated(&stage, HERE, 1, &first).await;
    let there = rated(&stage, THERE, 2, &second).await;
    // Regardless of who asks, the list is that of the server on which it is requested.
    for (channel, players) in [(HERE, here), (THERE, there)] {
        for requester in [here[0], there[0]] {
            let list = slash_in(requester, channel, "focus-info leaderboard", &[]).await;
            assert_eq!(names(&list), players.map(name));
        }
    }
    let mut wanted = Vec::new();
    for (person, channel) in [(here[1], HERE), (there[0], THERE)] {
        let list = slash_in(person, channel, "focus-info leaderboard", &[]).await;
        let all = press(person, &list, "f1:top:a").await;
        assert_eq!(names(&all), wanted, "{:?}", all.labels());
        let listed = press(person, &all, "f1:list").await;
        wanted.insert(0, name(person));
        assert_eq!(names(&listed), wanted);
    }
}

#[tokio::test]
async fn a_server_without_the_bot_leaves_the_games_of_the_other_alone() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[]).await;
    begin(THERE, 2, &people, &[]).await;
    control(&people[0], "remove_bot", json!({})).await;
    play_on(&stage, THERE, 2, &people).await;
    let refused = people[0].slash(HERE, "focus-info games", &[]).await;
    refused.expect_err("no bot to ask");
    stage.restart_bot().await;
    play_on(&stage, THERE, 2, &people).await;
    assert_eq!((stage.game(1).plies(), stage.game(2).plies()), (0, 2));

    control(&people[0], "add_bot", json!({})).await;
    play_on(&stage, HERE, 1, &people).await;
    play_on(&stage, THERE, 2, &people).await;
    assert_eq!((stage.game(1).plies(), stage.game(2).plies()), (1, 3));
}

#[tokio::test]
async fn last_board_of_an_ended_game_on_a_lost_server_is_given_up() {
    for is_seen in [true, false] {
        let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
        begin(HERE, 1, &people, &[]).await;
        if !is_seen {
            stage.stop_bot().await.expect("a good end");
        }
        let resign = GameRequest::Resign.in_game(GameId(1), None);
        stage.carry_out_unannounced(stage.to_move(1, &people), Timestamp(0), resign);
        control(&people[0], "remove_bot", json!({})).await;
        if !is_seen {
            stage.start_bot().await;
            stage.retry_everything();
        }
        let is_given_up = || stage.unannounced().is_empty();
        stage.until("the end of what waits", is_given_up).await;
        assert!(stage.game(1).ending.is_some());
    }
}

#[tokio::test]
async fn a_server_lost_while_the_bot_is_disconnected_is_noticed() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[]).await;
    let removed = control(&people[0], "remove_bot", json!({}));
    without_connection(&stage, &people[0], removed).await;
    told(stage.to_move(1, &people), "#1").await;
}

#[tokio::test]
async fn a_game_of_a_lost_server_costs_no_request_until_the_bot_is_back() {
    let (mut stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin(HERE, 1, &people, &[]).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    // Wait until the bot knows that the table's message has lost its buttons, so that this edit is
    // not sent to the lost server.
    cleared(&stage).await;
    stage.stop_bot().await.expect("a good end");
    let offer = GameRequest::Draw.in_game(GameId(1), None);
    stage.carry_out_unannounced(stage.to_move(1, &people), Timestamp(0), offer);
    control(&people[0], "remove_bot", json!({})).await;
    stage.start_bot().await;
    stage.retry_everything();
    told(stage.to_move(1, &people), "#1").await;
    let channel = people[0].channel(HERE).expect("a channel");
    let requests = stage.sandbox.requests(0);
    let refused = requests
        .iter()
        .filter(|request| request.path.contains(&channel) && request.status >= 400);
    assert_eq!(refused.count(), 0, "{requests:?}");
    control(&people[0], "add_bot", json!({})).await;
    with_button(&people[1], "Accept draw").await;
}

#[tokio::test]
async fn processes_of_a_bot_whose_games_have_the_same_numbers_hide_none_of_each_other() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let [first, second] = [0, 1].map(|number| stage.settings_of(number..=number, 2));
    stage.run_bot(first);
    let other = stage.run_beside(second);
    let people = stage.people(["anna", "juergen"]).await;
    people[0].wait_for_bot("focus").await.expect("the bot");
    for metrics in [&stage.metrics, &other] {
        let has_servers = || guild_count(metrics) > 0;
        stage.until("the servers", has_servers).await;
    }
    for channel in [HERE, THERE] {
        slash_in(&people[0], channel, "focus new", &[]).await;
        let table = shown_in(&people[1], channel, "a table", |message| {
            message.component("f1:join").is_some()
        });
        says(&table.await, "#1");
    }
    for channel in [HERE, THERE] {
        slash_in(&people[1], channel, "focus join", &[]).await;
        shown_in(&people[0], channel, "a board", is_board).await;
    }
    for service in stage.services_beside().into_iter().chain([stage.service()]) {
        let view = service.view(GameId(1)).expect("a game");
        assert!(matches!(view, View::Game(_)));
    }
}

/// Returns the message in a channel that satisfies a condition.
async fn shown_in(
    person: &Person,
    channel: &str,
    what: &str,
    is_meant: impl Fn(&Message) -> bool,
) -> Message {
    let found = person.wait_until(what, |view| {
        let mut messages = view.messages(&view.channel(channel)?).into_iter();
        messages.find(|message| !message.is_ephemeral() && is_meant(message))
    });
    found.await.expect("a message")
}
