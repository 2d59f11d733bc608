//! Messages of tables.

use crate::discord::board::delivery::not_shown::NotSent;
use crate::discord::board::delivery::{self, MessageContent, Sending, search};
use crate::discord::board::publisher::recording::shown;
use crate::discord::bot::Bot;
use crate::discord::interaction::error::BotError;
use crate::discord::rest::Outgoing;
use crate::discord::views;
use crate::service::{Announcement, MessageForm, TableState, TableView, Theme, View};

/// Returns the message that shows a table, in this form.
pub(crate) async fn table_message(
    bot: &Bot,
    table: &TableView,
    theme: Theme,
    form: MessageForm,
) -> Result<Outgoing, BotError> {
    let words = bot
        .languages
        .words_among(table.place, &table.languages)
        .await;
    let message = views::table(table, words).in_form(form);
    // Text has no place for a small picture.
    if table.state != TableState::Open || form == MessageForm::Text {
        return Ok(message);
    }
    Ok(message.picture(bot.drawing.table(table, theme, words).await?))
}

pub(super) async fn show_table(
    bot: &Bot,
    mut table: Box<TableView>,
    announce: Announcement,
    theme: Theme,
    sending: Sending<'_, '_>,
) -> Result<(), NotSent> {
    let place = table.place;
    if let (Announcement::Edit, Some(id)) = (announce, table.message) {
        let change = table_message(bot, &table, theme, table.form).await?;
        let change = change.as_of(sending.read);
        match delivery::edit_public(bot, table.id, place, id, &change).await {
            Err(failure) if failure.asks_for_new(true) => {}
            other => {
                other?;
                return Ok(shown(bot, View::Table(table), id).await?);
            }
        }
    }
    let message = table_message(bot, &table, theme, MessageForm::Components).await?;
    let message = message.as_of(sending.read);
    let id = if let Some((found, form)) = search::find_table(bot, &table).await? {
        table.form = form;
        delivery::edit_public(bot, table.id, place, found, &message.in_form(form)).await?;
        found
    } else {
        let message = message
            .calling(views::invited(&table))
            .once(format!("{}-{}", table.id.0, table.version));
        let shown = MessageContent {
            game: table.id,
            place,
            old: table.message.map(|old| (old, table.form)),
        };
        let sent = delivery::send_public(bot, shown, &message, sending).await?;
        table.form = sent.form(MessageForm::Components, table.form);
        sent.id()
    };
    Ok(shown(bot, View::Table(table), id).await?)
}
