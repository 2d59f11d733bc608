//! Rewriting of a store in use, to save space or to leave no trace of erased data in its file.

use crate::store::folder::Folder;
use crate::store::sled::error::refused;
use crate::store::sled::integrity::record_count::{RecordCount, length};
use crate::store::sled::opening::open_with_repairs::open_mended;
use crate::store::sled::rewrite::compact::pays_in_use;
use crate::store::sled::rewrite::copy::{CopyFailure, build, file_length};
use crate::store::sled::rewrite::erased::{erased, note_vanished};
use crate::store::sled::rewrite::swap::{Take, Unswapped, swap, sweep, take};
use crate::store::sled::values::place;
use crate::store::{CompactError, Options, SledStore, Store, StoreError};

impl SledStore {
    /// Returns whether the file may still contain traces of erased data.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn has_traces(&self) -> Result<bool, StoreError> {
        Ok(erased(self)?.is_some())
    }

    /// Returns whether the file is far larger than its content, and its content so small that
    /// commits can wait until it is rewritten.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub fn is_bloated(&self) -> Result<bool, StoreError> {
        let (path, _) = &self.home;
        let file = file_length(path).map_err(|error| refused(&error))?;
        let values = RecordCount::read(&self.db)?.values;
        // Most of the time, the content need not be read.
        if !pays_in_use(file, values, 0) {
            return Ok(false);
        }
        let mut bytes = 0;
        self.visit(&mut |table, key, stored| {
            bytes += length(&place(table, key), &stored.bytes);
        })?;
        Ok(pays_in_use(file, values, bytes))
    }

    /// Copies the database of `folder`, which must not change until [`Self::renewed`].
    pub(in crate::store) fn copy(&self, folder: &Folder) -> Result<(), CompactError> {
        let path = folder.store();
        let built = build(&self.db, &path, &mut |_| true);
        let built = built.inspect_err(|_| sweep(&path));
        built
            .map(drop)
            .map_err(|CopyFailure(reason)| CompactError::Failed { path, reason })
    }

    /// Puts the copy in the place of the database and opens it. Returns the store to continue with:
    /// this one if the copy was not put in place, `None` if neither can be opened now.
    pub(in crate::store) fn renewed(
        self,
        folder: &Folder,
        options: Options,
    ) -> (Option<Self>, Result<(), CompactError>) {
        self.renewed_by(folder, options, &mut take)
    }

    /// Renews as [`Self::renewed`] does, with `take` performing every disk access of the swap.
    pub(in crate::store::sled) fn renewed_by(
        self,
        folder: &Folder,
        options: Options,
        take: Take<'_>,
    ) -> (Option<Self>, Result<(), CompactError>) {
        let path = folder.store();
        let erased = match erased(&self) {
            Ok(erased) => erased,
            Err(error) => return (Some(self), Err(CompactError::Open(error.into()))),
        };
        match swap(&path, take) {
            Ok(()) => {}
            Err(Unswapped::Not(error)) => {
                sweep(&path);
                let CopyFailure(reason) = error.into();
                return (Some(self), Err(CompactError::Failed { path, reason }));
            }
            // The opening continues from here, or reports why it cannot.
            Err(Unswapped::Begun(error)) => {
                tracing::warn!(%error, "the new database is not in its place yet");
            }
        }
        let lock = self.lock.clone().expect("the lock of an open store");
        drop(self);
        match open_mended(folder, options, &lock) {
            Ok(opened) => {
                note_vanished(&opened.store, erased);
                (Some(opened.store), Ok(()))
            }
            Err(error) => (None, Err(error.into())),
        }
    }
}
