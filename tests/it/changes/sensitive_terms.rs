//! Of the operations that a rule may guard, those that keep what payments are settled by.

use tests::prelude::*;

use super::sensitive::{Sensitive, sensitive};

pub fn all() -> Vec<Sensitive> {
    let off = || json!({ "is_active": false });
    let total = "/total";
    vec![
        sensitive(
            "payment_terms",
            "create",
            "POST payment-terms",
            payment_terms("NET"),
            "payment-terms?count=true",
            total,
        ),
        sensitive("payment_terms", "change", "PUT payment-terms/NET-0", off(), "payment-terms/NET-0", "/is_active"),
        sensitive(
            "write_off_rules",
            "create",
            "POST write-off-rules",
            write_off_rule("W-1"),
            "write-off-rules?count=true",
            total,
        ),
        sensitive("write_off_rules", "change", "PUT write-off-rules/W-0", off(), "write-off-rules/W-0", "/is_active"),
    ]
}
