//! Games and places that tests begin with.

use discord_sandbox::{ChannelKind, LoggedRequest, Message, Person};
use focus::{Mode, Rules};
use focusbot::discord::bot::SHOWN_AT_ONCE;
use focusbot::service::{Access, ChannelId, GuildId, NewTable, PersonId, Place, Request};
use serde_json::json;

use crate::bot::stage::{
    HERE, LIMITS, Stage, board, hinder, nameless, press, press_more, slash, slash_in, stripped,
    table,
};

/// Number of games that is larger than that of boards shown, or of people reminded, at once.
pub(crate) const MANY_GAMES: u32 = 300;
const _: () = assert!(MANY_GAMES as usize > SHOWN_AT_ONCE);

/// Lets Anna set up a duel and Jürgen join; the game has the number 1.
pub(crate) async fn duel(stage: &Stage) -> [Person; 2] {
    let people = stage.people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    let asked = anna.slash(HERE, "focus new", &[]).await.expect("a command");
    anna.answer(&asked).await.expect("an answer");
    let table = table(juergen).await;
    let joined = juergen.press(&table, "Join").await.expect("a button");
    juergen.response(&joined).await.expect("a response");
    board(anna, 1, 0).await;
    board(juergen, 1, 0).await;
    all_is_said(&people, &table).await;
    people
}

/// Waits until the bot has sent all messages about the beginning of a first game, so that messages
/// that a test sees or counts later are about its own actions.
pub(crate) async fn all_is_said(people: &[Person], table: &Message) {
    for person in people {
        stripped(person, table).await;
        let offered = person.wait_until("an offer to practice", |view| {
            let messages = view.messages(table.channel());
            let mut messages = messages.into_iter().filter(Message::is_ephemeral);
            messages.find(|message| message.component("f1:lesson:").is_some())
        });
        offered.await.expect("an offer");
    }
}

/// Lets the first of these people set up a game and the others join; it has the number 1.
pub(crate) async fn begin(people: &[Person], options: &[(&str, &str)]) {
    slash(&people[0], "focus new", options).await;
    table(&people[1]).await;
    for person in &people[1..] {
        slash(person, "focus join", &[]).await;
    }
    for person in people {
        board(person, 1, 0).await;
    }
}

/// Returns people with these names who have begun a game, as with [`begin`].
pub(crate) async fn begun<const N: usize>(
    stage: &Stage,
    names: [&str; N],
    options: &[(&str, &str)],
) -> [Person; N] {
    let people = stage.people(names).await;
    begin(&people, options).await;
    people
}

/// Lets Anna, Jürgen and Łukasz begin a three-way game; it has the number 1.
pub(crate) async fn three_way(stage: &Stage) -> [Person; 3] {
    begun(stage, ["anna", "juergen", "lukasz"], &[("mode", "1")]).await
}

/// Returns a table for a duel of strangers, on a server where the bot is not.
pub(crate) fn table_of_strangers() -> NewTable {
    let place = Place {
        guild: None,
        channel: ChannelId(0),
        access: Access::Member,
    };
    NewTable::open(place, Rules::new(Mode::Duel))
}

/// Begins games of strangers at tables like this one, each on a server of its own.
pub(crate) fn strangers_begin(stage: &Stage, games: u32, table: &NewTable) {
    let now = stage.now();
    let service = stage.service();
    for number in 10_000..10_000 + u64::from(games) {
        let place = Place {
            guild: Some(GuildId(number)),
            channel: ChannelId(number),
            access: table.place.access,
        };
        let ask = |person, request| {
            let done = service.handle(now, &nameless(PersonId(person)), request, number);
            done.expect("an accepted request").view.id()
        };
        let new = NewTable {
            place,
            ..table.clone()
        };
        let game = ask(2 * number, Request::Create(new));
        if table.computers.is_empty() {
            ask(2 * number + 1, Request::Join(game));
        }
    }
}

/// Plays any legal move of the person to move, and waits for the board after it.
pub(crate) async fn play_on(stage: &Stage, people: &[Person]) {
    let (mover, plies) = (stage.to_move(1, people), stage.game(1).plies());
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    for person in people {
        board(person, 1, plies + 1).await;
    }
}

/// Plays on for this number of plies.
pub(crate) async fn play_plies(stage: &Stage, people: &[Person], plies: u32) {
    for _ in 0..plies {
        play_on(stage, people).await;
    }
}

/// Plays any legal move of the person to move, in their conversation with the bot.
pub(crate) async fn move_from_afar(stage: &Stage, mover: &Person) -> Message {
    let direct = mover.open_dm().await.expect("a conversation");
    let mv = stage.a_move(1).to_string();
    slash_in(mover, &direct, "focus move", &[("move", &mv)]).await
}

/// Calls a game off, and confirms it.
pub(crate) async fn call_off(person: &Person, board: &Message) {
    // Below a game of computers alone, it is on the board.
    let question = match board.component("f1:abort:") {
        Some(_) => press(person, board, "f1:abort:").await,
        None => press_more(person, board, "f1:abort:").await,
    };
    assert!(question.is_ephemeral(), "{}", question.content());
    press(person, &question, "f1:abort!").await;
}

/// Creates a channel beside that of the people, who see it when this returns; its answer may come
/// before the event that tells them. The first person must own the server.
pub(crate) async fn create_channel(people: &[Person], name: &str) -> String {
    let made = people[0].create_channel(HERE, name, ChannelKind::Text);
    let channel = made.await.expect("a channel");
    for person in &people[1..] {
        let seen = person.wait_for_channel(&channel).await;
        seen.expect("the channel");
    }
    channel
}

/// Returns a game of Anna and Jürgen with these options in a channel of its own, and that channel.
pub(crate) async fn duel_in_its_own_channel(
    options: &[(&str, &str)],
) -> (Stage, [Person; 2], String) {
    let mut stage = Stage::without_bot(LIMITS).await;
    let people = stage.people(["anna", "juergen"]).await;
    let channel = create_channel(&people, "soon-gone").await;
    stage.start_bot().await;
    let options = [&[("opponent1", "juergen")][..], options].concat();
    slash_in(&people[0], &channel, "focus challenge", &options).await;
    slash_in(&people[1], &channel, "focus join", &[]).await;
    for person in &people {
        board(person, 1, 0).await;
    }
    (stage, people, channel)
}

/// Denies the bot permissions in a channel, and no others.
pub(crate) async fn deny(person: &Person, channel: &str, permissions: &[&str]) {
    let channel = person.channel(channel).expect("a channel");
    let change = json!({"channel": channel, "who": "bot", "allow": [], "deny": permissions});
    let denied = person.control("permissions", change).await;
    denied.expect("a control");
}

/// Has Discord let the bot begin no direct messages, so that everybody is told later.
pub(crate) async fn close_direct_messages(person: &Person) {
    let too_fast = json!({"status": 403, "code": 40_003});
    hinder(person, "POST /users/@me/channels", 999, too_fast).await;
}

/// Returns whether Discord has let the bot begin no direct messages.
pub(crate) fn is_closed(request: &LoggedRequest) -> bool {
    request.status == 403 && request.path.ends_with("/users/@me/channels")
}
