//! What the clients were told. The books must remember it too.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// An action's word in the trail, and who did it.
pub type Row = (String, String);

/// What is known of one document.
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// Answered with 2xx, in order.
    pub answered: Vec<Row>,
    /// Sent, and not answered yet: it may stand in the trail or not.
    pub sent: Option<Row>,
    /// When the last approval was answered.
    pub approved: Option<Instant>,
    /// An answer or a read said Posted.
    pub posted: bool,
    pub deleted: bool,
    pub cents: i64,
}

impl Told {
    /// What is wrong with this trail, if anything. `later` is what was told by the time that the trail was read.
    pub fn objection(&self, later: &Self, trail: &[Row]) -> Option<String> {
        let people: Vec<&Row> = trail.iter().filter(|row| row.1 != "system").collect();
        let posted = trail.iter().filter(|row| row.0 == "Post to GL").count();
        let may_be: Vec<&Row> = later.answered.iter().chain(&later.sent).collect();
        if people.len() < self.answered.len() {
            return Some(format!("lost: answered {:?}, the trail has {people:?}", self.answered));
        }
        if !may_be.starts_with(&people) {
            return Some(format!("the trail has {people:?}; asked for was {may_be:?}"));
        }
        if posted > 1 || (self.posted && posted != 1) {
            return Some(format!("posted {posted} times"));
        }
        None
    }
}

#[derive(Default)]
pub struct Memory {
    documents: Mutex<BTreeMap<String, Told>>,
    touched: Mutex<BTreeSet<String>>,
}

impl Memory {
    fn documents(&self) -> MutexGuard<'_, BTreeMap<String, Told>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known of a document, and has it looked at after the next kill.
    pub fn note(&self, id: &str, change: impl FnOnce(&mut Told)) {
        change(self.documents().entry(id.to_owned()).or_default());
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned());
    }

    pub fn of(&self, id: &str) -> Told {
        self.documents().get(id).cloned().unwrap_or_default()
    }

    pub fn all(&self) -> BTreeMap<String, Told> {
        self.documents().clone()
    }

    /// The documents with news since this was asked before.
    pub fn touched(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Approved, and not known to be posted.
    pub fn waiting(&self) -> Vec<(String, Instant)> {
        let documents = self.documents();
        let waiting = documents.iter().filter(|(_, told)| !told.posted);
        waiting.filter_map(|(id, told)| Some((id.clone(), told.approved?))).collect()
    }
}
