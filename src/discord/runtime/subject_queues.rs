//! Jobs in the order of arrival, no two of them about the same subject in progress at once.

use std::collections::{HashMap, VecDeque};

use crate::service::{ChannelId, GameId, GuildId, PersonId};

/// Subject of jobs that are carried out one after another, in the order of arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A table or game.
    Game(GameId),
    /// A person, whose requests need not name a game.
    Person(PersonId),
    /// A server, where the number of games is limited.
    Guild(GuildId),
    /// A channel, where the number of games is limited.
    Channel(ChannelId),
}

/// Right to carry out a job, to be returned when it is done.
#[derive(Debug)]
pub(super) enum JobPermit {
    /// A request about these subjects.
    Request(Vec<Subject>),
    /// A job in the background.
    Background,
}

/// Jobs that have not started, and the subjects of those that have.
///
/// A job waits for those before it that share a subject with it, and for no others.
#[derive(Debug)]
pub(super) struct SubjectQueues<J> {
    /// Requests that wait for no other one.
    ready: VecDeque<(Vec<Subject>, J)>,
    /// Requests that wait for earlier ones, by number.
    waiting: HashMap<u64, Waiting<J>>,
    /// Numbers of the requests about each subject; the first one is ready or under way, or waits
    /// because of another subject.
    queues: HashMap<Subject, VecDeque<u64>>,
    /// Number of requests so far.
    requests: u64,
    /// Jobs that are taken only when no request is ready, one at a time.
    background: VecDeque<J>,
    is_background_under_way: bool,
}

#[derive(Debug)]
struct Waiting<J> {
    subjects: Vec<Subject>,
    job: J,
    /// Number of its lines in which it is not the first.
    behind: usize,
}

impl<J> Default for SubjectQueues<J> {
    fn default() -> Self {
        Self {
            ready: VecDeque::new(),
            waiting: HashMap::new(),
            queues: HashMap::new(),
            requests: 0,
            background: VecDeque::new(),
            is_background_under_way: false,
        }
    }
}

impl<J> SubjectQueues<J> {
    /// Adds a request about these subjects; returns whether it is ready.
    pub(super) fn push(&mut self, subjects: &[Subject], job: J) -> bool {
        let mut own = Vec::with_capacity(subjects.len());
        for subject in subjects {
            if !own.contains(subject) {
                own.push(*subject);
            }
        }
        self.requests += 1;
        let number = self.requests;
        let mut behind = 0;
        for subject in &own {
            let queue = self.queues.entry(*subject).or_default();
            behind += usize::from(!queue.is_empty());
            queue.push_back(number);
        }
        if behind == 0 {
            self.ready.push_back((own, job));
            return true;
        }
        let waiting = Waiting {
            subjects: own,
            job,
            behind,
        };
        self.waiting.insert(number, waiting);
        false
    }

    /// Adds a job that gives way to requests.
    pub(super) fn push_background(&mut self, job: J) {
        self.background.push_back(job);
    }

    /// Takes the next job, if one may start.
    pub(super) fn next(&mut self) -> Option<(JobPermit, J)> {
        if let Some((subjects, job)) = self.ready.pop_front() {
            return Some((JobPermit::Request(subjects), job));
        }
        if self.is_background_under_way {
            return None;
        }
        let job = self.background.pop_front()?;
        self.is_background_under_way = true;
        Some((JobPermit::Background, job))
    }

    /// Ends a job; returns the number of jobs that may start because of that.
    pub(super) fn finish(&mut self, turn: JobPermit) -> usize {
        match turn {
            JobPermit::Request(subjects) => {
                let before = self.ready.len();
                for subject in subjects {
                    self.advance(subject);
                }
                self.ready.len() - before
            }
            JobPermit::Background => {
                self.is_background_under_way = false;
                usize::from(!self.background.is_empty())
            }
        }
    }

    /// Removes the first request of a line, which is done.
    fn advance(&mut self, subject: Subject) {
        let line = self.queues.get_mut(&subject);
        let line = line.expect("a line as long as one of its requests is under way");
        line.pop_front();
        let Some(next) = line.front() else {
            self.queues.remove(&subject);
            return;
        };
        let waiting = self.waiting.get_mut(next);
        let waiting = waiting.expect("a request that waits for the one before it");
        waiting.behind -= 1;
        if waiting.behind == 0
            && let Some(Waiting { subjects, job, .. }) = self.waiting.remove(&next.clone())
        {
            self.ready.push_back((subjects, job));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{JobPermit, Subject, SubjectQueues};
    use crate::service::{GameId, PersonId};

    const GAMES: [Subject; 3] = [
        Subject::Game(GameId(1)),
        Subject::Game(GameId(2)),
        Subject::Game(GameId(3)),
    ];
    const ANN: Subject = Subject::Person(PersonId(1));

    /// Takes every job that may start.
    fn started(lines: &mut SubjectQueues<u32>) -> Vec<(JobPermit, u32)> {
        std::iter::from_fn(|| lines.next()).collect()
    }

    fn jobs(started: &[(JobPermit, u32)]) -> Vec<u32> {
        started.iter().map(|(_, job)| *job).collect()
    }

    #[test]
    fn requests_about_one_subject_are_taken_one_after_another() {
        let mut lines = SubjectQueues::default();
        assert!(lines.push(&GAMES[..1], 1));
        assert!(!lines.push(&GAMES[..1], 2));
        assert!(lines.push(&GAMES[1..2], 3));
        assert!(lines.push(&[], 4));
        assert!(!lines.push(&GAMES[..1], 5));
        for expected in [vec![1, 3, 4], vec![2], vec![5], vec![]] {
            let started = started(&mut lines);
            assert_eq!(jobs(&started), expected);
            for (turn, _) in started {
                lines.finish(turn);
            }
        }
        assert!(lines.queues.is_empty() && lines.waiting.is_empty());
    }

    #[test]
    fn request_about_several_subjects_waits_for_all_of_them() {
        let mut lines = SubjectQueues::default();
        lines.push(&[GAMES[0], ANN], 1);
        lines.push(&[GAMES[1]], 2);
        lines.push(&[GAMES[1], ANN, ANN], 3);
        // It may not overtake the third, which waits for both.
        lines.push(&[GAMES[1]], 4);
        let [first, second] = started(&mut lines).try_into().expect("two jobs");
        assert_eq!((first.1, second.1), (1, 2));
        assert_eq!(lines.finish(first.0), 0);
        assert_eq!(lines.finish(second.0), 1);
        let third = started(&mut lines);
        assert_eq!(jobs(&third), [3]);
        assert_eq!(
            third
                .into_iter()
                .map(|(turn, _)| lines.finish(turn))
                .sum::<usize>(),
            1
        );
        assert_eq!(jobs(&started(&mut lines)), [4]);
    }

    #[test]
    fn background_job_takes_one_thread_and_gives_way() {
        let mut lines = SubjectQueues::default();
        lines.push_background(1);
        lines.push_background(2);
        lines.push(&[], 3);
        let mut begun = started(&mut lines);
        assert_eq!(jobs(&begun), [3, 1]);
        lines.push(&[], 4);
        let (background, _) = begun.pop().expect("a job");
        assert_eq!(lines.finish(background), 1);
        assert_eq!(jobs(&started(&mut lines)), [4, 2]);
    }

    #[test]
    fn random_requests_are_all_carried_out_in_the_order_of_their_subjects() {
        let mut state = 7_u32;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % below
        };
        let (mut lines, mut under_way, mut done) =
            (SubjectQueues::default(), Vec::new(), Vec::new());
        let mut subjects_of = Vec::new();
        for job in 0..2_000_u32 {
            let count = random(3);
            let subjects: Vec<_> = (0..count).map(|_| GAMES[random(3)]).collect();
            lines.push(&subjects, job);
            subjects_of.push(subjects);
            if random(2) == 0 {
                under_way.extend(lines.next());
            }
            while under_way.len() > 4 {
                let (turn, job) = under_way.swap_remove(random(under_way.len()));
                lines.finish(turn);
                done.push(job);
            }
        }
        while let Some((turn, job)) = under_way.pop().or_else(|| lines.next()) {
            lines.finish(turn);
            done.push(job);
        }
        assert_eq!(done.len(), 2_000);
        for subject in GAMES {
            let about = |job: &&u32| subjects_of[**job as usize].contains(&subject);
            assert!(done.iter().filter(about).is_sorted());
        }
        assert!(lines.queues.is_empty() && lines.waiting.is_empty());
    }
}
