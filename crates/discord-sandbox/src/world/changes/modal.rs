//! Closing of modals.

use crate::world::World;
use crate::world::changes::interaction::{Interaction, MODAL};
use crate::world::event::WorldEvent;
use crate::world::snowflake::Id;

impl World {
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
}
