//! Messages about the data of a person: privacy policy, terms, export and deletion.

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::discord::rest::Outgoing;
use crate::i18n::{DataButton, LegalDocument, Words};

/// Returns the privacy policy or the terms, with buttons for the other and for the person's data.
pub(super) fn document(document: LegalDocument, words: Words) -> Outgoing {
    let (other, id) = match document {
        LegalDocument::Privacy => (LegalDocument::Terms, SettingButtonId::Terms),
        LegalDocument::Terms => (LegalDocument::Privacy, SettingButtonId::Privacy),
    };
    let buttons = vec![
        button(id, words.document_title(other), ButtonStyle::Secondary),
        data_button(SettingButtonId::Export, DataButton::Export, words),
        data_button(SettingButtonId::Erase, DataButton::Erase, words),
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
    let sure = data_button(
        SettingButtonId::EraseForSure,
        DataButton::EraseForSure,
        words,
    );
    let export = data_button(SettingButtonId::Export, DataButton::Export, words);
    Outgoing::text(words.erase_question(games))
        .rows(vec![CreateActionRow::Buttons(vec![sure, export])])
}

fn data_button(id: SettingButtonId, kind: DataButton, words: Words) -> CreateButton {
    let style = match kind {
        DataButton::Export => ButtonStyle::Secondary,
        DataButton::Erase | DataButton::EraseForSure => ButtonStyle::Danger,
    };
    button(id, words.data_button(kind), style)
}

fn button(id: SettingButtonId, label: String, style: ButtonStyle) -> CreateButton {
    CreateButton::new(id.to_string()).label(label).style(style)
}
