//! `gl check`: everything that is derived is derived again, from the postings and the documents, and
//! every difference is named.

mod findings;
mod reconciliations;
mod recounted;
mod settlements;
mod trail;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder};

pub use self::findings::Findings;
use self::recounted::Named;
use crate::action::document::kind;
use crate::command::Settings;
use crate::document::{Document, Status};
use crate::engine::Engine;
use crate::entity::{document, document_line, posting, posting_line};
use crate::error::Error;
use crate::kind::DocumentKey;
use crate::ledger::{Posting, PostingKind};
use crate::money::Minor;
use crate::store::ledger::{BalanceChange, movements};
use crate::store::read::balances;
use crate::store::{StoreError, row};

impl Engine {
    /// Checks the books in one consistent state.
    pub async fn check(&self) -> Result<Findings, Error> {
        let tx = self.store.begin_read().await?;
        let found = self.check_on(&tx).await;
        tx.rollback().await.map_err(StoreError::from)?;
        Ok(found?)
    }

    async fn check_on(&self, db: &impl ConnectionTrait) -> Result<Findings, StoreError> {
        let mut findings = Findings::default();
        let headers = every_header(db).await?;
        let other = trail::check(db, &headers, &mut findings).await?;
        let documents = every_document(db, headers, &other, &mut findings).await?;
        let postings = every_posting(db, &mut findings).await?;
        findings.documents = documents.len();
        findings.postings = postings.len();
        let catalog = self.catalog(db).await?;
        for posting in &postings {
            check_posting(posting, &documents, &mut findings);
        }
        let of_documents: BTreeMap<&DocumentKey, &Posting> = postings
            .iter()
            .filter(|posting| posting.kind == PostingKind::Document)
            .map(|posting| (&posting.source, posting))
            .collect();
        for document in documents.values() {
            let posted = of_documents.get(&document.key).copied();
            check_document(document, &documents, posted, &catalog, self.settings, &mut findings);
        }
        let applications = settlements::applications(db).await?;
        settlements::check(&documents, &postings, &applications, &mut findings)
            .map_err(|error| StoreError::Broken(error.to_string()))?;
        check_balances(db, &postings, &mut findings).await?;
        reconciliations::check(db, self.settings.base_currency, &mut findings).await?;
        Ok(findings)
    }
}

/// The rows of all documents, as they stand in the table.
async fn every_header(db: &impl ConnectionTrait) -> Result<BTreeMap<Named, document::Model>, StoreError> {
    let headers = document::Entity::find().all(db).await?;
    Ok(headers.into_iter().map(|header| ((header.kind.clone(), header.document_id.clone()), header)).collect())
}

/// The documents that can be read. One that cannot be read is a finding that names its column, unless the trail named it already
/// (`other`).
async fn every_document(
    db: &impl ConnectionTrait,
    headers: BTreeMap<Named, document::Model>,
    other: &BTreeSet<Named>,
    findings: &mut Findings,
) -> Result<BTreeMap<DocumentKey, Document>, StoreError> {
    let mut lines: BTreeMap<Named, Vec<document_line::Model>> = BTreeMap::new();
    for line in document_line::Entity::find().order_by_asc(document_line::Column::LineNumber).all(db).await? {
        lines.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    let mut documents = BTreeMap::new();
    for (named, header) in headers {
        // A payment has no lines.
        let own = lines.remove(&named).unwrap_or_default();
        match row::document::read(header, own) {
            Ok(document) => {
                documents.insert(document.key.clone(), document);
            }
            Err(StoreError::Broken(_)) if other.contains(&named) => {}
            Err(StoreError::Broken(why)) => findings.differences.push(why),
            Err(error) => return Err(error),
        }
    }
    Ok(documents)
}

/// Reports read a line's own day and currency, so these must be its posting's; a line without a posting is an orphan.
async fn every_posting(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<Vec<Posting>, StoreError> {
    let mut lines: BTreeMap<(String, String, String), Vec<posting_line::Model>> = BTreeMap::new();
    for line in posting_line::Entity::find().order_by_asc(posting_line::Column::Position).all(db).await? {
        lines.entry((line.source_kind.clone(), line.source_id.clone(), line.kind.clone())).or_default().push(line);
    }
    let mut postings = Vec::new();
    for header in posting::Entity::find().all(db).await? {
        let own = lines
            .remove(&(header.source_kind.clone(), header.source_id.clone(), header.kind.clone()))
            .unwrap_or_default();
        let differs = |line: &posting_line::Model| {
            (&line.posting_date, &line.currency) != (&header.posting_date, &header.currency)
        };
        if own.iter().any(differs) {
            let (kind, id) = (&header.source_kind, &header.source_id);
            findings.differences.push(format!("posting {kind} {id}: a line has another day or currency"));
        }
        postings.push(row::posting::read(&header, own)?);
    }
    for (kind, id, posting) in lines.keys() {
        findings.differences.push(format!("posting {kind} {id} ({posting}): lines without their posting"));
    }
    Ok(postings)
}

fn check_posting(posting: &Posting, documents: &BTreeMap<DocumentKey, Document>, findings: &mut Findings) {
    let name = format!("{} {} ({})", posting.source.kind.name(), posting.source.id, posting.kind.name());
    if !posting.is_balanced() {
        findings.differences.push(format!("posting {name}: debits and credits differ"));
    }
    match documents.get(&posting.source) {
        None => findings.differences.push(format!("posting {name}: its document is missing, or cannot be read")),
        Some(document) if posting.kind == PostingKind::Document => {
            if !document.status().is_in_ledger() && document.status() != Status::Voided {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
        Some(document) if posting.kind == PostingKind::Void => {
            if document.status() != Status::Voided {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
        Some(document) => {
            if document.status() != Status::Posted {
                findings.differences.push(format!("posting {name}: its document is {}", document.status().name()));
            }
        }
    }
}

fn check_document(
    document: &Document,
    documents: &BTreeMap<DocumentKey, Document>,
    posted: Option<&Posting>,
    catalog: &crate::catalog::Catalog,
    settings: Settings,
    findings: &mut Findings,
) {
    let name = format!("{} {}", document.key.kind.name(), document.key.id);
    if document.status() != Status::Voided && posted.is_some() != document.status().is_in_ledger() {
        let has = if posted.is_some() { "stands" } else { "does not stand" };
        findings.differences.push(format!("document {name} is {} and {has} in the ledger", document.status().name()));
    }
    let Some(signed) = document.stage.digest() else { return };
    match signed.matches(document) {
        Ok(true) => {}
        Ok(false) => findings.differences.push(format!("document {name} is not what was signed")),
        Err(error) => findings.differences.push(format!("document {name}: {error}")),
    }
    let settled = document.pays().and_then(|key| documents.get(key));
    if let (Some(posted), Ok(lines)) = (posted, kind::posting_lines(document, settled, catalog, &settings)) {
        // The accounts that took rounding and exchange differences may be others today.
        let amounts = |lines: &[crate::ledger::PostingLine]| {
            let own = lines.iter().filter(|line| !line.amount.is_zero());
            own.map(|line| (line.account_id.clone(), line.amount)).collect::<Vec<_>>()
        };
        if amounts(&posted.lines) != amounts(&lines) {
            findings.differences.push(format!("document {name}: its postings are not what its lines say"));
        }
    }
}

async fn check_balances(
    db: &impl ConnectionTrait,
    postings: &[Posting],
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let derived = movements(postings).map_err(|error| StoreError::Broken(error.to_string()))?;
    let mut stored = BTreeMap::new();
    for found in balances::all(db).await? {
        let sums = BalanceChange {
            debit: found.debit,
            credit: found.credit,
            base_debit: found.base_debit,
            base_credit: found.base_credit,
        };
        stored.insert((found.account_id, found.period_id, found.currency), sums);
    }
    findings.balances = stored.len();
    let keys: std::collections::BTreeSet<_> = derived.keys().chain(stored.keys()).collect();
    for key in keys {
        let (is, should) =
            (stored.get(key).copied().unwrap_or_default(), derived.get(key).copied().unwrap_or_default());
        if is != should {
            let (account, period, currency) = key;
            findings
                .differences
                .push(format!("balance {account} {period} {currency}: stored {is:?}, from the postings {should:?}"));
        }
    }
    let net = derived.values().try_fold((Minor::ZERO, Minor::ZERO), |(debit, credit), sums| {
        Ok::<_, crate::money::MoneyError>((debit.checked_add(sums.base_debit)?, credit.checked_add(sums.base_credit)?))
    });
    match net {
        Ok((debit, credit)) if debit == credit => {}
        _ => findings.differences.push("the books do not balance".into()),
    }
    Ok(())
}
