//! Checks of polls, which the sandbox then ignores.

use crate::rest::validate::form::Fields;

/// Checks the poll of a message, if it has one.
pub(crate) fn poll(fields: &mut Fields<'_, '_>) {
    let Some(value) = fields.get("poll") else {
        return;
    };
    let Some(object) = fields.errors.object("poll", value) else {
        return;
    };
    let mut poll = Fields::new(object, "poll", fields.errors);
    poll.number("duration", 1, 768);
    poll.number("layout_type", 1, 1);
    poll.flag("allow_multiselect");
    media(&mut poll, "question");
    let answers = poll.list("answers", 10).unwrap_or_default();
    if answers.is_empty() {
        let path = poll.at("answers");
        poll.errors.required(&path);
    }
    for (index, answer) in answers.iter().enumerate() {
        let path = poll.at(&format!("answers.{index}"));
        if let Some(object) = poll.errors.object(&path, answer) {
            media(&mut Fields::new(object, &path, poll.errors), "poll_media");
        }
    }
}

/// Checks a question or an answer.
fn media(fields: &mut Fields<'_, '_>, name: &str) {
    let path = fields.at(name);
    let Some(value) = fields.get(name) else {
        fields.errors.required(&path);
        return;
    };
    if let Some(object) = fields.errors.object(&path, value) {
        Fields::new(object, &path, fields.errors).text("text", 1, 300);
    }
}
