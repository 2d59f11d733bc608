//! Test stage: a sandbox, the bot in it, and people who play.

use std::sync::{Arc, LazyLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use discord_sandbox::{
    ChannelKind, Event, LoggedRequest, Message, Person, Response, Sandbox, SandboxOptions,
};
use focus::Move;
use focus_render::Renderer;
use focusbot::discord::{self, Clock, PoolSettings, RunError, Settings};
use focusbot::metrics::Metrics;
use focusbot::service::api::rate_limit::RateLimits;
use focusbot::service::{
    GameId, GameView, Limits, MessageId, PersonId, RetentionPeriods, Service, View,
};
use focusbot::store::Store;
use serde_json::json;
use tokio::sync::{oneshot, watch};
use tokio::time::{sleep, timeout};

use crate::bot::stage::failing_store::FailingStore;

/// Channel of the people unless a test uses another one.
pub(crate) const HERE: &str = "general";

static RENDERER: LazyLock<Arc<Renderer>> = LazyLock::new(|| Arc::new(Renderer::new()));

/// Limits that no test meets by accident.
pub(crate) const LIMITS: Limits = Limits {
    games_per_person: 20,
    games_per_channel: 50,
    games_per_guild: 60,
    watches_per_channel: 2,
    watches_per_person: 10,
    watches_per_guild: 20,
    imports_per_person: 3,
    rates: RateLimits::WIDE,
    table_open_for: Duration::from_secs(24 * 3600),
    take_back_grace: Duration::from_secs(20),
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
    pub(crate) sandbox: Sandbox,
    store: Arc<FailingStore>,
    limits: Limits,
    /// Metrics of the bot.
    pub(crate) metrics: Metrics,
    /// Configuration of computer players.
    pub(crate) pool: PoolSettings,
    /// Number of milliseconds by which the clock of the bot's machine has jumped.
    pub(crate) jumped: watch::Sender<u64>,
    bot: Option<Bot>,
    /// Further processes of the same bot, each with its store.
    others: Vec<(Bot, Arc<FailingStore>)>,
}

/// Further process of the bot, on a store of its own or of all.
pub(crate) struct Process {
    bot: Bot,
    pub(crate) metrics: Metrics,
}

impl Process {
    /// Stops the process and waits until it has ended.
    pub(crate) async fn stop(self) {
        // It may have ended by itself.
        let _ = self.bot.stop.send(());
        Stage::end(self.bot.thread).await.expect("a good end");
    }

    /// Ends the process in the middle of everything.
    pub(crate) async fn kill(self) {
        // It may have ended by itself.
        let _ = self.bot.kill.send(());
        Stage::end(self.bot.thread).await.expect("an end");
    }

    /// Returns the numbers of the shards that it serves, if all of them are connected.
    pub(crate) fn shards(&self) -> Vec<u32> {
        let shards = self.metrics.health().shards();
        let connected = shards.iter().filter(|shard| shard.is_connected);
        let numbers: Vec<_> = connected.map(|shard| shard.number).collect();
        if numbers.len() == shards.len() {
            numbers
        } else {
            Vec::new()
        }
    }
}

struct Bot {
    stop: oneshot::Sender<()>,
    kill: oneshot::Sender<()>,
    thread: JoinHandle<Result<(), RunError>>,
}

impl Stage {
    /// Starts a sandbox with the bot connected to it.
    pub(crate) async fn new() -> Self {
        Self::with_limits(LIMITS).await
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
        let sandbox = Sandbox::start(options).await.expect("a sandbox");
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
            bot: None,
            others: Vec::new(),
        }
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
        Settings::at(self.sandbox.base_url(), self.sandbox.token())
    }

    /// Runs a further process of the bot on a store that others use as well.
    pub(crate) fn run_on(&self, store: Arc<dyn Store>) -> Process {
        self.run_with(self.settings(), store)
    }

    /// Runs a further process of the bot, with other settings, on a store that others use as well.
    pub(crate) fn run_with(&self, settings: Settings, store: Arc<dyn Store>) -> Process {
        let metrics = Metrics::default();
        let bot = self.run(settings, Service::new(store, self.limits), metrics.clone());
        Process { bot, metrics }
    }

    /// Returns services over the stores of the further processes.
    pub(crate) fn services_beside(&self) -> Vec<Service> {
        let stores = self.others.iter().map(|(_, store)| Arc::clone(store));
        stores
            .map(|store| Service::new(store as _, self.limits))
            .collect()
    }

    fn run(&self, settings: Settings, service: Service, metrics: Metrics) -> Bot {
        // The first bot of all creates it, which takes long; nobody waits for a bot meanwhile.
        let renderer = Arc::clone(&RENDERER);
        let pool = self.pool.clone();
        let clock = Clock::following(self.sandbox.clock().moved());
        let clock = clock.on_machine(self.jumped.subscribe());
        let (stop, stopped) = oneshot::channel::<()>();
        let (kill, killed) = oneshot::channel::<()>();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            let stopped = async {
                // A dropped stage stops its bot as well.
                let _ = stopped.await;
            };
            let run = discord::run(&settings, service, renderer, pool, clock, &metrics, stopped);
            let ended = runtime.block_on(async {
                tokio::select! {
                    ended = run => Some(ended),
                    Ok(()) = killed => None,
                }
            });
            let Some(ended) = ended else {
                runtime.shutdown_background();
                return Ok(());
            };
            ended
        });
        Bot { stop, kill, thread }
    }

    /// Stops the bot and waits until it has ended.
    pub(crate) async fn stop_bot(&mut self) -> Result<(), RunError> {
        let bot = self.bot.take().expect("a running bot");
        // It may have ended by itself.
        let _ = bot.stop.send(());
        Self::end(bot.thread).await
    }

    /// Waits for a bot that ends by itself.
    pub(crate) async fn bot_ends(&mut self) -> Result<(), RunError> {
        let bot = self.bot.take().expect("a running bot");
        let end = Self::end(bot.thread).await;
        drop(bot.stop);
        end
    }

    async fn end(thread: JoinHandle<Result<(), RunError>>) -> Result<(), RunError> {
        let joined = tokio::task::spawn_blocking(move || thread.join()).await;
        joined
            .expect("a joined thread")
            .expect("a bot without panic")
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

    pub(crate) fn game(&self, game: u32) -> GameView {
        match self.service().view(GameId(game)).expect("a readable game") {
            View::Game(game) => *game,
            View::Table(table) => panic!("a table that has not begun: {table:?}"),
        }
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
            while !holds() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        let held = timeout(Duration::from_secs(60), held).await;
        held.unwrap_or_else(|_| panic!("waited for {what}"));
    }

    /// Waits until the bot has made a request that satisfies a condition, after number `past`.
    pub(crate) async fn request(&self, past: u64, is_meant: impl Fn(&LoggedRequest) -> bool) {
        let is_made = || self.sandbox.requests(past).iter().any(&is_meant);
        self.until("a request", is_made).await;
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

pub(crate) fn person_of(people: &[Person], id: PersonId) -> &Person {
    let found = people.iter().find(|person| person.id() == id.0.to_string());
    found.expect("a player among the people")
}

/// Returns whether a message is a board with buttons, the newest of its game.
pub(crate) fn is_board(message: &Message) -> bool {
    !message.is_ephemeral() && !message.attachments().is_empty() && !message.labels().is_empty()
}

/// Returns the board of a game after `plies` plies, once it is there.
pub(crate) async fn board(person: &Person, game: u32, plies: u32) -> Message {
    let name = format!("focus-{game}-{plies}.png");
    let what = format!("the board {name}");
    let found = person.wait_until(&what, |view| {
        let channels: Vec<_> = view
            .channels()
            .filter_map(|channel| channel["id"].as_str())
            .collect();
        let mut messages = channels
            .iter()
            .flat_map(|channel| view.messages(channel))
            .filter(is_board);
        messages.find(|message| message.attachments()[0]["filename"] == name)
    });
    found.await.expect("a board")
}

/// Returns whether a message is a final board; the buttons to look back exist only if the game was
/// long enough.
pub(crate) fn is_final(message: &Message) -> bool {
    let labels = message.labels();
    labels == ["Rematch"] || labels == ["Rematch", "Analysis", "Look", "Record"]
}

/// Returns the final board of a game, with its buttons.
pub(crate) async fn final_board(person: &Person, game: u32) -> Message {
    let prefix = format!("focus-{game}-");
    let is_meant = |event: &Event| {
        let message = (event.kind == "message_create").then(|| event.message())??;
        let file = message.attachments().first()?["filename"]
            .as_str()?
            .to_owned();
        (file.starts_with(&prefix) && is_final(&message) && !message.is_ephemeral())
            .then_some(message)
    };
    person
        .wait_for("the last board", is_meant)
        .await
        .expect("a last board")
}

/// Lets Anna set up a duel and Jürgen join; the game has the number 1.
pub(crate) async fn duel(stage: &Stage) -> [Person; 2] {
    let people = stage.people(["anna", "juergen"]).await;
    let [anna, juergen] = &people;
    let asked = anna.slash(HERE, "focus new", &[]).await.expect("a command");
    anna.answer(&asked).await.expect("an answer");
    let table = table(juergen).await;
    let joined = juergen.press(&table, "Join").await.expect("a button");
    juergen.response(&joined).await.expect("a response");
    board(anna, 1, 0).await;
    board(juergen, 1, 0).await;
    all_is_said(&people, &table).await;
    people
}

/// Waits until nothing that the bot says about the beginning of a first game is still to come: what
/// a test sees or counts from then on is about what the test does.
pub(crate) async fn all_is_said(people: &[Person], table: &Message) {
    for person in people {
        let closed = person.wait_until("the line that a table becomes", |view| {
            let table = view.message(table.id())?;
            table.labels().is_empty().then_some(())
        });
        closed.await.expect("a line");
        let offered = person.wait_until("an offer to practice", |view| {
            let messages = view.messages(table.channel());
            let mut messages = messages.into_iter().filter(Message::is_ephemeral);
            messages.find(|message| message.component("f1:lesson:").is_some())
        });
        offered.await.expect("an offer");
    }
}

/// Lets Anna, Jürgen and Łukasz begin a three-way game; it has the number 1.
pub(crate) async fn three_way(stage: &Stage) -> [Person; 3] {
    let people = stage.people(["anna", "juergen", "lukasz"]).await;
    slash(&people[0], "focus new", &[("mode", "1")]).await;
    table(&people[1]).await;
    for person in &people[1..] {
        slash(person, "focus join", &[]).await;
    }
    for person in &people {
        board(person, 1, 0).await;
    }
    people
}

/// Creates a channel beside that of the people, who see it when this returns; its answer may come
/// before the event that tells them. The first person must own the server.
pub(crate) async fn create_channel(people: &[Person], name: &str) -> String {
    let made = people[0].create_channel(HERE, name, ChannelKind::Text);
    let channel = made.await.expect("a channel");
    for person in &people[1..] {
        let seen = person.wait_for_channel(&channel).await;
        seen.expect("the channel");
    }
    channel
}

/// Denies the bot permissions in a channel, and no others.
pub(crate) async fn deny(person: &Person, channel: &str, permissions: &[&str]) {
    let channel = person.channel(channel).expect("a channel");
    let change = json!({"channel": channel, "who": "bot", "allow": [], "deny": permissions});
    let denied = person.control("permissions", change).await;
    denied.expect("a control");
}

/// Returns the newest table that can be joined.
pub(crate) async fn table(person: &Person) -> Message {
    let found = person.wait_until("a table", |view| {
        let channel = view.channel(HERE)?;
        view.messages(&channel)
            .into_iter()
            .rev()
            .find(|message| message.component("f1:join").is_some() && !message.is_ephemeral())
    });
    found.await.expect("a table")
}

/// Returns the answer to a slash command in the default channel.
pub(crate) async fn slash(person: &Person, command: &str, options: &[(&str, &str)]) -> Message {
    slash_in(person, HERE, command, options).await
}

/// Returns the answer to a slash command in a channel.
pub(crate) async fn slash_in(
    person: &Person,
    channel: &str,
    command: &str,
    options: &[(&str, &str)],
) -> Message {
    let asked = person.slash(channel, command, options).await;
    let answer = person.answer(&asked.expect("a command")).await;
    answer.expect("an answer")
}

/// Chooses a value in a menu of the person's settings, which are shown for it.
pub(crate) async fn choose(person: &Person, menu: &str, value: &str) -> Message {
    let shown = slash(person, "focus-me settings", &[]).await;
    let asked = person.select(&shown, menu, &[value]).await;
    let answer = person.answer(&asked.expect("a menu")).await;
    answer.expect("an answer")
}

/// Returns the answer to a press, as a message.
pub(crate) async fn press(person: &Person, message: &Message, button: &str) -> Message {
    let asked = person.press(message, button).await.expect("a button");
    person.answer(&asked).await.expect("an answer")
}

/// Chooses a move in the menus of a first step and of those after it; returns the last step and the
/// number of choices.
pub(crate) async fn choose_move(person: &Person, first: Message, mv: &str) -> (Message, usize) {
    let source = if mv.starts_with('+') { "+" } else { &mv[..2] };
    let (mut step, mut choices) = (first, 0);
    while let Some((menu, value)) = menu_with(&step, [mv, source]) {
        let asked = person.select(&step, &menu, &[value]).await;
        let answer = person
            .answer(&asked.expect("a menu with this choice"))
            .await;
        (step, choices) = (answer.expect("the next step"), choices + 1);
    }
    (step, choices)
}

/// Returns the custom id of a menu that offers one of these values, and the value.
fn menu_with<'v>(message: &Message, wanted: [&'v str; 2]) -> Option<(String, &'v str)> {
    message.components().into_iter().find_map(|component| {
        let options = component["options"].as_array()?;
        let is_offered = |value: &&str| options.iter().any(|option| option["value"] == **value);
        let value = wanted.into_iter().find(is_offered)?;
        Some((component["custom_id"].as_str()?.to_owned(), value))
    })
}

/// Presses a button whose effect is public, so that there is no answer to read.
pub(crate) async fn press_quietly(person: &Person, message: &Message, button: &str) {
    let asked = person.press(message, button).await.expect("a button");
    let response = person.response(&asked).await.expect("a response");
    assert!(matches!(response, Response::DeferredUpdate), "{response:?}");
}

/// Returns the answer to a press of a button behind *More*, as a message.
pub(crate) async fn press_more(person: &Person, board: &Message, button: &str) -> Message {
    let menu = press(person, board, "f1:more:").await;
    assert!(menu.is_ephemeral(), "{}", menu.content());
    press(person, &menu, button).await
}

/// Returns the answer to a press of a button that a board had when it was posted by an earlier
/// version, as a message.
pub(crate) async fn press_old(person: &Person, board: &Message, custom_id: &str) -> Message {
    let asked = person.forge(board, custom_id, None).await;
    let answer = person.answer(&asked.expect("a button")).await;
    answer.expect("an answer")
}

/// Calls a game off, and confirms it.
pub(crate) async fn call_off(person: &Person, board: &Message) {
    // Below a game of computers alone, it is on the board.
    let question = match board.component("f1:abort:") {
        Some(_) => press(person, board, "f1:abort:").await,
        None => press_more(person, board, "f1:abort:").await,
    };
    assert!(question.is_ephemeral(), "{}", question.content());
    press(person, &question, "f1:abort!").await;
}

/// Waits until a message contains `wanted`.
pub(crate) async fn reads(person: &Person, message: &Message, wanted: &str) -> Message {
    let what = format!("a message with `{wanted}`");
    let found = person.wait_until(&what, |view| {
        view.message(message.id())
            .filter(|message| message.all_text().contains(wanted))
    });
    found.await.expect("a changed message")
}

/// Returns a review once it is complete; on a busy machine, it says before that how far it is, and may
/// take as long as it goes on.
pub(crate) async fn reviewed(person: &Person, message: &Message) -> Message {
    let mut progress = None;
    loop {
        let found = person.wait_until("a review, or more of it", |view| {
            let message = view.message(message.id())?;
            let is_new = progress.as_ref() != Some(&message.all_text());
            (is_new || !message.pictures().is_empty()).then_some(message)
        });
        let found = found.await.expect("a review, or more of it");
        if !found.pictures().is_empty() {
            return found;
        }
        progress = Some(found.all_text());
    }
}

/// Shares a private message in English, and returns what everybody sees; if it takes long, that is not
/// the answer to the press.
pub(crate) async fn share(person: &Person, message: &Message) -> Message {
    let all_shared = |view: &discord_sandbox::View| -> Vec<Message> {
        let messages = view.messages(message.channel()).into_iter();
        let is_shared = |one: &Message| !one.is_ephemeral() && one.all_text().contains("Shared by");
        messages.filter(is_shared).collect()
    };
    let before = person.wait_until("the channel", |view| Some(all_shared(view).len()));
    let before = before.await.expect("the channel");
    person.press(message, "Share").await.expect("a button");
    let shared = person.wait_until("a shared message", |view| {
        all_shared(view).into_iter().nth(before)
    });
    shared.await.expect("a shared message")
}

/// Plays any legal move of the person to move, and waits for the board after it.
pub(crate) async fn play_on(stage: &Stage, people: &[Person]) {
    let (mover, plies) = (stage.to_move(1, people), stage.game(1).plies());
    let mv = stage.a_move(1).to_string();
    slash(mover, "focus move", &[("move", &mv)]).await;
    for person in people {
        board(person, 1, plies + 1).await;
    }
}

/// Returns the newest message with this button.
pub(crate) async fn with_button(person: &Person, button: &str) -> Message {
    newest(person, button, |_| true).await
}

/// Returns the newest message with this button, once it differs from `before` in id or content.
pub(crate) async fn after(person: &Person, before: &Message, button: &str) -> Message {
    newest(person, button, |message| {
        message.id() != before.id() || message.content() != before.content()
    })
    .await
}

async fn newest(person: &Person, button: &str, is_meant: impl Fn(&Message) -> bool) -> Message {
    let what = format!("a board with `{button}`");
    let found = person.wait_until(&what, |view| {
        let messages = view.messages(&view.channel(HERE)?);
        let mut messages = messages.into_iter().rev();
        messages.find(|message| message.component(button).is_some() && is_meant(message))
    });
    found.await.expect("a board")
}

mod failing_store;
pub(crate) mod says;
pub(crate) mod suggestions;
