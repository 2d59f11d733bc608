//! Custom ids of every kind that messages carry: they are read the way they were when posted.

use std::collections::BTreeSet;

use focusbot::discord::dispatch::button_id::ButtonId;
use focusbot::discord::features::admin::id::AdminButtonId;
use focusbot::discord::features::import::id::{ImportButton, ImportButtonId};
use focusbot::discord::features::ratings::id::RatingsButtonId;
use focusbot::discord::interaction::custom_id::game::{GameButton, GameButtonId};
use focusbot::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use focusbot::discord::interaction::custom_id::setting::SettingButtonId;

/// Table of posted ids and their meanings, separated by a tab. Rows are added, and no id is
/// changed; a row is removed only if no released version has posted it.
const POSTED: &str = include_str!("../../data/custom_ids.txt");

/// Table of texts that are similar to ids but belong to no button.
const FOREIGN: &str = include_str!("../../data/foreign_ids.txt");

#[test]
fn every_posted_id_is_read_as_before_by_one_kind_alone() {
    let rows: Vec<_> = POSTED.lines().collect();
    assert!(rows.len() > 130, "a table of ids");
    for row in rows {
        check(row);
    }
}

#[test]
fn no_kind_reads_a_foreign_id() {
    assert!(FOREIGN.lines().count() > 80, "a table of texts");
    for text in FOREIGN.lines().chain([""]) {
        let read = ButtonId::readings(text).flatten().next();
        assert!(read.is_none(), "{text}: {read:?}");
    }
}

#[test]
fn every_kind_and_every_button_without_fields_has_a_row() {
    let rows: BTreeSet<_> = POSTED.lines().map(button).collect();
    for kind in 0..ButtonId::readings("").count() {
        let read = |row| ButtonId::readings(halves(row).0).nth(kind).flatten();
        let id = POSTED.lines().find_map(read);
        let id = id.unwrap_or_else(|| panic!("no row for kind {kind}"));
        for id in without_fields(&id) {
            assert!(rows.contains(&button(&id)), "no row for `{id}`");
        }
    }
}

/// Returns the ids of buttons without fields of the same kind.
fn without_fields(id: &ButtonId) -> Vec<String> {
    match id {
        ButtonId::Game(id) => {
            let buttons = GameButton::plain();
            let ids = buttons.map(|button| GameButtonId { button, ..*id }.to_string());
            ids.collect()
        }
        ButtonId::Panel(id) => {
            let ids = PanelPart::plain().map(|part| {
                let preferences = id.preferences.clone();
                PanelButtonId { part, preferences }.to_string()
            });
            ids.collect()
        }
        ButtonId::Import(id) => {
            let steps = ImportButton::plain();
            let ids = steps.map(|step| ImportButtonId { step, ..*id }.to_string());
            ids.collect()
        }
        ButtonId::Ratings(_) => RatingsButtonId::plain().map(|id| id.to_string()).collect(),
        ButtonId::Personal(_) => SettingButtonId::plain().map(|id| id.to_string()).collect(),
        ButtonId::Admin(_) => AdminButtonId::plain().map(|id| id.to_string()).collect(),
        // All have fields.
        ButtonId::History(_) => Vec::new(),
    }
}

/// Returns the id and the meaning of a row.
fn halves(row: &str) -> (&str, &str) {
    row.split_once('\t').unwrap_or((row, ""))
}

/// Returns the prefix and the token of an id, at the beginning of a row.
fn button(row: &str) -> (&str, &str) {
    let mut segments = row.split([':', '\t']);
    let mut next = || segments.next().unwrap_or_default();
    (next(), next())
}

#[track_caller]
fn check(row: &str) {
    let (text, meaning) = halves(row);
    let readings = ButtonId::readings(text).flatten();
    let readings: Vec<_> = readings.map(|id| format!("{id:?}")).collect();
    assert_eq!(readings, [meaning], "{text}");
    // Discord takes no longer ones.
    assert!(text.len() <= 100, "{text}");
}
