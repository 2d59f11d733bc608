//! Custom ids of every kind that messages carry: they are read the way they were when posted.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use focusbot::discord::features::admin::id::AdminId;
use focusbot::discord::features::history::id::PastId;
use focusbot::discord::features::import::id::StepId;
use focusbot::discord::features::ratings::id::StandingId;
use focusbot::discord::interaction::custom_id::game::CustomId;
use focusbot::discord::interaction::custom_id::panel::PanelId;
use focusbot::discord::interaction::custom_id::setting::SettingId;

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
