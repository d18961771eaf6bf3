//! `gl check`: everything that is derived is derived again, from the postings and the documents, and
//! every difference is named.
//!
//! The books are fetched stretch by stretch, each some documents with all that belongs to them ([`stretch`]), while another thread
//! takes the rows of the stretch before out of their texts and checks them. What is kept of a stretch are sums, by balance and by
//! control account ([`sums`]), so the memory does not grow with the documents, lines and audit rows.

mod applications;
mod deadlines;
mod documents;
mod recounted;
mod returns;
mod settlements;
mod stretch;
mod sums;
mod trail;

use std::collections::BTreeMap;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QuerySelect};
use tokio::sync::mpsc;

use self::stretch::{UnreadStretch, Walk};
use self::sums::Sums;
use crate::approval::catalog::Catalog;
use crate::books::action::settlement::parts;
use crate::books::command::Settings;
use crate::books::document::Document;
use crate::books::ledger::{Posting, PostingKind};
use crate::features::sign_in::DoneIn;
use crate::features::{reconciliation, rule_sets};
use crate::kernel::engine::Engine;
use crate::kernel::entity::{balance, catalog_revision, document, period, posting};
use crate::kernel::findings::Findings;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::read::submissions::longest_ago;
use crate::kernel::store::{StoreError, catalog};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::kind::DocumentKey;

/// How many stretches wait for the checking thread.
const WAITING: usize = 2;

impl Engine {
    /// Checks the books in one consistent state. `checked` hears how many documents were read since it last heard.
    pub async fn check(&self, checked: impl Fn(u64) + Send + Sync) -> Result<Findings, Error> {
        let tx = self.store.begin_read().await?;
        let found = self.check_on(&tx, &checked).await;
        tx.rollback().await.map_err(StoreError::from)?;
        Ok(found?)
    }

    /// How many documents [`Self::check`] will read.
    pub async fn documents_to_check(&self) -> Result<u64, Error> {
        Ok(document::Entity::find().count(&self.store.reader).await.map_err(StoreError::from)?)
    }

    /// As [`Self::check`], as the caller's transaction sees the books.
    pub async fn check_on(
        &self,
        db: &DatabaseTransaction,
        checked: &(impl Fn(u64) + Sync),
    ) -> Result<Findings, StoreError> {
        let mut findings = Findings::default();
        let (done_in, unmarked) = trail::check_master_data(self, db, &mut findings).await?;
        rule_sets::compare(db, &mut findings).await?;
        self.check_books(db, &mut findings).await?;
        let mut unreadable = Vec::new();
        let days = each(db, period::Entity::find(), &mut unreadable).await?;
        let days = days.into_iter().map(|period| (period.period_id, (period.start_date, period.end_date))).collect();
        // The copy in memory may be of before somebody changed the database.
        let catalog = Arc::new(catalog::readable(db, &mut unreadable).await?);
        let since = longest_ago(self.clock.wall());
        findings.unreadable(unreadable);
        let own = Checker { catalog, settings: self.settings, days, since, findings, sums: Sums::default(), done_in };
        let Checker { mut findings, sums, done_in, .. } = check_documents(db, own, checked).await?;
        done_in.check(db, &mut findings).await?;
        let mut unreadable = Vec::new();
        sums.check(each(db, balance::Entity::find(), &mut unreadable).await?, &mut findings);
        findings.unreadable(unreadable);
        reconciliation::compare(db, self.settings.base_currency, &unmarked, &mut findings).await?;
        crate::features::bank_statements::compare(db, &mut findings).await?;
        crate::features::budgets::compare(db, &mut findings).await?;
        crate::features::matching::compare(db, &mut findings).await?;
        crate::features::documents::compare(db, &mut findings).await?;
        Ok(findings)
    }

    /// What the books know of themselves: their base currency.
    async fn check_books(&self, db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
        let mut unreadable = Vec::new();
        let posted = each(db, posting::Entity::find().limit(1), &mut Vec::new()).await?;
        let base = Some(self.settings.base_currency.code()).filter(|_| !posted.is_empty());
        let revisions = each(db, catalog_revision::Entity::find(), &mut unreadable).await?;
        if !matches!(revisions.as_slice(), [only] if only.id == 1 && only.base_currency.as_deref() == base) {
            findings.differences.push("catalog_revision: base_currency is not that of what is posted".into());
        }
        findings.unreadable(unreadable);
        Ok(())
    }
}

/// Reads all stretches, and has another thread check them.
async fn check_documents(
    db: &impl ConnectionTrait,
    mut checker: Checker,
    heard: &(impl Fn(u64) + Sync),
) -> Result<Checker, StoreError> {
    let (send, mut receive) = mpsc::channel::<UnreadStretch>(WAITING);
    let checking = tokio::task::spawn_blocking(move || {
        while let Some(found) = receive.blocking_recv() {
            checker.check(found);
        }
        Ok::<_, StoreError>(checker)
    });
    let mut walk = Walk::start();
    while let Some(found) = walk.next(db).await? {
        heard(u64::try_from(found.headers.len()).unwrap_or(0));
        if send.send(found).await.is_err() {
            break;
        }
    }
    drop(send);
    checking.await.map_err(|error| StoreError::Broken(format!("the check ended: {error}")))?
}

/// What the stretches are checked against, and what is kept of them.
struct Checker {
    catalog: Arc<Catalog>,
    settings: Settings,
    /// The first and the last day of each period.
    days: BTreeMap<String, (String, String)>,
    /// What was submitted since is found by rules that add up.
    since: Timestamp,
    findings: Findings,
    sums: Sums,
    done_in: DoneIn,
}

impl Checker {
    fn check(&mut self, unread: UnreadStretch) {
        let findings = &mut self.findings;
        let mut stretch = unread.read(findings);
        self.done_in.append(std::mem::take(&mut stretch.recounted.done_in));
        let other = trail::check(&stretch, findings);
        applications::check(&stretch, findings);
        let payers = settlements::with_parts(stretch.payers, stretch.payer_lines);
        let settled: BTreeMap<DocumentKey, Document> =
            settlements::bare(stretch.settled).into_iter().map(|document| (document.key.clone(), document)).collect();
        let documents = documents::readable(stretch.headers, stretch.lines, (&other, &stretch.recounted), findings);
        let postings = documents::postings(stretch.postings, stretch.posting_lines, &self.days, findings);
        findings.documents = findings.documents.saturating_add(documents.len());
        findings.postings = findings.postings.saturating_add(postings.len());
        for posting in &postings {
            documents::check_posting(posting, &documents, findings);
        }
        let of_documents: BTreeMap<&DocumentKey, &Posting> = postings
            .iter()
            .filter(|posting| posting.kind == PostingKind::Document)
            .map(|posting| (&posting.source, posting))
            .collect();
        let returns = returns::by_payment(&postings);
        for void in postings.iter().filter(|posting| posting.kind == PostingKind::Void) {
            documents::check_void(void, of_documents.get(&void.source).copied(), findings);
        }
        applications::check_postings(&postings, &stretch.applications, &documents, findings);
        for document in documents.values() {
            let posted = of_documents.get(&document.key).copied();
            let settled: Vec<&Document> = parts(document).iter().filter_map(|part| settled.get(&part.key)).collect();
            if document.key.kind.payment().is_some() {
                let named = (document.key.kind.name().to_owned(), document.key.id.clone());
                let back = returns.get(&document.key).map_or(&[][..], Vec::as_slice);
                returns::check(document, posted, back, stretch.recounted.ways.get(&named), findings);
            }
            documents::check_document(document, &settled, posted, &self.catalog, self.settings, findings);
            documents::check_added(document, &self.catalog, self.since, findings);
        }
        let derived = settlements::derive(&payers, &stretch.applications);
        if let Err(error) = derived.and_then(|derived| {
            settlements::check(&documents, &derived, findings);
            self.sums.add(&documents, &postings, &derived)
        }) {
            findings.differences.push(format!("the sums of some documents: {error}"));
        }
    }
}
