//! A month of a company's bank account: bills and invoices in bulk, paid; the bank writes names and numbers in its own way, splits one
//! payment and joins two, takes a fee, and sends its file twice. What is proposed as sure is right, and nearly all is.

use std::collections::{BTreeMap, BTreeSet};

use tests::prelude::*;

use super::*;
use crate::reconciliation::{begin, complete, withdrawal};

/// As the books know a party, and as its bank writes it.
const CUSTOMERS: [(&str, &str); 6] = [
    ("Northwind Traders Ltd", "NORTHWIND TRADERS"),
    ("Müller Maschinenbau GmbH & Co. KG", "MUELLER MASCHINENBAU GMBH"),
    ("Orion International Freight", "ORION INTERN. FREIGHT"),
    ("Rossi S.p.A.", "Rossi"),
    ("Delta Pharmaceuticals Distribution", "DELTA PHARMACEUTICALS DISTRIBUTI"),
    ("Hanna Lindqvist", "LINDQVIST HANNA"),
];
const VENDORS: [(&str, &str); 4] = [
    ("Stadtwerke Freiburg AG", "STADTWERKE FREIBURG"),
    ("Papeterie Dubois SARL", "PAPETERIE DUBOIS"),
    ("Quartz Cleaning Services", "Quartz Cleaning"),
    ("Tulip Insurance NV", "TULIP INSURANCE"),
];
const INVOICES: usize = 20;
const BILLS: usize = 10;

/// Creates, submits and signs them, each in one call.
async fn posted_in_bulk(app: &TestApp, kind: Kind, bodies: &[Value]) {
    let body = json!({ "items": bodies, "submit": true });
    let made = app.post(&format!("{}/bulk", kind.path), &app.clerk(), body).await.expect(200);
    assert_eq!(made["failed"], 0, "{}", made.text);
    let sign = |body: &Value| json!({ "document_type": kind.name, "id": body[kind.id], "action": "approve" });
    let items: Vec<Value> = bodies.iter().map(sign).collect();
    let signed = app.post("approvals/bulk", &app.manager(), json!({ "items": items })).await.expect(200);
    assert!(signed.data().iter().all(|one| one["status"] == "Posted"), "{}", signed.text);
}

/// Lines in the bank's words by its references, and the transactions that each group of them is.
#[derive(Default)]
struct Month {
    lines: Vec<String>,
    truth: BTreeMap<BTreeSet<String>, BTreeSet<String>>,
    balance: i64,
}

impl Month {
    /// A line of the day with the next reference.
    fn line(&mut self, day: usize, cents: i64, name: &str, text: &str) -> String {
        let reference = format!("X{:03}", self.lines.len());
        let (sign, whole, rest) = (if cents < 0 { "-" } else { "" }, cents.abs() / 100, cents.abs() % 100);
        self.lines.push(format!("2024-01-{day:02} {sign}{whole}.{rest:02} {reference} | {name} | {text}"));
        self.balance += cents;
        reference
    }

    fn means(&mut self, references: &[String], transactions: &[String]) {
        let set = |names: &[String]| names.iter().cloned().collect::<BTreeSet<_>>();
        self.truth.insert(set(references), set(transactions));
    }
}

fn money(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Invoices and their receipts.
async fn sales(app: &TestApp, dice: &mut Dice, month: &mut Month) {
    let (mut invoices, mut receipts) = (Vec::new(), Vec::new());
    for at in 0..INVOICES {
        let amount = 1_000 + i64::try_from(dice.roll(89_000)).expect("cents");
        let (id, receipt, party) = (format!("INV-{}", 1_001 + at), format!("RC-{}", 501 + at), format!("N-{}", at % 6));
        let customer = json!({ "customer_id": party });
        invoices.push(with(on(invoice(&id, &money(amount)), "2024-01-02"), customer.clone()));
        let day = 4 + at;
        let body = on(invoice_payment(&receipt, &id, &money(amount)), &format!("2024-01-{day:02}"));
        receipts.push(with(body, customer));
        let (number, shown) = (1_001 + at, CUSTOMERS[at % 6].1);
        match at {
            // Split by the bank, and joined with the next.
            5 => {
                let one = month.line(day, amount / 3, shown, &format!("{id} part 1"));
                let two = month.line(day + 1, amount - amount / 3, shown, &format!("{id} part 2"));
                month.means(&[one, two], &[receipt]);
            }
            9 => {}
            10 => {
                let before = receipts[9]["payment"].to_string();
                let line = month.line(day, amount + cents(&before), shown, &format!("INV-{} and {number}", number - 1));
                month.means(&[line], &["RC-510".to_owned(), receipt]);
            }
            _ => {
                let text = match at % 4 {
                    0 => format!("Payment {id}, thanks"),
                    1 => format!("Rechnung Inv.0{number}"),
                    2 => "Sammelueberweisung".to_owned(),
                    _ => format!("inv {number} / January"),
                };
                let line = month.line(day + dice.roll(3), amount, shown, &text);
                month.means(&[line], &[receipt]);
            }
        }
    }
    posted_in_bulk(app, INVOICE, &invoices).await;
    posted_in_bulk(app, INVOICE_PAYMENT, &receipts).await;
}

/// Bills and their payments.
async fn purchases(app: &TestApp, dice: &mut Dice, month: &mut Month) {
    let (mut bills, mut payments) = (Vec::new(), Vec::new());
    for at in 0..BILLS {
        let amount = 2_000 + i64::try_from(dice.roll(70_000)).expect("cents");
        let (id, payment, reference) =
            (format!("BILL-{}", 71 + at), format!("PMT-{}", 301 + at), format!("RE-{}", 88_100 + at));
        let vendor = json!({ "vendor_id": format!("S-{}", at % 4) });
        bills.push(with(with(on(bill(&id, &money(amount)), "2024-01-02"), vendor), json!({ "reference": reference })));
        let day = 6 + 2 * at;
        payments.push(on(bill_payment(&payment, &id, &money(amount)), &format!("2024-01-{day:02}")));
        let text = if at % 2 == 0 { format!("Re {}", 88_100 + at) } else { format!("{payment} / {reference}") };
        let line = month.line(day + dice.roll(3), -amount, VENDORS[at % 4].1, &text);
        month.means(&[line], &[payment]);
    }
    posted_in_bulk(app, BILL, &bills).await;
    posted_in_bulk(app, BILL_PAYMENT, &payments).await;
}

/// Everything, and the file of the bank.
async fn january(app: &TestApp) -> (Month, String) {
    app.open_books().await;
    for (at, (name, _)) in CUSTOMERS.iter().enumerate() {
        app.post("customers", &app.admin(), customer(&format!("N-{at}"), name)).await.expect(201);
    }
    for (at, (name, _)) in VENDORS.iter().enumerate() {
        app.post("vendors", &app.admin(), vendor(&format!("S-{at}"), name)).await.expect(201);
    }
    let (mut dice, mut month) = (Dice::new(11), Month::default());
    sales(app, &mut dice, &mut month).await;
    purchases(app, &mut dice, &mut month).await;
    month.line(31, -1_190, "Our Bank", "account fee January");
    let file = camt(&[sheet("1", "2024-01-01 2024-01-31", "0.00", &texts(&month.lines))]);
    (month, file)
}

tests::on_both! {
    async fn what_is_sure_in_a_month_is_right_and_nearly_all_is_sure(app: TestApp) {
        let (month, file) = january(&app).await;
        assert_eq!(counted(&import(&app, file.clone()).await.expect(200)).0, u64::try_from(month.lines.len()).expect("a count"));
        // The same file under another number of the message.
        assert_eq!(counted(&import(&app, file.replace("<MsgId>M1", "<MsgId>M2")).await.expect(200)).0, 0);
        let references: BTreeMap<String, String> =
            open_lines(&app).await.iter().map(|line| (line["line_id"].to_string(), line["bank_reference"].as_str().expect("one").to_owned())).collect();
        let found = app.get(&format!("accounts/{CASH}/proposals"), &accountant(&app)).await.expect(200);
        let (mut sure, mut wrong) = (0, Vec::new());
        for one in found["proposals"].as_array().expect("a list").iter().filter(|one| one["is_sure"] == true) {
            let lines: BTreeSet<String> = one["line_ids"].as_array().into_iter().flatten().map(|id| references[&id.to_string()].clone()).collect();
            let transactions: BTreeSet<String> = one["transaction_ids"].as_array().into_iter().flatten().map(|id| id.as_str().expect("a text").to_owned()).collect();
            if month.truth.get(&lines) == Some(&transactions) { sure += lines.len() } else { wrong.push(format!("{lines:?} = {transactions:?}")) }
        }
        let all: usize = month.truth.keys().map(BTreeSet::len).sum();
        println!("{sure} of {all} lines are sure");
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(sure * 100 >= all * 95, "{sure} of {all}: {}", found.text);
        let accepted = app.post(&format!("accounts/{CASH}/accept-proposals"), &accountant(&app), json!({})).await.expect(200);
        let lines: usize = accepted["matches"].as_array().into_iter().flatten().map(|one| one["line_ids"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!((lines, &accepted["has_more"]), (sure, &json!(false)));
        // What is left is matched by hand, the fee is booked, and January is reconciled.
        let open: BTreeSet<String> = waiting(&app).await.iter().map(|line| line.rsplit(' ').next().expect("a reference").to_owned()).collect();
        for (lines, transactions) in month.truth.iter().filter(|(lines, _)| lines.is_subset(&open)) {
            let (lines, transactions): (Vec<&str>, Vec<&str>) = (lines.iter().map(String::as_str).collect(), transactions.iter().map(String::as_str).collect());
            match_with(&app, &lines, &transactions, None).await.expect(200);
        }
        let balance = if month.balance < 0 { format!("-{}", money(-month.balance)) } else { money(month.balance) };
        begin(&app, "R-1", "2024-01-31", &balance).await;
        complete(&app, "R-1").await.expect(409).problem("statement_lines_open");
        withdrawal(&app, "JE-FEE", "2024-01-31", "11.90").await;
        let fee = waiting(&app).await;
        let reference = fee[0].rsplit(' ').next().expect("a reference");
        match_with(&app, &[reference], &["JE-FEE#2"], None).await.expect(200);
        complete(&app, "R-1").await.expect(200);
    }
}
