//! Forms whose input was refused, kept for a while so that people can correct what they have typed.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::discord::rest::interactions::form::InputForm;
use crate::discord::runtime::bounded_map::BoundedMap;
use crate::service::PersonId;

/// Time for which a form is kept.
const KEPT_FOR: Duration = Duration::from_secs(15 * 60);
/// Largest size of the texts of a form in bytes, which is more than anybody can type into one.
const BYTES: usize = 400;

/// Newest refused form of each person.
///
/// A restart loses them, and no other process knows them: then the form opens as if nothing had
/// been typed.
#[derive(Debug, Default)]
pub(crate) struct RefusedForms(Mutex<BoundedMap<PersonId, RefusedForm, 1_000>>);

#[derive(Debug)]
struct RefusedForm {
    custom_id: String,
    texts: Vec<(&'static str, String)>,
    until: Instant,
}

impl RefusedForms {
    /// Keeps the texts of a form, each after the custom id of its input, in place of an earlier
    /// form of the person.
    pub(crate) fn keep(
        &self,
        person: PersonId,
        custom_id: &str,
        texts: Vec<(&'static str, String)>,
        now: Instant,
    ) {
        let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
        let mut forms = self.0.lock();
        forms.pop(&person);
        if bytes <= BYTES {
            let form = RefusedForm {
                custom_id: custom_id.to_owned(),
                texts,
                until: now + KEPT_FOR,
            };
            forms.put(person, form);
        }
    }

    /// Returns a form that is about to open, with the person's earlier input if that was refused.
    pub(crate) fn refill(&self, person: PersonId, form: InputForm, now: Instant) -> InputForm {
        match self.0.lock().peek(&person) {
            Some(refused) if refused.custom_id == form.custom_id() && now < refused.until => {
                form.filled_in(&refused.texts)
            }
            Some(_) | None => form,
        }
    }

    /// Forgets the form of a person, who has corrected it.
    pub(crate) fn forget(&self, person: PersonId) {
        self.0.lock().pop(&person);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{BYTES, KEPT_FOR, RefusedForms};
    use crate::discord::rest::interactions::form::{FormLine, InputForm};
    use crate::service::PersonId;

    const ANNA: PersonId = PersonId(1);

    fn keep(forms: &RefusedForms, person: PersonId, text: &str, now: Instant) {
        forms.keep(person, "form", vec![("move", text.to_owned())], now);
    }

    /// Returns the text that the input of a form has when a person opens it.
    fn opened(forms: &RefusedForms, person: PersonId, custom_id: &str, now: Instant) -> String {
        let lines = vec![FormLine::new("move", "Move", 40)];
        let form = forms.refill(person, InputForm::new(custom_id, "Your move", lines), now);
        let form = serde_json::to_value(form).expect("json");
        let value = form["components"][0]["component"]["value"].as_str();
        value.unwrap_or_default().to_owned()
    }

    #[test]
    fn the_same_form_opens_with_what_the_same_person_typed_last() {
        let (forms, now) = (RefusedForms::default(), Instant::now());
        assert_eq!(opened(&forms, ANNA, "form", now), "");
        for text in ["b7", "b7 to c7"] {
            keep(&forms, ANNA, text, now);
            assert_eq!(opened(&forms, ANNA, "form", now), text);
        }
        assert_eq!(opened(&forms, ANNA, "other", now), "");
        assert_eq!(opened(&forms, PersonId(2), "form", now), "");
        assert_eq!(opened(&forms, ANNA, "form", now + KEPT_FOR), "");
        forms.forget(ANNA);
        assert_eq!(opened(&forms, ANNA, "form", now), "");
    }

    #[test]
    fn form_of_unusual_size_is_not_kept() {
        let (forms, now) = (RefusedForms::default(), Instant::now());
        keep(&forms, ANNA, &"x".repeat(BYTES + 1), now);
        assert_eq!(opened(&forms, ANNA, "form", now), "");
    }
}
