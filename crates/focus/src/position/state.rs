//! A legal position.

use crate::position::zobrist;
use crate::{Board, Color, ColorSet, IllegalPosition, Mode, Ply, Rules, Setup, Square, Stuck};

/// A position of a game; it cannot be an illegal one.
///
/// It is a few cache lines long, so a search copies it rather than taking moves back.
///
/// ```
/// use focus::{Color, Mode, Move, Position, Rules};
///
/// let mut position = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// assert_eq!(position.legal_moves().len(), 68);
/// let slide = Move::Slide { from: "b3".parse()?, to: "b4".parse()? };
/// position.play(slide).expect("legal move");
/// assert_eq!(position.side(), Color::Blue);
/// # Ok::<(), focus::ParseSquareError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) key: u64,
    pub(super) ply: Ply,
    pub(super) clock: u16,
    pub(super) rules: Rules,
    /// Shape: `[color]`.
    pub(super) hands: [u8; 4],
    /// Shape: `[captor][color]`.
    pub(super) captured: [[u8; 4]; 4],
    pub(super) out: ColorSet,
    pub(super) side: Color,
    /// Whether [`Position::decide`] says something, kept because every ply asks.
    pub(super) over: bool,
}

/// What the rules ask of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Swap an own piece with an enemy one.
    Exchange,
    /// Place the thirteenth piece on an empty square.
    Placement,
    /// Slide, drop, or pass if forced.
    Play,
}

/// What a color can do in a position, on its turn or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Has a stack or a piece in hand.
    Able,
    /// Has neither, but is still in: on its turn it must pass, or is out then.
    Stuck,
    /// Is out of the game, or left it, or does not play at all.
    Out,
}

impl Position {
    /// The position a game with these rules begins with.
    ///
    /// # Panics
    ///
    /// If `first` does not play in the mode.
    #[must_use]
    pub fn start(rules: Rules, first: Color) -> Position {
        Position::from_setup(Setup::start(rules, first), rules).expect("first player of the mode")
    }

    /// The position of an arrangement.
    ///
    /// # Errors
    ///
    /// The arrangement is no position of a game with these rules.
    pub fn from_setup(setup: Setup, rules: Rules) -> Result<Position, IllegalPosition> {
        setup.check(rules)?;
        let mut position = Position {
            board: setup.board,
            key: 0,
            ply: setup.ply,
            clock: setup.clock,
            rules,
            hands: setup.hands,
            captured: setup.captured,
            out: setup.out,
            side: setup.side,
            over: false,
        };
        position.key = position.fresh_key();
        position.over = position.decide().is_some();
        let would_be_out = rules.stuck() == Stuck::Out && !position.can_act(position.side);
        if would_be_out && !position.over {
            return Err(IllegalPosition::SideCannotMove(position.side));
        }
        Ok(position)
    }

    /// The arrangement of this position.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            mode: self.rules.mode(),
            board: self.board.clone(),
            side: self.side,
            hands: self.hands,
            captured: self.captured,
            out: self.out,
            clock: self.clock,
            ply: self.ply,
        }
    }

    /// What the game is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The color to move; once the game is over, whose turn it would be.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The stacks.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Pieces this color has in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> u8 {
        self.hands[color.index()]
    }

    /// Pieces one color has captured of another.
    #[must_use]
    pub const fn captured(&self, by: Color, of: Color) -> u8 {
        self.captured[by.index()][of.index()]
    }

    /// The colors that are out: stuck for good, or gone.
    ///
    /// Partners are never out for being stuck, so with them these are the seats that were left;
    /// the turn passes them by.
    #[must_use]
    pub const fn out(&self) -> ColorSet {
        self.out
    }

    /// Plies since the last capture.
    #[must_use]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// Number of the next ply.
    #[must_use]
    pub const fn ply(&self) -> Ply {
        self.ply
    }

    /// What the rules ask of the side to move.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        if self.ply.is_exchange() {
            return Phase::Exchange;
        }
        // Nobody can have won a reserve before ply 4, so a piece in hand is the thirteenth. Plies
        // are left over in the first round when someone left before placing his.
        if self.is_first_round() && self.hand(self.side) > 0 {
            return Phase::Placement;
        }
        Phase::Play
    }

    /// Number that tells positions apart: equal for the same stacks, hands, captures, side to
    /// move and colors out.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Whether the position alone ends the game.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Whether a color has a stack or a piece in hand, and is not out.
    #[must_use]
    pub const fn can_act(&self, color: Color) -> bool {
        !self.out.contains(color) && (self.board.has_stack(color) || self.hand(color) > 0)
    }

    /// What a color can do.
    #[must_use]
    pub const fn standing(&self, color: Color) -> Standing {
        if !self.rules.mode().has(color) || self.out.contains(color) {
            return Standing::Out;
        }
        if self.can_act(color) {
            return Standing::Able;
        }
        Standing::Stuck
    }

    /// Whether the side to move has no other move than to pass.
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        !self.over && !self.can_act(self.side)
    }

    /// The colors that play and are not out.
    #[must_use]
    pub fn still_in(&self) -> ColorSet {
        let colors = self.rules.mode().colors().iter().copied();
        colors.filter(|&color| !self.out.contains(color)).collect()
    }

    /// The colors that would share a draw: those that are not out, and their partners.
    #[must_use]
    pub fn sharing(&self) -> ColorSet {
        let mode = self.rules.mode();
        let still_in = self.still_in();
        let partners = still_in.iter().filter_map(|color| mode.partner(color));
        still_in.iter().chain(partners).collect()
    }

    /// The player who made the first move of the duel, or will; not once the game is won.
    #[must_use]
    pub const fn starter(&self) -> Color {
        if self.ply.is_starters() {
            return self.side;
        }
        self.side.opposite()
    }

    /// Gives the turn to another color, which the rules would not: for searches that leave moves
    /// out.
    pub fn give_turn(&mut self, color: Color) {
        self.key ^= zobrist::side(self.side) ^ zobrist::side(color);
        self.side = color;
    }

    /// The colors that can act.
    pub(crate) fn able(&self) -> ColorSet {
        let colors = self.rules.mode().colors().iter().copied();
        colors.filter(|&color| self.can_act(color)).collect()
    }

    /// The next color after this one that is not out.
    #[inline]
    #[must_use]
    pub fn next_in(&self, color: Color) -> Color {
        let mut next = self.rules.mode().next(color);
        while self.out.contains(next) && next != color {
            next = self.rules.mode().next(next);
        }
        next
    }

    /// Whether this is the round of placements, or what is left of it.
    pub(crate) const fn is_first_round(&self) -> bool {
        matches!(self.rules.mode(), Mode::ThreeWay) && self.ply.is_in_first_three()
    }

    /// Whether there have been too many plies without a capture.
    pub(crate) fn is_quiet(&self) -> bool {
        self.rules
            .quiet()
            .is_some_and(|plies| self.clock >= plies.get())
    }

    /// [`Position::key`] from nothing but the pieces.
    fn fresh_key(&self) -> u64 {
        let mut key = zobrist::side(self.side);
        for square in Square::ALL {
            key ^= zobrist::stack(square, self.board.code(square));
        }
        for color in Color::ALL {
            key ^= zobrist::hand(color, self.hand(color));
            for of in Color::ALL {
                key ^= zobrist::captured(color, of, self.captured(color, of));
            }
            if self.out.contains(color) {
                key ^= zobrist::out(color);
            }
        }
        key
    }
}
