//! Texts for administrators of a server: its settings and the audit log.

use strum::{EnumString, VariantArray};

use crate::i18n::{Label, Language, Setting, Words, escape};
use crate::service::{AuditAction, AuditEntry, ChannelId, ClockKind, GuildSettings, RoleId};

/// Largest number of channels or roles listed; three such lists must fit into a message.
const MOST_IN_A_ROW: usize = 15;

/// Subcommand of `/focus-admin`. It is parsed from its English name, under which it is registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum AdminCommand {
    /// Shows and changes the server's settings.
    Settings,
    /// Lists the channels to play in.
    Channel,
    /// Lists the roles that may play.
    Role,
    /// Lists the roles that may call games off.
    Moderator,
    /// Calls a game off.
    Abort,
    /// Shows the audit log.
    Audit,
}

impl AdminCommand {
    /// Every subcommand.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Returns the message ids of name and description.
    fn ids(self) -> (&'static str, &'static str) {
        match self {
            Self::Settings => ("command-settings-name", "admin-settings"),
            Self::Channel => ("admin-channel-name", "admin-channel"),
            Self::Role => ("admin-role-name", "admin-role"),
            Self::Moderator => ("admin-moderator-name", "admin-moderator"),
            Self::Abort => ("admin-abort-name", "admin-abort"),
            Self::Audit => ("admin-audit-name", "admin-audit"),
        }
    }
}

impl Words {
    /// Returns the description of `/focus-admin` itself.
    #[must_use]
    pub fn admin_root(self) -> String {
        self.text("admin-root", &[])
    }

    /// Returns the name and description of a subcommand.
    #[must_use]
    pub fn admin_command(self, command: AdminCommand) -> Label {
        self.label(command.ids())
    }

    /// Lists the settings of a server.
    #[must_use]
    pub fn guild_settings(self, settings: &GuildSettings) -> String {
        let language = settings.language.as_deref().and_then(Language::from_code);
        let mut lines = vec![
            self.text("admin-title", &[]),
            self.choice_line(Setting::Language, self.language_choice(language)),
            self.choice_line(Setting::Theme, self.theme_choice(settings.theme)),
        ];
        let orientation = self.orientation_choice(settings.orientation);
        lines.push(self.choice_line(Setting::Orientation, orientation));
        lines.push(self.choice_line(Setting::Threads, self.threads_choice(settings.in_threads)));
        let replays = self.replays_choice(!settings.no_replays);
        lines.push(self.choice_line(Setting::Replays, replays));
        let clocks = self.clock_kinds(&settings.clocks);
        lines.push(self.choice_line(Setting::Clocks, clocks));
        let channels = self.channels(&settings.channels);
        lines.push(self.choice_line(Setting::Channels, channels));
        let everybody = || self.text("list-everybody", &[]);
        let roles = self.roles(&settings.roles, everybody);
        lines.push(self.choice_line(Setting::Roles, roles));
        let managers = || self.text("list-managers", &[]);
        let moderators = self.roles(&settings.moderators, managers);
        lines.push(self.choice_line(Setting::Moderators, moderators));
        if !settings.moderators.is_empty() {
            lines.push(self.text("settings-moderators-allow", &[]));
        }
        lines.join("\n")
    }

    /// Says whether games get threads.
    #[must_use]
    pub fn threads_choice(self, in_threads: Option<bool>) -> String {
        let id = match in_threads {
            Some(true) => "threads-yes",
            Some(false) => "threads-no",
            None => "threads-proposed",
        };
        self.text(id, &[])
    }

    /// Says whether a replay is posted after a game.
    #[must_use]
    pub fn replays_choice(self, posted: bool) -> String {
        let id = if posted { "replays-yes" } else { "replays-no" };
        self.text(id, &[])
    }

    /// Names a kind of clock, including no clock.
    #[must_use]
    pub fn clock_kind(self, kind: ClockKind) -> String {
        self.text(&format!("clock-kind-{}", kind.name()), &[])
    }

    /// Lists kinds of clocks; an empty list means all of them.
    pub(in crate::i18n) fn clock_kinds(self, kinds: &[ClockKind]) -> String {
        if kinds.is_empty() {
            return self.text("list-any-clock", &[]);
        }
        let kinds: Vec<_> = kinds.iter().map(|kind| self.clock_kind(*kind)).collect();
        kinds.join(", ")
    }

    /// Says that the server only allows games with other clocks.
    pub(in crate::i18n) fn other_clocks(self, allowed: &[ClockKind]) -> String {
        let clocks = self.clock_kinds(allowed);
        self.text("refusal-clocks", &[("clocks", clocks.into())])
    }

    /// Lists channels; an empty list means all of them.
    pub(in crate::i18n) fn channels(self, channels: &[ChannelId]) -> String {
        if channels.is_empty() {
            return self.text("list-everywhere", &[]);
        }
        if channels == [ChannelId::DELETED] {
            return self.text("list-deleted", &[]);
        }
        let channels = channels.iter().map(|id| format!("<#{}>", id.0));
        self.in_a_row(channels.collect())
    }

    /// Lists roles; an empty list is worded by `without`.
    pub(in crate::i18n) fn roles(self, roles: &[RoleId], without: impl Fn() -> String) -> String {
        if roles.is_empty() {
            return without();
        }
        if roles == [RoleId::DELETED] {
            return self.text("list-deleted", &[]);
        }
        let roles = roles.iter().map(|id| format!("<@&{}>", id.0));
        self.in_a_row(roles.collect())
    }

    /// Lists the first names and the number of the others.
    fn in_a_row(self, mut names: Vec<String>) -> String {
        let more = names.len().saturating_sub(MOST_IN_A_ROW);
        if more > 0 {
            names.truncate(MOST_IN_A_ROW);
            names.push(self.text("games-more", &[("count", more.into())]));
        }
        names.join(", ")
    }

    /// Formats a page of the audit log; pages are counted from 1.
    #[must_use]
    pub fn audit(self, entries: &[AuditEntry], page: usize, pages: usize) -> String {
        if entries.is_empty() {
            return self.text("audit-none", &[]);
        }
        let args = [("page", page.into()), ("pages", pages.into())];
        let mut lines = vec![self.text("audit-title", &args)];
        lines.extend(entries.iter().map(|held| {
            let name = match held.by.name.as_str() {
                "" => self.text("person-gone", &[]),
                name => escape(name),
            };
            let args = [
                ("time", format!("<t:{}:f>", held.at.seconds()).into()),
                ("name", name.into()),
                ("action", self.audit_action(&held.action).into()),
            ];
            self.text("audit-line", &args)
        }));
        lines.join("\n")
    }

    fn audit_action(self, action: &AuditAction) -> String {
        let (topic, choice) = match action {
            AuditAction::Language(language) => {
                let language = language.as_deref().and_then(Language::from_code);
                (Setting::Language, self.language_choice(language))
            }
            AuditAction::Theme(theme) => (Setting::Theme, self.theme_choice(*theme)),
            AuditAction::Orientation(kind) => {
                (Setting::Orientation, self.orientation_choice(*kind))
            }
            AuditAction::Threads(choice) => (Setting::Threads, self.threads_choice(*choice)),
            AuditAction::Replays(posted) => (Setting::Replays, self.replays_choice(*posted)),
            AuditAction::Clocks(kinds) => (Setting::Clocks, self.clock_kinds(kinds)),
            AuditAction::Channel(channel, listed) => {
                let channel = format!("<#{}>", channel.0);
                (Setting::Channels, self.listed(&channel, *listed))
            }
            AuditAction::Role(role, listed) => {
                let role = format!("<@&{}>", role.0);
                (Setting::Roles, self.listed(&role, *listed))
            }
            AuditAction::Moderator(role, listed) => {
                let role = format!("<@&{}>", role.0);
                (Setting::Moderators, self.listed(&role, *listed))
            }
            AuditAction::Abort(game) => {
                return self.text("audited-abort", &[("game", game.to_string().into())]);
            }
        };
        self.choice_line(topic, choice)
    }

    fn listed(self, item: &str, listed: bool) -> String {
        let id = if listed {
            "audited-listed"
        } else {
            "audited-unlisted"
        };
        self.text(id, &[("item", item.into())])
    }
}
