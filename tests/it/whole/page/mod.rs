//! Bot in the sandbox's web page, used by people in a real browser.

#[path = "../../../../crates/discord-sandbox/tests/it/page/browser.rs"]
mod browser;
#[path = "../../../../crates/discord-sandbox/tests/it/page/devtools.rs"]
mod devtools;
mod game;
mod places;
#[expect(dead_code, reason = "the tests of the page use the rest")]
#[path = "../../../../crates/discord-sandbox/tests/it/page/tab.rs"]
mod tab;
