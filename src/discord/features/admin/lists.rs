//! Lists of channels and roles, chosen from menus that show what is listed.

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

/// Returns the chosen channels; `None` if something else was chosen.
pub(super) fn channels(press: &Press) -> Option<Vec<ChosenEntry<ChannelId>>> {
    chosen(press, ChannelId, |id| press.knows_channel(id, &KINDS))
}

/// Returns the chosen roles; `None` if something else was chosen.
pub(super) fn roles(press: &Press) -> Option<Vec<ChosenEntry<RoleId>>> {
    chosen(press, RoleId, |id| press.knows_role(id))
}

fn chosen<T>(
    press: &Press,
    id: fn(u64) -> T,
    is_known: impl Fn(&str) -> bool,
) -> Option<Vec<ChosenEntry<T>>> {
    let read = |text: &str| {
        Some(ChosenEntry {
            id: id(text.parse().ok()?),
            is_known: is_known(text),
        })
    };
    press.all_chosen().map(read).collect()
}

/// Returns the changes after which the chosen entries are listed and no others; `None` if one cannot
/// be added. One that is listed already can stay, even if it has been deleted from the server.
pub(super) fn changes<T: Copy + PartialEq>(
    listed: &[T],
    chosen: &[ChosenEntry<T>],
    action: fn(T, bool) -> AuditAction,
) -> Option<Vec<AuditAction>> {
    let is_new = |entry: &&ChosenEntry<T>| !listed.contains(&entry.id);
    let added: Vec<_> = chosen.iter().filter(is_new).collect();
    if added.iter().any(|entry| !entry.is_known) {
        return None;
    }
    let is_chosen = |id: T| chosen.iter().any(|entry| entry.id == id);
    let removed = listed.iter().filter(|id| !is_chosen(**id));
    let removed = removed.map(|id| action(*id, false));
    let added = added.into_iter().map(|entry| action(entry.id, true));
    Some(removed.chain(added).collect())
}

#[cfg(test)]
mod tests {
    use super::{ChosenEntry, changes};
    use crate::service::{AuditAction, RoleId};

    /// Returns the changes of a list of the roles 1 and 2.
    fn changed(chosen: &[(u64, bool)]) -> Option<Vec<AuditAction>> {
        let entry = |&(id, is_known): &(u64, bool)| ChosenEntry {
            id: RoleId(id),
            is_known,
        };
        let chosen: Vec<_> = chosen.iter().map(entry).collect();
        changes(&[RoleId(1), RoleId(2)], &chosen, AuditAction::Role)
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
    fn unknown_entries_can_stay_and_not_be_added() {
        assert_eq!(changed(&[(1, false), (2, false)]), Some(Vec::new()));
        assert_eq!(changed(&[(1, true), (2, true), (3, false)]), None);
    }
}
