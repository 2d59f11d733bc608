//! Interactions that people begin.

use serde_json::{Value, json};

use crate::world::World;
use crate::world::changes::interaction::{Interaction, MODAL, Stage};
use crate::world::disk::files::{derived, hex};
use crate::world::event::WorldEvent;
use crate::world::message_view::Viewer;
use crate::world::model::{Authorization, Origin};
use crate::world::snowflake::Id;
use crate::world::view::{ATTACHMENT_LIMIT, member_json};

/// Interaction that a person begins, before it has an id.
#[derive(Clone, Debug)]
pub(crate) struct Question {
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

impl Question {
    /// Creates a question without the optional fields.
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
    pub(crate) fn ask(&mut self, question: Question) -> Id {
        let id = self.next_id();
        let interaction = Interaction {
            id,
            token: self.interaction_token(id),
            kind: question.kind,
            stage: Stage::Pending,
            user: question.user,
            channel: question.channel,
            command: question.command,
            custom_id: question.custom_id,
            source: question.source,
            target_user: question.target_user,
            target_message: question.target_message,
            triggering: question.triggering,
            // The original response to a component is the message that holds it, until the bot
            // posts another.
            original: question.source,
            thinking: None,
            modal: None,
            authorization: question.authorization,
            followups: 0,
        };
        let event = self.interaction_event(&interaction, &question.data);
        self.put_interaction(interaction);
        self.note(WorldEvent::Asked {
            interaction: id,
            event,
        });
        id
    }

    fn interaction_token(&self, id: Id) -> String {
        let code = derived(&self.secret, &format!("interaction {id}"));
        format!("aW50{}", hex(code.as_ref()))
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

    /// Returns the time until which the bot can send the initial response.
    pub(crate) fn answer_by_ms(&self, interaction: Id) -> u64 {
        interaction.ms().saturating_add(self.response_limit_ms)
    }

    /// Returns whether the bot can still send the initial response.
    pub(crate) fn is_open(&self, interaction: &Interaction) -> bool {
        interaction.stage == Stage::Pending && self.now_ms < self.answer_by_ms(interaction.id)
    }

    /// Closes the modal whose submission was `asked`, now that it is answered.
    pub(crate) fn close_answered_modal(&mut self, asked: &Interaction) {
        let opener = asked.triggering.as_ref().filter(|_| asked.kind == MODAL);
        let opener = opener.and_then(|by| self.interactions().find(|opener| opener.id == by.id));
        let modal = |opener: &Interaction| opener.modal.as_ref()?["id"].as_str()?.parse().ok();
        // The person may have closed it in the meantime.
        if let Some((opener, modal)) = opener.and_then(|opener| Some((opener, modal(opener)?))) {
            let opener = opener.clone();
            self.close_modal(opener, modal);
        }
    }

    /// Closes the modal that `opener` opened.
    pub(crate) fn close_modal(&mut self, mut opener: Interaction, modal: Id) {
        opener.modal = None;
        let interaction = opener.id;
        self.put_interaction(opener);
        self.note(WorldEvent::ModalClosed { interaction, modal });
    }

    /// Marks an interaction as failed if its time is up, and notes that.
    pub(crate) fn expire(&mut self, id: Id) {
        let Some(mut interaction) = self.interaction(id).cloned() else {
            return;
        };
        let is_late = match interaction.stage {
            Stage::Pending => !self.is_open(&interaction),
            Stage::Deferred => !interaction.has_live_token(self.now_ms),
            Stage::Answered | Stage::Failed => false,
        };
        if is_late {
            interaction.stage = Stage::Failed;
            self.put_interaction(interaction);
            self.note(WorldEvent::Failed(id));
        }
    }

    /// Marks an interaction as failed that has not reached the bot, and notes that.
    pub(crate) fn fail(&mut self, id: Id) {
        let asked = self.interaction(id).cloned();
        if let Some(mut interaction) = asked.filter(|asked| asked.stage == Stage::Pending) {
            interaction.stage = Stage::Failed;
            self.put_interaction(interaction);
            self.note(WorldEvent::Failed(id));
        }
    }
}
