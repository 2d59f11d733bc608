//! Colors on a terminal.

use std::env;
use std::ffi::OsStr;
use std::io::IsTerminal;

/// Returns whether text written to a stream is colored: on a terminal, unless `NO_COLOR` is set.
///
/// Source: <https://no-color.org>.
pub(super) fn is_colored(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && !forbids_colors(env::var_os("NO_COLOR").as_deref())
}

/// Returns whether this value of `NO_COLOR` forbids colors.
fn forbids_colors(no_color: Option<&OsStr>) -> bool {
    no_color.is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_forbidden_by_any_value_that_is_not_empty() {
        for (value, is_forbidden) in [(None, false), (Some(""), false), (Some("0"), true)] {
            let value = value.map(OsStr::new);
            assert_eq!(forbids_colors(value), is_forbidden, "{value:?}");
        }
    }
}
