//! The bank transactions of the books that open lines are compared with, and what the books know of whom they are with.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Statement};

use crate::books::command::Snapshot;
use crate::books::party::PartyKind;
use crate::features::bank_statements::Line;
use crate::features::matching::proposing::{BankTransaction, Settings, TransactionKind};
use crate::features::matching::reads;
use crate::features::reconciliation::{Reconciliation, Row, Sums, Walk, draw_part};
use crate::kernel::entity::{document, party};
use crate::kernel::store::StoreError;
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind, Side};
use crate::values::money::Currency;

/// The names and accounts of earlier lines that a party is known by; no more of them are read.
const LEARNED: i64 = 50_000;

/// The transactions of the days of these lines that no line is matched with.
pub async fn of(
    db: &impl ConnectionTrait,
    account_id: &str,
    currency: Currency,
    seen: &Snapshot,
    lines: &[Line],
    settings: &Settings,
) -> Result<Vec<BankTransaction>, StoreError> {
    let (Some(first), Some(last)) =
        (lines.iter().map(|line| line.entry.date).min(), lines.iter().map(|line| line.entry.date).max())
    else {
        return Ok(Vec::new());
    };
    let mut whole = Reconciliation::of_whole_account(account_id, currency);
    whole.statement_date = last.plus_days(i64::from(settings.days_after));
    let rows = rows(db, &whole, first.plus_days(i64::from(settings.days_before).saturating_neg()), seen).await?;
    let keys: BTreeSet<DocumentKey> = rows.iter().map(|row| row.movement.key.source.clone()).collect();
    let about = About::read(db, account_id, &keys).await?;
    let line_ids: BTreeSet<&str> = lines.iter().map(|line| line.line_id.as_str()).collect();
    Ok(rows.iter().map(|row| about.transaction(row, &line_ids)).collect())
}

/// The account's bank transactions from this day on, without those that are matched.
async fn rows(
    db: &impl ConnectionTrait,
    whole: &Reconciliation,
    from: Date,
    seen: &Snapshot,
) -> Result<Vec<Row>, StoreError> {
    let (mut walk, mut sums, mut found) = (Walk::from_day(from), Sums::default(), Vec::new());
    while let Some(part) = walk.next(db, whole, seen.settings.base_currency).await? {
        let too_large = |error| StoreError::TooLarge(format!("the ledger of account {}: {error}", whole.account_id));
        let (cleared, uncleared) = draw_part(whole, &part, &mut sums).map_err(too_large)?;
        let rows: Vec<Row> = cleared.into_iter().chain(uncleared).collect();
        let documents = rows.iter().map(|row| row.movement.key.source.clone()).collect();
        let matched = reads::of_transactions(db, &whole.account_id, &documents).await?;
        let is_free = |row: &Row| !matched.contains_key(&row.movement.key) && !row.movement.amount.is_zero();
        found.extend(rows.into_iter().filter(is_free));
    }
    Ok(found)
}

/// A document, as much of it as a bank could repeat.
#[derive(Clone, FromQueryResult)]
struct Known {
    kind: String,
    document_id: String,
    reference: Option<String>,
    party_id: Option<String>,
    settles_kind: Option<String>,
    settles_id: Option<String>,
}

/// What the books know about documents and parties.
struct About {
    documents: BTreeMap<DocumentKey, Known>,
    parties: BTreeMap<PartyKey, String>,
    /// Under which a party stood on the bank's statements.
    names: BTreeMap<PartyKey, BTreeSet<String>>,
    accounts: BTreeMap<PartyKey, BTreeSet<String>>,
}

/// A party by its kind, as a row has it, and its id.
type PartyKey = (String, String);

impl Known {
    /// Its party: a document with items says whose it is.
    fn party(&self) -> Option<PartyKey> {
        let kind = DocumentKind::parse(&self.kind)?.items()?.party.recorded()?;
        Some((kind.name().to_owned(), self.party_id.clone()?))
    }
}

/// Whose these documents are: their own party, or that of what they pay.
pub async fn parties_of(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, (PartyKind, String)>, StoreError> {
    let own = documents(db, keys).await?;
    let paid = documents(db, &own.values().filter_map(settled).collect()).await?;
    let party = |known: &Known| {
        let of_paid = settled(known).and_then(|key| paid.get(&key)?.party());
        let (kind, id) = of_paid.or_else(|| known.party())?;
        Some((PartyKind::parse(&kind)?, id))
    };
    Ok(own.iter().filter_map(|(key, known)| Some((key.clone(), party(known)?))).collect())
}

impl About {
    async fn read(
        db: &impl ConnectionTrait,
        account_id: &str,
        keys: &BTreeSet<DocumentKey>,
    ) -> Result<Self, StoreError> {
        let mut documents = documents(db, keys).await?;
        let settled: BTreeSet<DocumentKey> = documents.values().filter_map(settled).collect();
        documents.extend(self::documents(db, &settled).await?);
        let ids: BTreeSet<&str> = documents.values().filter_map(|known| known.party_id.as_deref()).collect();
        let parties = parties(db, &ids.into_iter().collect::<Vec<_>>()).await?;
        let mut about = Self { documents, parties, names: BTreeMap::new(), accounts: BTreeMap::new() };
        about.learn(db, account_id).await?;
        Ok(about)
    }

    /// What earlier matches say: the names and accounts under which a party stood on the bank's statements.
    async fn learn(&mut self, db: &impl ConnectionTrait, account_id: &str) -> Result<(), StoreError> {
        const SQL: &str = "SELECT DISTINCT COALESCE(s.kind, d.kind) AS kind, COALESCE(s.party_id, d.party_id) AS party_id, \
            l.counterparty_name, l.counterparty_account FROM bank_match_transaction t \
            JOIN bank_match_line m ON m.match_id = t.match_id \
            JOIN bank_statement_line l ON l.line_id = m.line_id \
            JOIN document d ON d.kind = t.source_kind AND d.document_id = t.source_id \
            LEFT JOIN document s ON s.kind = d.settles_kind AND s.document_id = d.settles_id \
            WHERE t.account_id = $1 AND COALESCE(s.party_id, d.party_id) IS NOT NULL LIMIT $2";
        let asked = [account_id.into(), LEARNED.into()];
        let asked = Statement::from_sql_and_values(db.get_database_backend(), SQL, asked);
        for told in Told::find_by_statement(asked).all(db).await? {
            let Some(kind) = DocumentKind::parse(&told.kind).and_then(|kind| kind.items()?.party.recorded()) else {
                continue;
            };
            let key = (kind.name().to_owned(), told.party_id);
            if let Some(name) = told.counterparty_name.filter(|name| !name.is_empty()) {
                self.names.entry(key.clone()).or_default().insert(name);
            }
            if let Some(account) = told.counterparty_account.filter(|account| !account.is_empty()) {
                self.accounts.entry(key).or_default().insert(account);
            }
        }
        Ok(())
    }

    fn transaction(&self, row: &Row, line_ids: &BTreeSet<&str>) -> BankTransaction {
        let key = &row.movement.key;
        let own = self.documents.get(&key.source);
        let is_entry = key.source.kind == DocumentKind::JournalEntry;
        let settled = own.and_then(settled);
        let of_settled = settled.as_ref().and_then(|key| self.documents.get(key));
        let party = of_settled.and_then(Known::party).or_else(|| own?.party());
        let known = |of: &BTreeMap<PartyKey, BTreeSet<String>>| {
            party.as_ref().and_then(|key| of.get(key)).into_iter().flatten().cloned().collect::<Vec<String>>()
        };
        let own_name = party.as_ref().and_then(|key| self.parties.get(key)).cloned();
        let reference = |known: &Known| known.reference.clone().filter(|reference| !reference.is_empty());
        let mut document_ids: BTreeSet<String> = settled.iter().map(|key| key.id.clone()).collect();
        document_ids.extend(of_settled.and_then(reference));
        if key.line_number != 0 {
            document_ids.insert(key.source.id.clone());
        }
        BankTransaction {
            id: row.transaction_id.clone(),
            kind: match key.source.kind.payment().map(|of| of.cash) {
                Some(Side::Credit) => TransactionKind::Payment,
                Some(Side::Debit) => TransactionKind::Receipt,
                None => TransactionKind::Line,
            },
            date: row.movement.tran_date.into(),
            amount: row.movement.amount,
            reference: own.and_then(reference).unwrap_or_else(|| key.source.id.clone()),
            document_ids: document_ids.into_iter().collect(),
            party_names: own_name.into_iter().chain(known(&self.names)).collect(),
            party_accounts: known(&self.accounts),
            party_id: party.map(|(kind, id)| format!("{kind} {id}")),
            description: row.movement.description.clone(),
            made_from: line_ids.get(key.source.id.as_str()).map(|id| (*id).to_owned()).filter(|_| is_entry),
        }
    }
}

/// How a party stood on a statement.
#[derive(FromQueryResult)]
struct Told {
    kind: String,
    party_id: String,
    counterparty_name: Option<String>,
    counterparty_account: Option<String>,
}

fn settled(known: &Known) -> Option<DocumentKey> {
    let kind = DocumentKind::parse(known.settles_kind.as_deref()?)?;
    Some(DocumentKey::new(kind, known.settles_id.clone()?))
}

async fn documents(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, Known>, StoreError> {
    use document::Column::{DocumentId, Kind, PartyId, Reference, SettlesId, SettlesKind};
    let mut found = BTreeMap::new();
    let all: Vec<&DocumentKey> = keys.iter().collect();
    for chunk in all.chunks(ROWS_PER_STATEMENT) {
        let some: BTreeSet<DocumentKey> = chunk.iter().map(|key| (*key).clone()).collect();
        let rows: Vec<Known> = document::Entity::find()
            .select_only()
            .columns([Kind, DocumentId, Reference, PartyId, SettlesKind, SettlesId])
            .filter(any_of(Kind, DocumentId, &some))
            .into_model()
            .all(db)
            .await?;
        for known in rows {
            if let Some(kind) = DocumentKind::parse(&known.kind) {
                found.insert(DocumentKey::new(kind, known.document_id.clone()), known);
            }
        }
    }
    Ok(found)
}

async fn parties(db: &impl ConnectionTrait, ids: &[&str]) -> Result<BTreeMap<(String, String), String>, StoreError> {
    use party::Column::{PartyId, PartyKind, PartyName};
    let mut found = BTreeMap::new();
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String)> = party::Entity::find()
            .select_only()
            .columns([PartyKind, PartyId, PartyName])
            .filter(PartyId.is_in(chunk.iter().copied()))
            .into_tuple()
            .all(db)
            .await?;
        found.extend(rows.into_iter().map(|(kind, id, name)| ((kind, id), name)));
    }
    Ok(found)
}
