//! A deferral: of which line, to which account, over what time, in whose name, and how far it has come.

use super::parts::{Part, Spread, parts};
use crate::approval::access::{Actor, UserId};
use crate::books::document::deferred;
use crate::features::recurring::{Problem, Rights};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::kind::spelled::spelled;
use crate::values::money::{Currency, Minor};

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "deferral";
/// What is called so in a 404.
pub const TITLE: &str = "deferral";
/// What a made id begins with.
pub const ID_PREFIX: &str = "DF-";
/// The longest id: those of its entries have a day behind it.
pub const MAX_ID: usize = 53;

spelled! {
    /// Whether parts are recognised.
    Standing {
        Active = "active",
        /// All of them are.
        Completed = "completed",
        /// By a person, or because its document was voided.
        Ended = "ended",
    }
}

/// A deferral.
#[derive(Clone, PartialEq, Debug)]
pub struct Deferral {
    pub deferral_id: String,
    /// The posted document, and its line.
    pub source: DocumentKey,
    pub line_number: i64,
    /// The line's account, on which the amount waits, and the one that the parts are recognised on.
    pub from_account_id: String,
    pub account_id: String,
    /// Of the base currency, as the amount is.
    pub currency: Currency,
    /// As the line was posted, without what was recognised of it before; debit positive.
    pub amount: Minor,
    pub start_date: Date,
    pub spread: Spread,
    /// The day on which the document was posted: nothing is recognised before.
    pub posted_on: Date,
    pub standing: Standing,
    /// Who wrote it: in their name, with the rights that they had, the entries are made.
    pub owner: UserId,
    pub rights: Rights,
    /// The last scheduled day whose entry was made.
    pub recognized_through: Option<Date>,
    pub problem: Option<Problem>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl Deferral {
    /// All parts. One that could not be made into parts was never kept.
    pub fn parts(&self) -> Vec<Part> {
        parts(self.amount, self.start_date, self.spread).unwrap_or_default()
    }

    /// The next part, while it is active.
    pub fn next(&self) -> Option<Part> {
        let is_left = |part: &Part| self.standing == Standing::Active && !self.is_recognized(part);
        self.parts().into_iter().find(is_left)
    }

    /// Whether the entry of this part was made.
    pub fn is_recognized(&self, part: &Part) -> bool {
        self.recognized_through.is_some_and(|through| part.scheduled_on <= through)
    }

    /// The date of the part's entry.
    pub fn date_of(&self, part: &Part) -> Date {
        part.scheduled_on.max(self.posted_on)
    }

    /// The entry of a part: its id follows from both, so that none is made twice.
    pub fn entry_of(&self, part: &Part) -> DocumentKey {
        deferred::entry_of(&self.deferral_id, part.scheduled_on)
    }

    /// The sum of what was recognised.
    pub fn recognized(&self) -> Minor {
        let made = self.parts().into_iter().filter(|part| self.is_recognized(part)).map(|part| part.amount);
        Minor::sum(made).unwrap_or_default()
    }

    /// Who makes its entries.
    pub fn as_actor(&self) -> Actor {
        self.rights.actor(&self.owner)
    }

    /// The same, one version on.
    #[must_use]
    pub fn next_version(&self) -> Self {
        Self { version: self.version.saturating_add(1), ..self.clone() }
    }
}
