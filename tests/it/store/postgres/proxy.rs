//! Proxy between a store and its server, which cuts connections at chosen moments.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

use crate::store::postgres::Database;

/// Moment at which the connection of a marked request is cut, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Before the server gets the request.
    Before,
    /// After the server has answered, before the answer arrives.
    After,
    /// Before the server gets the request, which is delivered when [`Proxy::deliver`] says so.
    Late,
}

#[derive(Default)]
struct State {
    /// Moment of the cut that is still to come.
    cut: Option<Cut>,
    /// Bytes of the request.
    mark: Vec<u8>,
    /// True if new connections are refused and open ones cut.
    is_away: bool,
    /// Number of requests with the mark that the server got at once.
    delivered: u32,
    /// Permission to deliver the late request, and notice that it has been answered.
    late: (bool, bool),
    open: Vec<TcpStream>,
}

/// Proxy, which lives as long as the tests.
#[derive(Clone)]
pub(crate) struct Proxy {
    port: u16,
    server: PathBuf,
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Proxy {
    pub(crate) fn new(database: &Database) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let proxy = Self {
            port: listener.local_addr().expect("an address").port(),
            server: PathBuf::from(database.cluster.socket())
                .join(format!(".s.PGSQL.{}", database.cluster.port())),
            state: Arc::default(),
        };
        let own = proxy.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let (client, own) = (client.expect("a connection"), own.clone());
                thread::spawn(move || own.relay(client));
            }
        });
        proxy
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// Cuts the connection of the next request that contains `mark`.
    pub(super) fn cut(&self, cut: Cut, mark: &[u8]) {
        self.change(|state| (state.cut, state.mark) = (Some(cut), mark.to_vec()));
    }

    /// Cuts all connections and refuses new ones, or accepts them again.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.change(|state| {
            state.is_away = is_away;
            for client in state.open.drain(..) {
                // It may have ended by itself.
                let _ = client.shutdown(Shutdown::Both);
            }
        });
    }

    /// Returns how often a marked request has reached the server.
    pub(super) fn delivered(&self) -> u32 {
        self.state.0.lock().delivered
    }

    /// Delivers the late request, and waits for the server's answer.
    pub(super) fn deliver(&self) {
        self.change(|state| state.late.0 = true);
        let mut state = self.state.0.lock();
        self.state.1.wait_while(&mut state, |state| !state.late.1);
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.0.lock());
        self.state.1.notify_all();
    }

    fn relay(&self, client: TcpStream) {
        let Ok(server) = UnixStream::connect(&self.server) else {
            return;
        };
        let own = client.try_clone().expect("a second handle");
        let mut is_away = false;
        // A later call that takes the database away also closes the connections noted here.
        self.change(|state| {
            is_away = state.is_away;
            if !is_away {
                state.open.push(own);
            }
        });
        if is_away {
            return;
        }
        let silence = Arc::new(Mutex::new(false));
        let back = {
            let (mut server, client) = (server.try_clone().expect("a handle"), client.try_clone());
            let (mut client, silence) = (client.expect("a handle"), Arc::clone(&silence));
            thread::spawn(move || {
                let mut bytes = vec![0; 1 << 16];
                while let Ok(read @ 1..) = server.read(&mut bytes) {
                    if *silence.lock() || client.write_all(&bytes[..read]).is_err() {
                        break;
                    }
                }
                let _ = client.shutdown(Shutdown::Both);
            })
        };
        self.forward(client, server, &silence);
        back.join().expect("no panic");
    }

    /// Forwards requests until one side ends, or one is marked.
    fn forward(&self, mut client: TcpStream, mut server: UnixStream, silence: &Mutex<bool>) {
        let mut bytes = vec![0; 1 << 16];
        while let Ok(read @ 1..) = client.read(&mut bytes) {
            match self.marked(&bytes[..read]) {
                None => {}
                Some(Cut::Before) => break,
                Some(Cut::After) => {
                    *silence.lock() = true;
                    if server.write_all(&bytes[..read]).is_ok() {
                        // The other thread ends at the answer, which it keeps.
                        return;
                    }
                }
                Some(Cut::Late) => {
                    *silence.lock() = true;
                    let _ = client.shutdown(Shutdown::Both);
                    let mut state = self.state.0.lock();
                    self.state.1.wait_while(&mut state, |state| !state.late.0);
                    drop(state);
                    server.write_all(&bytes[..read]).expect("a server");
                    // A request to end comes after the answer.
                    server.write_all(&[b'X', 0, 0, 0, 4]).expect("a server");
                    let mut rest = Vec::new();
                    let _ = server.read_to_end(&mut rest);
                    self.change(|state| state.late.1 = true);
                    return;
                }
            }
            if server.write_all(&bytes[..read]).is_err() {
                break;
            }
        }
        let _ = client.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    }

    /// Returns the moment of the cut if the request is marked and none has been cut yet.
    fn marked(&self, bytes: &[u8]) -> Option<Cut> {
        let mut state = self.state.0.lock();
        let mark = &state.mark;
        if mark.is_empty() || !bytes.windows(mark.len()).any(|window| window == mark) {
            return None;
        }
        let cut = state.cut.take();
        state.delivered += u32::from(matches!(cut, None | Some(Cut::After)));
        cut
    }
}
