//! The page, and the page to give away.

/// The page as the server shows it: one file that needs nothing else.
pub const PAGE: &str = include_str!("../page/index.html");
