//! Custom ids of every kind that messages carry: they are read the way they were when posted.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use focusbot::discord::features::admin::id::AdminButtonId;
use focusbot::discord::features::history::id::HistoryButtonId;
use focusbot::discord::features::import::id::{ImportAction, ImportButtonId};
use focusbot::discord::features::ratings::id::RatingsButtonId;
use focusbot::discord::interaction::custom_id::game::{GameAction, GameButtonId};
use focusbot::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use focusbot::discord::interaction::custom_id::setting::SettingButtonId;
use focusbot::service::game::ended::imports::ImportId;
use focusbot::service::{GameId, SetupPreferences};

/// Table of posted ids and their meanings, separated by a tab. Rows are added, and no id
/// is changed.
const POSTED: &str = include_str!("../../data/custom_ids.txt");

#[test]
fn every_posted_id_is_read_as_before_by_one_kind_alone() {
    let rows: Vec<_> = POSTED.lines().collect();
    assert!(rows.len() > 130, "a table of ids");
    for row in rows {
        check(row);
    }
}

#[test]
fn every_button_without_fields_has_a_row() {
    let rows: BTreeSet<_> = POSTED.lines().map(button).collect();
    let games =
        GameAction::plain().map(|action| GameButtonId::new(action, GameId(12), 345).to_string());
    let panel = PanelPart::plain().map(|part| {
        let preferences = SetupPreferences::default();
        PanelButtonId { part, preferences }.to_string()
    });
    let imports = ImportAction::plain().map(|step| {
        let (import, cursor) = (ImportId(9), 0);
        let id = ImportButtonId {
            step,
            import,
            cursor,
        };
        id.to_string()
    });
    let ids = games.chain(panel).chain(imports);
    let ids = ids.chain(RatingsButtonId::plain().map(|id| id.to_string()));
    let ids = ids.chain(SettingButtonId::plain().map(|id| id.to_string()));
    for id in ids.chain(AdminButtonId::plain().map(|id| id.to_string())) {
        assert!(rows.contains(&button(&id)), "no row for `{id}`");
    }
}

/// Returns the prefix and the token of an id, at the beginning of a row.
fn button(row: &str) -> (&str, &str) {
    let mut segments = row.split([':', '\t']);
    let mut next = || segments.next().unwrap_or_default();
    (next(), next())
}

#[track_caller]
fn check(row: &str) {
    let (text, meaning) = row.split_once('\t').unwrap_or((row, ""));
    let readings = [
        read::<GameButtonId>(text),
        read::<RatingsButtonId>(text),
        read::<HistoryButtonId>(text),
        read::<ImportButtonId>(text),
        read::<PanelButtonId>(text),
        read::<SettingButtonId>(text),
        read::<AdminButtonId>(text),
    ];
    let readings: Vec<_> = readings.into_iter().flatten().collect();
    assert_eq!(readings, [(text.to_owned(), meaning.to_owned())]);
}

/// Returns the spelling and the meaning of an id of this kind.
fn read<T: FromStr + Display + Debug>(text: &str) -> Option<(String, String)> {
    let id = text.parse::<T>().ok()?;
    Some((id.to_string(), format!("{id:?}")))
}
