//! Messages for the managers of a server: its settings, with menus to change them, and the audit
//! log.

use serenity::all::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use crate::discord::features::admin::id::AdminId;
use crate::discord::rest::Outgoing;
use crate::discord::views::buttons::declared;
use crate::discord::views::setting_menu::{AUTO, setting_menu};
use crate::i18n::{Language, Setting, Words};
use crate::service::{AuditEntry, ClockKind, GuildSettings, Orientation, Theme, View};

/// Number of audit log entries on a page; with long names and lists they still fit into a message.
const ON_PAGE: usize = 8;

/// Returns the question that asks for confirmation before calling a game off or closing a table.
#[must_use]
pub(super) fn call_off(view: &View, words: Words) -> Outgoing {
    let id = AdminId::Abort(view.id());
    let yes = declared(&id, id.face(), words);
    Outgoing::text(words.call_off_question(view)).rows(vec![CreateActionRow::Buttons(vec![yes])])
}

/// Returns the message that shows and changes the settings of a server.
#[must_use]
pub(super) fn guild_settings(settings: &GuildSettings, words: Words) -> Outgoing {
    let languages = std::iter::once(None).chain(Language::ALL.map(Some));
    let orientations = [Orientation::Fixed, Orientation::Mover];
    let threads: &[_] = match settings.in_threads {
        Some(true) => &[AdminId::ThreadsOff],
        Some(false) => &[AdminId::ThreadsOn],
        None => &[AdminId::ThreadsOn, AdminId::ThreadsOff],
    };
    let replays = if settings.no_replays {
        AdminId::ReplaysOn
    } else {
        AdminId::ReplaysOff
    };
    let buttons = threads.iter().chain([&replays]);
    let buttons = buttons.map(|id| declared(id, id.face(), words));
    let rows = vec![
        setting_menu(
            (AdminId::Language.to_string(), Setting::Language),
            languages.map(|language| {
                let value = language.map_or(AUTO, Language::code);
                (words.language_choice(language), value)
            }),
            settings.language.as_deref(),
            words,
        ),
        setting_menu(
            (AdminId::Theme.to_string(), Setting::Theme),
            Theme::ALL
                .iter()
                .copied()
                .map(|theme| (words.theme_choice(Some(theme)), theme.name())),
            Some(settings.theme.name()),
            words,
        ),
        setting_menu(
            (AdminId::Orientation.to_string(), Setting::Orientation),
            orientations
                .into_iter()
                .map(|kind| (words.orientation_choice(Some(kind)), kind.name())),
            Some(settings.orientation.name()),
            words,
        ),
        clocks(settings, words),
        CreateActionRow::Buttons(buttons.collect()),
    ];
    Outgoing::text(words.guild_settings(settings)).rows(rows)
}

/// Returns a menu of the kinds of clocks, with multiple choice.
fn clocks(settings: &GuildSettings, words: Words) -> CreateActionRow {
    let is_chosen = |kind| settings.clocks.is_empty() || settings.clocks.contains(&kind);
    let options = ClockKind::ALL.iter().map(|&kind| {
        CreateSelectMenuOption::new(words.clock_kind(kind), kind.name())
            .default_selection(is_chosen(kind))
    });
    let most = u8::try_from(options.len()).unwrap_or(1);
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let menu = CreateSelectMenu::new(AdminId::Clocks.to_string(), kind)
        .placeholder(words.setting(Setting::Clocks))
        .max_values(most);
    CreateActionRow::SelectMenu(menu)
}

/// Returns a page of the audit log, counted from 0, with buttons to the adjacent pages.
#[must_use]
pub(super) fn audit(entries: &[AuditEntry], page: u16, words: Words) -> Outgoing {
    let pages = entries.len().div_ceil(ON_PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let shown: Vec<_> = entries
        .iter()
        .skip(page * ON_PAGE)
        .take(ON_PAGE)
        .cloned()
        .collect();
    let turn = |to: usize, label: &str| {
        let to = u16::try_from(to).unwrap_or(u16::MAX);
        let id = AdminId::Audit(to);
        declared(&id, id.face(), words).label(label)
    };
    let newer = (page > 0).then(|| turn(page - 1, "◀"));
    let older = (page + 1 < pages).then(|| turn(page + 1, "▶"));
    let buttons: Vec<_> = newer.into_iter().chain(older).collect();
    let message = Outgoing::text(words.audit(&shown, page + 1, pages));
    if buttons.is_empty() {
        return message;
    }
    message.rows(vec![CreateActionRow::Buttons(buttons)])
}
