//! Games in groups and in direct messages of people.

use discord_sandbox::{Message, Person};
use focus::{Color, Mode, Position, Rules};

use crate::bot::ended::replays::hasty_stage;
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    HERE, Stage, board, changed, context, is_board, press, private_with, reads, slash_in, stripped,
};
use crate::bot::user_install::{
    GROUP, MoveInput, assert_only_answered, begun_with, group, last_board, move_by_button,
    only_the_last_has_buttons, play_one, press_beside, restart_after_the_board, set_up, sit_down,
};
use crate::support::players::Dice;

#[tokio::test]
async fn two_people_in_a_group_play_a_whole_game() {
    let mut stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let table = set_up(anna, GROUP, &[("goal", "1")]).await;
    assert!(!table.is_ephemeral(), "everybody sees the table");
    says(&table, "brought me here");
    sit_down(lukasz, &table).await;
    becomes(anna, &table, "The game has begun.").await;
    let mut dice = Dice(3);
    let mut moves = 0;
    while play_one(
        &stage,
        &people,
        &mut dice,
        if moves % 3 == 2 {
            MoveInput::CommandIn(GROUP)
        } else {
            MoveInput::Buttons
        },
    )
    .await
    {
        moves += 1;
        // The next move is made with the buttons of the board, whose press brings a token for it.
        if moves % 12 == 4 {
            restart_after_the_board(&mut stage, anna, GROUP).await;
        }
    }
    last_board(anna, GROUP).await;
    only_the_last_has_buttons(anna, GROUP).await;
    assert_only_answered(&stage, anna, GROUP);
}

#[tokio::test]
async fn a_game_in_a_group_keeps_the_language_of_its_host_after_a_restart() {
    let mut stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let table = set_up(anna, GROUP, &[]).await;
    sit_down(lukasz, &table).await;
    restart_after_the_board(&mut stage, anna, GROUP).await;
    // The first person of whom the bot hears now speaks Polish.
    slash_in(lukasz, GROUP, "focus-info help", &[]).await;
    let before = board(anna, 1, 0).await;
    play_one(&stage, &people, &mut Dice(3), MoveInput::Buttons).await;
    says(&board(anna, 1, 1).await, "to move");
    becomes(anna, &before, "has begun").await;
}

#[tokio::test]
async fn a_table_in_a_group_keeps_the_language_of_its_host_after_a_restart() {
    let mut stage = Stage::new().await;
    let [anna, lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let table = set_up(&anna, GROUP, &[("mode", "1")]).await;
    let seen = lukasz.wait_until("the table", |view| view.message(table.id()));
    let seen = seen.await.expect("the table");
    stage.restart_bot().await;
    // The first person of whom the bot hears now speaks Polish.
    lukasz.press(&seen, "f1:join").await.expect("a button");
    says(&reads(&anna, &table, "(2 ").await, "Seats");
}

/// Waits until a message has lost its buttons, and checks that it says this.
async fn becomes(person: &Person, message: &Message, text: &str) {
    says(&stripped(person, message).await, text);
}

#[tokio::test]
async fn a_press_changes_no_message_but_the_board_before() {
    let stage = hasty_stage().await;
    let people = group(&stage, ["anna", "lukasz", "juergen"]).await;
    let [anna, lukasz, juergen] = &people;
    let table = set_up(anna, GROUP, &[]).await;
    sit_down(lukasz, &table).await;
    let mut dice = Dice(5);
    let mut played = String::new();
    for _ in 0..12 {
        play_one(&stage, &people[..2], &mut dice, MoveInput::Buttons).await;
        played = stage
            .game(1)
            .game
            .plies()
            .last()
            .expect("a move")
            .mv
            .to_string();
    }
    let mover = stage.to_move(1, &people[..2]);
    let shown = board(mover, 1, 12).await;
    slash_in(mover, GROUP, "focus draw", &[]).await;
    let other = stage.waiting(1, &people[..2]);
    let is_offer = |message: &Message| message.labels().contains(&"Accept draw");
    let offer = changed(other, &shown, "an offer", is_offer).await;
    press_beside(other, &offer, "Accept draw").await;
    let last = last_board(anna, GROUP).await;
    becomes(anna, &shown, &played).await;
    // Spectators may also look back; the replay stays where it is.
    let replay = juergen.wait_for_message("the replay", |message| {
        !message.is_ephemeral() && message.content().contains("**Replay**")
    });
    let replay = replay.await.expect("the replay");
    for (message, button) in [
        (&replay, "Record"),
        (&replay, "Analysis"),
        (&last, "Replay"),
    ] {
        press_beside(juergen, message, button).await;
        let answer = juergen.wait_for_message("an answer", Message::is_ephemeral);
        let answer = answer.await.expect("an answer");
        assert!(
            !answer.content().contains("no game"),
            "{}",
            answer.content()
        );
    }
    let after = juergen
        .view(|view| view.message(replay.id()))
        .expect("the replay");
    assert_eq!(after.labels(), replay.labels());
    assert_eq!(after.attachments(), replay.attachments());
}

#[tokio::test]
async fn two_people_play_in_their_direct_messages() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    anna.install().await.expect("an installation");
    let direct = anna.open_dm_with("juergen").await.expect("a conversation");
    let options = [("opponent1", "juergen")];
    let table = slash_in(anna, &direct, "focus challenge", &options).await;
    assert_eq!(table.0["mentions"][0]["id"], juergen.id());
    sit_down(juergen, &table).await;
    let mut dice = Dice(4);
    for _ in 0..6 {
        // Only Anna has installed the bot, but both play by pressing buttons.
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
    }
    assert_only_answered(&stage, anna, &direct);
}

#[tokio::test]
async fn a_computer_answers_in_a_group() {
    let stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let options = [("computer", "0"), ("people", "1")];
    let first = slash_in(anna, GROUP, "focus new", &options).await;
    assert!(!first.is_ephemeral());
    let seen = lukasz.wait_until("the board", |view| view.message(first.id()));
    seen.await.expect("everybody sees the board");
    for _ in 0..3 {
        let is_hers = || stage.game(1).thinking().is_none();
        stage.until("Anna's turn", is_hers).await;
        let shown = board(anna, 1, stage.game(1).steps).await;
        let mv = stage.a_move(1).to_string();
        move_by_button(anna, &shown, &mv).await;
    }
    assert_only_answered(&stage, anna, GROUP);
}

#[tokio::test]
async fn two_presses_lead_to_a_game_with_the_computer_in_a_group() {
    let stage = Stage::new().await;
    let [anna, lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let panel = slash_in(&anna, GROUP, "focus play", &[]).await;
    assert!(panel.is_ephemeral(), "{}", panel.content());
    press(&anna, &panel, "p1:s:").await;
    let seen = lukasz.wait_until("the board", |view| {
        let mut messages = view.messages(&view.channel(GROUP)?).into_iter();
        messages.find(is_board)
    });
    seen.await.expect("everybody sees the board");
    let is_hers = || stage.game(1).thinking().is_none();
    stage.until("Anna's turn", is_hers).await;
    let shown = board(&anna, 1, stage.game(1).steps).await;
    let mv = stage.a_move(1).to_string();
    move_by_button(&anna, &shown, &mv).await;
    assert_only_answered(&stage, &anna, GROUP);
}

#[tokio::test]
async fn a_board_replies_to_no_private_message() {
    let stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let table = set_up(anna, GROUP, &[]).await;
    sit_down(lukasz, &table).await;
    let mut dice = Dice(5);
    for steps in 0..3 {
        let before = board(anna, 1, steps).await;
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
        let after = board(anna, 1, steps + 1).await;
        assert_eq!(after.0["message_reference"]["message_id"], before.id());
    }
}

#[tokio::test]
async fn a_game_moves_from_a_group_to_a_server_and_back() {
    let stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let table = set_up(anna, GROUP, &[]).await;
    sit_down(lukasz, &table).await;
    board(anna, 1, 0).await;
    let done = slash_in(anna, HERE, "focus here", &[("game", "1")]).await;
    assert!(done.is_ephemeral(), "{}", done.content());
    let here = anna.channel(HERE).expect("a channel");
    let there = anna.wait_for_message("a board there", |message| {
        message.channel() == here && message.component("f1:move:").is_some()
    });
    there.await.expect("a board");
    only_the_last_has_buttons(anna, GROUP).await;
    // The board is the answer, or follows it if that takes long.
    slash_in(anna, GROUP, "focus here", &[("game", "1")]).await;
    let back = anna.wait_until("the board in the group again", |view| {
        let messages = view.messages(&view.channel(GROUP)?);
        let mut public = messages.iter().filter(|message| !message.is_ephemeral());
        public.find_map(|message| message.component("f1:move:").map(|_| ()))
    });
    back.await.expect("a board");
    let mut dice = Dice(5);
    for _ in 0..2 {
        let view = stage.game(1);
        let mover = stage.to_move(1, &people);
        let mv = crate::support::players::choose(view.game.position(), &mut dice, 9).to_string();
        slash_in(mover, GROUP, "focus move", &[("move", &mv)]).await;
    }
    board(anna, 1, 2).await;
}

#[tokio::test]
async fn games_are_not_followed_and_moderated_in_a_group() {
    let stage = Stage::new().await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    slash_in(
        &anna,
        HERE,
        "focus new",
        &[("computer", "0"), ("people", "0"), ("computer2", "0")],
    )
    .await;
    let refusal = slash_in(&anna, GROUP, "focus-info watch", &[("game", "1")]).await;
    says(&refusal, "only reply");
    let none = anna.slash(GROUP, "focus-admin settings", &[]).await;
    none.expect_err("a command of servers");
}

#[tokio::test]
async fn strangers_neither_see_nor_join_the_games_of_a_group() {
    let stage = Stage::new().await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    slash_in(&anna, GROUP, "focus new", &[]).await;
    slash_in(
        &anna,
        GROUP,
        "focus new",
        &[("computer", "0"), ("people", "1")],
    )
    .await;
    let juergen = stage.person("juergen").await;
    juergen.install().await.expect("an installation");
    let made = juergen.create_group("others", &["eleonora"]).await;
    made.expect("a group");
    for (command, game) in [("focus join", "1"), ("focus board", "2")] {
        let refusal = slash_in(&juergen, "others", command, &[("game", game)]).await;
        assert!(refusal.is_ephemeral(), "{}", refusal.content());
        assert!(refusal.component("f2:move:").is_none() && refusal.attachments().is_empty());
    }
    let table = stage.service().view(focusbot::service::GameId(1));
    let focusbot::service::View::Table(table) = table.expect("a table") else {
        panic!("expected a table");
    };
    assert_eq!(table.people.len(), 1);
}

#[tokio::test]
async fn practice_and_rules_work_beside_a_table() {
    let stage = Stage::new().await;
    let [anna, lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let table = set_up(&anna, GROUP, &[]).await;
    let seen = lukasz.wait_until("the table", |view| view.message(table.id()));
    press_beside(&lukasz, &seen.await.expect("the table"), "f1:howto").await;
    private_with(&lukasz, "f1:lesson").await;
}

#[tokio::test]
async fn four_people_in_a_group_play_in_turn() {
    let stage = Stage::new().await;
    let names = ["anna", "lukasz", "juergen", "eleonora"];
    let people = begun_with(&stage, names, &[("mode", "3")]).await;
    let mut dice = Dice(7);
    for _ in 0..=people.len() {
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
    }
    only_the_last_has_buttons(&people[0], GROUP).await;
    assert_only_answered(&stage, &people[0], GROUP);
}

#[tokio::test]
async fn a_hint_in_a_group_is_for_the_player_alone() {
    let stage = Stage::new().await;
    let [anna, _lukasz] = group(&stage, ["anna", "lukasz"]).await;
    let options = [("computer", "0"), ("people", "1")];
    slash_in(&anna, GROUP, "focus new", &options).await;
    let is_hers = || stage.game(1).thinking().is_none();
    stage.until("Anna's turn", is_hers).await;
    let before = stage.game(1);
    let hint = slash_in(&anna, GROUP, "focus hint", &[]).await;
    assert!(hint.is_ephemeral(), "{}", hint.content());
    let name = format!("hint-1-{}.png", before.steps);
    assert_eq!(hint.attachments()[0]["filename"], name);
    let pressed = anna.press(&hint, "f1:play:").await;
    pressed.expect("a button for the best move");
    let is_played = || stage.game(1).plies() > before.plies();
    stage.until("the move", is_played).await;
    assert_only_answered(&stage, &anna, GROUP);
}

/// Waits until a person sees in the group that a game can be joined.
async fn open_table(person: &Person, game: u32) -> Message {
    let button = format!("f1:join:{game}:");
    let table = person.wait_until("a table", |view| {
        let mut messages = view.messages(&view.channel(GROUP)?).into_iter();
        messages.find(|message| message.component(&button).is_some())
    });
    table.await.expect("a table")
}

#[tokio::test]
async fn member_of_a_group_is_challenged_from_their_menu() {
    let stage = Stage::new().await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let panel = context(anna, GROUP, "Challenge to FOCUS", &lukasz.id()).await;
    assert!(panel.is_ephemeral(), "{}", panel.all_text());
    anna.press(&panel, "Start").await.expect("a button");
    let table = open_table(lukasz, 1).await;
    assert_eq!(table.0["mentions"][0]["id"], lukasz.id());
    sit_down(lukasz, &table).await;
    board(anna, 1, 0).await;
    play_one(&stage, &people, &mut Dice(3), MoveInput::Buttons).await;
    assert_only_answered(&stage, anna, GROUP);
}

#[tokio::test]
async fn a_board_in_a_group_is_replayed_and_a_position_played_on_from() {
    let stage = Stage::new().await;
    let people = begun_with(&stage, ["anna", "lukasz"], &[]).await;
    let [anna, lukasz] = &people;
    let mut dice = Dice(5);
    for _ in 0..2 {
        play_one(&stage, &people, &mut dice, MoveInput::Buttons).await;
    }
    let shown = board(anna, 1, 2).await;
    let replayed = context(anna, GROUP, "Replay", shown.id()).await;
    assert!(replayed.is_ephemeral(), "{}", replayed.content());
    assert_eq!(replayed.attachments()[0]["content_type"], "image/gif");
    let told = context(anna, GROUP, "Play on from here", shown.id()).await;
    says_privately(&told, "still going on");
    let position = Position::start(Rules::new(Mode::Duel), Color::Orange).to_string();
    let posted = anna.say(GROUP, &position).await.expect("a message");
    let used = anna.context(GROUP, "Play on from here", posted.id()).await;
    used.expect("a command in the menu");
    let table = open_table(lukasz, 2).await;
    let view = stage.service().view(focusbot::service::GameId(2));
    let focusbot::service::View::Table(view) = view.expect("a table") else {
        panic!("expected a table");
    };
    assert_eq!(view.start, Some(position));
    sit_down(lukasz, &table).await;
    board(anna, 2, 0).await;
    assert_only_answered(&stage, anna, GROUP);
}
