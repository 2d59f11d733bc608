//! Suggestions for the option that a person is typing.

use discord_sandbox::{Person, Response};
use serde_json::Value;

/// Returns the names and values suggested for the option `focused`.
pub(crate) async fn suggestions(
    person: &Person,
    channel: &str,
    command: &str,
    options: &[(&str, &str)],
    focused: &str,
) -> Vec<(String, Value)> {
    let asked = person
        .autocomplete(channel, command, options, focused)
        .await;
    let asked = asked.expect("an option that suggests");
    match person.response(&asked).await.expect("a response") {
        Response::Choices(choices) => choices,
        other => panic!("expected choices, got {other:?}"),
    }
}
