//! Execution of moves, and departures of players.

use std::fmt;

use crate::position::zobrist;
use crate::{
    Color, Effect, Goal, IllegalMove, Move, Phase, Position, Square, Stuck,
    packed::{self, EMPTY, pile},
    rays,
};

impl Position {
    /// Plays a move.
    ///
    /// A player who cannot move on their turn is out at once if the rules say so. Therefore the
    /// next side to move either can act or must pass.
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
        let (to, pieces, count) = match mv {
            Move::Slide { from, to } => {
                let count = steps(from, to);
                (to, self.lift(from, count), count)
            }
            Move::Drop(to) => (to, self.take_from_hand(), 1),
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

    /// Returns the position after a move that [`Position::check`] allows.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut after = self.clone();
        after.play_unchecked(mv);
        after
    }

    /// Calls a function with the position after every legal move, in the order of
    /// [`Position::legal_moves`].
    ///
    /// This is faster than playing each move, because pieces are lifted once for all the squares on
    /// which they can land.
    pub(crate) fn for_each_child(&self, mut call: impl FnMut(&Position)) {
        if self.over || self.phase() != Phase::Play || self.must_pass() {
            return self.for_each_move(|mv| call(&self.after(mv)));
        }
        let mut land = |lifted: &Position, pieces, count, targets: &[Square]| {
            for &to in targets {
                let mut child = lifted.clone();
                let effect = child.land(to, pieces, count);
                child.end_turn(effect);
                call(&child);
            }
        };
        for from in self.board.topped_by(self.side) {
            for count in 1..=self.board.height(from) {
                let mut lifted = self.clone();
                let pieces = lifted.lift(from, count);
                land(&lifted, pieces, count, rays::at(from, count));
            }
        }
        if self.hand(self.side) > 0 {
            let mut lifted = self.clone();
            let piece = lifted.take_from_hand();
            land(&lifted, piece, 1, &Square::ALL);
        }
    }

    /// Returns the effect of a move that [`Position::check`] allows, without playing it.
    #[must_use]
    pub fn effect(&self, mv: Move) -> Effect {
        let (to, pieces, count) = match mv {
            Move::Slide { from, to } => {
                let count = steps(from, to);
                (to, packed::lift(self.board.code(from), count).1, count)
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
        if !self.still_in.contains(color) {
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
        self.give_turn(self.next_in(self.side));
        self.ply = self.ply.next();
    }

    /// Lifts pieces off the top of a stack and returns them.
    #[inline]
    fn lift(&mut self, from: Square, count: usize) -> u16 {
        let (left, pieces) = packed::lift(self.board.code(from), count);
        self.replace(from, left);
        pieces
    }

    /// Takes a piece of the side to move from its hand and returns it.
    #[inline]
    fn take_from_hand(&mut self) -> u16 {
        let us = self.side;
        self.set_hand(us, self.hand(us) - 1);
        us as u16
    }

    /// Lands pieces on a square and gives each piece pushed out to its new owner.
    #[inline]
    fn land(&mut self, to: Square, pieces: u16, count: usize) -> Effect {
        let (code, pushed_out) = pile(self.board.code(to), pieces, count);
        self.replace(to, code);
        if pushed_out == EMPTY {
            return Effect::NONE;
        }
        self.hand_out(pushed_out)
    }

    /// Gives each piece pushed out of a stack to its new owner.
    #[inline(never)]
    fn hand_out(&mut self, pushed_out: u16) -> Effect {
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
        let may_have_won = match self.rules.goal() {
            Goal::Race => effect != Effect::NONE,
            Goal::Last => false,
        };
        if may_have_won && self.has_won_race(us) {
            self.give_turn(self.next_in(us));
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
        self.give_turn(next);
    }

    /// Puts out the players who cannot move, starting with this one, up to the first who can, and
    /// returns that player, or the last one left.
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
    fn put_out(&mut self, color: Color) {
        self.still_in = self.still_in.without(color);
        self.key ^= zobrist::out(color);
    }

    #[inline]
    fn set_hand(&mut self, color: Color, count: u8) {
        self.key ^= zobrist::hand(color, self.hand(color)) ^ zobrist::hand(color, count);
        self.hands[color.index()] = count;
    }

    #[inline]
    fn replace(&mut self, square: Square, code: u16) {
        let old = self.board.put(square, code);
        self.key ^= zobrist::stack(square, old) ^ zobrist::stack(square, code);
    }

    const fn partner(&self) -> Option<Color> {
        self.rules.mode().partner(self.side)
    }
}

/// Returns the number of pieces that slide from one square to another.
fn steps(from: Square, to: Square) -> usize {
    usize::from(from.distance(to).expect("slide along a file or rank"))
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
