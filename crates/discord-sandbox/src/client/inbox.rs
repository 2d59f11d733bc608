//! Events that a scripted person has received, and waiting for more.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;

use crate::client::error::PersonError;
use crate::client::event::Event;
use crate::client::view::View;

/// Time before a wait fails, long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Events received so far, added by the reading task.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    log: Mutex<Log>,
    /// Number of events, which wakes waiting tasks.
    count: watch::Sender<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    /// Index of the first event that was not looked past.
    pub(crate) cursor: usize,
    pub(crate) view: View,
    is_over: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event and wakes waiting tasks.
    pub(crate) fn add(&self, body: Value) {
        let event = Event::new(body);
        let mut log = self.lock();
        log.view.apply(&event);
        log.events.push(event);
        let count = log.events.len();
        drop(log);
        self.count.send_replace(count);
    }

    /// Marks the end of the events.
    pub(crate) fn end(&self) {
        self.lock().is_over = true;
        self.count.send_modify(|_| {});
    }

    /// Runs `look` on what the person currently sees.
    pub(crate) fn view<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        look(&self.lock().view)
    }

    /// Looks past all events so far.
    pub(crate) fn look_past(&self) {
        let mut log = self.lock();
        log.cursor = log.events.len();
    }

    /// Waits until `look` finds something in the events.
    ///
    /// # Errors
    ///
    /// `look` found nothing in time, or the connection ended.
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

    /// Returns the last few events, for the message of a failed wait.
    fn last_events(&self) -> String {
        let log = self.lock();
        let last = log.events.iter().rev().take(3);
        last.map(|event| event.body.to_string().chars().take(400).collect())
            .collect::<Vec<String>>()
            .join(" ← ")
    }
}
