//! Texts beside boards and at tables.

mod endings;
mod news;
mod tables;

use focus::{Color, Game, Mode, Rules};
use focus_engine::Level;
use focusbot::i18n::{Language, Words};
use focusbot::service::{
    Computer, GameId, GameView, Member, MessageForm, Person, TableKind, TableState, TableView,
    Teams, Timestamp,
};

use super::limits::check_complete;
use super::sample;

#[track_caller]
pub(super) fn check_text(text: &str, limit: usize) {
    check_complete(text, limit);
    assert!(
        !text
            .lines()
            .any(|line| line.trim() != line || line.is_empty()),
        "blanks: {text:?}"
    );
}

#[track_caller]
fn check(view: &GameView, expected: &[&str]) {
    let caption = Words::new(Language::English).caption(view);
    assert_eq!(caption.lines().collect::<Vec<_>>(), expected);
}

fn duel() -> Game {
    Game::new(Rules::new(Mode::Duel), Color::Orange)
}

fn table(kind: TableKind, rules: Rules) -> TableView {
    TableView {
        id: GameId(12),
        place: sample::PLACE,
        parent: None,
        kind,
        uncalled: Vec::new(),
        asked: Vec::new(),
        state: TableState::Open,
        rules,
        people: vec![Person {
            id: sample::person(Color::Orange),
            name: "Ann".to_owned(),
        }],
        languages: Vec::new(),
        computers: vec![Computer {
            level: Level::Expert,
            is_partner: false,
        }],
        teams: (rules.mode() == Mode::Partners).then(|| Teams {
            members: [
                vec![Member::Person(sample::person(Color::Orange))],
                vec![Member::Computer(0)],
            ],
            can_change: true,
        }),
        colors: None,
        in_thread: true,
        time: None,
        is_private: false,
        rematch_of: None,
        start: None,
        rated: true,
        created: Timestamp(0),
        expires: Timestamp(1_800_000_000_000),
        message: None,
        form: MessageForm::Components,
        version: 1,
    }
}
