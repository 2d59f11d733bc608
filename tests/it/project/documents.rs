//! Commands, options, paths and names in the documents, compared with what is there, and variables
//! of the tests, compared with the documents.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::sources::{identifier, sources_in};
use crate::support::files::{files, read, root};

/// Options of `cargo test` that are followed by a value.
const WITH_VALUE: &[&str] = &["-p", "--package", "--test", "--features"];

/// Programs, as they begin a command in a document.
const PROGRAMS: &[&str] = &["focusbot ", "focus-lab "];

/// Extensions of the files that the recipes name.
const EXTENSIONS: &[&str] = &["ftl", "jsonl", "md", "rs", "sql", "toml", "txt"];

/// Document that lists the environment variables of the tests.
const VARIABLES: &str = "docs/development.md";

/// Beginning of the variables that a test sets for a process of its own.
const FOR_CHILDREN: &str = "FOCUSBOT_TEST_";

/// Test in the sources.
struct Test {
    package: String,
    /// True for a test of the binary `it`.
    is_integration: bool,
    /// Path as `cargo test` prints it.
    path: String,
}

/// Filter of a command, and the tests among which it chooses.
#[derive(Debug, PartialEq, Eq)]
struct Filter<'a> {
    package: Option<&'a str>,
    is_integration: bool,
    text: &'a str,
}

#[test]
fn every_filter_of_a_test_command_finds_a_test() {
    let tests = tests();
    let mut filters = 0;
    for path in files(root(), "md") {
        let text = read(&path);
        for filter in text.split("cargo test").skip(1).filter_map(filter) {
            filters += 1;
            let finds = tests.iter().any(|test| filter.finds(test));
            assert!(finds, "{}: no test for {filter:?}", path.display());
        }
    }
    assert!(filters > 10, "the commands are found");
}

#[test]
fn every_option_of_a_command_is_there() {
    let sources = ["src/cli", "crates/focus-lab/src"].map(sources_in);
    let code = sources.iter().flatten().map(|source| &source.code);
    let options: BTreeSet<_> = code.flat_map(|code| options_in(code)).collect();
    let is_guide = |path: &PathBuf| {
        let mut folders = path.iter();
        path.ends_with("README.md") || folders.any(|folder| folder == "docs")
    };
    let mut used = 0;
    for path in files(root(), "md").into_iter().filter(is_guide) {
        let text = read(&path);
        let commands = PROGRAMS.iter().flat_map(|name| text.split(*name).skip(1));
        for option in commands.flat_map(options_used) {
            used += 1;
            let is_there = options.contains(option);
            assert!(is_there, "{}: no `--{option}`", path.display());
        }
    }
    assert!(used > 50, "the options are found");
}

#[test]
fn every_path_that_a_document_names_is_there() {
    let mut paths = 0;
    for document in files(root(), "md") {
        let text = read(&document);
        let quoted = text.split('`').skip(1).step_by(2);
        for path in quoted.filter(|path| is_path(path)) {
            paths += 1;
            let mut bases = document.ancestors().skip(1);
            let is_there = bases.any(|base| base.join(path).exists());
            assert!(is_there, "{}: no `{path}`", document.display());
        }
    }
    assert!(paths > 50, "the paths are found");
}

#[test]
fn every_name_in_the_recipes_is_there() {
    let recipes = read("docs/recipes.md");
    let files = EXTENSIONS.iter().flat_map(|ending| files(root(), ending));
    let files: Vec<_> = files.collect();
    let sources = ["crates", "src", "tests"].map(sources_in);
    let is_between = |letter: char| letter != '_' && !letter.is_alphanumeric();
    let code = sources.iter().flatten().map(|source| &source.code);
    let words: BTreeSet<_> = code.flat_map(|code| code.split(is_between)).collect();
    let mut names = 0;
    for name in recipes.split('`').skip(1).step_by(2) {
        let is_there = if is_file(name) {
            files.iter().any(|file| file.ends_with(name))
        } else if is_name(name) {
            let mut parts = name.trim_end_matches('!').split("::");
            parts.all(|part| words.contains(part))
        } else {
            continue;
        };
        names += 1;
        assert!(is_there, "no `{name}`");
    }
    assert!(names > 100, "the names are found");
}

#[test]
fn every_variable_that_a_test_reads_is_documented() {
    let document = read(VARIABLES);
    let mut variables = 0;
    let is_test = |path: &PathBuf| path.iter().any(|folder| folder == "tests");
    for path in files(root(), "rs").into_iter().filter(is_test) {
        let text = read(&path);
        for name in variables_in(&text) {
            variables += 1;
            let is_named = document.contains(&format!("`{name}="));
            let is_known = is_named || name.starts_with(FOR_CHILDREN);
            assert!(is_known, "{}: no `{name}` in {VARIABLES}", path.display());
        }
    }
    assert!(variables > 10, "the variables are found");
}

/// Returns the environment variables that a source reads.
fn variables_in(text: &str) -> impl Iterator<Item = &str> {
    let reads = text.split("env::var").skip(1);
    reads.filter_map(move |rest| {
        let argument = rest.strip_prefix("_os").unwrap_or(rest).strip_prefix('(')?;
        let argument = argument.split(')').next()?.trim();
        if argument.starts_with('"') {
            return Some(argument.trim_matches('"'));
        }
        Some(constant(text, argument).unwrap_or(argument))
    })
}

/// Returns the text of a constant of a source.
fn constant<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = text.split_once(&format!("const {name}: &str = \""))?;
    value.split('"').next()
}

#[test]
fn every_module_that_the_introduction_names_is_there() {
    let text = read("src/lib.rs");
    let layers = [
        "discord", "service", "store", "i18n", "metrics", "config", "cli",
    ];
    let mut modules = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix("//!")) {
        for path in line.split('`').skip(1).step_by(2) {
            let names: Vec<_> = path.split("::").collect();
            let is_module = names.len() > 1 && !path.contains(char::is_uppercase);
            if !is_module || !layers.contains(&names[0]) {
                continue;
            }
            modules += 1;
            let file = root().join("src").join(names.join("/"));
            let is_there = file.is_dir() || file.with_extension("rs").exists();
            assert!(is_there, "no module `{path}`");
        }
    }
    assert!(modules > 5, "the modules are found");
}

/// Returns whether a quotation is a path of the project, without placeholders.
fn is_path(text: &str) -> bool {
    let tops = ["src/", "tests/", "crates/", "docs/", "assets/", ".ci/"];
    tops.iter().any(|top| text.starts_with(top)) && text.chars().all(is_plain)
}

/// Returns whether a quotation is the name of a file, perhaps with folders, without placeholders.
fn is_file(text: &str) -> bool {
    Path::new(text).extension().is_some() && text.chars().all(is_plain)
}

/// Returns whether a letter can be one of a path, unlike those of placeholders.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "/._-".contains(letter)
}

/// Returns whether a quotation is a name in the code, such as `name`, `Type::name` or `name!`.
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.all(|letter| letter.is_alphanumeric() || "_:!".contains(letter))
}

#[test]
fn check_sees_options() {
    let code = "#[arg(long, value_parser = from(1..))]\n    by_hand: bool,\n
#[arg(short, long = \"as\")]\n    colors: u8,\n#[arg(required = true)]\n    files: u8,\n";
    let declared: Vec<_> = options_in(code).collect();
    assert_eq!(declared, ["by-hand", "as"]);
    let used = |text| options_used(text).collect::<Vec<_>>();
    assert_eq!(used("load --games 1,2 --no-bot`, --x"), ["games", "no-bot"]);
    assert_eq!(used("-- bench --each, # --x"), ["each"]);
    assert_eq!(used("--owner is another program's"), [""; 0]);
}

/// Returns the long options that a source of a command line declares.
fn options_in(code: &str) -> impl Iterator<Item = String> {
    let arguments = code.split("#[arg(").skip(1);
    arguments.filter_map(|argument| {
        let (attribute, field) = argument.split_once(")]")?;
        let (_, long) = attribute.split_once("long")?;
        if let Some(name) = long.strip_prefix(" = \"") {
            return name.split('"').next().map(str::to_owned);
        }
        let field = identifier(field.trim_start())?;
        Some(field.replace('_', "-"))
    })
}

/// Returns the options in what follows the name of a program in a document, if it is a command.
fn options_used(text: &str) -> impl Iterator<Item = &str> {
    let command = text.split(['`', '\n', '#', '|']).next();
    let command = command.unwrap_or_default().trim_start_matches("-- ");
    let is_command = command.starts_with(|letter: char| letter.is_ascii_lowercase());
    let words = command.split_whitespace().filter(move |_| is_command);
    let words = words.take_while(|word| *word != "--");
    let options = words.filter_map(|word| word.strip_prefix("--"));
    let is_end = |letter: char| letter != '-' && !letter.is_alphanumeric();
    options.filter_map(move |option| option.split(is_end).next())
}

#[test]
fn check_sees_filters_and_the_tests_they_find() {
    assert_eq!(filter("` is the command"), None);
    assert_eq!(filter(" -p focus --lib` tests the rules"), None);
    let read = filter(" -p discord-sandbox --test it clients -- --nocapture");
    let expected = Filter {
        package: Some("discord-sandbox"),
        is_integration: true,
        text: "clients",
    };
    assert_eq!(read, Some(expected));
    let tests = tests();
    let finds = |command| {
        let filter = filter(command).expect("a filter");
        tests.iter().any(|test| filter.finds(test))
    };
    assert!(finds(" project::documents::check_sees"));
    assert!(finds(" -p discord-sandbox clients"));
    assert!(!finds(" -p focus clients"));
    assert!(!finds(" --test it sandbox::clients"));
}

impl Filter<'_> {
    fn finds(&self, test: &Test) -> bool {
        self.package.is_none_or(|package| package == test.package)
            && (test.is_integration || !self.is_integration)
            && test.path.contains(self.text)
    }
}

/// Reads the filter from what follows `cargo test` in a document.
fn filter(command: &str) -> Option<Filter<'_>> {
    let command = command.split(['`', '\n', '#']).next()?;
    let (mut package, mut is_integration) = (None, false);
    let mut words = command.split_whitespace().take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if WITH_VALUE.contains(&word) {
            let value = words.next();
            match word {
                "-p" | "--package" => package = value,
                "--test" => is_integration = true,
                _ => {}
            }
        } else if !word.starts_with('-') {
            return Some(Filter {
                package,
                is_integration,
                text: word,
            });
        }
    }
    None
}

/// Returns the tests of every package, except those that a macro names.
fn tests() -> Vec<Test> {
    let crates = fs::read_dir(root().join("crates")).expect("folder of crates");
    let crates = crates.map(|entry| entry.expect("an entry"));
    let crates = crates.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, entry.path())
    });
    let packages = crates.chain([("focusbot".to_owned(), root().to_owned())]);
    let mut tests = Vec::new();
    for (package, folder) in packages {
        for (below, is_integration) in [("src", false), ("tests/it", true)] {
            let folder = folder.join(below);
            for file in files(&folder, "rs") {
                let text = read(&file);
                let module = module(file.strip_prefix(&folder).expect("a file of it"));
                let paths = names(&text).into_iter();
                let paths = paths.map(|name| [module.as_str(), &name].join("::"));
                tests.extend(paths.map(|path| Test {
                    package: package.clone(),
                    is_integration,
                    path: path.trim_start_matches("::").to_owned(),
                }));
            }
        }
    }
    tests
}

/// Returns the path of a module, by the path of its file.
fn module(file: &Path) -> String {
    let file = file.with_extension("");
    let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
    let parts = match parts.last().map(AsRef::as_ref) {
        Some("lib" | "main" | "mod") => &parts[..parts.len() - 1],
        _ => &parts[..],
    };
    parts.join("::")
}

/// Returns the names of the tests of a file, with the module in the file that they are in.
fn names(text: &str) -> Vec<String> {
    let mut module = "";
    let mut is_test = false;
    let mut names = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("mod ") {
            module = rest.strip_suffix(" {").unwrap_or(module);
        } else if line == "}" {
            module = "";
        }
        let code = line.trim_start();
        is_test |= code.starts_with("#[test]") || code.starts_with("#[tokio::test");
        let function = code.trim_start_matches("async ").strip_prefix("fn ");
        if let Some(function) = function.filter(|_| is_test) {
            let name = function.split(['(', '<']).next().unwrap_or_default();
            let path = [module, name].join("::");
            names.push(path.trim_start_matches("::").to_owned());
            is_test = false;
        }
    }
    names
}
