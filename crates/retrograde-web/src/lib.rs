//! The explorer.
pub mod api;
