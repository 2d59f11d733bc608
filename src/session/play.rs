//! A game as it goes: its actions applied one by one, live and when read back.

use crate::notation::{MoveText, with_suffix};
use crate::rules::{Color, ColorSet, Game, Leaving, Move, Rules};
use crate::session::refusal::Refusal;
use crate::session::view::{Ending, Event};
use crate::store::records::ActKind;

/// A game with what lies around its moves.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) game: Game,
    /// Colors that agreed to a draw since the last move.
    pub(super) draw: ColorSet,
    aborted: bool,
    /// How often the position has changed; see [`GameView::steps`].
    ///
    /// [`GameView::steps`]: crate::session::GameView::steps
    pub(super) steps: u32,
    /// What each action brought about; as long as the list of actions.
    pub(super) events: Vec<Vec<Event>>,
}

/// An action that cannot have happened; the record is damaged or the rules have changed.
pub(super) type Impossible = String;

impl Play {
    pub(super) fn new(rules: Rules, first: Color) -> Self {
        Self {
            game: Game::new(rules, first),
            draw: ColorSet::EMPTY,
            aborted: false,
            steps: 0,
            events: Vec::new(),
        }
    }

    /// How the game ended, if it has.
    pub(super) fn ending(&self) -> Option<Ending> {
        if self.aborted {
            return Some(Ending::Aborted);
        }
        self.game.outcome().map(Ending::Decided)
    }

    /// Whether this color can still take part.
    pub(super) fn is_in(&self, color: Color) -> bool {
        !self.game.position().out().contains(color)
    }

    /// Does one action, read back or new.
    ///
    /// # Errors
    ///
    /// Says what is wrong if the action is not possible.
    pub(super) fn act(&mut self, color: Color, what: &ActKind) -> Result<(), Impossible> {
        if self.ending().is_some() {
            return Err(format!("expected no action after the end, got {what:?}"));
        }
        // Colors that are out for a reason that needs no further word.
        let mut out = self.game.position().out();
        let event = match what {
            ActKind::Move(text) => self.act_move(color, text)?,
            ActKind::Resign => {
                self.draw = ColorSet::EMPTY;
                out = out.with(color);
                self.steps += 1;
                let left = self.game.leave(color, Leaving::Resignation);
                left.map_err(|error| format!("{color:?} resigns: {error}"))?;
                Event::Resigned(color)
            }
            ActKind::Draw => {
                self.draw = self.draw.with(color);
                if self.everybody_agrees() {
                    self.game.agree_draw().map_err(|error| error.to_string())?;
                }
                Event::DrawOffered(color)
            }
            ActKind::RefuseDraw => {
                self.draw = ColorSet::EMPTY;
                Event::DrawRefused(color)
            }
            ActKind::Abort => {
                self.aborted = true;
                Event::Aborted(color)
            }
        };
        let now_out = self.game.position().out().iter();
        let newly_out = now_out.filter(|now| !out.contains(*now));
        let consequences = newly_out.map(Event::Out);
        self.events
            .push(std::iter::once(event).chain(consequences).collect());
        Ok(())
    }

    fn act_move(&mut self, color: Color, text: &str) -> Result<Event, Impossible> {
        let side = self.game.position().side();
        if side != color {
            return Err(format!(
                "expected a move of {side:?}, got `{text}` of {color:?}"
            ));
        }
        let mv = resolve(&self.game, text).map_err(|error| format!("{error:?}"))?;
        let effect = self
            .game
            .play(mv)
            .map_err(|error| format!("`{text}`: {error}"))?;
        self.draw = ColorSet::EMPTY;
        self.steps += 1;
        Ok(match mv {
            Move::Pass => Event::Passed(color),
            mv => Event::Moved {
                color,
                mv,
                effect,
                text: with_suffix(mv, effect, self.game.outcome()),
            },
        })
    }

    fn everybody_agrees(&self) -> bool {
        let mut colors = self.game.position().rules().mode().colors().iter();
        colors.all(|color| !self.is_in(*color) || self.draw.contains(*color))
    }
}

/// The move a text means in the game.
pub(super) fn resolve(game: &Game, text: &str) -> Result<Move, Refusal> {
    let text: MoveText = text.parse().map_err(Refusal::MoveText)?;
    text.resolve_in(game).map_err(Refusal::Move)
}
