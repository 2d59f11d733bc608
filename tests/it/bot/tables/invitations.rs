//! Tables: open ones, invitations, challenges, and how they end.

use std::time::Duration;

use focus::Mode;
use focus_engine::Level;
use focusbot::service::{Limits, Player};

use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    LIMITS, Stage, board, button_id, do_something_else, pick, press, press_old, press_quietly,
    reads, slash, slash_in, speak_english, table,
};

#[tokio::test]
async fn sitting_down_and_standing_up_change_the_table_in_the_answer() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    says(&shown, "Three-way");
    says(&shown, "1 of 3");
    let labels = [
        "Join",
        "Leave",
        "How to play",
        "Start",
        "Add computer",
        "Invite",
    ];
    assert_eq!(shown.labels(), labels);

    let table = press(&juergen, &shown, "Join").await;
    assert_eq!(table.id(), shown.id());
    says(&table, "2 of 3");
    let table = press(&juergen, &shown, "Leave").await;
    assert_eq!(table.id(), shown.id());
    says(&table, "1 of 3");
    let closed = press(&anna, &shown, "Leave").await;
    says(&closed, "The table is closed.");
    assert!(closed.labels().is_empty());
}

#[tokio::test]
async fn who_accepts_a_challenge_from_afar_gets_a_link_to_the_game() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    speak_english(&juergen).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    let done = slash_in(&juergen, "games", "focus join", &[("game", "1")]).await;
    says_privately(&done, "The game has begun.");
    says(&done, shown.channel());
}

#[tokio::test]
async fn a_host_starts_early_with_the_mode_for_those_who_are_there() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "3")]).await;
    let shown = table(&juergen).await;
    let early = press(&anna, &shown, "Start").await;
    says_privately(&early, "at least two");
    press(&juergen, &shown, "Join").await;
    let foreign = press(&juergen, &shown, "Start").await;
    says_privately(&foreign, "Anna");
    press_quietly(&anna, &shown, "Start").await;
    board(&anna, 1, 0).await;
    assert_eq!(stage.game(1).game.position().rules().mode(), Mode::Duel);
    let left = reads(&anna, &shown, "has begun").await;
    assert!(left.labels().is_empty());
    let join = button_id(&shown, "f1:join");
    let late = press_old(&juergen, &shown, &join).await;
    assert!(late.component("f1:board:1:").is_some());
}

#[tokio::test]
async fn three_and_four_people_fill_their_tables_by_command() {
    let stage = Stage::new().await;
    let names = ["anna", "juergen", "lukasz", "eleonora"];
    for (number, (choice, mode)) in [
        ("1", Mode::ThreeWay),
        ("2", Mode::Partners),
        ("3", Mode::FreeForAll),
    ]
    .iter()
    .enumerate()
    {
        let game = u32::try_from(number + 1).expect("a small number");
        let people = stage.people(names).await;
        slash(&people[0], "focus new", &[("mode", choice)]).await;
        table(&people[1]).await;
        for person in &people[1..mode.seats()] {
            let joined = slash(person, "focus join", &[]).await;
            says(&joined, &format!("#{game}"));
        }
        let shown = board(&people[0], game, 0).await;
        let mover = stage.to_move(game, &people);
        assert_eq!(shown.pings(), [mover.id()]);
        assert_eq!(stage.game(game).game.position().rules().mode(), *mode);
    }
}

#[tokio::test]
async fn a_challenge_calls_the_opponent_and_begins_when_accepted() {
    let (_stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    assert_eq!(shown.pings(), [juergen.id()]);
    says(&shown, &format!("By invitation only: <@{}>", juergen.id()));
    let labels = [
        "Accept",
        "Decline",
        "Leave",
        "How to play",
        "Add computer",
        "Invite",
        "Open to all",
    ];
    assert_eq!(shown.labels(), labels);
    let other = press(&lukasz, &shown, "Accept").await;
    assert!(
        other.is_ephemeral(),
        "told in private, in Polish: {}",
        other.content()
    );
    says(&other, "zaproszonych");
    press_quietly(&juergen, &shown, "Accept").await;
    board(&juergen, 1, 0).await;
}

#[tokio::test]
async fn a_challenge_declined_is_off() {
    let (_stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&juergen).await;
    let declined = press(&juergen, &shown, "Decline").await;
    says(&declined, "declined");
    assert!(declined.labels().is_empty());
}

#[tokio::test]
async fn refusals_for_lack_of_a_game_or_seat_offer_to_set_one_up() {
    const SET_UP: &[&str] = &["Set up a game"];
    const BEGIN: &[&str] = &["Play a beginner", "Set up a game", "Practice"];
    let (_stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    speak_english(&lukasz).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&lukasz).await;
    let join = button_id(&shown, "f1:join");
    let not_invited = press(&lukasz, &shown, "Accept").await;
    press(&juergen, &shown, "Decline").await;
    do_something_else(&lukasz).await;
    let closed = press_old(&lukasz, &shown, &join).await;
    let mut refusals = vec![(not_invited, SET_UP), (closed, SET_UP)];
    for (command, options, labels) in [
        ("focus join", &[][..], BEGIN),
        ("focus move", &[("move", "b7-c7")][..], BEGIN),
        ("focus board", &[("game", "77")][..], SET_UP),
        ("focus-info eval", &[][..], BEGIN),
    ] {
        refusals.push((slash(&lukasz, command, options).await, labels));
    }
    for (refusal, labels) in refusals {
        assert!(refusal.is_ephemeral(), "{}", refusal.content());
        assert_eq!(refusal.labels(), labels, "{}", refusal.content());
        let panel = press(&lukasz, &refusal, "p1:b:").await;
        assert_eq!(panel.id(), refusal.id());
        assert!(panel.component("p1:s:").is_some(), "{}", panel.content());
        do_something_else(&lukasz).await;
    }
}

#[tokio::test]
async fn tables_of_others_are_not_called_games_of_who_wants_to_join() {
    let (_stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    speak_english(&lukasz).await;
    for host in [&anna, &juergen] {
        slash(host, "focus new", &[]).await;
    }
    let which = slash(&lukasz, "focus join", &[]).await;
    says_privately(&which, "Several games could be meant: #1, #2");
}

#[tokio::test]
async fn an_invitation_elsewhere_is_not_accepted_in_place_of_the_table_here() {
    let (_stage, [anna, juergen, lukasz]) = Stage::with_people(["anna", "juergen", "lukasz"]).await;
    speak_english(&lukasz).await;
    let options = [("opponent1", "lukasz")];
    slash_in(&anna, "games", "focus challenge", &options).await;
    slash(&juergen, "focus new", &[]).await;
    let which = slash(&lukasz, "focus join", &[]).await;
    says_privately(&which, "Several games could be meant: #1, #2");
    assert!(which.component("f1:join:2:").is_some());
}

#[tokio::test]
async fn a_table_nobody_comes_to_closes_by_itself() {
    let limits = Limits {
        table_open_for: Duration::from_millis(400),
        ..LIMITS
    };
    let stage = Stage::with_limits(limits).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[]).await;
    let closed = anna.wait_for_message("a closed table", |message| {
        message.all_text().contains("not enough people")
    });
    assert!(closed.await.expect("a closed table").labels().is_empty());
}

#[tokio::test]
async fn wishes_that_do_not_fit_are_refused_by_name() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    for (options, reason) in [
        (
            &[("mode", "2"), ("goal", "1")][..],
            "does not have this option: Goal",
        ),
        (&[("quiet", "soon")][..], "neither a number"),
        (
            &[("invite1", "anna")][..],
            "named twice, or you have named yourself",
        ),
        (
            &[("mode", "0"), ("people", "2"), ("computer", "0")][..],
            "Duel is for 2 players, you included, but there are 3",
        ),
        (
            &[("mode", "3"), ("people", "3")][..],
            "Free-for-all is for 4 players, you included, but there are 3",
        ),
        (
            &[("people", "1")][..],
            "Duel is for 2 players, you included, but there is 1",
        ),
        (
            &[("mode", "3"), ("invite1", "juergen")][..],
            "Free-for-all needs 4 players",
        ),
    ] {
        let refusal = slash(&anna, "focus new", options).await;
        says_privately(&refusal, reason);
    }
    let wrong = [("opponent1", "juergen"), ("mode", "3")];
    let refusal = slash(&anna, "focus challenge", &wrong).await;
    says(&refusal, "for 4 players");
}

#[tokio::test]
async fn challenge_to_the_bot_begins_a_game_with_a_computer() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    let bot = anna.view(|view| view.bot().to_owned());
    let told = slash(&anna, "focus challenge", &[("opponent1", &bot)]).await;
    says(&told, "Casual");
    says(&told, "`computer`");
    let level = |game| {
        let view = stage.game(game);
        let mut players = view.players.into_iter();
        players.find_map(|(_, player)| match player {
            Player::Computer(level) => Some(level),
            Player::Person(_) => None,
        })
    };
    assert_eq!(level(1), Some(Level::Casual));
    let options = [("opponent1", bot.as_str()), ("computer", "0")];
    let told = slash(&anna, "focus challenge", &options).await;
    assert!(!told.content().contains("Casual"), "{}", told.content());
    assert_eq!(level(2), Some(Level::Beginner));
}

#[tokio::test]
async fn buttons_ask_which_of_several_games_to_resign() {
    let (mut stage, [anna]) = Stage::with_people(["anna"]).await;
    for _ in 0..2 {
        let options = [("people", "1"), ("computer", "0"), ("mode", "0")];
        slash(&anna, "focus new", &options).await;
    }
    let is_hers = |game| stage.game(game).thinking().is_none();
    let both = || is_hers(1) && is_hers(2);
    stage.until("her turn in both games", both).await;
    let question = slash(&anna, "focus resign", &[]).await;
    let labels = question.labels();
    assert!(
        labels.len() == 2 && labels[0].starts_with("#1 ") && labels[1].contains("Anna"),
        "{labels:?}"
    );
    stage.restart_bot().await;
    let asked = press(&anna, &question, "f1:resign:2:").await;
    says(&asked, "Resign game #2");
}

#[tokio::test]
async fn a_host_seats_computers_until_the_game_begins() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    let foreign = press(&juergen, &shown, "Add computer").await;
    assert!(foreign.is_ephemeral() && foreign.component("f1:pc:").is_none());
    let question = press(&anna, &shown, "Add computer").await;
    assert!(question.is_ephemeral());
    stage.restart_bot().await;
    let told = pick(&anna, &question, "f1:pc:", &["expert"]).await;
    assert_eq!(told.id(), question.id());
    reads(&anna, &shown, "2 of 3").await;
    press_quietly(&juergen, &shown, "Join").await;
    reads(&anna, &shown, "has begun").await;
    let mut players = stage.game(1).players.into_iter();
    assert!(players.any(|(_, player)| player == Player::Computer(Level::Expert)));
}

#[tokio::test]
async fn a_computer_takes_the_place_of_a_guest_who_does_not_answer() {
    let (stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    let options = [("opponent1", "juergen"), ("opponent2", "lukasz")];
    slash(&anna, "focus challenge", &options).await;
    let shown = table(&juergen).await;
    let question = press(&anna, &shown, "Add computer").await;
    pick(&anna, &question, "f1:pc:", &["expert"]).await;
    let invited = reads(&anna, &shown, "2 of 3").await;
    assert!(invited.component("f1:start").is_some());
    press_quietly(&juergen, &invited, "Accept").await;
    board(&juergen, 1, 0).await;
    let mut players = stage.game(1).players.into_iter();
    assert!(players.any(|(_, player)| player == Player::Computer(Level::Expert)));
}

#[tokio::test]
async fn a_challenge_nobody_takes_up_is_opened_to_all() {
    let (_stage, [anna, lukasz]) = Stage::with_people(["anna", "lukasz"]).await;
    slash(&anna, "focus challenge", &[("opponent1", "juergen")]).await;
    let shown = table(&anna).await;
    let foreign = press(&lukasz, &shown, "Open to all").await;
    assert!(foreign.is_ephemeral());
    let opened = press(&anna, &shown, "Open to all").await;
    assert!(!opened.all_text().contains("By invitation only"));
    do_something_else(&anna).await;
    let again = press_old(&anna, &opened, "f1:open:1:0").await;
    assert!(again.is_ephemeral());
    press_quietly(&lukasz, &opened, "Join").await;
    board(&anna, 1, 0).await;
}

#[tokio::test]
async fn the_rules_of_a_table_are_explained_in_private() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("mode", "3")]).await;
    let shown = table(&anna).await;
    let rules = press(&anna, &shown, "How to play").await;
    says_privately(&rules, "Free-for-all");
}

#[tokio::test]
async fn a_table_says_who_would_like_to_play_what_and_which_seats_are_free() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("rated", "true"), ("clock", "1d")]).await;
    let shown = table(&anna).await;
    says(&shown, "**Anna would like to play**\nDuel · ");
    says(&shown, " · Clock: 1 day per move · when time runs out: ");
    says(&shown, &format!("Seats (1 of 2): <@{}>, free", anna.id()));
    says(&shown, "by joining you agree");
    // A rated game is without computers.
    assert_eq!(shown.labels(), ["Join", "Leave", "How to play", "Invite"]);
}

#[tokio::test]
async fn a_host_removes_people_and_computers_who_can_sit_down_again() {
    let (mut stage, [anna, juergen]) = Stage::with_people(["anna", "juergen"]).await;
    slash(&anna, "focus new", &[("mode", "1")]).await;
    let shown = table(&juergen).await;
    let joined = press(&juergen, &shown, "Join").await;
    let menu = "f1:placein";
    let out = format!("p{}.-", juergen.id());
    let refused = pick(&juergen, &joined, menu, &[&out]).await;
    says_privately(&refused, "Anna");
    stage.restart_bot().await;
    let removed = pick(&anna, &joined, menu, &[&out]).await;
    assert_eq!(removed.id(), shown.id());
    says(&removed, "1 of 3");
    let question = press(&anna, &removed, "Add computer").await;
    pick(&anna, &question, "f1:pc:", &["expert"]).await;
    let filled = reads(&anna, &shown, "Focusbot · Expert").await;
    let removed = pick(&anna, &filled, menu, &["c0.-"]).await;
    says(&removed, "1 of 3");
    says(&press(&juergen, &shown, "Join").await, "2 of 3");
}

#[tokio::test]
async fn computers_are_added_and_removed_once_however_often_that_is_chosen() {
    let (_stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("mode", "3")]).await;
    let shown = table(&anna).await;
    let question = press(&anna, &shown, "Add computer").await;
    let adding = button_id(&question, "f1:pc:");
    pick(&anna, &question, &adding, &["novice"]).await;
    let one = reads(&anna, &shown, "2 of 4").await;
    let again = anna.forge(&one, &adding, Some(&["novice"])).await;
    let refused = anna.answer(&again.expect("a choice")).await;
    let refused = refused.expect("an answer");
    says_privately(&refused, "Other computers");
    assert_eq!(refused.labels(), ["Add computer"]);
    let question = press(&anna, &one, "Add computer").await;
    pick(&anna, &question, "f1:pc:", &["expert"]).await;
    let two = reads(&anna, &shown, "3 of 4").await;

    let menu = button_id(&two, "f1:placein");
    let left = pick(&anna, &two, &menu, &["c0.-"]).await;
    says(&left, "2 of 4");
    says(&left, "Focusbot · Expert");
    assert!(!left.all_text().contains("Novice"), "{}", left.all_text());
    // Another client still shows the menu that was there before.
    let again = anna.forge(&left, &menu, Some(&["c0.-"])).await;
    let refused = anna.answer(&again.expect("a choice")).await;
    says_privately(&refused.expect("an answer"), "Other computers");
    // A menu of an older version does not say for which computers it was made.
    let older = anna.forge(&left, "f1:pc:1:0", Some(&["novice"])).await;
    older.expect("a choice");
    let three = reads(&anna, &shown, "Focusbot · Novice").await;
    says(&three, "3 of 4");
    says(&three, "Focusbot · Expert");
}
