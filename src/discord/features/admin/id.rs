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
        /// Threads proposed where a game is running already.
        ThreadsProposed = "propose" [ThreadsProposed, Secondary],
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
