//! What a feature asks for, sees and changes of records of its own. The books and the kernel hand it on and know only whose it is
//! ([ADR 0058](../../../../docs/adr/0058-features-bring-their-own-records.md)).

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::values::clock::Timestamp;

/// What a command or a read asks for of one feature.
pub trait Wanted: Any + fmt::Debug + Send + Sync {
    /// The feature that reads it.
    fn feature(&self) -> &'static str;
}

/// What a decision changes of one feature's records.
pub trait Changed: Any + fmt::Debug + Send + Sync {
    /// The feature that writes it.
    fn feature(&self) -> &'static str;
}

/// A record of a feature that `If-Match` may be about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Present {
    pub id: String,
    pub version: i64,
    pub made_at: Timestamp,
}

/// What a feature answered.
#[derive(Clone)]
pub struct Answered {
    pub seen: Arc<dyn Any + Send + Sync>,
    pub present: Vec<Present>,
}

/// What was asked for, as the features answered.
#[derive(Clone, Default)]
pub struct Seen(BTreeMap<&'static str, Answered>);

impl Seen {
    pub fn put(&mut self, feature: &'static str, answered: Answered) {
        self.0.insert(feature, answered);
    }

    /// What the feature answered, when it was asked for this.
    pub fn get<T: Any>(&self, feature: &str) -> Option<&T> {
        self.0.get(feature)?.seen.downcast_ref()
    }

    /// The record as it is, when the feature found it.
    pub fn present(&self, feature: &str, id: &str) -> Option<&Present> {
        self.0.get(feature)?.present.iter().find(|present| present.id == id)
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
