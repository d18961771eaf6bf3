//! The content of a document out of the columns of its row and of its lines, and back into them. As with its stage, reading takes
//! out of the row what the family has a place for, and what is left is refused by the name of its column.

use sea_orm::Set;

use super::parts::{self, LINES};
use super::{terms, write_off};
use crate::books::action::kind::items::reference_key;
use crate::books::document::{
    Content, Document, EntryType, ItemLine, Items, Journal, Line, LineTax, Particulars, Payment, ReverseCharge,
    Settles, Several, Tax,
};
use crate::kernel::entity::document::{ActiveModel, Model};
use crate::kernel::entity::document_line;
use crate::kernel::store::row::{RowName, to_json};
use crate::kernel::store::{StoreError, party_key};
use crate::values::dimension;
use crate::values::kind::{DocumentKey, DocumentKind, Family};
use crate::values::money::Minor;

/// The content that the author of a document of this type wrote. The columns it takes are removed from the row.
pub fn read(
    kind: DocumentKind,
    row: &mut Model,
    lines: Vec<document_line::Model>,
    name: RowName<'_>,
) -> Result<Content, StoreError> {
    let particulars = match kind.facts().family {
        Family::Journal => Particulars::Journal(journal(row, name)?),
        Family::Items(_) => Particulars::Items(items(row, name)?),
        Family::Payment(_) => Particulars::Payment(payment(row, name)?),
    };
    let mut content = Content {
        tran_date: name.date("tran_date", &row.tran_date)?,
        posting_period_id: std::mem::take(&mut row.period_id),
        currency: name.currency("currency", &row.currency)?,
        exchange_rate: name.decimal("exchange_rate", &row.exchange_rate)?,
        exchange_rate_reason: row.exchange_rate_reason.take(),
        memo: row.memo.take(),
        total: row.total,
        base_total: row.base_total,
        particulars,
    };
    nothing_left(row, &content, name)?;
    put_lines(&mut content, lines)?;
    Ok(content)
}

fn journal(row: &mut Model, name: RowName<'_>) -> Result<Journal, StoreError> {
    let word = name.some("entry_type", row.entry_type.take())?;
    let entry_type = match (EntryType::given(&word), row.original_entry_id.take()) {
        (Some(given), None) => given,
        (Some(_), Some(_)) => return Err(name.bad("original_entry_id")),
        (None, original) if word == EntryType::REVERSING => {
            EntryType::Reversing { original_entry_id: name.some("original_entry_id", original)? }
        }
        (None, None) if word == EntryType::CLOSING => EntryType::Closing,
        (None, None) if word == EntryType::REVALUATION => EntryType::Revaluation,
        (None, _) => return Err(name.bad("entry_type")),
    };
    let reversal_date = row.reversal_date.take().map(|text| name.date("reversal_date", &text)).transpose()?;
    Ok(Journal { entry_type, reversal_date, lines: Vec::new() })
}

fn items(row: &mut Model, name: RowName<'_>) -> Result<Items, StoreError> {
    Ok(Items {
        party_id: name.some("party_id", row.party_id.take())?,
        control_account_id: name.some("control_account_id", row.control_account_id.take())?,
        due_date: row.due_date.take().map(|text| name.date("due_date", &text)).transpose()?,
        terms: terms::terms(row, name)?,
        reference: row.reference.take(),
        about: document_key(row, name)?,
        subtotal: row.subtotal,
        tax_total: row.tax_total,
        lines: Vec::new(),
    })
}

fn payment(row: &mut Model, name: RowName<'_>) -> Result<Payment, StoreError> {
    Ok(Payment {
        party_id: name.some("party_id", row.party_id.take())?,
        control_account_id: name.some("control_account_id", row.control_account_id.take())?,
        cash_account_id: name.some("cash_account_id", row.cash_account_id.take())?,
        settles: settles(row, name)?,
        discount: terms::taken(row, name)?,
        write_off: write_off::read(row, name)?,
        reference: row.reference.take(),
        payment_method: row.payment_method.take(),
    })
}

/// One document, or several of one type, which come with the lines.
fn settles(row: &mut Model, name: RowName<'_>) -> Result<Settles, StoreError> {
    if row.settles_id.is_some() {
        return Ok(Settles::One(name.some("settles_id", document_key(row, name)?)?));
    }
    let kind = name.some("settles_kind", row.settles_kind.take().as_deref().and_then(DocumentKind::parse))?;
    Ok(Settles::Several(Several { kind, parts: Vec::new() }))
}

/// What it settles or is about.
fn document_key(row: &mut Model, name: RowName<'_>) -> Result<Option<DocumentKey>, StoreError> {
    let Some(kind) = row.settles_kind.take() else { return Ok(None) };
    let kind = name.some("settles_kind", DocumentKind::parse(&kind))?;
    Ok(Some(DocumentKey::new(kind, name.some("settles_id", row.settles_id.take())?)))
}

fn nothing_left(row: &Model, content: &Content, name: RowName<'_>) -> Result<(), StoreError> {
    let left = [
        ("due_date", row.due_date.is_some()),
        ("entry_type", row.entry_type.is_some()),
        ("original_entry_id", row.original_entry_id.is_some()),
        ("reversal_date", row.reversal_date.is_some()),
        ("party_id", row.party_id.is_some()),
        ("control_account_id", row.control_account_id.is_some()),
        ("cash_account_id", row.cash_account_id.is_some()),
        ("settles_kind", row.settles_kind.is_some()),
        ("settles_id", row.settles_id.is_some()),
        ("reference", row.reference.is_some()),
        ("payment_method", row.payment_method.is_some()),
        ("subtotal", row.subtotal != content.subtotal()),
        ("tax_total", row.tax_total != content.tax_total()),
    ];
    left.into_iter()
        .chain(terms::left(row))
        .chain(write_off::left(row))
        .find(|(_, is_left)| *is_left)
        .map_or(Ok(()), |(column, _)| Err(name.bad(column)))
}

/// Puts the lines into a content that was read without them, in the order of the rows.
pub fn put_lines(content: &mut Content, rows: Vec<document_line::Model>) -> Result<(), StoreError> {
    match &mut content.particulars {
        Particulars::Journal(journal) => {
            journal.lines = rows.into_iter().map(journal_line).collect::<Result<_, _>>()?;
        }
        Particulars::Items(items) => items.lines = rows.into_iter().map(item_line).collect::<Result<_, _>>()?,
        Particulars::Payment(Payment { settles: Settles::Several(several), control_account_id, .. }) => {
            several.parts = parts::read(several.kind, control_account_id, rows)?;
        }
        Particulars::Payment(Payment { settles: Settles::One(_), .. }) => {
            if let Some(line) = rows.first() {
                return Err(RowName { table: LINES, key: &line.document_id }.bad("line_number"));
            }
        }
    }
    Ok(())
}

fn journal_line(mut row: document_line::Model) -> Result<Line, StoreError> {
    let key = std::mem::take(&mut row.document_id);
    let name = RowName { table: LINES, key: &key };
    let left = [
        ("quantity", row.quantity.is_some()),
        ("rate", row.rate.is_some()),
        ("tax_rate", row.tax_rate.is_some()),
        ("tax_amount", row.tax_amount.is_some()),
        ("tax_account_id", row.tax_account_id.is_some()),
        ("tax_code_id", row.tax_code_id.is_some()),
        ("not_recoverable_tax", row.not_recoverable_tax.is_some()),
        ("reverse_charge_tax", row.reverse_charge_tax.is_some()),
        ("reverse_charge_account_id", row.reverse_charge_account_id.is_some()),
    ];
    match left.into_iter().chain(of_parts(&row)).find(|(_, is_left)| *is_left) {
        Some((column, _)) => Err(name.bad(column)),
        None => line(row, name),
    }
}

/// What only the parts of a payment have.
fn of_parts(row: &document_line::Model) -> [(&'static str, bool); 3] {
    [
        ("settled_kind", row.settled_kind.is_some()),
        ("settled_id", row.settled_id.is_some()),
        ("base_settled", row.base_settled.is_some()),
    ]
}

fn item_line(mut row: document_line::Model) -> Result<ItemLine, StoreError> {
    let key = std::mem::take(&mut row.document_id);
    let name = RowName { table: LINES, key: &key };
    if let Some((column, _)) = of_parts(&row).into_iter().find(|(_, is_left)| *is_left) {
        return Err(name.bad(column));
    }
    let decimal = |column: &str, text: Option<String>| name.decimal(column, &name.some(column, text)?);
    let (quantity, rate) = (decimal("quantity", row.quantity.take())?, decimal("rate", row.rate.take())?);
    let tax_rate = decimal("tax_rate", row.tax_rate.take())?;
    let tax_amount = Minor(name.some("tax_amount", row.tax_amount.take())?);
    let tax = name.some("tax_account_id", Tax::of(tax_amount, row.tax_account_id.take()))?;
    let coded = line_tax(&mut row, name)?;
    Ok(ItemLine { line: line(row, name)?, quantity, rate, tax_rate, tax, coded })
}

/// What the tax code of the line came to; a part of it without the code is refused by the name of its column.
fn line_tax(row: &mut document_line::Model, name: RowName<'_>) -> Result<Option<LineTax>, StoreError> {
    let reverse_charge = match (row.reverse_charge_tax.take(), row.reverse_charge_account_id.take()) {
        (Some(tax), Some(account_id)) => Some(ReverseCharge { tax: Minor(tax), account_id }),
        (None, None) => None,
        (Some(_), None) => return Err(name.bad("reverse_charge_account_id")),
        (None, Some(_)) => return Err(name.bad("reverse_charge_tax")),
    };
    match (row.tax_code_id.take(), row.not_recoverable_tax.take()) {
        (Some(tax_code_id), Some(kept)) => {
            Ok(Some(LineTax { tax_code_id, not_recoverable: Minor(kept), reverse_charge }))
        }
        (None, None) if reverse_charge.is_none() => Ok(None),
        (Some(_), None) => Err(name.bad("not_recoverable_tax")),
        (None, _) => Err(name.bad("tax_code_id")),
    }
}

fn line(row: document_line::Model, name: RowName<'_>) -> Result<Line, StoreError> {
    let named = row.dimensions.map(|text| name.some("dimensions", dimension::named_in(&text))).transpose()?;
    Ok(Line {
        line_number: row.line_number,
        account_id: row.account_id,
        amount: row.amount,
        memo: row.memo,
        department_id: row.department_id,
        cost_center_id: row.cost_center_id,
        dimensions: named.unwrap_or_default(),
    })
}

/// The columns that its author wrote: fixed once it is submitted. Those that change on its way are not set here.
pub fn written(document: &Document) -> Result<ActiveModel, StoreError> {
    let content = &document.content;
    let text = |text: Option<&str>| Set(text.map(str::to_owned));
    let editors = (!document.editors.is_empty()).then(|| to_json(&document.editors)).transpose()?;
    let row = ActiveModel {
        kind: Set(document.key.kind.name().into()),
        document_id: Set(document.key.id.clone()),
        sub_ledger: Set(document.sub_ledger.name().into()),
        tran_date: Set(content.tran_date.to_string()),
        due_date: Set(content.due_date().map(|date| date.to_string())),
        period_id: Set(content.posting_period_id.clone()),
        currency: Set(content.currency.code().into()),
        exchange_rate: Set(content.exchange_rate.to_string()),
        memo: Set(content.memo.clone()),
        entry_type: text(content.entry_type().map(EntryType::name)),
        original_entry_id: text(content.original_entry()),
        reversal_date: Set(content.reversal_date().map(|date| date.to_string())),
        corrects_id: Set(document.corrects_id.clone()),
        party_id: text(content.party()),
        party_key: Set(party_key::of(document)),
        control_account_id: text(content.control_account()),
        cash_account_id: text(content.cash_account()),
        settles_kind: text(settles_kind(content).map(DocumentKind::name)),
        settles_id: text(content.refers_to().map(|key| key.id.as_str())),
        reference: text(content.reference()),
        reference_key: Set(reference_key_of(document)),
        payment_method: text(content.payment_method()),
        total: Set(content.total),
        subtotal: Set(content.subtotal()),
        tax_total: Set(content.tax_total()),
        base_total: Set(content.base_total),
        exchange_rate_reason: Set(content.exchange_rate_reason.clone()),
        created_at: Set(document.created_at.micros()),
        created_by: Set(document.created_by.to_string()),
        edited_by: Set(document.edited_by.to_string()),
        editors: Set(editors),
        ..Default::default()
    };
    Ok(write_off::written(content, terms::written(content, row)))
}

/// The type of what it settles or is about.
fn settles_kind(content: &Content) -> Option<DocumentKind> {
    let paid = content.payment().map(|payment| payment.settles.kind());
    paid.or_else(|| content.refers_to().map(|key| key.kind))
}

/// By which another document of the party with the same reference is found.
pub fn reference_key_of(document: &Document) -> Option<String> {
    let has_unique_reference = document.key.kind.items().is_some_and(|items| items.has_unique_reference);
    document.content.reference().filter(|_| has_unique_reference).map(reference_key)
}

/// The rows of a document's lines.
pub fn lines(document: &Document) -> Vec<document_line::Model> {
    let key = &document.key;
    match &document.content.particulars {
        Particulars::Journal(journal) => journal.lines.iter().map(|line| line_row(key, line, None)).collect(),
        Particulars::Items(items) => items.lines.iter().map(|item| line_row(key, &item.line, Some(item))).collect(),
        Particulars::Payment(payment) => {
            payment.settles.several().map(|several| parts::rows(key, payment, several)).unwrap_or_default()
        }
    }
}

fn line_row(key: &DocumentKey, line: &Line, item: Option<&ItemLine>) -> document_line::Model {
    let coded = item.and_then(|item| item.coded.as_ref());
    let reverse = coded.and_then(|coded| coded.reverse_charge.as_ref());
    document_line::Model {
        kind: key.kind.name().into(),
        document_id: key.id.clone(),
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        amount: line.amount,
        memo: line.memo.clone(),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        quantity: item.map(|item| item.quantity.to_string()),
        rate: item.map(|item| item.rate.to_string()),
        tax_rate: item.map(|item| item.tax_rate.to_string()),
        tax_amount: item.map(|item| item.tax.amount().0),
        tax_account_id: item.and_then(|item| item.tax.account()).map(str::to_owned),
        dimensions: dimension::text_of(&line.dimensions),
        settled_kind: None,
        settled_id: None,
        base_settled: None,
        tax_code_id: coded.map(|coded| coded.tax_code_id.clone()),
        not_recoverable_tax: coded.map(|coded| coded.not_recoverable.0),
        reverse_charge_tax: reverse.map(|reverse| reverse.tax.0),
        reverse_charge_account_id: reverse.map(|reverse| reverse.account_id.clone()),
    }
}
