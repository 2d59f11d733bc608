//! Interactions over HTTP: games without a connection of the gateway, and posts that are refused.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use discord_sandbox::Response;
use focusbot::config::PublicKey;
use focusbot::discord::gateway::Refused;
use focusbot::discord::gateway::endpoint::Endpoint;
use focusbot::discord::{RunError, Settings};
use focusbot::service::{GameId, GameRequest, GuildId, Timestamp};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::bot::stage::says::says_privately;
use crate::bot::stage::{
    GRACE, HERE, LIMITS, Stage, board, control, duel, final_board, forgetful_stage, hinder,
    play_plies, press, press_more, remove_all, slash, slash_in, until_removed,
};

/// Time of a post in seconds, far from that of any clock.
const LONG_AGO: u64 = 1_500_000_000;
/// Number of times that a post is tried.
const TRIES: u32 = 5;

/// Starts the bot without any shard, and has Discord post interactions to it. The endpoint outlives
/// the bot.
async fn without_shards() -> (Stage, Endpoint) {
    let mut stage = Stage::without_bot(LIMITS).await;
    let endpoint = endpoint_for(&stage);
    start_at(&mut stage, &endpoint).await;
    (stage, endpoint)
}

/// Opens a port for the posts of a sandbox.
pub(super) fn endpoint_for(stage: &Stage) -> Endpoint {
    let key: PublicKey = stage.sandbox.public_key().parse().expect("a key");
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Endpoint::open(address, key.0).expect("a free port")
}

/// Returns the settings of a bot at an endpoint.
pub(super) fn settings_at(stage: &Stage, endpoint: &Endpoint) -> Settings {
    Settings {
        endpoint: Some(endpoint.clone()),
        ..stage.settings()
    }
}

/// Starts the bot at an endpoint.
async fn start_at(stage: &mut Stage, endpoint: &Endpoint) {
    stage.metrics.health().note_away(true);
    stage.run_bot(settings_at(stage, endpoint));
    post_to(stage, endpoint).await;
    let anna = stage.person("anna").await;
    anna.wait_for_bot("focus").await.expect("the bot");
    let is_there = || !stage.metrics.health().is_away();
    stage.until("a bot that is there", is_there).await;
}

/// Has interactions posted to an endpoint, once the bot is there.
pub(super) async fn post_to(stage: &Stage, endpoint: &Endpoint) {
    let url = url(endpoint);
    let accepted = async {
        while !stage.sandbox.post_interactions_to(&url).await {
            sleep(Duration::from_millis(1)).await;
        }
    };
    let accepted = timeout(Duration::from_secs(60), accepted).await;
    accepted.expect("an endpoint that answers");
}

/// Returns the URL at which interactions are posted to an endpoint.
fn url(endpoint: &Endpoint) -> String {
    let address = endpoint.address().expect("an address");
    format!("http://{address}/interactions")
}

#[tokio::test]
async fn whole_game_is_played_without_a_shard() {
    let (stage, _endpoint) = without_shards().await;
    let people = duel(&stage).await;
    play_plies(&stage, &people, 6).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 6).await;
    let mv = stage.a_move(1).to_string();
    // Menus, a form's twin in the private answer, and suggestions.
    let first = press(mover, &shown, "f1:move:").await;
    assert!(first.is_ephemeral(), "{}", first.content());
    let typed = mover.autocomplete(HERE, "focus move", &[], "move").await;
    let offered = mover.response(&typed.expect("an option")).await;
    assert!(matches!(offered, Ok(Response::Choices(_))), "{offered:?}");
    slash(mover, "focus move", &[("move", &mv)]).await;
    let shown = board(mover, 1, 7).await;
    let question = press_more(mover, &shown, "f1:resign:").await;
    press(mover, &question, "f1:resign!").await;
    for person in &people {
        final_board(person, 1).await;
    }
    let logins = stage.sandbox.requests(0);
    assert!(
        !logins
            .iter()
            .any(|request| request.path.contains("gateway"))
    );
    let posts = stage.sandbox.posts();
    assert!(posts.len() > 10 && posts.iter().all(|post| post.status == 202));
}

#[tokio::test]
async fn buttons_work_after_a_restart_without_a_shard() {
    let (mut stage, endpoint) = without_shards().await;
    let people = duel(&stage).await;
    let mover = stage.to_move(1, &people);
    let shown = board(mover, 1, 0).await;
    stage.stop_bot().await.expect("a good end");
    start_at(&mut stage, &endpoint).await;
    press_more(mover, &shown, "f1:resign:").await;
}

#[tokio::test]
async fn diagnosis_promises_no_written_moves_without_a_shard() {
    let promises = async |stage: &Stage| {
        let anna = stage.person("anna").await;
        let direct = anna.open_dm().await.expect("a conversation");
        let said = slash_in(&anna, &direct, "focus-info diagnose", &[]).await;
        says_privately(&said, "It is just the two of us here");
        said.content().contains("Moves can be typed.")
    };
    assert!(promises(&Stage::new().await).await);
    let (stage, _endpoint) = without_shards().await;
    assert!(!promises(&stage).await);
}

#[tokio::test]
async fn a_balancer_sends_posts_while_the_store_is_away() {
    let (mut stage, endpoint) = without_shards().await;
    let metrics = stage.metrics.clone();
    let health = metrics.health();
    health.note_store_away(Some("the disk is full"));
    assert!(!health.obstacles().is_empty());
    assert_eq!(health.reasons_to_leave_out(), [""; 0]);
    post_to(&stage, &endpoint).await;
    stage.stop_bot().await.expect("a good end");
    assert!(!health.reasons_to_leave_out().is_empty());
}

#[tokio::test]
async fn discord_that_is_away_is_asked_about_one_server_only() {
    let mut stage = forgetful_stage().await;
    let service = stage.service();
    for server in 1..=6 {
        let left = service.server_left(GuildId(server), Timestamp(server));
        left.expect("a store");
    }
    let anna = stage.person("anna").await;
    // Discord answers that it does not know the first server, and limits later requests.
    let fault = json!({"fault": {"status": 429, "retry_after": 3_600.0}, "count": 99, "after": 1,
        "method": "GET", "path": "/guilds/"});
    anna.control("fault", fault).await.expect("a fault");
    let endpoint = endpoint_for(&stage);
    start_at(&mut stage, &endpoint).await;
    // The first look may have been before the port was open.
    remove_all(&stage).await;
    let now = stage.now();
    let left = service.servers_to_remove(now).expect("a store");
    // If the machine stalls, the first one is left as well, and asked about again.
    let others: Vec<_> = (2..=6).map(GuildId).collect();
    assert!(left.ends_with(&others), "{left:?}");
    let requests = stage.sandbox.requests(0).into_iter();
    let asked =
        requests.filter(|request| request.method == "GET" && request.path.contains("/guilds/"));
    let asked: BTreeSet<_> = asked.map(|request| request.path).collect();
    assert_eq!(asked.len(), 2, "{asked:?}");
}

#[tokio::test]
async fn an_answer_from_before_a_freeze_removes_no_server() {
    let mut stage = forgetful_stage().await;
    let endpoint = endpoint_for(&stage);
    start_at(&mut stage, &endpoint).await;
    let service = stage.service();
    let now = stage.now();
    for server in [1, 2] {
        let left = service.server_left(GuildId(server), now);
        left.expect("a store");
    }
    let anna = stage.person("anna").await;
    // Discord fails at first, and then answers once about the first server.
    for (status, count, after) in [(502, 4, 0), (403, 999, 1)] {
        let fault = json!({"fault": {"status": status}, "count": count, "after": after,
            "method": "GET", "path": "/guilds/1"});
        anna.control("fault", fault).await.expect("a fault");
    }
    stage.pass(GRACE * 2);
    stage.request(0, |request| request.status == 502).await;
    stage.metrics.health().note_freeze();
    let late = now.after(GRACE * 2);
    let left = || service.servers_to_remove(late).expect("a store");
    until_removed(&stage, "a removal", || left().len() < 2).await;
    assert_eq!(left(), [GuildId(1)]);
}

#[tokio::test]
async fn an_answer_from_before_a_freeze_records_no_removal_of_the_bot() {
    let mut stage = forgetful_stage().await;
    let endpoint = endpoint_for(&stage);
    start_at(&mut stage, &endpoint).await;
    let [anna, _] = duel(&stage).await;
    let direct = anna.open_dm().await.expect("a conversation");
    control(&anna, "remove_bot", json!({})).await;
    // Discord tells after a while.
    hinder(&anna, "GET /guilds/", 999, json!({"status": 502})).await;
    let game = [("game", "1")];
    let asking = slash_in(&anna, &direct, "focus here", &game);
    let freezing = async {
        stage.request(0, |request| request.status == 502).await;
        stage.freeze_in_request(&anna).await;
    };
    tokio::join!(asking, freezing);
    let late = stage.now().after(GRACE * 2);
    let left = stage.service().servers_to_remove(late);
    assert_eq!(left.expect("a store"), []);
}

#[tokio::test]
async fn a_server_that_removed_the_bot_is_given_up_without_a_shard() {
    let mut stage = forgetful_stage().await;
    let endpoint = endpoint_for(&stage);
    start_at(&mut stage, &endpoint).await;
    let people = duel(&stage).await;
    let shown = board(&people[0], 1, 0).await;
    stage.noted(1, &shown).await;
    stage.stop_bot().await.expect("a good end");
    let service = stage.service();
    let resign = GameRequest::Resign.in_game(GameId(1), None);
    stage.carry_out_unannounced(stage.to_move(1, &people), stage.game(1).acted, resign);
    control(&people[0], "remove_bot", json!({})).await;
    stage.run_bot(settings_at(&stage, &endpoint));
    stage.retry_everything();
    let waits = || service.unannounced(None).expect("a store").entries.len();
    until_removed(&stage, "the end of what waits", || waits() == 0).await;
    let late = stage.now().after(GRACE * 2);
    let left = || service.servers_to_remove(late).expect("a store");
    assert_eq!(left().len(), 1);
    stage.pass(GRACE * 2);
    until_removed(&stage, "the removal", || left().is_empty()).await;
}

#[tokio::test]
async fn return_to_a_server_is_noted_after_a_removal_that_another_process_has_noted() {
    let (stage, _endpoint) = without_shards().await;
    let [anna, _] = duel(&stage).await;
    let server = stage.game(1).place.guild.expect("a server");
    // Another process shares nothing but the store, and the bot is back before this one hears of it.
    let service = stage.service();
    let left = service.server_left(server, stage.now());
    left.expect("a store");
    stage.pass(Duration::from_secs(60));
    slash(&anna, "focus-info help", &[]).await;
    let is_back = || service.left_at(server).expect("a store").is_none();
    stage.until("a note of the return", is_back).await;
}

#[tokio::test]
async fn the_endpoint_of_a_bot_that_is_not_there_fails_for_the_person() {
    let (mut stage, endpoint) = without_shards().await;
    let anna = stage.person("anna").await;
    stage.stop_bot().await.expect("a good end");
    drop(endpoint);
    let asked = anna.slash(HERE, "focus-info help", &[]).await;
    let failed = anna.answer(&asked.expect("a command")).await;
    assert!(failed.is_err(), "{failed:?}");
    assert_eq!(stage.sandbox.posts().last().expect("a post").status, 0);
}

#[tokio::test]
async fn another_key_than_that_of_the_application_is_refused() {
    let mut stage = Stage::without_bot(LIMITS).await;
    let address = "127.0.0.1:0".parse().expect("an address");
    let mut settings = stage.settings();
    settings.endpoint = Some(Endpoint::open(address, [7; 32]).expect("a free port"));
    stage.run_bot(settings);
    assert_eq!(stage.bot_ends().await, Err(RunError::Refused(Refused::Key)));
}

/// Poster that is not Discord.
struct Poster<'s> {
    stage: &'s Stage,
    url: String,
    http: Client,
}

impl<'s> Poster<'s> {
    fn new(stage: &'s Stage, endpoint: &Endpoint) -> Self {
        Self {
            stage,
            url: url(endpoint),
            // The bot may close a connection just when it is used again.
            http: Client::builder()
                .no_proxy()
                .pool_max_idle_per_host(0)
                .build()
                .expect("a client"),
        }
    }

    fn now_s(&self) -> u64 {
        self.stage.sandbox.clock().now_ms() / 1_000
    }

    /// Posts a body with a good signature for the current time.
    async fn post_now(&self, body: &str) -> reqwest::Response {
        self.post(self.now_s(), body).await
    }

    /// Posts a body with a good signature for this time.
    async fn post(&self, time_s: u64, body: &str) -> reqwest::Response {
        let time = time_s.to_string();
        let signature = self.stage.sandbox.sign(&time, body);
        self.post_signed(&time, &signature, body).await
    }

    async fn post_signed(&self, time: &str, signature: &str, body: &str) -> reqwest::Response {
        for _ in 0..TRIES {
            let post = self
                .http
                .post(&self.url)
                .header("X-Signature-Ed25519", signature)
                .header("X-Signature-Timestamp", time)
                .body(body.to_owned());
            // On a busy machine, the body may take too long, and is no longer waited for.
            if let Ok(answer) = post.send().await
                && answer.status() != StatusCode::REQUEST_TIMEOUT
            {
                return answer;
            }
        }
        panic!("expected an answer to a body that has come in time");
    }
}

#[tokio::test]
async fn posts_that_discord_would_not_send_are_refused() {
    let (stage, endpoint) = without_shards().await;
    let poster = Poster::new(&stage, &endpoint);
    let ping = json!({"type": 1}).to_string();

    let answer = poster.post_now(&ping).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/json");
    let body: Value = answer.json().await.expect("a body");
    assert_eq!(body, json!({"type": 1}));

    // A signature of something else, none, and a good one of another time.
    let time = poster.now_s().to_string();
    let other = stage.sandbox.sign(&time, "{}");
    for (time, signature) in [(time.as_str(), other.as_str()), (&time, ""), ("", &other)] {
        let answer = poster.post_signed(time, signature, &ping).await;
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    }
    let bare = poster
        .http
        .post(&poster.url)
        .body(ping.clone())
        .send()
        .await;
    assert_eq!(bare.expect("a response").status(), StatusCode::UNAUTHORIZED);
    assert_eq!(
        poster.post(LONG_AGO, &ping).await.status(),
        StatusCode::UNAUTHORIZED
    );

    for (body, status) in [
        ("nothing", StatusCode::BAD_REQUEST),
        (r#"{"type":2}"#, StatusCode::BAD_REQUEST),
        // An unknown type, as Discord may add.
        (r#"{"type":77,"id":"7"}"#, StatusCode::ACCEPTED),
    ] {
        assert_eq!(poster.post_now(body).await.status(), status, "{body}");
    }
    let huge = " ".repeat((1 << 20) + 1);
    assert_eq!(
        poster.post_now(&huge).await.status(),
        StatusCode::PAYLOAD_TOO_LARGE
    );

    let got = poster
        .http
        .get(&poster.url)
        .send()
        .await
        .expect("a response");
    assert_eq!(got.status(), StatusCode::METHOD_NOT_ALLOWED);
    let elsewhere = poster.url.replace("/interactions", "/");
    let got = poster
        .http
        .post(elsewhere)
        .send()
        .await
        .expect("a response");
    assert_eq!(got.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let (stage, endpoint) = without_shards().await;
    let address = endpoint.address().expect("an address");
    let said = tokio::task::spawn_blocking(move || {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let head = "POST /interactions HTTP/1.1\r\nHost: bot\r\nContent-Length: 100\r\n\r\n{";
        stream.write_all(head.as_bytes()).expect("an open stream");
        let mut said = String::new();
        // The server closes the connection, as the rest of the body is still to come.
        stream.read_to_string(&mut said).expect("an answer");
        said
    });
    let said = said.await.expect("an answer");
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    // Others are served.
    let anna = stage.person("anna").await;
    slash(&anna, "focus-info help", &[]).await;
}

#[tokio::test]
async fn post_that_is_sent_twice_is_handled_once() {
    let (stage, _endpoint) = without_shards().await;
    let anna = stage.person("anna").await;
    control(&anna, "duplicate", json!({"count": 1})).await;
    slash(&anna, "focus-info help", &[]).await;
    let posted = || stage.sandbox.posts().len() == 2;
    stage.until("a second post", posted).await;
    let callbacks = stage.sandbox.requests(0).into_iter();
    let callbacks = callbacks.filter(|request| request.path.contains("callback"));
    assert_eq!(callbacks.count(), 1);
}
