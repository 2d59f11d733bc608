//! Custom ids of every kind that messages carry: they are read the way they were when posted.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use focusbot::discord::features::admin::id::AdminId;
use focusbot::discord::features::history::id::PastId;
use focusbot::discord::features::import::id::{ImportAction, StepId};
use focusbot::discord::features::ratings::id::StandingId;
use focusbot::discord::interaction::custom_id::game::{CustomId, GameAction};
use focusbot::discord::interaction::custom_id::panel::{PanelId, PanelPart};
use focusbot::discord::interaction::custom_id::setting::SettingId;
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
        GameAction::plain().map(|action| CustomId::new(action, GameId(12), 345).to_string());
    let panel = PanelPart::plain().map(|part| {
        let preferences = SetupPreferences::default();
        PanelId { part, preferences }.to_string()
    });
    let imports = ImportAction::plain().map(|step| {
        let (import, cursor) = (ImportId(9), 0);
        let id = StepId {
            step,
            import,
            cursor,
        };
        id.to_string()
    });
    let ids = games.chain(panel).chain(imports);
    let ids = ids.chain(StandingId::plain().map(|id| id.to_string()));
    let ids = ids.chain(SettingId::plain().map(|id| id.to_string()));
    for id in ids.chain(AdminId::plain().map(|id| id.to_string())) {
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
        read::<CustomId>(text),
        read::<StandingId>(text),
        read::<PastId>(text),
        read::<StepId>(text),
        read::<PanelId>(text),
        read::<SettingId>(text),
        read::<AdminId>(text),
    ];
    let readings: Vec<_> = readings.into_iter().flatten().collect();
    assert_eq!(readings, [(text.to_owned(), meaning.to_owned())]);
}

/// Returns the spelling and the meaning of an id of this kind.
fn read<T: FromStr + Display + Debug>(text: &str) -> Option<(String, String)> {
    let id = text.parse::<T>().ok()?;
    Some((id.to_string(), format!("{id:?}")))
}
