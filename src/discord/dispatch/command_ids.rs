//! Ids of the registered commands, which make the commands clickable in texts.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::i18n::Root;

/// Ids under which Discord lists the top-level commands, known once they are registered.
#[derive(Debug, Default)]
pub(crate) struct CommandIds(OnceLock<HashMap<String, u64>>);

impl CommandIds {
    /// Learns the ids from Discord's list of commands.
    pub(crate) fn learn(&self, listed: &Value) {
        let commands = listed.as_array().into_iter().flatten();
        let ids = commands.filter_map(|command| {
            let name = command["name"].as_str()?.to_owned();
            Some((name, command["id"].as_str()?.parse().ok()?))
        });
        // A command keeps its id for as long as it is registered.
        let _ = self.0.set(ids.collect());
    }

    /// Returns the id of a top-level command, if it is known.
    pub(crate) fn id(&self, root: Root) -> Option<u64> {
        self.0.get()?.get(root.name()).copied()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::CommandIds;
    use crate::i18n::Root;

    #[test]
    fn ids_are_known_once_the_commands_are_listed() {
        let ids = CommandIds::default();
        assert_eq!(ids.id(Root::Focus), None);
        ids.learn(&json!([{"id": "7", "name": "focus"}, {"name": "focus-me"}, 3]));
        assert_eq!(ids.id(Root::Focus), Some(7));
        assert_eq!(ids.id(Root::Me), None);
    }
}
