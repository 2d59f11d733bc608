//! Players wanted at a new table: people and computers.

use serenity::all::{User, UserId};

use crate::service::{Computer, PersonId, Refusal, TableKind};
use focus::Mode;
use focus_engine::Level;

/// Level of the bot if it is invited like a person: a match for many who know the rules.
const BOT: Level = Level::Casual;

/// People asked, and the number of people to play.
pub(super) struct Guests {
    /// Mode, if it was named.
    pub(super) mode: Option<Mode>,
    /// Number of people to play, if it was given.
    pub(super) people: Option<usize>,
    /// People who were named.
    pub(super) users: Vec<User>,
    /// Kind of table they are asked to.
    pub(super) kind: fn(Vec<PersonId>) -> TableKind,
}

impl Guests {
    /// Returns the table they are asked to.
    pub(super) fn kind(&self) -> TableKind {
        let users = self.users.iter();
        (self.kind)(users.map(|user| PersonId(user.id.get())).collect())
    }
}

/// Players wanted at a table.
pub(super) struct Participants {
    pub(super) guests: Guests,
    /// Levels of the computers that were named.
    pub(super) computers: Vec<Level>,
    /// Level of the computer wanted as the host's partner.
    pub(super) partner: Option<Level>,
    /// Guest wanted as the host's partner.
    pub(super) teammate: Option<UserId>,
}

impl Participants {
    /// Gives the bot itself the seat of a computer, if it was named among the guests; returns its
    /// level, unless that was named.
    pub(super) fn seat_bot(&mut self, me: Option<UserId>) -> Option<Level> {
        let guests = &mut self.guests.users;
        let named = guests.len();
        guests.retain(|user| Some(user.id) != me);
        let is_seated = guests.len() < named;
        if self.teammate.is_some() && self.teammate == me {
            self.teammate = None;
            let is_free = self.partner.is_none();
            return is_free.then(|| *self.partner.insert(BOT));
        }
        if !is_seated || !self.computers.is_empty() || self.partner.is_some() {
            return None;
        }
        self.computers.push(BOT);
        Some(BOT)
    }

    /// Returns the number of people to play: as many as were named, unless another number was.
    pub(super) fn people(&self) -> usize {
        let guests = &self.guests;
        guests.people.unwrap_or(1 + guests.users.len())
    }

    /// Returns the mode that was named, or else the one for that many players.
    pub(super) fn mode(&self) -> Mode {
        let usual = match self.people() + self.named() {
            _ if self.has_partner() => Mode::Partners,
            0..=2 => Mode::Duel,
            3 => Mode::ThreeWay,
            _ => Mode::FreeForAll,
        };
        self.guests.mode.unwrap_or(usual)
    }

    /// Sets the mode to that of a position, unless another mode was named, which is returned.
    pub(super) fn play_from(&mut self, mode: Mode) -> Result<(), Mode> {
        match self.guests.mode.replace(mode) {
            Some(other) if other != mode => Err(other),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the computers: those that were named, and copies of the first for the remaining
    /// seats that people leave. Without any name there are none.
    pub(super) fn computers(&self, mode: Mode) -> Vec<Computer> {
        let partner = self.partner.map(|level| Computer {
            level,
            is_partner: self.people() > 0,
        });
        let others = self.computers.iter().map(|level| Computer {
            level: *level,
            is_partner: false,
        });
        let mut computers: Vec<_> = partner.into_iter().chain(others).collect();
        let first = self.computers.first().copied().or(self.partner);
        let Some(level) = first else {
            return computers;
        };
        let free = mode.seats().saturating_sub(self.people());
        while computers.len() < free {
            computers.push(Computer {
                level,
                is_partner: false,
            });
        }
        computers
    }

    /// Checks that the named computers leave enough seats for the people who play, and that nobody
    /// else has to come for a game of as many people as are wanted.
    pub(super) fn check(&self, mode: Mode) -> Result<(), Refusal> {
        if self.has_partner() && mode != Mode::Partners {
            return Err(Refusal::NoPartners { mode });
        }
        let players = self.people() + self.named();
        // Named computers fill the free seats. A game without people, and one for invited people
        // alone, is refused with the remedy.
        let is_open = self.named() == 0 && self.guests.users.is_empty() && players > 0;
        let is_short = is_open && players < mode.seats();
        if self.guests.people.is_some() && (is_short || players > mode.seats()) {
            return Err(Refusal::WrongNumberOfPlayers { mode, players });
        }
        Ok(())
    }

    fn has_partner(&self) -> bool {
        self.partner.is_some() || self.teammate.is_some()
    }

    fn named(&self) -> usize {
        self.computers.len() + usize::from(self.partner.is_some())
    }
}
