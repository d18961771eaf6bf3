//! Rows to lines and back: which columns a line of each family has.

use super::*;

/// A change of a line.
type LineChange = fn(&mut document_line::Model);

#[test]
fn lines_are_of_their_family() {
    let line = || document_line::Model {
        kind: "bill".into(),
        document_id: "B-1".into(),
        line_number: 1,
        account_id: "6000".into(),
        amount: Minor(500_000),
        memo: None,
        department_id: None,
        cost_center_id: None,
        quantity: Some("1".into()),
        rate: Some("5000.00".into()),
        tax_rate: Some("0.19".into()),
        tax_amount: Some(1_900),
        tax_account_id: Some("2200".into()),
        dimensions: None,
        settled_kind: None,
        settled_id: None,
        base_settled: None,
        tax_code_id: None,
        not_recoverable_tax: None,
        reverse_charge_tax: None,
        reverse_charge_account_id: None,
    };
    let coded: LineChange = |line| (line.tax_code_id, line.not_recoverable_tax) = (Some("V19".into()), Some(0));
    let reversed: LineChange = |line| {
        (line.reverse_charge_tax, line.reverse_charge_account_id) = (Some(5), Some("1400".into()));
    };
    let plain: LineChange = |line| {
        (line.quantity, line.rate, line.tax_rate) = (None, None, None);
        (line.tax_amount, line.tax_account_id) = (None, None);
    };
    let part: LineChange = |line| {
        (line.settled_kind, line.settled_id) = (Some("bill".into()), Some("B-2".into()));
        (line.account_id, line.base_settled) = ("2000".into(), Some(500_000));
    };
    let none: Change = |_| {};
    let table: [(Change, &[LineChange], Option<&str>); 23] = [
        (none, &[], None),
        (none, &[|line| (line.tax_amount, line.tax_account_id) = (Some(0), None)], None),
        (none, &[|line| line.tax_amount = Some(0)], None),
        (none, &[|line| line.tax_account_id = None], Some("tax_account_id")),
        (none, &[|line| line.quantity = None], Some("quantity")),
        (none, &[|line| line.tax_amount = None], Some("tax_amount")),
        (none, &[coded], None),
        (none, &[coded, reversed], None),
        (none, &[coded, |line| line.not_recoverable_tax = None], Some("not_recoverable_tax")),
        (none, &[coded, |line| line.reverse_charge_tax = Some(5)], Some("reverse_charge_account_id")),
        (none, &[reversed], Some("tax_code_id")),
        (entry, &[plain, coded], Some("tax_code_id")),
        (entry, &[plain], None),
        (entry, &[], Some("quantity")),
        (entry, &[plain, |line| line.tax_account_id = Some("2200".into())], Some("tax_account_id")),
        (payment, &[plain], Some("line_number")),
        (entry, &[plain, |line| line.settled_id = Some("I-1".into())], Some("settled_id")),
        (none, &[|line| line.base_settled = Some(0)], Some("base_settled")),
        (of_several, &[plain, part], None),
        (of_several, &[plain, part, |line| line.settled_kind = Some("invoice".into())], Some("settled_kind")),
        (of_several, &[plain, part, |line| line.settled_id = None], Some("settled_id")),
        (of_several, &[plain, part, |line| line.account_id = "6000".into()], Some("account_id")),
        (of_several, &[plain, part, |line| line.base_settled = None], Some("base_settled")),
    ];
    for (change, changes, column) in table {
        let (row, mut of_row) = (row("Draft", &[change]), line());
        of_row.kind.clone_from(&row.kind);
        for change in changes {
            change(&mut of_row);
        }
        match (read(row, vec![of_row.clone()]), column) {
            (Ok(document), None) => assert_eq!(lines(&document), [of_row]),
            (Err(error), Some(column)) => {
                assert!(error.to_string().contains(&format!("table document_line, column {column},")), "{error}");
            }
            (read, column) => panic!("{column:?}: {read:?}"),
        }
    }
    parts_and_their_discounts(|line| [plain, part].iter().for_each(|change| change(line)), &line());
}

/// A discount is a row after that of its part, without a share of the control account.
fn parts_and_their_discounts(part: impl Fn(&mut document_line::Model), line: &document_line::Model) {
    let rows = |changes: &[LineChange]| {
        let mut rows = vec![line.clone(); 4];
        for (number, row) in (1..).zip(&mut rows) {
            (row.kind, row.line_number) = (row_kind(), number);
            part(row);
        }
        let settled = ["B-2", "B-2", "B-3", "B-4"];
        rows.iter_mut().zip(settled).for_each(|(row, id)| row.settled_id = Some(id.into()));
        (rows[1].account_id, rows[1].amount, rows[1].base_settled) = ("6900".into(), Minor(10_000), None);
        rows.iter_mut().zip(changes).for_each(|(row, change)| change(row));
        rows
    };
    let same: LineChange = |_| {};
    let is_discount: LineChange = |line| line.base_settled = None;
    let read = |rows: Vec<document_line::Model>| read(row("Draft", &[of_several]), rows);
    let whole = rows(&[]);
    let document = read(whole.clone()).expect("a payment of three");
    assert_eq!(lines(&document), whole);
    let parts = &document.pays_several().expect("several").parts;
    assert_eq!(parts.iter().map(|part| part.settled().0).collect::<Vec<_>>(), [510_000, 500_000, 500_000]);
    for (changes, column) in [
        (&[is_discount][..], "base_settled"),
        (&[same, |line| line.settled_id = Some("B-3".into())], "base_settled"),
        (&[same, same, |line| (line.settled_id, line.base_settled) = (Some("B-2".into()), None)], "base_settled"),
        (&[same, |line| line.memo = Some("early".into())], "memo"),
        (&[same, |line| line.settled_kind = Some("expense".into())], "settled_kind"),
    ] {
        let error = read(rows(changes)).expect_err(column).to_string();
        assert!(error.contains(&format!("table document_line, column {column},")), "{error}");
    }
}

fn row_kind() -> String {
    row("Draft", &[of_several]).kind
}
