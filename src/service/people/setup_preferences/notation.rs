//! Preferences as text: `c.2.2d1.1d.r` for the opponents, the level, the rules, the clock and the
//! other choices.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use thiserror::Error;

use crate::service::api::ids::PersonId;
use crate::service::api::time_control::{Overtime, TimeControl, TimeRule};
use crate::service::people::setup_preferences::{
    OPPONENTS, Opponents, SetupPreferences, ThreadChoice,
};
use focus::notation::{option_value, with_option};
use focus::{Mode, RuleOption, Rules};
use focus_engine::Level;

/// Base of written ids; the digits are 0 to 9 and a to z.
const BASE: u32 = 36;

impl fmt::Display for SetupPreferences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.against {
            Opponents::Computer => f.write_str("c")?,
            Opponents::Anyone => f.write_str("o")?,
            Opponents::People(people) => {
                for person in people {
                    write!(f, "@{}", written_id(person.0))?;
                }
                if people.is_empty() {
                    f.write_str("p")?;
                }
            }
        }
        let level = Level::ALL.iter().position(|level| *level == self.level);
        write!(f, ".{}.", level.unwrap_or_default())?;
        write_rules(f, self.rules)?;
        f.write_str(".")?;
        if let Some(TimeRule { control, overtime }) = self.time {
            let overtime = match overtime {
                Overtime::Out => "",
                Overtime::Claim => "!",
                Overtime::Computer => "~",
            };
            write!(f, "{control}{overtime}")?;
        }
        f.write_str(".")?;
        let flags = [
            (self.rated, "r"),
            (self.is_private, "p"),
            (self.in_thread == Some(ThreadChoice::Yes), "t"),
            (self.in_thread == Some(ThreadChoice::No), "n"),
            (self.in_thread == Some(ThreadChoice::Proposed), "b"),
        ];
        let set = flags.into_iter().filter(|(is_set, _)| *is_set);
        set.into_iter().try_for_each(|(_, flag)| f.write_str(flag))
    }
}

/// Error of a text that is not a person's preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected preferences such as `c.2.2d1.1d.r`")]
pub struct ParseSetupPreferencesError;

impl FromStr for SetupPreferences {
    type Err = ParseSetupPreferencesError;

    fn from_str(text: &str) -> Result<Self, ParseSetupPreferencesError> {
        let [against, level, rules, time, flags]: [&str; 5] = text
            .split('.')
            .collect::<Vec<_>>()
            .try_into()
            .map_err(|_| ParseSetupPreferencesError)?;
        let level: usize = level.parse().map_err(|_| ParseSetupPreferencesError)?;
        let has = |flag| flags.contains(flag);
        let preferences = Self {
            against: read_against(against).ok_or(ParseSetupPreferencesError)?,
            level: *Level::ALL.get(level).ok_or(ParseSetupPreferencesError)?,
            rules: read_rules(rules).ok_or(ParseSetupPreferencesError)?,
            time: read_time(time)?,
            rated: has('r'),
            is_private: has('p'),
            in_thread: if has('t') {
                Some(ThreadChoice::Yes)
            } else if has('n') {
                Some(ThreadChoice::No)
            } else {
                has('b').then_some(ThreadChoice::Proposed)
            },
        };
        // Each has one spelling.
        let is_spelled = preferences.to_string() == text;
        is_spelled
            .then_some(preferences)
            .ok_or(ParseSetupPreferencesError)
    }
}

fn read_against(text: &str) -> Option<Opponents> {
    let ids = match text {
        "c" => return Some(Opponents::Computer),
        "o" => return Some(Opponents::Anyone),
        "p" => return Some(Opponents::People(Vec::new())),
        ids => ids.strip_prefix('@')?,
    };
    let person = |id| u64::from_str_radix(id, BASE).ok().map(PersonId);
    let is_somebody = |person: &PersonId| *person != PersonId::GONE;
    let people = ids.split('@').map(|id| person(id).filter(is_somebody));
    let people = people.collect::<Option<Vec<_>>>();
    let people = people.filter(|people| people.len() <= OPPONENTS)?;
    Some(Opponents::People(people))
}

fn written_id(mut id: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = u32::try_from(id % u64::from(BASE)).ok();
        digits.extend(digit.and_then(|digit| char::from_digit(digit, BASE)));
        id /= u64::from(BASE);
        if id == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// Returns the letter of an option in the notation.
const fn letter(option: RuleOption) -> char {
    match option {
        RuleOption::Goal => 'g',
        RuleOption::Stuck => 's',
        RuleOption::Draw => 'd',
        RuleOption::Opening => 'o',
        RuleOption::Setup => 'n',
        RuleOption::Repetition => 'r',
        RuleOption::Quiet => 'q',
        RuleOption::Talk => 't',
    }
}

/// Writes the mode, and each option that differs from the default by the index of its value; for
/// plies without a capture, their number, or 0.
fn write_rules(f: &mut fmt::Formatter<'_>, rules: Rules) -> fmt::Result {
    let mode = rules.mode();
    write!(f, "{mode}")?;
    let usual = Rules::new(mode);
    for option in RuleOption::offered(mode) {
        let value = option_value(rules, option);
        if value == option_value(usual, option) {
            continue;
        }
        let number = if option == RuleOption::Quiet {
            rules.quiet().map_or(0, |plies| plies.get().into())
        } else {
            let values = option.values(mode);
            let place = values.iter().position(|known| *known == value);
            place.unwrap_or_default()
        };
        write!(f, "{}{number}", letter(option))?;
    }
    Ok(())
}

fn read_rules(text: &str) -> Option<Rules> {
    let mut modes = Mode::ALL.into_iter();
    let (mode, options) = modes.find_map(|mode| Some((mode, text.strip_prefix(mode.token())?)))?;
    let mut rules = Rules::new(mode);
    let mut rest = options;
    while let Some(first) = rest.chars().next() {
        let option = RuleOption::offered(mode).find(|option| letter(*option) == first)?;
        rest = rest.strip_prefix(first)?;
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let number: u16 = rest[..end.unwrap_or(rest.len())].parse().ok()?;
        rest = &rest[end.unwrap_or(rest.len())..];
        rules = if option == RuleOption::Quiet {
            rules.with_quiet(NonZeroU16::new(number))
        } else {
            let values = option.values(mode);
            with_option(rules, option, values.get(usize::from(number))?).ok()?
        };
    }
    Some(rules)
}

fn read_time(text: &str) -> Result<Option<TimeRule>, ParseSetupPreferencesError> {
    if text.is_empty() {
        return Ok(None);
    }
    let (control, overtime) = match (text.strip_suffix('!'), text.strip_suffix('~')) {
        (Some(control), _) => (control, Overtime::Claim),
        (_, Some(control)) => (control, Overtime::Computer),
        (None, None) => (text, Overtime::Out),
    };
    let control = control
        .parse::<TimeControl>()
        .map_err(|_| ParseSetupPreferencesError)?;
    Ok(Some(TimeRule { control, overtime }))
}

#[cfg(test)]
mod tests {
    use super::ParseSetupPreferencesError;
    use crate::service::api::ids::PersonId;
    use crate::service::people::setup_preferences::{SetupPreferences, ThreadChoice};
    use focus::{DrawRule, Goal, Mode, Rules};
    use focus_engine::Level;

    #[track_caller]
    fn check(preferences: &SetupPreferences, text: &str) {
        assert_eq!(preferences.to_string(), text);
        assert_eq!(text.parse().as_ref(), Ok(preferences));
    }

    #[test]
    fn wishes_survive_their_text() {
        check(&SetupPreferences::default(), "c.2.2..");
        let rules = Rules::new(Mode::Duel)
            .with_goal(Goal::Race)
            .expect("a goal");
        let rules = rules.with_draw(DrawRule::SecondWins).expect("a draw");
        let preferences = SetupPreferences {
            level: Level::Full,
            rules: rules.with_quiet(None),
            time: "2h+5m!".parse::<TimeText>().expect("a time").0,
            rated: true,
            in_thread: Some(ThreadChoice::No),
            ..SetupPreferences::default()
        };
        check(&preferences, "c.10.2g1d2q0.2h+5m!.rn");
        let preferences = SetupPreferences {
            in_thread: Some(ThreadChoice::Proposed),
            ..SetupPreferences::default()
        };
        check(&preferences, "c.2.2..b");
        let people = vec![PersonId(35), PersonId(36), PersonId(u64::MAX)];
        let preferences = SetupPreferences::default().with_people(people);
        check(&preferences, "@z@10@3w5e11264sgsf.2.4s..");
        check(
            &preferences.in_mode(Mode::Partners),
            "@z@10@3w5e11264sgsf.2.4t..",
        );
    }

    /// Clock of preferences, as written in them.
    struct TimeText(Option<super::TimeRule>);

    impl std::str::FromStr for TimeText {
        type Err = ParseSetupPreferencesError;

        fn from_str(text: &str) -> Result<Self, ParseSetupPreferencesError> {
            super::read_time(text).map(Self)
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "c.2.2.",
            "c.2.2...",
            "x.2.2..",
            "c.11.2..",
            "c.02.2..",
            "c.2.5..",
            "c.2.2g0..",
            "c.2.2s1..",
            "c.2.2g..",
            "c.2.2g1g1..",
            "c.2.2.1w.",
            "c.2.2..x",
            "c.2.2..tb",
            "@.2.2..",
            "@0.2.2..",
            "@1@0.2.3..",
            "@1@2@3@4.2.4s..",
        ] {
            assert_eq!(
                text.parse::<SetupPreferences>(),
                Err(ParseSetupPreferencesError),
                "{text}"
            );
        }
    }
}
