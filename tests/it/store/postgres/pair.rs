//! Primary and standby, of which the primary can crash and the standby take its place.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU16, Ordering};

use postgres::Client;
use tempfile::TempDir;

use crate::store::postgres::cluster::{Cluster, as_owner, connect, give, programs, serve};
use crate::support::until;

/// First of the ports that no outgoing connection takes while a server is down.
const FIRST: u16 = 20_000;
/// Number of these ports.
const COUNT: u16 = 12_000;
/// Name of the database.
const NAME: &str = "pair";

/// Two servers: what the primary has committed, the standby has as well.
pub(crate) struct Pair {
    programs: PathBuf,
    folder: TempDir,
    ports: [u16; 2],
    /// Index of the primary.
    primary: usize,
}

impl Pair {
    /// Starts both with an empty database; returns `None`, and says so, where there is no
    /// PostgreSQL.
    pub(crate) fn new() -> Option<Self> {
        let programs = programs()?;
        let folder = tempfile::Builder::new().prefix("focusbot-pair-").tempdir();
        let folder = folder.expect("a new folder");
        give(folder.path());
        let pair = Self {
            programs,
            folder,
            ports: [(); 2].map(|()| free_port()),
            primary: 0,
        };
        Cluster::shared()?.make(&pair.data(0));
        let rules =
            "local all,replication all trust\nhost all,replication all 127.0.0.1/32 trust\n";
        let written = fs::write(pair.data(0).join("pg_hba.conf"), rules);
        written.expect("a folder that the tests may write");
        pair.start();
        pair.client("postgres")
            .batch_execute(&format!("CREATE DATABASE {NAME}"))
            .expect("a new database");
        pair.add_standby();
        Some(pair)
    }

    /// Returns the address of the database on whichever server can be written.
    pub(crate) fn url(&self) -> String {
        let [first, second] = self.ports;
        format!(
            "postgres://focusbot@127.0.0.1:{first},127.0.0.1:{second}/{NAME}\
             ?target_session_attrs=read-write"
        )
    }

    /// Returns the address of the database on the standby.
    pub(crate) fn standby_url(&self) -> String {
        let port = self.ports[1 - self.primary];
        format!("postgres://focusbot@127.0.0.1:{port}/{NAME}")
    }

    /// Ends the primary in the middle of whatever it does.
    pub(crate) fn crash(&self) {
        self.control(self.primary, &["stop", "-m", "immediate"]);
    }

    /// Starts the primary, which recovers.
    pub(crate) fn start(&self) {
        self.serve(self.primary);
    }

    /// Has the standby take the place of a primary that has crashed.
    pub(crate) fn promote(&mut self) {
        self.primary = 1 - self.primary;
        self.control(self.primary, &["promote"]);
    }

    /// Makes a new standby of the server that is not the primary. Once it has everything, the
    /// primary acknowledges no commit that it lacks.
    pub(crate) fn add_standby(&self) {
        let standby = 1 - self.primary;
        let data = self.data(standby);
        // The first standby replaces nothing.
        let _ = fs::remove_dir_all(&data);
        let copied = as_owner(&self.programs.join("pg_basebackup"))
            .arg("-D")
            .arg(&data)
            .args(["-h", "127.0.0.1", "-U", "focusbot", "-p"])
            .arg(self.ports[self.primary].to_string())
            .args(["-R", "-X", "stream", "-c", "fast", "--no-sync"])
            .status();
        assert!(copied.expect("pg_basebackup").success());
        self.serve(standby);
        let mut client = self.client("postgres");
        for text in [
            "ALTER SYSTEM SET synchronous_standby_names = '*'",
            "SELECT pg_reload_conf()",
        ] {
            client.batch_execute(text).expect("a setting");
        }
        let waits = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        until("a standby", || {
            let standbys = client.query_one(waits, &[]).expect("a server");
            standbys.get::<_, i64>(0) > 0
        });
    }

    fn serve(&self, server: usize) {
        let settings = ["max_connections=100", "shared_buffers=32MB"];
        let place = (self.folder.path(), self.ports[server]);
        let is_up = serve(&self.programs, &self.data(server), place, &settings);
        assert!(is_up, "a server that starts");
    }

    fn control(&self, server: usize, command: &[&str]) {
        let done = as_owner(&self.programs.join("pg_ctl"))
            .args(command)
            .arg("-D")
            .arg(self.data(server))
            .args(["-w", "-s"])
            .stdout(Stdio::null())
            .status();
        assert!(done.expect("pg_ctl").success(), "{command:?}");
    }

    fn client(&self, database: &str) -> Client {
        let place: (&Path, u16) = (self.folder.path(), self.ports[self.primary]);
        connect(place, database).expect("a server")
    }

    fn data(&self, server: usize) -> PathBuf {
        self.folder.path().join(format!("data{server}"))
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for server in [0, 1] {
            // It may have crashed already.
            let _ = as_owner(&self.programs.join("pg_ctl"))
                .args(["stop", "-m", "immediate", "-s", "-D"])
                .arg(self.data(server))
                .stderr(Stdio::null())
                .status();
        }
    }
}

/// Returns a free port that no other pair has, even one whose server is down.
fn free_port() -> u16 {
    static TRIED: AtomicU16 = AtomicU16::new(0);
    // Other runs look for ports at the same time.
    let first = std::process::id().wrapping_mul(101) % u32::from(COUNT);
    let first = u16::try_from(first).expect("less than their number");
    loop {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + (first + tried % COUNT) % COUNT;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
