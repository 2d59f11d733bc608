//! Tests with generated input: parsing never panics, and whatever is parsed survives a round trip.

mod custom_ids;
#[expect(unreachable_pub, reason = "a crate for fuzzing can name these as well")]
pub(crate) mod targets;

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestRunner};

use self::targets::{ALL, Target};

/// Number of inputs for each target, unless the variable overrides it.
const INPUTS: u32 = 500;
/// Environment variable with the number of inputs for each target.
const VARIABLE: &str = "FOCUSBOT_INPUTS";

/// Change of an input: a position, a number of bytes to remove, and bytes to insert.
type Change = (Index, usize, Vec<u8>);

/// Generates separators that occur in most inputs, and bytes that are not text.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..8),
        "[0-9a-hA-H :=\\-+*#<>{}\\[\\]\"\\\\,./\n]{0,8}".prop_map(String::into_bytes),
        select(vec![
            "99999999999",
            "\u{202e}",
            "{{{{{{{{",
            "[[[[[[[[",
            "\"",
            "\0",
            "-1"
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ]
}

fn changed(seed: &str, changes: &[Change]) -> Vec<u8> {
    let mut input = seed.as_bytes().to_vec();
    for (at, gone, new) in changes {
        let start = at.index(input.len() + 1);
        let end = input.len().min(start + gone);
        input.splice(start..end, new.iter().copied());
    }
    input
}

/// Runs a target on inputs derived from its seeds.
fn check(target: &Target) {
    let wanted = std::env::var(VARIABLE).ok();
    let config: ProptestConfig = Config {
        cases: wanted.map_or(INPUTS, |text| text.parse().expect("a number of inputs")),
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..Config::default()
    };
    let change = (any::<Index>(), 0..6_usize, bytes());
    let inputs = (select((target.seeds)()), vec(change, 0..5));
    let tried = TestRunner::new(config).run(&inputs, |(seed, changes)| {
        (target.run)(&changed(&seed, &changes));
        Ok(())
    });
    if let Err(error) = tried {
        panic!("{}: {error}", target.name);
    }
}

#[test]
fn seeds_can_be_read() {
    for target in &ALL {
        let seeds = (target.seeds)();
        let is_read = |seed: &&String| (target.run)(seed.as_bytes());
        let read = seeds.iter().filter(is_read).count();
        // What a version has written is read for ever.
        let all = read == seeds.len() || target.name != "stored";
        assert!(read > 0 && all, "{}: {read}", target.name);
    }
}

#[test]
fn every_target_can_be_fuzzed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("a file");
    let manifest: toml::Table = read("Cargo.toml").parse().expect("a manifest");
    let programs = manifest["bin"].as_array().expect("programs");
    let named = programs.iter().map(|program| {
        let (name, path) = (program["name"].as_str(), program["path"].as_str());
        let (name, path) = name.zip(path).expect("a name and a path");
        let source = read(path);
        assert!(
            source.contains(&format!("run(\"{name}\", input)")),
            "{source}"
        );
        name
    });
    assert!(named.eq(ALL.iter().map(|target| target.name)));
}

#[test]
fn every_target_withstands_generated_inputs() {
    for target in &ALL {
        check(target);
    }
}
