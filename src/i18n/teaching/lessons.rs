//! Pages of the rules and the practice game.

use strum::{IntoStaticStr, VariantArray};

use crate::i18n::Words;
use crate::service::GameId;
use focus::{Game, Mode, Move, Rules, Square};

/// Topic of a page of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Players, board and setup.
    Board,
    /// Round in which pieces are only placed.
    FirstRound,
    /// Moves in a turn.
    Slide,
    /// Towers, and leaving part of one behind.
    Tower,
    /// Stacks that are too high.
    Five,
    /// Pieces in hand.
    Hand,
    /// Goal, and elimination of players.
    Goal,
    /// Draws and options.
    Options,
    /// Notation of moves.
    Notation,
    /// Tips for good play.
    Tips,
}

/// Task of the practice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Task {
    /// Cover an enemy piece.
    Slide,
    /// Move a whole tower.
    Tower,
    /// Leave behind a part that one controls.
    Split,
    /// Push pieces out of a stack.
    Capture,
    /// Play a piece from hand.
    Reserve,
}

impl Topic {
    /// Returns the topics of a mode, in the order of the pages.
    #[must_use]
    pub const fn of(mode: Mode) -> &'static [Self] {
        match mode {
            Mode::ThreeWay => &[
                Self::Board,
                Self::FirstRound,
                Self::Slide,
                Self::Tower,
                Self::Five,
                Self::Hand,
                Self::Goal,
                Self::Options,
                Self::Notation,
                Self::Tips,
            ],
            Mode::Duel | Mode::Partners | Mode::FreeForAll => &[
                Self::Board,
                Self::Slide,
                Self::Tower,
                Self::Five,
                Self::Hand,
                Self::Goal,
                Self::Options,
                Self::Notation,
                Self::Tips,
            ],
        }
    }
}

impl Task {
    /// Every task, in order.
    pub const ALL: [Self; Self::VARIANTS.len()] =
        *Self::VARIANTS.first_chunk().expect("all variants");

    /// Returns the task with this number, counted from 1.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.number() == number)
    }

    /// Returns the number of the task, counted from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the next task.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }
}

impl Words {
    /// Returns the heading of a page of the rules.
    #[must_use]
    pub fn rules_heading(self, mode: Mode, page: u8, pages: usize) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("page", page.into()),
            ("pages", pages.into()),
        ];
        self.text("rules-title", &args)
    }

    /// Explains a topic of the rules of a mode.
    #[must_use]
    pub fn rules_topic(self, mode: Mode, topic: Topic) -> String {
        if topic == Topic::Notation {
            return self.notation(mode);
        }
        self.sections(topic_sections(mode, topic))
    }

    /// Explains the notation of the moves that occur in a mode.
    fn notation(self, mode: Mode) -> String {
        let (before, after): (&[_], &[_]) = match mode {
            Mode::Duel => (
                &["rules-notation", "rules-notation-exchange"],
                &["rules-notation-suffix-duel"],
            ),
            Mode::Partners => (
                &["rules-notation", "rules-notation-pass"],
                &["rules-notation-suffix", "rules-notation-partners"],
            ),
            Mode::ThreeWay | Mode::FreeForAll => (
                &["rules-notation", "rules-notation-pass"],
                &["rules-notation-suffix"],
            ),
        };
        let letters = self.letters(mode.colors());
        [self.sections(before), letters, self.sections(after)].join("\n")
    }

    /// Lists the options of a game, in addition to the rules of its mode.
    #[must_use]
    pub fn rules_in_force(self, game: GameId, rules: &Rules) -> String {
        let options = self.options(rules);
        let game = game.to_string().into();
        if options.is_empty() {
            return self.text("rules-in-force-standard", &[("game", game)]);
        }
        let args = [("game", game), ("options", options.into())];
        self.text("rules-in-force", &args)
    }

    /// Describes the picture of a page; `last` is the move that led to it, `chosen` the golden
    /// square.
    #[must_use]
    pub fn rules_picture(
        self,
        topic: Topic,
        last: Option<Move>,
        chosen: Option<Square>,
    ) -> Option<String> {
        let id = match topic {
            Topic::Board => "rules-picture-board",
            Topic::FirstRound => "rules-picture-round",
            Topic::Slide => "rules-picture-slide",
            Topic::Tower => "rules-picture-tower",
            Topic::Five => "rules-picture-five",
            Topic::Hand => "rules-picture-hand",
            Topic::Goal => "rules-picture-goal",
            Topic::Options | Topic::Notation | Topic::Tips => return None,
        };
        let mv = last.map(|mv| mv.to_string()).unwrap_or_default();
        let square = chosen.map(|square| square.to_string()).unwrap_or_default();
        Some(self.text(id, &[("move", mv.into()), ("square", square.into())]))
    }

    /// Returns the heading of a task.
    #[must_use]
    pub fn lesson_heading(self, task: Task) -> String {
        let args = [
            ("number", task.number().into()),
            ("of", Task::ALL.len().into()),
        ];
        self.text("lesson-title", &args)
    }

    /// Describes a task.
    #[must_use]
    pub fn task(self, task: Task) -> String {
        self.text(&format!("lesson-{}", <&str>::from(task)), &[])
    }

    /// Says that a task is done, and what the move achieved.
    #[must_use]
    pub fn task_right(self, task: Task) -> String {
        self.text(&format!("lesson-{}-right", <&str>::from(task)), &[])
    }

    /// Says that a move does something else, and what to look for.
    #[must_use]
    pub fn task_wrong(self, task: Task, mv: Move) -> String {
        let id = format!("lesson-{}-wrong", <&str>::from(task));
        self.text(&id, &[("move", mv.to_string().into())])
    }

    /// Returns the alt text of an example position without players, with the golden square and the
    /// framed ones.
    #[must_use]
    pub fn example_alt(self, game: &Game, chosen: Option<Square>, framed: &[Square]) -> String {
        self.alt_text_of_after(&self.marks(chosen, framed), game)
    }

    fn sections(self, ids: &[&str]) -> String {
        let sections: Vec<_> = ids.iter().map(|id| self.text(id, &[])).collect();
        sections.join("\n")
    }
}

/// Returns the ids of the messages of a page.
const fn topic_sections(mode: Mode, topic: Topic) -> &'static [&'static str] {
    match (topic, mode) {
        (Topic::Board, Mode::Duel) => &["rules-duel-start", "rules-board"],
        (Topic::Board, Mode::ThreeWay) => &["rules-three-way-start", "rules-board"],
        (Topic::Board, Mode::Partners) => &["rules-partners-start", "rules-board"],
        (Topic::Board, Mode::FreeForAll) => &["rules-free-for-all-start", "rules-board"],
        (Topic::FirstRound, _) => &["rules-first-round"],
        (Topic::Slide, _) => &["rules-turn"],
        (Topic::Tower, _) => &["rules-split"],
        (Topic::Five, Mode::Partners) => &["rules-five-partners"],
        (Topic::Five, Mode::Duel | Mode::ThreeWay | Mode::FreeForAll) => &["rules-five"],
        (Topic::Hand, _) => &["rules-hand", "rules-unable"],
        (Topic::Goal, Mode::Duel) => &["rules-duel-goal"],
        (Topic::Goal, Mode::ThreeWay) => &["rules-three-way-goal"],
        (Topic::Goal, Mode::Partners) => &["rules-partners-goal"],
        (Topic::Goal, Mode::FreeForAll) => &["rules-free-for-all-goal"],
        (Topic::Options, Mode::Duel) => &["rules-draw", "rules-duel-options"],
        (Topic::Options, Mode::ThreeWay) => &["rules-draw", "rules-three-way-options"],
        (Topic::Options, Mode::Partners) => &["rules-draw", "rules-partners-options"],
        (Topic::Options, Mode::FreeForAll) => &["rules-draw", "rules-free-for-all-options"],
        // Assembled by `notation`, with the letters of the mode.
        (Topic::Notation, _) => &[],
        (Topic::Tips, Mode::Partners) => &["rules-tips", "rules-tips-partners"],
        (Topic::Tips, Mode::Duel | Mode::ThreeWay | Mode::FreeForAll) => &["rules-tips"],
    }
}
