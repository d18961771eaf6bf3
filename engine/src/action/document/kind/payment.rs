//! What bill payments and invoice payments share: they settle one document, in its currency.
//! See docs/rules/payments.md#payment.

use crate::action::document::kind;
use crate::action::document::kind::Composed;
use crate::action::document::kind::checks;
use crate::action::document::kind::order;
use crate::action::document::rate;
use crate::action::document::settlement;
use crate::command::{Settings, Snapshot, Wants};
use crate::document::draft::PaymentDraft;
use crate::document::model::{Content, Document};
use crate::document::{Draft, Status};
use crate::error::{Faults, Refusal};
use crate::kind::{Party, PaymentType};
use crate::ledger::PostingLine;
use crate::ledger::posting::{AddedAccounts, PostingError};
use crate::money::{Currency, Minor};

/// What it pays, and the party that it names.
pub fn wants(of: &PaymentType, payment: &PaymentDraft, wants: &mut Wants) {
    wants.documents.extend(payment.settles.clone());
    wants.parties.extend(of.names_party.and_then(Party::recorded).zip(payment.party_id.clone()));
}

/// The field that names what it pays.
pub fn settles_field(of: &PaymentType, payment: &PaymentDraft) -> &'static str {
    let paid = payment.settles.as_ref().map(|key| key.kind);
    let named = of.pays.iter().find(|(kind, _)| Some(*kind) == paid).or(of.pays.first());
    named.map_or("", |(_, field)| field)
}

/// Checks a draft. How much is due is asked at the final approval: drafts reserve nothing.
/// See docs/rules/payments.md#drafts-reserve-nothing.
pub fn compose(
    of: &PaymentType,
    draft: &Draft,
    payment: &PaymentDraft,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    let catalog = &snapshot.catalog;
    let settles_field = settles_field(of, payment);
    // A payment that names no party has that of what it pays.
    let party_field = of.names_party.map_or(settles_field, Party::field);
    let settled = settled(settles_field, payment, snapshot, &mut faults);
    let draft = in_currency_of(settled, draft, &mut faults);
    let quote = rate::quote(&draft, settled, None, snapshot, &mut faults);
    let (currency, exchange_rate) = (quote.currency, quote.rate);
    let period = checks::posting_period(draft.tran_date, draft.posting_period_id.as_deref(), catalog, &mut faults);
    checks::cash_account(payment.cash_account_id.as_deref(), "/account_id", currency, catalog, &mut faults);
    if let (Some(date), Some(settled)) = (draft.tran_date, settled) {
        order::not_before(date, settled, "/tran_date", &mut faults);
    }
    match settled {
        Some(settled) => same_as_settled(of, party_field, settled, payment, &mut faults),
        None => known(of, payment, currency, snapshot, &mut faults),
    }
    if let Some((word, id)) = settled.and_then(|settled| kind::inactive_party(settled, snapshot)) {
        faults.add(party_field, format!("{word} {id:?} is inactive"));
    }
    let total = checks::positive_amount(payment.payment, "/payment", currency, &mut faults).unwrap_or_default();
    let base_total = currency.convert(total, exchange_rate, snapshot.settings.base_currency).unwrap_or_else(|_| {
        faults.add("/exchange_rate", "the payment in base currency has more than 15 digits before the decimal point");
        Minor::ZERO
    });
    let (Some(tran_date), Some(settled), true) = (draft.tran_date, settled, faults.is_empty()) else {
        if draft.tran_date.is_none() {
            faults.add("/tran_date", "is required");
        }
        return Err(quote.also(Refusal::Invalid(faults)));
    };
    let Some(period) = period? else { return Err(Faults::one("/posting_period_id", "is required")) };
    quote.permitted()?;
    let content = Content {
        tran_date,
        due_date: None,
        posting_period_id: period.period_id.clone(),
        currency,
        exchange_rate,
        memo: draft.memo.clone(),
        entry_type: None,
        original_entry_id: None,
        party_id: settled.content.party_id.clone(),
        control_account_id: settled.content.control_account_id.clone(),
        cash_account_id: payment.cash_account_id.clone(),
        settles: Some(settled.key.clone()),
        reference: payment.reference.clone(),
        payment_method: payment.payment_method.clone(),
        total,
        subtotal: total,
        tax_total: Minor::ZERO,
        base_total,
        exchange_rate_reason: quote.reason,
    };
    Ok(Composed { content, lines: Vec::new(), sub_ledger: of.control.sub_ledger() })
}

/// The document that it pays, when there is one that can still be paid.
fn settled<'a>(
    field: &str,
    payment: &PaymentDraft,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<&'a Document> {
    let Some(key) = &payment.settles else {
        if !faults.has(field) {
            faults.add(field, "is required");
        }
        return None;
    };
    let Some(document) = snapshot.documents.get(key) else {
        faults.add(field, format!("there is no {} {:?}", key.kind.title(), key.id));
        return None;
    };
    if matches!(document.status(), Status::Voided | Status::Rejected) {
        faults.add(field, format!("{} {:?} is {}", key.kind.title(), key.id, document.status().name()));
    }
    Some(document)
}

/// A payment is in its document's currency.
fn in_currency_of(settled: Option<&Document>, draft: &Draft, faults: &mut Faults) -> Draft {
    let Some(settled) = settled else { return draft.clone() };
    let currency = settled.content.currency;
    if draft.currency.as_deref().is_some_and(|given| given != currency.code()) {
        faults.add("/currency", format!("must be {currency}, the currency of what is paid"));
    }
    Draft { currency: Some(currency.code().to_owned()), ..draft.clone() }
}

/// The payment names no document: whether there are such an account and such a party.
fn known(of: &PaymentType, payment: &PaymentDraft, currency: Currency, snapshot: &Snapshot, faults: &mut Faults) {
    let control = payment.control_account_id.as_deref();
    checks::account_for(of.control.into(), control, of.control.field(), currency, &snapshot.catalog, faults);
    if let Some((party, kind)) = of.names_party.and_then(|party| Some((party, party.recorded()?))) {
        checks::party(kind, payment.party_id.as_deref(), party.field(), snapshot, faults);
    }
}

/// The party and the control account are those of what is paid.
fn same_as_settled(
    of: &PaymentType,
    party_field: &str,
    settled: &Document,
    payment: &PaymentDraft,
    faults: &mut Faults,
) {
    let control_field = of.control.field();
    if payment.control_account_id.is_none() && !faults.has(control_field) {
        faults.add(control_field, "is required");
    }
    let differs = |given: &Option<String>, own: &Option<String>| given.is_some() && given != own;
    if differs(&payment.control_account_id, &settled.content.control_account_id) {
        let own = settled.content.control_account_id.as_deref().unwrap_or_default();
        faults.add(control_field, format!("must be {own:?}, the account of what is paid"));
    }
    if differs(&payment.party_id, &settled.content.party_id) {
        let own = settled.content.party_id.as_deref().unwrap_or_default();
        faults.add(party_field, format!("must be {own:?}, the party of what is paid"));
    }
}

/// Cash at the payment's rate, the control account with its share of what it settles, the difference to its account.
pub fn posting_lines(
    of: &PaymentType,
    document: &Document,
    settled: Option<&Document>,
    accounts: AddedAccounts<'_>,
    settings: &Settings,
) -> Result<Vec<PostingLine>, PostingError> {
    let content = &document.content;
    let base_settled = match (document.status(), settled) {
        // Not promised yet: what the final approval would promise now.
        (Status::Draft | Status::PendingApproval | Status::OnHold, Some(settled)) => {
            settlement::base_share(settled, content.total, settings.base_currency)?
        }
        _ => document.settlement.base_settled,
    };
    let line = |account: &Option<String>, amount, base_amount| PostingLine {
        line_number: 0,
        account_id: account.clone().unwrap_or_default(),
        amount,
        base_amount,
        memo: content.memo.clone(),
    };
    let (cash, cash_base) = (of.cash.signed(content.total)?, of.cash.signed(content.base_total)?);
    let (control, control_base) = (cash.negated()?, of.cash.signed(base_settled)?.negated()?);
    let mut lines =
        vec![line(&content.cash_account_id, cash, cash_base), line(&content.control_account_id, control, control_base)];
    let same_rate = settled.is_none_or(|settled| settled.content.exchange_rate == content.exchange_rate);
    accounts.balance(&mut lines, same_rate)?;
    Ok(lines)
}
