//! Address of a database, which never holds a password.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use serde::{Serialize, Serializer};
use thiserror::Error;

/// Time that one attempt to connect to a host takes at most.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after which unacknowledged data ends a connection, and after which a silent host is probed.
/// On Linux, the time for the second probe then ends the connection, regardless of their number
/// (tcp(7), `TCP_USER_TIMEOUT`).
const SILENCE: Duration = Duration::from_secs(10);
/// Interval and number of keepalive probes before a connection ends.
const PROBES: (Duration, u32) = (Duration::from_secs(3), 2);

/// Address of a PostgreSQL database, such as `postgres://focusbot@db1,db2/focusbot`.
#[derive(Clone)]
pub struct DatabaseUrl {
    text: String,
    config: Box<postgres::Config>,
}

/// Error of a text that is not the address of a database; it does not contain the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UrlError {
    /// It does not begin like such an address.
    #[error("expected an address such as `postgres://focusbot@localhost/focusbot`")]
    Scheme,
    /// It has a password, which would be printed with it.
    #[error(
        "expected an address without a password; it belongs in `FOCUSBOT_STORE_PASSWORD` or in the \
         file that `password_file` names"
    )]
    Password,
    /// A part of it is invalid or missing.
    #[error("expected an address such as `postgres://focusbot@localhost/focusbot`: {0}")]
    Invalid(String),
}

impl FromStr for DatabaseUrl {
    type Err = UrlError;

    fn from_str(text: &str) -> Result<Self, UrlError> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(UrlError::Scheme);
        }
        let mut config: postgres::Config = text.parse().map_err(|_| {
            // The reason may quote a part of the text, which may be a password.
            let reason = if text.contains("sslmode=verify-") {
                "`sslmode=require` also checks the certificate and its name; write that"
            } else {
                "a part of it cannot be read, or is no setting of the connection"
            };
            UrlError::Invalid(reason.to_owned())
        })?;
        if config.get_password().is_some() {
            return Err(UrlError::Password);
        }
        for (part, is_there) in [
            ("host", !config.get_hosts().is_empty()),
            ("name of a person", config.get_user().is_some()),
            ("database", config.get_dbname().is_some()),
        ] {
            if !is_there {
                return Err(UrlError::Invalid(format!("it has no {part}")));
            }
        }
        if !text.contains("sslmode=") {
            // Where there are addresses, hosts are only the names in certificates.
            let is_local = config.get_hosts().iter().all(is_here)
                && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
            config.ssl_mode(if is_local {
                SslMode::Disable
            } else {
                SslMode::Require
            });
        }
        // Unlike the others, it has a default that cannot be distinguished from a choice.
        if !text.contains("keepalives_idle=") {
            config.keepalives_idle(SILENCE);
        }
        if config.get_keepalives_interval().is_none() {
            config.keepalives_interval(PROBES.0);
        }
        if config.get_keepalives_retries().is_none() {
            config.keepalives_retries(PROBES.1);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SILENCE);
        }
        Ok(Self {
            text: text.to_owned(),
            config: Box::new(config),
        })
    }
}

impl DatabaseUrl {
    /// Returns the parsed address.
    pub(super) fn config(&self) -> &postgres::Config {
        &self.config
    }

    /// Returns whether connections use TLS if the server has it.
    pub(super) fn uses_tls(&self) -> bool {
        let is_socket = |host: &Host| !matches!(host, Host::Tcp(_));
        let are_sockets =
            self.config.get_hostaddrs().is_empty() && self.config.get_hosts().iter().all(is_socket);
        self.config.get_ssl_mode() != SslMode::Disable && !are_sockets
    }
}

/// Returns whether a host is this machine, so that nobody can listen in between.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let is_loopback = |address: IpAddr| address.is_loopback();
            name == "localhost" || name.parse().is_ok_and(is_loopback)
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

impl PartialEq for DatabaseUrl {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for DatabaseUrl {}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text)
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for DatabaseUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{DatabaseUrl, PROBES, SILENCE};

    #[test]
    fn mode_that_checks_certificates_is_named() {
        let url = "postgres://focusbot@db.example/focusbot?sslmode=verify-full";
        let error = url.parse::<DatabaseUrl>().expect_err("an unknown mode");
        assert!(error.to_string().contains("`sslmode=require`"), "{error}");
    }

    #[test]
    fn only_what_stays_on_this_machine_goes_without_tls() {
        let uses_tls = |rest: &str| {
            let url = format!("postgres://focusbot@{rest}");
            let url: DatabaseUrl = url.parse().expect("an address");
            url.uses_tls()
        };
        for here in [
            "localhost/focusbot",
            "127.0.0.1,[::1]/focusbot",
            "localhost/focusbot?hostaddr=127.0.0.1",
            "db.example/focusbot?sslmode=disable",
        ] {
            assert!(!uses_tls(here), "{here}");
        }
        for elsewhere in [
            "db.example/focusbot",
            "localhost,db.example/focusbot",
            "db.example/focusbot?hostaddr=127.0.0.1",
            "localhost/focusbot?hostaddr=192.0.2.1",
            "%2Frun%2Fpostgresql/focusbot?hostaddr=192.0.2.1",
            "localhost,localhost/focusbot?hostaddr=127.0.0.1,192.0.2.1",
        ] {
            assert!(uses_tls(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn host_that_vanishes_is_noticed_unless_the_address_says_otherwise() {
        let probes = |text: &str| {
            let url: DatabaseUrl = text.parse().expect("an address");
            let config = url.config();
            (
                config.get_keepalives_idle(),
                config.get_keepalives_interval(),
                config.get_keepalives_retries(),
            )
        };
        let (interval, count) = PROBES;
        let url = "postgres://focusbot@db.example/focusbot";
        assert_eq!(probes(url), (SILENCE, Some(interval), Some(count)));
        let own = format!("{url}?keepalives_idle=90&keepalives_interval=60&keepalives_retries=9");
        let [idle, interval] = [90, 60].map(Duration::from_secs);
        assert_eq!(probes(&own), (idle, Some(interval), Some(9)));
    }
}
