//! The answers that the clients got. The books must agree with them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tests::kind::credits;

/// An action's word in the trail, and who did it.
pub type Row = (String, String);

/// What the clients know of one document, by its path (`bills/B-1`).
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// Answered with 2xx, in order.
    pub answered: Vec<Row>,
    /// Sent, and not answered yet: one of them may stand in the trail, or none, or all where one call asks for all.
    pub sent: Vec<Row>,
    /// When the last approval was answered.
    pub approved: Option<Instant>,
    /// An answer or a read said Posted.
    pub posted: bool,
    pub deleted: bool,
    /// The account that one such document moves by so many cents when it is posted, debit positive.
    pub account: &'static str,
    pub cents: i64,
}

impl Told {
    /// What is wrong with this trail, if anything. `later` is what the clients knew when the trail was read.
    pub fn objection(&self, path: &str, later: &Self, trail: &[Row]) -> Option<String> {
        // The service itself posts, and a payment or a credit leaves a row in the trail of what it settles too.
        let of_others = ["Receive Payment", "Pay", "Refund", "Payment Voided", "Paid"];
        let is_credited = credits().iter().any(|(_, credited)| path.split('/').next() == Some(credited.path));
        let pays = |row: &Row| of_others.contains(&row.0.as_str()) || (row.0 == "Apply" && is_credited);
        let asked = |row: &&Row| row.1 != "system" && !pays(row);
        let people: Vec<&Row> = trail.iter().filter(asked).collect();
        let posted = trail.iter().filter(|row| row.0 == "Post to GL").count();
        if people.len() < self.answered.len() {
            return Some(format!("lost: answered {:?}, the trail has {people:?}", self.answered));
        }
        let mut asked_for = people.iter().zip(&later.answered).all(|(row, answered)| *row == answered);
        if let Some(more) = people.get(later.answered.len()..) {
            // What one call asks for is done as a whole.
            let whole = more.iter().copied().eq(&later.sent);
            asked_for &= whole || (more.len() <= 1 && more.iter().all(|row| later.sent.contains(row)));
        }
        if !asked_for {
            return Some(format!("the trail has {people:?}; asked for was {:?}, {:?}", later.answered, later.sent));
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

    /// Changes what is known of a document, and marks it for the check after the next kill.
    pub fn note(&self, path: &str, change: impl FnOnce(&mut Told)) {
        change(self.documents().entry(path.to_owned()).or_default());
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }

    pub fn of(&self, path: &str) -> Told {
        self.documents().get(path).cloned().unwrap_or_default()
    }

    pub fn all(&self) -> BTreeMap<String, Told> {
        self.documents().clone()
    }

    /// The documents that changed since the last call.
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
