//! Training of the evaluation on self-play games.
//!
//! [`play`] plays one game and records the expected results of the search at every ply. [`Fit`]
//! fits weights so that their chances are close to the results of many such games and to those of
//! the search. The next round plays with the new weights.
//!
//! Source: K. Lang, A. Smith and many others, known as "Texel tuning"; with more than two sides the
//! logistic regression is a softmax regression.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "shares, counts and weights are far within 24 bits"
)]

mod self_play_game;

mod play;

mod samples;

mod adam;
mod factors;
mod fit;
mod learner;
mod parallel;
mod positions;

mod decisions;

mod tuning;

pub use decisions::{Decisions, imitate};
pub use fit::{Epoch, Fit, FitSettings};
pub use learner::{Checkpoint, Learner, Schedule};
pub use parallel::cores;
pub use play::play;
pub use positions::Positions;
pub use samples::Samples;
pub use self_play_game::{ParseSelfPlayGameError, SelfPlayGame};
pub use tuning::Tuning;

#[cfg(test)]
mod tests {
    use super::*;
    use focus_engine::evaluation::{Evaluator, Kind, Weights};
    use focus_engine::{AlphaBeta, AlphaBetaSettings, Limits, Stop};

    fn some_games(kind: Kind) -> Vec<SelfPlayGame> {
        let mut player = AlphaBeta::new(AlphaBetaSettings {
            hash_mib: 1,
            ..AlphaBetaSettings::default()
        });
        let limits = Limits::nodes(50);
        let games = (0..8).map(|number| {
            let record = play(&mut player, kind.rules(), number, &limits, &Stop::new());
            record.expect("game to the end")
        });
        games.collect()
    }

    #[test]
    fn a_game_is_read_back_from_its_line() {
        let game = some_games(Kind::DuelRace).remove(0);
        let line = game.to_line();
        let read = SelfPlayGame::parse(Kind::DuelRace.rules(), &line).expect("line of a game");
        assert_eq!(read.to_line(), line);
        assert_eq!(read.moves, game.moves);
        let cut = SelfPlayGame::parse(Kind::DuelRace.rules(), &line[..line.len() / 2]);
        assert!(cut.is_err());
        let of_others = SelfPlayGame::parse(Kind::ThreeWayRace.rules(), &line);
        assert!(of_others.is_err());
    }

    #[test]
    fn same_number_plays_the_same_game() {
        assert_eq!(some_games(Kind::DuelRace), some_games(Kind::DuelRace));
    }

    #[test]
    fn fitted_weights_explain_the_games_better() {
        let mut samples = Samples::new(Kind::DuelRace);
        for game in some_games(Kind::DuelRace) {
            samples.add(&game);
        }
        let begun_with = Weights::by_hand(Kind::DuelRace);
        let settings = FitSettings {
            epochs: 5,
            ..FitSettings::default()
        };
        let mut losses = Vec::new();
        let nothing = Samples::new(Kind::DuelRace);
        let fit = Fit::new(&begun_with, settings);
        let fitted = fit.run(&samples, &nothing, |epoch| losses.push(epoch.loss));
        assert!(losses[4] < losses[0], "{losses:?}");
        assert_ne!(fitted, begun_with);
        let text = fitted.to_text();
        let read = Weights::parse(Kind::DuelRace, &text).expect("weights");
        assert_eq!(read.to_text(), text);
        assert!(Weights::parse(Kind::DuelLast, &text).is_err());
    }

    #[test]
    fn learned_network_explains_the_games_better_whatever_the_threads() {
        for kind in [Kind::DuelRace, Kind::Partners] {
            let weights = || Evaluator::new(&Weights::learned(kind));
            let mut positions = Positions::new(weights());
            for game in some_games(kind) {
                positions.add(&game);
            }
            let nothing = Positions::new(weights());
            let learn = |threads| {
                let schedule = Schedule {
                    batch: 64,
                    epochs: 10,
                    threads,
                    ..Schedule::default()
                };
                let mut losses = Vec::new();
                let learner = Learner::new(kind, schedule);
                let network = learner.run(&positions, &nothing, |epoch, _| {
                    losses.push(epoch.loss);
                });
                (network.to_bytes(), losses)
            };
            let (bytes, losses) = learn(1);
            let without = positions.loss();
            assert!(losses[9] < without, "{kind}: {losses:?} {without}");
            assert_eq!(learn(1).0, bytes);
            let of_two = learn(2).1;
            let difference = (of_two[9] - losses[9]).abs();
            assert!(difference < 0.01, "{kind}: {losses:?} {of_two:?}");
        }
    }

    #[test]
    fn interrupted_training_ends_with_the_same_network() {
        let kind = Kind::DuelRace;
        let weights = || Evaluator::new(&Weights::learned(kind));
        let mut positions = Positions::new(weights());
        for game in some_games(kind) {
            positions.add(&game);
        }
        let nothing = Positions::new(weights());
        let learner = || {
            let schedule = Schedule {
                batch: 64,
                epochs: 4,
                ..Schedule::default()
            };
            Learner::new(kind, schedule)
        };
        let mut states = Vec::new();
        let network = learner().run(&positions, &nothing, |_, state| {
            states.push(serde_json::to_string(state).expect("state as JSON"));
        });
        let state: Checkpoint = serde_json::from_str(&states[1]).expect("state");
        let mut epochs = Vec::new();
        let resumed = learner().resume(state);
        let resumed = resumed.run(&positions, &nothing, |epoch, _| epochs.push(epoch.number));
        assert_eq!(epochs, [3, 4]);
        assert_eq!(resumed.to_bytes(), network.to_bytes());
    }
}
