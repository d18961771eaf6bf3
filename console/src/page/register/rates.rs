//! The rates of a tax code, as a form has them: a line for each, the rate and the day from which it is valid.

use serde_json::{Map, Value};

use crate::interface::schema::TaxCodeRate;
use crate::json::Members;
use crate::reader::Reader;

/// `19% 2007-01-01`, one after the other.
pub fn lines(reader: Reader, rates: &Value) -> Vec<String> {
    let line =
        |one: &Value| format!("{} {}", reader.percent(&one.text(TaxCodeRate::RATE)), one.text(TaxCodeRate::VALID_FROM));
    rates.as_array().into_iter().flatten().map(line).collect()
}

/// Reads what [`lines`] wrote, or a rate in percent: `19%`, also with a blank before the sign. The interface says what a line lacks.
pub fn read(reader: Reader, given: &str) -> Value {
    let line = |line: &str| {
        let line = line.replace(" %", "%");
        let mut parts = line.split_whitespace();
        let mut rate = Map::new();
        if let Some(figure) = parts.next() {
            rate.insert(TaxCodeRate::RATE.into(), reader.fraction(figure));
        }
        let day = parts.collect::<Vec<_>>().join(" ");
        if !day.is_empty() {
            rate.insert(TaxCodeRate::VALID_FROM.into(), day.into());
        }
        Value::Object(rate)
    };
    given.lines().filter(|text| !text.trim().is_empty()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let reader = Reader::default();
        let rates = json!([{ "rate": 0.16, "valid_from": "2020-07-01" }, { "rate": 0.19, "valid_from": "2021-01-01" }]);
        let text = lines(reader, &rates).join("\r\n");
        assert_eq!(text, "16% 2020-07-01\r\n19% 2021-01-01");
        assert_eq!(read(reader, &text).to_string(), rates.to_string());
        assert_eq!(read(reader, " \n0.19\n"), json!([{ "rate": reader.figure("0.19") }]));
        let percent = "19% 2007-01-01\n5.5 %  2026-01-01";
        let read_as =
            json!([{ "rate": 0.19, "valid_from": "2007-01-01" }, { "rate": 0.055, "valid_from": "2026-01-01" }]);
        assert_eq!(read(reader, percent).to_string(), read_as.to_string());
    }
}
