//! State of a training run on disk, so that an interrupted run can continue.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Content of the file.
#[derive(Serialize, Deserialize)]
struct Saved<State> {
    /// Description of the run.
    plan: String,
    /// Log of the finished epochs.
    log: String,
    state: State,
}

/// Writes the state; the previous one is kept until the new one is complete.
pub(super) fn save(
    path: &Path,
    plan: &str,
    log: &str,
    state: &impl Serialize,
) -> anyhow::Result<()> {
    let saved = Saved {
        plan: plan.to_owned(),
        log: log.to_owned(),
        state,
    };
    let text = serde_json::to_vec(&saved)?;
    let new = path.with_extension("new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, path))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// Returns the log and the state of an interrupted run with the same plan, if there is one.
pub(super) fn load<State: DeserializeOwned>(path: &Path, plan: &str) -> Option<(String, State)> {
    let saved: Saved<State> = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    (saved.plan == plan).then_some((saved.log, saved.state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_run_is_continued() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("duel-race.1.learning");
        assert_eq!(load::<[f32; 2]>(&path, "plan"), None);
        save(&path, "plan", "epoch 1", &[0.5, -3.0]).expect("first state");
        save(&path, "plan", "epoch 2", &[0.1, 7.0]).expect("second state");
        let state = ("epoch 2".to_owned(), [0.1_f32, 7.0]);
        assert_eq!(load(&path, "plan"), Some(state));
        assert_eq!(load::<[f32; 2]>(&path, "another plan"), None);
        fs::write(&path, "{").expect("broken state");
        assert_eq!(load::<[f32; 2]>(&path, "plan"), None);
    }
}
