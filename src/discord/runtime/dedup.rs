//! Detection of duplicate deliveries and of double presses.

use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::{InteractionId, MessageId};
use tokio::time::Instant;

use crate::discord::runtime::bounded_map::BoundedMap;
use crate::service::PersonId;

/// Time for which the id of a delivery is remembered, as long as an interaction can be answered.
/// Discord delivers duplicates within seconds, if at all.
const DELIVERY: Duration = Duration::from_secs(15 * 60);
/// Time within which the same button pressed again is a double press, and not a second request.
const DOUBLE_PRESS: Duration = Duration::from_secs(5);
/// Shorter time for a double press after an answer that only the person sees, who may have dismissed
/// it and want it again.
const AFTER_ANSWER: Duration = Duration::from_millis(1_500);

/// Recently seen ids with their times of arrival, so that each is handled once.
#[derive(Debug, Default)]
pub struct Dedup(Mutex<BoundedMap<u64, Instant, 100_000>>);

impl Dedup {
    /// Returns whether `id` is new, and remembers it.
    pub fn is_new(&self, id: u64, now: Instant) -> bool {
        let mut seen = self.0.lock();
        let is_old = |(_, at): (&u64, &Instant)| *at + DELIVERY <= now;
        while seen.peek_lru().is_some_and(is_old) {
            seen.pop_lru();
        }
        let is_new = !seen.contains(&id);
        if is_new {
            seen.put(id, now);
        }
        is_new
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
pub struct NewestPresses(Mutex<BoundedMap<PersonId, Newest>>);

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
        let before = newest.peek(&person);
        if before.is_some_and(|before| now < before.until && before.button == button) {
            return true;
        }
        let until = now + DOUBLE_PRESS;
        let pressed = Newest {
            press,
            button,
            until,
        };
        newest.put(person, pressed);
        false
    }

    /// Notes that the person was just answered, if this press is still the person's newest.
    pub fn note_answered(&self, person: PersonId, press: InteractionId, now: Instant) {
        if let Some(newest) = self.0.lock().peek_mut(&person)
            && newest.press == press
        {
            newest.until = now + AFTER_ANSWER;
        }
    }

    /// Forgets the newest press of a person, so that the next one is not part of a double press.
    pub fn forget(&self, person: PersonId) {
        self.0.lock().pop(&person);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serenity::all::InteractionId;
    use tokio::time::Instant;

    use super::{AFTER_ANSWER, DELIVERY, DOUBLE_PRESS, Dedup, NewestPresses};
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
}
