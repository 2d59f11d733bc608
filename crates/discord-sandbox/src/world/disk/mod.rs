//! World on disk: journal, files, creation and loading.

pub(crate) mod files;
pub(crate) mod journal;
pub(crate) mod open;
pub(crate) mod seed;
