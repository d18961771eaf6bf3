//! The journal as plain-text accounting: every posting, voids and exchange differences too, for hledger or beancount.
//! See docs/rules/reports.md#export-of-the-journal.
//!
//! The text is made page by page from one consistent state, so that the whole journal is never in memory. A posting in a foreign
//! currency carries its amount with the total price (`@@`) that the ledger has in base currency, never a rate: so the balances
//! at cost are those of the trial balance, to the minor unit.

mod beancount;
mod hledger;
mod written;

use std::sync::Arc;

use sea_orm::DatabaseTransaction;
use tokio::sync::mpsc::Sender;

use self::written::{Entry, Head};
use crate::approval::catalog::Catalog;
use crate::features::reports::{JournalPosting, Names, Place, currencies, journal_page};
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};

/// How many postings are read at a time; a posting has about a thousand lines at most.
const PAGE: u64 = 100;

/// The program that reads the export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Hledger,
    Beancount,
}

/// The format and the range of an export, both days included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    pub format: Format,
    pub from: Date,
    pub to: Date,
}

/// The writer of a format, with the name of every account, made once for an export.
enum Writer {
    Hledger(hledger::Writer),
    Beancount(beancount::Writer),
}

impl Writer {
    fn of(format: Format, catalog: &Catalog) -> Self {
        match format {
            Format::Hledger => Self::Hledger(hledger::Writer::of(catalog)),
            Format::Beancount => Self::Beancount(beancount::Writer::of(catalog)),
        }
    }

    fn head(&self, head: &Head<'_>) -> String {
        match self {
            Self::Hledger(writer) => writer.head(head),
            Self::Beancount(writer) => writer.head(head),
        }
    }

    fn entry(&self, entry: &Entry<'_>) -> String {
        match self {
            Self::Hledger(writer) => writer.entry(entry),
            Self::Beancount(writer) => writer.entry(entry),
        }
    }
}

impl Engine {
    /// Writes the journal into the channel, one text for each page of postings. Ends early when the receiver is gone.
    pub async fn export_journal(&self, asked: Asked, out: &Sender<String>) -> Result<(), Error> {
        let tx = self.store.begin_read().await?;
        let written = self.write_journal(&tx, asked, out).await;
        tx.rollback().await.map_err(StoreError::from)?;
        Ok(written?)
    }

    /// Refuses a range that ends before it begins.
    pub fn check_export(asked: &Asked) -> Result<(), Error> {
        if asked.from > asked.to {
            return Err(Faults::one("to", format!("is before {}", asked.from)).into());
        }
        Ok(())
    }

    async fn write_journal(
        &self,
        tx: &DatabaseTransaction,
        asked: Asked,
        out: &Sender<String>,
    ) -> Result<(), StoreError> {
        let catalog: Arc<Catalog> = self.catalog(tx).await?;
        let base = self.settings.base_currency;
        let spans = currencies(tx, asked.from, asked.to).await?;
        let head = Head {
            catalog: &catalog,
            base,
            currencies: spans.values().map(|(currency, _)| *currency).collect(),
            first: spans.values().map(|(_, first)| *first).min(),
        };
        let writer = Writer::of(asked.format, &catalog);
        let mut text = writer.head(&head);
        let mut last: Option<Place> = None;
        loop {
            let mut page = journal_page(tx, last.as_ref(), (asked.from, asked.to), None, PAGE).await?;
            let names = Names::of(tx, &catalog, page.iter().filter_map(JournalPosting::party)).await?;
            for journal in &page {
                let party = journal.party().map(|(kind, id)| names.party(kind, &id));
                let party =
                    party.map(|party| if party.party_name.is_empty() { party.party_id } else { party.party_name });
                text.push_str(&writer.entry(&Entry { journal, party, base }));
            }
            if out.send(std::mem::take(&mut text)).await.is_err() || page.is_empty() {
                return Ok(());
            }
            last = page.pop().map(|last| Place::from(&last.posting));
        }
    }
}
