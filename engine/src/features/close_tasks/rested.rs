//! What a sign-off rests on, read from the ledger: the postings of the period into the accounts that its check is about. See
//! docs/rules/close-checklist.md#suspended.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement, Value};

use super::sign_off::Rested;
use crate::books::close_check::Month;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// Which postings of the period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RestsOn {
    /// All of them.
    Period,
    /// Those into this account.
    Account(String),
    /// Those into bank and card accounts that are active.
    WithStatements,
    /// Those into receivable and payable accounts.
    Control,
    /// None: what its check finds says it all.
    CheckAlone,
}

#[derive(FromQueryResult)]
struct Counted {
    postings: i64,
    last_at: Option<i64>,
}

#[derive(FromQueryResult)]
struct Source {
    source_kind: String,
    source_id: String,
}

/// A posting is dated within its period.
const OF_PERIOD: &str = "FROM posting p WHERE p.posting_date >= $1 AND p.posting_date <= $2 AND p.period_id = $3";

impl RestsOn {
    /// The postings, as what follows `SELECT …`; none where there is nothing to read.
    fn statement(&self, month: &Month) -> Option<(String, Vec<Value>)> {
        let days = [month.start.to_string(), month.end.to_string(), month.period_id.clone()];
        let mut values: Vec<Value> = days.into_iter().map(Value::from).collect();
        let of = match self {
            Self::CheckAlone => return None,
            Self::Period => return Some((OF_PERIOD.to_owned(), values)),
            Self::Account(account_id) => {
                values.push(account_id.clone().into());
                "l.account_id = $4"
            }
            Self::WithStatements => {
                "l.account_id IN (SELECT a.account_id FROM account a WHERE a.subtype IN ('bank', 'card') AND a.is_active)"
            }
            Self::Control => "l.account_id IN (SELECT a.account_id FROM account a WHERE a.subtype IN ('ar', 'ap'))",
        };
        let sql = format!(
            "{OF_PERIOD} AND EXISTS (SELECT 1 FROM posting_line l WHERE l.source_kind = p.source_kind \
             AND l.source_id = p.source_id AND l.kind = p.kind AND {of})"
        );
        Some((sql, values))
    }

    pub async fn read(&self, tx: &DatabaseTransaction, month: &Month) -> Result<Rested, StoreError> {
        let Some((of, values)) = self.statement(month) else { return Ok(Rested::default()) };
        let sql = format!("SELECT COUNT(*) AS postings, MAX(p.posted_at) AS last_at {of}");
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        let found = Counted::find_by_statement(statement).one(tx).await?;
        let found = found.unwrap_or(Counted { postings: 0, last_at: None });
        let postings = u64::try_from(found.postings).unwrap_or_default();
        Ok(Rested { postings, last_at: found.last_at.map(Timestamp::from_micros) })
    }

    /// The documents of its newest postings, so many of these, each document once.
    pub async fn newest(
        &self,
        tx: &DatabaseTransaction,
        month: &Month,
        most: u64,
    ) -> Result<Vec<DocumentKey>, StoreError> {
        let Some((of, values)) = self.statement(month).filter(|_| most > 0) else { return Ok(Vec::new()) };
        let sql = format!("SELECT p.source_kind, p.source_id {of} ORDER BY p.posted_at DESC, p.source_id LIMIT {most}");
        let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
        let mut documents = Vec::new();
        for row in Source::find_by_statement(statement).all(tx).await? {
            let name = RowName { table: "posting", key: &row.source_id.clone() };
            let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
            let key = DocumentKey::new(kind, row.source_id);
            if !documents.contains(&key) {
                documents.push(key);
            }
        }
        Ok(documents)
    }
}
