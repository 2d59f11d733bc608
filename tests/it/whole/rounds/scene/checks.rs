//! Checks at the end of a round: nothing is lost, doubled or charged to anybody.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use discord_sandbox::{Event, Message, Person, PersonError};
use focusbot::service::GameId;
use focusbot::service::upkeep::consistency::audit;
use focusbot::store::records::KINDS;
use focusbot::store::records::check::check_records;
use parking_lot::Mutex;

use crate::whole::harness::Shown;
use crate::whole::rounds::scene::{PATIENCE, Scene};

/// Time that a clock may lose at most: a process without a sign of life for longer is dead.
const LEASE: Duration = Duration::from_secs(15);

/// Messages that have shown each position.
pub(super) type Boards = Arc<Mutex<BTreeMap<(GameId, usize), BTreeMap<String, Message>>>>;

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
        {
            let boards = self.boards.lock();
            let doubled: Vec<_> = boards.iter().filter(|(_, shown)| shown.len() > 1).collect();
            assert!(doubled.is_empty(), "positions shown twice: {doubled:?}");
        }
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

    /// Checks that the clocks on these shards have got back the time in which nobody was served.
    async fn check_clocks(&mut self, fault: Instant, lost: &[u64]) {
        for (server, before) in self.run_out.clone().into_iter().enumerate() {
            let place = &self.channels[server][0];
            let guild = self.people[0].view(|view| view.server_of(place));
            let guild: u64 = guild.expect("a server").parse().expect("a number");
            let is_lost = lost.contains(&((guild >> 22) % self.bots.len() as u64));
            let begun = Instant::now();
            let given = loop {
                let given = self.run_out().await[server].since(before);
                // It is given back a moment after the shard is connected.
                if !given.is_zero() || !is_lost {
                    break given;
                }
                assert!(begun.elapsed() < PATIENCE, "no time is given back");
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

/// Notes every message that is posted with a board, as a third person sees it.
pub(super) async fn watch_boards(base_url: String, boards: Boards) {
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
        if let Some(shown) = Shown::read(&message) {
            let mut boards = boards.lock();
            let place = (shown.id, shown.plies);
            boards
                .entry(place)
                .or_default()
                .insert(message.id().to_owned(), message);
        }
    }
}
