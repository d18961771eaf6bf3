//! What a request for a replay asks about those of its caller, and that it is begun.

use std::sync::Arc;

use crate::approval::replay::Replay;
use crate::books::command::{Change, Changed, Found, Snapshot, Wanted};

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "replay";

/// The replays of the caller that wait or run.
#[derive(Clone, Copy, Debug)]
pub struct WantedReplays;

impl Wanted for WantedReplays {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

/// Their ids, the oldest first.
#[derive(Clone, Default, Debug)]
pub struct OwnReplays(pub Vec<String>);

impl Found for OwnReplays {}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &[String] {
    snapshot.of_features.get::<OwnReplays>(FEATURE).map_or(&[], |own| &own.0)
}

/// A replay, still to be run by its job. It is no part of the books.
#[derive(Clone, Debug)]
pub struct BeginReplay(pub Replay);

impl Changed for BeginReplay {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<BeginReplay> for Change {
    fn from(begun: BeginReplay) -> Self {
        Self::OfFeature(Arc::new(begun))
    }
}
