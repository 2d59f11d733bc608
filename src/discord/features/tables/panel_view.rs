//! Private panel that sets a game up.

use std::iter;

use serenity::all::{
    CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    UserId,
};

use crate::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use crate::discord::interaction::incoming::Form;
use crate::discord::rest::Outgoing;
use crate::discord::rest::interactions::form::{FormLine, InputForm};
use crate::discord::views::button_rows::{declared, menu_option};
use crate::i18n::{Button, CommandOption, OpponentKind, Switch, Words};
use crate::service::people::setup_preferences::OPPONENTS;
use crate::service::{
    GuildSettings, Opponents, Overtime, SetupPreferences, ThreadChoice, TimeRule,
};
use focus::notation::{option_value, with_option};
use focus::{Mode, Repetition, RuleOption, SetupSize};
use focus_engine::Level;

/// Clocks that the menu offers where they are allowed, besides none and the current one.
const CLOCKS: [&str; 5] = ["10m", "1d", "3d", "15m+1m", "2h+5m"];

/// Value of no clock in the menu.
pub(super) const NO_CLOCK: &str = "none";

/// Value in the menu that opens the form for any other clock.
pub(super) const OTHER_CLOCK: &str = "other";

/// Custom id of the line for a clock in the form.
pub(super) const CLOCK: &str = "clock";

/// Custom id of the menu in the form for the consequence of running out of time.
pub(super) const OVERTIME: &str = "overtime";

/// Custom id of the line for moves without a capture in the form.
pub(super) const QUIET: &str = "quiet";

/// Largest number of characters of a line in the form.
const LINE: u16 = 30;

/// Choices that a place allows.
#[derive(Clone, Debug)]
pub(super) struct PlaceChoices {
    /// Usual choice of a thread; `None` where there are none.
    pub(super) in_threads: Option<bool>,
    /// Settings of the place, which determine the allowed clocks.
    pub(super) settings: GuildSettings,
    /// True if the person is alone with the bot, so that only a computer can play.
    pub(super) is_direct: bool,
    /// Reason why no game can be set up there, as a text.
    pub(super) refusal: Option<String>,
}

/// Returns the panel with the choices that everybody makes.
pub(super) fn panel(
    preferences: &SetupPreferences,
    choices: &PlaceChoices,
    words: Words,
) -> Outgoing {
    let mut rows = Vec::new();
    if !choices.is_direct {
        rows.push(against(preferences, words));
    }
    match &preferences.against {
        Opponents::Computer => rows.push(levels(preferences, words)),
        Opponents::People(people) => {
            let chosen = people.iter().map(|person| UserId::new(person.0)).collect();
            let kind = CreateSelectMenuKind::User {
                default_users: Some(chosen),
            };
            let most = u8::try_from(OPPONENTS).unwrap_or(u8::MAX);
            let menu = CreateSelectMenu::new(id(PanelPart::People, preferences), kind)
                .placeholder(words.text("panel-whom", &[]))
                .max_values(most);
            rows.push(CreateActionRow::SelectMenu(menu));
        }
        Opponents::Anyone => {}
    }
    rows.push(modes(preferences, words));
    rows.push(clocks(preferences, &choices.settings, words));
    let is_proposed = preferences.in_thread == Some(ThreadChoice::Proposed);
    let parts = is_proposed.then_some(PanelPart::Channel).into_iter();
    let parts = parts.chain([PanelPart::More, PanelPart::HowToPlay]);
    let mut buttons = vec![start(preferences, choices, words)];
    buttons.extend(parts.map(|part| press(part, preferences, words)));
    rows.push(CreateActionRow::Buttons(buttons));
    Outgoing::text(summary(preferences, choices, words)).rows(rows)
}

/// Returns the text of the panel, which promises no thread where there are none.
fn summary(preferences: &SetupPreferences, choices: &PlaceChoices, words: Words) -> String {
    let in_threads = choices.in_threads;
    let in_thread = preferences.in_thread.filter(|_| in_threads.is_some());
    let text = words.panel(&SetupPreferences {
        in_thread,
        ..preferences.clone()
    });
    match &choices.refusal {
        Some(refusal) => format!("{text}\n{refusal}"),
        None => text,
    }
}

/// Returns whether a form was opened on the first page of the panel.
pub(super) fn is_first_page(form: &Form, preferences: &SetupPreferences) -> bool {
    let mode = id(PanelPart::Mode, preferences);
    let message = form.interaction.message.as_ref();
    message.is_some_and(|message| message.component(&mode).is_some())
}

/// Returns the panel with further options.
pub(super) fn more(
    preferences: &SetupPreferences,
    choices: &PlaceChoices,
    words: Words,
) -> Outgoing {
    let level = preferences.fills_seats();
    let level = level.then(|| levels(preferences, words));
    let offered = RuleOption::offered(preferences.rules.mode());
    let rules = offered
        .filter_map(|option| Some((part_of(option)?, option)))
        .filter_map(|(part, option)| rule(part, option, preferences, words));
    let mut rows: Vec<_> = level.into_iter().chain(rules).collect();
    rows.push(switches(preferences, choices.in_threads, words));
    rows.push(CreateActionRow::Buttons(vec![
        start(preferences, choices, words),
        press(PanelPart::Type, preferences, words),
        press(PanelPart::Back, preferences, words),
    ]));
    Outgoing::text(summary(preferences, choices, words)).rows(rows)
}

/// Returns the form for typed values and options without a menu.
pub(super) fn form(preferences: &SetupPreferences, words: Words) -> InputForm {
    let clock = preferences.time.map(|rule| rule.control.to_string());
    let clock_line = FormLine::new(CLOCK, words.text("panel-form-clock", &[]), LINE)
        .description(words.text("panel-form-about-clock", &[]))
        .value(clock.unwrap_or_default())
        .optional();
    let overtime = Overtime::ALL.iter().copied();
    let overtime = overtime.map(|overtime| (words.overtime(overtime), overtime.into()));
    let about_overtime = words.option(CommandOption::Overtime).description;
    let overtime_line = FormLine::menu(OVERTIME, about_overtime, overtime.collect())
        .value(<&str>::from(preferences.overtime()));
    let quiet_line = FormLine::new(QUIET, words.text("panel-form-quiet", &[]), LINE)
        .description(words.text("panel-form-about-quiet", &[]))
        .value(option_value(preferences.rules, RuleOption::Quiet));
    let title = words.text("panel-form-title", &[]);
    let lines = vec![clock_line, overtime_line, quiet_line];
    InputForm::new(id(PanelPart::Form, preferences), title, lines)
}

/// Returns the button that opens the form again after its input was refused.
pub(super) fn again(preferences: &SetupPreferences, words: Words) -> CreateButton {
    press(PanelPart::Type, preferences, words).label(words.button(Button::TryAgain))
}

/// Returns the part of the panel for an option of the rules, if it has a menu of its own.
fn part_of(option: RuleOption) -> Option<PanelPart> {
    match option {
        RuleOption::Goal => Some(PanelPart::Goal),
        RuleOption::Stuck => Some(PanelPart::Stuck),
        RuleOption::Draw => Some(PanelPart::Draw),
        RuleOption::Opening => Some(PanelPart::Opening),
        RuleOption::Talk => Some(PanelPart::Talk),
        // Two of them are switches; the quiet limit is typed into a form.
        RuleOption::Setup | RuleOption::Repetition | RuleOption::Quiet => None,
    }
}

fn id(part: PanelPart, preferences: &SetupPreferences) -> String {
    let preferences = preferences.clone();
    PanelButtonId { part, preferences }.to_string()
}

/// Returns the button that starts a game with these preferences, if there can be one.
fn start(preferences: &SetupPreferences, choices: &PlaceChoices, words: Words) -> CreateButton {
    let has_people = preferences.is_complete() && preferences.check_people().is_ok();
    let may_start = has_people && choices.refusal.is_none();
    press(PanelPart::Start, preferences, words).disabled(!may_start)
}

fn press(part: PanelPart, preferences: &SetupPreferences, words: Words) -> CreateButton {
    declared(&id(part, preferences), part.face(), words)
}

fn menu(
    part: PanelPart,
    options: Vec<CreateSelectMenuOption>,
    preferences: &SetupPreferences,
) -> CreateActionRow {
    let kind = CreateSelectMenuKind::String { options };
    CreateActionRow::SelectMenu(CreateSelectMenu::new(id(part, preferences), kind))
}

fn against(preferences: &SetupPreferences, words: Words) -> CreateActionRow {
    let chosen = OpponentKind::of(&preferences.against);
    let options = OpponentKind::ALL.iter().map(|kind| {
        let value: &str = (*kind).into();
        CreateSelectMenuOption::new(words.opponent_kind(*kind), value)
            .default_selection(*kind == chosen)
    });
    menu(PanelPart::Opponents, options.collect(), preferences)
}

fn levels(preferences: &SetupPreferences, words: Words) -> CreateActionRow {
    let options = Level::ALL.map(|level| {
        let label = words.text("panel-level", &[("level", words.level(level).into())]);
        CreateSelectMenuOption::new(label, level.token())
            .default_selection(level == preferences.level)
    });
    menu(PanelPart::Level, options.into(), preferences)
}

fn modes(preferences: &SetupPreferences, words: Words) -> CreateActionRow {
    let options = Mode::ALL.map(|mode| {
        CreateSelectMenuOption::new(words.mode_choice(mode), mode.token())
            .description(words.about_mode(mode))
            .default_selection(mode == preferences.rules.mode())
    });
    menu(PanelPart::Mode, options.into(), preferences)
}

fn clocks(
    preferences: &SetupPreferences,
    settings: &GuildSettings,
    words: Words,
) -> CreateActionRow {
    let (present, overtime) = (preferences.time, preferences.overtime());
    let controls = CLOCKS.iter().filter_map(|text| text.parse().ok());
    let timed = controls.map(|control| Some(TimeRule { control, overtime }));
    let mut offered: Vec<_> = iter::once(None).chain(timed).collect();
    offered.retain(|time| settings.allows_clock(*time));
    let has_clocks = offered.iter().any(Option::is_some);
    let other = has_clocks.then(|| words.text("panel-clock-other", &[]));
    if !offered.contains(&present) {
        offered.push(present);
    }
    let options = offered.into_iter().map(|time| {
        let value = time.map_or_else(|| NO_CLOCK.to_owned(), |rule| rule.control.to_string());
        menu_option(words.clock_entry(time), value).default_selection(time == present)
    });
    let other = other.map(|label| CreateSelectMenuOption::new(label, OTHER_CLOCK));
    let options = options.chain(other);
    menu(PanelPart::Clock, options.collect(), preferences)
}

/// Returns the menu of the values of an option, if there are several.
fn rule(
    part: PanelPart,
    option: RuleOption,
    preferences: &SetupPreferences,
    words: Words,
) -> Option<CreateActionRow> {
    let values = option.values(preferences.rules.mode());
    let chosen = option_value(preferences.rules, option);
    let options: Vec<_> = values
        .into_iter()
        .filter_map(|value| Some((value, with_option(preferences.rules, option, value).ok()?)))
        .map(|(value, rules)| {
            menu_option(words.option_entry(rules, option), value).default_selection(value == chosen)
        })
        .collect();
    (options.len() > 1).then(|| menu(part, options, preferences))
}

fn switches(
    preferences: &SetupPreferences,
    in_threads: Option<bool>,
    words: Words,
) -> CreateActionRow {
    let is_on = |switch| match switch {
        Switch::Rated => preferences.rated,
        Switch::Thread => preferences
            .in_thread
            .map_or(in_threads == Some(true), ThreadChoice::is_in_thread),
        Switch::Private => preferences.is_private,
        Switch::Repetition => preferences.rules.repetition() == Repetition::Off,
        Switch::Twelve => preferences.rules.setup() == SetupSize::Twelve,
    };
    let is_offered = |switch: &Switch| match switch {
        Switch::Thread => in_threads.is_some(),
        Switch::Twelve => RuleOption::Setup.is_offered(preferences.rules.mode()),
        Switch::Rated | Switch::Private | Switch::Repetition => true,
    };
    let offered = Switch::ALL.iter().filter(|switch| is_offered(switch));
    let options = offered.map(|switch| {
        let value: &str = (*switch).into();
        menu_option(words.switch(*switch), value).default_selection(is_on(*switch))
    });
    let options: Vec<_> = options.collect();
    let most = u8::try_from(options.len()).unwrap_or(u8::MAX);
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(id(PanelPart::Switches, preferences), kind)
        .placeholder(words.text("panel-switches", &[]))
        .min_values(0)
        .max_values(most);
    CreateActionRow::SelectMenu(menu)
}
