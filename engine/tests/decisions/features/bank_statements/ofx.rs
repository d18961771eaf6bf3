use engine::features::bank_statements::formats::{Format, Reason};

use super::support::{cut, events, reason, table};

pub const SGML: &str = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nCHARSET:1252\r\n\r\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS></SONRS></SIGNONMSGSRSV1>\r\n\
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>12 34<ACCTTYPE>CHECKING</BANKACCTFROM>\r\n\
<BANKTRANLIST><DTSTART>20240101<DTEND>20240131\r\n\
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240131120000.000[-5:EST]<TRNAMT>-12.50\r\n<FITID>F1<NAME>Caf\u{e9} &amp; Bar<MEMO>\r\n</STMTTRN>\r\n\
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20240130<TRNAMT>+7,00<FITID>F2</FITID><CHECKNUM>1001<PAYEE><NAME>Payer</PAYEE><MEMO>AT&T bill</STMTTRN>\r\n\
</BANKTRANLIST><LEDGERBAL><BALAMT>94.50<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n";

pub const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>
<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>4111</ACCTID></CCACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20240131</DTPOSTED><TRNAMT>-1</TRNAMT><FITID>F</FITID><NAME>A &#38; B</NAME><MEMO/>
<ORIGCURRENCY><CURRATE>1.1</CURRATE><CURSYM>EUR</CURSYM></ORIGCURRENCY></STMTTRN>
</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"#;

#[test]
fn both_versions_are_read() {
    let sgml = [
        "begins 1234 021000021 USD - - open - close -",
        "2024-01-31 - -1250 USD | Café & Bar | - | F1 | - | DEBIT | -",
        "2024-01-30 - 700 USD | Payer | - | F2 | 1001 | CREDIT | AT&T bill",
        "ends open - close 2024-01-31 9450 not booked 0",
    ];
    let xml = [
        "begins 4111 - USD - - open - close -",
        "2024-01-31 - -100 USD | A & B | - | F | - | DEBIT | -",
        "ends open - close - not booked 0",
    ];
    assert_eq!(table(&events(&Format::Ofx, SGML.as_bytes()).expect("reads")), sgml);
    assert_eq!(table(&events(&Format::Ofx, XML.as_bytes()).expect("reads")), xml);
    let latin: Vec<u8> = SGML.chars().map(|found| u8::try_from(u32::from(found)).expect("Latin-1")).collect();
    assert_eq!(table(&events(&Format::Ofx, &latin).expect("reads")), sgml);
    for sample in [SGML, XML] {
        cut(&Format::Ofx, sample.as_bytes(), |length| length < sample.trim_end().len());
    }
}

#[test]
fn each_refusal_has_its_reason() {
    for (from, to, expected) in [
        ("<SEVERITY>INFO", "<SEVERITY>ERROR", Reason::Value { field: "STATUS/SEVERITY", found: "ERROR".to_owned() }),
        ("<CURDEF>USD", "", Reason::Missing("CURDEF")),
        (
            "<TRNAMT>-12.50",
            "<TRNAMT>-12.505",
            Reason::AmountLimit {
                text: "12.505".to_owned(),
                error: engine::values::money::MoneyError::TooManyDecimals,
            },
        ),
        ("<MEMO>\r\n</STMTTRN>", "", Reason::Syntax("STMTTRN is not closed".to_owned())),
        ("<NAME>Payer", "<CURRENCY><CURSYM>EUR</CURRENCY>", Reason::OtherCurrency { expected: "USD", found: "EUR" }),
        ("<OFX>", "<!DOCTYPE OFX><OFX>", Reason::Doctype),
        ("CHARSET:1252", "CHARSET:1251", Reason::UnknownEncoding("1251".to_owned())),
        ("</OFX>", "", Reason::Truncated("the element OFX")),
        (
            "<FITID>F2",
            "<CORRECTACTION>DELETE<FITID>F2",
            Reason::Value { field: "CORRECTACTION", found: "DELETE".to_owned() },
        ),
    ] {
        assert_eq!(reason(&Format::Ofx, SGML.replacen(from, to, 1).as_bytes()), Some(expected), "{to}");
    }
}

#[test]
fn a_file_that_declares_utf_8_must_be_in_it() {
    let latin = |text: String| -> Vec<u8> {
        text.chars().map(|found| u8::try_from(u32::from(found)).expect("Latin-1")).collect()
    };
    for encoding in ["ENCODING:UTF-8\r\nCHARSET:NONE", "ENCODING:UNICODE\r\nCHARSET:NONE"] {
        let sample = SGML.replacen("CHARSET:1252", encoding, 1);
        assert_eq!(reason(&Format::Ofx, sample.as_bytes()), None);
        let fault = events(&Format::Ofx, &latin(sample)).expect_err("refused");
        assert_eq!((fault.line, fault.reason), (11, Reason::Encoding("UTF-8")));
    }
}
