//! Ids in the paths of requests.

use crate::rest::error::Answer;
use crate::rest::validate::form::FormErrors;
use crate::world::snowflake::Id;

/// Parses an id in a path.
///
/// # Errors
///
/// The text is not a snowflake.
pub(crate) fn id(name: &str, text: &str) -> Answer<Id> {
    text.parse().map_err(|_| {
        let mut errors = FormErrors::default();
        let message = format!("Value \"{text}\" is not snowflake.");
        errors.push(name, "NUMBER_TYPE_COERCE", message);
        errors.into_result().expect_err("form with an error")
    })
}
