//! Page of the sandbox in a real browser, in which people look, click and type.
//!
//! Each test is skipped, with a notice, if there is no Chromium.

mod bot;
mod browser;
mod channels;
mod chat;
mod components;
mod dates;
mod devtools;
mod parrot;
mod places;
mod tab;

use std::time::Duration;

use discord_sandbox::{Sandbox, SandboxOptions};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use self::browser::{Browser, Window};
use self::tab::Tab;
use crate::bot::{Gateway, Rest};

/// Sandbox that starts without a bot, and the browser that shows its page.
#[derive(Debug)]
struct Place {
    runtime: Runtime,
    options: SandboxOptions,
    sandbox: Option<Sandbox>,
    address: String,
    browser: Browser,
}

impl Place {
    /// Starts a sandbox with these options, if there is a browser.
    fn with(options: SandboxOptions) -> Option<Self> {
        let browser = Browser::launch()?;
        // The bot of these tests answers, but sends no heartbeats.
        let options = SandboxOptions {
            heartbeat_interval: Duration::from_secs(3_600),
            ..options
        };
        let runtime = Runtime::new().expect("threads for the sandbox");
        let sandbox = runtime
            .block_on(Sandbox::start(options.clone()))
            .expect("a free port");
        let address = sandbox.base_url().to_owned();
        Some(Self {
            runtime,
            options,
            sandbox: Some(sandbox),
            address,
            browser,
        })
    }

    /// Starts a sandbox that keeps its content in the folder returned with it.
    fn keeping(options: SandboxOptions) -> Option<(TempDir, Self)> {
        let folder = tempfile::tempdir().expect("a writable temporary folder");
        let options = SandboxOptions {
            data: Some(folder.path().to_owned()),
            ..options
        };
        Self::with(options).map(|place| (folder, place))
    }

    /// Opens the page as this person.
    fn enter(&mut self, who: &str, window: Window) -> Tab {
        let url = format!("{}/sandbox/?as={who}", self.address);
        self.browser.open(&url, window)
    }

    /// Opens the page through the machine's other name.
    fn enter_by_name(&mut self, who: &str, window: Window) -> Tab {
        let address = self.address.replace("127.0.0.1", "localhost");
        assert_ne!(address, self.address);
        let url = format!("{address}/sandbox/?as={who}");
        self.browser.open(&url, window)
    }

    /// Stops the sandbox, which frees its port.
    fn stop(&mut self) {
        let sandbox = self.sandbox.take().expect("a running sandbox");
        self.runtime.block_on(sandbox.stop());
    }

    /// Restarts the sandbox at the same URL.
    fn start(&mut self) {
        let (_, port) = self.address.rsplit_once(':').expect("a port");
        let options = SandboxOptions {
            port: port.parse().expect("a number"),
            ..self.options.clone()
        };
        let sandbox = self.runtime.block_on(Sandbox::start(options));
        self.sandbox = Some(sandbox.expect("the port just freed"));
    }

    fn sandbox(&self) -> &Sandbox {
        self.sandbox.as_ref().expect("a running sandbox")
    }

    /// Logs in a bot, registers its commands and answers interactions with `answer` from then on.
    fn let_in(&mut self, commands: &Value, answer: fn(&Value) -> Option<Value>) {
        let sandbox = self.sandbox();
        let (rest, mut gateway) = self.runtime.block_on(async {
            let rest = Rest::new(sandbox).await;
            rest.register(commands).await;
            (rest, Gateway::log_in(sandbox).await)
        });
        // People take their time; each of their steps has its own limit.
        gateway.patience = Duration::MAX;
        self.runtime.spawn(async move {
            loop {
                let event = gateway.event("INTERACTION_CREATE").await;
                if let Some(body) = answer(&event) {
                    let _ = rest.respond(&event, &body).await;
                }
            }
        });
    }

    /// Posts a message of the bot to the channel that is open in a tab.
    fn post(&self, tab: &mut Tab, body: &Value) {
        let channel = tab.value("location.hash.slice(1)");
        let path = format!("/channels/{}/messages", channel.as_str().expect("id"));
        self.runtime.block_on(async {
            let rest = Rest::new(self.sandbox()).await;
            let _ = rest.post(&path, body).await.fine();
        });
    }

    /// Sends a request of the bot with files.
    fn upload(&self, path: &str, body: &Value, files: &[(&str, &[u8])]) {
        self.runtime.block_on(async {
            let rest = Rest::new(self.sandbox()).await;
            rest.post_files(path, body, files).await;
        });
    }

    /// Moves the sandbox's clock.
    fn advance(&self, by: Duration) {
        self.options.clock.advance(by);
    }
}

/// Starts a sandbox in which a bot on a busy machine responds in time, if there is a browser.
fn place() -> Option<Place> {
    Place::with(SandboxOptions {
        response_limit: Duration::from_secs(60),
        ..SandboxOptions::default()
    })
}
