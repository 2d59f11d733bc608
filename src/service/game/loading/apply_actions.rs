//! Game with its actions applied.

use crate::service::api::damage::Damage;
use crate::service::api::ids::GameId;
use crate::service::api::time_control::{ClockView, TimeControl};
use crate::service::api::view::event::GameEvent;
use crate::service::api::view::game::GameView;
use crate::service::game::hand_over;
use crate::service::game::state::clock::Clocks;
use crate::service::game::state::match_state::MatchState;
use crate::service::game::take_back;
use crate::service::model::TableOrGame;
use crate::service::model::action::Action;
use crate::service::model::common::ClockState;
use crate::service::model::game::StartedGame;
use crate::service::model::teams;

/// Applies all actions of a game to its start.
pub(crate) fn apply(game: &StartedGame, actions: &[Action]) -> Result<MatchState, Damage> {
    let people = game.people.iter().map(|player| player.color).collect();
    let mut state = MatchState::new(game.before_first_move(), people);
    state.mentions.begin(game.started, game.first);
    let clocks = |clock: ClockState| Clocks::new(clock.rule, game.started);
    state.clocks = game.clock.map(clocks);
    for action in actions {
        state.now = action.at;
        state.act(action.by, action.kind).map_err(Damage)?;
    }
    Ok(state)
}

/// Checks that the actions of a game can be applied.
pub(crate) fn check(stored: &TableOrGame, actions: &[Action]) -> Result<(), Damage> {
    let game = stored.game();
    game.map_or(Ok(()), |game| apply(game, actions).map(drop))
}

/// Returns a game as people see it.
pub(crate) fn game_view(id: GameId, game: &StartedGame, state: &MatchState) -> GameView {
    let announced = game.announced.unwrap_or(0);
    let shown = usize::try_from(announced).expect("a small count");
    let started = game.announced.is_none().then_some(GameEvent::Started);
    let news = state.events.iter().skip(shown).flatten().cloned();
    let last = state.events.iter().rposition(|events| !events.is_empty());
    let eventful = last.map_or(0, |last| last + 1);
    let common = &game.common;
    GameView {
        id,
        place: common.place,
        parent: common.parent,
        wants_thread: common.wants_thread,
        watcher: common.watcher,
        news: started.into_iter().chain(news).collect(),
        draw: state.draw,
        draw_by: state.draw_by(),
        clock: clock_view(state),
        take_back: take_back::view(state),
        can_take_back: take_back::able(state),
        is_mentioned: state.mentions.stands(game.announced),
        seat: hand_over::view(game, state),
        is_private: common.is_private,
        steps: state.steps,
        turn_began: state.turn_began,
        ending: state.ending(),
        sharing: game.sharing(),
        rematch_of: common.rematch_of(),
        are_partners_drawn: teams::are_drawn(game),
        are_colors_chosen: common.chooses_colors,
        started: game.started,
        acted: state.now.max(game.started),
        moved: game.moved,
        message: common.message,
        form: common.form,
        is_uncalled: false,
        actions: game.actions,
        eventful: u32::try_from(eventful).expect("a small count"),
        announced,
        version: common.version,
        players: game.players(),
        former: game.former_players(),
        languages: game.languages(),
        rated: common.rated,
        ratings: game.rating_changes(),
        game: state.game.clone(),
    }
}

/// Returns the clocks of a running game.
fn clock_view(state: &MatchState) -> Option<ClockView> {
    let clocks = state.clocks.as_ref().filter(|_| state.ending().is_none())?;
    let side = state.game.position().side();
    let left = match clocks.rule.control {
        TimeControl::PerMove(_) => Vec::new(),
        TimeControl::Bank { .. } => {
            let others = state.people_in().without(side);
            others
                .iter()
                .map(|color| (color, clocks.left(color)))
                .collect()
        }
    };
    Some(ClockView {
        rule: clocks.rule,
        runs_out: state.runs_out(),
        away: clocks.away.filter(|until| *until > state.now),
        claimable_until: clocks.claimable_until,
        is_paused: false,
        left,
    })
}
