//! REST client, against a scripted server.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use axum::{Router, http};
use focusbot::discord::game_messages::delivery::direct_messages::DirectMessages;
use focusbot::discord::rest::interactions::response_times::ResponseTimes;
use focusbot::discord::rest::limiter::Limiter;
use focusbot::discord::rest::message::Picture;
use focusbot::discord::rest::{
    Callback, InteractionKey, Outgoing, Patience, Rest, RestError, Urgency,
};
use focusbot::metrics::Metrics;
use focusbot::service::{REQUESTS_PER_SECOND, Timestamp};
use futures_util::stream;
use parking_lot::Mutex;
use serde_json::Value;
use serenity::all::{ApplicationId, ChannelId, InteractionId, MessageId, UserId};
use serenity::http::{LightMethod, Request as Call, Route};
use tokio::net::TcpListener;
use tokio::time::Instant;

use crate::support::RESPONSE_LIMIT;

/// Behavior of the server at the next request.
#[derive(Clone)]
enum Step {
    /// Answers as Discord does.
    Answer(u16, &'static str),
    /// Refuses the request for a minute as the network in front of Discord does.
    Block,
    /// Announces the time to wait in a header only.
    RetryAfter(&'static str),
    /// Refuses the request because of a limit that others have reached.
    SharedLimit,
    /// Accepts the request and never answers.
    Hang,
    /// Redirects the bot to another address.
    Redirect,
    /// Answers without end.
    Flood,
}

/// Header of what the network in front of Discord passes on.
const VIA: (&str, &str) = ("via", "1.1 google");

#[derive(Clone, Default)]
struct Script {
    steps: Arc<Mutex<VecDeque<Step>>>,
    seen: Arc<Mutex<Vec<(String, String)>>>,
    agents: Arc<Mutex<Vec<String>>>,
}

impl Script {
    fn seen(&self) -> Vec<(String, String)> {
        self.seen.lock().clone()
    }
}

async fn serve(State(script): State<Script>, request: Request) -> Response {
    let line = format!("{} {}", request.method(), request.uri());
    let agent = request.headers()["user-agent"].to_str();
    let agent = agent.expect("a text").to_owned();
    script.agents.lock().push(agent);
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await;
    let body = String::from_utf8_lossy(&body.unwrap_or(Bytes::new())).into_owned();
    script.seen.lock().push((line, body));
    let step = script.steps.lock().pop_front();
    match step.unwrap_or(Step::Answer(204, "")) {
        Step::Answer(status, body) => {
            let status = http::StatusCode::from_u16(status).expect("a status");
            (status, [VIA], body).into_response()
        }
        Step::Block => (
            http::StatusCode::TOO_MANY_REQUESTS,
            [("retry-after", "60")],
            r#"{"code": 0, "message": "You are being blocked temporarily"}"#,
        )
            .into_response(),
        Step::RetryAfter(seconds) => (
            http::StatusCode::TOO_MANY_REQUESTS,
            [("retry-after", seconds)],
        )
            .into_response(),
        Step::SharedLimit => (
            http::StatusCode::TOO_MANY_REQUESTS,
            [VIA, ("x-ratelimit-scope", "shared")],
            r#"{"retry_after": 0.01}"#,
        )
            .into_response(),
        Step::Hang => std::future::pending().await,
        Step::Redirect => {
            let elsewhere = [("location", "/elsewhere")];
            (http::StatusCode::TEMPORARY_REDIRECT, elsewhere).into_response()
        }
        Step::Flood => {
            let chunk = Bytes::from(vec![b' '; 1 << 16]);
            let chunks = stream::repeat(Ok::<_, std::convert::Infallible>(chunk));
            axum::body::Body::from_stream(chunks).into_response()
        }
    }
}

/// Returns a client of a server that follows `steps`, and then answers 204.
async fn start(steps: &[Step]) -> (Rest, Script) {
    let script = Script::default();
    script.steps.lock().extend(steps.iter().cloned());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    let router = Router::new().fallback(serve).with_state(script.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let limiter = Limiter::new(REQUESTS_PER_SECOND);
    let rest = Rest::new("token", Some(&base), limiter, Metrics::default());
    let times = ResponseTimes::within(RESPONSE_LIMIT);
    let rest = rest.expect("a client").responding_within(times);
    (rest, script)
}

fn call() -> Call<'static> {
    let route = Route::ChannelMessages {
        channel_id: ChannelId::new(7),
    };
    Call::new(route, LightMethod::Post).body(Some(b"{}".to_vec()))
}

fn key() -> InteractionKey {
    InteractionKey::new(
        InteractionId::new(5),
        "tok".to_owned(),
        ApplicationId::new(1),
        Instant::now(),
    )
}

/// Sends a request that may take long.
async fn send(rest: &Rest) -> Result<Vec<u8>, RestError> {
    rest.send(call(), Patience::of(Duration::from_secs(60)))
        .await
}

#[tokio::test]
async fn failures_of_discord_are_tried_again() {
    let steps = [
        Step::Answer(500, ""),
        Step::Answer(502, "<html>"),
        Step::Answer(429, r#"{"retry_after": 0.01, "global": false}"#),
        Step::Answer(429, r#"{"retry_after": 0.01, "global": true}"#),
        Step::RetryAfter("0.02"),
        Step::Answer(200, "done"),
    ];
    let (rest, script) = start(&steps).await;
    assert_eq!(send(&rest).await, Ok(b"done".to_vec()));
    assert_eq!(script.seen().len(), 6);
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let (rest, script) = start(&[Step::Flood]).await;
    let error = send(&rest).await;
    assert!(matches!(error, Err(RestError::Unreadable(_))), "{error:?}");
    assert_eq!(script.seen().len(), 1);
}

#[tokio::test]
async fn answers_that_are_not_discords_are_tried_again() {
    let steps = [
        Step::Redirect,
        Step::Answer(403, "<html>"),
        Step::Answer(404, ""),
        Step::Answer(404, r#"{"error": "not found"}"#),
        Step::Answer(429, r#"{"error": 1015}"#),
        Step::Answer(200, "done"),
    ];
    let (rest, script) = start(&steps).await;
    assert_eq!(send(&rest).await, Ok(b"done".to_vec()));
    assert_eq!(script.seen().len(), 6);
}

#[tokio::test]
async fn request_too_large_for_the_network_is_refused_for_good() {
    let (rest, script) = start(&[Step::Answer(413, "<html>")]).await;
    let error = send(&rest).await.expect_err("a refusal");
    assert!(
        matches!(error, RestError::Refused { status: 413, .. }),
        "{error}"
    );
    assert_eq!(script.seen().len(), 1);
}

#[tokio::test]
async fn requests_carry_the_user_agent_that_discord_wants() {
    let (rest, script) = start(&[]).await;
    send(&rest).await.expect("an answer");
    let agents = script.agents.lock().clone();
    let version = env!("CARGO_PKG_VERSION");
    let said = agents[0].strip_prefix("DiscordBot (https://");
    let said = said.and_then(|said| said.strip_suffix(&format!(", {version})")));
    assert!(
        said.is_some_and(|url| url.contains("focusbot")),
        "{agents:?}"
    );
}

#[tokio::test]
async fn wait_out_of_range_is_given_up_without_a_panic() {
    for wait in ["1e19", "1e400", "-1", "NaN"] {
        let (rest, _script) = start(&[Step::RetryAfter(wait)]).await;
        let patience = Patience::of(Duration::from_millis(500));
        let error = rest.send(call(), patience).await.expect_err("no time");
        assert!(matches!(error, RestError::GaveUp(_)), "{wait}: {error}");
    }
}

#[tokio::test]
async fn reason_why_discord_cannot_be_reached_is_told_without_the_url() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let limiter = Limiter::new(REQUESTS_PER_SECOND);
    let rest = Rest::new("token", Some(&base), limiter, Metrics::default()).expect("a client");
    let patience = Patience::of(Duration::from_millis(500));
    let error = rest.send(call(), patience).await.expect_err("no server");
    let error = error.to_string();
    assert!(error.contains("error sending request: "), "{error}");
    assert!(error.to_lowercase().contains("refused"), "{error}");
    assert!(!error.contains("channels"), "{error}");
}

#[tokio::test]
async fn refusal_by_the_network_closes_every_route() {
    let (rest, script) = start(&[Step::RetryAfter("1000")]).await;
    let gave_up = |sent: &Result<(), RestError>| matches!(sent, Err(RestError::GaveUp(_)));
    let sent = send(&rest).await.map(drop);
    assert!(gave_up(&sent), "{sent:?}");
    let sent = rest.typing(ChannelId::new(8)).await;
    assert!(gave_up(&sent), "{sent:?}");
    let sent = rest.answer(&key(), &Callback::Acknowledge).await;
    assert!(gave_up(&sent), "{sent:?}");
    assert_eq!(script.seen().len(), 1);
}

#[tokio::test]
async fn a_refusal_is_final_and_keeps_its_code() {
    let body = r#"{"code": 50013, "message": "Missing Permissions"}"#;
    let (rest, script) = start(&[Step::Answer(403, body)]).await;
    let error = send(&rest).await.expect_err("a refusal");
    assert!(error.is_missing_permission(), "{error}");
    assert_eq!(script.seen().len(), 1);
}

#[tokio::test]
async fn answers_that_discord_counts_as_refusals_are_reported() {
    let unknown = r#"{"code": 10003, "message": "Unknown Channel"}"#;
    let unauthorized = r#"{"code": 0, "message": "401: Unauthorized"}"#;
    let missing = r#"{"code": 50013, "message": "Missing Permissions"}"#;
    let answers = [
        (Step::Answer(502, ""), 0),
        (Step::Answer(404, unknown), 0),
        (Step::Answer(401, unauthorized), 1),
        (Step::Answer(401, "<html>"), 1),
        (Step::Answer(403, missing), 1),
        (Step::Answer(403, "<html>"), 1),
        (Step::Answer(429, r#"{"retry_after": 0.01}"#), 1),
        (Step::SharedLimit, 0),
    ];
    for (number, (answer, refused)) in answers.into_iter().enumerate() {
        let (rest, _script) = start(&[answer]).await;
        let sent = send(&rest).await;
        let is_answered = matches!(sent, Ok(_) | Err(RestError::Refused { .. }));
        assert!(is_answered, "answer {number}: {sent:?}");
        assert_eq!(rest.limit_report().refused, refused, "answer {number}");
    }
}

/// Checks that the newest of some requests describes the picture in place of its file.
#[track_caller]
fn check_in_words(script: &Script, requests: usize) {
    let seen = script.seen();
    assert_eq!(seen.len(), requests);
    let (_, body) = seen.last().expect("a request");
    let message: Value = serde_json::from_str(body).expect("a message without a file");
    assert_eq!(message["content"], "Your move\na \\*board\\*");
    assert_eq!(message["attachments"].as_array().map(Vec::len), Some(0));
}

#[tokio::test]
async fn a_picture_that_may_not_be_attached_is_put_in_words() {
    let refused = Step::Answer(403, r#"{"code": 50013, "message": "Missing Permissions"}"#);
    let posted = Step::Answer(200, r#"{"id": "9", "channel_id": "7"}"#);
    let steps = [
        refused.clone(),
        refused.clone(),
        posted.clone(),
        posted,
        refused,
    ];
    let (rest, script) = start(&steps).await;
    let message = Outgoing::text("Your move").picture(Picture {
        name: "a.png".to_owned(),
        png: vec![1],
        alt: "a *board*".to_owned(),
    });
    let (channel, id) = (ChannelId::new(7), MessageId::new(9));
    let refusal = rest.post(channel, &message).await;
    refusal.expect_err("a picture that is all there is to say");
    assert_eq!(script.seen().len(), 1);
    let message = message.or_in_words("Your move\na \\*board\\*".to_owned());
    assert_eq!(rest.post(channel, &message).await, Ok(id));
    check_in_words(&script, 3);
    // A refusal is not asked for twice.
    assert_eq!(rest.edit(channel, id, &message).await, Ok(()));
    check_in_words(&script, 4);
    rest.note_files(channel, true);
    assert_eq!(rest.edit(channel, id, &message).await, Ok(()));
    check_in_words(&script, 6);
}

#[tokio::test]
async fn waiting_longer_than_the_interaction_lives_is_given_up_at_once() {
    let limited = Step::Answer(429, r#"{"retry_after": 60.0}"#);
    for (refusal, why) in [
        (limited, "rate limit"),
        (Step::Block, "refusal by the network"),
    ] {
        let (rest, script) = start(&[refusal]).await;
        let error = rest.answer(&key(), &Callback::Acknowledge).await;
        assert_eq!(error, Err(RestError::GaveUp(why.to_owned())));
        assert_eq!(script.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_server_that_never_answers_is_not_waited_for_for_ever() {
    let (rest, script) = start(&vec![Step::Hang; 99]).await;
    // On a busy machine, the time may be over before a request arrives.
    while script.seen().is_empty() {
        let patience = Patience {
            until: Instant::now() + Duration::from_millis(600),
            attempt: Duration::from_millis(150),
            urgency: Urgency::Board,
            is_repeatable: true,
            as_of: None,
        };
        let error = rest.send(call(), patience).await.expect_err("no answer");
        assert!(matches!(error, RestError::GaveUp(_)), "{error}");
    }
}

/// Discord's refusal of a second response.
const ACKNOWLEDGED: Step = Step::Answer(
    400,
    r#"{"code": 40060, "message": "Interaction has already been acknowledged"}"#,
);

#[tokio::test]
async fn a_callback_that_arrived_though_its_answer_was_lost_counts() {
    let (rest, script) = start(&[Step::Answer(502, ""), ACKNOWLEDGED]).await;
    let key = key();
    assert_eq!(rest.answer(&key, &Callback::Acknowledge).await, Ok(()));
    assert!(!key.had_response(), "the response is its own");
    let (line, body) = script.seen().pop().expect("a request");
    assert_eq!(line, "POST /api/v10/interactions/5/tok/callback");
    assert_eq!(body, r#"{"type":6}"#);
}

#[tokio::test]
async fn a_response_of_another_process_is_noted() {
    let (rest, _script) = start(&[ACKNOWLEDGED]).await;
    let key = key();
    assert_eq!(rest.answer(&key, &Callback::DeferPrivate).await, Ok(()));
    assert!(key.had_response());
}

#[tokio::test]
async fn what_is_said_after_a_response_follows_it() {
    let sent = Step::Answer(200, r#"{"id": "9"}"#);
    for (steps, last) in [
        (vec![], "POST /api/v10/interactions/5/tok/callback"),
        (vec![ACKNOWLEDGED, sent], "POST /api/v10/webhooks/1/tok"),
    ] {
        let (rest, script) = start(&steps).await;
        let said = rest.answer_or_follow_up(&key(), &Outgoing::text("x")).await;
        assert_eq!(said, Ok(()));
        let (line, _) = script.seen().pop().expect("a request");
        assert_eq!(line, last);
    }
}

#[tokio::test]
async fn a_response_that_is_gone_counts_as_deleted() {
    let gone = Step::Answer(404, r#"{"code": 10008, "message": "Unknown Message"}"#);
    let (rest, _script) = start(&[gone]).await;
    let key = key();
    assert_eq!(rest.delete_answer(&key).await, Ok(()));
    assert!(!key.is_refused(), "its token is still of use");
}

#[tokio::test]
async fn a_picture_travels_beside_its_message() {
    let (rest, script) = start(&[Step::Answer(200, r#"{"id": "99", "channel_id": "7"}"#)]).await;
    let picture = Picture {
        name: "focus-1-2.png".into(),
        png: b"PNG".to_vec(),
        alt: "x".into(),
    };
    let message = Outgoing::text("Your turn").picture(picture).once("1-2");
    let id = rest.post(ChannelId::new(7), &message).await;
    assert_eq!(id, Ok(MessageId::new(99)));
    let (line, body) = script.seen().pop().expect("a request");
    assert_eq!(line, "POST /api/v10/channels/7/messages");
    for part in [
        r#"name="files[0]"; filename="focus-1-2.png""#,
        "Content-Type: image/png",
        r#"name="payload_json""#,
        r#""enforce_nonce":true"#,
        r#""nonce":""#,
    ] {
        assert!(body.contains(part), "{part} in {body}");
    }
}

#[tokio::test]
async fn a_message_that_would_come_too_late_is_not_sent() {
    let (rest, script) = start(&[Step::Answer(429, r#"{"retry_after": 50.0}"#)]).await;
    let until = Instant::now() + Duration::from_secs(40);
    let message = Outgoing::text("Your turn").until(until);
    let error = rest.post(ChannelId::new(7), &message).await;
    assert!(matches!(error, Err(RestError::GaveUp(_))), "{error:?}");
    let message = Outgoing::text("Your turn").until(Instant::now());
    let error = rest.post(ChannelId::new(8), &message).await;
    assert!(matches!(error, Err(RestError::GaveUp(_))), "{error:?}");
    assert_eq!(script.seen().len(), 1);
}

/// Returns the nonces of all attempts to post a message.
async fn nonces(steps: &[Step]) -> Vec<String> {
    let (rest, script) = start(steps).await;
    let message = Outgoing::text("Your turn").once("1-2");
    let id = rest.post(ChannelId::new(7), &message).await;
    assert_eq!(id, Ok(MessageId::new(99)));
    let bodies = script.seen().into_iter();
    let bodies = bodies.map(|(_, body)| serde_json::from_str::<Value>(&body).expect("JSON"));
    let nonces = bodies.map(|body| body["nonce"].as_str().expect("a nonce").to_owned());
    nonces.collect()
}

#[tokio::test]
async fn a_message_that_comes_back_from_elsewhere_is_posted_all_the_same() {
    let elsewhere = Step::Answer(200, r#"{"id": "98", "channel_id": "8"}"#);
    let here = Step::Answer(200, r#"{"id": "99", "channel_id": "7"}"#);
    let nonces = nonces(&[elsewhere, here]).await;
    assert!(nonces.len() == 2 && nonces[0] != nonces[1], "{nonces:?}");
}

#[tokio::test]
async fn a_message_whose_nonce_is_that_of_a_deleted_one_is_posted_all_the_same() {
    let deleted = Step::Answer(404, r#"{"code": 10008, "message": "Unknown Message"}"#);
    let here = Step::Answer(200, r#"{"id": "99", "channel_id": "7"}"#);
    let nonces = nonces(&[deleted, here]).await;
    assert!(nonces.len() == 2 && nonces[0] != nonces[1], "{nonces:?}");
}

#[tokio::test]
async fn an_old_message_that_cannot_be_changed_now_is_given_up_and_holds_up_no_other() {
    let refused = r#"{"code": 30046, "message": "Try again later", "retry_after": 3600.0}"#;
    let (rest, script) = start(&[Step::Answer(429, refused), Step::Answer(200, "{}")]).await;
    let (channel, change) = (ChannelId::new(7), Outgoing::text("x").without_picture());
    let old = rest.retouch(channel, MessageId::new(8), &change).await;
    assert!(old.is_err_and(|error| error.is_too_many_edits()));
    let new = rest.retouch(channel, MessageId::new(9), &change).await;
    assert_eq!(new, Ok(()));
    let (line, body) = script.seen().pop().expect("a request");
    assert_eq!(line, "PATCH /api/v10/channels/7/messages/9");
    assert!(body.contains(r#""components":[]"#) && body.contains(r#""attachments":[]"#));
}

#[tokio::test]
async fn a_private_conversation_is_opened_once() {
    let open = Step::Answer(200, r#"{"id": "9", "type": 1}"#);
    let (rest, script) = start(&[open]).await;
    let directs = DirectMessages::default();
    for _ in 0..3 {
        let channel = directs.open(&rest, UserId::new(5), Timestamp(0)).await;
        assert_eq!(channel, Ok(ChannelId::new(9)));
    }
    assert_eq!(script.seen().len(), 1);
}

#[tokio::test]
async fn no_conversation_is_opened_while_discord_says_that_it_is_too_fast() {
    let refused = r#"{"code": 40003, "message": "You are opening direct messages too fast"}"#;
    let (rest, script) = start(&[Step::Answer(403, refused)]).await;
    let directs = DirectMessages::default();
    for person in 1..=3 {
        let given_up = directs.open(&rest, UserId::new(person), Timestamp(0)).await;
        assert!(
            matches!(given_up, Err(RestError::GaveUp(_))),
            "{given_up:?}"
        );
    }
    assert_eq!(script.seen().len(), 1);
}
