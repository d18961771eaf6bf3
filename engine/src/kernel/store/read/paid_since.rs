//! Whether a customer or a vendor was paid by a payment that was submitted later than something else.

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::books::party::Party;
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

/// Whether a payment to this party is posted that was submitted after that instant.
pub async fn paid_since(db: &impl Reads, party: &Party, at: Timestamp) -> Result<bool, StoreError> {
    let Some(paying) = DocumentKind::ALL.into_iter().find(|kind| kind.sends_to() == Some(party.kind)) else {
        return Ok(false);
    };
    let values = [paying.name().into(), party.party_id.as_str().into(), at.micros().into()];
    let found: Vec<Found> = db.records(Statement::from_sql_and_values(db.backend(), PAID, values)).await?;
    Ok(!found.is_empty())
}
