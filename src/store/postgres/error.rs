//! Reasons why a PostgreSQL database cannot be used, each in one sentence.

use std::error::Error as _;
use std::io;
use std::path::PathBuf;

use postgres::error::{DbError, Severity, SqlState};
use thiserror::Error;

use crate::store::records::format::NewerFormat;
use crate::store::{CommitError, StoreError};

/// Text of the client's error if a server has no TLS.
const WITHOUT_TLS: &str = "server does not support TLS";

/// Reason why a PostgreSQL database cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// No host answers, or none that can be written.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The server is starting, stopping or recovering.
    #[error("the database is not ready: {0}")]
    NotReady(String),
    /// The server has no room for another connection.
    #[error(
        "the database has no connection left for focusbot: raise its `max_connections`, or lower \
         `connections` of `[store]`"
    )]
    TooManyConnections,
    /// The server is a standby or read-only.
    #[error(
        "the database cannot be written, because {0}: name the host that can be, or several with \
         `target_session_attrs=read-write`"
    )]
    ReadOnly(&'static str),
    /// The server is too old.
    #[error("expected PostgreSQL {expected} or later, got {found}")]
    TooOld {
        /// First version that is new enough.
        expected: i32,
        /// Version of the server.
        found: String,
    },
    /// The database has another encoding.
    #[error(
        "expected a database with the encoding UTF8, got {0}: create it with `ENCODING 'UTF8'`"
    )]
    Encoding(String),
    /// The server rejects the name or the password.
    #[error("the database refuses focusbot's name or password: {0}")]
    Credentials(String),
    /// The server's certificate is not trusted.
    #[error(
        "the database's certificate is not trusted: {0}; `root_certificate` of `[store]` names those \
         to trust"
    )]
    Certificate(String),
    /// The server has no TLS, which the address wants.
    #[error(
        "the database's server has no TLS: turn on `ssl` there, or add `?sslmode=disable` to the \
         address if nobody can listen in between"
    )]
    NoTls,
    /// The server has no such database.
    #[error("{0}; create it with `CREATE DATABASE`")]
    NoDatabase(String),
    /// The name lacks a privilege.
    #[error(
        "the database does not let focusbot do what it must: {0}; make it the database's owner"
    )]
    Privilege(String),
    /// The certificates to trust cannot be read.
    #[error("cannot read certificates from `{}`: {reason}", path.display())]
    RootCertificate {
        /// File of the certificates.
        path: PathBuf,
        /// Description of the problem.
        reason: String,
    },
    /// The schema is that of a newer program.
    #[error(
        "the database has schema {found}, and this focusbot knows {known}: a newer focusbot has used \
         it; run that one, or restore a backup from before it"
    )]
    NewerSchema {
        /// Version in the database.
        found: i32,
        /// Newest version that this program knows.
        known: i32,
    },
    /// The schema is older than any that this program can upgrade.
    #[error(
        "the database has schema {found}, which this focusbot cannot upgrade: expected {oldest} or \
         later"
    )]
    OlderSchema {
        /// Version in the database.
        found: i32,
        /// Oldest version that this program can upgrade.
        oldest: i32,
    },
    /// There is no schema, although it was there or must be.
    #[error("the database has no games of focusbot in it")]
    NoSchema,
    /// An attempt to fill the database was interrupted.
    #[error(
        "the database has only a part of the games: run `focusbot migrate` or `focusbot restore` \
         again, which continues from there"
    )]
    HalfFilled,
    /// A newer program has used the data.
    #[error(transparent)]
    NewerFormat(#[from] NewerFormat),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database rejected changes.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl OpenError {
    /// Returns whether the reason may be temporary, so that trying again makes sense.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable(_)
            | Self::NotReady(_)
            | Self::TooManyConnections
            | Self::Store(StoreError::Unavailable(_))
            | Self::Commit(CommitError::Store(StoreError::Unavailable(_))) => true,
            Self::ReadOnly(_)
            | Self::TooOld { .. }
            | Self::Encoding(_)
            | Self::Credentials(_)
            | Self::Certificate(_)
            | Self::NoTls
            | Self::NoDatabase(_)
            | Self::Privilege(_)
            | Self::RootCertificate { .. }
            | Self::NewerSchema { .. }
            | Self::OlderSchema { .. }
            | Self::NoSchema
            | Self::HalfFilled
            | Self::NewerFormat(_)
            | Self::Store(_)
            | Self::Commit(_) => false,
        }
    }

    /// Returns the error of a request to a store that had been opened before.
    pub(super) fn into_store(self) -> StoreError {
        match self {
            Self::Store(error) | Self::Commit(CommitError::Store(error)) => error,
            error => StoreError::Unavailable(error.to_string()),
        }
    }
}

impl From<postgres::Error> for OpenError {
    fn from(error: postgres::Error) -> Self {
        let Some(found) = error.as_db_error() else {
            let text = text(&error);
            return match error.to_string().as_str() {
                // The kind of an error without a code can only be read from its text.
                "invalid configuration" | "authentication error" => Self::Credentials(text),
                _ if is_of_certificate(&error) => Self::Certificate(text),
                "error performing TLS handshake" if text == WITHOUT_TLS => Self::NoTls,
                _ => Self::Unreachable(text),
            };
        };
        let said = found.message().to_owned();
        match found.code() {
            &SqlState::TOO_MANY_CONNECTIONS => Self::TooManyConnections,
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                Self::Credentials(said)
            }
            &SqlState::INVALID_CATALOG_NAME => Self::NoDatabase(said),
            &SqlState::INSUFFICIENT_PRIVILEGE => Self::Privilege(said),
            code if is_shutdown(code) => Self::NotReady(said),
            _ => Self::Store(database(found)),
        }
    }
}

/// Returns the error of a request that the server answered with `error`, or that was lost.
pub(super) fn request(error: &postgres::Error) -> StoreError {
    error.as_db_error().map_or_else(
        || {
            StoreError::Unavailable(format!(
                "the connection to the database was lost: {}",
                text(error)
            ))
        },
        database,
    )
}

/// Returns whether the connection must be replaced; its last request may have been carried out.
pub(super) fn is_lost(error: &postgres::Error) -> bool {
    error.as_db_error().is_none_or(|found| {
        let is_last = matches!(
            found.parsed_severity(),
            Some(Severity::Fatal | Severity::Panic)
        );
        // Another host may be the one to write to by now.
        let is_read_only = found.code() == &SqlState::READ_ONLY_SQL_TRANSACTION;
        is_last || is_read_only || is_shutdown(found.code()) || is_connection(found.code())
    })
}

/// Returns whether a batch may succeed when it is sent again as it is.
pub(super) fn is_collision(error: &postgres::Error) -> bool {
    error.code().is_some_and(|code| {
        [
            &SqlState::T_R_SERIALIZATION_FAILURE,
            &SqlState::T_R_DEADLOCK_DETECTED,
            &SqlState::LOCK_NOT_AVAILABLE,
        ]
        .contains(&code)
            || code.code() == "FB001"
    })
}

fn is_shutdown(code: &SqlState) -> bool {
    [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
    ]
    .contains(code)
}

/// Returns whether an error is about a connection, as that of a pooler to its server.
fn is_connection(code: &SqlState) -> bool {
    code.code().starts_with("08")
}

/// Converts an error that the server reported.
fn database(found: &DbError) -> StoreError {
    let said = found.message();
    match found.code() {
        &SqlState::DISK_FULL => StoreError::Unavailable(format!(
            "the disk of the database is full, free some space there: {said}"
        )),
        &SqlState::READ_ONLY_SQL_TRANSACTION => {
            StoreError::Unavailable(format!("the database cannot be written at present: {said}"))
        }
        &SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED => {
            StoreError::Damaged(said.to_owned())
        }
        code if is_connection(code) => {
            StoreError::Unavailable(format!("the connection to the database was lost: {said}"))
        }
        // Insufficient resources, operator intervention, system errors; or a collision that has
        // lasted too long.
        code if ["53", "57", "58", "40", "55"].contains(&&code.code()[..2]) => {
            StoreError::Unavailable(format!("the database has no time or room for it: {said}"))
        }
        code => StoreError::Database(format!("{said} ({})", code.code())),
    }
}

/// Returns whether a server's certificate was refused.
fn is_of_certificate(error: &postgres::Error) -> bool {
    let mut cause = error.source();
    while let Some(found) = cause {
        let inner = found
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        let tls = inner.and_then(|inner| inner.downcast_ref::<rustls::Error>());
        if matches!(tls, Some(rustls::Error::InvalidCertificate(_))) {
            return true;
        }
        cause = found.source();
    }
    false
}

/// Returns the innermost cause of an error that is not the server's.
fn text(error: &postgres::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}
