//! Share of forced wins that a player proves and keeps.

use std::collections::BTreeMap;
use std::fmt;

use crate::wins::ForcedWin;
use focus::{Game, Rules};
use focus_engine::{Choice, Limits, Player, Score, Stop};

/// Success of a player in a position with a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Success {
    /// The player announced a forced win and played a move that keeps it.
    Proven,
    /// The player played a move that keeps the win, without announcing it.
    Kept,
    /// The player played a move after which no win is known to be forced.
    GivenUp,
    /// The player announced a win that does not exist.
    Wrong,
}

impl Success {
    /// Asks a player for a move and judges it.
    pub fn of(win: &ForcedWin, player: &mut dyn Player, limits: &Limits) -> (Success, Choice) {
        let game = Game::from_position(win.position.clone());
        player.forget();
        let choice = player.choose(&game, limits, &Stop::new(), &mut |_| {});
        let is_kept = win.moves.contains(&choice.mv);
        let success = match choice.score {
            Score::Win(plies) if u32::from(plies) < win.plies => Success::Wrong,
            Score::Win(plies) if u32::from(plies) == win.plies && !is_kept => Success::Wrong,
            // If the move is not a known winning one, the win is longer than those the exhaustive
            // search looked for.
            Score::Win(_) => Success::Proven,
            Score::Value(_) | Score::Loss(_) if is_kept => Success::Kept,
            Score::Value(_) | Score::Loss(_) => Success::GivenUp,
        };
        (success, choice)
    }
}

/// Numbers of positions by rules, plies and success.
#[derive(Clone, Debug, Default)]
pub struct SuccessRates {
    counts: BTreeMap<(String, u32), [u32; 4]>,
}

impl SuccessRates {
    /// Adds a position.
    pub fn add(&mut self, rules: Rules, plies: u32, success: Success) {
        let counts = self.counts.entry((rules.to_string(), plies)).or_default();
        counts[success as usize] += 1;
    }
}

/// Writes a table with a row for each kind of game and number of plies.
impl fmt::Display for SuccessRates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "rules               plies  positions  proven  kept  given up  wrong"
        )?;
        for ((rules, plies), counts) in &self.counts {
            let [proven, kept, given_up, wrong] = counts;
            let all: u32 = counts.iter().sum();
            writeln!(
                f,
                "{rules:<18}  {plies:>5}  {all:>9}  {proven:>6}  {kept:>4}  {given_up:>8}  {wrong:>5}"
            )?;
        }
        Ok(())
    }
}
