//! Server for one run of the tests, which ends with it.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use postgres::{Client, Config, NoTls};

/// User that the server runs as if the tests run as root, which it refuses.
const OWNER: &str = "postgres";
/// Beginning of the names of folders, which end in the number of the process.
const FOLDER: &str = "focusbot-postgres-";
/// Time that the server has to start.
const START: Duration = Duration::from_secs(60);
/// Number of ports that are tried.
const PORTS: u32 = 5;

/// Server that all tests share.
pub(super) struct Cluster {
    folder: PathBuf,
    /// Port for TLS, which the socket does not have.
    port: u16,
    databases: AtomicU32,
}

impl Cluster {
    /// Returns the server, which the first call starts; `None` where there is no PostgreSQL.
    pub(super) fn shared() -> Option<&'static Self> {
        static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
        SHARED.get_or_init(Self::start).as_ref()
    }

    fn start() -> Option<Self> {
        let programs = programs()?;
        sweep();
        let folder = std::env::temp_dir().join(format!("{FOLDER}{}", std::process::id()));
        fs::create_dir(&folder).expect("a new folder");
        give(&folder);
        let (pattern, data) = (folder.join("pattern"), folder.join("data"));
        init(&programs, &pattern);
        copy(&pattern, &data);
        let rules = "local all +guarded scram-sha-256\nlocal all all trust\n\
                     host all all 127.0.0.1/32 trust\n";
        let written = fs::write(data.join("pg_hba.conf"), rules);
        written.expect("a folder that the tests may write");
        let data_of_tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls");
        for name in ["server.pem", "server.key"] {
            let own = data.join(name);
            fs::copy(data_of_tests.join(name), &own).expect("a file of the tests");
            let private = fs::Permissions::from_mode(0o600);
            fs::set_permissions(&own, private).expect("a file of ours");
            give(&own);
        }
        // Between the choice of a port and its use, another program may take it.
        let serving = (0..PORTS).find_map(|_| {
            let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
            let port = free.local_addr().expect("an address").port();
            drop(free);
            let cluster = Self {
                folder: folder.clone(),
                port,
                databases: AtomicU32::new(0),
            };
            cluster.serve(&programs, &data).then_some(cluster)
        });
        let cluster = serving.expect("a server that starts");
        let made = cluster
            .client("postgres")
            .batch_execute("CREATE ROLE guarded");
        made.expect("a role of all with a password");
        Some(cluster)
    }

    /// Starts the server; returns whether it can be reached.
    fn serve(&self, programs: &Path, data: &Path) -> bool {
        let settings = [
            "ssl=on",
            "ssl_cert_file=server.pem",
            "ssl_key_file=server.key",
            "max_connections=400",
            "shared_buffers=32MB",
            "deadlock_timeout=200ms",
        ];
        serve(programs, data, (&self.folder, self.port), &settings)
    }

    /// Returns a name that no database has yet.
    pub(super) fn next_name(&self) -> String {
        format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed))
    }

    /// Returns the folder of the server's socket.
    pub(super) fn socket(&self) -> String {
        self.folder.display().to_string()
    }

    /// Returns the port of the server on this machine, and the number in its socket's name.
    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// Makes the folder of another server without databases.
    pub(super) fn make(&self, data: &Path) {
        copy(&self.folder.join("pattern"), data);
    }

    /// Connects as the administrator.
    pub(super) fn client(&self, database: &str) -> Client {
        self.connect(database).expect("a server")
    }

    fn connect(&self, database: &str) -> Result<Client, postgres::Error> {
        connect((&self.folder, self.port), database)
    }
}

/// Makes the folder of a server without databases, which takes ten times as long as copying it.
fn init(programs: &Path, data: &Path) {
    let made = as_owner(&programs.join("initdb"))
        .arg("-D")
        .arg(data)
        .args(["-U", "focusbot", "-A", "trust", "-E", "UTF8"])
        .args(["--locale=C", "--no-sync"])
        .stdout(Stdio::null())
        .status();
    assert!(made.expect("initdb").success());
}

fn copy(from: &Path, to: &Path) {
    let copied = as_owner(Path::new("cp"))
        .arg("-a")
        .args([from, to])
        .status();
    assert!(copied.expect("cp").success());
}

/// Starts a server on a thread that lives as long as it: the end of this process ends the server.
/// Returns whether it can be reached, at the folder of its socket and its port; if not, it has
/// ended.
pub(super) fn serve(
    programs: &Path,
    data: &Path,
    (folder, port): (&Path, u16),
    settings: &[&str],
) -> bool {
    let mut server = as_owner(&programs.join("postgres"));
    server.arg("-D").arg(data).arg("-k").arg(folder);
    server.arg("-p").arg(port.to_string());
    let usual = [
        "listen_addresses=127.0.0.1",
        "fsync=off",
        "log_min_messages=fatal",
    ];
    for setting in usual.iter().chain(settings) {
        server.args(["-c", setting]);
    }
    let log = fs::File::create(data.with_extension("log")).expect("a file");
    server
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log);
    let serving = thread::spawn(move || server.status().expect("a server"));
    let until = Instant::now() + START;
    while connect((folder, port), "postgres").is_err() {
        if serving.is_finished() {
            return false;
        }
        assert!(Instant::now() < until, "the server does not start");
        thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Connects as the administrator.
pub(super) fn connect(
    (folder, port): (&Path, u16),
    database: &str,
) -> Result<Client, postgres::Error> {
    let mut config = Config::new();
    config
        .host_path(folder)
        .port(port)
        .user("focusbot")
        .dbname(database);
    config.connect(NoTls)
}

/// Returns the folder of the newest server's programs; `None`, and says so, where there is none.
pub(super) fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let bins = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let mut bins: Vec<_> = bins.filter(|bin| bin.join("initdb").exists()).collect();
    bins.sort();
    if bins.is_empty() {
        // Unlike `eprintln`, this is shown for tests that pass.
        let note = "\nSKIPPED: tests of PostgreSQL, as its server is not installed (Debian: \
                    `apt-get install postgresql`)\n";
        std::io::stderr()
            .write_all(note.as_bytes())
            .expect("standard error");
    }
    bins.pop()
}

/// Returns a command that runs as a user the server accepts, and ends with this process.
pub(super) fn as_owner(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid", OWNER, "--regid", OWNER, "--clear-groups"]);
    }
    command
        .args(["--pdeathsig", "INT"])
        .arg(program)
        .current_dir("/");
    command
}

/// Gives a file or folder to the user that the server runs as.
pub(super) fn give(path: &Path) {
    if is_root() {
        let given = Command::new("chown").arg(OWNER).arg(path).status();
        assert!(given.expect("chown").success());
    }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Removes what ended runs have left, among them one whose process had the number of this one.
fn sweep() {
    let entries = fs::read_dir(std::env::temp_dir()).expect("a folder");
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let number = name.strip_prefix(FOLDER);
        let is_over = |number: &str| {
            number == std::process::id().to_string() || !Path::new("/proc").join(number).exists()
        };
        if number.is_some_and(is_over) {
            // Another run may be removing it as well.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
