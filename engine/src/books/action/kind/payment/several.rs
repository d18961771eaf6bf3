//! The documents among which a payment is divided, as its author names them. See docs/rules/payments.md#several-documents.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::discount;
use super::payable::{Settled, payable};
use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::deduction::{WRITE_OFF, discount_of_part};
use crate::books::document::draft::{PartDraft, PaymentDraft};
use crate::books::document::settles::MOST_PARTS;
use crate::books::document::{Document, Part, Settles, Several, Taken};
use crate::values::error::Faults;
use crate::values::kind::PaymentType;
use crate::values::money::Minor;

/// Where they stand in a body.
const POINTER: &str = "/applications";

/// What was named, so far as it can be paid by one payment.
pub struct Parts<'a> {
    drafts: &'a [PartDraft],
    found: Vec<Option<Settled<'a>>>,
}

/// `None` where the payment names no applications. What is wrong with one of them is told at its place in the list.
pub fn checked<'a>(
    of: &PaymentType,
    settles_field: &str,
    payment: &'a PaymentDraft,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<Parts<'a>> {
    let drafts = payment.applications.as_deref()?;
    if payment.settles.is_some() {
        faults.add(settles_field, "is not given with applications");
        faults.add(POINTER, format!("are not given with {}", settles_field.trim_start_matches('/')));
    }
    if drafts.is_empty() || drafts.len() > MOST_PARTS {
        faults.add(POINTER, format!("name 1 to {MOST_PARTS} documents"));
        return Some(Parts { drafts: &[], found: Vec::new() });
    }
    let (mut named, mut found) = (BTreeSet::new(), Vec::with_capacity(drafts.len()));
    let mut first: Option<Settled<'a>> = None;
    for (at, key) in payment.parts(of).enumerate() {
        let settled = key.and_then(|key| {
            let field = format!("{POINTER}/{at}/document_id");
            if of.pays.iter().all(|(kind, _)| *kind != key.kind) {
                faults.add(format!("{POINTER}/{at}/document_type"), format!("must be {}", paid(of)));
                return None;
            }
            if !named.insert(key.clone()) {
                faults.add(field, format!("names {} {:?} a second time", key.kind.title(), key.id));
                return None;
            }
            payable(&key, &field, snapshot, faults)
        });
        if settled.is_none() && drafts.get(at).is_some_and(|draft| draft.id.is_none()) {
            missing(&format!("{POINTER}/{at}/document_id"), faults);
        }
        if let (Some(settled), Some(first)) = (settled, first) {
            alike(settled, first, &format!("{POINTER}/{at}/document_id"), faults);
        }
        first = first.or(settled);
        found.push(settled);
    }
    Some(Parts { drafts, found })
}

fn missing(field: &str, faults: &mut Faults) {
    if !faults.has(field) {
        faults.add(field, "is required");
    }
}

/// The types of what such a payment pays.
fn paid(of: &PaymentType) -> String {
    of.pays.iter().map(|(kind, _)| kind.name()).collect::<Vec<_>>().join(" or ")
}

/// One payment is in one currency, of one party, and moves one control account.
fn alike(other: Settled<'_>, first: Settled<'_>, field: &str, faults: &mut Faults) {
    let (title, id) = (other.document.key.kind.title(), &other.document.key.id);
    let own = &first.document.key.id;
    let differs = if other.document.key.kind != first.document.key.kind {
        "is of another type than"
    } else if other.document.content.currency != first.document.content.currency {
        "is in another currency than"
    } else if other.owed.party_id != first.owed.party_id {
        "is of another party than"
    } else if other.owed.control_account_id != first.owed.control_account_id {
        "stands in another control account than"
    } else {
        return;
    };
    faults.add(field, format!("{title} {id:?} {differs} {own:?}, the first of them"));
}

impl<'a> Parts<'a> {
    /// The first that can be paid: the payment has its currency, its party and its control account.
    pub fn first(&self) -> Option<Settled<'a>> {
        self.found.iter().copied().flatten().next()
    }

    pub fn documents(&self) -> Vec<&'a Document> {
        self.found.iter().copied().flatten().map(|settled| settled.document).collect()
    }

    /// What is taken of each document's discount.
    pub fn discounts(&self, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) -> Vec<Option<Taken>> {
        let each = self.drafts.iter().zip(&self.found).enumerate();
        let taken = |(at, (draft, settled)): (usize, (&PartDraft, &Option<Settled<'a>>))| {
            let document = settled.map(|settled| settled.document);
            discount::read(draft.discount?, &discount_of_part(at), document, read_in, snapshot, faults)
        };
        each.map(taken).collect()
    }

    /// The payment, and how it is divided, once every amount is known. `given` is what its author may have sent: the sum, less what is
    /// written off. Discounts come besides.
    pub fn amounts(
        &self,
        given: Option<Decimal>,
        write_off: Option<Minor>,
        discounts: Vec<Option<Taken>>,
        read_in: ReadIn,
        faults: &mut Faults,
    ) -> Option<(Minor, Settles)> {
        let mut amounts = Vec::with_capacity(self.drafts.len());
        for (at, draft) in self.drafts.iter().enumerate() {
            let field = format!("{POINTER}/{at}/amount");
            amounts.extend(checks::positive_amount(draft.amount, &field, read_in, faults));
        }
        if amounts.len() != self.found.len() || amounts.is_empty() {
            return None;
        }
        let sum = Minor::sum(amounts.iter().copied()).and_then(|sum| read_in.currency.within_limits(sum));
        let less = |sum: Minor| sum.checked_sub(write_off.unwrap_or_default());
        let Ok(total) = sum.and_then(|sum| read_in.currency.within_limits(less(sum)?)) else {
            faults.add(POINTER, "come to more than 15 digits before the decimal point");
            return None;
        };
        if !total.is_positive() {
            faults.add(WRITE_OFF, "leaves no money that is paid");
            return None;
        }
        same_sum(given, total, write_off, read_in, faults);
        let kind = self.first()?.document.key.kind;
        let part = |((settled, amount), discount): ((&Option<Settled<'a>>, Minor), Option<Taken>)| {
            Some(Part { id: settled.as_ref()?.document.key.id.clone(), amount, discount, share: Minor::ZERO })
        };
        let parts: Option<Vec<Part>> = self.found.iter().zip(amounts).zip(discounts).map(part).collect();
        Some((total, Settles::Several(Several { kind, parts: parts? })))
    }
}

fn same_sum(given: Option<Decimal>, total: Minor, write_off: Option<Minor>, read_in: ReadIn, faults: &mut Faults) {
    let sum = read_in.currency.to_decimal(total);
    if read_in.is_known && given.is_some_and(|given| given != sum) && !faults.has("/payment") {
        let less = if write_off.is_some() { " less what is written off" } else { "" };
        faults.add("/payment", format!("must be {sum}, the sum of the applications{less}, or left out"));
    }
}
