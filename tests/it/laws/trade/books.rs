//! The laws of any history of trade, checked with the API, the trial balance and the ledger's rows.

use std::collections::{BTreeMap, BTreeSet};

use engine::approval::access::Actor;
use engine::books::action::post::{Post, PostOutcome, PostingJob};
use engine::books::request::Asked;
use engine::kernel::entity::posting_line;
use engine::values::kind::{DocumentKey, Side};
use engine::values::money::{Currency, decimal_from_text};
use sea_orm::EntityTrait;
use tests::prelude::*;

use super::{FOREIGN_PAYABLE, FOREIGN_RECEIVABLE};

const IN_LEDGER: [&str; 4] = ["Posted", "Paid", "Deposited", "Cleared"];

/// An amount in minor units.
fn minor(currency: &str, number: &Value) -> i64 {
    let currency = Currency::parse(currency).expect("a currency");
    let decimal = decimal_from_text(&number.to_string()).unwrap_or_else(|| panic!("{number} is no amount"));
    currency.to_minor(decimal).expect("an amount").0
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or_default()
}

fn is_in_ledger(row: &Value) -> bool {
    IN_LEDGER.contains(&text(row, "status"))
}

/// All rows of a list.
async fn all(app: &TestApp, path: &str) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let joint = if path.contains('?') { '&' } else { '?' };
        let page = app.get(&format!("{path}{joint}limit=200{cursor}"), &app.admin()).await.expect(200);
        rows.extend_from_slice(page.data());
        if page["has_more"] == false {
            return rows;
        }
        cursor = format!("&cursor={}", page.string("next_cursor"));
    }
}

/// Debits and credits of a period, account by account.
pub async fn moved_in(app: &TestApp, period: &str) -> String {
    let report = app.get(&format!("reports/trial-balance?period_id={period}"), &app.admin()).await.expect(200);
    assert_eq!(report.number("total_debit"), report.number("total_credit"));
    let moved =
        report.data().iter().filter(|row| ["debit", "credit"].map(|side| row[side].to_string()) != ["0.00", "0.00"]);
    moved.map(|row| format!("{} {} {}\n", text(row, "account_id"), row["debit"], row["credit"])).collect()
}

/// Asserts all laws.
pub async fn hold(app: &TestApp, made: &[(Kind, String)]) {
    for period in ["2024-01", "2024-02", "2024-03"] {
        app.post(&format!("accounting-periods/{period}/reopen"), &app.admin(), json!({ "reason": "the end" })).await;
    }
    for kind in all_kinds() {
        for row in all(app, &format!("{}?status=Approved", kind.path)).await {
            app.eventually(&kind.at(text(&row, kind.id)), &app.admin(), |read| read["status"] == "Posted").await;
        }
    }
    let lines = posting_line::Entity::find().all(&app.engine().store.reader).await.expect("the ledger can be read");
    postings_balance(&lines);
    each_stands_once(app, &lines).await;
    let paid = what_is_paid_was_paid(app).await;
    control_accounts_hold_what_is_open(app, &lines, &paid).await;
    replaying_changes_nothing(app, made).await;
    app.books_agree();
}

/// Every posting balances in its own currency and in base.
fn postings_balance(lines: &[posting_line::Model]) {
    let mut sums: BTreeMap<_, (i64, i64)> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry((&line.source_kind, &line.source_id, &line.kind)).or_default();
        *sum = (sum.0 + line.amount.0, sum.1 + line.base_amount.0);
    }
    for (posting, sum) in sums {
        assert_eq!(sum, (0, 0), "{posting:?} does not balance");
    }
}

/// A document in the ledger was posted once and not voided; a void nets to zero on every account; the ledger contains
/// nothing else.
async fn each_stands_once(app: &TestApp, lines: &[posting_line::Model]) {
    let mut documents = 0;
    for kind in all_kinds() {
        for row in all(app, kind.path).await {
            let id = text(&row, kind.id);
            let own = || lines.iter().filter(|line| line.source_kind == kind.name && line.source_id == id);
            let has = |posting: &str| own().any(|line| line.kind == posting);
            let trail = app.get(&format!("{}/audit-trail", kind.at(id)), &app.admin()).await.expect(200);
            let posted = trail.text.matches(r#""action":"Post to GL""#).count();
            assert_eq!(posted, usize::from(has("document")), "{} {id}", kind.name);
            let status = text(&row, "status");
            let turned = |how: &str| {
                let kinds: BTreeSet<&str> =
                    own().map(|line| line.kind.as_str()).filter(|kind| kind.starts_with(how)).collect();
                kinds.len()
            };
            let stands = has("document") && !has("void") && turned("return") == turned("unreturn");
            assert_eq!(stands, is_in_ledger(&row), "{} {id} is {status}", kind.name);
            assert!(!has("void") || status == "Voided", "{} {id} is {status}", kind.name);
            if status == "Voided" || status == "Returned" {
                let mut net: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
                for line in own() {
                    let sum = net.entry(&line.account_id).or_default();
                    *sum = (sum.0 + line.amount.0, sum.1 + line.base_amount.0);
                }
                assert!(net.values().all(|sum| *sum == (0, 0)), "{} {id}: what took it back leaves {net:?}", kind.name);
            }
            documents += 1;
        }
    }
    assert!(documents > 30, "only {documents} documents");
}

/// The paid amount of each document with items is the sum of its payments and applications, and never more than its
/// total. Returns the number of foreign settlements on each control account.
async fn what_is_paid_was_paid(app: &TestApp) -> BTreeMap<String, i64> {
    let mut settlements: BTreeMap<String, i64> = BTreeMap::new();
    let (mut write_offs, mut discounts) = (0, 0);
    for kind in item_kinds() {
        let (payer, control) = (kind.payer(), kind.control_field());
        for row in all(app, kind.path).await {
            let (id, currency) = (text(&row, kind.id), text(&row, "currency"));
            let mut paid = 0;
            if let Some(payer) = payer {
                for payment in all(app, &format!("{}?pays={id}", payer.path)).await {
                    let part = |part: &&Value| part["document_id"] == *id && part["document_type"] == kind.name;
                    let part = payment["applications"].as_array().and_then(|parts| parts.iter().find(part));
                    let whole = (payment[kind.id] == *id).then_some(&payment["payment"]);
                    let amount = part.map(|part| &part["amount"]).or(whole).filter(|_| is_in_ledger(&payment));
                    if let Some(amount) = amount {
                        write_offs += usize::from(!payment["write_off"].is_null());
                        paid += minor(currency, amount);
                        // The parts of several documents come to both the money and what is written off; each has its discount.
                        let besides = match part {
                            Some(part) => vec![&part["discount"]],
                            None => vec![&payment["discount"], &payment["write_off"]],
                        };
                        discounts += usize::from(part.is_some_and(|part| !part["discount"].is_null()));
                        let besides = besides.into_iter().filter(|besides| !besides.is_null());
                        paid += besides.map(|amount| minor(currency, amount)).sum::<i64>();
                        *settlements.entry(text(&row, control).to_owned()).or_default() += 1;
                    }
                }
            }
            if kind.has_applications() {
                let applied = app.get(&format!("{}/applications", kind.at(id)), &app.admin()).await.expect(200);
                paid += applied.data().iter().map(|one| minor(currency, &one["amount"])).sum::<i64>();
                *settlements.entry(text(&row, control).to_owned()).or_default() +=
                    i64::try_from(applied.data().len()).unwrap_or(0);
            }
            let total = minor(currency, &row["total"]);
            assert_eq!(minor(currency, &row["amount_paid"]), paid, "{} {id}: {row}", kind.name);
            assert!((0..=total).contains(&paid), "{} {id}: {row}", kind.name);
            let gone = matches!(text(&row, "status"), "Voided" | "Rejected");
            assert_eq!(minor(currency, &row["amount_due"]), if gone { 0 } else { total - paid }, "{row}");
            let is_paid = kind.items().is_some_and(|items| items.becomes_paid) && is_in_ledger(&row) && paid == total;
            assert_eq!(text(&row, "status") == "Paid", is_paid, "{row}");
        }
    }
    assert!(write_offs > 0, "no payment wrote a difference off");
    assert!(discounts > 0, "no payment of several took a discount");
    settlements
}

/// In dollars the open documents less unapplied credits, with journal entries, equal the receivables and the payables
/// account. In other currencies the same holds in each currency, and in dollars except for the roundings of shares.
async fn control_accounts_hold_what_is_open(
    app: &TestApp,
    lines: &[posting_line::Model],
    settlements: &BTreeMap<String, i64>,
) {
    let mut open: BTreeMap<(String, String), i64> = BTreeMap::new();
    let mut in_base: BTreeMap<String, i64> = BTreeMap::new();
    let dollar = Currency::parse("USD").expect("a currency");
    for kind in item_kinds() {
        // The control account takes the other side than the items.
        let sign = if kind.items().is_some_and(|items| items.side == Side::Credit) { 1 } else { -1 };
        let control = kind.control_field();
        for row in all(app, kind.path).await.iter().filter(|row| is_in_ledger(row)) {
            let (account, currency) = (text(row, control).to_owned(), text(row, "currency").to_owned());
            let due = sign * minor(&currency, &row["amount_due"]);
            let rate = decimal_from_text(&row["exchange_rate"].to_string()).expect("a rate");
            let own = Currency::parse(&currency).expect("a currency");
            *in_base.entry(account.clone()).or_default() +=
                own.convert(engine::values::money::Minor(due), rate, dollar).expect("in dollars").0;
            *open.entry((account, currency)).or_default() += due;
        }
    }
    for row in all(app, JOURNAL_ENTRY.path).await.iter().filter(|row| is_in_ledger(row)) {
        for line in row["lines"].as_array().into_iter().flatten() {
            let account = text(line, "account_id");
            if account == RECEIVABLE || account == PAYABLE {
                let moved = minor("USD", &line["debit"]) - minor("USD", &line["credit"]);
                *open.entry((account.to_owned(), "USD".to_owned())).or_default() += moved;
                *in_base.entry(account.to_owned()).or_default() += moved;
            }
        }
    }
    let mut stands: BTreeMap<(String, String), i64> = BTreeMap::new();
    for line in lines
        .iter()
        .filter(|line| [RECEIVABLE, PAYABLE, FOREIGN_RECEIVABLE, FOREIGN_PAYABLE].contains(&line.account_id.as_str()))
    {
        *stands.entry((line.account_id.clone(), line.currency.clone())).or_default() += line.amount.0;
    }
    open.retain(|_, amount| *amount != 0);
    stands.retain(|_, amount| *amount != 0);
    assert_eq!(open, stands, "what is open is not what stands in the control accounts");
    for account in [RECEIVABLE, PAYABLE, FOREIGN_RECEIVABLE, FOREIGN_PAYABLE] {
        let balance = minor("USD", &serde_json::from_str(&app.balance(account).await).expect("a number"));
        let off = (balance - in_base.get(account).copied().unwrap_or(0)).abs();
        let is_foreign = [FOREIGN_RECEIVABLE, FOREIGN_PAYABLE].contains(&account);
        let most = if is_foreign { 2 * settlements.get(account).copied().unwrap_or(0) + 5 } else { 0 };
        assert!(off <= most, "{account} stands at {balance}, {off} off what is open, after {most} settlements");
    }
}

/// Posting everything again posts nothing.
async fn replaying_changes_nothing(app: &TestApp, made: &[(Kind, String)]) {
    let before = app.get("reports/trial-balance?as_of=2024-12-31", &app.admin()).await.expect(200);
    let key = |(kind, id): &(Kind, String)| DocumentKey::new(kind.of, id);
    let jobs: Vec<_> = made.iter().map(|one| PostingJob::of(None, key(one))).collect();
    let outcomes = app.engine().perform(Asked::by(Actor::system()), Post { jobs }).await.expect("posted again");
    assert!(outcomes.values().all(|outcome| *outcome == PostOutcome::NothingToDo), "{outcomes:?}");
    let after = app.get("reports/trial-balance?as_of=2024-12-31", &app.admin()).await.expect(200);
    assert_eq!(before.text, after.text);
    assert_ne!(before.number("total_debit"), "0.00");
}
