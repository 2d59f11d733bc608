//! Time control: time limits, remaining time, and what happens when it is up.

use std::time::Duration;

use crate::i18n::board::names::mention;
use crate::i18n::{Words, escape};
use crate::service::{GameView, Overtime, ParseTimeError, TimeControl, Timestamp};

/// Units of time: message ids and lengths in seconds, the longest first.
const UNITS: [(&str, u64); 4] = [
    ("duration-days", 24 * 3600),
    ("duration-hours", 3600),
    ("duration-minutes", 60),
    ("duration-seconds", 1),
];

impl Words {
    /// Describes a time control, such as “1 day per move”.
    #[must_use]
    pub fn time_control(self, control: TimeControl) -> String {
        match control {
            TimeControl::PerMove(time) => {
                self.text("clock-per-move", &[("time", self.duration(time).into())])
            }
            TimeControl::Bank { bank, increment } => {
                let bank = self.duration(bank);
                if increment.is_zero() {
                    return self.text("clock-bank", &[("bank", bank.into())]);
                }
                let increment = self.duration(increment);
                let args = [("bank", bank.into()), ("increment", increment.into())];
                self.text("clock-bank-increment", &args)
            }
        }
    }

    /// Says what happens when a player's time is up.
    #[must_use]
    pub fn overtime(self, overtime: Overtime) -> String {
        match overtime {
            Overtime::Out => self.text("choice-overtime-out", &[]),
            Overtime::Claim => {
                let time = self.duration(Overtime::CLAIM_PERIOD);
                self.text("choice-overtime-claim", &[("time", time.into())])
            }
            Overtime::Computer => self.text("choice-overtime-computer", &[]),
        }
    }

    /// Formats a duration in its two largest units.
    #[must_use]
    pub fn duration(self, duration: Duration) -> String {
        let mut left = duration.as_secs();
        let mut parts = Vec::new();
        for (id, seconds) in UNITS {
            let count = left / seconds;
            left %= seconds;
            if count > 0 && parts.len() < 2 {
                parts.push(self.text(id, &[("count", count.into())]));
            }
        }
        if parts.is_empty() {
            return self.text("duration-seconds", &[("count", 0.into())]);
        }
        parts.join(" ")
    }

    /// Says that a text is not a time control.
    #[must_use]
    pub fn not_a_time(self, text: &str, error: ParseTimeError) -> String {
        let id = match error {
            ParseTimeError::Unreadable => "clock-unreadable",
            ParseTimeError::OutOfRange => "clock-out-of-range",
        };
        self.text(id, &[("text", escape(text).into())])
    }

    /// Describes the clocks of a game, one line each.
    pub(in crate::i18n) fn clock_lines(self, view: &GameView) -> Vec<String> {
        let Some(clock) = &view.clock else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        let is_running = !clock.is_paused;
        if let Some(at) = clock.runs_out.filter(|_| is_running) {
            lines.push(self.text("clock-runs", &[("when", moment(at).into())]));
        }
        if let Some(until) = clock.away.filter(|_| is_running) {
            let until = format!("<t:{}:f>", until.seconds());
            lines.push(self.text("clock-away", &[("until", until.into())]));
        }
        if let Some(until) = clock.claimable_until {
            lines.push(self.claimable(view, until));
        }
        if clock.is_paused {
            lines.push(self.text("clock-paused", &[]));
        }
        let left = clock.left.iter().map(|(color, left)| {
            let args = [
                ("who", self.who(view, *color).into()),
                ("time", self.duration(*left).into()),
            ];
            self.text("clock-left-of", &args)
        });
        let left: Vec<_> = left.collect();
        if !left.is_empty() {
            lines.push(self.text("clock-left", &[("left", left.join(", ").into())]));
        }
        lines
    }

    /// Says who may claim a time that is over, and until when. It mentions them.
    fn claimable(self, view: &GameView, until: Timestamp) -> String {
        let claimants = view.claimants();
        let who = claimants.iter().map(|color| match view.person(color) {
            Some(person) => mention(person.id),
            None => self.who(view, color),
        });
        let who: Vec<_> = who.collect();
        let args = [
            ("count", who.len().into()),
            ("who", self.list(&who).into()),
            ("when", moment(until).into()),
        ];
        self.text("clock-overdue", &args)
    }
}

/// Formats a timestamp in the way Discord shows relative to now, such as “in 3 hours”.
pub(in crate::i18n) fn moment(at: Timestamp) -> String {
    format!("<t:{}:R>", at.seconds())
}
