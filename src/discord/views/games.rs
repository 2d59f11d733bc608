//! List of a person's games, and the buttons below it.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::interaction::custom_id::buttons::{LookButton, PlayButton};
use crate::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use crate::discord::interaction::custom_id::request_buttons::TableRequestButton;
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::discord::views::button_rows::{OPTIONS, ROWS, button, in_rows, menu, menu_option};
use crate::discord::views::help::no_games_row;
use crate::i18n::{Button, Words};
use crate::service::{GameId, GameSummary};

/// Returns the list of a person's tables and games; without any, it offers ways to begin.
pub(crate) fn list_of_games(games: &[GameSummary], words: Words) -> Outgoing {
    if games.is_empty() {
        let row = CreateActionRow::Buttons(no_games_row(words));
        return Outgoing::text(words.games(games)).rows(vec![row]);
    }
    Outgoing::text(words.games(games)).rows(rows(games, words))
}

/// Returns a row for each of the first games, which wait for the person, and a menu of the others.
fn rows(games: &[GameSummary], words: Words) -> Vec<CreateActionRow> {
    let shown = if games.len() > ROWS { ROWS - 1 } else { ROWS };
    let (first, others) = games.split_at(games.len().min(shown));
    let rows: Vec<_> = first.iter().map(|game| game_row(game, words)).collect();
    let mut rows = in_rows(&rows);
    let options: Vec<_> = others
        .iter()
        .take(OPTIONS)
        .map(|game| menu_option(words.game_choice(game), game.id.0.to_string()))
        .collect();
    if !options.is_empty() {
        let id = GameButtonId::new(LookButton::Choose, GameId(0), 0);
        let menu = menu(id, options).placeholder(words.text("menu-game", &[]));
        rows.push(CreateActionRow::SelectMenu(menu));
    }
    rows
}

/// Returns the buttons of a game: the pending action of the person, the board, and a link to its
/// message. The first one names the game.
fn game_row(game: &GameSummary, words: Words) -> Vec<CreateButton> {
    let mut buttons: Vec<(GameButton, Button, ButtonStyle)> = Vec::new();
    if game.begun {
        if game.your_turn {
            buttons.push((PlayButton::Move.into(), Button::Move, ButtonStyle::Primary));
        }
        let look = LookButton::Board.into();
        buttons.push((look, Button::Look, ButtonStyle::Secondary));
    } else if game.your_turn {
        buttons.push((
            TableRequestButton::Join.into(),
            Button::Accept,
            ButtonStyle::Success,
        ));
    }
    let name = |is_first, label| {
        let label = words.button(label);
        if is_first {
            format!("{} · {label}", game.id)
        } else {
            label
        }
    };
    let mut row = Vec::new();
    for (button, label, style) in buttons {
        let id = GameButtonId::new(button, game.id, game.steps);
        row.push(self::button(id, name(row.is_empty(), label), style));
    }
    if let Some(link) = views::link(game.place, game.message) {
        let label = name(row.is_empty(), Button::GoThere);
        row.push(CreateButton::new_link(link).label(label));
    }
    row
}
