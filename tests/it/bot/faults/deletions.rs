//! Messages, threads and servers that are deleted while people play.

use std::iter::repeat_n;
use std::time::Instant;

use focus::{Mode, Rules};
use focusbot::service::{Access, ChannelId, GuildId, Limits, NewTable, PersonId, Place, Request};
use serde_json::json;

use crate::bot::faults::{boards, public};
use crate::bot::stage::{
    GRACE, HERE, LIMITS, MANY_GAMES, Stage, board, control, create_channel, duel, forgetful_stage,
    hinder, move_from_afar, nameless, play_on, press_quietly, reads, remove_all, slash, slash_in,
    stripped, table, told,
};
use discord_sandbox::{LoggedRequest, Message, Person};

async fn delete(person: &Person, message: &Message) {
    control(person, "delete_message", json!({"message": message.id()})).await;
}

#[tokio::test]
async fn a_board_that_is_deleted_is_followed_by_the_next() {
    let (stage, people) = Stage::with_duel().await;
    let shown = board(&people[0], 1, 0).await;
    delete(&people[0], &shown).await;
    play_on(&stage, &people).await;
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 2, "one for each move");
}

#[tokio::test]
async fn a_table_that_is_deleted_is_posted_again_when_somebody_sits_down() {
    let (_stage, people) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    slash(&people[0], "focus new", &[("mode", "1")]).await;
    delete(&people[0], &table(&people[1]).await).await;
    slash(&people[1], "focus join", &[]).await;
    let again = table(&people[2]).await;
    press_quietly(&people[2], &again, "Join").await;
    board(&people[2], 1, 0).await;
    let others = public(&people[2], |message| message.attachments().is_empty());
    assert_eq!(others.len(), 1, "the table, once");
}

/// Returns a game of Anna and Jürgen in a thread, and the thread.
async fn duel_in_a_thread() -> (Stage, [Person; 2], String) {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let options = [("thread", "true"), ("clock", "1d")];
    slash(&people[0], "focus new", &options).await;
    let shown = table(&people[1]).await;
    press_quietly(&people[1], &shown, "Join").await;
    let first = board(&people[0], 1, 0).await;
    assert_ne!(first.channel(), shown.channel());
    let thread = first.channel().to_owned();
    (stage, people, thread)
}

/// Plays a move from the channel, and checks that the game continues there and that the other
/// player learns of it.
async fn goes_on_here(stage: &Stage, people: &[Person]) {
    let (mover, next) = (stage.to_move(1, people), stage.waiting(1, people));
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv), ("game", "1")]).await;
    let shown = board(mover, 1, 1).await;
    assert_eq!(shown.channel(), mover.channel(HERE).expect("the channel"));
    told(next, shown.id()).await;
    play_on(stage, people).await;
}

#[tokio::test]
async fn a_game_whose_thread_is_deleted_goes_on_where_the_next_move_is_made() {
    let (stage, people, thread) = duel_in_a_thread().await;
    control(&people[0], "delete_channel", json!({"channel": thread})).await;
    goes_on_here(&stage, &people).await;
}

/// Locks a thread, which people can do with or without archiving it.
async fn lock(person: &Person, thread: &str, archived: bool) {
    let locked = json!({"channel": thread, "archived": archived, "locked": true});
    control(person, "archive_thread", locked).await;
}

#[tokio::test]
async fn a_game_whose_thread_is_locked_goes_on_where_the_next_move_is_made() {
    for archived in [true, false] {
        let (stage, people, thread) = duel_in_a_thread().await;
        lock(&people[0], &thread, archived).await;
        goes_on_here(&stage, &people).await;
    }
}

/// Unlocks a thread and reopens it.
async fn unlock(person: &Person, thread: &str) {
    let unlocked = json!({"channel": thread, "archived": false, "locked": false});
    control(person, "archive_thread", unlocked).await;
}

#[tokio::test]
async fn a_board_refused_by_a_locked_thread_is_posted_there_once_it_is_unlocked() {
    let (stage, people, thread) = duel_in_a_thread().await;
    lock(&people[0], &thread, false).await;
    let next = stage.waiting(1, &people);
    move_from_afar(&stage, stage.to_move(1, &people)).await;
    told(next, "#1").await;
    unlock(&people[0], &thread).await;
    assert_eq!(board(next, 1, 1).await.channel(), thread);
}

#[tokio::test]
async fn a_board_outlasts_further_attempts_in_a_locked_thread() {
    for archived in [true, false] {
        let (mut stage, people, thread) = duel_in_a_thread().await;
        lock(&people[0], &thread, archived).await;
        let next = stage.waiting(1, &people);
        move_from_afar(&stage, stage.to_move(1, &people)).await;
        told(next, "#1").await;
        let refusals = |stage: &Stage| {
            let requests = stage.sandbox.requests(0).into_iter();
            let is_refusal = |request: &LoggedRequest| request.status == 400;
            let there = requests.filter(|request| request.path.contains(&thread));
            there.filter(is_refusal).count()
        };
        stage.stop_bot().await.expect("a good end");
        let before = refusals(&stage);
        stage.start_bot().await;
        let is_tried = || refusals(&stage) > before;
        stage.until("another attempt", is_tried).await;
        // By now, the attempt is over.
        slash(&people[0], "focus-info games", &[]).await;
        unlock(&people[0], &thread).await;
        assert_eq!(board(next, 1, 1).await.channel(), thread);
    }
}

/// Adds a vacation of the player to move to the board, which is edited for it.
async fn goes_away(stage: &Stage, people: &[Person]) -> String {
    let mover = stage.to_move(1, people);
    slash(mover, "focus-me settings", &[("vacation", "5")]).await;
    let until = stage.game(1).clock.expect("clocks").away;
    format!("<t:{}:f>", until.expect("a vacation").seconds())
}

#[tokio::test]
async fn a_board_in_a_thread_that_rests_is_changed_there() {
    let (stage, people, thread) = duel_in_a_thread().await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    let rests = json!({"channel": thread, "archived": true});
    control(&people[0], "archive_thread", rests).await;
    let until = goes_away(&stage, &people).await;
    reads(&people[0], &shown, &until).await;
    // The thread is reopened, and accepts commands.
    let (mover, mv) = (stage.to_move(1, &people), stage.a_move(1).to_string());
    slash_in(mover, &thread, "focus move", &[("move", &mv)]).await;
    assert_eq!(board(mover, 1, 1).await.channel(), thread);
}

#[tokio::test]
async fn a_board_in_a_locked_thread_is_not_changed_and_the_thread_counts_as_gone() {
    for archived in [true, false] {
        let (stage, people, thread) = duel_in_a_thread().await;
        let shown = board(&people[0], 1, 0).await;
        stage.noted(1, &shown).await;
        lock(&people[0], &thread, archived).await;
        goes_away(&stage, &people).await;
        told(stage.to_move(1, &people), "#1").await;
    }
}

#[tokio::test]
async fn a_game_outlives_the_bots_absence_from_its_server() {
    let (stage, people) = Stage::with_duel().await;
    for name in ["remove_bot", "add_bot"] {
        control(&people[0], name, json!({})).await;
    }
    let back = people[0].wait_for_bot("focus").await;
    back.expect("the bot again");
    play_on(&stage, &people).await;
    assert_eq!(boards(&people[0]).len(), 2, "one for each position");
}

#[tokio::test]
async fn a_bot_that_is_removed_and_invited_again_at_once_is_on_the_server() {
    let mut stage = forgetful_stage().await;
    stage.start_bot().await;
    let people = duel(&stage).await;
    let control = async |name, change| {
        let done = people[0].control(name, change).await;
        done.expect("a control");
    };
    let is_away = || stage.metrics.health().is_away();
    // Both events come together when the session is resumed.
    control("gateway", json!({"action": "refuse", "on": true})).await;
    control("gateway", json!({"action": "drop"})).await;
    stage.until("a bot without Discord", is_away).await;
    control("remove_bot", json!({})).await;
    control("add_bot", json!({})).await;
    control("gateway", json!({"action": "refuse", "on": false})).await;
    stage.until("the bot again", || !is_away()).await;
    play_on(&stage, &people).await;
    let late = stage.now().after(GRACE * 2);
    let stays = || {
        let left = stage.service().servers_to_remove(late);
        left.expect("a store").is_empty()
    };
    stage.until("nothing to remove", stays).await;
}

#[tokio::test]
async fn a_server_that_removed_the_bot_is_given_up_after_the_time_of_grace() {
    let begun = Instant::now();
    let mut stage = forgetful_stage().await;
    stage.start_bot().await;
    let anna = stage.person("anna").await;
    control(&anna, "remove_bot", json!({})).await;
    let service = stage.service();
    let late = stage.now().after(GRACE * 2);
    let left = || service.servers_to_remove(late).expect("a store");
    let is_noted = || left().len() == 1;
    stage.until("a note of the removal", is_noted).await;
    remove_all(&stage).await;
    // If the machine stalls, the process counts as frozen for a while.
    let is_put_off = stage.metrics.health().was_frozen_since(begun);
    assert!(is_put_off || left().is_empty());
}

#[tokio::test]
async fn a_freeze_puts_off_the_removal_of_a_server() {
    let mut stage = forgetful_stage().await;
    stage.start_bot().await;
    let service = stage.service();
    // Discord has not named this server among those of the bot.
    let gone = GuildId(5);
    let left = service.server_left(gone, stage.now());
    left.expect("a store");
    stage.metrics.health().note_freeze();
    remove_all(&stage).await;
    let late = stage.now();
    let waits = service.servers_to_remove(late).expect("a store");
    assert_eq!(waits, [gone]);
}

#[tokio::test]
async fn a_channel_that_hangs_holds_up_no_table_elsewhere() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    for channel in [HERE, "games"] {
        slash_in(&anna, channel, "focus new", &[]).await;
    }
    let [here, there] = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    let shown = anna.wait_until("a table", |view| {
        let mut messages = view.messages(&there).into_iter();
        messages.find(|message| message.component("f1:join").is_some())
    });
    let shown = shown.await.expect("a table");
    // The first deadline is that of the game in the channel that hangs.
    let hang = json!({"delay_ms": 3_600_000});
    hinder(&anna, &format!("/channels/{here}/messages"), 99, hang).await;
    stage.pass(LIMITS.table_open_for);
    stripped(&anna, &shown).await;
}

#[tokio::test]
async fn two_channels_that_hang_with_many_tables_hold_up_no_table_elsewhere() {
    // Together they have more than are shown at once.
    const TABLES: usize = MANY_GAMES as usize / 2;
    let limits = Limits {
        games_per_channel: TABLES,
        games_per_guild: 2 * TABLES + 1,
        ..LIMITS
    };
    let mut stage = Stage::without_bot(limits).await;
    let people = stage.people(["anna"]).await;
    let [anna] = &people;
    let elsewhere = create_channel(&people, "elsewhere").await;
    let hanging = [HERE, "games"].map(|name| anna.channel(name).expect("a channel"));
    for channel in &hanging {
        let hang = json!({"delay_ms": 3_600_000});
        hinder(anna, &format!("/channels/{channel}/messages"), 9_999, hang).await;
    }
    // The bot shows them in this order.
    let channels = hanging.iter().flat_map(|channel| repeat_n(channel, TABLES));
    open_unannounced(&stage, anna, channels.chain([&elsewhere]));
    let shown = anna.wait_until("a table elsewhere", |view| {
        let mut messages = view.messages(&elsewhere).into_iter();
        messages.find(|message| message.component("f1:join").is_some())
    });
    // The bot gives a message up (`MESSAGE` of its endpoints) after as long as a person waits
    // (`PATIENCE` of the sandbox's client). Because the person begins to wait first, a table that is
    // held up comes too late; if the bot gave up sooner, this test could not fail.
    let (shown, ()) = tokio::join!(shown, stage.start_bot());
    shown.expect("a table");
}

#[tokio::test]
async fn tables_that_wait_for_others_in_their_channel_are_all_shown() {
    // Few of them are shown at once.
    const TABLES: usize = 40;
    let mut stage = Stage::without_bot(LIMITS).await;
    let anna = stage.person("anna").await;
    let channel = anna.channel(HERE).expect("a channel");
    open_unannounced(&stage, &anna, repeat_n(&channel, TABLES));
    stage.start_bot().await;
    let shown = anna.wait_until("all tables", |view| {
        let messages = view.messages(&channel).into_iter();
        let tables = messages.filter(|message| message.component("f1:join").is_some());
        (tables.count() == TABLES).then_some(())
    });
    shown.await.expect("all tables");
}

/// Opens tables of strangers in channels of the server of a person, one in each, as a process that is
/// killed before it shows them.
fn open_unannounced<'c>(
    stage: &Stage,
    person: &Person,
    channels: impl Iterator<Item = &'c String>,
) {
    let (service, now) = (stage.service(), stage.now());
    for (host, channel) in (10_000..).zip(channels) {
        let server = person.view(|view| view.server_of(channel));
        let server = server.expect("a server").parse().expect("a number");
        let place = Place {
            guild: Some(GuildId(server)),
            channel: ChannelId(channel.parse().expect("a number")),
            access: Access::Member,
        };
        let host = nameless(PersonId(host));
        let table = NewTable::open(place, Rules::new(Mode::Duel));
        let opened = service.handle(now, &host, Request::Create(table), 0);
        opened.expect("a table");
    }
}
