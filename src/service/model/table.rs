//! Table before its game.

use crate::service::api::ids::PersonId;
use crate::service::api::refusal::Refusal;
use crate::service::api::request::{Actor, Computer, Lineup};
use crate::service::api::teams::{Member, Team};
use crate::service::api::time_control::TimeRule;
use crate::service::api::view::player::Person;
use crate::service::api::view::table::TableState;
use crate::service::model::common::{Admission, Common};
use focus::Color;

/// Table before its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameTable {
    pub(crate) common: Common,
    pub(crate) state: TableState,
    /// People invited who have neither sat down nor declined.
    pub(crate) invited: Vec<PersonId>,
    /// People who were invited after it was set up and have not been mentioned yet.
    pub(crate) uncalled: Vec<PersonId>,
    /// Everybody who has been invited, once for each invitation. Nobody is called to a table twice,
    /// except once more after declining.
    pub(crate) called: Vec<PersonId>,
    /// People who declined to sit down, and have not been invited again.
    pub(crate) declined: Vec<PersonId>,
    /// People with a seat, the host first.
    pub(crate) people: Vec<PersonSeat>,
    /// Teams in which places are kept for people invited, at a table of partners.
    pub(crate) reserved: Vec<(PersonId, Team)>,
    /// Computers with a seat.
    pub(crate) computers: Vec<ComputerSeat>,
    /// Time control, if there are clocks.
    pub(crate) time: Option<TimeRule>,
}

/// Seat of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PersonSeat {
    pub(crate) person: PersonId,
    /// Name at the time of sitting down.
    pub(crate) name: String,
    /// Language of the person's Discord client at that time, as a two-letter ISO 639-1 code.
    pub(crate) language: Option<String>,
    /// The team chosen, at a table of partners.
    pub(crate) team: Option<Team>,
    /// The color chosen, until the game begins.
    pub(crate) color: Option<Color>,
}

/// Seat of a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComputerSeat {
    pub(crate) computer: Computer,
    /// The team in which it is placed, at a table of partners.
    pub(crate) team: Option<Team>,
    /// The color that it was given, until the game begins.
    pub(crate) color: Option<Color>,
}

impl GameTable {
    /// Returns whether people can sit down.
    pub(crate) fn is_open(&self) -> bool {
        self.state == TableState::Open
    }

    /// Checks that a person is the host.
    pub(crate) fn check_host(&self, actor: &Actor) -> Result<(), Refusal> {
        if !self.is_seated(actor.person) {
            return Err(Refusal::NotSeated);
        }
        let host = &self.people[0];
        if host.person != actor.person {
            return Err(Refusal::NotHost {
                host: host.name.clone(),
            });
        }
        Ok(())
    }

    /// Returns the lineup of its computers.
    pub(crate) fn lineup(&self) -> Lineup {
        Lineup::of(self.computers.iter().map(|seat| seat.computer.level))
    }

    /// Checks that the computers have the levels that the host has seen, if those are known.
    pub(crate) fn check_lineup(&self, seen: Option<Lineup>) -> Result<(), Refusal> {
        if seen.is_none_or(|seen| seen == self.lineup()) {
            Ok(())
        } else {
            Err(Refusal::OtherComputers)
        }
    }

    /// Checks, for a computer at a place, that the computers have the levels that the host has seen:
    /// once one is removed, another one has its place.
    pub(crate) fn check_meant(&self, member: Member, seen: Option<Lineup>) -> Result<(), Refusal> {
        match member {
            Member::Computer(_) => self.check_lineup(seen),
            Member::Person(_) => Ok(()),
        }
    }

    /// Returns whether a person sits at the table.
    pub(crate) fn is_seated(&self, person: PersonId) -> bool {
        self.people.iter().any(|seat| seat.person == person)
    }

    /// Returns the team and the color of a member who sits at the table, to be changed.
    pub(crate) fn choices_of(
        &mut self,
        member: Member,
    ) -> Option<(&mut Option<Team>, &mut Option<Color>)> {
        match member {
            Member::Computer(place) => {
                let seat = self.computers.get_mut(place)?;
                Some((&mut seat.team, &mut seat.color))
            }
            Member::Person(person) => {
                let mut people = self.people.iter_mut();
                let seat = people.find(|seat| seat.person == person)?;
                Some((&mut seat.team, &mut seat.color))
            }
        }
    }

    /// Returns whether a person has been invited before.
    pub(crate) fn is_called(&self, person: PersonId) -> bool {
        // Tables set up by older versions list the people called only here.
        let mut lists = [&self.called, &self.invited, &self.uncalled].into_iter();
        lists.any(|people| people.contains(&person))
    }

    /// Returns whether a person has declined and cannot be called again: at a table open to all,
    /// nobody needs an invitation, and at any other one, nobody is called a third time.
    pub(crate) fn has_declined_for_good(&self, person: PersonId) -> bool {
        let calls = self.called.iter().filter(|called| **called == person);
        self.declined.contains(&person)
            && (self.common.admission == Admission::Open || calls.count() > 1)
    }

    /// Returns the people invited who have neither sat down nor declined.
    pub(crate) fn asked(&self) -> Vec<PersonId> {
        match self.common.admission {
            Admission::Open => {
                // Whoever was invited once more is in the list twice.
                let mut asked = Vec::new();
                for guest in &self.called {
                    let has_answered = self.is_seated(*guest) || self.declined.contains(guest);
                    if !has_answered && !asked.contains(guest) {
                        asked.push(*guest);
                    }
                }
                asked
            }
            Admission::Invited | Admission::Challenge => self.invited.clone(),
        }
    }

    /// Returns the number of seats that people and computers have taken.
    pub(crate) fn taken(&self) -> usize {
        self.people.len() + self.computers.len()
    }

    /// Returns whether the game must begin: every seat is taken.
    pub(crate) fn is_full(&self) -> bool {
        self.is_open() && self.taken() == self.common.rules.mode().seats()
    }
}

impl PersonSeat {
    /// Creates the seat of a person without a team or color.
    pub(crate) fn new(actor: &Actor) -> Self {
        Self {
            person: actor.person,
            name: actor.name.clone(),
            language: actor.language.clone(),
            team: None,
            color: None,
        }
    }

    /// Returns the person with the seat.
    pub(crate) fn person(&self) -> Person {
        Person {
            id: self.person,
            name: self.name.clone(),
        }
    }
}

impl ComputerSeat {
    /// Creates the seat of a computer without a team or color.
    pub(crate) fn new(computer: Computer) -> Self {
        Self {
            computer,
            team: None,
            color: None,
        }
    }
}
