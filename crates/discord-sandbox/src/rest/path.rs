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
        let message = format!("Value \"{text}\" is not snowflake.");
        FormErrors::one(name, "NUMBER_TYPE_COERCE", message)
    })
}
