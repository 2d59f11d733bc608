//! Custom ids of buttons and menus of tables and games: `f1:<token>:<game>:<seen>`, for some of
//! them followed by a field: `f1:<token>:<game>:<seen>:<field>`.

use std::fmt;

use serenity::all::ButtonStyle;

use crate::discord::interaction::custom_id::buttons::{
    HistoryButton, LookButton, PlayButton, PositionButton, PremoveButton, RulesButton, TableButton,
    WatchButton,
};
use crate::discord::interaction::custom_id::codec::{Field, Segments, prefixed};
use crate::discord::interaction::custom_id::request_buttons::{
    PlayRequestButton, TableRequestButton,
};
use crate::i18n::Button;
use crate::service::GameId;

/// Declares the groups of buttons, each of which a feature handles.
macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident($buttons:ident),)+) => {
        /// Button or menu of a table or game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub enum GameButton {
            $($(#[$doc])* $group($buttons),)+
        }

        impl GameButton {
            /// Lists those without fields.
            pub fn plain() -> impl Iterator<Item = Self> {
                std::iter::empty()$(.chain($buttons::plain().map(Self::$group)))+
            }

            /// Returns the usual label and style of the button; `None` for a menu or a form, and
            /// for a button whose label says more.
            #[must_use]
            pub fn face(self) -> Option<(Button, ButtonStyle)> {
                match self {
                    $(Self::$group(button) => button.face(),)+
                }
            }

            fn token(self) -> &'static str {
                match self {
                    $(Self::$group(button) => button.token(),)+
                }
            }

            fn read_behind(token: &str, segments: &mut Segments<'_>) -> Option<Self> {
                None$(.or_else(|| {
                    $buttons::read_behind(token, &mut segments.clone()).map(Self::$group)
                }))+
            }

            fn write_behind(self) -> String {
                match self {
                    $(Self::$group(button) => button.write_behind(),)+
                }
            }
        }

        /// Formats as the button alone, without its group.
        impl fmt::Debug for GameButton {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$group(button) => button.fmt(f),)+
                }
            }
        }

        $(impl From<$buttons> for GameButton {
            fn from(button: $buttons) -> Self {
                Self::$group(button)
            }
        })+
    };
}

groups! {
    /// Request about a table.
    TableRequest(TableRequestButton),
    /// Question about a table.
    Table(TableButton),
    /// Request of a player in a game.
    PlayRequest(PlayRequestButton),
    /// Question of a player in a game.
    Play(PlayButton),
    /// Premoves of a person.
    Premove(PremoveButton),
    /// Look at a board, in private.
    Look(LookButton),
    /// Message that follows a game.
    Watch(WatchButton),
    /// Game that has ended.
    History(HistoryButton),
    /// Position of a game.
    Position(PositionButton),
    /// Rules and the practice game.
    Rules(RulesButton),
}

/// Custom id of a button: everything that a press needs, so that a restart loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameButtonId {
    /// Button or menu.
    pub button: GameButton,
    /// Table or game.
    pub game: GameId,
    /// Steps of the game that the button was made for; see `GameView::steps`. For buttons that step
    /// through a game, the position they show; see `ReplayCursor`. For menus of a table's host, the
    /// computers at the table; see `Lineup`.
    pub seen: u32,
}

impl GameButtonId {
    /// Creates the id of a button of a table or game.
    pub fn new(button: impl Into<GameButton>, game: GameId, seen: u32) -> Self {
        let button = button.into();
        Self { button, game, seen }
    }
}

impl Field for GameButtonId {
    fn read(segments: &mut Segments<'_>) -> Option<Self> {
        let token = segments.next()?;
        let (game, seen) = (Field::read(segments)?, Field::read(segments)?);
        let button = GameButton::read_behind(token, segments)?;
        Some(Self { button, game, seen })
    }

    fn write(&self) -> String {
        let (button, game, seen) = (self.button, self.game.0, self.seen);
        format!("{}:{game}:{seen}{}", button.token(), button.write_behind())
    }
}

prefixed!("f1": GameButtonId);

#[cfg(test)]
mod tests {
    use super::{GameButton, GameButtonId};
    use crate::discord::interaction::custom_id::buttons::{
        HistoryButton, LookButton, PlayButton, PremoveButton, Reading, RulesButton,
    };
    use crate::discord::interaction::custom_id::move_origin::MoveOrigin;
    use crate::discord::interaction::custom_id::move_path::MovePath;
    use crate::discord::interaction::custom_id::request_buttons::{
        PlayRequestButton, TableRequestButton,
    };
    use crate::discord::interaction::custom_id::rules_page::RulesPageId;
    use crate::i18n::{Task, Topic};
    use crate::service::{GameId, Premoves, Team};
    use focus::{Color, Mode, Move, Square};
    use focus_render::Speed;

    /// Returns buttons with every place and every kind of move as their part.
    fn with_parts() -> impl Iterator<Item = GameButton> {
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
        let lessons = Task::ALL.map(RulesButton::Lesson).into_iter();
        let tries = Task::ALL.map(RulesButton::Try);
        let rules = pages.map(RulesButton::Rules).chain(lessons).chain(tries);
        let answers = Color::ALL.into_iter().flat_map(|color| {
            [
                PlayRequestButton::AcceptDrawOf(color),
                PlayRequestButton::RefuseDrawOf(color),
                PlayRequestButton::AllowTakeBackOf(color),
                PlayRequestButton::RefuseTakeBackOf(color),
            ]
        });
        let requests = moves.map(PlayRequestButton::Play).chain(answers);
        let requests = requests.map(GameButton::from);
        let steps = places.map(PlayButton::BackTo);
        let swap = Move::Swap { own, enemy };
        let path = MovePath::new(&[swap; Premoves::LONGEST_LINE]).expect("a line");
        let path_ids = [path, MovePath::default()].into_iter().flat_map(|path| {
            let to = PremoveButton::PremoveTo { part: 2, path };
            let next = PremoveButton::PremoveNext(path);
            [next, PremoveButton::PremoveFrom(path), to].map(GameButton::from)
        });
        let readings = Reading::plain().map(LookButton::Read);
        let colors = Color::ALL.map(TableRequestButton::Color).into_iter();
        let teams = Team::ALL
            .map(TableRequestButton::Team)
            .into_iter()
            .chain(colors);
        let replays = Speed::ALL.map(|speed| HistoryButton::ShareReplay { from: 1, speed });
        let all = rules
            .map(GameButton::from)
            .chain(steps.map(GameButton::from))
            .chain(path_ids);
        let all = all.chain(readings.map(GameButton::from));
        let all = all.chain(replays.map(GameButton::from)).chain(requests);
        all.chain(teams.map(GameButton::from))
    }

    #[test]
    fn every_button_survives_its_text_within_the_limit() {
        for button in GameButton::plain().chain(with_parts()) {
            let id = GameButtonId {
                button,
                game: GameId(u32::MAX),
                seen: u32::MAX,
            };
            let text = id.to_string();
            assert_eq!(text.parse(), Ok(id));
            assert!(text.len() <= 100);
        }
    }
}
