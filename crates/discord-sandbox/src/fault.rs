//! Faults that a test injects into requests of the bot.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Fault of the next matching requests.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a word in the JSON of a test"
)]
pub struct Fault {
    /// Status of the response; the request is not carried out.
    pub status: Option<u16>,
    /// Discord's JSON error code in that response.
    pub code: u64,
    /// `retry_after` of a 429 in seconds; without it, the response looks like one of a proxy in
    /// front of Discord.
    pub retry_after: Option<f64>,
    /// True if a 429 claims to be the global rate limit.
    pub global: bool,
    /// True if a 429 claims to be a limit shared with other bots.
    pub shared: bool,
    /// Delay before anything else happens, in milliseconds.
    pub delay_ms: u64,
    /// Pause between the two halves of the response body, in milliseconds.
    pub slow_ms: u64,
    /// True if the connection breaks once the request is read, and the request is not carried out.
    pub cut: bool,
    /// True if the request is carried out and the connection then breaks without a response.
    pub lost: bool,
}

/// Fault and the requests it applies to.
#[derive(Clone, Debug)]
pub(crate) struct FaultRule {
    pub(crate) fault: Fault,
    /// Number of matching requests that pass before the first fault.
    pub(crate) after: u32,
    pub(crate) left: u32,
    pub(crate) method: Option<String>,
    pub(crate) path: Option<String>,
}

/// All faults still to come.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    rules: Vec<FaultRule>,
    duplicates: u32,
    /// True if a login does not send the guilds, which then arrive later.
    pub(crate) has_late_guilds: bool,
}

impl Faults {
    pub(crate) fn add(&mut self, rule: FaultRule) {
        self.rules.push(rule);
    }

    /// Makes the next `count` interactions arrive twice.
    pub(crate) fn duplicate(&mut self, count: u32) {
        self.duplicates = count;
    }

    /// Removes every fault.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes the fault for this request, if there is one.
    pub(crate) fn take(&mut self, method: &str, path: &str) -> Option<Fault> {
        let mut fitting = self.rules.iter_mut().filter(|rule| rule.fits(method, path));
        let rule = fitting.next()?;
        if rule.after > 0 {
            rule.after -= 1;
            return None;
        }
        rule.left -= 1;
        let fault = rule.fault.clone();
        self.rules.retain(|rule| rule.left > 0);
        Some(fault)
    }

    /// Returns whether the next interaction is delivered twice, and counts it.
    pub(crate) fn take_duplicate(&mut self) -> bool {
        let repeats = self.duplicates > 0;
        self.duplicates = self.duplicates.saturating_sub(1);
        repeats
    }
}

impl FaultRule {
    fn fits(&self, method: &str, path: &str) -> bool {
        let wants_method = |wanted: &String| wanted.eq_ignore_ascii_case(method);
        let wants_path = |wanted: &String| path.contains(wanted.as_str());
        self.left > 0
            && self.method.as_ref().is_none_or(wants_method)
            && self.path.as_ref().is_none_or(wants_path)
    }
}

impl Fault {
    /// Returns the delay before the request is handled.
    pub(crate) fn delay(&self) -> Duration {
        Duration::from_millis(self.delay_ms)
    }

    /// Returns the delay of the second half of the response.
    pub(crate) fn slowness(&self) -> Option<Duration> {
        (self.slow_ms > 0).then(|| Duration::from_millis(self.slow_ms))
    }
}
