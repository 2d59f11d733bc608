//! Entry point of the service: one request in, one update or refusal out.

use std::sync::Arc;
use std::time::Duration;

use crate::service::api::fault::SessionError;
use crate::service::api::ids::{GameId, Timestamp};
use crate::service::api::rate_limit::{Pace, PaceLimits};
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, NewTable, Request};
use crate::service::api::view::{Announce, Update, View};
use crate::service::deadlines::outages::Outages;
use crate::service::game::cache::Recent;
use crate::service::game::commands;
use crate::service::game::take_back;
use crate::service::table::{fill, lifecycle};
use crate::store::{Archive, Store};

/// Upper bounds on tables, games and requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Tables and games at which one person sits without being out.
    pub games_per_person: usize,
    /// Tables and games in one channel.
    pub games_per_channel: usize,
    /// Tables and games on one server.
    pub games_per_guild: usize,
    /// Games of other channels that one channel may follow.
    pub watches_per_channel: usize,
    /// Games that channels may follow at one person's request.
    pub watches_per_person: usize,
    /// Games that the channels of one server may follow.
    pub watches_per_guild: usize,
    /// Imported records that a person can come back to.
    pub imports_per_person: usize,
    /// Time that a table waits for people.
    pub table_open_for: Duration,
    /// Time in which an unanswered move can be taken back without asking.
    pub take_back_grace: Duration,
    /// Rate limits of requests.
    pub pace: PaceLimits,
}

/// All tables and games of all channels, with the operations on them.
pub struct Service {
    pub(crate) archive: Archive,
    pub(crate) limits: Limits,
    pace: Arc<Pace>,
    pub(crate) recent: Recent,
    pub(crate) outages: Outages,
}

impl Service {
    /// Creates a service over everything that `store` holds.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, limits: Limits) -> Self {
        Self {
            archive: Archive::new(store),
            limits,
            pace: Arc::new(Pace::new(limits.pace)),
            recent: Recent::default(),
            outages: Outages::default(),
        }
    }

    /// Returns the rate limiter, to be consulted before each request.
    #[must_use]
    pub fn pace(&self) -> &Arc<Pace> {
        &self.pace
    }

    /// Carries out a request. If this returns an update, the change is on disk.
    ///
    /// `seed` decides the lots, and is recorded with the table.
    ///
    /// # Errors
    ///
    /// Returns a refusal or a fault; nothing has changed in either case.
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
                Ok(lifecycle::join(record, rules, actor, now)?)
            }),
            Request::ChooseTeam { game, team } => self.change_table(game, |record, rules| {
                if !lifecycle::is_seated(record, actor.person.0) {
                    self.check_games_of(actor.person)?;
                }
                Ok(lifecycle::choose_team(record, rules, actor, team, now)?)
            }),
            Request::PlaceInTeam { game, member, team } => {
                self.change_table(game, |record, rules| {
                    Ok(lifecycle::place_in_team(
                        record,
                        rules,
                        actor,
                        (member, team),
                    )?)
                })
            }
            Request::AddComputer { game, level } => self.change_table(game, |record, rules| {
                Ok(fill::add_computer(record, rules, actor, level, now)?)
            }),
            Request::Invite { game, people } => {
                self.change_table(game, |record, _| Ok(fill::invite(record, actor, &people)?))
            }
            Request::OpenToAll(game) => {
                self.change_table(game, |record, _| Ok(fill::open_to_all(record, actor)?))
            }
            Request::Leave(game) => {
                self.change_table(game, |record, _| Ok(lifecycle::leave(record, actor)?))
            }
            Request::Decline(game) => self.change_table(game, |record, rules| {
                Ok(lifecycle::decline(record, rules, actor)?)
            }),
            Request::Start(game) => self.change_table(game, |record, rules| {
                Ok(lifecycle::start(record, rules, actor, now)?)
            }),
            Request::Rematch(game) => self.rematch(now, actor, game, seed),
            Request::Move { game, seen, text } => self.change_game(game, now, |record, play| {
                commands::player_to_move(record, play, actor, seen)?;
                commands::play_move(play, game, &text)
            }),
            Request::Resign { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                Ok(commands::resign(play, color))
            }),
            Request::Draw { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                commands::draw(play, color)
            }),
            Request::RefuseDraw { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                commands::refuse_draw(play, color)
            }),
            Request::GoOn {
                game,
                place,
                is_lost,
            } => self.go_on(actor.person, game, place, is_lost),
            Request::Claim { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                commands::claim(play, color)
            }),
            Request::TakeBack { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                take_back::take_back(play, color, self.limits.take_back_grace)
            }),
            Request::AllowTakeBack { game, seen } => self.change_game(game, now, |record, play| {
                let color = commands::player(record, play, actor, seen)?;
                take_back::allow(play, color)
            }),
            Request::RefuseTakeBack { game, seen } => {
                self.change_game(game, now, |record, play| {
                    let color = commands::player(record, play, actor, seen)?;
                    take_back::refuse(play, color)
                })
            }
            Request::Seat { game, seen, wish } => self.hand_over(now, actor, (game, seen), wish),
            Request::Abort { game, seen } => self.change_game(game, now, |record, play| {
                if let Some(acts) = commands::stop_watching(record, play, actor) {
                    return Ok(acts);
                }
                let color = commands::player(record, play, actor, seen)?;
                commands::abort(play, color)
            }),
        }
    }

    /// Returns a table or game in its current state.
    ///
    /// # Errors
    ///
    /// Fails if there is no table or game with this number, or it cannot be read.
    pub fn view(&self, game: GameId) -> Result<View, SessionError> {
        let loaded = self.load(game)?;
        let view = loaded.view()?;
        self.keep(&loaded);
        Ok(view)
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
        let place = new.place;
        let new = lifecycle::set_up(new, host, now, self.limits.table_open_for, seed)?;
        if place.is_direct() && !new.stage.has_begun() {
            return Err(Refusal::Alone.into());
        }
        let id = self.write(|batch| self.open(batch, new.clone()))?;
        self.opened(id)
    }

    /// Returns the update for a table that was just opened.
    pub(crate) fn opened(&self, id: GameId) -> Result<Update, SessionError> {
        Ok(Update {
            view: self.view(id)?,
            announce: Announce::Post,
        })
    }
}
