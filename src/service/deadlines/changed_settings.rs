//! Change of a person's settings, with the clocks that it affects.

use std::mem;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::game::player_actions;
use crate::service::game::running_clock::follow_settings::{
    follow_vacation, has_other_vacation, set_due, to_move,
};
use crate::service::game::running_clock::owed_time;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::downtime::OwedTime;
use crate::service::model::settings::languages::Chooser;
use crate::service::model::settings::{PersonData, PersonSettings};
use crate::service::repository::indices;
use crate::store::{Batch, Expected, Key, Table};

impl Service {
    /// Changes a person's settings, and in the same commit the clocks they affect. Returns the new
    /// settings and the games that look different.
    ///
    /// # Errors
    ///
    /// The change is refused, or the store failed; nothing has changed then, except perhaps the
    /// clock of a game that began meanwhile.
    pub fn change_settings(
        &self,
        now: Timestamp,
        person: PersonId,
        change: impl Fn(&mut PersonSettings) -> Result<(), Refusal>,
    ) -> Result<(PersonSettings, Vec<GameId>), ServiceError> {
        let key = Key::new().u64(person.0);
        for game in self.games_of(person)?.iter().filter(|game| game.begun) {
            self.catch_up(game.id)?;
        }
        let (settings, mut changed, known) = self.write::<_, ServiceError>(|batch| {
            let (old, new) = self.put_changed(batch, &key, |data: &mut PersonData| {
                change(&mut data.settings).map_err(ServiceError::from)
            })?;
            let (old, settings) = (old.settings, new.settings);
            if settings == old {
                return Ok((settings, Vec::new(), None));
            }
            if settings.language != old.language {
                let language = settings.language.as_deref();
                self.note_language(batch, Chooser::Person(person), language)?;
            }
            let (mut changed, mut known) = (Vec::new(), Vec::new());
            for game in self.games_of(person)?.iter().filter(|game| game.begun) {
                known.push(game.id);
                if self.adapt_clock_of(batch, game.id, person, &settings, now)? {
                    changed.push(game.id);
                }
            }
            Ok((settings, changed, Some(known)))
        })?;
        if let Some(known) = known {
            changed.extend(self.adapt_other_clocks(now, person, &known)?);
        }
        Ok((settings, changed))
    }

    /// Adapts the clocks of games that began under a person's former settings while new ones were
    /// written, that is, of all but the `known` ones. Returns the games that look different.
    fn adapt_other_clocks(
        &self,
        now: Timestamp,
        person: PersonId,
        known: &[GameId],
    ) -> Result<Vec<GameId>, ServiceError> {
        let mut changed = Vec::new();
        for game in self.games_of(person)? {
            if !game.begun || known.contains(&game.id) {
                continue;
            }
            let is_seen = self.write(|batch| {
                let settings = self.settings_as_read(batch, person)?;
                self.adapt_clock_of(batch, game.id, person, &settings, now)
            })?;
            changed.extend(is_seen.then_some(game.id));
        }
        Ok(changed)
    }

    /// Adapts the clock of one game to a person's new settings; returns whether people can see a
    /// change.
    fn adapt_clock_of(
        &self,
        batch: &mut Batch,
        game: GameId,
        person: PersonId,
        settings: &PersonSettings,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let loaded = self.load(game)?;
        let stored = loaded.held.record.game();
        let Some(stored) = stored.filter(|game| game.clock.is_some()) else {
            return Ok(false);
        };
        let mut changed = stored.clone();
        let mut state = MatchState::clone(&*loaded.state(stored)?);
        if to_move(&changed, &state) != Some(person) {
            // It may become this person's turn meanwhile.
            let expected = Expected::Revision(loaded.held.revision);
            batch.require(Table::Games, indices::game_key(game), expected);
            return Ok(false);
        }
        state.now = now;
        let mut actions = Vec::new();
        if has_other_vacation(&state, settings)
            && let Some(since) = self.unreachable_since(stored.common.place)?
        {
            // Once the vacation is in the log, the time before it would never be given back.
            let (mut paused, missed) = (state.clone(), OwedTime::new(since, now));
            let pause = owed_time::pause(&loaded, stored, &mut paused, missed);
            let from = mem::replace(&mut paused.now, now);
            // If the time was over before that, no vacation begins, and nothing is written.
            if !paused.is_out_of_time() {
                actions = player_actions::done_at(from, pause);
                state = paused;
            }
        }
        let vacation = follow_vacation(&mut state, settings);
        actions.extend(player_actions::done_at(now, vacation));
        set_due(&mut changed, &state, settings);
        let is_seen = !actions.is_empty();
        self.put_unrequested_change(batch, &loaded, changed, actions, is_seen)?;
        Ok(is_seen)
    }
}
