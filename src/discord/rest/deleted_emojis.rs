//! Messages sent again without emojis that have been deleted.

use serde_json::Value;
use serenity::http::Request;

use crate::discord::rest::message::with_body;
use crate::discord::rest::{Outgoing, Patience, Rest, RestError};

impl Rest {
    /// Sends a request with the JSON of `message`; if Discord does not know an emoji of a component,
    /// without those. Emojis in texts stay: Discord shows the names of those that it does not know.
    pub(super) async fn send_message(
        &self,
        request: Request<'_>,
        body: Value,
        message: Option<&Outgoing>,
        patience: Patience,
    ) -> Result<Vec<u8>, RestError> {
        let sent = self.send_message_noting(request, body, message, patience);
        sent.await.0
    }

    /// Sends a request as [`Rest::send_message`] does, and also returns whether no attempt before
    /// the last one can have arrived.
    pub(super) async fn send_message_noting(
        &self,
        request: Request<'_>,
        mut body: Value,
        message: Option<&Outgoing>,
        patience: Patience,
    ) -> (Result<Vec<u8>, RestError>, bool) {
        let written = with_body(request.clone(), &body, message);
        let (sent, is_alone) = self.sender.send(written, patience).await;
        match sent {
            Err(refusal) if refusal.is_unknown_emoji() && take_emojis(&mut body) > 0 => {
                self.emoji_missing.notify_one();
                let bare = with_body(request, &body, message);
                let (sent, is_still_alone) = self.sender.send(bare, patience).await;
                (sent, is_alone && is_still_alone)
            }
            sent => (sent, is_alone),
        }
    }
}

/// Removes the uploaded emojis of all components; returns their number.
fn take_emojis(body: &mut Value) -> usize {
    match body {
        Value::Object(fields) => {
            let is_uploaded = |emoji: &Value| !emoji["id"].is_null();
            let has_own = fields.get("emoji").is_some_and(is_uploaded);
            if has_own {
                fields.remove("emoji");
            }
            let inner: usize = fields.values_mut().map(take_emojis).sum();
            usize::from(has_own) + inner
        }
        Value::Array(items) => items.iter_mut().map(take_emojis).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}
