//! Languages that people and servers have chosen, and the latest changes, from which every process
//! learns about the changes of others.

use crate::service::Service;
use crate::service::api::fault::Fault;
use crate::service::api::ids::PersonId;
use crate::service::model::settings::languages::{Chooser, LanguageChange, LanguageChanges};
use crate::service::model::settings::{GuildData, PersonData};
use crate::service::repository::persistent;
use crate::store::{Batch, Expected, Key, Table, Versioned};

/// Key of the latest changes in [`Table::Meta`].
const KEY: &[u8] = b"languages";
/// Number of the latest changes that are kept; a process that has missed more reads all again.
const KEPT: usize = 100;

/// Languages chosen since an earlier check, as far as they are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageNews {
    /// Number of all changes up to now.
    pub changes: u64,
    /// Languages as two-letter ISO 639-1 codes; `None` if one was given up.
    pub chosen: Vec<(Chooser, Option<String>)>,
    /// True if others were chosen as well: all that was known before may be out of date.
    pub has_gaps: bool,
}

impl Service {
    /// Returns whether other processes change the store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.archive.store().is_shared()
    }

    /// Returns the languages chosen after the first `known` changes.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn language_news(&self, known: Option<u64>) -> Result<LanguageNews, Fault> {
        let latest = self.latest_languages()?.map(|held| held.record);
        let latest = latest.unwrap_or_default();
        let changes = latest.changes;
        let Some(known) = known.filter(|known| *known >= latest.forgotten) else {
            return Ok(LanguageNews {
                changes,
                chosen: Vec::new(),
                has_gaps: true,
            });
        };
        let new = latest.latest.into_iter();
        let new = new.filter(|change| change.number > known);
        Ok(LanguageNews {
            changes,
            chosen: new.map(|change| (change.by, change.language)).collect(),
            has_gaps: false,
        })
    }

    /// Returns the languages that people and servers have chosen, as two-letter ISO 639-1 codes; none
    /// for records that cannot be read.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub fn chosen_languages(
        &self,
        choosers: &[Chooser],
    ) -> Result<Vec<(Chooser, Option<String>)>, Fault> {
        let keys = choosers.iter().map(|chooser| match chooser {
            Chooser::Person(person) => (Table::Players, Key::new().u64(person.0)),
            Chooser::Guild(guild) => (Table::Guilds, Key::new().u64(guild.0)),
        });
        let values = self.archive.store().get_many(&keys.collect::<Vec<_>>())?;
        let languages = choosers.iter().zip(values).map(|(chooser, value)| {
            let language = value.and_then(|value| language_in(*chooser, &value.bytes));
            (*chooser, language)
        });
        Ok(languages.collect())
    }

    /// Adds to `batch` the record that somebody has chosen a language, or none.
    pub(crate) fn note_language(
        &self,
        batch: &mut Batch,
        by: Chooser,
        language: Option<&str>,
    ) -> Result<(), Fault> {
        self.change_latest(batch, |known| {
            known.changes += 1;
            known.latest.retain(|change| change.by != by);
            known.latest.push(LanguageChange {
                number: known.changes,
                by,
                language: language.map(str::to_owned),
            });
            let surplus = known.latest.len().saturating_sub(KEPT);
            if let Some(last) = known.latest.drain(..surplus).next_back() {
                known.forgotten = last.number;
            }
        })
    }

    /// Adds to `batch` the removal of every trace of a person's language: all processes read
    /// languages again.
    pub(crate) fn forget_language(&self, batch: &mut Batch, person: PersonId) -> Result<(), Fault> {
        self.change_latest(batch, |known| {
            known.changes += 1;
            known.forgotten = known.changes;
            known
                .latest
                .retain(|change| change.by != Chooser::Person(person));
        })
    }

    fn change_latest(
        &self,
        batch: &mut Batch,
        change: impl FnOnce(&mut LanguageChanges),
    ) -> Result<(), Fault> {
        let held = self.latest_languages()?;
        let expected = Expected::as_read(held.as_ref().map(|held| held.revision));
        let mut known = held.map(|held| held.record).unwrap_or_default();
        change(&mut known);
        persistent::put(batch, KEY, &known, expected);
        Ok(())
    }

    fn latest_languages(&self) -> Result<Option<Versioned<LanguageChanges>>, Fault> {
        self.read_intact(KEY)
    }
}

/// Returns the language in the record of a person or server.
fn language_in(chooser: Chooser, record: &[u8]) -> Option<String> {
    match chooser {
        Chooser::Person(_) => {
            persistent::decode::<PersonData>(record)
                .ok()?
                .settings
                .language
        }
        Chooser::Guild(_) => {
            persistent::decode::<GuildData>(record)
                .ok()?
                .settings
                .language
        }
    }
}
