//! Two statements of the bank: of the month before the present one, and of this month's first day. Most of their lines are in the books,
//! some under other names; a fee is not.

use std::fmt::Write;
use std::io::{BufRead, Cursor};
use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::command::Wants;
use engine::features::bank_statements::commands::import::ImportStatements;
use engine::features::bank_statements::formats::Format;
use engine::features::bank_statements::model::{FEATURE, WantedStatements};
use engine::features::bank_statements::model::{Rung, StatementFile, StatementState, survey};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults, Refusal};
use engine::values::money::{Currency, Minor};

use super::company::{end_of, months};
use super::people::person;

const ACCOUNT: &str = "1000";

/// Day of the month, cents, counterparty, end-to-end id, text.
type Line = (i64, i64, &'static str, &'static str, &'static str);

/// The first statement of the account closed with the cents before these.
const OPENING: i64 = 20_517_500;

const LAST_MONTH: [Line; 13] = [
    (1, -450_000, "Harbour Estates Ltd", "", "Office rent"),
    (2, -64_000, "City Power & Light", "", "Electricity, customer 4711"),
    (4, 1_425_000, "Globex Corporation", "", "Consulting"),
    (9, -21_800, "Paper & Pencils", "", "Card payment"),
    (11, 397_500, "Card acquirer", "", "Product sales of the week"),
    (20, 256_800, "ACME CORP.", "", "Invoice INV-DEMO-1, thank you"),
    (21, 200_000, "GLOBEX", "", "Part of INV-DEMO-2"),
    (21, 730_000, "Initech", "", "Consulting"),
    (25, -26_750, "Paper & Pencils", "TX-0001", "BILL-DEMO-1"),
    (26, -200_000, "Landlord Properties", "TX-0002", "BILL-DEMO-2 in part"),
    (27, -8_988, "Clara Clerk", "TX-0003", "EXP-DEMO-1 train"),
    (27, -3_120_000, "Payroll run", "", "Salaries"),
    (28, -1_850, "", "", "Account fee"),
];

const THIS_MONTH: [Line; 3] = [
    (1, -450_000, "Harbour Estates Ltd", "", "Office rent"),
    (1, 615_000, "ACME CORP.", "", "Consulting"),
    (1, -12_900, "Paper & Pencils", "", "Card payment"),
];

/// Brings both in, each once.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    let [_, last, this] = months(engine)[..] else { return Ok(()) };
    let closing = OPENING.saturating_add(LAST_MONTH.iter().map(|line| line.1).sum());
    for (id, first, until, opening, lines) in [
        ("BST-DEMO-1", last, end_of(last), OPENING, LAST_MONTH.as_slice()),
        ("BST-DEMO-2", this, this, closing, THIS_MONTH.as_slice()),
    ] {
        if !is_there(engine, id).await? {
            let text = camt(id, (first, until), opening, lines, engine.settings.base_currency);
            engine.perform(person("conny"), import(id, text)?).await?;
        }
    }
    Ok(())
}

async fn is_there(engine: &Arc<Engine>, id: &str) -> Result<bool, Error> {
    let wanted = WantedStatements::Account { account_id: ACCOUNT.into(), days: None };
    let wants = Wants::of_feature(wanted);
    let seen = engine.look(&Actor::system(), &wants).await?;
    let state = seen.of_features.get::<StatementState>(FEATURE);
    Ok(state.is_some_and(|state| state.rungs.iter().any(|rung: &Rung| rung.statement_id == id)))
}

fn import(id: &str, text: String) -> Result<ImportStatements, Error> {
    let file = Text(text);
    let surveyed = survey(&Format::Camt053, Cursor::new(&file.0)).map_err(Refusal::from)?;
    Ok(ImportStatements {
        account_id: ACCOUNT.into(),
        statement_id: id.into(),
        format: Format::Camt053,
        file: Arc::new(file),
        surveyed,
        bank_account: None,
        faults: Faults::default(),
    })
}

/// A file in memory.
#[derive(Debug)]
struct Text(String);

impl StatementFile for Text {
    fn open(&self) -> std::io::Result<Box<dyn BufRead + Send>> {
        Ok(Box::new(Cursor::new(self.0.clone())))
    }
}

/// The statement as a bank sends it.
fn camt(id: &str, (first, until): (Date, Date), opening: i64, lines: &[Line], currency: Currency) -> String {
    let amount = |cents: i64| {
        let direction = if cents < 0 { "DBIT" } else { "CRDT" };
        let size = currency.to_decimal(Minor(cents.saturating_abs()));
        format!("<Amt Ccy=\"{currency}\">{size}</Amt><CdtDbtInd>{direction}</CdtDbtInd>")
    };
    let balance = |code: &str, cents: i64, day: Date| {
        format!("<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{}<Dt><Dt>{day}</Dt></Dt></Bal>", amount(cents))
    };
    let closing = opening.saturating_add(lines.iter().map(|line| line.1).sum());
    let mut text = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><GrpHdr><MsgId>{id}</MsgId>\
         <CreDtTm>{until}T23:59:59</CreDtTm></GrpHdr><Stmt><Id>{id}</Id><FrToDt><FrDtTm>{first}T00:00:00</FrDtTm>\
         <ToDtTm>{until}T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>{}{}",
        balance("OPBD", opening, first),
        balance("CLBD", closing, until),
    );
    for (number, (day, cents, name, end_to_end, words)) in lines.iter().enumerate() {
        let date = first.plus_days(day.saturating_sub(1));
        let party = if *cents < 0 { "Cdtr" } else { "Dbtr" };
        let name = escaped(name);
        let parties = format!("<RltdPties><{party}><Nm>{name}</Nm></{party}></RltdPties>");
        let parties = if name.is_empty() { String::new() } else { parties };
        let refs = format!("<Refs><EndToEndId>{end_to_end}</EndToEndId></Refs>");
        let refs = if end_to_end.is_empty() { String::new() } else { refs };
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "<Ntry>{}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{date}</Dt></BookgDt><ValDt><Dt>{date}</Dt></ValDt>\
             <AcctSvcrRef>{id}/{number}</AcctSvcrRef><NtryDtls><TxDtls>{refs}{parties}<RmtInf><Ustrd>{}</Ustrd></RmtInf>\
             </TxDtls></NtryDtls></Ntry>",
            amount(*cents),
            escaped(words)
        );
    }
    text.push_str("</Stmt></BkToCstmrStmt></Document>");
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
}
