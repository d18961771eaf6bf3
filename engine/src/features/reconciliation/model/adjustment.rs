//! The items of an adjustment. A total alone balances any worksheet; items say what each part of it is, and who wrote it.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::values::clock::Timestamp;
use crate::values::error::Faults;
use crate::values::money::{Currency, Minor, number};

/// One part of an adjustment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Never 0.
    pub amount: Minor,
    pub reason: String,
    pub written_by: String,
    pub written_at: Timestamp,
}

/// An item as it is sent. A field may be missing because it was wrong; that stands in the faults already.
#[derive(Clone, Debug)]
pub struct ItemDraft {
    pub amount: Option<Decimal>,
    pub reason: Option<String>,
}

/// One side's adjustment: its total, and the items that it is made of.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Adjustment {
    pub total: Minor,
    pub items: Vec<Item>,
}

/// What is sent of one side, and where it stands in the body.
#[derive(Clone, Debug)]
pub struct Given {
    pub total: Option<Decimal>,
    pub items: Option<Vec<ItemDraft>>,
    pub total_field: &'static str,
    pub items_field: &'static str,
}

/// Who writes, and when.
#[derive(Clone, Copy, Debug)]
pub struct Pen<'a> {
    pub by: &'a str,
    pub at: Timestamp,
}

impl Adjustment {
    /// Whether the items make up the total.
    pub fn is_itemized(&self) -> bool {
        sum(&self.items) == Some(self.total)
    }

    /// The items as the trail records them.
    pub fn details(&self, currency: Currency) -> Value {
        let item = |item: &Item| json!({ "amount": number(currency.to_decimal(item.amount)), "reason": item.reason });
        Value::Array(self.items.iter().map(item).collect())
    }

    /// This adjustment, replaced by what a client sends.
    ///
    /// | sent | total | items |
    /// |---|---|---|
    /// | both | as sent | as sent; they must make up the total |
    /// | items alone | their sum | as sent |
    /// | a total alone | as sent | those that there are, when they make it up, else none: they explained another total |
    /// | neither | stays | stay |
    ///
    /// An item that stands there already keeps who wrote it, and when.
    #[must_use]
    pub fn changed(&self, given: &Given, currency: Currency, pen: Pen<'_>, faults: &mut Faults) -> Self {
        let total = minor(given.total, given.total_field, currency, faults);
        let Some(drafts) = &given.items else {
            let Some(total) = total else { return self.clone() };
            let changed = Self { total, items: self.items.clone() };
            return if changed.is_itemized() { changed } else { Self { total, items: Vec::new() } };
        };
        let mut before = self.items.clone();
        let mut items = Vec::with_capacity(drafts.len());
        for (at, draft) in drafts.iter().enumerate() {
            let pointer = format!("{}/{at}/amount", given.items_field);
            match minor(draft.amount, &pointer, currency, faults) {
                Some(Minor::ZERO) => faults.add(pointer, "must not be 0"),
                Some(amount) => match draft.reason.clone() {
                    Some(reason) => items.push(item(amount, reason, &mut before, pen)),
                    None => faults.add(format!("{}/{at}/reason", given.items_field), "is required"),
                },
                None => {}
            }
        }
        let is_wrong = faults.0.iter().any(|fault| fault.pointer.starts_with(given.items_field));
        match (sum(&items).and_then(|sum| currency.within_limits(sum).ok()), total) {
            (Some(sum), None) => return Self { total: sum, items },
            (Some(sum), Some(total)) if sum != total && !is_wrong => {
                let (sum, total) = (currency.to_decimal(sum), currency.to_decimal(total));
                faults.add(given.items_field, format!("sum to {sum}, not to the total given, {total}"));
            }
            (None, _) => faults.add(given.items_field, "sum to more than 15 digits before the decimal point"),
            (Some(_), Some(_)) => {}
        }
        // Without a total a fault stands above.
        Self { total: total.unwrap_or(Minor::ZERO), items }
    }
}

fn sum(items: &[Item]) -> Option<Minor> {
    Minor::sum(items.iter().map(|item| item.amount)).ok()
}

/// The item as it stood, when it did, else a new one.
fn item(amount: Minor, reason: String, before: &mut Vec<Item>, pen: Pen<'_>) -> Item {
    match before.iter().position(|item| item.amount == amount && item.reason == reason) {
        Some(at) => before.remove(at),
        None => Item { amount, reason, written_by: pen.by.to_owned(), written_at: pen.at },
    }
}

/// The amount in minor units, or a fault.
pub fn minor(amount: Option<Decimal>, pointer: &str, currency: Currency, faults: &mut Faults) -> Option<Minor> {
    match currency.to_minor(amount?) {
        Ok(minor) => Some(minor),
        Err(error) => {
            faults.add(pointer, format!("{error} ({currency})"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(amount: i64, reason: &str, by: &str) -> Item {
        Item {
            amount: Minor(amount),
            reason: reason.into(),
            written_by: by.into(),
            written_at: Timestamp::from_micros(1),
        }
    }

    /// `total: amount reason by, …`, or what is wrong.
    fn put(before: &Adjustment, total: Option<&str>, items: Option<&[(&str, &str)]>) -> String {
        let decimal = |text: &str| crate::values::money::decimal_from_text(text);
        let draft =
            |(amount, reason): &(&str, &str)| ItemDraft { amount: decimal(amount), reason: Some((*reason).into()) };
        let given = Given {
            total: total.and_then(decimal),
            items: items.map(|items| items.iter().map(draft).collect()),
            total_field: "/total",
            items_field: "/items",
        };
        let mut faults = Faults::default();
        let pen = Pen { by: "bo", at: Timestamp::from_micros(2) };
        let after = before.changed(&given, Currency::parse("USD").expect("USD"), pen, &mut faults);
        if !faults.is_empty() {
            return faults.0.iter().map(|fault| fault.pointer.clone()).collect::<Vec<_>>().join(" ");
        }
        let told: Vec<_> =
            after.items.iter().map(|item| format!("{} {} {}", item.amount.0, item.reason, item.written_by)).collect();
        format!("{}: {}", after.total.0, told.join(", "))
    }

    #[test]
    fn items_make_up_their_total() {
        let before = Adjustment { total: Minor(500), items: vec![item(300, "fee", "al"), item(200, "error", "al")] };
        for (total, items, expected) in [
            (None, None, "500: 300 fee al, 200 error al"),
            (Some("5"), None, "500: 300 fee al, 200 error al"),
            (Some("6"), None, "600: "),
            (Some("0"), None, "0: "),
            (None, Some([("3", "fee"), ("1", "other")].as_slice()), "400: 300 fee al, 100 other bo"),
            (Some("4"), Some(&[("3", "fee"), ("1", "other")]), "400: 300 fee al, 100 other bo"),
            (Some("6"), Some(&[("3", "fee"), ("3", "fee")]), "600: 300 fee al, 300 fee bo"),
            (Some("3"), Some(&[("5", "fee"), ("-2", "back")]), "300: 500 fee bo, -200 back bo"),
            (Some("0"), Some(&[]), "0: "),
            (None, Some(&[]), "0: "),
            (Some("5"), Some(&[]), "/items"),
            (Some("5"), Some(&[("3", "fee")]), "/items"),
            (Some("5"), Some(&[("0", "fee"), ("0.001", "fee")]), "/items/0/amount /items/1/amount"),
            (Some("0.001"), Some(&[("1", "fee")]), "/total"),
        ] {
            assert_eq!(put(&before, total, items), expected, "{total:?} {items:?}");
        }
    }

    #[test]
    fn a_total_of_old_books_has_no_items_and_that_is_known() {
        assert!(Adjustment::default().is_itemized());
        assert!(!Adjustment { total: Minor(5), items: Vec::new() }.is_itemized());
        assert!(Adjustment { total: Minor(0), items: vec![item(5, "a", "al"), item(-5, "b", "al")] }.is_itemized());
    }
}
