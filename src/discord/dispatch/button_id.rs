//! Custom ids of all kinds of buttons and menus.

use std::fmt;

use crate::discord::features::admin::id::AdminButtonId;
use crate::discord::features::history::id::HistoryButtonId;
use crate::discord::features::import::id::{ImportButton, ImportButtonId};
use crate::discord::features::ratings::id::RatingsButtonId;
use crate::discord::interaction::custom_id::buttons::{HistoryButton, PositionButton};
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use crate::discord::interaction::custom_id::setting::SettingButtonId;

/// Declares the kinds of ids, all of which are read.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($id:ident),)+) => {
        /// Custom id of any button or menu.
        pub enum ButtonId {
            $($(#[$doc])* $kind($id),)+
        }

        impl ButtonId {
            /// Reads an id as one of each kind; at most one reading succeeds.
            pub fn readings(text: &str) -> impl Iterator<Item = Option<Self>> {
                [$(text.parse().ok().map(Self::$kind)),+].into_iter()
            }
        }

        /// Formats as the id alone, without its kind.
        impl fmt::Debug for ButtonId {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$kind(id) => id.fmt(f),)+
                }
            }
        }
    };
}

kinds! {
    /// Tables, games and the rules.
    Game(GameButtonId),
    /// Panel that sets a game up.
    Panel(PanelButtonId),
    /// List of ended games.
    History(HistoryButtonId),
    /// Imported record.
    Import(ImportButtonId),
    /// Leaderboards and profiles.
    Ratings(RatingsButtonId),
    /// Personal settings and data.
    Personal(SettingButtonId),
    /// Settings and games of a server.
    Admin(AdminButtonId),
}

impl ButtonId {
    /// Reads an id of any kind; `None` if no button of this bot has it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::readings(text).flatten().next()
    }

    /// Returns whether each press sets up another game or shows everybody another message.
    pub(crate) fn adds(&self) -> bool {
        match self {
            Self::Game(id) => matches!(
                id.button,
                GameButton::Position(PositionButton::PlayOn)
                    | GameButton::History(
                        HistoryButton::ShareReplay { .. } | HistoryButton::ShareReview
                    )
            ),
            Self::Panel(id) => matches!(id.part, PanelPart::Start | PanelPart::Beginner),
            Self::Import(id) => id.step == ImportButton::PlayOn,
            Self::Ratings(id) => matches!(
                id,
                RatingsButtonId::ShareLeaderboard { .. } | RatingsButtonId::ShareProfile { .. }
            ),
            Self::History(_) | Self::Personal(_) | Self::Admin(_) => false,
        }
    }
}
