//! Entries of menus, whose labels have to fit on a phone, in every language.

use std::collections::BTreeSet;
use std::time::Duration;

use focus::notation::with_option;
use focus::{Color, Mode, RuleOption, Rules, Square, Stack};
use focus_engine::Level;
use focusbot::i18n::{Language, MenuEntry, OpponentKind, Setting, Switch, Words};
use focusbot::service::{
    ClockKind, GuildSettings, Orientation, Overtime, ReminderFrequency, ReminderPlace, ThemeName,
    TimeRule,
};

use super::limits::{all_words, check};
use super::sample;

/// Returns the menus of the settings of people and servers.
fn menus_of_settings(words: Words) -> Vec<Vec<MenuEntry>> {
    let languages = Language::ALL.map(Some).into_iter().chain([None]);
    let guild = GuildSettings::default();
    let usual = || [Some(&guild), None].map(|guild| words.usual_choice(guild));
    let themes = ThemeName::ALL.iter().map(|one| words.theme_choice(*one));
    let orientations = Orientation::ALL.iter();
    let orientations = orientations.map(|one| words.orientation_choice(*one));
    let often = ReminderFrequency::ALL.iter();
    let places = ReminderPlace::ALL.iter();
    let clocks = ClockKind::ALL.iter();
    let month = Duration::from_secs(30 * 24 * 3600);
    let menus: [(_, Vec<String>); 9] = [
        (
            Setting::Language,
            languages.map(|one| words.language_choice(one)).collect(),
        ),
        (Setting::Theme, themes.chain(usual()).collect()),
        (Setting::Orientation, orientations.chain(usual()).collect()),
        (
            Setting::Reminders,
            often.map(|one| words.reminders_choice(*one)).collect(),
        ),
        (
            Setting::ReminderPlace,
            places.map(|one| words.reminder_place(*one)).collect(),
        ),
        (
            Setting::Clocks,
            clocks.map(|one| words.clock_kind(*one)).collect(),
        ),
        (
            Setting::Night,
            vec![words.text("night-none", &[]), "22-7".to_owned()],
        ),
        (Setting::Zone, vec!["America/Los_Angeles".to_owned()]),
        (
            Setting::Vacation,
            vec![
                words.no_vacation(30),
                words.text("vacation-end", &[]),
                words.duration(month),
            ],
        ),
    ];
    let entries = menus.into_iter().map(|(setting, choices)| {
        let choices = choices.iter();
        choices
            .map(|choice| words.setting_choice(setting, choice))
            .collect()
    });
    entries.collect()
}

/// Returns the menus of the panel that sets a game up.
fn menus_of_panel(words: Words) -> Vec<Vec<MenuEntry>> {
    let whole = |label, description| MenuEntry { label, description };
    let level = |level| words.text("panel-level", &[("level", words.level(level).into())]);
    let mode = |mode| whole(words.mode_choice(mode), Some(words.about_mode(mode)));
    let clocks = ["10m", "1d", "3d", "15m+1m", "2h+5m", "13d23h+23h59m"];
    let clocks = clocks.map(|text| TimeRule {
        control: text.parse().expect("a clock"),
        overtime: Overtime::default(),
    });
    let clocks = clocks.map(Some).into_iter().chain([None]);
    let opponents = OpponentKind::ALL.iter();
    let overtime = Overtime::ALL.iter();
    let switches = Switch::ALL.iter();
    let mut menus: Vec<Vec<MenuEntry>> = vec![
        opponents
            .map(|kind| whole(words.opponent_kind(*kind), None))
            .collect(),
        Level::ALL.map(|one| whole(level(one), None)).into(),
        Mode::ALL.map(mode).into(),
        clocks.map(|clock| words.clock_entry(clock)).collect(),
        overtime
            .map(|one| whole(words.overtime(*one), None))
            .collect(),
        switches.map(|switch| words.switch(*switch)).collect(),
    ];
    for mode in Mode::ALL {
        let usual = Rules::new(mode);
        // Limits for repetitions and quiet moves have no menu.
        let without = [RuleOption::Repetition, RuleOption::Quiet];
        let offered = RuleOption::offered(mode).filter(|option| !without.contains(option));
        menus.extend(offered.map(|option| {
            let rules = option.values(mode).into_iter();
            let rules = rules.filter_map(|value| with_option(usual, option, value).ok());
            rules
                .map(|rules| words.option_entry(rules, option))
                .collect::<Vec<_>>()
        }));
    }
    menus
}

/// Checks that a phone shows the labels of a menu whole, and that they differ.
#[track_caller]
fn fits(menu: &[MenuEntry]) {
    for MenuEntry { label, description } in menu {
        check(label, 40);
        assert!(!label.ends_with('…'), "not whole: {menu:?}");
        if let Some(description) = description {
            check(description, 100);
        }
    }
    let labels: BTreeSet<_> = menu.iter().map(|entry| &entry.label).collect();
    assert_eq!(labels.len(), menu.len(), "{menu:?}");
}

#[test]
fn labels_of_menus_are_whole_on_a_phone() {
    for words in all_words() {
        for menu in [menus_of_settings(words), menus_of_panel(words)].concat() {
            fits(&menu);
        }
    }
}

#[test]
fn a_long_choice_goes_on_in_the_description() {
    let words = Words::new(Language::English);
    let rules = Rules::new(Mode::ThreeWay);
    let race = words.option_entry(rules, RuleOption::Goal);
    assert_eq!(race.label, "Goal: race");
    let rest = "first to capture 3 of each opponent, or have 10 in front";
    assert_eq!(race.description.as_deref(), Some(rest));
    let french = Words::new(Language::French);
    let none = french.setting_choice(Setting::Vacation, &french.no_vacation(30));
    assert_eq!(none.label, "Vacances\u{202f}: aucune");
    let short = words.option_entry(Rules::new(Mode::Duel), RuleOption::Draw);
    assert_eq!(short.description, None);
}

#[test]
fn a_setting_is_read_in_a_closed_menu() {
    for words in all_words() {
        let usual = words.usual_choice(Some(&GuildSettings::default()));
        for (setting, choice) in [
            (Setting::Theme, &usual),
            (Setting::Orientation, &usual),
            (Setting::Vacation, &words.no_vacation(30)),
        ] {
            let entry = words.setting_choice(setting, choice);
            check(&entry.label, 30);
        }
    }
}

#[test]
fn a_long_name_is_cut_in_its_label_alone() {
    let zone = "America/Argentina/ComodRivadavia";
    for words in all_words() {
        let entry = words.setting_choice(Setting::Zone, zone);
        check(&entry.label, 40);
        assert!(entry.label.ends_with('…'), "{entry:?}");
        assert_eq!(entry.description.as_deref(), Some(zone));
    }
}

#[test]
fn a_tall_stack_is_named_by_its_square() {
    let stack = Stack::new([Color::Orange; Stack::MAX_HEIGHT]).expect("five pieces");
    let square: Square = "c6".parse().expect("a square");
    for words in all_words() {
        let entry = MenuEntry::new(&words.source_label(square, stack));
        assert_eq!(entry.label, "c6");
        check(&entry.description.expect("the pieces"), 100);
    }
}

#[test]
fn a_long_line_of_premoves_goes_on_in_the_description() {
    let line = [("b3", "b4"), ("c5", "b5")].map(|(from, to)| sample::slide(from, to));
    let words = Words::new(Language::English);
    let short = words.premove_entry(&line);
    assert_eq!(short.label, "b3\u{2011}b4 → c5\u{2011}b5");
    assert_eq!(short.description, None);
    let long = words.premove_entry(&line.repeat(4));
    check(&long.label, 40);
    let both = format!("{} {}", long.label, long.description.expect("the rest"));
    assert_eq!(both, [short.label.as_str(); 4].join(" → "));
}
