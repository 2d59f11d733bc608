//! Events of a game, one line each.

use crate::i18n::board::names::mention;
use crate::i18n::{Words, escape};
use crate::service::{GameEvent, GameView};
use focus::{Color, Effect, Move, Position, Rules};

impl Words {
    /// Describes an event, with the players' names.
    #[must_use]
    pub fn event(self, view: &GameView, event: &GameEvent) -> String {
        let (id, color) = match event {
            GameEvent::Started => return self.started(view),
            GameEvent::Lapsed => return self.text("event-lapsed", &[]),
            GameEvent::AbortedByModerator => return self.text("event-aborted-by-moderator", &[]),
            GameEvent::AbortedIdle => return self.text("event-aborted-idle", &[]),
            GameEvent::Moved {
                color, mv, effect, ..
            } => return self.moved(view, *color, *mv, *effect),
            GameEvent::Passed(color) => ("event-passed", color),
            GameEvent::Out(color) => ("event-out", color),
            GameEvent::Resigned(color) => ("event-resigned", color),
            GameEvent::DrawOffered(color) => ("event-draw-offered", color),
            GameEvent::DrawAccepted(color) => ("event-draw-accepted", color),
            GameEvent::DrawRefused(color) => ("event-draw-refused", color),
            GameEvent::DrawWithdrawn(color) => ("event-draw-withdrawn", color),
            GameEvent::Aborted(color) => ("event-aborted", color),
            GameEvent::Overdue(color) => ("event-overdue", color),
            GameEvent::TimeOut(color) => ("event-time-out", color),
            GameEvent::TakenOver(color) => return self.taken_over(view, *color),
            GameEvent::Premoved(color) => ("event-premoved", color),
            GameEvent::TakeBackAsked(color) => ("event-takeback-asked", color),
            GameEvent::TakeBackAllowed(color) => ("event-takeback-allowed", color),
            GameEvent::SeatOffered(color) => ("event-seat-offered", color),
            GameEvent::SeatWanted(color) => ("event-seat-wanted", color),
            GameEvent::SeatAllowed(color) => ("event-seat-allowed", color),
            GameEvent::SeatRefused(color) => ("event-seat-refused", color),
            GameEvent::HandedOver(color) => ("event-handed-over", color),
            GameEvent::TakeBackRefused(color) => ("event-takeback-refused", color),
            GameEvent::TookBack { color, taken } => {
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
            (GameEvent::Aborted(_), Some(watcher)) => mention(watcher),
            _ => self.who(view, *color),
        };
        self.text(id, &[("who", who.into())])
    }

    fn taken_over(self, view: &GameView, color: Color) -> String {
        let computer = view.player(color).map(|player| self.player(player));
        let mut late = view.former.iter().rev();
        let late = late.find(|(seat, _)| *seat == color);
        let late = late.map(|(_, person)| escape(&self.person(person)));
        let late = late.map(|name| self.seat_with_emoji(color, &name));
        let late = late.unwrap_or_else(|| self.color_with_emoji(color));
        let args = [
            ("who", late.into()),
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

    /// Returns a color with its emoji and its player's escaped name.
    pub(in crate::i18n) fn who(self, view: &GameView, color: Color) -> String {
        match view.player(color) {
            Some(player) => self.seat_with_emoji(color, &escape(&self.player(player))),
            None => self.color_with_emoji(color),
        }
    }
}
