//! Explanations of disk errors for people.

use std::io::{self, ErrorKind};

/// Describes an error and a remedy, if one is known; otherwise returns the system's text.
pub(crate) fn explain(error: &io::Error) -> String {
    let advice = match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "free some space on its disk and start focusbot again"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "let the user that runs focusbot write there, or set another `data.dir`"
        }
        ErrorKind::NotADirectory => {
            "expected a folder: move what is there elsewhere, or name another folder"
        }
        _ => return error.to_string(),
    };
    // sled passes the system's text on in a form for programmers.
    format!("{}; {advice}", error.kind())
}
