//! Searches of computers: their order, their end, and what people ask of them.

use std::env;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use discord_sandbox::Person;
use focus::notation::MoveText;
use focus::{Direction, Move};
use focus_render::{Arrow, Renderer, Verdict};
use focusbot::discord::{MakePlayer, views};
use focusbot::i18n::{Language, Words};
use focusbot::service::{Ending, GameId};
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{
    Gate, board_from, own_turn, players, stage_behind, stage_of, stage_with, watched_computers,
};
use crate::bot::stage::says::{says, says_privately};
use crate::bot::stage::{
    LIMITS, Stage, board, call_off, duel, final_board, play_plies, press, press_quietly, reads,
    resign, resign_in, reviewed, slash, slash_in, table,
};
use crate::bot::user_install::{
    GROUP, MoveInput, group, last_board, play_one, press_beside, sit_down,
};
use crate::support::players::Dice;
use crate::support::unbroken;

/// Returns the number of games that wait for a computer at once; `FOCUSBOT_SEATS` overrides it.
fn seats() -> u32 {
    env::var("FOCUSBOT_SEATS").map_or(40, |text| text.parse().expect("a number of seats"))
}

/// Waits until computers have been asked for `moves` moves, none of which they have made.
async fn asked(stage: &Stage, moves: u32) {
    let questions = || -> u32 {
        let text = stage.metrics.to_text();
        let lines = text.lines().filter(|line| line.contains("engine_jobs_"));
        let figures = lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<u32>().ok());
        figures.sum()
    };
    let has_all = || questions() >= moves;
    stage.until("a question for every game", has_all).await;
}

#[tokio::test]
async fn many_searches_delay_no_command_and_run_in_order() {
    let seats = seats();
    let begun = Arc::new(Mutex::new(Vec::new()));
    let (gate, shut, count) = (
        Gate::default(),
        Gate::default(),
        Arc::new(AtomicU32::new(0)),
    );
    let held = gate.clone();
    let held_up = players(move |stop| {
        // One search for each game, and then no more.
        let is_first = count.fetch_add(1, Ordering::Relaxed) < seats;
        let gate = if is_first { &held } else { &shut };
        gate.wait(stop);
    });
    let noted = Arc::clone(&begun);
    let players: MakePlayer = Arc::new(move |options| {
        let mut noted = noted.lock();
        noted.push(options.seed);
        held_up(options)
    });
    // Two threads take their jobs in order, but either may record its own first.
    let stage = stage_of(players, 1).await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    for game in 1..=seats {
        slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
        board(&anna, game, 0).await;
        asked(&stage, game).await;
    }
    assert_eq!(stage.thinking().len(), seats as usize);
    let keys: Vec<_> = (1..=seats)
        .map(|game| stage.game(game).game.position().key() ^ u64::from(game))
        .collect();
    // The thread is blocked, and everything else goes on.
    slash(&juergen, "focus-info help", &[]).await;
    slash(&juergen, "focus new", &[]).await;
    let next = seats + 1;
    slash(&anna, "focus join", &[("game", &next.to_string())]).await;
    let shown = board(&anna, next, 0).await;
    press(&anna, &shown, "f1:board:").await;
    assert!((1..=seats).all(|game| stage.game(game).plies() == 0));
    let players = begun.lock().len();
    assert_eq!(players, 1, "no memory is taken for those who wait");
    gate.open();
    for game in 1..=seats {
        board_from(&anna, game, 1).await;
    }
    let begun = begun.lock();
    assert!(begun.starts_with(&keys), "{begun:?} should be {keys:?}");
}

#[tokio::test]
async fn search_that_takes_too_long_is_cut_off_and_its_move_is_played() {
    let never = Gate::default();
    let mut stage = Stage::without_bot(LIMITS).await;
    stage.pool.players = players(move |stop| never.wait(stop));
    stage.pool.longest = Duration::from_millis(50);
    stage.start_bot().await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    board_from(&anna, 1, 3).await;
}

#[tokio::test]
async fn search_ends_when_its_game_is_over() {
    let (note, mut notes) = mpsc::unbounded_channel();
    let never = Gate::default();
    let stage = stage_with(move |stop| {
        // The test may have ended.
        let _ = note.send("begun");
        never.wait(stop);
        let _ = note.send(if stop.is_stopped() {
            "stopped"
        } else {
            "let go"
        });
    })
    .await;
    let mut next = async || {
        let note = timeout(Duration::from_secs(60), notes.recv()).await;
        note.expect("a note in time").expect("a player")
    };
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let shown = board(&anna, 1, 0).await;
    assert_eq!(next().await, "begun");
    call_off(&anna, &shown).await;
    assert_eq!(next().await, "stopped");
    assert_eq!(stage.game(1).ending, Some(Ending::Aborted));
}

#[tokio::test]
async fn panic_in_a_search_does_not_end_the_game() {
    let thoughts = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&thoughts);
    let stage = stage_with(move |_| {
        let number = counted.fetch_add(1, Ordering::Relaxed);
        assert!(number != 1, "the second thought goes wrong, on purpose");
    })
    .await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    board_from(&anna, 1, 3).await;
    assert!(thoughts.load(Ordering::Relaxed) >= 4);
}

#[tokio::test]
async fn interrupted_search_begins_again_after_a_restart() {
    let (mut stage, gate, anna, _) = watched_computers().await;
    stage.restart_bot().await;
    assert_eq!(stage.thinking(), [GameId(1)]);
    gate.open();
    board_from(&anna, 1, 2).await;
}

#[tokio::test]
async fn hints_are_private_and_for_games_against_computers_alone() {
    let (stage, people) = Stage::with_people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("computer", "0")]).await;
    own_turn(&people[0], 1, None).await;
    let hint = slash(&people[0], "focus hint", &[]).await;
    assert!(hint.is_ephemeral());
    let legal = stage.game(1).game.position().legal_moves();
    let named = |text: &str| {
        let mut moves = legal.iter().map(unbroken);
        moves.any(|mv| text.contains(&format!("**{mv}** – ")))
    };
    assert!(named(hint.content()), "{}", hint.content());
    let before = stage.game(1);
    let name = format!("hint-1-{}.png", before.steps);
    assert_eq!(hint.attachments()[0]["filename"], name);
    let pressed = people[0].press(&hint, "f1:play:").await;
    pressed.expect("a button for the best move");
    let is_played = || stage.game(1).plies() > before.plies();
    stage.until("the move", is_played).await;

    slash(&people[0], "focus new", &[]).await;
    table(&people[1]).await;
    slash(&people[1], "focus join", &[]).await;
    board(&people[1], 2, 0).await;
    let mover = stage.to_move(2, &people);
    let refusal = slash(mover, "focus hint", &[("game", "2")]).await;
    assert!(refusal.is_ephemeral() && !refusal.content().contains("**"));
}

#[tokio::test]
async fn the_hint_below_a_board_has_an_arrow_and_a_button_for_each_move() {
    let (stage, [anna]) = Stage::with_people(["anna"]).await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    let hint = press(&anna, &shown, "f1:hint:").await;
    let buttons = hint.components().into_iter();
    let moves: Vec<Move> = buttons
        .map(|button| {
            let id = button["custom_id"].as_str().expect("an id");
            let (play, mv) = id.rsplit_once(':').expect("parts of an id");
            assert!(play.starts_with("f1:play:1:"), "{id}");
            mv.parse::<MoveText>().expect("a move").mv()
        })
        .collect();
    let words = Words::new(Language::English);
    let mut scene = views::scene(&stage.game(1), Direction::South, words);
    let alt = hint.attachments()[0]["description"].as_str();
    let alt = alt.expect("an alt text");
    for (number, mv) in (1..).zip(&moves) {
        says_privately(&hint, &format!("{number}. **{}** – ", unbroken(mv)));
        assert!(alt.contains(&format!("{number}. {mv}")), "{alt}");
        scene.arrows.push(Arrow {
            mv: *mv,
            verdict: Verdict::Proposed(number),
        });
    }
    let lines = hint.content().lines();
    let proposed = lines.filter(|line| line.starts_with(char::is_numeric));
    assert_eq!(proposed.count(), moves.len());
    assert!(!moves.is_empty());
    let picture = anna.fetch(hint.pictures()[0]).await.expect("a picture");
    assert!(
        picture == Renderer::new().board_png(&scene),
        "an arrow for each move"
    );
}

/// Returns a bot whose searches a gate blocks, and two people who have played a duel of two plies.
async fn ended_duel(gate: &Gate) -> (Stage, [Person; 2]) {
    let mut stage = stage_behind(gate).await;
    let people = duel(&stage).await;
    play_plies(&stage, &people, 2).await;
    resign(stage.to_move(1, &people)).await;
    final_board(&people[0], 1).await;
    stage.defer_soon();
    (stage, people)
}

#[tokio::test]
async fn a_review_says_how_far_it_is_and_ends_on_request() {
    let gate = Gate::default();
    let (mut stage, people) = ended_duel(&gate).await;
    stage.restart_bot().await;
    let anna = &people[0];
    let told = slash(anna, "focus-info eval", &[]).await;
    assert!(told.is_ephemeral() && told.all_text().contains("0 of 3"));
    press_quietly(anna, &told, "Stop").await;
    let stopped = reads(anna, &told, "was stopped").await;
    gate.open();
    press(anna, &stopped, "Analysis").await;
    let shown = reviewed(anna, &stopped).await;
    assert_eq!(shown.pictures().len(), 1);
}

#[tokio::test]
async fn a_person_waits_for_one_review_at_a_time() {
    let gate = Gate::default();
    let (mut stage, [anna, juergen]) = ended_duel(&gate).await;
    stage.restart_bot().await;
    let told = slash(&anna, "focus-info eval", &[]).await;
    let told = reads(&anna, &told, "0 of 3").await;
    let busy = slash(&anna, "focus-info eval", &[]).await;
    says_privately(&busy, "only one at a time");
    let other = slash(&juergen, "focus-info eval", &[]).await;
    says(&other, "sobald eine andere Analyse zu Ende ist");
    let stopped = press(&anna, &busy, "Stop").await;
    says(&stopped, "was stopped");
    reads(&anna, &told, "was stopped").await;
    let again = press(&anna, &stopped, "Analysis").await;
    says(&again, "as soon as another analysis has finished");
    gate.open();
    reviewed(&anna, &again).await;
}

#[tokio::test]
async fn a_review_that_outlasts_its_interaction_is_shown_when_it_is_asked_for_again() {
    let gate = Gate::default();
    let (mut stage, [anna, _]) = ended_duel(&gate).await;
    stage.show_no_progress();
    stage.restart_bot().await;
    let told = slash(&anna, "focus-info eval", &[]).await;
    says(&told, "**continues**");
    let busy = press(&anna, &told, "Analysis").await;
    says_privately(&busy, "has not finished yet");
    gate.open();
    let shown = async {
        loop {
            let answer = press(&anna, &told, "Analysis").await;
            if !answer.pictures().is_empty() {
                break answer;
            }
        }
    };
    let shown = timeout(Duration::from_secs(600), shown).await;
    assert_eq!(shown.expect("a review").id(), told.id());
}

#[tokio::test]
async fn a_review_says_how_far_it_is_where_the_bot_can_only_answer() {
    let gate = Gate::default();
    let mut stage = stage_behind(&gate).await;
    let people = group(&stage, ["anna", "lukasz"]).await;
    let [anna, lukasz] = &people;
    let table = slash_in(anna, GROUP, "focus new", &[]).await;
    sit_down(lukasz, &table).await;
    for _ in 0..4 {
        play_one(&stage, &people, &mut Dice(5), MoveInput::Buttons).await;
    }
    let mover = stage.to_move(1, &people);
    resign_in(mover, GROUP).await;
    let last = last_board(anna, GROUP).await;
    stage.noted(1, &last).await;
    stage.defer_soon();
    stage.restart_bot().await;
    press_beside(anna, &last, "Analysis").await;
    let told = anna.wait_for_message("the progress", |message| {
        message.is_ephemeral() && message.all_text().contains("0 of 5")
    });
    let told = told.await.expect("the progress");
    gate.open();
    let shown = reviewed(anna, &told).await;
    assert_eq!(shown.pictures().len(), 1);
}
