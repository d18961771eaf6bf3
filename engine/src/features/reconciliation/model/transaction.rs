//! What a worksheet's rows are called, and what they are made of.

use std::fmt;

use crate::books::cleared::{RETURN, TransactionKey, is_payment};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Currency, Minor};

/// A transaction id as a client writes it: `P-1`, `P-1#return`, `JE-1#2`, or with the document type before it, `bill_payment/P-1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TransactionId {
    pub kind: Option<DocumentKind>,
    pub document_id: String,
    pub part: Part,
}

/// Which bank transaction of its document it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The payment.
    Payment,
    /// What came back of the payment.
    Return,
    /// A line of another document, by its number.
    Line(i64),
}

impl Part {
    /// Of a bank transaction of this type of document.
    pub const fn of(kind: DocumentKind, line_number: i64) -> Self {
        match (is_payment(kind), line_number) {
            (true, RETURN) => Self::Return,
            (true, _) => Self::Payment,
            (false, number) => Self::Line(number),
        }
    }

    const fn is_of_payment(self) -> bool {
        matches!(self, Self::Payment | Self::Return)
    }
}

impl TransactionId {
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = match text.split_once('/') {
            Some((kind, rest)) => (Some(DocumentKind::parse(kind)?), rest),
            None => (None, text),
        };
        let (id, part) = match rest.split_once('#') {
            Some((id, RETURNED)) => (id, Part::Return),
            Some((id, number)) => (id, Part::Line(line(number)?)),
            None => (rest, Part::Payment),
        };
        let fits = kind.is_none_or(|kind| is_payment(kind) == part.is_of_payment());
        (fits && crate::values::id::is_valid_id(id)).then(|| Self { kind, document_id: id.to_owned(), part })
    }

    /// The bank transactions that the id may mean, one for each document type whose ids look so.
    pub fn keys(&self) -> impl Iterator<Item = TransactionKey> + '_ {
        let key = |kind| TransactionKey {
            source: DocumentKey::new(kind, self.document_id.clone()),
            line_number: match self.part {
                Part::Payment => 0,
                Part::Return => RETURN,
                Part::Line(number) => number,
            },
        };
        self.kinds().map(key)
    }

    /// The document types whose ids look so.
    fn kinds(&self) -> impl Iterator<Item = DocumentKind> + '_ {
        DocumentKind::ALL
            .into_iter()
            .filter(|kind| self.kind.is_none_or(|only| only == *kind) && is_payment(*kind) == self.part.is_of_payment())
    }
}

/// What stands after the id of a payment that came back.
const RETURNED: &str = "return";

/// Digits without a sign or leading zeros, so that one line has one name.
fn line(text: &str) -> Option<i64> {
    let plain = text == "0" || (!text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()));
    text.parse().ok().filter(|_| plain)
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(kind) = self.kind {
            write!(f, "{}/", kind.name())?;
        }
        f.write_str(&self.document_id)?;
        match self.part {
            Part::Payment => Ok(()),
            Part::Return => write!(f, "#{RETURNED}"),
            Part::Line(number) => write!(f, "#{number}"),
        }
    }
}

/// One ledger line on a bank account, with what its document says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct LedgerLine {
    pub key: TransactionKey,
    /// The day it stands at in the ledger.
    pub posting_date: Date,
    pub posted_at: Timestamp,
    /// In the session's currency; a deposit is positive.
    pub amount: Minor,
    /// What of old books stands there in another currency than the account is kept in: it is shown, and counts for nothing.
    pub elsewhere: Option<(Minor, Currency)>,
    /// The document's own date.
    pub tran_date: Date,
    pub description: String,
    pub reference: String,
    /// The `cleared_date` of a Cleared bill payment, and when it was cleared.
    pub cleared: Option<(Date, Timestamp)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::ledger::PostingKind;

    #[test]
    fn ids_are_read_as_they_are_written() {
        for good in [
            "P-1",
            "JE-1#2",
            "P-1#return",
            "bill_payment/P-1#return",
            "bill_payment/P-1",
            "journal_entry/JE-1#2",
            "bill/B#0",
            "a.b:c_d#12",
        ] {
            assert_eq!(TransactionId::parse(good).map(|id| id.to_string()).as_deref(), Some(good));
        }
        for wrong in [
            "",
            "#1",
            "P-1#",
            "P-1#01",
            "P-1#+1",
            "P-1#-1",
            "P-1#1#2",
            "payment/P-1",
            "bill/P-1#return",
            "P-1#returned",
            "bill_payment/P-1#1",
            "journal_entry/JE-1",
            "bill_payment/",
            "a b",
            "P-1#99999999999999999999",
        ] {
            assert_eq!(TransactionId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_id_without_a_type_may_mean_several_movements() {
        let of_each = |are_payments: bool, id: &str| {
            let kinds = DocumentKind::ALL.into_iter().filter(move |kind| kind.payment().is_some() == are_payments);
            kinds.map(|kind| format!("{}/{id}", kind.name())).collect::<Vec<_>>()
        };
        for (id, expected) in [
            ("P-1", of_each(true, "P-1")),
            ("bill_payment/P-1", vec!["bill_payment/P-1".to_owned()]),
            ("bill/P-1#7", vec!["bill/P-1#7".to_owned()]),
            ("P-1#7", of_each(false, "P-1#7")),
        ] {
            let parsed = TransactionId::parse(id).expect(id);
            let names: Vec<_> = parsed.keys().map(|key| key.qualified()).collect();
            assert_eq!(names, expected, "{id}");
        }
        // All lines of a payment are one bank transaction, and all lines of its return another; the line itself has no name.
        let payment = DocumentKey::new(DocumentKind::BillPayment, "P-1");
        for (posting, name) in [
            (PostingKind::Document, "P-1"),
            (PostingKind::Void, "P-1"),
            (PostingKind::Return(1), "P-1#return"),
            (PostingKind::Unreturn(1), "P-1#return"),
            (PostingKind::Return(2), "P-1#return"),
        ] {
            assert_eq!(TransactionKey::of(payment.clone(), posting, 7).plain(), name);
        }
    }
}
