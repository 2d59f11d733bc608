//! Followers of games in another channel, as people see them.

use discord_sandbox::{LoggedRequest, Message, Person};
use focus::Direction;
use focus_render::{Renderer, Theme};
use focusbot::discord::views;
use focusbot::i18n::{Language, Words};
use focusbot::service::{
    AuditAction, ChannelId, GameId, GuildId, MemberPermissions, MessageId, PersonId, Place,
    ThemeName,
};
use serde_json::json;

use crate::bot::stage::says::says;
use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    HERE, HOUR, Stage, answer_to, answers, board, control, create_channel, deny, duel, end_faults,
    followers_noted, hinder, hold_changes, messages_in, play_on, play_plies, press, reads, resign,
    slash, slash_in, table,
};
use crate::service::harness::decide;

/// Channel from which a game is followed.
const OTHER_CHANNEL: &str = "games";
/// Channel of another server.
const THERE: &str = "lounge";

async fn watch(person: &Person, game: &str) -> Message {
    slash_in(person, OTHER_CHANNEL, "focus-info watch", &[("game", game)]).await
}

/// Returns the message that follows a game in a third channel, once it is there.
async fn followed_in_third(people: &[Person]) -> Message {
    let third = create_channel(people, "third").await;
    slash_in(&people[0], &third, "focus-info watch", &[("game", "1")]).await;
    let found = people[0].wait_until("a followed game", |view| {
        let mut messages = view.messages(&third).into_iter();
        messages.find(|message| !message.attachments().is_empty() && !message.is_ephemeral())
    });
    found.await.expect("a message that follows")
}

/// Returns the changes of a message by its channel after request `past`.
fn changes(stage: &Stage, past: u64, message: &Message) -> Vec<LoggedRequest> {
    let mut requests = stage.sandbox.requests(past);
    requests.retain(|request| request.method == "PATCH" && request.path.contains(message.id()));
    requests
}

/// Returns the message that follows a game, once it shows `plies` plies.
async fn followed(person: &Person, plies: u32) -> Message {
    let found = person.wait_until("a followed game", |view| {
        let channel = view.channel(OTHER_CHANNEL)?;
        let mut messages = view.messages(&channel).into_iter();
        messages.find(|message| {
            let shown = message
                .attachments()
                .first()
                .map(|file| file["filename"].clone());
            let name = shown.and_then(|name| name.as_str().map(str::to_owned));
            !message.is_ephemeral()
                && name.is_some_and(|name| name.ends_with(&format!("-{plies}.png")))
        })
    });
    found.await.expect("a message that follows")
}

/// Waits until a message is deleted.
async fn is_gone(person: &Person, message: &Message) {
    let gone = person.wait_until("no message", |view| {
        view.message(message.id()).is_none().then_some(())
    });
    gone.await.expect("no message");
}

#[tokio::test]
async fn a_message_elsewhere_follows_each_move_and_a_restart_to_the_end() {
    let (mut stage, people) = Stage::with_duel().await;
    let sjoerd = stage.person("sjoerd").await;
    let done = watch(&sjoerd, "1").await;
    assert!(done.is_ephemeral(), "{}", done.content());
    let first = followed(&sjoerd, 0).await;
    play_on(&stage, &people).await;
    let second = followed(&sjoerd, 1).await;
    assert_eq!(second.id(), first.id(), "the message changes");
    assert!(second.pings().is_empty() && !second.content().contains("<@"));
    assert_eq!(second.attachments().len(), 1);
    let alt = second.attachments()[0]["description"].as_str();
    assert!(alt.is_some_and(|alt| alt.contains("Orange")), "{alt:?}");
    let again = watch(&sjoerd, "1").await;
    assert!(again.is_ephemeral());

    followers_noted(&stage).await;
    stage.restart_bot().await;
    play_on(&stage, &people).await;
    followed(&sjoerd, 2).await;
    resign(&people[0]).await;
    let over = reads(&sjoerd, &first, "wins!").await;
    assert_eq!(over.labels(), ["Look"]);
}

#[tokio::test]
async fn spectator_steps_through_the_moves_in_private() {
    let (mut stage, people) = Stage::with_duel().await;
    play_plies(&stage, &people, 3).await;
    let lukasz = stage.person("lukasz").await;
    watch(&lukasz, "1").await;
    let shown = followed(&lukasz, 3).await;
    let look = press(&lukasz, &shown, "f1:board").await;
    assert!(look.is_ephemeral());
    let back = press(&lukasz, &look, "f1:prev").await;
    assert_eq!(back.id(), look.id(), "the same message changes");
    says(&back, "2 z 3");
    stage.restart_bot().await;
    let first = press(&lukasz, &back, "f1:first").await;
    says(&first, "przed pierwszym ruchem");
    let one = lukasz.fetch(first.pictures()[0]).await.expect("a picture");
    let turned = press(&lukasz, &first, "f1:turn").await;
    says(&turned, "przed pierwszym ruchem");
    let other = lukasz.fetch(turned.pictures()[0]).await.expect("a picture");
    assert_ne!(one, other);
    let next = press(&lukasz, &turned, "f1:next").await;
    says(&next, "1 z 3");
    let last = press(&lukasz, &next, "f1:last").await;
    says(&last, "3 z 3");
    assert_eq!(stage.game(1).plies(), 3);
}

#[tokio::test]
async fn an_answer_to_a_followed_game_is_no_move() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    watch(mover, "1").await;
    let shown = followed(mover, 0).await;
    let mv = stage.a_move(1).to_string();
    mover.reply(&shown, &mv).await.expect("a reply");
    // A later command is handled after it.
    slash(mover, "focus-info games", &[]).await;
    assert_eq!(stage.game(1).plies(), 0);
    // With a mention, the bot knows which game the move is for.
    let bot = mover.view(|view| view.bot().to_owned());
    let call = format!("<@{bot}> {mv}");
    mover.reply(&shown, &call).await.expect("a reply");
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn watching_stops_with_its_button_after_a_restart() {
    let (mut stage, people) = Stage::with_duel().await;
    let sjoerd = stage.person("sjoerd").await;
    watch(&sjoerd, "1").await;
    let shown = followed(&sjoerd, 0).await;
    followers_noted(&stage).await;
    stage.restart_bot().await;
    sjoerd.press(&shown, "f1:unwatch").await.expect("a button");
    let stopped = reads(&sjoerd, &shown, "no longer shown").await;
    assert!(stopped.labels().is_empty());
    play_on(&stage, &people).await;
    assert!(
        stage
            .service()
            .watches_behind(None)
            .expect("a store")
            .entries
            .is_empty()
    );
    // It can be followed again.
    watch(&sjoerd, "1").await;
    followed(&sjoerd, 1).await;
}

#[tokio::test]
async fn a_message_that_a_stopped_watch_has_left_says_so_when_it_is_pressed() {
    let stage = Stage::new().await;
    duel(&stage).await;
    let [sjoerd, lukasz] = stage.people(["sjoerd", "lukasz"]).await;
    watch(&sjoerd, "1").await;
    let shown = followed(&sjoerd, 0).await;
    followers_noted(&stage).await;
    // As if the process had ended before it could change the message.
    let number = |id: &str| id.parse::<u64>().expect("a number");
    let place = Place {
        channel: ChannelId(number(shown.channel())),
        ..stage.game(1).place
    };
    let (person, message) = (
        PersonId(number(&sjoerd.id())),
        MessageId(number(shown.id())),
    );
    let nobody = MemberPermissions::default();
    let service = stage.service();
    let stopped = service.stop_watch(person, &nobody, place, GameId(1), message);
    stopped.expect("a watch");
    lukasz.press(&shown, "f1:unwatch").await.expect("a button");
    let line = reads(&lukasz, &shown, "no longer shown").await;
    assert!(line.labels().is_empty());
}

#[tokio::test]
async fn a_message_stops_to_follow_though_the_response_is_refused() {
    let stage = Stage::new().await;
    duel(&stage).await;
    let sjoerd = stage.person("sjoerd").await;
    watch(&sjoerd, "1").await;
    let shown = followed(&sjoerd, 0).await;
    followers_noted(&stage).await;
    let refused = json!({"status": 404, "code": 10_062});
    hinder(&sjoerd, "/callback", 1, refused).await;
    sjoerd.press(&shown, "f1:unwatch").await.expect("a button");
    let line = reads(&sjoerd, &shown, "no longer shown").await;
    assert!(line.labels().is_empty());
}

#[tokio::test]
async fn game_that_comes_to_a_channel_is_no_longer_followed_there() {
    let (stage, people) = Stage::with_duel().await;
    watch(&people[0], "1").await;
    let shown = followed(&people[0], 0).await;
    followers_noted(&stage).await;
    slash_in(&people[0], OTHER_CHANNEL, "focus here", &[("game", "1")]).await;
    is_gone(&people[0], &shown).await;
}

#[tokio::test]
async fn message_beside_the_board_goes_though_the_token_is_refused_at_first() {
    let (mut stage, people) = Stage::with_duel().await;
    watch(&people[0], "1").await;
    let shown = followed(&people[0], 0).await;
    followers_noted(&stage).await;
    let refused = json!({"status": 401});
    hinder(&people[0], &format!("DELETE {}", shown.id()), 1, refused).await;
    slash_in(&people[0], OTHER_CHANNEL, "focus here", &[("game", "1")]).await;
    stage.request(0, |request| request.status == 401).await;
    stage.restart_bot().await;
    is_gone(&people[0], &shown).await;
}

#[tokio::test]
async fn game_of_another_server_is_followed_in_the_style_of_the_channel_until_it_ends() {
    let (stage, people) = Stage::with_duel().await;
    let anna = &people[0];
    let there = anna.channel(THERE).expect("a channel");
    let server = anna.view(|view| view.server_of(&there)).expect("a server");
    let server = GuildId(server.parse().expect("a number"));
    decide(
        &stage.service(),
        server,
        &AuditAction::Theme(ThemeName::Flat),
    );
    slash_in(anna, THERE, "focus-info watch", &[("game", "1")]).await;
    let is_followed = |message: &Message| message.component("f1:unwatch").is_some();
    let shown = anna.wait_for_message("a followed game", is_followed).await;
    let shown = shown.expect("a followed game");
    let words = Words::new(Language::English);
    let scene = views::scene(&stage.game(1), Direction::South, words);
    let wanted = Renderer::with_theme(Renderer::SIZE_PX, &Theme::FLAT).board_png(&scene);
    let picture = anna.fetch(shown.pictures()[0]).await;
    assert!(picture.expect("a picture") == wanted);
    resign(anna).await;
    let over = reads(anna, &shown, "wins!").await;
    assert!(over.labels().is_empty(), "{:?}", over.labels());
}

#[tokio::test]
async fn game_that_leaves_its_server_for_direct_messages_is_no_longer_followed() {
    let stage = Stage::new().await;
    let [anna, sjoerd] = stage.people(["anna", "sjoerd"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    slash(&anna, "focus challenge", &[("opponent1", &bot)]).await;
    watch(&sjoerd, "1").await;
    let is_followed = |message: &Message| message.component("f1:unwatch").is_some();
    let shown = sjoerd.wait_for_message("a followed game", is_followed);
    let shown = shown.await.expect("a followed game");
    let direct = anna.open_dm().await.expect("a conversation");
    slash_in(&anna, &direct, "focus here", &[("game", "1")]).await;
    let line = reads(&sjoerd, &shown, "no longer shown").await;
    assert!(line.labels().is_empty());
}

/// Lets a person watch a duel and stop after Discord has answered the next board with this status;
/// returns the person, the message, and the number of the last request before that board.
async fn unwatched_in_failure(stage: &Stage, status: u16) -> (Person, Message, u64) {
    let people = duel(stage).await;
    let sjoerd = stage.person("sjoerd").await;
    watch(&sjoerd, "1").await;
    let shown = followed(&sjoerd, 0).await;
    followers_noted(stage).await;
    let past = stage.last_request();
    let fails = json!({"status": status});
    hinder(&sjoerd, &format!("PATCH {}", shown.id()), 99, fails).await;
    play_on(stage, &people).await;
    let has_failed = || !changes(stage, past, &shown).is_empty();
    stage.until("the failure", has_failed).await;
    sjoerd.press(&shown, "f1:unwatch").await.expect("a button");
    reads(&sjoerd, &shown, "no longer shown").await;
    (sjoerd, shown, past)
}

#[tokio::test]
async fn board_shown_after_the_end_of_its_watch_is_replaced_by_the_line() {
    let stage = Stage::new().await;
    let (sjoerd, shown, past) = unwatched_in_failure(&stage, 502).await;
    end_faults(&sjoerd).await;
    // The board, and the line again.
    let made = || {
        let changes = changes(&stage, past, &shown).into_iter();
        changes.filter(|change| change.status == 200).count()
    };
    stage.until("both changes", || made() == 2).await;
    let line = reads(&sjoerd, &shown, "no longer shown").await;
    assert!(line.labels().is_empty());
}

#[tokio::test]
async fn watch_is_stopped_only_by_those_it_concerns() {
    let (stage, people) = Stage::with_duel().await;
    let [sjoerd, lukasz] = stage.people(["sjoerd", "lukasz"]).await;
    watch(&sjoerd, "1").await;
    let shown = followed(&sjoerd, 0).await;
    let refusal = press(&lukasz, &shown, "f1:unwatch").await;
    assert!(refusal.is_ephemeral(), "{}", refusal.content());
    play_on(&stage, &people).await;
    let still = followed(&sjoerd, 1).await;
    assert_eq!(still.id(), shown.id());
    people[1]
        .press(&still, "f1:unwatch")
        .await
        .expect("a button");
    reads(&sjoerd, &still, "no longer shown").await;
}

#[tokio::test]
async fn games_of_others_are_offered_to_watch() {
    let stage = Stage::new().await;
    duel(&stage).await;
    let sjoerd = stage.person("sjoerd").await;
    for (channel, offered) in [(OTHER_CHANNEL, 1), (HERE, 0)] {
        let typed = [("game", "an")];
        let choices = suggestions(&sjoerd, channel, "focus-info watch", &typed, "game").await;
        assert_eq!(choices.len(), offered, "{choices:?}");
    }
}

#[tokio::test]
async fn game_in_direct_messages_is_neither_offered_to_watch_nor_shown() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str())];
    slash_in(&anna, &direct, "focus challenge", &options).await;
    assert_eq!(stage.game(1).place.guild, None);
    let typed = [("game", "1")];
    let choices = suggestions(&anna, OTHER_CHANNEL, "focus-info watch", &typed, "game").await;
    assert!(choices.is_empty(), "{choices:?}");
    says(&watch(&anna, "1").await, "only where it is played");
}

#[tokio::test]
async fn a_private_game_is_not_shown_elsewhere() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("private", "true")]).await;
    let asked = table(&juergen).await;
    says(&asked, "in this channel only");
    slash(&juergen, "focus join", &[]).await;
    board(&anna, 1, 0).await;
    let sjoerd = stage.person("sjoerd").await;
    let refusal = watch(&sjoerd, "1").await;
    assert!(refusal.is_ephemeral() && refusal.attachments().is_empty());
    let refusal = slash_in(&sjoerd, OTHER_CHANNEL, "focus board", &[("game", "1")]).await;
    assert!(refusal.attachments().is_empty());
    let here = slash(&sjoerd, "focus board", &[("game", "1")]).await;
    assert!(!here.attachments().is_empty());
    let own = slash_in(&anna, OTHER_CHANNEL, "focus board", &[("game", "1")]).await;
    assert!(!own.attachments().is_empty());
}

#[tokio::test]
async fn a_channel_that_is_gone_ends_the_watch_and_not_the_game() {
    let (stage, people) = Stage::with_duel().await;
    watch(&people[0], "1").await;
    followed(&people[0], 0).await;
    let channel = people[0]
        .view(|view| view.channel(OTHER_CHANNEL))
        .expect("a channel");
    control(&people[0], "delete_channel", json!({"channel": channel})).await;
    play_on(&stage, &people).await;
    play_on(&stage, &people).await;
    let shown = board(&people[0], 1, 2).await;
    assert_eq!(
        shown.channel(),
        people[0]
            .view(|view| view.channel(HERE))
            .expect("a channel")
    );
}

#[tokio::test]
async fn a_channel_that_hides_for_a_while_goes_on_following() {
    let (mut stage, people) = Stage::with_duel().await;
    watch(&people[0], "1").await;
    followed(&people[0], 0).await;
    deny(&people[0], OTHER_CHANNEL, &["VIEW_CHANNEL"]).await;
    play_on(&stage, &people).await;
    let is_refused = |made: &LoggedRequest| made.method == "PATCH" && made.status == 403;
    stage.request(0, is_refused).await;
    deny(&people[0], OTHER_CHANNEL, &[]).await;
    // Its first attempt waits for nothing.
    stage.restart_bot().await;
    followed(&people[0], 1).await;
}

#[tokio::test]
async fn a_channel_that_takes_no_files_any_more_follows_in_words() {
    let (stage, people) = Stage::with_duel().await;
    watch(&people[0], "1").await;
    let first = followed(&people[0], 0).await;
    deny(&people[0], OTHER_CHANNEL, &["ATTACH_FILES"]).await;
    stage.pass(HOUR);
    play_on(&stage, &people).await;
    let mover = stage.to_move(1, &people);
    let is_next =
        |message: &Message| message.component("f1:unwatch").is_some() && message.id() != first.id();
    let shown = mover.wait_for_message("the position in words", is_next);
    let shown = shown.await.expect("the position in words");
    assert!(shown.pictures().is_empty());
    says(&shown, "single pieces");
    // An answer to it is no move, as below a picture.
    let mv = stage.a_move(1).to_string();
    mover.reply(&shown, &mv).await.expect("a reply");
    slash(mover, "focus-info games", &[]).await;
    assert_eq!(stage.game(1).plies(), 1);
    // Nor is it answered in public once the game is over, when no button says what was followed.
    resign(mover).await;
    let over = reads(mover, &shown, "wins!").await;
    let reply = mover.reply(&over, &mv).await.expect("a reply");
    let call = mover.view(|view| format!("<@{}> {mv}", view.bot()));
    let call = mover.reply(&over, &call).await.expect("a reply");
    says(&answer_to(mover, &call).await, "has ended");
    let messages = messages_in(mover, OTHER_CHANNEL);
    assert!(!messages.iter().any(|message| answers(message, &reply)));
}

#[tokio::test]
async fn a_message_that_is_an_hour_old_is_posted_anew_and_the_old_one_goes() {
    let (stage, people) = Stage::with_duel().await;
    let sjoerd = stage.person("sjoerd").await;
    watch(&sjoerd, "1").await;
    let first = followed(&sjoerd, 0).await;
    stage.pass(HOUR);
    play_on(&stage, &people).await;
    let second = followed(&sjoerd, 1).await;
    assert_ne!(second.id(), first.id());
    is_gone(&sjoerd, &first).await;
}

#[tokio::test]
async fn a_channel_that_hangs_holds_up_no_watch_elsewhere() {
    let (stage, people) = Stage::with_duel().await;
    let held = followed_in_third(&people).await;
    watch(&people[0], "1").await;
    followed(&people[0], 0).await;
    hold_changes(&people[0], &held).await;
    for plies in 1..=3 {
        play_on(&stage, &people).await;
        followed(&people[0], plies).await;
    }
}

#[tokio::test]
async fn a_message_that_discord_refuses_is_not_tried_at_every_move() {
    let (stage, people) = Stage::with_duel().await;
    let refused = followed_in_third(&people).await;
    watch(&people[0], "1").await;
    followed(&people[0], 0).await;
    followers_noted(&stage).await;
    let refusal = json!({"status": 400});
    hinder(&people[0], &format!("PATCH {}", refused.id()), 99, refusal).await;
    for plies in 1..=4 {
        play_on(&stage, &people).await;
        followed(&people[0], plies).await;
    }
    // On a slow machine, it is time for another attempt.
    let tried = changes(&stage, 0, &refused).len();
    assert!((1..3).contains(&tried), "{tried} attempts");
}

#[tokio::test]
async fn a_watch_that_begins_does_not_wait_because_an_earlier_one_has_failed() {
    let stage = Stage::new().await;
    let (sjoerd, shown, _) = unwatched_in_failure(&stage, 400).await;
    watch(&sjoerd, "1").await;
    let begun = followed(&sjoerd, 1).await;
    assert_ne!(begun.id(), shown.id());
}
