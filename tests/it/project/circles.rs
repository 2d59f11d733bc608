//! Circles in what names what: files of a crate, and rows of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::{repeat, successors};
use std::path::PathBuf;

use crate::project::methods::{called_methods, methods};
use crate::project::sources::{Source, sources_in, without_test_modules, words_after};

/// Folders whose files must not depend on each other in a circle, even indirectly.
const WITHOUT_CIRCLE: &[&str] = &[
    "crates/discord-sandbox/src",
    "crates/focus-engine/src",
    "crates/focus-lab/src",
    "crates/focus-render/src",
    "crates/focus/src",
    "src",
];

/// Types whose methods call each other in a circle by their nature: a search examines what follows
/// a move as it examines the move.
const RECURSIVE: &[&str] = &["Worker"];

#[test]
fn files_form_no_circle() {
    for folder in WITHOUT_CIRCLE {
        let circle = circle(named_files(&sources_in(folder)));
        assert!(circle.is_empty(), "{folder}: a circle in {circle:#?}");
    }
}

/// Returns the modules of a crate, each with the other modules that it names. A method is a name of
/// the module that defines it.
fn named_files(sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeSet<String> = sources.iter().map(Source::module).collect();
    let reexports: BTreeMap<_, _> = sources.iter().flat_map(Source::reexports).collect();
    let module_of = |path: &String| {
        let path = defined(path, &modules, &reexports);
        let parent = |path: &String| Some(path.rsplit_once("::")?.0.to_owned());
        let mut starts = successors(Some(path), parent);
        let module = starts.find(|start| modules.contains(start));
        module.or_else(|| modules.get("lib").cloned())
    };
    let mut declared: BTreeMap<String, usize> = BTreeMap::new();
    for name in sources.iter().flat_map(Source::types) {
        *declared.entry(name).or_default() += 1;
    }
    let is_seen = |(of, _): &(String, String)| {
        declared.get(of) == Some(&1) && !RECURSIVE.contains(&of.as_str())
    };
    let definitions = sources.iter().flat_map(|source| {
        let module = source.module();
        methods(&source.code).into_iter().zip(repeat(module))
    });
    let methods: BTreeMap<_, _> = definitions.collect();
    let named = sources.iter().map(|source| {
        let module = source.module();
        // Unit tests of a file may use files that depend on it.
        let code = without_test_modules(&source.code);
        let mut paths = source.paths_from_here(&code);
        let items = paths.iter().flat_map(|path| items_in(path, &code));
        let items: Vec<_> = items.collect();
        paths.extend(items);
        let called = called_methods(&code);
        let called = called.iter().filter(|method| is_seen(method));
        let called = called.filter_map(|method| methods.get(method).cloned());
        let named = paths.iter().filter_map(module_of).chain(called);
        let named = named.filter(|named| *named != module).collect();
        (module, named)
    });
    named.collect()
}

/// Returns the paths of what code names by the last name of a path, if that is a module.
fn items_in(path: &str, code: &str) -> Vec<String> {
    let path = path.trim_end_matches("::self");
    let name = path.rsplit("::").next().unwrap_or_default();
    let items = words_after(&format!("{name}::"), code).into_iter();
    items.map(|item| format!("{path}::{item}")).collect()
}

/// Returns the path under which something is defined, with reexports resolved.
fn defined(path: &str, modules: &BTreeSet<String>, reexports: &BTreeMap<String, String>) -> String {
    let ends = path
        .match_indices("::")
        .map(|(at, _)| at)
        .chain([path.len()]);
    let mut starts = ends.map(|end| path.split_at(end));
    let taken_over = starts.find_map(|(start, rest)| {
        let original = reexports.get(start).filter(|_| !modules.contains(start));
        original.map(|original| format!("{original}{rest}"))
    });
    match taken_over {
        Some(original) if original != path => defined(&original, modules, reexports),
        _ => path.to_owned(),
    }
}

/// Returns the names that depend on each other in a circle, and those between two circles.
pub(super) fn circle(mut rows: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let before = rows.len();
        let left: BTreeSet<String> = rows.keys().cloned().collect();
        let named: BTreeSet<String> = rows.values().flatten().cloned().collect();
        rows.retain(|name, names| named.contains(name) && !names.is_disjoint(&left));
        if rows.len() == before {
            return rows.into_keys().collect();
        }
    }
}

#[test]
fn check_sees_what_is_named_by_way_of_a_module() {
    let code = "use crate::a::b;\nuse crate::a::c::{self, D};\nb::e(c::f(D));\n";
    let items = |path| items_in(path, code);
    assert_eq!(items("a::b"), ["a::b::e"]);
    assert_eq!(items("a::c::self"), ["a::c::f"]);
    assert_eq!(items("a::c::D"), [""; 0]);
}

#[test]
fn check_sees_circles() {
    let arrows = |arrows: &[(&str, &str)]| {
        let arrows = arrows.iter();
        arrows
            .map(|(from, to)| ((*from).to_owned(), [(*to).to_owned()].into()))
            .collect()
    };
    assert_eq!(circle(arrows(&[("a", "b"), ("b", "c")])), [""; 0]);
    let with_circle = arrows(&[("a", "b"), ("b", "c"), ("c", "b")]);
    assert_eq!(circle(with_circle), ["b", "c"]);
}

#[test]
fn check_sees_circles_of_a_folder_and_its_files() {
    let circle = |folder: &str, file: &str| {
        let file = ("/src/a/b.rs", file);
        let sources = [("/src/a/mod.rs", folder), file];
        let sources = sources.map(|(path, code)| Source::new(PathBuf::from(path), "a", code));
        circle(named_files(&sources))
    };
    for (folder, file) in [
        ("mod b;\nuse self::b::B;\nstruct A;", "use super::A;"),
        (
            "mod b;\nfn a() {\n    b::b();\n}",
            "fn b() {\n    super::a();\n}",
        ),
        (
            "mod b;\npub use self::b::B;\nstruct A(B);",
            "use crate::a::A;",
        ),
        (
            "mod b;\nstruct A;\nimpl A {\n    fn a(&self) {\n        self.b();\n    }\n}",
            "use crate::a::A;\nimpl A {\n    pub fn b(&self) {}\n}",
        ),
    ] {
        assert_eq!(circle(folder, file), ["a", "a::b"], "{folder}");
    }
    let reexport = "mod b;\npub use self::b::B;\nstruct A;";
    assert_eq!(circle(reexport, "use super::A;"), [""; 0]);
    let leaf = "pub(in crate::a) struct B;";
    assert_eq!(circle("mod b;\nuse self::b::B;", leaf), [""; 0]);
}
