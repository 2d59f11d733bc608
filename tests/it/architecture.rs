//! The table of layers in `src/lib.rs`, held against what the sources name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each layer and the layers it may name, as the table in `src/lib.rs` has them.
const LAYERS: &[(&str, &[&str])] = &[
    ("metrics", &[]),
    ("store", &["metrics"]),
    ("service", &["store"]),
    ("i18n", &["service"]),
    ("discord", &["metrics", "store", "service", "i18n"]),
];

/// Modules above all layers, which may name everything.
const ABOVE: &[&str] = &["cli", "config", "lib", "main"];

/// Layers that may be asynchronous.
const ASYNC: &[&str] = &["discord"];

#[test]
fn layers_name_only_what_their_row_allows() {
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(allowed) = allowed(&source.layer) else {
            continue;
        };
        for named in source.layers_named() {
            if named != source.layer && !allowed.contains(&named.as_str()) {
                wrong.push(format!("{}: names `{named}`", source.path.display()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "layers are crossed:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn only_discord_is_asynchronous() {
    let mut wrong = Vec::new();
    for source in sources() {
        let may = ASYNC.contains(&source.layer.as_str()) || ABOVE.contains(&source.layer.as_str());
        if !may && (source.code.contains(".await") || source.code.contains("async ")) {
            wrong.push(source.path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "asynchronous outside discord: {wrong:?}");
}

#[test]
fn rules_are_pure() {
    let forbidden = [
        "std::fs",
        "std::io",
        "std::time",
        "std::net",
        "std::env",
        "serde",
        "rand::",
    ];
    let mut wrong = Vec::new();
    for source in sources_in("crates/focus/src") {
        for word in forbidden.iter().filter(|word| source.code.contains(**word)) {
            wrong.push(format!("{}: {word}", source.path.display()));
        }
    }
    assert!(wrong.is_empty(), "rules reach outside: {wrong:?}");
}

#[test]
fn every_module_has_a_row_in_the_table() {
    let layers: BTreeSet<_> = sources().into_iter().map(|source| source.layer).collect();
    let known: BTreeSet<_> = LAYERS
        .iter()
        .map(|(layer, _)| *layer)
        .chain(ABOVE.iter().copied())
        .collect();
    let unknown: Vec<_> = layers
        .iter()
        .filter(|layer| !known.contains(layer.as_str()))
        .collect();
    assert!(unknown.is_empty(), "no row for {unknown:?}");
}

#[test]
fn table_in_the_crate_documentation_is_the_one_enforced() {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    let mut documented = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("//! | [`")) {
        let cells: Vec<_> = line
            .trim_start_matches("//! |")
            .split('|')
            .map(str::trim)
            .collect();
        let layer = cells[0].trim_matches(['[', '`', ']']);
        let may: Vec<_> = cells[2].split(", ").filter(|name| *name != "–").collect();
        documented.insert(layer.to_owned(), may.join(", "));
    }
    let enforced: BTreeMap<_, _> = LAYERS
        .iter()
        .map(|(layer, may)| ((*layer).to_owned(), may.join(", ")))
        .collect();
    assert_eq!(documented, enforced);
}

#[test]
fn check_sees_grouped_and_plain_imports() {
    let code = "use crate::{notation::MoveText, store};\nlet x = crate::i18n::Words;";
    assert_eq!(
        layers_in(code),
        ["notation", "store", "i18n"].map(String::from).into()
    );
    let nested = "use focusbot::service::api::view::{View};
use focusbot::service::api::ids;\nuse crate::{\n    render::{Scene, theme},\n    rules::*,\n};";
    assert_eq!(
        layers_in(nested),
        ["service", "render", "rules"].map(String::from).into()
    );
}

struct Source {
    path: PathBuf,
    layer: String,
    code: String,
}

impl Source {
    fn layers_named(&self) -> BTreeSet<String> {
        layers_in(&self.code)
    }
}

/// The first path segment after every `crate::`, in groups too.
fn layers_in(code: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => named.extend(first_segments(group)),
            None => named.extend(identifier(rest)),
        }
    }
    named
}

/// The first segments of the items of a group, up to its closing brace.
fn first_segments(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut item_begins = true;
    let mut segments = Vec::new();
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => item_begins = true,
            letter if letter.is_whitespace() => {}
            _ if item_begins && depth == 0 => {
                segments.extend(identifier(&group[at..]));
                item_begins = false;
            }
            _ => {}
        }
    }
    segments
}

fn identifier(text: &str) -> Option<String> {
    let end = text.find(|letter: char| letter != '_' && !letter.is_alphanumeric());
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

fn allowed(layer: &str) -> Option<&'static [&'static str]> {
    LAYERS
        .iter()
        .find(|(name, _)| *name == layer)
        .map(|(_, allowed)| *allowed)
}

fn sources() -> Vec<Source> {
    sources_in("src")
}

fn sources_in(folder: &str) -> Vec<Source> {
    let src = root().join(folder);
    let mut sources = Vec::new();
    collect(&src, &src, &mut sources);
    assert!(sources.len() > LAYERS.len(), "sources are found");
    sources
}

fn collect(src: &Path, folder: &Path, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("readable source folder") {
        let path = entry.expect("readable entry").path();
        if path.is_dir() {
            collect(src, &path, sources);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let inside = path.strip_prefix(src).expect("path below src");
        let first = inside.iter().next().expect("a file name").to_string_lossy();
        let layer = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).expect("readable source");
        sources.push(Source {
            path,
            layer,
            code: without_comments(&text),
        });
    }
}

fn without_comments(text: &str) -> String {
    let code = text
        .lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    code.collect::<Vec<_>>().join("\n")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
