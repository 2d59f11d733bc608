//! What a scripted person has seen so far, and waiting for more.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use crate::client::error::PersonError;
use crate::client::event::Event;
use crate::client::view::View;

/// How long a person waits before giving up, long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came so far, filled by the reading task.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    log: Mutex<Log>,
    /// Number of events, to wake those who wait.
    count: watch::Sender<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    /// Events before this one were looked past.
    pub(crate) cursor: usize,
    pub(crate) view: View,
    is_over: bool,
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an event in and wakes those who wait.
    pub(crate) fn add(&self, body: Value) {
        let mut log = self.lock();
        log.view.apply(&body);
        let kind = body["type"].as_str().unwrap_or_default().to_owned();
        log.events.push(Event { kind, body });
        let count = log.events.len();
        drop(log);
        self.count.send_replace(count);
    }

    /// Nothing more will come.
    pub(crate) fn end(&self) {
        self.lock().is_over = true;
        self.count.send_modify(|_| {});
    }

    /// Something about what is seen right now.
    pub(crate) fn view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        look(&self.lock().view)
    }

    /// Counts everything so far as looked past.
    pub(crate) fn look_past(&self) {
        let mut log = self.lock();
        log.cursor = log.events.len();
    }

    /// Waits until `look` finds something in what came.
    ///
    /// # Errors
    ///
    /// It never does.
    pub(crate) async fn wait<T>(
        &self,
        what: &str,
        mut look: impl FnMut(&mut Log) -> Option<T>,
    ) -> Result<T, PersonError> {
        let mut count = self.count.subscribe();
        let looking = async {
            loop {
                count.mark_unchanged();
                {
                    let mut log = self.lock();
                    if let Some(found) = look(&mut log) {
                        return Ok(found);
                    }
                    if log.is_over {
                        return Err(PersonError::Broken(format!(
                            "the sandbox left before {what}"
                        )));
                    }
                }
                // The sender lives as long as this person.
                let _ = count.changed().await;
            }
        };
        match tokio::time::timeout(PATIENCE, looking).await {
            Ok(found) => found,
            Err(_) => Err(PersonError::Waited(format!(
                "{what}; last came {}",
                self.last_events()
            ))),
        }
    }

    /// The last few events, for the message of a failed wait.
    fn last_events(&self) -> String {
        let log = self.lock();
        let last = log.events.iter().rev().take(3);
        last.map(|event| event.body.to_string().chars().take(400).collect())
            .collect::<Vec<String>>()
            .join(" ← ")
    }
}
