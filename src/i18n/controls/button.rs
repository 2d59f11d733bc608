//! Labels of buttons and menus, in which Discord renders no markdown.

use crate::i18n::{Words, plain};
use crate::service::{Player, Team};
use focus::{Move, Square, Stack};

/// Button under a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
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
    /// Chooses the second.
    SecondTeam,
    /// Stands up from a table.
    Leave,
    /// Shows the board to the person who pressed.
    Board,
    /// Turns the board around.
    Flip,
    /// Offers a draw.
    Draw,
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
    /// Drops a planned answer.
    DropPlan,
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
    /// Returns to the choice of where a move starts.
    OtherStack,
    /// Starts the practice game.
    Practice,
    /// Shows the rules.
    Rules,
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
    /// Shows newer games.
    Newer,
    /// Shows older games.
    Older,
    /// Shows the person's own games.
    Mine,
    /// Sends the record of a game.
    Record,
    /// Shows the review of a game.
    Review,
    /// Shows the chart of a game.
    Chart,
    /// Continues a game from a position of a record.
    PlayOn,
    /// Gives each game on a server a thread.
    ThreadsOn,
    /// Stops giving games threads.
    ThreadsOff,
    /// Posts replays on a server.
    ReplaysOn,
    /// Stops posting replays.
    ReplaysOff,
}

impl Button {
    /// Every button.
    pub const ALL: [Self; 58] = [
        Self::Join,
        Self::Accept,
        Self::Decline,
        Self::Start,
        Self::FirstTeam,
        Self::SecondTeam,
        Self::Leave,
        Self::Board,
        Self::Flip,
        Self::Draw,
        Self::AcceptDraw,
        Self::RefuseDraw,
        Self::Resign,
        Self::Claim,
        Self::Abort,
        Self::TakeBack,
        Self::AllowTakeBack,
        Self::RefuseTakeBack,
        Self::OfferSeat,
        Self::SeatToComputer,
        Self::SeatToMe,
        Self::AllowSeat,
        Self::RefuseSeat,
        Self::KeepSeat,
        Self::StepFirst,
        Self::StepBack,
        Self::StepNext,
        Self::StepLast,
        Self::InWords,
        Self::AsPicture,
        Self::Unwatch,
        Self::DropPlan,
        Self::Rematch,
        Self::Confirm,
        Self::Cancel,
        Self::Move,
        Self::Type,
        Self::OtherStack,
        Self::Practice,
        Self::Rules,
        Self::Stronger,
        Self::Weaker,
        Self::ThisServer,
        Self::AllServers,
        Self::ListMe,
        Self::TakeMeOff,
        Self::RatingRules,
        Self::Newer,
        Self::Older,
        Self::Mine,
        Self::Record,
        Self::Review,
        Self::Chart,
        Self::PlayOn,
        Self::ThreadsOn,
        Self::ThreadsOff,
        Self::ReplaysOn,
        Self::ReplaysOff,
    ];
}

impl Words {
    /// Returns the label of a button, at most 34 characters.
    #[must_use]
    pub fn button(self, button: Button) -> String {
        let id = match button {
            Button::FirstTeam => return self.team(Team::First),
            Button::SecondTeam => return self.team(Team::Second),
            Button::Join => "button-join",
            Button::Accept => "button-accept",
            Button::Decline => "button-decline",
            Button::Start => "button-start",
            Button::Leave => "button-leave",
            Button::Board => "button-board",
            Button::Flip => "button-flip",
            Button::Draw => "button-draw",
            Button::AcceptDraw => "button-accept-draw",
            Button::RefuseDraw => "button-refuse-draw",
            Button::Resign => "button-resign",
            Button::Claim => "button-claim",
            Button::Abort => "button-abort",
            Button::TakeBack => "button-takeback",
            Button::AllowTakeBack => "button-allow-takeback",
            Button::RefuseTakeBack => "button-refuse-takeback",
            Button::OfferSeat => "button-offer-seat",
            Button::SeatToComputer => "button-seat-computer",
            Button::SeatToMe => "button-seat-mine",
            Button::AllowSeat => "button-allow-seat",
            Button::RefuseSeat => "button-refuse-seat",
            Button::KeepSeat => "button-keep-seat",
            Button::StepFirst => "button-first",
            Button::StepBack => "button-back",
            Button::StepNext => "button-next",
            Button::StepLast => "button-last",
            Button::InWords => "button-words",
            Button::AsPicture => "button-picture",
            Button::Unwatch => "button-unwatch",
            Button::DropPlan => "button-drop-plan",
            Button::Rematch => "button-rematch",
            Button::Confirm => "button-confirm",
            Button::Cancel => "button-cancel",
            Button::Move => "button-move",
            Button::Type => "button-type",
            Button::OtherStack => "button-other-stack",
            Button::Practice => "button-practice",
            Button::Rules => "button-rules",
            Button::Stronger => "button-stronger",
            Button::Weaker => "button-weaker",
            Button::ThisServer => "button-this-server",
            Button::AllServers => "button-all-servers",
            Button::ListMe => "button-list-me",
            Button::TakeMeOff => "button-take-me-off",
            Button::RatingRules => "button-rating-rules",
            Button::Newer => "button-newer",
            Button::Older => "button-older",
            Button::Mine => "button-mine",
            Button::Record => "button-record",
            Button::Review => "button-review",
            Button::Chart => "button-chart",
            Button::PlayOn => "button-play-on",
            Button::ThreadsOn => "button-threads-on",
            Button::ThreadsOff => "button-threads-off",
            Button::ReplaysOn => "button-replays-on",
            Button::ReplaysOff => "button-replays-off",
        };
        self.text(id, &[])
    }

    /// Returns the label of a button that plays a move, at most 34 characters.
    #[must_use]
    pub fn play_button(self, mv: Move) -> String {
        self.text("button-play", &[("move", mv.to_string().into())])
    }

    /// What the menu asks by which a host places others in a team, at most 150 characters.
    #[must_use]
    pub fn place_prompt(self) -> String {
        self.text("menu-place", &[])
    }

    /// Somebody to place in a team, at most 100 characters.
    #[must_use]
    pub fn place_choice(self, player: &Player, team: Team) -> String {
        let args = [
            ("name", plain(&self.player(player)).into()),
            ("team", self.team(team).into()),
        ];
        self.text("place-choice", &args)
    }

    /// What the menu of stacks asks, at most 150 characters.
    #[must_use]
    pub fn source_prompt(self) -> String {
        self.text("menu-source", &[])
    }

    /// Returns the prompt of the menu of own pieces that can be swapped, at most 150 characters.
    #[must_use]
    pub fn swap_prompt(self) -> String {
        self.text("menu-swap", &[])
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
