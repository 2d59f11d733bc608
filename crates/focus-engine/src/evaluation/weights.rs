//! Weights of one kind of game.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::evaluation::Kind;
use crate::evaluation::file::{self, ParseLearnedError};
use crate::evaluation::layout::{CLASSES, COUNTS, Layout};

/// Weights in units of 1/[`Score::LOGIT`](crate::Score::LOGIT), in the order of a [`Layout`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    layout: Layout,
    values: Vec<f32>,
}

/// JSON format of the files in `weights`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    kind: String,
    /// Shape: `[class of square][pattern]`.
    stacks: Vec<Vec<i32>>,
    hand: Vec<i32>,
    tops: Vec<i32>,
    captured: Vec<i32>,
    front: Vec<i32>,
    each: Vec<i32>,
    wait: Vec<i32>,
}

impl Weights {
    /// Creates weights from a list in the order of the layout, in units of
    /// 1/[`Score::LOGIT`](crate::Score::LOGIT).
    ///
    /// # Panics
    ///
    /// If the number of values differs from the layout.
    #[must_use]
    pub fn new(layout: Layout, values: Vec<f32>) -> Weights {
        assert_eq!(values.len(), layout.len, "weights of the layout");
        Weights { layout, values }
    }

    /// Returns the built-in weights, learned from self-play.
    ///
    /// # Panics
    ///
    /// Never: a test reads all built-in weights.
    #[must_use]
    pub fn learned(kind: Kind) -> Weights {
        let text = match kind {
            Kind::DuelLast => include_str!("../../weights/duel-last.json"),
            Kind::DuelRace => include_str!("../../weights/duel-race.json"),
            Kind::ThreeWayLast => include_str!("../../weights/three-way-last.json"),
            Kind::ThreeWayRace => include_str!("../../weights/three-way-race.json"),
            Kind::Partners => include_str!("../../weights/partners.json"),
            Kind::FreeForAllLast => {
                include_str!("../../weights/free-for-all-last.json")
            }
            Kind::FreeForAllRace => {
                include_str!("../../weights/free-for-all-race.json")
            }
        };
        Weights::parse(kind, text).expect("weights that ship")
    }

    /// Returns hand-tuned weights, the starting point for learning.
    #[must_use]
    pub fn by_hand(kind: Kind) -> Weights {
        let layout = Layout::of(kind);
        let mut values = vec![0.0; layout.len];
        for class in 0..CLASSES {
            for pattern in 1..layout.patterns {
                values[class * layout.patterns + pattern] = stack_by_hand(&layout.owners(pattern));
            }
        }
        let mut count = 0.0;
        for index in 0..COUNTS {
            values[layout.hand + index] =
                380.0 * f32::min(count, 5.0) + 150.0 * f32::max(count - 5.0, 0.0);
            values[layout.captured + index] = match kind {
                Kind::DuelRace => 200.0 * count + 30.0 * count * count,
                Kind::ThreeWayRace | Kind::FreeForAllRace => 50.0 * count,
                Kind::DuelLast | Kind::ThreeWayLast | Kind::Partners | Kind::FreeForAllLast => 0.0,
            };
            values[layout.each + index] = match kind {
                Kind::ThreeWayRace => 150.0 * f32::min(count, 3.0),
                Kind::FreeForAllRace => 220.0 * f32::min(count, 2.0),
                Kind::DuelRace
                | Kind::DuelLast
                | Kind::ThreeWayLast
                | Kind::Partners
                | Kind::FreeForAllLast => 0.0,
            };
            count += 1.0;
        }
        let turns = [120.0, 40.0, 20.0, 0.0];
        values[layout.wait..layout.wait + 4].copy_from_slice(&turns);
        Weights { layout, values }
    }

    /// Reads the text that [`Weights::to_text`] wrote.
    ///
    /// # Errors
    ///
    /// The text has a different format or is for another kind of game.
    pub fn parse(kind: Kind, text: &str) -> Result<Weights, ParseLearnedError> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            ParseLearnedError::new(format!("expected weights as JSON: {error}"))
        })?;
        if file.kind != kind.token() {
            return Err(ParseLearnedError::new(format!(
                "expected weights for `{kind}`, got some for `{}`",
                file.kind
            )));
        }
        let layout = Layout::of(kind);
        let tables = [
            &file.hand,
            &file.tops,
            &file.captured,
            &file.front,
            &file.each,
        ];
        let is_whole = file.stacks.len() == CLASSES
            && file
                .stacks
                .iter()
                .all(|class| class.len() == layout.patterns)
            && tables.iter().all(|table| table.len() == COUNTS)
            && file.wait.len() == 4;
        if !is_whole {
            return Err(ParseLearnedError::new(format!(
                "expected {} weights for `{kind}` in their tables",
                layout.len
            )));
        }
        let counts = tables.into_iter().flatten().chain(&file.wait);
        let values = file.stacks.iter().flatten().chain(counts);
        Ok(Weights {
            layout,
            values: values.map(|&value| value as f32).collect(),
        })
    }

    /// Reads a file of weights for any kind of game.
    ///
    /// # Errors
    ///
    /// The file cannot be read or does not hold weights.
    pub fn read(path: &Path) -> Result<Weights, ParseLearnedError> {
        let text = file::read(path, fs::read_to_string)?;
        let mut tried = Kind::ALL
            .map(|kind| Weights::parse(kind, &text))
            .into_iter();
        tried.find_map(Result::ok).ok_or_else(|| {
            ParseLearnedError::new(format!("expected weights in `{}`", path.display()))
        })
    }

    /// Returns the weights, rounded, as JSON.
    ///
    /// # Panics
    ///
    /// Never: numbers and lists are always JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let layout = &self.layout;
        let rounded = |from: usize, len: usize| {
            let values = self.values[from..from + len].iter();
            values.map(|value| value.round() as i32).collect()
        };
        let classes = 0..CLASSES;
        let file = File {
            kind: layout.kind().token().to_owned(),
            stacks: classes
                .map(|class| rounded(class * layout.patterns, layout.patterns))
                .collect(),
            hand: rounded(layout.hand, COUNTS),
            tops: rounded(layout.tops, COUNTS),
            captured: rounded(layout.captured, COUNTS),
            front: rounded(layout.front, COUNTS),
            each: rounded(layout.each, COUNTS),
            wait: rounded(layout.wait, 4),
        };
        serde_json::to_string(&file).expect("weights as JSON")
    }

    /// Returns the layout of the weights.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns every weight.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

/// Returns the hand-tuned value of a stack for a color; `true` stands for its own pieces, bottom to
/// top.
fn stack_by_hand(owners: &[bool]) -> f32 {
    let Some((&is_ours, below)) = owners.split_last() else {
        return 0.0;
    };
    if !is_ours {
        return 0.0;
    }
    let under = below.iter().map(|&own| if own { 70.0 } else { 25.0 });
    50.0 + under.sum::<f32>()
}
