//! The pages of the rules and the practice game.

use crate::i18n::Words;
use crate::service::GameId;
use focus::{Game, Mode, Move, Rules, Square};

/// What a page of the rules is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Who plays, the board and the set-up.
    Board,
    /// The round in which pieces are only placed.
    FirstRound,
    /// What can be done in a turn.
    Slide,
    /// Towers, and leaving a part behind.
    Tower,
    /// What becomes of a stack that is too high.
    Five,
    /// Pieces in hand.
    Hand,
    /// What wins, and who is out.
    Goal,
    /// Draws and choices.
    Options,
    /// How moves are written.
    Notation,
    /// What good players look for.
    Tips,
}

/// A task of the practice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// Cover an enemy's piece.
    Slide,
    /// Move a whole tower.
    Tower,
    /// Leave a part behind that is one's own.
    Split,
    /// Push pieces out of a stack.
    Capture,
    /// Play a piece from hand.
    Reserve,
}

impl Topic {
    /// The topics of a mode, in the order of the pages.
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
    pub const ALL: [Self; 5] = [
        Self::Slide,
        Self::Tower,
        Self::Split,
        Self::Capture,
        Self::Reserve,
    ];

    /// The task of a number, from 1.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.number() == number)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The task after it.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }
}

impl Words {
    /// The heading of a page of rules.
    #[must_use]
    pub fn rules_heading(self, mode: Mode, page: u8, pages: usize) -> String {
        let args = [
            ("mode", self.mode(mode).into()),
            ("page", page.into()),
            ("pages", pages.into()),
        ];
        self.text("rules-title", &args)
    }

    /// The rules of a mode on one subject.
    #[must_use]
    pub fn rules_topic(self, mode: Mode, topic: Topic) -> String {
        if topic == Topic::Notation {
            return self.notation(mode);
        }
        self.sections(topic_sections(mode, topic))
    }

    /// How the moves of a mode are written, and nothing that never occurs in it.
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

    /// What a game is played by, besides the rules of its mode.
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

    /// What the picture of a page shows; `last` is the move that led to it, `chosen` the golden
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

    /// The heading of a task.
    #[must_use]
    pub fn lesson_heading(self, task: Task) -> String {
        let args = [
            ("number", task.number().into()),
            ("of", Task::ALL.len().into()),
        ];
        self.text("lesson-title", &args)
    }

    /// What the practice game is for, before its first task.
    #[must_use]
    pub fn lesson_aim(self) -> String {
        self.text("lesson-aim", &[])
    }

    /// What is to be done.
    #[must_use]
    pub fn task(self, task: Task) -> String {
        let id = match task {
            Task::Slide => "lesson-slide",
            Task::Tower => "lesson-tower",
            Task::Split => "lesson-split",
            Task::Capture => "lesson-capture",
            Task::Reserve => "lesson-reserve",
        };
        self.text(id, &[])
    }

    /// That it is done, and what came of it.
    #[must_use]
    pub fn task_right(self, task: Task) -> String {
        let id = match task {
            Task::Slide => "lesson-slide-right",
            Task::Tower => "lesson-tower-right",
            Task::Split => "lesson-split-right",
            Task::Capture => "lesson-capture-right",
            Task::Reserve => "lesson-reserve-right",
        };
        self.text(id, &[])
    }

    /// That a move does something else, and what to look for.
    #[must_use]
    pub fn task_wrong(self, task: Task, mv: Move) -> String {
        let id = match task {
            Task::Slide => "lesson-slide-wrong",
            Task::Tower => "lesson-tower-wrong",
            Task::Split => "lesson-split-wrong",
            Task::Capture => "lesson-capture-wrong",
            Task::Reserve => "lesson-reserve-wrong",
        };
        self.text(id, &[("move", mv.to_string().into())])
    }

    /// That all tasks are done, and what to do next.
    #[must_use]
    pub fn lesson_done(self) -> String {
        self.text("lesson-done", &[])
    }

    /// A position that belongs to no game anybody plays, for a picture's alt text, with the golden
    /// square and those in frames.
    #[must_use]
    pub fn example_alt(self, game: &Game, chosen: Option<Square>, framed: &[Square]) -> String {
        self.alt_text_of_after(&self.marks(chosen, framed), game)
    }

    fn sections(self, ids: &[&str]) -> String {
        let sections: Vec<_> = ids.iter().map(|id| self.text(id, &[])).collect();
        sections.join("\n")
    }
}

/// The messages that make a page.
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
        // Put together with the letters of the mode.
        (Topic::Notation, _) => &[],
        (Topic::Tips, Mode::Partners) => &["rules-tips", "rules-tips-partners"],
        (Topic::Tips, Mode::Duel | Mode::ThreeWay | Mode::FreeForAll) => &["rules-tips"],
    }
}
