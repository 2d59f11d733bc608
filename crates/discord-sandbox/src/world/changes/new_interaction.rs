//! Interactions that people begin.

use data_encoding::HEXLOWER;
use serde_json::{Value, json};

use crate::world::World;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::disk::files::derived;
use crate::world::event::WorldEvent;
use crate::world::message_view::Viewer;
use crate::world::model::Authorization;
use crate::world::snowflake::Id;
use crate::world::view::{ATTACHMENT_LIMIT, member_json};

impl World {
    /// Creates an interaction without the optional fields.
    pub(crate) fn new_interaction(
        &mut self,
        kind: u8,
        (user, channel): (Id, Id),
        authorization: Authorization,
    ) -> Interaction {
        let id = self.next_id();
        Interaction {
            id,
            token: self.interaction_token(id),
            kind,
            stage: Stage::Pending,
            user,
            channel,
            command: None,
            custom_id: None,
            source: None,
            target_user: None,
            target_message: None,
            triggering: None,
            original: None,
            thinking: None,
            modal: None,
            authorization,
            followups: 0,
        }
    }

    /// Begins an interaction and sends it to the bot with this `data`.
    pub(crate) fn begin_interaction(&mut self, mut interaction: Interaction, data: &Value) -> Id {
        // The original response to a component is the message that holds it, until the bot posts
        // another.
        interaction.original = interaction.source;
        let id = interaction.id;
        let event = self.interaction_event(&interaction, data);
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
