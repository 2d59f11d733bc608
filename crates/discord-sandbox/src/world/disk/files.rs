//! Bytes of attachments, and the signed URLs they are served at.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use ring::hmac::{self, HMAC_SHA256, Key, Tag};

use crate::world::snowflake::Id;

/// Lifetime of a signed URL: a day, as on Discord.
const ADDRESS_MS: u64 = 24 * 60 * 60 * 1_000;

/// Attachments by id, in memory or in a folder.
#[derive(Debug)]
pub(crate) enum Files {
    Memory(HashMap<Id, Vec<u8>>),
    Folder(PathBuf),
}

impl Files {
    /// Keeps files beside the journal in `folder`, or in memory without a folder.
    pub(crate) fn new(folder: Option<&Path>) -> Self {
        folder.map_or_else(
            || Self::Memory(HashMap::new()),
            |folder| Self::Folder(files_folder(folder)),
        )
    }

    /// Stores the bytes of an attachment.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub(crate) fn keep(&mut self, id: Id, bytes: Vec<u8>) -> io::Result<()> {
        match self {
            Self::Memory(files) => {
                files.insert(id, bytes);
                Ok(())
            }
            Self::Folder(folder) => fs::write(folder.join(id.to_string()), bytes),
        }
    }

    /// Returns the bytes of an attachment, or `None` if it is gone.
    pub(crate) fn read(&self, id: Id) -> Option<Vec<u8>> {
        match self {
            Self::Memory(files) => files.get(&id).cloned(),
            Self::Folder(folder) => fs::read(folder.join(id.to_string())).ok(),
        }
    }

    /// Removes an attachment.
    pub(crate) fn forget(&mut self, id: Id) {
        match self {
            Self::Memory(files) => {
                files.remove(&id);
            }
            // A file left behind only costs disk space.
            Self::Folder(folder) => drop(fs::remove_file(folder.join(id.to_string()))),
        }
    }
}

/// Returns the folder of the attachments in the folder of a world.
pub(crate) fn files_folder(folder: &Path) -> PathBuf {
    folder.join("files")
}

/// Returns the query that makes `path` readable from `now_ms` on: expiry, time of issue and
/// signature.
pub(crate) fn sign(secret: &str, path: &str, now_ms: u64) -> String {
    let (expires, issued) = ((now_ms + ADDRESS_MS) / 1_000, now_ms / 1_000);
    let signature = HEXLOWER.encode(derived(secret, &signed_text(path, expires, issued)).as_ref());
    format!("ex={expires:x}&is={issued:x}&hm={signature}&")
}

/// Returns whether [`sign`] made the query for this path and it has not expired.
pub(crate) fn is_signed(secret: &str, path: &str, query: &[(String, String)], now_ms: u64) -> bool {
    let part = |name: &str| {
        query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    };
    let number = |name| part(name).and_then(|text| u64::from_str_radix(text, 16).ok());
    let (Some(expires), Some(issued), Some(signature)) = (number("ex"), number("is"), part("hm"))
    else {
        return false;
    };
    let Ok(signature) = HEXLOWER_PERMISSIVE.decode(signature.as_bytes()) else {
        return false;
    };
    let text = signed_text(path, expires, issued);
    now_ms / 1_000 < expires && hmac::verify(&key(secret), text.as_bytes(), &signature).is_ok()
}

/// Returns 32 bytes derived from a text, which cannot be guessed without the secret.
pub(crate) fn derived(secret: &str, text: &str) -> Tag {
    hmac::sign(&key(secret), text.as_bytes())
}

fn signed_text(path: &str, expires: u64, issued: u64) -> String {
    format!("{path}?{expires:x}.{issued:x}")
}

fn key(secret: &str) -> Key {
    Key::new(HMAC_SHA256, secret.as_bytes())
}

/// Returns the file name as Discord stores it: spaces become underscores; characters other than
/// ASCII letters, digits, `_`, `-` and `.` are dropped.
pub(crate) fn sanitized(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|letter| if letter == ' ' { '_' } else { letter })
        .filter(|letter| letter.is_ascii_alphanumeric() || "_-.".contains(*letter))
        .collect();
    let clean = clean.trim_start_matches('.');
    match clean {
        "" => "unknown".to_owned(),
        _ => clean.to_owned(),
    }
}

/// Returns the content type for the extension of a file name.
pub(crate) fn content_type(name: &str) -> Option<&'static str> {
    let extension = name.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(match extension.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "txt" | "log" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        _ => return None,
    })
}

/// Returns whether a file is of a kind: `audio`, `image`, `video`, or an extension such as `.txt`.
pub(crate) fn is_of_kind(name: &str, kind: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let extensions: &[&str] = match kind {
        "audio" => &[".mp3", ".ogg", ".wav", ".flac", ".m4a"],
        "image" => &[".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif"],
        "video" => &[".mp4", ".webm", ".mov"],
        _ => return name.ends_with(&kind.to_ascii_lowercase()),
    };
    extensions.iter().any(|extension| name.ends_with(extension))
}

/// Returns the content type of a picture, by its first bytes.
pub(crate) fn picture_type(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', ..] => "image/webp",
        _ => "image/avif",
    }
}

/// Returns width and height of a PNG or a GIF, read from its header.
pub(crate) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let be = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let le = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?).into());
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((be(16)?, be(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some((le(6)?, le(8)?));
    }
    None
}
