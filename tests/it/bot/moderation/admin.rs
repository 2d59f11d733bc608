//! Settings, moderation and audit log of a server, which Anna owns in these tests.

use serde_json::json;

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, control, create_channel, final_board, id_of, pick, play_on, play_plies,
    press, press_more, press_quietly, resign, slash, slash_in, table, three_way,
};
use crate::service::harness::decide;
use discord_sandbox::{Message, Person};
use focusbot::service::{AuditAction, GuildId, RoleId};

/// Asserts that a menu shows channels or roles as chosen, and no others.
#[track_caller]
fn is_listed(message: &Message, menu: &str, ids: &[&str]) {
    let menu = message.component(menu).expect("a menu");
    let listed = menu["default_values"].as_array().into_iter().flatten();
    let listed = listed.map(|value| value["id"].as_str());
    assert!(listed.eq(ids.iter().map(|id| Some(*id))), "{menu}");
}

#[tokio::test]
async fn a_server_has_a_language_a_look_and_threads_of_its_own() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let shown = slash(&anna, "focus-admin settings", &[]).await;
    says_privately(&shown, "Language: **as in Discord**");
    says_privately(
        &shown,
        "Roles that may call games off: **only those who manage the server**",
    );
    let shown = pick(&anna, &shown, "a1:language", &["pl"]).await;
    stage.restart_bot().await;
    let shown = pick(&anna, &shown, "a1:theme", &["flat"]).await;
    let shown = pick(&anna, &shown, "a1:orientation", &["mover"]).await;
    let shown = press(&anna, &shown, "a1:threads").await;
    says_privately(&shown, "Language: **Polski**");
    says_privately(&shown, "Board style: **flat");
    says_privately(&shown, "Bottom: **the player to move**");
    says_privately(&shown, "Thread for each game: **yes");
    assert_eq!(shown.attachments()[0]["filename"], "theme-flat.png");
    slash(&anna, "focus new", &[]).await;
    let open = table(&juergen).await;
    says(&open, "Stół");
    juergen.press(&open, "f1:join").await.expect("a button");
    let shown = board(&anna, 1, 0).await;
    let here = anna.channel(HERE).expect("a channel");
    assert_ne!(shown.0["channel_id"], here, "in a thread");
}

#[tokio::test]
async fn a_server_says_which_clocks_games_have_and_whether_replays_follow() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let shown = slash(&anna, "focus-admin settings", &[]).await;
    says_privately(&shown, "Clocks of games: **any, or none**");
    let shown = pick(&anna, &shown, "a1:clocks", &["move", "bank"]).await;
    says_privately(
        &shown,
        "Clocks of games: **time for each move, time for the whole game**",
    );
    let shown = press(&anna, &shown, "a1:noreplays").await;
    says_privately(&shown, "Replay at the end of a game: **not posted**");
    stage.restart_bot().await;
    let refusal = slash(&juergen, "focus new", &[]).await;
    says_privately(&refusal, "eine Zeit für jeden Zug, eine Zeit für alle Züge");
    slash(&anna, "focus new", &[("clock", "1d")]).await;
    table(&juergen).await;
    slash(&juergen, "focus join", &[]).await;
    let people = [anna, juergen];
    board(&people[0], 1, 0).await;
    board(&people[1], 1, 0).await;
    play_plies(&stage, &people, 4).await;
    resign(stage.to_move(1, &people)).await;
    final_board(&people[0], 1).await;
    while !stage.owed_replays().is_empty() {
        slash(&people[0], "focus-info help", &[]).await;
    }
    let channel = people[0].channel(HERE).expect("a channel");
    let replays = people[0].view(|view| {
        let messages = view.messages(&channel).into_iter();
        let files = messages.flat_map(|message| message.attachments().to_vec());
        let names = files.filter_map(|file| file["filename"].as_str().map(str::to_owned));
        names.filter(|name| name.starts_with("replay-")).count()
    });
    assert_eq!(replays, 0);
}

#[tokio::test]
async fn a_rematch_is_refused_in_a_channel_without_games() {
    let (_stage, [anna, juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    let question = press_more(&anna, &shown, "Resign").await;
    press(&anna, &question, "Resign").await;
    let over = final_board(&anna, 1).await;
    let games = anna.channel("games").expect("a channel");
    slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    let refusal = press(&juergen, &over, "Rematch").await;
    says_privately(&refusal, &format!("<#{games}>"));
    slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    press_quietly(&juergen, &over, "Rematch").await;
    table(&anna).await;
}

#[tokio::test]
async fn games_are_played_where_the_server_wants_them() {
    let (_stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    let games = anna.channel("games").expect("a channel");
    let shown = slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    says_privately(&shown, &format!("Channels to play in: **<#{games}>**"));
    for person in [&anna, &lukasz] {
        let refusal = slash(person, "focus new", &[]).await;
        says_privately(&refusal, &format!("<#{games}>"));
    }
    let done = slash_in(&lukasz, "games", "focus new", &[]).await;
    says_privately(&done, "jest otwarty");
    // Games of another server cannot be moved here or followed from here either.
    let game = [("game", "1")];
    slash_in(&anna, "games", "focus join", &game).await;
    for command in ["focus here", "focus-info watch"] {
        let refusal = slash(&anna, command, &game).await;
        says_privately(&refusal, &format!("<#{games}>"));
    }
    let shown = slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    says_privately(&shown, "Channels to play in: **all**");
    let done = slash(&anna, "focus new", &[]).await;
    says_privately(&done, "is set up");
}

#[tokio::test]
async fn channels_and_roles_are_chosen_from_menus_and_cleared_there() {
    let (mut stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    let [here, games] = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    let everybody = anna.view(|view| view.server_of(&here)).expect("a server");
    let shown = slash(&anna, "focus-admin settings", &[]).await;
    let shown = press(&anna, &shown, "Channels and roles…").await;
    says_privately(&shown, "Channels to play in: **all**");
    is_listed(&shown, "a1:channels", &[]);
    let shown = pick(&anna, &shown, "a1:channels", &[&here, &games]).await;
    is_listed(&shown, "a1:channels", &[&here, &games]);
    let shown = pick(&anna, &shown, "a1:channels", &[&games]).await;
    says_privately(&shown, &format!("Channels to play in: **<#{games}>**"));
    is_listed(&shown, "a1:channels", &[&games]);
    stage.restart_bot().await;
    let refusal = slash(&lukasz, "focus new", &[]).await;
    says_privately(&refusal, &format!("<#{games}>"));
    let shown = pick(&anna, &shown, "a1:roles", &[&everybody]).await;
    says_privately(&shown, &format!("may play: **<@&{everybody}>**"));
    let shown = pick(&anna, &shown, "a1:moderators", &[&everybody]).await;
    says_privately(&shown, &format!("call games off: **<@&{everybody}>**"));
    for menu in ["a1:roles", "a1:moderators"] {
        is_listed(&shown, menu, &[&everybody]);
    }
    let mut shown = shown;
    for menu in ["a1:channels", "a1:roles", "a1:moderators"] {
        shown = pick(&anna, &shown, menu, &[]).await;
        is_listed(&shown, menu, &[]);
    }
    says_privately(&shown, "Channels to play in: **all**");
    let shown = press(&anna, &shown, "Other settings…").await;
    assert!(shown.component("a1:theme").is_some());
    let done = slash(&lukasz, "focus new", &[]).await;
    says_privately(&done, "jest otwarty");
    let audit = slash(&anna, "focus-admin audit", &[]).await;
    for change in ["added", "removed"] {
        says_privately(&audit, &format!("<#{games}> {change}"));
    }
}

#[tokio::test]
async fn an_older_menu_changes_no_more_than_was_chosen_in_it() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let [here, games] = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    let opened = async || {
        let shown = slash(&anna, "focus-admin settings", &[]).await;
        press(&anna, &shown, "Channels and roles…").await
    };
    let (first, second) = (opened().await, opened().await);
    pick(&anna, &first, "a1:channels", &[&games]).await;
    let shown = pick(&anna, &second, "a1:channels", &[&here]).await;
    is_listed(&shown, "a1:channels", &[&games, &here]);
    let shown = pick(&anna, &first, "a1:channels", &[]).await;
    is_listed(&shown, "a1:channels", &[&here]);
}

/// Deletes a channel, and returns the page of lists after that.
async fn delete(person: &Person, channel: &str) -> Message {
    let deleted = json!({"channel": channel});
    control(person, "delete_channel", deleted).await;
    let shown = slash(person, "focus-admin settings", &[]).await;
    press(person, &shown, "Channels and roles…").await
}

#[tokio::test]
async fn deleted_channels_leave_the_list_and_the_last_one_allows_no_others() {
    let (mut stage, people) = Stage::with_people(["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let [here, games] = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    let gone = create_channel(&people, "soon-gone").await;
    let shown = slash(anna, "focus-admin settings", &[]).await;
    let shown = press(anna, &shown, "Channels and roles…").await;
    pick(anna, &shown, "a1:channels", &[&gone, &games]).await;
    let shown = delete(anna, &gone).await;
    is_listed(&shown, "a1:channels", &[&games]);
    let shown = delete(anna, &games).await;
    says_privately(&shown, "Channels to play in: **none, because");
    is_listed(&shown, "a1:channels", &[]);
    stage.restart_bot().await;
    let refusal = slash(lukasz, "focus new", &[]).await;
    says_privately(&refusal, "których już nie ma");
    let shown = pick(anna, &shown, "a1:channels", &[&here]).await;
    says_privately(&shown, &format!("Channels to play in: **<#{here}>**"));
    let done = slash(lukasz, "focus new", &[]).await;
    says_privately(&done, "jest otwarty");
    let audit = slash(anna, "focus-admin audit", &[]).await;
    for channel in [&gone, &games] {
        let noted = format!("Discord · Channels to play in: **<#{channel}> removed**");
        says_privately(&audit, &noted);
    }
}

#[tokio::test]
async fn lists_that_were_typed_are_shown_in_the_menus() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let games = anna.channel("games").expect("a channel");
    let everybody = anna.view(|view| view.server_of(&games)).expect("a server");
    for (command, option, id, menu) in [
        ("channel", "channel", &games, "a1:channels"),
        ("role", "role", &everybody, "a1:roles"),
        ("moderator", "role", &everybody, "a1:moderators"),
    ] {
        let command = format!("focus-admin {command}");
        let shown = slash(&anna, &command, &[(option, id)]).await;
        is_listed(&shown, menu, &[id]);
    }
}

#[tokio::test]
async fn channels_and_roles_that_no_menu_offers_are_refused() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let elsewhere = anna.channel("lounge").expect("a channel");
    let games = anna.channel("games").expect("a channel");
    let shown = slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    let offered = anna.select(&shown, "a1:channels", &[&elsewhere]).await;
    assert!(offered.is_err(), "Discord offers those of the server");
    for (menu, ids) in [
        ("a1:channels", [&*games, &*elsewhere]),
        ("a1:channels", [&*games, "@everyone"]),
        ("a1:roles", ["7", "8"]),
        ("a1:moderators", ["", "0"]),
    ] {
        let asked = anna.forge(&shown, menu, Some(&ids)).await;
        let refusal = anna.answer(&asked.expect("a forgery")).await;
        let refusal = refusal.expect("an answer");
        says_privately(&refusal, "This button no longer works.");
        assert_ne!(refusal.id(), shown.id(), "{menu}: {ids:?}");
    }
    let shown = slash(&anna, "focus-admin settings", &[]).await;
    let shown = press(&anna, &shown, "a1:more").await;
    is_listed(&shown, "a1:channels", &[&games]);
    is_listed(&shown, "a1:roles", &[]);
    is_listed(&shown, "a1:moderators", &[]);
}

#[tokio::test]
async fn a_stuck_game_is_called_off_and_that_is_on_record() {
    let (mut stage, people) = Stage::with_duel().await;
    play_on(&stage, &people).await;
    play_on(&stage, &people).await;
    let [anna, juergen] = &people;
    let question = slash(anna, "focus-admin abort", &[("game", "1")]).await;
    for told in ["Call off game #1?", "Jürgen", "2 moves"] {
        says_privately(&question, told);
    }
    assert!(stage.game(1).ending.is_none());
    stage.restart_bot().await;
    let done = press(anna, &question, "a1:abort:1").await;
    says_privately(&done, "Game #1 has been called off.");
    assert!(done.labels().is_empty());
    let last = final_board(juergen, 1).await;
    says(&last, "A moderator of this server");
    let again = slash(anna, "focus-admin abort", &[("game", "1")]).await;
    says_privately(&again, "This game has ended.");
    slash(anna, "focus new", &[]).await;
    let question = slash(anna, "focus-admin abort", &[("game", "2")]).await;
    says_privately(&question, "Close table #2?\nAnna");
    let closed = press(anna, &question, "a1:abort:2").await;
    says_privately(&closed, "The table is closed.");
    let again = slash(anna, "focus-admin abort", &[("game", "2")]).await;
    says_privately(&again, "This table is closed.");
    assert!(
        stage
            .service()
            .games_of(id_of(anna))
            .expect("a list")
            .is_empty()
    );
    stage.restart_bot().await;
    let audit = slash(anna, "focus-admin audit", &[]).await;
    says_privately(&audit, "game #1 called off");
    says_privately(&audit, "game #2 called off");
    let unknown = slash(anna, "focus-admin abort", &[("game", "77")]).await;
    says_privately(&unknown, "There is no game #77");
}

#[tokio::test]
async fn audit_log_is_listed_page_by_page() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let none = slash(&anna, "focus-admin audit", &[]).await;
    says_privately(&none, "Nothing has been changed");
    let shown = slash(&anna, "focus-admin settings", &[]).await;
    for i in 0..9 {
        let theme = ["flat", "contrast"][i % 2];
        pick(&anna, &shown, "a1:theme", &[theme]).await;
    }
    let first = slash(&anna, "focus-admin audit", &[]).await;
    says_privately(&first, "(1 of 2)");
    assert_eq!(first.labels(), ["Older"]);
    assert_eq!(first.content().lines().count(), 9);
    let second = press(&anna, &first, "a1:audit:1").await;
    says_privately(&second, "(2 of 2)");
    assert_eq!(second.labels(), ["Newer"]);
    assert_eq!(second.content().lines().count(), 2);
    let first = press(&anna, &second, "a1:audit:0").await;
    says_privately(&first, "(1 of 2)");
}

#[tokio::test]
async fn missing_permission_is_diagnosed() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let fine = slash(&anna, "focus-info diagnose", &[]).await;
    says_privately(&fine, "✅ View Channel");
    says_privately(&fine, "I have all the permissions I need in this channel.");
    let here = anna.channel(HERE).expect("a channel");
    let deny = json!({"channel": here, "who": "bot", "allow": [], "deny": ["ATTACH_FILES"]});
    anna.control("permissions", deny).await.expect("a control");
    let wanting = slash(&anna, "focus-info diagnose", &[]).await;
    says_privately(&wanting, "❌ Attach Files");
    says_privately(&wanting, "channel: Attach Files.");
}

#[tokio::test]
async fn channels_and_roles_that_the_server_does_not_allow_are_diagnosed() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let [here, games] = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    let reason = format!("games are played in <#{games}>");
    slash(&anna, "focus-admin channel", &[("channel", &games)]).await;
    let refused = slash(&anna, "focus-info diagnose", &[]).await;
    says_privately(
        &refused,
        "I have all the permissions I need in this channel.",
    );
    says(&refused, &reason);
    let allowed = slash_in(&anna, "games", "focus-info diagnose", &[]).await;
    let text = allowed.content();
    assert!(!text.contains(&reason), "{text}");
    let guild = anna.view(|view| view.server_of(&here)).expect("a server");
    let guild = GuildId(guild.parse().expect("a number"));
    decide(&stage.service(), guild, &AuditAction::Role(RoleId(5), true));
    let refused = slash_in(&anna, "games", "focus-info diagnose", &[]).await;
    says_privately(&refused, "only these roles can play FOCUS: <@&5>");
}

#[tokio::test]
async fn admin_commands_are_hidden_from_others() {
    let stage = Stage::new().await;
    let people = three_way(&stage).await;
    let asked = people[1].slash(HERE, "focus-admin settings", &[]).await;
    assert!(
        asked.is_err(),
        "Discord hides it from those who do not manage the server"
    );
}
