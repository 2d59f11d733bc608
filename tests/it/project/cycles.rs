//! Cycles in what names what: files of a crate, and rows of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use std::path::PathBuf;

use crate::project::methods::{Methods, unseen_types};
use crate::project::sources::{Source, sources_in, without_test_modules, words_after};

/// Folders whose files must not depend on each other in a cycle, even indirectly.
const WITHOUT_CYCLE: &[&str] = &[
    "crates/discord-sandbox/src",
    "crates/focus-engine/src",
    "crates/focus-lab/src",
    "crates/focus-render/src",
    "crates/focus/src",
    "src",
];

/// Types whose methods call each other in a cycle by their nature, each with the folder: a search
/// examines what follows a move as it examines the move.
const RECURSIVE: &[(&str, &str)] = &[("crates/focus-engine/src", "Worker")];

#[test]
fn files_form_no_cycle() {
    for folder in WITHOUT_CYCLE {
        let cycle = cycle(named_files(folder, &sources_in(folder)));
        assert!(cycle.is_empty(), "{folder}: a cycle in {cycle:#?}");
    }
}

/// Otherwise calls of their methods go unseen.
#[test]
fn types_with_methods_in_several_files_share_no_name() {
    for folder in WITHOUT_CYCLE {
        let mut unseen = unseen_types(&sources_in(folder));
        unseen.retain(|of| !RECURSIVE.contains(&(folder, of)));
        assert!(
            unseen.is_empty(),
            "{folder}: several files declare one of {unseen:?}"
        );
    }
}

/// Returns the modules of a crate in a folder, each with the other modules that it names. A method
/// that it calls is a name of the module that defines it.
fn named_files(folder: &str, sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeSet<String> = sources.iter().map(Source::module).collect();
    let reexports: BTreeMap<_, _> = sources.iter().flat_map(Source::reexports).collect();
    let module_of = |path: &String| {
        let path = defined(path, &modules, &reexports);
        let parent = |path: &String| Some(path.rsplit_once("::")?.0.to_owned());
        let mut starts = successors(Some(path), parent);
        let module = starts.find(|start| modules.contains(start));
        module.or_else(|| modules.get("lib").cloned())
    };
    let methods = Methods::new(sources, Source::module);
    let named = sources.iter().map(|source| {
        let module = source.module();
        // Unit tests of a file may use files that depend on it.
        let code = without_test_modules(&source.code);
        let mut paths = source.paths_from_here(&code);
        let items = paths.iter().flat_map(|path| items_in(path, &code));
        let items: Vec<_> = items.collect();
        paths.extend(items);
        let called = methods.called(&code).into_iter();
        let called = called.filter(|((of, _), _)| !RECURSIVE.contains(&(folder, of)));
        let called = called.map(|(_, module)| module.clone());
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

/// Returns the names that depend on each other in a cycle, and those between two cycles.
pub(super) fn cycle(mut rows: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
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
fn check_sees_cycles() {
    let arrows = |arrows: &[(&str, &str)]| {
        let arrows = arrows.iter();
        arrows
            .map(|(from, to)| ((*from).to_owned(), [(*to).to_owned()].into()))
            .collect()
    };
    assert_eq!(cycle(arrows(&[("a", "b"), ("b", "c")])), [""; 0]);
    let with_cycle = arrows(&[("a", "b"), ("b", "c"), ("c", "b")]);
    assert_eq!(cycle(with_cycle), ["b", "c"]);
}

#[test]
fn check_sees_cycles_of_a_folder_and_its_files() {
    let cycle = |folder: &str, file: &str| {
        let file = ("/src/a/b.rs", file);
        let sources = [("/src/a/mod.rs", folder), file];
        let sources = sources.map(|(path, code)| Source::new(PathBuf::from(path), "a", code));
        cycle(named_files("src", &sources))
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
        (
            "mod b;\nstruct A;\nfn a() {\n    let a = A;\n    a.b();\n}",
            "use crate::a::A;\nimpl A {\n    pub fn b(&self) {}\n}",
        ),
    ] {
        assert_eq!(cycle(folder, file), ["a", "a::b"], "{folder}");
    }
    let reexport = "mod b;\npub use self::b::B;\nstruct A;";
    assert_eq!(cycle(reexport, "use super::A;"), [""; 0]);
    let leaf = "pub(in crate::a) struct B;";
    assert_eq!(cycle("mod b;\nuse self::b::B;", leaf), [""; 0]);
}
