//! The first month's bank statement, with its reconciliation in progress.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::command::Wants;
use engine::features::reconciliation::commands::clear::Clear;
use engine::features::reconciliation::commands::create::CreateReconciliation;
use engine::features::reconciliation::model::{WantedSession, seen};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};
use rust_decimal::Decimal;

use super::company::{end_of, months};
use super::people::person;

const ID: &str = "REC-DEMO-1";

/// The bank's lines of the first month's entries, without the supplies (outstanding) and the product sales (in transit).
const CLEARED: [&str; 6] =
    ["JE-DEMO-001#1", "JE-DEMO-002#2", "JE-DEMO-003#2", "JE-DEMO-005#1", "JE-DEMO-007#2", "JE-DEMO-010#2"];

/// What the bank says: the ledger's 207,338, less 2,450 in transit, plus 312 outstanding, less a fee of 25 to be found.
const STATEMENT_ENDING_BALANCE: i64 = 205_175;

/// Begins the reconciliation and marks what is on the statement; what is left is the difference of the fee.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(statement_date) = months(engine).first().copied().map(end_of) else { return Ok(()) };
    if version(engine).await?.is_none() {
        engine.perform(person("conny"), session(statement_date)).await?;
    }
    // The marks are the second version: a load that was cut off between the two goes on here.
    if version(engine).await? == Some(1) {
        let ids = CLEARED.map(str::to_owned).to_vec();
        let clear = Clear::new(ID.into(), ids, Some(statement_date), Faults::default());
        engine.perform(person("conny"), clear).await?;
    }
    Ok(())
}

fn session(statement_date: Date) -> CreateReconciliation {
    CreateReconciliation {
        reconciliation_id: ID.into(),
        account_id: Some("1000".into()),
        statement_date: Some(statement_date),
        statement_ending_balance: Some(Decimal::from(STATEMENT_ENDING_BALANCE)),
        bank_adjustments: None,
        book_adjustments: None,
        memo: Some("The bank's fee is not in the books yet".into()),
        faults: Faults::default(),
    }
}

async fn version(engine: &Arc<Engine>) -> Result<Option<i64>, Error> {
    let wanted = WantedSession::Session { reconciliation_id: ID.into() };
    let found = engine.look(&Actor::system(), &Wants::of_feature(wanted)).await?;
    Ok(seen(&found).session.as_ref().map(|session| session.version))
}
