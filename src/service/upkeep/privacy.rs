//! Export and deletion of the data about a person.

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError, of_one_game};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, GameRequest};
use crate::service::api::view::update::Update;
use crate::service::game::running_clock::timeout;
use crate::service::model::settings::PersonData;
use crate::service::repository::personal_data::{self, mentions};
use crate::store::{Expected, Key, Table};

/// Number of times that tables and games naming a person are looked for: others may name the person
/// again meanwhile, with a rematch or an invitation.
const ROUNDS: u32 = 4;

impl Service {
    /// Returns all data about a person, and none about others, as JSON. Times are in milliseconds
    /// since 1970, with a readable form beside each.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn personal_data(&self, person: PersonId) -> Result<String, Fault> {
        let key = Key::new().u64(person.0);
        let own = self.read::<PersonData>(&key)?;
        let watches = self.watches_of(person)?.into_iter();
        let watches: Vec<_> = watches
            .map(|(game, channel)| json!({"game": game.0, "channel": channel.0.to_string()}))
            .collect();
        let mut personal_data = json!({
            // Discord's ids exceed the range of numbers in many JSON parsers.
            "person": person.0.to_string(),
            "settings": own.map(|held| personal_data::export(&held.record)),
            "standing": self.results_of(person)?,
            "games": self.personal_data_in_games(person)?,
            "imports": self.imports_of(person)?,
            "watches": watches,
            "on_the_list_of_all_servers": self.is_listed(person)?,
            "moderation": self.audit_entries_of(person)?,
        });
        add_times(&mut personal_data);
        Ok(format!("{personal_data:#}\n"))
    }

    /// Deletes the data of a person: resigns the running games, leaves the tables, removes the name
    /// from all ended games, and drops everything else. Returns the tables and games with visible
    /// changes.
    ///
    /// The intent is written first, so that the deletion continues after a restart.
    ///
    /// # Errors
    ///
    /// The store failed; data deleted before that stays deleted, and the rest remains to be
    /// deleted.
    pub fn erase_person(&self, now: Timestamp, person: PersonId) -> Result<Vec<GameId>, Fault> {
        self.change_person(person, |data| {
            *data = PersonData {
                is_leaving: true,
                ..PersonData::default()
            };
        })?;
        self.forget_all(now, person, || Ok(true))
    }

    /// Continues a deletion that [`Service::erase_person`] began and that was interrupted. Once another task
    /// or process has completed it, this does nothing: the person may play again.
    ///
    /// # Errors
    ///
    /// The store failed, as in [`Service::erase_person`].
    pub fn go_on_forgetting(&self, now: Timestamp, person: PersonId) -> Result<Vec<GameId>, Fault> {
        self.forget_all(now, person, || self.is_leaving(person))
    }

    /// Deletes the data of a person as long as `goes_on` says so.
    fn forget_all(
        &self,
        now: Timestamp,
        person: PersonId,
        goes_on: impl Fn() -> Result<bool, Fault>,
    ) -> Result<Vec<GameId>, Fault> {
        let mut changed = Vec::new();
        for _ in 0..ROUNDS {
            let games = self.games_mentioning(person)?;
            if games.is_empty() {
                break;
            }
            for (id, is_active) in games {
                if !goes_on()? {
                    return Ok(changed);
                }
                let has_left = is_active && self.quit(now, person, id)?;
                let is_listed = changed.contains(&id);
                if self.erase_in(id, person, has_left || is_listed)? && !is_listed {
                    changed.push(id);
                }
            }
        }
        if !goes_on()? {
            return Ok(changed);
        }
        self.erase_results(person)?;
        self.erase_imports(person)?;
        self.disown_watches(person)?;
        self.strike_from_audits(person)?;
        self.write(|batch| {
            let key = Key::new().u64(person.0);
            let held = self.read::<PersonData>(&key)?;
            if !goes_on()? {
                return Ok(());
            }
            let expected = Expected::as_read(held.map(|held| held.revision));
            let leaving = mentions::leaving_key(person);
            batch
                .delete(Table::Players, key, expected)
                .delete(Table::Mentions, leaving, Expected::Any)
                .erase_past();
            self.forget_language(batch, person)
        })?;
        Ok(changed)
    }

    /// Returns whether the data of a person is being deleted.
    fn is_leaving(&self, person: PersonId) -> Result<bool, Fault> {
        let held = self.read::<PersonData>(&Key::new().u64(person.0))?;
        Ok(held.is_some_and(|held| held.record.is_leaving))
    }

    /// Removes a person from a table or a running game, and returns whether that changed anything.
    fn quit(&self, now: Timestamp, person: PersonId, game: GameId) -> Result<bool, Fault> {
        let actor = Actor {
            person,
            name: String::new(),
            language: None,
        };
        let left = self.leave_table(now, &actor, game);
        let mut has_left = has_changed(game, left)?;
        // A person who leaves a table for invited people counts as invited again.
        has_left |= has_changed(game, self.decline(now, &actor, game))?;
        // Before the resignation, because others may hand over the seat until then.
        has_left |= has_changed(game, self.withdraw(person, game))?;
        // The game of the table may have begun meanwhile.
        let ask = |request| self.carry_out(now, &actor, (game, None), request);
        let mut resigned = ask(GameRequest::Resign);
        if matches!(resigned, Err(ServiceError::Refused(Refusal::TimeOver))) {
            resigned = self.change_game(game, now, |_, state| timeout::run_out(state));
        }
        has_left |= has_changed(game, resigned)?;
        // A person who only watches calls the game off.
        has_left |= has_changed(game, ask(GameRequest::Abort))?;
        Ok(has_left)
    }
}

/// Returns whether a person's departure from a game has changed it; it may be refused, or the game
/// may be one that cannot be read.
fn has_changed(game: GameId, left: Result<Update, ServiceError>) -> Result<bool, Fault> {
    let effect = "a person could not be removed from a game that cannot be read";
    Ok(of_one_game(game, left, effect)?.is_some())
}

/// Adds to every time in milliseconds, under a separate name, its readable form.
fn add_times(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(add_times),
        Value::Object(fields) => {
            fields.values_mut().for_each(add_times);
            let moments = fields.iter().filter_map(|(name, value)| {
                let text = spelled(value.as_u64()?)?;
                Some((format!("{name}_utc"), Value::from(text)))
            });
            let moments: Vec<_> = moments.collect();
            fields.extend(moments);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns a time such as `2026-11-23T09:30:00Z`; `None` for a number too small to be a time.
fn spelled(millis: u64) -> Option<String> {
    const IN_2001: u64 = 1_000_000_000_000;
    let seconds = i64::try_from(millis / 1000)
        .ok()
        .filter(|_| millis >= IN_2001)?;
    let moment = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    moment.format(&Rfc3339).ok()
}
