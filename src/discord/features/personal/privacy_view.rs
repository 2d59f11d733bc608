//! Messages about the data of a person: privacy policy, terms, export and deletion.

use serenity::all::{CreateActionRow, CreateButton};

use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::declared;
use crate::i18n::{LegalDocument, Words};

/// Returns the privacy policy or the terms, with buttons for the other and for the person's data.
pub(super) fn document(document: LegalDocument, words: Words) -> Outgoing {
    let (other, id) = match document {
        LegalDocument::Privacy => (LegalDocument::Terms, SettingButtonId::Terms),
        LegalDocument::Terms => (LegalDocument::Privacy, SettingButtonId::Privacy),
    };
    let buttons = vec![
        button(id, words).label(words.document_title(other)),
        button(SettingButtonId::Export, words),
        button(SettingButtonId::Erase, words),
    ];
    Outgoing::page(
        words.document_title(document),
        document.text(words.language()),
    )
    .rows(vec![CreateActionRow::Buttons(buttons)])
}

/// Returns the question that asks for confirmation before deleting everything; `games` is the
/// number of running games.
pub(super) fn erase_question(games: usize, words: Words) -> Outgoing {
    let sure = button(SettingButtonId::EraseForSure, words);
    let export = button(SettingButtonId::Export, words);
    Outgoing::text(words.erase_question(games))
        .rows(vec![CreateActionRow::Buttons(vec![sure, export])])
}

fn button(id: SettingButtonId, words: Words) -> CreateButton {
    declared(&id, id.face(), words)
}
