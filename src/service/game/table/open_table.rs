//! New tables and their commit, within the limits and the rules of their servers.

use crate::service::Service;
use crate::service::api::fault::ServiceError;
use crate::service::api::ids::{GameId, GuildId, MessageId, Timestamp};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, NewTable};
use crate::service::api::time_control::TimeRule;
use crate::service::api::view::update::{Announcement, Update};
use crate::service::game::table::reserved_id::ReservedId;
use crate::service::game::table::{begin_game, set_up};
use crate::service::game::transaction::change;
use crate::service::model::TableOrGame;
use crate::service::people::setup_preferences::SetupPreferences;
use crate::service::repository::action_log::ActionLog;
use crate::store::Batch;

impl Service {
    /// Opens a table; its game begins if no other person is needed.
    pub(crate) fn create(
        &self,
        now: Timestamp,
        host: &Actor,
        new: &NewTable,
        seed: u64,
    ) -> Result<Update, ServiceError> {
        self.create_with(now, host, new, seed, |_| Ok(()))
    }

    /// Opens a table, and remembers the preferences from which it was made, if there are any.
    /// `start` is the message with the button that was pressed, or on which a command was used, or
    /// the command itself, and the time of the press or command.
    ///
    /// # Errors
    ///
    /// Returns a refusal, or a fault. The second press of a double press is refused with
    /// [`Refusal::AlreadyBegun`], even if another process has received the first.
    pub fn create_by_press(
        &self,
        now: Timestamp,
        host: &Actor,
        (preferences, new): (Option<&SetupPreferences>, &NewTable),
        start: (MessageId, Timestamp),
        seed: u64,
    ) -> Result<Update, ServiceError> {
        let remember = |batch: &mut Batch| self.put_setup(batch, host.person, preferences, start);
        // Distinguishes a double press from an exceeded limit of games, which the first press may
        // have reached.
        remember(&mut Batch::new())?;
        self.create_with(now, host, new, seed, remember)
    }

    /// Opens a table together with the changes that `also` adds to the batch.
    fn create_with(
        &self,
        now: Timestamp,
        host: &Actor,
        new: &NewTable,
        seed: u64,
        also: impl Fn(&mut Batch) -> Result<(), ServiceError>,
    ) -> Result<Update, ServiceError> {
        self.check_games_of(host.person)?;
        self.check_games_in(new.place.channel)?;
        self.check_games_on(new.place.guild)?;
        self.check_clock(new.place.guild, new.time)?;
        let new = set_up::set_up(new, host, now, self.limits.table_open_for, seed)?;
        let new = begin_game::begun_if_full(new, now);
        let opened = self.write::<_, ServiceError>(|batch| {
            also(batch)?;
            self.open(batch, new.clone())
        })?;
        self.opened(opened.id)
    }

    /// Checks that games on a server may have this clock, or no clock.
    pub(crate) fn check_clock(
        &self,
        guild: Option<GuildId>,
        time: Option<TimeRule>,
    ) -> Result<(), ServiceError> {
        let Some(guild) = guild else {
            return Ok(());
        };
        let settings = self.guild_settings(guild)?;
        if settings.allows_clock(time) {
            return Ok(());
        }
        let allowed = settings.clocks;
        Err(Refusal::OtherClocks { allowed }.into())
    }

    /// Adds to `batch` a new table, or a game if it has begun already; returns its number, to be
    /// held until the batch is committed.
    pub(crate) fn open(
        &self,
        batch: &mut Batch,
        mut stored: TableOrGame,
    ) -> Result<ReservedId<'_>, ServiceError> {
        if let TableOrGame::Table(table) = &stored
            && table.common.place.is_direct()
        {
            // Nobody else would see it.
            return Err(Refusal::Alone.into());
        }
        let new_id = self.next_id(batch)?;
        let id = new_id.id;
        let actions = match &mut stored {
            TableOrGame::Table(_) => Vec::new(),
            TableOrGame::Game(game) => self.adapt_clock_at_start(batch, id, game)?,
        };
        let new = (&mut stored, &mut ActionLog::default(), actions);
        change::put(batch, id, None, new, Announcement::Post);
        Ok(new_id)
    }

    /// Returns the update for a table that was just opened.
    pub(crate) fn opened(&self, id: GameId) -> Result<Update, ServiceError> {
        Ok(Update {
            view: self.view(id)?,
            announce: Announcement::Post,
        })
    }
}
