//! Events of a game, one line each.

use crate::i18n::board::names::mention;
use crate::i18n::{Words, escape};
use crate::service::{Event, GameView};
use focus::{Color, Effect, Move, Position, Rules};

impl Words {
    /// Describes an event, with the players' names.
    #[must_use]
    pub fn event(self, view: &GameView, event: &Event) -> String {
        let (id, color) = match event {
            Event::Started => return self.started(view),
            Event::Lapsed => return self.text("event-lapsed", &[]),
            Event::AbortedByModerator => return self.text("event-aborted-by-moderator", &[]),
            Event::AbortedIdle => return self.text("event-aborted-idle", &[]),
            Event::Moved {
                color, mv, effect, ..
            } => return self.moved(view, *color, *mv, *effect),
            Event::Passed(color) => ("event-passed", color),
            Event::Out(color) => ("event-out", color),
            Event::Resigned(color) => ("event-resigned", color),
            Event::DrawOffered(color) => ("event-draw-offered", color),
            Event::DrawAccepted(color) => ("event-draw-accepted", color),
            Event::DrawRefused(color) => ("event-draw-refused", color),
            Event::DrawWithdrawn(color) => ("event-draw-withdrawn", color),
            Event::Aborted(color) => ("event-aborted", color),
            Event::Overdue(color) => ("event-overdue", color),
            Event::TimeOut(color) => ("event-time-out", color),
            Event::TakenOver(color) => return self.taken_over(view, *color),
            Event::Premoved(color) => ("event-premoved", color),
            Event::TakeBackAsked(color) => ("event-takeback-asked", color),
            Event::TakeBackAllowed(color) => ("event-takeback-allowed", color),
            Event::SeatOffered(color) => ("event-seat-offered", color),
            Event::SeatWanted(color) => ("event-seat-wanted", color),
            Event::SeatAllowed(color) => ("event-seat-allowed", color),
            Event::SeatRefused(color) => ("event-seat-refused", color),
            Event::HandedOver(color) => ("event-handed-over", color),
            Event::TakeBackRefused(color) => ("event-takeback-refused", color),
            Event::TookBack { color, taken } => {
                let id = if taken.has_passes {
                    "event-took-back-passes"
                } else {
                    "event-took-back"
                };
                let who = self.who(view, *color).into();
                return self.text(id, &[("who", who), ("count", taken.moves.into())]);
            }
        };
        let who = match (event, view.watcher) {
            (Event::Aborted(_), Some(watcher)) => mention(watcher),
            _ => self.who(view, *color),
        };
        self.text(id, &[("who", who.into())])
    }

    fn taken_over(self, view: &GameView, color: Color) -> String {
        let computer = view.player(color).map(|player| self.player(player));
        let mut late = view.former.iter().rev();
        let late = late.find(|(seat, _)| *seat == color);
        let late = late.map(|(_, person)| self.seat(color, &escape(&self.person(person))));
        let args = [
            ("who", late.unwrap_or_else(|| self.color(color)).into()),
            ("computer", computer.unwrap_or_default().into()),
        ];
        self.text("event-taken-over", &args)
    }

    fn started(self, view: &GameView) -> String {
        let seats = view.players.iter().map(|(color, _)| self.who(view, *color));
        let seats = seats.collect::<Vec<_>>().join(", ");
        let who = self.who(view, view.game.start().side());
        let start = view.game.start();
        let is_usual = *start == Position::start(start.rules(), start.side());
        let id = match (is_usual, view.are_colors_chosen, view.are_partners_drawn) {
            _ if view.rematch_of.is_some() => "event-rematch",
            (true, false, false) => "event-started",
            (true, false, true) => "event-started-partners",
            (true, true, false) => "event-started-chosen",
            (true, true, true) => "event-started-chosen-partners",
            (false, false, false) => "event-started-from",
            (false, false, true) => "event-started-from-partners",
            (false, true, false) => "event-started-from-chosen",
            (false, true, true) => "event-started-from-chosen-partners",
        };
        self.text(id, &[("seats", seats.into()), ("who", who.into())])
    }

    /// Names the partners, if the mode has partners.
    pub(in crate::i18n) fn partners(self, rules: Rules) -> Option<String> {
        let [first, second] = self.pairs(rules)?;
        let args = [("first", first.into()), ("second", second.into())];
        Some(self.text("event-partners", &args))
    }

    pub(in crate::i18n) fn moved(
        self,
        view: &GameView,
        color: Color,
        mv: Move,
        effect: Effect,
    ) -> String {
        let (who, details) = (self.who(view, color), self.details(mv, effect));
        if details.is_empty() {
            return self.text(
                "event-moved",
                &[("who", who.into()), ("move", mv.to_string().into())],
            );
        }
        self.text(
            "event-moved-effect",
            &[
                ("who", who.into()),
                ("move", mv.to_string().into()),
                ("effect", details.join(", ").into()),
            ],
        )
    }

    /// Returns a color with its player's escaped name.
    pub(in crate::i18n) fn who(self, view: &GameView, color: Color) -> String {
        match view.player(color) {
            Some(player) => self.seat(color, &escape(&self.player(player))),
            None => self.color(color),
        }
    }
}
