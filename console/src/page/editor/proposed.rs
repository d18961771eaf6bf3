//! The amount that a form proposes for a payment or an application: what is due beyond what is under way already.

use serde_json::Value;

use super::subject::{Subject, other};
use crate::interface::schema::Document;
use crate::json::Members;
use crate::page::document::facts::is_something;
use crate::visit::Visit;

/// What is left of the document, as the interface says it; empty where it is nothing.
pub fn left(document: &Value) -> String {
    let left = document.given(Document::AMOUNT_LEFT).or_else(|| document.given(Document::AMOUNT_DUE));
    left.filter(|amount| is_something(amount)).unwrap_or_default()
}

/// Of a credit that is about a document, no more than is left of that.
pub async fn of_action(visit: &Visit, subject: &Subject) -> String {
    let own = left(&subject.document);
    for kind in subject.kind.settles() {
        let about = subject.document.given(kind.id());
        if let Some(about) = about
            && let Ok(document) = other(visit, *kind, &about).await
            && document.text(Document::CURRENCY) == subject.document.text(Document::CURRENCY)
        {
            let theirs = left(&document);
            return if is_less(&theirs, &own) { theirs } else { own };
        }
    }
    own
}

/// Compares amounts of one currency, whose texts have as many decimals.
fn is_less(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (one, other) = (digits(one), digits(other));
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    (one.len(), one) < (other.len(), other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesser_of_two_amounts() {
        for (one, other, is) in [
            ("5.00", "10.00", true),
            ("10.00", "5.00", false),
            ("5.00", "5.00", false),
            ("", "5.00", true),
            ("0.05", "0.50", true),
            ("1000", "999", false),
        ] {
            assert_eq!(is_less(one, other), is, "{one} {other}");
        }
    }
}
