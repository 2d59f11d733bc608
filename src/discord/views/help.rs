//! Buttons to the rules, the practice game and a first game, below messages on other subjects.

use serenity::all::{ApplicationId, ButtonStyle, CreateActionRow, CreateButton};

use crate::discord::interaction::custom_id::buttons::RulesButton;
use crate::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use crate::discord::interaction::custom_id::rules_page::RulesPageId;
use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::discord::rest::Outgoing;
use crate::discord::views::button_rows::{Buttons, declared};
use crate::i18n::{Button, Language, Task, Words};
use crate::service::{GameId, SetupPreferences};
use focus::Mode;
use focus_engine::Level;

/// Returns the offer of the practice game to somebody whose first game this is.
pub(crate) fn offer(words: Words) -> Outgoing {
    let row = CreateActionRow::Buttons(vec![practice(words)]);
    Outgoing::text(words.text("lesson-offer", &[])).rows(vec![row])
}

/// Returns the buttons from the help to the rules, to the practice game, and to where the bot is
/// added.
pub(crate) fn help_rows(application: ApplicationId, words: Words) -> Vec<CreateActionRow> {
    let rules = RulesButton::Rules(RulesPageId::first(Mode::Duel));
    vec![CreateActionRow::Buttons(vec![
        buttons(words).press(rules).style(ButtonStyle::Primary),
        practice(words),
        add_app(application, words),
    ])]
}

/// Returns the welcome to somebody who writes to the bot alone; in English if the person's language
/// is unknown, with buttons to choose one.
pub(crate) fn welcome(application: ApplicationId, known: Option<Words>) -> Outgoing {
    let words = known.unwrap_or_else(|| Words::new(Language::default()));
    let mut text = words.text("private-welcome", &[]);
    let rules = RulesButton::Rules(RulesPageId::first(Mode::Duel));
    let mut rows = vec![CreateActionRow::Buttons(vec![
        play_beginner(words),
        practice(words),
        buttons(words).press(rules),
        add_app(application, words),
    ])];
    if known.is_none() {
        let questions =
            Language::ALL.map(|language| Words::new(language).text("private-language", &[]));
        text = format!("{text}\n-# {}", questions.join(" · "));
        let languages = Language::ALL.map(|language| {
            CreateButton::new(SettingButtonId::Speak(language).to_string())
                .label(language.name())
                .style(ButtonStyle::Secondary)
        });
        rows.push(CreateActionRow::Buttons(languages.into()));
    }
    Outgoing::text(text).rows(rows)
}

/// Returns the link to the page on which Discord adds the bot to a server or to a person's account,
/// as the person chooses there.
fn add_app(application: ApplicationId, words: Words) -> CreateButton {
    let page = format!("https://discord.com/oauth2/authorize?client_id={application}");
    CreateButton::new_link(page).label(words.button(Button::AddApp))
}

/// Returns the buttons for somebody without games: one against a beginner, one with people, and the
/// practice game.
pub(crate) fn no_games_row(words: Words) -> Vec<CreateButton> {
    vec![
        play_beginner(words),
        set_up(SetupPreferences::duel_with_anyone(), words),
        practice(words),
    ]
}

/// Returns the button that starts the practice game.
pub(crate) fn practice(words: Words) -> CreateButton {
    buttons(words).press(RulesButton::Lesson(Task::Slide))
}

/// Returns the button that starts a duel with the weakest computer.
pub(crate) fn play_beginner(words: Words) -> CreateButton {
    let id = PanelButtonId {
        part: PanelPart::Beginner,
        preferences: SetupPreferences::duel_with(Level::Beginner),
    };
    declared(&id, id.part.face(), words)
}

/// Returns the button that opens the panel of `/focus play` with these preferences.
pub(crate) fn set_up(preferences: SetupPreferences, words: Words) -> CreateButton {
    let part = PanelPart::Back;
    CreateButton::new(PanelButtonId { part, preferences }.to_string())
        .label(words.button(Button::SetUp))
        .style(ButtonStyle::Primary)
}

/// Returns buttons that are about no game.
fn buttons(words: Words) -> Buttons {
    Buttons::new(GameId(0), 0, words)
}
