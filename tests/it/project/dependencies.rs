//! Check that the dependencies are those that `deny.toml` allows.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

fn policy() -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let text = fs::read_to_string(path).expect("deny.toml");
    toml::from_str(&text).expect("a table")
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
        .current_dir(env!("CARGO_MANIFEST_DIR"))
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
fn every_licence_is_one_that_may_be_built_in() {
    let allowed = texts(&policy(), "licenses", "allow", "name");
    let parse = |text: &String| Licensee::parse(text).expect("an SPDX name");
    let allowed: Vec<Licensee> = allowed.iter().map(parse).collect();
    for package in packages() {
        let text = package["license"].as_str().expect("a licence");
        // Some old crates still write `/` for `OR`.
        let licence = Expression::parse_mode(text, ParseMode::LAX).expect("an SPDX expression");
        let is_allowed = licence.evaluate(|wanted| {
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
fn every_advisory_that_is_put_up_with_is_still_about_something() {
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
