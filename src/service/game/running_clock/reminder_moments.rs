//! Moments at which the person to move is reminded.

use std::time::Duration;

use crate::service::api::ids::Timestamp;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::common::ClockState;
use crate::service::model::settings::PersonSettings;
use crate::service::model::settings::reminder_preferences::ReminderFrequency;

/// Time before a night at which somebody is reminded if the morning would be too late.
const BEFORE_NIGHT: Duration = Duration::from_secs(15 * 60);

/// Time at which the running clock triggers a reminder to the person to move.
pub(crate) struct ReminderMoment {
    /// Index of the moment in [`ReminderFrequency::PARTS`].
    pub(crate) number: u8,
    pub(crate) at: Timestamp,
}

/// Returns the number of reminder moments that have passed in this turn.
pub(crate) fn passed(clock: &ClockState, state: &MatchState) -> u8 {
    let reminded = clock.reminded;
    let in_this_turn = reminded.filter(|reminded| reminded.step >= state.turn_began);
    in_this_turn.map_or(0, |reminded| reminded.moments)
}

/// Returns the next reminder that the person to move wants after the first `passed` moments, unless
/// the clock runs out before it.
pub(crate) fn next_reminder(
    state: &MatchState,
    settings: &PersonSettings,
    passed: u8,
) -> Option<ReminderMoment> {
    let (over, clocks) = state.runs_out().zip(state.clocks.as_ref())?;
    let side = state.game.position().side();
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
