//! Misfortunes that a test asks for.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What goes wrong with the next requests that fit.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word in the JSON of a test"
)]
pub struct Fault {
    /// Answer with this status instead of carrying the request out.
    #[serde(default)]
    pub status: Option<u16>,
    /// Discord's name for the error, beside the status.
    #[serde(default)]
    pub code: u64,
    /// Seconds told in a 429; none at all means an answer as of a proxy before Discord.
    #[serde(default)]
    pub retry_after: Option<f64>,
    /// Whether a 429 is said to hold for all requests.
    #[serde(default)]
    pub global: bool,
    /// Whether a 429 is said to be for the requests of all bots together.
    #[serde(default)]
    pub shared: bool,
    /// Wait this long before anything else.
    #[serde(default)]
    pub delay_ms: u64,
    /// Send the answer's body in two halves, so long one after the other.
    #[serde(default)]
    pub slow_ms: u64,
    /// Break the connection once the request is read, without carrying it out.
    #[serde(default)]
    pub cut: bool,
    /// Carry the request out, then break the connection without an answer.
    #[serde(default)]
    pub lost: bool,
}

/// A fault and the requests it is for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) fault: Fault,
    /// How many requests that fit pass before.
    pub(crate) after: u32,
    pub(crate) left: u32,
    pub(crate) method: Option<String>,
    pub(crate) path: Option<String>,
}

/// All faults still to come.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    plans: Vec<Plan>,
    duplicates: u32,
    /// Who logs in hears of the guilds later.
    pub(crate) has_late_guilds: bool,
}

impl Faults {
    /// Adds a fault.
    pub(crate) fn plan(&mut self, plan: Plan) {
        self.plans.push(plan);
    }

    /// Delivers the next `count` interactions twice.
    pub(crate) fn duplicate(&mut self, count: u32) {
        self.duplicates = count;
    }

    /// Forgets every fault.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The fault that meets this request, if any.
    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Fault> {
        let mut fitting = self.plans.iter_mut().filter(|plan| plan.fits(method, path));
        let plan = fitting.next()?;
        if plan.after > 0 {
            plan.after -= 1;
            return None;
        }
        plan.left -= 1;
        let fault = plan.fault.clone();
        self.plans.retain(|plan| plan.left > 0);
        Some(fault)
    }

    /// Whether the next interaction is delivered twice.
    pub(crate) fn take_duplicate(&mut self) -> bool {
        let repeats = self.duplicates > 0;
        self.duplicates = self.duplicates.saturating_sub(1);
        repeats
    }
}

impl Plan {
    fn fits(&self, method: &str, path: &str) -> bool {
        let wants_method = |wanted: &String| wanted.eq_ignore_ascii_case(method);
        let wants_path = |wanted: &String| path.contains(wanted.as_str());
        self.left > 0
            && self.method.as_ref().is_none_or(wants_method)
            && self.path.as_ref().is_none_or(wants_path)
    }
}

impl Fault {
    /// How long the request waits first.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }

    /// How long the second half of the answer waits.
    pub(crate) fn slowness(&self) -> Option<Duration> {
        (self.slow_ms > 0).then(|| Duration::from_millis(self.slow_ms))
    }
}
