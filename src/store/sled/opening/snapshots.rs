//! Snapshot files: removing unfinished ones, and moving damaged ones aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Extension of a snapshot file `snap.<position>.generating` while it is written.
///
/// Source: `pagecache/snapshot.rs` of sled 0.34.7.
const UNFINISHED: &str = "generating";

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

/// Removes the snapshot files that a killed process left half written.
///
/// sled renames a snapshot that is complete, and removes the one before it only then, so that
/// nothing is in these files alone; but it would read them, and fail. One that was written to its
/// end stays.
pub(super) fn remove_unfinished_snapshots(path: &Path) -> io::Result<()> {
    for snapshot in snapshots(path)? {
        let is_unfinished = snapshot.extension().is_some_and(|end| end == UNFINISHED);
        if is_unfinished && !is_sound(&snapshot)? {
            tracing::debug!(?snapshot, "removing a snapshot that was not finished");
            fs::remove_file(&snapshot)?;
        }
    }
    Ok(())
}

/// Renames the damaged snapshot files, and returns their new paths.
///
/// A sound one stays, even if the database cannot be read with it: without it, sled may overwrite
/// everything in the data file.
pub(super) fn move_damaged_snapshots(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut moved = Vec::new();
    for snapshot in snapshots(path)? {
        if is_sound(&snapshot)? {
            continue;
        }
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

/// Returns whether the checksum of a snapshot file matches.
///
/// Layout: the content, its length in eight bytes, its CRC-32 in four bytes, little-endian.
/// Source: `pagecache/snapshot.rs` of sled 0.34.7.
fn is_sound(snapshot: &Path) -> io::Result<bool> {
    let bytes = fs::read(snapshot)?;
    if let Some((rest, checksum)) = bytes.split_last_chunk::<4>()
        && let Some((content, _)) = rest.split_last_chunk::<8>()
    {
        let checksum = u32::from_le_bytes(*checksum);
        return Ok(!content.is_empty() && crc32fast::hash(content) == checksum);
    }
    Ok(false)
}
