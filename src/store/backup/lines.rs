//! Lines of a backup.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::store::{Lineage, Revision};

/// Version of the backup's text format, separate from that of the data in it.
pub(crate) const VERSION: u32 = 1;
/// Beginning of the last line.
pub(crate) const END: &[u8] = b"{\"end\":";

/// First line of a backup.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) focusbot_backup: u32,
    pub(crate) format: u32,
    pub(crate) created: String,
}

/// Line with one value; either `schema` and `record` are present, or `raw` is.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackupLine {
    pub(crate) table: String,
    pub(crate) key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) raw: Option<String>,
}

/// Last line of a backup.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trailer {
    pub(crate) end: BackupEnd,
}

/// Content of the last line: properties of all lines before it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackupEnd {
    pub(crate) records: u64,
    pub(crate) crc32: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lineage: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) commits: Option<u64>,
}

impl BackupEnd {
    /// Returns the history the backup belongs to, and its last commit there.
    pub(crate) fn place(&self) -> Option<(Lineage, Revision)> {
        let lineage = self.lineage.as_deref()?.parse().ok()?;
        Some((lineage, Revision(self.commits?)))
    }
}
