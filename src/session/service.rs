//! The door: one request in, one update or refusal out.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use thiserror::Error;

use crate::rules::Rules;
use crate::session::history::History;
use crate::session::ids::{GameId, Timestamp};
use crate::session::load::{self, Damage};
use crate::session::pace::{Pace, PaceLimits};
use crate::session::play::Play;
use crate::session::recent::{Known, Recent};
use crate::session::refusal::Refusal;
use crate::session::request::{Actor, NewTable, Request};
use crate::session::view::{Announce, Update, View};
use crate::session::{acts, convert, handover, index, plan, table, takeback};
use crate::store::records::{ActionRecord, GameRecord, StageRecord, UnannouncedRecord};
use crate::store::{Archive, Batch, CommitError, Expected, Held, ReadError, Store, StoreError};

/// How often a change is tried again when another one got in between.
const TRIES: usize = 16;

/// How much there may be of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables and games at which one person sits and is not out.
    pub games_per_person: usize,
    /// Tables and games in one channel.
    pub games_per_channel: usize,
    /// Tables and games on one server.
    pub games_per_guild: usize,
    /// Games of other channels that one channel follows.
    pub watches_per_channel: usize,
    /// Games that one person has channels follow.
    pub watches_per_person: usize,
    /// Games that the channels of one server follow.
    pub watches_per_guild: usize,
    /// Records of games that a person has brought along and can come back to.
    pub imports_per_person: usize,
    /// How long a table waits for people.
    pub table_open_for: Duration,
    /// How long a move can be taken back without asking, if nobody has answered it.
    pub take_back_grace: Duration,
    /// How much may be asked in a row.
    pub pace: PaceLimits,
}

/// A failure that is not the person's doing.
#[derive(Clone, Debug, Error)]
pub enum Fault {
    /// A record of this game cannot be what this program wrote.
    #[error("game {game}: {damage}")]
    Damaged {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        damage: Damage,
    },
    /// A record could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A change could not be written.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

impl Fault {
    /// What makes a fault of the damage to a game.
    pub(super) fn damaged(game: GameId) -> impl Fn(Damage) -> Self {
        move |damage| Self::Damaged { game, damage }
    }

    /// Whether other games are not concerned.
    #[must_use]
    pub const fn is_of_one_game(&self) -> bool {
        match self {
            Self::Damaged { .. } | Self::Read(ReadError::Unreadable { .. }) => true,
            Self::Read(ReadError::Store(_)) | Self::Commit(_) => false,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Read(ReadError::Store(error))
    }
}

/// Why a request was not carried out; nothing has changed.
#[derive(Clone, Debug, Error)]
pub enum SessionError {
    /// The person's doing.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// Ours.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<Refusal> for SessionError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// All tables and games of all channels.
pub struct Service {
    pub(super) archive: Archive,
    pub(super) limits: Limits,
    pace: Arc<Pace>,
    recent: Recent,
}

/// A table or game as it lies in the store.
pub(super) struct Loaded {
    pub(super) id: GameId,
    pub(super) held: Held<GameRecord>,
    pub(super) history: Arc<History>,
    /// What the history comes to, once that is known.
    play: OnceLock<Arc<Play>>,
}

/// What becomes of a table or game.
pub(super) struct Changed {
    pub(super) record: GameRecord,
    /// What was done in the game just now.
    pub(super) actions: Vec<ActionRecord>,
    /// What the game comes to with that, if anything was done.
    pub(super) play: Option<Play>,
    /// How to show it.
    pub(super) announce: Announce,
}

impl Loaded {
    /// What the history comes to; the game is played through all its actions if need be.
    pub(super) fn play(&self) -> Result<Arc<Play>, Fault> {
        if let Some(play) = self.play.get() {
            return Ok(Arc::clone(play));
        }
        let play = load::replay(&self.held.record, &self.history.actions);
        let play = Arc::new(play.map_err(Fault::damaged(self.id))?);
        Ok(Arc::clone(self.play.get_or_init(|| play)))
    }

    /// The same, to go on with.
    pub(super) fn replay(&self) -> Result<Play, Fault> {
        Ok(Play::clone(&*self.play()?))
    }

    /// Whether the game comes to the same when it is read again.
    fn reads_as_played(&self) -> bool {
        self.play.get().is_none_or(|play| {
            let again = load::replay(&self.held.record, &self.history.actions);
            again.is_ok_and(|again| again.is_same(play))
        })
    }

    fn view(&self) -> Result<View, Fault> {
        let (id, record) = (self.id, &self.held.record);
        let view = if record.stage.has_begun() {
            let game = load::game_view(id, record, &*self.play()?);
            game.map(|game| View::Game(Box::new(game)))
        } else {
            let table = convert::table_view(id, record);
            table.map(|table| View::Table(Box::new(table)))
        };
        view.map_err(Fault::damaged(id))
    }
}

impl Service {
    /// A service over everything that `store` holds.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, limits: Limits) -> Self {
        Self {
            archive: Archive::new(store),
            limits,
            pace: Arc::new(Pace::new(limits.pace)),
            recent: Recent::default(),
        }
    }

    /// Who has asked how much in a row, to be looked at before the service is asked anything.
    #[must_use]
    pub fn pace(&self) -> &Arc<Pace> {
        &self.pace
    }

    /// Carries a request out. It is on disk when this returns an update.
    ///
    /// `seed` decides the lots, and is recorded with the table.
    ///
    /// # Errors
    ///
    /// A refusal or a fault; nothing has changed then.
    pub fn handle(
        &self,
        now: Timestamp,
        actor: &Actor,
        request: Request,
        seed: u64,
    ) -> Result<Update, SessionError> {
        match request {
            Request::Create(new) => self.create(now, actor, &new, seed),
            Request::Join(game) => self.change_table(game, |record, rules| {
                self.check_games_of(actor.person)?;
                Ok(table::join(record, rules, actor, now)?)
            }),
            Request::Leave(game) => {
                self.change_table(game, |record, _| Ok(table::leave(record, actor)?))
            }
            Request::Decline(game) => {
                self.change_table(game, |record, _| Ok(table::decline(record, actor)?))
            }
            Request::Start(game) => self.change_table(game, |record, rules| {
                Ok(table::start(record, rules, actor, now)?)
            }),
            Request::Rematch(game) => self.rematch(now, actor, game, seed),
            Request::Move { game, seen, text } => self.change_game(game, now, |record, play| {
                acts::player_to_move(record, play, actor, seen)?;
                acts::play_move(play, game, &text)
            }),
            Request::Resign { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                Ok(acts::resign(play, color))
            }),
            Request::Draw { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                acts::draw(play, color)
            }),
            Request::RefuseDraw { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                acts::refuse_draw(play, color)
            }),
            Request::GoOn {
                game,
                place,
                is_lost,
            } => self.go_on(actor.person, game, place, is_lost),
            Request::Claim { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                acts::claim(play, color)
            }),
            Request::TakeBack { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                takeback::take_back(play, color, self.limits.take_back_grace)
            }),
            Request::AllowTakeBack { game, seen } => self.change_game(game, now, |record, play| {
                let color = acts::player(record, play, actor, seen)?;
                takeback::allow(play, color)
            }),
            Request::RefuseTakeBack { game, seen } => {
                self.change_game(game, now, |record, play| {
                    let color = acts::player(record, play, actor, seen)?;
                    takeback::refuse(play, color)
                })
            }
            Request::Seat { game, seen, wish } => self.hand_over(now, actor, (game, seen), wish),
            Request::Abort { game, seen } => self.change_game(game, now, |record, play| {
                if let Some(acts) = acts::stop_watching(record, play, actor) {
                    return Ok(acts);
                }
                let color = acts::player(record, play, actor, seen)?;
                acts::abort(play, color)
            }),
        }
    }

    /// A table or game as it is now.
    ///
    /// # Errors
    ///
    /// There is none with this number, or it cannot be read.
    pub fn view(&self, game: GameId) -> Result<View, SessionError> {
        let loaded = self.load(game)?;
        let view = loaded.view()?;
        self.keep(&loaded);
        Ok(view)
    }

    /// Keeps what a game comes to that lies in the store so, if it is known.
    fn keep(&self, loaded: &Loaded) {
        if let Some(play) = loaded.play.get() {
            let known = Known {
                history: Arc::clone(&loaded.history),
                play: Arc::clone(play),
            };
            self.recent.keep(loaded.id, known);
        }
    }

    /// The record of a table or game.
    pub(super) fn record(&self, id: GameId) -> Result<Held<GameRecord>, SessionError> {
        let held = self.archive.read::<GameRecord>(&index::game_key(id));
        Ok(held.map_err(Fault::from)?.ok_or(Refusal::NoSuchGame(id))?)
    }

    pub(super) fn load(&self, id: GameId) -> Result<Loaded, SessionError> {
        let held = self.record(id)?;
        let expected = usize::try_from(held.record.actions).expect("a small count");
        if let Some(Known { history, play }) = self.recent.find(id, expected) {
            let play = play.into();
            return Ok(Loaded {
                id,
                held,
                history,
                play,
            });
        }
        let mut history = History::read(&self.archive, id).map_err(Fault::from)?;
        let found = history.actions.len();
        if found < expected {
            let damage = Damage(format!("expected {expected} actions, found {found}"));
            return Err(Fault::Damaged { game: id, damage }.into());
        }
        // Something may have been done since the record was read.
        history.truncate(expected);
        Ok(Loaded {
            id,
            held,
            history: Arc::new(history),
            play: OnceLock::new(),
        })
    }

    fn create(
        &self,
        now: Timestamp,
        host: &Actor,
        new: &NewTable,
        seed: u64,
    ) -> Result<Update, SessionError> {
        self.check_games_of(host.person)?;
        self.check_games_in(new.place.channel)?;
        self.check_games_on(new.place.guild)?;
        self.check_clock(new.place.guild, new.time)?;
        let new = table::set_up(new, host, now, self.limits.table_open_for, seed)?;
        let id = self.write(|batch| self.open(batch, new.clone()))?;
        self.opened(id)
    }

    /// What has come of a table just opened.
    pub(super) fn opened(&self, id: GameId) -> Result<Update, SessionError> {
        Ok(Update {
            view: self.view(id)?,
            announce: Announce::Post,
        })
    }

    /// Changes a table that has not begun.
    pub(super) fn change_table(
        &self,
        id: GameId,
        change: impl Fn(&mut GameRecord, Rules) -> Result<(), SessionError>,
    ) -> Result<Update, SessionError> {
        self.change(id, |loaded, batch| {
            self.table_changed(loaded, batch, &change)
        })
    }

    /// A table that has not begun, changed.
    pub(super) fn table_changed(
        &self,
        loaded: &Loaded,
        batch: &mut Batch,
        change: &impl Fn(&mut GameRecord, Rules) -> Result<(), SessionError>,
    ) -> Result<Changed, SessionError> {
        let id = loaded.id;
        let mut record = loaded.held.record.clone();
        let rules = convert::rules(&record).map_err(Fault::damaged(id))?;
        change(&mut record, rules)?;
        let actions = self.attend_start(batch, id, &mut record)?;
        let has_begun = record.stage == StageRecord::Playing;
        let announce = if has_begun {
            Announce::Post
        } else {
            Announce::Edit
        };
        Ok(Changed {
            record,
            actions,
            play: None,
            announce,
        })
    }

    /// Changes a game that goes on.
    pub(super) fn change_game(
        &self,
        id: GameId,
        now: Timestamp,
        change: impl Fn(&GameRecord, &mut Play) -> Result<acts::Acts, Refusal>,
    ) -> Result<Update, SessionError> {
        self.change(id, |loaded, batch| {
            self.game_changed(loaded, batch, now, &change)
        })
    }

    /// A game that goes on, changed.
    pub(super) fn game_changed(
        &self,
        loaded: &Loaded,
        batch: &mut Batch,
        now: Timestamp,
        change: &impl Fn(&GameRecord, &mut Play) -> Result<acts::Acts, Refusal>,
    ) -> Result<Changed, SessionError> {
        let mut record = loaded.held.record.clone();
        acts::check_running(record.stage)?;
        let mut play = loaded.replay()?;
        play.now = now.0;
        let step = play.steps;
        let mut acts = change(&record, &mut play)?;
        acts.extend(plan::answer(&record, &mut play, step, &acts));
        record.plans.retain(|plan| plan.step == play.steps);
        handover::conclude(&mut record, &play, &acts);
        acts.extend(self.attend(batch, &mut record, &mut play)?);
        acts::conclude(&mut record, &play);
        Ok(Changed {
            record,
            actions: acts::written(now, acts),
            play: Some(play),
            announce: Announce::Post,
        })
    }

    /// Reads, changes and writes, again if somebody else wrote in between. What else the change
    /// puts into the batch is written with it.
    pub(super) fn change(
        &self,
        id: GameId,
        change: impl Fn(&Loaded, &mut Batch) -> Result<Changed, SessionError>,
    ) -> Result<Update, SessionError> {
        let (loaded, update) = self.write::<_, SessionError>(|batch| {
            let mut loaded = self.load(id)?;
            let changed = change(&loaded, batch)?;
            let mut record = changed.record;
            record.version += 1;
            if let Some(last) = changed.actions.last() {
                self.settle(batch, id, &loaded.held.record, &mut record, last.at)?;
            }
            let mut history = History::clone(&loaded.history);
            let old = Some(&loaded.held);
            let new = (&mut record, &mut history, changed.actions);
            Self::put(batch, id, old, new, changed.announce);
            loaded.held.record = record;
            loaded.history = Arc::new(history);
            loaded.play = changed
                .play
                .map_or_else(OnceLock::new, |play| Arc::new(play).into());
            debug_assert!(loaded.reads_as_played(), "{:?}", loaded.history);
            let update = Update {
                view: loaded.view()?,
                announce: changed.announce,
            };
            Ok((loaded, update))
        })?;
        self.keep(&loaded);
        Ok(update)
    }

    /// Adds to `batch` a new table, or the game that it is already, under the number returned.
    pub(super) fn open(&self, batch: &mut Batch, mut record: GameRecord) -> Result<GameId, Fault> {
        let id = self.next_id()?;
        let actions = self.attend_start(batch, id, &mut record)?;
        let new = (&mut record, &mut History::default(), actions);
        Self::put(batch, id, None, new, Announce::Post);
        Ok(id)
    }

    /// Commits what `attempt` makes, which is made anew if somebody else wrote in between.
    ///
    /// # Errors
    ///
    /// The attempt failed, or the store did; nothing has changed then.
    pub(super) fn write<T, E: From<Fault>>(
        &self,
        mut attempt: impl FnMut(&mut Batch) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tries = 0;
        loop {
            let mut batch = Batch::new();
            let made = attempt(&mut batch)?;
            if batch.is_empty() {
                return Ok(made);
            }
            match self.archive.commit(batch) {
                Err(CommitError::Conflict { .. }) if tries < TRIES => tries += 1,
                committed => {
                    committed.map_err(Fault::from)?;
                    return Ok(made);
                }
            }
        }
    }

    /// Adds to `batch` a record that nobody asked to change just now, and that its message is to
    /// be changed if `is_seen`; a board that is still to be posted stays so.
    pub(super) fn put_aside(
        &self,
        batch: &mut Batch,
        loaded: &Loaded,
        mut record: GameRecord,
        actions: Vec<ActionRecord>,
        is_seen: bool,
    ) -> Result<(), Fault> {
        let key = index::game_key(loaded.id);
        if !actions.is_empty() {
            record.actions += u32::try_from(actions.len()).expect("a small count");
            record.version += 1;
            let mut history = History::clone(&loaded.history);
            history.append(batch, loaded.id, actions, has_ended(&record));
        }
        let expected = Expected::Revision(loaded.held.revision);
        batch.put_record(key.clone(), &record, expected);
        index::update(batch, loaded.id, Some(&loaded.held.record), &record);
        if is_seen && self.archive.read::<UnannouncedRecord>(&key)?.is_none() {
            batch.put_record(key, &UnannouncedRecord { post: false }, Expected::Any);
        }
        Ok(())
    }

    /// Adds to `batch` a record, its new actions, its indices, and that it is to be shown.
    fn put(
        batch: &mut Batch,
        id: GameId,
        old: Option<&Held<GameRecord>>,
        (record, history, actions): (&mut GameRecord, &mut History, Vec<ActionRecord>),
        announce: Announce,
    ) {
        record.actions += u32::try_from(actions.len()).expect("a small count");
        let expected = old.map_or(Expected::Absent, |held| Expected::Revision(held.revision));
        batch.put_record(index::game_key(id), record, expected);
        history.append(batch, id, actions, has_ended(record));
        index::update(batch, id, old.map(|held| &held.record), record);
        let post = announce == Announce::Post;
        batch.put_record(
            index::game_key(id),
            &UnannouncedRecord { post },
            Expected::Any,
        );
    }
}

/// Whether a game was played and is over.
pub(super) fn has_ended(record: &GameRecord) -> bool {
    match record.stage {
        StageRecord::Ended | StageRecord::Aborted => true,
        StageRecord::Open
        | StageRecord::Closed
        | StageRecord::Declined(_)
        | StageRecord::Expired
        | StageRecord::Playing => false,
    }
}
