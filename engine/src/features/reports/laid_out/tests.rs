//! Statements that are laid out, as tables.

use super::*;
use crate::values::clock::Date;
use crate::values::named_accounts::Named;

fn section(accounts: &[(&str, i64)]) -> Section {
    let balance = |(id, balance): &(&str, i64)| AccountBalance {
        account_id: (*id).into(),
        account_name: (*id).into(),
        balance: Minor(*balance),
    };
    Section {
        accounts: accounts.iter().map(balance).collect(),
        total: Minor(accounts.iter().map(|(_, balance)| balance).sum()),
    }
}

fn statement(income: &[(&str, i64)], expenses: &[(&str, i64)]) -> IncomeStatement {
    let (income, expenses) = (section(income), section(expenses));
    let net_income = Minor(income.total.0 - expenses.total.0);
    IncomeStatement { period_id: None, from: Date::FIRST, to: Date::FIRST, income, expenses, net_income, part: None }
}

/// `sales credit 4000..4999`, `gross credit = sales cost`.
fn line(text: &str) -> LayoutLine {
    let words: Vec<&str> = text.split(' ').collect();
    let texts = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    LayoutLine {
        line_id: words[0].into(),
        title: words[0].into(),
        positive: Side::parse(words[1]).expect("a side"),
        of: match words[2] {
            "=" => LineOf::Lines(texts(&words[3..])),
            _ => LineOf::Accounts(words[2..].iter().map(|word| Named::parse(word).expect("accounts")).collect()),
        },
    }
}

/// `sales 300 100: 4000 300 100`: a line with its totals, and its accounts.
fn told(laid: &[LaidLine]) -> Vec<String> {
    let sums = |balances: &[Minor]| {
        let texts: Vec<String> = balances.iter().map(|balance| format!(" {}", balance.0)).collect();
        texts.concat()
    };
    let account = |account: &LaidAccount| format!(" {}{}", account.account_id, sums(&account.balances));
    let line = |line: &LaidLine| {
        let accounts: Vec<String> = line.accounts.iter().map(account).collect();
        format!("{}{}:{}", line.line_id, sums(&line.totals), accounts.join(","))
    };
    laid.iter().map(line).collect()
}

#[test]
fn an_income_statement() {
    let own = statement(&[("4000", 300), ("4100", 20)], &[("5000", 120), ("6000", 50), ("7000", -5)]);
    let before = statement(&[("4000", 100)], &[("6500", 7)]);
    let lines = [
        line("sales credit 4000..4099"),
        line("cost debit 5000..5999"),
        line("gross credit = sales cost"),
        line("rent credit 6000 6500"),
        line("result credit = gross rent"),
        line("nothing debit 9000"),
    ];
    assert_eq!(
        told(&lay_out(&lines, &[&own, &before]).expect("small sums")),
        [
            "sales 300 100: 4000 300 100",
            "cost 120 0: 5000 120 0",
            "gross 180 100:",
            "rent -50 -7: 6000 -50 0, 6500 0 -7",
            "result 130 93:",
            "nothing 0 0:",
            "other_debit -5 0: 7000 -5 0",
            "other_credit 20 0: 4100 20 0",
        ]
    );
    // Groups and others come to the net income: 300 − 120 − 50 + 5 + 20.
    assert_eq!(own.net_income, Minor(155));
}

#[test]
fn without_a_group_it_is_what_it_was() {
    let own = statement(&[("4000", 300)], &[("5000", 120)]);
    assert_eq!(
        told(&lay_out(&[], &[&own]).expect("small sums")),
        ["other_debit 120: 5000 120", "other_credit 300: 4000 300"]
    );
    assert!(lay_out(&[], &[&statement(&[], &[])]).expect("small sums").is_empty());
}

#[test]
fn a_balance_sheet_has_the_earnings_as_accounts() {
    let sheet = BalanceSheet {
        as_of: Date::FIRST,
        assets: section(&[("1000", 90), ("1100", 30)]),
        liabilities: section(&[("2000", 50)]),
        equity: section(&[("3000", 40)]),
        current_earnings: Minor(30),
        earlier_earnings: Minor::ZERO,
        balancing_item: Minor::ZERO,
        total_equity: Minor(70),
        total_liabilities_and_equity: Minor(120),
        part: None,
    };
    let lines = [line("cash debit 1000..1099"), line("own credit 3 3000..3999 current_earnings")];
    assert_eq!(
        told(&lay_out(&lines, &[&sheet]).expect("small sums")),
        [
            "cash 90: 1000 90",
            "own 70: 3000 40, current_earnings 30",
            "other_debit 30: 1100 30",
            "other_credit 50: 2000 50",
        ]
    );
}

/// What came in is positive on the credit side, and what revaluations did to money counts once.
#[test]
fn a_cash_flow_comes_to_the_net_change() {
    let flow = |net_income: Option<i64>, operating: &[(&str, i64)], exchange_effect: i64| {
        let (operating, investing, financing) =
            (section(operating), section(&[("1500", -70)]), section(&[("3000", 100)]));
        let from_operating = operating.total.0 + net_income.map_or(0, |earned| earned - exchange_effect);
        let net_change = from_operating + investing.total.0 + financing.total.0 + exchange_effect;
        CashFlow {
            period_id: None,
            from: Date::FIRST,
            to: Date::FIRST,
            opening_cash: Minor::ZERO,
            net_income: net_income.map(Minor),
            operating,
            cash_from_operating: Minor(from_operating),
            investing,
            financing,
            exchange_effect: Minor(exchange_effect),
            net_change: Minor(net_change),
            closing_cash: Minor(net_change),
        }
    };
    let indirect = flow(Some(50), &[("1100", -20), ("2000", 5)], 3);
    let lines = [
        line("operating credit net_income exchange_in_income 1100..2999"),
        line("paid debit 1500"),
        line("own credit 3000..3999"),
    ];
    let told_of = |lines: &[LayoutLine], flow: &CashFlow| told(&lay_out(lines, &[flow]).expect("small sums"));
    assert_eq!(
        told_of(&lines, &indirect),
        [
            "operating -38: 1100 -20, 1500 -70, 2000 5, exchange_in_income -3, net_income 50",
            "paid 0:",
            "own 100: 3000 100",
            "other_credit 3: exchange_effect 3",
        ]
    );
    let lines =
        [line("operating credit 1100..1199 6000..6999"), line("paid debit 1500"), line("own credit 3000..3999")];
    assert_eq!(
        told_of(&lines, &flow(None, &[("6000", -12)], 3)),
        ["operating -12: 6000 -12", "paid 70: 1500 70", "own 100: 3000 100", "other_credit 3: exchange_effect 3",]
    );
    assert_eq!(indirect.net_change, Minor(-38 + 100 + 3));
}
