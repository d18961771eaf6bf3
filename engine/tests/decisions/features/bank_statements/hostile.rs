//! Files that want memory, time or a panic.

use std::io::{self, BufRead, BufReader, Read};

use engine::features::bank_statements::formats::{CsvMapping, Event, Format, Reason, read};
use proptest::prelude::*;

use super::support::{events, reason};

fn csv() -> Format {
    let mapping = r#"{"date_format": "%Y-%m-%d", "currency": {"fixed": "EUR"}, "date": {"number": 1},
        "amount": {"signed": {"amount": {"number": 2}}}, "text": [{"number": 3}]}"#;
    Format::Csv(Box::new(engine::books::stored::read::<CsvMapping>(mapping).expect("mapping")))
}

fn all() -> [Format; 5] {
    [Format::Camt053, csv(), Format::Mt940, Format::Ofx, Format::Bai2]
}

/// Reads a prefix and then the same piece again and again, up to 70 MB, and counts what was taken.
fn endless(prefix: &str, piece: &str) -> (io::Cursor<Vec<u8>>, io::Take<Repeat>) {
    let repeat = Repeat { piece: piece.repeat(1000).into_bytes(), at: 0 };
    (io::Cursor::new(prefix.as_bytes().to_vec()), repeat.take(70_000_000))
}

struct Repeat {
    piece: Vec<u8>,
    at: usize,
}

impl Read for Repeat {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = (&self.piece[self.at..]).read(out)?;
        self.at = (self.at + count) % self.piece.len();
        Ok(count)
    }
}

fn refused(format: &Format, prefix: &str, piece: &str) -> (Reason, u64) {
    let (start, rest) = endless(prefix, piece);
    let input = BufReader::new(start.chain(rest));
    let fault = read(format, input, &mut |_: Event| Ok(())).expect_err("refused");
    (fault.reason, fault.byte)
}

#[test]
fn a_line_without_end_is_refused_soon() {
    for (format, prefix, piece) in [
        (Format::Camt053, "<Document><BkToCstmrStmt>", "a"),
        (Format::Camt053, "<Document ", "a='1' "),
        (Format::Camt053, "<!-- ", "a"),
        (Format::Camt053, "<Document>", "&"),
        (csv(), "", "a"),
        (csv(), "\"", "a\n"),
        (csv(), "", ","),
        (csv(), "", "a,"),
        (Format::Mt940, "", "a"),
        (Format::Mt940, ":20:X\n:86:", "a\n"),
        (Format::Ofx, "<OFX>", "a"),
        (Format::Ofx, "<OFX><", "a"),
        (Format::Ofx, "<OFX><![CDATA[", "a>"),
        (Format::Ofx, "<?xml version='1.0'?><OFX>", "a"),
        (Format::Bai2, "", "a"),
        (Format::Bai2, "01,", "a"),
        (Format::Bai2, "03,1\n", "88,1,2/\n"),
    ] {
        let (reason, byte) = refused(&format, prefix, piece);
        assert!(byte <= 200_000, "{format:?} {prefix} {piece}: {reason:?} after {byte} bytes");
    }
}

#[test]
fn a_million_tags_and_deep_nesting_are_refused() {
    let open = "<Document><BkToCstmrStmt><Stmt><Ntry>";
    assert_eq!(refused(&Format::Camt053, "<Document><BkToCstmrStmt>", "<a>").0, Reason::TooDeep);
    let many = format!("<Document><BkToCstmrStmt>{}", "<a/>".repeat(1_000_000));
    assert_eq!(reason(&Format::Camt053, many.as_bytes()), Some(Reason::Truncated("this element")));
    let remittance = format!("{open}<NtryDtls><TxDtls><RmtInf>");
    assert_eq!(refused(&Format::Camt053, &remittance, "<Ustrd>text</Ustrd>").0, Reason::FileTooLarge);
    let details = format!("{open}<NtryDtls>");
    assert_eq!(
        refused(&Format::Camt053, &details, "<TxDtls><AddtlTxInf>x</AddtlTxInf></TxDtls>").0,
        Reason::FileTooLarge
    );
    let statement = "<Stmt><Acct><Ccy>EUR</Ccy></Acct></Stmt>";
    assert_eq!(refused(&Format::Camt053, "<Document><BkToCstmrStmt>", statement).0, Reason::TooManyStatements);
    assert_eq!(refused(&Format::Ofx, "<OFX>", "<STMTRS>").0, Reason::Syntax("STMTRS is not closed".to_owned()));
    assert_eq!(refused(&csv(), "", "2024-01-31,1,x\n").0, Reason::TooManyLines);
}

#[test]
#[ignore = "reads 64 MiB without optimisation: just statements"]
fn a_file_that_goes_on_is_refused_at_its_limit() {
    let (reason, byte) = refused(&Format::Mt940, "", &format!("{}\n", "x".repeat(999)));
    assert_eq!(reason, Reason::FileTooLarge);
    assert!((64 * 1024 * 1024 - 70_000..=64 * 1024 * 1024 + 70_000).contains(&byte), "{byte}");
}

#[test]
fn an_entity_bomb_is_refused() {
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE l [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><Document>&b;</Document>";
    for format in [Format::Camt053, Format::Ofx] {
        assert_eq!(reason(&format, bomb.as_bytes()), Some(Reason::Doctype), "{format:?}");
    }
}

#[test]
fn other_encodings_are_refused() {
    let utf16: Vec<u8> =
        "\u{feff}<?xml version=\"1.0\"?><Document/>:20:".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin = b"<Document><BkToCstmrStmt>M\xFCller</BkToCstmrStmt></Document>";
    for format in all() {
        assert!(events(&format, &utf16).is_err(), "{format:?}");
    }
    assert_eq!(reason(&Format::Camt053, latin), Some(Reason::Encoding("UTF-8")));
}

#[test]
fn a_consumer_may_stop() {
    let stopped =
        read(&csv(), &b"2024-01-31,1,x\n"[..], &mut |_| Err(engine::features::bank_statements::formats::Stop));
    assert_eq!(stopped.map_err(|fault| fault.reason), Err(Reason::Stopped));
}

/// Reads at most three bytes at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.0.len().min(3).min(out.len());
        let (now, later) = self.0.split_at(count);
        out[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for format in all() {
            let _ = events(&format, &bytes);
        }
        let _ = Format::sniff(&bytes);
    }

    /// Samples with some bytes changed reach further into the readers. How the input is cut into pieces does not matter.
    #[test]
    fn changed_samples_do_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6)) {
        let samples = [
            (Format::Camt053, super::camt053::SAMPLE),
            (Format::Mt940, super::mt940::SAMPLE),
            (Format::Ofx, super::ofx::SGML),
            (Format::Ofx, super::ofx::XML),
            (Format::Bai2, super::bai2::SAMPLE),
            (csv(), "2024-01-31,\"1\",x\n2024-02-01,-2.5,\"y\n\"\"z\"\n"),
        ];
        for (format, sample) in samples {
            let mut bytes = sample.as_bytes().to_vec();
            for (index, byte) in &changes {
                let at = index.index(bytes.len());
                bytes[at] = *byte;
            }
            let mut slow = Vec::new();
            let result = read(&format, BufReader::with_capacity(5, Slow(&bytes)), &mut |event| {
                slow.push(event);
                Ok(())
            });
            let whole = events(&format, &bytes);
            prop_assert_eq!(whole.is_ok(), result.is_ok());
            if let Ok(whole) = whole {
                prop_assert_eq!(whole, slow);
            }
        }
    }
}

#[test]
fn an_input_error_is_told() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from(io::ErrorKind::ConnectionReset))
        }
    }
    for format in all() {
        let mut input = BufReader::new(Broken);
        assert!(input.fill_buf().is_err());
        let fault = read(&format, input, &mut |_| Ok(())).expect_err("refused");
        assert_eq!(fault.reason, Reason::Io(io::ErrorKind::ConnectionReset), "{format:?}");
    }
}

/// Codes within codes must not be searched again and again.
#[test]
#[ignore = "reads 64 MiB four times without optimisation: just statements"]
fn a_field_full_of_codes_is_read_in_one_pass() {
    for piece in ["/BIC/", "BIC+", "?20", "/"] {
        let field =
            format!(":61:240131C1,NTRFX\n:86:166?20{}\n:86:/EREF/{}\n", piece.repeat(1_500), piece.repeat(1_500));
        let start = std::time::Instant::now();
        assert_eq!(refused(&Format::Mt940, ":20:X\n:60F:C240130EUR1,\n", &field).0, Reason::FileTooLarge);
        assert!(start.elapsed().as_secs() < 60, "{piece}");
    }
}
