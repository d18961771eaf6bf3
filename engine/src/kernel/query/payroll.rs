//! What a caller without `payroll.read` is not told, where records of other kinds name journal entries. See docs/rules/access.md#payroll.

use std::collections::BTreeSet;

use crate::approval::access::payroll;
use crate::books::command::Snapshot;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::payroll::payroll_among;
use crate::values::error::Error;
use crate::values::kind::{DocumentKey, DocumentKind};

impl Engine {
    /// Those of these journal entries that are payroll which the caller does not read.
    pub async fn hidden_payroll(
        &self,
        seen: &Snapshot,
        ids: impl IntoIterator<Item = &str>,
    ) -> Result<BTreeSet<String>, Error> {
        if seen.reads_payroll() {
            return Ok(BTreeSet::new());
        }
        Ok(payroll_among(&self.store.reader, ids).await?)
    }

    /// Refuses a caller who is not to know of the document.
    pub async fn require_payroll_of(&self, seen: &Snapshot, key: &DocumentKey) -> Result<(), Error> {
        if key.kind == DocumentKind::JournalEntry && !self.hidden_payroll(seen, [key.id.as_str()]).await?.is_empty() {
            seen.require_all(&[payroll::beside("read")])?;
        }
        Ok(())
    }
}
