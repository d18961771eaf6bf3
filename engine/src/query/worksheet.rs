//! The worksheet of a reconciliation, read part by part. See docs/rules/reconciliation.md#difference.

use super::reading::Reading;
use crate::engine::Engine;
use crate::error::{Error, Refusal, sum_too_large};
use crate::money::{Currency, MoneyError};
use crate::reconciliation::worksheet::{Row, Sums, draw_part};
use crate::reconciliation::{RESOURCE, Reconciliation, Summary};
use crate::store::read::worksheet::{Place, part};
use crate::store::reconciliation::one;

/// The worksheet, and how far it is read.
pub struct Worksheet {
    base: Currency,
    place: Option<Place>,
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
        let of = Worksheet { base: self.settings.base_currency, place: None, sums: Sums::default() };
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
        let Some((part, last)) = part(&self.tx, session, self.base, self.place.as_ref()).await? else {
            return Ok(None);
        };
        self.of.place = Some(last);
        let (cleared, uncleared) = draw_part(session, &part, &mut self.of.sums).map_err(too_large)?;
        Ok(Some(Rows { cleared, uncleared }))
    }

    /// The figures, when all rows were read.
    pub fn summary(&self, session: &Reconciliation) -> Result<Summary, Error> {
        self.sums.summary(session).map_err(too_large)
    }

    /// Begins anew.
    pub fn rewind(&mut self) {
        self.of.place = None;
        self.of.sums = Sums::default();
    }
}

fn too_large(_: MoneyError) -> Error {
    sum_too_large().into()
}
