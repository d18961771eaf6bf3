//! How many documents wait for the caller, by type, without reading each.
//!
//! A document whose step names one signer waits for that signer's word (`approval/waiting.rs`). Whoever the word stands for by their own
//! right may sign it, within their limit, unless they wrote it, gain from it or have signed it (`approval/signing.rs`). So the database
//! counts by those who wrote them, and names the documents that might keep the caller from signing for another reason. These, and what waits
//! for several or comes by delegation, are decided one by one, as on the page.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ConnectionTrait;

use super::signable::{Reach, each_signable, is_signable, words};
use crate::approval::access::payroll;
use crate::approval::signing::SelfApproval;
use crate::approval::waiting;
use crate::books::command::Snapshot;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::desk_counts::{Approver, Together, looked_at, together};
use crate::kernel::store::read::documents::without_lines;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;
use crate::values::kind::{DocumentKey, DocumentKind};

type Counts = BTreeMap<DocumentKind, u64>;

/// How many documents of these types the caller may sign now; of a type without any, nothing.
pub(super) async fn of(
    db: &impl ConnectionTrait,
    kinds: &BTreeSet<DocumentKind>,
    seen: &Snapshot,
) -> Result<Counts, StoreError> {
    let mut counts = Counts::new();
    let own = own_words(seen);
    let others = words(seen).difference(&own).cloned().collect();
    each_signable(db, (kinds, others), seen, Reach::All, |document| {
        count(&mut counts, document.key.kind, 1);
        true
    })
    .await?;
    if own.is_empty() {
        return Ok(counts);
    }
    let approver = approver(kinds, seen);
    let mut is_any_looked_at = false;
    for Together { kind, authors, is_looked_at, documents } in together(db, &own, &approver).await? {
        let is_author = seen.settings.self_approval == SelfApproval::Deny && authors.contains(&seen.actor.user_id);
        if is_looked_at {
            is_any_looked_at = true;
        } else if kinds.contains(&kind) && !is_author {
            count(&mut counts, kind, documents);
        }
    }
    if is_any_looked_at {
        let keys = looked_at(db, &own, &approver).await?;
        for some in keys.chunks(ROWS_PER_STATEMENT) {
            let some: BTreeSet<DocumentKey> = some.iter().cloned().collect();
            for document in without_lines(db, &some).await? {
                count(&mut counts, document.key.kind, u64::from(is_signable(&document, kinds, seen)));
            }
        }
    }
    counts.retain(|_, waiting| *waiting > 0);
    Ok(counts)
}

/// The words that stand for the caller by their own right. For somebody whom a customer or vendor is linked to, each document is
/// looked at: they may gain from it.
fn own_words(seen: &Snapshot) -> BTreeSet<String> {
    let me = &seen.actor.user_id;
    if seen.catalog.linked.values().any(|user| user == me) || !Approver::is_found(me) {
        return BTreeSet::new();
    }
    let mut own = waiting::words(me, &seen.actor.roles, []);
    own.remove(waiting::EVERYBODY);
    own
}

fn approver<'s>(kinds: &BTreeSet<DocumentKind>, seen: &'s Snapshot) -> Approver<'s> {
    let actor = &seen.actor;
    let limit = |kind: &DocumentKind| Some((*kind, seen.catalog.approval_limit(&actor.user_id, &actor.roles, *kind)?));
    let signs_payroll = seen.allows(payroll::RESOURCE, "approve");
    Approver { user_id: &actor.user_id, limits: kinds.iter().filter_map(limit).collect(), signs_payroll }
}

fn count(counts: &mut Counts, kind: DocumentKind, documents: u64) {
    let waiting = counts.entry(kind).or_insert(0);
    *waiting = waiting.saturating_add(documents);
}
