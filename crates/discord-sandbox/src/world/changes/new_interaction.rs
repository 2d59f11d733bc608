//! Interactions that people begin.

use data_encoding::HEXLOWER;
use serde_json::{Value, json};

use crate::world::World;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::disk::files::derived;
use crate::world::event::WorldEvent;
use crate::world::message_view::Viewer;
use crate::world::model::{Authorization, Origin};
use crate::world::snowflake::Id;
use crate::world::view::{ATTACHMENT_LIMIT, member_json};

/// Interaction that a person begins, before it has an id.
#[derive(Clone, Debug)]
pub(crate) struct NewInteraction {
    pub(crate) kind: u8,
    pub(crate) user: Id,
    pub(crate) channel: Id,
    pub(crate) command: Option<String>,
    pub(crate) custom_id: Option<String>,
    /// Message that holds the component.
    pub(crate) source: Option<Id>,
    pub(crate) target_user: Option<Id>,
    pub(crate) target_message: Option<Id>,
    pub(crate) triggering: Option<Box<Origin>>,
    pub(crate) authorization: Authorization,
    /// `data` of the event.
    pub(crate) data: Value,
}

impl NewInteraction {
    /// Creates an interaction without the optional fields.
    pub(crate) fn new(
        kind: u8,
        (user, channel): (Id, Id),
        authorization: Authorization,
        data: Value,
    ) -> Self {
        Self {
            kind,
            user,
            channel,
            command: None,
            custom_id: None,
            source: None,
            target_user: None,
            target_message: None,
            triggering: None,
            authorization,
            data,
        }
    }
}

impl World {
    /// Begins an interaction and sends it to the bot.
    pub(crate) fn begin_interaction(&mut self, new: NewInteraction) -> Id {
        let id = self.next_id();
        let interaction = Interaction {
            id,
            token: self.interaction_token(id),
            kind: new.kind,
            stage: Stage::Pending,
            user: new.user,
            channel: new.channel,
            command: new.command,
            custom_id: new.custom_id,
            source: new.source,
            target_user: new.target_user,
            target_message: new.target_message,
            triggering: new.triggering,
            // The original response to a component is the message that holds it, until the bot
            // posts another.
            original: new.source,
            thinking: None,
            modal: None,
            authorization: new.authorization,
            followups: 0,
        };
        let event = self.interaction_event(&interaction, &new.data);
        self.put_interaction(interaction);
        self.note(WorldEvent::Asked {
            interaction: id,
            event,
        });
        id
    }

    fn interaction_token(&self, id: Id) -> String {
        let code = derived(&self.secret, &format!("interaction {id}"));
        format!("aW50{}", HEXLOWER.encode(code.as_ref()))
    }

    fn interaction_event(&self, interaction: &Interaction, data: &Value) -> Value {
        let user = self.user(interaction.user).expect("asking person");
        let channel = self.channel(interaction.channel).expect("channel asked in");
        let mut event = json!({
            "id": interaction.id,
            "application_id": self.bot,
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "channel_id": channel.id,
            "channel": self.partial_channel_json(channel, user.id),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": ATTACHMENT_LIMIT,
            "app_permissions": self.app_permissions(channel).to_string(),
            "authorizing_integration_owners": interaction.authorization.owners_json(channel.guild),
            "context": channel.context().number(),
            "data": data,
        });
        if let Some(guild) = self.guild_of(channel) {
            let mut member = member_json(guild, user);
            member["permissions"] = json!(self.permissions(user.id, channel).to_string());
            event["member"] = member;
            event["guild_id"] = json!(guild.id);
            event["guild"] = json!({"id": guild.id, "locale": "en-US", "features": []});
            event["guild_locale"] = json!("en-US");
        } else {
            event["user"] = self.user_json(user.id);
        }
        if let Some(message) = interaction.source.and_then(|id| self.message(id)) {
            event["message"] = self.message_json(message, Viewer::Bot { reads_all: true });
        }
        event
    }
}
