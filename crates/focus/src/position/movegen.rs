//! Legal moves of a position.

use crate::position::start::is_color_reversed_symmetric;
use crate::{Color, IllegalMove, Move, MoveList, Phase, Position, Square, Stack, rays};

impl Position {
    /// Returns every legal move: none if the game is over, `[Move::Pass]` if the side to move must
    /// pass.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_move(|mv| moves.push(mv));
        moves
    }

    /// Returns the number of legal moves, without a loop outside the opening.
    #[inline]
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        if self.over {
            return 0;
        }
        match self.phase() {
            Phase::Exchange => self.legal_moves().len() as u64,
            Phase::Placement => self.board.empty_squares() as u64,
            Phase::Play => {
                let drops = if self.hand(self.side) > 0 {
                    Square::COUNT as u64
                } else {
                    0
                };
                // A player without any other move passes.
                (u64::from(self.board.slides(self.side)) + drops).max(1)
            }
        }
    }

    /// Calls a function with every legal move, in the order of [`Position::legal_moves`].
    pub fn for_each_move(&self, mut call: impl FnMut(Move)) {
        if self.over {
            return;
        }
        match self.phase() {
            Phase::Exchange => self.for_each_swap(call),
            Phase::Placement => self.board.empty().map(Move::Drop).for_each(call),
            Phase::Play => {
                for from in self.board.topped_by(self.side) {
                    for &to in rays::targets(from, self.board.height(from)) {
                        call(Move::Slide { from, to });
                    }
                }
                if self.hand(self.side) > 0 {
                    Move::drops().for_each(&mut call);
                }
                if !self.can_act(self.side) {
                    call(Move::Pass);
                }
            }
        }
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    ///
    /// The rule that forbids the move.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::GameOver);
        }
        match (self.phase(), mv) {
            (Phase::Exchange, Move::Swap { own, enemy }) => self.check_swap(own, enemy),
            (Phase::Exchange, _) => Err(IllegalMove::MustSwap),
            (_, Move::Swap { .. }) => Err(IllegalMove::SwapOutsideOpening),
            (Phase::Placement, Move::Drop(square)) => match self.board.get(square) {
                Some(_) => Err(IllegalMove::PlacementOccupied { square }),
                None => Ok(()),
            },
            (Phase::Placement, _) => Err(IllegalMove::MustPlace),
            (Phase::Play, Move::Slide { from, to }) => self.check_slide(from, to),
            (Phase::Play, Move::Drop(_)) if self.hand(self.side) == 0 => {
                Err(IllegalMove::NothingInHand { color: self.side })
            }
            (Phase::Play, Move::Pass) if self.can_act(self.side) => {
                Err(IllegalMove::PassNotForced { color: self.side })
            }
            (Phase::Play, Move::Drop(_) | Move::Pass) => Ok(()),
        }
    }

    fn check_slide(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        let Some(stack) = self.board.get(from) else {
            return Err(IllegalMove::EmptySquare { square: from });
        };
        let color = self.side;
        if stack.top() != color {
            return Err(IllegalMove::NotYourStack {
                square: from,
                top: stack.top(),
                color,
            });
        }
        if from == to {
            return Err(IllegalMove::NoStep { square: from });
        }
        let Some(distance) = from.distance(to) else {
            return Err(IllegalMove::NotStraight { from, to });
        };
        if usize::from(distance) > stack.height() {
            return Err(IllegalMove::TooFar {
                from,
                to,
                distance,
                height: stack.height(),
            });
        }
        Ok(())
    }

    fn check_swap(&self, own: Square, enemy: Square) -> Result<(), IllegalMove> {
        let (us, them) = (self.side, self.side.opposite());
        let top = |square| self.board.get(square).map(Stack::top);
        if top(own) != Some(us) {
            return Err(IllegalMove::SwapNotOwn {
                square: own,
                color: us,
            });
        }
        if top(enemy) != Some(them) {
            return Err(IllegalMove::SwapNotEnemy {
                square: enemy,
                color: them,
            });
        }
        let is_second = !self.ply.is_starters();
        if is_second && self.is_symmetric_after(own, enemy) {
            return Err(IllegalMove::SwapSymmetric { own, enemy });
        }
        Ok(())
    }

    fn is_symmetric_after(&self, own: Square, enemy: Square) -> bool {
        let mut board = self.board.clone();
        board.set(own, self.board.get(enemy));
        board.set(enemy, self.board.get(own));
        is_color_reversed_symmetric(&board)
    }

    fn for_each_swap(&self, mut call: impl FnMut(Move)) {
        let enemy: Color = self.side.opposite();
        for own in self.board.topped_by(self.side) {
            for enemy in self.board.topped_by(enemy) {
                if self.check_swap(own, enemy).is_ok() {
                    call(Move::Swap { own, enemy });
                }
            }
        }
    }
}
