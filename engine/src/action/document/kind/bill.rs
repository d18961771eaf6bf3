//! Bills: what a vendor charges. See docs/rules/documents.md#bill.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the payables account |
//! | each line | debit its expense account with the amount |
//! | the tax of each tax account | debit the tax account |

use crate::action::document::kind::items;
use crate::action::document::kind::items::{ItemsRules, Side};
use crate::action::document::kind::{Composed, checks};
use crate::command::{Snapshot, Wants};
use crate::document::draft::ItemsDraft;
use crate::document::{Document, Draft};
use crate::error::{Faults, Refusal, RefusalName};
use crate::kind::DocumentKey;
use crate::kind::SubLedger;
use crate::ledger::Subtype;
use crate::master::party::PartyKind;

/// A bill's items are debits against the payables account.
pub const RULES: ItemsRules = ItemsRules {
    sub_ledger: SubLedger::Ap,
    side: Side::Debit,
    control: Subtype::Ap,
    control_field: "/ap_account_id",
    needs_due_date: true,
};

/// The vendor, and another bill of theirs with the same number.
pub fn wants(key: &DocumentKey, bill: &ItemsDraft, wants: &mut Wants) {
    let Some(vendor) = &bill.party_id else { return };
    wants.parties.insert((PartyKind::Vendor, vendor.clone()));
    if let Some(reference) = &bill.reference {
        wants.same_reference = Some((key.clone(), vendor.clone(), reference.clone()));
    }
}

/// What of a vendor's number tells bills apart: not its case, and no blanks. `inv 17` is `INV17`.
///
/// The books of older releases got the same keys by a migration, so a change here needs another one.
pub fn reference_key(reference: &str) -> String {
    let told = reference.chars().filter(|letter| !letter.is_whitespace());
    // Upper case first, so that letters with several small forms, such as the Greek sigma, become one.
    let folded: String = told.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    if folded.is_empty() { reference.to_owned() } else { folded }
}

/// `before` is the stored bill when a draft is edited: a number that it has already it may keep.
pub fn compose(
    draft: &Draft,
    bill: &ItemsDraft,
    before: Option<&Document>,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    checks::party(PartyKind::Vendor, bill.party_id.as_deref(), "/vendor_id", snapshot, &mut faults);
    let composed = items::compose(RULES, draft, bill, snapshot, faults)?;
    let kept = before.is_some_and(|before| {
        (before.content.party(), before.content.reference()) == (bill.party_id.as_deref(), bill.reference.as_deref())
    });
    match (&snapshot.same_reference, &bill.reference) {
        (Some(other), Some(reference)) if !kept => Err(RefusalName::AlreadyExists
            .because(format!("bill {other:?} of this vendor has the reference {reference:?} already, or one that differs only in case or blanks"))
            .at("/reference")
            .with("bill_id", other.clone())),
        _ => Ok(composed),
    }
}
