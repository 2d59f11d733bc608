//! Several processes of the bot on one database.

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{Message, Person, Response, SandboxOptions};
use focus::{Color, Mode, Position, Rules};
use focusbot::discord::Settings;
use focusbot::discord::rest::Rest;
use focusbot::discord::rest::interactions::response_times::ResponseTimes;
use focusbot::discord::rest::limiter::Limiter;
use focusbot::metrics::Metrics;
use focusbot::service::{GameId, GameView, MessageId, REQUESTS_PER_SECOND, Service};
use focusbot::store::Store;
use serde_json::json;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::bot::connection::gated_store::GatedStore;
use crate::bot::connection::posts::{endpoint_for, post_to};
use crate::bot::connection::servers::{HERE, THERE, begin};
use crate::bot::stage::{
    HOUR, LIMITS, Process, Stage, board, button_id, control, end_faults, guild_count, hold_changes,
    id_of, is_final, is_left, person_of, slash_in,
};
use crate::store::postgres::{Database, database};
use crate::support::{PATIENCE, game_of};

/// Number of attempts at what a busy machine can hold up.
const ATTEMPTS: u32 = 10;

/// Two servers in the sandbox, each with a shard of its own; a database.
pub(super) struct Scene {
    pub(super) stage: Stage,
    database: Database,
    pub(super) people: [Person; 2],
}

impl Scene {
    /// Returns `None` where there is no PostgreSQL.
    pub(super) async fn new() -> Option<Self> {
        let options = SandboxOptions {
            rate_limits: false,
            ..SandboxOptions::default()
        };
        Self::with(options).await
    }

    /// Returns a scene in a sandbox with other options.
    pub(super) async fn with(options: SandboxOptions) -> Option<Self> {
        // The client of the tests blocks.
        let database = spawn_blocking(database).await.expect("no panic")?;
        let options = SandboxOptions {
            shards: 2.try_into().expect("two"),
            ..options
        };
        let stage = Stage::in_sandbox(options, LIMITS).await;
        let people = stage.people(["anna", "juergen"]).await;
        Some(Self {
            stage,
            database,
            people,
        })
    }

    pub(super) fn store(&self) -> Arc<dyn Store> {
        Arc::new(self.database.store())
    }

    /// Starts a process, and waits until it and the one before share the shards.
    async fn two(&self, stores: [Arc<dyn Store>; 2]) -> [Process; 2] {
        let [first, second] = stores;
        let first = self.stage.run_on(first);
        self.serves(&first, 2).await;
        let second = self.stage.run_on(second);
        self.serves(&second, 1).await;
        self.serves(&first, 1).await;
        assert_ne!(first.shards(), second.shards());
        for person in &self.people {
            person.wait_for_bot("focus").await.expect("the bot");
        }
        [first, second]
    }

    /// Returns the number of logins so far, with those that were refused.
    pub(super) async fn logins(&self) -> u64 {
        let sandbox = &self.stage.sandbox;
        let limiter = Limiter::new(REQUESTS_PER_SECOND);
        let rest = Rest::new(
            sandbox.token(),
            Some(sandbox.base_url()),
            limiter,
            Metrics::default(),
        );
        let rest = rest.expect("a client");
        // Each attempt waits no longer than a bot does.
        for _ in 0..ATTEMPTS {
            if let Ok(gateway) = rest.gateway().await {
                return 1_000 - gateway.starts_left();
            }
        }
        panic!("expected an answer about the gateway");
    }

    /// Waits until a process serves this number of shards, and people can play there.
    pub(super) async fn serves(&self, process: &Process, count: usize) {
        let serves = || {
            let has_servers = guild_count(&process.metrics) == count;
            process.shards().len() == count && has_servers && !process.metrics.health().is_away()
        };
        self.stage.until("the shards", serves).await;
    }

    pub(super) fn game(&self, game: u32) -> GameView {
        game_of(&Service::new(self.store(), LIMITS), GameId(game))
    }

    /// Returns the shard of a game.
    fn shard_of(&self, game: u32) -> u32 {
        let guild = self.game(game).place.guild.expect("a server");
        u32::try_from((guild.0 >> 22) % 2).expect("a small number")
    }

    /// Plays any legal move in a game, and checks that there is one board of it.
    pub(super) async fn play_on(&self, channel: &str, game: u32) {
        let view = self.game(game);
        let color = view.to_move().expect("a game that goes on");
        let id = view.person(color).expect("a person").id;
        let mover = person_of(&self.people, id);
        let mv = view.game.position().legal_moves()[0].to_string();
        let number = game.to_string();
        let options = [("move", mv.as_str()), ("game", &number)];
        slash_in(mover, channel, "focus move", &options).await;
        for person in &self.people {
            let shown = board(person, game, view.plies() + 1).await;
            assert_eq!(count(person, channel, &file_of(&shown)), 1);
        }
    }

    /// Waits until both games are over, and checks that each has one final board.
    pub(super) async fn are_over(&self) {
        for (channel, game) in [(HERE, 1), (THERE, 2)] {
            let prefix = format!("focus-{game}-");
            let is_meant =
                |message: &&Message| is_final(message) && file_of(message).starts_with(&prefix);
            let shown = self.people[0].wait_until("a final board", |view| {
                let messages = view.messages(&view.channel(channel)?);
                Some(messages.iter().filter(is_meant).count()).filter(|count| *count > 0)
            });
            assert_eq!(shown.await.expect("a final board"), 1);
            assert!(self.game(game).ending.is_some());
        }
    }
}

/// Returns the number of messages with this picture in a channel.
fn count(person: &Person, channel: &str, file: &str) -> usize {
    let messages = person.view(|view| Some(view.messages(&view.channel(channel)?)));
    let messages = messages.expect("a channel");
    let has_file = |message: &&Message| !message.is_ephemeral() && file_of(message) == file;
    messages.iter().filter(has_file).count()
}

fn file_of(message: &Message) -> String {
    let files = message.attachments();
    let name = files.first().and_then(|file| file["filename"].as_str());
    name.unwrap_or_default().to_owned()
}

/// Returns the process with a shard, and the other one.
fn with_shard([first, second]: [Process; 2], shard: u32) -> [Process; 2] {
    if first.shards() == [shard] {
        [first, second]
    } else {
        [second, first]
    }
}

#[tokio::test]
async fn a_process_that_is_killed_leaves_its_games_to_the_other_one() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let processes = scene.two([scene.store(), scene.store()]).await;
    for process in &processes {
        scene.stage.may_send(process, 25).await;
    }
    let clock = [("clock", "1h")];
    begin(HERE, 1, &scene.people, &clock).await;
    begin(THERE, 2, &scene.people, &clock).await;
    scene.play_on(HERE, 1).await;
    scene.play_on(THERE, 2).await;
    let [killed, other] = with_shard(processes, scene.shard_of(2));
    killed.kill().await;
    scene.serves(&other, 2).await;
    scene.stage.may_send(&other, 50).await;
    scene.play_on(THERE, 2).await;
    scene.stage.pass(HOUR * 2);
    scene.are_over().await;
    other.stop().await;
}

#[tokio::test]
async fn an_old_board_becomes_a_line_though_the_process_that_was_to_change_it_was_killed() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let processes = scene.two([scene.store(), scene.store()]).await;
    begin(HERE, 1, &scene.people, &[]).await;
    let [killed, other] = with_shard(processes, scene.shard_of(1));
    let anna = &scene.people[0];
    let old = board(anna, 1, 0).await;
    hold_changes(anna, &old).await;
    scene.play_on(HERE, 1).await;
    let new = board(anna, 1, 1).await;
    let id = new.id().parse().ok().map(MessageId);
    let is_noted = || scene.game(1).message == id;
    let noted = scene.stage.until("a note of the newest board", is_noted);
    noted.await;
    killed.kill().await;
    end_faults(anna).await;
    is_left(anna, &old, &new).await;
    other.stop().await;
}

#[tokio::test]
async fn a_process_that_stops_hands_its_games_over() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let processes = scene.two([scene.store(), scene.store()]).await;
    begin(HERE, 1, &scene.people, &[]).await;
    begin(THERE, 2, &scene.people, &[]).await;
    let [stopped, other] = with_shard(processes, scene.shard_of(1));
    assert_eq!(
        scene.logins().await,
        2,
        "the second one took a session along"
    );
    stopped.stop().await;
    scene.serves(&other, 2).await;
    scene.play_on(HERE, 1).await;
    scene.play_on(THERE, 2).await;
    assert_eq!(scene.logins().await, 2, "the session goes on");
    other.stop().await;
}

#[tokio::test]
async fn a_session_goes_on_in_the_next_process() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let process = scene.stage.run_on(scene.store());
    scene.serves(&process, 2).await;
    for person in &scene.people {
        person.wait_for_bot("focus").await.expect("the bot");
    }
    begin(HERE, 1, &scene.people, &[]).await;
    let logins = scene.logins().await;
    process.stop().await;
    let game = scene.game(1);
    let color = game.to_move().expect("a game that goes on");
    let mover = person_of(&scene.people, game.person(color).expect("a person").id);
    let mv = game.game.position().legal_moves()[0].to_string();
    let shown = board(mover, 1, 0).await;
    let asked = mover.slash(HERE, "focus resign", &[]).await;
    // The bot goes by its own clock.
    let times = ResponseTimes::default();
    sleep(times.limit).await;
    scene.stage.end_responses();
    let failed = mover.response(&asked.expect("a command")).await;
    assert!(matches!(failed, Ok(Response::Failed(_))), "nobody answers");
    mover.reply(&shown, &mv).await.expect("a reply");
    let settings = Settings {
        response_times: times,
        ..scene.stage.settings()
    };
    let process = scene.stage.run_with(settings, scene.store());
    scene.serves(&process, 2).await;
    // Messages written meanwhile are read; presses that have failed are not carried out.
    board(mover, 1, 1).await;
    scene.play_on(HERE, 1).await;
    assert_eq!(scene.logins().await, logins);
    process.kill().await;
    // A killed process hands no session on, so each shard logs in again.
    let process = scene.stage.run_on(scene.store());
    scene.serves(&process, 2).await;
    scene.play_on(HERE, 1).await;
    assert_eq!(scene.logins().await, logins + 2);
    process.stop().await;
}

#[tokio::test]
async fn a_session_that_discord_has_forgotten_is_begun_anew() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let process = scene.stage.run_on(scene.store());
    scene.serves(&process, 2).await;
    for person in &scene.people {
        person.wait_for_bot("focus").await.expect("the bot");
    }
    begin(HERE, 1, &scene.people, &[]).await;
    let logins = scene.logins().await;
    process.stop().await;
    let forgotten = json!({"action": "invalid_session", "resumable": false});
    control(&scene.people[0], "gateway", forgotten).await;
    let process = scene.stage.run_on(scene.store());
    scene.serves(&process, 2).await;
    scene.play_on(HERE, 1).await;
    assert_eq!(scene.logins().await, logins + 2);
    process.stop().await;
}

#[tokio::test]
async fn a_process_that_freezes_does_no_harm_when_it_wakes() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let gate = Arc::new(GatedStore::new(scene.store()));
    let processes = scene.two([Arc::clone(&gate) as _, scene.store()]).await;
    begin(HERE, 1, &scene.people, &[("clock", "1h")]).await;
    begin(THERE, 2, &scene.people, &[("clock", "1h")]).await;
    let [frozen, other] = processes;
    let [lost] = frozen.shards()[..] else {
        panic!("expected one shard");
    };
    let number = if scene.shard_of(1) == lost { 1 } else { 2 };
    let runs_out = |scene: &Scene| scene.game(number).clock.and_then(|clock| clock.runs_out);
    let ran_out = runs_out(&scene);
    gate.set_closed(true);
    scene.serves(&other, 2).await;
    let given_back = || runs_out(&scene) > ran_out;
    scene.stage.until("the time of the gap", given_back).await;
    scene.stage.pass(HOUR * 2);
    scene.are_over().await;
    let ended = [1, 2].map(|game| scene.game(game));
    gate.set_closed(false);
    // It has lost everything, and gets a share again.
    scene.serves(&other, 1).await;
    scene.serves(&frozen, 1).await;
    for (before, game) in ended.iter().zip([1, 2]) {
        let after = scene.game(game);
        assert_eq!((after.steps, &after.ending), (before.steps, &before.ending));
    }
    scene.are_over().await;
    frozen.stop().await;
    other.stop().await;
}

/// Has a person ask for the list of games in a channel until it contains some words.
async fn list_says(person: &Person, channel: &str, words: &str) {
    let said = async {
        loop {
            let list = slash_in(person, channel, "focus-info games", &[]).await;
            if list.all_text().contains(words) {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    let said = timeout(PATIENCE, said).await;
    said.unwrap_or_else(|_| panic!("expected `{words}` in {channel}"));
}

#[tokio::test]
async fn a_language_chosen_at_one_process_is_learned_by_the_other() {
    let Some(scene) = Scene::new().await else {
        return;
    };
    let processes = scene.two([scene.store(), scene.store()]).await;
    let juergen = &scene.people[1];
    // From now on, both know that none is chosen.
    for channel in [HERE, THERE] {
        list_says(juergen, channel, "Du hast keine").await;
    }
    slash_in(juergen, HERE, "focus-me settings", &[("language", "5")]).await;
    list_says(juergen, THERE, "Tu n’as aucune partie").await;
    slash_in(juergen, THERE, "focus-me settings", &[("language", "0")]).await;
    list_says(juergen, HERE, "Du hast keine").await;
    for process in processes {
        process.stop().await;
    }
}

/// Returns the number of logins of two processes that start together; `None` where there is no
/// PostgreSQL.
async fn logins_of_two() -> Option<u64> {
    let scene = Scene::with(SandboxOptions::default()).await?;
    let stores = [scene.store(), scene.store()];
    let processes = stores.map(|store| scene.stage.run_on(store));
    for process in &processes {
        scene.serves(process, 1).await;
    }
    let logins = scene.logins().await;
    for process in processes {
        process.stop().await;
    }
    Some(logins)
}

/// Asserts that processes which start together log in this many times, and that Discord refuses none
/// of the logins. `start` returns how many there were; `None` where there is no PostgreSQL.
pub(super) async fn no_login_is_refused(expected: u64, start: impl AsyncFn() -> Option<u64>) {
    // On a busy machine, a login may come so long after its turn that Discord refuses the next one.
    for _ in 0..ATTEMPTS {
        match start().await {
            Some(logins) if logins != expected => {}
            Some(_) | None => return,
        }
    }
    panic!("expected {expected} logins, of which none is refused");
}

#[tokio::test]
async fn processes_that_start_together_begin_their_sessions_in_turn() {
    no_login_is_refused(2, logins_of_two).await;
}

/// Returns the number of games that a double click sets up of which two processes receive one press
/// each, on the button of a command's private answer whose custom id begins with this.
async fn set_up_by_double_click(command: &str, options: &[(&str, &str)], button: &str) -> usize {
    let stage = Stage::without_bot(LIMITS).await;
    let store: Arc<dyn Store> = Arc::new(GatedStore::new(stage.shared_store()));
    let endpoints = [(); 2].map(|()| endpoint_for(&stage));
    let processes = endpoints.each_ref().map(|endpoint| {
        let settings = Settings {
            endpoint: Some(endpoint.clone()),
            ..stage.settings()
        };
        stage.run_with(settings, Arc::clone(&store))
    });
    for endpoint in endpoints.iter().rev() {
        post_to(&stage, endpoint).await;
    }
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let private = slash_in(&anna, HERE, command, options).await;
    let button = button_id(&private, button);
    let first = anna.forge(&private, &button, None).await;
    post_to(&stage, &endpoints[1]).await;
    let second = anna.forge(&private, &button, None).await;
    for click in [first, second] {
        let answered = anna.response(&click.expect("a press")).await;
        answered.expect("a response");
    }
    let is_game = |message: &Message| !message.is_ephemeral() && !message.labels().is_empty();
    let shown = anna.wait_for_message("a table or board", is_game).await;
    shown.expect("a table or board");
    let person = id_of(&anna);
    let games = stage.service().games_of(person).expect("the games");
    for process in processes {
        process.stop().await;
    }
    games.len()
}

#[tokio::test]
async fn a_double_click_that_two_processes_receive_sets_up_one_game() {
    let set_up = set_up_by_double_click("focus play", &[], "p1:s:").await;
    assert_eq!(set_up, 1);
}

#[tokio::test]
async fn a_position_played_on_from_at_two_processes_at_once_is_one_table() {
    let position = Position::start(Rules::new(Mode::Duel), Color::Orange).to_string();
    let notation = [("notation", position.as_str())];
    let set_up = set_up_by_double_click("focus-info import", &notation, "i1:play:").await;
    assert_eq!(set_up, 1);
}
