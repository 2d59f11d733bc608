//! Urgency of requests.

/// Urgency of a request, which decides the order when not everything can be sent at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Initial response to an interaction, which has three seconds.
    Callback,
    /// Any other request that a person waits for.
    Answer,
    /// Board and related messages for which no request is being handled.
    Board,
    /// Reminder of a person to move.
    Reminder,
    /// Public reply to a message.
    Remark,
    /// Messages after a game, replays, typing indicators.
    Background,
}

tokio::task_local! {
    /// Urgency of requests that do not specify one, within [`at_urgency`].
    static URGENCY: Urgency;
}

/// Runs work that a person is waiting for: unless they specify another urgency, its requests are
/// [answers](Urgency::Answer).
pub fn awaited<F: Future>(work: F) -> impl Future<Output = F::Output> {
    at_urgency(Urgency::Answer, work)
}

/// Runs work whose requests have this urgency unless they specify another one.
pub fn at_urgency<F: Future>(urgency: Urgency, work: F) -> impl Future<Output = F::Output> {
    URGENCY.scope(urgency, work)
}

impl Urgency {
    /// Returns the urgency of a request that does not specify one.
    pub(in crate::discord::rest) fn usual() -> Self {
        URGENCY.try_get().unwrap_or(Self::Board)
    }

    /// Returns whether a person is waiting for the request.
    pub(super) fn is_awaited(self) -> bool {
        self <= Self::Answer
    }
}

#[cfg(test)]
mod tests {
    use super::{Urgency, at_urgency, awaited};

    #[tokio::test]
    async fn request_that_a_person_waits_for_is_an_answer() {
        assert_eq!(Urgency::usual(), Urgency::Board);
        let urgency = awaited(async { Urgency::usual() }).await;
        assert_eq!(urgency, Urgency::Answer);
    }

    #[tokio::test]
    async fn request_is_as_urgent_as_the_work_that_it_is_for() {
        let usual = || async { Urgency::usual() };
        for urgency in [Urgency::Reminder, Urgency::Background] {
            assert_eq!(at_urgency(urgency, usual()).await, urgency);
            assert_eq!(awaited(at_urgency(urgency, usual())).await, urgency);
        }
    }
}
