//! Lines with a tax code: what the code makes of them on the day of the document, and what they post. See docs/rules/tax.md#lines.

use rust_decimal::Decimal;

use super::reading::{Reading, Written};
use crate::books::action::kind::posted_line::of_line;
use crate::books::command::Snapshot;
use crate::books::document::{Document, ItemLine, LineTax, ReverseCharge, Tax};
use crate::books::ledger::TaxPart;
use crate::books::ledger::posting::UnconvertedLine;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::error::Faults;
use crate::values::kind::{Control, Side};
use crate::values::money::{Currency, Minor, MoneyError};
use crate::values::tax_code::TaxCode;

/// A tax code cannot stand on the line: the faults say why.
#[derive(Clone, Copy)]
pub(super) struct Wrong;

/// A tax code, and its rate on the day of the document.
#[derive(Clone, Copy)]
pub(super) struct Coding<'a> {
    code: &'a TaxCode,
    rate: Decimal,
}

/// The code as documents of this side of the trade may bear it on that day, or why not.
fn coding<'a>(id: &str, control: Control, on: Date, snapshot: &'a Snapshot) -> Result<Coding<'a>, String> {
    let Some(code) = snapshot.catalog.tax_codes.get(id) else { return Err(format!("there is no tax code {id:?}")) };
    if !code.is_active {
        return Err(format!("tax code {id:?} is inactive"));
    }
    if !code.used_for.is_for(control) {
        return Err(format!("tax code {id:?} is for {}", code.used_for.name()));
    }
    let rate = code.rates.on(on).ok_or_else(|| format!("tax code {id:?} has no rate on {on}"))?;
    Ok(Coding { code, rate })
}

impl<'a> Reading<'a> {
    /// The tax code that the line names.
    pub(super) fn coding(&self, faults: &mut Faults) -> Result<Option<Coding<'a>>, Wrong> {
        let Some(id) = &self.draft.tax_code_id else { return Ok(None) };
        // That the day is missing is said of the document.
        let Some(on) = self.written.on else { return Err(Wrong) };
        let found = coding(id, self.written.of.control, on, self.written.snapshot);
        let found = found.map_err(|why| {
            faults.add(self.pointer("tax_code_id"), why);
            Wrong
        })?;
        let account = self.draft.account_id.as_ref().and_then(|id| self.written.snapshot.catalog.accounts.get(id));
        if account.and_then(|account| account.subtype).is_some_and(Subtype::holds_money) {
            faults.add(self.pointer("tax_code_id"), "is not for a line that moves money");
        }
        for account_id in [Some(&found.code.account_id), found.code.reverse_charge_account_id.as_ref()] {
            if !faults.has(&self.pointer("tax_code_id")) {
                self.item_account(account_id.map(String::as_str), "tax_code_id", faults);
            }
        }
        Ok(Some(found))
    }

    /// The rate of the code; a given one is no other.
    pub(super) fn coded_rate(&self, coding: Coding<'_>, faults: &mut Faults) -> Option<Decimal> {
        if self.draft.tax_rate.is_some_and(|given| given != coding.rate) {
            let (rate, id) = (coding.rate.normalize(), &coding.code.tax_code_id);
            faults.add(self.pointer("tax_rate"), format!("is {rate} by tax code {id:?}"));
            return None;
        }
        Some(coding.rate.normalize())
    }

    /// The tax that is given for the line. The document charges none of a reverse charge.
    pub(super) fn charged(&self, coding: Result<Option<Coding<'_>>, Wrong>, faults: &mut Faults) -> Option<Decimal> {
        let given = self.draft.tax_amount;
        let Ok(Some(_)) = coding.map(|coding| coding.filter(|coding| coding.is_reversed())) else { return given };
        if given.is_some_and(|given| !given.is_zero()) {
            faults.add(self.pointer("tax_amount"), "must be 0: a reverse charge is no part of the total");
        }
        None
    }

    /// The account of the code; a given one is no other.
    pub(super) fn coded_account(&self, coding: Coding<'_>, faults: &mut Faults) -> Option<String> {
        let account_id = &coding.code.account_id;
        if self.draft.tax_account_id.as_ref().is_some_and(|given| given != account_id) {
            let id = &coding.code.tax_code_id;
            faults.add(self.pointer("tax_account_id"), format!("is {account_id:?} by tax code {id:?}"));
            return None;
        }
        Some(account_id.clone())
    }
}

impl Coding<'_> {
    const fn is_reversed(self) -> bool {
        self.code.reverse_charge_account_id.is_some()
    }

    /// What the line has of it, where its tax is this one.
    pub(super) fn of(self, tax: Minor, account_id: String, written: Written<'_>) -> Option<(Tax, Option<LineTax>)> {
        let not_recoverable = self.not_recoverable(tax, written.of.control, written.read_in.currency)?;
        let reversed = self.code.reverse_charge_account_id.clone();
        let charged = if self.is_reversed() { Minor::ZERO } else { tax };
        let coded = LineTax {
            tax_code_id: self.code.tax_code_id.clone(),
            not_recoverable,
            reverse_charge: reversed.map(|account_id| ReverseCharge { tax, account_id }),
        };
        Some((Tax::of(charged, Some(account_id))?, Some(coded)))
    }

    /// Tax that is charged to customers is owed, all of it.
    fn not_recoverable(self, tax: Minor, control: Control, currency: Currency) -> Option<Minor> {
        if control == Control::Receivable {
            return Some(Minor::ZERO);
        }
        let recoverable = currency.to_decimal(tax).checked_mul(self.code.recoverable)?;
        tax.checked_sub(currency.round(recoverable).ok()?).ok()
    }
}

/// A draft whose code has become another since it was written is written anew before it is submitted: what is signed is what the code says.
pub fn still_as_coded(document: &Document, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(of) = document.key.kind.items() else { return };
    let content = &document.content;
    for (at, item) in content.items().into_iter().flat_map(|items| &items.lines).enumerate() {
        let Some(coded) = &item.coded else { continue };
        let why = match coding(&coded.tax_code_id, of.control, content.tran_date, snapshot) {
            Err(why) => why,
            Ok(coding) if is_of(item, coded, coding, (of.control, content.currency)) => continue,
            Ok(_) => format!("tax code {:?} says another tax now: write the draft anew", coded.tax_code_id),
        };
        faults.add(format!("/lines/{at}/tax_code_id"), why);
    }
}

fn is_of(item: &ItemLine, coded: &LineTax, coding: Coding<'_>, (control, currency): (Control, Currency)) -> bool {
    let (code, reverse) = (coding.code, coded.reverse_charge.as_ref());
    let tax = reverse.map_or_else(|| item.tax.amount(), |reverse| reverse.tax);
    item.tax_rate == coding.rate
        && item.tax.account() == Some(&code.account_id)
        && reverse.map(|reverse| &reverse.account_id) == code.reverse_charge_account_id.as_ref()
        && Some(coded.not_recoverable) == coding.not_recoverable(tax, control, currency)
}

/// The line itself, as it is posted.
pub(super) fn of_item(item: &ItemLine) -> UnconvertedLine {
    UnconvertedLine { tax_part: item.coded.as_ref().map(|_| TaxPart::Base), ..of_line(&item.line) }
}

/// What the tax code of the line moves besides: each part by itself, under the number of the line.
pub(super) fn moved(side: Side, item: &ItemLine) -> Result<Vec<UnconvertedLine>, MoneyError> {
    let Some(coded) = &item.coded else { return Ok(Vec::new()) };
    let account_id = item.tax.account().unwrap_or_default();
    let kept = side.signed(coded.not_recoverable)?;
    let taxed = match &coded.reverse_charge {
        None => {
            let deducted = side.signed(item.tax.amount())?.checked_sub(kept)?;
            vec![(account_id, deducted, TaxPart::Tax)]
        }
        Some(reverse) => {
            let tax = side.signed(reverse.tax)?;
            let deducted = (reverse.account_id.as_str(), tax.checked_sub(kept)?, TaxPart::ReverseInput);
            vec![(account_id, tax.negated()?, TaxPart::ReverseOutput), deducted]
        }
    };
    let all = taxed.into_iter().chain([(item.line.account_id.as_str(), kept, TaxPart::NotRecoverable)]);
    let line = |(account_id, amount, part): (&str, Minor, TaxPart)| UnconvertedLine {
        line_number: item.line.line_number,
        account_id: account_id.to_owned(),
        amount,
        memo: Some("Tax".to_owned()),
        tax_part: Some(part),
    };
    Ok(all.filter(|(_, amount, _)| !amount.is_zero()).map(line).collect())
}
