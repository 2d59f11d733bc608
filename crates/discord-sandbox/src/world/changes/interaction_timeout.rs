//! Time limits of responses to interactions.

use crate::world::World;
use crate::world::changes::interaction::{Interaction, Stage};
use crate::world::event::WorldEvent;
use crate::world::snowflake::Id;

impl World {
    /// Returns the time until which the bot can send the initial response.
    pub(crate) fn answer_by_ms(&self, interaction: Id) -> u64 {
        interaction.ms().saturating_add(self.response_limit_ms)
    }

    /// Returns whether the bot can still send the initial response.
    pub(crate) fn is_open(&self, interaction: &Interaction) -> bool {
        interaction.stage == Stage::Pending && self.now_ms < self.answer_by_ms(interaction.id)
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

    /// Marks an interaction that has not reached the bot as failed, and notes that.
    pub(crate) fn fail(&mut self, id: Id) {
        let asked = self.interaction(id).cloned();
        if let Some(mut interaction) = asked.filter(|asked| asked.stage == Stage::Pending) {
            interaction.stage = Stage::Failed;
            self.put_interaction(interaction);
            self.note(WorldEvent::Failed(id));
        }
    }
}
