//! Players of a game.

use crate::service::api::ids::PersonId;
use focus_engine::Level;

/// Person with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The person's id.
    pub id: PersonId,
    /// Name under which the person sat down.
    pub name: String,
}

/// Person or computer on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    Person(Person),
    /// A computer of this level.
    Computer(Level),
}

impl Player {
    /// Returns the person, or `None` for a computer.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Self::Person(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// Returns the person's id, or `None` for a computer.
    #[must_use]
    pub fn id(&self) -> Option<PersonId> {
        self.person().map(|person| person.id)
    }
}
