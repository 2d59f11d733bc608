//! `/focus-admin`: settings and moderation, for those who run a server.

use std::convert::Infallible;

use crate::discord::bot::Bot;
use crate::discord::features::admin::id::AdminButtonId;
use crate::discord::features::admin::view::AdminPage;
use crate::discord::features::admin::{lists, view};
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::interaction::arguments::{Context, autocomplete};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::Press;
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::named;
use crate::discord::rest::Outgoing;
use crate::discord::runtime::subject_queues::Subject;
use crate::i18n::{Done, Language};
use crate::service::{
    AuditAction, ChannelId, ClockKind, GameId, GuildId, GuildSettings, Refusal, RoleId,
};

/// Command that holds all others; Discord never runs it itself.
#[expect(
    clippy::unused_async,
    reason = "poise wants a command to be asynchronous"
)]
#[poise::command(
    slash_command,
    rename = "focus-admin",
    install_context = "Guild",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_GUILD",
    subcommands("settings", "channel", "role", "moderator", "abort", "audit")
)]
pub(crate) async fn admin(_: Context<'_>) -> Result<(), Infallible> {
    Ok(())
}

/// Shows the settings in force on the server, with menus to change them.
#[poise::command(slash_command)]
async fn settings(ctx: Context<'_>) -> Result<(), Infallible> {
    decide(ctx, AdminPage::General, |_| Some(Vec::new())).await
}

/// Adds a channel to the list of channels to play in, or removes it.
///
/// Categories are not accepted: nobody writes in a category, and a channel is not compared with its
/// category, so a category on the list would keep all games out.
#[poise::command(slash_command)]
async fn channel(
    ctx: Context<'_>,
    #[channel_types(
        "Text",
        "News",
        "Voice",
        "Stage",
        "Forum",
        "PublicThread",
        "PrivateThread",
        "NewsThread"
    )]
    channel: serenity::all::ChannelId,
) -> Result<(), Infallible> {
    let channel = ChannelId(channel.get());
    decide(ctx, AdminPage::Lists, move |now| {
        let is_listed = now.channels.contains(&channel);
        Some(vec![AuditAction::Channel(channel, !is_listed)])
    })
    .await
}

/// Adds a role to the list of roles that may play, or removes it.
#[poise::command(slash_command)]
async fn role(ctx: Context<'_>, role: serenity::all::RoleId) -> Result<(), Infallible> {
    let role = RoleId(role.get());
    decide(ctx, AdminPage::Lists, move |now| {
        let is_listed = now.roles.contains(&role);
        Some(vec![AuditAction::Role(role, !is_listed)])
    })
    .await
}

/// Adds a role to the list of roles that may call games off, or removes it.
#[poise::command(slash_command)]
async fn moderator(ctx: Context<'_>, role: serenity::all::RoleId) -> Result<(), Infallible> {
    let role = RoleId(role.get());
    decide(ctx, AdminPage::Lists, move |now| {
        let is_listed = now.moderators.contains(&role);
        Some(vec![AuditAction::Moderator(role, !is_listed)])
    })
    .await
}

/// Calls off a game that is stuck, or closes a table.
#[poise::command(slash_command)]
async fn abort(
    ctx: Context<'_>,
    #[autocomplete = "autocomplete::games_here"] game: String,
) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let number = named(&context, Some(&game));
        let who = context.clone();
        let view = bot.service.ask(move |service| {
            let game = number?.ok_or(BotError::Refused(Refusal::NoGameHere))?;
            let guild = guild(&who)?;
            let view = service.to_abort_as_moderator(&who.actor, &who.permissions, guild, game)?;
            Ok::<_, BotError>(view)
        });
        Ok(view::ask_abort(&view.await?, context.words))
    })
    .await
}

/// Shows the audit log of the server.
#[poise::command(slash_command)]
async fn audit(ctx: Context<'_>) -> Result<(), Infallible> {
    let bot = ctx.data();
    let context = RequestContext::of_command(ctx.interaction);
    show_audit(bot, Reply::new(&bot.rest, &context), 0).await;
    Ok(())
}

/// Handles a press of a button or a menu about a server.
pub(crate) async fn press(bot: &Bot, reply: Reply<'_>, press: &Press, id: AdminButtonId) {
    let value = press.chosen().unwrap_or_default();
    let action = match id {
        AdminButtonId::Show => return show(bot, reply, AdminPage::General).await,
        AdminButtonId::ShowLists => return show(bot, reply, AdminPage::Lists).await,
        AdminButtonId::Language => {
            let language = Language::from_code(value).map(|language| language.code().to_owned());
            AuditAction::Language(language)
        }
        AdminButtonId::Theme => AuditAction::Theme(value.parse().unwrap_or_default()),
        AdminButtonId::Orientation => AuditAction::Orientation(value.parse().unwrap_or_default()),
        AdminButtonId::ThreadsOn => AuditAction::Threads(Some(true)),
        AdminButtonId::ThreadsOff => AuditAction::Threads(Some(false)),
        AdminButtonId::ThreadsProposed => AuditAction::Threads(None),
        AdminButtonId::ReplaysOn => AuditAction::Replays(true),
        AdminButtonId::ReplaysOff => AuditAction::Replays(false),
        AdminButtonId::Clocks => AuditAction::Clocks(clocks(press)),
        AdminButtonId::Channels => {
            let chosen = lists::channels(press);
            return change(bot, reply, AdminPage::Lists, move |now| {
                lists::changes(&now.channels, &chosen?, AuditAction::Channel)
            })
            .await;
        }
        AdminButtonId::Roles => {
            let chosen = lists::roles(press);
            return change(bot, reply, AdminPage::Lists, move |now| {
                lists::changes(&now.roles, &chosen?, AuditAction::Role)
            })
            .await;
        }
        AdminButtonId::Moderators => {
            let chosen = lists::roles(press);
            return change(bot, reply, AdminPage::Lists, move |now| {
                lists::changes(&now.moderators, &chosen?, AuditAction::Moderator)
            })
            .await;
        }
        AdminButtonId::Audit(page) => return show_audit(bot, reply, page).await,
        AdminButtonId::Abort(game) => return press_abort(bot, reply, game).await,
    };
    let actions = move |_: &GuildSettings| Some(vec![action]);
    change(bot, reply, AdminPage::General, actions).await;
}

async fn show(bot: &Bot, reply: Reply<'_>, page: AdminPage) {
    change(bot, reply, page, |_| Some(Vec::new())).await;
}

/// Makes changes, and shows a page of the new settings in place of the old ones.
async fn change<F>(bot: &Bot, reply: Reply<'_>, page: AdminPage, actions: F)
where
    F: FnOnce(&GuildSettings) -> Option<Vec<AuditAction>> + Send + 'static,
{
    let shown = decided(bot, reply.context(), page, actions);
    respond::replace(bot, reply, shown).await;
}

/// Calls off a game, or closes a table, after the person has confirmed.
async fn press_abort(bot: &Bot, reply: Reply<'_>, game: GameId) {
    let context = reply.context();
    let (who, now) = (context.clone(), bot.clock.now());
    let subjects = context.subjects(Some(game));
    let update = bot.service.ask_in_turn(&subjects, move |service| {
        let guild = guild(&who)?;
        let update = service.abort_as_moderator(now, &who.actor, &who.permissions, guild, game)?;
        Ok::<_, BotError>(update)
    });
    let done = CommandReply::typed(Some(Done::Aborted));
    respond::carry_out(bot, reply, done, update).await;
}

/// Returns the kinds of clocks chosen from a menu; none if all of them are chosen.
fn clocks(press: &Press) -> Vec<ClockKind> {
    let is_chosen = |kind: &ClockKind| press.all_chosen().any(|value| value == kind.name());
    let chosen: Vec<_> = ClockKind::ALL.iter().copied().filter(is_chosen).collect();
    if chosen.len() == ClockKind::ALL.len() {
        return Vec::new();
    }
    chosen
}

async fn decide<F>(ctx: Context<'_>, page: AdminPage, actions: F) -> Result<(), Infallible>
where
    F: FnOnce(&GuildSettings) -> Option<Vec<AuditAction>> + Send + 'static,
{
    respond::command(ctx, |bot, context| async move {
        decided(bot, &context, page, actions).await
    })
    .await
}

/// Makes the changes that follow from the current settings, and shows a page of the new ones. `None`
/// stands for a choice that no menu offers.
async fn decided<F>(
    bot: &Bot,
    context: &RequestContext,
    page: AdminPage,
    actions: F,
) -> Result<Outgoing, BotError>
where
    F: FnOnce(&GuildSettings) -> Option<Vec<AuditAction>> + Send + 'static,
{
    let (who, now) = (context.clone(), bot.clock.now());
    let subjects: Vec<_> = context
        .place
        .guild
        .map(Subject::Guild)
        .into_iter()
        .collect();
    let changed = bot.service.ask_in_turn(&subjects, move |service| {
        let guild = guild(&who)?;
        let mut settings = service.managed(&who.permissions, guild)?;
        let unknown = || BotError::Said(who.words.text("unknown-button", &[]));
        let actions = actions(&settings).ok_or_else(unknown)?;
        if !actions.is_empty() {
            settings = service.moderate(now, &who.actor, &who.permissions, guild, &actions)?;
        }
        Ok::<_, BotError>((guild, settings))
    });
    let (guild, settings) = changed.await?;
    bot.languages
        .chosen
        .learn_guild(guild, settings.language.as_deref());
    let message = view::guild_settings(page, &settings, context.words);
    let sample = bot.drawing.sample(settings.theme, context.words);
    Ok(match page {
        AdminPage::General => message.picture(sample.await?),
        AdminPage::Lists => message.without_picture(),
    })
}

async fn show_audit(bot: &Bot, reply: Reply<'_>, page: u16) {
    let context = reply.context();
    let who = context.clone();
    let entries = bot.service.ask(move |service| {
        let guild = guild(&who)?;
        Ok::<_, BotError>(service.audit(&who.permissions, guild)?)
    });
    let shown = async { Ok(view::audit(&entries.await?, page, context.words)) };
    respond::answer(bot, reply, None, shown).await;
}

fn guild(context: &RequestContext) -> Result<GuildId, BotError> {
    context
        .place
        .guild
        .ok_or(BotError::Refused(Refusal::NotAManager))
}
