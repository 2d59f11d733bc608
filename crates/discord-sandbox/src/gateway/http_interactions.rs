//! Interactions over HTTP: posted to the application's endpoint, signed, instead of being sent
//! through the gateway.
//!
//! Source: Discord, "Interactions Overview" and "Receiving and Responding to Interactions".

use std::time::Duration;

use axum::http::StatusCode;
use data_encoding::HEXLOWER;
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use crate::world::snowflake::Id;

/// Interaction that was posted to the endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedPost {
    /// Id of the interaction.
    pub interaction: String,
    /// HTTP status of the response; 0 if there was none.
    pub status: u16,
}

/// Key with which the posts are signed, and the client that sends them.
#[derive(Debug)]
pub(crate) struct Poster {
    key: Ed25519KeyPair,
    http: reqwest::Client,
}

impl Poster {
    /// Creates a poster that signs with the key of a seed and waits for each response for
    /// `patience`.
    pub(crate) fn new(seed: &[u8], patience: Duration) -> Self {
        let http = reqwest::Client::builder().no_proxy().timeout(patience);
        Self {
            key: Ed25519KeyPair::from_seed_unchecked(seed).expect("seed of 32 bytes"),
            http: http.build().expect("client without TLS of its own"),
        }
    }

    /// Returns the public key as hexadecimal digits.
    pub(crate) fn public_key(&self) -> String {
        HEXLOWER.encode(self.key.public_key().as_ref())
    }

    /// Returns the signature of a body at a time in seconds.
    pub(crate) fn sign(&self, timestamp: &str, body: &str) -> String {
        let signature = self.key.sign(format!("{timestamp}{body}").as_bytes());
        HEXLOWER.encode(signature.as_ref())
    }

    /// Posts an interaction. Returns the status of the endpoint's answer, 0 without one, and the
    /// response to the interaction if the answer holds it.
    pub(crate) async fn deliver(
        &self,
        url: &str,
        event: &Value,
        now_ms: u64,
    ) -> (u16, Option<Value>) {
        let (body, timestamp) = (event.to_string(), seconds(now_ms));
        let signature = self.sign(&timestamp, &body);
        let answered = self.post(url, [&timestamp, &signature], body).await;
        let status = answered
            .as_ref()
            .map_or(0, |answer| answer.status().as_u16());
        let inline = match answered {
            Ok(answer) if answer.status() == StatusCode::OK => answer.json::<Value>().await.ok(),
            // The response arrives in a request of its own, or not at all.
            _ => None,
        };
        (status, inline)
    }

    /// Returns whether Discord would accept the endpoint: it answers a PING with this id to the
    /// application, and refuses one with a wrong signature.
    pub(crate) async fn accepts(
        &self,
        url: &str,
        (id, application): (Id, Id),
        now_ms: u64,
    ) -> bool {
        let ping = json!({
            "id": id, "application_id": application,
            "type": 1, "token": "aW50cGluZw", "version": 1,
        });
        let (body, timestamp) = (ping.to_string(), seconds(now_ms));
        let good = self.sign(&timestamp, &body);
        let forged = self.sign(&timestamp, "something else");
        let refused = self.post(url, [&timestamp, &forged], body.clone()).await;
        if !refused.is_ok_and(|answer| answer.status() == StatusCode::UNAUTHORIZED) {
            return false;
        }
        let Ok(answer) = self.post(url, [&timestamp, &good], body).await else {
            return false;
        };
        let is_fine = answer.status() == StatusCode::OK;
        is_fine
            && answer
                .json::<Value>()
                .await
                .is_ok_and(|pong| pong["type"] == 1)
    }

    async fn post(&self, url: &str, head: [&str; 2], body: String) -> reqwest::Result<Response> {
        let [timestamp, signature] = head;
        let post = self
            .http
            .post(url)
            .header("X-Signature-Ed25519", signature)
            .header("X-Signature-Timestamp", timestamp)
            .header(CONTENT_TYPE, "application/json");
        post.body(body).send().await
    }
}

fn seconds(now_ms: u64) -> String {
    (now_ms / 1_000).to_string()
}
