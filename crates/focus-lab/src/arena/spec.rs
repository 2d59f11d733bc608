//! Specifications of players as text: `level:expert,nodes=20000`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::anchors::{Lookahead, Random};
use crate::arena::program::Program;
use crate::baselines::{Coalition, Mage, MageSettings, Ordering, Replies};
use focus_engine::evaluation::{Evaluator, Network, ParseLearnedError, Weights};
use focus_engine::mcts::{Tree, TreeSettings};
use focus_engine::policy::Policy;
use focus_engine::{Engine, Handicap, Level, Limits, Options, Player};

/// A kind of player with its settings and limits.
///
/// The text is a name, followed by a colon and the settings that differ from the defaults: `time`
/// in milliseconds, `nodes` (or `playouts`), `depth`, and settings of the kind itself. These
/// include the files `weights`, `network` and `policy`, and the parts of a [`Handicap`]:
/// `handicap_nodes`, `noise` and `temperature`.
///
/// ```
/// use focus_lab::arena::Spec;
///
/// let spec: Spec = "level:expert,nodes=20000".parse()?;
/// assert_eq!(spec.to_string(), "level:expert,nodes=20000");
/// assert!("level:godlike".parse::<Spec>().is_err());
/// # Ok::<(), focus_lab::arena::ParseSpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    kind: Kind,
    limits: Limits,
}

/// Kind of player, with its settings.
#[derive(Clone, Debug)]
enum Kind {
    Engine(Options, Option<Arc<Evaluator>>, Option<Handicap>),
    Program(String),
    Random,
    Lookahead(u8),
    Ordering,
    Coalition(Replies, usize),
    Mage(MageSettings),
    Tree(TreeSettings, Option<Arc<Policy>>),
}

impl Spec {
    /// Creates a player of this kind.
    #[must_use]
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        match &self.kind {
            Kind::Engine(options, evaluator, handicap) => {
                let options = Options { seed, ..*options };
                let engine = match evaluator {
                    None => Engine::new(options),
                    Some(evaluator) => Engine::with_evaluator(options, Arc::clone(evaluator)),
                };
                Box::new(match handicap {
                    None => engine,
                    Some(handicap) => engine.held_back(*handicap),
                })
            }
            Kind::Program(command) => Box::new(Program::new(command)),
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Lookahead(depth) => Box::new(Lookahead::new(*depth, seed)),
            Kind::Ordering => Box::new(Ordering::new(seed)),
            Kind::Coalition(replies, hash_mib) => Box::new(Coalition::new(*replies, *hash_mib)),
            Kind::Tree(settings, policy) => {
                let tree = Tree::new(TreeSettings { seed, ..*settings });
                Box::new(tree.with_policy(policy.clone()))
            }
            Kind::Mage(settings) => Box::new(Mage::new(MageSettings { seed, ..*settings })),
        }
    }

    /// Returns whether the player is a separate process, whose processor time only Linux reports.
    #[must_use]
    pub const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Returns the player's own limits or, if it has none, the given ones; the clock is always the
    /// given one.
    #[must_use]
    pub fn limits(&self, otherwise: Limits) -> Limits {
        if self.limits == Limits::default() {
            return otherwise;
        }
        Limits {
            clock: otherwise.clock,
            ..self.limits
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Spec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Spec, ParseSpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        if name == "cmd" {
            return Ok(Spec {
                text: text.to_owned(),
                kind: Kind::Program(settings.to_owned()),
                limits: Limits::default(),
            });
        }
        let mut settings = Settings::parse(settings)?;
        let limits = Limits {
            time: settings.take("time")?.map(Duration::from_millis),
            nodes: match settings.take("nodes")? {
                Some(nodes) => Some(nodes),
                None => settings.take("playouts")?,
            },
            depth: settings.take("depth")?,
            ..Limits::default()
        };
        let kind = kind(name, &mut settings)?;
        settings.finish()?;
        Ok(Spec {
            text: text.to_owned(),
            kind,
            limits,
        })
    }
}

/// Returns the kind with this name.
fn kind(name: &str, settings: &mut Settings) -> Result<Kind, ParseSpecError> {
    Ok(match name {
        "ab" | "engine" | "level" => {
            let options = Options {
                level: settings.level()?.unwrap_or(Level::Full),
                hash_mib: settings.take("hash")?.unwrap_or(HASH_MIB),
                threads: settings.take("threads")?.unwrap_or(1),
                ..Options::default()
            };
            Kind::Engine(options, evaluator(settings)?, handicap(settings)?)
        }
        "random" => Kind::Random,
        "greedy" => Kind::Lookahead(1),
        "depth2" => Kind::Lookahead(2),
        "depth3" => Kind::Lookahead(3),
        "ordering" => Kind::Ordering,
        "brs" => Kind::Coalition(Replies::Best, settings.take("hash")?.unwrap_or(HASH_MIB)),
        "paranoid" => Kind::Coalition(Replies::All, settings.take("hash")?.unwrap_or(HASH_MIB)),
        "mage" => Kind::Mage(mage(MageSettings::MAGE, settings)?),
        "tree" => {
            let policy = settings.read("policy", Policy::read)?;
            Kind::Tree(tree(settings)?, policy.map(Arc::new))
        }
        "uct" => Kind::Mage(mage(MageSettings::UCT, settings)?),
        _ => return Err(ParseSpecError::Name(name.to_owned())),
    })
}

/// Returns the handicap, if any part of it is set.
fn handicap(settings: &mut Settings) -> Result<Option<Handicap>, ParseSpecError> {
    let nodes = settings.take("handicap_nodes")?;
    let noise = settings.take("noise")?;
    let temperature = settings.take("temperature")?;
    let is_said = nodes.is_some() || noise.is_some() || temperature.is_some();
    Ok(is_said.then(|| Handicap {
        nodes,
        noise: noise.unwrap_or_default(),
        temperature: temperature.unwrap_or_default(),
    }))
}

/// Returns an evaluation with weights and a network from files, if any is given; a network without
/// weights is combined with the built-in ones.
fn evaluator(settings: &mut Settings) -> Result<Option<Arc<Evaluator>>, ParseSpecError> {
    let weights = settings.read("weights", Weights::read)?;
    let network = settings.read("network", Network::read)?;
    Ok(match (weights, network) {
        (None, None) => None,
        (Some(weights), None) => Some(Arc::new(Evaluator::new(&weights))),
        (weights, Some(network)) => {
            let weights = weights.unwrap_or_else(|| Weights::learned(network.kind()));
            Some(Arc::new(Evaluator::new(&weights).with_network(network)))
        }
    })
}

fn mage(usual: MageSettings, settings: &mut Settings) -> Result<MageSettings, ParseSpecError> {
    Ok(MageSettings {
        exploration: settings.take("c")?.unwrap_or(usual.exploration),
        epsilon: settings.take("epsilon")?.unwrap_or(usual.epsilon),
        history: settings.take("w")?.or(usual.history),
        solver: settings.take("solver")?.unwrap_or(usual.solver),
        hash_mib: settings.take("hash")?.unwrap_or(usual.hash_mib),
        seed: 0,
    })
}

fn tree(settings: &mut Settings) -> Result<TreeSettings, ParseSpecError> {
    let usual = TreeSettings::default();
    Ok(TreeSettings {
        hash_mib: settings.take("hash")?.unwrap_or(usual.hash_mib),
        threads: settings.take("threads")?.unwrap_or(usual.threads),
        exploration: settings.take("c")?,
        handicap: handicap(settings)?.unwrap_or(usual.handicap),
        ..usual
    })
}

/// Default size of a player's memory in MiB; small because a game has up to four players.
const HASH_MIB: usize = 16;

/// Settings that have not been read yet.
struct Settings(Vec<(String, String)>);

impl Settings {
    fn parse(text: &str) -> Result<Settings, ParseSpecError> {
        let words = text.split(',').filter(|word| !word.is_empty());
        let settings = words.map(|word| match word.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Ok((word.to_owned(), String::new())),
        });
        settings.collect::<Result<_, _>>().map(Settings)
    }

    /// Removes a setting and returns its value, if it is given.
    fn take<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, ParseSpecError> {
        let Some(at) = self.0.iter().position(|(given, _)| given == key) else {
            return Ok(None);
        };
        let (key, value) = self.0.remove(at);
        match value.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(ParseSpecError::Value { key, value }),
        }
    }

    /// Reads the file that a setting names, if it is given.
    fn read<T>(
        &mut self,
        key: &str,
        read: fn(&Path) -> Result<T, ParseLearnedError>,
    ) -> Result<Option<T>, ParseSpecError> {
        let path: Option<PathBuf> = self.take(key)?;
        let read = path.map(|path| read(&path)).transpose();
        read.map_err(ParseSpecError::File)
    }

    /// Returns the level, which is given alone or after `level=`.
    fn level(&mut self) -> Result<Option<Level>, ParseSpecError> {
        let alone = |(key, value): &(String, String)| value.is_empty().then(|| key.parse().ok())?;
        if let Some(at) = self.0.iter().position(|setting| alone(setting).is_some()) {
            return Ok(alone(&self.0.remove(at)));
        }
        self.take("level")
    }

    /// Fails if any setting has not been read.
    fn finish(self) -> Result<(), ParseSpecError> {
        match self.0.into_iter().next() {
            Some((key, _)) => Err(ParseSpecError::Setting(key)),
            None => Ok(()),
        }
    }
}

/// Error for a text that is not a [`Spec`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseSpecError {
    /// The kind of player is unknown.
    Name(String),
    /// The kind does not have this setting.
    Setting(String),
    /// The setting does not allow this value.
    Value {
        /// Name of the setting.
        key: String,
        /// Value in the text.
        value: String,
    },
    /// The file of weights, a network or a policy cannot be used.
    File(ParseLearnedError),
}

impl fmt::Display for ParseSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseSpecError::Name(name) => {
                write!(f, "expected a player ({NAMES}), got `{name}`")
            }
            ParseSpecError::Setting(key) => {
                write!(f, "expected a setting of the player, got `{key}`")
            }
            ParseSpecError::Value { key, value } => {
                write!(f, "expected a number for `{key}`, got `{value}`")
            }
            ParseSpecError::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseSpecError {}

/// Names of players, for error messages.
const NAMES: &str = "`level:<level>`, `ab`, `tree`, `random`, `greedy`, `depth2`, `depth3`, \
                     `ordering`, `brs`, `paranoid`, `uct`, `mage` or `cmd:<command>`";
