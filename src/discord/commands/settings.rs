//! What a person has chosen, shown and changed.

use std::convert::Infallible;

use poise::ChoiceParameter;
use serenity::all::ComponentInteraction;

use crate::discord::asker::Asker;
use crate::discord::bot::Bot;
use crate::discord::commands::{Context, privacy};
use crate::discord::components::chosen;
use crate::discord::reply::Reply;
use crate::discord::rest::Outgoing;
use crate::discord::setting_id::SettingId;
use crate::discord::trouble::Trouble;
use crate::discord::views;
use crate::session::{Fault, GuildSettings, Orientation, Settings, Theme};
use crate::wording::{CommandOption, Language, Paper, Words};

/// Declares a list whose first entry leaves the choice to Discord or the server.
///
/// The names are for the code alone; people see those of [`label`].
macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident = $type:ident [$($value:ident),+];)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
            pub(super) enum $name {
                Auto,
                $($value,)+
            }

            impl $name {
                const VALUES: &[Option<$type>] = &[None, $(Some($type::$value)),+];

                fn value(self) -> Option<$type> {
                    Self::VALUES[self as usize]
                }
            }
        )+
    };
}

choices! {
    /// The language of the answers.
    LanguageChoice = Language [English, German, Dutch, Polish, French];
    /// How boards look.
    ThemeChoice = Theme [Tower, Contrast, Flat];
    /// Which side of boards is down.
    OrientationChoice = Orientation [Fixed, Mover, Mine];
}

/// What people see for a choice of an option, by its place in the list.
pub(super) fn label(words: Words, option: CommandOption, index: usize) -> Option<String> {
    Some(match option {
        CommandOption::Language => words.language_choice(*LanguageChoice::VALUES.get(index)?),
        CommandOption::Theme => words.theme_choice(*ThemeChoice::VALUES.get(index)?),
        CommandOption::Orientation => {
            words.orientation_choice(*OrientationChoice::VALUES.get(index)?)
        }
        _ => return None,
    })
}

/// Shows what is in force for the person, and changes what is given.
#[poise::command(slash_command)]
pub(super) async fn settings(
    ctx: Context<'_>,
    language: Option<LanguageChoice>,
    theme: Option<ThemeChoice>,
    orientation: Option<OrientationChoice>,
) -> Result<(), Infallible> {
    let bot = ctx.data();
    let asker = Asker::of_command(ctx.interaction);
    let changes = [
        language.map(|choice| Change::Language(choice.value())),
        theme.map(|choice| Change::Theme(choice.value())),
        orientation.map(|choice| Change::Orientation(choice.value())),
    ];
    let changes = changes.into_iter().flatten().collect();
    let shown = change(bot, &asker, changes);
    bot.answer(&asker, Reply::new(&bot.rest, &asker), None, shown)
        .await;
    Ok(())
}

/// Does what a button or a menu about the person's own things says.
pub(in crate::discord) async fn press(
    bot: &Bot,
    asker: &Asker,
    reply: Reply<'_>,
    press: &ComponentInteraction,
    id: SettingId,
) {
    let value = chosen(press).unwrap_or_default();
    let wanted = match id {
        SettingId::Language => Change::Language(Language::from_code(value)),
        SettingId::Theme => Change::Theme(Theme::from_name(value)),
        SettingId::Orientation => Change::Orientation(Orientation::from_name(value)),
        SettingId::Privacy => return reply.say(views::paper(Paper::Privacy, asker.words)).await,
        SettingId::Terms => return reply.say(views::paper(Paper::Terms, asker.words)).await,
        SettingId::Export => return privacy::export(bot, asker).await,
        SettingId::Erase => return privacy::ask_erase(bot, asker, reply).await,
        SettingId::EraseForSure => return privacy::erase(bot, asker, reply).await,
    };
    let shown = change(bot, asker, vec![wanted]);
    bot.answer(asker, reply, None, shown).await;
}

/// Something chosen; nothing leaves it to Discord or the server.
#[derive(Clone, Copy, Debug)]
enum Change {
    Language(Option<Language>),
    Theme(Option<Theme>),
    Orientation(Option<Orientation>),
}

impl Change {
    fn apply(self, settings: &mut Settings) {
        match self {
            Self::Language(language) => {
                settings.language = language.map(|language| language.code().to_owned());
            }
            Self::Theme(theme) => settings.theme = theme,
            Self::Orientation(orientation) => settings.orientation = orientation,
        }
    }
}

/// Changes settings, and shows them in the language that is now the person's.
async fn change(bot: &Bot, asker: &Asker, changes: Vec<Change>) -> Result<Outgoing, Trouble> {
    let (person, guild) = (asker.actor.person, asker.place.guild);
    let chosen = bot.ask(move |service| {
        let settings = service.change_settings(person, |settings| {
            for change in &changes {
                change.apply(settings);
            }
        })?;
        let guild = guild.map(|guild| service.guild_settings(guild));
        Ok::<_, Fault>((settings, guild.transpose()?.unwrap_or_default()))
    });
    let (settings, guild): (Settings, GuildSettings) = chosen.await?;
    let language = settings.language.as_deref();
    let language = bot.chosen.learn_person(person, language);
    let words = language.map_or(asker.words, Words::new);
    let theme = settings.theme_on(&guild);
    let sample = bot.sample(theme, words).await?;
    Ok(views::settings(&settings, &guild, words).picture(sample))
}
