//! Files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold what others wrote or what was built.
const FOREIGN: &[&str] = &["node_modules", "target", "venv"];

/// Returns the folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a text, by its path in the project or a whole path.
#[track_caller]
pub(crate) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files with an extension in a folder and the folders in it.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("readable folder") {
        let path = entry.expect("readable entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || FOREIGN.contains(&name.as_ref()) {
            continue;
        }
        if path.is_dir() {
            files.extend(self::files(&path, extension));
        } else if path.extension().is_some_and(|ending| ending == extension) {
            files.push(path);
        }
    }
    files
}
