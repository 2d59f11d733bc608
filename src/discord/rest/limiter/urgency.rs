//! Urgency of requests.

/// Urgency of a request, which decides the order when not everything can be sent at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Initial response to an interaction, which has three seconds.
    Callback,
    /// Whatever else a person is waiting for.
    Answer,
    /// Board and related messages that nobody asked for just now.
    Board,
    /// Reminder of a person to move.
    Reminder,
    /// Public reply to a message.
    Remark,
    /// Messages after a game, replays, typing indicators.
    Background,
}

tokio::task_local! {
    /// Set while something is done that a person is waiting for.
    static AWAITED: ();
}

/// Does something that a person is waiting for: unless they say otherwise, its requests are
/// [answers](Urgency::Answer).
pub fn awaited<F: Future>(work: F) -> impl Future<Output = F::Output> {
    AWAITED.scope((), work)
}

impl Urgency {
    /// Returns the urgency of a request that does not say how urgent it is.
    pub(in crate::discord::rest) fn usual() -> Self {
        if AWAITED.try_get().is_ok() {
            Self::Answer
        } else {
            Self::Board
        }
    }

    /// Returns whether a person is waiting for the request.
    pub(super) fn is_awaited(self) -> bool {
        self <= Self::Answer
    }
}

#[cfg(test)]
mod tests {
    use super::{Urgency, awaited};

    #[tokio::test]
    async fn request_that_a_person_waits_for_is_an_answer() {
        assert_eq!(Urgency::usual(), Urgency::Board);
        let urgency = awaited(async { Urgency::usual() }).await;
        assert_eq!(urgency, Urgency::Answer);
    }
}
