//! Buttons and menus of tables and games, by the feature that handles them.

use crate::discord::interaction::custom_id::codec::{buttons, fields};
use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
use crate::discord::interaction::custom_id::move_path::MovePath;
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::i18n::Task;
use focus_render::Speed;

buttons! {
    /// Button of a table that opens a menu, or such a menu.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum TableButton {
        /// Asks for the level of a computer to seat.
        AddComputer = "addpc" [AddComputer, Secondary],
        /// Seats a computer of the level chosen from a menu.
        Computer = "pc",
        /// Asks whom to invite to a table.
        Invite = "invite" [Invite, Secondary],
        /// Invites the people chosen from a menu.
        Guests = "guests",
        /// Carries out the host's choice from a menu: where somebody is placed, or how colors come
        /// about.
        HostMenu = "placein",
    }
}

buttons! {
    /// Button or menu of a game that leads to a request, or answers in private.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PlayButton {
        /// Asks where a move starts.
        Move = "move" [Move, Primary],
        /// Chooses where a move starts, from a menu.
        From = "from",
        /// Chooses a move, from a menu.
        To = "to",
        /// Chooses the square of a drop, from the menu of a part of the board.
        DropOn(origin: MoveOrigin) = "drop",
        /// Returns to a place where a move starts.
        BackTo(origin: MoveOrigin) = "place" [StepBack, Secondary],
        /// Opens the form for a move in notation.
        Type = "type" [Type, Secondary],
        /// Plays the move from the form.
        Written = "written",
        /// Asks for confirmation to resign.
        Resign = "resign" [Resign, Danger],
        /// Keeps playing instead of resigning.
        Stay = "stay" [Cancel, Secondary],
        /// Asks for confirmation to call a game off.
        Abort = "abort" [Abort, Secondary],
        /// Suggests good moves.
        Hint = "hint" [Hint, Secondary],
        /// Lists further actions in a game.
        More = "more" [More, Secondary],
        /// Moves a game to the channel of the person who asks.
        MoveHere = "movehere",
    }
}

buttons! {
    /// Button or menu of a person's premoves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PremoveButton {
        /// Shows the premoves.
        Premoves = "plans" [Premoves, Secondary],
        /// Asks for the next move of a line of premoves that begins with these.
        PremoveNext(path: MovePath) = "plan" [Premove, Secondary],
        /// Chooses where that move starts, from a menu.
        PremoveFrom(path: MovePath) = "planfrom",
        /// Chooses that move, from the menu of a part of the board.
        PremoveTo {
            /// Part of the board whose menu it is, from 0.
            part: u16,
            /// Moves before it.
            path: MovePath,
        } = "planto",
        /// Drops all premoves.
        DropPremoves = "noplan" [DropPremoves, Secondary],
        /// Drops a line of premoves, from a menu.
        DropLine = "noline",
    }
}

buttons! {
    /// Button or menu that shows a board to one person.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LookButton {
        /// Shows the board in private.
        Board = "board" [Look, Secondary],
        /// Shows the board in private, beside the list of games that has the button.
        Open = "see" [Open, Secondary],
        /// Shows the board of a game chosen from a menu.
        Choose = "game",
        /// Shows the board from another side.
        Flip = "flip" [Flip, Secondary],
        /// Shows the first position.
        StepFirst = "first" [StepFirst, Secondary],
        /// Shows the previous position.
        StepBack = "prev" [StepBack, Secondary],
        /// Shows the next position.
        StepNext = "next" [StepNext, Secondary],
        /// Shows the newest position.
        StepLast = "last" [StepLast, Secondary],
        /// Shows a position from another side.
        StepTurn = "turn" [Flip, Secondary],
        /// Describes a position in words.
        Read(reading: Reading) = "read" [InWords, Secondary],
        /// Chooses a rank of the described position, from a menu.
        ReadRank = "readrank",
        /// Chooses a square of that rank to describe its surroundings, from a menu.
        ReadSquare = "readsquare",
    }
}

buttons! {
    /// Position to describe. Several may be the same one, but every button of a message needs an id
    /// of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Reading {
        /// Position that is shown.
        Here = "here" [InWords, Secondary],
        /// First position.
        First = "first" [StepFirst, Secondary],
        /// Previous position.
        Back = "prev" [StepBack, Secondary],
        /// Next position.
        Next = "next" [StepNext, Secondary],
        /// Newest position.
        Last = "last" [StepLast, Secondary],
    }
}

buttons! {
    /// Button of a message that follows a game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum WatchButton {
        /// Stops following a game in a channel.
        Unwatch = "unwatch" [Unwatch, Secondary],
    }
}

buttons! {
    /// Button of a game that has ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HistoryButton {
        /// Sends the record of the game.
        Record = "record" [Record, Secondary],
        /// Shows the game as an animated picture.
        Replay = "replay" [Replay, Secondary],
        /// Shows the replay to everybody; a [cursor](super::replay_cursor::ReplayCursor) with the
        /// last ply replaces the steps.
        ShareReplay {
            /// First ply.
            from: u32,
            /// Speed of the replay.
            speed: Speed,
        } = "sharefilm" [Share, Secondary],
        /// Shows the review of the game.
        Review = "review" [Review, Secondary],
        /// Ends the review that the person waits for; 1 replaces the steps if another message shows
        /// its progress.
        StopReview = "noreview" [Stop, Secondary],
        /// Shows the chart of the review, on the message that shows a moment.
        Chart = "chart" [Chart, Secondary],
        /// Shows a decisive moment of the review; its number, counted from 1, replaces the steps.
        Moment = "moment",
        /// Shows the chart of the review to everybody, or the decisive moment whose number replaces
        /// the steps.
        ShareReview = "sharereview" [Share, Secondary],
        /// Explains the move before a position; its [cursor](super::replay_cursor::ReplayCursor)
        /// replaces the steps.
        Explain = "explain" [Explain, Secondary],
    }
}

buttons! {
    /// Button of a position of a game, which is a replay cursor in place of the steps.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PositionButton {
        /// Sets up a table that begins with the position.
        PlayOn = "playon" [PlayOn, Secondary],
    }
}

buttons! {
    /// Button or menu of the rules and the practice game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RulesButton {
        /// Explains the rules of a table in a message of its own.
        HowToPlay = "howto" [HowToPlay, Secondary],
        /// Chooses a mode to show the rules of, from a menu.
        RulesOf = "rulesof",
        /// Shows a page of the rules.
        Rules(page: RulesPageId) = "rules" [Rules, Secondary],
        /// Shows a task of the practice game.
        Lesson(task: Task) = "lesson" [Practice, Success],
        /// Chooses a move in a task, from a menu.
        Try(task: Task) = "try",
    }
}

fields!(by_text: MoveOrigin, MovePath, RulesPageId);
