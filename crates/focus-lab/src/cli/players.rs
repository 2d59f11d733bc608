//! Players of the games from which an evaluation or a policy is learned.

use std::sync::Arc;

use focus_engine::evaluation::{Evaluator, Kind};
use focus_engine::mcts::{Tree, TreeSettings};
use focus_engine::policy::Policy;
use focus_engine::{AlphaBeta, AlphaBetaSettings, Player};

/// Creates a player of these games with an evaluation and a policy; `None` is the built-in policy.
pub(super) fn player(
    kind: Kind,
    hash_mib: usize,
    evaluator: Arc<Evaluator>,
    policy: Option<Arc<Policy>>,
) -> Box<dyn Player> {
    if kind.is_two_sided() {
        let settings = AlphaBetaSettings {
            hash_mib,
            ..AlphaBetaSettings::default()
        };
        return Box::new(AlphaBeta::with_evaluator(settings, evaluator));
    }
    let settings = TreeSettings {
        hash_mib,
        ..TreeSettings::default()
    };
    Box::new(Tree::with_evaluator(settings, evaluator).with_policy(policy))
}
