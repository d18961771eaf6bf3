//! What was open on documents at the end of a day, derived from the dated postings on the receivable or payable accounts.
//! Which documents these may be is known from what is settled now, and from what was posted since.

use rust_decimal::Decimal;
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement};

use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::id::is_valid_id;
use crate::values::kind::{DocumentKind, Side};
use crate::values::money::{Currency, Minor};

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
    /// The receivable or payable account that it stands in.
    pub control_account_id: String,
    pub tran_date: Date,
    pub due_date: Option<Date>,
    pub reference: Option<String>,
    pub currency: Currency,
    /// That it was written at.
    pub exchange_rate: Decimal,
    pub total: Minor,
}

/// What may have been open at the end of the day: what is open now, and what was posted or applied since. So an aging of today reads
/// what is open, however much was paid before; one of a past day also reads what was posted since. The conditions of the first part
/// are those of its index, which SQLite is told, since it does not know that far more documents are posted than open; the last one
/// always holds, and by it PostgreSQL expects few documents and looks their lines up.
fn candidates(control: Subtype, is_sqlite: bool) -> String {
    let index = if is_sqlite { " INDEXED BY document_open" } else { "" };
    let kinds = DocumentKind::ALL.into_iter().filter(|kind| stands_in(*kind, control)).map(DocumentKind::name);
    let kinds = kinds.collect::<Vec<_>>().join("', '");
    let payments = DocumentKind::ALL.into_iter().filter(|kind| kind.payment().is_some()).map(DocumentKind::name);
    let payments = payments.collect::<Vec<_>>().join("', '");
    format!(
        "SELECT kind, document_id AS id FROM document{index} WHERE kind IN ('{kinds}') AND status = 'Posted' AND amount_settled <> total \
            AND control_account_id IS NOT NULL AND cash_account_id IS NULL AND kind || '' = kind \
        UNION SELECT CASE WHEN d.cash_account_id IS NULL THEN d.kind ELSE d.settles_kind END, \
            CASE WHEN d.cash_account_id IS NULL THEN d.document_id ELSE d.settles_id END \
            FROM posting p JOIN document d ON d.kind = p.source_kind AND d.document_id = p.source_id \
            WHERE p.posting_date > $2 AND d.control_account_id IS NOT NULL \
        UNION SELECT c.settled_kind, c.settled_id FROM posting p \
            JOIN credit_application c ON c.credit_kind = p.source_kind AND c.credit_id = p.source_id WHERE p.posting_date > $2 \
        UNION SELECT c.credit_kind, c.credit_id FROM posting p \
            JOIN credit_application c ON c.settled_kind = p.source_kind AND c.settled_id = p.source_id \
            WHERE p.posting_date > $2 AND c.credit_kind NOT IN ('{payments}') \
        UNION SELECT credit_kind, credit_id FROM credit_application WHERE applied_on > $2 AND credit_kind NOT IN ('{payments}') \
        UNION SELECT settled_kind, settled_id FROM credit_application WHERE applied_on > $2"
    )
}

fn stands_in(kind: DocumentKind, control: Subtype) -> bool {
    kind.items().is_some_and(|items| Subtype::from(items.control) == control)
}

/// The lines on the control account of the candidates: their own, and those of the payments that were written for them. What moves such
/// a payment to another document is known from its applications.
const LINES: &str = "SELECT o.kind, o.id, l.amount, l.base_amount FROM candidate o \
    JOIN document d ON d.kind = o.kind AND d.document_id = o.id \
    JOIN account a ON a.account_id = d.control_account_id AND a.subtype = $1 \
    JOIN posting_line l ON l.source_kind = o.kind AND l.source_id = o.id \
    WHERE l.line_number = 0 AND l.account_id || '' = d.control_account_id AND l.posting_date <= $2 \
    UNION ALL SELECT o.kind, o.id, l.amount, l.base_amount FROM candidate o \
    JOIN document d ON d.settles_id = o.id AND d.settles_kind = o.kind AND d.settles_id IS NOT NULL AND d.cash_account_id IS NOT NULL \
    JOIN account a ON a.account_id = d.control_account_id AND a.subtype = $1 \
    JOIN posting_line l ON l.source_kind = d.kind AND l.source_id = d.document_id \
    WHERE l.line_number = 0 AND l.account_id || '' = d.control_account_id AND l.posting_date <= $2 \
    AND l.kind NOT LIKE 'application-%'";

/// An application moves what is open from the settled document to the credit; in the ledger it moves nothing but a difference of
/// rates, which the lines above give to the credit. It counts from the day on which both, and that difference, are posted. `sign`
/// is that of the credit's items, against which it stands in the control account.
fn applications(credit: DocumentKind, sign: i32) -> String {
    let side = |side: &str, base_amount: &str, sign: i32| {
        format!(
            "SELECT o.kind, o.id, {sign} * c.amount AS amount, {sign} * c.{base_amount} AS base_amount \
            FROM candidate o JOIN credit_application c ON c.{side}_kind = o.kind AND c.{side}_id = o.id \
            JOIN posting m ON m.source_kind = c.credit_kind AND m.source_id = c.credit_id AND m.kind = 'document' \
            JOIN posting i ON i.source_kind = c.settled_kind AND i.source_id = c.settled_id AND i.kind = 'document' \
            WHERE c.credit_kind = '{credit}' AND c.applied_on <= $2 AND m.posting_date <= $2 AND i.posting_date <= $2 \
            AND NOT EXISTS (SELECT 1 FROM posting p WHERE p.source_kind = c.credit_kind AND p.source_id = c.credit_id \
                AND p.kind = 'application-' || CAST(c.position AS TEXT) AND p.posting_date > $2)",
            credit = credit.name(),
        )
    };
    // Both sides by what it takes of the settled document, in base currency.
    format!(
        "{} UNION ALL {}",
        side("settled", "base_amount", sign.saturating_neg()),
        side("credit", "base_amount", sign)
    )
}

/// An application of a payment gives or takes back what it settles, and nothing else: the ledger has a line for it.
fn reassignments(payment: DocumentKind, sign: i32) -> String {
    format!(
        "SELECT o.kind, o.id, {sign} * c.amount AS amount, {sign} * c.base_amount AS base_amount \
        FROM candidate o JOIN credit_application c ON c.settled_kind = o.kind AND c.settled_id = o.id \
        WHERE c.credit_kind = '{payment}' AND c.applied_on <= $2",
        payment = payment.name(),
    )
}

/// The applications of all credits, and of all payments, that stand in the accounts of the subtype.
fn all_applications(control: Subtype) -> String {
    let credits = DocumentKind::ALL.into_iter().filter(|kind| stands_in(*kind, control));
    let credits =
        credits.filter_map(|kind| kind.items().filter(|items| items.credits.is_some()).map(|of| (kind, of.side)));
    let sign = |side| if side == Side::Debit { 1 } else { -1 };
    let parts = credits.map(|(kind, side)| applications(kind, sign(side)));
    let payments = DocumentKind::ALL.into_iter().filter_map(|kind| Some((kind, kind.payment()?)));
    let payments = payments.filter(|(_, of)| Subtype::from(of.control) == control);
    let moved = payments.map(|(kind, of)| reassignments(kind, sign(of.cash).saturating_neg()));
    parts.chain(moved).fold(String::new(), |all, part| all + " UNION ALL " + &part)
}

#[derive(FromQueryResult)]
struct Row {
    kind: String,
    id: String,
    amount: i64,
    base_amount: i64,
    party_id: Option<String>,
    control_account_id: Option<String>,
    tran_date: Option<String>,
    due_date: Option<String>,
    reference: Option<String>,
    currency: Option<String>,
    exchange_rate: Option<String>,
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

/// Begins the walk. `balance` is that of all accounts of the subtype in base currency, debit positive: what of it is of no document
/// was put there by journal entries, and by lines of documents that name such an account as any other. It comes first.
pub async fn begin(db: &impl ConnectionTrait, control: Subtype, day: Date, balance: Minor) -> Result<Walk, StoreError> {
    let others = format!(
        "UNION ALL SELECT '', '', 0, left_over FROM (SELECT CAST({balance} - COALESCE(SUM(base_amount), 0) AS BIGINT) AS left_over \
        FROM open_now) others WHERE left_over <> 0",
        balance = balance.0,
    );
    walk(db, (control, day), None, &others).await
}

/// The same through what is open with one customer or vendor, and nothing else.
pub async fn begin_of_party(
    db: &impl ConnectionTrait,
    control: Subtype,
    day: Date,
    party_id: &str,
) -> Result<Walk, StoreError> {
    walk(db, (control, day), Some(party_id), "").await
}

async fn walk(
    db: &impl ConnectionTrait,
    (control, day): (Subtype, Date),
    party_id: Option<&str>,
    others: &str,
) -> Result<Walk, StoreError> {
    let is_sqlite = db.get_database_backend() == DbBackend::Sqlite;
    let (mut candidates, applied) = (candidates(control, is_sqlite), all_applications(control));
    // The statement takes no parameters. Ids have no quotes; of another text nothing is open.
    if let Some(party_id) = party_id.map(|id| if is_valid_id(id) { id } else { "" }) {
        candidates = format!(
            "SELECT w.kind, w.id FROM ({candidates}) w JOIN document wd ON wd.kind = w.kind AND wd.document_id = w.id \
            WHERE wd.party_key = '{party_id}'"
        );
    }
    let bytes = if is_sqlite { "" } else { " COLLATE \"C\"" };
    let sql = format!(
        "WITH candidate AS ({candidates}), \
        open_now AS (SELECT kind, id, CAST(SUM(amount) AS BIGINT) AS amount, CAST(SUM(base_amount) AS BIGINT) AS base_amount \
            FROM ({LINES}{applied}) moved GROUP BY kind, id HAVING SUM(base_amount) <> 0 OR SUM(amount) <> 0), \
        o AS (SELECT kind, id, amount, base_amount FROM open_now {others}) \
        SELECT o.kind, o.id, o.amount, o.base_amount, d.party_id, d.control_account_id, d.tran_date, d.due_date, d.reference, d.currency, d.exchange_rate, \
            d.total \
        FROM o LEFT JOIN document d ON d.kind = o.kind AND d.document_id = o.id \
        ORDER BY CASE o.kind WHEN '' THEN 0 WHEN 'expense' THEN 2 ELSE 1 END, d.party_key{bytes}, COALESCE(d.due_date, d.tran_date), \
        o.id{bytes}, o.kind",
    );
    // From the candidates to their lines: SQLite, which keeps no count of rows, would begin with all lines.
    let sql =
        if is_sqlite { sql.replace(" JOIN ", " CROSS JOIN ").replace("LEFT CROSS JOIN", "LEFT JOIN") } else { sql };
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

/// Ends a walk before its transaction does, so that another may begin in it.
pub async fn end(db: &impl ConnectionTrait) -> Result<(), StoreError> {
    let is_sqlite = db.get_database_backend() == DbBackend::Sqlite;
    db.execute_unprepared(if is_sqlite { "DROP TABLE temp.open_item" } else { "CLOSE open_item" }).await?;
    Ok(())
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
        exchange_rate: name.decimal("exchange_rate", &name.some("exchange_rate", row.exchange_rate)?)?,
        total: Minor(name.some("total", row.total)?),
        control_account_id: name.some("control_account_id", row.control_account_id)?,
        party_id: row.party_id,
        reference: row.reference,
        id: row.id.clone(),
    };
    Ok(OpenItem { document: Some(document), amount, base_amount })
}
