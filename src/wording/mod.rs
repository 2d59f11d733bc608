//! Every sentence people read, in five languages.
//!
//! Messages are in `assets/locales`, a folder for each language and a file for each subject.

pub mod catalogue;
pub mod escape;
pub mod language;

pub use catalogue::Words;
pub use escape::{escape, plain};
pub use language::Language;
