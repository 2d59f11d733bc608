//! What a button or menu carries: `f1:<action>:<game>:<seen>`.

use std::fmt;
use std::str::FromStr;

use crate::session::GameId;

/// What a press asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Sit down at a table, or accept a challenge.
    Join,
    /// Stand up from a table.
    Leave,
    /// Turn an invitation or a challenge down.
    Decline,
    /// Begin with the people at the table.
    Start,
    /// Look at the board in private.
    Board,
    /// Look at the board from another side.
    Flip,
    /// Be asked whether to give up.
    Resign,
    /// Give up, having been asked.
    ResignForSure,
    /// Offer a draw, or agree to one.
    Draw,
    /// Turn a draw down.
    RefuseDraw,
    /// Be asked whether to call a game off.
    Abort,
    /// Call a game off, having been asked.
    AbortForSure,
    /// Take the last move back, or ask to.
    TakeBack,
    /// Let somebody take a move back.
    AllowTakeBack,
    /// Do not.
    RefuseTakeBack,
    /// Drop an answer set out beforehand.
    DropPlan,
    /// Look at the first position.
    StepFirst,
    /// Look at the position before.
    StepBack,
    /// Look at the position after.
    StepNext,
    /// Look at the newest position.
    StepLast,
    /// Look at a position from another side.
    StepTurn,
    /// No longer follow a game in a channel.
    Unwatch,
    /// Play again after the end.
    Rematch,
    /// Choose where a move begins, from a menu.
    From,
    /// Choose a move, from a menu.
    To,
    /// The same, from a second menu.
    ToMore,
    /// The same, from a third menu.
    ToRest,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 27] = [
        Self::Join,
        Self::Leave,
        Self::Decline,
        Self::Start,
        Self::Board,
        Self::Flip,
        Self::Resign,
        Self::ResignForSure,
        Self::Draw,
        Self::RefuseDraw,
        Self::Abort,
        Self::AbortForSure,
        Self::TakeBack,
        Self::AllowTakeBack,
        Self::RefuseTakeBack,
        Self::DropPlan,
        Self::StepFirst,
        Self::StepBack,
        Self::StepNext,
        Self::StepLast,
        Self::StepTurn,
        Self::Unwatch,
        Self::Rematch,
        Self::From,
        Self::To,
        Self::ToMore,
        Self::ToRest,
    ];

    /// These tokens are in messages all over Discord and stay as they are.
    fn token(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Leave => "leave",
            Self::Decline => "decline",
            Self::Start => "start",
            Self::Board => "board",
            Self::Flip => "flip",
            Self::Resign => "resign",
            Self::ResignForSure => "resign!",
            Self::Draw => "draw",
            Self::RefuseDraw => "nodraw",
            Self::Abort => "abort",
            Self::AbortForSure => "abort!",
            Self::TakeBack => "back",
            Self::AllowTakeBack => "back+",
            Self::RefuseTakeBack => "noback",
            Self::DropPlan => "noplan",
            Self::StepFirst => "first",
            Self::StepBack => "prev",
            Self::StepNext => "next",
            Self::StepLast => "last",
            Self::StepTurn => "turn",
            Self::Unwatch => "unwatch",
            Self::Rematch => "rematch",
            Self::From => "from",
            Self::To => "to",
            Self::ToMore => "to2",
            Self::ToRest => "to3",
        }
    }
}

/// A button's `custom_id`: all that a press has to say, so that a restart loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CustomId {
    /// What is asked for.
    pub action: Action,
    /// The table or game.
    pub game: GameId,
    /// The steps of the game that the button was made for; see `GameView::steps`. Of a button that
    /// steps through a game, what it shows; see `Stop`.
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
        )
    }
}

/// A `custom_id` that no button of this bot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignId;

impl FromStr for CustomId {
    type Err = ForeignId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(':');
        let mut next = || parts.next().ok_or(ForeignId);
        let (version, token, game, seen) = (next()?, next()?, next()?, next()?);
        let action = Action::ALL
            .into_iter()
            .find(|action| action.token() == token);
        let id = Self {
            action: action.ok_or(ForeignId)?,
            game: GameId(game.parse().map_err(|_| ForeignId)?),
            seen: seen.parse().map_err(|_| ForeignId)?,
        };
        // One spelling each: no signs, no leading zeros, nothing behind.
        if version != "f1" || id.to_string() != text {
            return Err(ForeignId);
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, CustomId, ForeignId};
    use crate::session::GameId;

    #[test]
    fn every_action_survives_its_text_within_the_limit() {
        for action in Action::ALL {
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
            "paginator:next",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(ForeignId), "{text}");
        }
    }
}
