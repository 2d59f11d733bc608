//! Description of a position in words, for one person.

use serenity::all::{CreateActionRow, CreateSelectMenuOption};

use crate::discord::interaction::custom_id::buttons::LookButton;
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::custom_id::replay_cursor::ReplayCursor;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::menu;
use crate::discord::views::stepping::spoken_row;
use crate::i18n::Words;
use crate::service::{GameId, GameView};
use focus::Square;

/// Part of a position to describe in more detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    /// A rank, 0 to 7, whose squares can then be chosen.
    Rank(u8),
    /// A square, whose surroundings are described.
    Square(Square),
}

impl Focus {
    /// Parses the value of a menu: `4` or `c4`.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Ok(square) = text.parse() {
            return Some(Self::Square(square));
        }
        let number: u8 = text.parse().ok()?;
        (1..=8).contains(&number).then(|| Self::Rank(number - 1))
    }

    fn rank(self) -> u8 {
        match self {
            Self::Rank(rank) => rank,
            Self::Square(square) => square.rank(),
        }
    }
}

/// Returns a position of a game rank by rank, or a square of it with its surroundings.
pub(super) fn spoken(
    now: &GameView,
    cursor: ReplayCursor,
    focus: Option<Focus>,
    words: Words,
) -> Outgoing {
    let then = now.after(cursor.ply);
    let here = ReplayCursor {
        ply: then.game.plies().len(),
        ..cursor
    };
    let text = match focus {
        Some(Focus::Square(square)) => words.around(&then, square),
        Some(Focus::Rank(_)) | None => words.ranks(&then, now.plies()),
    };
    let mut rows = vec![
        spoken_row(now, here, words),
        ranks(now.id, here, focus, words),
    ];
    rows.extend(focus.map(|focus| squares(now.id, here, focus, words)));
    Outgoing::text(text).rows(rows).without_picture()
}

fn ranks(game: GameId, here: ReplayCursor, focus: Option<Focus>, words: Words) -> CreateActionRow {
    let options = (0..8).rev().map(|rank| {
        let value = (rank + 1).to_string();
        let option = CreateSelectMenuOption::new(words.rank_choice(rank), value);
        option.default_selection(focus.is_some_and(|focus| focus.rank() == rank))
    });
    let prompt = words.text("menu-around-rank", &[]);
    choice(LookButton::ReadRank, game, here, prompt, options.collect())
}

fn squares(game: GameId, here: ReplayCursor, focus: Focus, words: Words) -> CreateActionRow {
    let squares = Square::ALL.into_iter();
    let squares = squares.filter(|square| square.rank() == focus.rank());
    let options = squares.map(|square| {
        let option = CreateSelectMenuOption::new(square.to_string(), square.to_string());
        option.default_selection(focus == Focus::Square(square))
    });
    let prompt = words.text("menu-around-square", &[]);
    choice(
        LookButton::ReadSquare,
        game,
        here,
        prompt,
        options.collect(),
    )
}

fn choice(
    button: LookButton,
    game: GameId,
    here: ReplayCursor,
    prompt: String,
    options: Vec<CreateSelectMenuOption>,
) -> CreateActionRow {
    let id = GameButtonId::new(button, game, here.number());
    CreateActionRow::SelectMenu(menu(id, options).placeholder(prompt))
}
