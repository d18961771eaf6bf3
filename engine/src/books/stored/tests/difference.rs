//! What an edit changed of a document.

use super::*;
use crate::books::document::difference::Difference;

#[test]
fn what_an_edit_changed() {
    let text = |text: &str| Some(text.to_owned());
    golden(
        r#"[{"field":"memo","before":null,"after":"Büro"},{"field":"lines/2","before":"6000 debit 12.50","after":null}]"#,
        &vec![
            Difference { field: "memo".into(), before: None, after: text("Büro") },
            Difference { field: "lines/2".into(), before: text("6000 debit 12.50"), after: None },
        ],
    );
    golden("[]", &Vec::<Difference>::new());
    for broken in [
        "",
        "null",
        "{}",
        "[7]",
        r#"[{"field":"memo","before":null}]"#,
        r#"[{"field":"memo","after":null}]"#,
        r#"[{"before":null,"after":null}]"#,
        r#"[{"field":"memo","before":12.5,"after":null}]"#,
        r#"[{"field":"memo","before":null,"after":null,"invented":1}]"#,
    ] {
        assert_ne!(refused::<Vec<Difference>>(broken), "", "{broken:?}");
    }
    let later = r#"{"v":1,"list":[]}"#;
    assert_eq!(refused::<Vec<Difference>>(later), "it is of version 1, which this program does not know");
}
