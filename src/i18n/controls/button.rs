//! Labels of buttons and menus, in which Discord renders no markdown.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::{MenuEntry, Words, plain};
use crate::service::{Player, Team};
use focus::{Move, Square, Stack};

/// Largest number of characters of a button's label that a phone shows in full.
const LABEL: usize = 34;

/// Button under a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Button {
    /// Shows further options of a game to set up.
    MoreOptions,
    /// Declines the thread proposed for a game to set up.
    InChannel,
    /// Opens the form for a clock and for draws by moves without a capture.
    ClockAndDraws,
    /// Explains the rules to somebody who is about to play.
    HowToPlay,
    /// Takes a seat at an open table.
    Join,
    /// Accepts a challenge or an invitation.
    Accept,
    /// Declines a challenge or an invitation.
    Decline,
    /// Starts with the people who are there.
    Start,
    /// Chooses the first team of a table.
    FirstTeam,
    /// Chooses the second team of a table.
    SecondTeam,
    /// Lets everybody choose a color.
    AllowColors,
    /// Switches back to drawing the colors by lot.
    DrawColors,
    /// Seats a computer.
    AddComputer,
    /// Invites people.
    Invite,
    /// Lets everybody sit down.
    OpenToAll,
    /// Leaves a table.
    Leave,
    /// Shows the board to the person who pressed.
    Look,
    /// Leads to the message of a table or game.
    GoThere,
    /// Suggests good moves.
    Hint,
    /// Lists further actions in a game.
    More,
    /// Explains the rules of a running game.
    RulesOfGame,
    /// Shows the person's settings.
    Settings,
    /// Shows a person's settings of reminders.
    ReminderSettings,
    /// Shows a server's lists of channels and roles.
    ListSettings,
    /// Shows the settings of the first page.
    OtherSettings,
    /// Turns the board around.
    Flip,
    /// Offers a draw.
    OfferDraw,
    /// Agrees to a draw.
    AcceptDraw,
    /// Declines a draw.
    RefuseDraw,
    /// Resigns.
    Resign,
    /// Puts out a player whose time is up.
    Claim,
    /// Calls the game off.
    Abort,
    /// Takes the last move back.
    TakeBack,
    /// Allows a take-back.
    AllowTakeBack,
    /// Refuses a take-back.
    RefuseTakeBack,
    /// Offers the person's own seat to others.
    OfferSeat,
    /// Asks for a computer in a seat.
    SeatToComputer,
    /// Asks for a seat.
    SeatToMe,
    /// Lets a seat change hands.
    AllowSeat,
    /// Refuses a change of hands.
    RefuseSeat,
    /// Withdraws the offer of the person's own seat.
    KeepSeat,
    /// Shows the first position.
    StepFirst,
    /// Shows the previous position.
    StepBack,
    /// Shows the next position.
    StepNext,
    /// Shows the newest position.
    StepLast,
    /// Describes the position in words.
    InWords,
    /// Shows the position as a picture.
    AsPicture,
    /// Stops following a game.
    Unwatch,
    /// Shows the person's premoves.
    Premoves,
    /// Begins a line of premoves.
    Premove,
    /// Continues a line of premoves.
    ContinuePremoves,
    /// Drops all premoves.
    DropPremoves,
    /// Plays again with the same players.
    Rematch,
    /// Confirms the action.
    Confirm,
    /// Cancels the action.
    Cancel,
    /// Starts the choice of a move.
    Move,
    /// Opens the form for a move in notation.
    Type,
    /// Shows everybody a message that was private until then.
    Share,
    /// Shows a game of a list.
    Open,
    /// Shows a game as an animated picture.
    Replay,
    /// Opens the panel that sets a game up.
    SetUp,
    /// Opens a form again whose input was refused.
    TryAgain,
    /// Returns to the choice of the source of a move.
    OtherStack,
    /// Starts the practice game.
    Practice,
    /// Starts a game with the weakest computer.
    PlayBeginner,
    /// Shows the rules.
    Rules,
    /// Leads to Discord's page that adds the bot to a server or to a person's account.
    AddApp,
    /// Shows the stronger players of a leaderboard.
    Stronger,
    /// Shows the weaker players of a leaderboard.
    Weaker,
    /// Shows the leaderboard of this server.
    ThisServer,
    /// Shows the leaderboard of all servers.
    AllServers,
    /// Lists the person on the leaderboards of all servers.
    ListMe,
    /// Removes the person from the leaderboards of all servers.
    TakeMeOff,
    /// Explains ratings.
    RatingRules,
    /// Shows newer entries of a list.
    Newer,
    /// Shows older entries of a list.
    Older,
    /// Shows the person's own games.
    Mine,
    /// Sends the record of a game.
    Record,
    /// Shows the review of a game.
    Review,
    /// Explains a move.
    Explain,
    /// Ends the work in progress.
    Stop,
    /// Shows the chart of a game.
    Chart,
    /// Continues a game from a position of a record.
    PlayOn,
    /// Gives each game on a server a thread.
    ThreadsOn,
    /// Stops giving games threads.
    ThreadsOff,
    /// Makes the bot propose threads where a game is running already.
    ThreadsProposed,
    /// Posts replays on a server.
    ReplaysOn,
    /// Stops posting replays.
    ReplaysOff,
    /// Sends a person's stored data as a file.
    ExportData,
    /// Asks whether to delete a person's stored data.
    EraseData,
    /// Deletes a person's stored data.
    EraseForSure,
}

impl Button {
    /// Every button.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

impl Words {
    /// Returns the label of a button, at most 34 characters.
    #[must_use]
    pub fn button(self, button: Button) -> String {
        match button {
            Button::FirstTeam => self.team(Team::First),
            Button::SecondTeam => self.team(Team::Second),
            _ => self.text(&format!("button-{}", <&str>::from(button)), &[]),
        }
    }

    /// Returns the label of a button that answers the offer or request of a player, at most 34
    /// characters. A name that is too long for it is cut.
    #[must_use]
    pub fn answer_to(self, player: &Player, answer: Button) -> String {
        let (answer, name) = (self.button(answer), plain(&self.player(player)));
        let room = LABEL.saturating_sub(answer.chars().count() + " ()".len());
        if name.chars().count() <= room {
            return format!("{answer} ({name})");
        }
        let kept: String = name.chars().take(room.saturating_sub(1)).collect();
        format!("{answer} ({kept}…)")
    }

    /// Returns the label of a button that plays a move, at most 34 characters.
    #[must_use]
    pub fn play_button(self, mv: Move) -> String {
        self.text("button-play", &[("move", mv.to_string().into())])
    }

    /// Returns a choice of a host's menu: a player, and a team, a color or the removal.
    #[must_use]
    pub fn place_choice(self, player: &Player, place: &str) -> MenuEntry {
        MenuEntry::named(&plain(&self.player(player)), |name| {
            let args = [("name", name.into()), ("place", place.into())];
            self.text("place-choice", &args)
        })
    }

    /// Returns the prompt of the menu of enemy pieces to swap with the one on `own`.
    #[must_use]
    pub fn swap_with_prompt(self, own: Square) -> String {
        self.text("menu-swap-with", &[("square", own.to_string().into())])
    }

    /// Returns the prompt of the menu of landing squares; `from` is the chosen square, or `None`
    /// for the hand.
    #[must_use]
    pub fn target_prompt(self, from: Option<Square>) -> String {
        match from {
            Some(square) => self.text("menu-target", &[("square", square.to_string().into())]),
            None => self.text("menu-target-hand", &[]),
        }
    }

    /// Returns the label of a stack, at most 100 characters; it starts with the square.
    #[must_use]
    pub fn source_label(self, square: Square, stack: Stack) -> String {
        let pieces = self.pieces(stack.pieces());
        self.text(
            "source-stack",
            &[
                ("square", square.to_string().into()),
                ("count", stack.height().into()),
                ("pieces", pieces.into()),
            ],
        )
    }

    /// Returns the label of the hand, at most 100 characters.
    #[must_use]
    pub fn hand_label(self, count: u8) -> String {
        self.text("source-hand", &[("count", count.into())])
    }
}
