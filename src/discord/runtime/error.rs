//! Errors of requests, and their ids in the log.

use std::cell::Cell;
use std::fmt;
use std::panic::{self, PanicHookInfo};

use crate::discord::custom_id::game::Action;
use crate::discord::rest::RestError;
use crate::discord::runtime::service_queue::Unfinished;
use crate::i18n::Permission;
use crate::metrics::FaultKind;
use crate::service::{Fault, GameId, Refusal, ServiceError};

/// Reason why a request fails.
#[derive(Clone, Debug)]
pub enum BotError {
    /// The game service refuses the request.
    Refused(Refusal),
    /// Several games may be meant, in each of which the action is possible.
    Which(Vec<GameId>, Action),
    /// The bot itself refuses the request, with this text.
    Said(String),
    /// The bot lacks permissions.
    Missing(Vec<Permission>),
    /// An internal error occurred.
    Broken(FaultKind, String),
    /// An internal error occurred that is already logged.
    Logged(FaultId),
}

impl BotError {
    /// Adds an action to offer in each of the games that may be meant.
    #[must_use]
    pub(crate) fn offering(self, action: Option<Action>) -> Self {
        match (self, action) {
            (Self::Refused(Refusal::WhichGame(games)), Some(action)) => Self::Which(games, action),
            (other, _) => other,
        }
    }

    /// Returns the name of the refusal for metrics; `None` for an internal error.
    #[must_use]
    pub fn refusal_name(&self) -> Option<String> {
        match self {
            Self::Refused(refusal) => {
                // The debug output starts with the name of the variant.
                let text = format!("{refusal:?}");
                let name = text.split(|letter: char| !letter.is_alphanumeric());
                name.take(1).next().map(str::to_owned)
            }
            Self::Which(..) => Some("WhichGame".to_owned()),
            Self::Said(_) => Some("Said".to_owned()),
            Self::Missing(_) => Some("MissingPermission".to_owned()),
            Self::Broken(..) | Self::Logged(_) => None,
        }
    }
}

impl From<ServiceError> for BotError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::Refused(refusal) => Self::Refused(refusal),
            ServiceError::Fault(fault) => fault.into(),
        }
    }
}

impl From<Fault> for BotError {
    fn from(fault: Fault) -> Self {
        let kind = if fault.is_of_one_game() {
            FaultKind::Record
        } else {
            FaultKind::Store
        };
        Self::Broken(kind, fault.to_string())
    }
}

impl From<Unfinished> for BotError {
    fn from(error: Unfinished) -> Self {
        match error {
            Unfinished::Panicked(id) => Self::Logged(id),
            Unfinished::Closed => Self::Broken(FaultKind::System, error.to_string()),
        }
    }
}

impl From<RestError> for BotError {
    fn from(error: RestError) -> Self {
        Self::Broken(FaultKind::Discord, error.to_string())
    }
}

/// Id of a fault in the log, shown to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultId(u32);

thread_local! {
    /// Newest panic of this thread that was not taken yet.
    static PANIC: Cell<Option<FaultId>> = const { Cell::new(None) };
}

impl FaultId {
    /// Logs an error under a new id.
    #[must_use]
    pub fn log(kind: FaultKind, what: &str) -> Self {
        let id = Self::new();
        tracing::error!(fault = %id, kind = kind.name(), what, "something broke");
        id
    }

    /// Returns the id under which the hook logged the panic that this thread has just caught.
    #[must_use]
    pub fn of_panic() -> Self {
        let logged = PANIC.take();
        // If the program has another panic hook, it has logged the panic without an id.
        logged.unwrap_or_else(|| Self::log(FaultKind::Panic, "a panic"))
    }

    fn new() -> Self {
        Self(getrandom::u32().unwrap_or(0))
    }
}

impl fmt::Display for FaultId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// Installs a hook that logs every panic once, under an id that can be shown to people.
pub fn log_panics() {
    panic::set_hook(Box::new(|panic: &PanicHookInfo<'_>| {
        let id = FaultId::new();
        PANIC.set(Some(id));
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let at = panic.location().map(ToString::to_string);
        tracing::error!(
            fault = %id,
            kind = FaultKind::Panic.name(),
            what = text.unwrap_or("no reason given"),
            at = at.unwrap_or_default(),
            "something broke"
        );
    }));
}
