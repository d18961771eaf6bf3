//! What a feature asks for, sees and changes of records of its own. The books and the kernel hand it on and know only whose it is
//! ([ADR 0058](../../../../docs/adr/0058-features-bring-their-own-records.md)).

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

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

/// What was asked for, as the features answered.
#[derive(Clone, Default)]
pub struct Seen(BTreeMap<&'static str, Arc<dyn Any + Send + Sync>>);

impl Seen {
    pub fn put(&mut self, feature: &'static str, found: Arc<dyn Any + Send + Sync>) {
        self.0.insert(feature, found);
    }

    /// What the feature answered, when it was asked for this.
    pub fn get<T: Any>(&self, feature: &str) -> Option<&T> {
        self.0.get(feature)?.downcast_ref()
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
