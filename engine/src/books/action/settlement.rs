//! Settling: how a payment or a credit lowers what is due, and how a void gives it back.
//! See docs/rules/payments.md#drafts-reserve-nothing.
//!
//! 1. **Promised.** The final approval of a payment (and `receive-payment`, and `apply`) checks what is due and lowers it in its
//!    own transaction, under the lock of the document that is paid. Drafts reserve nothing, and an approved payment cannot fail in
//!    the posting job.
//! 2. **Settled.** The posting job writes the payment into the ledger and counts it as settled. An invoice whose total is
//!    settled is Paid; a bill or expense stays Posted with nothing due.
//! 3. **Given back.** The void or the return of a posted payment takes both back, and a Paid invoice is Posted again. An approved
//!    payment whose posting was set aside gives its promise back when it becomes a draft again.
//!
//! A settlement relieves the document's control account in base currency at the document's own rate. The settlement of all that is
//! due takes all that is left, so that a document with nothing due leaves nothing behind, whatever the roundings before.

pub mod discount;
mod parts;
pub mod write_off;

use std::time::Duration;

pub use self::parts::{Promised, applications, applied, parts};

use crate::books::command::{AuditEntry, Change, Effects, Snapshot};
use crate::books::document::lifecycle::Status;
use crate::books::document::model::Document;
use crate::books::document::stage::{End, Posted, Stage};
use crate::books::document::{Action, Content};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, PaymentType};
use crate::values::money::{Currency, Minor, MoneyError, number};

/// How much a settlement of `amount` takes of the paid document's balance on the control account, in base currency.
///
/// The total settled is converted, not each amount by itself, so that many small payments never take more than there is and the
/// last one is not left with the sum of their roundings. The result is between nothing and all that is left.
pub fn base_share(document: &Document, amount: Minor, base: Currency) -> Result<Minor, MoneyError> {
    let (content, settlement) = (&document.content, &document.settlement);
    let left = content.base_total.checked_sub(settlement.base_settled)?;
    if amount == document.amount_due() {
        return Ok(left);
    }
    let altogether = settlement.amount_paid.checked_add(amount)?;
    let share =
        content.currency.convert(altogether, content.exchange_rate, base)?.checked_sub(settlement.base_settled)?;
    Ok(share.min(left).max(Minor::ZERO))
}

/// Refuses to settle more than is due, or what is not in the ledger. `pointer` names the amount.
pub fn check_due(document: &Document, amount: Minor, pointer: &str) -> Result<(), Refusal> {
    match document.status() {
        Status::Posted | Status::Paid => {}
        Status::Draft | Status::PendingApproval | Status::OnHold | Status::Approved | Status::Rejected => {
            return Err(not_payable(document));
        }
        Status::Voided | Status::Deposited | Status::Cleared | Status::Returned => return Err(not_payable(document)),
    }
    not_more(document, amount, pointer)
}

/// Refuses a payment, of which nothing is promised yet, of more than is due, whatever the status of what it pays.
/// See docs/rules/payments.md#no-overpayment.
pub fn not_beyond_due(payment: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    for part in parts(payment) {
        if let Some(document) = snapshot.documents.get(&part.key) {
            not_more(document, part.amount, &part.pointer)?;
            deducted(&payment.content, part.amount, document)?;
        }
    }
    write_off::allowed(&payment.content, snapshot)
}

/// Refuses what a payment settles besides its money where that leaves something due of a document, of which it settles this much.
pub fn deducted(payment: &Content, amount: Minor, document: &Document) -> Result<(), Refusal> {
    discount::settles_all(payment, amount, document)?;
    write_off::settles_all(payment, amount, document)
}

/// What a payment of the type may be refused for that it settles besides its money.
pub fn refusals_of_deductions(of: &PaymentType) -> &'static [RefusalName] {
    if of.has_deductions() { &[RefusalName::NoDiscount, RefusalName::NoWriteOff] } else { &[] }
}

fn not_more(document: &Document, amount: Minor, pointer: &str) -> Result<(), Refusal> {
    if amount <= document.amount_due() {
        return Ok(());
    }
    let (kind, id) = (document.key.kind.title(), &document.key.id);
    let currency = document.content.currency;
    let (asked, due) = (currency.to_decimal(amount), currency.to_decimal(document.amount_due()));
    Err(RefusalName::Overpayment
        .because(format!("{asked} {currency} is more than the {due} {currency} due on {kind} {id:?}"))
        .at(pointer)
        .with("amount_due", number(due)))
}

fn not_payable(document: &Document) -> Refusal {
    let detail = format!(
        "{} {:?} is {}; only a posted one is paid",
        document.key.kind.title(),
        document.key.id,
        document.status().name()
    );
    RefusalName::WrongStatus.because(detail).with("document_status", document.status().name())
}

/// What a settlement promises: the document one version on, and the share of its control account.
pub fn promise(
    document: &Document,
    amount: Minor,
    pointer: &str,
    snapshot: &Snapshot,
) -> Result<(Document, Minor), Refusal> {
    check_due(document, amount, pointer)?;
    let promised = || {
        let share = base_share(document, amount, snapshot.settings.base_currency)?;
        let mut next = document.next_version();
        next.settlement.amount_paid = document.settlement.amount_paid.checked_add(amount)?;
        next.settlement.base_settled = document.settlement.base_settled.checked_add(share)?;
        Ok::<_, MoneyError>((next, share))
    };
    promised().map_err(|error| Faults::one(pointer, error.to_string()))
}

/// Counts an amount as settled. A fully settled invoice is Paid.
pub fn settle(document: &mut Document, amount: Minor) -> Result<(), MoneyError> {
    let settlement = &mut document.settlement;
    settlement.amount_settled = settlement.amount_settled.checked_add(amount)?;
    let is_paid_off = document.key.kind.items().is_some_and(|items| items.becomes_paid)
        && settlement.amount_settled == document.content.total;
    // Nothing is settled of what is not in the ledger: [`check_due`].
    if let (Stage::InLedger(posted), true) = (&mut document.stage, is_paid_off) {
        posted.end = End::Paid;
    }
    Ok(())
}

/// The document settled again by a payment that stands again, with the share that it had taken. That all of it is settled leaves nothing
/// on its control account; where others settled it since at other roundings, it cannot be as it was.
pub fn settled_again(document: &Document, part: &Promised) -> Result<Document, Refusal> {
    check_due(document, part.amount, "")?;
    let mut next = document.next_version();
    let add = |next: &mut Document| {
        next.settlement.amount_paid = document.settlement.amount_paid.checked_add(part.amount)?;
        next.settlement.base_settled = document.settlement.base_settled.checked_add(part.share)?;
        settle(next, part.amount)
    };
    add(&mut next).map_err(|error| Faults::one("", error.to_string()))?;
    let left = next.content.base_total.cmp(&next.settlement.base_settled);
    if left.is_lt() || next.amount_due().is_zero() && left.is_ne() {
        let (kind, id) = (document.key.kind.title(), &document.key.id);
        return Err(RefusalName::WrongStatus
            .because(format!("{kind} {id:?} was settled since at other amounts in base currency"))
            .with_way_out(Some("record a payment of it in place of this one".to_owned()))
            .with("document_status", document.status().name()));
    }
    Ok(next)
}

/// What a payment that stood in the ledger had settled is due again; the word is for the trail of what it had paid.
pub fn give_back(word: &str, payment: &Document, snapshot: &Snapshot, effects: &mut Effects) -> Result<(), Refusal> {
    for part in parts(payment) {
        let Some(document) = snapshot.documents.get(&part.key) else { continue };
        let restored =
            unapplied(document, part.amount, part.share).map_err(|error| Faults::one("", error.to_string()))?;
        effects.audit.push(audit_row_of_change(word, document, &restored, payment, snapshot));
        effects.changes.push(Change::UpdateDocument { document: Box::new(restored), lines: false });
    }
    Ok(())
}

/// The document without this much of what settled it, and of what that took of its control account. A Paid one is Posted again.
pub fn unapplied(document: &Document, amount: Minor, share: Minor) -> Result<Document, MoneyError> {
    let mut next = document.next_version();
    next.settlement.amount_paid = document.settlement.amount_paid.checked_sub(amount)?;
    next.settlement.amount_settled = document.settlement.amount_settled.checked_sub(amount)?;
    next.settlement.base_settled = document.settlement.base_settled.checked_sub(share)?;
    if let Stage::InLedger(posted @ Posted { end: End::Paid, .. }) = &mut next.stage {
        posted.end = End::Open;
    }
    Ok(next)
}

/// Gives back what an approved payment, which never came into the ledger, had promised.
pub fn take_back(document: &Document, part: &Promised) -> Result<Document, MoneyError> {
    let mut next = document.next_version();
    next.settlement.amount_paid = document.settlement.amount_paid.checked_sub(part.amount)?;
    next.settlement.base_settled = document.settlement.base_settled.checked_sub(part.share)?;
    Ok(next)
}

/// The documents that a payment settles, as the snapshot has them.
pub fn settled_by<'a>(payment: &Document, snapshot: &'a Snapshot) -> Vec<&'a Document> {
    parts(payment).iter().filter_map(|part| snapshot.documents.get(&part.key)).collect()
}

/// The final approval of a payment promises the settlement of all that it pays, or of nothing. Returns the paid documents as they are
/// then; none for any other approval. See docs/rules/payments.md#no-overpayment.
pub fn approve(payment: &mut Document, snapshot: &Snapshot, effects: &mut Effects) -> Result<Vec<Document>, Refusal> {
    let (mut all, mut shares) = (Vec::new(), Vec::new());
    write_off::allowed(&payment.content, snapshot)?;
    for part in parts(payment) {
        let document = snapshot.documents.get(&part.key).ok_or_else(|| missing(&part.key))?;
        still_fits(payment, document)?;
        deducted(&payment.content, part.amount, document)?;
        let (promised, share) = promise(document, part.amount, &part.pointer, snapshot)?;
        effects.audit.push(audit_row(word(document), &promised, payment, snapshot));
        effects.changes.push(Change::UpdateDocument { document: Box::new(promised.clone()), lines: false });
        all.push(promised);
        shares.push(share);
    }
    if !shares.is_empty() {
        payment.keep_shares(&shares).map_err(|error| Faults::one("/payment", error.to_string()))?;
    }
    Ok(all)
}

/// How far the clocks of two processes may be apart: see docs/operating.md.
const CLOCKS_APART: Duration = Duration::from_secs(5);

/// What is paid may have been a draft when the payment was written, and edited since.
fn still_fits(payment: &Document, document: &Document) -> Result<(), Refusal> {
    let bound = |document: &Document| {
        let content = &document.content;
        (content.currency, content.party().map(str::to_owned), content.control_account().map(str::to_owned))
    };
    let (kind, id) = (document.key.kind.title(), &document.key.id);
    // A draft may be deleted under a submitted payment, whose signatures then stand for nothing.
    if payment.stage.submitted().is_some_and(|submitted| submitted.at.plus(CLOCKS_APART) < document.created_at) {
        return Err(RefusalName::WrongStatus
            .because(format!("{kind} {id:?} was made anew under this id after the payment was submitted")));
    }
    if bound(payment) == bound(document) {
        return Ok(());
    }
    Err(RefusalName::WrongStatus.because(format!(
        "{kind} {id:?} has another currency, party or control account than when this payment was written"
    )))
}

fn missing(key: &DocumentKey) -> Refusal {
    RefusalName::WrongStatus.because(format!("{} {:?}, which it pays, is not there", key.kind.title(), key.id))
}

/// The word for a payment in the trail of what is paid.
fn word(document: &Document) -> &'static str {
    let kind = document.key.kind;
    if kind.has(Action::ReceivePayment) {
        Action::ReceivePayment.audit_word()
    } else if kind.gives_credit() {
        "Refund"
    } else {
        "Pay"
    }
}

/// A row in the trail of what is paid, about the payment and what is due after it.
pub fn audit_row(word: &str, document: &Document, payment: &Document, snapshot: &Snapshot) -> AuditEntry {
    let currency = document.content.currency;
    let by = &snapshot.actor.user_id;
    AuditEntry::document(&document.key, word, by, Some(document.status()), Some(document.status()))
        .with("payment_id", payment.key.id.clone())
        .with("payment_amount", number(currency.to_decimal(amount_for(document, payment))))
        .with("discount", payment.content.discount_of(&document.key).map(|of| number(currency.to_decimal(of.amount))))
        .with("write_off", payment.content.write_off().map(|of| number(currency.to_decimal(of.amount))))
        .with("amount_due", number(currency.to_decimal(document.amount_due())))
}

/// What of the payment goes to the document: all of it, but of a payment of several documents that one's part.
fn amount_for(document: &Document, payment: &Document) -> Minor {
    let own = payment.pays_several().and_then(|several| several.each().find(|(key, _)| *key == document.key));
    own.map_or(payment.content.total, |(_, part)| part.amount)
}

/// Such a row of a document whose status may change by it.
pub fn audit_row_of_change(
    word: &str,
    before: &Document,
    after: &Document,
    payment: &Document,
    snapshot: &Snapshot,
) -> AuditEntry {
    let mut entry = audit_row(word, after, payment, snapshot);
    entry.before_status = Some(before.status());
    entry
}

/// The row for an invoice that became Paid.
pub fn paid(document: &Document, before: Status, by: &Document, snapshot: &Snapshot) -> AuditEntry {
    let actor = &snapshot.actor.user_id;
    AuditEntry::document(&document.key, "Paid", actor, Some(before), Some(document.status()))
        .with("payment_id", by.key.id.clone())
}

#[cfg(test)]
mod tests;
