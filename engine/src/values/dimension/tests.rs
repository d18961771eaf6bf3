use super::*;

fn dimension(id: &str, takes: Takes, is_active: bool) -> Dimension {
    let (at, by) = (Timestamp::from_micros(0), "alma".to_owned());
    Dimension {
        dimension_id: id.into(),
        dimension_name: id.into(),
        takes,
        is_active,
        version: 1,
        created_at: at,
        created_by: by.clone(),
        updated_at: at,
        updated_by: by,
    }
}

fn value(id: &str, parent_id: Option<&str>, days: (Option<&str>, Option<&str>), is_active: bool) -> DimensionValue {
    let (at, by) = (Timestamp::from_micros(0), "alma".to_owned());
    DimensionValue {
        dimension_id: "project".into(),
        value_id: id.into(),
        value_name: id.into(),
        parent_id: parent_id.map(str::to_owned),
        valid_from: days.0.and_then(Date::parse),
        valid_to: days.1.and_then(Date::parse),
        is_active,
        version: 1,
        created_at: at,
        created_by: by.clone(),
        updated_at: at,
        updated_by: by,
    }
}

fn books() -> Dimensions {
    let all = [
        dimension(DEPARTMENT, Takes::Any, true),
        dimension("project", Takes::Listed, true),
        dimension("region", Takes::Any, true),
        dimension("old", Takes::Any, false),
    ];
    let values = [
        value("BUILD", None, (None, None), true),
        value("ROOF", Some("BUILD"), (Some("2026-02-01"), Some("2026-03-31")), true),
        value("TILES", Some("ROOF"), (None, None), true),
        value("GONE", None, (None, None), false),
    ];
    Dimensions {
        all: all.into_iter().map(|one| (one.dimension_id.clone(), one)).collect(),
        values: [("project".to_owned(), values.into_iter().map(|one| (one.value_id.clone(), one)).collect())].into(),
    }
}

#[test]
fn what_a_line_may_name() {
    for (dimension_id, value_id, day, refused) in [
        ("department", "D-1", "2026-01-01", None),
        ("region", "anything", "2026-01-01", None),
        ("project", "BUILD", "2026-01-01", None),
        ("project", "ROOF", "2026-01-31", Some(r#""ROOF" of dimension project is not valid on 2026-01-31"#)),
        ("project", "ROOF", "2026-02-01", None),
        ("project", "ROOF", "2026-03-31", None),
        ("project", "ROOF", "2026-04-01", Some(r#""ROOF" of dimension project is not valid on 2026-04-01"#)),
        ("project", "GONE", "2026-01-01", Some(r#""GONE" of dimension project is inactive"#)),
        ("project", "MOON", "2026-01-01", Some(r#"there is no "MOON" in dimension project"#)),
        ("old", "X", "2026-01-01", Some(r#"there is no active dimension "old""#)),
        ("moon", "X", "2026-01-01", Some(r#"there is no active dimension "moon""#)),
    ] {
        let told = books().refuses(dimension_id, value_id, Date::parse(day));
        assert_eq!(told.as_deref(), refused, "{dimension_id} {value_id} {day}");
    }
}

#[test]
fn parts_count_with_what_they_are_parts_of() {
    let names = |of: Vec<&DimensionValue>| of.iter().map(|value| value.value_id.clone()).collect::<Vec<_>>();
    assert_eq!(names(books().upward("project", "TILES")), ["TILES", "ROOF", "BUILD"]);
    assert_eq!(names(books().upward("project", "MOON")), [""; 0]);
    let parts = |id: &str| books().downward("project", id).into_iter().collect::<Vec<_>>();
    assert_eq!(parts("BUILD"), ["BUILD", "ROOF", "TILES"]);
    assert_eq!(parts("TILES"), ["TILES"]);
    // One that lines name and nobody recorded has no parts.
    assert_eq!(parts("MOON"), ["MOON"]);
    let depth = |id: &str| books().depth("project", id);
    assert_eq!([depth("BUILD"), depth("ROOF"), depth("TILES"), depth("MOON")], [3, 2, 1, 1]);
}

#[test]
fn ids_of_dimensions_are_words() {
    for (text, is_good) in [
        ("project", true),
        ("p2_x", true),
        ("2p", false),
        ("", false),
        ("Project", false),
        ("a:b", false),
        ("a-b", false),
    ] {
        assert_eq!(is_dimension_id(text), is_good, "{text:?}");
    }
    assert_eq!(parts_of(&record_id("project", "A:1")), Some(("project", "A:1")));
}

#[test]
fn what_a_line_names_is_a_text() {
    let named: Named = [("region", "EU"), ("project", "P:1")].map(|(of, value)| (of.into(), value.into())).into();
    assert_eq!(text_of(&named).as_deref(), Some("project=P:1 region=EU"));
    assert_eq!(named_in("project=P:1 region=EU"), Some(named));
    assert_eq!(text_of(&Named::new()), None);
    for wrong in ["", "project", "region=EU project=P:1", "project=A project=B", "project=A  region=B"] {
        assert_eq!(named_in(wrong), None, "{wrong:?}");
    }
}
