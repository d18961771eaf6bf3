//! What a feature asks for, sees and changes of records of its own. The books and the kernel hand it on and know only whose it is
//! ([ADR 0058](../../../../docs/adr/0058-features-bring-their-own-records.md)).

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::books::change_request::Pin;

/// What a command or a read asks for of one feature.
pub trait Wanted: Any + fmt::Debug + Send + Sync {
    /// The feature that reads it.
    fn feature(&self) -> &'static str;
}

/// What a feature found of what it was asked for.
pub trait Found: Any + Send + Sync {
    /// The state of what `If-Match` names: [`super::Target::OfFeature`]. `None` when it does not exist, or has no version.
    fn pin(&self) -> Option<Pin> {
        None
    }
}

/// What a decision changes of one feature's records.
pub trait Changed: Any + fmt::Debug + Send + Sync {
    /// The feature that writes it.
    fn feature(&self) -> &'static str;

    /// As [`super::Change::is_catalog`].
    fn is_catalog(&self) -> bool {
        false
    }

    /// As [`super::Change::raises_revision`].
    fn raises_revision(&self) -> bool {
        self.is_catalog()
    }
}

impl dyn Wanted {
    /// As the feature's own type, when it is of that.
    pub fn own<T: Wanted>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

impl dyn Changed {
    /// As the feature's own type, when it is of that.
    pub fn own<T: Changed>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }
}

/// What was asked for, as the features answered.
#[derive(Clone, Default)]
pub struct Seen(BTreeMap<&'static str, Arc<dyn Found>>);

impl Seen {
    pub fn put(&mut self, feature: &'static str, found: Arc<dyn Found>) {
        self.0.insert(feature, found);
    }

    /// What the feature answered, when it was asked for this.
    pub fn get<T: Found>(&self, feature: &str) -> Option<&T> {
        (self.0.get(feature)?.as_ref() as &dyn Any).downcast_ref()
    }

    /// The state of what `If-Match` names of the feature's.
    pub fn pin(&self, feature: &str) -> Option<Pin> {
        self.0.get(feature)?.pin()
    }

    /// The states of all that has a version.
    pub fn pins(&self) -> impl Iterator<Item = Pin> + '_ {
        self.0.values().filter_map(|found| found.pin())
    }
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
