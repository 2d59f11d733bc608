//! Preferences of the panel after a choice in one of its menus.

use serenity::all::User;

use crate::discord::bot::Bot;
use crate::discord::features::tables::new_table::check_guests;
use crate::discord::features::tables::panel_view::NO_CLOCK;
use crate::discord::interaction::arguments::thread_choice::usual;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::panel::PanelPart;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::i18n::{OpponentKind, Switch, Words};
use crate::service::{Opponents, PersonId, Refusal, SetupPreferences, ThreadChoice, TimeRule};
use focus::notation::with_option;
use focus::{Mode, Repetition, RuleOption, SetupSize};

/// Returns the preferences after a choice in a menu or a press of a button.
pub(super) async fn changed(
    bot: &Bot,
    context: &RequestContext,
    preferences: SetupPreferences,
    part: PanelPart,
    press: &Press,
) -> Result<SetupPreferences, BotError> {
    let words = context.words;
    let value = press.chosen().unwrap_or_default();
    let unknown = || BotError::Refused(Refusal::Stale);
    Ok(match part {
        PanelPart::Opponents => SetupPreferences {
            against: match value.parse().map_err(|_| unknown())? {
                OpponentKind::Computer => Opponents::Computer,
                OpponentKind::Anyone => Opponents::Anyone,
                OpponentKind::People => Opponents::People(Vec::new()),
            },
            ..preferences
        },
        PanelPart::People => {
            let users = press.users();
            against(bot, preferences, &users, words)?
        }
        PanelPart::Level => SetupPreferences {
            level: value.parse().map_err(|_| unknown())?,
            ..preferences
        },
        PanelPart::Mode => preferences.in_mode(value.parse::<Mode>().map_err(|_| unknown())?),
        PanelPart::Clock => timed(preferences, value, words)?,
        PanelPart::Goal => ruled(preferences, RuleOption::Goal, value)?,
        PanelPart::Stuck => ruled(preferences, RuleOption::Stuck, value)?,
        PanelPart::Draw => ruled(preferences, RuleOption::Draw, value)?,
        PanelPart::Opening => ruled(preferences, RuleOption::Opening, value)?,
        PanelPart::Talk => ruled(preferences, RuleOption::Talk, value)?,
        PanelPart::Switches => {
            let who = context.clone();
            let usual = bot.service.ask(move |service| usual(service, &who));
            switched(preferences, usual.await?, press)?
        }
        PanelPart::Channel => SetupPreferences {
            in_thread: Some(ThreadChoice::No),
            ..preferences
        },
        PanelPart::Start
        | PanelPart::Beginner
        | PanelPart::More
        | PanelPart::Back
        | PanelPart::HowToPlay
        | PanelPart::Type
        | PanelPart::Form => preferences,
    })
}

/// Returns the preferences with these people to play against; the bot alone stands for a computer.
pub(super) fn against(
    bot: &Bot,
    preferences: SetupPreferences,
    users: &[&User],
    words: Words,
) -> Result<SetupPreferences, BotError> {
    if let [user] = users
        && Some(user.id) == bot.me()
    {
        return Ok(SetupPreferences {
            against: Opponents::Computer,
            ..preferences
        });
    }
    let users_alone = users.iter().copied();
    check_guests(users_alone, |name| {
        words.naming("bots-are-not-chosen", name)
    })?;
    let people = users.iter().map(|user| PersonId(user.id.get()));
    Ok(preferences.with_people(people.collect()))
}

fn timed(
    preferences: SetupPreferences,
    value: &str,
    words: Words,
) -> Result<SetupPreferences, BotError> {
    if value == NO_CLOCK {
        return Ok(SetupPreferences {
            time: None,
            ..preferences
        });
    }
    let control = value.parse();
    let control = control.map_err(|error| BotError::Said(words.not_a_time(value, error)))?;
    let overtime = preferences.overtime();
    Ok(SetupPreferences {
        time: Some(TimeRule { control, overtime }),
        ..preferences
    })
}

fn ruled(
    preferences: SetupPreferences,
    option: RuleOption,
    value: &str,
) -> Result<SetupPreferences, BotError> {
    let rules = with_option(preferences.rules, option, value);
    let rules = rules.map_err(|_| BotError::Refused(Refusal::Stale))?;
    Ok(SetupPreferences {
        rules,
        ..preferences
    })
}

/// Returns the preferences with the chosen switches; `in_threads` is the place's default for
/// threads.
fn switched(
    preferences: SetupPreferences,
    in_threads: Option<bool>,
    press: &Press,
) -> Result<SetupPreferences, BotError> {
    let mut switches = Switch::ALL.iter();
    switches.try_fold(preferences, |preferences, &switch| {
        let mut chosen = press.all_chosen();
        let is_on = chosen.any(|value| value == <&str>::from(switch));
        with_switch(preferences, switch, is_on, in_threads)
    })
}

/// Returns the preferences with a switch on or off; the choice of a thread remains open as long as
/// its own switch is left alone, or is not offered because there are no threads.
fn with_switch(
    preferences: SetupPreferences,
    switch: Switch,
    is_on: bool,
    in_threads: Option<bool>,
) -> Result<SetupPreferences, BotError> {
    Ok(match switch {
        Switch::Rated => SetupPreferences {
            rated: is_on,
            ..preferences
        },
        Switch::Thread => {
            let chosen = preferences.in_thread.map(ThreadChoice::is_in_thread);
            let was_on = in_threads.map(|usual| chosen.unwrap_or(usual));
            let in_thread = if was_on.is_none_or(|was_on| was_on == is_on) {
                preferences.in_thread
            } else if is_on {
                Some(ThreadChoice::Yes)
            } else {
                Some(ThreadChoice::No)
            };
            SetupPreferences {
                in_thread,
                ..preferences
            }
        }
        Switch::Private => SetupPreferences {
            is_private: is_on,
            ..preferences
        },
        Switch::Repetition => {
            let repetition = if is_on {
                Repetition::Off
            } else {
                Repetition::Three
            };
            ruled(preferences, RuleOption::Repetition, repetition.token())?
        }
        Switch::Twelve if RuleOption::Setup.is_offered(preferences.rules.mode()) => {
            let setup = if is_on {
                SetupSize::Twelve
            } else {
                SetupSize::Thirteen
            };
            ruled(preferences, RuleOption::Setup, setup.token())?
        }
        Switch::Twelve => preferences,
    })
}

#[cfg(test)]
mod tests {
    use super::with_switch;
    use crate::i18n::Switch;
    use crate::service::SetupPreferences;
    use focus::Mode;

    #[test]
    fn every_switch_changes_the_preferences() {
        let old = SetupPreferences::default().in_mode(Mode::FreeForAll);
        for switch in Switch::ALL {
            let new = with_switch(old.clone(), *switch, true, Some(false));
            assert_ne!(new.expect("a choice"), old, "{switch:?}");
        }
    }
}
