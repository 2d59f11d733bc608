//! A table or game read from the store, with its actions applied.

use std::fmt;

use crate::session::clocks::Clocks;
use crate::session::convert;
use crate::session::ids::{GameId, PersonId, Timestamp};
use crate::session::play::Play;
use crate::session::time::{ClockView, TimeControl};
use crate::session::view::{Event, GameView};
use crate::session::{handover, start, takeback, teams};
use crate::store::records::{ActionRecord, GameRecord};

/// A record that cannot be what this program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage(pub(super) String);

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Damage {}

/// Plays a begun game from its start through all its actions.
pub(super) fn replay(record: &GameRecord, actions: &[ActionRecord]) -> Result<Play, Damage> {
    let first = record
        .first
        .ok_or_else(|| Damage(String::from("expected a first color")))?;
    let people = record.people.iter().filter_map(|seat| seat.color);
    let people = people.map(convert::color).collect::<Result<_, _>>()?;
    let (rules, first) = (convert::rules(record)?, convert::color(first)?);
    let mut play = Play::new(start::game(rules, first, record.start.as_deref())?, people);
    let started = Timestamp(record.started.unwrap_or(record.created));
    play.calls.begin(started, first);
    if let Some(clock) = &record.clock {
        play.clocks = Some(Clocks::new(convert::time_rule(clock)?, started));
    }
    for action in actions {
        play.now = action.at;
        play.act(convert::color(action.color)?, &action.what)
            .map_err(Damage)?;
    }
    Ok(play)
}

/// Whether a table can be shown, or a game be played through.
pub(super) fn check(
    id: GameId,
    record: &GameRecord,
    actions: &[ActionRecord],
) -> Result<(), Damage> {
    if record.stage.has_begun() {
        game_view(id, record, &replay(record, actions)?).map(drop)
    } else {
        convert::table_view(id, record).map(drop)
    }
}

/// What a begun game looks like.
pub(super) fn game_view(id: GameId, record: &GameRecord, play: &Play) -> Result<GameView, Damage> {
    let shown = usize::try_from(record.announced.unwrap_or(0)).expect("a small count");
    let started = record.announced.is_none().then_some(Event::Started);
    let news = play.events.iter().skip(shown).flatten().cloned();
    Ok(GameView {
        id,
        place: convert::place(record),
        wants_thread: record.wants_thread,
        watcher: record.watcher.map(PersonId),
        news: started.into_iter().chain(news).collect(),
        draw: play.draw,
        clock: clock_view(play),
        take_back: takeback::wish(play),
        can_take_back: takeback::able(play),
        is_called: play.calls.stands(record.announced),
        seat: handover::view(record, play),
        is_private: record.is_private,
        steps: play.steps,
        ending: play.ending(),
        sharing: convert::sharing(record)?,
        rematch_of: convert::rematch_of(record),
        are_partners_drawn: teams::are_drawn(record, play.game.rules()),
        started: Timestamp(record.started.unwrap_or(record.created)),
        acted: Timestamp(play.now.max(record.started.unwrap_or(record.created))),
        message: convert::message(record),
        actions: record.actions,
        version: record.version,
        players: convert::players(record)?,
        former: convert::former(record)?,
        languages: convert::languages(record),
        rated: record.rated,
        ratings: convert::rating_changes(record)?,
        game: play.game.clone(),
    })
}

/// The clocks of a game that goes on.
fn clock_view(play: &Play) -> Option<ClockView> {
    let clocks = play.clocks.as_ref().filter(|_| play.ending().is_none())?;
    let side = play.game.position().side();
    let left = match clocks.rule.control {
        TimeControl::PerMove(_) => Vec::new(),
        TimeControl::Bank { .. } => {
            let others = play.people_in().without(side);
            others
                .iter()
                .map(|color| (color, clocks.left(color)))
                .collect()
        }
    };
    Some(ClockView {
        rule: clocks.rule,
        runs_out: play.runs_out(),
        away: clocks.away.filter(|until| until.0 > play.now),
        is_overdue: clocks.is_overdue,
        left,
    })
}
