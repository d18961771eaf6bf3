//! What a bookkeeper would check of any answer, whatever operation gave it: by the fields that it has.

use std::collections::BTreeMap;
use std::fmt::Debug;

use rust_decimal::Decimal;
use tests::prelude::*;

/// The number exactly as it is written; 0 where there is none.
fn decimal(value: &Value) -> Decimal {
    if value.is_null() {
        return Decimal::ZERO;
    }
    engine::values::money::decimal_from_text(&value.to_string()).unwrap_or_else(|| panic!("{value} is no number"))
}

/// Equal values; numbers by what they are worth.
pub fn same(one: &Value, other: &Value) -> bool {
    if one.is_number() && other.is_number() { decimal(one) == decimal(other) } else { one == other }
}

fn rows<'a>(of: &'a Value, list: &str) -> impl Iterator<Item = &'a Value> {
    of[list].as_array().into_iter().flatten()
}

fn sum(of: &Value, list: &str, field: &str) -> Decimal {
    rows(of, list).map(|row| decimal(&row[field])).sum()
}

/// What was found wrong, and how often each law was asked: one that no example is under proves nothing.
#[derive(Default)]
pub struct Laws {
    wrong: Vec<String>,
    asked: BTreeMap<&'static str, usize>,
}

/// Every law that at least one example must be under.
const ALL: [&str; 19] = [
    "lines and tax sum to the total",
    "due is total less paid",
    "a line is quantity times rate",
    "tax is amount times rate",
    "debits equal credits",
    "an account closes where it opened, plus debits, less credits",
    "a statement closes where it opened, plus its lines",
    "the running balance runs",
    "a section is the sum of its accounts",
    "assets equal liabilities and equity",
    "net income is income less expenses",
    "a variance is the actual less the budget",
    "open amounts sum to their ages",
    "what is open sums to the totals",
    "the worksheet's sums",
    "the difference is adjusted bank less adjusted book",
    "unposted documents are counted",
    "times and dates are in order",
    "the status says what has happened",
];

impl Laws {
    fn ask(&mut self, law: &'static str, at: &str, one: impl Debug, other: impl Debug, holds: bool) {
        *self.asked.entry(law).or_default() += 1;
        if !holds {
            self.wrong.push(format!("{at}: {law}: {one:?} against {other:?}"));
        }
    }

    fn equal(&mut self, law: &'static str, at: &str, one: Decimal, other: Decimal) {
        self.ask(law, at, one, other, one == other);
    }

    /// Asks every law about the value and everything in it.
    pub fn look_at(&mut self, at: &str, value: &Value) {
        match value {
            Value::Object(members) => {
                self.document(at, value);
                self.reports(at, value);
                self.reconciliation(at, value);
                self.order(at, value);
                members.iter().for_each(|(name, member)| self.look_at(&format!("{at}/{name}"), member));
            }
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(n, item)| self.look_at(&format!("{at}/{n}"), item));
            }
            _ => {}
        }
    }

    fn document(&mut self, at: &str, of: &Value) {
        let has = |field: &str| of.get(field).is_some();
        if has("subtotal") {
            let (subtotal, tax, total) = (decimal(&of["subtotal"]), decimal(&of["tax_total"]), decimal(&of["total"]));
            let law = "lines and tax sum to the total";
            self.equal(law, at, sum(of, "lines", "amount"), subtotal);
            self.equal(law, at, sum(of, "lines", "tax_amount"), tax);
            self.equal(law, at, subtotal + tax, total);
            let is_off = of["status"] == "Voided" || of["status"] == "Rejected";
            let due = if is_off { Decimal::ZERO } else { total - decimal(&of["amount_paid"]) };
            self.equal("due is total less paid", at, decimal(&of["amount_due"]), due);
        }
        if has("quantity") && has("amount") {
            let (amount, product) = (decimal(&of["amount"]), decimal(&of["quantity"]) * decimal(&of["rate"]));
            self.equal("a line is quantity times rate", at, amount, product.round_dp(2));
            let tax = (amount * decimal(&of["tax_rate"]))
                .round_dp_with_strategy(2, rust_decimal::RoundingStrategy::MidpointAwayFromZero);
            self.equal("tax is amount times rate", at, decimal(&of["tax_amount"]), tax);
        }
        if has("total_debit") && has("lines") {
            self.equal("debits equal credits", at, sum(of, "lines", "debit"), decimal(&of["total_debit"]));
            self.equal("debits equal credits", at, sum(of, "lines", "credit"), decimal(&of["total_credit"]));
            self.equal("debits equal credits", at, decimal(&of["total_debit"]), decimal(&of["total_credit"]));
        }
        self.status(at, of);
    }

    /// A document that was submitted says by whom, one in the ledger says since when, a voided one why.
    fn status(&mut self, at: &str, of: &Value) {
        let is_document = of.get("current_approval_level").is_some() && of.get("change_request_id").is_none();
        let Some(status) = of["status"].as_str().filter(|_| is_document) else { return };
        let law = "the status says what has happened";
        let has = |field: &str| !of[field].is_null();
        if of.get("created_at").is_some() {
            let is_posted = ["Posted", "Paid", "Deposited", "Cleared"].contains(&status);
            let was_posted = is_posted || (status == "Voided" && has("posted_at"));
            self.ask(law, at, status, "posted_at", has("posted_at") == was_posted);
            self.ask(law, at, status, "void_reason", has("void_reason") == (status == "Voided"));
            let level = decimal(&of["current_approval_level"]);
            let is_signed = level == decimal(&of["required_approval_level"]) && level > Decimal::ZERO;
            self.ask(law, at, status, "current_approval_level", !is_posted || is_signed || !has("submitted_at"));
        }
        if status != "Draft" && status != "Voided" && of.get("customer_payment_id").is_none() {
            self.ask(law, at, status, "submitted_by", has("submitted_by"));
        }
        let edits = rows(of, "allowed_actions").any(|action| action == "edit");
        self.ask(law, at, status, "edit", !edits || status == "Draft");
    }

    fn reports(&mut self, at: &str, of: &Value) {
        let has = |field: &str| of.get(field).is_some();
        let number = |field: &str| decimal(&of[field]);
        if has("total_debit") && has("data") {
            // The totals are of all that there is, whatever page is shown.
            if of["has_more"] != Value::Bool(true) {
                self.equal("debits equal credits", at, sum(of, "data", "debit"), number("total_debit"));
                self.equal("debits equal credits", at, sum(of, "data", "credit"), number("total_credit"));
            }
            for posting in rows(of, "data").filter(|row| row.get("lines").is_some()) {
                self.equal("debits equal credits", at, sum(posting, "lines", "debit"), sum(posting, "lines", "credit"));
            }
            if !has("opening_balance") {
                self.equal("debits equal credits", at, number("total_debit"), number("total_credit"));
            }
        }
        if has("statement_id") && has("closing_balance") {
            let closing = number("opening_balance") + number("total");
            self.equal("a statement closes where it opened, plus its lines", at, number("closing_balance"), closing);
        } else if has("closing_balance") {
            let (debit, credit) = if has("data") { ("total_debit", "total_credit") } else { ("debit", "credit") };
            let closing = number("opening_balance") + number(debit) - number(credit);
            let law = "an account closes where it opened, plus debits, less credits";
            self.equal(law, at, number("closing_balance"), closing);
            let mut balance = number("opening_balance");
            for row in rows(of, "data") {
                balance += decimal(&row["debit"]) - decimal(&row["credit"]);
                self.equal("the running balance runs", at, decimal(&row["balance"]), balance);
            }
        }
        if has("accounts") {
            let sum = sum(of, "accounts", "balance") + number("current_earnings") + number("earlier_earnings");
            self.equal("a section is the sum of its accounts", at, number("total"), sum);
        }
        if has("total_liabilities_and_equity") {
            let (law, total) = ("assets equal liabilities and equity", number("total_liabilities_and_equity"));
            self.equal(law, at, decimal(&of["liabilities"]["total"]) + decimal(&of["equity"]["total"]), total);
            self.equal(law, at, decimal(&of["assets"]["total"]), total);
        }
        // That of a budget has three figures.
        if of["net_income"].is_number() {
            // A section, or its total alone.
            let side = |name: &str| decimal(if of[name].is_number() { &of[name] } else { &of[name]["total"] });
            let net = side("income") - side("expenses");
            self.equal("net income is income less expenses", at, number("net_income"), net);
        }
        if has("variance") {
            let variance = number("actual") - number("budget");
            self.equal("a variance is the actual less the budget", at, number("variance"), variance);
        }
        self.aging(at, of);
        if has("by_document_type") {
            let mut counts = BTreeMap::<&str, usize>::new();
            for (status, list) in
                of["by_document_type"].as_object().into_iter().flatten().filter_map(|(_, by)| by.as_object()).flatten()
            {
                *counts.entry(status).or_default() += list.as_array().map_or(0, Vec::len);
            }
            let law = "unposted documents are counted";
            for (status, count) in &counts {
                self.equal(law, at, decimal(&of["summary"]["by_status"][*status]), Decimal::from(*count));
            }
            self.equal(law, at, number("total_unposted"), Decimal::from(counts.values().sum::<usize>()));
        }
    }

    fn aging(&mut self, at: &str, of: &Value) {
        const AGES: [&str; 5] = ["current", "days_1_30", "days_31_60", "days_61_90", "over_90"];
        if of.get("over_90").is_some() {
            let ages: Decimal = AGES.iter().map(|age| decimal(&of[*age])).sum();
            self.equal("open amounts sum to their ages", at, decimal(&of["total"]), ages);
            if of.get("documents").is_some() {
                let open = sum(of, "documents", "base_open_amount");
                self.equal("open amounts sum to their ages", at, decimal(&of["total"]), open);
            }
        }
        if of.get("totals").is_some() {
            let open = sum(of, "data", "total") + decimal(&of["journal"]);
            self.equal("what is open sums to the totals", at, decimal(&of["totals"]["total"]), open);
        }
    }

    fn reconciliation(&mut self, at: &str, of: &Value) {
        let Some(summary) = of.get("summary").filter(|summary| summary.get("difference").is_some()) else { return };
        let number = |field: &str| decimal(&summary[field]);
        let part = |list: &str, sign: fn(&Decimal) -> bool| -> Decimal {
            rows(of, list).map(|row| decimal(&row["amount"])).filter(sign).sum()
        };
        let (deposits, withdrawals) = (|it: &Decimal| it.is_sign_positive(), |it: &Decimal| it.is_sign_negative());
        let law = "the worksheet's sums";
        for state in ["cleared", "uncleared"] {
            let (list, named) = (format!("{state}_transactions"), |what: &str| number(&format!("{state}_{what}")));
            if of.get(&list).is_some() {
                self.equal(law, at, named("deposits"), part(&list, deposits));
                self.equal(law, at, named("withdrawals"), part(&list, withdrawals));
            }
            self.equal(law, at, named("balance"), named("deposits") + named("withdrawals"));
        }
        self.equal(law, at, number("gl_ending_balance"), number("cleared_balance") + number("uncleared_balance"));
        let bank = number("statement_ending_balance") + number("uncleared_balance") + number("bank_adjustments");
        let book = number("gl_ending_balance") + number("book_adjustments");
        self.equal("the difference is adjusted bank less adjusted book", at, number("difference"), bank - book);
    }

    fn order(&mut self, at: &str, of: &Value) {
        const ORDERS: [&[&str]; 4] = [
            &["created_at", "submitted_at", "posted_at", "voided_at"],
            &["created_at", "started_at", "finished_at"],
            &["tran_date", "due_date"],
            &["start_date", "end_date"],
        ];
        for order in ORDERS {
            let said: Vec<&str> = order.iter().filter_map(|field| of[*field].as_str()).collect();
            if said.len() > 1 {
                self.ask("times and dates are in order", at, &said, order, said.is_sorted());
            }
        }
        let trail: Vec<&str> = rows(of, "audit_trail").filter_map(|row| row["performed_at"].as_str()).collect();
        if trail.len() > 1 {
            self.ask("times and dates are in order", at, &trail, "oldest first", trail.is_sorted());
        }
    }

    /// Fails with everything that was found wrong, and with the laws that were never asked.
    pub fn hold(self) {
        let never: Vec<_> = ALL.iter().filter(|law| !self.asked.contains_key(*law)).collect();
        assert!(self.wrong.is_empty() && never.is_empty(), "never asked: {never:?}\n{}", self.wrong.join("\n"));
    }
}
