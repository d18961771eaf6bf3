//! What rows of the trail state of sessions, and of what these mark: a row names the bank transactions as they were sent, which leaves
//! their types open.

use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::Value;

use crate::books::cleared::TransactionKey;
use crate::features::reconciliation::model::{RESOURCE, SessionChange};
use crate::features::reconciliation::row;
use crate::kernel::entity::{JsonText, reconciliation};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{List, Stated, Table, parsed};

/// The members with the bank transactions that were marked, and unmarked.
pub const MARKED: &str = "marked";
pub const UNMARKED: &str = "unmarked";

/// What a session decides.
pub const SESSIONS: List<reconciliation::Model> = List {
    table: "reconciliation",
    resource: RESOURCE,
    id: |row| &row.reconciliation_id,
    fields: &[
        ("bank_adjustment_items", |row| json(row.bank_adjustment_items.as_ref())),
        ("book_adjustment_items", |row| json(row.book_adjustment_items.as_ref())),
        ("summary", |row| json(row.summary.as_ref())),
        ("account_id", |row| row.account_id.as_str().into()),
        ("currency", |row| row.currency.as_str().into()),
        ("statement_date", |row| row.statement_date.as_str().into()),
        ("statement_ending_balance", |row| row.statement_ending_balance.0.into()),
        ("bank_adjustments", |row| row.bank_adjustments.0.into()),
        ("book_adjustments", |row| row.book_adjustments.0.into()),
        ("memo", |row| row.memo.clone().into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.as_str().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.as_str().into()),
        ("completed_at", |row| row.completed_at.into()),
        ("completed_by", |row| row.completed_by.clone().into()),
    ],
};

/// Sessions and marks, and how each column is compared.
pub fn tables() -> Vec<Table> {
    let marks = Table {
        name: "cleared_mark",
        stated: Vec::new(),
        checked: &[
            ("the ledger", &["account_id"]),
            (MARKED, &["source_kind", "source_id", "line_number", "reconciliation_id"]),
            ("the row that marked it", &["cleared_date", "marked_at", "marked_by"]),
            ("the session that counted it", &["completed_in", "completed_at"]),
        ],
    };
    vec![SESSIONS.and_checked(&[("the id that the trail names", &["reconciliation_id"])]), marks]
}

fn json(text: Option<&JsonText>) -> Value {
    text.map_or(Value::Null, parsed)
}

/// All sessions. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    Ok(each(db, reconciliation::Entity::find(), unreadable).await?.iter().map(|row| SESSIONS.of(row)).collect())
}

/// What stands after this change.
pub fn stated(change: &SessionChange) -> Result<Vec<Stated>, StoreError> {
    Ok(match change {
        SessionChange::Insert(saved) | SessionChange::Update(saved) => vec![SESSIONS.of(&row::session(saved)?)],
        SessionChange::Mark { reconciliation_id, marks } => {
            vec![transactions(reconciliation_id, MARKED, marks.iter().map(|mark| &mark.key))]
        }
        SessionChange::Unmark { reconciliation_id, keys, .. } => {
            vec![transactions(reconciliation_id, UNMARKED, keys.iter())]
        }
        SessionChange::Delete { .. } | SessionChange::Lock { .. } | SessionChange::Unlock { .. } => Vec::new(),
    })
}

fn transactions<'a>(session: &str, member: &str, keys: impl Iterator<Item = &'a TransactionKey>) -> Stated {
    Stated::new(RESOURCE, session, [(member, keys.map(TransactionKey::qualified).collect())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::money::Minor;

    /// A golden text of version 3. It never changes; another list is another version.
    #[test]
    fn a_reconciliation_of_version_3() {
        let session = SESSIONS.of(&reconciliation::Model {
            reconciliation_id: "S-1".into(),
            account_id: "1000".into(),
            currency: "USD".into(),
            statement_date: "2024-01-31".into(),
            statement_ending_balance: Minor(9_500),
            bank_adjustments: Minor(500),
            book_adjustments: Minor(0),
            memo: None,
            version: 3,
            created_at: 1,
            created_by: "bo".into(),
            updated_at: 2,
            updated_by: "bo".into(),
            completed_at: None,
            completed_by: None,
            summary: None,
            bank_adjustment_items: Some(JsonText(r#"[{"amount":500}]"#.into())),
            book_adjustment_items: None,
        });
        assert_eq!((session.resource.as_str(), session.id.as_str()), ("reconciliation", "S-1"));
        assert_eq!(
            Value::Object(session.fields).to_string(),
            r#"{"account_id":"1000","bank_adjustment_items":[{"amount":500}],"bank_adjustments":500,"book_adjustment_items":null,"book_adjustments":0,"completed_at":null,"completed_by":null,"created_at":1,"created_by":"bo","currency":"USD","memo":null,"statement_date":"2024-01-31","statement_ending_balance":9500,"summary":null,"updated_at":2,"updated_by":"bo","version":3}"#
        );
    }
}
