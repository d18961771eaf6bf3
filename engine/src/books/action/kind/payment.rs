//! What bill payments and invoice payments share: they settle one document, in its currency, or [`several`].
//! See docs/rules/payments.md#payment.

mod discount;
mod payable;
mod several;
mod write_off;

use self::payable::{Settled, settled};
use self::several::Parts;
use crate::books::action::kind::checks;
use crate::books::action::kind::composed::Composed;
use crate::books::action::kind::order;
use crate::books::action::rate;
use crate::books::action::rate::ReadIn;
use crate::books::action::settlement;
use crate::books::action::settlement::Promised;
use crate::books::command::{Settings, Snapshot, Wants};
use crate::books::document::draft::PaymentDraft;
use crate::books::document::{Content, Document, Draft, Items, Particulars, Payment, Settles, Several, Status};
use crate::books::ledger::PostingLine;
use crate::books::ledger::posting::{AddedAccounts, PostingError};
use crate::values::error::{Faults, Refusal};
use crate::values::kind::{Party, PaymentType, Side};
use crate::values::money::Minor;

/// What it pays, and the party that it names.
pub fn wants(of: &PaymentType, payment: &PaymentDraft, wants: &mut Wants) {
    wants.documents.extend(payment.settles.clone());
    wants.documents.extend(payment.parts(of).flatten());
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
    let parts = several::checked(of, settles_field, payment, snapshot, &mut faults);
    let settled = match &parts {
        Some(parts) => parts.first(),
        None => settled(of, settles_field, payment, snapshot, &mut faults),
    };
    let document = settled.map(|settled| settled.document);
    let draft = in_currency_of(document, draft, &mut faults);
    let mut quote = rate::quote(&draft, document, None, snapshot, &mut faults);
    if document.is_none() {
        quote = quote.of_unknown(draft.currency.is_some());
    }
    let (currency, exchange_rate, read_in) = (quote.currency, quote.rate, quote.read_in());
    let period = checks::posting_period(draft.tran_date, draft.posting_period_id.as_deref(), catalog, &mut faults);
    checks::cash_account(payment.cash_account_id.as_deref(), "/account_id", read_in, snapshot, &mut faults);
    let documents = parts.as_ref().map_or_else(|| document.into_iter().collect(), Parts::documents);
    if let Some(date) = draft.tran_date {
        let period = period.as_ref().ok().copied().flatten();
        order::not_before_any(date, period, &documents, catalog, &mut faults);
    }
    match settled {
        Some(settled) => {
            same_as_settled(of, party_field, settled.owed, payment, &mut faults);
            let own = Some(settled.owed.control_account_id.as_str());
            if payment.control_account_id.as_deref() == own {
                checks::control_of_open(of.control.into(), own, of.control.field(), read_in, snapshot, &mut faults);
            }
        }
        None => known(of, payment, read_in, snapshot, &mut faults),
    }
    let write_off = write_off::read(&payment.write_off, read_in, snapshot, &mut faults);
    let off = write_off.as_ref().map(|write_off| write_off.amount);
    let (total, settles) = if let Some(parts) = &parts {
        let discounts = parts.discounts(read_in, snapshot, &mut faults);
        parts.amounts(payment.payment, off, discounts, read_in, &mut faults).unzip()
    } else {
        let total = checks::positive_amount(payment.payment, "/payment", read_in, &mut faults);
        (total, document.map(|document| document.key.clone().into()))
    };
    let taken = discount::of_one(payment, document, read_in, snapshot, &mut faults);
    let base_total = total.and_then(|total| {
        let of_parts = settles.as_ref().and_then(Settles::several).into_iter().flat_map(Several::discounts);
        let discounts = taken.iter().map(|taken| taken.amount).chain(of_parts.map(|of| of.amount));
        let all = [Some(total), off].into_iter().flatten().chain(discounts);
        let settled = write_off::together(all, read_in, &mut faults)?;
        let in_base = |amount| currency.convert(amount, exchange_rate, snapshot.settings.base_currency);
        let why = "the payment in base currency has more than 15 digits before the decimal point";
        in_base(settled).and_then(|_| in_base(total)).map_err(|_| faults.add("/exchange_rate", why)).ok()
    });
    if draft.tran_date.is_none() {
        faults.add("/tran_date", "is required");
    }
    let cash_account_id = payment.cash_account_id.clone();
    let (
        Some((Settled { owed, .. }, settles)),
        Some(tran_date),
        Some(cash_account_id),
        Some((total, base_total)),
        true,
    ) = (settled.zip(settles), draft.tran_date, cash_account_id, total.zip(base_total), faults.is_empty())
    else {
        return Err(quote.also(Refusal::Invalid(faults)));
    };
    let Some(period) = period? else { return Err(Faults::one("/posting_period_id", "is required")) };
    quote.permitted()?;
    let content = Content {
        tran_date,
        posting_period_id: period.period_id.clone(),
        currency,
        exchange_rate,
        exchange_rate_reason: quote.reason,
        memo: draft.memo.clone(),
        total,
        base_total,
        particulars: Particulars::Payment(Payment {
            party_id: owed.party_id.clone(),
            control_account_id: owed.control_account_id.clone(),
            cash_account_id,
            settles,
            discount: taken,
            write_off,
            reference: payment.reference.clone(),
            payment_method: payment.payment_method.clone(),
        }),
    };
    for document in documents {
        settlement::discount::offered(&content, document)?;
    }
    settlement::write_off::allowed(&content, snapshot)?;
    Ok(Composed { content, sub_ledger: of.control.sub_ledger() })
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
fn known(of: &PaymentType, payment: &PaymentDraft, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) {
    let control = payment.control_account_id.as_deref();
    if control.is_none() && !faults.has(of.control.field()) {
        faults.add(of.control.field(), "is required");
    }
    checks::control_of_open(of.control.into(), control, of.control.field(), read_in, snapshot, faults);
    if let Some((party, kind)) = of.names_party.and_then(|party| Some((party, party.recorded()?))) {
        checks::party(kind, payment.party_id.as_deref(), party.field(), snapshot, faults);
    }
}

/// The party and the control account are those of what is paid.
fn same_as_settled(of: &PaymentType, party_field: &str, owed: &Items, payment: &PaymentDraft, faults: &mut Faults) {
    let control_field = of.control.field();
    match &payment.control_account_id {
        None if !faults.has(control_field) => faults.add(control_field, "is required"),
        Some(given) if *given != owed.control_account_id => {
            let own = &owed.control_account_id;
            faults.add(control_field, format!("must be {own:?}, the account of what is paid"));
        }
        None | Some(_) => {}
    }
    if payment.party_id.as_ref().is_some_and(|given| *given != owed.party_id) {
        faults.add(party_field, format!("must be {:?}, the party of what is paid", owed.party_id));
    }
}

/// Money and deductions at the payment's rate, rounded together; the control account with its share of what it settles; the difference to
/// its account. `side` is where the money stands.
pub fn posting_lines(
    side: Side,
    payment: &Payment,
    document: &Document,
    settled: &[&Document],
    accounts: AddedAccounts<'_>,
    settings: &Settings,
) -> Result<Vec<PostingLine>, PostingError> {
    let content = &document.content;
    let is_promised = !matches!(document.status(), Status::Draft | Status::PendingApproval | Status::OnHold);
    let base_settled = if is_promised || settled.is_empty() {
        document.settlement.base_settled
    } else {
        // What the final approval would promise now.
        let of = |part: &Promised| settled.iter().find(|settled| settled.key == part.key);
        let shares = settlement::parts(document).into_iter().filter_map(|part| {
            of(&part).map(|settled| settlement::base_share(settled, part.amount, settings.base_currency))
        });
        Minor::sum(shares.collect::<Result<Vec<_>, _>>()?)?
    };
    let line = |account: &str, amount, base_amount| PostingLine {
        line_number: 0,
        account_id: account.to_owned(),
        amount,
        base_amount,
        memo: content.memo.clone(),
        tax_part: None,
    };
    let (cash, cash_base) = (side.signed(content.total)?, side.signed(content.base_total)?);
    let (control, control_base) =
        (side.signed(content.settled_total())?.negated()?, side.signed(base_settled)?.negated()?);
    let mut lines =
        vec![line(&payment.cash_account_id, cash, cash_base), line(&payment.control_account_id, control, control_base)];
    let (mut amount, mut in_base) = (content.total, content.base_total);
    for deduction in payment.deductions() {
        amount = amount.checked_add(deduction.amount)?;
        let with_it = content.currency.convert(amount, content.exchange_rate, settings.base_currency)?;
        let base = side.signed(with_it.checked_sub(in_base)?)?;
        lines.push(line(deduction.account_id, side.signed(deduction.amount)?, base));
        in_base = with_it;
    }
    let same_rate = settled.iter().all(|settled| settled.content.exchange_rate == content.exchange_rate);
    accounts.balance(&mut lines, same_rate)?;
    Ok(lines)
}
