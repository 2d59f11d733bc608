//! Checks of packages: the dependencies are those that `deny.toml` allows, and the project's own
//! can be published.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

use crate::support::files::{read, root};

/// Largest package in bytes; the registry takes as much after compression.
const LARGEST: u64 = 10_000_000;

fn policy() -> toml::Table {
    toml::from_str(&read("deny.toml")).expect("a table")
}

/// Returns the strings of a list, or those under a key of its entries.
fn texts(policy: &toml::Table, section: &str, list: &str, key: &str) -> Vec<String> {
    let list = policy[section][list].as_array().expect("a list");
    let text = |entry: &toml::Value| {
        let text = entry.as_str().or_else(|| entry.get(key)?.as_str());
        text.expect("a text").to_owned()
    };
    list.iter().map(text).collect()
}

/// Returns all packages built for this machine, including those of tests.
fn packages() -> Vec<Value> {
    let cargo = || Command::new(env!("CARGO"));
    let version = cargo().arg("-vV").output().expect("cargo");
    let version = String::from_utf8(version.stdout).expect("text");
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let output = cargo()
        .args(["metadata", "--locked", "--offline", "--format-version=1"])
        .args(["--filter-platform", host.expect("the kind of machine")])
        .current_dir(root())
        .output()
        .expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("a list").clone();
    assert!(packages.len() > 100, "they are found");
    packages
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("a name")
}

#[test]
fn every_license_is_one_that_may_be_built_in() {
    let allowed = texts(&policy(), "licenses", "allow", "name");
    let parse = |text: &String| Licensee::parse(text).expect("an SPDX name");
    let allowed: Vec<Licensee> = allowed.iter().map(parse).collect();
    for package in packages() {
        let text = package["license"].as_str().expect("a license");
        // Some old crates still write `/` for `OR`.
        let license = Expression::parse_mode(text, ParseMode::LAX).expect("an SPDX expression");
        let is_allowed = license.evaluate(|wanted| {
            let mut allowed = allowed.iter();
            allowed.any(|licensee| licensee.satisfies(wanted))
        });
        assert!(is_allowed, "{}: {text}", name(&package));
    }
}

#[test]
fn everything_comes_from_the_registry_and_nothing_is_banned() {
    let policy = policy();
    let sources = texts(&policy, "sources", "allow-registry", "name");
    let banned = texts(&policy, "bans", "deny", "crate");
    for package in packages() {
        let name = name(&package);
        assert!(!banned.iter().any(|banned| banned == name), "{name}");
        if let Some(source) = package["source"].as_str() {
            let source = source.trim_start_matches("registry+").to_owned();
            assert!(sources.contains(&source), "{name} comes from {source}");
        }
    }
}

#[test]
fn every_ignored_advisory_names_a_package_that_is_built() {
    let packages = packages();
    for reason in texts(&policy(), "advisories", "ignore", "reason") {
        let (subject, why) = reason.split_once(": ").expect("a crate and why");
        assert!(!why.is_empty(), "{reason}");
        let is_there = |package: &Value| {
            format!(
                "{} {}",
                name(package),
                package["version"].as_str().expect("a version")
            ) == subject
        };
        assert!(
            packages.iter().any(is_there),
            "{subject} is gone: forget it"
        );
    }
}

#[test]
fn every_package_of_the_project_can_be_published() {
    let packages = packages().into_iter();
    for package in packages.filter(|package| package["source"].is_null()) {
        let name = name(&package);
        for field in ["description", "license", "readme"] {
            assert!(package[field].is_string(), "{name}: no {field}");
        }
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let folder = manifest.parent().expect("its folder");
        for file in ["LICENSE", "README.md"] {
            assert!(folder.join(file).is_file(), "{name}: no {file}");
        }
        let size = size(folder);
        assert!(size < LARGEST, "{name}: {size} bytes");
    }
}

/// Returns the number of bytes in a folder, without other packages and what `.gitignore` names.
fn size(folder: &Path) -> u64 {
    let ignored = fs::read_to_string(folder.join(".gitignore")).unwrap_or_default();
    let ignored = ignored.lines().map(|line| line.trim_start_matches('/'));
    let ignored = ignored.chain([".git"]);
    let ignored: Vec<_> = ignored.map(|name| folder.join(name)).collect();
    let entries = fs::read_dir(folder).expect("readable folder");
    let paths = entries.map(|entry| entry.expect("readable entry").path());
    let is_own = |path: &PathBuf| !path.join("Cargo.toml").exists() && !ignored.contains(path);
    let sizes = paths.filter(is_own).map(|path| {
        if path.is_dir() {
            return size(&path);
        }
        path.metadata().expect("size of a file").len()
    });
    sizes.sum()
}
