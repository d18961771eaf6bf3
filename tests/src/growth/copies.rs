//! Copies of documents with all that belongs to them, written by SQL: as many rows as the service would have written, and the same
//! ones. Ids get a number, dates another month, and digests are taken anew by the engine; the caller has the trail sealed.

use engine::approval::access::Actor;
use engine::approval::signing::SelfApproval;
use engine::books::command::Settings;
use engine::books::document::content::{EntryType, Particulars};
use engine::books::document::{Digest, Document, Settles};
use engine::features::documents::query::documents::Filter;
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::connect;
use engine::kernel::query::Rows as _;
use engine::values::clock::{Clock, Date};
use engine::values::kind::{DocumentKey, DocumentKind};
use engine::values::page::PageRequest;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, Statement, TransactionTrait};

use crate::prelude::*;

/// What to copy, and where to.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The period of the documents to copy. They are dated within it.
    pub of: String,
    /// The period of each copy; several may go into one.
    pub into: Vec<String>,
}

/// The tables whose rows belong to a document, with the columns that name it.
const TABLES: [(&str, &str, &str); 6] = [
    ("document", "kind", "document_id"),
    ("document_line", "kind", "document_id"),
    ("signature", "kind", "document_id"),
    ("posting", "source_kind", "source_id"),
    ("posting_line", "source_kind", "source_id"),
    ("audit_entry", "resource", "resource_id"),
];
/// So many microseconds all copies together seem to have taken.
const SPAN: i64 = 1_000_000;

/// Writes the copies. Nothing else may have the database open.
pub async fn copy(database: &Database, copies: &Copies) {
    let db = sea_orm::Database::connect(database.url()).await.expect("the books open");
    let tx = db.begin().await.expect("a transaction");
    number(&tx, copies).await;
    digests(&tx, database.url(), copies).await;
    // SQLite joins in this order then: it keeps no count of rows, and might look at all copies for each row.
    let join = if db.get_database_backend() == DbBackend::Postgres { "JOIN" } else { "CROSS JOIN" };
    for (table, kind, id) in TABLES {
        let columns = columns(&tx, table).await;
        let values: Vec<String> = columns.iter().map(|column| value(table, column)).collect();
        let order = if table == "audit_entry" { "c.n, t.seq".to_owned() } else { format!("c.n, t.{kind}, t.{id}") };
        let columns = columns.join(", ");
        run(
            &tx,
            &format!(
                "INSERT INTO {table} ({columns}) SELECT {} FROM growth_source s {join} growth_copy c ON TRUE \
                 {join} {table} t ON t.{kind} = s.kind AND t.{id} = s.id \
                 LEFT JOIN growth_digest g ON g.n = c.n AND g.kind = s.kind AND g.id = s.id ORDER BY {order}",
                values.join(", ")
            ),
        )
        .await;
    }
    run(
        &tx,
        &format!(
            "INSERT INTO balance SELECT t.account_id, c.month, t.currency, t.debit * COUNT(*), t.credit * COUNT(*), \
             t.base_debit * COUNT(*), t.base_credit * COUNT(*) FROM balance t JOIN growth_copy c ON TRUE \
             WHERE t.period_id = '{}' GROUP BY t.account_id, c.month, t.currency, t.debit, t.credit, t.base_debit, t.base_credit \
             ON CONFLICT (account_id, period_id, currency) DO UPDATE SET debit = balance.debit + excluded.debit, \
             credit = balance.credit + excluded.credit, base_debit = balance.base_debit + excluded.base_debit, \
             base_credit = balance.base_credit + excluded.base_credit",
            copies.of
        ),
    )
    .await;
    for table in ["growth_copy", "growth_source", "growth_digest"] {
        run(&tx, &format!("DROP TABLE {table}")).await;
    }
    tx.commit().await.expect("the copies are written");
    if db.get_database_backend() == DbBackend::Postgres {
        // What autovacuum does within minutes.
        db.execute_unprepared("VACUUM ANALYZE").await.expect("statistics");
    }
    db.close().await.expect("the books close");
}

/// The copies by number, and the documents that are copied. A later call goes on with the numbers.
async fn number(tx: &DatabaseTransaction, copies: &Copies) {
    let count = i64::try_from(copies.into.len()).expect("a count");
    let of = &copies.of;
    run(tx, "CREATE TABLE growth_copy (n BIGINT PRIMARY KEY, month TEXT, base BIGINT)").await;
    run(tx, "CREATE TABLE growth_source (kind TEXT, id TEXT, PRIMARY KEY (kind, id))").await;
    run(
        tx,
        "CREATE TABLE growth_digest (n BIGINT, kind TEXT, id TEXT, old TEXT, digest TEXT, PRIMARY KEY (n, kind, id))",
    )
    .await;
    // Copies are not copied again.
    let source = format!(
        "INSERT INTO growth_source SELECT kind, document_id FROM document WHERE period_id = '{of}' AND document_id NOT LIKE '%~%'"
    );
    run(tx, &source).await;
    let next = number_of(tx, "SELECT COUNT(*) FROM document WHERE document_id LIKE '%~%'").await;
    let newest = number_of(tx, "SELECT MAX(at) FROM audit_entry").await;
    let rows = copies.into.iter().zip(0_i64..);
    let rows = rows.map(|(month, place)| format!("({}, '{month}', {})", next + place, newest + place * SPAN / count));
    let rows: Vec<String> = rows.collect();
    for some in rows.chunks(500) {
        run(tx, &format!("INSERT INTO growth_copy VALUES {}", some.join(", "))).await;
    }
}

/// The digest of every copy, taken by the engine.
async fn digests(tx: &DatabaseTransaction, url: &str, copies: &Copies) {
    let store = connect(url, 2).await.expect("the books open");
    let base_currency = engine::values::money::Currency::parse("USD").expect("a currency");
    let settings = Settings { base_currency, self_approval: SelfApproval::Deny, rate_tolerance: None };
    let engine =
        Engine::open(store, Clock::system(), settings, engine::features::RECORDS).await.expect("the books open");
    let first = number_of(tx, "SELECT MIN(n) FROM growth_copy").await;
    let mut rows = Vec::new();
    for kind in DocumentKind::ALL {
        for document in documents(&engine, kind, &copies.of).await {
            // A draft's stands in its trail alone.
            let old = document.stage.digest().cloned().unwrap_or_else(|| Digest::of(&document));
            for (month, n) in copies.into.iter().zip(first..) {
                let digest = Digest::of(&copied(&document, month, n)).hash;
                rows.push(format!("({n}, '{}', '{}', '{}', '{digest}')", kind.name(), document.key.id, old.hash));
                if rows.len() == 500 {
                    run(tx, &format!("INSERT INTO growth_digest VALUES {}", rows.join(", "))).await;
                    rows.clear();
                }
            }
        }
    }
    if !rows.is_empty() {
        run(tx, &format!("INSERT INTO growth_digest VALUES {}", rows.join(", "))).await;
    }
    if tx.get_database_backend() == DbBackend::Postgres {
        run(tx, "ANALYZE growth_digest").await;
    }
}

async fn number_of(tx: &DatabaseTransaction, sql: &str) -> i64 {
    let found = tx.query_one_raw(Statement::from_string(tx.get_database_backend(), sql)).await.expect(sql);
    found.expect("a row").try_get_by_index(0).expect("a number")
}

/// The documents of the period that are no copies.
async fn documents(engine: &Engine, kind: DocumentKind, period: &str) -> Vec<Document> {
    let filter = Filter { period_id: Some(period.to_owned()), ..Filter::of(kind) };
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = PageRequest { limit: 200, after: after.take(), count: false };
        let mut listing = engine.list_documents(&Actor::system(), &filter, &page).await.expect("a page");
        let mut last = None;
        while let Some(rows) = listing.rows.next().await.expect("rows") {
            for found in rows {
                last = Some(engine::features::documents::query::documents::cursor(&found.document));
                if !found.document.key.id.contains('~') {
                    all.push(found.document);
                }
            }
        }
        if listing.next.is_none() {
            return all;
        }
        after = last;
    }
}

fn copied(document: &Document, month: &str, n: i64) -> Document {
    let mut copy = document.clone();
    let other = |key: &DocumentKey| DocumentKey::new(key.kind, format!("{}~{n}", key.id));
    let day = |date: Date| Date::parse(&format!("{month}{}", &date.to_string()[7..])).expect("a day of the month");
    copy.key = other(&document.key);
    copy.content.tran_date = day(document.content.tran_date);
    month.clone_into(&mut copy.content.posting_period_id);
    match &mut copy.content.particulars {
        Particulars::Journal(journal) => {
            if let EntryType::Reversing { original_entry_id } = &mut journal.entry_type {
                *original_entry_id = format!("{original_entry_id}~{n}");
            }
        }
        Particulars::Items(items) => {
            items.due_date = items.due_date.map(day);
            items.about = items.about.as_ref().map(other);
        }
        Particulars::Payment(payment) => match &mut payment.settles {
            Settles::One(key) => *key = other(key),
            Settles::Several(several) => several.parts.iter_mut().for_each(|part| part.id = format!("{}~{n}", part.id)),
        },
    }
    copy
}

/// What a copy has in this column.
fn value(table: &str, column: &str) -> String {
    match column {
        "document_id" | "source_id" | "resource_id" | "settles_id" | "settled_id" | "original_entry_id" => {
            format!("t.{column} || '~' || c.n")
        }
        "period_id" => "c.month".to_owned(),
        "tran_date" | "due_date" | "posting_date" | "settled_on" => format!("c.month || substr(t.{column}, 8)"),
        "at" | "created_at" | "submitted_at" | "signed_at" | "posted_at" | "settled_at" => {
            format!("CASE WHEN t.{column} IS NOT NULL THEN c.base END")
        }
        "digest" => "CASE WHEN t.digest IS NOT NULL THEN COALESCE(g.digest, t.digest) END".to_owned(),
        // A copied document has one signature, or several of one instant.
        "signed_by" => {
            let signed =
                "(SELECT MAX(w.signed_at) FROM signature w WHERE w.kind = t.kind AND w.document_id = t.document_id)";
            format!("replace(t.signed_by, '\"at\":' || COALESCE({signed}, 0), '\"at\":' || c.base)")
        }
        "details" => {
            assert_eq!(table, "audit_entry");
            "replace(t.details, COALESCE(g.old, '?'), COALESCE(g.digest, '?'))".to_owned()
        }
        _ => format!("t.{column}"),
    }
}

async fn columns(tx: &DatabaseTransaction, table: &str) -> Vec<String> {
    let sql = match tx.get_database_backend() {
        DbBackend::Postgres => format!(
            "SELECT column_name::text FROM information_schema.columns WHERE table_name = '{table}' AND table_schema = current_schema()"
        ),
        _ => format!("SELECT name FROM pragma_table_info('{table}')"),
    };
    let rows = tx.query_all_raw(Statement::from_string(tx.get_database_backend(), sql)).await.expect(table);
    let names = rows.iter().map(|row| row.try_get_by_index::<String>(0).expect("a name"));
    names.filter(|name| !(table == "audit_entry" && name == "seq")).collect()
}

async fn run(tx: &DatabaseTransaction, sql: &str) {
    tx.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{}: {error}", sql.get(..300).unwrap_or(sql)));
}
