//! Messages for the managers of a server: its settings, with menus to change them on two pages, and
//! the audit log.

use serenity::all::{self as discord, CreateActionRow, CreateSelectMenu, CreateSelectMenuKind};

use crate::discord::features::admin::id::AdminButtonId;
use crate::discord::features::admin::lists::KINDS;
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{OPTIONS, declared, in_rows, menu_option};
use crate::discord::views::setting_menu::{AUTO, setting_menu};
use crate::i18n::{Button, Language, Setting, Words};
use crate::service::{
    AuditEntry, ChannelId, ClockKind, GuildSettings, Orientation, RoleId, ThemeName, View,
};

/// Number of audit log entries on a page; with long names and lists they still fit into a message.
const ON_PAGE: usize = 8;

/// Page of the settings; all menus together are more than Discord's five rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdminPage {
    /// Language, boards, clocks, threads and replays.
    General,
    /// Lists of channels and roles.
    Lists,
}

/// Returns the question that asks for confirmation before calling a game off or closing a table.
pub(super) fn ask_abort(view: &View, words: Words) -> Outgoing {
    let id = AdminButtonId::Abort(view.id());
    let yes = declared(&id, id.face(), words);
    Outgoing::text(words.moderator_abort_question(view))
        .rows(vec![CreateActionRow::Buttons(vec![yes])])
}

/// Returns the message that shows the settings of a server and changes those of a page.
pub(super) fn guild_settings(page: AdminPage, settings: &GuildSettings, words: Words) -> Outgoing {
    let rows = match page {
        AdminPage::General => general(settings, words),
        AdminPage::Lists => lists(settings, words),
    };
    Outgoing::text(words.guild_settings(settings)).rows(rows)
}

fn general(settings: &GuildSettings, words: Words) -> Vec<CreateActionRow> {
    let languages = std::iter::once(None).chain(Language::ALL.map(Some));
    let orientations = [Orientation::Fixed, Orientation::Mover];
    let threads = match settings.in_threads {
        Some(true) => [AdminButtonId::ThreadsOff, AdminButtonId::ThreadsProposed],
        Some(false) => [AdminButtonId::ThreadsOn, AdminButtonId::ThreadsProposed],
        None => [AdminButtonId::ThreadsOn, AdminButtonId::ThreadsOff],
    };
    let replays = if settings.no_replays {
        AdminButtonId::ReplaysOn
    } else {
        AdminButtonId::ReplaysOff
    };
    let buttons = threads.iter().chain([&replays, &AdminButtonId::ShowLists]);
    let buttons = buttons.map(|id| declared(id, id.face(), words));
    vec![
        setting_menu(
            (AdminButtonId::Language, Setting::Language),
            languages.map(|language| {
                let value = language.map_or(AUTO, Language::code);
                (words.language_choice(language), value)
            }),
            settings.language.as_deref(),
            words,
        ),
        setting_menu(
            (AdminButtonId::Theme, Setting::Theme),
            ThemeName::ALL
                .iter()
                .map(|theme| (words.theme_choice(*theme), theme.name())),
            Some(settings.theme.name()),
            words,
        ),
        setting_menu(
            (AdminButtonId::Orientation, Setting::Orientation),
            orientations
                .into_iter()
                .map(|kind| (words.orientation_choice(kind), kind.name())),
            Some(settings.orientation.name()),
            words,
        ),
        clocks(settings, words),
        CreateActionRow::Buttons(buttons.collect()),
    ]
}

fn lists(settings: &GuildSettings, words: Words) -> Vec<CreateActionRow> {
    let other = AdminButtonId::Show;
    let menus = [
        (
            AdminButtonId::Channels,
            Setting::Channels,
            channels(&settings.channels),
        ),
        (AdminButtonId::Roles, Setting::Roles, roles(&settings.roles)),
        (
            AdminButtonId::Moderators,
            Setting::Moderators,
            roles(&settings.moderators),
        ),
    ];
    let most = u8::try_from(OPTIONS).unwrap_or(u8::MAX);
    let menus = menus.map(|(id, topic, kind)| {
        let menu = CreateSelectMenu::new(id.to_string(), kind)
            .placeholder(words.setting(topic))
            .min_values(0)
            .max_values(most);
        CreateActionRow::SelectMenu(menu)
    });
    let buttons = CreateActionRow::Buttons(vec![declared(&other, other.face(), words)]);
    menus.into_iter().chain([buttons]).collect()
}

/// Returns the kind of a menu of channels, in which those listed are chosen.
fn channels(listed: &[ChannelId]) -> CreateSelectMenuKind {
    let listed = listed.iter().filter(|id| **id != ChannelId::DELETED);
    CreateSelectMenuKind::Channel {
        channel_types: Some(KINDS.to_vec()),
        default_channels: Some(listed.copied().map(channel_id).collect()),
    }
}

/// Returns the kind of a menu of roles, in which those listed are chosen.
fn roles(listed: &[RoleId]) -> CreateSelectMenuKind {
    let listed = listed.iter().filter(|id| **id != RoleId::DELETED);
    CreateSelectMenuKind::Role {
        default_roles: Some(listed.map(|role| discord::RoleId::new(role.0)).collect()),
    }
}

/// Returns a menu of the kinds of clocks, with multiple choice.
fn clocks(settings: &GuildSettings, words: Words) -> CreateActionRow {
    let is_chosen = |kind| settings.clocks.is_empty() || settings.clocks.contains(&kind);
    let options = ClockKind::ALL.iter().map(|&kind| {
        let entry = words.setting_choice(Setting::Clocks, &words.clock_kind(kind));
        menu_option(entry, kind.name()).default_selection(is_chosen(kind))
    });
    let most = u8::try_from(options.len()).unwrap_or(1);
    let kind = CreateSelectMenuKind::String {
        options: options.collect(),
    };
    let menu = CreateSelectMenu::new(AdminButtonId::Clocks.to_string(), kind)
        .placeholder(words.setting(Setting::Clocks))
        .max_values(most);
    CreateActionRow::SelectMenu(menu)
}

/// Returns a page of the audit log, counted from 0, with buttons to the adjacent pages.
pub(super) fn audit(entries: &[AuditEntry], page: u16, words: Words) -> Outgoing {
    let pages = entries.len().div_ceil(ON_PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let shown: Vec<_> = entries
        .iter()
        .skip(page * ON_PAGE)
        .take(ON_PAGE)
        .cloned()
        .collect();
    let turn = |to: usize, label| {
        let to = u16::try_from(to).unwrap_or(u16::MAX);
        let id = AdminButtonId::Audit(to);
        declared(&id, id.face(), words).label(words.button(label))
    };
    let newer = (page > 0).then(|| turn(page - 1, Button::Newer));
    let older = (page + 1 < pages).then(|| turn(page + 1, Button::Older));
    let buttons = newer.into_iter().chain(older).collect();
    Outgoing::text(words.audit(&shown, page + 1, pages)).rows(in_rows(&[buttons]))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{AdminPage, guild_settings};
    use crate::discord::rest::message::CONTENT_LIMIT;
    use crate::discord::views::button_rows::ROWS;
    use crate::i18n::{Language, Words};
    use crate::service::{ChannelId, ClockKind, GuildSettings, RoleId};

    #[test]
    fn pages_fit_with_the_longest_lists() {
        let number = 1_400_000_000_000_000_000;
        let settings = GuildSettings {
            channels: (number..).take(25).map(ChannelId).collect(),
            roles: (number..).take(25).map(RoleId).collect(),
            moderators: (number..).take(25).map(RoleId).collect(),
            clocks: vec![ClockKind::PerMove, ClockKind::Bank],
            ..GuildSettings::default()
        };
        for words in Language::ALL.map(Words::new) {
            let text = words.guild_settings(&settings);
            assert!(text.chars().count() <= CONTENT_LIMIT, "{text}");
            let rows = [AdminPage::General, AdminPage::Lists].map(|page| {
                let message = guild_settings(page, &settings, words);
                let json = serde_json::to_value(message).expect("json");
                json["components"].as_array().expect("rows").clone()
            });
            assert!(rows.iter().all(|rows| rows.len() <= ROWS));
            let buttons = rows[0].last().expect("a row of buttons");
            assert!(buttons["components"].as_array().expect("buttons").len() <= 5);
            for row in &rows[1][..3] {
                let menu = &row["components"][0];
                assert_eq!(menu["default_values"].as_array().map(Vec::len), Some(25));
                assert_eq!(menu["min_values"], 0);
                assert_eq!(menu["max_values"], 25);
            }
        }
    }

    #[test]
    fn every_choice_names_its_setting() {
        for words in Language::ALL.map(Words::new) {
            let settings = GuildSettings::default();
            let message = guild_settings(AdminPage::General, &settings, words);
            let json = serde_json::to_value(message).expect("json");
            for row in &json["components"].as_array().expect("rows")[..4] {
                let menu = &row["components"][0];
                let name = menu["placeholder"].as_str().expect("a name");
                for option in menu["options"].as_array().expect("options") {
                    let label = option["label"].as_str().expect("a label");
                    assert!(label.starts_with(name), "{name}: {label}");
                }
            }
        }
    }

    #[test]
    fn menus_choose_what_is_listed() {
        let settings = GuildSettings {
            channels: vec![ChannelId(7)],
            moderators: vec![RoleId(9)],
            ..GuildSettings::default()
        };
        let message = guild_settings(AdminPage::Lists, &settings, Words::new(Language::English));
        let json = serde_json::to_value(message).expect("json");
        let menu = |row: usize| &json["components"][row]["components"][0];
        assert_eq!(
            menu(0)["default_values"],
            json!([{"id": "7", "type": "channel"}])
        );
        assert_eq!(menu(1).get("default_values"), None);
        assert_eq!(
            menu(2)["default_values"],
            json!([{"id": "9", "type": "role"}])
        );
    }

    #[test]
    fn menus_do_not_choose_what_stands_for_deleted_entries() {
        let settings = GuildSettings {
            channels: vec![ChannelId::DELETED],
            roles: vec![RoleId::DELETED],
            ..GuildSettings::default()
        };
        let message = guild_settings(AdminPage::Lists, &settings, Words::new(Language::English));
        let json = serde_json::to_value(message).expect("json");
        for row in 0..2_usize {
            let menu = &json["components"][row]["components"][0];
            assert_eq!(menu.get("default_values"), None);
        }
    }
}
