//! The worksheet of a reconciliation, read part by part. See docs/rules/reconciliation.md#difference.

use crate::features::reconciliation::model::worksheet::{Row, Sums, draw_part};
use crate::features::reconciliation::model::{RESOURCE, Reconciliation, Summary};
use crate::features::reconciliation::reads::worksheet::Walk;
use crate::features::reconciliation::rows::one;
use crate::kernel::engine::Engine;
use crate::kernel::query::reading::Reading;
use crate::values::error::{Error, Refusal, sum_too_large};
use crate::values::money::{Currency, MoneyError};

/// The worksheet, and how far it is read.
pub struct Worksheet {
    base: Currency,
    walk: Walk,
    sums: Sums,
}

/// Some of its rows, by day, then by document.
#[derive(Debug)]
pub struct Rows {
    pub cleared: Vec<Row>,
    pub uncleared: Vec<Row>,
}

impl Engine {
    /// Begins to read the worksheet.
    pub async fn read_worksheet(&self) -> Result<Reading<Worksheet>, Error> {
        let tx = self.store.begin_read().await?;
        let of = Worksheet { base: self.settings.base_currency, walk: Walk::with_names(), sums: Sums::default() };
        Reading::begun(tx, Ok(of)).await
    }
}

impl Reading<Worksheet> {
    /// The session as it stands at that instant.
    pub async fn session(&self, reconciliation_id: &str) -> Result<Reconciliation, Error> {
        let found = one(&self.tx, reconciliation_id, false).await?;
        Ok(found.ok_or_else(|| Refusal::not_found(RESOURCE, reconciliation_id))?)
    }

    /// The next rows; none when there are no more.
    pub async fn next(&mut self, session: &Reconciliation) -> Result<Option<Rows>, Error> {
        let Some(part) = self.of.walk.next(&self.tx, session, self.of.base).await? else { return Ok(None) };
        let (cleared, uncleared) = draw_part(session, &part, &mut self.of.sums).map_err(too_large)?;
        Ok(Some(Rows { cleared, uncleared }))
    }

    /// The figures, when all rows were read.
    pub fn summary(&self, session: &Reconciliation) -> Result<Summary, Error> {
        self.sums.summary(session).map_err(too_large)
    }
}

fn too_large(_: MoneyError) -> Error {
    sum_too_large().into()
}
