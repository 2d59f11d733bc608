//! Snapshot files, and moving damaged ones aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Returns the snapshot files of a database folder.
pub(in crate::store::sled) fn snapshots(path: &Path) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("snap."))
    });
    Ok(files)
}

/// Renames the snapshot files, and returns their new paths.
pub(super) fn move_snapshots(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut moved = Vec::new();
    for snapshot in snapshots(path)? {
        let name = snapshot.file_name().unwrap_or_default().to_string_lossy();
        let mut aside = path.join(format!("damaged-{name}"));
        for number in 2.. {
            if !aside.try_exists()? {
                break;
            }
            aside.set_file_name(format!("damaged-{name}-{number}"));
        }
        fs::rename(&snapshot, &aside)?;
        moved.push(aside);
    }
    Ok(moved)
}
