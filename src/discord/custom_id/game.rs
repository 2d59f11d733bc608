//! Custom ids of buttons and menus of games: `f1:<action>:<game>:<seen>`, for some actions followed
//! by a place or a move: `f1:<action>:<game>:<seen>:<part>`.

use std::fmt;
use std::str::FromStr;

use crate::discord::custom_id::move_origin::Source;
use crate::discord::custom_id::rules_page::Page;
use crate::i18n::Task;
use crate::service::{GameId, Team};
use focus::Move;
use focus::notation::MoveText;

/// Action of a button or menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Take a seat at a table, or accept a challenge.
    Join,
    /// Leave a table.
    Leave,
    /// Decline an invitation or a challenge.
    Decline,
    /// Start with the people at the table.
    Start,
    /// Choose a team of the table, sitting down first if need be.
    Team(Team),
    /// Choose somebody to place in a team, from a menu.
    Place,
    /// Look at the board in private.
    Board,
    /// Show the board from another side.
    Flip,
    /// Ask for confirmation to resign.
    Resign,
    /// Resign, after confirmation.
    ResignForSure,
    /// Offer a draw, or agree to one.
    Draw,
    /// Decline a draw.
    RefuseDraw,
    /// Put out a player whose time is up.
    Claim,
    /// Ask for confirmation to call a game off.
    Abort,
    /// Call a game off, after confirmation.
    AbortForSure,
    /// Take the last move back, or ask for it.
    TakeBack,
    /// Allow a take-back.
    AllowTakeBack,
    /// Refuse a take-back.
    RefuseTakeBack,
    /// Offer the person's own seat to others.
    OfferSeat,
    /// Ask for a computer in a seat.
    SeatToComputer,
    /// Ask for a seat.
    SeatToMe,
    /// Let a seat change hands.
    AllowSeat,
    /// Refuse a change of hands.
    RefuseSeat,
    /// Drop a planned answer.
    DropPlan,
    /// Suggest good moves.
    Hint,
    /// Show the first position.
    StepFirst,
    /// Show the previous position.
    StepBack,
    /// Show the next position.
    StepNext,
    /// Show the newest position.
    StepLast,
    /// Show a position from another side.
    StepTurn,
    /// Describe a position in words.
    Read(Reading),
    /// Choose a rank of the described position, from a menu.
    ReadRank,
    /// Choose a square of that rank to describe its surroundings, from a menu.
    ReadSquare,
    /// Stop following a game in a channel.
    Unwatch,
    /// Play again after the end.
    Rematch,
    /// Ask where a move starts.
    Move,
    /// Choose where a move starts, from a menu.
    From,
    /// Return to a place where a move starts.
    BackTo(Source),
    /// Choose a move, from a menu.
    To,
    /// Play this move.
    Play(Move),
    /// Open the form for a move in notation.
    Type,
    /// Play the move from the form.
    Written,
    /// Show a page of the rules.
    Rules(Page),
    /// Choose a mode to show the rules of, from a menu.
    RulesOf,
    /// Show a task of the practice game.
    Lesson(Task),
    /// Choose a move in a task, from a menu.
    Try(Task),
    /// Send the record of the game.
    Record,
    /// Show the review of the game.
    Review,
    /// Show the chart of the review, on the message that shows a moment.
    Chart,
    /// Show a decisive moment of the review; its number, counted from 1, replaces the steps.
    Moment,
}

impl Action {
    /// Every action that carries no more than a game and a step.
    pub const ALL: [Self; 43] = [
        Self::Join,
        Self::Leave,
        Self::Decline,
        Self::Start,
        Self::Place,
        Self::Board,
        Self::Flip,
        Self::Resign,
        Self::ResignForSure,
        Self::Draw,
        Self::RefuseDraw,
        Self::Claim,
        Self::Abort,
        Self::AbortForSure,
        Self::TakeBack,
        Self::AllowTakeBack,
        Self::RefuseTakeBack,
        Self::OfferSeat,
        Self::SeatToComputer,
        Self::SeatToMe,
        Self::AllowSeat,
        Self::RefuseSeat,
        Self::DropPlan,
        Self::Hint,
        Self::StepFirst,
        Self::StepBack,
        Self::StepNext,
        Self::StepLast,
        Self::StepTurn,
        Self::ReadRank,
        Self::ReadSquare,
        Self::Unwatch,
        Self::Rematch,
        Self::Move,
        Self::From,
        Self::To,
        Self::Type,
        Self::Written,
        Self::RulesOf,
        Self::Record,
        Self::Review,
        Self::Chart,
        Self::Moment,
    ];

    /// Parses the token of an action and the part after the step, in any spelling.
    fn read(token: &str, part: Option<&str>) -> Option<Self> {
        match (token, part) {
            ("place", Some(place)) => place.parse().ok().map(Self::BackTo),
            ("play", Some(mv)) => mv.parse::<MoveText>().ok().map(|mv| Self::Play(mv.mv())),
            ("team", Some(number)) => read_team(number).map(Self::Team),
            ("rules", Some(page)) => page.parse().ok().map(Self::Rules),
            ("read", Some(reading)) => Reading::of_token(reading).map(Self::Read),
            ("lesson", Some(task)) => read_task(task).map(Self::Lesson),
            ("try", Some(task)) => read_task(task).map(Self::Try),
            _ => Self::ALL.into_iter().find(|action| action.token() == token),
        }
    }

    /// Returns the part after the step, if the action has one.
    fn part(self) -> Option<String> {
        match self {
            Self::BackTo(source) => Some(source.to_string()),
            Self::Play(mv) => Some(mv.to_string()),
            Self::Team(team) => Some(team.number().to_string()),
            Self::Rules(page) => Some(page.to_string()),
            Self::Read(reading) => Some(reading.token().to_owned()),
            Self::Lesson(task) | Self::Try(task) => Some(task.number().to_string()),
            Self::Join
            | Self::Leave
            | Self::Decline
            | Self::Start
            | Self::Place
            | Self::Board
            | Self::Flip
            | Self::Resign
            | Self::ResignForSure
            | Self::Draw
            | Self::RefuseDraw
            | Self::Abort
            | Self::AbortForSure
            | Self::TakeBack
            | Self::AllowTakeBack
            | Self::RefuseTakeBack
            | Self::OfferSeat
            | Self::SeatToComputer
            | Self::SeatToMe
            | Self::AllowSeat
            | Self::RefuseSeat
            | Self::DropPlan
            | Self::Hint
            | Self::StepFirst
            | Self::StepBack
            | Self::StepNext
            | Self::StepLast
            | Self::StepTurn
            | Self::ReadRank
            | Self::ReadSquare
            | Self::Unwatch
            | Self::Rematch
            | Self::Move
            | Self::From
            | Self::To
            | Self::Type
            | Self::Written
            | Self::Claim
            | Self::RulesOf
            | Self::Record
            | Self::Review
            | Self::Chart
            | Self::Moment => None,
        }
    }

    /// Returns the token of an action. Tokens are in messages all over Discord, so they must not
    /// change.
    fn token(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Leave => "leave",
            Self::Decline => "decline",
            Self::Start => "start",
            Self::Team(_) => "team",
            Self::Place => "placein",
            Self::Board => "board",
            Self::Flip => "flip",
            Self::Resign => "resign",
            Self::ResignForSure => "resign!",
            Self::Draw => "draw",
            Self::RefuseDraw => "nodraw",
            Self::Claim => "claim",
            Self::Abort => "abort",
            Self::AbortForSure => "abort!",
            Self::TakeBack => "back",
            Self::AllowTakeBack => "back+",
            Self::RefuseTakeBack => "noback",
            Self::OfferSeat => "seat",
            Self::SeatToComputer => "seatpc",
            Self::SeatToMe => "seatme",
            Self::AllowSeat => "seat+",
            Self::RefuseSeat => "noseat",
            Self::DropPlan => "noplan",
            Self::Hint => "hint",
            Self::StepFirst => "first",
            Self::StepBack => "prev",
            Self::StepNext => "next",
            Self::StepLast => "last",
            Self::StepTurn => "turn",
            Self::Read(_) => "read",
            Self::ReadRank => "readrank",
            Self::ReadSquare => "readsquare",
            Self::Unwatch => "unwatch",
            Self::Rematch => "rematch",
            Self::Move => "move",
            Self::From => "from",
            Self::BackTo(_) => "place",
            Self::To => "to",
            Self::Play(_) => "play",
            Self::Type => "type",
            Self::Written => "written",
            Self::Rules(_) => "rules",
            Self::RulesOf => "rulesof",
            Self::Lesson(_) => "lesson",
            Self::Try(_) => "try",
            Self::Record => "record",
            Self::Review => "review",
            Self::Chart => "chart",
            Self::Moment => "moment",
        }
    }
}

/// Position to describe. Several may be the same one, but every button of a message needs an id of
/// its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Position that is shown.
    Here,
    /// First position.
    First,
    /// Previous position.
    Back,
    /// Next position.
    Next,
    /// Newest position.
    Last,
}

impl Reading {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Here, Self::First, Self::Back, Self::Next, Self::Last];

    fn of_token(token: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|reading| reading.token() == token)
    }

    fn token(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::First => "first",
            Self::Back => "prev",
            Self::Next => "next",
            Self::Last => "last",
        }
    }
}

fn read_team(number: &str) -> Option<Team> {
    Team::from_number(number.parse().ok()?)
}

fn read_task(number: &str) -> Option<Task> {
    Task::from_number(number.parse().ok()?)
}

/// Custom id of a button: everything that a press needs, so that a restart loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CustomId {
    /// Requested action.
    pub action: Action,
    /// Table or game.
    pub game: GameId,
    /// Steps of the game that the button was made for; see `GameView::steps`. For buttons that step
    /// through a game, the position they show; see `Stop`.
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
    use crate::discord::custom_id::move_origin::Source;
    use crate::discord::custom_id::rules_page::Page;
    use crate::i18n::{Task, Topic};
    use crate::service::{GameId, Team};
    use focus::{Mode, Move, Square};

    /// Returns actions with every place and every kind of move as their part.
    fn with_parts() -> impl Iterator<Item = Action> {
        let squares = Square::ALL.into_iter().map(Source::Square);
        let ranks = (0..8).map(Source::Rank);
        let places = squares.chain(ranks).chain([Source::Hand]);
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
        let readings = Reading::ALL.map(Action::Read);
        let steps = steps.chain(Team::ALL.map(Action::Team));
        steps.chain(Task::ALL.map(Action::Try)).chain(readings)
    }

    #[test]
    fn every_action_survives_its_text_within_the_limit() {
        for action in Action::ALL.into_iter().chain(with_parts()) {
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
