//! Custom ids of buttons and menus about a whole server: `a1:<token>`. The person's permission is
//! checked on every use.

use crate::discord::interaction::custom_id::codec::{buttons, prefixed};
use crate::service::GameId;

buttons! {
    /// Setting or action of a server.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AdminButtonId {
        /// Shows the first page of settings.
        Show = "show" [OtherSettings, Secondary],
        /// Shows the page with the lists of channels and roles.
        ShowLists = "more" [ListSettings, Secondary],
        /// Language.
        Language = "language",
        /// Theme of boards.
        Theme = "theme",
        /// Side of boards at the bottom.
        Orientation = "orientation",
        /// Threads for games.
        ThreadsOn = "threads" [ThreadsOn, Secondary],
        /// No threads for games.
        ThreadsOff = "nothreads" [ThreadsOff, Secondary],
        /// Replays after games.
        ReplaysOn = "replays" [ReplaysOn, Secondary],
        /// No replays after games.
        ReplaysOff = "noreplays" [ReplaysOff, Secondary],
        /// Kinds of clocks that games may have.
        Clocks = "clocks",
        /// Channels to play in.
        Channels = "channels",
        /// Roles that may play.
        Roles = "roles",
        /// Roles that may call games off.
        Moderators = "moderators",
        /// Page of the audit log, counted from 0.
        Audit(page: u16) = "audit",
        /// Confirmation to call off a game or close a table.
        Abort(game: GameId) = "abort" [Abort, Danger],
    }
}

prefixed!("a1": AdminButtonId);

#[cfg(test)]
mod tests {
    use super::AdminButtonId;
    use crate::discord::interaction::custom_id::codec::ForeignId;
    use crate::service::GameId;

    #[test]
    fn every_id_survives_its_text_and_foreign_ones_are_told_apart() {
        for id in [
            AdminButtonId::Show,
            AdminButtonId::ShowLists,
            AdminButtonId::Language,
            AdminButtonId::Theme,
            AdminButtonId::Orientation,
            AdminButtonId::ThreadsOn,
            AdminButtonId::ThreadsOff,
            AdminButtonId::ReplaysOn,
            AdminButtonId::ReplaysOff,
            AdminButtonId::Clocks,
            AdminButtonId::Channels,
            AdminButtonId::Roles,
            AdminButtonId::Moderators,
            AdminButtonId::Audit(0),
            AdminButtonId::Audit(u16::MAX),
            AdminButtonId::Abort(GameId(7)),
            AdminButtonId::Abort(GameId(u32::MAX)),
        ] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for text in [
            "",
            "a1:",
            "a1:audit:",
            "a1:audit:01",
            "a1:audit:-1",
            "a1:abort:",
            "a1:abort:+7",
            "s1:theme",
        ] {
            assert_eq!(text.parse::<AdminButtonId>(), Err(ForeignId), "{text}");
        }
    }
}
