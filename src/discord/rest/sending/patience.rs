//! Time limits and urgency of requests.

use std::time::Duration;

use tokio::time::Instant;

use crate::discord::rest::limiter::urgency::Urgency;

/// Time limits and urgency of a request.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Time after which the response is no longer needed.
    pub until: Instant,
    /// Time limit of a single attempt.
    pub attempt: Duration,
    /// Urgency, which decides the order of requests.
    pub urgency: Urgency,
    /// False if the request must not be sent again once Discord may have carried it out.
    pub is_repeatable: bool,
    /// Time at which the data of the request was read, if it must not be sent after a freeze of the
    /// process.
    pub as_of: Option<std::time::Instant>,
}

impl Patience {
    /// Tries for `total` from now on, with the usual urgency.
    #[must_use]
    pub fn of(total: Duration) -> Self {
        Self {
            until: Instant::now() + total,
            attempt: Duration::from_secs(15).min(total),
            urgency: Urgency::usual(),
            is_repeatable: true,
            as_of: None,
        }
    }

    /// Sets the urgency.
    pub(crate) fn at(self, urgency: Urgency) -> Self {
        Self { urgency, ..self }
    }
}
