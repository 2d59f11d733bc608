//! Source files of the project, and the names in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::support::files::{files, read, root};

/// Source file.
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// First path segment below the folder that was read.
    pub(super) top: String,
    /// Code without comments.
    pub(super) code: String,
    /// Paths in the crate that the code names, without `crate`.
    pub(super) paths: BTreeSet<String>,
}

impl Source {
    pub(super) fn new(path: PathBuf, top: &str, text: &str) -> Source {
        let code = text
            .lines()
            .map(|line| line.split_once("//").map_or(line, |(code, _)| code));
        let code = code.collect::<Vec<_>>().join("\n");
        Source {
            path,
            top: top.to_owned(),
            paths: paths_in(&code),
            code,
        }
    }

    /// Returns the first path segment after every occurrence of a path.
    pub(super) fn named_after(&self, path: &str) -> BTreeSet<String> {
        let path = path.strip_prefix("crate::").expect("a path of the crate");
        let rest = self
            .paths
            .iter()
            .filter_map(|named| named.strip_prefix(path));
        rest.filter_map(identifier).collect()
    }

    pub(super) fn names_crate(&self, name: &str) -> bool {
        let path = format!("{name}::");
        let mut found = self.code.match_indices(&path);
        found.any(|(at, _)| {
            let before = self.code[..at].chars().next_back();
            before.is_none_or(|letter| letter != ':' && letter != '_' && !letter.is_alphanumeric())
        })
    }

    /// Returns the names of the types that other files can name.
    pub(super) fn visible_types(&self) -> BTreeSet<String> {
        let items = self.code.lines().filter_map(|line| {
            let item = line.trim_start().strip_prefix("pub")?;
            match item.strip_prefix('(') {
                Some(scoped) => scoped.split_once(')').map(|(_, item)| item),
                None => Some(item),
            }
        });
        items.filter_map(declared_type).collect()
    }

    /// Returns the names of the types that other crates can name.
    pub(super) fn public_types(&self) -> BTreeSet<String> {
        let lines = self.code.lines().map(str::trim_start);
        let items = lines.filter_map(|line| line.strip_prefix("pub "));
        items.filter_map(declared_type).collect()
    }

    /// Returns the names of all types that the code declares.
    pub(super) fn types(&self) -> BTreeSet<String> {
        let words = self.code.split_whitespace();
        let next = words.clone().skip(1);
        let items = words.zip(next).map(|(kind, name)| format!("{kind} {name}"));
        items.filter_map(|item| declared_type(&item)).collect()
    }

    /// Returns the paths in the crate that code of this file names, without `crate`: also those
    /// that begin at its own module, and those of reexported names that it uses itself.
    pub(super) fn paths_from_here(&self, code: &str) -> BTreeSet<String> {
        let (own, children) = (self.own_prefix(), words_after("mod ", code));
        let code = without_declarations(&without_scopes(code));
        let mut paths = BTreeSet::new();
        let mut words = BTreeSet::new();
        let mut rest = code.as_str();
        while let Some(at) = rest.find(is_of_identifier) {
            rest = &rest[at..];
            let first = identifier(rest).expect("an identifier");
            rest = &rest[first.len()..];
            words.insert(first.clone());
            let Some(mut path) = rest.strip_prefix("::") else {
                continue;
            };
            let mut prefix = match first.as_str() {
                "crate" => String::new(),
                "self" => own.clone(),
                "super" => parent(&own),
                child if children.contains(child) => format!("{own}{child}::"),
                _ => {
                    // The names in it are not those of modules here.
                    rest = add_paths("", path, &mut BTreeSet::new());
                    continue;
                }
            };
            while let Some(above) = path.strip_prefix("super::") {
                (prefix, path) = (parent(&prefix), above);
            }
            rest = add_paths(&prefix, path, &mut paths);
        }
        for (name, path) in self.reexports() {
            if words.contains(name.trim_start_matches(&own)) {
                paths.insert(path);
            }
        }
        paths
    }

    /// Returns the beginning of the paths of what the module contains.
    fn own_prefix(&self) -> String {
        match self.module().as_str() {
            "lib" | "main" => String::new(),
            module => format!("{module}::"),
        }
    }

    /// Returns the paths of the names that the module reexports, each with the path of its
    /// definition.
    pub(super) fn reexports(&self) -> BTreeMap<String, String> {
        let own = self.own_prefix();
        let mut reexports = BTreeMap::new();
        for (_, path) in self.code.split(';').filter_map(reexport) {
            let file = self.path.display();
            assert!(
                !path.contains(" as "),
                "{file}: this check reads no aliases"
            );
            let (prefix, path) = match path.split_once("::") {
                Some(("crate", path)) => ("", path),
                Some(("self", path)) => (own.as_str(), path),
                _ => (own.as_str(), path),
            };
            let mut paths = BTreeSet::new();
            add_paths(prefix, path, &mut paths);
            for path in paths {
                let name = path.rsplit("::").next().unwrap_or_default();
                reexports.insert(format!("{own}{name}"), path);
            }
        }
        reexports
    }

    /// Returns the path of the module in its crate.
    pub(super) fn module(&self) -> String {
        let path = self.path.to_string_lossy();
        let (_, path) = path.rsplit_once("/src/").expect("a source");
        let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
        path.replace('/', "::")
    }
}

/// Returns code without its test modules: those declared in a line, and one with a body, which is
/// the last item of its file.
pub(super) fn without_test_modules(code: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = code.lines().peekable();
    while let Some(line) = lines.next() {
        let is_for_tests = ["#[cfg(test)]", "#[cfg(all(test,"]
            .iter()
            .any(|attribute| line.starts_with(attribute));
        let module = lines.next_if(|next| is_for_tests && next.contains("mod "));
        match module {
            None => kept.push(line),
            Some(module) if module.trim_end().ends_with('{') => break,
            Some(_) => {}
        }
    }
    kept.join("\n")
}

/// Returns the paths in the crate that code names, without `crate`.
fn paths_in(code: &str) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for (at, start) in code.match_indices("crate::") {
        add_paths("", &code[at + start.len()..], &mut paths);
    }
    paths
}

/// Adds the paths at the start of `code`, which may be a group, and returns what comes after them.
fn add_paths<'c>(prefix: &str, code: &'c str, paths: &mut BTreeSet<String>) -> &'c str {
    let code = code.trim_start();
    if let Some(mut code) = code.strip_prefix('{') {
        loop {
            // Nothing comes after a comma at the end.
            if !code.trim_start().starts_with('}') {
                code = add_paths(prefix, code, paths);
            }
            code = code.trim_start_matches(|letter| letter != ',' && letter != '}');
            match code.strip_prefix(',') {
                Some(rest) => code = rest,
                None => return code.strip_prefix('}').unwrap_or(code),
            }
        }
    }
    let Some(name) = identifier(code) else {
        paths.insert(prefix.trim_end_matches("::").to_owned());
        return code;
    };
    let (path, code) = (format!("{prefix}{name}"), &code[name.len()..]);
    if let Some(code) = code.strip_prefix("::") {
        return add_paths(&format!("{path}::"), code, paths);
    }
    paths.insert(path);
    code
}

/// Returns code without the modules in which its items are visible: it does not need them.
fn without_scopes(code: &str) -> String {
    let mut parts = code.split("pub(in ");
    let first = parts.next().unwrap_or_default().to_owned();
    let parts = parts.map(|part| part.split_once(')').map_or(part, |(_, item)| item));
    parts.fold(first, |code, item| code + "pub" + item)
}

/// Returns code without the declarations of its modules and the reexports from them.
fn without_declarations(code: &str) -> String {
    let kept = code.split_inclusive(';').map(|statement| {
        let is_module = statement.split_whitespace().rev().nth(1) == Some("mod");
        let is_from_elsewhere = |path: &str| {
            let mut starts = ["crate::", "super::"].iter();
            starts.any(|start| path.starts_with(start))
        };
        let reexport = reexport(statement).filter(|(_, path)| !is_from_elsewhere(path));
        let declaration = if is_module {
            statement.rfind("mod ")
        } else {
            reexport.map(|(at, _)| at)
        };
        declaration.map_or(statement, |at| &statement[..at])
    });
    kept.collect()
}

/// Returns the path, or group of paths, that a statement reexports, and where it begins to do so.
fn reexport(statement: &str) -> Option<(usize, &str)> {
    let (visible, path) = statement.rsplit_once(" use ")?;
    let visible = visible.trim_end();
    let at = match visible.strip_suffix("pub") {
        Some(before) => before.len(),
        None => visible.strip_suffix(')')?.rfind("pub(")?,
    };
    Some((at, path))
}

/// Returns the prefix of the module that contains the one of a prefix.
fn parent(prefix: &str) -> String {
    let path = prefix.trim_end_matches("::");
    let parent = path.rsplit_once("::").map(|(parent, _)| parent);
    parent.map_or_else(String::new, |parent| format!("{parent}::"))
}

/// Returns the identifier after every occurrence of `start`.
pub(super) fn words_after(start: &str, code: &str) -> BTreeSet<String> {
    let rests = code.split(start).skip(1);
    rests.filter_map(identifier).collect()
}

/// Returns all identifiers in code.
pub(super) fn words_in(code: &str) -> BTreeSet<String> {
    let words = code.split(|letter| !is_of_identifier(letter));
    words.map(str::to_owned).collect()
}

fn is_of_identifier(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}

/// Returns the identifier at the start of a text.
pub(super) fn identifier(text: &str) -> Option<String> {
    let end = text.find(|letter| !is_of_identifier(letter));
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns the name of the type that an item declares, without its visibility.
fn declared_type(item: &str) -> Option<String> {
    let item = item.trim_start();
    let kinds = ["struct ", "enum ", "trait ", "type "];
    let name = kinds.iter().find_map(|kind| item.strip_prefix(kind));
    name.and_then(identifier)
}

/// Reads all source files below a folder.
pub(super) fn sources_in(folder: &str) -> Vec<Source> {
    let base = root().join(folder);
    let sources = files(&base, "rs").into_iter().map(|path| {
        let inside = path.strip_prefix(&base).expect("path below the folder");
        let first = inside.iter().next().expect("a file name").to_string_lossy();
        let (top, text) = (first.trim_end_matches(".rs").to_owned(), read(&path));
        Source::new(path, &top, &text)
    });
    let sources: Vec<_> = sources.collect();
    assert!(sources.len() > 10, "sources are found");
    sources
}

#[test]
fn check_sees_grouped_and_plain_imports() {
    let code = "use crate::{metrics::Metrics, store};\nlet x = crate::i18n::Words;";
    let source = Source::new(PathBuf::new(), "store", code);
    assert_eq!(
        source.named_after("crate::"),
        ["i18n", "metrics", "store"].map(String::from).into()
    );
    let nested = "use crate::service::{api::{View}, game};\nuse crate::{\n    store::{Key as K, Table},\n    i18n::*,\n};";
    let source = Source::new(PathBuf::new(), "store", nested);
    assert_eq!(
        source.named_after("crate::"),
        ["i18n", "service", "store"].map(String::from).into()
    );
    assert_eq!(
        source.named_after("crate::service::"),
        ["api", "game"].map(String::from).into()
    );
    assert!(source.paths.contains("store::Table") && !source.paths.contains(""));
    let source = Source::new(PathBuf::new(), "store", "use focus_engine::Level;");
    assert!(source.names_crate("focus_engine") && !source.names_crate("focus"));
}

#[test]
fn check_sees_paths_from_a_module() {
    let code =
        "mod b;\npub(in super::c) mod d;\nfn e() {}\npub use self::b::pub_f;\npub use d::{G, H};
use self::b::{I, J};\nuse super::K;\nuse std::{b::L};\nd::m(super::super::N, G::p(crate::O::q()));";
    let source = Source::new(PathBuf::from("/src/x/y/mod.rs"), "x", code);
    let expected = [
        "N",
        "O::q",
        "x::K",
        "x::y::b::I",
        "x::y::b::J",
        "x::y::d::G",
        "x::y::d::m",
    ];
    assert_eq!(
        source.paths_from_here(code),
        expected.map(String::from).into()
    );
}

#[test]
fn check_sees_names_taken_over() {
    let code = "pub mod a;\npub use self::a::{B, c::D};\npub(crate) use crate::e::F;\nuse crate::G;\npub use h::I;";
    let source = Source::new(PathBuf::from("/src/x/mod.rs"), "x", code);
    let expected = [
        ("B", "x::a::B"),
        ("D", "x::a::c::D"),
        ("F", "e::F"),
        ("I", "x::h::I"),
    ];
    let expected = expected.map(|(name, path)| (format!("x::{name}"), path.to_owned()));
    assert_eq!(source.reexports(), expected.into());
}

#[test]
fn check_sees_what_follows_the_declaration_of_a_test_module() {
    for (code, seen) in [
        (
            "mod a;\n#[cfg(test)]\nmod b_tests;\nmod c;\nd();",
            "mod a;\nmod c;\nd();",
        ),
        ("a();\n#[cfg(test)]\nmod tests;", "a();"),
        (
            "#[cfg(test)]\npub(in crate::a) mod support;\nb();\n#[cfg(test)]\nmod tests {\n    c();\n}",
            "b();",
        ),
        (
            "a();\n#[cfg(all(test, unix))]\nmod tests {\n    b();\n}",
            "a();",
        ),
        (
            "#[cfg(test)]\nuse self::a;\nmod b;",
            "#[cfg(test)]\nuse self::a;\nmod b;",
        ),
    ] {
        assert_eq!(without_test_modules(code), seen);
    }
}

#[test]
fn check_sees_visible_types_alone() {
    let code = "pub struct A;\n    pub(crate) enum B {\npub(in crate::store) type C<'a> = u8;\nstruct D;\npub fn e";
    let source = Source::new(PathBuf::new(), "store", code);
    assert_eq!(
        source.visible_types(),
        ["A", "B", "C"].map(String::from).into()
    );
    assert_eq!(source.public_types(), ["A".to_owned()].into());
}
