//! Review of an ended game: which of its positions are searched, and how deep.

use std::collections::BTreeSet;

use crate::Choice;
use crate::analysis::{GameReport, Moment, stages, unfinished};
use focus::{Game, Outcome};

/// Nodes searched at each position of a game.
pub const REVIEW_NODES: u64 = 100_000;
/// Factor by which more nodes are searched before and after a key moment.
const CERTAINTY: u64 = 10;
/// Maximum number of positions of a game searched that deep; unconfirmed moments are not named.
const MOST_CERTAIN: usize = 30;

/// Review in progress. The caller searches the [wanted](Review::wanted) positions and
/// [passes](Review::take) their choices back, until the report is certain.
#[derive(Clone, Debug)]
pub struct Review {
    game: Game,
    outcome: Option<Outcome>,
    positions: Vec<Game>,
    /// Choice at each position, once all were searched.
    choices: Vec<Choice>,
    wanted: Vec<usize>,
    /// Positions that were searched again, deeper.
    certain: BTreeSet<usize>,
}

impl Review {
    /// Begins the review of a game with this result.
    #[must_use]
    pub fn new(game: &Game, outcome: Option<Outcome>) -> Review {
        let positions: Vec<_> = stages(game).chain(unfinished(game)).collect();
        Review {
            game: game.clone(),
            outcome,
            wanted: (0..positions.len()).collect(),
            positions,
            choices: Vec::new(),
            certain: BTreeSet::new(),
        }
    }

    /// Returns the positions to search next, and the number of nodes for each.
    #[must_use]
    pub fn wanted(&self) -> (Vec<&Game>, u64) {
        let positions = self.wanted.iter().map(|place| &self.positions[*place]);
        let nodes = if self.choices.is_empty() {
            REVIEW_NODES
        } else {
            REVIEW_NODES * CERTAINTY
        };
        (positions.collect(), nodes)
    }

    /// Takes the choices at the wanted positions, in their order. Returns the report once nothing
    /// in it is in doubt; otherwise more positions are wanted.
    ///
    /// # Panics
    ///
    /// If there are not as many choices as wanted positions.
    pub fn take(&mut self, choices: Vec<Choice>) -> Option<GameReport> {
        assert_eq!(
            choices.len(),
            self.wanted.len(),
            "a choice for each position"
        );
        if self.choices.is_empty() {
            self.choices = choices;
        } else {
            for (place, choice) in self.wanted.drain(..).zip(choices) {
                self.choices[place] = choice;
                self.certain.insert(place);
            }
        }
        let mut report = GameReport::new(&self.game, self.outcome, &self.choices);
        let mut doubtful: Vec<_> = report.moments.iter().flat_map(around).collect();
        doubtful.retain(|place| *place < self.positions.len() && !self.certain.contains(place));
        doubtful.dedup();
        if self.certain.len() + doubtful.len() > MOST_CERTAIN {
            let is_doubtful =
                |moment: &Moment| around(moment).iter().any(|place| doubtful.contains(place));
            report.moments.retain(|moment| !is_doubtful(moment));
            return Some(report);
        }
        self.wanted = doubtful;
        self.wanted.is_empty().then_some(report)
    }
}

/// Returns the positions before and after a moment.
fn around(moment: &Moment) -> [usize; 2] {
    [moment.plies, moment.plies + 1]
}

#[cfg(test)]
mod tests {
    use super::{CERTAINTY, REVIEW_NODES, Review};
    use crate::{Engine, Limits, Options, Player, Stop};
    use focus::{Color, Game, Mode, Rules};

    #[test]
    fn each_position_is_searched_and_those_around_moments_once_more() {
        let mut game = Game::new(Rules::new(Mode::Duel), Color::Orange);
        for _ in 0..6 {
            let mv = game.position().legal_moves()[0];
            game.play(mv).expect("a legal move");
        }
        let mut review = Review::new(&game, None);
        let mut engine = Engine::new(Options {
            hash_mib: 1,
            ..Options::default()
        });
        // A search of few nodes is unreliable, but the wanted positions depend on the choices
        // alone.
        let mut choose = |wanted: &[&Game]| {
            let choose =
                |game: &&Game| engine.choose(game, &Limits::nodes(500), &Stop::new(), &mut |_| {});
            wanted.iter().map(choose).collect::<Vec<_>>()
        };
        let (wanted, nodes) = review.wanted();
        assert_eq!((wanted.len(), nodes), (7, REVIEW_NODES));
        let mut choices = choose(&wanted);
        // A move that loses everything is a moment.
        choices[2].chances = [1.0, 0.0, 0.0, 0.0];
        choices[3].chances = [0.0, 0.0, 1.0, 0.0];
        choices[2].mv = game.after(2).position().legal_moves()[1];
        assert!(review.take(choices).is_none());
        let (wanted, nodes) = review.wanted();
        assert!(wanted.iter().any(|game| game.plies().len() == 2));
        assert_eq!(nodes, REVIEW_NODES * CERTAINTY);
        let mut rounds = 0;
        loop {
            let choices = choose(&review.wanted().0);
            rounds += 1;
            if let Some(report) = review.take(choices) {
                assert_eq!(report.chances.len(), 7);
                break;
            }
        }
        assert!(rounds <= 7, "each position is searched once more at most");
    }
}
