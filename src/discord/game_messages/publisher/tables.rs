//! Messages of tables.

use crate::discord::bot::Bot;
use crate::discord::game_messages::delivery::not_shown::NotSent;
use crate::discord::game_messages::delivery::{self, MessageContent, Sending, find_unrecorded};
use crate::discord::game_messages::publisher::recording::{called, shown};
use crate::discord::interaction::error::BotError;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::views;
use crate::service::{
    Announcement, MessageForm, MessageId, PersonId, Place, TableState, TableView, ThemeName, View,
};

/// Returns the message that shows a table, in this form.
pub(crate) async fn table_message(
    bot: &Bot,
    table: &TableView,
    theme: ThemeName,
    form: MessageForm,
) -> Result<Outgoing, BotError> {
    let words = bot
        .languages
        .words_among(table.place, &table.languages)
        .await;
    let words = bot.emojis.shown_in(words);
    let message = views::table(table, words).in_form(form);
    // Text has no place for a small picture.
    if table.state != TableState::Open || form == MessageForm::Text {
        return Ok(message);
    }
    Ok(message.picture(bot.drawing.table(table, theme, words).await?))
}

/// Shows the current state of a table: by an edit of the existing message, or by a new one; then
/// mentions the guests invited in the meantime.
pub(super) async fn show_table(
    bot: &Bot,
    mut table: Box<TableView>,
    announce: Announcement,
    theme: ThemeName,
    sending: Sending<'_, '_>,
) -> Result<(), NotSent> {
    let place = table.place;
    if let (Announcement::Edit, Some(id)) = (announce, table.message) {
        match edit_table(bot, &table, id, theme, sending.read).await {
            Err(failure) if failure.asks_for_new(true) => {}
            other => {
                other?;
                return record_and_call(bot, table, id, sending).await;
            }
        }
    }
    let message = table_message(bot, &table, theme, MessageForm::Components).await?;
    let message = message.as_of(sending.read);
    let id = if let Some((found, form)) = find_unrecorded::find_table(bot, &table).await? {
        table.form = form;
        delivery::edit_public(bot, table.id, place, found, &message.in_form(form)).await?;
        found
    } else {
        let message = message
            .calling(views::invited(&table))
            .once(name_of(&table));
        let shown = MessageContent {
            game: table.id,
            place,
            old: table.message.map(|old| (old, table.form)),
        };
        let sent = delivery::send_public(bot, shown, &message, sending).await?;
        table.form = sent.form(MessageForm::Components, table.form);
        sent.id()
    };
    record_and_call(bot, table, id, sending).await
}

/// Edits the message that shows a table, whose state was read after this time.
pub(super) async fn edit_table(
    bot: &Bot,
    table: &TableView,
    message: MessageId,
    theme: ThemeName,
    read: std::time::Instant,
) -> Result<(), NotSent> {
    let change = table_message(bot, table, theme, table.form).await?;
    let change = change.as_of(read);
    delivery::edit_public(bot, table.id, table.place, message, &change).await
}

/// Returns the name under which the message of a table is posted only once. The number alone is not
/// enough: a store that has gone back gives it again.
fn name_of(table: &TableView) -> String {
    format!("{}-{}-{}", table.id.0, table.version, table.created.0)
}

/// Records that a message shows a table, and mentions the guests who have not been mentioned yet.
async fn record_and_call(
    bot: &Bot,
    table: Box<TableView>,
    message: MessageId,
    sending: Sending<'_, '_>,
) -> Result<(), NotSent> {
    let to_call = (!table.uncalled.is_empty()).then(|| table.clone());
    shown(bot, View::Table(table), message).await?;
    let Some(table) = to_call else {
        return Ok(());
    };
    let game = table.id;
    let now = bot.service.ask(move |service| service.view(game)).await?;
    // Some may have sat down or declined meanwhile, or the game may have begun.
    let View::Table(now) = now else {
        return Ok(());
    };
    let still = |guest: &PersonId| now.uncalled.contains(guest);
    let guests: Vec<_> = table.uncalled.iter().copied().filter(still).collect();
    if guests.is_empty() || now.state != TableState::Open {
        return Ok(());
    }
    call_guests(bot, table, guests, message, sending).await
}

/// Mentions guests of a table that a message shows.
async fn call_guests(
    bot: &Bot,
    table: Box<TableView>,
    guests: Vec<PersonId>,
    message: MessageId,
    sending: Sending<'_, '_>,
) -> Result<(), NotSent> {
    let (game, place) = (table.id, table.place);
    let words = bot.languages.words_among(place, &table.languages).await;
    let host = table.host().map_or("", |host| host.name.as_str());
    let link = views::link(place, Some(message)).unwrap_or_default();
    let call = Outgoing::text(words.table_call(host, &guests, &link))
        .calling(guests)
        .as_of(sending.read)
        .once(name_of(&table) + "-call");
    let content = MessageContent {
        game,
        place,
        old: None,
    };
    let sent = match delivery::send_public(bot, content, &call, sending).await {
        Ok(sent) => Some(sent.id()),
        Err(failure) if may_be_sent(&failure, place) => {
            tracing::warn!(%game, %failure, "guests may not have been called");
            None
        }
        Err(failure) => return Err(failure),
    };
    Ok(called(bot, table, sent).await?)
}

/// Returns whether a message may have been sent by a token although the request failed. Discord
/// would not recognize a duplicate, as it does by the nonce of a message to a channel.
fn may_be_sent(failure: &NotSent, place: Place) -> bool {
    let error = match failure {
        NotSent::Token(error) => error,
        NotSent::Rest(error) if place.is_visited() => error,
        NotSent::Rest(_)
        | NotSent::Gone(_)
        | NotSent::Locked(_)
        | NotSent::Lost(_)
        | NotSent::NoToken
        | NotSent::Early(_)
        | NotSent::Other(_) => return false,
    };
    matches!(error, RestError::GaveUp(_) | RestError::Unreadable(_))
}
