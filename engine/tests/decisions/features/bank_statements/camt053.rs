use engine::features::bank_statements::formats::{Format, Reason};
use engine::values::money::MoneyError;

use super::support::{cut, events, reason, table};

pub const SAMPLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><n:BkToCstmrStmt>
<n:GrpHdr><n:MsgId>M1</n:MsgId></n:GrpHdr>
<n:Stmt>
 <n:Id>S-17</n:Id><n:ElctrncSeqNb>17</n:ElctrncSeqNb>
 <n:FrToDt><n:FrDtTm>2024-01-31T00:00:00+01:00</n:FrDtTm><n:ToDtTm>2024-01-31T23:59:59+01:00</n:ToDtTm></n:FrToDt>
 <n:Acct><n:Id><n:IBAN>DE02 1203 0000 0000 2020 51</n:IBAN></n:Id><n:Ccy>EUR</n:Ccy>
  <n:Svcr><n:FinInstnId><n:BICFI>BYLADEM1001</n:BICFI></n:FinInstnId></n:Svcr></n:Acct>
 <n:Bal><n:Tp><n:CdOrPrtry><n:Cd>PRCD</n:Cd></n:CdOrPrtry></n:Tp><n:Amt Ccy="EUR">100.00</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Dt><n:Dt>2024-01-30</n:Dt></n:Dt></n:Bal>
 <n:Bal><n:Tp><n:CdOrPrtry><n:Cd>CLBD</n:Cd></n:CdOrPrtry></n:Tp><n:Amt Ccy="EUR">0.5</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:Dt><n:DtTm>2024-01-31T23:30:00+01:00</n:DtTm></n:Dt></n:Bal>
 <n:Ntry><n:Amt Ccy="EUR">12.50</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Sts><n:Cd>BOOK</n:Cd></n:Sts>
  <n:BookgDt><n:Dt>2024-01-31</n:Dt></n:BookgDt><n:ValDt><n:Dt>2024-02-01</n:Dt></n:ValDt><n:AcctSvcrRef>REF1</n:AcctSvcrRef>
  <n:BkTxCd><n:Domn><n:Cd>PMNT</n:Cd><n:Fmly><n:Cd>RCDT</n:Cd><n:SubFmlyCd>ESCT</n:SubFmlyCd></n:Fmly></n:Domn></n:BkTxCd>
  <n:NtryDtls><n:TxDtls><n:Refs><n:EndToEndId>E2E-1</n:EndToEndId></n:Refs>
   <n:RltdPties><n:Dbtr><n:Pty><n:Nm>M&amp;M &#x47;mbH</n:Nm></n:Pty></n:Dbtr><n:DbtrAcct><n:Id><n:IBAN>NL91ABNA0417164300</n:IBAN></n:Id></n:DbtrAcct>
    <n:Cdtr><n:Pty><n:Nm>We</n:Nm></n:Pty></n:Cdtr></n:RltdPties>
   <n:RmtInf><n:Ustrd>Invoice 7</n:Ustrd><n:Ustrd><![CDATA[<part> 2]]></n:Ustrd><n:Strd><n:CdtrRefInf><n:Ref>RF18</n:Ref></n:CdtrRefInf></n:Strd></n:RmtInf>
  </n:TxDtls></n:NtryDtls><n:AddtlNtryInf>Credit transfer</n:AddtlNtryInf></n:Ntry>
 <n:Ntry><n:Amt Ccy="EUR">113</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:RvslInd>true</n:RvslInd><n:Sts>BOOK</n:Sts>
  <n:BookgDt><n:DtTm>2024-01-31T10:00:00Z</n:DtTm></n:BookgDt>
  <n:NtryDtls><n:TxDtls><n:Refs><n:EndToEndId>NOTPROVIDED</n:EndToEndId></n:Refs>
   <n:RltdPties><n:Dbtr><n:Nm>Debtor</n:Nm></n:Dbtr><n:Cdtr><n:Nm>We</n:Nm></n:Cdtr></n:RltdPties></n:TxDtls></n:NtryDtls></n:Ntry>
 <n:Ntry><n:Amt Ccy="EUR">1</n:Amt><n:CdtDbtInd>DBIT</n:CdtDbtInd><n:Sts>PDNG</n:Sts></n:Ntry>
 <n:Ntry><n:Amt Ccy="EUR">0</n:Amt><n:CdtDbtInd>CRDT</n:CdtDbtInd><n:Sts>BOOK</n:Sts><n:BookgDt><n:Dt>2024-01-31</n:Dt></n:BookgDt>
  <n:NtryDtls><n:TxDtls><n:RmtInf><n:Ustrd>one</n:Ustrd></n:RmtInf></n:TxDtls><n:TxDtls><n:RmtInf><n:Ustrd>two</n:Ustrd></n:RmtInf></n:TxDtls></n:NtryDtls><n:AddtlNtryInf>Batch</n:AddtlNtryInf></n:Ntry>
</n:Stmt></n:BkToCstmrStmt></n:Document>
"#;

#[test]
fn a_statement_is_read() {
    let events = events(&Format::Camt053, SAMPLE.as_bytes()).expect("reads");
    let expected = [
        "begins DE02120300000000202051 BYLADEM1001 EUR S-17 17 open 2024-01-30 10000 close 2024-01-31 -50",
        "2024-01-31 2024-02-01 1250 EUR | M&M GmbH | NL91ABNA0417164300 | REF1 | E2E-1 | PMNT-RCDT-ESCT | Invoice 7 <part> 2 RF18 | Credit transfer",
        "2024-01-31 - -11300 EUR | Debtor | - | - | - | - | - | reversal",
        "2024-01-31 - 0 EUR | - | - | - | - | - | Batch | 2 transactions",
        "ends open 2024-01-30 10000 close 2024-01-31 -50 not booked 1",
    ];
    assert_eq!(table(&events), expected);
}

#[test]
fn a_statement_cut_short_is_refused() {
    cut(&Format::Camt053, SAMPLE.as_bytes(), |length| length < SAMPLE.trim_end().len());
}

fn transaction(size: &str, name: &str, number: u32) -> String {
    format!(
        "<TxDtls><Refs><EndToEndId>E{number}</EndToEndId></Refs><Amt Ccy=\"EUR\">{size}</Amt><CdtDbtInd>DBIT</CdtDbtInd><RltdPties>\
         <Cdtr><Nm>{name}</Nm></Cdtr><CdtrAcct><Id><IBAN>NL{number}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>"
    )
}

#[test]
fn a_batch_stays_one_line_with_its_transactions() {
    let batch = "<NtryDtls><Btch><PmtInfId>RUN-1</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>";
    let three = [transaction("5", "Anna", 1), transaction("5.5", "Bert", 2), transaction("2", "Anna", 3)].concat();
    let many: String = (0..2_000).map(|number| transaction("0.00625", "Anna", number)).collect();
    let cents: String = (0..1_000).map(|number| transaction("0.01", "Anna", number)).collect();
    let line = "2024-01-31 - -1250 EUR |";
    for (details, expected) in [
        (
            format!("{batch}{three}</NtryDtls>"),
            format!(
                "{line} Anna; Bert | - | - | RUN-1 | - | - | 3 transactions [-500 Anna NL1 E1 -] [-550 Bert NL2 E2 -] [-200 Anna NL3 E3 -]"
            ),
        ),
        (format!("{batch}</NtryDtls>"), format!("{line} - | - | - | RUN-1 | - | - | 3 transactions")),
        // These do not add up.
        (
            format!("<NtryDtls>{}</NtryDtls>", three.replace("5.5", "5.4")),
            format!("{line} Anna; Bert | - | - | - | - | - | 3 transactions"),
        ),
        // The transactions of each of two groups are of the same entry.
        (
            format!(
                "<NtryDtls>{}</NtryDtls><NtryDtls>{}</NtryDtls>",
                transaction("10", "Anna", 1),
                transaction("2.5", "Bert", 2)
            ),
            format!(
                "{line} Anna; Bert | - | - | - | - | - | 2 transactions [-1000 Anna NL1 E1 -] [-250 Bert NL2 E2 -]"
            ),
        ),
        (
            format!("<NtryDtls>{}{cents}</NtryDtls>", transaction("2.5", "Bert", 0)),
            format!("{line} - | - | - | - | - | - | 1001 transactions"),
        ),
    ] {
        let sample = entry(&format!("<Amt Ccy=\"EUR\">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>{details}"));
        assert_eq!(table(&events(&Format::Camt053, sample.as_bytes()).expect("reads"))[1], expected);
    }
    let sample = entry(&format!("<Amt Ccy=\"EUR\">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><NtryDtls>{many}</NtryDtls>"));
    let finer = Reason::AmountLimit { text: "0.00625".to_owned(), error: MoneyError::TooManyDecimals };
    assert_eq!(reason(&Format::Camt053, sample.as_bytes()), Some(finer));
}

#[test]
fn control_figures_are_compared() {
    let trailer = |field, found, expected| Some(Reason::Trailer { field, found, expected });
    for (summary, expected) in [
        ("<TtlNtries><NbOfNtries>3</NbOfNtries><Sum>125.50</Sum></TtlNtries>", None),
        // With the one that is not booked.
        ("<TtlNtries><NbOfNtries>4</NbOfNtries><Sum>126.5</Sum></TtlNtries>", None),
        ("<TtlNtries><NbOfNtries>5</NbOfNtries></TtlNtries>", trailer("TtlNtries/NbOfNtries", 5, 3)),
        ("<TtlNtries><Sum>125.51</Sum></TtlNtries>", trailer("TtlNtries/Sum", 12551, 12550)),
        ("<TtlCdtNtries><NbOfNtries>2</NbOfNtries><Sum>12.5</Sum></TtlCdtNtries>", None),
        ("<TtlDbtNtries><NbOfNtries>1</NbOfNtries><Sum>-113</Sum></TtlDbtNtries>", None),
        ("<TtlDbtNtries><Sum>112</Sum></TtlDbtNtries>", trailer("TtlDbtNtries/Sum", 11200, 11300)),
        ("<TtlNtries><TtlNetNtryAmt>100.50</TtlNetNtryAmt><CdtDbtInd>DBIT</CdtDbtInd></TtlNtries>", None),
        (
            "<TtlNtries><TtlNetNtry><Amt>100.50</Amt><CdtDbtInd>CRDT</CdtDbtInd></TtlNetNtry></TtlNtries>",
            trailer("TtlNtries/TtlNetNtry", 10050, -10050),
        ),
    ] {
        let sample = SAMPLE.replacen(" <n:Ntry>", &format!("<TxsSummry>{summary}</TxsSummry><n:Ntry>"), 1);
        assert_eq!(reason(&Format::Camt053, sample.as_bytes()), expected, "{summary}");
    }
}

fn entry(inner: &str) -> String {
    let date = "<BookgDt><Dt>2024-01-31</Dt></BookgDt>";
    format!(
        "<Document><BkToCstmrStmt><Stmt><Ntry><Sts>BOOK</Sts>{date}{inner}</Ntry></Stmt></BkToCstmrStmt></Document>"
    )
}

#[test]
fn each_refusal_has_its_reason() {
    let amount = |text: &str| entry(&format!("<Amt Ccy=\"EUR\">{text}</Amt><CdtDbtInd>CRDT</CdtDbtInd>"));
    let limit = |text: &str, error| Some(Reason::AmountLimit { text: text.to_owned(), error });
    let wrong = |text: &str| Some(Reason::Amount(text.to_owned()));
    for (sample, expected) in [
        (amount("1.00"), None),
        (amount("1.000"), None),
        (amount("1.001"), limit("1.001", MoneyError::TooManyDecimals)),
        (amount("1000000000000000"), limit("1000000000000000", MoneyError::TooLarge)),
        (amount(&"9".repeat(60)), limit(&"9".repeat(40), MoneyError::TooLarge)),
        (amount("-1"), wrong("-1")),
        (amount("1e3"), wrong("1e3")),
        (amount("1,00"), wrong("1,00")),
        (amount(""), wrong("")),
        (amount("."), wrong(".")),
        (amount("1&x;"), Some(Reason::Entity("x".to_owned()))),
        (entry("<Amt>1</Amt>"), Some(Reason::Missing("the attribute Ccy"))),
        (entry("<Amt Ccy=\"EUX\">1</Amt>"), Some(Reason::Currency("EUX".to_owned()))),
        (entry("<CdtDbtInd>X</CdtDbtInd>"), Some(Reason::Value { field: "CdtDbtInd", found: "X".to_owned() })),
        (entry("<ValDt><Dt>2024-02-30</Dt></ValDt>"), Some(Reason::Date("2024-02-30".to_owned()))),
        ("<!DOCTYPE x><Document/>".to_owned(), Some(Reason::Doctype)),
        ("<Document/>".to_owned(), Some(Reason::NoStatement)),
        (String::new(), Some(Reason::NoStatement)),
        (
            entry("<Amt Ccy=\"EUR\">1</Amt><CdtDbtInd>CRDT</CdtDbtInd>").replace("</Document>", ""),
            Some(Reason::Truncated("this element")),
        ),
        (
            "<Document><BkToCstmrAcctRpt/></Document>".to_owned(),
            Some(Reason::WrongFormat("it is a camt.052, which is not a statement of booked entries")),
        ),
        (
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><Document/>".to_owned(),
            Some(Reason::UnknownEncoding("ISO-8859-1".to_owned())),
        ),
        ("<html/>".to_owned(), Some(Reason::WrongFormat("the document is not a BkToCstmrStmt"))),
    ] {
        assert_eq!(reason(&Format::Camt053, sample.as_bytes()), expected, "{sample}");
    }
}

#[test]
fn a_fault_tells_its_place() {
    let sample = SAMPLE.replace("113</n:Amt>", "1x3</n:Amt>");
    let fault = events(&Format::Camt053, sample.as_bytes()).expect_err("refused");
    assert_eq!(fault.line, 19);
    assert!(fault.to_string().ends_with("Document/BkToCstmrStmt/Stmt/Ntry/Amt: '1x3' is not an amount"), "{fault}");
}
