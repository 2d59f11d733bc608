//! Custom ids of buttons and menus of games: `f1:<action>:<game>:<seen>`, for some actions followed
//! by a place or a move: `f1:<action>:<game>:<seen>:<part>`.

use std::fmt;
use std::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::discord::custom_id::move_origin::MoveOrigin;
use crate::discord::custom_id::rules_page::Page;
use crate::i18n::Task;
use crate::service::{GameId, Team};
use focus::Move;
use focus::notation::MoveText;

/// Declares the actions, each with its token and the type of its part, if it has one. Tokens are in
/// messages all over Discord, so they must not change.
macro_rules! actions {
    (
        plain { $($(#[$doc:meta])* $plain:ident = $token:literal,)* }
        with_part { $($(#[$part_doc:meta])* $with:ident($part:ty) = $part_token:literal,)* }
    ) => {
        /// Action that a press asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $plain,)*
            $($(#[$part_doc])* $with($part),)*
        }

        impl Action {
            /// Every action with only a game and a step.
            pub const ALL: &'static [Self] = &[$(Self::$plain),*];

            /// Returns the action of a token and the part after the step, in any spelling.
            fn read(token: &str, part: Option<&str>) -> Option<Self> {
                match (token, part) {
                    $(($part_token, Some(part)) => <$part as Part>::read(part).map(Self::$with),)*
                    $(($token, _) => Some(Self::$plain),)*
                    _ => None,
                }
            }

            fn token(self) -> &'static str {
                match self {
                    $(Self::$plain => $token,)*
                    $(Self::$with(_) => $part_token,)*
                }
            }

            /// Returns the part after the step, if there is one.
            fn part(self) -> Option<String> {
                match self {
                    $(Self::$plain => None,)*
                    $(Self::$with(part) => Some(part.write()),)*
                }
            }
        }
    };
}

actions! {
    plain {
        /// Take a seat at a table, or accept a challenge.
        Join = "join",
        /// Leave a table.
        Leave = "leave",
        /// Decline an invitation or a challenge.
        Decline = "decline",
        /// Start with the people at the table.
        Start = "start",
        /// Ask how strong a computer to seat is to play.
        AddComputer = "addpc",
        /// Choose that, from a menu.
        Computer = "pc",
        /// Ask whom to invite to a table.
        Invite = "invite",
        /// Choose that, from a menu.
        Guests = "guests",
        /// Let everybody sit down at a table.
        OpenToAll = "open",
        /// Explain the rules of a table in a message of its own.
        HowToPlay = "howto",
        /// Choose somebody to place in a team, from a menu.
        Place = "placein",
        /// Look at the board in private.
        Board = "board",
        /// Show the board from another side.
        Flip = "flip",
        /// Ask for confirmation to resign.
        Resign = "resign",
        /// Resign, after confirmation.
        ResignForSure = "resign!",
        /// Offer a draw, or agree to one.
        Draw = "draw",
        /// Decline a draw.
        RefuseDraw = "nodraw",
        /// Put out a player whose time is up.
        Claim = "claim",
        /// Ask for confirmation to call a game off.
        Abort = "abort",
        /// Call a game off, after confirmation.
        AbortForSure = "abort!",
        /// Take the last move back, or ask for it.
        TakeBack = "back",
        /// Allow a take-back.
        AllowTakeBack = "back+",
        /// Refuse a take-back.
        RefuseTakeBack = "noback",
        /// Offer the person's own seat to others.
        OfferSeat = "seat",
        /// Ask for a computer in a seat.
        SeatToComputer = "seatpc",
        /// Ask for a seat.
        SeatToMe = "seatme",
        /// Let a seat change hands.
        AllowSeat = "seat+",
        /// Refuse a change of hands.
        RefuseSeat = "noseat",
        /// Drop a planned answer.
        DropPlan = "noplan",
        /// Suggest good moves.
        Hint = "hint",
        /// Show the first position.
        StepFirst = "first",
        /// Show the previous position.
        StepBack = "prev",
        /// Show the next position.
        StepNext = "next",
        /// Show the newest position.
        StepLast = "last",
        /// Show a position from another side.
        StepTurn = "turn",
        /// Choose a rank of the described position, from a menu.
        ReadRank = "readrank",
        /// Choose a square of that rank to describe its surroundings, from a menu.
        ReadSquare = "readsquare",
        /// Stop following a game in a channel.
        Unwatch = "unwatch",
        /// Play again after the end.
        Rematch = "rematch",
        /// Ask where a move starts.
        Move = "move",
        /// Choose where a move starts, from a menu.
        From = "from",
        /// Choose a move, from a menu.
        To = "to",
        /// Open the form for a move in notation.
        Type = "type",
        /// Play the move from the form.
        Written = "written",
        /// Choose a mode to show the rules of, from a menu.
        RulesOf = "rulesof",
        /// Send the record of the game.
        Record = "record",
        /// Show the review of the game.
        Review = "review",
        /// Show the chart of the review, on the message that shows a moment.
        Chart = "chart",
        /// Show a decisive moment of the review; its number, counted from 1, replaces the steps.
        Moment = "moment",
    }
    with_part {
        /// Choose a team of the table, sitting down first if need be.
        Team(Team) = "team",
        /// Describe a position in words.
        Read(Reading) = "read",
        /// Return to a place where a move starts.
        BackTo(MoveOrigin) = "place",
        /// Play this move.
        Play(Move) = "play",
        /// Show a page of the rules.
        Rules(Page) = "rules",
        /// Show a task of the practice game.
        Lesson(Task) = "lesson",
        /// Choose a move in a task, from a menu.
        Try(Task) = "try",
    }
}

/// Part of a custom id, behind the step.
trait Part: Sized {
    /// Reads the part, in any spelling.
    fn read(text: &str) -> Option<Self>;

    /// Writes the part.
    fn write(self) -> String;
}

impl Part for MoveOrigin {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(self) -> String {
        self.to_string()
    }
}

impl Part for Page {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(self) -> String {
        self.to_string()
    }
}

impl Part for Move {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(|text: MoveText| text.mv())
    }

    fn write(self) -> String {
        self.to_string()
    }
}

impl Part for Reading {
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn write(self) -> String {
        <&str>::from(self).to_owned()
    }
}

impl Part for Task {
    fn read(text: &str) -> Option<Self> {
        Self::from_number(text.parse().ok()?)
    }

    fn write(self) -> String {
        self.number().to_string()
    }
}

impl Part for Team {
    fn read(text: &str) -> Option<Self> {
        Self::from_number(text.parse().ok()?)
    }

    fn write(self) -> String {
        self.number().to_string()
    }
}

/// Position to describe. Several may be the same one, but every button of a message needs an id of
/// its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Reading {
    /// Position that is shown.
    Here,
    /// First position.
    First,
    /// Previous position.
    #[strum(serialize = "prev")]
    Back,
    /// Next position.
    Next,
    /// Newest position.
    Last,
}

impl Reading {
    /// Every kind.
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// Custom id of a button: everything that a press needs, so that a restart loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CustomId {
    /// Requested action.
    pub action: Action,
    /// Table or game.
    pub game: GameId,
    /// Steps of the game that the button was made for; see `GameView::steps`. For buttons that step
    /// through a game, the position they show; see `ReplayCursor`.
    pub seen: u32,
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "f1:{}:{}:{}",
            self.action.token(),
            self.game.0,
            self.seen
        )?;
        match self.action.part() {
            Some(part) => write!(f, ":{part}"),
            None => Ok(()),
        }
    }
}

/// Error of a custom id that no button of this bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignId;

/// Returns `id` if `text` is exactly its spelling. Each id has one spelling, without signs, leading
/// zeros or trailing text.
pub(crate) fn spelled<T: fmt::Display>(id: T, text: &str) -> Result<T, ForeignId> {
    if id.to_string() == text {
        Ok(id)
    } else {
        Err(ForeignId)
    }
}

impl FromStr for CustomId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.splitn(5, ':');
        let mut next = || parts.next().ok_or(ForeignId);
        let (version, token, game, seen) = (next()?, next()?, next()?, next()?);
        let id = Self {
            action: Action::read(token, parts.next()).ok_or(ForeignId)?,
            game: GameId(game.parse().map_err(|_| ForeignId)?),
            seen: seen.parse().map_err(|_| ForeignId)?,
        };
        if version != "f1" {
            return Err(ForeignId);
        }
        spelled(id, text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, CustomId, ForeignId, Reading};
    use crate::discord::custom_id::move_origin::MoveOrigin;
    use crate::discord::custom_id::rules_page::Page;
    use crate::i18n::{Task, Topic};
    use crate::service::{GameId, Team};
    use focus::{Mode, Move, Square};

    /// Returns actions with every place and every kind of move as their part.
    fn with_parts() -> impl Iterator<Item = Action> {
        let squares = Square::ALL.into_iter().map(MoveOrigin::Square);
        let ranks = (0..8).map(MoveOrigin::Rank);
        let places = squares.chain(ranks).chain([MoveOrigin::Hand]);
        let [own, enemy] = [Square::ALL[3], Square::ALL[40]];
        let moves = Move::slides().chain(Move::drops());
        let moves = moves.chain([Move::Swap { own, enemy }]);
        let pages = Mode::ALL.into_iter().flat_map(|mode| {
            let pages = 1..=u8::try_from(Topic::of(mode).len()).expect("a few pages");
            pages.filter_map(move |number| Page::new(mode, number))
        });
        let lessons = Task::ALL.map(Action::Lesson).into_iter();
        let steps = places.map(Action::BackTo).chain(moves.map(Action::Play));
        let steps = steps.chain(pages.map(Action::Rules)).chain(lessons);
        let readings = Reading::ALL.iter().copied().map(Action::Read);
        let steps = steps.chain(Team::ALL.map(Action::Team));
        steps.chain(Task::ALL.map(Action::Try)).chain(readings)
    }

    #[test]
    fn every_action_survives_its_text_within_the_limit() {
        for action in Action::ALL.iter().copied().chain(with_parts()) {
            let id = CustomId {
                action,
                game: GameId(u32::MAX),
                seen: u32::MAX,
            };
            let text = id.to_string();
            assert_eq!(text.parse(), Ok(id));
            assert!(text.len() <= 100);
        }
    }

    #[test]
    fn foreign_ids_are_told_apart() {
        for text in [
            "",
            "f1",
            "f1:join",
            "f1:join:1",
            "f1:join:1:0:0",
            "f2:join:1:0",
            "f1:jump:1:0",
            "f1:join:x:0",
            "f1:join:-1:0",
            "f1:join:+1:0",
            "f1:join:01:0",
            "f1:join:99999999999:0",
            "f1:place:1:0",
            "f1:place:1:0:a1",
            "f1:place:1:0:B7",
            "f1:place:1:0:+9",
            "f1:place:1:0:+0",
            "f1:place:1:0:b7:b7",
            "f1:play:1:0",
            "f1:play:1:0:",
            "f1:play:1:0:b7c7",
            "f1:play:1:0:B7-C7",
            "f1:play:1:0:b7-c7:1",
            "f1:play:1:0:b7-c7xO",
            "f1:move:1:0:b7",
            "f1:team:1:0",
            "f1:team:1:0:0",
            "f1:team:1:0:3",
            "f1:team:1:0:01",
            "f1:placein:1:0:1",
            "f1:rules:0:0",
            "f1:rules:0:0:2",
            "f1:rules:0:0:2.0",
            "f1:rules:0:0:2.10",
            "f1:read:1:0",
            "f1:read:1:0:there",
            "f1:rules:0:0:5.1",
            "f1:rules:0:0:2.01",
            "f1:lesson:0:0:0",
            "f1:lesson:0:0:6",
            "f1:try:0:0:01",
            "paginator:next",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(ForeignId), "{text}");
        }
    }
}
