//! Policy files.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::evaluation::{ParseLearnedError, file};
use crate::policy::{LEN, Policy};

/// JSON format of the files in `weights`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: String,
    /// Weights in thousandths, in the order of [`Policy`].
    thousandths: Vec<i32>,
}

impl Policy {
    /// Reads the text that [`Policy::to_text`] wrote.
    ///
    /// # Errors
    ///
    /// The text has a different format.
    pub fn parse(text: &str) -> Result<Policy, ParseLearnedError> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            ParseLearnedError::new(format!("expected a policy as JSON: {error}"))
        })?;
        let kind = file
            .kind
            .parse()
            .map_err(|error| ParseLearnedError::new(format!("{error}")))?;
        if file.thousandths.len() != LEN {
            let got = file.thousandths.len();
            return Err(ParseLearnedError::new(format!(
                "expected {LEN} weights of a policy, got {got}"
            )));
        }
        let weights = file.thousandths.iter();
        Ok(Policy {
            kind,
            weights: weights.map(|&weight| weight as f32 / 1000.0).collect(),
        })
    }

    /// Reads a policy file.
    ///
    /// # Errors
    ///
    /// The file cannot be read or does not hold a policy.
    pub fn read(path: &Path) -> Result<Policy, ParseLearnedError> {
        let text = file::read(path, fs::read_to_string)?;
        Policy::parse(&text)
    }

    /// Returns the weights in thousandths as JSON.
    ///
    /// # Panics
    ///
    /// Never: numbers and lists are always JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let thousandths = self.weights.iter();
        let file = File {
            kind: self.kind.token().to_owned(),
            thousandths: thousandths
                .map(|weight| (weight * 1000.0).round() as i32)
                .collect(),
        };
        serde_json::to_string(&file).expect("policy as JSON")
    }
}
