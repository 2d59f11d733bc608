//! The tables in `src/lib.rs`, compared with the names used in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::project::cycles::cycle;
use crate::project::methods::Methods;
use crate::project::sources::sources_in;
use crate::support::files::{read, root};

/// Modules above all layers, which may use everything.
const ABOVE: &[&str] = &["cli", "config", "lib", "main"];

/// Files of the service above all its folders.
const FACADE: &[&str] = &["dispatch", "mod"];

/// Most files and folders of a folder of sources or tests, apart from [`INTRODUCTIONS`].
const MOST_ENTRIES: usize = 12;

/// Files that introduce their folder.
const INTRODUCTIONS: &[&str] = &["lib.rs", "main.rs", "mod.rs"];

/// Names that several visible types may have: arguments of each subcommand, and what each database
/// has of its own.
const SHARED_NAMES: &[&str] = &["Args", "OpenError", "Options"];

/// Names of the service that every folder may use.
const SHARED: &[&str] = &["Service"];

/// A downloaded crate is tested without its neighbors.
#[test]
fn no_crate_reads_a_file_of_another() {
    for source in sources_in("crates") {
        let mut paths = source.code.split("join(\"../").skip(1);
        // Tests that look for files beside the project skip what they do not find.
        let is_beside = |path: &str| path.starts_with("../../shared/");
        assert!(paths.all(is_beside), "{}", source.path.display());
    }
}

#[test]
fn crates_depend_only_on_what_their_row_allows() {
    let rows = table("Crates");
    let mut wrong = Vec::new();
    for (name, allowed) in &rows {
        let folder = name.replace('_', "-");
        let manifest = read(format!("crates/{folder}/Cargo.toml"));
        let manifest: toml::Table = manifest.parse().expect("a manifest");
        let dependencies = manifest
            .get("dependencies")
            .and_then(|table| table.as_table());
        for dependency in dependencies.into_iter().flat_map(toml::Table::keys) {
            let dependency = dependency.replace('-', "_");
            if rows.contains_key(&dependency) && !allowed.contains(&dependency) {
                wrong.push(format!("{name}: depends on `{dependency}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_crate_has_a_row_in_the_table() {
    let rows = table("Crates");
    let folders = fs::read_dir(root().join("crates")).expect("folder of crates");
    let names = folders.map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<_> = names
        .map(|name| name.to_string_lossy().replace('-', "_"))
        .collect();
    assert!(names.iter().eq(rows.keys()), "{names:?}");
}

#[test]
fn layers_name_only_what_their_row_allows() {
    let (layers, crates) = (table("Layers"), table("Crates"));
    let mut wrong = Vec::new();
    for source in sources_in("src") {
        let Some(allowed) = layers.get(&source.top) else {
            assert!(
                ABOVE.contains(&source.top.as_str()),
                "no row for {}",
                source.top
            );
            continue;
        };
        let of_crates = crates.keys().filter(|name| source.names_crate(name));
        let named = source.named_after("crate::").into_iter();
        for named in named.chain(of_crates.cloned()) {
            if named != source.top && !allowed.contains(&named) {
                wrong.push(format!("{}: names `{named}`", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_of_the_service_name_only_what_their_row_allows() {
    check_modules("the service", "service", FACADE, SHARED);
}

#[test]
fn modules_of_a_game_name_only_what_their_row_allows() {
    check_modules("a game", "service/game", &["mod"], &[]);
}

#[test]
fn modules_of_discord_name_only_what_their_row_allows() {
    check_modules("discord", "discord", &["bot", "mod"], &["bot"]);
}

#[test]
fn only_the_repository_names_records_on_disk() {
    let repository = root().join("src/service/repository");
    let mut wrong = Vec::new();
    for source in sources_in("src") {
        let may = source.top == "store" || source.top == "cli";
        if may || source.path.starts_with(&repository) {
            continue;
        }
        let names_them = source.named_after("crate::store::").contains("records");
        let converts_them = ["to_record", "from_record", "put_record"];
        if names_them || converts_them.iter().any(|word| source.code.contains(word)) {
            wrong.push(source.path.display().to_string());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_feature_names_another() {
    let mut wrong = Vec::new();
    for source in sources_in("src/discord/features") {
        for named in source.named_after("crate::discord::features::") {
            if named != source.top {
                wrong.push(format!("{}: names `{named}`", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_introduced() {
    let sources = ["crates", "src"].map(sources_in).into_iter().flatten();
    for source in sources.filter(|source| source.path.ends_with("mod.rs")) {
        let text = read(&source.path);
        assert!(text.starts_with("//! "), "{}", source.path.display());
    }
}

#[test]
fn no_folder_has_too_many_entries() {
    let crates = fs::read_dir(root().join("crates")).expect("folder of crates");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let packages = crates.chain([root().to_owned()]);
    let mut folders: Vec<_> = packages
        .flat_map(|root| [root.join("src"), root.join("tests/it")])
        .chain([root().join("crates/discord-sandbox/page")])
        .collect();
    let mut wrong = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("readable source folder");
        let entries = entries.map(|entry| entry.expect("readable entry").path());
        let entries: Vec<_> = entries
            .filter(|path| !INTRODUCTIONS.iter().any(|name| path.ends_with(name)))
            .collect();
        if entries.len() > MOST_ENTRIES {
            wrong.push(format!("{}: {} entries", folder.display(), entries.len()));
        }
        folders.extend(entries.into_iter().filter(|path| path.is_dir()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks the modules of a layer against their table; `facade` are files above all modules, and
/// every module may use the `shared` names. A method that a module calls is a name of the module
/// that defines it.
#[track_caller]
fn check_modules(title: &str, layer: &str, facade: &[&str], shared: &[&str]) {
    let modules = table(&format!("Modules of {title}"));
    let sources = sources_in(&format!("src/{layer}"));
    let methods = Methods::new(&sources, |source| &source.top);
    let mut wrong = Vec::new();
    for source in &sources {
        let Some(allowed) = modules.get(&source.top) else {
            assert!(
                facade.contains(&source.top.as_str()),
                "no row for {}",
                source.top
            );
            continue;
        };
        for named in source.named_after(&format!("crate::{}::", layer.replace('/', "::"))) {
            let may = named == source.top || shared.contains(&named.as_str());
            if !may && !allowed.contains(&named) {
                wrong.push(format!("{}: names `{named}`", source.path.display()));
            }
        }
        for ((_, called), module) in methods.called(&source.code) {
            let may = **module == source.top || shared.contains(&module.as_str());
            if !may && !allowed.contains(*module) {
                let path = source.path.display();
                wrong.push(format!("{path}: calls `{called}` of `{module}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_table_allows_a_cycle() {
    for title in [
        "Crates",
        "Layers",
        "Modules of the service",
        "Modules of a game",
        "Modules of discord",
    ] {
        let cycle = cycle(table(title));
        assert!(cycle.is_empty(), "{title}: a cycle in {cycle:?}");
    }
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut files: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    // Sections of the configuration are named after what they configure.
    let sources = sources_in("src").into_iter();
    for source in sources.filter(|source| source.top != "config") {
        for name in source.visible_types() {
            files.entry(name).or_default().insert(source.path.clone());
        }
    }
    for source in sources_in("crates") {
        for name in source.public_types() {
            let name = format!("{}::{name}", source.top);
            files.entry(name).or_default().insert(source.path.clone());
        }
    }
    files.retain(|name, files| files.len() > 1 && !SHARED_NAMES.contains(&name.as_str()));
    assert!(files.is_empty(), "{files:#?}");
}

#[test]
fn only_discord_is_asynchronous() {
    let mut wrong = Vec::new();
    for source in sources_in("src") {
        let may = source.top == "discord" || ABOVE.contains(&source.top.as_str());
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
        "serde::",
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

/// Returns the rows of the table under a heading of the crate's documentation: each name, and the
/// names it may use.
fn table(title: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = read("src/lib.rs");
    let lines = text
        .lines()
        .map(|line| line.trim_start_matches("//!").trim());
    let section = lines
        .skip_while(|line| line.trim_start_matches('#').trim_start() != title)
        .skip(1)
        .take_while(|line| !line.starts_with('#'));
    let rows = section.filter(|line| line.starts_with('|') && line.contains('`'));
    let rows: BTreeMap<_, _> = rows
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            let may = cells[2].split(", ").filter(|name| *name != "–");
            let may = may.map(|name| name.trim_matches('`'));
            let name = cells[0].trim_matches(['[', '`', ']']).to_owned();
            (name, may.map(str::to_owned).collect())
        })
        .collect();
    assert!(rows.len() > 4, "no table of `{title}`");
    rows
}
