//! Bank statements: files as banks send them, matched with the books, held against reconciliations.
//! See docs/rules/bank-statements.md.

mod chain;
mod crash;
mod deleting;
mod formats;
mod import;
mod lists;
mod matching;
mod proposals;
mod races;
mod reconciling;
mod refused;
mod rules;
mod whose;
mod year;

use tests::app::PREFIX;
use tests::prelude::*;

pub use crate::reconciliation::accountant;

/// The bank's own number of the account.
pub const IBAN: &str = "DE02120300000000202051";

/// A statement of a bank, to be written as camt.053.
#[derive(Clone)]
pub struct Sheet {
    number: String,
    days: (String, String),
    opening: i64,
    closing: i64,
    lines: Vec<String>,
    iban: String,
    currency: &'static str,
}

/// Of days as `2024-01-01 2024-01-31`, with lines as `2024-01-10 12.50 REF-1 | Cobalt Corp | invoice I-1`.
pub fn sheet(number: &str, days: &str, opening: &str, lines: &[&str]) -> Sheet {
    let (from, to) = days.split_once(' ').expect("two days");
    let moved: i64 = lines.iter().map(|line| cents(line.split(' ').nth(1).expect("an amount"))).sum();
    let opening = cents(opening);
    Sheet {
        number: number.into(),
        days: (from.into(), to.into()),
        opening,
        closing: opening + moved,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        iban: IBAN.into(),
        currency: "USD",
    }
}

impl Sheet {
    /// What the bank says that it closes with, whatever its lines come to.
    pub fn closing(self, amount: &str) -> Self {
        Self { closing: cents(amount), ..self }
    }

    pub fn of(self, iban: &str) -> Self {
        Self { iban: iban.into(), ..self }
    }

    pub fn in_currency(self, currency: &'static str) -> Self {
        Self { currency, ..self }
    }

    fn written(&self) -> String {
        let (from, to) = &self.days;
        let balance = |code: &str, held: i64, day: &str| {
            format!(
                "<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{}<Dt><Dt>{day}</Dt></Dt></Bal>",
                self.amount(held)
            )
        };
        let lines: String = self.lines.iter().map(|line| self.entry(line)).collect();
        format!(
            "<Stmt><Id>{}</Id><FrToDt><FrDtTm>{from}T00:00:00Z</FrDtTm><ToDtTm>{to}T23:59:59Z</ToDtTm></FrToDt>\
             <Acct><Id><IBAN>{}</IBAN></Id><Ccy>{}</Ccy></Acct>{}{}{lines}</Stmt>\n",
            self.number,
            self.iban,
            self.currency,
            balance("OPBD", self.opening, from),
            balance("CLBD", self.closing, to),
        )
    }

    fn amount(&self, cents: i64) -> String {
        let (whole, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
        let side = if cents < 0 { "DBIT" } else { "CRDT" };
        format!("<Amt Ccy=\"{}\">{whole}.{rest:02}</Amt><CdtDbtInd>{side}</CdtDbtInd>", self.currency)
    }

    fn entry(&self, line: &str) -> String {
        let mut parts = line.split(" | ");
        let mut head = parts.next().unwrap_or_default().split(' ');
        let mut next = || head.next().unwrap_or_default();
        let (day, amount, reference) = (next(), cents(next()), next());
        let (name, text) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let role = if amount < 0 { "Cdtr" } else { "Dbtr" };
        format!(
            "<Ntry>{}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{day}</Dt></BookgDt><AcctSvcrRef>{reference}</AcctSvcrRef><NtryDtls>\
             <TxDtls><RltdPties><{role}><Nm>{name}</Nm></{role}></RltdPties><RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls>\
             </NtryDtls></Ntry>\n",
            self.amount(amount)
        )
    }
}

pub fn texts(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

/// `-12.50` in minor units.
pub fn cents(amount: &str) -> i64 {
    amount.replace('.', "").parse().unwrap_or_else(|_| panic!("{amount} has no two places"))
}

/// The file with these statements.
pub fn camt(sheets: &[Sheet]) -> String {
    let sheets: String = sheets.iter().map(Sheet::written).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">\
         <BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>\n{sheets}</BkToCstmrStmt></Document>\n"
    )
}

/// Sends a file of any bytes to `/bank-statements?query`.
pub async fn send(
    app: &TestApp,
    who: &Token,
    query: &str,
    headers: &[(&str, &str)],
    file: impl Into<Vec<u8>>,
) -> Answer {
    let mut request = app.client.post(format!("{}{PREFIX}bank-statements?{query}", app.base_url));
    request = request.header("Authorization", format!("jwt {}", who.0));
    if !headers.iter().any(|(name, _)| *name == "Content-Type") {
        request = request.header("Content-Type", "application/octet-stream");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.body(file.into()).send().await.expect("an answer");
    Answer::read(format!("POST bank-statements?{query}"), response).await.expect("a whole answer")
}

/// Sends a file of the cash account as the accountant.
pub async fn import(app: &TestApp, file: impl Into<Vec<u8>>) -> Answer {
    send(app, &accountant(app), &format!("account_id={CASH}"), &[], file).await
}

/// Brings these statements of the cash account in; the id of the first.
pub async fn brought_in(app: &TestApp, sheets: &[Sheet]) -> String {
    let answer = import(app, camt(sheets)).await.expect(200);
    answer["statements"][0]["statement_id"].as_str().expect("an id").to_owned()
}

/// The new and the known lines of an import.
pub fn counted(answer: &Answer) -> (u64, u64) {
    let number = |name: &str| answer[name].as_u64().unwrap_or_else(|| panic!("no {name} in {}", answer.text));
    (number("new_lines"), number("known_lines"))
}

/// The breaks of a statement as it is read, or as it was brought in.
pub fn breaks(statement: &Value) -> Vec<String> {
    let told = |one: &Value| format!("{} {} {}", one["kind"], one["date"], one["difference"]).replace('"', "");
    statement["breaks"].as_array().unwrap_or_else(|| panic!("no breaks in {statement}")).iter().map(told).collect()
}

/// The lines of the cash account that wait, as `2024-01-10 12.50 REF-1`.
pub async fn waiting(app: &TestApp) -> Vec<String> {
    let told =
        |line: &Value| format!("{} {} {}", line["date"], line["amount"], line["bank_reference"]).replace('"', "");
    open_lines(app).await.iter().map(told).collect()
}

/// The lines of the cash account that wait.
pub async fn open_lines(app: &TestApp) -> Vec<Value> {
    let path = format!("accounts/{CASH}/unmatched-lines?limit=200");
    app.get(&path, &accountant(app)).await.expect(200).data().to_vec()
}

/// The id of the waiting line that has the bank's reference.
pub async fn line(app: &TestApp, reference: &str) -> String {
    let lines = open_lines(app).await;
    let found = lines.iter().find(|line| line["bank_reference"] == reference);
    found.and_then(|line| line["line_id"].as_str()).unwrap_or_else(|| panic!("no {reference} in {lines:?}")).to_owned()
}

/// Matches lines of the cash account, by the bank's references, with transactions.
pub async fn match_with(app: &TestApp, references: &[&str], transactions: &[&str], reason: Option<&str>) -> Answer {
    let lines = open_lines(app).await;
    let id = |reference: &&str| {
        let line = lines.iter().find(|line| line["bank_reference"] == *reference);
        line.unwrap_or_else(|| panic!("no {reference} in {lines:?}"))["line_id"].clone()
    };
    let ids: Vec<Value> = references.iter().map(id).collect();
    let mut body = json!({ "line_ids": ids });
    if !transactions.is_empty() {
        body["transaction_ids"] = json!(transactions);
    }
    if let Some(reason) = reason {
        body["reason"] = json!(reason);
    }
    app.post(&format!("accounts/{CASH}/match"), &accountant(app), body).await
}

/// Takes back the match that the line is in.
pub async fn unmatch(app: &TestApp, line_id: &str) -> Answer {
    app.post(&format!("accounts/{CASH}/unmatch"), &accountant(app), json!({ "line_ids": [line_id] })).await
}

/// The matches of the cash account, oldest first, as `[REASON or -] transactions`.
pub async fn matches(app: &TestApp) -> Vec<Value> {
    let list = app.get(&format!("accounts/{CASH}/matches?limit=200"), &accountant(app)).await.expect(200);
    list.data().iter().rev().cloned().collect()
}

/// The id of the first match of an answer.
pub fn match_id(answer: &Answer) -> String {
    answer["matches"][0]["match_id"].as_str().unwrap_or_else(|| panic!("no match in {}", answer.text)).to_owned()
}

/// Everything that the statements and matches of the cash account tell, to compare before and after.
pub async fn told(app: &TestApp) -> Vec<String> {
    let mut all = Vec::new();
    for path in [
        "bank-statements?limit=200&count=true".to_owned(),
        format!("accounts/{CASH}/unmatched-lines?limit=200&count=true"),
        format!("accounts/{CASH}/matches?limit=200&count=true"),
    ] {
        all.push(app.get(&path, &accountant(app)).await.expect(200).text);
    }
    all
}
