//! Events, started in the order of their arrival.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;

use poise::{FrameworkError, FrameworkOptions};
use serenity::all::{ApplicationId, CommandInteraction};
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::{Instrument, Span};

use crate::discord::bot::Bot;
use crate::discord::dispatch::commands::{self, registration};
use crate::discord::dispatch::components;
use crate::discord::dispatch::late_events;
use crate::discord::dispatch::registration::register;
use crate::discord::features::admin::deleted_entries;
use crate::discord::features::play::typed;
use crate::discord::game_messages::delivery::snowflake::channel_id;
use crate::discord::game_messages::drawing::emoji_upload;
use crate::discord::game_messages::publisher::waiting_updates;
use crate::discord::game_messages::unreachable::lost_places;
use crate::discord::game_messages::unreachable::user_install;
use crate::discord::game_messages::{error_replies, server_outages};
use crate::discord::gateway::context::StandIn;
use crate::discord::gateway::event::{Account, GatewayEvent, Ready};
use crate::discord::gateway::{Arrival, Delivery};
use crate::discord::interaction::context::{RequestContext, arrived};
use crate::discord::interaction::custom_id::game::GameButtonId;
use crate::discord::interaction::incoming::{Incoming, Interaction};
use crate::discord::interaction::response::Reply;
use crate::discord::rest::{Callback, Outgoing, awaited};
use crate::discord::runtime::fault::FaultId;
use crate::discord::runtime::supervisor::{Heartbeat, Panicked, caught, keep_up};
use crate::i18n::Permission;
use crate::metrics::{FaultKind, TurnStage};
use crate::service::api::rate_limit::RequestKind;
use crate::service::{ChannelId, GuildId, PersonId, RoleId, Shard};

/// Maximum number of events whose people are looked up together.
const TOGETHER: usize = 64;

type Options = FrameworkOptions<Arc<Bot>, std::convert::Infallible>;

/// Receiver of events.
pub(crate) struct Arriving {
    pub(crate) arrivals: mpsc::UnboundedReceiver<Arrival>,
    /// Becomes `true` when this process must handle no further events.
    pub(crate) last: watch::Receiver<bool>,
}

/// Distributor of events to their handlers.
pub(crate) struct EventDispatcher {
    bot: Arc<Bot>,
    stand_in: StandIn,
    options: Options,
    /// The registration of commands and emojis, once begun; it ends with the dispatcher.
    registration: Mutex<JoinSet<()>>,
}

impl EventDispatcher {
    pub(crate) fn new(bot: Arc<Bot>, stand_in: StandIn) -> Self {
        let mut options = Options {
            commands: commands::all(),
            ..Options::default()
        };
        poise::set_qualified_names(&mut options.commands);
        Self {
            bot,
            stand_in,
            options,
            registration: Mutex::default(),
        }
    }

    /// Handles events until `last` becomes `true` or there are no more, and then finishes those in
    /// progress.
    pub(crate) async fn serve(
        self: Arc<Self>,
        arriving: Arc<Mutex<Arriving>>,
        heartbeat: Heartbeat,
    ) {
        let mut arriving = arriving.lock().await;
        let Arriving { arrivals, last } = &mut *arriving;
        let (mut arrived, mut under_way, mut looking) =
            (Vec::new(), JoinSet::new(), JoinSet::new());
        let (mut is_open, mut is_last) = (true, false);
        let longest_wait = late_events::longest_wait(&self.bot).await;
        while is_open {
            heartbeat.idle();
            tokio::select! {
                biased;
                () = told(last), if !is_last => {
                    is_last = true;
                    arrivals.close();
                }
                count = arrivals.recv_many(&mut arrived, TOGETHER) => {
                    is_open = count > 0;
                    heartbeat.busy();
                    let people = arrived.iter().filter_map(person_of);
                    let defers_after = self.bot.rest.response_times.defers_after;
                    self.bot.languages.meet(people, defers_after).await;
                    late_events::note_sleep(&self.bot, &mut looking, longest_wait).await;
                    for arrival in arrived.drain(..) {
                        Arc::clone(&self).begin(&mut under_way, arrival).await;
                    }
                }
                Some(done) = under_way.join_next() => report(done),
            }
        }
        while let Some(done) = under_way.join_next().await {
            report(done);
        }
    }

    /// Begins to handle an event.
    async fn begin(self: Arc<Self>, under_way: &mut JoinSet<()>, arrival: Arrival) {
        let waited = arrival.received.elapsed();
        self.bot.metrics.stage(TurnStage::Arrive, waited);
        let asked = late_events::asked_at(&self.bot, &arrival);
        let span = span_of(&arrival.event);
        let handling = arrived(asked, self.handle(arrival)).instrument(span);
        begin(under_way, Box::pin(handling)).await;
    }

    async fn handle(self: Arc<Self>, mut arrival: Arrival) {
        let bot = &self.bot;
        if let GatewayEvent::Interaction(interaction) = &mut arrival.event {
            bot.languages.chosen.stand_in(interaction);
        }
        match &arrival.event {
            GatewayEvent::Ready(ready) => self.ready(ready).await,
            GatewayEvent::Identity(identity) => {
                self.connected(&identity.user, identity.application).await;
            }
            GatewayEvent::GuildCreate(guild) => {
                let id = GuildId(guild.id.get());
                bot.languages.guilds.learn(id, &guild.preferred_locale);
                server_outages::end_outage(bot, id).await;
                bot.languages.guilds.note_served(id);
                bot.languages.guilds.report_count(&bot.metrics);
                waiting_updates::welcome(bot, id).await;
            }
            GatewayEvent::GuildUpdate(guild) => {
                let id = GuildId(guild.id.get());
                bot.languages.guilds.learn(id, &guild.preferred_locale);
            }
            GatewayEvent::GuildDelete(guild) if !guild.unavailable => {
                lost_places::lose_server(bot, GuildId(guild.id.get())).await;
            }
            GatewayEvent::GuildDelete(guild) => {
                let guild = GuildId(guild.id.get());
                server_outages::note_outage(bot, vec![guild], bot.clock.now()).await;
            }
            GatewayEvent::ChannelUpdate(changed) => {
                let (guild, id) = (GuildId(changed.guild_id.get()), ChannelId(changed.id.get()));
                // A thread has the permissions of its channel.
                bot.refused_boards.try_again(guild, |place| {
                    place.channel == id || place.parent == Some(id)
                });
            }
            GatewayEvent::ChannelDelete(gone) => {
                let (guild, channel) = (GuildId(gone.guild_id.get()), ChannelId(gone.id.get()));
                deleted_entries::forget_channel(bot, guild, channel).await;
                lost_places::channel_gone(bot, guild, channel).await;
            }
            GatewayEvent::RoleUpdate(changed) => {
                let guild = GuildId(changed.guild_id.get());
                bot.refused_boards.try_again(guild, |_| true);
            }
            GatewayEvent::RoleDelete(gone) => {
                let (guild, role) = (GuildId(gone.guild_id.get()), RoleId(gone.role_id.get()));
                // It may have denied something.
                bot.refused_boards.try_again(guild, |_| true);
                deleted_entries::forget_role(bot, guild, role).await;
            }
            GatewayEvent::Interaction(interaction) => {
                let delivery = arrival.delivery;
                awaited(Box::pin(self.interaction(interaction, delivery))).await;
            }
            GatewayEvent::Message(message) => awaited(typed::read(bot, message)).await,
        }
    }

    /// Handles the state that Discord reports at the beginning of a session.
    async fn ready(&self, ready: &Ready) {
        let bot = &self.bot;
        // The next event may already be about the bot, such as a message that mentions it.
        bot.learn_identity(ready.user.id, ready.application.id);
        let guilds = ready.guilds.iter();
        let guilds: Vec<_> = guilds.map(|guild| GuildId(guild.id.get())).collect();
        let [number, total] = ready.shard.unwrap_or([0, 1]);
        let shard = Shard { number, total };
        let lose = |guild: &GuildId| lost_places::lose_server(bot, *guild);
        let now = bot.clock.now();
        let left = bot.languages.guilds.announce(shard, &guilds, now);
        // At once, because the next event may be that the bot has joined again.
        let mut gone: Vec<_> = left.iter().map(lose).collect();
        // Discord reports them soon, but those in an outage only after its end. This is the first wait,
        // so that the outage begins before one of the next events ends it.
        server_outages::note_outage(bot, guilds.clone(), now).await;
        let mut beyond = server_outages::left_during(bot, shard, &guilds).await;
        beyond.retain(|guild| !left.contains(guild));
        gone.extend(beyond.iter().map(lose));
        self.connected(&ready.user, ready.application.id).await;
        for gone in gone {
            gone.await;
        }
    }

    /// Wakes background work and registers the commands, once people can reach the bot.
    async fn connected(&self, account: &Account, application: ApplicationId) {
        let bot = &self.bot;
        bot.learn_identity(account.id, application);
        tracing::info!(name = account.username, "connected");
        bot.connected.notify_one();
        bot.computer_turns.wake_all();
        bot.following.wake_all();
        let mut registration = self.registration.lock().await;
        if registration.is_empty() {
            registration.spawn(self.register(application));
        }
    }

    /// Registers the commands with Discord, and keeps the emojis uploaded.
    fn register(&self, id: ApplicationId) -> impl Future<Output = ()> + Send + use<> {
        let commands = Arc::new(registration(&commands::all()));
        let bot = Arc::clone(&self.bot);
        let work = move |_| {
            let (bot, commands) = (Arc::clone(&bot), Arc::clone(&commands));
            async move {
                let listed = register(&bot.rest, id, &commands).await;
                bot.command_ids.learn(&listed);
                bot.metrics.health().note_registered();
                emoji_upload::keep_uploaded(&bot, id).await;
            }
        };
        keep_up(self.bot.metrics.clone(), "register", work)
    }

    async fn interaction(&self, interaction: &Incoming, delivery: Delivery) {
        let bot = &self.bot;
        // Discord delivers some twice, but they must be handled once.
        if !bot.dedup.is_new(interaction.id().get(), Instant::now()) {
            return;
        }
        let common = match interaction {
            Incoming::Command(command) => &Interaction::from(&**command),
            // The person keeps typing meanwhile.
            Incoming::Autocomplete(_) if delivery != Delivery::Live => return,
            Incoming::Autocomplete(command) => {
                let context = RequestContext::of_command(command);
                if bot.service.spend(&context, RequestKind::Completion).is_ok() {
                    // Without suggestions one can still type; the hook has logged the panic.
                    let _ = caught(self.complete(command)).await;
                }
                return;
            }
            Incoming::Press(press) => &press.interaction,
            Incoming::Form(form) => &form.interaction,
        };
        let (context, locale) = (RequestContext::of(common), common.guild_locale.as_deref());
        if late_events::is_left_to_others(bot, &context, delivery).await {
            tracing::warn!("a request has waited for too long to be answered; it is ignored");
            return;
        }
        server_outages::learn_locale(bot, &context, locale);
        learn_files(bot, &context);
        if !self.has_budget(&context).await {
            return;
        }
        try_refused_boards(bot, &context);
        if !matches!(interaction, Incoming::Press(_)) {
            bot.newest_presses.forget(context.actor.person);
        }
        let handling = async {
            let done = match interaction {
                Incoming::Command(command) => caught(Box::pin(self.command(command))).await,
                Incoming::Press(press) => caught(Box::pin(components::press(bot, press))).await,
                Incoming::Form(form) => caught(Box::pin(components::submit(bot, form))).await,
                Incoming::Autocomplete(_) => Ok(()),
            };
            self.stand_for(&context, done).await;
        };
        let id = interaction.custom_id();
        let id = id.and_then(|id| id.parse::<GameButtonId>().ok());
        let forgotten = user_install::forgotten(bot, &context, id, common.form());
        let ((), forgotten) = tokio::join!(handling, forgotten);
        if context.place.is_visited() {
            user_install::finish(bot, &context, id, forgotten).await;
        }
    }

    /// Returns whether the person's budget allows the request; otherwise only says so.
    async fn has_budget(&self, context: &RequestContext) -> bool {
        let Err(error) = self.bot.service.spend(context, RequestKind::Action) else {
            return true;
        };
        let why = error_replies::explain(&self.bot, context.words, None, error).await;
        Reply::new(&self.bot.rest, context).say(why).await;
        false
    }

    fn framework(&self) -> poise::FrameworkContext<'_, Arc<Bot>, std::convert::Infallible> {
        poise::FrameworkContext {
            bot_id: self.bot.me().unwrap_or_default(),
            serenity_context: &self.stand_in.context,
            options: &self.options,
            user_data: &self.bot,
            shard_manager: &self.stand_in.shards,
        }
    }

    async fn command(&self, command: &CommandInteraction) {
        let data = Mutex::new(Box::new(()) as Box<dyn std::any::Any + Send + Sync>);
        let (has_sent, options, mut tree) =
            (AtomicBool::new(false), command.data.options(), Vec::new());
        let framework = self.framework();
        let ran =
            poise::dispatch_interaction(framework, command, &has_sent, &data, &options, &mut tree);
        if let Err(error) = ran.await {
            // Arguments that Discord would not have sent, or a panic: not the person's doing.
            let id = match error {
                FrameworkError::CommandPanic { .. } => {
                    self.bot.metrics.fault(FaultKind::Panic);
                    FaultId::of_panic()
                }
                other => FaultId::count(&self.bot.metrics, FaultKind::Discord, &other.to_string()),
            };
            self.apologize(&RequestContext::of_command(command), id)
                .await;
        }
    }

    /// Responds to autocompletion as poise would, but through the same path as all other requests.
    async fn complete(&self, command: &CommandInteraction) {
        let data = Mutex::new(Box::new(()) as Box<dyn std::any::Any + Send + Sync>);
        let (has_sent, options, mut tree) =
            (AtomicBool::new(false), command.data.options(), Vec::new());
        let context = poise::extract_command_and_run_checks(
            self.framework(),
            command,
            poise::CommandInteractionType::Autocomplete,
            &has_sent,
            &data,
            &options,
            &mut tree,
        );
        let (Ok(context), Some(typed)) = (context.await, command.data.autocomplete()) else {
            return tracing::warn!("an unknown option is being typed");
        };
        let mut parameters = context.command().parameters.iter();
        let parameter = parameters.find(|parameter| parameter.name == typed.name);
        if let Some(offer) = parameter.and_then(|parameter| parameter.autocomplete_callback) {
            let callback = Callback::Choices(offer(context, typed.value).await);
            if let Err(error) = self
                .bot
                .rest
                .answer(&RequestContext::of_command(command).key, &callback)
                .await
            {
                tracing::debug!(%error, "suggestions could not be sent");
            }
        }
    }

    /// Apologizes for a panic, if there was one.
    async fn stand_for(&self, context: &RequestContext, done: Result<(), Panicked>) {
        if let Err(Panicked(id)) = done {
            self.bot.metrics.fault(FaultKind::Panic);
            self.apologize(context, id).await;
        }
    }

    /// Tells the person that something broke, with the id under which it is logged.
    async fn apologize(&self, context: &RequestContext, id: FaultId) {
        let message = Outgoing::text(context.words.fault(&id.to_string())).private();
        let rest = &self.bot.rest;
        // Part of a response may have been given before.
        let answered = rest.answer_or_follow_up(&context.key, &message).await;
        if answered.is_err() {
            tracing::warn!("the report of a fault could not be sent");
        }
    }
}

/// Learns whether the bot may attach files in the channel of an interaction.
fn learn_files(bot: &Bot, context: &RequestContext) {
    if context.granted.is_none() || context.place.is_visited() {
        return;
    }
    let channel = context.place.channel;
    let missing = context.missing_for_pictures();
    let may_attach = !missing.contains(&Permission::AttachFiles);
    bot.rest.note_files(channel_id(channel), may_attach);
}

/// Requests new attempts at the boards that were refused in the channel of an interaction, if the
/// bot has all permissions that it needs there.
fn try_refused_boards(bot: &Bot, context: &RequestContext) {
    let place = context.place;
    if let Some(guild) = place.joined_server()
        && context.granted.is_some()
        && context.missing(false).is_empty()
    {
        bot.refused_boards
            .try_again(guild, |refused| refused.channel == place.channel);
    }
}

/// Waits until the value is `true`, or its sender is gone.
async fn told(last: &mut watch::Receiver<bool>) {
    let _ = last.wait_for(|last| *last).await;
}

/// Polls a task up to its first pause before anything else is started, so that requests reach the
/// game service in the order of their events.
async fn begin(under_way: &mut JoinSet<()>, task: impl Future<Output = ()> + Send + 'static) {
    let mut task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
        // The hook has logged a panic, and nobody waits for an answer.
        let _ = caught(task).await;
    });
    let is_pending = poll_fn(|context| Poll::Ready(task.as_mut().poll(context).is_pending())).await;
    if is_pending {
        under_way.spawn(task);
    }
}

/// Returns the person who has sent an interaction.
fn person_of(arrival: &Arrival) -> Option<PersonId> {
    match &arrival.event {
        GatewayEvent::Interaction(interaction) => Some(interaction.person()),
        _ => None,
    }
}

/// Returns the span for everything logged on behalf of an event.
fn span_of(event: &GatewayEvent) -> Span {
    match event {
        GatewayEvent::Interaction(interaction) => {
            let (id, kind) = (interaction.id().get(), interaction.kind());
            tracing::info_span!("request", id, kind)
        }
        GatewayEvent::Message(message) => {
            tracing::info_span!("request", id = message.id.get(), kind = "Message")
        }
        _ => Span::none(),
    }
}

fn report(done: Result<(), tokio::task::JoinError>) {
    if let Err(error) = done {
        tracing::error!(%error, "a task ended too early");
    }
}
