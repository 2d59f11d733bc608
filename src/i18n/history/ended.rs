//! Ended games: replays, records, lists.

use std::ops::RangeInclusive;

use crate::i18n::board::table::link;
use crate::i18n::{Words, escape, plain};
use crate::service::{GameView, HistoryGame, HistoryPage, HistoryResult, HistoryScope};
use focus::ColorSet;

impl Words {
    /// Returns the text above a replay of these plies.
    #[must_use]
    pub fn replay(self, view: &GameView, plies: &RangeInclusive<usize>) -> String {
        let args = [
            ("game", view.id.to_string().into()),
            ("mode", self.mode(view.game.rules().mode()).into()),
            ("from", (*plies.start()).into()),
            ("to", (*plies.end()).into()),
        ];
        self.text("replay-text", &args)
    }

    /// Returns the alt text of a replay of these plies, which ends with the position in words.
    #[must_use]
    pub fn replay_alt(self, view: &GameView, plies: &RangeInclusive<usize>) -> String {
        let seats = view.players.iter().map(|(color, player)| {
            let name = plain(&self.player(player));
            self.seat(*color, &name)
        });
        let seats = seats.collect::<Vec<_>>().join(", ");
        let args = [
            ("game", view.id.to_string().into()),
            ("from", (*plies.start()).into()),
            ("to", (*plies.end()).into()),
            ("seats", seats.into()),
        ];
        let text = self.text("replay-alt", &args);
        if *plies.end() == view.game.plies().len() {
            return self.alt_text_after(&text, view);
        }
        text
    }

    /// Says that a game does not have the requested plies.
    #[must_use]
    pub fn no_such_part(self, view: &GameView) -> String {
        let plies = view.game.plies().len();
        if plies == 0 {
            return self.of_game("replay-nothing", view.id);
        }
        self.text("replay-no-part", &[("plies", plies.into())])
    }

    /// Returns the text above the record of a game; the position follows below it.
    #[must_use]
    pub fn export(self, view: &GameView) -> String {
        let is_over = view.ending.is_some();
        let state = if is_over { "over" } else { "running" };
        let args = [
            ("game", view.id.to_string().into()),
            ("mode", self.mode(view.game.rules().mode()).into()),
            ("state", state.into()),
        ];
        let text = self.text("export-text", &args);
        format!("{text}\n```\n{}\n```", view.game.position())
    }

    /// Describes a person's result in a game.
    #[must_use]
    pub fn history_result(self, result: HistoryResult) -> String {
        let id = match result {
            HistoryResult::Won => "history-won",
            HistoryResult::Lost => "history-lost",
            HistoryResult::Drawn => "history-drawn",
        };
        self.text(id, &[])
    }

    /// Returns the title of a list of games; `name` is a person other than the reader.
    #[must_use]
    pub fn history_title(self, scope: HistoryScope, name: Option<&str>) -> String {
        match (scope, name) {
            (HistoryScope::Guild(_), _) => self.text("history-title-guild", &[]),
            (HistoryScope::Person(_), None) => self.text("history-title-own", &[]),
            (HistoryScope::Person(_), Some(name)) => {
                self.text("history-title-person", &[("name", escape(name).into())])
            }
        }
    }

    /// Returns the number of a page of a list of several pages.
    #[must_use]
    pub fn history_page(self, page: &HistoryPage) -> Option<String> {
        let is_one = page.number == 0 && !page.has_next;
        let text = || self.text("history-page", &[("page", (page.number + 1).into())]);
        (!is_one).then(text)
    }

    /// Formats an ended game of a list, with a link, in two lines.
    #[must_use]
    pub fn history_line(self, scope: HistoryScope, game: &HistoryGame) -> String {
        let person = match scope {
            HistoryScope::Person(person) => Some(person),
            HistoryScope::Guild(_) => None,
        };
        let players = game.players.iter();
        let players: Vec<_> = players
            .filter(|(_, player)| person.is_none() || player.id() != person)
            .map(|(_, player)| escape(&self.player(player)))
            .collect();
        let everybody = |colors: ColorSet| {
            let players = game.players.iter();
            let players: Vec<_> = players
                .filter(|(color, _)| colors.contains(*color))
                .map(|(_, player)| escape(&self.player(player)))
                .collect();
            ("who", self.list(&players).into())
        };
        let result = match person.and_then(|person| game.result_of(person)) {
            Some(result) => self.history_result(result),
            None if !game.winners.is_empty() => {
                self.text("history-winner", &[everybody(game.winners)])
            }
            None if game.mode.is_part(game.sharing) => {
                self.text("history-drawn-between", &[everybody(game.sharing)])
            }
            None => self.history_result(HistoryResult::Drawn),
        };
        let args = [
            ("place", link(game.id, game.place, game.message).into()),
            ("mode", self.mode(game.mode).into()),
            ("players", players.join(", ").into()),
            ("result", result.into()),
            ("when", format!("<t:{}:d>", game.started.seconds()).into()),
        ];
        self.text("history-line", &args)
    }
}
