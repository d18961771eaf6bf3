//! Makes the reversing entry of an accrual, in the name of who submitted the accrual, and sends it into its approval. The entry and the
//! mark on the accrual are one transaction, so that it is made once, whoever looks and however often.
//! See docs/rules/accruals.md#exactly-once.

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use super::due;
use crate::approval::access::{SYSTEM, UserId};
use crate::books::action::create_and_submit::submitted_as_made;
use crate::books::action::{create, reverse};
use crate::books::command::wants::{AddsUp, RateOf};
use crate::books::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::books::document::model::DatedReversal;
use crate::books::document::{Document, Journal};
use crate::features::recurring::WRITTEN_BY;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::id::{MAX_ID_LENGTH, hex};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Currency;

/// The word of the accrual's trail for its reversal.
pub const REVERSED: &str = "Reversed on Its Day";

/// Reverses the accrual, if nothing does yet.
pub struct ReverseAccrual {
    pub key: DocumentKey,
    pub currency: Currency,
    pub reversal_date: Date,
}

impl ReverseAccrual {
    /// Its reversing entry bears its id; of a very long one a hash of it.
    fn reversal(&self) -> DocumentKey {
        let own = format!("{}-RV", self.key.id);
        let id = if own.len() <= MAX_ID_LENGTH {
            own
        } else {
            let hash = hex(&Sha256::digest(self.key.id.as_bytes()));
            format!("JE-RV-{hash}").chars().take(MAX_ID_LENGTH).collect()
        };
        DocumentKey::new(DocumentKind::JournalEntry, id)
    }

    /// The entry, submitted. Everybody who wrote the accrual is among its authors, as its trail says.
    fn entry(
        &self,
        (accrual, journal): (&Document, &Journal),
        day: Date,
        snapshot: &Snapshot,
    ) -> Result<Effects, Refusal> {
        let key = self.reversal();
        if snapshot.documents.contains_key(&key) {
            return Err(RefusalName::AlreadyExists.because(format!("journal entry {:?} exists already", key.id)));
        }
        let composed = reverse::composed(accrual, journal, day, None, snapshot)?;
        let author = &snapshot.actor.user_id;
        let editors: BTreeSet<UserId> = accrual.authors().into_iter().filter(|who| *who != author).cloned().collect();
        let writers: Vec<&str> = editors.iter().map(UserId::as_str).collect();
        let mut draft = create::new_document(key, composed, snapshot);
        let mut created = create::effects(&draft, snapshot).audit;
        for row in &mut created {
            if !writers.is_empty() {
                row.details.insert(WRITTEN_BY.into(), writers.clone().into());
            }
        }
        draft.editors = editors;
        Ok(submitted_as_made(draft, created, snapshot)?.effects)
    }
}

impl Command for ReverseAccrual {
    /// The entry that was made; none where the accrual is reversed already, or its day has not come.
    type Answer = Option<DocumentKey>;

    /// Who may write and submit entries may have one reversed: the day was signed with it.
    fn needs(&self) -> Vec<Needed> {
        ["write", "submit"].map(|action| (DocumentKind::JournalEntry.name(), action)).to_vec()
    }

    fn wants(&self) -> Wants {
        let reversal = self.reversal();
        Wants {
            documents: [self.key.clone(), reversal.clone()].into(),
            settled: true,
            makes: Some(reversal.clone()),
            reversal_of: Some(self.key.id.clone()),
            postings_of: [self.key.clone()].into(),
            table_rate: Some(RateOf::Currency { code: self.currency.code().to_owned(), on: self.reversal_date }),
            adds_up: Some(AddsUp::New { key: reversal, party_id: None, pays: None }),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Option<DocumentKey>>, Refusal> {
        let Some((accrual, day)) = due(&self.key, snapshot) else { return Ok(Decision::unchanged(None, snapshot)) };
        let Some(journal) = accrual.content.journal() else { return Ok(Decision::unchanged(None, snapshot)) };
        let mut effects = self.entry((accrual, journal), day, snapshot)?;
        let reversal = self.reversal();
        let status = Some(accrual.status());
        let row = AuditEntry::document(&self.key, REVERSED, SYSTEM, status, status)
            .with("reversing_entry_id", reversal.id.clone())
            .with("reversal_date", day.to_string());
        let made = DatedReversal::Made { entry_id: reversal.id.clone() };
        let after = Document { dated_reversal: made, ..accrual.next_version() };
        effects.changes.push(Change::UpdateDocument { document: Box::new(after), lines: false });
        effects.audit.push(row);
        Ok(Decision::new(effects, Some(reversal)))
    }
}
