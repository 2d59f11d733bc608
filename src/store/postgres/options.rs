//! Access to a database.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use crate::store::postgres::url::DatabaseUrl;
use crate::store::{Lineage, process_prefix};

/// Access to a database.
#[derive(Clone)]
pub struct Options {
    /// Address of the database.
    pub url: DatabaseUrl,
    /// Password, if the server wants one.
    pub password: Option<String>,
    /// File of the certificates to trust; the usual ones without it.
    pub root_certificate: Option<PathBuf>,
    /// Maximum number of connections for requests; reading everything takes one more.
    pub connections: NonZero<u32>,
    /// Time for which a request waits while the database is unavailable, and closing waits for the
    /// last answers.
    pub patience: Duration,
    /// Name of this process among the connections of the server; others are recognized by theirs.
    pub name: String,
}

impl Options {
    /// Creates options with the usual numbers.
    #[must_use]
    pub fn new(url: DatabaseUrl) -> Self {
        Self {
            url,
            password: None,
            root_certificate: None,
            connections: const { NonZero::new(4).expect("four") },
            patience: Duration::from_secs(10),
            name: process_prefix() + &Lineage::new().to_string(),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("url", &self.url)
            .field("connections", &self.connections)
            .finish_non_exhaustive()
    }
}
