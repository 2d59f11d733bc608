//! Export and deletion of the data about a person.

use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::request::{Actor, Request};
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::indices;
use crate::store::records::{
    ActionKind, ActionRecord, CandidateRecord, GameRecord, PlayerRecord, RotationRecord,
    StageRecord,
};
use crate::store::{Batch, Expected, Key, KeyReader, Keys, Table};

impl Service {
    /// Returns all data about a person, and none about others, as JSON. Times are in milliseconds
    /// since 1970, with a readable form beside each.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn dossier(&self, person: PersonId) -> Result<String, Fault> {
        let key = Key::new().u64(person.0);
        let own = self.archive.read::<PlayerRecord>(&key)?;
        let mut games = Vec::new();
        self.each_game(|id, record| {
            if mentions(record, person) {
                games.push(self.entry(id, record, person)?);
            }
            Ok(())
        })?;
        let watches = self.watches_of(person)?.into_iter();
        let watches: Vec<_> = watches
            .map(|(game, channel)| json!({"game": game.0, "channel": channel.0.to_string()}))
            .collect();
        let mut dossier = json!({
            // Discord's ids exceed the range of numbers in many JSON parsers.
            "person": person.0.to_string(),
            "settings": own.map(|held| json!(held.record)),
            "standing": self.results_of(person)?,
            "games": games,
            "imports": self.imports_of(person)?,
            "watches": watches,
            "on_the_list_of_all_servers": self.is_listed(person)?,
            "moderation": self.audit_entries_of(person)?,
        });
        add_times(&mut dossier);
        Ok(format!("{dossier:#}\n"))
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
    pub fn forget(&self, now: Timestamp, person: PersonId) -> Result<Vec<GameId>, Fault> {
        self.change_player(person, |record| {
            *record = PlayerRecord {
                is_leaving: true,
                ..PlayerRecord::default()
            };
        })?;
        let mut changed = Vec::new();
        for game in self.games_of(person)? {
            if self.quit(now, person, game.id, game.begun)? {
                changed.push(game.id);
            }
        }
        let mut mentioned = Vec::new();
        self.each_game(|id, record| {
            mentioned.extend(mentions(record, person).then_some(id));
            Ok(())
        })?;
        for id in mentioned {
            if self.forget_in(id, person)? && !changed.contains(&id) {
                changed.push(id);
            }
        }
        self.forget_results(person)?;
        self.forget_imports(person)?;
        self.forget_watches(person)?;
        self.strike_from_audits(person)?;
        let mut batch = Batch::new();
        batch
            .delete(Table::Players, Key::new().u64(person.0), Expected::Any)
            .erase_past();
        self.archive.commit(batch)?;
        Ok(changed)
    }

    /// Removes a person from the record of a game, and returns whether its board named the person
    /// as the candidate for a seat.
    fn forget_in(&self, id: GameId, person: PersonId) -> Result<bool, Fault> {
        let forgotten = self.write(|batch| {
            let held = self.record(id)?;
            let mut record = held.record.clone();
            let is_seen = candidate(&record, person).is_some();
            strike(&mut record, person);
            self.replace(batch, id, &held, &record, is_seen)?;
            Ok(is_seen)
        });
        match forgotten {
            Err(ServiceError::Fault(fault)) => Err(fault),
            Err(ServiceError::Refused(_)) => Ok(false),
            Ok(is_seen) => Ok(is_seen),
        }
    }

    /// Returns the people whose data is still to be deleted.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn leaving(&self) -> Result<Vec<PersonId>, Fault> {
        let people = self.archive.scan::<PlayerRecord>(&Keys::all())?;
        let people = people
            .iter()
            .filter(|(_, held)| held.record.is_leaving)
            .filter_map(|(key, _)| KeyReader::new(key).u64().map(PersonId));
        Ok(people.collect())
    }

    /// Removes a person from a table or a running game, and returns whether that changed anything.
    fn quit(
        &self,
        now: Timestamp,
        person: PersonId,
        game: GameId,
        has_begun: bool,
    ) -> Result<bool, Fault> {
        let actor = Actor {
            person,
            name: String::new(),
            language: None,
        };
        let requests = if has_begun {
            // A person who only watches calls the game off.
            let seen = None;
            [
                Request::Resign { game, seen },
                Request::Abort { game, seen },
            ]
        } else {
            // A person who leaves a table for invited people counts as invited again.
            [Request::Leave(game), Request::Decline(game)]
        };
        let mut has_changed = false;
        for request in requests {
            match self.handle(now, &actor, request, 0) {
                Ok(_) => has_changed = true,
                Err(ServiceError::Refused(_)) => {}
                Err(ServiceError::Fault(fault)) if fault.is_of_one_game() => {
                    tracing::error!(%game, %fault, "cannot be left");
                }
                Err(ServiceError::Fault(fault)) => return Err(fault),
            }
        }
        Ok(has_changed)
    }

    /// Returns the data about a person in one game.
    fn entry(&self, id: GameId, record: &GameRecord, person: PersonId) -> Result<Value, Fault> {
        let seat = record.people.iter().find(|seat| seat.person == person.0);
        let mut former = record.former.iter();
        let former = former.find(|former| former.person == person.0);
        let candidate = candidate(record, person);
        let name = seat
            .map(|seat| &seat.name)
            .or(former.map(|former| &former.name))
            .or(candidate.map(|candidate| &candidate.name));
        let language = seat
            .and_then(|seat| seat.language.as_ref())
            .or(candidate.and_then(|candidate| candidate.language.as_ref()));
        let plans = record.plans.iter();
        let plans = plans.filter(|plan| seat.is_some_and(|seat| seat.color == Some(plan.color)));
        let color = seat
            .and_then(|seat| seat.color)
            .or(former.map(|former| former.color));
        let mut reserved = record.reserved.iter();
        let reserved = reserved.find(|(invited, _)| *invited == person.0);
        let team = seat
            .and_then(|seat| seat.team)
            .or(reserved.map(|(_, team)| *team));
        let actions = ActionLog::read(&self.archive, id)?.actions;
        let actions: Vec<_> = done_by(record, person, actions.into_iter())
            .map(|action| json!({"at": action.at, "what": action.what}))
            .collect();
        Ok(json!({
            "game": id.0,
            "server": record.guild.map(|guild| guild.to_string()),
            "channel": record.channel.to_string(),
            "message": record.message.map(|message| message.to_string()),
            "rules": record.rules,
            "created": record.created,
            "started": record.started,
            "result": record.result,
            "draw_shared_by": record.sharing,
            "name": name,
            "language": language,
            "color": color,
            "team": team,
            "answers_set_out": plans.collect::<Vec<_>>(),
            "asks_for_seat": candidate.is_some(),
            "invited": record.invited.contains(&person.0),
            "watches": record.watcher == Some(person.0),
            "actions": actions,
        }))
    }

    /// Calls `look` with the record of every game. Records that cannot be read are skipped.
    pub(crate) fn each_game(
        &self,
        mut look: impl FnMut(GameId, &GameRecord) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        for page in self.archive.pages(Table::Games) {
            for (key, _) in page? {
                let held = self.archive.find::<GameRecord>(&key)?;
                if let Some((id, held)) = indices::game_of(&key).zip(held) {
                    look(id, &held.record)?;
                }
            }
        }
        Ok(())
    }
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

/// Returns whether a record names a person.
fn mentions(record: &GameRecord, person: PersonId) -> bool {
    let is_seated = record.people.iter().any(|seat| seat.person == person.0);
    let is_to_sit = |rotation: &RotationRecord| {
        let mut people = rotation.people.iter();
        people.any(|(number, _)| *number == person.0)
    };
    is_seated
        || record.rotation.as_ref().is_some_and(is_to_sit)
        || record.invited.contains(&person.0)
        || candidate(record, person).is_some()
        || record.former.iter().any(|former| former.person == person.0)
        || record.watcher == Some(person.0)
        || record.stage == StageRecord::Declined(person.0)
}

/// Returns the actions that a person did, who may have had a seat for a part of the game only.
fn done_by(
    record: &GameRecord,
    person: PersonId,
    actions: impl Iterator<Item = ActionRecord>,
) -> impl Iterator<Item = ActionRecord> {
    // People who had each seat, by its letter, in the order in which they had it.
    let former = record.former.iter();
    let former = former.map(|former| (former.color, former.person));
    let seats = record.people.iter();
    let seats = seats.filter_map(|seat| Some((seat.color?, seat.person)));
    let had: Vec<_> = former.chain(seats).collect();
    let mut changed: Vec<char> = Vec::new();
    // The color of a request for a seat does not identify who asked.
    let actions = actions.filter(|action| action.what != ActionKind::WantSeat);
    actions.filter(move |action| {
        let is_same = |letter: &&char| **letter == action.color;
        let before = changed.iter().filter(is_same).count();
        let mut people = had.iter().filter(|(letter, _)| *letter == action.color);
        let is_own = people.nth(before).is_some_and(|(_, had)| *had == person.0);
        if action.what == ActionKind::HandOver {
            changed.push(action.color);
        }
        is_own
    })
}

fn candidate(record: &GameRecord, person: PersonId) -> Option<&CandidateRecord> {
    let candidate = record.candidate.as_ref();
    candidate.filter(|candidate| candidate.person == person.0)
}

/// Removes a person and their premoves from a record; the seat and its color stay.
fn strike(record: &mut GameRecord, person: PersonId) {
    for seat in &mut record.people {
        if seat.person == person.0 {
            seat.person = PersonId::GONE.0;
            seat.name.clear();
            seat.language = None;
            record.plans.retain(|plan| Some(plan.color) != seat.color);
        }
    }
    let rotated = record.rotation.iter_mut();
    for (number, _) in rotated.flat_map(|rotation| &mut rotation.people) {
        if *number == person.0 {
            *number = PersonId::GONE.0;
        }
    }
    record.invited.retain(|invited| *invited != person.0);
    record.reserved.retain(|(invited, _)| *invited != person.0);
    if candidate(record, person).is_some() {
        record.candidate = None;
    }
    for former in &mut record.former {
        if former.person == person.0 {
            former.person = PersonId::GONE.0;
            former.name.clear();
        }
    }
    if record.watcher == Some(person.0) {
        record.watcher = None;
    }
    if record.stage == StageRecord::Declined(person.0) {
        record.stage = StageRecord::Declined(PersonId::GONE.0);
    }
}
