//! Stand-ins for the parts of serenity's client that poise requires and the bot does not use.

use std::net::Ipv4Addr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serenity::all::{
    Context, Http, Shard, ShardId, ShardInfo, ShardManager, ShardManagerOptions, ShardMessenger,
    ShardRunner, ShardRunnerOptions,
};
use serenity::prelude::TypeMap;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, RwLock};
use tokio::time::timeout;
use tokio_tungstenite::accept_async;

use crate::discord::gateway::wire::INTENTS;
use crate::discord::rest::{Rest, RestError};

const LONGEST: Duration = Duration::from_secs(10);

/// Context and shard manager without a connection.
#[derive(Debug)]
pub struct StandIn {
    /// Context of serenity.
    pub context: Context,
    /// Shard manager of a client, without any shards.
    pub shards: Arc<ShardManager>,
}

impl StandIn {
    /// Creates the stand-ins. serenity needs a WebSocket for that, so one is opened on loopback for
    /// a moment; nothing is sent through it.
    pub(crate) async fn make(rest: &Rest) -> Result<Self, RestError> {
        let http = Arc::new(rest.serenity());
        let made = timeout(LONGEST, stand_in(http)).await;
        made.unwrap_or_else(|_| Err("no connection on loopback".into()))
            .map_err(|error| RestError::Unreadable(error.to_string()))
    }
}

async fn stand_in(http: Arc<Http>) -> Result<StandIn, Box<dyn std::error::Error + Send + Sync>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let ws_url = Arc::new(Mutex::new(format!("ws://{}", listener.local_addr()?)));
    let info = ShardInfo {
        id: ShardId(0),
        total: 1,
    };
    let greeted = async {
        let (stream, _) = listener.accept().await?;
        accept_async(stream).await
    };
    let (shard, _greeted) = tokio::join!(
        Shard::new(Arc::clone(&ws_url), "", info, INTENTS, None),
        greeted
    );
    let data = Arc::new(RwLock::new(TypeMap::new()));
    // The second value would wait for the end of a client that is never started.
    let (shards, _end) = ShardManager::new(ShardManagerOptions {
        data: Arc::clone(&data),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: Arc::new(OnceLock::new()),
        shard_index: 0,
        shard_init: 0,
        shard_total: 0,
        ws_url,
        http: Arc::clone(&http),
        intents: INTENTS,
        presence: None,
    });
    let runner = ShardRunner::new(ShardRunnerOptions {
        data: Arc::clone(&data),
        event_handlers: Vec::new(),
        raw_event_handlers: Vec::new(),
        framework: None,
        manager: Arc::clone(&shards),
        shard: shard?,
        http: Arc::clone(&http),
    });
    let context = Context {
        data,
        shard: ShardMessenger::new(&runner),
        shard_id: ShardId(0),
        http,
    };
    Ok(StandIn { context, shards })
}
