use engine::features::bank_statements::formats::{Format, Reason};

use super::support::{cut, events, reason, table};

pub const SAMPLE: &str = "{1:F01BANKDEFFXXXX}{2:O940}{4:\r\n:20:STARTUMS\r\n:25:12030000/0020205100\r\n:28C:00017/001\r\n\
:60F:C240130EUR100,00\r\n\
:61:2401310131CR12,50NTRFNONREF//BANKREF1\r\n\
:86:166?00GUTSCHRIFT?20EREF+E2E-1?21SVWZ+Invoice number 7 for t?22he goods?3012030000?31DE0212030000?32Mueller ?33Soehne\r\n\
:61:2401021231RC113,NMSCKREF\r\nmore\r\n\
:86:plain text\r\nin two lines\r\n\
:61:240131D1,NTRFNONREF\r\n\
:86:/EREF/X-1/CNTP/NL91ABNA0417164300/ABNANL2A/J. Jansen///REMI/USTD//Rent January/\r\n\
:62F:D240131EUR1,5\r\n:64:D240131EUR1,5\r\n-}\r\n";

#[test]
fn a_message_is_read() {
    let expected = [
        "begins 0020205100 12030000 EUR STARTUMS 00017/001 open 2024-01-30 10000 close -",
        "2024-01-31 2024-01-31 1250 EUR | MuellerSoehne | DE0212030000 | BANKREF1 | E2E-1 | 166 | Invoice number 7 for the goods",
        "2023-12-31 2024-01-02 -11300 EUR | - | - | - | KREF | NMSC | more plain text in two lines | reversal",
        "2024-01-31 2024-01-31 -100 EUR | J. Jansen | NL91ABNA0417164300 | - | X-1 | NTRF | Rent January",
        "ends open 2024-01-30 10000 close 2024-01-31 -150 not booked 0",
    ];
    assert_eq!(table(&events(&Format::Mt940, SAMPLE.as_bytes()).expect("reads")), expected);
    cut(&Format::Mt940, SAMPLE.as_bytes(), |length| length < SAMPLE.len() - 3);
    // Without an envelope, up to the comma of the closing balance.
    let bare = SAMPLE.split_once("{4:\r\n").expect("an envelope").1.replace("-}", "-");
    let closing = bare.find(":62F:D240131EUR1,").expect("a closing balance") + 17;
    cut(&Format::Mt940, bare.as_bytes(), |length| length < closing);
}

#[test]
fn each_refusal_has_its_reason() {
    let message = |line: &str| format!(":20:X\n:25:1\n:60F:C240130EUR1,\n{line}\n:62F:C240131EUR1,\n");
    let field = |text: &str| Some(Reason::Value { field: "the field :61:", found: text.to_owned() });
    for (line, expected) in [
        (":61:240131C1,NTRFX", None),
        (":61:240131CR1,NTRFX", None),
        (":61:240131X1,NTRFX", field("240131X1,NTRFX")),
        (":61:240131C1,N", field("240131C1,N")),
        (":61:240231C1,NTRFX", Some(Reason::Date("240231".to_owned()))),
        (":61:2401311331C1,NTRFX", Some(Reason::Date("1331".to_owned()))),
        (":61:240131C1NTRFX", Some(Reason::Amount("1".to_owned()))),
        (":61:240131C1,,NTRFX", Some(Reason::Amount("1,,".to_owned()))),
        (":60F:C240130EUR1,", Some(Reason::Contradiction("the field :60F:"))),
        (":62F:C240131USD1,", Some(Reason::OtherCurrency { expected: "EUR", found: "USD" })),
        (":20:Y", Some(Reason::Missing("the field :62F:"))),
    ] {
        assert_eq!(reason(&Format::Mt940, message(line).as_bytes()), expected, "{line}");
    }
}

#[test]
fn a_fault_stands_at_its_field() {
    let sample = SAMPLE.replace("RC113,", "RC113.");
    let fault = events(&Format::Mt940, sample.as_bytes()).expect_err("refused");
    assert_eq!((fault.line, fault.byte), (8, sample.find(":61:2401021231").expect("the field") as u64), "{fault}");
}

#[test]
fn several_messages_stand_in_one_file() {
    let message = |number: u32| format!("{{4:\n:20:X{number}\n:25:1\n:60F:C240130EUR1,\n:62F:C240131EUR1,\n-}}");
    for (file, expected) in [
        (format!("{}{}\n", message(1), message(2)), 4),
        (format!("{}\n{{1:F01}}{}", message(1), message(2)), 4),
        (message(1).replace("{4:", "").replace("-}", "") + &message(2).replace("{4:", "").replace("-}", "-\n"), 4),
        // A file in Windows-1252 with something before the first field.
        ("BANKXX\n940\n".to_owned() + &message(1).replace(":62F", ":86:M\u{fc}ller\n:62F"), 2),
    ] {
        let bytes: Vec<u8> = file.chars().map(|found| u8::try_from(u32::from(found)).expect("Latin-1")).collect();
        assert_eq!(events(&Format::Mt940, &bytes).expect(&file).len(), expected, "{file}");
    }
}
