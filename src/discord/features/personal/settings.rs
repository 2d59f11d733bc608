//! Settings of a person, shown and changed.

use std::convert::Infallible;

use crate::discord::board::{publisher, respond};
use crate::discord::bot::Bot;
use crate::discord::features::personal::complete::{NO_NIGHT, nights, vacations, zones};
use crate::discord::features::personal::{privacy, privacy_view, settings_view};
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::LanguageChoice;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::setting::SettingId;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::help;
use crate::i18n::{Language, Paper, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, QuietHours, Refusal, ReminderFrequency,
    ReminderPlace, ServiceError, Theme, Timestamp, Zone,
};

/// Shows what is in force for the person, and changes what is given.
#[poise::command(slash_command)]
pub(crate) async fn settings(
    ctx: Context<'_>,
    language: Option<LanguageChoice>,
    #[autocomplete = "nights"] night: Option<String>,
    #[autocomplete = "zones"] zone: Option<String>,
    #[min = 0]
    #[max = 30]
    #[autocomplete = "vacations"]
    vacation: Option<u16>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let words = context.words;
        let language = language.map(|choice| LanguageChoice::VALUES[choice as usize]);
        let given = [
            language.map(|language| Ok(Change::Language(language))),
            night.map(|text| read_night(&text, words)),
            zone.map(|text| read_zone(&text, words)),
            vacation.map(|days| Ok(Change::Vacation(days))),
        ];
        let changes: Result<_, _> = given.into_iter().flatten().collect();
        change(bot, &context, changes?).await
    })
    .await
}

/// Handles a press of a button or a menu about the person's settings or data.
pub(crate) async fn press(
    bot: &Bot,
    context: &RequestContext,
    reply: Reply<'_>,
    press: &Press,
    id: SettingId,
) {
    let value = press.chosen().unwrap_or_default();
    let wanted = match id {
        SettingId::Show => {
            let shown = change(bot, context, Vec::new());
            return respond::answer(bot, context, reply, None, shown).await;
        }
        SettingId::Speak(language) => return speak(bot, context, language).await,
        SettingId::Language => Change::Language(Language::from_code(value)),
        SettingId::Theme => Change::Theme(Theme::from_name(value)),
        SettingId::Orientation => Change::Orientation(Orientation::from_name(value)),
        SettingId::Reminders => {
            Change::Reminders(ReminderFrequency::from_name(value).unwrap_or_default())
        }
        SettingId::ReminderPlace => {
            Change::ReminderPlace(ReminderPlace::from_name(value).unwrap_or_default())
        }
        SettingId::Privacy => {
            return reply
                .say(privacy_view::paper(Paper::Privacy, context.words))
                .await;
        }
        SettingId::Terms => {
            return reply
                .say(privacy_view::paper(Paper::Terms, context.words))
                .await;
        }
        SettingId::Export => return privacy::export(bot, context).await,
        SettingId::Erase => return privacy::ask_erase(bot, context, reply).await,
        SettingId::EraseForSure => return privacy::erase(bot, context, reply).await,
    };
    let shown = change(bot, context, vec![wanted]);
    respond::answer(bot, context, reply, None, shown).await;
}

/// Handles the choice of a language below the welcome, which then is in that language.
async fn speak(bot: &Bot, context: &RequestContext, language: Language) {
    let reply = Reply::in_place(&bot.rest, context);
    let welcome = async {
        let chosen = apply(bot, context, vec![Change::Language(Some(language))]);
        let (.., words) = chosen.await?;
        Ok(help::welcome(Some(words)))
    };
    respond::answer(bot, context, reply, None, welcome).await;
}

/// Reads the hours without a call.
fn read_night(text: &str, words: Words) -> Result<Change, BotError> {
    if text.trim().eq_ignore_ascii_case(NO_NIGHT) {
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

/// Change of a setting; `None` leaves it to Discord or the server.
#[derive(Clone, Debug)]
enum Change {
    Language(Option<Language>),
    Theme(Option<Theme>),
    Orientation(Option<Orientation>),
    Reminders(ReminderFrequency),
    ReminderPlace(ReminderPlace),
    Night(Option<QuietHours>),
    Zone(Zone),
    /// Length in days; 0 ends a vacation.
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
            Self::ReminderPlace(place) => settings.reminder_place = *place,
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
    context: &RequestContext,
    changes: Vec<Change>,
) -> Result<Outgoing, BotError> {
    let (settings, guild, words) = apply(bot, context, changes).await?;
    let theme = settings.theme_on(&guild);
    let sample = bot.drawing.sample(theme, words).await?;
    Ok(settings_view::settings(&settings, &guild, bot.clock.now(), words).picture(sample))
}

/// Changes settings; returns them, those of the server, and the texts in the language that is now
/// the person's.
async fn apply(
    bot: &Bot,
    context: &RequestContext,
    changes: Vec<Change>,
) -> Result<(PersonSettings, GuildSettings, Words), BotError> {
    let (person, place, now) = (context.actor.person, context.place, bot.clock.now());
    let subjects = context.subjects(None);
    let chosen = bot.service.ask_in_turn(&subjects, move |service| {
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
        Box::pin(publisher::show_or_tell(bot, game)).await;
    }
    let language = settings.language.as_deref();
    let language = bot.languages.chosen.learn_person(person, language);
    let words = language.map_or(context.words, |language| {
        context.words.in_language(language)
    });
    Ok((settings, guild, words))
}
