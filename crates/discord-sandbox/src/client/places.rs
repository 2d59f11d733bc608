//! Places that a scripted person makes, and installations of the application.

use serde_json::json;

use crate::client::error::PersonError;
use crate::client::person::Person;
use crate::world::model;

/// Kind of a channel of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelKind {
    /// Text channel.
    Text,
    /// Voice channel, in which people also write.
    Voice,
    /// Announcement channel.
    Announcement,
    /// Forum, which holds nothing but posts.
    Forum,
}

impl ChannelKind {
    /// Returns the number of the type in Discord's JSON.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Text => model::TEXT,
            Self::Voice => model::VOICE,
            Self::Announcement => model::ANNOUNCEMENT,
            Self::Forum => model::FORUM,
        }
    }
}

impl Person {
    /// Installs the application for this person: its commands with `integration_types` 1 work for
    /// them in every server, group and DM from now on, whether the bot is there or not.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn install(&self) -> Result<(), PersonError> {
        self.perform("install", json!({})).await?;
        self.wait_until("the installation", |view| view.is_installed().then_some(()))
            .await
    }

    /// Removes the application that this person has installed for themselves.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn uninstall(&self) -> Result<(), PersonError> {
        self.perform("uninstall", json!({})).await?;
        self.wait_until("the removal", |view| (!view.is_installed()).then_some(()))
            .await
    }

    /// Creates a server without the bot, owned by this person, with channels of these names, and
    /// returns its id. Everybody is a member.
    ///
    /// # Errors
    ///
    /// A name is empty or too long.
    pub async fn create_server(
        &self,
        name: &str,
        channels: &[&str],
    ) -> Result<String, PersonError> {
        let fields = json!({"name": name, "channels": channels});
        let answer = self.perform("create_server", fields).await?;
        let server = answer["guild"].as_str().unwrap_or_default().to_owned();
        self.wait_until("the server's channels", |view| {
            let there = |name: &&str| view.channel_in(&server, name).is_some();
            channels.iter().all(there).then_some(())
        })
        .await?;
        Ok(server)
    }

    /// Creates a channel in the server of the channel `beside` and returns its id. This person must
    /// own the server.
    ///
    /// # Errors
    ///
    /// There is no such channel, or this person may not create one.
    pub async fn create_channel(
        &self,
        beside: &str,
        name: &str,
        kind: ChannelKind,
    ) -> Result<String, PersonError> {
        let beside = self.channel(beside)?;
        let server = self.view(|view| view.server_of(&beside));
        let fields = json!({"server": server, "name": name, "kind": kind.number()});
        self.open_place("create_channel", fields).await
    }

    /// Starts a thread that everybody in the channel sees, and returns its id.
    ///
    /// # Errors
    ///
    /// This person may not start a thread there.
    pub async fn create_thread(&self, channel: &str, name: &str) -> Result<String, PersonError> {
        let fields = json!({"channel": self.channel(channel)?, "name": name});
        self.open_place("create_thread", fields).await
    }

    /// Starts a private thread and returns its id. The people mentioned in its messages see it.
    ///
    /// # Errors
    ///
    /// This person may not start a private thread there.
    pub async fn create_private_thread(
        &self,
        channel: &str,
        name: &str,
    ) -> Result<String, PersonError> {
        let fields = json!({"channel": self.channel(channel)?, "name": name, "private": true});
        self.open_place("create_thread", fields).await
    }

    /// Posts in a forum and returns the id of the post's thread.
    ///
    /// # Errors
    ///
    /// There is no such forum, this person may not post there, or the text is empty.
    pub async fn create_post(
        &self,
        forum: &str,
        title: &str,
        content: &str,
    ) -> Result<String, PersonError> {
        let fields = json!({"channel": self.channel(forum)?, "name": title, "content": content});
        self.open_place("create_thread", fields).await
    }

    /// Opens the DM with another person, given by user name, and returns the id of its channel.
    ///
    /// # Errors
    ///
    /// There is no such person.
    pub async fn open_dm_with(&self, person: &str) -> Result<String, PersonError> {
        self.open_place("open_dm", json!({"with": person})).await
    }

    /// Creates a group of this person and others, given by user name, and returns the id of its
    /// channel. A group without a name is named after its people.
    ///
    /// # Errors
    ///
    /// There is no such person, or the group is too large.
    pub async fn create_group(&self, name: &str, with: &[&str]) -> Result<String, PersonError> {
        let fields = json!({"name": name, "with": with});
        self.open_place("create_group", fields).await
    }

    /// Adds a person, given by user name, to a group of this person.
    ///
    /// # Errors
    ///
    /// There is no such person or no such group, or the group is full.
    pub async fn add_to_group(&self, group: &str, person: &str) -> Result<(), PersonError> {
        let fields = json!({"channel": self.channel(group)?, "who": person});
        self.perform("add_to_group", fields).await.map(drop)
    }

    /// Leaves a group.
    ///
    /// # Errors
    ///
    /// This person is in no such group.
    pub async fn leave_group(&self, group: &str) -> Result<(), PersonError> {
        let group = self.channel(group)?;
        self.perform("leave_group", json!({"channel": group}))
            .await?;
        self.wait_until("the end of the group", |view| {
            view.channel(&group).is_none().then_some(())
        })
        .await
    }

    /// Waits until this person sees the channel of this id or name, such as a group that somebody
    /// else has created, and returns its id.
    ///
    /// # Errors
    ///
    /// No such channel appears.
    pub async fn wait_for_channel(&self, name: &str) -> Result<String, PersonError> {
        self.wait_until(&format!("the channel `{name}`"), |view| view.channel(name))
            .await
    }

    pub(super) async fn open_place(
        &self,
        action: &str,
        fields: serde_json::Value,
    ) -> Result<String, PersonError> {
        let answer = self.perform(action, fields).await?;
        let id = answer["channel"]["id"].as_str().unwrap_or_default();
        self.wait_for_channel(id).await
    }
}
