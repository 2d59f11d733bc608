//! Headless Chromium with a temporary profile.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::json;
use tempfile::TempDir;

use super::devtools::DevTools;
use super::tab::Tab;

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
];

/// Running browser, which ends when dropped.
#[derive(Debug)]
pub(super) struct Browser {
    child: Child,
    address: String,
    devtools: DevTools,
    _profile: TempDir,
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

impl Browser {
    /// Starts Chromium, or prints that there is none.
    ///
    /// `FOCUSBOT_CHROMIUM` names another program, which must then exist.
    pub(super) fn launch() -> Option<Self> {
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
            devtools,
            _profile: profile,
        })
    }

    /// Opens a URL in a tab that shares nothing with the others, as if on another computer.
    pub(super) fn open(&mut self, url: &str, window: Window) -> Tab {
        let context = self
            .devtools
            .call("Target.createBrowserContext", &json!({}));
        let target = self.devtools.call(
            "Target.createTarget",
            &json!({
                "url": "about:blank",
                "browserContextId": context["browserContextId"],
                "width": window.width,
                "height": window.height,
            }),
        );
        let id = target["targetId"].as_str().expect("the id of a new tab");
        let devtools = DevTools::connect(&self.address, &format!("/devtools/page/{id}"));
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
        // A regular close lets it end its helper processes; if that fails, kill it.
        if self.devtools.try_call("Browser.close", &json!({})).is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
