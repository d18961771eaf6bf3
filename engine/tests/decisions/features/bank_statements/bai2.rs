use engine::features::bank_statements::formats::{Format, Reason};

use super::support::{cut, events, reason, table};

pub const SAMPLE: &str = "01,SENDER,RECEIVER,240131,1200,1,80,,2/\n02,RECEIVER,021000021,1,240131,,USD,2/\n\
03,123456,,010,10000,,,015,8950,,Z/\n88,100,200,1,S,0,200,0/\n\
16,165,200,V,240201,,BREF,CREF,Deposit, of cash\n88,and more\n\
16,475,1250,Z,B2,1007,/\n88,Check paid/\n16,890,,,,,note/\n\
49,20600,8/\n98,20600,1,10/\n99,20600,1,12/\n";

#[test]
fn a_file_is_read_and_its_trailers_fit() {
    let expected = [
        "begins 123456 021000021 USD - - open 2024-01-31 10000 close 2024-01-31 8950",
        "2024-01-31 2024-02-01 200 USD | - | - | BREF | CREF | 165 | Deposit, of cash and more",
        "2024-01-31 - -1250 USD | - | - | B2 | 1007 | 475 | Check paid",
        "ends open 2024-01-31 10000 close 2024-01-31 8950 not booked 1",
    ];
    assert_eq!(table(&events(&Format::Bai2, SAMPLE.as_bytes()).expect("reads")), expected);
    cut(&Format::Bai2, SAMPLE.as_bytes(), |length| length < SAMPLE.len() - 1);
}

#[test]
fn each_refusal_has_its_reason() {
    let trailer = |field, found, expected| Reason::Trailer { field, found, expected };
    for (from, to, expected) in [
        ("49,20600,8/", "49,20601,8/", trailer("the control total", 20601, 20600)),
        ("49,20600,8/", "49,20600,7/", trailer("the number of records", 7, 8)),
        ("98,20600,1,10/", "98,20600,2,10/", trailer("the number of accounts in record 98", 2, 1)),
        ("99,20600,1,12/", "99,20600,1,13/", trailer("the number of records", 13, 12)),
        ("16,475,1250", "16,475,12.50", Reason::Amount("12.50".to_owned())),
        ("16,475,1250", "16,701,1250", Reason::Value { field: "a transaction type", found: "701".to_owned() }),
        ("98,20600,1,10/\n", "", Reason::Syntax("a record 99 is not allowed here".to_owned())),
        ("01,SENDER", "02,SENDER", Reason::WrongFormat("the first record is not 01")),
        ("99,20600,1,12/\n", "", Reason::Truncated("the file: it has no record 99")),
        ("99,20600,1,12/", "99,20600,1,12", Reason::Truncated("a record: it has no slash")),
        (
            "021000021,1,240131",
            "021000021,4,240131",
            Reason::Value { field: "the group status in record 02", found: "4".to_owned() },
        ),
        (
            ",,USD,2/",
            ",,USD,3/",
            Reason::Value { field: "the as-of-date modifier in record 02", found: "3".to_owned() },
        ),
    ] {
        assert_eq!(reason(&Format::Bai2, SAMPLE.replacen(from, to, 1).as_bytes()), Some(expected), "{to}");
    }
}

#[test]
fn a_fault_stands_at_its_record() {
    let sample = SAMPLE.replace("16,475,1250", "16,475,12.50");
    let fault = events(&Format::Bai2, sample.as_bytes()).expect_err("refused");
    assert_eq!((fault.line, fault.byte), (7, sample.find("16,475").expect("the record") as u64), "{fault}");
}
