//! Metrics of the bot, read from its `/metrics`.

use std::collections::BTreeMap;

/// Histogram of durations: for every upper bound in seconds, the number of durations within it.
#[derive(Clone, Debug, Default)]
pub(super) struct Times(BTreeMap<u64, f64>);

impl Times {
    /// Returns the number of durations.
    pub(super) fn count(&self) -> f64 {
        self.0.values().copied().fold(0.0, f64::max)
    }

    /// Returns the `q`-quantile, interpolated between two bounds as Prometheus does.
    pub(super) fn quantile(&self, q: f64) -> f64 {
        let wanted = q * self.count();
        let (mut below, mut bound_below) = (0.0, 0.0);
        for (bits, at_most) in &self.0 {
            let bound = f64::from_bits(*bits);
            if *at_most >= wanted {
                let inside = at_most - below;
                if bound.is_infinite() || inside <= 0.0 {
                    return bound_below;
                }
                return bound_below + (bound - bound_below) * (wanted - below) / inside;
            }
            (below, bound_below) = (*at_most, bound);
        }
        bound_below
    }

    /// Returns the upper bound of the longest duration, in seconds.
    pub(super) fn longest(&self) -> f64 {
        let count = self.count();
        let mut bounds = self.0.iter();
        let reached = bounds.find(|(_, at_most)| **at_most > 0.0 && **at_most >= count);
        reached.map_or(0.0, |(bits, _)| f64::from_bits(*bits))
    }

    /// Adds a line of a histogram.
    fn add(&mut self, labels: &str, count: f64) {
        let bound = label(labels, "le").and_then(|bound| bound.parse::<f64>().ok());
        // The bits of positive numbers are ordered like the numbers.
        let bits = bound.unwrap_or(f64::INFINITY).to_bits();
        *self.0.entry(bits).or_default() += count;
    }

    /// Adds other durations, with the same bounds.
    fn add_all(&mut self, others: &Self) {
        for (bound, count) in &others.0 {
            *self.0.entry(*bound).or_default() += count;
        }
    }

    fn since(&self, before: &Self) -> Self {
        let times = self.0.iter().map(|(bound, count)| {
            let earlier = before.0.get(bound).copied().unwrap_or(0.0);
            (*bound, count - earlier)
        });
        Self(times.collect())
    }
}

/// Metrics of the bot.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// Time from the arrival of an interaction to its answer.
    pub(super) acknowledgement: Times,
    /// Time from the arrival of an interaction to the resulting board.
    pub(super) board: Times,
    /// Count of each stage, and its total duration in seconds.
    pub(super) stages: BTreeMap<String, (f64, f64)>,
    /// Number of requests to Discord, by kind of route.
    pub(super) requests: BTreeMap<String, f64>,
    /// Number of those that Discord has answered with 429.
    pub(super) rate_limited: f64,
    /// Resident memory in bytes.
    pub(super) memory: f64,
    /// Size of the database in bytes.
    pub(super) store: f64,
    /// Number of requests to the database.
    pub(super) store_requests: f64,
    /// Number of shards that are connected.
    pub(super) shards: usize,
}

impl Figures {
    /// Reads the text of `/metrics` and ignores other metrics.
    pub(super) fn read(text: &str) -> Self {
        let mut figures = Self::default();
        for line in text.lines() {
            let Some((series, value)) = line.rsplit_once(' ') else {
                continue;
            };
            let Ok(value) = value.parse::<f64>() else {
                continue;
            };
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            match name {
                "focusbot_acknowledgement_seconds_bucket" => {
                    figures.acknowledgement.add(labels, value);
                }
                "focusbot_board_seconds_bucket" => figures.board.add(labels, value),
                "focusbot_stage_seconds_count" => figures.stage(labels).0 = value,
                "focusbot_stage_seconds_sum" => figures.stage(labels).1 = value,
                "focusbot_answers_total" => {
                    let route = label(labels, "route").unwrap_or_default();
                    *figures.requests.entry(route.to_owned()).or_default() += value;
                    if label(labels, "status") == Some("429") {
                        figures.rate_limited += value;
                    }
                }
                "focusbot_memory_bytes" => figures.memory = value,
                "focusbot_store_bytes" => figures.store = value,
                "focusbot_store_requests_total" => figures.store_requests = value,
                "focusbot_shard_connected" if value > 0.0 => figures.shards += 1,
                _ => {}
            }
        }
        figures
    }

    fn stage(&mut self, labels: &str) -> &mut (f64, f64) {
        let stage = label(labels, "stage").unwrap_or_default();
        self.stages.entry(stage.to_owned()).or_default()
    }

    /// Adds the metrics of another process of the same bot.
    pub(super) fn add(&mut self, other: &Self) {
        self.acknowledgement.add_all(&other.acknowledgement);
        self.board.add_all(&other.board);
        for (stage, (count, sum)) in &other.stages {
            let own = self.stages.entry(stage.clone()).or_default();
            *own = (own.0 + count, own.1 + sum);
        }
        for (route, count) in &other.requests {
            *self.requests.entry(route.clone()).or_default() += count;
        }
        self.rate_limited += other.rate_limited;
        self.memory += other.memory;
        // All processes share the database.
        self.store = self.store.max(other.store);
        self.store_requests += other.store_requests;
        self.shards += other.shards;
    }

    /// Returns the difference from earlier metrics; sizes keep their current values.
    pub(super) fn since(&self, before: &Self) -> Self {
        let stages = self.stages.iter().map(|(stage, (count, sum))| {
            let earlier = before.stages.get(stage).copied().unwrap_or_default();
            (stage.clone(), (count - earlier.0, sum - earlier.1))
        });
        let requests = self.requests.iter().map(|(route, count)| {
            let earlier = before.requests.get(route).copied().unwrap_or_default();
            (route.clone(), count - earlier)
        });
        Self {
            acknowledgement: self.acknowledgement.since(&before.acknowledgement),
            board: self.board.since(&before.board),
            stages: stages.collect(),
            requests: requests.collect(),
            rate_limited: self.rate_limited - before.rate_limited,
            store_requests: self.store_requests - before.store_requests,
            ..*self
        }
    }
}

fn label<'t>(labels: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = labels.split_once(&format!("{name}=\""))?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_their_bounds_and_the_longest_at_one() {
        let name = "focusbot_acknowledgement_seconds_bucket";
        let text = |counts: [u32; 3]| {
            let [one, two, all] = counts;
            format!(
                "{name}{{le=\"0.01\",answer=\"reply\"}} {one}\n\
                 {name}{{le=\"0.02\",answer=\"reply\"}} {two}\n\
                 {name}{{le=\"+Inf\",answer=\"reply\"}} {all}\n\
                 {name}{{le=\"0.01\",answer=\"form\"}} 1\n\
                 {name}{{le=\"0.02\",answer=\"form\"}} 1\n\
                 {name}{{le=\"+Inf\",answer=\"form\"}} 1\n\
                 focusbot_memory_bytes 7\n# EOF\n"
            )
        };
        let before = Figures::read(&text([1, 1, 1]));
        let after = Figures::read(&text([1, 101, 101]));
        let since = after.since(&before);
        assert!((since.acknowledgement.count() - 100.0).abs() < 1e-9);
        assert!((since.acknowledgement.quantile(0.5) - 0.015).abs() < 1e-9);
        assert!((since.acknowledgement.longest() - 0.02).abs() < 1e-9);
        let beyond = Figures::read(&text([1, 1, 2])).since(&before);
        assert!(beyond.acknowledgement.longest().is_infinite());
        assert!(before.since(&before).acknowledgement.longest().abs() < 1e-9);
        assert!((since.memory - 7.0).abs() < 1e-9);
    }

    #[test]
    fn processes_of_a_bot_are_added_up() {
        let text = |requests: u32, bytes: u32, shard: u32| {
            Figures::read(&format!(
                "focusbot_store_requests_total {requests}\n\
                 focusbot_store_bytes {bytes}\n\
                 focusbot_memory_bytes 7\n\
                 focusbot_stage_seconds_count{{stage=\"draw\"}} 3\n\
                 focusbot_stage_seconds_sum{{stage=\"draw\"}} 0.5\n\
                 focusbot_shard_connected{{shard=\"{shard}\"}} 1\n\
                 focusbot_shard_connected{{shard=\"9\"}} 0\n# EOF\n"
            ))
        };
        let mut all = Figures::default();
        all.add(&text(5, 100, 0));
        let before = all.clone();
        all.add(&text(6, 90, 1));
        assert_eq!(all.shards, 2);
        assert_eq!(all.stages["draw"], (6.0, 1.0));
        let sizes = (all.memory, all.store, all.store_requests);
        assert_eq!(sizes, (14.0, 100.0, 11.0));
        assert!((all.since(&before).store_requests - 6.0).abs() < 1e-9);
    }

    #[test]
    fn requests_answered_with_429_are_counted_over_all_routes_and_processes() {
        let text = |channel: u32| {
            Figures::read(&format!(
                "focusbot_answers_total{{route=\"channel\",status=\"200\"}} 5\n\
                 focusbot_answers_total{{route=\"channel\",status=\"429\"}} {channel}\n\
                 focusbot_answers_total{{status=\"429\",route=\"webhook\"}} 1\n# EOF\n"
            ))
        };
        let before = text(2);
        let mut after = text(4);
        after.add(&text(8));
        assert!((after.since(&before).rate_limited - 11.0).abs() < 1e-9);
        assert!((after.requests["channel"] - 22.0).abs() < 1e-9);
    }
}
