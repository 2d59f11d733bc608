//! Review of an ended game.

use std::iter;

use crate::i18n::Words;
use crate::i18n::board::moves::unbroken;
use crate::service::{GameId, GameView};
use focus::Color;
use focus_engine::analysis::{GameReport, Moment, position_at};

/// Number of reasons given for a move that is explained.
const MOST_REASONS: usize = 4;

/// Number of reasons given for the better move at a moment of a report.
const MOST_REASONS_IN_REPORT: usize = 2;

/// Number of points after the start at which the alt text of the chart lists the chances.
const ALT_POINTS: usize = 8;

impl Words {
    /// Summarizes a game and its decisive moments; `nodes` positions were searched before every
    /// move.
    #[must_use]
    pub fn report(self, view: &GameView, report: &GameReport, nodes: u64) -> String {
        let args = [
            ("game", view.id.to_string().into()),
            ("mode", self.mode(view.game.rules().mode()).into()),
        ];
        let mut lines = vec![self.text("eval-title", &args)];
        let moments = (1_usize..).zip(&report.moments);
        lines.extend(moments.map(|(number, moment)| self.moment(view, number, moment)));
        let (moments, note) = if report.moments.is_empty() {
            ("eval-none", "eval-note-none")
        } else {
            ("eval-arrows", "eval-note")
        };
        let nodes = self.language().grouped(nodes);
        lines.push(self.text(moments, &[("count", report.moments.len().into())]));
        lines.push(self.text(note, &[("nodes", nodes.into())]));
        lines.join("\n")
    }

    /// Reports the progress of a review: the number of searched positions, and the total, which is
    /// 0 while it has not begun.
    #[must_use]
    pub fn reviewing(self, game: GameId, done: usize, total: usize) -> String {
        let args = [
            ("game", game.to_string().into()),
            ("done", done.into()),
            ("total", total.into()),
        ];
        let id = if total == 0 {
            "eval-next"
        } else {
            "eval-running"
        };
        self.text(id, &args)
    }

    /// Says that a game has more plies than a review takes.
    #[must_use]
    pub fn too_long_to_review(self, game: GameId, plies: usize) -> String {
        let args = [("game", game.to_string().into()), ("plies", plies.into())];
        self.text("eval-too-long", &args)
    }

    fn moment(self, view: &GameView, number: usize, moment: &Moment) -> String {
        let before = position_at(&view.game, moment.plies);
        let reasons = self.why_better(&before, moment, MOST_REASONS_IN_REPORT);
        let args = [
            ("number", number.into()),
            ("ply", (moment.plies + 1).into()),
            ("who", self.who(view, moment.color).into()),
            ("played", unbroken(moment.played).into()),
            ("better", unbroken(moment.better).into()),
            ("reasons", reasons.into()),
            ("before", percent(moment.before).into()),
            ("after", percent(moment.after).into()),
        ];
        self.text("eval-moment", &args)
    }

    /// Explains a move of a game: its effects, the better move if there was one, and the reasons.
    #[must_use]
    pub fn explanation(self, view: &GameView, moment: &Moment) -> String {
        let before = position_at(&view.game, moment.plies);
        let played = iter::once(moment.played).chain(moment.reply.iter().copied());
        let played: Vec<_> = played.collect();
        let args = [
            ("ply", (moment.plies + 1).into()),
            ("game", view.id.to_string().into()),
            ("who", self.who(view, moment.color).into()),
            ("played", unbroken(moment.played).into()),
            ("why", self.why(&before, &played, MOST_REASONS).into()),
            ("better", unbroken(moment.better).into()),
            (
                "reasons",
                self.why_better(&before, moment, MOST_REASONS).into(),
            ),
            ("before", percent(moment.before).into()),
            ("after", percent(moment.after).into()),
        ];
        let mut lines = vec![self.text("explain-title", &args)];
        if let Some(against) = self.why_not(&before, moment.played) {
            lines.push(self.text("explain-against", &[("why", against.into())]));
        }
        lines.push(match moment.is_mistake() {
            true => self.text("explain-better", &args),
            false if moment.is_best() => self.text("explain-best", &args),
            false => self.text("explain-equal", &args),
        });
        let better = (!moment.is_best()).then(|| ("explain-after-better", moment.line.clone()));
        for (id, line) in [("explain-after-played", played)].into_iter().chain(better) {
            if line.len() > 1 {
                let args = [("moves", self.line(&before, &line).into())];
                lines.push(self.text(id, &args));
            }
        }
        lines.join("\n")
    }

    /// Returns the alt text of the chart of chances, in numbers and with the result, at most 1,024
    /// characters.
    #[must_use]
    pub fn report_alt(self, view: &GameView, report: &GameReport) -> String {
        let last = report.chances.len().saturating_sub(1);
        let mut plies: Vec<_> = (0..=ALT_POINTS).map(|n| last * n / ALT_POINTS).collect();
        plies.dedup();
        let points: Vec<_> = plies
            .into_iter()
            .filter_map(|ply| Some(self.point(view, ply, report.chances.get(ply)?)))
            .collect();
        let args = [
            ("plies", view.game.plies().len().into()),
            ("points", self.chain(&points).into()),
        ];
        let chances = self.text("eval-alt", &args);
        match self.result_by_color(view) {
            Some(result) => format!("{chances} {result}"),
            None => chances,
        }
    }

    /// Lists the chances of every side after `ply` plies; partners are one side, as in the chart.
    fn point(self, view: &GameView, ply: usize, chances: &[f32; 4]) -> String {
        let mode = view.game.rules().mode();
        let first_of_side = |color: &Color| {
            let partner = mode.partner(*color);
            partner.is_none_or(|partner| *color < partner)
        };
        let sides = mode.colors().iter().copied().filter(first_of_side);
        let shares = sides.map(|color| {
            let side: Vec<_> = iter::once(color).chain(mode.partner(color)).collect();
            let chance: f32 = side.iter().map(|color| chances[color.index()]).sum();
            let names: Vec<_> = side.into_iter().map(|color| self.color(color)).collect();
            let args = [
                ("who", self.list(&names).into()),
                ("percent", percent(chance).into()),
            ];
            self.text("eval-share", &args)
        });
        let shares = shares.collect::<Vec<_>>().join(", ");
        self.text(
            "eval-point",
            &[("ply", ply.into()), ("shares", shares.into())],
        )
    }

    /// Returns the alt text of the board before a moment, which need not be a mistake.
    #[must_use]
    pub fn moment_alt(self, moment: &Moment) -> String {
        let args = [
            ("ply", (moment.plies + 1).into()),
            ("color", self.color(moment.color).into()),
            ("played", moment.played.to_string().into()),
            ("better", moment.better.to_string().into()),
        ];
        match moment.is_mistake() {
            true => self.text("eval-board-alt", &args),
            false if moment.is_best() => self.text("explain-alt-best", &args),
            false => self.text("explain-alt-equal", &args),
        }
    }
}

fn percent(chance: f32) -> String {
    format!("{:.0}", chance * 100.0)
}
