//! Checks at the end of a round: nothing is lost, doubled or charged to anybody.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Event, Message, Person, PersonError};
use focusbot::service::upkeep::consistency::audit;
use focusbot::service::{GameId, Service};
use focusbot::store::records::KINDS;
use focusbot::store::records::check::check_records;
use parking_lot::Mutex;
use tokio::time::sleep;

use crate::whole::harness::{LIMITS, Shown};
use crate::whole::rounds::scene::{LOOK, PATIENCE, Scene};

/// Time that a clock may lose at most: a process without a sign of life for longer is dead.
const LEASE: Duration = Duration::from_secs(15);
/// Shortest absence of the database that every clock gets back.
const GIVEN_BACK: Duration = Duration::from_secs(30);

/// Public messages so far.
#[derive(Default)]
pub(super) struct Posted {
    /// Messages that have shown each position, by their ids.
    boards: BTreeMap<(GameId, usize), BTreeMap<String, Message>>,
    /// Ids of the messages that have shown each table.
    tables: BTreeMap<String, BTreeSet<String>>,
}

impl Posted {
    fn note(&mut self, message: Message) {
        let id = message.id().to_owned();
        if let Some(shown) = Shown::read(&message) {
            let boards = self.boards.entry((shown.id, shown.plies)).or_default();
            boards.insert(id, message);
        } else if let Some(table) = table_of(&message) {
            self.tables.entry(table).or_default().insert(id);
        }
    }
}

/// Returns the number of the table that a message shows.
fn table_of(message: &Message) -> Option<String> {
    let id = message.component("Join")?["custom_id"].as_str()?;
    id.split(':').nth(2).map(str::to_owned)
}

impl Scene {
    /// Pauses all games, and checks everything; `lost` are the shards that another process had to
    /// take.
    pub(in crate::whole::rounds) async fn end_round(
        &mut self,
        round: usize,
        what: &str,
        fault: Instant,
        lost: &[u64],
    ) {
        self.stop.send_replace(true);
        for (task, _) in std::mem::take(&mut self.playing) {
            self.resting.push(task.await.expect("a game that goes on"));
        }
        let ids = self.resting.iter().map(|playing| playing.id).collect();
        for (playing, stored) in self.resting.iter().zip(self.stored(ids).await) {
            let is_same = playing.game.plies() == stored.game.plies();
            assert!(
                is_same,
                "{:?} acknowledged, {:?} stored",
                playing.game, stored.game
            );
        }
        self.is_shown().await;
        self.check_messages();
        self.is_sound().await;
        self.whole.sandbox.check();
        let made = self.resting.iter().flat_map(|playing| &playing.made);
        let moves = made.clone().count();
        let failed = made.filter(|made| made.failed.is_some()).count();
        self.repeated += failed;
        self.check_clocks(fault, lost).await;
        let served = self.waits.last().copied().unwrap_or_default();
        eprintln!("{round}: {what}: {moves} moves, {failed} repeated, served after {served:.1} s");
    }

    /// Waits until nothing is left to be shown.
    async fn is_shown(&self) {
        let begun = Instant::now();
        loop {
            let left = self.read(|store| {
                let service = Service::new(Arc::new(store), LIMITS);
                service.unannounced_anywhere(None).expect("a list").entries
            });
            let left = left.await;
            if left.is_empty() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "not shown: {left:?}");
            sleep(LOOK).await;
        }
    }

    /// Checks that nothing was shown twice, and that each board mentions the person to move alone.
    fn check_messages(&self) {
        let posted = self.posted.lock();
        let mut boards = posted.boards.iter();
        let doubled = boards.find(|(_, shown)| shown.len() > 1);
        assert!(doubled.is_none(), "a position shown twice: {doubled:?}");
        let mut tables = posted.tables.iter();
        let doubled = tables.find(|(_, shown)| shown.len() > 1);
        assert!(doubled.is_none(), "a table shown twice: {doubled:?}");
        for playing in &self.resting {
            let boards = (playing.id, 0)..=(playing.id, usize::MAX);
            for ((_, plies), shown) in posted.boards.range(boards) {
                let Some(called) = playing.called_after(*plies) else {
                    continue;
                };
                for message in shown.values() {
                    let game = playing.id;
                    assert_eq!(message.pings(), [called], "game {game}, {plies} plies");
                }
            }
        }
    }

    /// Checks that everything in the database follows from the games.
    async fn is_sound(&self) {
        let begun = Instant::now();
        loop {
            // Something may be written in between.
            let found = self.read(|store| {
                let report = check_records(&store, KINDS).expect("a readable store");
                assert_eq!(report.flaws, [], "every record can be read");
                audit(&store, &mut || {}).expect("a readable store")
            });
            let found = found.await;
            if found.is_empty() {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{found:?}");
        }
    }

    /// Checks that the clocks on these shards, or all of them after a long absence of the database,
    /// have got back the time in which nobody was served.
    async fn check_clocks(&mut self, fault: Instant, lost: &[u64]) {
        let away = std::mem::take(&mut self.database_away);
        let owed = if away < GIVEN_BACK {
            Duration::ZERO
        } else {
            away
        };
        for (server, before) in self.run_out.clone().into_iter().enumerate() {
            let place = &self.channels[server][0];
            let guild = self.people[0].view(|view| view.server_of(place));
            let guild: u64 = guild.expect("a server").parse().expect("a number");
            let is_lost = lost.contains(&((guild >> 22) % self.bots.len() as u64));
            let begun = Instant::now();
            let given = loop {
                let given = self.run_out().await[server].since(before);
                // It is given back a moment after the shard is connected.
                if given >= owed && (!given.is_zero() || !is_lost) {
                    break given;
                }
                let is_late = begun.elapsed() >= PATIENCE;
                assert!(!is_late, "{given:?} of {owed:?} given back");
            };
            // Some of it may be owed because of a process that joined just before.
            let longest = self.begun.elapsed() + LEASE;
            assert!(given <= longest, "{given:?} given back");
            if !is_lost {
                continue;
            }
            let made = self
                .resting
                .iter()
                .filter(|playing| playing.channel == *place);
            let failed = made
                .flat_map(|playing| &playing.made)
                .filter_map(|made| made.failed);
            let away = failed.map(|(first, last)| last.saturating_duration_since(first.max(fault)));
            let away = away.max().unwrap_or_default();
            let wronged = away.saturating_sub(given);
            self.lost.push(wronged.as_secs_f64());
            assert!(wronged <= LEASE, "{given:?} of {away:?} given back");
        }
    }
}

/// Notes every public message, as a third person sees it.
pub(super) async fn note_messages(base_url: String, posted: Arc<Mutex<Posted>>) {
    let person = Person::connect(&base_url, "eleonora").await;
    let person = person.expect("a person of the sandbox");
    let note = |event: &Event| {
        let message = event.message()?;
        if event.kind == "message_create" && !message.is_ephemeral() {
            Some(message)
        } else {
            None
        }
    };
    loop {
        let message: Message = match person.wait_for("a message", note).await {
            Ok(message) => message,
            // Nothing was posted for a while.
            Err(PersonError::Waited(_)) => continue,
            Err(_) => return,
        };
        posted.lock().note(message);
    }
}
