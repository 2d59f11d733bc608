//! Custom ids of the panel that sets up a game: `p1:<part>:<preferences>`. The preferences are
//! those of the person, so that a press needs nothing else.

use crate::discord::interaction::custom_id::codec::{buttons, fields, prefixed};
use crate::service::SetupPreferences;

buttons! {
    /// Part of the panel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PanelPart {
        /// Menu of opponents: people or computers.
        Opponents = "a",
        /// Menu of levels.
        Level = "l",
        /// Menu of people.
        People = "p",
        /// Menu of modes.
        Mode = "m",
        /// Menu of clocks.
        Clock = "c",
        /// Button that starts.
        Start = "s" [Start, Success],
        /// Button that starts a game that no panel has shown.
        Beginner = "e" [PlayBeginner, Primary],
        /// Button to the page of further options.
        More = "o" [MoreOptions, Secondary],
        /// Button back to the first page.
        Back = "b" [StepBack, Secondary],
        /// Button that declines the proposed thread.
        Channel = "k" [InChannel, Secondary],
        /// Button that explains the rules.
        HowToPlay = "h" [HowToPlay, Secondary],
        /// Menu of goals.
        Goal = "og",
        /// Menu of rules for a player who cannot move.
        Stuck = "os",
        /// Menu of values of a draw.
        Draw = "od",
        /// Menu of openings.
        Opening = "oo",
        /// Menu of rules for talk between partners.
        Talk = "ot",
        /// Menu of options to switch on.
        Switches = "x",
        /// Button that opens the form.
        Type = "t" [ClockAndDraws, Secondary],
        /// Form for typed values.
        Form = "f",
    }
}

/// Custom id of a part of the panel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PanelButtonId {
    /// The part.
    pub part: PanelPart,
    /// Preferences that the panel shows.
    pub preferences: SetupPreferences,
}

fields!(by_text: SetupPreferences);
fields!(in_order: PanelButtonId { part, preferences });
prefixed!("p1": PanelButtonId);
