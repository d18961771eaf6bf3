//! The stored shape of a layout's lines (`report_layout.lines`): an array, version 0.

use serde::{Deserialize, Serialize};

use super::model::{LayoutLine, LineOf, Side};
use crate::books::stored::codec::{Stored, Unreadable, only, word, write};
use crate::values::named_accounts::Named;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineV0 {
    line_id: String,
    title: String,
    positive: String,
    of: OfV0,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum OfV0 {
    Accounts(Vec<String>),
    Lines(Vec<String>),
}

impl Stored for Vec<LayoutLine> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: Vec<LineV0> = only(version, text)?;
        let line = |line: LineV0| {
            Ok(LayoutLine {
                line_id: line.line_id,
                title: line.title,
                positive: word("positive", &line.positive, Side::parse)?,
                of: match line.of {
                    OfV0::Accounts(named) => {
                        let read = named.iter().map(|named| word("accounts", named, Named::parse));
                        LineOf::Accounts(read.collect::<Result<_, _>>()?)
                    }
                    OfV0::Lines(ids) => LineOf::Lines(ids),
                },
            })
        };
        read.into_iter().map(line).collect()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let line = |line: &LayoutLine| LineV0 {
            line_id: line.line_id.clone(),
            title: line.title.clone(),
            positive: line.positive.name().into(),
            of: match &line.of {
                LineOf::Accounts(named) => OfV0::Accounts(named.iter().map(ToString::to_string).collect()),
                LineOf::Lines(ids) => OfV0::Lines(ids.clone()),
            },
        };
        write(&self.iter().map(line).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::stored::read;

    /// What this release writes is read and written so by each later one.
    #[test]
    fn lines_of_a_layout() {
        let golden = r#"[{"line_id":"sales","title":"Sales","positive":"credit","of":{"accounts":["4000..4999","4"]}},{"line_id":"net","title":"Net","positive":"debit","of":{"lines":["sales"]}}]"#;
        let lines: Vec<LayoutLine> = read(golden).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(lines.written().expect("a text"), golden);
        for (part, other) in [("credit", "left"), ("4000..4999", "5..4"), ("lines", "rows"), ("title", "name")] {
            assert!(read::<Vec<LayoutLine>>(&golden.replacen(part, other, 1)).is_err(), "{part}");
        }
    }
}
