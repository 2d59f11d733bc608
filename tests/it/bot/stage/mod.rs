//! Harness of the tests of the bot: a sandbox and the bot in this process, and scripted people.

mod actions;
mod boards;
mod failing_store;
mod games;
mod process;
mod removal;
pub(crate) mod says;
pub(crate) mod suggestions;
pub(crate) mod trips;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{LoggedRequest, Message, Person, SandboxOptions};
use focus::Move;
use focusbot::discord::gateway::ShardRange;
use focusbot::discord::rest::interactions::response_times::ResponseTimes;
use focusbot::discord::{PoolSettings, RunError, Settings};
use focusbot::metrics::{Metrics, TurnStage};
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::{
    Actor, GameId, GameView, Limits, MessageId, PersonId, Request, RetentionPeriods, Service,
    Timestamp,
};
use focusbot::store::Store;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::bot::stage::failing_store::FailingStore;
use crate::bot::stage::process::{Bot, end};
use crate::support::described::StrictSandbox;
use crate::support::{RESPONSE_LIMIT, game_of, pauses};

pub(crate) use self::actions::{
    back_again, choose, choose_move, context, control, do_something_else, double_press, end_faults,
    form_of, has_left, hinder, hinder_posts, offer_seat, open_form, pick, press, press_more,
    press_old, press_quietly, press_silently, resign, resign_in, resign_to_computer, share, slash,
    slash_in, speak_english, submit, until_in_time,
};
pub(crate) use self::boards::{
    after, all_messages, answer_to, answers, board, boards_in, button_id, changed, chosen, cleared,
    final_board, followers_noted, hold_changes, is_board, is_final, is_left, messages_in,
    next_board, offered, private_with, reads, reviewed, stripped, table, told, told_privately,
    with_button,
};
pub(crate) use self::games::{
    MANY_GAMES, all_is_said, begin, begun, call_off, close_direct_messages, create_channel, deny,
    duel, duel_in_its_own_channel, is_closed, move_from_afar, play_on, play_plies, strangers_begin,
    table_of_strangers, three_way,
};
pub(crate) use self::process::Process;
pub(crate) use self::removal::{GRACE, forgetful_stage, remove_all, until_removed};

pub(crate) const HOUR: Duration = Duration::from_secs(3_600);
pub(crate) const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Channel of the people unless a test uses another one.
pub(crate) const HERE: &str = "general";

/// Limits that no test reaches by accident.
pub(crate) const LIMITS: Limits = Limits {
    games_per_person: 20,
    games_per_channel: 50,
    games_per_guild: 60,
    watches_per_channel: 2,
    watches_per_person: 10,
    watches_per_guild: 20,
    imports_per_person: 3,
    rates: RateLimits::WIDE,
    table_open_for: DAY,
    take_back_grace: HOUR,
    retention: RetentionPeriods::NEVER,
};

/// Returns the number of servers that a process of the bot is on.
pub(crate) fn guild_count(metrics: &Metrics) -> usize {
    let text = metrics.to_text();
    let mut lines = text.lines();
    let count = lines.find_map(|line| line.strip_prefix("focusbot_guilds "));
    count.expect("a metric").parse().expect("a number")
}

/// World of one test. Stored data survives a restart of the bot.
pub(crate) struct Stage {
    pub(crate) sandbox: StrictSandbox,
    store: Arc<FailingStore>,
    limits: Limits,
    /// Metrics of the bot.
    pub(crate) metrics: Metrics,
    /// Configuration of computer players.
    pub(crate) pool: PoolSettings,
    /// Number of milliseconds by which the clock of the bot's machine has jumped.
    pub(crate) jumped: watch::Sender<u64>,
    /// Times within which the bot responds.
    response_times: ResponseTimes,
    bot: Option<Bot>,
    /// Further processes of the same bot, each with its store.
    others: Vec<(Bot, Arc<FailingStore>)>,
}

impl Stage {
    /// Starts a sandbox with the bot connected to it.
    pub(crate) async fn new() -> Self {
        Self::with_limits(LIMITS).await
    }

    /// Starts a sandbox with the bot connected to it, and people with these names.
    pub(crate) async fn with_people<const N: usize>(names: [&str; N]) -> (Self, [Person; N]) {
        let stage = Self::new().await;
        let people = stage.people(names).await;
        (stage, people)
    }

    /// Starts a sandbox with the bot, where Anna and Jürgen have begun a game as with [`duel`].
    pub(crate) async fn with_duel() -> (Self, [Person; 2]) {
        let stage = Self::new().await;
        let people = duel(&stage).await;
        (stage, people)
    }

    /// Starts the bot, which calls games off in which nobody has moved for sixty days, a week after
    /// a notice.
    pub(crate) async fn where_idle_games_end() -> Self {
        let retention = RetentionPeriods {
            idle_games: Some(DAY * 60),
            idle_notice: DAY * 7,
            ..RetentionPeriods::NEVER
        };
        Self::with_limits(Limits {
            retention,
            ..LIMITS
        })
        .await
    }

    pub(crate) async fn with_limits(limits: Limits) -> Self {
        let mut stage = Self::without_bot(limits).await;
        stage.start_bot().await;
        stage
    }

    pub(crate) async fn without_bot(limits: Limits) -> Self {
        let options = SandboxOptions {
            rate_limits: false,
            ..SandboxOptions::default()
        };
        Self::in_sandbox(options, limits).await
    }

    /// Starts a sandbox with other options, without the bot.
    pub(crate) async fn in_sandbox(options: SandboxOptions, limits: Limits) -> Self {
        let options = SandboxOptions {
            response_limit: RESPONSE_LIMIT,
            ..options
        };
        let sandbox = StrictSandbox::start(options).await.expect("a sandbox");
        Self {
            sandbox,
            store: Arc::new(FailingStore::default()),
            limits,
            metrics: Metrics::default(),
            pool: PoolSettings {
                hash_mib: 1,
                time: Duration::from_millis(20),
                ..PoolSettings::default()
            },
            jumped: watch::Sender::new(0),
            response_times: ResponseTimes::within(RESPONSE_LIMIT),
            bot: None,
            others: Vec::new(),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.sandbox.clock().now_ms())
    }

    /// Lets time pass for everybody.
    pub(crate) fn pass(&self, time: Duration) {
        self.sandbox.clock().advance(time);
    }

    /// Lets the time pass in which Discord waits for responses.
    pub(crate) fn end_responses(&self) {
        self.pass(RESPONSE_LIMIT);
    }

    /// Returns the number of the bot's last request so far.
    pub(crate) fn last_request(&self) -> u64 {
        let requests = self.sandbox.requests(0);
        requests.last().map_or(0, |last| last.n)
    }

    /// Has the bots started from now on defer responses soon, and not only when half of the time for
    /// them is over.
    pub(crate) fn defer_soon(&mut self) {
        self.response_times.defers_after = Duration::from_secs(1);
    }

    /// Has the bots started from now on show no progress of what takes long.
    pub(crate) fn show_no_progress(&mut self) {
        self.response_times.progress_for = Duration::ZERO;
    }

    /// Starts the bot as in production, on a thread of its own, and waits until people can reach it
    /// on every server: time that passes before that is given back to them.
    pub(crate) async fn start_bot(&mut self) {
        // An earlier run has left it as connected.
        self.metrics.health().note_away(true);
        self.metrics.guilds(0);
        self.run_bot(self.settings());
        self.person("anna")
            .await
            .wait_for_bot("focus")
            .await
            .expect("the bot with its command");
        let is_there = || {
            let has_all = guild_count(&self.metrics) >= self.sandbox.served_guilds();
            has_all && !self.metrics.health().is_away()
        };
        self.until("the bot on all servers", is_there).await;
    }

    pub(crate) fn run_bot(&mut self, settings: Settings) {
        let metrics = self.metrics.clone();
        self.bot = Some(self.run(settings, self.service(), metrics));
    }

    /// Runs a further process of the bot, with separate games; returns its metrics.
    pub(crate) fn run_beside(&mut self, settings: Settings) -> Metrics {
        let (store, metrics) = (Arc::new(FailingStore::default()), Metrics::default());
        let service = Service::new(Arc::clone(&store) as _, self.limits);
        let bot = self.run(settings, service, metrics.clone());
        self.others.push((bot, store));
        metrics
    }

    /// Returns the settings of a bot in the sandbox.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            response_times: self.response_times,
            ..Settings::at(self.sandbox.base_url(), self.sandbox.token())
        }
    }

    /// Returns the settings of a process with fixed shards.
    pub(crate) fn settings_of(&self, shards: RangeInclusive<u32>, total: u32) -> Settings {
        let (first, last) = shards.into_inner();
        Settings {
            shards: Some(ShardRange { first, last, total }),
            ..self.settings()
        }
    }

    /// Runs a further process of the bot on a store that others use as well.
    pub(crate) fn run_on(&self, store: Arc<dyn Store>) -> Process {
        self.run_with(self.settings(), store)
    }

    /// Runs a further process of the bot, with other settings, on a store that others use as well.
    pub(crate) fn run_with(&self, settings: Settings, store: Arc<dyn Store>) -> Process {
        let metrics = Metrics::default();
        let bot = self.run(settings, Service::new(store, self.limits), metrics.clone());
        Process::new(bot, metrics)
    }

    /// Returns services over the stores of the further processes.
    pub(crate) fn services_beside(&self) -> Vec<Service> {
        let stores = self.others.iter().map(|(_, store)| Arc::clone(store));
        stores
            .map(|store| Service::new(store as _, self.limits))
            .collect()
    }

    /// Stops the bot and waits until it has ended.
    pub(crate) async fn stop_bot(&mut self) -> Result<(), RunError> {
        let bot = self.bot.take().expect("a running bot");
        // It may have ended by itself.
        let _ = bot.stop.send(());
        end(bot.thread).await
    }

    /// Waits for a bot that ends by itself.
    pub(crate) async fn bot_ends(&mut self) -> Result<(), RunError> {
        let bot = self.bot.take().expect("a running bot");
        let ended = end(bot.thread).await;
        drop(bot.stop);
        ended
    }

    /// Restarts the bot on the same store.
    pub(crate) async fn restart_bot(&mut self) {
        self.stop_bot().await.expect("a good end");
        self.start_bot().await;
    }

    pub(crate) async fn person(&self, name: &str) -> Person {
        Person::connect(self.sandbox.base_url(), name)
            .await
            .expect("a person")
    }

    pub(crate) async fn people<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await);
        }
        people.try_into().expect("as many people as names")
    }

    /// Returns a service over the bot's store.
    pub(crate) fn service(&self) -> Service {
        Service::new(Arc::clone(&self.store) as _, self.limits)
    }

    pub(crate) fn shared_store(&self) -> Arc<FailingStore> {
        Arc::clone(&self.store)
    }

    pub(crate) fn store(&self) -> &FailingStore {
        &self.store
    }

    /// Returns the games and tables that are still to be shown.
    pub(crate) fn unannounced(&self) -> Vec<GameId> {
        let page = self.service().unannounced(None);
        page.expect("a store").entries
    }

    /// Returns the games that wait for a computer.
    pub(crate) fn thinking(&self) -> Vec<GameId> {
        self.service().thinking(None).expect("a store").entries
    }

    /// Returns the ended games whose replay is still to be posted.
    pub(crate) fn owed_replays(&self) -> Vec<GameId> {
        let page = self.service().owed_replays(None);
        page.expect("a store").entries
    }

    pub(crate) fn game(&self, game: u32) -> GameView {
        game_of(&self.service(), GameId(game))
    }

    /// Returns the person to move.
    pub(crate) fn to_move<'p>(&self, game: u32, people: &'p [Person]) -> &'p Person {
        let view = self.game(game);
        let color = view.to_move().expect("a game that goes on");
        person_of(people, view.person(color).expect("a person").id)
    }

    /// Returns one of the people who are not to move.
    pub(crate) fn waiting<'p>(&self, game: u32, people: &'p [Person]) -> &'p Person {
        let mover = self.to_move(game, people).id();
        people
            .iter()
            .find(|person| person.id() != mover)
            .expect("somebody else")
    }

    /// Waits until a condition holds that no message tells of.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let held = async {
            for pause in pauses() {
                if holds() {
                    return;
                }
                sleep(pause).await;
            }
        };
        let held = timeout(Duration::from_secs(60), held).await;
        held.unwrap_or_else(|_| panic!("waited for {what}"));
    }

    /// Waits until a process may send this number of requests a second.
    pub(crate) async fn may_send(&self, process: &Process, count: u32) {
        let line = format!("focusbot_request_limit {count}\n");
        let may = || process.metrics.to_text().contains(&line);
        self.until("the share of requests", may).await;
    }

    /// Has the bot retry all pending work at once, as after a sleep of its machine.
    pub(crate) fn retry_everything(&self) {
        self.jumped.send_modify(|jumped| *jumped += 90_000);
    }

    /// Carries out a request of a person, as a process that is killed before it shows the result.
    pub(crate) fn carry_out_unannounced(&self, person: &Person, now: Timestamp, request: Request) {
        let actor = nameless(id_of(person));
        let done = self.service().handle(now, &actor, request, 0);
        done.expect("an accepted request");
    }

    /// Has the bot notice a freeze while it tries a request again, ends the faults, and waits until
    /// that request has ended with all its attempts.
    pub(crate) async fn freeze_in_request(&self, anyone: &Person) {
        let past = self.count_of(TurnStage::Send);
        self.metrics.health().note_freeze();
        let back = anyone.control("clear_faults", json!({})).await;
        back.expect("a control");
        let has_ended = || self.count_of(TurnStage::Send) > past;
        self.until("the end of a request", has_ended).await;
    }

    /// Returns how often the bot has completed a stage of a turn.
    pub(crate) fn count_of(&self, stage: TurnStage) -> u64 {
        let name: &str = stage.into();
        let count = format!("focusbot_stage_seconds_count{{stage=\"{name}\"}} ");
        let metrics = self.metrics.to_text();
        let mut lines = metrics.lines();
        let count = lines.find_map(|line| line.strip_prefix(&count));
        count.map_or(0, |count| count.parse().expect("a number"))
    }

    /// Waits until the bot has made a request that satisfies a condition, after number `past`.
    pub(crate) async fn request(&self, past: u64, is_meant: impl Fn(&LoggedRequest) -> bool) {
        let is_made = || self.sandbox.requests(past).iter().any(&is_meant);
        self.until("a request", is_made).await;
    }

    /// Waits until the bot knows of a limit of Discord, which it may not yet do when the request has
    /// been refused.
    pub(crate) async fn limit(&self) {
        let is_known = || self.metrics.to_text().contains("status=\"429\"");
        self.until("a limit of Discord", is_known).await;
    }

    /// Waits until the bot has recorded that this message shows the newest board.
    pub(crate) async fn noted(&self, game: u32, board: &Message) {
        let id = board.id().parse().ok().map(MessageId);
        let is_noted = || self.game(game).message == id;
        self.until("a note of the newest board", is_noted).await;
    }

    /// Returns any legal move.
    pub(crate) fn a_move(&self, game: u32) -> Move {
        self.game(game).game.position().legal_moves()[0]
    }
}

/// Returns a person without a name.
pub(crate) fn nameless(person: PersonId) -> Actor {
    Actor {
        person,
        name: String::new(),
        language: None,
    }
}

pub(crate) fn id_of(person: &Person) -> PersonId {
    PersonId(person.id().parse().expect("a number"))
}

pub(crate) fn person_of(people: &[Person], id: PersonId) -> &Person {
    let found = people.iter().find(|person| person.id() == id.0.to_string());
    found.expect("a player among the people")
}
