//! What a line names in dimensions, as it is typed: `project=P-1 region=EU`.

use serde_json::{Value, json};

use crate::interface::schema::LineDimensionInput;
use crate::json::Members;

/// As the interface takes it. A word without an equals sign names a dimension and no value, which the interface refuses by its place.
pub fn read(typed: &str) -> Value {
    let one = |word: &str| {
        let (dimension, value) = word.split_once('=').unwrap_or((word, ""));
        json!({ LineDimensionInput::DIMENSION_ID.name(): dimension, LineDimensionInput::VALUE_ID.name(): value })
    };
    typed.split_whitespace().map(one).collect()
}

/// Each as it is typed.
pub fn each(named: &[Value]) -> impl Iterator<Item = String> + '_ {
    named.iter().map(|one| {
        let text = |name| one.text(name);
        format!("{}={}", text(LineDimensionInput::DIMENSION_ID), text(LineDimensionInput::VALUE_ID))
    })
}

/// All of it as it is typed.
pub fn text(named: &[Value]) -> String {
    each(named).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_what_is_shown() {
        let read_back = |typed: &str| read(typed).as_array().map(|named| text(named)).unwrap_or_default();
        assert_eq!(read_back(" project=P-1   region=EU "), "project=P-1 region=EU");
        assert_eq!(read_back(""), "");
        assert_eq!(read("project").to_string(), r#"[{"dimension_id":"project","value_id":""}]"#);
    }
}
