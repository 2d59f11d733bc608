//! Files to which results are added one by one, so that an interrupted run can continue.

use std::fs::{self, File, OpenOptions};
use std::path::Path;

use anyhow::{Context, bail};

/// Opens a file to continue it, and returns the lines already in it.
///
/// The first line describes the run; an incomplete last line is dropped.
pub(super) fn open(path: &Path, plan: &str) -> anyhow::Result<(File, Vec<String>)> {
    let text = if path.exists() {
        fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?
    } else {
        String::new()
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    let found = lines.next();
    if let Some(found) = found.filter(|found| *found != plan) {
        let path = path.display();
        bail!(
            "expected `{plan}` in the first line of `{path}`, got `{found}`; the file was \
             written with other settings: move it, or choose another place"
        );
    }
    let begun = || -> std::io::Result<File> {
        use std::io::Write as _;

        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        if found.is_none() {
            writeln!(file, "{plan}")?;
        }
        Ok(file)
    };
    let file = begun().with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok((file, lines.map(str::to_owned).collect()))
}

/// Returns a checksum that identifies learned weights, networks or policies.
pub(super) fn fingerprint(learned: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(learned))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn line_that_was_broken_off_is_written_again() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("results");
        let (_, lines) = open(&path, "plan").expect("a new file");
        assert!(lines.is_empty());
        fs::write(&path, "plan\none\ntwo\nthr").expect("file");
        let (mut file, lines) = open(&path, "plan").expect("a file");
        assert_eq!(lines, ["one", "two"]);
        writeln!(file, "three").expect("a line");
        let text = fs::read_to_string(&path).expect("file");
        assert_eq!(text, "plan\none\ntwo\nthree\n");
    }

    #[test]
    fn results_of_something_else_are_left_alone() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("results");
        open(&path, "1000 steps").expect("a new file");
        let refused = open(&path, "3000 steps").expect_err("another plan");
        let text = refused.to_string();
        assert!(
            text.starts_with("expected `3000 steps` in the first line"),
            "{text}"
        );
        assert_eq!(fs::read_to_string(&path).expect("file"), "1000 steps\n");
    }
}
