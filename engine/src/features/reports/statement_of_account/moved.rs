//! What moved on the control accounts by the documents of one customer or vendor: their own lines, and what payments that were moved
//! from one document to another give to theirs, or take back. Applications of credits move nothing between parties.

use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, Statement, Value};

use crate::books::ledger::PostingKind;
use crate::books::party::PartyKind;
use crate::features::reports::postings::Place;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::kind;
use crate::values::kind::{DocumentKey, DocumentKind, Side};
use crate::values::money::{Currency, Minor};

/// Whose, and where.
pub struct Moved {
    kind: PartyKind,
    control: Subtype,
    party_id: String,
}

/// One line, debit positive.
pub struct Row {
    pub place: Place,
    pub reference: Option<String>,
    pub memo: Option<String>,
    pub currency: Currency,
    pub amount: Minor,
    pub base_amount: Minor,
}

/// In base currency.
pub struct MovedSums {
    /// Before the first day, debit positive.
    pub opening: Minor,
    pub debit: Minor,
    pub credit: Minor,
    /// Up to and with the line at the place, or before the first one.
    pub until: Minor,
}

#[derive(FromQueryResult)]
struct FoundSums {
    opening: i64,
    debit: i64,
    credit: i64,
    until: i64,
}

#[derive(FromQueryResult)]
struct Found {
    day: String,
    source_kind: String,
    source_id: String,
    posting: String,
    amount: i64,
    base_amount: i64,
    reference: Option<String>,
    memo: Option<String>,
    currency: String,
}

impl Moved {
    pub fn of(kind: PartyKind, control: Subtype, party_id: &str) -> Self {
        Self { kind, control, party_id: party_id.to_owned() }
    }

    /// The head of a statement: `line` has one row for each posting. The party is $1, the last day $2.
    fn lines(&self) -> String {
        let own = DocumentKind::ALL.into_iter().filter(|kind| self.is_of(*kind)).map(DocumentKind::name);
        let own = own.collect::<Vec<_>>().join("', '");
        let payments = DocumentKind::ALL.into_iter().filter_map(|kind| Some((kind, kind.payment()?)));
        let payments = payments.filter(|(_, of)| Subtype::from(of.control) == self.control);
        // As `open_items` has it: a payment stands against what it settles, and an application gives that to another document. One of
        // several documents is of this party alone, whatever it gives to which.
        let given = payments.map(|(payment, of)| {
            let sign = if of.cash == Side::Debit { -1 } else { 1 };
            format!(
                " UNION ALL SELECT c.applied_on, c.credit_kind, c.credit_id, 'application-' || CAST(c.position AS TEXT), \
                {sign} * c.amount, {sign} * c.base_amount FROM own d \
                JOIN credit_application c ON c.settled_kind = d.kind AND c.settled_id = d.document_id \
                JOIN document p ON p.kind = c.credit_kind AND p.document_id = c.credit_id \
                WHERE c.credit_kind = '{}' AND c.applied_on <= $2 AND p.settles_id IS NOT NULL",
                payment.name(),
            )
        });
        let given: String = given.collect();
        format!(
            "WITH own AS (SELECT kind, document_id, control_account_id, cash_account_id FROM document \
                WHERE kind IN ('{own}') AND party_key = $1 AND party_key IS NOT NULL AND control_account_id IS NOT NULL), \
            moved AS (SELECT l.posting_date AS day, l.source_kind, l.source_id, l.kind AS posting, l.amount, l.base_amount FROM own d \
                JOIN account a ON a.account_id = d.control_account_id AND a.subtype = '{}' \
                JOIN posting_line l ON l.source_kind = d.kind AND l.source_id = d.document_id \
                WHERE l.line_number = 0 AND l.account_id || '' = d.control_account_id AND l.posting_date <= $2 \
                AND (d.cash_account_id IS NULL OR l.kind NOT LIKE 'application-%'){given}), \
            line AS (SELECT day, source_kind, source_id, posting, CAST(SUM(amount) AS BIGINT) AS amount, \
                CAST(SUM(base_amount) AS BIGINT) AS base_amount FROM moved GROUP BY day, source_kind, source_id, posting \
                HAVING SUM(base_amount) <> 0 OR SUM(amount) <> 0)",
            self.control.name(),
        )
    }

    /// Whether documents of the type stand in the party's account: their own, and what pays these.
    fn is_of(&self, kind: DocumentKind) -> bool {
        let party = kind::Party::Recorded(self.kind);
        kind.items().is_some_and(|items| items.party == party)
            || kind.payment().is_some_and(|payment| Subtype::from(payment.control) == self.control)
    }

    /// From the documents to their lines: SQLite, which keeps no count of rows, would begin with all lines.
    fn statement(&self, backend: DbBackend, rest: &str, values: Vec<Value>) -> Statement {
        let lines = self.lines();
        let lines = if backend == DbBackend::Sqlite { lines.replace(" JOIN ", " CROSS JOIN ") } else { lines };
        Statement::from_sql_and_values(backend, format!("{lines} {rest}"), values)
    }

    pub async fn sums(
        &self,
        db: &impl ConnectionTrait,
        (from, to): (Date, Date),
        place: Option<&Place>,
    ) -> Result<MovedSums, StoreError> {
        const SUMS: &str = "SELECT \
            CAST(COALESCE(SUM(CASE WHEN day < $3 THEN base_amount ELSE 0 END), 0) AS BIGINT) AS opening, \
            CAST(COALESCE(SUM(CASE WHEN day >= $3 AND base_amount > 0 THEN base_amount ELSE 0 END), 0) AS BIGINT) AS debit, \
            CAST(COALESCE(SUM(CASE WHEN day >= $3 AND base_amount < 0 THEN -base_amount ELSE 0 END), 0) AS BIGINT) AS credit, \
            CAST(COALESCE(SUM(CASE WHEN (day, source_kind, source_id, posting) <= ($4, $5, $6, $7) THEN base_amount ELSE 0 END), 0) \
                AS BIGINT) AS until FROM line";
        let values = self.values(to).into_iter().chain([from.to_string().into()]).chain(start(from, place)).collect();
        let found =
            FoundSums::find_by_statement(self.statement(db.get_database_backend(), SUMS, values)).one(db).await?;
        let FoundSums { opening, debit, credit, until } =
            found.unwrap_or(FoundSums { opening: 0, debit: 0, credit: 0, until: 0 });
        Ok(MovedSums { opening: Minor(opening), debit: Minor(debit), credit: Minor(credit), until: Minor(until) })
    }

    /// Up to `limit` lines after that one, or from the first day on.
    pub async fn page(
        &self,
        db: &impl ConnectionTrait,
        (from, to): (Date, Date),
        after: Option<&Place>,
        limit: u64,
    ) -> Result<Vec<Row>, StoreError> {
        const PAGE: &str = "SELECT line.day, line.source_kind, line.source_id, line.posting, line.amount, line.base_amount, \
            s.reference, s.memo, s.currency FROM line \
            JOIN document s ON s.kind = line.source_kind AND s.document_id = line.source_id \
            WHERE (line.day, line.source_kind, line.source_id, line.posting) > ($3, $4, $5, $6) \
            ORDER BY line.day, line.source_kind, line.source_id, line.posting LIMIT $7";
        let limit = Value::from(i64::try_from(limit).unwrap_or(i64::MAX));
        let values = self.values(to).into_iter().chain(start(from, after)).chain([limit]).collect();
        let rows = Found::find_by_statement(self.statement(db.get_database_backend(), PAGE, values)).all(db).await?;
        rows.into_iter().map(read).collect()
    }

    fn values(&self, to: Date) -> [Value; 2] {
        [self.party_id.as_str().into(), to.to_string().into()]
    }
}

/// The place, or the one before the first of the day: nothing has an empty type.
fn start(from: Date, place: Option<&Place>) -> [Value; 4] {
    match place {
        Some(Place { date, source, posting }) => [
            date.to_string().into(),
            source.kind.name().into(),
            source.id.as_str().into(),
            posting.name().into_owned().into(),
        ],
        None => [from.to_string().into(), "".into(), "".into(), "".into()],
    }
}

fn read(found: Found) -> Result<Row, StoreError> {
    let name = RowName { table: "posting_line", key: &found.source_id.clone() };
    let kind = name.some("source_kind", DocumentKind::parse(&found.source_kind))?;
    Ok(Row {
        place: Place {
            date: name.date("posting_date", &found.day)?,
            source: DocumentKey::new(kind, &found.source_id),
            posting: name.some("kind", PostingKind::parse(&found.posting))?,
        },
        reference: found.reference,
        memo: found.memo,
        currency: name.currency("currency", &found.currency)?,
        amount: Minor(found.amount),
        base_amount: Minor(found.base_amount),
    })
}
