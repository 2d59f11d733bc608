//! Opening a database: repaired, rebuilt or compacted if needed.

use crate::store::folder::Folder;
use crate::store::sled::SledStore;
use crate::store::sled::opening::error::OpenError;
use crate::store::sled::opening::open_locked::lock;
use crate::store::sled::opening::open_with_repairs::open_mended;
use crate::store::sled::opening::opened::Opened;
use crate::store::sled::opening::options::{Compaction, Options};
use crate::store::sled::opening::rebuild::heal;
use crate::store::sled::rewrite::compact::compact_if_it_pays;

impl SledStore {
    /// Opens the database of `folder`, or creates it if there is none, and reads all of it once
    /// unless its files are unchanged since it was closed.
    ///
    /// Data is never deleted. Damaged records are moved to a separate table; a damaged snapshot
    /// file is renamed, and opening is tried once more.
    ///
    /// # Errors
    ///
    /// Another process uses the database, a newer program has used it, it is damaged or gone, or
    /// the disk failed.
    pub fn open(folder: &Folder, options: Options) -> Result<Opened, OpenError> {
        let lock = lock(folder)?;
        let opened = heal(folder, options, &lock, open_mended(folder, options, &lock))?;
        match options.compaction {
            Compaction::Never => Ok(opened),
            Compaction::IfItPays => compact_if_it_pays(folder, opened, options, &lock),
        }
    }
}
