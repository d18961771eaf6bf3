//! Verifying the trail in pieces, each within the time of a request. See docs/rules/audit.md#verification.

use std::time::Duration;

use sea_orm::DatabaseTransaction;

use super::reached::Reached;
use super::verify::{Finding, RowName, Verified, Verifier};
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::chain::line::{Head, KeptHead, Line};
use crate::kernel::engine::Engine;
use crate::kernel::store::{StoreError, seal};
use crate::values::error::Error;

/// The pages of sealed rows that a piece has: about a tenth of a second.
const PAGES: u64 = 10;
/// A row whose commit took long may be visible a moment before its seal: the sealer gets this time for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a piece of a verification came to.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The first thing wrong; the whole trail, verified; or nothing, when there is more to verify.
    pub outcome: Result<Option<Verified>, Finding>,
    pub reached: Reached,
    /// The newest seal when the piece was read.
    pub head: Head,
}

impl Engine {
    /// Verifies the next rows of the trail, all in one consistent state. `kept` is a head that was kept elsewhere.
    pub async fn verify_audit(&self, actor: &Actor, from: Reached, kept: Option<KeptHead>) -> Result<Piece, Error> {
        self.look_up(actor, "audit", &Wants::default()).await?;
        let found = self.piece(from, kept).await?;
        if !matches!(found.outcome, Err(Finding::Unsealed { .. })) {
            return Ok(found);
        }
        tokio::time::sleep(PATIENCE).await;
        self.piece(from, kept).await
    }

    async fn piece(&self, from: Reached, kept: Option<KeptHead>) -> Result<Piece, Error> {
        let now = self.clock.now();
        let tx = self.store.begin_read().await?;
        let walked = async {
            let head = seal::head(&tx, now).await?;
            let head = head.ok_or_else(|| StoreError::Broken("table audit_head has no row".into()))?;
            walk(&tx, from, kept, head).await
        };
        let found = walked.await;
        tx.rollback().await.map_err(StoreError::from)?;
        Ok(found?)
    }
}

/// The rows of a piece in the chain, those between them that have no seal, and, at the end, the head.
async fn walk(
    tx: &DatabaseTransaction,
    from: Reached,
    kept: Option<KeptHead>,
    head: Head,
) -> Result<Piece, StoreError> {
    let last = seal::sealed(tx, from.position.saturating_sub(1), 1).await?;
    let last = last.into_iter().find(|seal| seal.position == from.position).and_then(|seal| seal.row);
    let mut verifier = Verifier::resumed(from, last.as_ref().map(RowName::from).unwrap_or_default(), kept);
    // What somebody inserted may have any number.
    let (mut position, seq) =
        if from == Reached::START { (i64::MIN, i64::MIN) } else { (from.position, from.greatest_seq) };
    let mut is_end = false;
    for _ in 0..PAGES {
        let page = seal::sealed(tx, position, seal::PAGE).await?;
        is_end = page.is_empty();
        if is_end {
            break;
        }
        if let Err(finding) = page.into_iter().try_for_each(|seal| verifier.push(&Line::Sealed(seal))) {
            return Ok(Piece { outcome: Err(finding), reached: verifier.reached(), head });
        }
        position = verifier.reached().position;
    }
    let reached = verifier.reached();
    let upto = if is_end { i64::MAX } else { reached.greatest_seq };
    let unsealed = without_seal(tx, &mut verifier, seq, upto, head.read_at).await?;
    let outcome = match unsealed {
        Err(finding) => Err(finding),
        Ok(()) if is_end => verifier.push(&Line::Head(head.clone())).and_then(|()| verifier.finish()).map(Some),
        Ok(()) => Ok(None),
    };
    Ok(Piece { outcome, reached, head })
}

/// Shows the verifier the rows without a seal whose number is above `after`, until one is too old for that.
async fn without_seal(
    tx: &DatabaseTransaction,
    verifier: &mut Verifier,
    mut after: i64,
    upto: i64,
    read_at: i64,
) -> Result<Result<(), Finding>, StoreError> {
    loop {
        let page = seal::unsealed(tx, after, upto, seal::PAGE).await?;
        let Some(last) = page.last().map(|row| row.seq) else { return Ok(Ok(())) };
        after = last;
        let shown = page.into_iter().try_for_each(|row| verifier.push(&Line::Unsealed(row)));
        if let Err(finding) = shown.and_then(|()| verifier.check_unsealed(read_at)) {
            return Ok(Err(finding));
        }
    }
}
