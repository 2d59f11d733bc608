//! Table or game read from the store, with its actions applied.

use crate::service::api::damage::Damage;
use crate::service::api::ids::{GameId, PersonId, Timestamp};
use crate::service::api::time_control::{ClockView, TimeControl};
use crate::service::api::view::{Event, GameView};
use crate::service::game::clock::Clocks;
use crate::service::game::hand_over;
use crate::service::game::match_state::MatchState;
use crate::service::game::take_back;
use crate::service::repository::mapping;
use crate::service::repository::start_position;
use crate::service::repository::teams;
use crate::store::records::{ActionRecord, GameRecord};

/// Replays a begun game from its start through all its actions.
pub(crate) fn replay(record: &GameRecord, actions: &[ActionRecord]) -> Result<MatchState, Damage> {
    let first = record
        .first
        .ok_or_else(|| Damage(String::from("expected a first color")))?;
    let people = record.people.iter().filter_map(|seat| seat.color);
    let people = people.map(mapping::color).collect::<Result<_, _>>()?;
    let (rules, first) = (mapping::rules(record)?, mapping::color(first)?);
    let mut play = MatchState::new(
        start_position::game(rules, first, record.start.as_deref())?,
        people,
    );
    let started = Timestamp(record.started.unwrap_or(record.created));
    play.calls.begin(started, first);
    if let Some(clock) = &record.clock {
        play.clocks = Some(Clocks::new(mapping::time_rule(clock)?, started));
    }
    for action in actions {
        play.now = action.at;
        play.act(mapping::color(action.color)?, &action.what)
            .map_err(Damage)?;
    }
    Ok(play)
}

/// Checks that a table can be shown, or that a game can be replayed.
pub(crate) fn check(
    id: GameId,
    record: &GameRecord,
    actions: &[ActionRecord],
) -> Result<(), Damage> {
    if record.stage.has_begun() {
        game_view(id, record, &replay(record, actions)?).map(drop)
    } else {
        mapping::table_view(id, record).map(drop)
    }
}

/// Returns a begun game as people see it.
pub(crate) fn game_view(
    id: GameId,
    record: &GameRecord,
    play: &MatchState,
) -> Result<GameView, Damage> {
    let shown = usize::try_from(record.announced.unwrap_or(0)).expect("a small count");
    let started = record.announced.is_none().then_some(Event::Started);
    let news = play.events.iter().skip(shown).flatten().cloned();
    Ok(GameView {
        id,
        place: mapping::place(record),
        wants_thread: record.wants_thread,
        watcher: record.watcher.map(PersonId),
        news: started.into_iter().chain(news).collect(),
        draw: play.draw,
        clock: clock_view(play),
        take_back: take_back::wish(play),
        can_take_back: take_back::able(play),
        is_called: play.calls.stands(record.announced),
        seat: hand_over::view(record, play),
        is_private: record.is_private,
        steps: play.steps,
        ending: play.ending(),
        sharing: mapping::sharing(record)?,
        rematch_of: mapping::rematch_of(record),
        are_partners_drawn: teams::are_drawn(record, play.game.rules()),
        started: Timestamp(record.started.unwrap_or(record.created)),
        acted: Timestamp(play.now.max(record.started.unwrap_or(record.created))),
        message: mapping::message(record),
        actions: record.actions,
        version: record.version,
        players: mapping::players(record)?,
        former: mapping::former(record)?,
        languages: mapping::languages(record),
        rated: record.rated,
        ratings: mapping::rating_changes(record)?,
        game: play.game.clone(),
    })
}

/// Returns the clocks of a running game.
fn clock_view(play: &MatchState) -> Option<ClockView> {
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
