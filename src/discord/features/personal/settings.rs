//! Settings of a person, shown and changed.

use std::convert::Infallible;

use crate::discord::bot::Bot;
use crate::discord::features::personal::autocomplete::{nights, vacations, zones};
use crate::discord::features::personal::offered::NO_NIGHT;
use crate::discord::features::personal::privacy;
use crate::discord::features::personal::privacy_view::document;
use crate::discord::features::personal::settings_view::{self, SettingsPage};
use crate::discord::game_messages::publisher::unmentioned::show_or_tell;
use crate::discord::game_messages::respond;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::ChoiceOf;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::setting::SettingButtonId;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::views::help;
use crate::i18n::{Language, LegalDocument, Words};
use crate::service::{
    GuildSettings, Orientation, PersonSettings, QuietHours, Refusal, ReminderFrequency,
    ReminderPlace, ServiceError, ThemeName, Timestamp, Zone,
};

/// Shows the person's settings, and changes those that are given.
#[poise::command(slash_command)]
pub(crate) async fn settings(
    ctx: Context<'_>,
    language: Option<ChoiceOf<Option<Language>>>,
    #[autocomplete = "nights"] night: Option<String>,
    #[autocomplete = "zones"] zone: Option<String>,
    #[min = 0]
    #[max = 30]
    #[autocomplete = "vacations"]
    vacation: Option<u16>,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let words = context.words;
        let given = [
            language.map(|ChoiceOf(language)| Ok(Change::Language(language))),
            night.map(|text| read_night(&text, words)),
            zone.map(|text| read_zone(&text, words)),
            vacation.map(|days| Ok(Change::Vacation(days))),
        ];
        let changes: Result<Vec<_>, _> = given.into_iter().flatten().collect();
        let changes = changes?;
        let page = changes.last().map_or(SettingsPage::General, Change::page);
        change(bot, &context, page, changes).await
    })
    .await
}

/// Handles a press of a button or a menu about the person's settings or data.
pub(crate) async fn press(bot: &Bot, reply: Reply<'_>, press: &Press, id: SettingButtonId) {
    let context = reply.context();
    let (value, words) = (press.chosen().unwrap_or_default(), context.words);
    let wanted = match id {
        SettingButtonId::Show => return show(bot, reply, SettingsPage::General).await,
        SettingButtonId::ShowReminders => {
            return show(bot, reply, SettingsPage::Reminders).await;
        }
        // The welcome is a direct message. Elsewhere, the press is forged, perhaps on a board.
        SettingButtonId::Speak(_) if !context.place.is_direct() => {
            return reply.refuse_unknown().await;
        }
        SettingButtonId::Speak(language) => return speak(bot, context, language).await,
        SettingButtonId::Language => Ok(Change::Language(Language::from_code(value))),
        SettingButtonId::Theme => Ok(Change::Theme(value.parse().ok())),
        SettingButtonId::Orientation => Ok(Change::Orientation(value.parse().ok())),
        SettingButtonId::Reminders => Ok(Change::Reminders(value.parse().unwrap_or_default())),
        SettingButtonId::ReminderPlace => {
            Ok(Change::ReminderPlace(value.parse().unwrap_or_default()))
        }
        SettingButtonId::Night => read_night(value, words),
        SettingButtonId::Zone => read_zone(value, words),
        SettingButtonId::Vacation => read_vacation(value, words),
        SettingButtonId::Privacy => {
            return reply.say(document(LegalDocument::Privacy, words)).await;
        }
        SettingButtonId::Terms => return reply.say(document(LegalDocument::Terms, words)).await,
        SettingButtonId::Export => return privacy::export(bot, context).await,
        SettingButtonId::Erase => return privacy::ask_erase(bot, reply).await,
        SettingButtonId::EraseForSure => return privacy::erase(bot, reply).await,
    };
    let shown = async {
        let wanted = wanted?;
        change(bot, context, wanted.page(), vec![wanted]).await
    };
    respond::replace(bot, reply, shown).await;
}

async fn show(bot: &Bot, reply: Reply<'_>, page: SettingsPage) {
    let shown = change(bot, reply.context(), page, Vec::new());
    respond::answer(bot, reply, None, shown).await;
}

/// Handles the choice of a language below the welcome message, which then changes to that language.
async fn speak(bot: &Bot, context: &RequestContext, language: Language) {
    let reply = Reply::in_place(&bot.rest, context);
    let welcome = async {
        let chosen = apply(bot, context, vec![Change::Language(Some(language))]);
        let (.., words) = chosen.await?;
        Ok(help::welcome(context.key.application, Some(words)))
    };
    respond::answer(bot, reply, None, welcome).await;
}

/// Reads the quiet hours.
fn read_night(text: &str, words: Words) -> Result<Change, BotError> {
    if text.trim().eq_ignore_ascii_case(NO_NIGHT) {
        return Ok(Change::Night(None));
    }
    let night = text.parse();
    let night = night.map_err(|_| BotError::Said(words.quoting("night-unreadable", text)))?;
    Ok(Change::Night(Some(night)))
}

fn read_zone(text: &str, words: Words) -> Result<Change, BotError> {
    let zone = text.parse();
    let zone = zone.map_err(|_| BotError::Said(words.quoting("zone-unknown", text)))?;
    Ok(Change::Zone(zone))
}

/// Reads the length of a vacation in days; the menu offers nothing but numbers.
fn read_vacation(text: &str, words: Words) -> Result<Change, BotError> {
    let days = text.parse();
    let days = days.map_err(|_| BotError::Said(words.text("unknown-button", &[])))?;
    Ok(Change::Vacation(days))
}

/// Change of a setting; `None` leaves it to Discord or the server.
#[derive(Clone, Debug)]
enum Change {
    Language(Option<Language>),
    Theme(Option<ThemeName>),
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

    /// Returns the page with the menu of the setting.
    fn page(&self) -> SettingsPage {
        match self {
            Self::Language(_) | Self::Theme(_) | Self::Orientation(_) | Self::Vacation(_) => {
                SettingsPage::General
            }
            Self::Reminders(_) | Self::ReminderPlace(_) | Self::Night(_) | Self::Zone(_) => {
                SettingsPage::Reminders
            }
        }
    }
}

/// Changes settings, and shows a page of them in the language that the person now has.
async fn change(
    bot: &Bot,
    context: &RequestContext,
    page: SettingsPage,
    changes: Vec<Change>,
) -> Result<Outgoing, BotError> {
    let (settings, guild, words) = apply(bot, context, changes).await?;
    let now = bot.clock.now();
    let here = context.place.guild.map(|_| &guild);
    let message = settings_view::settings(page, &settings, here, now, words);
    let sample = bot.drawing.sample(settings.theme_on(&guild), words);
    Ok(match page {
        SettingsPage::General => message.picture(sample.await?),
        SettingsPage::Reminders => message.without_picture(),
    })
}

/// Changes settings; returns them, those of the server, and the texts in the language that the
/// person now has.
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
        Box::pin(show_or_tell(bot, game)).await;
    }
    let language = settings.language.as_deref();
    let language = bot.languages.chosen.learn_person(person, language);
    let words = language.map_or(context.words, |language| {
        context.words.in_language(language)
    });
    Ok((settings, guild, words))
}
