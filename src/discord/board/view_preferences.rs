//! How a board is seen: in which theme, from which side.

use crate::discord::bot::Bot;
use crate::discord::interaction::context::Asker;
use crate::service::{Fault, GameView, GuildSettings, Orientation, PersonId, Place, Theme};
use focus::{Color, Direction};
use focus_render::side_of;

/// The theme of a board, and the side of it that is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// How it looks.
    pub(crate) theme: Theme,
    /// The side that is down.
    pub(crate) down: Direction,
}

impl From<Direction> for Sight {
    /// From this side, in the usual theme.
    fn from(down: Direction) -> Self {
        Self {
            theme: Theme::default(),
            down,
        }
    }
}

impl Bot {
    /// How everybody sees a board in a place. Boards are shown whatever the settings are.
    pub(crate) async fn public_sight(&self, view: &GameView) -> Sight {
        let Some(guild) = view.place.guild else {
            return Sight::from(Direction::South);
        };
        let settings = self.ask(move |service| service.guild_settings(guild));
        let settings = settings.await.unwrap_or_else(|trouble| {
            tracing::error!(?trouble, "a board is shown as usual");
            GuildSettings::default()
        });
        Sight {
            theme: settings.theme,
            down: side_down(view, settings.orientation, None),
        }
    }

    /// How one person sees a board.
    pub(crate) async fn private_sight(&self, asker: &Asker, view: &GameView) -> Sight {
        let person = asker.actor.person;
        let (theme, orientation) = self.choices(person, asker.place).await;
        Sight {
            theme,
            down: side_down(view, orientation, Some(person)),
        }
    }

    /// How boards look for one person.
    pub(crate) async fn theme_for(&self, asker: &Asker) -> Theme {
        self.choices(asker.actor.person, asker.place).await.0
    }

    /// What is in force for one person in a place.
    async fn choices(&self, person: PersonId, place: Place) -> (Theme, Orientation) {
        let choices = self.ask(move |service| {
            let guild = service.settings_at(place)?;
            let own = service.settings(person)?;
            Ok::<_, Fault>((own.theme_on(&guild), own.orientation_on(&guild)))
        });
        choices.await.unwrap_or_else(|trouble| {
            tracing::error!(?trouble, "a board is shown as usual");
            (Theme::default(), Orientation::default())
        })
    }
}

/// The side that is down, for one person or for everybody.
fn side_down(view: &GameView, orientation: Orientation, viewer: Option<PersonId>) -> Direction {
    let mode = view.game.rules().mode();
    let own = || viewer.and_then(|person| view.color_of(person));
    let color = match orientation {
        Orientation::Fixed => None,
        Orientation::Mover => Some(mover(view)),
        Orientation::Mine => own(),
    };
    color.map_or(Direction::South, |color| side_of(mode, color))
}

/// The color to move; while a computer thinks, that of the next person, so that the board does not
/// turn away from people and back.
fn mover(view: &GameView) -> Color {
    let position = view.game.position();
    let colors = view.game.rules().mode().colors();
    let side = position.side();
    let before = colors.iter().take_while(|color| **color != side).count();
    let in_turn = colors.iter().cycle().skip(before).take(colors.len());
    let mut people = in_turn
        .copied()
        .filter(|color| view.person(*color).is_some() && position.still_in().contains(*color));
    people.next().unwrap_or(side)
}
