//! Texts that people read, in five languages.
//!
//! Messages are in `assets/locales`, a folder per language and a file per subject. [`Words`] has a
//! function for each text; its plain [`text`](Words::text) is for texts that are used in one place
//! only.

mod catalogue;
mod escape;
mod language;

mod board;
mod controls;
mod history;
mod people;
mod refusals;
mod teaching;

pub use catalogue::{Words, each_locale};
pub use controls::button::Button;
pub use controls::command::{Label, MenuCommand, Root, Subcommand};
pub use controls::command_option::CommandOption;
pub use controls::menu::MenuEntry;
pub use controls::panel::{OpponentKind, Switch};
pub use escape::{escape, plain};
pub use history::rating::{deviation, games_record, points};
pub use language::Language;
pub use people::admin::AdminCommand;
pub use people::confirmations::Done;
pub use people::privacy::LegalDocument;
pub use people::settings::Setting;
pub use refusals::fault::Permission;
pub use teaching::hint::hinted_moves;
pub use teaching::lessons::{Task, Topic};
