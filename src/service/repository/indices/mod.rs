//! Keys of records, and the index entries that follow from a record.

pub(crate) mod entries;
pub(crate) mod keys;

pub(crate) use entries::{can_be_idle, entries, update};
pub(crate) use keys::{
    due, game_key, game_of, games_in, games_of, games_on, history_of, import_key, import_of,
    imports_of, moment_of, plain_mark, superseded_key, superseded_of, watch_key, watch_of,
};
