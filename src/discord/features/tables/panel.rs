//! `/focus play`: a private panel with everything preset, whose menus change it. Its whole state is
//! in its buttons, and the setup started last is remembered.

use std::convert::Infallible;
use std::ops::ControlFlow;

use serenity::all::User;
use tokio::time::Instant;

use crate::discord::bot::Bot;
use crate::discord::features::tables::panel_choices::{against, changed};
use crate::discord::features::tables::panel_view::{self as views, PlaceChoices};
use crate::discord::features::tables::time::Time;
use crate::discord::game_messages::delivery::snowflake::start_of;
use crate::discord::game_messages::error_replies;
use crate::discord::game_messages::respond;
use crate::discord::game_messages::respond::command_reply::CommandReply;
use crate::discord::interaction::arguments::Context;
use crate::discord::interaction::arguments::options::read_quiet;
use crate::discord::interaction::arguments::thread_choice::{gets_thread, usual, with_proposal};
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::custom_id::panel::{PanelButtonId, PanelPart};
use crate::discord::interaction::error::BotError;
use crate::discord::interaction::incoming::{Form, Press};
use crate::discord::interaction::response::Reply;
use crate::discord::interaction::service_client::seed;
use crate::discord::rest::Outgoing;
use crate::i18n::{Done, Words};
use crate::service::{
    MessageId, NewTable, Opponents, Overtime, Refusal, Service, SetupPreferences, ThreadChoice,
    TimeRule,
};

/// Opens the panel with the person's last setup.
#[poise::command(slash_command)]
pub(crate) async fn play(ctx: Context<'_>) -> Result<(), Infallible> {
    open(ctx, None).await
}

/// Opens the panel of `/focus play` with a person chosen.
#[poise::command(
    context_menu_command = "Challenge to FOCUS",
    install_context = "Guild|User",
    interaction_context = "Guild|BotDm|PrivateChannel"
)]
pub(crate) async fn challenge(ctx: Context<'_>, user: User) -> Result<(), Infallible> {
    open(ctx, Some(user)).await
}

/// Opens the panel, possibly with somebody to play against.
async fn open(ctx: Context<'_>, opponent: Option<User>) -> Result<(), Infallible> {
    respond::command(ctx, |bot, context| async move {
        let person = context.actor.person;
        let preferences = bot
            .service
            .ask(move |service| service.setup_preferences(person));
        let mut preferences = preferences.await?;
        if let Some(opponent) = &opponent {
            preferences = against(bot, preferences, &[opponent], context.words)?;
        }
        page(bot, &context, preferences, true).await
    })
    .await
}

/// Handles a press of a menu or a button of the panel.
pub(crate) async fn press(bot: &Bot, reply: Reply<'_>, press: &Press, id: PanelButtonId) {
    let PanelButtonId { part, preferences } = id;
    if matches!(part, PanelPart::Start | PanelPart::Beginner) {
        let message = press.message().map(|message| MessageId(message.get()));
        return start(bot, reply, (part, preferences), message).await;
    }
    let is_other_clock = press.chosen() == Some(views::OTHER_CLOCK);
    if part == PanelPart::Type || (part == PanelPart::Clock && is_other_clock) {
        return open_form(bot, reply, &preferences).await;
    }
    let preferences = changed(bot, reply.context(), preferences, part, press);
    show(bot, reply, preferences, part).await;
}

/// Opens the form, with what was typed into it if that was refused.
async fn open_form(bot: &Bot, reply: Reply<'_>, preferences: &SetupPreferences) {
    let context = reply.context();
    let form = views::form(preferences, context.words);
    let person = context.actor.person;
    let form = bot.refused_forms.refill(person, form, Instant::now());
    reply.form(form).await;
}

/// Applies the lines typed into the form.
pub(crate) async fn typed(bot: &Bot, form: &Form, preferences: SetupPreferences) {
    let context = RequestContext::of(&form.interaction);
    let mut reply = Reply::to_component(&bot.rest, &context);
    let person = context.actor.person;
    let overtime = chosen_overtime(form, &preferences);
    let is_first = views::is_first_page(form, &preferences);
    let page = async {
        let preferences = with_typed(form, &preferences, overtime, context.words)?;
        let (guild, time) = (context.place.guild, preferences.time);
        let checked = bot
            .service
            .ask(move |service| service.check_clock(guild, time));
        checked.await?;
        page(bot, &context, preferences, is_first).await
    };
    match reply.wait(page).await {
        Ok(page) => {
            bot.refused_forms.forget(person);
            reply.say(page).await;
        }
        Err(error) if error.refusal_name().is_none() => {
            refuse(bot, reply, error).await;
        }
        Err(error) => {
            let texts = vec![
                (views::CLOCK, form.text(views::CLOCK)),
                (views::OVERTIME, <&str>::from(overtime).to_owned()),
                (views::QUIET, form.text(views::QUIET)),
            ];
            bot.refused_forms
                .keep(person, form.custom_id(), texts, Instant::now());
            let again = views::again(&preferences, context.words);
            error_replies::refuse_form(bot, reply.beside(), error, again).await;
        }
    }
}

/// Returns the consequence of running out of time that is chosen in the form. A form opened before
/// it had that choice leaves the setting as it is.
fn chosen_overtime(form: &Form, preferences: &SetupPreferences) -> Overtime {
    let chosen = form.choices(views::OVERTIME);
    let chosen = chosen.first().and_then(|value| value.parse().ok());
    chosen.unwrap_or_else(|| preferences.overtime())
}

/// Returns the preferences with the lines typed into the form; without a clock, no time runs out.
fn with_typed(
    form: &Form,
    preferences: &SetupPreferences,
    overtime: Overtime,
    words: Words,
) -> Result<SetupPreferences, BotError> {
    let clock = Some(form.text(views::CLOCK)).filter(|text| !text.trim().is_empty());
    let time = Time {
        clock,
        overtime: None,
    };
    let quiet = read_quiet(&form.text(views::QUIET), words)?;
    let time = time.rule(words)?;
    Ok(SetupPreferences {
        time: time.map(|rule| TimeRule { overtime, ..rule }),
        rules: preferences.rules.with_quiet(quiet),
        ..preferences.clone()
    })
}

/// Explains beside the panel why a request is not carried out.
async fn refuse(bot: &Bot, reply: Reply<'_>, error: BotError) {
    error_replies::refuse(bot, reply.beside(), None, error).await;
}

/// Shows the page of the panel that contains a part, or explains why the panel does not change.
async fn show(
    bot: &Bot,
    mut reply: Reply<'_>,
    preferences: impl Future<Output = Result<SetupPreferences, BotError>>,
    part: PanelPart,
) {
    let context = reply.context();
    let page = async {
        let preferences = preferences.await?;
        let is_first = is_on_first_page(part, &preferences);
        page(bot, context, preferences, is_first).await
    };
    match reply.wait(page).await {
        Ok(page) => reply.say(page).await,
        Err(error) => refuse(bot, reply, error).await,
    }
}

/// Returns whether a part is on the first page of the panel, or leads there.
fn is_on_first_page(part: PanelPart, preferences: &SetupPreferences) -> bool {
    match part {
        PanelPart::Opponents
        | PanelPart::People
        | PanelPart::Mode
        | PanelPart::Clock
        | PanelPart::Start
        | PanelPart::Beginner
        | PanelPart::Channel
        | PanelPart::HowToPlay
        | PanelPart::Back => true,
        PanelPart::Level => preferences.against == Opponents::Computer,
        PanelPart::More
        | PanelPart::Goal
        | PanelPart::Stuck
        | PanelPart::Draw
        | PanelPart::Opening
        | PanelPart::Talk
        | PanelPart::Switches
        | PanelPart::Type
        | PanelPart::Form => false,
    }
}

/// Returns the first or second page of the panel, with the choices that the place allows, or the
/// reason why it allows no game, and with a thread proposed in a busy channel.
async fn page(
    bot: &Bot,
    context: &RequestContext,
    preferences: SetupPreferences,
    is_first: bool,
) -> Result<Outgoing, BotError> {
    let who = context.clone();
    let read = bot.service.ask(move |service| {
        let preferences = service.setup_at(who.place, preferences)?;
        let preferences = with_proposal(service, &who, preferences)?;
        let choices = PlaceChoices {
            in_threads: usual(service, &who)?,
            settings: service.settings_at(who.place)?,
            is_direct: who.place.is_direct(),
            refusal: refusal(service, &who, &preferences)?,
        };
        Ok::<_, BotError>((preferences, choices))
    });
    let (preferences, choices) = read.await?;
    Ok(if is_first {
        views::panel(&preferences, &choices, context.words)
    } else {
        views::more(&preferences, &choices, context.words)
    })
}

/// Returns the reason why the person can set up no game at this place, if there is one.
fn refusal(
    service: &Service,
    who: &RequestContext,
    preferences: &SetupPreferences,
) -> Result<Option<String>, BotError> {
    match gets_thread(service, who, wants_thread(preferences)) {
        Ok(_) => Ok(None),
        Err(BotError::Refused(refusal)) => Ok(Some(who.words.refusal(&refusal))),
        Err(BotError::Said(text) | BotError::Missing(text)) => Ok(Some(text)),
        Err(fault) => Err(fault),
    }
}

/// Returns the person's choice of a thread; `None` for the default of the server.
fn wants_thread(preferences: &SetupPreferences) -> Option<bool> {
    preferences.in_thread.map(ThreadChoice::is_in_thread)
}

/// Sets the game up, in place of the panel; a refusal is shown beside it. If the place no longer
/// allows the game that the panel shows, the panel shows the one that it allows instead.
async fn start(
    bot: &Bot,
    mut reply: Reply<'_>,
    (part, preferences): (PanelPart, SetupPreferences),
    message: Option<MessageId>,
) {
    let context = reply.context();
    let (who, now) = (context.clone(), bot.clock.now());
    let press = start_of(context.key.id, message);
    let shown = preferences.clone();
    let opened = bot
        .service
        .ask_in_turn(&context.new_game(), move |service| {
            let preferences = service.setup_at(who.place, shown.clone())?;
            if preferences != shown && part != PanelPart::Beginner {
                return Ok(None);
            }
            if !preferences.is_complete() {
                return Err(BotError::Said(who.words.text("panel-nobody", &[])));
            }
            let in_thread = gets_thread(service, &who, wants_thread(&preferences))?;
            let table = NewTable {
                is_private: preferences.is_private || who.is_in_private_thread(),
                ..preferences.clone().table(who.place, in_thread)
            };
            let chosen = (Some(&preferences), &table);
            let opened = service.create_by_press(now, &who.actor, chosen, press, seed()?)?;
            Ok(Some(opened))
        });
    let request = async {
        Ok::<_, BotError>(match opened.await? {
            Some(update) => ControlFlow::Continue(update),
            None => ControlFlow::Break(page(bot, context, preferences, true).await?),
        })
    };
    let update = match reply.wait(request).await {
        Ok(ControlFlow::Continue(update)) => update,
        Ok(ControlFlow::Break(panel)) => return reply.say(panel).await,
        // Another process has received the first of a double press.
        Err(BotError::Refused(Refusal::AlreadyBegun)) => return reply.say_nothing().await,
        Err(error) => return refuse(bot, reply, error).await,
    };
    let done = CommandReply::typed(Some(Done::SetUp { against: None }));
    let message = Outgoing::text(done.text(context.words, &update)).without_picture();
    let form = reply.replaceable();
    let is_shown = respond::show_update(bot, context, &update, reply.say(message)).await;
    let redundant = form.filter(|_| is_shown && respond::is_in_sight(bot, context, &update));
    respond::offer_practice(bot, context, redundant).await;
}
