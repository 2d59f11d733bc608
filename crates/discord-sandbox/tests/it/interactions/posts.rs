//! Interactions over HTTP, to an endpoint of the application.

use std::sync::{Arc, Mutex};

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use data_encoding::HEXLOWER;
use discord_sandbox::{Message, PersonError, Sandbox};
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::bot::Scene;

/// Endpoint of an application, with the interactions it has received.
#[derive(Clone)]
struct Endpoint {
    /// Public key of the application; `None` to accept any signature.
    key: Option<Vec<u8>>,
    /// Body of the response; `None` to respond through the callback.
    says: Option<Value>,
    received: Arc<Mutex<Vec<Value>>>,
}

impl Endpoint {
    fn new(sandbox: &Sandbox) -> Self {
        let key = HEXLOWER.decode(sandbox.public_key().as_bytes());
        Self {
            key: Some(key.expect("digits")),
            says: None,
            received: Arc::default(),
        }
    }

    /// Serves posts on loopback and returns the URL.
    async fn serve(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let routes = Router::new()
            .route("/", post(receive))
            .with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        format!("http://{address}/")
    }

    fn is_from_discord(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let Some(key) = &self.key else {
            return true;
        };
        let signature = HEXLOWER.decode(headers["x-signature-ed25519"].as_bytes());
        let signature = signature.expect("digits");
        let signed = [headers["x-signature-timestamp"].as_bytes(), body].concat();
        let key = UnparsedPublicKey::new(&ED25519, key);
        key.verify(&signed, &signature).is_ok()
    }
}

async fn receive(State(endpoint): State<Endpoint>, headers: HeaderMap, body: Bytes) -> Response {
    if !endpoint.is_from_discord(&headers, &body) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let interaction: Value = serde_json::from_slice(&body).expect("JSON");
    if interaction["type"] == 1 {
        return Json(json!({"type": 1})).into_response();
    }
    endpoint
        .received
        .lock()
        .expect("no panic")
        .push(interaction);
    match &endpoint.says {
        Some(says) => Json(says.clone()).into_response(),
        None => StatusCode::ACCEPTED.into_response(),
    }
}

async fn scene() -> Scene {
    let scene = Scene::new().await;
    let command = json!([{"name": "play", "description": "Play"}]);
    scene.register(command).await;
    scene
}

#[tokio::test]
async fn endpoint_that_believes_everybody_is_refused() {
    let scene = scene().await;
    let mut endpoint = Endpoint::new(&scene.sandbox);
    endpoint.key = None;
    let wanted = json!({"interactions_endpoint_url": endpoint.serve().await});
    let refused = scene.rest.patch("/applications/@me", &wanted).await;
    assert_eq!(refused.refusal(), (400, 50_035));
    let application = scene.rest.get("/applications/@me").await.fine();
    assert_eq!(application["interactions_endpoint_url"], json!(null));
}

#[tokio::test]
async fn interactions_are_posted_and_answered_by_the_callback() {
    let scene = scene().await;
    let endpoint = Endpoint::new(&scene.sandbox);
    let wanted = json!({"interactions_endpoint_url": endpoint.serve().await});
    let application = scene.rest.edit("/applications/@me", &wanted).await;
    assert_eq!(
        application["interactions_endpoint_url"],
        wanted["interactions_endpoint_url"]
    );
    assert_eq!(application["verify_key"], scene.sandbox.public_key());
    let asked = scene
        .anna
        .slash("general", "play", &[])
        .await
        .expect("a command");
    while scene.sandbox.posts().is_empty() {
        tokio::task::yield_now().await;
    }
    let received = endpoint.received.lock().expect("no panic").clone();
    assert_eq!(received[0]["data"]["name"], "play");
    let hello = json!({"type": 4, "data": {"content": "Hello"}});
    scene.rest.respond(&received[0], &hello).await;
    let answer = scene.anna.answer(&asked).await.expect("an answer");
    assert_eq!(answer.content(), "Hello");
    assert_eq!(scene.sandbox.posts()[0].status, 202);
}

/// Returns the answer to a command if the endpoint responds to the post with this.
async fn answer_if_endpoint(scene: &Scene, says: Value) -> Result<Message, PersonError> {
    let mut endpoint = Endpoint::new(&scene.sandbox);
    endpoint.says = Some(says);
    assert!(
        scene
            .sandbox
            .post_interactions_to(&endpoint.serve().await)
            .await
    );
    let asked = scene
        .anna
        .slash("general", "play", &[])
        .await
        .expect("a command");
    scene.anna.answer(&asked).await
}

#[tokio::test]
async fn response_to_the_post_is_the_answer() {
    let says = json!({"type": 4, "data": {"content": "Hello"}});
    let answer = answer_if_endpoint(&scene().await, says)
        .await
        .expect("an answer");
    assert_eq!(answer.content(), "Hello");
}

#[tokio::test]
async fn response_that_is_none_fails_at_once() {
    let failed = answer_if_endpoint(&scene().await, json!({"type": 77})).await;
    assert!(failed.is_err(), "{failed:?}");
}
