//! Parts of the bot, all together.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use serenity::all::{ApplicationId, UserId};
use tokio::sync::{Notify, Semaphore};

use crate::discord::dispatch::command_ids::CommandIds;
use crate::discord::engine::pool::EnginePool;
use crate::discord::engine::review_cache::ReviewCache;
use crate::discord::game_messages::delivery::begun_notices::BegunNotices;
use crate::discord::game_messages::delivery::direct_messages::DirectMessages;
use crate::discord::game_messages::delivery::tokens::Tokens;
use crate::discord::game_messages::delivery::unconfirmed::Unconfirmed;
use crate::discord::game_messages::drawing::Drawing;
use crate::discord::game_messages::drawing::emojis::Emojis;
use crate::discord::game_messages::drawing::replay_encoder::ReplayEncoder;
use crate::discord::game_messages::publisher::channel_shares::ChannelShares;
use crate::discord::game_messages::publisher::new_servers::NewServers;
use crate::discord::game_messages::publisher::refused_boards::RefusedBoards;
use crate::discord::interaction::languages::Languages;
use crate::discord::interaction::refused_forms::RefusedForms;
use crate::discord::interaction::service_client::ServiceClient;
use crate::discord::rest::Rest;
use crate::discord::runtime::bounded_map::BoundedMap;
use crate::discord::runtime::clock::Clock;
use crate::discord::runtime::dedup::{Dedup, NewestPresses};
use crate::discord::runtime::keyed_locks::KeyedLocks;
use crate::discord::runtime::presence::monitor::PresenceMonitor;
use crate::discord::runtime::retry_backoff::RetryBackoff;
use crate::discord::runtime::service_queue::ServiceQueue;
use crate::discord::runtime::tasks::TaskGate;
use crate::discord::runtime::wakeups::{WakeupReceiver, WakeupSender};
use crate::metrics::Metrics;
use crate::service::{ChannelId, GameId, MessageId, Service, SupersededMessage, View};
use focus_render::Renderer;

/// Number of boards shown at once that nobody is waiting for. Some channels make the bot wait; each
/// of them takes only a few of these places. A board that is being sent holds its picture, of at
/// most 100 KB, two or three times.
pub const SHOWN_AT_ONCE: usize = 256;

/// Number of boards announced in direct messages at once; Discord lets the bot start about one
/// conversation per second.
const TOLD_AT_ONCE: usize = 64;

/// Parts of the bot, which link Discord and the game service. A restart loses nothing that they
/// hold, except the input of forms that were refused.
#[derive(Debug)]
pub struct Bot {
    pub(super) rest: Arc<Rest>,
    pub(super) service: Arc<ServiceClient>,
    pub(super) languages: Languages,
    pub(super) drawing: Drawing,
    /// Ids of interactions and messages that concern the bot.
    pub(super) dedup: Dedup,
    pub(super) newest_presses: NewestPresses,
    pub(super) refused_forms: RefusedForms,
    /// Locks that keep the messages of each game in order.
    pub(super) message_locks: KeyedLocks<GameId>,
    pub(super) retries: RetryBackoff,
    /// Boards to be tried again when permissions change.
    pub(super) refused_boards: RefusedBoards,
    /// Servers that have just become reachable.
    pub(super) new_servers: NewServers,
    /// Limits the boards shown at once that nobody is waiting for.
    pub(super) showing: Arc<Semaphore>,
    /// Limits those shown at once in one channel.
    pub(super) channel_shares: Arc<ChannelShares>,
    /// Limits the boards announced in direct messages at once; the others are read when it is their
    /// turn.
    pub(super) telling: Semaphore,
    pub(super) begun_notices: BegunNotices,
    pub(super) unconfirmed: Unconfirmed,
    pub(super) direct_messages: DirectMessages,
    pub(super) tokens: Tokens,
    /// Notified with each game of which an update was shown.
    pub(super) computer_turns: WakeupSender,
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
    pub(super) ended: WakeupSender,
    /// Encoder of replays.
    pub(super) replay_encoder: ReplayEncoder,
    pub(super) review_cache: ReviewCache,
    /// Notified with each game that has changed and that other channels may follow.
    pub(super) following: WakeupSender,
    /// Admits background tasks until the bot stops; each holds a read lock while in progress.
    pub(super) task_gate: TaskGate,
    /// Notified with each game that was moved to another channel while players do not know it.
    pub(super) moved: WakeupSender,
    /// Notified with each game of which a message may have been superseded.
    pub(super) superseded: WakeupSender,
    /// Superseded boards that this process has just recorded, and which need not be looked up.
    pub(super) just_superseded: Mutex<Vec<SupersededMessage>>,
    /// Message of each table or game that this process has just changed to a state that was no
    /// longer the current one.
    pub(super) outdated: Mutex<HashMap<GameId, MessageId>>,
    /// Newest message of others in each channel. A board with a message below it is no longer where
    /// people look.
    pub(super) recent_messages: Mutex<BoundedMap<ChannelId, MessageId>>,
    /// Newest board of each game. It tells a process that cannot use the store that another one has
    /// continued the game.
    pub(super) posted_boards: Mutex<BoundedMap<GameId, (ChannelId, MessageId)>>,
    /// The bot's own account and application, known once it is connected.
    identity: OnceLock<(UserId, ApplicationId)>,
    /// Emojis of pieces and stacks.
    pub(super) emojis: Emojis,
    /// Ids of the registered commands.
    pub(super) command_ids: CommandIds,
    /// Metrics of everything that is counted and timed.
    pub(super) metrics: Metrics,
}

/// Receivers of games for the computers, for replays, followers, notices of moves to other channels,
/// and superseded messages.
pub(super) type WakeupReceivers = [WakeupReceiver; 5];

impl Bot {
    /// Creates a bot that is not connected yet, and the receivers of games that background work has
    /// to look at.
    #[must_use]
    pub fn new(
        rest: Arc<Rest>,
        service: &Service,
        queues: [ServiceQueue; 2],
        renderer: Arc<Renderer>,
        engine_pool: EnginePool,
        clock: Clock,
    ) -> (Self, WakeupReceivers) {
        let service = Arc::new(ServiceClient::new(queues, service, clock.clone()));
        let (computer_turns, computers) = WakeupSender::new();
        let (ended, replays) = WakeupSender::new();
        let (following, followed) = WakeupSender::new();
        let (moved, untold) = WakeupSender::new();
        let (superseded, messages) = WakeupSender::new();
        let bot = Self {
            metrics: rest.metrics().clone(),
            drawing: Drawing::new(renderer, rest.metrics().clone()),
            rest,
            languages: Languages::new(Arc::clone(&service)),
            service,
            dedup: Dedup::default(),
            newest_presses: NewestPresses::default(),
            refused_forms: RefusedForms::default(),
            message_locks: KeyedLocks::default(),
            retries: RetryBackoff::default(),
            refused_boards: RefusedBoards::default(),
            new_servers: NewServers::default(),
            showing: Arc::new(Semaphore::new(SHOWN_AT_ONCE)),
            channel_shares: Arc::default(),
            telling: Semaphore::new(TOLD_AT_ONCE),
            begun_notices: BegunNotices::default(),
            unconfirmed: Unconfirmed::default(),
            direct_messages: DirectMessages::default(),
            tokens: Tokens::default(),
            computer_turns,
            engine_pool,
            presence: PresenceMonitor::new(clock.now(), clock.machine()),
            clock,
            deadline_set: Notify::new(),
            reminders_due: Notify::new(),
            connected: Notify::new(),
            returned: Notify::new(),
            ended,
            replay_encoder: ReplayEncoder::default(),
            review_cache: ReviewCache::default(),
            following,
            task_gate: TaskGate::default(),
            moved,
            superseded,
            just_superseded: Mutex::default(),
            outdated: Mutex::default(),
            recent_messages: Mutex::default(),
            posted_boards: Mutex::default(),
            identity: OnceLock::new(),
            emojis: Emojis::default(),
            command_ids: CommandIds::default(),
        };
        (bot, [computers, replays, followed, untold, messages])
    }

    /// Returns the bot's own account, known once it is connected.
    #[must_use]
    pub fn me(&self) -> Option<UserId> {
        self.identity.get().map(|(me, _)| *me)
    }

    /// Returns the bot's application, known once it is connected.
    #[must_use]
    pub fn application(&self) -> Option<ApplicationId> {
        self.identity.get().map(|(_, application)| *application)
    }

    /// Wakes the task that waits for the next deadline, if a change of this table or game may have
    /// set it.
    pub(super) fn note_deadline(&self, changed: &View) {
        if changed.has_deadline() {
            self.deadline_set.notify_one();
        }
    }

    /// Learns the bot's own account and application.
    pub(super) fn learn_identity(&self, me: UserId, application: ApplicationId) {
        // They are the same ones at every connection.
        let _ = self.identity.set((me, application));
    }
}
