//! Question about the game that is meant, if several are possible.

use crate::discord::bot::Bot;
use crate::discord::interaction::custom_id::game::GameButton;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::which_rows;
use crate::i18n::Words;
use crate::service::{GameId, Refusal};

/// Returns a message that asks which game is meant, with a button for each.
pub(super) async fn ask_which(
    bot: &Bot,
    words: Words,
    mut games: Vec<GameId>,
    button: GameButton,
) -> Outgoing {
    games.sort_unstable();
    let text = words.refusal(&Refusal::WhichGame(games.clone()));
    let views = bot.service.ask(move |service| {
        let views = games.into_iter().map(|game| service.view(game));
        views.collect::<Result<Vec<_>, _>>()
    });
    let rows = views.await.map(|views| which_rows(&views, button, words));
    Outgoing::text(text)
        .without_picture()
        .rows(rows.unwrap_or_default())
}
