//! The unposted documents of a period, which bar its close. See docs/rules/periods.md#unposted-documents.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ConnectionTrait;

use crate::books::action::kind;
use crate::books::document::{Document, Status};
use crate::books::party::PartyKind;
use crate::features::documents::reads::document_list::headers;
use crate::features::parties::names;
use crate::kernel::engine::Engine;
use crate::kernel::query::reading::Reading;
use crate::kernel::store::read::document_filter::Filter;
use crate::kernel::store::read::documents::unposted_counts;
use crate::values::error::Error;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::{Page, PageRequest};

/// The unposted documents of a period, without their lines.
pub struct Unposted {
    period_id: String,
    /// How many there are, so that no query looks for documents that are not there.
    counts: BTreeMap<(DocumentKind, Status), u64>,
    /// Whether its pages leave payroll out.
    without_payroll: bool,
}

impl Unposted {
    /// How many there are of one type and status.
    pub fn count(&self, kind: DocumentKind, status: Status) -> u64 {
        self.counts.get(&(kind, status)).copied().unwrap_or_default()
    }
}

impl Reading<Unposted> {
    /// The next documents of one type and status, and where to go on.
    pub async fn page(&self, kind: DocumentKind, status: Status, page: &PageRequest) -> Result<Page<Document>, Error> {
        let of_period = Filter { period_id: Some(self.period_id.clone()), statuses: vec![status], ..Filter::of(kind) };
        let filter = Filter { without_payroll: self.without_payroll, ..of_period };
        Ok(headers(&self.tx, &filter, &filter.order.page(page)?).await?)
    }

    /// The names of the documents' parties, read in the same state: a reading that took a second connection for them could wait for
    /// those of others, which wait for one themselves.
    pub async fn party_names(
        &self,
        engine: &Engine,
        documents: &[Document],
    ) -> Result<BTreeMap<DocumentKey, String>, Error> {
        engine.party_names_by(&self.tx, documents).await
    }
}

impl Engine {
    /// The names of the documents' customers, vendors and employees; one query for each kind of party.
    pub async fn party_names(&self, documents: &[Document]) -> Result<BTreeMap<DocumentKey, String>, Error> {
        self.party_names_by(&self.store.reader, documents).await
    }

    async fn party_names_by(
        &self,
        db: &impl ConnectionTrait,
        documents: &[Document],
    ) -> Result<BTreeMap<DocumentKey, String>, Error> {
        let catalog = self.catalog(db).await?.at(self.clock.now());
        let mut ids: BTreeMap<PartyKind, BTreeSet<String>> = BTreeMap::new();
        for document in documents {
            if let (Some(of), Some(id)) = (kind::party_kind(document), document.content.party()) {
                ids.entry(of).or_default().insert(id.to_owned());
            }
        }
        let mut named = BTreeMap::new();
        for (of, ids) in ids {
            let ids: Vec<String> = ids.into_iter().collect();
            let found = names(db, of, &ids).await?;
            named.extend(found.into_iter().map(|(id, name)| ((Some(of), id), name)));
        }
        let name = |document: &Document| {
            let id = document.content.party()?.to_owned();
            match kind::party_kind(document) {
                Some(of) => named.get(&(Some(of), id)).cloned(),
                None => catalog.users.get(&id.into()).map(|user| user.name.clone()),
            }
        };
        Ok(documents.iter().filter_map(|document| Some((document.key.clone(), name(document)?))).collect())
    }

    /// Begins to read what bars a close. All of it is counted; for who does not read payroll its pages leave that out.
    pub async fn read_unposted(&self, period_id: &str, without_payroll: bool) -> Result<Reading<Unposted>, Error> {
        let tx = self.store.begin_read().await?;
        let counts = unposted_counts(&tx, period_id).await.map_err(Error::from);
        let period_id = period_id.to_owned();
        Reading::begun(tx, counts.map(|counts| Unposted { period_id, counts, without_payroll })).await
    }
}
