//! What a person has chosen, shown and changed.

use std::convert::Infallible;

use poise::ChoiceParameter;
use serenity::all::ComponentInteraction;

use crate::discord::bot::Bot;
use crate::discord::commands::{Context, complete, privacy};
use crate::discord::custom_id::settings::SettingId;
use crate::discord::dispatch::components::chosen;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::error::BotError;
use crate::discord::views;
use crate::i18n::{Language, Paper, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, QuietHours, Refusal, ReminderFrequency,
    ReminderPlace, ServiceError, Theme, Timestamp, Zone,
};

/// The language of the answers; the names are for the code alone, people see [`language_label`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(super) enum LanguageChoice {
    Auto,
    English,
    German,
    Dutch,
    Polish,
    French,
}

impl LanguageChoice {
    /// Nothing leaves it to Discord.
    const VALUES: [Option<Language>; 6] = [
        None,
        Some(Language::English),
        Some(Language::German),
        Some(Language::Dutch),
        Some(Language::Polish),
        Some(Language::French),
    ];
}

/// What people see for a language, by its place in the list.
pub(super) fn language_label(words: Words, index: usize) -> Option<String> {
    let language = LanguageChoice::VALUES.get(index)?;
    Some(words.language_choice(*language))
}

/// Shows what is in force for the person, and changes what is given.
#[poise::command(slash_command)]
pub(super) async fn settings(
    ctx: Context<'_>,
    language: Option<LanguageChoice>,
    night: Option<String>,
    #[autocomplete = "complete::zones"] zone: Option<String>,
    #[min = 0]
    #[max = 30]
    vacation: Option<u16>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = RequestContext::of_command(ctx.interaction);
    let words = asker.words;
    let language = language.map(|choice| LanguageChoice::VALUES[choice as usize]);
    let given = [
        language.map(|language| Ok(Change::Language(language))),
        night.map(|text| read_night(&text, words)),
        zone.map(|text| read_zone(&text, words)),
        vacation.map(|days| Ok(Change::Vacation(days))),
    ];
    let changes: Result<_, _> = given.into_iter().flatten().collect();
    let shown = async { change(bot, &asker, changes?).await };
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, shown)
        .await;
    Ok(())
}

/// Does what a button or a menu about the person's own things says.
pub(in crate::discord) async fn press(
    bot: &Bot,
    asker: &RequestContext,
    reply: Reply<'_>,
    press: &ComponentInteraction,
    id: SettingId,
) {
    let value = chosen(press).unwrap_or_default();
    let wanted = match id {
        SettingId::Language => Change::Language(Language::from_code(value)),
        SettingId::Theme => Change::Theme(Theme::from_name(value)),
        SettingId::Orientation => Change::Orientation(Orientation::from_name(value)),
        SettingId::Reminders => {
            Change::Reminders(ReminderFrequency::from_name(value).unwrap_or_default())
        }
        SettingId::Reach => Change::Reach(ReminderPlace::from_name(value).unwrap_or_default()),
        SettingId::Privacy => return reply.say(views::paper(Paper::Privacy, asker.words)).await,
        SettingId::Terms => return reply.say(views::paper(Paper::Terms, asker.words)).await,
        SettingId::Export => return privacy::export(bot, asker).await,
        SettingId::Erase => return privacy::ask_erase(bot, asker, reply).await,
        SettingId::EraseForSure => return privacy::erase(bot, asker, reply).await,
    };
    let shown = change(bot, asker, vec![wanted]);
    bot.answer(asker, reply, None, shown).await;
}

/// Reads hours without a call; `off` is none.
fn read_night(text: &str, words: Words) -> Result<Change, BotError> {
    if text.trim().eq_ignore_ascii_case("off") {
        return Ok(Change::Night(None));
    }
    let night = text.parse();
    let night = night.map_err(|_| BotError::Said(words.not_a_night(text)))?;
    Ok(Change::Night(Some(night)))
}

fn read_zone(text: &str, words: Words) -> Result<Change, BotError> {
    let zone = text.parse();
    let zone = zone.map_err(|_| BotError::Said(words.not_a_zone(text)))?;
    Ok(Change::Zone(zone))
}

/// Something chosen; nothing leaves it to Discord or the server.
#[derive(Clone, Debug)]
enum Change {
    Language(Option<Language>),
    Theme(Option<Theme>),
    Orientation(Option<Orientation>),
    Reminders(ReminderFrequency),
    Reach(ReminderPlace),
    Night(Option<QuietHours>),
    Zone(Zone),
    /// In days; none ends one.
    Vacation(u16),
}

impl Change {
    fn apply(&self, settings: &mut PersonSettings, now: Timestamp) -> Result<(), Refusal> {
        match self {
            Self::Language(language) => {
                settings.language = language.map(|language| language.code().to_owned());
            }
            Self::Theme(theme) => settings.theme = *theme,
            Self::Orientation(orientation) => settings.orientation = *orientation,
            Self::Reminders(often) => settings.reminders = *often,
            Self::Reach(reach) => settings.reach = *reach,
            Self::Night(night) => settings.night = *night,
            Self::Zone(zone) => settings.zone = zone.clone(),
            Self::Vacation(days) => settings.vacation.take(now, *days)?,
        }
        Ok(())
    }
}

/// Changes settings, and shows them in the language that is now the person's.
async fn change(
    bot: &Bot,
    asker: &RequestContext,
    changes: Vec<Change>,
) -> Result<Outgoing, BotError> {
    let (person, place, now) = (asker.actor.person, asker.place, bot.clock.now());
    let chosen = bot.ask(move |service| {
        let (settings, games) = service.change_settings(now, person, |settings| {
            let mut changes = changes.iter();
            changes.try_for_each(|change| change.apply(settings, now))
        })?;
        Ok::<_, ServiceError>((settings, service.settings_at(place)?, games))
    });
    let (settings, guild, games): (PersonSettings, GuildSettings, Vec<_>) = chosen.await?;
    // Clocks may fall due earlier than before.
    bot.deadline_set.notify_one();
    for game in games {
        Box::pin(bot.show_or_tell(game)).await;
    }
    let language = settings.language.as_deref();
    let language = bot.locales.learn_person(person, language);
    let words = language.map_or(asker.words, |language| asker.words.in_language(language));
    let theme = settings.theme_on(&guild);
    let sample = bot.sample(theme, words).await?;
    Ok(views::settings(&settings, &guild, now, words).picture(sample))
}
