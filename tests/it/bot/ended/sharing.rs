//! Sharing of games that not everybody may see.

use discord_sandbox::{Message, Person, View};

use crate::bot::ended::replays::hasty_stage;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, begun, button_id, play_plies, press, resign_in, reviewed, share, slash, slash_in,
    speak_english,
};
use crate::bot::user_install::{GROUP, MoveInput, group, last_board, play_one, sit_down};
use crate::support::players::Dice;

/// Another channel of the server.
const OTHER_CHANNEL: &str = "games";

/// Returns the replay and the review of a game as a person looks at them in a channel.
async fn looked_at(person: &Person, channel: &str) -> [Message; 2] {
    let game = [("game", "1")];
    let replay = slash_in(person, channel, "focus-info replay", &game).await;
    let review = slash_in(person, channel, "focus-info eval", &game).await;
    [replay, reviewed(person, &review).await]
}

/// Returns the private refusals that a person sees in a channel.
fn refusals(view: &View, channel: &str) -> usize {
    let words = ["only where it is played", "alleen te zien waar"];
    let is_one = |message: &Message| {
        let text = message.all_text();
        message.is_ephemeral() && words.iter().any(|words| text.contains(words))
    };
    view.messages(channel).into_iter().filter(is_one).count()
}

/// Presses a button by its custom id, and waits until the person alone is told that nothing is shown.
async fn is_refused(person: &Person, shown: &Message, custom_id: &str) {
    let channel = shown.channel();
    let before = person.view(|view| refusals(view, channel));
    let asked = person.forge(shown, custom_id, None).await;
    asked.expect("a press");
    let refusal = person.wait_until("a refusal", |view| {
        (refusals(view, channel) > before).then_some(())
    });
    refusal.await.expect("a refusal");
    let messages = person.view(|view| view.messages(channel));
    let mut pictures = messages.iter().filter(|one| !one.pictures().is_empty());
    assert!(pictures.all(Message::is_ephemeral));
}

/// Asserts that the button that shares a message shows it to nobody.
async fn is_not_shared(person: &Person, shown: &Message) {
    is_refused(person, shown, &button_id(shown, "f1:share")).await;
}

async fn resign(stage: &Stage, people: &[Person], channel: &str) {
    resign_in(stage.to_move(1, people), channel).await;
}

#[tokio::test]
async fn a_private_game_is_shared_only_where_it_is_played() {
    let stage = hasty_stage().await;
    let people = begun(&stage, ["anna", "juergen"], &[("private", "true")]).await;
    let [anna, _] = &people;
    play_plies(&stage, &people, 4).await;
    resign(&stage, &people, HERE).await;
    last_board(anna, HERE).await;
    for shown in looked_at(anna, OTHER_CHANNEL).await {
        is_not_shared(anna, &shown).await;
    }
    for shown in looked_at(anna, HERE).await {
        assert!(!share(anna, &shown).await.is_ephemeral());
    }
    // Custom ids of the players' buttons show it to nobody else in another channel.
    let sjoerd = stage.person("sjoerd").await;
    let help = slash_in(&sjoerd, OTHER_CHANNEL, "focus-info help", &[]).await;
    for custom_id in [
        "f1:sharefilm:1:4:1:1",
        "f1:sharereview:1:0",
        "f1:replay:1:0",
    ] {
        is_refused(&sjoerd, &help, custom_id).await;
    }
}

#[tokio::test]
async fn a_game_of_several_people_in_a_group_is_shared_only_there() {
    let stage = hasty_stage().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let shown = slash_in(anna, GROUP, "focus new", &[]).await;
    sit_down(lukasz, &shown).await;
    let mut dice = Dice(3);
    for _ in 0..4 {
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
    }
    resign(&stage, &people, GROUP).await;
    last_board(anna, GROUP).await;
    for shown in looked_at(anna, HERE).await {
        is_not_shared(anna, &shown).await;
    }
}

#[tokio::test]
async fn a_game_with_the_computer_in_direct_messages_can_be_shared() {
    let stage = hasty_stage().await;
    let people = stage.people(["anna"]).await;
    let [anna] = &people;
    let direct = anna.open_dm().await.expect("a conversation");
    let bot = anna.view(|view| view.bot().to_owned());
    let options = [("opponent1", bot.as_str())];
    let begun = slash_in(anna, &direct, "focus challenge", &options).await;
    says(&begun, "#1");
    let is_hers = || stage.game(1).thinking().is_none();
    for _ in 0..4 {
        stage.until("her turn", is_hers).await;
        let mv = stage.a_move(1).to_string();
        slash_in(anna, &direct, "focus move", &[("move", &mv)]).await;
    }
    stage.until("her turn", is_hers).await;
    resign(&stage, &people, &direct).await;
    last_board(anna, &direct).await;
    for shown in looked_at(anna, HERE).await {
        says(&share(anna, &shown).await, "Shared by Anna");
    }
}

#[tokio::test]
async fn a_game_in_a_private_thread_is_seen_only_there() {
    let (stage, [anna, sjoerd]) = Stage::with_people(["anna", "sjoerd"]).await;
    speak_english(&sjoerd).await;
    let thread = anna.create_private_thread(HERE, "Secret").await;
    let thread = thread.expect("a thread");
    let bot = anna.view(|view| view.bot().to_owned());
    let called = anna.say(&thread, &format!("<@{bot}>")).await;
    called.expect("a message");
    slash_in(&anna, &thread, "focus new", &[]).await;
    let panel = slash_in(&anna, &thread, "focus play", &[]).await;
    press(&anna, &panel, "Start").await;
    let position = stage.game(2).game.position().to_string();
    let notation = [("notation", position.as_str())];
    let record = slash_in(&anna, &thread, "focus-info import", &notation).await;
    press(&anna, &record, "i1:play").await;
    for (command, game) in [
        ("focus join", "1"),
        ("focus board", "2"),
        ("focus join", "3"),
    ] {
        let refusal = slash(&sjoerd, command, &[("game", game)]).await;
        says_privately(&refusal, "only where it is played");
    }
}
