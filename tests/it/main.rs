//! The one integration binary: a module for each layer.

mod architecture;
mod wording;
