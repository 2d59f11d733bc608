//! Ways to enter a move, and the suggestions while typing.

use discord_sandbox::{Message, Person};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::suggestions::suggestions;
use crate::bot::stage::{
    HERE, Stage, answer_to, answers, board, messages_in, pick, press, press_quietly, slash,
    slash_in, speak_english,
};

async fn offered(person: &Person, typed: &str) -> Vec<(String, String)> {
    let options = [("move", typed)];
    let choices = suggestions(person, HERE, "focus move", &options, "move").await;
    choices
        .into_iter()
        .map(|(name, value)| (name, value.as_str().expect("a text").to_owned()))
        .collect()
}

#[tokio::test]
async fn moves_are_offered_source_first_and_label_and_value_are_both_understood() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let sources = offered(mover, "").await;
    assert_eq!(sources.len(), 18, "{sources:?}");
    assert!(
        sources
            .iter()
            .all(|(label, value)| label.starts_with(value.as_str()))
    );
    let source = &sources[0].1;
    let offers = offered(mover, source).await;
    assert!(offers.iter().all(|(label, value)| {
        label.starts_with(value.as_str()) && value.starts_with(source.as_str())
    }));
    let view = stage.game(1);
    let legal = view.game.position().legal_moves();
    let legal = legal.iter().map(ToString::to_string);
    let mut legal: Vec<_> = legal.filter(|mv| mv.starts_with(source.as_str())).collect();
    let mut values: Vec<_> = offers.iter().map(|(_, value)| value.clone()).collect();
    legal.sort();
    values.sort();
    assert_eq!(values, legal);
    // Some clients send the label of a suggestion instead of its value.
    slash(mover, "focus move", &[("move", &offers[0].0)]).await;
    board(mover, 1, 1).await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), offers[0].1);
}

#[tokio::test]
async fn a_square_that_does_not_exist_is_refused_with_ways_to_enter_another_move() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let refusal = slash(mover, "focus move", &[("move", "a1-h8")]).await;
    says_privately(&refusal, "a1");
    assert!(refusal.component("f1:type:1:0").is_some(), "{refusal:?}");
    let first = press(mover, &refusal, "f1:move:1:0").await;
    assert!(first.is_ephemeral(), "{}", first.all_text());
}

#[tokio::test]
async fn the_label_of_a_source_leads_to_a_menu() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let (label, value) = offered(mover, "").await.swap_remove(0);
    let question = slash(mover, "focus move", &[("move", &label)]).await;
    says_privately(&question, &value);
    let menu = question.component("f1:to").expect("a menu");
    let mv = menu["options"][0]["value"]
        .as_str()
        .expect("a move")
        .to_owned();
    let asked = pick(mover, &question, "f1:to", &[&mv]).await;
    press(mover, &asked, "f1:play:").await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), mv);
}

#[tokio::test]
async fn no_moves_are_suggested_to_a_player_who_is_not_to_move() {
    let (stage, people) = Stage::with_duel().await;
    assert_eq!(offered(stage.waiting(1, &people), "").await, []);
}

#[tokio::test]
async fn an_illegal_move_is_refused_by_the_rule_it_breaks() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let refusal = slash(mover, "focus move", &[("move", "d4-e5")]).await;
    assert!(refusal.is_ephemeral(), "{}", refusal.content());
    let nonsense = slash(mover, "focus move", &[("move", "hello")]).await;
    assert!(nonsense.is_ephemeral() && nonsense.content() != refusal.content());
    assert_eq!(stage.game(1).plies(), 0);
}

#[tokio::test]
async fn chat_below_a_board_is_left_alone() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let mut chat = Vec::new();
    for text in [
        "good luck!",
        "thank-you",
        "k9 is what I call my dog",
        "c",
        "a1 steak sauce",
        "d4 is nice",
        "d4 or e4?",
        "d4!",
        "d4 :)",
        "d4 :D",
        "d4 ;D",
        "d4 xD",
        "d4 >:D",
        "e4 =D",
        "e4 :c",
        "g2g",
        "f2f",
        "b2b",
        "c4d",
        "d4, e5",
        "d4, e5 nice",
        "d4; e5 nice",
        "c4, d4 or e4",
        "d4 & e5",
        "d4/e4",
    ] {
        chat.push(mover.reply(&shown, text).await.expect("a reply"));
    }
    let mv = stage.a_move(1).to_string();
    mover.reply(&shown, &mv).await.expect("a reply");
    board(mover, 1, 1).await;
    let mut messages = messages_in(mover, HERE).into_iter();
    let answered = messages.any(|message| chat.iter().any(|chat| answers(&message, chat)));
    assert!(!answered);
}

#[tokio::test]
async fn a_reply_that_is_meant_as_a_move_is_told_what_is_wrong() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    for (text, wrong) in [
        ("b2-b8", "is not a square"),
        ("e2 - h2", "is not a square"),
        ("c1", "is not a move"),
        ("\u{ff43}\u{ff11}", "is not a move"),
        ("c4=c5", "is not a move"),
        ("c4-", "is not a move"),
        ("c4->d", "is not a move"),
        ("b7-c7!", "cannot follow a move"),
    ] {
        let reply = mover.reply(&shown, text).await.expect("a reply");
        says(&answer_to(mover, &reply).await, wrong);
    }
}

#[tokio::test]
async fn a_reply_in_the_marks_of_the_bots_own_texts_is_a_move() {
    let (stage, people) = Stage::with_duel().await;
    for (plies, mark) in [(0, "`"), (1, "**")] {
        let mover = stage.to_move(1, &people);
        let shown = board(mover, 1, plies).await;
        let text = format!("{mark}{}{mark}", stage.a_move(1));
        mover.reply(&shown, &text).await.expect("a reply");
        board(mover, 1, plies + 1).await;
    }
}

#[tokio::test]
async fn a_refused_reply_is_answered_without_calling_anybody() {
    let (stage, people) = Stage::with_duel().await;
    let other = stage.waiting(1, &people);
    let shown = board(other, 1, 0).await;
    let mv = stage.a_move(1).to_string();
    let reply = other.reply(&shown, &mv).await.expect("a reply");
    let answer = answer_to(other, &reply).await;
    says(&answer, "not your turn");
    assert!(answer.pings().is_empty());
}

/// Returns the bot's answer to a message that mentions it in the default channel.
async fn answer_to_call(person: &Person, text: &str) -> Message {
    let call = person.view(|view| format!("<@{}> {text}", view.bot()));
    let call = person.say(HERE, &call).await.expect("a message");
    answer_to(person, &call).await
}

/// Returns the bot's answer to an illegal move sent in reply to a board.
async fn answer_to_a_mistake(person: &Person, shown: &Message) -> Message {
    let reply = person.reply(shown, "d4-e5").await.expect("a reply");
    answer_to(person, &reply).await
}

#[tokio::test]
async fn a_move_below_an_answer_of_the_bot_is_played() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let answer = answer_to_a_mistake(mover, &shown).await;
    let chat = mover.reply(&answer, "oh, I see").await.expect("a reply");
    let mv = stage.a_move(1).to_string();
    mover.reply(&answer, &mv).await.expect("a reply");
    board(mover, 1, 1).await;
    let messages = messages_in(mover, HERE);
    assert!(!messages.iter().any(|message| answers(message, &chat)));
}

#[tokio::test]
async fn a_move_below_an_answer_of_the_bot_is_for_a_game_of_that_channel() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let elsewhere = [("game", "1")];
    slash_in(mover, "games", "focus here", &elsewhere).await;
    let lukasz = stage.person("lukasz").await;
    let answer = answer_to_call(&lukasz, "hello?").await;
    let mv = stage.a_move(1).to_string();
    mover.reply(&answer, &mv).await.expect("a reply");
    // A later message is read later; a mention makes the bot answer in any game.
    let told = answer_to_call(mover, "d4-e5").await;
    assert!(told.component("f1:type:1:").is_some());
    assert_eq!(stage.game(1).plies(), 0);
}

#[tokio::test]
async fn a_move_for_one_of_several_games_is_played_where_its_player_chooses() {
    let (stage, people) = Stage::with_duel().await;
    let [anna, juergen] = &people;
    slash(anna, "focus challenge", &[("opponent1", "juergen")]).await;
    slash(juergen, "focus join", &[]).await;
    board(anna, 2, 0).await;
    let (mover, other) = (stage.to_move(1, &people), stage.to_move(2, &people));
    if mover.id() != other.id() {
        let mv = stage.a_move(2).to_string();
        slash(other, "focus move", &[("move", &mv), ("game", "#2")]).await;
        board(mover, 2, 1).await;
    }
    let before = stage.game(2).plies();
    let mv = stage.a_move(1).to_string();
    let which = answer_to_call(mover, &mv).await;
    for game in [1, 2] {
        let id = format!("f1:play:{game}:{}:{mv}", stage.game(game).steps);
        assert!(which.component(&id).is_some(), "{:?}", which.labels());
    }
    press_quietly(mover, &which, "f1:play:1:").await;
    board(mover, 1, 1).await;
    assert_eq!(stage.game(1).game.plies()[0].mv.to_string(), mv);
    assert_eq!(stage.game(2).plies(), before);
}

/// Lets Anna and Jürgen begin a private game in another channel.
async fn begin_in_private(people: &[Person; 2], game: u32) {
    let [anna, juergen] = people;
    let options = [("opponent1", "juergen"), ("private", "true")];
    slash_in(anna, "games", "focus challenge", &options).await;
    slash_in(juergen, "games", "focus join", &[]).await;
    board(anna, game, 0).await;
}

#[tokio::test]
async fn private_games_elsewhere_are_not_listed_in_public() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    for game in [1, 2] {
        begin_in_private(&people, game).await;
    }
    let mover = stage.to_move(1, &people);
    let other = stage.to_move(2, &people);
    if mover.id() != other.id() {
        // One game in which it is the person's turn would be the one meant.
        let mv = stage.a_move(2).to_string();
        let options = [("move", mv.as_str()), ("game", "#2")];
        slash_in(other, "games", "focus move", &options).await;
        board(other, 2, 1).await;
    }
    let told = answer_to_call(mover, "d4-e5").await;
    says(&told, "no game here");
    let begin = ["Play a beginner", "Set up a game", "Practice"];
    assert_eq!(told.labels(), begin);
    let reply = mover.reply(&told, "d4-e5").await.expect("a reply");
    // A later message is read later.
    answer_to_call(mover, "d4-e5").await;
    let messages = mover.view(|view| view.messages(told.channel()));
    assert!(!messages.iter().any(|message| answers(message, &reply)));
}

#[tokio::test]
async fn a_refusal_in_a_private_game_elsewhere_tells_nothing_of_it() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    begin_in_private(&people, 1).await;
    let (mover, other) = (stage.to_move(1, &people), stage.waiting(1, &people));
    let mv = stage.a_move(1).to_string();
    for (person, text) in [(mover, "d4-e5"), (other, mv.as_str())] {
        let told = answer_to_call(person, text).await;
        says(&told, "only where it is played");
        assert!(told.labels().is_empty(), "{:?}", told.labels());
    }
    let call = mover.view(|view| format!("<@{}> {mv}", view.bot()));
    mover.say(HERE, &call).await.expect("a message");
    board(mover, 1, 1).await;
}

#[tokio::test]
async fn an_illegal_reply_is_answered_with_moves_to_press() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    let answer = answer_to_a_mistake(mover, &shown).await;
    assert!(
        answer.component("f1:type:1:0").is_some(),
        "{:?}",
        answer.labels()
    );
    stage.restart_bot().await;
    let near = answer.component("f1:play:1:0:").expect("a move near it");
    let near = near["custom_id"].as_str().expect("an id").to_owned();
    press_quietly(mover, &answer, &near).await;
    board(mover, 1, 1).await;
    let played = stage.game(1).game.plies()[0].mv.to_string();
    assert!(near.ends_with(&played), "{near}: {played}");
}

#[tokio::test]
async fn greeting_in_direct_messages_is_answered_with_a_welcome() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let direct = anna.open_dm().await.expect("a conversation");
    anna.say(&direct, "hello").await.expect("a message");
    let welcome = anna.wait_for_message("a welcome", |message| {
        message.channel() == direct && message.content().contains("/focus play")
    });
    let welcome = welcome.await.expect("a welcome");
    let begin = ["Play a beginner", "Practice", "Rules"];
    assert_eq!(welcome.labels()[..3], begin);
    let told = anna.say(&direct, "b7-c7").await.expect("a message");
    says(&answer_to(&anna, &told).await, "no game");
}

#[tokio::test]
async fn a_mention_that_is_no_move_is_told_how_to_write_one() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    anna.say(HERE, &format!("<@{bot}> hello?"))
        .await
        .expect("a message");
    let answer = anna.wait_for_message("an answer", |message| message.content().contains("b7-c7"));
    assert!(answer.await.expect("an answer").pings().is_empty());
}

#[tokio::test]
async fn a_stack_of_the_opponent_has_no_move_and_other_ways_are_offered() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    speak_english(mover).await;
    let view = stage.game(1);
    let position = view.game.position();
    let other = position.side().opposite();
    let square = position.board().topped_by(other).next();
    let square = square.expect("a stack").to_string();
    // There is no reserve yet, either.
    for origin in [square.as_str(), "+"] {
        let refusal = slash(mover, "focus move", &[("move", origin)]).await;
        says_privately(&refusal, &format!("no move that begins with `{origin}`"));
        for button in ["f1:move:", "f1:type:"] {
            assert!(refusal.component(button).is_some(), "{button}");
        }
    }
}

#[tokio::test]
async fn a_board_is_looked_at_from_every_side() {
    let (_stage, [anna, juergen]) = Stage::with_duel().await;
    let shown = board(&anna, 1, 0).await;
    let usual = press(&anna, &shown, "f1:board:").await;
    assert!(usual.is_ephemeral() && usual.labels() == ["Flip", "In words"]);
    let one = anna.fetch(usual.pictures()[0]).await.expect("a picture");
    let turned = press(&anna, &usual, "Flip").await;
    assert_eq!(turned.id(), usual.id(), "the same message changes");
    let other = anna.fetch(turned.pictures()[0]).await.expect("a picture");
    assert_ne!(one, other);
    let text = slash(&juergen, "focus board", &[("text", "true")]).await;
    says_privately(&text, "Orange");
}

#[tokio::test]
async fn a_board_is_told_in_words_back_and_forth_and_around_a_square() {
    let (mut stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    speak_english(mover).await;
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    let shown = board(mover, 1, 1).await;
    let seen = press(mover, &shown, "f1:board:").await;
    let told = press(mover, &seen, "In words").await;
    assert_eq!(told.id(), seen.id(), "the same message changes");
    assert!(told.attachments().is_empty());
    says(&told, "**Rank 8:**");
    says(&told, &mv);
    let before = press(mover, &told, "Back").await;
    says(&before, "before the first move");
    says(&before, "**Rank 8:**");
    stage.restart_bot().await;
    let mover = stage.waiting(1, &people);
    let rank = pick(mover, &before, "f1:readrank:", &["3"]).await;
    let around = pick(mover, &rank, "f1:readsquare:", &["c3"]).await;
    assert!(
        around.content().starts_with("**c3 orange**"),
        "{}",
        around.content()
    );
    let picture = press(mover, &around, "As a picture").await;
    assert_eq!(picture.attachments().len(), 1);
    says(&picture, "before the first move");
}

#[tokio::test]
async fn a_list_of_games_begins_with_those_that_wait() {
    let (stage, people) = Stage::with_duel().await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    // People see the board a moment before the bot has recorded its message.
    let mut list = slash(mover, "focus-info games", &[]).await;
    for _ in 0..50 {
        if list.content().contains(shown.id()) {
            break;
        }
        list = slash(mover, "focus-info games", &[]).await;
    }
    says_privately(&list, shown.id());
    let labels = list.labels();
    assert!(
        labels.len() == 3 && labels[0].starts_with("#1 · "),
        "{labels:?}"
    );
    assert!(list.component("f1:board:1:0").is_some());
    let step = press(mover, &list, "f1:move:1:0").await;
    assert!(step.is_ephemeral() && step.component("f1:from:").is_some());
    let help = slash(mover, "focus-info help", &[]).await;
    let text = help.all_text();
    assert!(
        help.is_ephemeral() && text.contains("</focus play:"),
        "{text}"
    );
}
