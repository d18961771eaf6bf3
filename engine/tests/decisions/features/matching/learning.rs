//! What decisions teach, as a table: decisions, and the rules that are offered.

use chrono::NaiveDate;
use engine::features::matching::proposing::learn::{
    Condition, Decision, Direction, Effect, Making, Rule, RuleBook, offers,
};
use engine::features::matching::proposing::{Settings, StatementLine, propose};
use engine::values::money::Minor;

/// `amount | account | text`
fn line(words: &str, number: u32) -> StatementLine {
    let parts: Vec<&str> = words.split('|').map(str::trim).collect();
    let date = NaiveDate::from_ymd_opt(2026, number, 3).expect("a day");
    StatementLine {
        id: format!("L-{number}"),
        date,
        value_date: date,
        amount: Minor(parts[0].parse().expect("an amount")),
        counterparty_name: String::new(),
        counterparty_account: parts[1].to_owned(),
        bank_reference: String::new(),
        end_to_end_id: String::new(),
        text: parts[2].to_owned(),
    }
}

/// `V-1 6300`, or `fee 6300`.
fn effect(words: &str) -> Effect {
    let (head, account) = words.split_once(' ').expect("two words");
    let account_id = Some(account.to_owned());
    match head {
        "fee" => Effect { account_id, makes: Some(Making::Draft), party_id: None },
        party => Effect { party_id: Some(party.to_owned()), account_id, makes: None },
    }
}

fn decisions(words: &[(&str, &str)]) -> Vec<Decision> {
    let numbered = words.iter().zip(1..);
    numbered.map(|((words, then), number)| Decision { line: line(words, number), effect: effect(then) }).collect()
}

#[test]
fn two_like_decisions_make_an_offer_that_somebody_can_read() {
    type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c [&'c str]);
    let cases: &[Case] = &[
        ("one decision is none", &[("-5|DE1|rent", "V-1 6300")], &[]),
        (
            "the same account",
            &[("-5|DE 1|rent", "V-1 6300"), ("-6|de1|garage", "V-1 6300")],
            &["money goes out, counterparty account is DE1 → party V-1, account 6300"],
        ),
        ("contradicted", &[("-5|DE1|rent", "V-1 6300"), ("-6|DE1|rent", "V-1 6300"), ("-6|DE1|rent", "V-2 6300")], &[]),
        (
            "the account, and what the text says",
            &[
                ("-5|DE1|Miete Büro 01/2026", "V-1 6300"),
                ("-5|DE1|Miete Büro 02/2026", "V-1 6300"),
                ("-9|DE1|Strom Abschlag 7", "V-1 6400"),
                ("-9|DE1|Strom Abschlag 8", "V-1 6400"),
            ],
            &[
                "money goes out, counterparty account is DE1, text contains \"MIETE BURO\" → party V-1, account 6300",
                "money goes out, counterparty account is DE1, text contains \"STROM ABSCHLAG\" → party V-1, account 6400",
            ],
        ),
        (
            "numbers and months vary",
            &[("-5||Kontoführungsgebühr Januar 77", "fee 6855"), ("-6||Kontoführungsgebühr Februar 78", "fee 6855")],
            &["money goes out, text contains \"KONTOFUHRUNGSGEBUHR\" → a draft entry against account 6855"],
        ),
        ("words that stand anywhere", &[("-5||SEPA payment 1", "V-1 1"), ("-6||SEPA payment 2", "V-1 1")], &[]),
        ("another direction", &[("-5|DE1|", "V-1 1"), ("5|DE1|", "V-1 1")], &[]),
    ];
    for (name, words, expected) in cases {
        let mut decisions = decisions(words);
        let offered: Vec<String> = offers(&decisions, &[]).into_iter().map(|offer| offer.words).collect();
        assert_eq!(offered, *expected, "{name}");
        decisions.reverse();
        let again: Vec<String> = offers(&decisions, &[]).into_iter().map(|offer| offer.words).collect();
        assert_eq!(again, offered, "{name}, in another order");
    }
}

const fn outgoing() -> Condition {
    Condition::Direction { direction: Direction::Out }
}

#[test]
fn a_rule_that_is_kept_is_not_offered_again_and_knows_the_entry() {
    let decisions = decisions(&[("-5||Kontoführung 1/26", "fee 6855"), ("-6||Kontoführung 2/26", "fee 6855")]);
    let offer = offers(&decisions, &[]).into_iter().next().expect("an offer");
    let mut rule = offer.into_rule("MR-1".to_owned());
    let next = line("-7||KONTOFUEHRUNG 3/26", 5);
    assert_eq!(RuleBook::of(std::slice::from_ref(&rule)).applying(&next), [&rule]);
    let found = propose(std::slice::from_ref(&next), &[], std::slice::from_ref(&rule), &Settings::default());
    let entry = found.entries.first().expect("an entry");
    assert_eq!((entry.rules.as_slice(), &entry.effect), (&["MR-1".to_owned()][..], &rule.effect));
    rule.is_active = false;
    assert!(offers(&decisions, std::slice::from_ref(&rule)).is_empty());
    let text = "konto-führung".to_owned();
    let by_hand = Rule { conditions: vec![Condition::TextContains { text }, outgoing()], ..rule.clone() };
    assert_eq!(offers(&decisions, &[by_hand]).len(), 1, "other words");
    let text = "Kontofuehrung".to_owned();
    let by_hand = Rule { conditions: vec![Condition::TextContains { text }, outgoing()], ..rule.clone() };
    assert!(offers(&decisions, &[by_hand]).is_empty(), "the same in other letters");
    assert!(propose(&[next], &[], &[rule], &Settings::default()).entries.is_empty());
}
