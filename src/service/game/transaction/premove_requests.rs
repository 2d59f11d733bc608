//! Premoves that people set and drop.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::GameId;
use crate::service::api::refusal::Refusal;
use crate::service::api::request::Actor;
use crate::service::api::view::game::Premoves;
use crate::service::game::player_actions;
use crate::service::game::premove;
use crate::service::game::state::match_state::MatchState;
use crate::service::model::TableOrGame;
use crate::service::model::game::StoredPremove;
use focus::{Color, Move};

impl Service {
    /// Sets a line of premoves: the moves expected before an answer, and the answer. Where it
    /// differs from an earlier line in an own move, it replaces that line. Nobody else is told, and
    /// the game does not change for anybody. Returns all of the person's premoves.
    ///
    /// # Errors
    ///
    /// The person is to move, or would not be after the expected moves; or one of the moves is not
    /// legal; or the lines are too many or too long.
    pub fn set_premove(
        &self,
        actor: &Actor,
        game: GameId,
        when: &[String],
        answer: &str,
    ) -> Result<Premoves, ServiceError> {
        self.change_premoves(game, actor, |state, color, mut lines| {
            let line = premove::read(state, color, when, answer)?;
            lines.retain(|old| premove::is_kept_beside(old, &line));
            let line: Vec<_> = line.into_iter().map(|(mv, _)| mv).collect();
            if !lines.iter().any(|old| old.starts_with(&line)) {
                lines.push(line);
            }
            let (most, longest) = (Premoves::MOST_LINES, Premoves::LONGEST_LINE);
            if lines.len() > most || lines.iter().any(|line| line.len() > longest) {
                let (lines, moves) = (most, longest);
                return Err(Refusal::TooManyPremoves { lines, moves });
            }
            Ok(lines)
        })
    }

    /// Drops this person's premoves: one line, or all of them. Returns those that are left.
    ///
    /// # Errors
    ///
    /// The person has none, or not this one.
    pub fn drop_premoves(
        &self,
        actor: &Actor,
        game: GameId,
        only: Option<&[Move]>,
    ) -> Result<Premoves, ServiceError> {
        self.change_premoves(game, actor, |_, _, mut lines| {
            let before = lines.len();
            lines.retain(|line| only.is_some_and(|only| line != only));
            if lines.len() == before {
                return Err(Refusal::NoPremove);
            }
            Ok(lines)
        })
    }

    fn change_premoves(
        &self,
        game: GameId,
        actor: &Actor,
        change: impl Fn(&MatchState, Color, Vec<Vec<Move>>) -> Result<Vec<Vec<Move>>, Refusal>,
    ) -> Result<Premoves, ServiceError> {
        self.write(|batch| {
            let loaded = self.load(game)?;
            let old = loaded.held.record.running()?;
            let state = loaded.state(old)?;
            let color = player_actions::player(old, &state, actor, None)?;
            let lines = change(&state, color, premove::lines_of(old, &state, color))?;
            let mut changed = old.clone();
            changed.premoves.retain(|premove| premove.color != color);
            changed
                .premoves
                .extend(lines.iter().map(|line| StoredPremove {
                    color,
                    step: state.steps,
                    line: line.clone(),
                }));
            let changed = TableOrGame::Game(Box::new(changed));
            self.replace(batch, game, &loaded.held, &changed, false)?;
            Ok(Premoves { lines })
        })
    }
}
