//! Computer players: they sit down, search in the background, and play.

use std::env;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use discord_sandbox::{Message, Person};
use focus::{Game, Mode};
use focus_engine::{Choice, Engine, Info, Limits, Options, Player, Stop};
use focusbot::discord::{MakePlayer, PoolSettings};
use focusbot::service::{Ending, GameId, PersonId};
use focusbot::store::StoreError;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::bot::stage::says::says;
use crate::bot::stage::{
    HERE, LIMITS, Stage, board, call_off, duel, final_board, is_board, play_on, press, press_more,
    press_quietly, reads, slash, table,
};

/// Interval at which a player checks for a stop. Each check takes processor time, of which a search
/// has little, so a blocked one on a slow machine must not check often.
const LOOK: Duration = Duration::from_secs(1);

/// Gate that blocks every search until it is opened.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        let (is_open, changed) = &*self.0;
        *is_open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
    }

    fn wait(&self, stop: &Stop) {
        let (is_open, changed) = &*self.0;
        let mut guard = is_open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*guard && !stop.is_stopped() {
            let woken = changed.wait_timeout(guard, LOOK);
            (guard, _) = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Player that runs a function before each search.
struct Before<F>(F, Engine);

impl<F: Fn(&Stop) + Send> Player for Before<F> {
    fn name(&self) -> String {
        self.1.name()
    }

    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Choice {
        (self.0)(stop);
        self.1.choose(game, limits, stop, report)
    }
}

fn players(before: impl Fn(&Stop) + Clone + Send + Sync + 'static) -> MakePlayer {
    Arc::new(move |options: Options| Box::new(Before(before.clone(), Engine::new(options))))
}

/// Returns a bot whose computers run a function before each search.
async fn stage_with(before: impl Fn(&Stop) + Clone + Send + Sync + 'static) -> Stage {
    stage_of(players(before), 2).await
}

/// Returns a bot with these computers and this number of search threads.
async fn stage_of(players: MakePlayer, threads: usize) -> Stage {
    let mut limits = LIMITS;
    limits.games_per_person = 1_000;
    limits.games_per_channel = 1_000;
    limits.games_per_guild = 1_000;
    let mut stage = Stage::without_bot(limits).await;
    stage.pool = PoolSettings {
        threads,
        players,
        // A search that a gate blocks is not cut off, however slow the machine is.
        longest: Duration::from_secs(3_600),
        ..stage.pool
    };
    stage.start_bot().await;
    stage
}

/// Returns the latest board of a game that calls this person, if it shows a later step.
pub(crate) async fn own_turn(person: &Person, game: u32, after: Option<u32>) -> (Message, u32) {
    let (prefix, me) = (format!("focus-{game}-"), person.id());
    // A board that has called stays when others move, and no longer mentions the person it called.
    let named = format!("<@{me}>");
    let found = person.wait_until("one's own turn", |view| {
        let channels: Vec<_> = view
            .channels()
            .filter_map(|channel| channel["id"].as_str())
            .collect();
        let messages = channels.iter().flat_map(|channel| view.messages(channel));
        let boards =
            messages.filter(|message| is_board(message) && message.pings().contains(&me.as_str()));
        let boards = boards.filter(|message| message.content().contains(&named));
        let steps = boards.filter_map(|message| {
            let file = message.attachments()[0]["filename"].as_str()?.to_owned();
            let step = file.strip_prefix(&prefix)?.strip_suffix(".png")?;
            Some((message, step.parse().ok()?))
        });
        steps
            .max_by_key(|(_, step)| *step)
            .filter(|(_, step)| after.is_none_or(|after| *step > after))
    });
    found.await.expect("one's own turn")
}

/// Returns the board of a game after at least `steps` steps: computers do not wait for people who
/// look.
async fn board_from(person: &Person, game: u32, steps: u32) -> Message {
    let prefix = format!("focus-{game}-");
    let what = format!("the board of step {steps}");
    let found = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(HERE)?).into_iter();
        let mut boards = messages.filter(is_board);
        boards.find(|message| {
            let file = message.attachments()[0]["filename"].as_str();
            let step = file.and_then(|file| file.strip_prefix(&prefix)?.strip_suffix(".png"));
            let step = step.and_then(|step| step.parse::<u32>().ok());
            step.is_some_and(|step| step >= steps)
        })
    });
    found.await.expect("a board")
}

#[tokio::test]
async fn one_command_begins_a_game_against_computers_in_every_mode() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    for (number, mode) in (1..).zip(Mode::ALL) {
        let choice = (number - 1).to_string();
        let options = [("mode", choice.as_str()), ("computer", "0")];
        let answer = slash(&anna, "focus new", &options).await;
        says(&answer, "begins");
        let mut seen = None;
        for _ in 0..5 {
            let (shown, step) = own_turn(&anna, number, seen).await;
            says(&shown, "Focusbot · Beginner");
            seen = Some(step);
            let (game, mv) = (number.to_string(), stage.a_move(number).to_string());
            slash(&anna, "focus move", &[("move", &mv), ("game", &game)]).await;
        }
        own_turn(&anna, number, seen).await;
        assert_eq!(stage.game(number).game.rules().mode(), mode);
        assert_eq!(stage.game(number).players.len(), mode.seats());
    }
}

#[tokio::test]
async fn a_game_is_over_when_the_last_person_gives_up() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let options = [("mode", "3"), ("computer", "0"), ("computer2", "4")];
    slash(&anna, "focus new", &options).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    let question = press_more(&anna, &shown, "Resign").await;
    press(&anna, &question, "Resign").await;
    let over = final_board(&anna, 1).await;
    says(&over, "Only computers are left");
    assert!(
        stage
            .service()
            .thinking(None)
            .expect("a store")
            .entries
            .is_empty()
    );
}

#[tokio::test]
async fn people_and_computers_share_a_table() {
    let stage = Stage::new().await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let options = [("mode", "2"), ("computer", "2"), ("people", "2")];
    slash(&anna, "focus new", &options).await;
    let shown = table(&juergen).await;
    says(&shown, "3 of 4");
    says(&shown, "Focusbot · Casual");
    slash(&juergen, "focus join", &[]).await;
    let color = |person: &Person| {
        let view = stage.game(1);
        let id = person.id().parse().expect("a number");
        view.color_of(PersonId(id)).expect("a color")
    };
    assert_eq!(color(&anna).opposite(), color(&juergen));
}

#[tokio::test]
async fn computers_play_each_other_for_people_to_watch() {
    // The current board stays, because nobody makes the seventh move.
    let (thoughts, never) = (Arc::new(AtomicU32::new(0)), Gate::default());
    let stage = stage_with(move |stop| {
        if thoughts.fetch_add(1, Ordering::Relaxed) >= 6 {
            never.wait(stop);
        }
    })
    .await;
    let [anna, juergen] = stage.people(["anna", "juergen"]).await;
    let options = [("people", "0"), ("computer", "0"), ("computer2", "3")];
    slash(&anna, "focus new", &options).await;
    let shown = board(&juergen, 1, 6).await;
    assert!(shown.pings().is_empty(), "nobody is called");
    assert_eq!(shown.labels(), ["Look", "Call off"]);
    let refusal = press(&juergen, &shown, "f1:abort").await;
    assert!(refusal.is_ephemeral());
    call_off(&anna, &shown).await;
    final_board(&anna, 1).await;
    assert_eq!(stage.game(1).ending, Some(Ending::Aborted));
}

#[tokio::test]
async fn the_channel_shows_that_a_computer_thinks() {
    let gate = Gate::default();
    let held = gate.clone();
    let stage = stage_with(move |stop| held.wait(stop)).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("computer", "0")]).await;
    let mut plies = 0;
    if stage.game(1).thinking().is_none() {
        board(&anna, 1, 0).await;
        let mv = stage.a_move(1).to_string();
        slash(&anna, "focus move", &[("move", &mv)]).await;
        plies = 1;
    }
    let shown = board(&anna, 1, plies).await;
    says(&shown, "is thinking");
    let typing = anna.wait_for("typing", |event| (event.kind == "typing").then_some(()));
    typing.await.expect("typing");
    gate.open();
    board(&anna, 1, plies + 1).await;
}

#[tokio::test]
async fn computers_among_themselves_change_one_message_and_nobody_types() {
    let (thoughts, never) = (Arc::new(AtomicU32::new(0)), Gate::default());
    let stage = stage_with(move |stop| {
        if thoughts.fetch_add(1, Ordering::Relaxed) >= 6 {
            never.wait(stop);
        }
    })
    .await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let shown = board(&anna, 1, 6).await;
    let channel = shown.channel().to_owned();
    let messages = anna.view(|view| view.messages(&channel));
    let public = messages.iter().filter(|message| !message.is_ephemeral());
    assert_eq!(public.count(), 1);
    let requests = stage.sandbox.requests(0);
    assert!(
        !requests
            .iter()
            .any(|request| request.path.ends_with("/typing"))
    );
}

#[tokio::test]
async fn a_board_below_which_people_talk_is_posted_anew() {
    let gate = Gate::default();
    let held = gate.clone();
    let stage = stage_with(move |stop| held.wait(stop)).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let first = board(&anna, 1, 0).await;
    anna.say(HERE, "Who will win?").await.expect("a message");
    // A later command is handled after it.
    slash(&anna, "focus-info games", &[]).await;
    gate.open();
    let next = anna.wait_for_message("another board", |message| {
        is_board(message) && message.id() != first.id()
    });
    next.await.expect("another board");
    let old = reads(&anna, &first, "[#1](https://").await;
    assert!(old.labels().is_empty() && old.attachments().is_empty());
}

#[tokio::test]
async fn a_computer_moves_though_its_move_could_not_be_kept_at_first() {
    let gate = Gate::default();
    let held = gate.clone();
    let stage = stage_with(move |stop| held.wait(stop)).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let shown = board(&anna, 1, 0).await;
    stage.noted(1, &shown).await;
    let full = StoreError::Database("no space left".to_owned());
    stage.store().fail_commits(Some(full));
    gate.open();
    let faults = || {
        let text = stage.metrics.to_text();
        let mut lines = text.lines().filter(|line| line.contains("faults"));
        lines.any(|line| line.contains("store") && !line.ends_with(" 0"))
    };
    stage.until("a move that is not kept", faults).await;
    stage.store().fail_commits(None);
    board_from(&anna, 1, 2).await;
}

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
async fn many_thoughts_hold_no_command_up_and_are_had_in_order() {
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
        let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
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
    let waiting = stage
        .service()
        .thinking(None)
        .expect("a store")
        .entries
        .len();
    assert_eq!(waiting, seats as usize);
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
    let players = begun.lock().unwrap_or_else(PoisonError::into_inner).len();
    assert_eq!(players, 1, "no memory is taken for those who wait");
    gate.open();
    for game in 1..=seats {
        board_from(&anna, game, 1).await;
    }
    let begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(begun.starts_with(&keys), "{begun:?} should be {keys:?}");
}

#[tokio::test]
async fn a_thought_that_takes_too_long_is_cut_off_and_its_move_is_played() {
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
async fn a_thought_ends_when_its_game_is_over() {
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
async fn a_panic_costs_a_thought_and_not_the_game() {
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
async fn a_thought_cut_short_begins_again_after_a_restart() {
    let gate = Gate::default();
    let held = gate.clone();
    let mut stage = stage_with(move |stop| held.wait(stop)).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    board(&anna, 1, 0).await;
    stage.restart_bot().await;
    assert_eq!(
        stage.service().thinking(None).expect("a store").entries,
        [GameId(1)]
    );
    gate.open();
    board_from(&anna, 1, 2).await;
}

#[tokio::test]
async fn a_game_filled_by_computers_has_its_thread() {
    let stage = Stage::new().await;
    let anna = stage.person("anna").await;
    let options = [("computer", "0"), ("thread", "true")];
    slash(&anna, "focus new", &options).await;
    let (shown, _) = own_turn(&anna, 1, None).await;
    assert_eq!(stage.game(1).place.channel.0.to_string(), shown.channel());
    assert!(
        !shown.content().contains("not allowed to open"),
        "{}",
        shown.content()
    );
}

#[tokio::test]
async fn hints_are_private_and_for_games_against_computers_alone() {
    let stage = Stage::new().await;
    let people = stage.people(["anna", "juergen"]).await;
    slash(&people[0], "focus new", &[("computer", "0")]).await;
    own_turn(&people[0], 1, None).await;
    let hint = slash(&people[0], "focus hint", &[]).await;
    assert!(hint.is_ephemeral());
    let legal = stage.game(1).game.position().legal_moves();
    let named = |text: &str| legal.iter().any(|mv| text.contains(&format!("**{mv}**")));
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
async fn a_review_says_how_far_it_is_and_ends_on_request() {
    let gate = Gate::default();
    let closed = gate.clone();
    let stage = stage_with(move |stop| closed.wait(stop)).await;
    let people = duel(&stage).await;
    for _ in 0..2 {
        play_on(&stage, &people).await;
    }
    let mover = stage.to_move(1, &people);
    let question = slash(mover, "focus resign", &[]).await;
    press(mover, &question, "f1:resign!").await;
    final_board(&people[0], 1).await;
    let anna = &people[0];
    let told = slash(anna, "focus-info eval", &[]).await;
    assert!(told.is_ephemeral() && told.all_text().contains("0 of 3"));
    press_quietly(anna, &told, "Stop").await;
    let stopped = reads(anna, &told, "was stopped").await;
    gate.open();
    press(anna, &stopped, "Analysis").await;
    let shown = reads(anna, &stopped, "How game #1 went").await;
    assert_eq!(shown.pictures().len(), 1);
}
