//! Interactions, through the gateway and over HTTP.

mod posts;
mod responses;
