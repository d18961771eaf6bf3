//! Whether a vendor was paid by a payment that was submitted later than something else.

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKind;

#[derive(FromQueryResult, Deserialize)]
struct Found {
    #[allow(dead_code, reason = "that there is one is the answer")]
    document_id: String,
}

/// The newest come first: who is paid often was paid lately.
const PAID: &str = "SELECT document_id FROM document WHERE kind = $1 AND party_key = $2 AND party_key IS NOT NULL \
    AND submitted_at > $3 AND posted_at IS NOT NULL ORDER BY created_at DESC, document_id DESC LIMIT 1";

/// Whether a payment to this vendor is posted that was submitted after that instant.
pub async fn paid_since(db: &impl Reads, vendor_id: &str, at: Timestamp) -> Result<bool, StoreError> {
    let values = [DocumentKind::BillPayment.name().into(), vendor_id.into(), at.micros().into()];
    let found: Vec<Found> = db.records(Statement::from_sql_and_values(db.backend(), PAID, values)).await?;
    Ok(!found.is_empty())
}
