//! State shared by every part of the bot.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use serenity::all::UserId;
use tokio::sync::{AcquireError, Notify, Semaphore};

use crate::discord::board::direct_messages::DirectMessages;
use crate::discord::board::renderers::Renderers;
use crate::discord::board::replay_encoder::ReplayEncoder;
use crate::discord::board::tokens::Tokens;
use crate::discord::board::unconfirmed::Unconfirmed;
use crate::discord::board::view_preferences::ViewPreferences;
use crate::discord::custom_id::game::Action;
use crate::discord::engine::pool::EnginePool;
use crate::discord::engine::review::Reviewer;
use crate::discord::engine::turns::Wakeups;
use crate::discord::interaction::context::RequestContext;
use crate::discord::interaction::guild_locales::GuildLocales;
use crate::discord::interaction::locale_cache::LocaleCache;
use crate::discord::lifecycle::presence::PresenceMonitor;
use crate::discord::rest::message::Picture;
use crate::discord::rest::{Outgoing, Rest};
use crate::discord::runtime::clock::Clock;
use crate::discord::runtime::dedup::Dedup;
use crate::discord::runtime::error::{BotError, FaultId};
use crate::discord::runtime::game_locks::GameLocks;
use crate::discord::runtime::new_servers::NewServers;
use crate::discord::runtime::recent_messages::RecentMessages;
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::service_queue::ServiceQueue;
use crate::discord::runtime::spawn_blocking::spawn_blocking;
use crate::discord::runtime::tasks::TaskGate;
use crate::discord::views;
use crate::discord::views::buttons::which_rows;
use crate::i18n::{Language, Words};
use crate::metrics::{FaultKind, Metrics, Stage};
use crate::service::api::rate_limit::RequestKind;
use crate::service::{
    Actor, GameId, GameView, GuildId, PersonId, Refusal, Request, Service, ServiceError, Theme,
    Timestamp, Update, View,
};
use focus_render::{Renderer, Scene};

/// Number of boards shown at once for which nobody waits; some channels make the bot wait.
const SHOWN_AT_ONCE: usize = 64;

/// Link between Discord and the game service. It holds nothing that a restart would lose.
#[derive(Debug)]
pub struct Bot {
    pub(super) rest: Arc<Rest>,
    pub(super) queue: ServiceQueue,
    /// Queue for records of what was shown.
    pub(super) records_queue: ServiceQueue,
    pub(super) guild_locales: GuildLocales,
    pub(super) locales: LocaleCache,
    pub(super) dedup: Dedup,
    pub(super) game_locks: GameLocks,
    pub(super) retries: RetryBackoff,
    /// Servers that have just become reachable.
    pub(super) new_servers: NewServers,
    /// Limits the boards shown at once for which nobody waits.
    pub(super) showing: Arc<Semaphore>,
    pub(super) unconfirmed: Unconfirmed,
    pub(super) direct_messages: DirectMessages,
    pub(super) tokens: Tokens,
    /// Notified with each game of which something was shown.
    pub(super) thinking: Wakeups,
    /// Threads of computer players.
    pub(super) engine_pool: EnginePool,
    /// Clock for all requests.
    pub(super) clock: Clock,
    pub(super) presence: PresenceMonitor,
    /// Notified when the next deadline may have changed.
    pub(super) deadline_set: Notify,
    /// Notified when a reminder may be due.
    pub(super) reminders_due: Notify,
    /// Notified after each connection.
    pub(super) connected: Notify,
    /// Notified when people can reach the bot again after an interruption.
    pub(super) returned: Notify,
    /// Notified with each game whose last board was shown.
    pub(super) ended: Wakeups,
    /// Encoder of replays.
    pub(super) replay_encoder: Arc<ReplayEncoder>,
    pub(super) reviewer: Reviewer,
    /// Notified when a game has changed that other channels may follow.
    pub(super) following: Notify,
    /// Admits background errands until the bot stops; each holds a read lock while in progress.
    pub(super) errands: TaskGate,
    /// Notified when a message may have been superseded.
    pub(super) left_over: Notify,
    /// Other people's messages in the channels of games.
    pub(super) recent_messages: RecentMessages,
    me: OnceLock<UserId>,
    pub(super) renderers: Arc<Renderers>,
    /// Metrics of everything that is counted and timed.
    pub(super) metrics: Metrics,
    /// Limits the pictures drawn at once to the number of cores: more would take memory, and time
    /// from answers, without being faster.
    drawing: Semaphore,
}

/// Bells that a bot rings.
#[derive(Debug)]
pub struct Bells {
    /// Rung with each game of which something was shown.
    pub thinking: Wakeups,
    /// Rung with each game whose last board was shown.
    pub ended: Wakeups,
}

impl Bot {
    /// Creates a bot that is not connected yet.
    #[must_use]
    pub fn new(
        rest: Arc<Rest>,
        [queue, records_queue]: [ServiceQueue; 2],
        renderer: Arc<Renderer>,
        engine_pool: EnginePool,
        clock: Clock,
        Bells { thinking, ended }: Bells,
    ) -> Self {
        Self {
            metrics: rest.metrics().clone(),
            drawing: Semaphore::new(thread::available_parallelism().map_or(1, NonZero::get)),
            rest,
            queue,
            records_queue,
            guild_locales: GuildLocales::default(),
            locales: LocaleCache::default(),
            dedup: Dedup::default(),
            game_locks: GameLocks::default(),
            retries: RetryBackoff::default(),
            new_servers: NewServers::default(),
            showing: Arc::new(Semaphore::new(SHOWN_AT_ONCE)),
            unconfirmed: Unconfirmed::default(),
            direct_messages: DirectMessages::default(),
            tokens: Tokens::default(),
            thinking,
            engine_pool,
            presence: PresenceMonitor::new(clock.now(), clock.machine()),
            clock,
            deadline_set: Notify::new(),
            reminders_due: Notify::new(),
            connected: Notify::new(),
            returned: Notify::new(),
            ended,
            replay_encoder: Arc::default(),
            reviewer: Reviewer::default(),
            following: Notify::new(),
            errands: TaskGate::default(),
            left_over: Notify::new(),
            recent_messages: RecentMessages::default(),
            me: OnceLock::new(),
            renderers: Arc::new(Renderers::new(renderer)),
        }
    }

    /// Returns the bot's own account, known once it is connected.
    #[must_use]
    pub fn me(&self) -> Option<UserId> {
        self.me.get().copied()
    }

    /// Records the bot's own account.
    pub fn learn_me(&self, me: UserId) {
        // It is the same one at every connection.
        let _ = self.me.set(me);
    }

    /// Records the locale of a server, as an interaction reports it.
    pub(super) fn learn_locale(
        self: &Arc<Self>,
        guild: Option<serenity::all::GuildId>,
        locale: Option<&str>,
    ) {
        let (Some(guild), Some(locale)) = (guild, locale) else {
            return;
        };
        let guild = GuildId(guild.get());
        if self.guild_locales.learn(guild, locale) {
            // People can move there, even if Discord has not reported the server yet.
            let bot = Arc::clone(self);
            tokio::spawn(async move { bot.end_outage(guild).await });
        }
    }

    /// Restarts the searches of computers that the end of the process interrupted.
    pub(super) async fn wake_computers(&self) {
        for game in self.ask_later(Service::thinking).await.unwrap_or_default() {
            self.thinking.wake(game);
        }
    }

    /// Returns the words used in public on a server.
    #[must_use]
    pub fn public_words(&self, guild: Option<GuildId>) -> Words {
        let chosen = guild.and_then(|guild| self.locales.of_guild(guild));
        Words::new(chosen.unwrap_or_else(|| self.guild_locales.language(guild)))
    }

    /// Returns whether the public language of a server is unknown until Discord reports the server.
    pub(super) fn is_speechless(&self, guild: GuildId) -> bool {
        self.guild_locales.is_unknown(guild) && self.locales.of_guild(guild).is_none()
    }

    /// Returns the words for a player who has not just sent a request, in the chosen language, or
    /// that of the player's Discord client, or else that of the server.
    #[must_use]
    pub fn words_for(&self, person: PersonId, view: &GameView) -> Words {
        let mut seen = view.languages.iter();
        let seen = seen.find(|(player, _)| *player == person);
        let seen = seen.and_then(|(_, code)| Language::from_code(code));
        let own = self.locales.of_person(person);
        own.or_else(|| seen.map(Words::new))
            .unwrap_or_else(|| self.public_words(view.place.guild))
    }

    /// Reads the languages chosen by people and for servers.
    pub(super) async fn learn_languages(&self) {
        match self.ask(Service::chosen_languages).await {
            Ok(chosen) => self.locales.learn(&chosen),
            Err(error) => tracing::error!(?error, "everybody is answered as Discord says"),
        }
    }

    /// Spends from the budgets for a request, before anything is done for it.
    pub(super) fn spend(
        &self,
        asker: &RequestContext,
        asking: RequestKind,
    ) -> Result<(), BotError> {
        let (now, person) = (self.clock.now(), asker.actor.person);
        let spent = self
            .queue
            .rate_limiter()
            .spend(now, asking, person, asker.place);
        spent.map_err(BotError::Refused)
    }

    /// Runs `work` on the game service, in the order of the calls.
    pub(super) fn ask<T, E, W>(
        &self,
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        let answer = self.queue.ask(work);
        async move { answer.await?.map_err(Into::into) }
    }

    /// Runs work on the game service for which nobody waits, after people's requests.
    pub(super) async fn ask_later<T, E, W>(&self, work: W) -> Result<T, BotError>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        self.queue.ask_later(work).await?.map_err(Into::into)
    }

    /// Runs work on the game service that may take long, in parallel with other work.
    pub(super) async fn ask_aside<T, E, W>(&self, work: W) -> Result<T, BotError>
    where
        W: FnOnce(&Service) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        self.records_queue.ask(work).await?.map_err(Into::into)
    }

    /// Sends a request to the game service, in the order of the calls.
    pub(super) fn request(
        &self,
        actor: &Actor,
        request: Request,
    ) -> impl Future<Output = Result<Update, BotError>> + Send + use<> {
        let (actor, now) = (actor.clone(), self.clock.now());
        self.ask(move |service| handle(service, now, &actor, request))
    }

    /// Asks about the game with this number, or else about the one that the request can refer to;
    /// if there are several, offers `action` for each of them.
    pub(super) fn ask_of<T, E, W>(
        &self,
        asker: &RequestContext,
        number: Option<&str>,
        action: Option<Action>,
        work: W,
    ) -> impl Future<Output = Result<T, BotError>> + Send + use<T, E, W>
    where
        W: FnOnce(&Service, GameId) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: Into<BotError> + Send + 'static,
    {
        let game = named(asker, number);
        let (person, channel) = (asker.actor.person, asker.place.channel);
        self.ask(move |service| {
            let game = match game? {
                Some(game) => game,
                None => service
                    .find(person, channel)
                    .map_err(|error| BotError::from(error).offering(action))?,
            };
            work(service, game).map_err(Into::into)
        })
    }

    /// Returns a game that has begun.
    pub(super) fn game(
        &self,
        game: GameId,
    ) -> impl Future<Output = Result<GameView, BotError>> + Send + use<> {
        self.ask(move |service| begun(service.view(game)?))
    }

    /// Draws the board in somebody's view, or from one side.
    pub(super) async fn picture(
        &self,
        view: &GameView,
        sight: impl Into<ViewPreferences>,
        words: Words,
    ) -> Result<Picture, BotError> {
        let ViewPreferences { theme, down } = sight.into();
        let scene = views::scene(view, down, words);
        self.draw(theme, scene, views::file_name(view), words.alt_text(view))
            .await
    }

    /// Draws a scene.
    pub(super) async fn draw(
        &self,
        theme: Theme,
        scene: Scene,
        name: String,
        alt: String,
    ) -> Result<Picture, BotError> {
        let looks = Arc::clone(&self.renderers);
        let png = self.drawn(move || looks.renderer(theme).board_png(&scene));
        let png = png.await?;
        Ok(Picture { name, png, alt })
    }

    /// Runs a drawing function off the async threads, and measures its time.
    pub(super) fn drawn<T: Send + 'static>(
        &self,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, BotError>> + Send {
        let (span, metrics) = (tracing::Span::current(), self.metrics.clone());
        // Boxed, because a game is large and the future is part of many others.
        let timed = Box::new(move || {
            let begun = Instant::now();
            let drawn = span.in_scope(|| {
                catch_unwind(AssertUnwindSafe(draw)).map_err(|_panic| {
                    metrics.fault(FaultKind::Picture);
                    BotError::Logged(FaultId::of_panic())
                })
            });
            metrics.stage(Stage::Draw, begun.elapsed());
            drawn
        });
        async move {
            let turn = self.drawing.acquire().await;
            let broken =
                |error: AcquireError| BotError::Broken(FaultKind::System, error.to_string());
            let _turn = turn.map_err(broken)?;
            spawn_blocking(FaultKind::System, timed).await?
        }
    }

    /// Logs and counts a fault.
    #[must_use]
    pub(super) fn fault(&self, kind: FaultKind, what: &str) -> FaultId {
        self.metrics.fault(kind);
        FaultId::log(kind, what)
    }

    /// Draws a picture that is not a board, in one person's theme.
    pub(super) async fn sheet(
        &self,
        asker: &RequestContext,
        subject: &str,
        alt: String,
        draw: impl FnOnce(&Renderer) -> Vec<u8> + Send + 'static,
    ) -> Result<Picture, BotError> {
        let (looks, theme) = (Arc::clone(&self.renderers), self.theme_for(asker).await);
        let png = self.drawn(move || draw(looks.renderer(theme))).await?;
        Ok(Picture {
            // A client may show a cached picture for a file name it knows.
            name: format!("{subject}-{:08x}.png", crc32fast::hash(&png)),
            png,
            alt,
        })
    }

    /// Draws a sample of a theme.
    pub(super) async fn sample(&self, theme: Theme, words: Words) -> Result<Picture, BotError> {
        let name = format!("look-{}.png", theme.name());
        let alt = words.theme_choice(Some(theme));
        self.draw(theme, views::sample(words), name, alt).await
    }

    /// Returns a message that explains why something is not done; for an old board, with the new
    /// one.
    pub(super) async fn explain(
        &self,
        words: Words,
        game: Option<GameId>,
        error: BotError,
    ) -> Outgoing {
        if let Some(refusal) = error.refusal_name() {
            self.metrics.refused(&refusal);
        }
        match error {
            BotError::Refused(refusal) => {
                let text = words.refusal(&refusal);
                match (refusal, game) {
                    (Refusal::Stale, Some(game)) => self.newest(words, game, text).await,
                    (Refusal::Move(bad), _) => {
                        Outgoing::text(text).rows(views::moving::instead(&bad, words))
                    }
                    _ => Outgoing::text(text).without_picture(),
                }
            }
            BotError::Which(games, action) => self.ask_which(words, games, action).await,
            BotError::Said(text) => Outgoing::text(text),
            BotError::Missing(permissions) => {
                Outgoing::text(words.missing_permissions(&permissions))
            }
            BotError::Broken(kind, what) => {
                let id = self.fault(kind, &what).to_string();
                Outgoing::text(match kind {
                    FaultKind::Store => words.fault_of_storage(&id),
                    FaultKind::Discord
                    | FaultKind::Picture
                    | FaultKind::Computer
                    | FaultKind::System
                    | FaultKind::Record
                    | FaultKind::Panic => words.fault(&id),
                })
            }
            BotError::Logged(id) => Outgoing::text(words.fault(&id.to_string())),
        }
    }

    /// Returns the question which game is meant, with a button for each.
    async fn ask_which(&self, words: Words, mut games: Vec<GameId>, action: Action) -> Outgoing {
        games.sort_unstable();
        let text = words.refusal(&Refusal::WhichGame(games.clone()));
        let views = self.ask(move |service| {
            let views = games.into_iter().map(|game| service.view(game));
            views.collect::<Result<Vec<_>, _>>()
        });
        let rows = views.await.map(|views| which_rows(&views, action, words));
        Outgoing::text(text)
            .without_picture()
            .rows(rows.unwrap_or_default())
    }

    /// Returns the current board, below a sentence.
    async fn newest(&self, words: Words, game: GameId, sentence: String) -> Outgoing {
        let Ok(view) = self.game(game).await else {
            return Outgoing::text(sentence);
        };
        let text = match views::link(view.place, view.message) {
            Some(link) => format!("{sentence}\n{}", words.newest_board(&link)),
            None => sentence,
        };
        let sight = self.public_sight(&view).await;
        match self.picture(&view, sight, words).await {
            Ok(picture) => Outgoing::text(text).picture(picture),
            Err(_) => Outgoing::text(text),
        }
    }
}

/// Handles a request, with a seed from the system.
pub(super) fn handle(
    service: &Service,
    now: Timestamp,
    actor: &Actor,
    request: Request,
) -> Result<Update, BotError> {
    let seed = getrandom::u64();
    let seed = seed.map_err(|error| BotError::Broken(FaultKind::System, error.to_string()))?;
    Ok(service.handle(now, actor, request, seed)?)
}

/// Returns the number of a game as typed or chosen from a list.
pub(super) fn named(
    asker: &RequestContext,
    number: Option<&str>,
) -> Result<Option<GameId>, BotError> {
    let Some(number) = number else {
        return Ok(None);
    };
    let text = number.split('·').next().unwrap_or(number);
    let unreadable = |_| BotError::Said(asker.words.not_a_game(number));
    text.parse().map(Some).map_err(unreadable)
}

/// Returns a game that has begun, or a refusal.
pub(super) fn begun(view: View) -> Result<GameView, ServiceError> {
    match view {
        View::Game(game) => Ok(*game),
        View::Table(_) => Err(Refusal::NotBegun.into()),
    }
}
