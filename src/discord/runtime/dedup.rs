//! Detection of duplicate deliveries and of double presses.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serenity::all::MessageId;
use tokio::time::Instant;

use crate::service::PersonId;

/// Time for which the id of a delivery is remembered, as long as an interaction can be answered.
/// Discord delivers duplicates within seconds, if at all.
pub const DELIVERY: Duration = Duration::from_secs(15 * 60);
/// Time within which the same button pressed again is a double press, and not a second request.
const DOUBLE_PRESS: Duration = Duration::from_secs(5);
/// Largest number of ids remembered, under any load.
const MOST: usize = 100_000;
/// Number of people from which on those who have pressed nothing lately are forgotten.
const MANY: usize = 10_000;

/// Ids of what was seen lately, so that each is handled once.
#[derive(Debug)]
pub struct Dedup<I> {
    remembered: Duration,
    ids: Mutex<Ids<I>>,
}

#[derive(Debug)]
struct Ids<I> {
    set: HashSet<I>,
    /// The ids with their times of arrival, oldest first.
    order: VecDeque<(Instant, I)>,
}

impl<I: Clone + Eq + Hash> Dedup<I> {
    /// Creates a memory that forgets an id after this time.
    #[must_use]
    pub fn new(remembered: Duration) -> Self {
        let ids = Ids {
            set: HashSet::new(),
            order: VecDeque::new(),
        };
        Self {
            remembered,
            ids: Mutex::new(ids),
        }
    }

    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&self, id: I, now: Instant) -> bool {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        let Ids { set, order } = &mut *ids;
        let is_old = |seen: Instant| seen + self.remembered <= now;
        while let Some((_, old)) = order.front().filter(|(seen, _)| is_old(*seen)) {
            set.remove(old);
            order.pop_front();
        }
        if !set.insert(id.clone()) {
            return false;
        }
        order.push_back((now, id));
        if order.len() > MOST
            && let Some((_, oldest)) = order.pop_front()
        {
            set.remove(&oldest);
        }
        true
    }
}

/// Button, by its message and its custom id.
pub type Button = (Option<MessageId>, String);

/// Newest press of each person, by which a double press is told from a second request.
#[derive(Debug, Default)]
pub struct NewestPresses(Mutex<HashMap<PersonId, (Instant, Button)>>);

impl NewestPresses {
    /// Remembers a press, and returns whether it is one of a double press: the person has pressed
    /// the same button just before, and nothing else since.
    pub fn is_double(&self, person: PersonId, button: Button, now: Instant) -> bool {
        let mut newest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |pressed: Instant| now < pressed + DOUBLE_PRESS;
        let before = newest.get(&person);
        if before.is_some_and(|(pressed, before)| is_recent(*pressed) && *before == button) {
            return true;
        }
        if newest.len() >= MANY {
            newest.retain(|_, (pressed, _)| is_recent(*pressed));
        }
        newest.insert(person, (now, button));
        false
    }

    /// Forgets the newest press of a person, so that the next one is none of a double press.
    pub fn forget(&self, person: PersonId) {
        let mut newest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        newest.remove(&person);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Button, DELIVERY, DOUBLE_PRESS, Dedup, MANY, MOST, NewestPresses};
    use crate::service::PersonId;

    #[test]
    fn second_delivery_is_recognized_however_much_comes_between() {
        let (seen, now) = (Dedup::new(DELIVERY), Instant::now());
        assert!(seen.is_new(0, now));
        // Ten minutes with a hundred events per second.
        for id in 1..60_000 {
            let later = now + Duration::from_millis(id * 10);
            assert!(seen.is_new(id, later));
        }
        assert!(!seen.is_new(0, now + Duration::from_secs(600)));
        assert!(seen.is_new(0, now + DELIVERY), "forgets what is old");
    }

    fn button(id: &str) -> Button {
        (None, id.to_owned())
    }

    #[test]
    fn the_same_button_pressed_again_is_a_double_press_for_a_moment() {
        let (presses, now, anna) = (NewestPresses::default(), Instant::now(), PersonId(1));
        assert!(!presses.is_double(anna, button("a"), now));
        assert!(presses.is_double(anna, button("a"), now));
        assert!(!presses.is_double(PersonId(2), button("a"), now));
        assert!(!presses.is_double(anna, button("a"), now + DOUBLE_PRESS));
    }

    #[test]
    fn a_button_pressed_after_something_else_is_no_double_press() {
        let (presses, now, anna) = (NewestPresses::default(), Instant::now(), PersonId(1));
        for id in ["a", "b", "a"] {
            assert!(!presses.is_double(anna, button(id), now));
        }
        presses.forget(anna);
        assert!(!presses.is_double(anna, button("a"), now));
    }

    #[test]
    fn people_who_have_pressed_nothing_lately_are_forgotten() {
        let (presses, now) = (NewestPresses::default(), Instant::now());
        for person in 0..=MANY as u64 {
            let later = now + DOUBLE_PRESS * u32::from(person == MANY as u64);
            assert!(!presses.is_double(PersonId(person), button("a"), later));
        }
        assert_eq!(presses.0.lock().expect("no panic").len(), 1);
    }

    #[test]
    fn memory_is_bounded() {
        let (seen, now) = (Dedup::new(DELIVERY), Instant::now());
        for id in 0..=MOST as u64 {
            assert!(seen.is_new(id, now));
        }
        assert!(!seen.is_new(1, now));
        assert!(seen.is_new(0, now), "forgets the oldest");
    }
}
