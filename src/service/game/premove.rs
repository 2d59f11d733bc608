//! Premoves: "if they play this, I play that". A premove is one move deep and applies only to the
//! very next move; anything else that happens drops it.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, PersonId};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::Premove;
use crate::service::game::commands::{self, Acts};
use crate::service::game::match_state::{self, MatchState};
use crate::service::repository::indices;
use crate::store::Expected;
use crate::store::records::{ActionKind, GameRecord, PlanRecord};
use focus::Color;

impl Service {
    /// Sets a premove, replacing the person's earlier one. Nobody else is told, and the game does
    /// not change for anybody.
    ///
    /// # Errors
    ///
    /// The person is to move, or would not be after the expected move; or one of the moves is not
    /// legal.
    pub fn set_premove(
        &self,
        actor: &Actor,
        game: GameId,
        when: &str,
        answer: &str,
    ) -> Result<Premove, ServiceError> {
        self.change_premoves(game, |record, play| {
            let color = commands::player(record, play, actor, None)?;
            let plan = read(play, color, when, answer)?;
            let of_others = |plan: &&PlanRecord| plan.color != color.letter();
            let mut plans: Vec<_> = record.plans.iter().filter(of_others).cloned().collect();
            plans.push(PlanRecord {
                color: color.letter(),
                step: play.steps,
                when: plan.when.to_string(),
                answer: plan.answer.to_string(),
            });
            Ok((plans, plan))
        })
    }

    /// Drops this person's premove.
    ///
    /// # Errors
    ///
    /// The person has none.
    pub fn drop_premove(&self, actor: &Actor, game: GameId) -> Result<Premove, ServiceError> {
        self.change_premoves(game, |record, play| {
            let color = commands::player(record, play, actor, None)?;
            let plan = premove_of(record, play, color).ok_or(Refusal::NoPremove)?;
            let of_others = |plan: &&PlanRecord| plan.color != color.letter();
            let plans = record.plans.iter().filter(of_others).cloned().collect();
            Ok((plans, plan))
        })
    }

    /// Returns a person's premove in a game.
    ///
    /// # Errors
    ///
    /// There is no such game, or it cannot be read.
    pub fn premove_of(
        &self,
        person: PersonId,
        game: GameId,
    ) -> Result<Option<Premove>, ServiceError> {
        let loaded = self.load(game)?;
        let record = &loaded.held.record;
        let seat = record.people.iter().find(|seat| seat.person == person.0);
        let color = seat.and_then(|seat| Color::from_letter(seat.color?));
        let Some(color) = color.filter(|_| !record.plans.is_empty()) else {
            return Ok(None);
        };
        Ok(premove_of(record, &loaded.replay()?, color))
    }

    fn change_premoves(
        &self,
        game: GameId,
        change: impl Fn(&GameRecord, &MatchState) -> Result<(Vec<PlanRecord>, Premove), Refusal>,
    ) -> Result<Premove, ServiceError> {
        self.write(|batch| {
            let loaded = self.load(game)?;
            commands::check_running(loaded.held.record.stage)?;
            let mut record = loaded.held.record.clone();
            let (plans, plan) = change(&record, &loaded.replay()?)?;
            record.plans = plans;
            let expected = Expected::Revision(loaded.held.revision);
            batch.put_record(indices::game_key(game), &record, expected);
            Ok(plan)
        })
    }
}

/// Plays the premove that answers the move just played, and the forced passes after it.
pub(crate) fn answer(record: &GameRecord, play: &mut MatchState, step: u32, done: &Acts) -> Acts {
    let Some((_, ActionKind::Move(played))) = done.first() else {
        return Acts::new();
    };
    let side = play.game.position().side();
    let is_meant = |plan: &&PlanRecord| {
        plan.step == step && plan.color == side.letter() && plan.when == *played
    };
    let meant = record.plans.iter().find(is_meant);
    let Some(meant) = meant.filter(|_| play.ending().is_none()) else {
        return Acts::new();
    };
    let answer = match_state::resolve(&play.game, &meant.answer).map(|mv| mv.to_string());
    let Ok(answer) = answer else {
        return Acts::new();
    };
    let mut acts = vec![commands::act(play, side, ActionKind::Planned(answer))];
    acts.extend(commands::pass_while_forced(play));
    acts
}

/// Parses a premove: the expected move must be the next one, and this color must decide after it.
fn read(play: &MatchState, color: Color, when: &str, answer: &str) -> Result<Premove, Refusal> {
    if play.game.position().side() == color {
        return Err(Refusal::PremoveOnOwnTurn);
    }
    let expected = |refusal| Refusal::Expected(Box::new(refusal));
    let when = match_state::resolve(&play.game, when).map_err(expected)?;
    let mut ahead = play.clone();
    commands::do_move(&mut ahead, when);
    commands::pass_while_forced(&mut ahead);
    if ahead.ending().is_some() {
        return Err(Refusal::PremoveAfterTheEnd);
    }
    if ahead.game.position().side() != color {
        return Err(Refusal::PremoveOutOfTurn);
    }
    let own = |refusal| Refusal::Answer(Box::new(refusal));
    let answer = match_state::resolve(&ahead.game, answer).map_err(own)?;
    Ok(Premove { when, answer })
}

/// Returns the premove of a color, if the game has not gone on since.
fn premove_of(record: &GameRecord, play: &MatchState, color: Color) -> Option<Premove> {
    let is_own = |plan: &&PlanRecord| plan.color == color.letter() && plan.step == play.steps;
    let own = record.plans.iter().find(is_own)?;
    read(play, color, &own.when, &own.answer).ok()
}
