//! The documents that a caller may read, by their types and by whether they are payroll. See docs/rules/access.md#payroll.

use sea_orm::sea_query::ExprTrait;
use sea_orm::{Condition, DbBackend};

use super::document_filter::not_payroll;
use super::documents::unindexed;
use crate::books::command::Snapshot;
use crate::kernel::entity::document::Column;
use crate::values::kind::DocumentKind;

/// What somebody may read.
#[derive(Clone, Debug)]
pub struct Readable {
    pub kinds: Vec<DocumentKind>,
    pub payroll: bool,
}

impl Readable {
    /// Of one type, or of all.
    pub fn by(seen: &Snapshot, kind: Option<DocumentKind>) -> Self {
        let wanted = |of: &DocumentKind| kind.is_none_or(|only| only == *of) && seen.may(*of, "read");
        Self { kinds: DocumentKind::ALL.into_iter().filter(wanted).collect(), payroll: seen.reads_payroll() }
    }

    /// Whether it is everything.
    pub fn is_all(&self) -> bool {
        self.payroll && self.kinds.len() == DocumentKind::ALL.len()
    }

    /// Of the table of documents. None of its indexes is read for it.
    pub fn condition(&self, backend: DbBackend) -> Condition {
        let of_kinds = unindexed(backend, Column::Kind).is_in(self.kinds.iter().map(|kind| kind.name()));
        Condition::all().add(of_kinds).add_option((!self.payroll).then(|| not_payroll(backend)))
    }
}
