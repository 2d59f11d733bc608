//! Computer players: they sit down, search in the background, and play.

mod games;
mod searches;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use discord_sandbox::{Message, Person};
use focus::Game;
use focus_engine::{Choice, Engine, Info, Level, Limits, Options, Player, Stop};
use focusbot::discord::{MakePlayer, PoolSettings};
use parking_lot::{Condvar, Mutex};

use crate::bot::stage::{HERE, LIMITS, Stage, all_messages, board, is_board, slash};

/// Interval at which a player checks for a stop. Each check takes processor time, of which a search
/// has little, so a blocked one on a slow machine must not check often.
const LOOK: Duration = Duration::from_secs(1);

/// Gate that blocks every search while it is closed, as it is at first.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub(crate) fn open(&self) {
        let (is_open, changed) = &*self.0;
        *is_open.lock() = true;
        changed.notify_all();
    }

    pub(crate) fn close(&self) {
        let (is_open, _) = &*self.0;
        *is_open.lock() = false;
    }

    pub(crate) fn wait(&self, stop: &Stop) {
        let (is_open, changed) = &*self.0;
        let mut guard = is_open.lock();
        while !*guard && !stop.is_stopped() {
            changed.wait_for(&mut guard, LOOK);
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

/// Returns a player that searches only a few nodes, whatever it is asked.
pub(crate) fn hasty(options: Options) -> Engine {
    Engine::new(Options {
        level: Level::Beginner,
        ..options
    })
}

pub(crate) fn players(before: impl Fn(&Stop) + Clone + Send + Sync + 'static) -> MakePlayer {
    Arc::new(move |options: Options| Box::new(Before(before.clone(), hasty(options))))
}

/// Returns a bot whose computers run a function before each search.
pub(crate) async fn stage_with(before: impl Fn(&Stop) + Clone + Send + Sync + 'static) -> Stage {
    stage_of(players(before), 2).await
}

/// Returns a bot whose searches a gate blocks.
pub(crate) async fn stage_behind(gate: &Gate) -> Stage {
    let gate = gate.clone();
    stage_with(move |stop| gate.wait(stop)).await
}

/// Returns a bot whose searches a gate blocks, the gate, and Anna, who watches two computers begin a
/// game, with its first board.
async fn watched_computers() -> (Stage, Gate, Person, Message) {
    let gate = Gate::default();
    let stage = stage_behind(&gate).await;
    let anna = stage.person("anna").await;
    slash(&anna, "focus new", &[("people", "0"), ("computer", "0")]).await;
    let shown = board(&anna, 1, 0).await;
    (stage, gate, anna, shown)
}

/// Returns a bot whose computers make six moves: the board after them stays.
async fn stage_of_six_moves() -> Stage {
    let (thoughts, never) = (Arc::new(AtomicU32::new(0)), Gate::default());
    stage_with(move |stop| {
        if thoughts.fetch_add(1, Ordering::Relaxed) >= 6 {
            never.wait(stop);
        }
    })
    .await
}

/// Returns a bot with these computers and this number of search threads.
pub(crate) async fn stage_of(players: MakePlayer, threads: usize) -> Stage {
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
        let messages = all_messages(view).into_iter();
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
pub(crate) async fn board_from(person: &Person, game: u32, steps: u32) -> Message {
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
