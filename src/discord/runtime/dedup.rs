//! Detection of duplicate deliveries and of double presses.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{InteractionId, MessageId};
use tokio::time::Instant;

use crate::service::PersonId;

/// Time for which the id of a delivery is remembered, as long as an interaction can be answered.
/// Discord delivers duplicates within seconds, if at all.
const DELIVERY: Duration = Duration::from_secs(15 * 60);
/// Time within which the same button pressed again is a double press, and not a second request.
const DOUBLE_PRESS: Duration = Duration::from_secs(5);
/// Shorter time for a double press after an answer that only the person sees, who may have dismissed
/// it and want it again.
const AFTER_ANSWER: Duration = Duration::from_millis(1_500);
/// Largest number of ids remembered, under any load.
const MOST: usize = 100_000;
/// Number of people above which those who have pressed nothing recently are forgotten.
const MANY: usize = 10_000;

/// Recently seen ids, so that each is handled once.
#[derive(Debug, Default)]
pub struct Dedup(Mutex<Ids>);

#[derive(Debug, Default)]
struct Ids {
    set: HashSet<u64>,
    /// The ids with their times of arrival, oldest first.
    order: VecDeque<(Instant, u64)>,
}

impl Dedup {
    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&self, id: u64, now: Instant) -> bool {
        let mut ids = self.0.lock();
        let Ids { set, order } = &mut *ids;
        let is_old = |seen: Instant| seen + DELIVERY <= now;
        while let Some((_, old)) = order.front().filter(|(seen, _)| is_old(*seen)) {
            set.remove(old);
            order.pop_front();
        }
        if !set.insert(id) {
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
pub type PressedButton = (Option<MessageId>, String);

/// Newest press of each person, which tells a double press from a second request.
///
/// Each process knows the presses that arrive there: all those of a person on a message, if the
/// gateway delivers them. Over HTTP, the second press of a double press may arrive at another
/// process, which takes it for a second request; the service refuses it where it would set up
/// another game.
#[derive(Debug, Default)]
pub struct NewestPresses(Mutex<HashMap<PersonId, Newest>>);

#[derive(Debug)]
struct Newest {
    press: InteractionId,
    button: PressedButton,
    /// Time after which the same button pressed again is a second request.
    until: Instant,
}

impl NewestPresses {
    /// Remembers a press, and returns whether it completes a double press: the person has pressed
    /// the same button just before, and nothing else since.
    pub fn is_double(
        &self,
        person: PersonId,
        press: InteractionId,
        button: PressedButton,
        now: Instant,
    ) -> bool {
        let mut newest = self.0.lock();
        let before = newest.get(&person);
        if before.is_some_and(|before| now < before.until && before.button == button) {
            return true;
        }
        if newest.len() >= MANY {
            newest.retain(|_, newest| now < newest.until);
        }
        let until = now + DOUBLE_PRESS;
        let pressed = Newest {
            press,
            button,
            until,
        };
        newest.insert(person, pressed);
        false
    }

    /// Notes that the person was just answered, if this press is still the person's newest.
    pub fn note_answered(&self, person: PersonId, press: InteractionId, now: Instant) {
        if let Some(newest) = self.0.lock().get_mut(&person)
            && newest.press == press
        {
            newest.until = now + AFTER_ANSWER;
        }
    }

    /// Forgets the newest press of a person, so that the next one is not part of a double press.
    pub fn forget(&self, person: PersonId) {
        self.0.lock().remove(&person);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serenity::all::InteractionId;
    use tokio::time::Instant;

    use super::{AFTER_ANSWER, DELIVERY, DOUBLE_PRESS, Dedup, MANY, MOST, NewestPresses};
    use crate::service::PersonId;

    #[test]
    fn second_delivery_is_recognized_however_much_comes_between() {
        let (seen, now) = (Dedup::default(), Instant::now());
        assert!(seen.is_new(0, now));
        // Ten minutes with a hundred events per second.
        for id in 1..60_000 {
            let later = now + Duration::from_millis(id * 10);
            assert!(seen.is_new(id, later));
        }
        assert!(!seen.is_new(0, now + Duration::from_secs(600)));
        assert!(seen.is_new(0, now + DELIVERY), "forgets what is old");
    }

    const ANNA: PersonId = PersonId(1);
    const FIRST: InteractionId = InteractionId::new(1);

    /// Returns whether a press of a button completes a double press.
    fn is_double(presses: &NewestPresses, person: PersonId, button: &str, now: Instant) -> bool {
        presses.is_double(person, FIRST, (None, button.to_owned()), now)
    }

    #[test]
    fn the_same_button_pressed_again_is_a_double_press_for_a_moment() {
        let (presses, now) = (NewestPresses::default(), Instant::now());
        assert!(!is_double(&presses, ANNA, "a", now));
        assert!(is_double(&presses, ANNA, "a", now));
        assert!(!is_double(&presses, PersonId(2), "a", now));
        assert!(!is_double(&presses, ANNA, "a", now + DOUBLE_PRESS));
    }

    #[test]
    fn a_button_pressed_a_moment_after_the_answer_is_no_double_press() {
        let (presses, now) = (NewestPresses::default(), Instant::now());
        assert!(!is_double(&presses, ANNA, "a", now));
        presses.note_answered(ANNA, InteractionId::new(2), now);
        assert!(is_double(&presses, ANNA, "a", now + AFTER_ANSWER));
        // A slow answer starts the interval again.
        let answered = now + DOUBLE_PRESS;
        presses.note_answered(ANNA, FIRST, answered);
        let soon = answered + AFTER_ANSWER / 2;
        assert!(is_double(&presses, ANNA, "a", soon));
        assert!(!is_double(&presses, ANNA, "a", answered + AFTER_ANSWER));
    }

    #[test]
    fn a_button_pressed_after_something_else_is_no_double_press() {
        let (presses, now) = (NewestPresses::default(), Instant::now());
        for id in ["a", "b", "a"] {
            assert!(!is_double(&presses, ANNA, id, now));
        }
        presses.forget(ANNA);
        assert!(!is_double(&presses, ANNA, "a", now));
    }

    #[test]
    fn people_who_have_pressed_nothing_lately_are_forgotten() {
        let (presses, now) = (NewestPresses::default(), Instant::now());
        for person in 0..=MANY as u64 {
            let later = now + DOUBLE_PRESS * u32::from(person == MANY as u64);
            assert!(!is_double(&presses, PersonId(person), "a", later));
        }
        assert_eq!(presses.0.lock().len(), 1);
    }

    #[test]
    fn memory_is_bounded() {
        let (seen, now) = (Dedup::default(), Instant::now());
        for id in 0..=MOST as u64 {
            assert!(seen.is_new(id, now));
        }
        assert!(!seen.is_new(1, now));
        assert!(seen.is_new(0, now), "forgets the oldest");
    }
}
