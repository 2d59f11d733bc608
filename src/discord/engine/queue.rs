//! Queue of questions, and the order in which threads answer them.
//!
//! Every precedence has threads of its own, of which only as many run as there are searches at the
//! same time. A search that is under way gives way to more urgent questions whenever it checks its
//! stop signal, and then continues. So there are never more searches in memory than threads. The
//! more others wait, the sooner a search ends; within a tenth of a second if players wait for them.

use std::array;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use strum::VariantArray;

use crate::discord::engine::question::{Question, SearchJob};
use crate::service::ChannelId;
use focus_engine::Handicap;
use focus_engine::evaluation::Kind;

/// Number of nodes below which a search takes a few milliseconds.
const INSTANT: u64 = 5_000;
/// Number of nodes below which a search takes less than a tenth of a second.
const QUICK: u64 = 100_000;

/// Minimum time of a search while others wait, unless its own limit is lower. In less time, it
/// would hardly see more than the next two plies.
const LEAST_TIME_SLICE: Duration = Duration::from_millis(20);
/// Maximum time of a search while others that players wait for are queued.
const MOST_AWAITED: Duration = Duration::from_millis(90);

/// Precedence of a question, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
pub(super) enum Precedence {
    /// A player waits for a search of a few milliseconds.
    Instant,
    /// A player waits for a search of less than a tenth of a second.
    Quick,
    /// A player waits for a longer search.
    Long,
    /// Nobody plays: the game is only watched, or under review.
    Watched,
}

impl Precedence {
    /// Every precedence, in order.
    pub(super) const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    fn of(question: &Question) -> Self {
        if question.is_watched {
            return Self::Watched;
        }
        let of_level = || Handicap::of(question.level, Kind::of(question.game.rules())).nodes;
        match question.nodes.or_else(of_level) {
            Some(0..INSTANT) => Self::Instant,
            Some(INSTANT..QUICK) => Self::Quick,
            Some(QUICK..) | None => Self::Long,
        }
    }
}

/// Queue of questions by precedence. Among those of one precedence channels take turns, so that many games
/// in one channel do not delay those in another.
pub(super) struct Queue {
    /// Maximum number of searches that run.
    searches: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Index of the most urgent questions that wait or searches that rest, readable without the
    /// lock.
    most_urgent: AtomicUsize,
    /// Number of waiting questions, readable without the lock. Shape: `[precedence]`.
    waiting: [AtomicUsize; Precedence::ALL.len()],
}

#[derive(Default)]
struct State {
    lines: [JobsByChannel; Precedence::ALL.len()],
    /// Number of searches that rest. Shape: `[precedence]`.
    resting: [usize; Precedence::ALL.len()],
    running: usize,
    is_closed: bool,
}

/// Jobs by channel; the first channel is next.
#[derive(Default)]
struct JobsByChannel(VecDeque<(ChannelId, VecDeque<SearchJob>)>);

impl JobsByChannel {
    fn push(&mut self, job: SearchJob) {
        let channel = job.question.channel;
        let mut known = self.0.iter_mut();
        match known.find(|(known, _)| *known == channel) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.0.push_back((channel, [job].into())),
        }
    }

    fn len(&self) -> usize {
        self.0.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    fn pop(&mut self) -> Option<SearchJob> {
        let (channel, mut jobs) = self.0.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.0.push_back((channel, jobs));
        }
        job
    }
}

impl State {
    /// Returns the index of the most urgent questions that wait or searches that rest.
    fn most_urgent(&self) -> usize {
        let is_pending = |&precedence: &usize| {
            self.resting[precedence] > 0 || !self.lines[precedence].0.is_empty()
        };
        let mut all = 0..Precedence::ALL.len();
        all.find(is_pending).unwrap_or(Precedence::ALL.len())
    }
}

impl Queue {
    /// Creates a queue for a number of searches at the same time.
    pub(super) fn new(searches: usize) -> Self {
        Self {
            searches,
            state: Mutex::default(),
            changed: Condvar::new(),
            most_urgent: AtomicUsize::new(Precedence::ALL.len()),
            waiting: Default::default(),
        }
    }

    pub(super) fn push(&self, job: SearchJob) {
        let mut state = self.state.lock();
        state.lines[Precedence::of(&job.question) as usize].push(job);
        self.publish(&state);
    }

    /// Waits until a question of this precedence may be answered, and returns it; `None` once the queue
    /// is closed. [`Queue::done`] must follow.
    pub(super) fn next(&self, precedence: Precedence) -> Option<SearchJob> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if self.may_run(&state, precedence)
                && let Some(job) = state.lines[precedence as usize].pop()
            {
                state.running += 1;
                self.publish(&state);
                return Some(job);
            }
            self.changed.wait(&mut state);
        }
    }

    /// Notes that a search is over.
    pub(super) fn done(&self) {
        let mut state = self.state.lock();
        state.running -= 1;
        self.publish(&state);
    }

    /// Returns whether something more urgent than this waits or rests.
    pub(super) fn has_more_urgent(&self, precedence: Precedence) -> bool {
        self.most_urgent.load(Ordering::Relaxed) < precedence as usize
    }

    /// Returns whether other questions wait for a search of this precedence to end.
    pub(super) fn is_awaited(&self, precedence: Precedence) -> bool {
        self.waiting(precedence) > 0
    }

    /// Returns the number of other questions for which a search of this precedence ends sooner:
    /// those as urgent and, if a player waits for it, the less urgent ones that players wait for.
    /// It gives way to more urgent ones, so that they need not wait for its end.
    fn waiting(&self, precedence: Precedence) -> usize {
        let (of_players, watched) = self.waiting.split_at(Precedence::Watched as usize);
        let waiting = match precedence {
            Precedence::Instant | Precedence::Quick | Precedence::Long => {
                &of_players[precedence as usize..]
            }
            Precedence::Watched => watched,
        };
        let waiting = waiting.iter();
        waiting.map(|waiting| waiting.load(Ordering::Relaxed)).sum()
    }

    /// Returns the time after which a search ends because questions wait for it: all have the same
    /// slice, but no player waits for a longer one than [`MOST_AWAITED`].
    pub(super) fn time_slice(&self, precedence: Precedence, time: Duration) -> Duration {
        let searches = count(self.searches);
        let waiting = count(self.waiting(precedence));
        let slice = time.saturating_mul(searches) / searches.saturating_add(waiting);
        let most = match precedence {
            Precedence::Instant | Precedence::Quick | Precedence::Long => MOST_AWAITED,
            Precedence::Watched => time,
        };
        slice.max(LEAST_TIME_SLICE).min(most).min(time)
    }

    /// Lets everything more urgent than this search go first.
    pub(super) fn give_way(&self, precedence: Precedence) {
        let mut state = self.state.lock();
        state.running -= 1;
        state.resting[precedence as usize] += 1;
        self.publish(&state);
        while !state.is_closed && !self.may_run(&state, precedence) {
            self.changed.wait(&mut state);
        }
        state.resting[precedence as usize] -= 1;
        state.running += 1;
        self.publish(&state);
    }

    pub(super) fn close(&self) {
        let mut state = self.state.lock();
        state.lines = array::from_fn(|_| JobsByChannel::default());
        state.is_closed = true;
        self.publish(&state);
    }

    fn may_run(&self, state: &State, precedence: Precedence) -> bool {
        state.running < self.searches && state.most_urgent() >= precedence as usize
    }

    /// Notifies the threads of a change.
    fn publish(&self, state: &State) {
        self.most_urgent
            .store(state.most_urgent(), Ordering::Relaxed);
        for (waiting, line) in self.waiting.iter().zip(&state.lines) {
            waiting.store(line.len(), Ordering::Relaxed);
        }
        self.changed.notify_all();
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use focus::{Color, Game, Mode, Rules};
    use focus_engine::{Level, Stop};
    use tokio::sync::oneshot;

    fn job(channel: u64, seed: u64, level: Level) -> SearchJob {
        let question = Question {
            channel: ChannelId(channel),
            is_watched: false,
            game: Game::new(Rules::new(Mode::Duel), Color::Orange),
            level,
            lines: 1,
            seed,
            nodes: None,
            stop: Stop::new(),
        };
        let (answer, _) = oneshot::channel();
        SearchJob { question, answer }
    }

    fn watched(channel: u64, level: Level) -> SearchJob {
        let mut job = job(channel, 0, level);
        job.question.is_watched = true;
        job
    }

    /// Returns the seed of the next question, which is answered at once.
    fn next(queue: &Queue, precedence: Precedence) -> Option<u64> {
        let job = queue.next(precedence)?;
        queue.done();
        Some(job.question.seed)
    }

    #[test]
    fn channels_take_turns() {
        let queue = Queue::new(1);
        for (channel, seed) in [(1, 0), (1, 1), (1, 2), (2, 3), (3, 4), (2, 5)] {
            queue.push(job(channel, seed, Level::Beginner));
        }
        let order: Vec<_> = (0..6)
            .filter_map(|_| next(&queue, Precedence::Instant))
            .collect();
        assert_eq!(order, [0, 3, 4, 1, 5, 2]);
    }

    #[test]
    fn questions_are_as_urgent_as_they_are_short() {
        let watched = watched(1, Level::Beginner).question;
        assert_eq!(Precedence::of(&watched), Precedence::Watched);
        for (level, nodes, precedence) in [
            (Level::Beginner, None, Precedence::Instant),
            (Level::Elite, None, Precedence::Quick),
            (Level::Legend, None, Precedence::Long),
            (Level::Full, None, Precedence::Long),
            (Level::Full, Some(1_000), Precedence::Instant),
        ] {
            let question = Question {
                nodes,
                ..job(1, 0, level).question
            };
            assert_eq!(Precedence::of(&question), precedence, "{level}");
        }
    }

    #[test]
    fn less_urgent_questions_wait_for_the_others() {
        let queue = Queue::new(1);
        queue.push(watched(1, Level::Beginner));
        queue.push(job(1, 1, Level::Full));
        queue.push(job(2, 2, Level::Beginner));
        for (precedence, seed) in [
            (Precedence::Instant, 2),
            (Precedence::Long, 1),
            (Precedence::Watched, 0),
        ] {
            assert!(!queue.may_run(&queue.state.lock(), Precedence::Watched) || seed == 0);
            assert_eq!(next(&queue, precedence), Some(seed));
        }
    }

    #[test]
    fn searches_that_are_watched_share_the_time() {
        let (queue, time) = (Queue::new(2), Duration::from_secs(3));
        let slice = || queue.time_slice(Precedence::Watched, time);
        let ask = |channel| queue.push(watched(channel, Level::Full));
        assert!(!queue.is_awaited(Precedence::Watched));
        assert_eq!(slice(), time);
        (0..2).for_each(ask);
        assert!(queue.is_awaited(Precedence::Watched));
        assert_eq!(slice(), time / 2);
        (0..1_000).for_each(ask);
        assert_eq!(slice(), LEAST_TIME_SLICE);
        queue.close();
        assert!(!queue.is_awaited(Precedence::Watched));
    }

    #[test]
    fn any_search_for_a_player_ends_soon_if_another_player_waits() {
        let (queue, time) = (Queue::new(1), Duration::from_secs(3));
        let for_players = [Precedence::Instant, Precedence::Quick, Precedence::Long];
        queue.push(watched(1, Level::Full));
        for precedence in for_players {
            assert!(!queue.is_awaited(precedence), "{precedence:?}");
        }
        queue.push(job(2, 0, Level::Full));
        for precedence in for_players {
            assert!(queue.is_awaited(precedence), "{precedence:?}");
            assert_eq!(queue.time_slice(precedence, time), MOST_AWAITED);
        }
        assert_eq!(queue.time_slice(Precedence::Watched, time), time / 2);
    }

    #[test]
    fn search_does_not_end_for_those_to_which_it_gives_way() {
        let queue = Queue::new(1);
        queue.push(job(1, 0, Level::Beginner));
        for (precedence, is_awaited) in [
            (Precedence::Instant, true),
            (Precedence::Quick, false),
            (Precedence::Long, false),
        ] {
            assert_eq!(queue.is_awaited(precedence), is_awaited, "{precedence:?}");
            assert_ne!(queue.has_more_urgent(precedence), is_awaited);
        }
    }

    #[test]
    fn none_of_200_players_gives_a_tenth_of_a_second_to_another() {
        let (queue, time) = (Queue::new(1), Duration::from_secs(3));
        for channel in 0..200 {
            queue.push(job(channel, 0, Level::Full));
        }
        let mut wait = Duration::ZERO;
        loop {
            queue.next(Precedence::Long).expect("a question");
            if !queue.is_awaited(Precedence::Long) {
                break;
            }
            let slice = queue.time_slice(Precedence::Long, time);
            assert!(slice < Duration::from_millis(100), "{slice:?}");
            wait += slice;
            queue.done();
        }
        assert!(wait < Duration::from_secs(10), "the last one: {wait:?}");
        let short = Duration::from_millis(5);
        queue.push(job(1, 0, Level::Full));
        assert_eq!(queue.time_slice(Precedence::Long, short), short);
    }

    #[test]
    fn closed_queue_has_nothing() {
        let queue = Queue::new(1);
        queue.push(job(1, 0, Level::Beginner));
        queue.close();
        assert!(queue.next(Precedence::Instant).is_none());
    }
}
