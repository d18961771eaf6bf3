use super::*;
use crate::features::reports::named::InLine;
use crate::kernel::store::read::balances::Sums;
use crate::values::clock::Timestamp;
use crate::values::dimension::DimensionValue;

/// `id=weight` of each part, `-` for what names none; the columns as `a`, `b+c` for the others, `-`.
#[test]
fn which_parts_have_columns() {
    for (parts, most, columns_wanted) in [
        ("", 12, ""),
        ("-=5", 12, "-"),
        ("b=1 a=2", 12, "a b"),
        ("b=1 a=2 -=1", 12, "a b -"),
        ("a=0 b=1 -=0", 12, "b"),
        ("a=1 b=2 c=3", 3, "a b c"),
        ("a=1 b=2 c=3 -=1", 3, "c a+b -"),
        ("a=3 b=3 c=3 d=3", 2, "a b+c+d"),
        ("a=1 b=9 c=3 d=9", 3, "b d a+c"),
        ("a=1 -=1", 2, "a -"),
        ("a=1 b=1 -=1", 2, "a+b -"),
    ] {
        let part = |part: &str| {
            let (id, weight) = part.split_once('=').expect("a weight");
            ((id != "-").then(|| id.to_owned()), weight.parse::<u128>().expect("a number"))
        };
        let found = columns(&parts.split_whitespace().map(part).collect(), most);
        let spelled = |column: &Column| {
            let ids: Vec<&str> = column.ids.iter().map(|id| id.as_deref().unwrap_or("-")).collect();
            let is_one = column.kind == PartKind::Named || column.kind == PartKind::None;
            assert!(!is_one || ids.len() == 1, "{column:?}");
            ids.join("+")
        };
        assert_eq!(found.iter().map(spelled).collect::<Vec<_>>().join(" "), columns_wanted, "{parts} in {most}");
    }
}

#[test]
fn one_employee_has_one_column_however_spelt() {
    let row = |id: &str| NamedSums {
        account_id: "6000".into(),
        named: InLine::default(),
        party: Some((PartyType::Employee, id.into())),
        sums: Sums::default(),
    };
    let (split, known) = (Split::Party(PartyType::Employee), Dimensions::default());
    assert_eq!(split.part_of(&row("Emil"), &known), split.part_of(&row("EMIL"), &known));
    assert_eq!(Split::Party(PartyType::Customer).part_of(&row("Emil"), &known), None);
}

/// The value whose column has a line, where the columns are the values at the top, and where they are the parts of one.
#[test]
fn whose_column_a_value_is_in() {
    let mut known = Dimensions::default();
    for (id, parent) in [("eu", None), ("de", Some("eu")), ("berlin", Some("de")), ("us", None)] {
        let value = DimensionValue {
            dimension_id: "region".into(),
            value_id: id.into(),
            value_name: id.into(),
            parent_id: parent.map(str::to_owned),
            valid_from: None,
            valid_to: None,
            is_active: true,
            version: 1,
            created_at: Timestamp::from_micros(0),
            created_by: "c".into(),
            updated_at: Timestamp::from_micros(0),
            updated_by: "c".into(),
        };
        known.values.entry("region".into()).or_default().insert(id.into(), value);
    }
    for (value, below, column) in [
        ("berlin", None, "eu"),
        ("us", None, "us"),
        ("unlisted", None, "unlisted"),
        ("berlin", Some("eu"), "de"),
        ("de", Some("eu"), "de"),
        ("eu", Some("eu"), "eu"),
        ("berlin", Some("berlin"), "berlin"),
        ("unlisted", Some("unlisted"), "unlisted"),
    ] {
        assert_eq!(above(&known, "region", value, below), column, "{value} below {below:?}");
    }
}
