//! Execution of moves, and departures of players.

use std::fmt;

use crate::position::zobrist;
use crate::{
    Board, Color, Effect, Goal, IllegalMove, Move, Position, Square, Stuck,
    packed::{EMPTY, pile},
};

impl Position {
    /// Plays a move.
    ///
    /// A player who cannot move on his turn is out at once if the rules say so. Therefore the next
    /// side to move either can act or must pass.
    ///
    /// # Errors
    ///
    /// The rule that forbids the move; the position is left unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Effect, IllegalMove> {
        self.check(mv)?;
        Ok(self.play_unchecked(mv))
    }

    /// Plays a move that [`Position::check`] allows; any other move leaves a meaningless position.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Effect {
        let us = self.side;
        let (to, pieces, count) = match mv {
            Move::Slide { from, to } => {
                let (left, pieces, count) = lift(&self.board, from, to);
                self.replace(from, left);
                (to, pieces, count)
            }
            Move::Drop(to) => {
                self.set_hand(us, self.hand(us) - 1);
                (to, us as u16, 1)
            }
            Move::Pass => {
                self.end_turn(Effect::NONE);
                return Effect::NONE;
            }
            Move::Swap { own, enemy } => {
                self.swap(own, enemy);
                return Effect::NONE;
            }
        };
        let effect = self.land(to, pieces, count);
        self.end_turn(effect);
        effect
    }

    /// Returns the effect of a move that [`Position::check`] allows, without playing it.
    #[must_use]
    pub fn effect(&self, mv: Move) -> Effect {
        let (to, pieces, count) = match mv {
            Move::Slide { from, to } => {
                let (_, pieces, count) = lift(&self.board, from, to);
                (to, pieces, count)
            }
            Move::Drop(to) => (to, self.side as u16, 1),
            Move::Pass | Move::Swap { .. } => return Effect::NONE,
        };
        let (_, pushed_out) = pile(self.board.code(to), pieces, count);
        Effect::new(pushed_out, self.side, self.partner())
    }

    /// Takes a color out of the game because it resigned or ran out of time.
    ///
    /// Its pieces stay on the board and it gets no more turns; a team continues with one player.
    ///
    /// # Errors
    ///
    /// The game is over, or the color is not in it.
    pub fn leave(&mut self, color: Color) -> Result<(), LeaveError> {
        if self.over {
            return Err(LeaveError::Over);
        }
        if !self.rules.mode().has(color) {
            return Err(LeaveError::DoesNotPlay(color));
        }
        if self.out.contains(color) {
            return Err(LeaveError::AlreadyOut(color));
        }
        self.put_out(color);
        if self.side == color {
            self.pass_turn();
        }
        self.over = self.decide().is_some();
        Ok(())
    }

    /// Swaps two stacks, which ends the turn but is not a quiet ply.
    fn swap(&mut self, own: Square, enemy: Square) {
        let (ours, theirs) = (self.board.code(own), self.board.code(enemy));
        self.replace(own, theirs);
        self.replace(enemy, ours);
        self.pass_turn_to(self.next_in(self.side));
        self.ply = self.ply.next();
    }

    /// Lands pieces on a square and gives each piece pushed out to its new owner.
    #[inline]
    fn land(&mut self, to: Square, pieces: u16, count: usize) -> Effect {
        let (code, pushed_out) = pile(self.board.code(to), pieces, count);
        self.replace(to, code);
        if pushed_out == EMPTY {
            return Effect::NONE;
        }
        let us = self.side;
        let effect = Effect::new(pushed_out, us, self.partner());
        self.set_hand(us, self.hand(us) + effect.reserves());
        if let Some(partner) = self.partner() {
            self.set_hand(partner, self.hand(partner) + effect.partner_reserves());
        }
        for of in effect.captured() {
            let count = self.captured(us, of);
            self.key ^= zobrist::captured(us, of, count) ^ zobrist::captured(us, of, count + 1);
            self.captured[us.index()][of.index()] = count + 1;
        }
        effect
    }

    /// Gives the turn to the next player and checks whether the game is over.
    #[inline]
    fn end_turn(&mut self, effect: Effect) {
        let us = self.side;
        self.clock = if effect.is_capture() {
            0
        } else {
            self.clock.saturating_add(1)
        };
        self.ply = self.ply.next();
        let may_have_won = self.rules.goal() == Goal::Race && effect != Effect::NONE;
        if may_have_won && self.has_won_race(us) {
            self.pass_turn_to(self.next_in(us));
            self.over = true;
            return;
        }
        self.pass_turn();
        self.over = match self.rules.stuck() {
            Stuck::Out => self.side == us,
            Stuck::Skip => self.last_left().is_some(),
        } || self.is_quiet();
    }

    /// Gives the turn to the next player, putting out players who cannot move if the rules say so.
    #[inline]
    fn pass_turn(&mut self) {
        let mut next = self.next_in(self.side);
        if self.rules.stuck() == Stuck::Out && !self.can_act(next) {
            next = self.put_out_stuck(next);
        }
        self.pass_turn_to(next);
    }

    /// Puts out the players who cannot move, from this one on and up to the first who can, and
    /// returns him, or the last one left.
    #[cold]
    fn put_out_stuck(&mut self, color: Color) -> Color {
        let mut next = color;
        while !self.can_act(next) {
            let after = self.next_in(next);
            if after == next {
                break;
            }
            self.put_out(next);
            next = after;
        }
        next
    }

    #[inline]
    fn pass_turn_to(&mut self, next: Color) {
        self.key ^= zobrist::side(self.side) ^ zobrist::side(next);
        self.side = next;
    }

    #[inline]
    fn put_out(&mut self, color: Color) {
        self.out = self.out.with(color);
        self.key ^= zobrist::out(color);
    }

    #[inline]
    fn set_hand(&mut self, color: Color, count: u8) {
        self.key ^= zobrist::hand(color, self.hand(color)) ^ zobrist::hand(color, count);
        self.hands[color.index()] = count;
    }

    #[inline]
    fn replace(&mut self, square: Square, code: u16) {
        self.key ^= zobrist::stack(square, self.board.code(square)) ^ zobrist::stack(square, code);
        self.board.put(square, code);
    }

    const fn partner(&self) -> Option<Color> {
        self.rules.mode().partner(self.side)
    }
}

/// Splits a stack for a slide: the pieces that stay, the pieces that move, and their number.
fn lift(board: &Board, from: Square, to: Square) -> (u16, u16, usize) {
    let count = usize::from(from.distance(to).expect("slide along a file or rank"));
    let code = board.code(from);
    (code >> (2 * count), code & ((1 << (2 * count)) - 1), count)
}

/// Error returned when a color cannot leave the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveError {
    /// The game is over.
    Over,
    /// The color does not play in this mode.
    DoesNotPlay(Color),
    /// The color is already out.
    AlreadyOut(Color),
}

impl fmt::Display for LeaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeaveError::Over => f.write_str("the game is over"),
            LeaveError::DoesNotPlay(color) => write!(f, "{color} does not play"),
            LeaveError::AlreadyOut(color) => write!(f, "{color} is out already"),
        }
    }
}

impl std::error::Error for LeaveError {}
