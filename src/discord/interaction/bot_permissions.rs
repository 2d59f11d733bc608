//! Permissions that the bot needs in a channel.

use serenity::all::Permissions;

use crate::i18n::Permission;

/// Kind of channel in which a game is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownIn {
    /// Channel for text.
    #[default]
    Channel,
    /// Voice channel, in which only those who may connect can read and write.
    ///
    /// Source: <https://github.com/discord/discord-api-docs/pull/5111>.
    VoiceChannel,
    /// Thread, where writing requires a permission of its own.
    Thread,
}

/// Situation that decides which permissions a game needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Kind of its channel.
    pub shown_in: ShownIn,
    /// True if a thread will be created.
    pub new_thread: bool,
    /// True where the bot speaks with a person in private or only answers. It needs no permission
    /// there, not even for files.
    pub is_answer: bool,
}

impl Needs {
    /// Lists the permissions that a game needs and that are not granted, in the order of
    /// [`Permission::ALL`]. In a channel without files, boards are described in words.
    pub(crate) fn missing(self, granted: Permissions) -> Vec<Permission> {
        lacking(granted, |permission| self.includes(permission))
    }

    /// Lists the permissions that a game with its pictures needs and that are not granted.
    pub(crate) fn missing_for_pictures(self, granted: Permissions) -> Vec<Permission> {
        lacking(granted, |permission| {
            let is_for_pictures = permission == Permission::AttachFiles && !self.is_answer;
            is_for_pictures || self.includes(permission)
        })
    }

    /// Lists all needed permissions, for when Discord does not say which are missing.
    pub(crate) fn all(self) -> Vec<Permission> {
        self.missing(Permissions::empty())
    }

    /// Returns whether a game needs a permission.
    fn includes(self, permission: Permission) -> bool {
        if self.is_answer {
            return false;
        }
        let in_thread = self.shown_in == ShownIn::Thread;
        match permission {
            Permission::AttachFiles => false,
            Permission::Connect => self.shown_in == ShownIn::VoiceChannel,
            Permission::SendMessages => !in_thread,
            Permission::SendMessagesInThreads => in_thread || self.new_thread,
            Permission::CreatePublicThreads => self.new_thread,
            Permission::ViewChannel | Permission::ReadMessageHistory => true,
        }
    }
}

/// Lists the needed permissions that are not granted.
fn lacking(granted: Permissions, is_needed: impl Fn(Permission) -> bool) -> Vec<Permission> {
    if granted.contains(Permissions::ADMINISTRATOR) {
        return Vec::new();
    }
    let all = Permission::ALL.iter().copied();
    let needed = all.filter(|permission| is_needed(*permission));
    needed
        .filter(|permission| !granted.contains(flag(*permission)))
        .collect()
}

fn flag(permission: Permission) -> Permissions {
    match permission {
        Permission::ViewChannel => Permissions::VIEW_CHANNEL,
        Permission::Connect => Permissions::CONNECT,
        Permission::SendMessages => Permissions::SEND_MESSAGES,
        Permission::SendMessagesInThreads => Permissions::SEND_MESSAGES_IN_THREADS,
        Permission::CreatePublicThreads => Permissions::CREATE_PUBLIC_THREADS,
        Permission::AttachFiles => Permissions::ATTACH_FILES,
        Permission::ReadMessageHistory => Permissions::READ_MESSAGE_HISTORY,
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::Permissions;

    use super::{Needs, ShownIn, flag};
    use crate::i18n::Permission;

    #[track_caller]
    fn check(shown_in: ShownIn, new_thread: bool, granted: Permissions, missing: &[Permission]) {
        assert_eq!(
            Needs {
                shown_in,
                new_thread,
                ..Needs::default()
            }
            .missing(granted),
            missing
        );
    }

    #[test]
    fn exactly_what_is_missing_is_named() {
        let plain = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::ATTACH_FILES
            | Permissions::READ_MESSAGE_HISTORY;
        check(ShownIn::Channel, false, plain, &[]);
        check(
            ShownIn::Channel,
            false,
            plain - Permissions::READ_MESSAGE_HISTORY,
            &[Permission::ReadMessageHistory],
        );
        check(
            ShownIn::Thread,
            false,
            plain,
            &[Permission::SendMessagesInThreads],
        );
        let both = [
            Permission::SendMessagesInThreads,
            Permission::CreatePublicThreads,
        ];
        check(ShownIn::Channel, true, plain, &both);
        check(ShownIn::Channel, true, Permissions::ADMINISTRATOR, &[]);
    }

    #[test]
    fn pictures_need_files_and_a_game_does_not() {
        let needs = Needs::default();
        let granted = needs.all().into_iter().map(flag).collect();
        assert_eq!(needs.missing(granted), []);
        let missing = needs.missing_for_pictures(granted);
        assert_eq!(missing, [Permission::AttachFiles]);
    }

    #[test]
    fn a_voice_channel_has_to_be_entered() {
        let granted = Needs::default().all().into_iter().map(flag).collect();
        let needs = Needs {
            shown_in: ShownIn::VoiceChannel,
            ..Needs::default()
        };
        assert_eq!(needs.missing(granted), [Permission::Connect]);
    }

    #[test]
    fn an_answer_needs_nothing() {
        let needs = Needs {
            shown_in: ShownIn::Thread,
            new_thread: true,
            is_answer: true,
        };
        assert_eq!(needs.all(), []);
        assert_eq!(needs.missing_for_pictures(Permissions::empty()), []);
    }

    #[test]
    fn readme_asks_for_exactly_what_is_needed() {
        let flags = Permission::ALL.iter().copied().map(flag);
        let all: Permissions = flags.into_iter().collect();
        let link = format!("&permissions={}\n", all.bits());
        assert!(include_str!("../../../README.md").contains(&link), "{link}");
    }
}
