//! Help: how to play with the bot.

use crate::i18n::{Root, Subcommand, Words};

impl Words {
    /// Explains how to start, how to move, and every command; with the title at most 4,000
    /// characters. Commands whose top-level command has an id can be clicked. Where the bot only
    /// answers, it does not see replies.
    #[must_use]
    pub fn help(self, only_answers: bool, id: impl Fn(Root) -> Option<u64>) -> String {
        let typed = |command| self.mention(command, id(command.root()));
        let reply = if only_answers {
            String::new()
        } else {
            format!(" {}", self.text("help-reply", &[]))
        };
        let intro = [
            ("reply", reply.into()),
            ("play", typed(Subcommand::Play).into()),
            ("new", typed(Subcommand::New).into()),
            ("move", typed(Subcommand::Move).into()),
            ("rules", typed(Subcommand::Rules).into()),
        ];
        let mut lines = vec![self.text("help-intro", &intro), String::new()];
        lines.extend(Subcommand::ALL.iter().copied().map(|command| {
            let args = [
                ("command", typed(command).into()),
                ("description", self.command(command).description.into()),
            ];
            self.text("help-command", &args)
        }));
        lines.join("\n")
    }

    /// Returns a command to click if its top-level command has an id, or else to type.
    fn mention(self, command: Subcommand, id: Option<u64>) -> String {
        let root = command.root().name();
        match id {
            // Discord finds it by the name under which it is registered.
            Some(id) => format!("</{root} {}:{id}>", command.name()),
            None => format!("`/{root} {}`", self.command(command).name),
        }
    }
}
