//! Check that the deployment files refer only to what exists.

use focusbot::config::Config;
use yaml_rust2::{Yaml, YamlLoader};

use crate::support::files::read;

/// Returns the settings that a file makes through the environment.
fn variables(text: &str) -> Vec<(String, String)> {
    let is_name = |letter: char| letter == '_' || letter.is_ascii_uppercase();
    let settings = text.match_indices("FOCUSBOT_").map(|(at, _)| {
        let rest = &text[at..];
        let end = rest.find(|letter| !is_name(letter)).expect("a value");
        let value = rest[end..].trim_start_matches(['=', ':', ' ']);
        let value = value.split_whitespace().next().expect("a value");
        (rest[..end].to_owned(), value.to_owned())
    });
    settings.collect()
}

#[test]
fn services_set_what_can_be_set() {
    for (path, count) in [
        ("Dockerfile", 3),
        ("assets/deploy/compose.yaml", 2),
        ("assets/deploy/focusbot.service", 3),
    ] {
        let mut settings = variables(&read(path));
        assert_eq!(settings.len(), count, "{path}: {settings:?}");
        // The file exists only where the service runs.
        settings.retain(|(name, _)| name != "FOCUSBOT_DISCORD_TOKEN_FILE");
        let config = Config::load(None, &settings).unwrap_or_else(|error| {
            panic!("{path}: {error}");
        });
        assert!(
            config.monitor.listen.is_some(),
            "{path}: for the health check"
        );
    }
}

/// Returns the file of Docker Compose.
fn compose() -> Yaml {
    let compose = YamlLoader::load_from_str(&read("assets/deploy/compose.yaml"));
    compose.expect("a file of Docker Compose").remove(0)
}

#[test]
fn token_beside_the_file_of_a_container_gets_into_no_image_and_no_commit() {
    let token = compose()["secrets"]["token"]["file"].clone();
    assert_eq!(token.as_str(), Some("./token"));
    let ignored = read(".dockerignore");
    // The last line that matches decides.
    let (_, after) = ignored.split_once("\n!assets\n").expect("the assets");
    assert!(after.lines().any(|line| line == "assets/deploy"), "{after}");
    let ignored = read(".gitignore");
    let mut lines = ignored.lines();
    assert!(lines.any(|line| line == "/assets/deploy/token"));
}

#[test]
fn log_of_a_container_does_not_grow_without_end() {
    let compose = compose();
    let options = &compose["services"]["focusbot"]["logging"]["options"];
    for limit in ["max-size", "max-file"] {
        assert!(options[limit].as_str().is_some(), "{limit}: {options:?}");
    }
}

#[test]
fn container_can_be_stopped_before_the_bot_handles_signals() {
    let init = compose()["services"]["focusbot"]["init"].as_bool();
    assert_eq!(init, Some(true));
}

#[test]
fn image_is_built_with_the_oldest_compiler_that_may_build() {
    let manifest: toml::Table = toml::from_str(&read("Cargo.toml")).expect("a table");
    let oldest = manifest["workspace"]["package"]["rust-version"]
        .as_str()
        .expect("a version");
    let wanted = format!("FROM rust:{oldest}-");
    assert!(read("Dockerfile").contains(&wanted), "{wanted}");
}
