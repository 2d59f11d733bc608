//! Public messages for tables and boards, as last committed by the game service.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serenity::all as discord;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::discord::board::sending::Unanswered;
use crate::discord::board::view_preferences::ViewPreferences;
use crate::discord::bot::Bot;
use crate::discord::interaction::context::{RequestContext, arrival};
use crate::discord::interaction::permissions::Needs;
use crate::discord::rest::{Outgoing, RestError};
use crate::discord::runtime::error::BotError;
use crate::discord::views;
use crate::i18n::Permission;
use crate::service::{
    Announcement, ChannelId, Event, Fault, GameId, GameView, GuildId, GuildSettings, MessageId,
    PendingMessage, Place, Service, TableView, Timestamp, Update, View,
};

/// Reason why something is not shown yet.
#[derive(Clone, Debug)]
pub(crate) enum Obstacle {
    /// The bot lacks permissions there; Discord does not say which of these.
    Permissions(Vec<Permission>),
    /// The channel no longer exists.
    Gone(Place),
    /// The bot is no longer on the server.
    Lost,
    /// The request failed; it is tried again later.
    Later,
}

/// Age from which on Discord limits edits of messages in a channel.
const OLD: Duration = Duration::from_secs(55 * 60);
/// Start of Discord's time, in milliseconds since 1970.
const EPOCH: u64 = 1_420_070_400_000;
/// Discord's error code for a message that already has a thread.
const THREAD_EXISTS: u32 = 160_004;

impl Bot {
    /// Shows the pending update of a table or game.
    ///
    /// # Errors
    ///
    /// The obstacle; the update stays on disk.
    pub(crate) async fn show(&self, game: GameId) -> Result<(), Obstacle> {
        self.show_by(game, &Unanswered::none()).await
    }

    /// Shows a table or game as [`Self::show`] does, possibly by a response.
    async fn show_by(&self, game: GameId, unanswered: &Unanswered<'_>) -> Result<(), Obstacle> {
        // The change may have set a new next deadline.
        self.deadline_set.notify_one();
        let _turn = self.game_locks.enter(game).await;
        let mut result = self.show_pending(game, unanswered).await;
        if let Err(Failure::Token(error)) = &result {
            tracing::warn!(%game, %error, "sent to the channel instead, unless it is there");
            self.tokens.forget(game);
            self.unconfirmed.note(game);
            result = self.show_pending(game, unanswered).await;
        }
        self.retries.note(game, result.is_ok(), Instant::now());
        self.left_over.notify_one();
        match &result {
            Ok(()) => self.unconfirmed.clear(game),
            Err(failure) if failure.is_in_doubt() => self.unconfirmed.note(game),
            Err(_) => {}
        }
        if result.is_ok() {
            self.thinking.wake(game);
            self.following.notify_one();
        }
        result.map_err(|failure| {
            if let Failure::Early(_) | Failure::Lost(_) = failure {
                tracing::debug!(%game, %failure, "not shown");
            } else {
                tracing::warn!(%game, %failure, "not shown");
            }
            obstacle(&failure)
        })
    }

    /// Shows a table or game as [`Self::show`] does, after a person has done something, possibly by
    /// the response; if the game's channel no longer exists, the game moves to the person's channel.
    pub(crate) async fn show_for(
        &self,
        asker: &RequestContext,
        game: GameId,
        unanswered: &Unanswered<'_>,
    ) -> Result<(), Obstacle> {
        let place = asker.place;
        match self.show_by(game, unanswered).await {
            Err(Obstacle::Gone(old)) if old.guild == place.guild && old != place => {
                let parent = asker.parent;
                let moved = self.ask(move |service| service.moved(game, place, parent));
                let moved = moved.await;
                moved.map_err(|_| Obstacle::Later)?;
                self.show_by(game, unanswered).await
            }
            Err(obstacle) => {
                let person = Some(asker.actor.person);
                self.tell_mover(game, &obstacle, person).await;
                Err(obstacle)
            }
            Ok(()) => Ok(()),
        }
    }

    /// Shows all pending updates whose retry is due; calls `step` for every table and game.
    pub(crate) async fn show_rest(self: &Arc<Self>, step: impl Fn()) {
        self.retries.sweep(Instant::now());
        let games = self.ask_aside(Service::unannounced).await;
        let mut games = games.unwrap_or_default();
        games.retain(|game| self.retries.is_due(*game, Instant::now()));
        self.show_all(games, step).await;
    }

    /// Shows pending updates on a server that has just become reachable, and lets reminders and
    /// replays be sent there. Servers that arrive during a lookup are looked up together.
    pub(crate) async fn welcome(self: &Arc<Self>, guild: GuildId) {
        self.new_servers.add(guild);
        let Some((boards, replays)) = self.look_up_arrivals().await else {
            return;
        };
        self.following.notify_one();
        self.left_over.notify_one();
        self.reminders_due.notify_one();
        self.show_all(boards, || {}).await;
        for game in replays {
            self.ended.wake(game);
        }
    }

    /// Returns the boards and replays that wait for servers that have arrived; `None` if another
    /// task has looked them up already.
    async fn look_up_arrivals(&self) -> Option<(Vec<GameId>, Vec<GameId>)> {
        let _turn = self.new_servers.turn().await;
        let servers = self.new_servers.take();
        if servers.is_empty() {
            return None;
        }
        let found = self.ask_aside(move |service| {
            let boards = service.unannounced_on(&servers)?;
            Ok::<_, Fault>((boards, service.owed_replays_on(&servers)?))
        });
        let found = found.await;
        found
            .inspect_err(|error| tracing::error!(?error, "boards wait for the next look"))
            .ok()
    }

    /// Shows tables and games for which nobody waits, a limited number at once. Each is read when
    /// its turn comes.
    pub(crate) async fn show_all(self: &Arc<Self>, games: Vec<GameId>, step: impl Fn()) {
        let mut under_way = JoinSet::new();
        for game in games {
            step();
            let turn = Arc::clone(&self.showing).acquire_owned().await;
            while under_way.try_join_next().is_some() {}
            let bot = Arc::clone(self);
            under_way.spawn(async move {
                let _turn = turn;
                bot.show_or_forget(game).await;
            });
        }
        while under_way.join_next().await.is_some() {
            step();
        }
    }

    /// Shows a table or game; gives up an update that nobody can see any more.
    async fn show_or_forget(&self, game: GameId) {
        // Everything else stays on disk and is logged.
        let Err(obstacle) = self.show(game).await else {
            return;
        };
        self.tell_mover(game, &obstacle, None).await;
        if let Obstacle::Gone(place) = obstacle {
            self.forget(game, place).await;
        }
    }

    /// Gives up showing a table or game at its place.
    async fn forget(&self, game: GameId, place: Place) {
        let forgotten = self.ask(move |service| service.forget_announcement(game, place));
        match forgotten.await {
            Ok(()) => self.retries.note(game, true, Instant::now()),
            Err(error) => tracing::error!(%game, ?error, "not given up"),
        }
    }

    /// Gives up showing finished games on a server that the bot has left.
    pub(crate) async fn forget_server(&self, guild: GuildId) {
        match self
            .ask_aside(move |service| service.forget_server(guild))
            .await
        {
            Ok(forgotten) => {
                for game in forgotten {
                    self.retries.note(game, true, Instant::now());
                }
            }
            Err(error) => tracing::error!(?error, "a lost server is not given up"),
        }
    }

    /// Returns the pending update of a table or game.
    pub(crate) async fn pending(&self, game: GameId) -> Result<Option<Update>, BotError> {
        self.ask(move |service| service.pending(game)).await
    }

    /// Records that a message shows a table or game.
    pub(crate) async fn shown(&self, view: View, message: MessageId) -> Result<(), BotError> {
        self.ask_aside(move |service| service.announced(&view, message))
            .await
    }

    async fn show_pending(&self, game: GameId, unanswered: &Unanswered<'_>) -> Result<(), Failure> {
        let now = self.clock.now();
        let pending = self.ask(move |service| service.pending_message(game, now));
        let Some(pending) = pending.await? else {
            return Ok(());
        };
        let PendingMessage {
            update,
            settings,
            is_night,
        } = pending;
        let look = Look { settings, is_night };
        let place = update.view.place();
        if let Some(guild) = place.guild
            && self.is_speechless(guild)
        {
            return Err(Failure::Early(guild));
        }
        let is_over = update.view.is_over();
        if let Some(guild) = place.guild
            && self.guild_locales.is_lost(guild)
            && !is_over
        {
            // It is shown when the bot is back, or where the game is moved.
            return Err(Failure::Lost(guild));
        }
        let result = match update.view {
            View::Table(table) => self.show_table(&table, update.announce, unanswered).await,
            View::Game(game) => match update.announce {
                Announcement::Post if !self.goes_on_in_place(&game) => {
                    self.show_game(*game, &look, unanswered).await
                }
                announce => self.edit_game(*game, announce, &look, unanswered).await,
            },
        };
        match result {
            Err(Failure::Rest(error)) if is_over && self.is_out_of_reach(place, &error) => {
                self.forget(game, place).await;
                Ok(())
            }
            Err(Failure::Rest(error)) if error.is_unknown_channel() => Err(Failure::Gone(place)),
            other => other,
        }
    }

    /// Returns whether Discord refused something because the bot is no longer on that server.
    fn is_out_of_reach(&self, place: Place, error: &RestError) -> bool {
        let is_refused = error.is_missing_permission() || error.is_unknown_channel();
        let is_lost = place
            .guild
            .is_some_and(|guild| self.guild_locales.is_lost(guild));
        is_refused && is_lost
    }

    async fn show_table(
        &self,
        table: &TableView,
        announce: Announcement,
        unanswered: &Unanswered<'_>,
    ) -> Result<(), Failure> {
        let words = self.public_words(table.place.guild);
        let channel = table.place.channel;
        let message = views::table(table, words);
        if let (Announcement::Edit, Some(id)) = (announce, table.message) {
            match self.edit_public(table.id, channel, id, &message).await {
                Err(error) if error.is_unknown_message() || error.is_too_many_edits() => {}
                other => {
                    other?;
                    return Ok(self.shown(View::Table(Box::new(table.clone())), id).await?);
                }
            }
        }
        let id = if let Some(found) = self.find_table(table).await {
            self.edit_public(table.id, channel, found, &message).await?;
            found
        } else {
            let message = message
                .calling(views::invited(table))
                .once(format!("{}-{}", table.id.0, table.version));
            self.send_public(table.id, channel, &message, unanswered)
                .await?
        };
        Ok(self.shown(View::Table(Box::new(table.clone())), id).await?)
    }

    /// Returns whether the existing board can be edited into the next one: nobody has to be called,
    /// which an edit cannot do, and the board is recent and not buried under other messages.
    fn goes_on_in_place(&self, view: &GameView) -> bool {
        let Some(message) = view.message.filter(|_| !view.wants_thread) else {
            return false;
        };
        // Without news it is posted again because it may have been deleted.
        let has_news = !view.news.is_empty() && !view.news.contains(&Event::Started);
        has_news
            && view.ending.is_none()
            && views::called(view).is_none()
            && !self.is_old(message)
            && !self.recent_messages.is_below(view.place.channel, message)
    }

    /// Returns whether a message is so old that Discord limits its edits.
    pub(crate) fn is_old(&self, message: MessageId) -> bool {
        self.clock.now().since(moment_of(message)) >= OLD
    }

    /// Edits an existing board: only its text, or everything if it would otherwise be posted anew.
    async fn edit_game(
        &self,
        view: GameView,
        announce: Announcement,
        look: &Look,
        unanswered: &Unanswered<'_>,
    ) -> Result<(), Failure> {
        let Some(message) = view.message.filter(|_| !view.wants_thread) else {
            return self.show_game(view, look, unanswered).await;
        };
        let words = self.public_words(view.place.guild);
        // It calls nobody, but stays highlighted for the person it has called.
        let mover = view.to_move().and_then(|color| view.person(color));
        let mut change = views::board(&view, words, None).calling(mover.map(|person| person.id));
        let is_new = announce == Announcement::Post;
        if is_new {
            let sight = look.sight(&view);
            change = change.picture(self.picture(&view, sight, words).await?);
        }
        let channel = view.place.channel;
        match self.edit_public(view.id, channel, message, &change).await {
            Err(error) if error.is_unknown_message() || (is_new && error.is_too_many_edits()) => {
                self.show_game(view, look, unanswered).await
            }
            other => {
                other?;
                if let Some(at) = arrival().filter(|_| is_new) {
                    self.metrics.shown(at.elapsed());
                }
                Ok(self.shown(View::Game(Box::new(view)), message).await?)
            }
        }
    }

    async fn show_game(
        &self,
        view: GameView,
        look: &Look,
        unanswered: &Unanswered<'_>,
    ) -> Result<(), Failure> {
        let words = self.public_words(view.place.guild);
        let mut note = None;
        let view = if view.wants_thread {
            let (view, opened) = self.open_thread(view).await?;
            note = (!opened).then(|| words.no_thread());
            view
        } else {
            view
        };
        let sight = look.sight(&view);
        let id = {
            let picture = self.picture(&view, sight, words).await?;
            let message = views::board(&view, words, note.as_deref()).picture(picture);
            let channel = view.place.channel;
            // The picture is large, and what follows can wait long.
            if let Some(found) = self.find_board(&view).await {
                self.edit_public(view.id, channel, found, &message).await?;
                found
            } else {
                let message = message.once(format!("{}-{}", view.id.0, view.version));
                let message = if look.is_night && views::called(&view).is_some() {
                    message.silent()
                } else {
                    message
                };
                self.send_public(view.id, channel, &message, unanswered)
                    .await?
            }
        };
        if let Some(at) = arrival() {
            self.metrics.shown(at.elapsed());
        }
        let (game, has_ended) = (view.id, view.ending.is_some());
        self.shown(View::Game(Box::new(view)), id).await?;
        if has_ended {
            self.ended.wake(game);
        }
        Ok(())
    }

    /// Opens the thread for a game, or falls back to the channel.
    async fn open_thread(&self, view: GameView) -> Result<(GameView, bool), Failure> {
        let channel = channel_id(view.place.channel);
        let table = view.message.map(message_id);
        let name = views::thread_name(&view, self.public_words(view.place.guild));
        let mut opened = self.rest.open_thread(channel, table, &name).await;
        if opened.as_ref().is_err_and(RestError::is_unknown_message) {
            // The message of the table was deleted. A thread does not need one.
            opened = self.rest.open_thread(channel, None, &name).await;
        }
        let opened = match (opened, table) {
            // It was created before a crash, and has the id of its message.
            (Err(error), Some(table)) if error.code() == Some(THREAD_EXISTS) => {
                Some(ChannelId(table.get()))
            }
            (Err(RestError::Refused { .. }), _) => None,
            (other, _) => Some(ChannelId(other?.get())),
        };
        let place = Place {
            channel: opened.unwrap_or(view.place.channel),
            ..view.place
        };
        let (game, parent) = (view.id, opened.map(|_| view.place.channel));
        let moved = self.ask(move |service| service.moved(game, place, parent));
        match moved.await? {
            View::Game(game) => Ok((*game, opened.is_some())),
            View::Table(_) => Ok((view, false)),
        }
    }
}

/// Choices of people on which a public board depends.
struct Look {
    /// Settings of the server.
    settings: GuildSettings,
    /// True if it is night for the person to move.
    is_night: bool,
}

impl Look {
    /// Returns the view of a board.
    fn sight(&self, view: &GameView) -> ViewPreferences {
        ViewPreferences::public(view, &self.settings)
    }
}

/// Tells the person of an interaction, after the response, why something cannot be shown.
pub(crate) async fn tell_obstacle(bot: &Bot, asker: &RequestContext, obstacle: Obstacle) {
    let text = match obstacle {
        Obstacle::Permissions(permissions) => {
            let missing = asker.missing(false);
            let permissions = if missing.is_empty() {
                permissions
            } else {
                missing
            };
            asker.words.missing_permissions(&permissions)
        }
        Obstacle::Gone(_) | Obstacle::Lost | Obstacle::Later => asker.words.shown_later(),
    };
    if let Err(error) = bot
        .rest
        .follow_up(&asker.key, &Outgoing::text(text).private())
        .await
    {
        tracing::warn!(%error, "an answer did not arrive");
    }
}

/// Reason why a message was not sent.
pub(super) enum Failure {
    Rest(RestError),
    /// A token was tried, and the message may have been sent.
    Token(RestError),
    Gone(Place),
    /// The bot is no longer on that server.
    Lost(GuildId),
    /// The server's language is not known yet; the update is shown once Discord reports the server.
    Early(GuildId),
    Other(BotError),
}

impl Failure {
    /// Returns whether the message may have been sent nevertheless.
    fn is_in_doubt(&self) -> bool {
        match self {
            Self::Rest(error) => !matches!(error, RestError::Refused { .. }),
            Self::Token(_) | Self::Other(_) => true,
            Self::Gone(_) | Self::Lost(_) | Self::Early(_) => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rest(error) | Self::Token(error) => error.fmt(f),
            Self::Gone(place) => write!(f, "channel {} is gone", place.channel.0),
            Self::Lost(guild) => write!(f, "the bot is not on server {}", guild.0),
            Self::Early(guild) => write!(f, "server {} is yet to come", guild.0),
            Self::Other(error) => write!(f, "{error:?}"),
        }
    }
}

impl From<RestError> for Failure {
    fn from(error: RestError) -> Self {
        Self::Rest(error)
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Self {
        Self::Other(error)
    }
}

fn obstacle(failure: &Failure) -> Obstacle {
    match failure {
        Failure::Rest(error) if error.is_missing_permission() => Obstacle::Permissions(
            Needs {
                in_thread: false,
                new_thread: false,
            }
            .all(),
        ),
        Failure::Gone(place) => Obstacle::Gone(*place),
        Failure::Lost(_) => Obstacle::Lost,
        Failure::Rest(_) | Failure::Token(_) | Failure::Early(_) | Failure::Other(_) => {
            Obstacle::Later
        }
    }
}

pub(crate) fn channel_id(channel: ChannelId) -> discord::ChannelId {
    discord::ChannelId::new(channel.0)
}

pub(crate) fn message_id(message: MessageId) -> discord::MessageId {
    discord::MessageId::new(message.0)
}

/// Returns the time at which a message was posted, from its id.
fn moment_of(message: MessageId) -> Timestamp {
    Timestamp((message.0 >> 22) + EPOCH)
}

/// Returns an id lower than that of any message from a time on.
pub(crate) fn before_all_at(moment: Timestamp) -> MessageId {
    MessageId(moment.0.saturating_sub(EPOCH) << 22)
}
