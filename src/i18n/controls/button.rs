//! Labels of buttons and menus, in which Discord renders no markdown.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::{MenuEntry, Words, plain};
use crate::service::{Player, Team};
use focus::{Move, Square, Stack};

/// Largest number of characters of a button's label that a phone shows in full.
const LABEL: usize = 34;

/// Button under a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
pub enum Button {
    /// Shows further options of a game to set up.
    #[strum(serialize = "button-more-options")]
    MoreOptions,
    /// Declines the thread proposed for a game to set up.
    #[strum(serialize = "button-in-channel")]
    InChannel,
    /// Opens the form for a clock and for draws by moves without a capture.
    #[strum(serialize = "button-clock-and-draws")]
    ClockAndDraws,
    /// Explains the rules to somebody who is about to play.
    #[strum(serialize = "button-how-to-play")]
    HowToPlay,
    /// Takes a seat at an open table.
    #[strum(serialize = "button-join")]
    Join,
    /// Accepts a challenge or an invitation.
    #[strum(serialize = "button-accept")]
    Accept,
    /// Declines a challenge or an invitation.
    #[strum(serialize = "button-decline")]
    Decline,
    /// Starts with the people who are there.
    #[strum(serialize = "button-start")]
    Start,
    /// Chooses the first team of a table.
    FirstTeam,
    /// Chooses the second team of a table.
    SecondTeam,
    /// Lets everybody choose a color.
    #[strum(serialize = "button-allow-colors")]
    AllowColors,
    /// Switches back to drawing the colors by lot.
    #[strum(serialize = "button-draw-colors")]
    DrawColors,
    /// Seats a computer.
    #[strum(serialize = "button-add-computer")]
    AddComputer,
    /// Invites people.
    #[strum(serialize = "button-invite")]
    Invite,
    /// Lets everybody sit down.
    #[strum(serialize = "button-open-to-all")]
    OpenToAll,
    /// Leaves a table.
    #[strum(serialize = "button-leave")]
    Leave,
    /// Shows the board to the person who pressed.
    #[strum(serialize = "button-look")]
    Look,
    /// Leads to the message of a table or game.
    #[strum(serialize = "button-go-there")]
    GoThere,
    /// Suggests good moves.
    #[strum(serialize = "button-hint")]
    Hint,
    /// Lists further actions in a game.
    #[strum(serialize = "button-more")]
    More,
    /// Explains the rules of a running game.
    #[strum(serialize = "button-rules-of-game")]
    RulesOfGame,
    /// Shows the person's settings.
    #[strum(serialize = "button-settings")]
    Settings,
    /// Shows a person's settings of reminders.
    #[strum(serialize = "button-reminder-settings")]
    ReminderSettings,
    /// Shows a server's lists of channels and roles.
    #[strum(serialize = "button-list-settings")]
    ListSettings,
    /// Shows the settings of the first page.
    #[strum(serialize = "button-other-settings")]
    OtherSettings,
    /// Turns the board around.
    #[strum(serialize = "button-flip")]
    Flip,
    /// Offers a draw.
    #[strum(serialize = "button-offer-draw")]
    OfferDraw,
    /// Agrees to a draw.
    #[strum(serialize = "button-accept-draw")]
    AcceptDraw,
    /// Declines a draw.
    #[strum(serialize = "button-refuse-draw")]
    RefuseDraw,
    /// Resigns.
    #[strum(serialize = "button-resign")]
    Resign,
    /// Puts out a player whose time is up.
    #[strum(serialize = "button-claim")]
    Claim,
    /// Calls the game off.
    #[strum(serialize = "button-abort")]
    Abort,
    /// Takes the last move back.
    #[strum(serialize = "button-takeback")]
    TakeBack,
    /// Allows a take-back.
    #[strum(serialize = "button-allow-takeback")]
    AllowTakeBack,
    /// Refuses a take-back.
    #[strum(serialize = "button-refuse-takeback")]
    RefuseTakeBack,
    /// Offers the person's own seat to others.
    #[strum(serialize = "button-offer-seat")]
    OfferSeat,
    /// Asks for a computer in a seat.
    #[strum(serialize = "button-seat-computer")]
    SeatToComputer,
    /// Asks for a seat.
    #[strum(serialize = "button-seat-mine")]
    SeatToMe,
    /// Lets a seat change hands.
    #[strum(serialize = "button-allow-seat")]
    AllowSeat,
    /// Refuses a change of hands.
    #[strum(serialize = "button-refuse-seat")]
    RefuseSeat,
    /// Withdraws the offer of the person's own seat.
    #[strum(serialize = "button-keep-seat")]
    KeepSeat,
    /// Shows the first position.
    #[strum(serialize = "button-first")]
    StepFirst,
    /// Shows the previous position.
    #[strum(serialize = "button-back")]
    StepBack,
    /// Shows the next position.
    #[strum(serialize = "button-next")]
    StepNext,
    /// Shows the newest position.
    #[strum(serialize = "button-last")]
    StepLast,
    /// Describes the position in words.
    #[strum(serialize = "button-words")]
    InWords,
    /// Shows the position as a picture.
    #[strum(serialize = "button-picture")]
    AsPicture,
    /// Stops following a game.
    #[strum(serialize = "button-unwatch")]
    Unwatch,
    /// Shows the person's premoves.
    #[strum(serialize = "button-premoves")]
    Premoves,
    /// Begins a line of premoves.
    #[strum(serialize = "button-premove")]
    Premove,
    /// Continues a line of premoves.
    #[strum(serialize = "button-continue-premoves")]
    ContinuePremoves,
    /// Drops all premoves.
    #[strum(serialize = "button-drop-premoves")]
    DropPremoves,
    /// Plays again with the same players.
    #[strum(serialize = "button-rematch")]
    Rematch,
    /// Confirms the action.
    #[strum(serialize = "button-confirm")]
    Confirm,
    /// Cancels the action.
    #[strum(serialize = "button-cancel")]
    Cancel,
    /// Starts the choice of a move.
    #[strum(serialize = "button-move")]
    Move,
    /// Opens the form for a move in notation.
    #[strum(serialize = "button-type")]
    Type,
    /// Shows everybody a message that was private until then.
    #[strum(serialize = "button-share")]
    Share,
    /// Shows a game of a list.
    #[strum(serialize = "button-open")]
    Open,
    /// Shows a game as an animated picture.
    #[strum(serialize = "button-replay")]
    Replay,
    /// Opens the panel that sets a game up.
    #[strum(serialize = "button-set-up")]
    SetUp,
    /// Opens a form again whose input was refused.
    #[strum(serialize = "button-try-again")]
    TryAgain,
    /// Returns to the choice of the source of a move.
    #[strum(serialize = "button-other-stack")]
    OtherStack,
    /// Starts the practice game.
    #[strum(serialize = "button-practice")]
    Practice,
    /// Starts a game with the weakest computer.
    #[strum(serialize = "button-play-beginner")]
    PlayBeginner,
    /// Shows the rules.
    #[strum(serialize = "button-rules")]
    Rules,
    /// Leads to Discord's page that adds the bot to a server or to a person's account.
    #[strum(serialize = "button-add-app")]
    AddApp,
    /// Shows the stronger players of a leaderboard.
    #[strum(serialize = "button-stronger")]
    Stronger,
    /// Shows the weaker players of a leaderboard.
    #[strum(serialize = "button-weaker")]
    Weaker,
    /// Shows the leaderboard of this server.
    #[strum(serialize = "button-this-server")]
    ThisServer,
    /// Shows the leaderboard of all servers.
    #[strum(serialize = "button-all-servers")]
    AllServers,
    /// Lists the person on the leaderboards of all servers.
    #[strum(serialize = "button-list-me")]
    ListMe,
    /// Removes the person from the leaderboards of all servers.
    #[strum(serialize = "button-take-me-off")]
    TakeMeOff,
    /// Explains ratings.
    #[strum(serialize = "button-rating-rules")]
    RatingRules,
    /// Shows newer entries of a list.
    #[strum(serialize = "button-newer")]
    Newer,
    /// Shows older entries of a list.
    #[strum(serialize = "button-older")]
    Older,
    /// Shows the person's own games.
    #[strum(serialize = "button-mine")]
    Mine,
    /// Sends the record of a game.
    #[strum(serialize = "button-record")]
    Record,
    /// Shows the review of a game.
    #[strum(serialize = "button-review")]
    Review,
    /// Explains a move.
    #[strum(serialize = "button-explain")]
    Explain,
    /// Ends the work in progress.
    #[strum(serialize = "button-stop")]
    Stop,
    /// Shows the chart of a game.
    #[strum(serialize = "button-chart")]
    Chart,
    /// Continues a game from a position of a record.
    #[strum(serialize = "button-play-on")]
    PlayOn,
    /// Gives each game on a server a thread.
    #[strum(serialize = "button-threads-on")]
    ThreadsOn,
    /// Stops giving games threads.
    #[strum(serialize = "button-threads-off")]
    ThreadsOff,
    /// Makes the bot propose threads where a game is running already.
    #[strum(serialize = "button-threads-proposed")]
    ThreadsProposed,
    /// Posts replays on a server.
    #[strum(serialize = "button-replays-on")]
    ReplaysOn,
    /// Stops posting replays.
    #[strum(serialize = "button-replays-off")]
    ReplaysOff,
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
            _ => self.text(button.into(), &[]),
        }
    }

    /// Returns the label of a button that answers the offer of a player, at most 34 characters. A
    /// name that is too long for it is cut.
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
