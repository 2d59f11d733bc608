//! How a game went, once it is over.

use crate::i18n::Words;
use crate::service::GameView;
use focus_engine::analysis::{Course, Moment};

/// How many times after the start the chart in words tells the chances.
const ALT_POINTS: usize = 8;

impl Words {
    /// How a game went and the moments that decided it; `nodes` positions were looked at before
    /// every move.
    #[must_use]
    pub fn course(self, view: &GameView, course: &Course, nodes: u64) -> String {
        let args = [
            ("game", view.id.to_string().into()),
            ("mode", self.mode(view.game.rules().mode()).into()),
        ];
        let mut lines = vec![self.text("eval-title", &args)];
        let moments = (1_usize..).zip(&course.moments);
        lines.extend(moments.map(|(number, moment)| self.moment(view, number, moment)));
        if course.moments.is_empty() {
            lines.push(self.text("eval-none", &[]));
        } else {
            lines.push(self.text("eval-arrows", &[]));
        }
        lines.push(self.text("eval-note", &[("nodes", nodes.into())]));
        lines.join("\n")
    }

    fn moment(self, view: &GameView, number: usize, moment: &Moment) -> String {
        let percent = |share: f32| format!("{:.0}", share * 100.0);
        let args = [
            ("number", number.into()),
            ("ply", (moment.plies + 1).into()),
            ("who", self.who(view, moment.color).into()),
            ("played", moment.played.to_string().into()),
            ("better", moment.better.to_string().into()),
            ("before", percent(moment.before).into()),
            ("after", percent(moment.after).into()),
        ];
        self.text("eval-moment", &args)
    }

    /// Title of the chart of the chances.
    #[must_use]
    pub fn chart_title(self) -> String {
        self.text("eval-chart", &[])
    }

    /// The chart of the chances in numbers, for those who do not see it, at most 1,024 characters.
    #[must_use]
    pub fn course_alt(self, view: &GameView, course: &Course) -> String {
        let last = course.chances.len().saturating_sub(1);
        let mut plies: Vec<_> = (0..=ALT_POINTS).map(|n| last * n / ALT_POINTS).collect();
        plies.dedup();
        let points: Vec<_> = plies
            .into_iter()
            .filter_map(|ply| Some(self.point(view, ply, course.chances.get(ply)?)))
            .collect();
        let args = [
            ("plies", view.game.plies().len().into()),
            ("points", self.chain(&points).into()),
        ];
        self.text("eval-alt", &args)
    }

    /// Everybody's chances after so many plies.
    fn point(self, view: &GameView, ply: usize, chances: &[f32; 4]) -> String {
        let shares = view.players.iter().map(|(color, _)| {
            let percent = format!("{:.0}", chances[color.index()] * 100.0);
            let args = [
                ("who", self.color(*color).into()),
                ("percent", percent.into()),
            ];
            self.text("eval-share", &args)
        });
        let shares = shares.collect::<Vec<_>>().join(", ");
        self.text(
            "eval-point",
            &[("ply", ply.into()), ("shares", shares.into())],
        )
    }

    /// The board before a moment, for those who do not see it.
    #[must_use]
    pub fn moment_alt(self, moment: &Moment) -> String {
        let args = [
            ("ply", (moment.plies + 1).into()),
            ("color", self.color(moment.color).into()),
            ("played", moment.played.to_string().into()),
            ("better", moment.better.to_string().into()),
        ];
        self.text("eval-board-alt", &args)
    }
}
