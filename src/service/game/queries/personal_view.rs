//! Game as one person sees it, read together with the settings that this depends on.

use std::collections::HashSet;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Place};
use crate::service::api::refusal::Refusal;
use crate::service::api::view::game::{GameView, Premoves};
use crate::service::api::view::update::View;
use crate::service::game::premove;
use crate::service::model::settings::appearance::{Orientation, ThemeName};
use crate::service::people::read_settings::Choosers;
use crate::service::repository::indices;
use crate::store::Table;

/// Begun game as one person sees it, with that person's premoves and choices.
#[derive(Clone, Debug)]
pub struct PersonalView {
    /// The game.
    pub view: GameView,
    /// Premoves of the person.
    pub premoves: Premoves,
    /// Theme of boards that only the person sees.
    pub theme: ThemeName,
    /// Orientation of these boards.
    pub orientation: Orientation,
}

impl Service {
    /// Returns a game for a person in a place, as `check` lets the person see it. Settings that
    /// cannot be read are the defaults.
    pub(crate) fn view_for(
        &self,
        person: PersonId,
        place: Place,
        game: GameId,
        check: impl FnOnce(View) -> Result<GameView, Refusal>,
    ) -> Result<PersonalView, ServiceError> {
        let choosers = Choosers::at(place, person);
        let mut keys = vec![(Table::Games, indices::game_key(game))];
        keys.extend(choosers.keys());
        let values = self.archive.store().get_many(&keys).map_err(Fault::from)?;
        let mut values = values.into_iter();
        let held = self.stored_in(game, values.next().flatten())?;
        let (own, server) = self.settings_in(&choosers, values).for_person(person);
        let loaded = self.load_held(game, held.ok_or(Refusal::NoSuchGame(game))?)?;
        let view = loaded.view()?;
        self.keep(&loaded);
        let mut view = check(view)?;
        self.note_pause(&mut view, place)?;
        let premoves = match loaded.held.record.game() {
            Some(game) => premove::premoves_of(game, &*loaded.state(game)?, person),
            None => Premoves::default(),
        };
        Ok(PersonalView {
            view,
            premoves,
            theme: own.theme_on(&server),
            orientation: own.orientation_on(&server),
        })
    }

    /// Notes in a game if its clock is paused because the bot is no longer on the server. A person
    /// who looks from that server shows that the bot is there.
    fn note_pause(&self, view: &mut GameView, seen_from: Place) -> Result<(), Fault> {
        let clock = view.clock.as_mut();
        let clock = clock.filter(|clock| clock.runs_out.or(clock.claimable_until).is_some());
        if let Some(clock) = clock
            && let Some(server) = view.place.joined_server()
            && seen_from.joined_server() != Some(server)
        {
            clock.is_paused = !self.left_among(&HashSet::from([server]))?.is_empty();
        }
        Ok(())
    }
}
