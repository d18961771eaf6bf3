//! Single cases, as a bookkeeper would put them: a line, what the books have, and what the matcher says.

use chrono::NaiveDate;
use engine::features::matching::proposing::{
    BankTransaction, Doubt, Proposals, Settings, StatementLine, TransactionKind, propose,
};
use engine::values::money::Minor;

fn date(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).expect("a day")
}

/// `id day amount name | account | text`
fn line(words: &str) -> StatementLine {
    let mut parts = words.split('|').map(str::trim);
    let head = parts.next().expect("head");
    let mut first = head.splitn(4, ' ');
    let mut next = || first.next().unwrap_or_default().to_owned();
    let (id, day, amount, name) = (next(), next(), next(), next());
    let date = date(day.parse().expect("a day"));
    StatementLine {
        id,
        date,
        value_date: date,
        amount: Minor(amount.parse().expect("an amount")),
        counterparty_name: name,
        counterparty_account: parts.next().unwrap_or_default().to_owned(),
        bank_reference: String::new(),
        end_to_end_id: String::new(),
        text: parts.next().unwrap_or_default().to_owned(),
    }
}

/// `id day amount name | account | documents | description | the line that it was made from`
fn booked(words: &str) -> BankTransaction {
    let mut parts = words.split('|').map(str::trim);
    let line = line(parts.next().expect("head"));
    let accounts = parts.next().unwrap_or_default();
    let documents = parts.next().unwrap_or_default();
    BankTransaction {
        reference: line.id.clone(),
        id: line.id,
        kind: if line.amount.is_positive() { TransactionKind::Receipt } else { TransactionKind::Payment },
        date: line.date,
        amount: line.amount,
        document_ids: documents.split_whitespace().map(str::to_owned).collect(),
        party_id: Some(line.counterparty_name.clone()),
        party_names: vec![line.counterparty_name],
        party_accounts: accounts.split_whitespace().map(str::to_owned).collect(),
        description: parts.next().unwrap_or_default().to_owned(),
        made_from: parts.next().map(str::to_owned),
    }
}

fn matched(lines: &[&str], transactions: &[&str], settings: &Settings) -> Proposals {
    let lines: Vec<_> = lines.iter().map(|words| line(words)).collect();
    let transactions: Vec<_> = transactions.iter().map(|words| booked(words)).collect();
    propose(&lines, &transactions, &[], settings)
}

/// `L-1 = P-1 P-2 sure`, the best of each line.
fn said(found: &Proposals) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut seen: Vec<&String> = Vec::new();
    for proposal in &found.proposals {
        if proposal.lines.iter().any(|line| seen.contains(&line)) {
            continue;
        }
        seen.extend(&proposal.lines);
        let doubt = proposal.doubt.map_or_else(|| "sure".to_owned(), |doubt| format!("{doubt:?}"));
        said.push(format!("{} = {} {doubt}", proposal.lines.join(" "), proposal.transactions.join(" ")));
    }
    said
}

#[test]
fn each_case_is_judged_as_a_bookkeeper_would() {
    type Case<'c> = (&'c str, &'c [&'c str], &'c [&'c str], &'c [&'c str]);
    let cases: &[Case] = &[
        ("the number in the text", &["L1 5 100 x||INV-101"], &["P-1 5 100 Acme||INV-101"], &["L1 = P-1 sure"]),
        (
            "a longer number is another",
            &["L1 5 100 x||INV-1012"],
            &["P-1 5 100 Acme||INV-101"],
            &["L1 = P-1 SpeaksAgainst"],
        ),
        (
            "near numbers",
            &["L1 5 100 Acme||INV-101", "L2 5 100 Acme||INV-1012"],
            &["P-1 5 100 Acme||INV-101", "P-2 5 100 Acme||INV-1012"],
            &["L1 = P-1 sure", "L2 = P-2 sure"],
        ),
        ("only amount and date", &["L1 5 100 Nobody"], &["P-1 5 100 Acme"], &["L1 = P-1 PartyUnknown"]),
        ("a changed name", &["L1 5 100 ACME GMBH"], &["P-1 5 100 Acme Ltd. Berlin"], &["L1 = P-1 sure"]),
        (
            "equal amounts of two customers",
            &["L1 5 100 Beta Foods", "L2 5 100 Acme"],
            &["P-1 5 100 Acme", "P-2 5 100 Beta Foods"],
            &["L1 = P-2 sure", "L2 = P-1 sure"],
        ),
        (
            "equal amounts of one customer",
            &["L1 5 100 Acme"],
            &["P-1 5 100 Acme", "P-2 3 100 Acme"],
            &["L1 = P-1 Rival"],
        ),
        ("an entry made from the line", &["L1 5 -300 Bank"], &["JE-1 5 -300 x||||L1"], &["L1 = JE-1 sure"]),
        (
            "entries made from lines alike",
            &["L1 5 -300 Bank", "L2 5 -300 Bank"],
            &["JE-1 5 -300 x||||L2", "JE-2 5 -300 x||||L1"],
            &["L1 = JE-2 sure", "L2 = JE-1 sure"],
        ),
        (
            "an entry made from another line",
            &["L1 5 -300 Bank"],
            &["JE-1 5 -300 Bank||||L2"],
            &["L1 = JE-1 SpeaksAgainst"],
        ),
        (
            "told apart by the bare number",
            &["L1 5 100 Acme||invoice 4711"],
            &["P-1 5 100 Acme||INV-4710", "P-2 3 100 Acme||INV-4711"],
            &["L1 = P-2 sure"],
        ),
        (
            "one line for three invoices",
            &["L1 5 60000 x||INV-101, 102 and 103"],
            &["P-1 5 10000 Acme||INV-101", "P-2 5 20000 Acme||INV-102", "P-3 4 30000 Acme||INV-103"],
            &["L1 = P-1 P-2 P-3 sure"],
        ),
        (
            "one line for two of a customer, unnamed",
            &["L1 5 71112 Acme|DE1"],
            &["P-1 5 12345 Acme|DE1", "P-2 5 58767 Acme|DE1", "P-3 5 44444 Acme|DE1"],
            &["L1 = P-1 P-2 sure"],
        ),
        (
            "round amounts add up by chance",
            &["L1 5 30000 Acme|DE1"],
            &["P-1 5 10000 Acme|DE1", "P-2 5 20000 Acme|DE1", "P-3 5 50000 Acme|DE1"],
            &["L1 = P-1 P-2 MayBeChance"],
        ),
        (
            "one invoice, or two that add up to it",
            &["L1 5 49900 Acme|DE1"],
            &["P-1 5 49900 Acme|DE1", "P-2 5 40000 Acme|DE1", "P-3 5 9900 Acme|DE1"],
            &["L1 = P-1 Rival"],
        ),
        (
            "two lines for one invoice",
            &["L1 5 100 x||INV-101 part 1", "L2 6 250 y||INV-101 part 2"],
            &["P-1 5 350 Acme||INV-101"],
            &["L1 L2 = P-1 sure"],
        ),
        (
            "a bounce is no payment of another",
            &["L1 5 100 Acme|DE1|INV-101", "L2 8 -100 Acme|DE1|Rückläufer INV-101"],
            &["P-1 5 100 Acme|DE1|INV-101", "P-2 8 -100 Vendor|DE2|R-77"],
            &["L1 = P-1 sure"],
        ),
        (
            "a bounce that is booked",
            &["L1 5 100 Acme|DE1|INV-101", "L2 8 -100 Acme|DE1|Rückläufer INV-101"],
            &["P-1 5 100 Acme|DE1|INV-101", "JE-2 8 -100 Acme|DE1|INV-101|Return of P-1"],
            &["L1 = P-1 sure", "L2 = JE-2 sure"],
        ),
        (
            "an account known of another",
            &["L1 5 100 Acme|DE2|INV-101"],
            &["P-1 5 100 Acme|DE1|INV-101", "P-2 5 999 Beta|DE2"],
            &["L1 = P-1 SpeaksAgainst"],
        ),
        ("out of the window", &["L1 25 100 Acme||INV-101"], &["P-1 5 100 Acme||INV-101"], &[]),
    ];
    for (name, lines, transactions, expected) in cases {
        let found = matched(lines, transactions, &Settings::default());
        assert_eq!(said(&found), *expected, "{name}: {found:#?}");
    }
}

#[test]
fn a_tolerance_is_proposed_and_never_sure() {
    let settings = Settings { tolerance: Minor(5), ..Settings::default() };
    let found = matched(&["L1 5 103 Acme|DE1|INV-101"], &["P-1 5 100 Acme|DE1|INV-101", "P-2 5 97 Acme"], &settings);
    let found: Vec<_> = found.proposals.iter().map(|each| (each.transactions.join(" "), each.doubt)).collect();
    assert_eq!(found, [("P-1".to_owned(), Some(Doubt::AmountsDiffer))]);
}

#[test]
fn a_proposal_explains_itself() {
    let found = matched(
        &["L1 5 100 ACME GMBH|DE1|INV-101"],
        &["P-1 4 100 Acme|DE1|INV-101", "P-2 5 100 Beta Foods|DE2|INV-205"],
        &Settings::default(),
    );
    let best = found.proposals.first().expect("a proposal");
    let reasons: Vec<String> = best.reasons.iter().map(|each| format!("{:+} {}", each.points, each.words)).collect();
    assert_eq!(
        reasons,
        [
            "+40 the amounts are equal",
            "+17 1 day apart",
            "+45 the text names INV-101",
            "+25 the counterparty's account is known of the party",
            "+25 the name ACME GMBH is the party's or much like it",
        ]
    );
    assert_eq!(
        best.next_best_lost.as_deref(),
        Some(
            "receipt P-2 has 182 points less: the text names none of its documents, the account or the name is another \
             party's, the text names another, the account is not known of its party, the name is less alike, a sure \
             proposal takes some of it"
        )
    );
}
