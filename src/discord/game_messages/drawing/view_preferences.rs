//! Preferences for the appearance of a board: theme and orientation.

use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::service_client::ServiceClient;
use crate::service::{
    Fault, GameView, GuildId, GuildSettings, Orientation, PersonId, PersonalView, ThemeName,
};
use focus::{Color, Direction};
use focus_render::side_of;

/// Theme of a board, and the side of it that is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewPreferences {
    /// Theme of the board.
    pub(crate) theme: ThemeName,
    /// Side at the bottom.
    pub(crate) down: Direction,
}

impl ViewPreferences {
    /// Returns the view of a public board on a server with these settings.
    pub(crate) fn with(settings: &GuildSettings, view: &GameView) -> Self {
        Self {
            theme: settings.theme,
            down: side_down(view, settings.orientation, None),
        }
    }

    /// Returns one person's view of a board.
    pub(crate) fn of(context: &RequestContext, personal: &PersonalView) -> Self {
        let viewer = Some(context.actor.person);
        Self {
            theme: personal.theme,
            down: side_down(&personal.view, personal.orientation, viewer),
        }
    }
}

/// Returns the theme of boards for one person. If the settings cannot be read, the default is used.
pub(crate) async fn theme_for(service: &ServiceClient, context: &RequestContext) -> ThemeName {
    let (person, place) = context.person_and_place();
    let theme = service.ask(move |service| {
        let (own, guild) = service.settings_for(person, place)?;
        Ok::<_, Fault>(own.theme_on(&guild))
    });
    theme.await.unwrap_or_else(|error| {
        tracing::error!(
            %error,
            "settings cannot be read; the board is shown with the defaults"
        );
        ThemeName::default()
    })
}

/// Returns the settings for messages that everybody sees, on a server or elsewhere. If they cannot be
/// read, the defaults are used.
pub(crate) async fn public_settings(
    service: &ServiceClient,
    guild: Option<GuildId>,
) -> GuildSettings {
    let Some(guild) = guild else {
        return GuildSettings::default();
    };
    let settings = service.ask(move |service| service.guild_settings(guild));
    settings.await.unwrap_or_else(|error| {
        tracing::error!(
            %error,
            "settings cannot be read; the board is shown with the defaults"
        );
        GuildSettings::default()
    })
}

/// Returns the side at the bottom, for one person or for everybody.
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

/// Returns the color to move; while a computer thinks, that of the next person, so that the board
/// does not turn away from people and back.
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
