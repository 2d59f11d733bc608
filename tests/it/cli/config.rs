//! Configuration: defaults, file, environment, and error messages.

use std::fs;
use std::path::{Path, PathBuf};

use focusbot::config::{Config, Token};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::files::read;
use crate::support::program::focusbot;

/// Invented token of the same shape as Discord's.
const TOKEN: &str = "MTE4NzY1NDMyMTA5ODc2NTQzMg.GfocUs.a-b_c1d2e3f4g5h6i7j8k9l0m1n2o3p4q5r6s7";

fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(own).collect()
}

/// Returns a file with `text` in a folder that lives as long as the first value.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("config.toml");
    fs::write(&path, text).expect("a file");
    (folder, path)
}

fn load(text: &str, pairs: &[(&str, &str)]) -> Result<Config, String> {
    let (_folder, path) = file(text);
    let loaded = Config::load(Some(&path), &variables(pairs));
    let folder = format!("{}/", path.parent().expect("a folder").display());
    loaded.map_err(|error| error.to_string().replace(&folder, ""))
}

#[test]
fn example_holds_every_setting_with_its_default() {
    let example = read("config.example.toml");
    assert_eq!(load(&example, &[]), Ok(Config::default()));
    let shown: toml::Table = toml::from_str(&example).expect("a table");
    let all: toml::Table = toml::from_str(&Config::default().to_toml()).expect("a table");
    assert_eq!(shown, all);
}

#[test]
fn example_says_what_each_setting_is_for() {
    let example = read("config.example.toml");
    let mut before = "";
    for line in example.lines() {
        if line.contains(" = ") && !line.starts_with('#') {
            let says = before.strip_prefix("# ").unwrap_or_default();
            assert!(says.ends_with('.'), "no sentence above `{line}`");
        }
        before = line;
    }
}

#[test]
fn shards_are_a_part_of_a_total() {
    let shards = |text: &str| {
        let config = load(&format!("[discord]\nshards = \"{text}\"\n"), &[])?;
        let shards = config.discord.shards;
        Ok::<_, String>(shards.map(|shards| (shards.first, shards.last, shards.total)))
    };
    assert_eq!(shards(""), Ok(None));
    assert_eq!(shards("8"), Ok(Some((0, 7, 8))));
    assert_eq!(shards("5 of 8"), Ok(Some((5, 5, 8))));
    assert_eq!(shards("0-3 of 8"), Ok(Some((0, 3, 8))));
    for wrong in ["0", "3-2 of 8", "8 of 8", "-1 of 8", "x", "1-2"] {
        let said = shards(wrong).expect_err("no shards");
        assert!(said.contains("expected shards of a total"), "{said}");
    }
}

#[test]
fn environment_goes_before_the_file() {
    let text = "[data]\ndir = \"here\"\nbackups_kept = 3\n";
    let pairs = [
        ("FOCUSBOT_DATA_DIR", "there"),
        ("FOCUSBOT_SANDBOX_PORT", "0"),
        ("FOCUSBOT_SANDBOX_BIND", "::1"),
        ("FOCUSBOT_LOG_FILTER", "debug"),
        ("FOCUSBOT_DISCORD_API_BASE", "http://127.0.0.1:9"),
    ];
    let config = load(text, &pairs).expect("sound settings");
    assert_eq!(config.data.dir, Path::new("there"));
    assert_eq!(config.data.backups_kept.get(), 3);
    assert_eq!(config.sandbox.port, 0);
    assert_eq!(config.sandbox.bind.to_string(), "::1");
    assert_eq!(config.log.filter, "debug");
    assert_eq!(
        config.discord.api_base.as_deref(),
        Some("http://127.0.0.1:9")
    );
}

#[test]
fn space_in_a_filter_is_no_part_of_a_name() {
    let filter = |text: &str| load("", &[("FOCUSBOT_LOG_FILTER", text)]);
    let spaced = filter(" warn , focusbot=debug").expect("a filter");
    assert_eq!(spaced.log.filter, "warn,focusbot=debug");
    let letters = filter(" é=info,\u{2003}żó=warn").expect("a filter");
    assert_eq!(letters.log.filter, "é=info,żó=warn");
}

/// As a regular expression, this filter would take far too long.
#[test]
fn a_value_in_a_filter_is_literal() {
    let value = ["\u{fffd}".repeat(33), ".".repeat(108)].concat();
    let filter = format!("warn,focusbot[turn{{game={value}}}]=debug");
    let config = load("", &[("FOCUSBOT_LOG_FILTER", &filter)]).expect("a filter");
    assert_eq!(config.log.filter, filter);
}

#[test]
fn every_setting_has_its_variable() {
    let all: toml::Table = toml::from_str(&Config::default().to_toml()).expect("a table");
    for (section, keys) in &all {
        for (key, value) in keys.as_table().expect("a section") {
            let name = format!("FOCUSBOT_{section}_{key}").to_uppercase();
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let config = load("", &[(&name, &value)]);
            assert_eq!(config, Ok(Config::default()), "{name}={value}");
        }
    }
}

#[test]
fn environment_may_name_the_file() {
    let (_folder, path) = file("[sandbox]\nport = 5\n");
    let pairs = variables(&[("FOCUSBOT_CONFIG", path.to_str().expect("text"))]);
    let config = Config::load(None, &pairs).expect("sound settings");
    assert_eq!(config.sandbox.port, 5);
}

#[test]
fn token_comes_from_the_variable_then_the_setting_then_the_file() {
    let (_folder, path) = file(&format!("  {TOKEN}\n"));
    let token_file = format!("token_file = \"{}\"\n", path.display());
    let other = TOKEN.replace("GfocUs", "GfOcUS");
    let third = TOKEN.replace("GfocUs", "GFOCUS");
    let both = format!("[discord]\n{token_file}token = \"{other}\"\n");
    let only_file = format!("[discord]\n{token_file}");
    for (text, pairs, expected) in [
        (&only_file, vec![], TOKEN),
        (&both, vec![], &other),
        (&both, vec![("DISCORD_TOKEN", third.as_str())], &third),
        (&both, vec![("DISCORD_TOKEN", "")], &other),
        (
            &only_file,
            vec![("FOCUSBOT_DISCORD_TOKEN", third.as_str())],
            &third,
        ),
    ] {
        let config = load(text, &pairs).expect("sound settings");
        let token = config.discord.token.expect("a token");
        assert_eq!(token.reveal(), expected, "{pairs:?}");
    }
    assert_eq!(Config::default().discord.token, None);
}

#[test]
fn wrong_setting_is_named_with_its_place_and_what_was_expected() {
    for (text, expected) in [
        (
            "[data]\ndir = \"data\"\nbackup_kept = 3\n",
            "`config.toml`, line 3: `data.backup_kept`: unknown field `backup_kept`, expected one \
             of `dir`, `backup_every_hours`, `backups_kept`, `open_limit_seconds`",
        ),
        (
            "[dada]\n",
            "`config.toml`, line 1: `dada`: unknown field `dada`, expected one of `discord`, \
             `data`, `store`, `tables`, `retention`, `pace`, `engine`, `sandbox`, `monitor`, \
             `log`",
        ),
        (
            "[sandbox]\nport = \"eighty\"\n",
            "`config.toml`, line 2: `sandbox.port`: invalid type: string \"eighty\", expected u16",
        ),
        (
            "[data]\nbackups_kept = 0\n",
            "`config.toml`, line 2: `data.backups_kept`: invalid value: integer `0`, expected a \
             nonzero u32",
        ),
        (
            "[data] # [mine]\nbackups_kept = 0\n",
            "`config.toml`, line 2: `data.backups_kept`: invalid value: integer `0`, expected a \
             nonzero u32",
        ),
        (
            "[sandbox]\nbind = \"localhost\"\n",
            "`config.toml`, line 2: `sandbox.bind`: invalid IP address syntax",
        ),
        (
            "[data]\ndir = \"\"\n",
            "`config.toml`, line 2: `data.dir`: expected the name of a folder, got nothing",
        ),
        (
            "[discord]\napi_base = \"localhost:80\"\n",
            "`config.toml`, line 2: `discord.api_base`: expected an address such as \
             `http://127.0.0.1:8064`",
        ),
        (
            "[log]\nfilter = \"focusbot=loud\"\n",
            "`config.toml`, line 2: `log.filter`: expected a filter such as `warn,focusbot=info`: \
             error parsing level filter: expected one of \"off\", \"error\", \"warn\", \"info\", \
             \"debug\", \"trace\", or a number 0-5",
        ),
    ] {
        assert_eq!(load(text, &[]), Err(expected.to_owned()));
    }
}

#[test]
fn wrong_variable_is_named_with_what_was_expected() {
    for (name, value, expected) in [
        (
            "FOCUSBOT_SANDBOX_PORT",
            "eighty",
            "`sandbox.port`: expected a whole number, got `eighty`",
        ),
        (
            "FOCUSBOT_SANDBOX_PORT",
            "80000",
            "`sandbox.port`: invalid value: integer `80000`, expected u16",
        ),
        (
            "FOCUSBOT_DATA_DIR",
            "sp\u{fffd}l",
            "`data.dir`: expected the name of a folder in UTF-8",
        ),
        (
            "FOCUSBOT_DATA_FOLDER",
            "x",
            "`FOCUSBOT_DATA_FOLDER`: no setting is called so; `focusbot config` shows all, and \
             FOCUSBOT_DATA_DIR is `dir` of `[data]`",
        ),
    ] {
        let expected = format!("environment variable `{name}`: {expected}");
        assert_eq!(load("", &[(name, value)]), Err(expected));
    }
}

#[test]
fn notice_that_would_follow_every_move_is_refused() {
    let text = "[retention]\nidle_games_days = 7\n";
    let expected = "the settings: `retention.idle_notice_days`: expected less than the 7 of \
                    `idle_games_days`, got 7";
    assert_eq!(load(text, &[]), Err(expected.to_owned()));
    let shorter = ("FOCUSBOT_RETENTION_IDLE_NOTICE_DAYS", "2");
    assert!(load(text, &[shorter]).is_ok());
    assert!(load("[retention]\nidle_games_days = 0\n", &[]).is_ok());
}

#[test]
fn missing_file_is_named() {
    let error = Config::load(Some(Path::new("no/such.toml")), &[]).expect_err("no file");
    assert!(
        error
            .to_string()
            .starts_with("cannot read `no/such.toml`: "),
        "{error}"
    );
    let error = load("[discord]\ntoken_file = \"no/such\"\n", &[]).expect_err("no file");
    assert!(error.starts_with("cannot read `no/such`: "), "{error}");
}

#[test]
fn malformed_token_is_refused_without_being_shown() {
    let shape = "expected three parts with dots between";
    for (token, expected) in [
        (&TOKEN[..30], shape),
        (&TOKEN.replace('.', ":"), shape),
        (&format!("{TOKEN}.x"), shape),
        (&TOKEN.replace("GfocUs", ""), shape),
        (&TOKEN.replace("GfocUs", "Gfo/Us"), shape),
        (&format!("Bot {TOKEN}"), "without `Bot` in front"),
        (
            &TOKEN.replace("GfocUs", "Gfo Us"),
            "printable ASCII without spaces",
        ),
    ] {
        let text = format!("[discord]\ntoken = \"{token}\"\n");
        let of_file = load(&text, &[]).expect_err("a malformed token");
        let of_variable = load("", &[("DISCORD_TOKEN", token)]).expect_err("a malformed token");
        assert!(of_file.starts_with("`config.toml`"), "{of_file}");
        assert!(of_variable.starts_with("environment variable `DISCORD_TOKEN`: `discord.token`"));
        for error in [of_file, of_variable] {
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("MTE4"), "the token is not shown");
        }
    }
}

#[test]
fn token_in_the_wrong_place_of_a_command_is_not_shown() {
    let folder = format!("/proc/{TOKEN}");
    for (arguments, data) in [
        (&[TOKEN][..], None),
        (&["run", TOKEN], None),
        (&["restore", TOKEN], None),
        (&["restore", "--no-such", TOKEN], None),
        (&["verify"], Some(&folder)),
        (&["backup"], Some(&folder)),
    ] {
        let mut command = focusbot();
        command.args(arguments);
        if let Some(data) = data {
            command.env("FOCUSBOT_DATA_DIR", data);
        }
        let output = command.output().expect("a program that ends");
        assert!(!output.status.success(), "{arguments:?}");
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8(shown).expect("text");
        assert!(!shown.is_empty() && !shown.contains("MTE4"), "{shown}");
    }
}

#[test]
fn token_that_breaks_the_file_is_not_shown() {
    for line in [
        format!("token = {TOKEN}"),
        format!("token = \"{TOKEN}"),
        format!("token = [\"{TOKEN}\"]"),
        format!("token = {{ a = \"{TOKEN}\" }}"),
        format!("token: {TOKEN}"),
        format!("tokne = \"{TOKEN}\""),
        "token = 118765432109876".to_owned(),
    ] {
        let error = load(&format!("[discord]\n{line}\n"), &[]).expect_err("a broken file");
        assert!(
            error.starts_with("`config.toml`, line 2: `discord"),
            "{error}"
        );
        assert!(
            !error.contains("MTE4") && !error.contains("a-b_c"),
            "the token is not shown"
        );
        assert!(!error.contains("1187"), "the token is not shown");
    }
}

#[test]
fn token_in_the_wrong_place_is_not_shown() {
    let in_name = format!("FOCUSBOT_{TOKEN}");
    for (text, pairs) in [
        (format!("[discord]\ntoken_file = \"{TOKEN}\""), vec![]),
        (format!("[discord]\n{TOKEN} = 1"), vec![]),
        (format!("[discord]\n\"{TOKEN}\" = \"\""), vec![]),
        (format!("[{TOKEN}]\nport = 1"), vec![]),
        (format!("[sandbox]\nport = \"{TOKEN}\""), vec![]),
        (format!("[sandbox]\nbind = \"{TOKEN}\""), vec![]),
        (format!("[log]\nfilter = \"{TOKEN}={TOKEN}\""), vec![]),
        (String::new(), vec![("FOCUSBOT_SANDBOX_PORT", TOKEN)]),
        (String::new(), vec![("FOCUSBOT_DISCORD_TOKEN_FILE", TOKEN)]),
        (String::new(), vec![("FOCUSBOT_DISCORD_SHARDS", TOKEN)]),
        (String::new(), vec![("FOCUSBOT_LOG_FORMAT", TOKEN)]),
        (String::new(), vec![(&in_name, "1")]),
    ] {
        let error = load(&text, &pairs).expect_err("a token in the wrong place");
        for part in TOKEN.split('.').filter(|part| part.len() > 6) {
            assert!(!error.contains(part), "{text}: the token is not shown");
        }
    }
    let named = Config::load(Some(Path::new(TOKEN)), &[]).expect_err("no file");
    assert!(named.to_string().contains("(hidden)"), "{named}");
    let mut config = Config::default();
    config.discord.token_file = Some(TOKEN.to_owned());
    assert!(!config.to_toml().contains(TOKEN));
}

#[test]
fn another_discord_may_have_tokens_of_its_own() {
    let text = "[discord]\napi_base = \"http://127.0.0.1:8064\"\ntoken = \"sandbox-1\"\n";
    let config = load(text, &[]).expect("sound settings");
    assert_eq!(config.discord.token.expect("a token").reveal(), "sandbox-1");
}

proptest! {
    #[test]
    fn token_is_never_printed(text in "[A-Za-z0-9_-]{8,30}\\.[A-Za-z0-9_-]{8,30}\\.[A-Za-z0-9_-]{8,30}") {
        let token = Token::new(&text).expect("a token");
        let mut config = Config::default();
        config.discord.token = Some(token.clone());
        for shown in [
            format!("{token} {token:?} {token:#?}"),
            format!("{config:?} {config:#?}"),
            config.to_toml(),
        ] {
            prop_assert!(!shown.contains(&text));
            prop_assert!(shown.contains("(hidden)"));
        }
    }
}
