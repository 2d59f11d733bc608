//! Sentences about errors of the bot, and about permissions it lacks.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::Words;
use crate::service::Place;

/// Permission of Discord that the bot needs in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Permission {
    /// View Channel.
    ViewChannel,
    /// Connect.
    Connect,
    /// Send Messages.
    SendMessages,
    /// Send Messages in Threads.
    SendMessagesInThreads,
    /// Create Public Threads.
    CreatePublicThreads,
    /// Attach Files.
    AttachFiles,
    /// Read Message History.
    ReadMessageHistory,
}

impl Permission {
    /// Every permission, in the order in which they are named.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl Words {
    /// Says that an error occurred, with the id under which it is logged.
    #[must_use]
    pub fn fault(self, id: &str) -> String {
        self.text("fault-noted", &[("fault", id.into())])
    }

    /// Says that stored data cannot be read, with the id under which the error is logged.
    #[must_use]
    pub fn fault_of_record(self, id: &str) -> String {
        self.text("fault-record", &[("fault", id.into())])
    }

    /// Says that the change may not have been saved, with the id under which the error is logged.
    #[must_use]
    pub fn fault_of_storage(self, id: &str) -> String {
        self.text("fault-storage", &[("fault", id.into())])
    }

    /// Lists missing permissions.
    #[must_use]
    pub fn missing_permissions(self, permissions: &[Permission]) -> String {
        let permissions = self.permissions(permissions);
        self.text(
            "missing-permissions",
            &[("permissions", permissions.into())],
        )
    }

    /// Lists missing permissions in another channel.
    #[must_use]
    pub fn missing_permissions_in(self, place: Place, permissions: &[Permission]) -> String {
        let args = [
            ("channel", format!("<#{}>", place.channel.0).into()),
            ("permissions", self.permissions(permissions).into()),
        ];
        self.text("missing-permissions-there", &args)
    }

    /// Lists permissions by their names.
    pub(in crate::i18n) fn permissions(self, permissions: &[Permission]) -> String {
        let names = permissions.iter();
        let names: Vec<_> = names
            .map(|&permission| self.permission(permission))
            .collect();
        self.list(&names)
    }

    /// Names a permission as Discord's settings do.
    #[must_use]
    pub fn permission(self, permission: Permission) -> String {
        self.text(&format!("permission-{}", <&str>::from(permission)), &[])
    }
}
