//! The bank transactions of the books, as far as the interface tells of them: those of the worksheet in progress, and what the ledger
//! says of those that are proposed.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use serde_json::Value;

use crate::fields::Fields;
use crate::interface::enumeration::ReconciliationStatus;
use crate::interface::query::{GetGeneralLedger, ListReconciliations};
use crate::interface::schema::{
    BankMatch, GeneralLedger, GeneralLedgerLine, Page, Reconciliation, ReconciliationWorksheet, UnclearedTransaction,
};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary;

/// The longest worksheet that is read for a page.
const MOST_BYTES: usize = 24 * 1024 * 1024;
/// How much of the ledger is looked through for what is proposed: pages of so many lines, and days around those of the statement.
const LEDGER_PAGES: usize = 5;
const LEDGER_LINES: &str = "200";
const DAYS_AROUND: u64 = 30;

/// One bank transaction.
#[derive(Clone, Default)]
pub struct Transaction {
    pub id: String,
    pub link: String,
    pub day: String,
    pub date: String,
    pub description: String,
    pub reference: String,
    /// As JSON has it, for sums; empty where it is not known.
    pub amount: String,
    pub figure: String,
    pub is_out: bool,
}

/// What is known.
#[derive(Default)]
pub struct OpenTransactions {
    known: BTreeMap<String, Transaction>,
    /// What no statement has yet, as the worksheet in progress says.
    pub open: Vec<Transaction>,
    /// The reconciliation in progress.
    pub session: Option<String>,
}

impl OpenTransactions {
    /// The transaction of this id, with no more than that where nothing is known of it.
    pub fn find(&self, id: &str) -> Transaction {
        self.known.get(id).cloned().unwrap_or_else(|| Transaction {
            id: id.to_owned(),
            link: link(id),
            reference: bare(id).to_owned(),
            ..Transaction::default()
        })
    }

    /// The worksheet in progress of the account, where there is one that the person may read.
    pub async fn of_session(visit: &Visit, account_id: &str, currency: &str) -> Self {
        let mut books = Self::default();
        let asked = Fields::from([
            (ListReconciliations::ACCOUNT_ID, account_id),
            (ListReconciliations::STATUS, ReconciliationStatus::InProgress.name()),
            (ListReconciliations::LIMIT, "1"),
        ]);
        let Ok(found) = visit.operations.aside("/reconciliations", &asked).await else { return books };
        let Some(id) = found.list(Page::DATA).first().map(|one| one.text(Reconciliation::RECONCILIATION_ID)) else {
            return books;
        };
        let path = format!("/reconciliations/{}/worksheet", segment(&id));
        if let Ok(Some(sheet)) = visit.operations.bounded(&path, &Fields::default(), MOST_BYTES).await {
            let of_sheet = |row: &Value| of_sheet(visit, row, currency);
            books.open = sheet.list(ReconciliationWorksheet::UNCLEARED_TRANSACTIONS).iter().map(of_sheet).collect();
            books.open.sort_by(|one, other| (&one.day, &one.id).cmp(&(&other.day, &other.id)));
            let cleared = sheet.list(ReconciliationWorksheet::CLEARED_TRANSACTIONS).iter().map(of_sheet);
            let all = books.open.iter().cloned().chain(cleared);
            books.known = all.map(|one| (one.id.clone(), one)).collect();
        }
        books.session = Some(id);
        books
    }

    /// Looks what is not known of these up in the ledger, on the days around `days`.
    pub async fn look_up(&mut self, visit: &Visit, account_id: &str, ids: &BTreeSet<String>, days: (&str, &str)) {
        if ids.iter().any(|id| !self.known.contains_key(id)) {
            for line in ledger(visit, account_id, days).await {
                for id in names(&line).into_iter().filter(|id| ids.contains(id)) {
                    self.known.entry(id.clone()).or_insert_with(|| of_ledger(visit, &line, id));
                }
            }
        }
    }

    /// Where no worksheet says what is open: what the ledger has on the days around `days` and no match takes. What an earlier
    /// reconciliation marked is among it: the ledger does not tell, and it may be matched all the same.
    pub async fn open_in_ledger(&mut self, visit: &Visit, account_id: &str, days: (&str, &str)) {
        let asked = Fields::from([("limit", LEDGER_LINES)]);
        let matches =
            visit.operations.aside(&super::operation(account_id, "matches"), &asked).await.unwrap_or_default();
        let taken: BTreeSet<String> =
            matches.list(Page::DATA).iter().flat_map(|made| made.texts(BankMatch::TRANSACTION_IDS)).collect();
        for line in ledger(visit, account_id, days).await {
            let names = names(&line);
            if names.iter().any(|name| taken.contains(name)) {
                continue;
            }
            // A proposal names it without its type.
            let found = names.iter().find_map(|name| self.known.get(name)).cloned();
            self.open.extend(found.or_else(|| names.first().map(|name| of_ledger(visit, &line, name.clone()))));
        }
    }
}

/// The account's lines in the ledger on the days around these, without those of what was voided.
async fn ledger(visit: &Visit, account_id: &str, days: (&str, &str)) -> Vec<Value> {
    let (Ok(from), Ok(to)) = (days.0.parse::<NaiveDate>(), days.1.parse::<NaiveDate>()) else { return Vec::new() };
    let around = Days::new(DAYS_AROUND);
    let (from, to) = (from.checked_sub_days(around).unwrap_or(from), to.checked_add_days(around).unwrap_or(to));
    let (from, to) = (from.to_string(), to.to_string());
    let mut asked = Fields::from([
        (GetGeneralLedger::ACCOUNT_ID, account_id),
        (GetGeneralLedger::FROM, &from),
        (GetGeneralLedger::TO, &to),
        (GetGeneralLedger::LIMIT, LEDGER_LINES),
    ]);
    let (mut lines, mut voided) = (Vec::new(), BTreeSet::new());
    for _ in 0..LEDGER_PAGES {
        // Who may not read the ledger sees the ids.
        let Ok(page) = visit.operations.aside("/reports/general-ledger", &asked).await else { break };
        for line in page.list(GeneralLedger::DATA) {
            match line.text(GeneralLedgerLine::POSTING).as_str() {
                "document" => lines.push(line.clone()),
                posting if posting.starts_with("return") => lines.push(line.clone()),
                // The return was taken back; it may come back again.
                posting if posting.starts_with("unreturn") => {
                    let taken_back = names(line);
                    lines.retain(|earlier| names(earlier) != taken_back);
                }
                "void" => voided.extend(names(line)),
                _ => {}
            }
        }
        let Some(cursor) = page.given(GeneralLedger::NEXT_CURSOR).filter(|_| page.flag(GeneralLedger::HAS_MORE)) else {
            break;
        };
        asked = asked.with("cursor", Some(&cursor));
    }
    lines.retain(|line| !names(line).iter().any(|name| voided.contains(name)));
    lines
}

fn of_sheet(visit: &Visit, row: &Value, currency: &str) -> Transaction {
    let (id, amount, day) = (
        row.text(UnclearedTransaction::TRANSACTION_ID),
        row.text(UnclearedTransaction::AMOUNT),
        row.text(UnclearedTransaction::DATE),
    );
    Transaction {
        link: link(&id),
        date: visit.reader.date(&day),
        description: row.text(UnclearedTransaction::DESCRIPTION),
        reference: row.text(UnclearedTransaction::REFERENCE),
        figure: visit.amount(&amount, currency),
        is_out: amount.starts_with('-'),
        id,
        day,
        amount,
    }
}

fn of_ledger(visit: &Visit, line: &Value, id: String) -> Transaction {
    let (amount, day) = (line.text(GeneralLedgerLine::AMOUNT), line.text(GeneralLedgerLine::POSTING_DATE));
    let (kind, document_id) = (line.text(GeneralLedgerLine::DOCUMENT_TYPE), line.text(GeneralLedgerLine::DOCUMENT_ID));
    let said = [line.text(GeneralLedgerLine::PARTY_NAME), line.text(GeneralLedgerLine::MEMO)];
    Transaction {
        link: vocabulary::page_of(&kind, &document_id).unwrap_or_default(),
        date: visit.reader.date(&day),
        description: said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", "),
        reference: document_id,
        figure: visit.amount(&amount, &line.text(GeneralLedgerLine::CURRENCY)),
        is_out: amount.starts_with('-'),
        id,
        day,
        amount,
    }
}

/// How a worksheet would name a line of the ledger: a payment by its id, what came back of it with that said, other documents with the
/// number of the line; each with the document's type before it, or without.
fn names(line: &Value) -> Vec<String> {
    let (kind, id) = (line.text(GeneralLedgerLine::DOCUMENT_TYPE), line.text(GeneralLedgerLine::DOCUMENT_ID));
    let is_payment = kind.ends_with("_payment");
    let name = match line.given(GeneralLedgerLine::LINE_NUMBER) {
        _ if is_payment && is_of_return(&line.text(GeneralLedgerLine::POSTING)) => format!("{id}#return"),
        Some(number) if !is_payment => format!("{id}#{number}"),
        Some(_) | None => id,
    };
    vec![format!("{kind}/{name}"), name]
}

/// A payment may come back several times, each return but the last taken back.
fn is_of_return(posting: &str) -> bool {
    posting.starts_with("return") || posting.starts_with("unreturn")
}

/// Without the type before it.
fn bare(transaction_id: &str) -> &str {
    transaction_id.split_once('/').map_or(transaction_id, |(_, id)| id)
}

/// Where a transaction leads: to its document, or to the search for it where its type is not told.
fn link(transaction_id: &str) -> String {
    let document = transaction_id.split_once('#').map_or(transaction_id, |(document, _)| document);
    match document.split_once('/') {
        Some((kind, id)) => vocabulary::page_of(kind, id).unwrap_or_default(),
        None => format!("/search?q={}", segment(document)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_of_the_ledger_are_named_as_on_a_worksheet() {
        let payment = json!({ "document_type": "bill_payment", "document_id": "P-1", "line_number": null });
        assert_eq!(names(&payment), ["bill_payment/P-1", "P-1"]);
        let back = json!({ "document_type": "bill_payment", "document_id": "P-1", "posting": "return" });
        assert_eq!(names(&back), ["bill_payment/P-1#return", "P-1#return"]);
        let entry = json!({ "document_type": "journal_entry", "document_id": "JE-1", "line_number": 2 });
        assert_eq!(names(&entry), ["journal_entry/JE-1#2", "JE-1#2"]);
        assert_eq!(link("journal_entry/JE-1#2"), "/journal-entries/JE-1");
        assert_eq!(bare("bill_payment/P-1"), "P-1");
    }
}
