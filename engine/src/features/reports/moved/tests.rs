use super::*;
use crate::features::reports::named::InLine;
use crate::features::reports::party::PartyType;
use crate::values::money::Minor;

fn sums(debit: i64, credit: i64) -> Sums {
    Sums { debit: Minor(debit), credit: Minor(credit) }
}

fn row(account: &str, department: Option<&str>, customer: Option<&str>, debit: i64) -> NamedSums {
    NamedSums {
        account_id: account.into(),
        named: InLine { department_id: department.map(str::to_owned), ..InLine::default() },
        party: customer.map(|id| (PartyType::Customer, id.to_owned())),
        sums: sums(debit, 0),
    }
}

fn naming(values: &[&str]) -> Naming {
    Naming { dimension_id: "department".into(), values: values.iter().map(|value| (*value).to_owned()).collect() }
}

/// Debits of account 6000: 100 in all, of which 30 name D-1, 20 name D-2, and the others nothing.
#[test]
fn what_lines_of_some_values_moved() {
    let rows = [row("6000", Some("D-1"), None, 30), row("6000", Some("D-2"), None, 20)];
    let whole = ByAccount::from([("6000".to_owned(), sums(100, 0)), ("1000".to_owned(), sums(0, 100))]);
    for (values, wanted) in [
        (None, "1000 -100, 6000 100"),
        (Some(naming(&["D-1"])), "6000 30"),
        (Some(naming(&["D-1", "D-2"])), "6000 50"),
        (Some(naming(&["D-3"])), ""),
        (Some(naming(&["", "none"])), "1000 -100, 6000 50"),
    ] {
        let lines = Lines { naming: values, split: None };
        let found = lines.parted(whole.clone(), &rows, &Dimensions::default()).expect("sums");
        let spelled = |(id, sums): (&String, &Sums)| format!("{id} {}", sums.balance().expect("a balance").0);
        assert_eq!(found.own.iter().map(spelled).collect::<Vec<_>>().join(", "), wanted, "{lines:?}");
    }
}

/// The columns of an account: by department, by customer, and by customer of one department alone.
#[test]
fn how_they_are_told_apart() {
    let rows = [
        row("4000", Some("D-1"), Some("C-1"), 30),
        row("4000", Some("D-2"), Some("C-1"), 20),
        row("4000", None, Some("C-2"), 10),
    ];
    let whole = ByAccount::from([("4000".to_owned(), sums(100, 0))]);
    let department = || Some(Split::Dimension { id: "department".into(), below: None });
    let customer = || Some(Split::Party(PartyType::Customer));
    for (values, split, wanted) in [
        (None, department(), "- 50, D-1 30, D-2 20"),
        (None, customer(), "- 40, C-1 50, C-2 10"),
        (Some(naming(&["D-1"])), customer(), "- 0, C-1 30"),
        (Some(naming(&["", "none"])), customer(), "- 40, C-2 10"),
        (Some(naming(&["D-2"])), Some(Split::Party(PartyType::Vendor)), "- 20"),
    ] {
        let lines = Lines { naming: values, split };
        let found = lines.parted(whole.clone(), &rows, &Dimensions::default()).expect("sums");
        let sum = |sums: &ByAccount| sums.values().map(|sums| sums.debit.0).sum::<i64>();
        let spelled =
            |(id, sums): (&Option<String>, &ByAccount)| format!("{} {}", id.as_deref().unwrap_or("-"), sum(sums));
        assert_eq!(found.parts.iter().map(spelled).collect::<Vec<_>>().join(", "), wanted, "{lines:?}");
        assert_eq!(found.parts.values().map(sum).sum::<i64>(), sum(&found.own), "{lines:?}");
    }
}
