//! References that two living documents of a party share: older releases compared them by their letters alone. Nothing is wrong with the books,
//! but somebody may have paid one bill twice. See docs/rules/documents.md#bill.

use sea_orm::ConnectionTrait;

use crate::features::documents::reads::references::Walk;
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;

/// Warns of each document that shares its reference.
pub async fn check(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    let mut walk = Walk::default();
    while let Some(found) = walk.next(db).await? {
        for shared in found {
            let (kind, id) = (shared.key.kind.title(), &shared.key.id);
            let (party, reference) = (shared.party_id, shared.reference);
            findings.warnings.push(format!(
                "{kind} {id} of {party} has the reference {reference:?}, as another living one of theirs has"
            ));
        }
    }
    Ok(())
}
