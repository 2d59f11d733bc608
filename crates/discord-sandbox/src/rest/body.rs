//! Bodies: those of requests, which are JSON or JSON with files, and the empty one of a response.

use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::rest::error::ApiError;

/// Largest body, in bytes.
pub(crate) const LIMIT: usize = 26 * 1024 * 1024;

/// Request body.
#[derive(Debug)]
pub(crate) struct Payload {
    pub(crate) json: Value,
    pub(crate) files: Vec<Upload>,
}

/// Place where the JSON of a request is noted for the log as soon as it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadJson(Arc<OnceLock<Arc<str>>>);

impl ReadJson {
    fn note(&self, json: &[u8]) {
        self.0
            .get_or_init(|| Arc::from(&*String::from_utf8_lossy(json)));
    }

    /// Returns the JSON, which is empty if the body was; `None` if it was not read.
    pub(crate) fn get(&self) -> Option<Arc<str>> {
        self.0.get().cloned()
    }
}

/// File in a request body.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub(crate) number: u64,
    pub(crate) filename: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

impl<S: Send + Sync> FromRequest<S> for Payload {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = request.extensions().get::<ReadJson>();
        let read = read.cloned().unwrap_or_default();
        let content_type = request.headers().get(CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok());
        if content_type.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            return read_parts(request, state, &read).await;
        }
        let is_json = content_type.is_some_and(|kind| kind.starts_with("application/json"));
        let body = axum::body::to_bytes(request.into_body(), LIMIT)
            .await
            .map_err(|_| ApiError::too_large())?;
        let json = if body.is_empty() {
            read.note(&body);
            json!({})
        } else if is_json {
            read.note(&body);
            serde_json::from_slice(&body).map_err(|_| ApiError::invalid_json())?
        } else {
            return Err(wrong_content_type());
        };
        Ok(Self {
            json,
            files: Vec::new(),
        })
    }
}

/// Returns a response without a body.
pub(crate) fn nothing() -> Response {
    StatusCode::NO_CONTENT.into_response()
}

async fn read_parts<S: Send + Sync>(
    request: Request,
    state: &S,
    read: &ReadJson,
) -> Result<Payload, ApiError> {
    let mut parts = Multipart::from_request(request, state)
        .await
        .map_err(|_| ApiError::invalid_json())?;
    let mut payload = Payload {
        json: json!({}),
        files: Vec::new(),
    };
    let mut size = 0;
    while let Some(part) = parts.next_field().await.map_err(|error| refusal(&error))? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().map(str::to_owned);
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|error| refusal(&error))?;
        size += bytes.len();
        if size > LIMIT {
            return Err(ApiError::too_large());
        }
        if name == "payload_json" {
            read.note(&bytes);
            payload.json = serde_json::from_slice(&bytes).map_err(|_| ApiError::invalid_json())?;
            continue;
        }
        let number = name
            .strip_prefix("files[")
            .or_else(|| name.strip_prefix("file"))
            .map(|number| number.trim_end_matches(']'))
            .and_then(|number| number.parse().ok())
            .unwrap_or(payload.files.len() as u64);
        if let Some(filename) = filename {
            payload.files.push(Upload {
                number,
                filename,
                content_type,
                bytes: bytes.to_vec(),
            });
        }
    }
    Ok(payload)
}

fn refusal(error: &axum::extract::multipart::MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return ApiError::too_large();
    }
    ApiError::invalid_json()
}

fn wrong_content_type() -> ApiError {
    let message = "Expected \"Content-Type\" header to be one of {'application/json', \
                   'multipart/form-data'}.";
    ApiError::new(StatusCode::BAD_REQUEST, 50_035, message)
}
