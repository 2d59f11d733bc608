//! The sandbox's page, used by people in a real browser: they look, click and type.
//!
//! Each test is skipped, with a loud word, where there is no Chromium.

mod browser;
mod chat;
mod devtools;
mod tab;

use focusbot::sandbox::Sandbox;
use focusbot::sandbox::SandboxOptions;
use tokio::runtime::Runtime;

use self::browser::Browser;
use self::browser::Window;
use self::tab::Tab;

/// A sandbox without any bot.
#[derive(Debug)]
struct Place {
    runtime: Runtime,
    options: SandboxOptions,
    sandbox: Option<Sandbox>,
    address: String,
}

impl Place {
    fn new() -> Self {
        Self::with(SandboxOptions::default())
    }

    fn with(options: SandboxOptions) -> Self {
        let runtime = Runtime::new().expect("threads for the sandbox");
        let sandbox = runtime
            .block_on(Sandbox::start(options.clone()))
            .expect("a free port");
        let address = sandbox.base_url().to_owned();
        Self {
            runtime,
            options,
            sandbox: Some(sandbox),
            address,
        }
    }

    /// Opens the page as this person.
    fn enter(&self, browser: &mut Browser, who: &str, window: Window) -> Tab {
        browser.open(&format!("{}/sandbox/?as={who}", self.address), window)
    }

    /// Ends the sandbox; its port is free afterwards.
    fn stop(&mut self) {
        let sandbox = self.sandbox.take().expect("a running sandbox");
        self.runtime.block_on(sandbox.stop());
    }

    /// Starts it again under the same address.
    fn start(&mut self) {
        let port = self.address.rsplit_once(':').expect("an address with a port").1;
        let options = SandboxOptions {
            port: port.parse().expect("a number"),
            ..self.options.clone()
        };
        let sandbox = self.runtime.block_on(Sandbox::start(options));
        self.sandbox = Some(sandbox.expect("the port just freed"));
    }
}
