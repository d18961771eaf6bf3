//! The engine: the store, the clock, the settings, and the catalog's copy in memory.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use sea_orm::{ConnectionTrait, DatabaseTransaction};

use crate::approval::access::{Actor, UserId};
use crate::approval::catalog::Catalog;
use crate::approval::splitting::EarlierDocuments;
use crate::books::command::snapshot::AccountUse;
use crate::books::command::{Seen, Settings, Snapshot, Wants};
use crate::books::document::{Document, Pending, Remembered};
use crate::books::queue::JobIds;
use crate::books::request::{Asked, Idempotency};
use crate::kernel::boxed::Boxed;
use crate::kernel::interface::Interface;
use crate::kernel::records::AllRecords;
use crate::kernel::session::SessionKey;
use crate::kernel::sets::{Dispatcher, Figures};
use crate::kernel::signal::Signals;
use crate::kernel::store::known_parties::KnownParties;
use crate::kernel::store::read::carried::Carried;
use crate::kernel::store::read::remembered_sums::RememberedSums;
use crate::kernel::store::seal::Gaps;
use crate::kernel::store::{Store, StoreError, baseline, catalog, snapshot};
use crate::values::clock::Clock;
use crate::values::error::{Error, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::money::Currency;

/// Why the books could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("these books are kept in {kept}; GL_BASE_CURRENCY says {asked}")]
    BaseCurrency { kept: String, asked: Currency },
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The books of one organisation.
#[derive(Debug)]
pub struct Engine {
    pub store: Store,
    pub clock: Clock,
    pub settings: Settings,
    pub(crate) records: AllRecords,
    /// Notifies workers of new jobs, and waiting requests of ended ones.
    pub signals: Signals,
    pub(crate) in_hand: InHand,
    /// Where commands wait to share a transaction.
    pub(crate) sets: Dispatcher,
    pub(crate) carried: Carried,
    /// Where pages of general ledgers go on.
    pub(crate) remembered_sums: RememberedSums,
    /// Documents as this process last wrote them, on PostgreSQL.
    pub(crate) remembered: Remembered,
    /// Parties as this process last read them, on PostgreSQL.
    pub(crate) parties: KnownParties,
    /// Numbers of the trail that have no seal, as this process last saw them.
    pub(crate) gaps: Gaps,
    catalog: RwLock<Arc<Catalog>>,
    interface: OnceLock<Arc<dyn Interface>>,
    session_key: OnceLock<SessionKey>,
}

impl Engine {
    /// Opens the books. Refuses when they are kept in another base currency. See docs/rules/amounts.md#base-currency.
    pub async fn open(
        store: Store,
        clock: Clock,
        settings: Settings,
        records: AllRecords,
    ) -> Result<Arc<Self>, OpenError> {
        let (revision, base_currency) = catalog::revision(&store.reader).await?;
        if let Some(kept) = base_currency.filter(|code| code != settings.base_currency.code()) {
            return Err(OpenError::BaseCurrency { kept, asked: settings.base_currency });
        }
        let loaded = catalog::load(&store.reader, revision).await?;
        if let Some(last) = crate::kernel::store::read::audit::latest(&store.reader).await? {
            clock.goes_on_from(last);
        }
        Ok(Self::around(store, clock, settings, records, loaded))
    }

    /// Opens books of which some may be unreadable, to be checked: what is, is named there. `None` where they lack what a first start
    /// with this program writes.
    pub async fn open_to_check(
        store: Store,
        clock: Clock,
        settings: Settings,
        records: AllRecords,
    ) -> Result<Option<Arc<Self>>, OpenError> {
        if !baseline::is_written(&store.reader).await? {
            return Ok(None);
        }
        if let Ok((_, Some(kept))) = catalog::revision(&store.reader).await
            && kept != settings.base_currency.code()
        {
            return Err(OpenError::BaseCurrency { kept, asked: settings.base_currency });
        }
        if let Ok(Some(last)) = crate::kernel::store::read::audit::latest(&store.reader).await {
            clock.goes_on_from(last);
        }
        Ok(Some(Self::around(store, clock, settings, records, Catalog::default())))
    }

    /// The same books in another store, to be read there. Nothing is read yet: the catalog is loaded by the first read, and a store
    /// has a copy of its own.
    pub(crate) fn read_from(&self, store: Store) -> Arc<Self> {
        Self::around(store, self.clock.clone(), self.settings, self.records, Catalog::default())
    }

    fn around(store: Store, clock: Clock, settings: Settings, records: AllRecords, loaded: Catalog) -> Arc<Self> {
        let sets = Dispatcher::start(store.backend());
        Arc::new(Self {
            sets,
            carried: Carried::new(clock.clone()),
            store,
            clock,
            settings,
            records,
            signals: Signals::default(),
            in_hand: InHand::default(),
            remembered_sums: RememberedSums::default(),
            remembered: Remembered::default(),
            parties: KnownParties::default(),
            gaps: Gaps::default(),
            catalog: RwLock::new(Arc::new(loaded)),
            interface: OnceLock::new(),
            session_key: OnceLock::new(),
        })
    }

    /// How commands shared sets since the process began.
    pub fn set_figures(&self) -> &Figures {
        &self.sets.figures
    }

    /// Gives the engine the interface that its change requests came by; the first one stays.
    pub fn set_interface(&self, interface: Arc<dyn Interface>) {
        let _ = self.interface.set(interface);
    }

    /// Gives the engine the key of the sessions, which is not in the database; the first one stays. Without one nobody signs in to the
    /// console.
    pub fn set_session_key(&self, key: SessionKey) {
        let _ = self.session_key.set(key);
    }

    /// The key of the sessions.
    pub fn session_key(&self) -> Option<&SessionKey> {
        self.session_key.get()
    }

    /// The interface that change requests come by.
    pub(crate) fn interface(&self) -> Result<&Arc<dyn Interface>, Error> {
        self.interface.get().ok_or_else(|| Error::Internal("the engine was given no interface".into()))
    }

    /// The catalog as of the present revision, read on the caller's connection.
    pub async fn catalog(&self, db: &impl ConnectionTrait) -> Result<Arc<Catalog>, StoreError> {
        let (revision, _) = catalog::revision(db).await?;
        self.catalog_at(db, revision).await
    }

    /// The catalog at the revision that the caller read as the present one, on the same connection.
    pub(crate) async fn catalog_at(
        &self,
        db: &impl ConnectionTrait,
        revision: i64,
    ) -> Result<Arc<Catalog>, StoreError> {
        let copy = Arc::clone(&self.catalog.read().unwrap_or_else(PoisonError::into_inner));
        if copy.revision == revision {
            return Ok(copy);
        }
        let loaded = Arc::new(catalog::load(db, revision).await?);
        let mut shared = self.catalog.write().unwrap_or_else(PoisonError::into_inner);
        if shared.revision < loaded.revision {
            *shared = Arc::clone(&loaded);
        }
        Ok(loaded)
    }

    /// The copy in memory, which another process may have outdated: the command that decides checks its permissions again.
    pub fn known_catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.catalog.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The catalog for a request that only reads.
    pub fn present_catalog(&self) -> Boxed<'_, Result<Arc<Catalog>, Error>> {
        Box::pin(async move { Ok(self.catalog(&self.store.reader).await?.at(self.clock.now())) })
    }

    /// A snapshot with nothing read yet. An inactive person gets none. See docs/rules/access.md#inactive-users.
    pub(crate) fn blank_snapshot(&self, catalog: Arc<Catalog>, asked: &Asked) -> Result<Snapshot, Refusal> {
        let now = self.clock.now();
        let catalog = catalog.at(now);
        if catalog.bars(&asked.actor) {
            return Err(RefusalName::UserInactive.because("the token's user is recorded as inactive"));
        }
        Ok(Snapshot {
            now,
            today: self.clock.wall().date(),
            actor: asked.actor.clone(),
            settings: self.settings,
            catalog,
            expected_versions: asked.expected_versions.clone(),
            documents: std::collections::BTreeMap::new(),
            earliest_payments: Vec::new(),
            pending: Pending::default(),
            live_reversal: None,
            deferred: None,
            parties: std::collections::BTreeMap::new(),
            paid_since_change: false,
            same_reference: None,
            postings: Vec::new(),
            applied: Vec::new(),
            applications: 0,
            given_back_on: None,
            unposted: Vec::new(),
            account_use: AccountUse::default(),
            job: None,
            change_request: None,
            job_ids: JobIds::fresh(),
            table_rate: None,
            earlier: EarlierDocuments::default(),
            cleared_marks: Vec::new(),
            set_aside: std::collections::BTreeMap::new(),
            ledger_sums: None,
            new_types: Vec::new(),
            of_features: Seen::default(),
        })
    }

    /// A document as this process last wrote it, while it remembers it. PostgreSQL only.
    pub fn remembered_document(&self, key: &DocumentKey) -> Option<Arc<Document>> {
        self.remembered.of([key]).into_values().next().map(|written| written.document)
    }

    /// One document as it stands now.
    pub async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, Error> {
        let mut seen = self.look(&Actor::system(), &Wants::document(key)).await?;
        Ok(seen.documents.remove(key))
    }

    /// One document that must be there.
    pub async fn present_document(&self, key: &DocumentKey) -> Result<Document, Error> {
        let found = self.document(key).await?;
        Ok(found.ok_or_else(|| Refusal::not_found(key.kind.title(), &key.id))?)
    }

    /// A consistent snapshot for a request that only reads.
    pub fn look<'a>(&'a self, actor: &'a Actor, wants: &'a Wants) -> Boxed<'a, Result<Snapshot, Error>> {
        Box::pin(async move {
            let tx = self.store.begin_read().await?;
            let seen = self.seen(&tx, actor, wants).await;
            tx.rollback().await.map_err(StoreError::from)?;
            Ok(seen??)
        })
    }

    async fn seen(
        &self,
        tx: &DatabaseTransaction,
        actor: &Actor,
        wants: &Wants,
    ) -> Result<Result<Snapshot, Refusal>, StoreError> {
        let mut seen = match self.blank_snapshot(self.catalog(tx).await?, &Asked::by(actor.clone())) {
            Ok(seen) => seen,
            Err(refusal) => return Ok(Err(refusal)),
        };
        snapshot::fill(tx, wants, false, &mut seen).await?;
        self.records.see(tx, wants, false, &mut seen).await?;
        Ok(Ok(seen))
    }
}

/// The idempotency keys that this process works on now.
#[derive(Clone, Default, Debug)]
pub(crate) struct InHand(Arc<Mutex<HashSet<(UserId, String)>>>);

impl InHand {
    /// Claims a key until the claim is dropped.
    pub(crate) fn claim(&self, key: &Idempotency) -> Result<Claim, Refusal> {
        let named = (key.user_id.clone(), key.key.clone());
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert(named.clone()) {
            return Err(still_running());
        }
        Ok(Claim { keys: self.clone(), named })
    }
}

/// A key in hand.
#[derive(Debug)]
pub struct Claim {
    keys: InHand,
    named: (UserId, String),
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.keys.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.named);
    }
}

pub(crate) fn still_running() -> Refusal {
    RefusalName::IdempotencyInProgress.because("the first request with this idempotency key still runs")
}
