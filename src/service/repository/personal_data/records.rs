//! Export of a person's data, and its deletion from tables and games.
//!
//! Both work on records as they are on disk, so that nothing on disk is left out.

use serde_json::{Value, json};

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::{GameId, GuildId, PersonId};
use crate::service::model::ratings::PlayerResult;
use crate::service::model::settings::GuildData;
use crate::service::repository::action_log::ActionLog;
use crate::service::repository::indices;
use crate::service::repository::persistent::Persistent;
use crate::service::repository::personal_data::names::{candidate, erase, named};
use crate::service::repository::queue_entries;
use crate::store::records::{
    ActionKindRecord, ActionRecord, ActionsRecord, GameRecord, StageRecord,
};
use crate::store::{Expected, Keys, Table};

impl Service {
    /// Returns the data about a person in all tables and games, one value for each. Records that
    /// cannot be read are skipped.
    pub(crate) fn personal_data_in_games(&self, person: PersonId) -> Result<Vec<Value>, Fault> {
        let mut games = Vec::new();
        self.each_mention(person, |id, record| {
            games.push(self.personal_data_in(id, record, person)?);
            Ok(())
        })?;
        Ok(games)
    }

    /// Returns the tables and games whose records name a person, each with whether people can still
    /// act there. Records that cannot be read are skipped.
    pub(crate) fn games_mentioning(&self, person: PersonId) -> Result<Vec<(GameId, bool)>, Fault> {
        let mut games = Vec::new();
        self.each_mention(person, |id, record| {
            let is_active = matches!(record.stage, StageRecord::Open | StageRecord::Playing);
            games.push((id, is_active));
            Ok(())
        })?;
        Ok(games)
    }

    /// Returns the data about a person in one game.
    fn personal_data_in(
        &self,
        id: GameId,
        record: &GameRecord,
        person: PersonId,
    ) -> Result<Value, Fault> {
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
        let premoves = record.premoves.iter();
        let premoves =
            premoves.filter(|line| seat.is_some_and(|seat| seat.color == Some(line.color)));
        let color = seat
            .and_then(|seat| seat.color)
            .or(former.map(|former| former.color));
        let mut invited = [&record.invited, &record.uncalled, &record.called].into_iter();
        let mut reserved = record.reserved.iter();
        let reserved = reserved.find(|(invited, _)| *invited == person.0);
        let team = seat
            .and_then(|seat| seat.team)
            .or(reserved.map(|(_, team)| *team));
        let actions = self.archive.scan::<ActionsRecord>(&ActionLog::keys(id))?;
        let actions = actions.into_iter().flat_map(|(_, held)| held.record.0);
        let actions: Vec<_> = done_by(record, person, actions)
            .map(|action| json!({"at": action.at, "what": action.kind}))
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
            "answers_set_out": premoves.collect::<Vec<_>>(),
            "asks_for_seat": candidate.is_some(),
            "invited": invited.any(|people| people.contains(&person.0)),
            "declined": record.declined.contains(&person.0),
            "watches": record.watcher == Some(person.0),
            "actions": actions,
        }))
    }

    /// Removes a person from the record of a game, and returns whether its board must be changed:
    /// if it named the person as the candidate for a seat, or `is_shown`, because it may be shown
    /// with the name just now.
    pub(crate) fn erase_in(
        &self,
        id: GameId,
        person: PersonId,
        is_shown: bool,
    ) -> Result<bool, Fault> {
        let key = indices::game_key(id);
        self.write(|batch| {
            let Some(held) = self.archive.read::<GameRecord>(&key)? else {
                return Ok(false);
            };
            let mut record = held.record.clone();
            let is_seen = is_shown || candidate(&record, person).is_some();
            erase(&mut record, person);
            // A board that was read before shows an older version.
            record.version += u64::from(is_seen);
            let expected = Expected::Revision(held.revision);
            batch.put_record(key.clone(), &record, expected);
            indices::update(batch, id, Some(&held.record), &record);
            if is_seen {
                queue_entries::put_behind(batch, self.scan_games(&[id])?, record.version);
                self.put_seen(batch, id, record.guild.map(GuildId))?;
            }
            Ok(is_seen)
        })
    }

    /// Calls `look` with every record of a table or game that names a person.
    fn each_mention(
        &self,
        person: PersonId,
        mut look: impl FnMut(GameId, &GameRecord) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut look_at = |key: &[u8]| {
            let held = self.archive.find::<GameRecord>(key)?;
            let held = held.filter(|held| named(&held.record).contains(&person));
            match indices::game_of(key).zip(held) {
                Some((id, held)) => look(id, &held.record),
                None => Ok(()),
            }
        };
        self.complete_mentions()?;
        if let Some(games) = self.games_with(person)? {
            return games
                .into_iter()
                .try_for_each(|id| look_at(&indices::game_key(id)));
        }
        for page in self.archive.pages(Table::Games, Keys::all()) {
            page?.iter().try_for_each(|(key, _)| look_at(key))?;
        }
        Ok(())
    }
}

/// Returns a value with all the data in its record, as JSON.
pub(crate) fn export<T: Persistent>(value: &T) -> Value {
    json!(value.to_record())
}

/// Returns a person's result in a game; about the others, only how many played.
pub(crate) fn result(at: Option<u64>, game: Option<GameId>, result: &PlayerResult) -> Value {
    let record = result.to_record();
    json!({
        "at": at,
        "game": game.map(|game| game.0),
        "result": record.result,
        "others": record.others.len(),
        "points": record.points,
    })
}

/// Returns the entries of a person in the audit log of a server.
pub(crate) fn audit_entries(
    server: GuildId,
    data: &GuildData,
    person: PersonId,
) -> impl Iterator<Item = Value> {
    let server = server.0.to_string();
    let entries = data.to_record().audit.into_iter();
    let own = entries.filter(move |entry| entry.person == person.0);
    own.map(move |entry| {
        let mut told = json!({
            "server": server, "at": entry.at, "name": entry.name, "action": entry.action,
        });
        if entry.proposed {
            told["proposed"] = json!(true);
        }
        told
    })
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
    let actions = actions.filter(|action| action.kind != ActionKindRecord::WantSeat);
    actions.filter(move |action| {
        let is_same = |letter: &&char| **letter == action.by;
        let before = changed.iter().filter(is_same).count();
        let mut people = had.iter().filter(|(letter, _)| *letter == action.by);
        let is_own = people.nth(before).is_some_and(|(_, had)| *had == person.0);
        if action.kind == ActionKindRecord::HandOver {
            changed.push(action.by);
        }
        is_own
    })
}
