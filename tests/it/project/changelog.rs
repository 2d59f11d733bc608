//! Versions that the changelog names, compared with those in the sources.

use focusbot::store::records::KINDS;
use focusbot::store::records::format::FORMAT;

use crate::support::files::read;

#[test]
fn newest_version_says_what_it_writes_to_disk() {
    let changelog = read("CHANGELOG.md");
    let newest = changelog.split("\n## ").nth(1).expect("a version");
    let backup = version_in("src/store/backup/lines.rs");
    let postgres = version_in("src/store/postgres/schema.rs");
    let changed = KINDS.iter().filter(|kind| kind.schema > 1);
    let schemas =
        changed.map(|kind| format!("| records of `{}` | {} |\n", kind.table, kind.schema));
    let schemas = schemas.collect::<Vec<_>>().concat();
    let written = format!(
        "| data format | {FORMAT} |\n| backups | {backup} |\n{schemas}| all other records | 1 |\n\
         | PostgreSQL | {postgres} |\n"
    );
    assert!(newest.contains(&written), "expected `{written}`");
}

/// Returns the number that a file calls `VERSION`.
fn version_in(path: &str) -> u32 {
    let text = read(path);
    let (_, declared) = text.split_once("const VERSION: ").expect("a version");
    let (_, number) = declared.split_once(" = ").expect("a number");
    let (number, _) = number.split_once(';').expect("a number");
    number.parse().expect("a number")
}
