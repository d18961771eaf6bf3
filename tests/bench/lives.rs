//! What one client does: it takes one entry, invoice or bill after the other through its whole life, or reads.

use std::time::Instant;

use tests::app::PREFIX;
use tests::prelude::*;

use crate::client::Client;
use crate::figures::{NO_STEPS, Took};
use crate::{Accounts, Cell, Scenario};

/// The accounts of a client: what it debits and credits.
pub fn pair(accounts: Accounts, client: u32) -> (String, String) {
    match accounts {
        Accounts::Spread => (format!("D{client:03}"), format!("K{client:03}")),
        Accounts::Hot => (EXPENSE.to_owned(), CASH.to_owned()),
    }
}

/// The customer or vendor of a client.
pub fn party(client: u32) -> String {
    format!("P{client:03}")
}

/// One client on its connection.
pub struct One {
    http: Client,
    clerk: String,
    manager: String,
    controller: String,
    scenario: Scenario,
    debit: String,
    credit: String,
    number: u32,
    count: u32,
}

impl One {
    pub async fn connect(app: &TestApp, url: &str, cell: Cell, number: u32) -> Self {
        let (debit, credit) = pair(cell.accounts, number);
        let (clerk, manager, controller) = (app.clerk().0, app.manager().0, app.controller().0);
        let (http, scenario) = (Client::connect(url).await, cell.scenario);
        Self { http, clerk, manager, controller, scenario, debit, credit, number, count: 0 }
    }

    /// One life, to its end.
    pub async fn live(&mut self) -> Took {
        self.count += 1;
        let (start, count) = (Instant::now(), self.count);
        let mut steps = NO_STEPS;
        let mut ends = start;
        for (at, step) in steps.iter_mut().enumerate() {
            match (at, self.scenario) {
                (0, _) => self.create(count).await,
                (1, _) => self.submit(count).await,
                (2, _) => self.approve(count).await,
                (3, Scenario::Invoice) => self.receive(count).await,
                (3, Scenario::Bill) => self.pay(count).await,
                (4, Scenario::Bill) => self.submit_of("bill-payments", &self.payment(count)).await,
                (5, Scenario::Bill) => self.approve_of("bill-payments", &self.payment(count)).await,
                _ => break,
            }
            *step = ends.elapsed();
            ends = Instant::now();
        }
        Took { whole: start.elapsed(), steps }
    }

    fn id(&self, count: u32) -> String {
        format!("L-{}-{count}", self.number)
    }

    fn payment(&self, count: u32) -> String {
        format!("P-{}-{count}", self.number)
    }

    const fn collection(&self) -> &'static str {
        match self.scenario {
            Scenario::Invoice => "invoices",
            Scenario::Bill => "bills",
            Scenario::Entry | Scenario::Bulk | Scenario::Reads | Scenario::Several => "journal-entries",
        }
    }

    pub async fn create(&mut self, count: u32) {
        let (id, party) = (self.id(count), party(self.number));
        let body = match self.scenario {
            Scenario::Invoice => format!(
                r#"{{"invoice_id":"{id}","customer_id":"{party}","ar_account_id":"{RECEIVABLE}","tran_date":"{DAY}","due_date":"{DUE}","posting_period_id":"{PERIOD}","memo":"Office chairs","lines":[{{"account_id":"{REVENUE}","quantity":2,"rate":62.75}}]}}"#
            ),
            Scenario::Bill => format!(
                r#"{{"bill_id":"{id}","vendor_id":"{party}","ap_account_id":"{PAYABLE}","tran_date":"{DAY}","due_date":"{DUE}","posting_period_id":"{PERIOD}","memo":"Office chairs","lines":[{{"account_id":"{EXPENSE}","quantity":2,"rate":62.75}}]}}"#
            ),
            Scenario::Entry | Scenario::Bulk | Scenario::Reads | Scenario::Several => format!(
                r#"{{"journal_entry_id":"{id}","tran_date":"{DAY}","posting_period_id":"{PERIOD}","memo":"Office chairs","currency":"USD","lines":[{{"account_id":"{}","debit":125.50}},{{"account_id":"{}","credit":125.50}}]}}"#,
                self.debit, self.credit
            ),
        };
        self.create_in(self.collection(), &body).await;
    }

    async fn create_in(&mut self, collection: &str, body: &str) {
        let made = self.http.post(&format!("{PREFIX}{collection}"), &self.clerk, body).await;
        assert_eq!(made.status, 201, "create: {}", made.body);
    }

    pub async fn submit(&mut self, count: u32) {
        self.submit_of(self.collection(), &self.id(count)).await;
    }

    async fn submit_of(&mut self, collection: &str, id: &str) {
        let path = format!("{PREFIX}{collection}/{id}/submit-for-approval");
        let sent = self.http.post(&path, &self.clerk, "").await;
        assert_eq!(sent.status, 200, "submit: {}", sent.body);
    }

    pub async fn approve(&mut self, count: u32) {
        self.approve_of(self.collection(), &self.id(count)).await;
    }

    async fn approve_of(&mut self, collection: &str, id: &str) {
        let path = format!("{PREFIX}{collection}/{id}/approve");
        let signed = self.http.post(&path, &self.manager, "").await;
        assert_eq!(signed.status, 200, "approve: {}", signed.body);
        assert!(signed.body.contains("\"Posted\""), "not posted within GL_POSTING_WAIT: {}", signed.body);
    }

    /// Drafts the payment of the bill, whose signature comes as the bill's did.
    async fn pay(&mut self, count: u32) {
        let (bill, id) = (self.id(count), self.payment(count));
        let body = format!(
            r#"{{"bill_payment_id":"{id}","bill_id":"{bill}","account_id":"{CASH}","ap_account_id":"{PAYABLE}","tran_date":"{PAY_DAY}","posting_period_id":"{PERIOD}","payment":125.50}}"#
        );
        self.create_in("bill-payments", &body).await;
    }

    /// Payments have no approval rule here, so this one is posted at once, and the invoice is paid.
    async fn receive(&mut self, count: u32) {
        let path = format!("{PREFIX}invoices/{}/receive-payment", self.id(count));
        let body = format!(r#"{{"payment_date":"{PAY_DAY}","payment_amount":125.50,"deposit_account_id":"{CASH}"}}"#);
        let paid = self.http.post(&path, &self.controller, &body).await;
        assert_eq!(paid.status, 201, "receive-payment: {}", paid.body);
        assert!(paid.body.contains("\"Paid\""), "not paid within GL_POSTING_WAIT: {}", paid.body);
    }
}

/// What a reader reads, in turn; of the general ledger an account that the entries name.
const READ: [&str; 8] = [
    "journal-entries",
    "journal-entries?status=Posted&from=2024-01-01&to=2024-01-31",
    "journal-entries/pending-approvals",
    "approvals/pending",
    "reports/trial-balance?as_of=2024-12-31",
    "reports/balance-sheet?as_of=2024-12-31",
    "reports/income-statement?period_id=2024-01",
    "reports/general-ledger?account_id=",
];

/// A client that reads.
pub struct Reader {
    http: Client,
    controller: String,
    account: String,
    next: usize,
}

impl Reader {
    pub async fn connect(app: &TestApp, url: &str, cell: Cell, number: u32) -> Self {
        let (account, _) = pair(cell.accounts, 0);
        Self { http: Client::connect(url).await, controller: app.controller().0, account, next: number as usize }
    }

    /// One page or one report.
    pub async fn read(&mut self) -> Took {
        let start = Instant::now();
        let mut path = READ[self.next % READ.len()].to_owned();
        self.next += 1;
        if path.ends_with('=') {
            path.push_str(&self.account);
        }
        let read = self.http.get(&format!("{PREFIX}{path}"), &self.controller).await;
        assert_eq!(read.status, 200, "{path}: {}", read.body);
        Took { whole: start.elapsed(), steps: NO_STEPS }
    }
}
