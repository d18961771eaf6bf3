//! Every way to tamper that we could think of, a thousand times.

use proptest::prelude::*;

use super::*;
use crate::kernel::chain::Row;

const ROWS: usize = 30;
const NOW: i64 = 1_000_000_000_000;

/// The three tables.
#[derive(Clone, Debug)]
struct Tables {
    rows: Vec<Row>,
    seals: Vec<Sealed>,
    head: Option<Head>,
}

/// Rows whose numbers have gaps, sealed in an order that is not quite theirs, the newest not sealed yet.
fn tables() -> Tables {
    let row = |n: i64| Row {
        seq: n * 2 + n / 7,
        at: NOW - 60_000_000 + n,
        performed_by: format!("user-{}", n % 3),
        resource: "bill".into(),
        resource_id: format!("B-{n}"),
        action: "Approve".into(),
        before_status: (n % 4 != 0).then(|| "Draft".into()),
        after_status: Some("Approved".into()),
        details: format!("{{\"n\":{n}}}"),
    };
    let mut rows: Vec<Row> = (1..=i64::try_from(ROWS).unwrap()).map(row).collect();
    rows.swap(3, 5);
    rows.swap(10, 11);
    let mut tables = Tables { rows, seals: Vec::new(), head: None };
    tables.seal_again();
    tables.rows.push(Row { seq: 1_000, at: NOW - 1_000_000, ..row(40) });
    tables
}

impl Tables {
    fn seal_again(&mut self) {
        let mut hash = GENESIS;
        self.seals.clear();
        for (row, position) in self.rows.iter().zip(1..) {
            hash = hash.followed_by(row);
            self.seals.push(Sealed { position, seq: row.seq, hash: hash.to_string(), row: None });
        }
        let seq = self.rows.iter().map(|row| row.seq).max().unwrap_or(0);
        let position = i64::try_from(self.seals.len()).unwrap();
        self.head = Some(Head { position, seq, hash: hash.to_string(), sealed_at: NOW, read_at: NOW });
    }

    /// As the store reads them.
    fn lines(&self) -> Vec<Line> {
        let row = |seq: i64| self.rows.iter().find(|row| row.seq == seq).cloned();
        let mut seals = self.seals.clone();
        seals.sort_by_key(|seal| seal.position);
        let is_sealed = |row: &&Row| seals.iter().any(|seal| seal.seq == row.seq);
        let unsealed = self.rows.iter().filter(|row| !is_sealed(row)).cloned().map(Line::Unsealed).collect::<Vec<_>>();
        let sealed = seals.iter().map(|seal| Line::Sealed(Sealed { row: row(seal.seq), ..seal.clone() }));
        sealed.chain(unsealed).chain(self.head.clone().map(Line::Head)).collect()
    }
}

fn change(row: &mut Row, field: usize) {
    match field {
        0 => row.seq += 500,
        1 => row.at += 1,
        2 => row.performed_by.push('x'),
        3 => row.resource.push('x'),
        4 => row.resource_id.push('x'),
        5 => row.action = "Reject".into(),
        6 => row.before_status = if row.before_status.is_some() { None } else { Some(String::new()) },
        7 => row.after_status = None,
        _ => row.details.push(' '),
    }
}

/// One act of tampering with sealed rows `i` and `j` (different).
fn tamper(tables: &mut Tables, how: u8, i: usize, j: usize, field: usize) {
    match how {
        0 => change(&mut tables.rows[i], field),
        1 => drop(tables.rows.remove(i)),
        2 => {
            tables.rows.remove(i);
            tables.seals.remove(i);
        }
        3 => {
            let last = ROWS - 1;
            tables.rows.remove(last);
            tables.seals.remove(last);
        }
        4 => tables.rows.push(Row { seq: 2_000, ..tables.rows[i].clone() }),
        5 => {
            let (one, other) = (tables.rows[i].clone(), tables.rows[j].clone());
            (tables.rows[i], tables.rows[j]) = (Row { seq: one.seq, ..other.clone() }, Row { seq: other.seq, ..one });
        }
        6 => {
            (tables.rows[i].seq, tables.rows[j].seq) = (tables.rows[j].seq, tables.rows[i].seq);
        }
        7 => tables.seals[i].hash = tables.seals[j].hash.clone(),
        8 => {
            let seq = tables.seals[i].seq;
            tables.seals[i].seq = tables.seals[j].seq;
            tables.seals[j].seq = seq;
        }
        9 => tables.seals[i].position += 100,
        10 => {
            // A row with a seal that follows from the last, and a head left as it was.
            let row = Row { seq: 3_000, ..tables.rows[i].clone() };
            let hash = Hash::parse(&tables.seals[ROWS - 1].hash).unwrap().followed_by(&row).to_string();
            tables.seals.push(Sealed { position: i64::try_from(ROWS).unwrap() + 1, seq: 3_000, hash, row: None });
            tables.rows.push(row);
        }
        11 => tables.head = None,
        12 => tables.head.as_mut().unwrap().hash = tables.seals[i.min(ROWS - 2)].hash.clone(),
        13 => tables.seals[i].hash = tables.seals[i].hash.to_uppercase() + " ",
        _ => {
            // Inserted and left to the sealer, dated back.
            let row = Row { seq: 1, at: tables.rows[i].at - 2 * LATE_MICROS, ..tables.rows[i].clone() };
            tables.rows.insert(ROWS, row);
            tables.rows.truncate(ROWS + 1);
            tables.seal_again();
        }
    }
}

#[test]
fn an_honest_trail_is_clean_and_its_newest_rows_are_counted() {
    let found = verify(&tables().lines(), None).unwrap();
    assert_eq!((found.sealed, found.unsealed), (30, 1));
    let empty = Tables { rows: Vec::new(), ..tables() };
    let mut empty = Tables { seals: Vec::new(), ..empty };
    empty.seal_again();
    assert_eq!(verify(&empty.lines(), None).unwrap().sealed, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_tampering_is_found(how in 0_u8..15, i in 0..ROWS, shift in 1..ROWS, field in 0_usize..9) {
        let honest = tables();
        let mut tampered = honest.clone();
        let j = (i + shift) % ROWS;
        tamper(&mut tampered, how, i, j, field);
        let found = verify(&tampered.lines(), None);
        prop_assert!(found.is_err(), "{how} {i} {j} {field}");
        // A row changed in place is located by its number, resource and id.
        if how == 0 && field != 0 {
            let row = RowName::from(&tampered.rows[i]);
            prop_assert_eq!(found.unwrap_err(), Finding::Changed { position: i64::try_from(i).unwrap() + 1, row });
        }
    }

    #[test]
    fn a_kept_head_finds_a_trail_computed_anew(i in 0..ROWS, shift in 0..ROWS, field in 0_usize..9, remove in any::<bool>()) {
        let honest = tables();
        let kept_at = (i + shift).min(ROWS - 1);
        let kept = KeptHead::parse(&format!("{}:{}", honest.seals[kept_at].position, honest.seals[kept_at].hash));
        prop_assert!(kept.is_some());
        prop_assert!(verify(&honest.lines(), kept).is_ok());
        let mut forged = honest;
        forged.rows.truncate(ROWS);
        if remove { drop(forged.rows.remove(i)) } else { change(&mut forged.rows[i], field) }
        forged.seal_again();
        prop_assert!(verify(&forged.lines(), None).is_ok());
        prop_assert!(verify(&forged.lines(), kept).is_err());
    }

    #[test]
    fn an_export_with_any_line_gone_doubled_or_moved_is_found(i in 0..ROWS + 2, how in 0..3) {
        let text: Vec<String> = tables().lines().iter().map(|line| serde_json::to_string(line).unwrap()).collect();
        let mut lines: Vec<Line> = text.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        // A row of the last moments, before its seal, is out of the chain's reach.
        prop_assume!(i != ROWS);
        match how {
            0 => drop(lines.remove(i)),
            1 => lines.insert(i, lines[i].clone()),
            _ => lines.swap(i, (i + 1) % (ROWS + 2)),
        }
        prop_assume!(!(how == 2 && i + 1 == ROWS));
        prop_assert!(verify(&lines, None).is_err());
    }
}

/// Neither its own date nor that of the reading, which no hash covers, hides a row that nobody sealed.
#[test]
fn a_row_without_a_seal_is_found_whatever_dates_say() {
    const YEARS: i64 = 63_000_000_000_000;
    let found = |at: i64, read_at: i64| {
        let mut tables = tables();
        tables.rows.push(Row { seq: -1, at, ..tables.rows[0].clone() });
        tables.head.as_mut().expect("a head").read_at = read_at;
        verify(&tables.lines(), None)
    };
    for (at, read_at) in [(NOW - 10_000_000, NOW), (NOW - YEARS, NOW - YEARS + 1), (NOW + YEARS, NOW)] {
        assert!(matches!(found(at, read_at), Err(Finding::Unsealed { .. })), "{at} {read_at}");
    }
    assert_eq!(found(NOW - 1, NOW).map(|verified| verified.unsealed), Ok(2));
}
