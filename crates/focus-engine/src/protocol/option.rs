//! Options of the engine protocol.

use std::fmt;
use std::ops::RangeInclusive;

use strum::{IntoStaticStr, VariantArray};

use crate::{Level, Options};

/// Name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr)]
pub(super) enum EngineOption {
    /// Size of the memory for positions, in MiB.
    Hash,
    /// Number of search threads.
    Threads,
    /// Playing strength.
    Level,
    /// Seed for choices among equal moves.
    Seed,
}

/// An option with a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Setting {
    Hash(usize),
    Threads(usize),
    Level(Level),
    Seed(u64),
}

impl EngineOption {
    pub(super) const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    const HASH: RangeInclusive<usize> = 1..=65_536;
    const THREADS: RangeInclusive<usize> = 1..=256;

    pub(super) fn name(self) -> &'static str {
        self.into()
    }

    /// Reads a value of the option; an error says what was expected.
    pub(super) fn parse(self, value: &str) -> Result<Setting, String> {
        let in_range = |range: RangeInclusive<usize>| {
            let number = value.parse().ok();
            let number = number.filter(|number| range.contains(number));
            let (least, most) = range.into_inner();
            let name = self.name();
            number.ok_or_else(|| {
                format!("expected a number from {least} to {most} for `{name}`, got `{value}`")
            })
        };
        match self {
            EngineOption::Hash => in_range(EngineOption::HASH).map(Setting::Hash),
            EngineOption::Threads => in_range(EngineOption::THREADS).map(Setting::Threads),
            EngineOption::Level => {
                let level = value.to_ascii_lowercase().parse();
                level
                    .map(Setting::Level)
                    .map_err(|error| format!("{error}"))
            }
            EngineOption::Seed => value.parse().map(Setting::Seed).map_err(|_| {
                format!(
                    "expected a number from 0 to {} for `Seed`, got `{value}`",
                    u64::MAX
                )
            }),
        }
    }
}

/// Writes the option as in the answer to `fei`: name, type, default and possible values.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = Options::default();
        write!(f, "name {} ", self.name())?;
        let spin = |f: &mut fmt::Formatter<'_>, default, range: RangeInclusive<usize>| {
            let (least, most) = range.into_inner();
            write!(f, "type spin default {default} min {least} max {most}")
        };
        match self {
            EngineOption::Hash => spin(f, defaults.hash_mib, EngineOption::HASH),
            EngineOption::Threads => spin(f, defaults.threads, EngineOption::THREADS),
            EngineOption::Level => {
                write!(f, "type combo default {}", defaults.level)?;
                Level::ALL
                    .into_iter()
                    .try_for_each(|level| write!(f, " var {level}"))
            }
            EngineOption::Seed => {
                write!(
                    f,
                    "type spin default {} min 0 max {}",
                    defaults.seed,
                    u64::MAX
                )
            }
        }
    }
}

impl Setting {
    /// Stores the value in the options.
    pub(super) fn set(self, options: &mut Options) {
        match self {
            Setting::Hash(mib) => options.hash_mib = mib,
            Setting::Threads(threads) => options.threads = threads,
            Setting::Level(level) => options.level = level,
            Setting::Seed(seed) => options.seed = seed,
        }
    }
}
