//! Help, and errors of the bot and of its permissions.

use crate::i18n::{Command, Words};

impl Words {
    /// Returns the heading of the help.
    #[must_use]
    pub fn help_title(self) -> String {
        self.text("help-title", &[])
    }

    /// Explains how to start, how to move, and every command; at most 4,096 characters.
    #[must_use]
    pub fn help(self) -> String {
        let mut lines = vec![self.text("help-intro", &[]), String::new()];
        lines.extend(Command::ALL.iter().copied().map(|command| {
            let label = self.command(command);
            let args = [
                ("root", command.root().name().into()),
                ("name", label.name.into()),
                ("description", label.description.into()),
            ];
            self.text("help-command", &args)
        }));
        lines.join("\n")
    }
}
