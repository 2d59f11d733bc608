//! Kind of a game: mode, goal, teams and unusual options; and progress towards the goal of a race.

use crate::i18n::Words;
use crate::i18n::controls::options::is_default;
use crate::service::{GameEvent, GameView};
use focus::{Color, Goal, Mode, Position, RuleOption, Rules};

/// Separator of facts in a line.
pub(in crate::i18n) const BETWEEN: &str = " · ";

impl Words {
    /// Returns the heading of the menu of further actions in a game.
    #[must_use]
    pub fn more(self, view: &GameView) -> String {
        format!("-# {}", self.kind_of_game(view))
    }

    /// Names a game by its number, mode, goal, teams and unusual options.
    pub(in crate::i18n) fn kind_of_game(self, view: &GameView) -> String {
        let rules = view.game.rules();
        let mut parts = vec![view.id.to_string(), self.mode(rules.mode())];
        // At the start, other lines name them in full.
        if !view.news.contains(&GameEvent::Started) {
            parts.extend(self.short_goal(rules));
            parts.extend(self.teams(rules));
            parts.extend(self.unusual_options(rules));
        }
        if view.rated {
            parts.push(self.text("caption-rated", &[]));
        }
        parts.join(BETWEEN)
    }

    /// Names the goal, if the mode has several.
    fn short_goal(self, rules: Rules) -> Option<String> {
        let id = match (rules.goal(), rules.mode()) {
            (Goal::Race, _) => "caption-goal-race",
            (Goal::Last, Mode::Duel) => "choice-goal-last-duel",
            (Goal::Last, Mode::ThreeWay | Mode::Partners | Mode::FreeForAll) => "caption-goal-last",
        };
        (Goal::allowed(rules.mode()).len() > 1).then(|| self.text(id, &[]))
    }

    /// Returns the last line beside a board: the kind of game, and how far it has come.
    pub(in crate::i18n) fn footer(self, view: &GameView) -> String {
        let args = [
            ("kind", self.kind_of_game(view).into()),
            ("plies", view.plies().into()),
        ];
        self.text("caption-footer", &args)
    }

    /// Returns the last line beside a position for viewers, in a game of so many plies.
    pub(in crate::i18n) fn watched_footer(self, view: &GameView, plies: u32) -> String {
        let args = [
            ("kind", self.kind_of_game(view).into()),
            ("ply", view.plies().into()),
            ("plies", plies.into()),
        ];
        self.text("caption-watched-footer", &args)
    }

    /// Names the two teams of a game of partners, by their colors.
    fn teams(self, rules: Rules) -> Option<String> {
        let [first, second] = self.pairs(rules)?;
        let args = [("first", first.into()), ("second", second.into())];
        Some(self.text("caption-teams", &args))
    }

    /// Names the colors of each team, in a game of partners.
    pub(in crate::i18n) fn pairs(self, rules: Rules) -> Option<[String; 2]> {
        let pair = |color: Color| {
            let partner = rules.mode().partner(color)?;
            Some(self.list(&[self.color(color), self.color(partner)]))
        };
        Some([pair(Color::Orange)?, pair(Color::Green)?])
    }

    /// Lists the options, other than the goal, that differ from the defaults of the mode.
    fn unusual_options(self, rules: Rules) -> Vec<String> {
        RuleOption::offered(rules.mode())
            .filter(|option| *option != RuleOption::Goal && !is_default(rules, *option))
            .map(|option| self.option_line(rules, option))
            .collect()
    }

    /// Says what each remaining player still needs to reach the goal of a race; `None` in other
    /// games.
    #[must_use]
    pub fn needed(self, view: &GameView) -> Option<String> {
        let position = view.game.position();
        let each = position.rules().captures_each()?;
        view.to_move()?;
        let lines = position.still_in().iter().map(|color| {
            let mut args = vec![
                ("color", self.color_with_emoji(color).into()),
                (
                    "captures",
                    self.captures_needed(position, color, each).into(),
                ),
            ];
            let Some(goal) = position.rules().pieces_in_front() else {
                return self.text("race-needs", &args);
            };
            let missing = goal.saturating_sub(position.in_front(color));
            args.push(("count", missing.into()));
            self.text("race-needs-or-front", &args)
        });
        let lines: Vec<_> = std::iter::once(self.text("race-title", &[]))
            .chain(lines)
            .collect();
        Some(lines.join("\n"))
    }

    /// Lists the captures that a color still needs.
    fn captures_needed(self, position: &Position, color: Color, each: u8) -> String {
        let colors = position.rules().mode().colors().iter();
        let opponents = colors.copied().filter(|other| *other != color);
        let missing = opponents.filter_map(|of| {
            let count = each.saturating_sub(position.captured(color, of));
            let args = [("count", count.into()), ("color", self.piece(of).into())];
            (count > 0).then(|| self.text("board-count", &args))
        });
        missing.collect::<Vec<_>>().join(", ")
    }
}
