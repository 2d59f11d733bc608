//! Headless Chromium with a temporary profile.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::devtools::DevTools;
use super::tab::Tab;

/// Names of the program; the headless shell takes a fraction of the time of the others.
const NAMES: [&str; 6] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

const FLAGS: [&str; 14] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // The sign of waiting would be drawn sixty times a second, by the processor.
    "--force-prefers-reduced-motion",
    "--remote-debugging-port=0",
];

/// Browser of the tests that run now: starting one takes longer than most tests.
static RUNNING: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());

/// Program that runs until it is dropped.
#[derive(Debug)]
struct Chromium {
    child: Child,
    address: String,
    devtools: Mutex<DevTools>,
    _profile: TempDir,
}

/// Tabs of a test, which are closed when dropped.
#[derive(Debug)]
pub(super) struct Browser {
    chromium: Arc<Chromium>,
    contexts: Vec<Value>,
}

/// Size and color scheme of a tab.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) width: u32,
    pub(super) height: u32,
    /// `dark` or `light`, the preference of the system.
    pub(super) colors: &'static str,
}

impl Window {
    /// Desktop window with dark colors.
    pub(super) const DESKTOP: Self = Self {
        width: 1280,
        height: 900,
        colors: "dark",
    };
    /// Narrowest phone, with light colors.
    pub(super) const PHONE: Self = Self {
        width: 360,
        height: 740,
        colors: "light",
    };
}

impl Chromium {
    fn start() -> Option<Self> {
        let named = std::env::var("FOCUSBOT_CHROMIUM").ok();
        let Some(program) =
            named.or_else(|| NAMES.into_iter().find(|name| runs(name)).map(str::to_owned))
        else {
            eprintln!(
                "\n*** SKIPPED: no Chromium found; the page was NOT tested. Looked for {NAMES:?}. ***\n"
            );
            return None;
        };
        let profile = tempfile::tempdir().expect("a writable temporary folder");
        let mut child = Command::new(program)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a Chromium that can be started");
        let mut lines = BufReader::new(child.stderr.take().expect("a piped error output")).lines();
        let url = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                line.strip_prefix("DevTools listening on ws://")
                    .map(str::to_owned)
            })
            .expect("a Chromium that says where it listens");
        // Chromium keeps writing; a full pipe would block it.
        thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let (address, path) = url.split_once('/').expect("an address with a path");
        let devtools = DevTools::connect(address, &format!("/{path}"));
        Some(Self {
            child,
            address: address.to_owned(),
            devtools: Mutex::new(devtools),
            _profile: profile,
        })
    }

    /// Locks the connection to the browser.
    fn devtools(&self) -> MutexGuard<'_, DevTools> {
        self.devtools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Browser {
    /// Starts Chromium unless another test uses it already, or prints that there is none.
    ///
    /// `FOCUSBOT_CHROMIUM` names another program, which must then exist.
    pub(super) fn launch() -> Option<Self> {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let chromium = match running.upgrade() {
            Some(chromium) => chromium,
            None => Arc::new(Chromium::start()?),
        };
        *running = Arc::downgrade(&chromium);
        Some(Self {
            chromium,
            contexts: Vec::new(),
        })
    }

    /// Opens a URL in a tab that shares nothing with the others, as if on another computer.
    pub(super) fn open(&mut self, url: &str, window: Window) -> Tab {
        let mut context = self
            .chromium
            .devtools()
            .call("Target.createBrowserContext", &json!({}));
        let context = context["browserContextId"].take();
        self.contexts.push(context.clone());
        let target = self.chromium.devtools().call(
            "Target.createTarget",
            &json!({
                "url": "about:blank",
                "browserContextId": context,
                "width": window.width,
                "height": window.height,
            }),
        );
        let id = target["targetId"].as_str().expect("the id of a new tab");
        let devtools = DevTools::connect(&self.chromium.address, &format!("/devtools/page/{id}"));
        Tab::new(devtools, url, window)
    }
}

fn runs(name: &str) -> bool {
    let status = Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

impl Drop for Browser {
    fn drop(&mut self) {
        for context in &self.contexts {
            // A browser that no longer responds has no more tabs either.
            let _ = self.chromium.devtools().try_call(
                "Target.disposeBrowserContext",
                &json!({ "browserContextId": context }),
            );
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // A regular close lets it end its helper processes; if that fails, kill it.
        let closed = self.devtools().try_call("Browser.close", &json!({}));
        if closed.is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
