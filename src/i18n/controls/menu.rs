//! Entries of menus, whose labels a phone shows in full.

/// Largest number of characters of a label: a phone cuts longer ones.
const LABEL: usize = 40;

/// Largest number of characters that a narrow phone shows of a closed menu, beside its arrow.
const CLOSED: usize = 30;

/// Discord's limit for a description, in characters.
const DESCRIPTION: usize = 100;

/// Punctuation marks after which a text continues in the description.
const MARKS: [&str; 4] = [", ", "; ", ": ", "– "];

/// Entry of a menu: a label, which stands alone once it is chosen, and a description for the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// Label, at most 40 characters.
    pub label: String,
    /// Description below the label, at most 100 characters.
    pub description: Option<String>,
}

impl MenuEntry {
    /// Returns the entry of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::named(text, str::to_owned)
    }

    /// Returns the entry of a choice in a longer label, such as `Goal: race`. A choice that is too
    /// long for it is divided after its first part or, if that does not help, cut.
    #[must_use]
    pub fn named(choice: &str, label: impl Fn(&str) -> String) -> Self {
        Self::within(LABEL, choice, label)
    }

    /// Returns the entry of a choice in a label that is read while the menu is closed, such as the
    /// value of a setting. A choice in several parts is divided already if a narrow phone would cut
    /// it.
    #[must_use]
    pub fn closed(choice: &str, label: impl Fn(&str) -> String) -> Self {
        Self::within(CLOSED, choice, label)
    }

    /// Returns whether a phone shows a label in full.
    pub(in crate::i18n) fn fits(label: &str) -> bool {
        label.chars().count() <= LABEL
    }

    /// Returns the entry of a choice, which is divided, if possible, when its label has more than
    /// `most` characters, and otherwise cut if it does not fit.
    fn within(most: usize, choice: &str, label: impl Fn(&str) -> String) -> Self {
        let whole = label(choice);
        let length = whole.chars().count();
        let parts = divided(choice).filter(|_| length > most);
        let parts = parts.map(|(first, rest)| (label(first), rest));
        let (label, description) = match parts {
            Some((label, rest)) if Self::fits(&label) => (label, Some(rest)),
            Some(_) | None if length <= LABEL => (whole, None),
            Some(_) | None => {
                let surplus = length - LABEL;
                let kept = choice.chars().count().saturating_sub(surplus + 1);
                let kept: String = choice.chars().take(kept).collect();
                (label(&format!("{kept}…")), Some(choice))
            }
        };
        Self {
            label,
            description: description.map(|rest| rest.chars().take(DESCRIPTION).collect()),
        }
    }
}

/// Returns the first part of a text and the rest, without the mark between them.
fn divided(text: &str) -> Option<(&str, &str)> {
    let at = MARKS.into_iter().filter_map(|mark| text.find(mark)).min()?;
    let (first, rest) = text.split_at(at);
    let (_, rest) = rest.split_once(' ')?;
    Some((first.trim_end(), rest))
}
