//! Words in which a command is answered.

use crate::discord::views::link_or_channel;
use crate::i18n::{Done, Words};
use crate::service::{GameEvent, GameId, Update, View};
use focus::Move;

/// Command, and the way its response is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandReply {
    /// Confirmation once it is done; `None` for a move.
    pub(crate) done: Option<Done>,
    /// True if the person gets a private response; false if they see the result with everybody
    /// else.
    pub(crate) is_told: bool,
    /// The game, if the command was given on a message that shows it.
    pub(crate) game: Option<GameId>,
}

impl CommandReply {
    /// Creates a command that was typed, which needs a response.
    pub(crate) fn typed(done: Option<Done>) -> Self {
        Self {
            done,
            is_told: true,
            game: None,
        }
    }

    /// Returns whether the table or board shows everybody all that the response says.
    pub(super) fn is_shown(self) -> bool {
        // These also say how to change the level, or how long the seat is kept.
        let says_more = matches!(
            self.done,
            Some(Done::SetUp { against: Some(_) } | Done::SeatOffered)
        );
        !says_more
    }

    /// Returns the text of the response.
    pub(crate) fn text(self, words: Words, update: &Update) -> String {
        match (self.done, &update.view) {
            // A table filled by computers is a game already.
            (
                Some(Done::SetUp {
                    against: Some(level),
                }),
                view,
            ) => words.set_up_with_bot(view.id(), level),
            (Some(Done::SetUp { against: None }), View::Game(game)) => {
                words.done(Done::Started, game.id)
            }
            // The game may be played elsewhere.
            (Some(Done::Joined), View::Game(game)) => {
                let link = link_or_channel(game.place, game.message);
                words.game_has_begun(&format!("[{}]({link})", game.id))
            }
            // A moderator has closed it.
            (Some(Done::Aborted), View::Table(table)) => words.table(table),
            (Some(Done::TookBack), View::Game(game)) if game.take_back.is_some() => {
                words.done(Done::TakeBackAsked, game.id)
            }
            (Some(done), view) => words.done(done, view.id()),
            (None, View::Game(game)) => {
                let plies = game.game.plies().iter().rev();
                let mut own = plies.filter(|ply| ply.mv != Move::Pass);
                let played = own.nth(answers(&game.news));
                words.played(&played.map(|ply| ply.mv.to_string()).unwrap_or_default())
            }
            (None, View::Table(_)) => String::new(),
        }
    }
}

/// Returns the number of premoves that follow the newest move of a person.
fn answers(news: &[GameEvent]) -> usize {
    let since = news.iter().rev();
    let mut moves =
        since.filter(|event| matches!(event, GameEvent::Moved { .. } | GameEvent::Premoved(_)));
    let mut count = 0;
    // The event of a premove follows that of its move.
    while let Some(GameEvent::Premoved(_)) = moves.next() {
        moves.next();
        count += 1;
    }
    count
}
