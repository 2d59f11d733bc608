//! Messages of a running game: board, turn, and news.
//!
//! They are text with an attached picture, although tables and most other messages are made of
//! components, whose accent color could say whose turn it is. The picture says that: it fills the
//! panel of the player to move with that player's color. Text is what a board needs most:
//!
//! - The mention in it notifies the player. Discord documents that components can mention people,
//!   but not which part of them a notification shows.
//! - Many edits of a board are about offers, clocks or computers that think, and leave the attached
//!   picture alone. A picture in components would have to be sent again with each of them.
//! - Where the bot can only answer, an edit turns the older message into the next board. A message
//!   keeps its form, so a game begun in one form would continue in both.

use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::rest::Outgoing;
use crate::discord::rest::message::Picture;
use crate::discord::views::button_rows;
use crate::discord::views::stepping::{self, BoardSide};
use crate::i18n::{Words, plain};
use crate::service::{GameId, GameView, PersonId, PersonalView};
use focus::{Color, Direction};

/// Discord's limit for the name of a thread, in characters.
const THREAD_NAME: usize = 100;

/// Returns the message that shows a game, still without its picture. It mentions the person whose
/// turn has just begun, or those who can claim a time that has just run out.
#[must_use]
pub fn board(view: &GameView, words: Words, note: Option<&str>) -> Outgoing {
    let mut text = words.caption(view);
    if let Some(note) = note {
        text.push('\n');
        text.push_str(note);
    }
    let in_words = words.board_text_after(&text, view);
    Outgoing::text(text)
        .rows(button_rows::game_rows(view, words))
        .calling(view.called())
        .or_in_words(in_words)
}

/// Returns a board that one person looks at, with that person's premoves.
#[must_use]
pub fn private_board(
    (person, personal): (PersonId, &PersonalView),
    words: Words,
    picture: Picture,
    turn: BoardSide,
) -> Outgoing {
    let (view, premoves) = (&personal.view, &personal.premoves);
    let mut rows = stepping::look_rows(view, turn, words);
    if !premoves.lines.is_empty() {
        rows.extend(button_rows::premove_rows(view, premoves, None, words));
    }
    let text = words.caption_for_one(view, person, premoves);
    Outgoing::text(text).rows(rows).picture(picture)
}

/// Returns a message that follows a game. It mentions nobody.
#[must_use]
pub fn watched(view: &GameView, words: Words) -> Outgoing {
    let text = words.watched(view, view.plies());
    let in_words = words.board_text_after(&text, view);
    Outgoing::text(text)
        .rows(button_rows::watch_rows(view, words))
        .or_in_words(in_words)
}

/// Returns a position of a game that one person steps through.
#[must_use]
pub fn stop(
    now: &GameView,
    then: &GameView,
    words: Words,
    picture: Picture,
    down: Direction,
    turned: Direction,
) -> Outgoing {
    let here = ReplayCursor {
        ply: then.game.plies().len(),
        down,
    };
    let rows = stepping::stop_rows(now, here, turned, words);
    Outgoing::text(words.watched(then, now.plies()))
        .rows(rows)
        .picture(picture)
}

/// Returns the file name of a follower's picture.
#[must_use]
pub fn watched_name(view: &GameView) -> String {
    format!("watch-{}-{}-{}.png", view.id.0, view.steps, view.plies())
}

/// Returns `true` if this is the file name of a follower's picture.
#[must_use]
pub fn is_watched_name(file_name: &str) -> bool {
    file_name.starts_with("watch-")
}

/// Returns the file name of a game's picture. It changes with every step, because a client may show
/// a cached picture for a name it knows.
#[must_use]
pub fn file_name(view: &GameView) -> String {
    format!("focus-{}-{}.png", view.id.0, view.steps)
}

/// Returns the game of a picture with this file name, and its step; `None` for the step of a
/// replay, which shows all of them.
#[must_use]
pub fn shown_by(file_name: &str) -> Option<(GameId, Option<u32>)> {
    let (name, _) = file_name.split_once('.')?;
    let mut parts = name.split('-');
    let (kind, game) = (parts.next()?, GameId(parts.next()?.parse().ok()?));
    match kind {
        "focus" | "hint" | "watch" => Some((game, Some(parts.next()?.parse().ok()?))),
        "replay" => Some((game, None)),
        _ => None,
    }
}

/// Returns the number of plies before the position in a picture with this file name, if the name
/// tells it; a replay ends with that position.
#[must_use]
pub fn plies_shown_by(file_name: &str) -> Option<usize> {
    let (name, _) = file_name.split_once('.')?;
    let (rest, number) = name.rsplit_once('-')?;
    let number: usize = number.parse().ok()?;
    match rest.split_once('-')?.0 {
        "watch" | "replay" => Some(number),
        // That of the move that follows.
        "moment" => number.checked_sub(1),
        _ => None,
    }
}

/// Returns the name of a game's own thread.
#[must_use]
pub fn thread_name(view: &GameView, words: Words) -> String {
    let name = |color: Color| {
        view.player(color)
            .map(|player| plain(&words.player(player)))
    };
    let names: Vec<_> = Color::ALL.into_iter().filter_map(name).collect();
    let full = format!("FOCUS {} · {}", view.id, names.join(" – "));
    full.chars().take(THREAD_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::{plies_shown_by, shown_by};
    use crate::service::GameId;

    #[test]
    fn every_picture_of_a_game_says_which_it_shows() {
        let of = |step| Some((GameId(12), step));
        assert_eq!(shown_by("focus-12-7.png"), of(Some(7)));
        assert_eq!(shown_by("watch-12-7-5.png"), of(Some(7)));
        assert_eq!(shown_by("replay-12-1-40.gif"), of(None));
        for other in ["record-12-7.png", "focus-12.png", "focus-x-7.png", "focus"] {
            assert_eq!(shown_by(other), None, "{other}");
        }
    }

    #[test]
    fn picture_of_an_earlier_position_says_how_many_plies_led_to_it() {
        assert_eq!(plies_shown_by("watch-12-7-5.png"), Some(5));
        assert_eq!(plies_shown_by("replay-12-1-40.gif"), Some(40));
        assert_eq!(plies_shown_by("moment-12-3.png"), Some(2));
        for other in ["focus-12-7.png", "report-12.png", "moment-12-0.png", "x"] {
            assert_eq!(plies_shown_by(other), None, "{other}");
        }
    }
}
