//! What was open on documents at the end of a day, derived from the dated postings on the receivable or payable accounts.

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement};

use crate::clock::Date;
use crate::kind::{DocumentKind, Side};
use crate::ledger::Subtype;
use crate::money::{Currency, Minor};
use crate::store::StoreError;
use crate::store::row::RowName;

/// What stands open, debit positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenItem {
    /// None for what journal entries put into the accounts.
    pub document: Option<OpenDocument>,
    /// In the document's currency.
    pub amount: Minor,
    pub base_amount: Minor,
}

/// The document's own columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenDocument {
    pub kind: DocumentKind,
    pub id: String,
    pub party_id: Option<String>,
    pub tran_date: Date,
    pub due_date: Option<Date>,
    pub reference: Option<String>,
    pub currency: Currency,
    pub total: Minor,
}

/// A line of a payment belongs to the document that the payment settles; any other control line to its own document. An ordinary
/// line of a document on such an account, and every line of a journal entry, belongs to no party.
const LINES: &str = "SELECT \
    CASE WHEN l.source_kind = 'journal_entry' OR l.line_number <> 0 OR d.control_account_id <> l.account_id THEN '' \
        WHEN l.source_kind IN ('bill_payment', 'invoice_payment') THEN d.settles_kind ELSE l.source_kind END AS kind, \
    CASE WHEN l.source_kind = 'journal_entry' OR l.line_number <> 0 OR d.control_account_id <> l.account_id THEN '' \
        WHEN l.source_kind IN ('bill_payment', 'invoice_payment') THEN d.settles_id ELSE l.source_id END AS id, \
    l.amount, l.base_amount \
    FROM posting_line l JOIN account a ON a.account_id = l.account_id \
    JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id \
    WHERE a.subtype = $1 AND l.posting_date <= $2";

/// An application moves what is open from the settled document to the credit; in the ledger it moves nothing but a difference of
/// rates, which the lines above give to the credit. It counts from the day on which both, and that difference, are posted. `sign`
/// is that of the credit's items, against which it stands in the control account.
fn applications(credit: DocumentKind, sign: i32) -> String {
    format!(
        "SELECT CASE WHEN side.is_credit = 1 THEN c.credit_kind ELSE c.settled_kind END AS kind, \
        CASE WHEN side.is_credit = 1 THEN c.credit_id ELSE c.settled_id END AS id, \
        side.sign * c.amount AS amount, side.sign * c.base_amount AS base_amount \
        FROM credit_application c CROSS JOIN (SELECT 0 AS is_credit, {against} AS sign UNION ALL SELECT 1, {sign}) side \
        JOIN posting m ON m.source_kind = c.credit_kind AND m.source_id = c.credit_id AND m.kind = 'document' \
        JOIN posting i ON i.source_kind = c.settled_kind AND i.source_id = c.settled_id AND i.kind = 'document' \
        WHERE c.credit_kind = '{credit}' AND c.applied_on <= $2 AND m.posting_date <= $2 AND i.posting_date <= $2 \
        AND NOT EXISTS (SELECT 1 FROM posting p WHERE p.source_kind = c.credit_kind AND p.source_id = c.credit_id \
            AND p.kind = 'application-' || CAST(c.position AS TEXT) AND p.posting_date > $2)",
        credit = credit.name(),
        against = sign.saturating_neg(),
    )
}

/// The applications of all credits that stand in the accounts of the subtype.
fn all_applications(control: Subtype) -> String {
    let credits = DocumentKind::ALL.into_iter().filter_map(|kind| Some((kind, kind.items()?)));
    let credits = credits.filter(|(_, items)| items.credits.is_some() && Subtype::from(items.control) == control);
    let sign = |side| if side == Side::Debit { 1 } else { -1 };
    let parts = credits.map(|(kind, items)| applications(kind, sign(items.side)));
    parts.fold(String::new(), |all, part| all + " UNION ALL " + &part)
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    id: String,
    amount: i64,
    base_amount: i64,
    party_id: Option<String>,
    tran_date: Option<String>,
    due_date: Option<String>,
    reference: Option<String>,
    currency: Option<String>,
    total: Option<i64>,
}

/// So many are read at a time.
const AT_ONCE: i64 = 100;

/// A walk through everything open at the end of a day on the accounts of one subtype, within one transaction: by party, oldest due
/// first. The database works it out once and keeps it until the transaction ends.
#[derive(Debug)]
pub struct Walk {
    place: i64,
}

/// Begins the walk. The base amounts sum up to those accounts' balance.
pub async fn begin(db: &impl ConnectionTrait, control: Subtype, day: Date) -> Result<Walk, StoreError> {
    let applied = all_applications(control);
    let is_sqlite = db.get_database_backend() == DbBackend::Sqlite;
    let bytes = if is_sqlite { "" } else { " COLLATE \"C\"" };
    let sql = format!(
        "SELECT o.kind, o.id, o.amount, o.base_amount, d.party_id, d.tran_date, d.due_date, d.reference, d.currency, d.total \
        FROM (SELECT kind, id, CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(base_amount) AS BIGINT) AS base_amount \
            FROM ({LINES}{applied}) moved GROUP BY kind, id \
            HAVING SUM(base_amount) <> 0 OR (SUM(amount) <> 0 AND kind <> '')) o \
        LEFT JOIN document d ON d.kind = o.kind AND d.document_id = o.id \
        ORDER BY CASE o.kind WHEN '' THEN 0 WHEN 'expense' THEN 2 ELSE 1 END, d.party_key{bytes}, COALESCE(d.due_date, d.tran_date), \
        o.id{bytes}, o.kind"
    );
    // Neither takes parameters.
    let sql = sql.replace("$1", &format!("'{}'", control.name())).replace("$2", &format!("'{day}'"));
    let begin = if is_sqlite {
        format!("CREATE TEMP TABLE open_item AS {sql}")
    } else {
        format!("DECLARE open_item NO SCROLL CURSOR FOR {sql}")
    };
    db.execute_unprepared(&begin).await?;
    Ok(Walk { place: 0 })
}

impl Walk {
    /// The next of them; none when there are no more.
    pub async fn next(&mut self, db: &impl ConnectionTrait) -> Result<Vec<OpenItem>, StoreError> {
        let backend = db.get_database_backend();
        let statement = if backend == DbBackend::Sqlite {
            let sql = "SELECT * FROM temp.open_item WHERE rowid > $1 ORDER BY rowid LIMIT $2";
            Statement::from_sql_and_values(backend, sql, [self.place.into(), AT_ONCE.into()])
        } else {
            Statement::from_string(backend, format!("FETCH {AT_ONCE} FROM open_item"))
        };
        self.place = self.place.saturating_add(AT_ONCE);
        let rows = Row::find_by_statement(statement).all(db).await?;
        rows.into_iter().map(read).collect()
    }
}

fn read(row: Row) -> Result<OpenItem, StoreError> {
    let (amount, base_amount) = (Minor(row.amount), Minor(row.base_amount));
    if row.kind.is_empty() {
        return Ok(OpenItem { document: None, amount, base_amount });
    }
    let name = RowName { table: "document", key: &row.id };
    let due_date = row.due_date.as_deref().map(|text| name.date("due_date", text)).transpose()?;
    let document = OpenDocument {
        kind: name.some("kind", DocumentKind::parse(&row.kind))?,
        tran_date: name.date("tran_date", name.some("tran_date", row.tran_date.as_deref())?)?,
        due_date,
        currency: name.currency("currency", name.some("currency", row.currency.as_deref())?)?,
        total: Minor(name.some("total", row.total)?),
        party_id: row.party_id,
        reference: row.reference,
        id: row.id.clone(),
    };
    Ok(OpenItem { document: Some(document), amount, base_amount })
}
