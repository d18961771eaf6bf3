//! `If-Match` as RFC 9110 has it: which tags match, which do not, and what is no tag.
//! See docs/rules/interface.md#versions.

use reqwest::Method;
use tests::prelude::*;

/// Answers for a header, asked of the second version.
const TAGS: [(&str, u16); 18] = [
    ("\"2\"", 200),
    ("2", 200),
    ("*", 200),
    ("\"1\", \"2\"", 200),
    ("W/\"1\",\"abc\" ,\"2\"", 200),
    ("\"1\"", 412),
    ("\"99999\"", 412),
    ("\"18446744073709551617\"", 412),
    ("\"abc\"", 412),
    ("\"02\"", 412),
    ("\"\"", 412),
    ("W/\"2\"", 412),
    ("\"1\", \"3\"", 412),
    ("abc", 422),
    ("\"2", 422),
    ("\"1\" \"2\"", 422),
    ("*, \"2\"", 422),
    ("-2", 422),
];

tests::on_both! {
    async fn a_change_is_made_when_one_of_the_tags_is_the_present_one(app: TestApp) {
        app.open_books().await;
        for (at, (tag, status)) in TAGS.into_iter().enumerate() {
            let path = app.draft(JOURNAL_ENTRY, entry_named(&format!("JE-{at}"), "1.00")).await;
            app.put(&path, &app.clerk(), entry("2.00")).await.expect(200);
            let headers = [("If-Match", tag)];
            let answer = app.send(Method::PUT, &path, &app.clerk(), &headers, Some(entry("3.00"))).await;
            assert_eq!(answer.status, status, "{tag}: {}", answer.text);
            match status {
                412 => _ = answer.problem("stale_version"),
                422 => _ = answer.problem("invalid").names("If-Match"),
                _ => assert_eq!(answer.header("ETag"), "\"3\""),
            }
        }
    }
}
