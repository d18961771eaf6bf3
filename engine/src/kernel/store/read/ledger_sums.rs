//! What the whole ledger sums up to, for the few documents that are so large that it matters. See docs/rules/amounts.md#head-room.

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::books::ledger::LedgerSums;
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::values::kind::DocumentKind;
use crate::values::money::Currency;

/// A sum of high parts and one of low parts: neither passes 64 bits, whatever they add up to.
const PART: i64 = 1_000_000;

#[derive(FromQueryResult, Deserialize)]
struct Parts {
    high: i64,
    low: i64,
    base_high: i64,
    base_low: i64,
}

/// All debits of balances, and the totals of documents that are approved and not posted yet.
pub async fn ledger_sums(db: &impl Reads, currency: Currency) -> Result<LedgerSums, StoreError> {
    let kinds: Vec<String> = DocumentKind::ALL.iter().map(|kind| format!("'{}'", kind.name())).collect();
    let ledger = format!(
        "SELECT currency, debit AS amount, base_debit AS base FROM balance \
        UNION ALL SELECT document.currency, document.total, document.base_total FROM document \
            WHERE document.kind IN ({}) AND document.status = 'Approved'",
        kinds.join(", ")
    );
    let sum = |amount: &str| format!("CAST(COALESCE(SUM({amount}), 0) AS BIGINT)");
    let of_currency = |part: &str| sum(&format!("CASE WHEN currency = $1 THEN {part} ELSE 0 END"));
    let sql = format!(
        "SELECT {} AS high, {} AS low, {} AS base_high, {} AS base_low FROM ({ledger}) AS ledger",
        of_currency(&format!("amount / {PART}")),
        of_currency(&format!("amount % {PART}")),
        sum(&format!("base / {PART}")),
        sum(&format!("base % {PART}")),
    );
    let statement = Statement::from_sql_and_values(db.backend(), sql, [currency.code().into()]);
    let found: Option<Parts> = db.records(statement).await?.into_iter().next();
    let whole = |high: i64, low: i64| i128::from(high).saturating_mul(PART.into()).saturating_add(low.into());
    Ok(found.map_or_else(LedgerSums::default, |parts| LedgerSums {
        in_currency: whole(parts.high, parts.low),
        in_base: whole(parts.base_high, parts.base_low),
    }))
}
