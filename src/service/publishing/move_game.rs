//! Moving a game to another channel: who may do that, and who has yet to learn of it.

use crate::service::Service;
use crate::service::api::fault::{Fault, ServiceError};
use crate::service::api::ids::{ChannelId, GameId, GuildId, PersonId, Place, Timestamp};
use crate::service::api::refusal::{Refusal, StayRefusal};
use crate::service::api::view::game::MovedHere;
use crate::service::api::view::update::{Announcement, Update, View};
use crate::service::game::state::match_state::MatchState;
use crate::service::game::transaction::change::GameChange;
use crate::service::model::TableOrGame;
use crate::service::model::common::Reminded;
use crate::service::model::downtime::OwedTime;
use crate::service::model::game::StartedGame;
use crate::service::publishing::superseded_queue::put_superseded_of_channel;
use crate::service::repository::indices;
use crate::service::repository::persistent;
use crate::service::repository::queue_entries::{self, Queued};
use crate::store::{Batch, Expected, Table};
use focus::{Color, ColorSet};

impl Service {
    /// Continues a game in another channel: of the same server, or of any if the server is lost, if
    /// the bot is not a member in one of the two, or if one of them is a direct message with it. A
    /// rated or private game of several people does so only if its place is lost. In its own channel
    /// its board is posted again, because it may have been deleted.
    pub(crate) fn move_to_channel(
        &self,
        now: Timestamp,
        person: PersonId,
        game: GameId,
        place: Place,
        is_lost: bool,
    ) -> Result<Update, ServiceError> {
        self.change(game, |loaded, batch| {
            let old = loaded.held.record.running()?;
            if !old.is_present(person) {
                return Err(Refusal::NotAPlayer.into());
            }
            let from = old.common.place;
            let mut game = old.clone();
            if from.channel == place.channel {
                game.common.place = place;
            } else {
                let state = loaded.state(old)?;
                check_may_move(person, old, &state)?;
                if !is_lost && !old.common.is_channel_lost() {
                    check_may_leave(person, old, &state)?;
                }
                self.check_new_place(old, place, is_lost)?;
                if from.guild != place.guild {
                    self.move_reminder(batch, loaded.id, place.guild)?;
                }
                put_superseded_of_channel(batch, loaded.id, &loaded.held.record);
                game.moved = moved_by(person, old, &state);
                game.common.leave_for(place, None);
            }
            let Some(since) = self.unreachable_since(from)? else {
                return Ok(posted_anew(game));
            };
            let mut state = MatchState::clone(&*loaded.state(old)?);
            let missed = OwedTime::new(since, now);
            let actions = self.paused(batch, loaded, (&mut game, &mut state), missed)?;
            Ok(GameChange {
                state: (!actions.is_empty()).then_some(state),
                actions,
                ..posted_anew(game)
            })
        })
    }

    /// Checks that a game may continue in another channel.
    fn check_new_place(
        &self,
        game: &StartedGame,
        place: Place,
        is_lost: bool,
    ) -> Result<(), ServiceError> {
        let from = game.common.place;
        let is_open = |place: Place| place.is_visited() || place.is_direct();
        let is_free = is_lost || is_open(from) || is_open(place);
        if from.guild != place.guild && !is_free {
            return Err(Refusal::Stays(StayRefusal::OtherServer).into());
        }
        if place.is_direct() && game.number_of_people() > 1 {
            return Err(Refusal::Alone.into());
        }
        self.check_games_in(place.channel)?;
        if from.guild == place.guild {
            return Ok(());
        }
        self.check_games_on(place.guild)?;
        if is_lost {
            return Ok(());
        }
        self.check_clock(place.guild, game.clock.map(|clock| clock.rule))
    }

    /// Continues a game whose channel is gone in that of a person who has just done something in
    /// it, with the parent channel if known; does nothing if it is there already.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn move_from_gone_channel(
        &self,
        person: PersonId,
        id: GameId,
        place: Place,
        parent: Option<ChannelId>,
    ) -> Result<View, ServiceError> {
        self.write::<_, ServiceError>(|batch| {
            let loaded = self.load(id)?;
            let old = loaded.held.record.game().ok_or(Refusal::NotBegun)?;
            if old.common.place.channel == place.channel {
                return Ok(());
            }
            let state = loaded.state(old)?;
            let mut game = old.clone();
            // Somebody who is out may do so: nobody can see the game where it is.
            game.moved = moved_by(person, old, &state);
            // No other move of the game may have the same version.
            game.common.version += 1;
            let followers = self.scan_games(&[id])?;
            queue_entries::put_behind(batch, followers, game.common.version);
            put_superseded_of_channel(batch, id, &loaded.held.record);
            game.common.leave_for(place, parent);
            self.put_unrequested_change(batch, &loaded, game, Vec::new(), true)?;
            Ok(())
        })?;
        self.view(id)
    }

    /// Moves a pending reminder of a game to another server in `batch`.
    fn move_reminder(
        &self,
        batch: &mut Batch,
        game: GameId,
        server: Option<GuildId>,
    ) -> Result<(), Fault> {
        let key = indices::game_key(game);
        if let Some(held) = self.read_intact::<Queued<Reminded>>(&key)? {
            let moved = held.record.on(server);
            persistent::put(batch, key, &moved, Expected::Revision(held.revision));
        }
        Ok(())
    }

    /// Returns whether the player of a color has yet to learn that a game was moved to its channel
    /// when it had this version.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn is_untold_of_move(
        &self,
        game: GameId,
        color: Color,
        version: u64,
    ) -> Result<bool, ServiceError> {
        let held = self.stored(game)?;
        let moved = held.record.game().and_then(|game| game.moved);
        let moved = moved.filter(|moved| moved.version == version);
        Ok(moved.is_some_and(|moved| moved.untold.contains(color)))
    }

    /// Records that the player of a color has learned the fact that
    /// [`Service::is_untold_of_move`] checks. The last of these players takes the game out of the
    /// queue, if it is shown.
    ///
    /// # Errors
    ///
    /// There is no such game, or the store failed.
    pub fn note_told_of_move(
        &self,
        id: GameId,
        color: Color,
        version: u64,
    ) -> Result<(), ServiceError> {
        self.note(id, |stored, batch| {
            let current = stored.common().version;
            let TableOrGame::Game(game) = stored else {
                return;
            };
            let moved = game.moved.as_mut();
            let Some(moved) = moved.filter(|moved| moved.version == version) else {
                return;
            };
            moved.untold = moved.untold.without(color);
            if moved.untold.is_empty() && moved.shown.take() == Some(current) {
                batch.delete(Table::Unannounced, indices::game_key(id), Expected::Any);
            }
        })
    }
}

/// Checks that a person may move a game to another channel.
///
/// # Errors
///
/// The person is out, and others play on, who could lose sight of their game.
fn check_may_move(person: PersonId, game: &StartedGame, state: &MatchState) -> Result<(), Refusal> {
    let people = state.people_in();
    let own = game.color_of(person);
    if people.is_empty() || own.is_some_and(|own| people.contains(own)) {
        Ok(())
    } else {
        Err(Refusal::OutOfTheGame)
    }
}

/// Checks that a person may take a game out of a channel that can show it.
///
/// # Errors
///
/// It is rated, and others who play on could lose on time without seeing it, as not everybody
/// accepts direct messages; or it is private, and others count on being seen in its channel alone.
fn check_may_leave(
    person: PersonId,
    game: &StartedGame,
    state: &MatchState,
) -> Result<(), Refusal> {
    if game.common.rated && !others_in(person, game, state).is_empty() {
        return Err(Refusal::Stays(StayRefusal::Rated));
    }
    if game.common.is_private && game.is_of_others(person) {
        return Err(Refusal::Stays(StayRefusal::Private));
    }
    Ok(())
}

/// Returns the colors of the other people who are still in.
fn others_in(person: PersonId, game: &StartedGame, state: &MatchState) -> ColorSet {
    let people = state.people_in();
    let own = game.color_of(person);
    own.map_or(people, |own| people.without(own))
}

/// Returns the move of a game by a person, of which the other people who are still in must learn;
/// `None` if there are none.
fn moved_by(person: PersonId, game: &StartedGame, state: &MatchState) -> Option<MovedHere> {
    let others = others_in(person, game, state);
    let place = game.common.place;
    // They may not have seen it where it is now.
    let is_hidden = |moved: &MovedHere| others.iter().any(|color| moved.hidden.contains(color));
    let from = match game.moved.filter(is_hidden) {
        Some(moved) => moved.from,
        None => (!place.is_visited()).then_some(place.channel),
    };
    (!others.is_empty()).then_some(MovedHere {
        version: game.common.version,
        hidden: others,
        untold: others,
        shown: None,
        from,
    })
}

/// Returns a change without actions, after which the board is posted again.
fn posted_anew(game: StartedGame) -> GameChange {
    GameChange {
        stored: TableOrGame::Game(Box::new(game)),
        actions: Vec::new(),
        state: None,
        announcement: Announcement::Post,
    }
}
