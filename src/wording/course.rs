//! How a game went, once it is over.

use crate::search::course::{Course, Moment};
use crate::session::GameView;
use crate::wording::{Words, plain};

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

    /// The chart of the chances, for those who do not see it.
    #[must_use]
    pub fn course_alt(self, view: &GameView, course: &Course) -> String {
        let end = course.chances.len().saturating_sub(1) / 2;
        let middle = course.chances[end];
        let shares = view.players.iter().map(|(color, player)| {
            let who = self.seat(*color, &plain(&self.player(player)));
            let percent = format!("{:.0}", middle[color.index()] * 100.0);
            self.text(
                "eval-share",
                &[("who", who.into()), ("percent", percent.into())],
            )
        });
        let shares = shares.collect::<Vec<_>>().join(", ");
        let args = [
            ("plies", view.game.plies().len().into()),
            ("shares", shares.into()),
        ];
        self.text("eval-alt", &args)
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
