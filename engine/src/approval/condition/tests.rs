//! What conditions hold, as a table; and what an author is told of unsound ones.

use rust_decimal::Decimal;

use super::*;
use crate::approval::field::{Field, Operator};
use crate::approval::given::{Given, check};
use crate::approval::rule::{Mismatch, Rule};
use crate::approval::sample::{departments, role, rule};
use crate::values::error::Faults;
use crate::values::kind::DocumentKind;
use crate::values::money::Currency;

fn text(text: &str) -> Given {
    Given::Text(text.into())
}

fn number(number: i64) -> Given {
    Given::Number(Decimal::from(number))
}

fn made(field: &str, operator: &str, value: &Given) -> Result<Condition, Vec<String>> {
    let mut faults = Faults::default();
    let usd = Currency::parse("USD").expect("a currency");
    let words = (Field::parse(field).expect("a field"), Operator::parse(operator).expect("an operator"), value);
    let made = check("/conditions/0", words, usd, &mut faults);
    let told = faults.0.iter().map(|fault| format!("{} {}", fault.pointer, fault.detail)).collect::<Vec<_>>();
    assert_eq!(made.is_some(), told.is_empty(), "{field} {operator}: {told:?}");
    made.ok_or(told)
}

fn bill<'a>() -> Subject<'a> {
    Subject::of_amount(DocumentKind::JournalEntry, Minor(150_000), None)
        .with(Field::Currency, Some("EUR"))
        .with(Field::VendorId, Some("V-1"))
        .with(Field::CreatedBy, Some("Jürgen"))
        .with_line(LineIds {
            account_id: Some("1500"),
            account_type: Some("asset"),
            account_subtype: Some("bank"),
            ..LineIds::default()
        })
        .with_line(LineIds {
            account_id: Some("6200"),
            account_type: Some("expense"),
            department_id: Some("D-1"),
            ..LineIds::default()
        })
}

#[test]
fn what_holds() {
    let list = |all: &[&str]| Given::List(all.iter().map(|one| text(one)).collect());
    let amounts = |all: &[i64]| Given::List(all.iter().map(|one| number(*one)).collect());
    for (field, operator, value, holds) in [
        ("amount", "=", number(1_500), true),
        ("amount", "!=", number(1_500), false),
        ("amount", "<=", number(1_500), true),
        ("amount", "<=", number(1_499), false),
        ("amount", ">=", number(1_500), true),
        ("amount", ">=", number(1_501), false),
        ("amount", "between", amounts(&[1_500, 1_500]), true),
        ("amount", "between", amounts(&[1_501, 9_999]), false),
        ("amount", "in", amounts(&[7, 1_500]), true),
        ("amount", "not_in", amounts(&[7, 1_500]), false),
        ("currency", "=", text("EUR"), true),
        ("currency", "in", list(&["USD", "GBP"]), false),
        ("vendor_id", "not_in", list(&["V-2"]), true),
        // What is not there equals nothing.
        ("customer_id", "=", text("C-1"), false),
        ("customer_id", "!=", text("C-1"), true),
        // People are the same, however they are spelt.
        ("created_by", "=", text("JÜRGEN"), true),
        ("account_id", "=", text("1500"), true),
        ("account_type", "=", text("income"), false),
        ("account_subtype", "=", text("bank"), true),
        ("account_subtype", "in", list(&["cash", "card"]), false),
        // The second line has none.
        ("account_subtype", "!=", text("bank"), true),
        ("department_id", "=", text("D-1"), true),
        ("department_id", "!=", text("D-1"), true),
    ] {
        let condition = made(field, operator, &value).expect("sound");
        let on = Rule { conditions: vec![condition], ..rule("r", 1, 1, (None, None), role("r")) };
        assert_eq!(on.matches(&bill()).is_ok(), holds, "{field} {operator} {value:?}");
    }
}

/// What a rule asks of lines, its routing included, one line must fulfil alone.
#[test]
fn one_line_fulfils_all_that_is_asked_of_lines() {
    let of = |pairs: &[(&str, &str)], kind: Option<&[&str]>| {
        let conditions = pairs.iter().map(|(field, value)| made(field, "=", &text(value)).expect("sound")).collect();
        let rule = Rule { conditions, ..rule("r", 1, 1, (None, None), role("r")) };
        Rule { kind: kind.map_or(rule.kind.clone(), departments), ..rule }
    };
    for (rule, outcome) in [
        (of(&[("account_type", "expense"), ("department_id", "D-1")], None), Ok(())),
        (of(&[("account_type", "asset"), ("department_id", "D-1")], None), Err(Mismatch::NoLineFits)),
        (of(&[("account_type", "expense")], Some(&["D-1"])), Ok(())),
        (of(&[("account_type", "asset")], Some(&["D-1"])), Err(Mismatch::NoLineFits)),
        (of(&[("vendor_id", "V-2"), ("account_type", "asset")], None), Err(Mismatch::Condition(0))),
    ] {
        assert_eq!(rule.matches(&bill()), outcome, "{:?}", rule.conditions);
    }
    let without_lines = Subject::of_amount(DocumentKind::JournalEntry, Minor(1), None);
    let rule = Rule {
        conditions: vec![made("department_id", "!=", &text("D-1")).expect("sound")],
        ..rule("r", 1, 1, (None, None), role("r"))
    };
    assert_eq!(rule.matches(&without_lines), Err(Mismatch::NoLineFits));
}

/// An amount band by conditions is a band: levels add up by it.
#[test]
fn the_highest_amount_of_a_rule() {
    let between = Given::List(vec![number(1), number(5)]);
    let upto = |amount| made("amount", "<=", &number(amount)).expect("sound");
    for (conditions, band, most) in [
        (vec![], Some(400), Some(400)),
        (vec![upto(3)], None, Some(300)),
        (vec![upto(3)], Some(400), Some(300)),
        (vec![upto(5)], Some(400), Some(400)),
        (vec![made("amount", "between", &between).expect("sound")], None, Some(500)),
        (vec![made("amount", ">=", &number(3)).expect("sound")], None, None),
    ] {
        let rule = Rule { conditions, ..rule("r", 1, 1, (None, band), role("r")) };
        assert_eq!(rule.most(), most.map(Minor), "{:?} {band:?}", rule.conditions);
    }
}

#[test]
fn what_an_author_is_told() {
    let pair = Given::List(vec![number(5), number(1)]);
    for (field, operator, value, told) in [
        ("vendor_id", "<=", text("V"), "/conditions/0/operator <= is for amount only"),
        ("amount", "=", text("5"), "/conditions/0/value must be a number"),
        ("amount", "=", number(-1), "/conditions/0/value must be 0 or more"),
        ("amount", "=", Given::Number(Decimal::new(12_345, 3)), "/conditions/0/value has more decimals"),
        ("amount", "between", number(1), "/conditions/0/value must be a list of two amounts"),
        ("amount", "between", pair, "/conditions/0/value its first amount is more"),
        ("vendor_id", "=", Given::List(vec![]), "/conditions/0/value must be one value"),
        ("vendor_id", "in", text("V"), "/conditions/0/value must be a list of 1 to 500 values"),
        ("vendor_id", "in", Given::List(vec![]), "/conditions/0/value must be a list of 1 to 500 values"),
        ("vendor_id", "in", Given::List(vec![text("V"), number(1)]), "/conditions/0/value/1 must be a text"),
        ("vendor_id", "=", text(" "), "/conditions/0/value must not be blank"),
        ("currency", "=", text("EURO"), "/conditions/0/value \"EURO\" is no currency"),
        ("account_type", "=", text("bank"), "/conditions/0/value must be one of asset,"),
        ("account_subtype", "=", text("asset"), "/conditions/0/value must be one of bank, cash, card, ar, ap,"),
        ("entry_type", "=", text("Odd"), "/conditions/0/value must be one of Standard,"),
        ("created_by", "=", text(" ann"), "/conditions/0/value is blank or has blanks"),
    ] {
        let found = made(field, operator, &value).expect_err(told);
        assert!(found.iter().any(|fault| fault.starts_with(told)), "{field} {operator} {value:?}: {found:?}");
    }
}
