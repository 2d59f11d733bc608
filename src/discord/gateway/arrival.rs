//! Arrival of events, over the gateway or over HTTP.

use std::convert::Infallible;

use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::discord::gateway::event::GatewayEvent;

/// Received event.
#[derive(Debug)]
pub struct Arrival {
    /// Parsed event.
    pub event: GatewayEvent,
    /// Time of arrival.
    pub received: Instant,
    /// Manner of delivery.
    pub delivery: Delivery,
    /// Held until the event has been handled, so that its shard is not given up while a board may
    /// follow.
    pub handling: Option<mpsc::Sender<Infallible>>,
}

/// Delivery of an event by Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Live, over an open connection.
    Live,
    /// Again, after a break of the connection.
    Replayed {
        /// Time since which the event may have waited; `None` if an earlier process was connected
        /// before the break.
        since: Option<Instant>,
    },
}

impl Arrival {
    /// Returns an event that has just arrived.
    pub(super) fn now(event: GatewayEvent) -> Self {
        Self {
            event,
            received: Instant::now(),
            delivery: Delivery::Live,
            handling: None,
        }
    }
}
