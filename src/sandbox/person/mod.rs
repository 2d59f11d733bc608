//! The side of the people: what they see, what they do, and what a test does to the world.

pub(crate) mod snapshot;

pub(crate) mod audience;

pub(crate) mod protocol;

pub(crate) mod act;

pub(crate) mod upload;

pub(crate) mod value;

pub(crate) mod command;

pub(crate) mod component;

pub(crate) mod forgery;

pub(crate) mod modal;

pub(crate) mod control;

pub(crate) mod routes;

pub(crate) mod client;

pub(crate) mod deeds;

pub(crate) mod error;

pub(crate) mod event;

pub(crate) mod seen;

pub(crate) mod view;

pub(crate) use audience::tell;
