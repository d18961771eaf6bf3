//! A row as PostgreSQL writes it in one text: `(JE-1,"Office chairs",,12550)`. To make JSON of a row of fifty columns takes the database
//! four times as long, and to take it value by value takes this process longer.

use std::borrow::Cow;

use serde::de::value::{Error, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Reads the row as one that has these columns, in this order.
pub fn parsed<T: DeserializeOwned>(columns: &[&str], text: &str) -> Result<T, Error> {
    let fields = fields(text).ok_or_else(|| Error::custom("no row as PostgreSQL writes it"))?;
    if fields.len() != columns.len() {
        return Err(Error::custom(format!("{} values for {} columns", fields.len(), columns.len())));
    }
    T::deserialize(MapDeserializer::new(columns.iter().copied().zip(fields)))
}

/// A value's text; none: NULL.
struct Field<'a>(Option<Cow<'a, str>>);

/// The values of the row. One in quotation marks has them, and backslashes, doubled; one that is empty and has none is NULL.
fn fields(text: &str) -> Option<Vec<Field<'_>>> {
    let mut rest = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut fields = Vec::with_capacity(64);
    loop {
        let (field, after) = if let Some(quoted) = rest.strip_prefix('"') {
            quoted_field(quoted)?
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let (plain, after) = rest.split_at_checked(end)?;
            (Field((!plain.is_empty()).then_some(Cow::Borrowed(plain))), after)
        };
        fields.push(field);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => return after.is_empty().then_some(fields),
        }
    }
}

/// A value behind its first quotation mark, and what follows its last.
fn quoted_field(quoted: &str) -> Option<(Field<'_>, &str)> {
    let mut value = String::new();
    let mut rest = quoted;
    loop {
        let (plain, marked) = rest.split_at_checked(rest.find(['"', '\\'])?)?;
        value.push_str(plain);
        let after = marked.get(1..)?;
        if let Some(doubled) = after.strip_prefix(marked.get(..1)?) {
            value.push_str(marked.get(..1)?);
            rest = doubled;
        } else {
            return marked.starts_with('"').then_some((Field(Some(Cow::Owned(value))), after));
        }
    }
}

impl<'de> IntoDeserializer<'de, Error> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            None => visitor.visit_unit(),
            Some(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            Some(Cow::Owned(text)) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.as_deref().map(str::parse) {
            Some(Ok(number)) => visitor.visit_i64(number),
            Some(Err(_)) => Err(Error::custom("a whole number is wanted")),
            None => visitor.visit_unit(),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::entity::JsonText;
    use crate::values::money::Minor;

    #[derive(PartialEq, Debug, serde::Deserialize)]
    struct Row {
        id: String,
        memo: Option<String>,
        total: Minor,
        at: Option<i64>,
        plan: Option<JsonText>,
    }

    const COLUMNS: [&str; 6] = ["total", "id", "other", "memo", "at", "plan"];

    fn row(text: &str) -> Result<Row, String> {
        parsed(&COLUMNS, text).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_found_by_their_columns() {
        let memo = "a \"quoted\", \\ (long)\nmemo".to_owned();
        let written = "(-12550,JE-1,x,\"a \"\"quoted\"\", \\\\ (long)\nmemo\",1700000000000000,\"{\"\"a\"\":1}\")";
        let wanted = Row {
            id: "JE-1".into(),
            memo: Some(memo),
            total: Minor(-12550),
            at: Some(1_700_000_000_000_000),
            plan: Some(JsonText("{\"a\":1}".into())),
        };
        assert_eq!(row(written), Ok(wanted));
    }

    #[test]
    fn what_is_empty_is_null_and_an_empty_text_is_quoted() {
        let empty = |memo| Row { id: "é".into(), memo, total: Minor(0), at: None, plan: None };
        assert_eq!(row("(0,é,,,,)"), Ok(empty(None)));
        assert_eq!(row("(0,é,,\"\",,)"), Ok(empty(Some(String::new()))));
    }

    #[test]
    fn what_is_no_such_row_is_refused() {
        let too_few = "5 values for 6 columns";
        let unreadable = "no row as PostgreSQL writes it";
        for (text, why) in [
            ("(1,JE-1,,,)", too_few),
            ("", unreadable),
            ("(", unreadable),
            ("1,JE-1,,,,", unreadable),
            ("(1,\"JE-1,,,,)", unreadable),
            ("(1,\"JE-1\"x,,,,)", unreadable),
            ("(1,\"JE\\1\",,,,)", unreadable),
            ("(x,JE-1,,,,)", "a whole number is wanted"),
            ("(9223372036854775808,JE-1,,,,)", "a whole number is wanted"),
            ("(,JE-1,,,,)", "invalid type: unit value, expected i64"),
            ("(1,,,,,)", "invalid type: unit value, expected a string"),
        ] {
            assert_eq!(row(text), Err(why.to_owned()), "{text}");
        }
    }
}
