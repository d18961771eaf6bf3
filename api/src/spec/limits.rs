//! Limits that the engine sets on fields of a request, whatever their type alone would allow.

use engine::access::{ACTIONS, resources};
use serde_json::{Map, Value, json};

/// The smallest unit of any currency.
const LEAST_AMOUNT: &str = "0.0001";

/// Fields with their least and greatest value.
const RANGES: [(&str, Option<&str>, Option<&str>); 10] = [
    ("line_number", Some("1"), Some("1000000")),
    ("quantity", Some("0.000001"), None),
    ("tax_rate", Some("0"), Some("1")),
    ("exchange_rate", Some("0.0000000001"), None),
    ("payment", Some(LEAST_AMOUNT), None),
    ("payment_amount", Some(LEAST_AMOUNT), None),
    ("debit", Some("0"), None),
    ("credit", Some("0"), None),
    ("min_amount", Some("0"), None),
    ("max_amount", Some("0"), None),
];

/// Sets the limits of the fields of an object that is sent. An `amount` applied to an invoice is one that is paid, the `rate` of a
/// day an exchange rate.
pub fn set(schema: &mut Map<String, Value>) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    let is_rate_of_day = properties.contains_key("rate") && properties.contains_key("source");
    let is_application = properties.contains_key("invoice_id") && !properties.contains_key("lines");
    for (name, field) in properties.iter_mut() {
        let name = match name.as_str() {
            "amount" if is_application => "payment",
            "rate" if is_rate_of_day => "exchange_rate",
            other => other,
        };
        let Some(field) = field.as_object_mut() else { continue };
        if let Some((_, least, most)) = RANGES.iter().find(|(known, ..)| *known == name) {
            for (bound, value) in [("minimum", least), ("maximum", most)] {
                if let Some(value) = value.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
                    field.insert(bound.into(), value);
                }
            }
        }
        if name == "permissions"
            && let Some(item) = field.get_mut("items").and_then(Value::as_object_mut)
        {
            item.insert("pattern".into(), json!(permission()));
        }
    }
}

/// `<resource>.<action>`, `*` for either.
fn permission() -> String {
    let actions: Vec<&str> = ACTIONS.into_iter().filter(|action| *action != "*").collect();
    format!(r"^({}|\*)\.({}|\*)$", resources().collect::<Vec<_>>().join("|"), actions.join("|"))
}
