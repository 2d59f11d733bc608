//! Places that a scripted person makes, and installations of the application.

use serde_json::json;

use crate::client::error::PersonError;
use crate::client::person::Person;

impl Person {
    /// Installs the application for this person: its commands with `integration_types` 1 work for
    /// them in every server, group and DM from now on, whether the bot is there or not.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn install(&self) -> Result<(), PersonError> {
        self.act("install", json!({})).await?;
        self.wait_until("the installation", |view| view.is_installed().then_some(()))
            .await
    }

    /// Removes the application that this person has installed for themselves.
    ///
    /// # Errors
    ///
    /// The connection failed.
    pub async fn uninstall(&self) -> Result<(), PersonError> {
        self.act("uninstall", json!({})).await?;
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
        let answer = self.act("create_server", fields).await?;
        let server = answer["guild"].as_str().unwrap_or_default().to_owned();
        self.wait_until("the server's channels", |view| {
            let there = |name: &&str| view.channel_in(&server, name).is_some();
            channels.iter().all(there).then_some(())
        })
        .await?;
        Ok(server)
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
    /// channel. A group without a name is called after its people.
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
        self.act("add_to_group", fields).await.map(drop)
    }

    /// Leaves a group.
    ///
    /// # Errors
    ///
    /// This person is in no such group.
    pub async fn leave_group(&self, group: &str) -> Result<(), PersonError> {
        let group = self.channel(group)?;
        self.act("leave_group", json!({"channel": group})).await?;
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

    async fn open_place(
        &self,
        act: &str,
        fields: serde_json::Value,
    ) -> Result<String, PersonError> {
        let answer = self.act(act, fields).await?;
        let id = answer["channel"]["id"].as_str().unwrap_or_default();
        self.wait_for_channel(id).await
    }
}
