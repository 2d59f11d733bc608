//! Checks of polls, which the sandbox then ignores.

use crate::rest::validate::form::Fields;

/// Checks the poll of a message, if it has one.
pub(crate) fn poll(fields: &mut Fields<'_, '_>) {
    let Some(mut poll) = fields.inside("poll") else {
        return;
    };
    poll.number("duration", 1, 768);
    poll.number("layout_type", 1, 1);
    poll.flag("allow_multiselect");
    media(&mut poll, "question");
    let answers = poll.list("answers", 10).unwrap_or_default();
    if answers.is_empty() {
        poll.missing("answers");
    }
    poll.items("answers", answers, |answer| {
        media(answer, "poll_media");
        Some(())
    });
}

/// Checks a question or an answer.
fn media(fields: &mut Fields<'_, '_>, name: &str) {
    if let Some(mut media) = fields.required_inside(name) {
        media.text("text", 1, 300);
    }
}
