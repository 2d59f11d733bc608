//! Records of the messages that show tables and games.

use std::cell::Cell;

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, MessageId};
use crate::service::api::view::game::GameView;
use crate::service::api::view::message::{MessageForm, SupersededKind};
use crate::service::api::view::table::TableView;
use crate::service::api::view::update::{Announcement, View};
use crate::service::model::TableOrGame;
use crate::service::model::action::{Action, ActionKind};
use crate::service::publishing::superseded_queue::{SupersededMessage, put_superseded};
use crate::service::repository::{indices, persistent, queue_entries};
use crate::store::{Batch, Expected, Key, Table};

/// Version in the view of an older board that was found without having been recorded.
const UNKNOWN_VERSION: u64 = 0;

/// Outcome of the record that a message shows a table or game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMessage {
    /// Message that must be changed now, if there is one: the previous one, or the recorded one
    /// itself.
    pub superseded: Option<SupersededMessage>,
    /// True if the message shows an older state than the current one, which another process may
    /// have shown in it before.
    pub is_outdated: bool,
}

impl Service {
    /// Records that `message` shows the state `shown`, in the form that `shown` names. If it
    /// supersedes another board or table message, an edit of that one is queued. If another process
    /// has shown a newer state meanwhile, or posted a new message while this one was edited, that
    /// one's message stays the live one; if it is the same message, the current state is shown
    /// again. So it is if an older state was recorded for the message since `shown` was read. A table
    /// with guests who have not been mentioned yet stays unannounced until [`Service::called`], a
    /// game whose message mentions nobody until [`Service::told_in_private`], and one that was moved
    /// to another channel until all have learned of that ([`Service::note_told_of_move`]).
    ///
    /// If the recorded state is outdated, the caller has to show the current one: another process
    /// that records it removes the queued edit, and does not know whose request came last.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn announced(
        &self,
        shown: &View,
        message: MessageId,
    ) -> Result<RecordedMessage, ServiceError> {
        let (is_outdated, superseded) = (Cell::new(false), Cell::new(None));
        self.note(shown.id(), |stored, batch| {
            batch.be_patient();
            let is_newest = stored.common().version == shown.version();
            let old = record_shown(stored, batch, shown, message);
            if let Some(old) = old {
                put_superseded(batch, old);
            }
            superseded.set(old);
            let is_recorded = old.is_none_or(|old| old.message != message);
            is_outdated.set(is_recorded && !is_newest);
        })?;
        // A process that has found an older board is about to show the current state.
        let is_found = shown.version() == UNKNOWN_VERSION;
        let is_outdated = is_outdated.get() && !is_found;
        if is_outdated {
            if let View::Game(view) = shown
                && !view.is_uncalled
            {
                self.call_nobody_again(view)?;
            }
            self.show_anew(shown.id(), message)?;
        }
        Ok(RecordedMessage {
            superseded: superseded.get(),
            is_outdated,
        })
    }

    /// Records that the uncalled guests of `shown` have been mentioned. The message `call`, if it
    /// is known, is changed once nobody can sit down at the table anymore.
    ///
    /// # Errors
    ///
    /// There is no such table, or the store failed.
    pub fn called(&self, shown: &TableView, call: Option<MessageId>) -> Result<(), ServiceError> {
        self.note(shown.id, |stored, batch| {
            if let Some(message) = call {
                let call = SupersededMessage {
                    game: shown.id,
                    place: shown.place,
                    message,
                    form: MessageForm::Text,
                    was: SupersededKind::Table,
                };
                put_superseded(batch, call);
            }
            if let TableOrGame::Table(table) = stored {
                let called = &shown.uncalled;
                table.uncalled.retain(|guest| !called.contains(guest));
            }
            if stored.common().version == shown.version {
                let key = indices::game_key(shown.id);
                batch.delete(Table::Unannounced, key, Expected::Any);
            }
        })
    }

    /// Records that the people whom the message of this version of a game did not mention got
    /// direct messages.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn told_in_private(&self, game: GameId, version: u64) -> Result<(), ServiceError> {
        self.note(game, |stored, batch| {
            if stored.common().version == version {
                leave_queue(stored, batch, game);
            }
        })
    }

    /// Queues an edit of the message that shows a table or game, unless another message shows it by
    /// now or an update is still pending. The message may have been changed back to an older state
    /// after the newest one was recorded. It may also be gone, which the edit will notice.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn show_anew(&self, game: GameId, message: MessageId) -> Result<(), ServiceError> {
        self.write(|batch| {
            let held = self.stored(game)?;
            if held.record.common().message == Some(message) {
                let mut stored = TableOrGame::clone(&held.record);
                match &mut stored {
                    // The edit is needed even if another process now records this state as shown.
                    TableOrGame::Table(table) => table.common.version += 1,
                    TableOrGame::Game(game) => {
                        if let Some(moved) = &mut game.moved {
                            // The entry in the queue no longer waits only for those who are untold.
                            moved.shown = None;
                        }
                    }
                }
                self.replace(batch, game, &held, &stored, true)?;
            }
            Ok(())
        })
    }

    /// Queues an edit of the message that shows a game in place of a new message, if the running
    /// clock has been paused since, or a vacation has ended, and nothing else has happened.
    fn call_nobody_again(&self, shown: &GameView) -> Result<(), ServiceError> {
        self.write(|batch| {
            let loaded = self.load(shown.id)?;
            let mut later = loaded.log.actions.iter().skip(shown.actions as usize);
            let is_of_clock = |action: &Action| {
                matches!(
                    action.kind,
                    ActionKind::Pause(_) | ActionKind::StartVacation(_) | ActionKind::EndVacation
                )
            };
            if later.len() > 0 && later.all(is_of_clock) {
                let game = indices::game_key(shown.id);
                let expected = Expected::Revision(loaded.held.revision);
                batch.require(Table::Games, game, expected);
                let server = loaded.held.record.common().place.guild;
                queue_entries::put(batch, shown.id, server, Announcement::Edit);
            }
            Ok(())
        })
    }
}

/// Records in a table or game that `message` shows it. Returns the message that must be changed:
/// the previous one, or `message` if it is no longer the one to show it.
fn record_shown(
    stored: &mut TableOrGame,
    batch: &mut Batch,
    shown: &View,
    message: MessageId,
) -> Option<SupersededMessage> {
    let (game, place) = (shown.id(), shown.place());
    let superseded = |message, form, was| SupersededMessage {
        game,
        place,
        message,
        form,
        was,
    };
    if stored.common().place.channel != place.channel {
        // The game has left the channel meanwhile, and must still be shown in its new one.
        return Some(superseded(message, shown.form(), SupersededKind::Moved));
    }
    let is_newest = stored.common().version == shown.version();
    let recorded = stored.common().message;
    let is_edit = shown.message() == Some(message);
    if (is_edit || !is_newest) && recorded.is_some_and(|recorded| recorded > message) {
        // Another process has posted a newer message meanwhile. An edit of the older one may have
        // been undone: its state is still to be shown.
        let was = late_kind(stored, shown);
        return Some(superseded(message, shown.form(), was));
    }
    let may_be_older = is_newest && is_overtaken(stored, shown, message);
    let common = stored.common_mut();
    let old = common.message.replace(message);
    let is_new = old != Some(message);
    let old = old.filter(|_| is_new);
    let old_form = common.form;
    if is_new {
        common.form = shown.form();
    }
    common.lost = None;
    let superseded = old.map(|old| superseded(old, old_form, superseded_kind(stored, shown)));
    if let View::Game(view) = shown {
        if let Some(old) = old {
            batch.delete(Table::Messages, Key::new().u64(old.0), Expected::Any);
        }
        if let TableOrGame::Game(game) = stored {
            if is_new {
                game.told = Some(game.announced.unwrap_or(0));
            }
            game.announced = Some(game.announced.unwrap_or(0).max(view.actions));
        }
        // Otherwise the recorded step stays the older one, so that the next edit has a picture.
        if !may_be_older {
            let step = (view.id, view.steps);
            persistent::put(batch, Key::new().u64(message.0), &step, Expected::Any);
        }
    }
    if may_be_older {
        queue_entries::put(batch, game, place.guild, Announcement::Edit);
    } else if is_newest {
        update_queue(stored, batch, shown);
    }
    superseded
}

/// Returns whether a message that was edited to this view of a game may show an older state, which
/// was recorded since the view was read.
fn is_overtaken(stored: &TableOrGame, shown: &View, message: MessageId) -> bool {
    let View::Game(view) = shown else {
        return false;
    };
    let announced = stored.game().and_then(|game| game.announced);
    let is_edited = stored.common().message == Some(message) && !view.is_uncalled;
    let since = view.announced + 1..view.actions;
    is_edited && announced.is_some_and(|announced| since.contains(&announced))
}

/// Removes a shown update from the queue, or queues it for the people who have yet to be mentioned.
fn update_queue(stored: &mut TableOrGame, batch: &mut Batch, shown: &View) {
    let (game, guild) = (shown.id(), shown.place().guild);
    match shown {
        View::Table(table) if !table.uncalled.is_empty() => {
            queue_entries::put(batch, game, guild, Announcement::Edit);
        }
        View::Game(view) if view.is_uncalled => {
            queue_entries::put(batch, game, guild, Announcement::Post);
        }
        View::Table(_) | View::Game(_) => leave_queue(stored, batch, game),
    }
}

/// Removes a shown update from the queue. While people have yet to learn that the game was moved to
/// another channel, it stays there, as an edit: otherwise the end of the process could keep it from
/// them.
fn leave_queue(stored: &mut TableOrGame, batch: &mut Batch, id: GameId) {
    let (version, guild) = (stored.common().version, stored.common().place.guild);
    if let TableOrGame::Game(game) = stored
        && let Some(moved) = &mut game.moved
        && !moved.untold.is_empty()
    {
        moved.shown = Some(version);
        return queue_entries::put(batch, id, guild, Announcement::Edit);
    }
    batch.delete(Table::Unannounced, indices::game_key(id), Expected::Any);
}

/// Returns the kind of the message before the one that shows this view.
fn superseded_kind(stored: &TableOrGame, shown: &View) -> SupersededKind {
    let game = stored.game();
    match (
        shown,
        game.and_then(|game| Some((game.announced?, game.told))),
    ) {
        (View::Table(_), _) => SupersededKind::Moved,
        (View::Game(_), None) => SupersededKind::Table,
        (View::Game(_), Some((to, told))) => SupersededKind::Board {
            from: told.unwrap_or(to),
            to,
        },
    }
}

/// Returns the kind of a message that shows this view, and was recorded after a newer one.
fn late_kind(stored: &TableOrGame, shown: &View) -> SupersededKind {
    let announced = stored.game().and_then(|game| game.announced);
    match (shown, announced) {
        (View::Table(_), None) => SupersededKind::Moved,
        (View::Table(_), Some(_)) => SupersededKind::Table,
        // The newer board shows its news.
        (View::Game(_), told) => SupersededKind::Board {
            from: told.unwrap_or(0),
            to: told.unwrap_or(0),
        },
    }
}
