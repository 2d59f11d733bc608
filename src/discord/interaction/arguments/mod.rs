//! Arguments of commands and forms that several features read.

pub(crate) mod autocomplete;
pub(crate) mod options;
pub(crate) mod thread_choice;
pub(crate) mod uploads;

use std::convert::Infallible;
use std::sync::Arc;

use poise::ApplicationContext;

use crate::discord::bot::Bot;

/// Context in which poise runs a command; a command always responds and never fails.
pub type Context<'a> = ApplicationContext<'a, Arc<Bot>, Infallible>;
