//! Exchange rates: the table, documents held against it, who may pass it and at what price, and the attack that it is there for.

mod held;
mod overrides;
mod refusals;
mod table;

use tests::prelude::*;

/// The body in euros, without a rate.
pub fn euros(body: Value) -> Value {
    with(body, json!({ "currency": "EUR" }))
}

/// The body in euros at this rate.
pub fn at(body: Value, rate: &str) -> Value {
    in_currency(body, "EUR", rate)
}

/// Whoever may write documents and override rates.
pub fn chief(app: &TestApp) -> Token {
    app.token("fiona", &["cfo"], &["*.submit"])
}

/// Something in euros to pay, bill `B-0` and invoice `I-0` of 10000.00, at a rate that the table then has no more: it is 32 days old
/// in March.
pub async fn in_debt(app: &TestApp) {
    app.open_books().await;
    for kind in debt_kinds() {
        app.posted(kind, at(kind.of_amount(&kind.debt(), "10000.00"), "1.10")).await;
    }
}

/// The body on a day in March for which the table has nothing.
pub fn in_march(body: Value) -> Value {
    let body = if body["due_date"].is_string() { due(body, "2024-04-30") } else { body };
    on(body, "2024-03-20")
}
