//! Results of a match.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::cli::contest::log::Entry;
use focus::{Color, ColorSet, Mode, Rules};
use focus_lab::arena::{Interval, Pairs, Seating, Sprt, Verdict, elo, pairs};

/// Statistics of the games so far.
pub(in crate::cli) struct Results {
    rules: Rules,
    sprt: Option<Sprt>,
    pairs: Pairs,
    /// Points of games whose pair is incomplete.
    half: BTreeMap<u64, f64>,
    /// Number of games won, drawn and lost by the first kind.
    games: [u64; 3],
    terminations: BTreeMap<String, u64>,
    /// Points and number of games of each kind on each seat. Shape: `[color][kind]`.
    seats: [[(f64, u64); 2]; 4],
    /// Points and number of games of the color that made the first move.
    starters: (f64, u64),
    plies: u64,
    /// Shape: `[kind]`.
    searched: [u64; 2],
    nodes: [u64; 2],
    depth: [u64; 2],
    millis: [u64; 2],
}

impl Results {
    pub(in crate::cli) fn new(rules: Rules, sprt: Option<Sprt>) -> Results {
        Results {
            rules,
            sprt,
            pairs: Pairs::new(),
            half: BTreeMap::new(),
            games: [0; 3],
            terminations: BTreeMap::new(),
            seats: [[(0.0, 0); 2]; 4],
            starters: (0.0, 0),
            plies: 0,
            searched: [0; 2],
            nodes: [0; 2],
            depth: [0; 2],
            millis: [0; 2],
        }
    }

    pub(in crate::cli) fn add(&mut self, entry: &Entry) {
        let [winners, sharing] = [&entry.result, &entry.sharing].map(|text| colors(text));
        let mode = self.rules.mode();
        let Some(seating) = seating(mode, &entry.seats) else {
            return;
        };
        let sharing = [sharing, winners].into_iter().find(|some| !some.is_empty());
        let sharing = sharing.unwrap_or(mode.color_set());
        let points = seating.points(sharing);
        match self.half.remove(&entry.pair) {
            Some(other) => self.pairs.add(other, points),
            None => {
                self.half.insert(entry.pair, points);
            }
        }
        let ours = winners.iter().filter(|&color| seating.kind(color) == 0);
        let result = match (winners.is_empty(), ours.count()) {
            (true, _) => 1,
            (false, 0) => 2,
            (false, _) => 0,
        };
        self.games[result] += 1;
        *self
            .terminations
            .entry(entry.termination.clone())
            .or_default() += 1;
        self.add_seats(seating, sharing, entry.starter);
        self.plies += entry.moves.split_whitespace().count() as u64;
        for kind in 0..2 {
            self.searched[kind] += entry.searched[kind];
            self.nodes[kind] += entry.nodes[kind];
            self.depth[kind] += entry.depth[kind];
            self.millis[kind] += entry.millis[kind];
        }
    }

    fn add_seats(&mut self, seating: Seating, sharing: ColorSet, starter: char) {
        for &color in self.rules.mode().colors() {
            let points = if sharing.contains(color) {
                ratio(1, sharing.len() as u64)
            } else {
                0.0
            };
            let seat = &mut self.seats[color.index()][seating.kind(color)];
            *seat = (seat.0 + points, seat.1 + 1);
            if color.letter() == starter {
                self.starters = (self.starters.0 + points, self.starters.1 + 1);
            }
        }
    }

    /// Returns the share of the points that the first kind made in complete pairs.
    pub(in crate::cli) fn share(&self) -> Interval {
        self.pairs.share()
    }

    /// Returns the verdict of the sequential test, if there is one.
    pub(in crate::cli) fn verdict(&self) -> Verdict {
        self.sprt
            .map_or(Verdict::Open, |sprt| sprt.verdict(&self.pairs))
    }

    /// Returns a one-line summary for the progress bar.
    pub(in crate::cli) fn in_short(&self) -> String {
        let share = self.pairs.share();
        let [won, drawn, lost] = self.games;
        format!("+{won} ={drawn} -{lost}  {}", percent(share))
    }

    /// Writes the complete report.
    pub(in crate::cli) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let share = self.pairs.share();
        let [won, drawn, lost] = self.games;
        let games = won + drawn + lost;
        writeln!(
            out,
            "games {games}: A won {won}, drawn {drawn}, lost {lost}"
        )?;
        let ends = self.terminations.iter();
        let ends: Vec<_> = ends.map(|(how, times)| format!("{how} {times}")).collect();
        writeln!(out, "ends: {}", ends.join(", "))?;
        writeln!(out, "plies a game {:.1}", ratio(self.plies, games))?;
        writeln!(
            out,
            "points of A {} in {} pairs",
            percent(share),
            self.pairs.len()
        )?;
        if matches!(self.rules.mode(), Mode::Duel | Mode::Partners) {
            let [low, high] = [elo(share.low), elo(share.high)];
            writeln!(out, "Elo {:+.0} [{low:+.0}, {high:+.0}]", elo(share.value))?;
            writeln!(
                out,
                "pairs by points of A, 0 to 2: {:?}",
                self.pairs.pentanomial()
            )?;
        }
        if let Some(sprt) = self.sprt {
            let ratio = sprt.log_likelihood_ratio(&self.pairs);
            let verdict = self.verdict();
            writeln!(
                out,
                "sprt {} to {} Elo: {ratio:+.2} {verdict:?}",
                sprt.elo0, sprt.elo1
            )?;
        }
        for &color in self.rules.mode().colors() {
            let [a, b] = self.seats[color.index()];
            let mean = |(points, games): (f64, u64)| 100.0 * points / ratio(games, 1).max(1.0);
            writeln!(out, "{color}: A {:.1} %, B {:.1} %", mean(a), mean(b))?;
        }
        let (points, games) = self.starters;
        writeln!(
            out,
            "who starts: {:.1} %",
            100.0 * points / ratio(games, 1).max(1.0)
        )?;
        for (kind, name) in ["A", "B"].iter().enumerate() {
            let moves = self.searched[kind];
            let nodes = ratio(self.nodes[kind], moves);
            let depth = ratio(self.depth[kind], moves);
            let millis = ratio(self.millis[kind], moves);
            writeln!(
                out,
                "{name} a move: {nodes:.0} nodes, depth {depth:.1}, {millis:.1} ms"
            )?;
        }
        Ok(())
    }
}

/// Returns the colors with these letters.
fn colors(text: &str) -> ColorSet {
    text.chars().filter_map(Color::from_letter).collect()
}

/// Returns the seating with this text.
fn seating(mode: Mode, text: &str) -> Option<Seating> {
    let all = pairs(mode).into_iter();
    all.flat_map(|seating| [seating, seating.swapped()])
        .find(|seating| seating.to_string() == text)
}

fn percent(share: Interval) -> String {
    let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
    format!("{value:.1} % [{low:.1}, {high:.1}]")
}

#[expect(clippy::cast_precision_loss, reason = "a mean is approximate")]
fn ratio(sum: u64, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of the report on two drawn games with these colors sharing the point.
    fn report(sharing: &str) -> String {
        let mut results = Results::new("mode=4s".parse().expect("rules"), None);
        for (second, seats) in [(false, "ABBB"), (true, "BAAA")] {
            results.add(&Entry {
                pair: 0,
                second,
                seats: seats.to_owned(),
                starter: 'O',
                result: "=".to_owned(),
                sharing: sharing.to_owned(),
                termination: "quiet".to_owned(),
                searched: [0; 2],
                nodes: [0; 2],
                depth: [0; 2],
                millis: [0; 2],
                moves: String::new(),
            });
        }
        let mut text = Vec::new();
        results.write(&mut text).expect("a report");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn player_who_is_out_has_no_share_in_a_draw() {
        let report = report("OBP");
        for line in [
            "games 2: A won 0, drawn 2, lost 0",
            "Orange: A 33.3 %, B 33.3 %",
            "Green: A 0.0 %, B 0.0 %",
        ] {
            assert!(report.contains(line), "{line} in {report}");
        }
        assert!(report.contains("points of A 50.0 %"), "{report}");
    }

    #[test]
    fn all_share_a_draw_of_a_log_that_does_not_say_who_does() {
        let report = report("");
        assert!(report.contains("Green: A 25.0 %, B 25.0 %"), "{report}");
    }
}
