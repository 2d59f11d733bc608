//! Effect of the settings of the person to move on the running clock: reminders, and pauses during
//! vacations.

use std::time::Duration;

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::game::commands::{self, Acts};
use crate::service::game::match_state::MatchState;
use crate::service::game::replay;
use crate::service::people::reminder_preferences::ReminderFrequency;
use crate::service::people::settings::PersonSettings;
use crate::service::repository::indices;
use crate::store::records::{ActionKind, ActionRecord, ClockRecord, GameRecord, PlayerRecord};
use crate::store::{Batch, Expected, Key, Table};

/// Number of reminder moments assumed as passed in a record that says only that a reminder was
/// sent.
const PASSED: u8 = 2;

/// Time before a night at which somebody is reminded if the morning would be too late.
const BEFORE_NIGHT: Duration = Duration::from_secs(15 * 60);

/// Time at which the running clock triggers a reminder to the person to move.
pub(crate) struct ReminderMoment {
    /// Index of the moment in [`ReminderFrequency::PARTS`].
    pub(crate) number: u8,
    pub(crate) at: Timestamp,
}

impl Service {
    /// Changes a person's settings, and in the same commit the clocks they affect. Returns the new
    /// settings and the games that look different.
    ///
    /// # Errors
    ///
    /// The change is refused, or the store failed; nothing has changed then.
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
        self.write(|batch| {
            let held = self.archive.read::<PlayerRecord>(&key);
            let held = held.map_err(Fault::from)?;
            let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
            let old = held.map(|held| held.record).unwrap_or_default();
            let mut settings = PersonSettings::of(&old);
            change(&mut settings)?;
            let mut record = old.clone();
            settings.clone().write_to(&mut record);
            if record == old {
                return Ok((settings, Vec::new()));
            }
            batch.put_record(key.clone(), &record, expected);
            let mut changed = Vec::new();
            for game in self.games_of(person)?.iter().filter(|game| game.begun) {
                if self.adapt(batch, game.id, person, &settings, now)? {
                    changed.push(game.id);
                }
            }
            Ok((settings, changed))
        })
    }

    /// Adapts the clock of one game to a person's new settings; returns whether people can see a
    /// change.
    fn adapt(
        &self,
        batch: &mut Batch,
        game: GameId,
        person: PersonId,
        settings: &PersonSettings,
        now: Timestamp,
    ) -> Result<bool, ServiceError> {
        let loaded = self.load(game)?;
        let mut record = loaded.held.record.clone();
        if record.clock.is_none() {
            return Ok(false);
        }
        let mut play = loaded.replay()?;
        if to_move(&record, &play) != Some(person) {
            // It may become this person's turn meanwhile.
            let expected = Expected::Revision(loaded.held.revision);
            batch.require(Table::Games, indices::game_key(game), expected);
            return Ok(false);
        }
        play.now = now.0;
        let acts = follow_vacation(&mut play, settings);
        set_due(&mut record, &play, settings);
        let actions = commands::written(now, acts);
        let is_seen = !actions.is_empty();
        self.put_aside(batch, &loaded, record, actions, is_seen)?;
        Ok(is_seen)
    }

    /// Adapts the running clock to the settings of the person to move.
    pub(crate) fn attend(
        &self,
        batch: &mut Batch,
        record: &mut GameRecord,
        play: &mut MatchState,
    ) -> Result<Acts, Fault> {
        if record.clock.is_none() {
            return Ok(Vec::new());
        }
        let Some(person) = to_move(record, play) else {
            set_due(record, play, &PersonSettings::default());
            return Ok(Vec::new());
        };
        let settings = self.wishes(batch, person)?;
        let acts = follow_vacation(play, &settings);
        set_due(record, play, &settings);
        Ok(acts)
    }

    /// Reads a person's settings; the batch fails if they change meanwhile.
    pub(crate) fn wishes(
        &self,
        batch: &mut Batch,
        person: PersonId,
    ) -> Result<PersonSettings, Fault> {
        let key = Key::new().u64(person.0);
        let held = self.archive.read::<PlayerRecord>(&key)?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        batch.require(Table::Players, key, expected);
        let settings = held.map(|held| PersonSettings::of(&held.record));
        Ok(settings.unwrap_or_default())
    }

    /// Adapts the clock of a game that has just begun to the settings of the person to move.
    pub(crate) fn attend_start(
        &self,
        batch: &mut Batch,
        game: GameId,
        record: &mut GameRecord,
    ) -> Result<Vec<ActionRecord>, Fault> {
        let Some(started) = record.started.filter(|_| record.clock.is_some()) else {
            return Ok(Vec::new());
        };
        let mut play = replay::replay(record, &[]).map_err(Fault::damaged(game))?;
        play.now = started;
        let acts = self.attend(batch, record, &mut play)?;
        Ok(commands::written(Timestamp(started), acts))
    }
}

/// Returns the person whose clock is running.
pub(crate) fn to_move(record: &GameRecord, play: &MatchState) -> Option<PersonId> {
    play.runs_out()?;
    let side = Some(play.game.position().side().letter());
    let seat = record.people.iter().find(|seat| seat.color == side)?;
    Some(PersonId(seat.person))
}

/// Pauses the running clock while the person to move is on vacation, or resumes it.
fn follow_vacation(play: &mut MatchState, settings: &PersonSettings) -> Acts {
    let now = Timestamp(play.now);
    let until = settings.vacation.lasts(now);
    let away = play.clocks.as_ref().and_then(|clocks| clocks.away);
    let away = away.filter(|away| *away > now);
    if until == away || play.is_out_of_time() || commands::check_aside(play).is_err() {
        return Vec::new();
    }
    let side = play.game.position().side();
    let back = away.map(|_| commands::act(play, side, ActionKind::ComeBack));
    let gone = until.map(|until| commands::act(play, side, ActionKind::GoAway(until.0)));
    back.into_iter().chain(gone).collect()
}

/// Sets the next deadline of the running clock: a reminder, or its end.
pub(crate) fn set_due(record: &mut GameRecord, play: &MatchState, settings: &PersonSettings) {
    if let Some(clock) = &mut record.clock {
        let call = next_reminder(play, settings, passed(clock, play));
        let due = play
            .runs_out()
            .map(|over| call.map_or(over, |call| call.at));
        clock.due = due.map(|due| due.0);
    }
}

/// Returns the number of reminder moments that have passed at this step.
pub(crate) fn passed(clock: &ClockRecord, play: &MatchState) -> u8 {
    if clock.reminded == Some(play.steps) {
        clock.reminders.unwrap_or(PASSED)
    } else {
        0
    }
}

/// Returns the next reminder that the person to move wants after the first `passed` moments, unless
/// the clock runs out before it.
pub(crate) fn next_reminder(
    play: &MatchState,
    settings: &PersonSettings,
    passed: u8,
) -> Option<ReminderMoment> {
    let (over, clocks) = play.runs_out().zip(play.clocks.as_ref())?;
    let side = play.game.position().side();
    let mut moments = (0..)
        .zip(ReminderFrequency::PARTS)
        .skip(usize::from(passed));
    let (number, part) = moments.find(|(_, part)| settings.reminders.includes(*part))?;
    let wanted = clocks.moment(side, part);
    let at = match settings.night_around(wanted) {
        // In the morning if at least half of the time remains then; otherwise before the night.
        Some((_, morning)) if over.since(morning) * 2 >= over.since(wanted) => morning,
        Some((evening, _)) if evening.before(BEFORE_NIGHT) > clocks.since => {
            evening.before(BEFORE_NIGHT)
        }
        Some((_, morning)) if morning < over => morning,
        None | Some(_) => wanted,
    };
    Some(ReminderMoment { number, at }).filter(|call| call.at < over)
}
