//! A legal position.

use crate::position::zobrist;
use crate::{Board, Color, ColorSet, Mode, Ply, Rules, Setup};

/// A legal position of a game.
///
/// A position is a few cache lines long, so a search copies it instead of undoing moves.
///
/// ```
/// use focus::{Color, Mode, Move, Position, Rules};
///
/// let mut position = Position::start(Rules::new(Mode::Duel), Color::Orange);
/// assert_eq!(position.legal_moves().len(), 68);
/// let slide = Move::Slide { from: "b3".parse()?, to: "b4".parse()? };
/// position.play(slide).expect("legal move");
/// assert_eq!(position.side(), Color::Blue);
/// # Ok::<(), focus::ParseError>(())
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
    /// The colors that play and are not out.
    pub(super) still_in: ColorSet,
    pub(super) side: Color,
    /// True if [`Position::decide`] returns an outcome; cached because every ply needs it.
    pub(super) over: bool,
}

/// Kind of move required of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Swap a piece of the player to move with an enemy one.
    Exchange,
    /// Place the thirteenth piece on an empty square.
    Placement,
    /// Slide, drop, or pass if forced.
    Play,
}

/// Ability of a color to act, whether or not it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The color has a stack or a piece in hand.
    Able,
    /// The color has neither but is still in; on its turn it must pass or is out.
    Stuck,
    /// The color is out, has left the game or does not play.
    Out,
}

impl Position {
    /// Returns the arrangement of pieces in this position.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        Setup {
            mode: self.rules.mode(),
            board: self.board.clone(),
            side: self.side,
            hands: self.hands,
            captured: self.captured,
            out: self.out(),
            clock: self.clock,
            ply: self.ply,
        }
    }

    /// Returns the rules of the game.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the color to move; once the game is over, the color whose turn it would be.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of pieces this color has in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> u8 {
        self.hands[color.index()]
    }

    /// Returns the number of pieces of one color that another has captured.
    #[must_use]
    pub const fn captured(&self, by: Color, of: Color) -> u8 {
        self.captured[by.index()][of.index()]
    }

    /// Returns the colors that are out because they got stuck or left.
    ///
    /// Partners are never out for being stuck, so in partners mode these are the seats that were
    /// abandoned, which have no turns.
    #[must_use]
    pub const fn out(&self) -> ColorSet {
        self.rules.mode().color_set().minus(self.still_in)
    }

    /// Returns the number of plies since the last capture.
    #[must_use]
    pub const fn clock(&self) -> u16 {
        self.clock
    }

    /// Returns the number of the next ply.
    #[must_use]
    pub const fn ply(&self) -> Ply {
        self.ply
    }

    /// Returns the kind of move required of the side to move.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        if self.ply.is_exchange() {
            return Phase::Exchange;
        }
        // No player can have won a reserve before ply 4, so a piece in hand is the thirteenth. The
        // first round has plies to spare if a player left before placing their piece.
        if self.is_first_round() && self.hand(self.side) > 0 {
            return Phase::Placement;
        }
        Phase::Play
    }

    /// Returns the Zobrist key: equal for equal stacks, hands, captures, side to move and colors
    /// out.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns whether the game has ended, judged by the position alone.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Returns whether a color is not out and has a stack or a piece in hand.
    #[must_use]
    pub const fn can_act(&self, color: Color) -> bool {
        self.still_in.contains(color) && (self.board.has_stack(color) || self.hand(color) > 0)
    }

    /// Returns the ability of a color to act.
    #[must_use]
    pub const fn standing(&self, color: Color) -> Standing {
        if !self.still_in.contains(color) {
            return Standing::Out;
        }
        if self.can_act(color) {
            return Standing::Able;
        }
        Standing::Stuck
    }

    /// Returns whether passing is the only move of the side to move.
    #[must_use]
    pub const fn must_pass(&self) -> bool {
        !self.over && !self.can_act(self.side)
    }

    /// Returns the colors that play and are not out.
    #[must_use]
    pub const fn still_in(&self) -> ColorSet {
        self.still_in
    }

    /// Returns the colors that would share a draw: those that are not out, and their partners.
    #[must_use]
    pub fn sharing(&self) -> ColorSet {
        let mode = self.rules.mode();
        let still_in = self.still_in();
        let partners = still_in.iter().filter_map(|color| mode.partner(color));
        still_in.iter().chain(partners).collect()
    }

    /// Returns the player who starts or started the duel; not valid once the game is won.
    #[must_use]
    pub const fn starter(&self) -> Color {
        if self.ply.is_starters() {
            return self.side;
        }
        self.side.opposite()
    }

    /// Gives the turn to another color. No rule allows that without a move; it is for searches that
    /// skip turns.
    #[inline]
    pub fn give_turn(&mut self, color: Color) {
        self.key ^= zobrist::side(self.side) ^ zobrist::side(color);
        self.side = color;
    }

    /// Returns the colors that can act.
    pub(crate) fn able(&self) -> ColorSet {
        let colors = self.rules.mode().colors().iter().copied();
        colors.filter(|&color| self.can_act(color)).collect()
    }

    /// Returns the next color after this one that is not out.
    #[inline]
    #[must_use]
    pub const fn next_in(&self, color: Color) -> Color {
        self.still_in.next_after(color)
    }

    /// Returns whether this is the round of placements, or the remainder of it.
    pub(crate) const fn is_first_round(&self) -> bool {
        matches!(self.rules.mode(), Mode::ThreeWay) && self.ply.is_in_first_three()
    }

    /// Returns whether there have been too many plies without a capture.
    pub(crate) fn is_quiet(&self) -> bool {
        self.rules
            .quiet()
            .is_some_and(|plies| self.clock >= plies.get())
    }
}
