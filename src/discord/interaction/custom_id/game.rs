//! Custom ids of buttons and menus of tables and games: `f1:<token>:<game>:<seen>`, for some actions
//! followed by a field: `f1:<token>:<game>:<seen>:<field>`.

use std::fmt;

use serenity::all::ButtonStyle;

use crate::discord::interaction::custom_id::actions::{
    HistoryAction, LookAction, PlayAction, PositionAction, PremoveAction, RulesAction, TableAction,
    WatchAction,
};
use crate::discord::interaction::custom_id::codec::{Field, Segments, prefixed};
use crate::discord::interaction::custom_id::request_buttons::{PlayRequest, TableRequest};
use crate::i18n::Button;
use crate::service::GameId;

/// Declares an action as one of several groups, each of which a feature handles.
macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident($actions:ident),)+) => {
        /// Action of a button or menu of a table or game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub enum GameAction {
            $($(#[$doc])* $group($actions),)+
        }

        impl GameAction {
            /// Lists the actions without fields.
            pub fn plain() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($actions::plain().map(Self::$group)))+
            }

            /// Returns the usual label and style of the button; `None` for a menu or a form, and
            /// for a button whose label says more.
            #[must_use]
            pub fn face(self) -> Option<(Button, ButtonStyle)> {
                match self {
                    $(Self::$group(action) => action.face(),)+
                }
            }

            fn token(self) -> &'static str {
                match self {
                    $(Self::$group(action) => action.token(),)+
                }
            }

            fn read_behind(token: &str, segments: &mut Segments<'_>) -> Option<Self> {
                None$(.or_else(|| {
                    $actions::read_behind(token, &mut segments.clone()).map(Self::$group)
                }))+
            }

            fn write_behind(self) -> String {
                match self {
                    $(Self::$group(action) => action.write_behind(),)+
                }
            }
        }

        /// Formats as the action alone, without its group.
        impl fmt::Debug for GameAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$group(action) => action.fmt(f),)+
                }
            }
        }

        $(impl From<$actions> for GameAction {
            fn from(action: $actions) -> Self {
                Self::$group(action)
            }
        })+
    };
}

groups! {
    /// Request about a table.
    TableRequest(TableRequest),
    /// Question about a table.
    Table(TableAction),
    /// Request of a player in a game.
    PlayRequest(PlayRequest),
    /// Question of a player in a game.
    Play(PlayAction),
    /// Action on a person's premoves.
    Premove(PremoveAction),
    /// Look at a board, in private.
    Look(LookAction),
    /// Action on a message that follows a game.
    Watch(WatchAction),
    /// Action on a game that has ended.
    History(HistoryAction),
    /// Action on a position of a game.
    Position(PositionAction),
    /// Action on the rules and the practice game.
    Rules(RulesAction),
}

/// Custom id of a button: everything that a press needs, so that a restart loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameButtonId {
    /// Requested action.
    pub action: GameAction,
    /// Table or game.
    pub game: GameId,
    /// Steps of the game that the button was made for; see `GameView::steps`. For buttons that step
    /// through a game, the position they show; see `ReplayCursor`.
    pub seen: u32,
}

impl GameButtonId {
    /// Creates the id of a button of a table or game.
    pub fn new(action: impl Into<GameAction>, game: GameId, seen: u32) -> Self {
        let action = action.into();
        Self { action, game, seen }
    }
}

impl Field for GameButtonId {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let token = segments.next()?;
        let (game, seen) = (Field::read(segments)?, Field::read(segments)?);
        let action = GameAction::read_behind(token, segments)?;
        Some(Self { action, game, seen })
    }

    fn write(&self) -> String {
        let (action, game, seen) = (self.action, self.game.0, self.seen);
        format!("{}:{game}:{seen}{}", action.token(), action.write_behind())
    }
}

prefixed!("f1": GameButtonId);

#[cfg(test)]
mod tests {
    use super::{GameAction, GameButtonId};
    use crate::discord::interaction::custom_id::actions::{
        HistoryAction, LookAction, PlayAction, PremoveAction, Reading, RulesAction,
    };
    use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
    use crate::discord::interaction::custom_id::move_path::MovePath;
    use crate::discord::interaction::custom_id::request_buttons::{PlayRequest, TableRequest};
    use crate::discord::interaction::custom_id::rules_page::RulesPageId;
    use crate::i18n::{Task, Topic};
    use crate::service::{GameId, Premoves, Team};
    use focus::{Color, Mode, Move, Square};
    use focus_render::Speed;

    /// Returns actions with every place and every kind of move as their part.
    fn with_parts() -> impl Iterator<Item = GameAction> {
        let squares = Square::ALL.into_iter().map(MoveOrigin::Square);
        let ranks = (0..8).map(MoveOrigin::Rank);
        let places = squares.chain(ranks).chain([MoveOrigin::Hand]);
        let [own, enemy] = [Square::ALL[3], Square::ALL[40]];
        let moves = Move::slides().chain(Move::drops());
        let moves = moves.chain([Move::Swap { own, enemy }]);
        let pages = Mode::ALL.into_iter().flat_map(|mode| {
            let pages = 1..=u8::try_from(Topic::of(mode).len()).expect("a few pages");
            pages.filter_map(move |number| RulesPageId::new(mode, number))
        });
        let lessons = Task::ALL.map(RulesAction::Lesson).into_iter();
        let tries = Task::ALL.map(RulesAction::Try);
        let rules = pages.map(RulesAction::Rules).chain(lessons).chain(tries);
        let requests = moves.map(PlayRequest::Play).map(GameAction::from);
        let steps = places.map(PlayAction::BackTo);
        let swap = Move::Swap { own, enemy };
        let path = MovePath::new(&[swap; Premoves::LONGEST_LINE]).expect("a line");
        let path_ids = [path, MovePath::default()].into_iter().flat_map(|path| {
            let to = PremoveAction::PremoveTo { part: 2, path };
            let next = PremoveAction::PremoveNext(path);
            [next, PremoveAction::PremoveFrom(path), to].map(GameAction::from)
        });
        let readings = Reading::plain().map(LookAction::Read);
        let colors = Color::ALL.map(TableRequest::Color).into_iter();
        let teams = Team::ALL.map(TableRequest::Team).into_iter().chain(colors);
        let films = Speed::ALL.map(|speed| HistoryAction::ShareReplay { from: 1, speed });
        let all = rules
            .map(GameAction::from)
            .chain(steps.map(GameAction::from))
            .chain(path_ids);
        let all = all.chain(readings.map(GameAction::from));
        let all = all.chain(films.map(GameAction::from)).chain(requests);
        all.chain(teams.map(GameAction::from))
    }

    #[test]
    fn every_action_survives_its_text_within_the_limit() {
        for action in GameAction::plain().chain(with_parts()) {
            let id = GameButtonId {
                action,
                game: GameId(u32::MAX),
                seen: u32::MAX,
            };
            let text = id.to_string();
            assert_eq!(text.parse(), Ok(id));
            assert!(text.len() <= 100);
        }
    }
}
