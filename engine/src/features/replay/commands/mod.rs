//! Replays of approval rules: the request, and how a document is routed again. See docs/rules/rule-sets.md#replay.

pub mod earlier;
pub mod request;
pub mod reroute;

#[cfg(test)]
mod tests;
