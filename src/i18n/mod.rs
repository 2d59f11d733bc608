//! Texts that people read, in five languages.
//!
//! Messages are in `assets/locales`, a folder per language and a file per subject. [`Words`] has a
//! function for each text; its plain [`text`](Words::text) is for texts that are used in one place
//! only.

mod catalogue;
mod escape;
mod language;

mod moves;
mod names;
mod options;

mod caption;
mod clock;
mod course;
mod event;
mod hint;
mod import;
mod past;
mod position;
mod rating;
mod spoken;
mod step;
mod table;

mod illegal;
mod reach;
mod refusal;
mod start;

mod admin;
mod bot;
mod button;
mod command;
mod help;
mod place;
mod privacy;
mod settings;
mod teaching;

pub use admin::AdminCommand;
pub use bot::Done;
pub use button::Button;
pub use catalogue::Words;
pub use command::{Command, CommandOption, Label};
pub use escape::{escape, plain};
pub use help::Permission;
pub use language::Language;
pub use privacy::{DataButton, Paper};
pub use rating::{deviation, games_record, points};
pub use settings::Setting;
pub use teaching::{Task, Topic};
