//! Messages that show a table or game.

/// Form of a message, which edits cannot change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MessageForm {
    /// Text or an embed, a file and rows.
    #[default]
    Text,
    /// Components alone.
    Components,
}

/// Kind of a superseded message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SupersededKind {
    /// A table at which people sat down, or a call to a table, which stays while the table is open.
    Table,
    /// A board that announced the actions from `from` to `to`.
    Board {
        /// Number of actions announced before it.
        from: u32,
        /// Number of actions up to and including it.
        to: u32,
    },
    /// A board in a channel that the game has left.
    Moved,
    /// A follower's message in another channel.
    Watch,
}
