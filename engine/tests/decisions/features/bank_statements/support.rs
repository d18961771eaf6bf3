//! Reading samples and writing events so that a table can hold them.

use engine::features::bank_statements::formats::{Balance, Event, Fault, Format, Reason, StatementLine, read};

pub fn events(format: &Format, input: &[u8]) -> Result<Vec<Event>, Fault> {
    let mut events = Vec::new();
    read(format, input, &mut |event| {
        events.push(event);
        Ok(())
    })?;
    Ok(events)
}

pub fn reason(format: &Format, input: &[u8]) -> Option<Reason> {
    events(format, input).err().map(|fault| fault.reason)
}

fn opt(text: Option<&str>) -> &str {
    text.unwrap_or("-")
}

fn balance(balance: Option<Balance>) -> String {
    balance.map_or("-".to_owned(), |balance| format!("{} {}", balance.date, balance.amount.0))
}

/// One line of text for each event: what is absent is a hyphen.
pub fn table(events: &[Event]) -> Vec<String> {
    events.iter().map(row).collect()
}

fn row(event: &Event) -> String {
    match event {
        Event::Begins(heading) => format!(
            "begins {} {} {} {} {} open {} close {}",
            opt(heading.account.as_deref()),
            opt(heading.bank.as_deref()),
            heading.currency,
            opt(heading.statement_id.as_deref()),
            opt(heading.sequence.as_deref()),
            balance(heading.opening),
            balance(heading.closing),
        ),
        Event::Line(line) => format!(
            "{} {} {} {} | {} | {} | {} | {} | {} | {}{}{}",
            line.date,
            line.value_date.map_or("-".to_owned(), |date| date.to_string()),
            line.amount.0,
            line.currency,
            opt(line.counterparty_name.as_deref()),
            opt(line.counterparty_account.as_deref()),
            opt(line.bank_reference.as_deref()),
            opt(line.end_to_end_id.as_deref()),
            opt(line.code.as_deref()),
            opt(line.text.as_deref()),
            if line.is_reversal { " | reversal" } else { "" },
            batch(line),
        ),
        Event::Ends { opening, closing, not_booked } => {
            format!("ends open {} close {} not booked {not_booked}", balance(*opening), balance(*closing))
        }
    }
}

fn batch(line: &StatementLine) -> String {
    if line.transactions == 1 {
        return String::new();
    }
    let details = line.details.iter().map(|detail| {
        let name = opt(detail.counterparty_name.as_deref());
        let account = opt(detail.counterparty_account.as_deref());
        let (id, text) = (opt(detail.end_to_end_id.as_deref()), opt(detail.text.as_deref()));
        format!(" [{} {name} {account} {id} {text}]", detail.amount.0)
    });
    format!(" | {} transactions{}", line.transactions, details.collect::<String>())
}

/// A file that is cut anywhere is read without a panic; what was given until then is a beginning of what the whole file
/// gives; and what `must_fail` says is refused, at a place within the file.
pub fn cut(format: &Format, input: &[u8], must_fail: impl Fn(usize) -> bool) {
    let whole = events(format, input).expect("the whole file reads");
    for length in 0..input.len() {
        let mut given = Vec::new();
        let result = read(format, &input[..length], &mut |event| {
            given.push(event);
            Ok(())
        });
        match result {
            Ok(()) => assert!(!must_fail(length), "cut after {length} bytes"),
            Err(fault) => {
                assert!(fault.byte <= length as u64, "{fault} in {length} bytes");
                assert!(whole.starts_with(&given), "cut after {length} bytes");
            }
        }
    }
}
