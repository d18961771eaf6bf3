//! Documents that wait for a signer, counted by those who wrote them. See `features/documents/query/pending/counts.rs`.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, QueryResult, Statement, Value};

use crate::approval::access::UserId;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::values::money::Minor;

/// Who might sign.
#[derive(Debug)]
pub struct Approver<'a> {
    pub user_id: &'a UserId,
    /// How much they may sign of a type, where there is a limit.
    pub limits: Vec<(DocumentKind, Minor)>,
    /// Whether they sign payroll, where they sign journal entries.
    pub signs_payroll: bool,
}

/// Documents of one type that the same people wrote.
#[derive(Debug)]
pub struct Together {
    pub kind: DocumentKind,
    /// Who made, edited last and submitted them.
    pub authors: BTreeSet<UserId>,
    /// Something else may keep the approver from signing them.
    pub is_looked_at: bool,
    pub documents: u64,
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    created_by: String,
    edited_by: String,
    submitted_by: Option<String>,
    looked_at: i64,
    documents: i64,
}

impl Approver<'_> {
    /// Whether the id stands in JSON as it is spelt.
    pub fn is_found(user_id: &UserId) -> bool {
        !user_id.folded().contains(['"', '\\'])
    }

    /// Whether a document names the approver as its party, editor, beneficiary or signer, or may do so in letters that only we compare, or
    /// is above their limit, or is payroll that they do not sign. It is never null. An amount by another rate than the document's stands in the plan alone.
    fn may_be_kept_out(&self, backend: DbBackend) -> String {
        let is_postgres = backend == DbBackend::Postgres;
        let folded = |column: &str| {
            // As we fold it: no other letters than those of ASCII are there.
            if is_postgres { format!("lower({column} COLLATE \"C\")") } else { format!("lower({column})") }
        };
        let place = if is_postgres { "strpos" } else { "instr" };
        let is_beyond_ascii = |column: &str| format!("length({column}) <> octet_length({column})");
        let mut may_be = vec![format!(
            "(party_id IS NOT NULL AND ({} OR {} = $1))",
            is_beyond_ascii("party_id"),
            folded("party_id")
        )];
        for (column, has_people) in
            [("editors", "IS NOT NULL"), ("beneficiaries", "IS NOT NULL"), ("signed_by", "<> '[]'")]
        {
            may_be.push(format!(
                "({column} {has_people} AND ({} OR {place}({}, $2) > 0))",
                is_beyond_ascii(column),
                folded(column)
            ));
        }
        for (kind, Minor(limit)) in &self.limits {
            may_be.push(format!(
                "(kind = '{}' AND (base_total < 0 OR base_total > {limit} OR exchange_rate_reason IS NOT NULL))",
                kind.name()
            ));
        }
        if !self.signs_payroll {
            may_be.push(format!("sub_ledger = '{}'", SubLedger::Payroll.name()));
        }
        may_be.join(" OR ")
    }

    /// The values of that, and the words.
    fn values(&self, words: &BTreeSet<String>) -> (String, Vec<Value>) {
        let id = self.user_id.folded();
        let mut values: Vec<Value> = vec![id.into(), format!("\"{id}\"").into()];
        let first = values.len().saturating_add(1);
        values.extend(words.iter().map(|word| Value::from(word.as_str())));
        let places: Vec<String> = (first..=values.len()).map(|place| format!("${place}")).collect();
        (places.join(", "), values)
    }
}

/// All documents that wait for one of these words.
pub async fn together(
    db: &impl ConnectionTrait,
    words: &BTreeSet<String>,
    approver: &Approver<'_>,
) -> Result<Vec<Together>, StoreError> {
    let backend = db.get_database_backend();
    let (places, values) = approver.values(words);
    let sql = format!(
        "SELECT kind, created_by, edited_by, submitted_by, looked_at, COUNT(*) AS documents FROM ( \
            SELECT kind, created_by, edited_by, submitted_by, CAST(CASE WHEN {} THEN 1 ELSE 0 END AS BIGINT) AS looked_at \
            FROM document WHERE waits_for IN ({places})) waiting \
         GROUP BY kind, created_by, edited_by, submitted_by, looked_at",
        approver.may_be_kept_out(backend)
    );
    let rows = Row::find_by_statement(Statement::from_sql_and_values(backend, sql, values)).all(db).await?;
    let read = |row: Row| {
        let name = RowName { table: "document", key: "" };
        let authors = [row.created_by, row.edited_by].into_iter().chain(row.submitted_by);
        Ok(Together {
            kind: name.some("kind", DocumentKind::parse(&row.kind))?,
            authors: authors.map(UserId::from).collect(),
            is_looked_at: row.looked_at != 0,
            documents: name.u64("count", row.documents)?,
        })
    };
    rows.into_iter().map(read).collect()
}

/// Those of them that have to be looked at.
pub async fn looked_at(
    db: &impl ConnectionTrait,
    words: &BTreeSet<String>,
    approver: &Approver<'_>,
) -> Result<Vec<DocumentKey>, StoreError> {
    let backend = db.get_database_backend();
    let (places, values) = approver.values(words);
    let sql = format!(
        "SELECT kind, document_id FROM document WHERE waits_for IN ({places}) AND ({})",
        approver.may_be_kept_out(backend)
    );
    let rows = db.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    let read = |row: QueryResult| {
        let (kind, id): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let kind = RowName { table: "document", key: &id }.some("kind", DocumentKind::parse(&kind))?;
        Ok(DocumentKey::new(kind, id))
    };
    rows.into_iter().map(read).collect()
}
