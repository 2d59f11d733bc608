//! Imported games, and their records.

use crate::service::model::game::ImportedGame;
use crate::service::repository::persistent::Persistent;
use crate::store::records::ImportRecord;

impl Persistent for ImportedGame {
    type Record = ImportRecord;

    fn from_record(record: ImportRecord) -> Self {
        Self(record.text)
    }

    fn to_record(&self) -> ImportRecord {
        let text = self.0.clone();
        ImportRecord { text }
    }
}
