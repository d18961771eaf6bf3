//! PURE: what an edit changed of a document's content, in the interface's names and texts. See docs/rules/audit.md#what-an-edit-changed.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use crate::books::document::content::{Content, EntryType, ItemLine, Line, Particulars};
use crate::books::document::settles::{Part, Several};
use crate::values::dimension;
use crate::values::kind::{DocumentKey, DocumentKind, Family, ItemsType, Party, PaymentType};
use crate::values::money::Minor;

/// How many are listed.
pub const MOST: usize = 100;

/// A field that differs; a missing value is `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Such as `memo`, `lines/2/account_id`, or `lines/3` for a line that was added or removed; `applications/2/amount` of a payment.
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

/// What differs between two contents of one document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differences {
    /// In the order of the content's fields, then line by line, or document by document that a payment settles; the first [`MOST`].
    pub changes: Vec<Difference>,
    /// How many there are besides.
    pub left_out: usize,
}

/// Fields with their values, in one order for all contents of a type.
type Told = Vec<(&'static str, Option<String>)>;

impl Differences {
    /// Of a document of this type.
    pub fn between(kind: DocumentKind, before: &Content, after: &Content) -> Self {
        let mut changes = differing("", head(kind, before), head(kind, after));
        let (mut olds, mut news) = (lines(kind, before), lines(kind, after));
        let word = if kind.payment().is_some() { "applications" } else { "lines" };
        let numbers: BTreeSet<i64> = olds.keys().chain(news.keys()).copied().collect();
        for number in numbers {
            match (olds.remove(&number), news.remove(&number)) {
                (Some(old), Some(new)) => {
                    changes.extend(differing(&format!("{word}/{number}/"), old.fields, new.fields));
                }
                (old, new) => changes.push(Difference {
                    field: format!("{word}/{number}"),
                    before: old.map(|line| line.whole),
                    after: new.map(|line| line.whole),
                }),
            }
        }
        let left_out = changes.len().saturating_sub(MOST);
        changes.truncate(MOST);
        Self { changes, left_out }
    }
}

fn differing(within: &str, before: Told, after: Told) -> Vec<Difference> {
    let pairs = before.into_iter().zip(after).filter(|((_, before), (_, after))| before != after);
    pairs.map(|((field, before), (_, after))| Difference { field: format!("{within}{field}"), before, after }).collect()
}

fn head(kind: DocumentKind, content: &Content) -> Told {
    let mut told = vec![
        ("tran_date", Some(content.tran_date.to_string())),
        ("posting_period_id", Some(content.posting_period_id.clone())),
        ("currency", Some(content.currency.code().to_owned())),
        ("exchange_rate", Some(decimal(content.exchange_rate))),
        ("exchange_rate_reason", content.exchange_rate_reason.clone()),
        ("memo", content.memo.clone()),
    ];
    told.extend(match &kind.facts().family {
        Family::Journal => of_journal(content),
        Family::Items(facts) => of_items(*facts, content),
        Family::Payment(facts) => of_payment(kind, facts, content),
    });
    told
}

fn of_journal(content: &Content) -> Told {
    let entry_type = content.entry_type().map(EntryType::name);
    vec![
        ("total_debit", Some(amount(content, content.total))),
        ("entry_type", entry_type.map(str::to_owned)),
        ("reversal_date", content.reversal_date().map(|date| date.to_string())),
    ]
}

fn of_items(facts: ItemsType, content: &Content) -> Told {
    let mut told = vec![
        ("total", Some(amount(content, content.total))),
        (member(facts.party.field()), content.party().map(str::to_owned)),
        (member(facts.control.field()), content.control_account().map(str::to_owned)),
        ("due_date", content.due_date().map(|date| date.to_string())),
        ("payment_terms_id", content.items().and_then(|items| Some(items.terms.as_ref()?.payment_terms_id.clone()))),
        ("discount_date", content.offered().map(|offered| offered.until.to_string())),
        ("discount_amount", content.offered().map(|offered| amount(content, offered.amount))),
        ("discount_account_id", content.offered().map(|offered| offered.account_id.clone())),
        ("reference", content.reference().map(str::to_owned)),
    ];
    told.extend(facts.credits.map(|about| (about.id_field(), id_of(about, content.refers_to()))));
    told
}

fn of_payment(kind: DocumentKind, facts: &PaymentType, content: &Content) -> Told {
    let mut told = vec![
        ("payment", Some(amount(content, content.total))),
        ("discount", content.discount().map(|discount| amount(content, discount.amount))),
        ("discount_account_id", content.discount().map(|discount| discount.account_id.clone())),
        ("write_off", content.write_off().map(|write_off| amount(content, write_off.amount))),
        ("write_off_account_id", content.write_off().map(|write_off| write_off.account_id.clone())),
        ("write_off_rule_id", content.write_off().map(|write_off| write_off.write_off_rule_id.clone())),
    ];
    let paid = content.payment().and_then(|payment| payment.settles.kind().items()).map(|items| items.party);
    let named = |party: Party| content.party().filter(|_| paid == Some(party)).map(str::to_owned);
    told.extend(kind.parties().into_iter().map(|party| (member(party.field()), named(party))));
    told.push((member(facts.control.field()), content.control_account().map(str::to_owned)));
    told.push(("account_id", content.cash_account().map(str::to_owned)));
    told.extend(facts.pays.iter().map(|(pays, field)| (member(field), id_of(*pays, content.settles()))));
    told.push(("reference", content.reference().map(str::to_owned)));
    told.push(("payment_method", content.payment_method().map(str::to_owned)));
    told
}

/// A line's fields, and the whole of it in short.
struct LineTold {
    whole: String,
    fields: Told,
}

/// By line number.
fn lines(kind: DocumentKind, content: &Content) -> BTreeMap<i64, LineTold> {
    match &content.particulars {
        Particulars::Journal(journal) => {
            journal.lines.iter().map(|line| (line.line_number, journal_line(content, line))).collect()
        }
        Particulars::Items(items) => {
            items.lines.iter().map(|item| (item.line.line_number, item_line(kind, content, item))).collect()
        }
        Particulars::Payment(payment) => {
            let parts = payment.settles.several().into_iter().flat_map(Several::each);
            (1..).zip(parts.map(|(key, part)| part_told(content, &key, part))).collect()
        }
    }
}

fn part_told(content: &Content, key: &DocumentKey, part: &Part) -> LineTold {
    let shown = amount(content, part.amount);
    let discount = part.discount.as_ref().map(|taken| amount(content, taken.amount));
    let whole = match &discount {
        Some(discount) => format!("{} {shown}, discount {discount}", key.id),
        None => format!("{} {shown}", key.id),
    };
    let fields = vec![
        ("document_type", Some(key.kind.name().to_owned())),
        ("document_id", Some(key.id.clone())),
        ("amount", Some(shown)),
        ("discount", discount),
        ("discount_account_id", part.discount.as_ref().map(|taken| taken.account_id.clone())),
    ];
    LineTold { whole, fields }
}

fn journal_line(content: &Content, line: &Line) -> LineTold {
    let (size, none) = (amount(content, line.amount.magnitude().unwrap_or_default()), amount(content, Minor::ZERO));
    let is_debit = line.amount.is_positive();
    let whole = format!("{} {} {size}", line.account_id, if is_debit { "debit" } else { "credit" });
    let (debit, credit) = if is_debit { (size, none) } else { (none, size) };
    let mut fields = vec![
        ("account_id", Some(line.account_id.clone())),
        ("debit", Some(debit)),
        ("credit", Some(credit)),
        ("memo", line.memo.clone()),
    ];
    fields.extend(tags(line));
    LineTold { whole, fields }
}

fn item_line(kind: DocumentKind, content: &Content, item: &ItemLine) -> LineTold {
    let line = &item.line;
    let side = kind.facts().family.side();
    let shown = amount(content, side.signed(line.amount).unwrap_or_default());
    let whole = format!("{} {shown}", line.account_id);
    let mut fields = vec![
        ("account_id", Some(line.account_id.clone())),
        ("description", line.memo.clone()),
        ("quantity", Some(decimal(item.quantity))),
        ("rate", Some(decimal(item.rate))),
        ("amount", Some(shown)),
        ("tax_code_id", item.coded.as_ref().map(|coded| coded.tax_code_id.clone())),
        ("tax_rate", Some(decimal(item.tax_rate))),
        ("tax_amount", Some(amount(content, item.tax.amount()))),
        ("tax_account_id", item.tax.account().map(str::to_owned)),
    ];
    fields.extend(tags(line));
    LineTold { whole, fields }
}

fn tags(line: &Line) -> Told {
    vec![
        ("department_id", line.department_id.clone()),
        ("cost_center_id", line.cost_center_id.clone()),
        ("dimensions", dimension::text_of(&line.dimensions)),
    ]
}

/// The member that a pointer such as `/vendor_id` names.
fn member(pointer: &'static str) -> &'static str {
    pointer.trim_start_matches('/')
}

/// The id of the document, where it is of this type.
fn id_of(kind: DocumentKind, key: Option<&DocumentKey>) -> Option<String> {
    key.filter(|key| key.kind == kind).map(|key| key.id.clone())
}

/// With as many decimals as the document's currency has.
fn amount(content: &Content, minor: Minor) -> String {
    content.currency.to_decimal(minor).to_string()
}

/// The shortest text of a rate or quantity.
fn decimal(number: Decimal) -> String {
    number.normalize().to_string()
}

#[cfg(test)]
mod tests;
