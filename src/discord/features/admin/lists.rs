//! Lists of channels and roles, chosen from menus that show the current entries.

use serenity::all::ChannelType;

use crate::discord::interaction::incoming::Press;
use crate::service::{AuditAction, ChannelId, RoleId};

/// Kinds of channels in which people write, and which can be listed.
pub(super) const KINDS: [ChannelType; 8] = [
    ChannelType::Text,
    ChannelType::News,
    ChannelType::Voice,
    ChannelType::Stage,
    ChannelType::Forum,
    ChannelType::PublicThread,
    ChannelType::PrivateThread,
    ChannelType::NewsThread,
];

/// Entry chosen from a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChosenEntry<T> {
    id: T,
    /// True if Discord knows it on the server, as one that can be listed.
    is_known: bool,
}

/// Choice from a menu, which shows a list as it was when its message was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice<T> {
    /// Entries that the menu has shown as listed; `None` if that is not known.
    shown: Option<Vec<T>>,
    chosen: Vec<ChosenEntry<T>>,
}

/// Returns the choice of channels; `None` if something else was chosen.
pub(super) fn channels(press: &Press) -> Option<Choice<ChannelId>> {
    choice(press, ChannelId, |id| press.knows_channel(id, &KINDS))
}

/// Returns the choice of roles; `None` if something else was chosen.
pub(super) fn roles(press: &Press) -> Option<Choice<RoleId>> {
    choice(press, RoleId, |id| press.knows_role(id))
}

fn choice<T>(
    press: &Press,
    id: fn(u64) -> T,
    is_known: impl Fn(&str) -> bool,
) -> Option<Choice<T>> {
    let read = |text: &str| {
        Some(ChosenEntry {
            id: id(text.parse().ok()?),
            is_known: is_known(text),
        })
    };
    let shown = press.shown();
    Some(Choice {
        shown: shown.map(|ids| ids.into_iter().map(id).collect()),
        chosen: press.all_chosen().map(read).collect::<Option<_>>()?,
    })
}

/// Returns the changes of a list that the person has made in the menu; `None` if an entry cannot be
/// added. Entries that others have added since the menu was shown are kept. An entry that is listed
/// already can stay, even if it has been deleted from the server.
pub(super) fn changes<T: Copy + PartialEq>(
    listed: &[T],
    Choice { shown, chosen }: &Choice<T>,
    action: fn(T, bool) -> AuditAction,
) -> Option<Vec<AuditAction>> {
    let shown = shown.as_deref().unwrap_or(listed);
    let is_new = |id: T| !shown.contains(&id) && !listed.contains(&id);
    let added: Vec<_> = chosen.iter().filter(|entry| is_new(entry.id)).collect();
    if added.iter().any(|entry| !entry.is_known) {
        return None;
    }
    let is_chosen = |id: T| chosen.iter().any(|entry| entry.id == id);
    let is_gone = |id: T| shown.contains(&id) && !is_chosen(id);
    let removed = listed.iter().filter(|id| is_gone(**id));
    let removed = removed.map(|id| action(*id, false));
    let added = added.into_iter().map(|entry| action(entry.id, true));
    Some(removed.chain(added).collect())
}

#[cfg(test)]
mod tests {
    use super::{Choice, ChosenEntry, changes};
    use crate::service::{AuditAction, RoleId};

    /// Returns the changes of a list of the roles 1 and 2, chosen from a menu that has shown the
    /// roles `shown`, if they are known.
    fn changed_from(shown: Option<&[u64]>, chosen: &[(u64, bool)]) -> Option<Vec<AuditAction>> {
        let entry = |&(id, is_known): &(u64, bool)| ChosenEntry {
            id: RoleId(id),
            is_known,
        };
        let choice = Choice {
            shown: shown.map(|ids| ids.iter().copied().map(RoleId).collect()),
            chosen: chosen.iter().map(entry).collect(),
        };
        changes(&[RoleId(1), RoleId(2)], &choice, AuditAction::Role)
    }

    /// Returns the changes of a list of the roles 1 and 2, which the menu has shown.
    fn changed(chosen: &[(u64, bool)]) -> Option<Vec<AuditAction>> {
        let changes = changed_from(Some(&[1, 2]), chosen);
        assert_eq!(changed_from(None, chosen), changes);
        changes
    }

    #[test]
    fn list_becomes_what_was_chosen() {
        let [gone, new] = [(1, false), (3, true)].map(|(id, is)| AuditAction::Role(RoleId(id), is));
        assert_eq!(changed(&[(1, true), (2, true)]), Some(Vec::new()));
        assert_eq!(
            changed(&[(3, true), (2, true)]),
            Some(vec![gone.clone(), new])
        );
        let cleared = vec![gone, AuditAction::Role(RoleId(2), false)];
        assert_eq!(changed(&[]), Some(cleared));
    }

    #[test]
    fn changes_of_another_manager_stay() {
        let [gone, new] = [(1, false), (3, true)].map(|(id, is)| AuditAction::Role(RoleId(id), is));
        let added = changed_from(Some(&[]), &[(3, true)]);
        assert_eq!(added, Some(vec![new]), "1 and 2 were listed meanwhile");
        let removed = changed_from(Some(&[1, 4]), &[(4, true)]);
        assert_eq!(removed, Some(vec![gone]), "4 was taken off meanwhile");
        assert_eq!(changed_from(Some(&[]), &[(1, true)]), Some(Vec::new()));
        assert_eq!(changed_from(Some(&[4]), &[]), Some(Vec::new()));
    }

    #[test]
    fn unknown_entries_can_stay_and_not_be_added() {
        assert_eq!(changed(&[(1, false), (2, false)]), Some(Vec::new()));
        assert_eq!(changed(&[(1, true), (2, true), (3, false)]), None);
    }
}
