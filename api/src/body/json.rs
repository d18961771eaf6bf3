//! A strict JSON reader: bounded depth, no duplicate keys, numbers kept as their text.
//! See docs/rules/amounts.md#exact-amounts.
//!
//! `serde_json`'s own reader lets the last of two equal keys win and, with exact numbers, gives one object key a hidden
//! meaning. Neither is acceptable in bodies that move money. `serde_json` still unescapes the strings.

use serde_json::{Map, Number, Value};

/// The deepest nesting that is read.
pub const MAX_DEPTH: usize = 64;

/// Reads one JSON text, or says where and why not.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("the body is not UTF-8 from byte {}", error.valid_up_to()))?;
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.wrong("something follows the JSON text")),
    }
}

/// Reads one JSON object whose field of this name may be a long array. Its items are handed over one by one, so that they need not
/// all be in memory, each with the bytes of its text. What is left is the object without that array, and how many items it had.
pub fn read_each(
    bytes: &[u8],
    field: &str,
    mut each: impl FnMut(Value, usize),
) -> Result<(Value, Option<usize>), String> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| format!("the body is not UTF-8 from byte {}", error.valid_up_to()))?;
    let mut reader = Reader { text, at: 0 };
    let mut count = None;
    let value = if reader.peek() == Some(b'{') {
        Value::Object(reader.members(|reader, key| {
            if key != field || reader.peek() != Some(b'[') {
                return reader.value(1).map(Some);
            }
            let mut items = 0_usize;
            reader.items(1, |item, size| {
                items = items.saturating_add(1);
                each(item, size);
            })?;
            count = Some(items);
            Ok(None)
        })?)
    } else {
        reader.value(0)?
    };
    match reader.peek() {
        None => Ok((value, count)),
        Some(_) => Err(reader.wrong("something follows the JSON text")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, what: &str) -> String {
        format!("{what}, at byte {}", self.at)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The next byte that is not blank.
    fn peek(&mut self) -> Option<u8> {
        let blank = self.rest().iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
        self.at = self.at.saturating_add(blank);
        self.rest().first().copied()
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at = self.at.saturating_add(1);
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > MAX_DEPTH {
            return Err(self.wrong(&format!("nested deeper than {MAX_DEPTH}")));
        }
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(self.wrong("expected a JSON value")),
            None => Err(self.wrong("the JSON text ends too early")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, String> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.wrong("expected a JSON value"));
        }
        self.at = self.at.saturating_add(word.len());
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Value, String> {
        self.members(|reader, _| reader.value(depth.saturating_add(1)).map(Some)).map(Value::Object)
    }

    /// The members of an object, without those whose value `read` gives to somebody else.
    fn members(
        &mut self,
        mut read: impl FnMut(&mut Self, &str) -> Result<Option<Value>, String>,
    ) -> Result<Map<String, Value>, String> {
        let (mut members, mut given) = (Map::new(), Vec::new());
        self.take(b'{');
        if self.take(b'}') {
            return Ok(members);
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.wrong("expected a key"));
            }
            let key = self.string()?;
            if !self.take(b':') {
                return Err(self.wrong("expected ':'"));
            }
            let value = read(self, &key)?;
            if members.contains_key(&key) || given.contains(&key) {
                let key: String = key.chars().take(100).collect();
                return Err(self.wrong(&format!("the key {key:?} is there twice")));
            }
            match value {
                Some(value) => drop(members.insert(key, value)),
                None => given.push(key),
            }
            if self.take(b'}') {
                return Ok(members);
            }
            if !self.take(b',') {
                return Err(self.wrong("expected ',' or '}'"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, String> {
        let mut items = Vec::new();
        self.items(depth, |item, _| items.push(item))?;
        Ok(Value::Array(items))
    }

    /// The items of an array, one by one, each with the bytes of its text.
    fn items(&mut self, depth: usize, mut each: impl FnMut(Value, usize)) -> Result<(), String> {
        self.take(b'[');
        if self.take(b']') {
            return Ok(());
        }
        loop {
            self.peek();
            let begin = self.at;
            let item = self.value(depth.saturating_add(1))?;
            each(item, self.at.saturating_sub(begin));
            if self.take(b']') {
                return Ok(());
            }
            if !self.take(b',') {
                return Err(self.wrong("expected ',' or ']'"));
            }
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest.iter().skip(1).position(|byte| {
            let closes = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            closes
        });
        let length = end.map(|end| end.saturating_add(2)).ok_or_else(|| self.wrong("a string is not closed"))?;
        let quoted = rest.get(..length).unwrap_or_default();
        let text = serde_json::from_slice(quoted)
            .map_err(|_| self.wrong("a string has a wrong escape or a control character"))?;
        self.at = self.at.saturating_add(length);
        Ok(text)
    }

    fn number(&mut self) -> Result<Value, String> {
        let length = self.rest().iter().take_while(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte)).count();
        let text = self.text.get(self.at..self.at.saturating_add(length)).unwrap_or_default();
        if !is_number(text) {
            return Err(self.wrong("a number is not well formed"));
        }
        self.at = self.at.saturating_add(length);
        Ok(Value::Number(Number::from_string_unchecked(text.to_owned())))
    }
}

/// The grammar of RFC 8259: `-? int frac? exp?`.
fn is_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) =
        text.split_once(['e', 'E']).map_or((text, None), |(mantissa, exponent)| (mantissa, Some(exponent)));
    let (whole, fraction) =
        mantissa.split_once('.').map_or((mantissa, None), |(whole, fraction)| (whole, Some(fraction)));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_json_is_read_with_numbers_as_their_text() {
        for text in [
            "{}",
            "[]",
            "null",
            " [1, 2.50, -0.1e-3 ,true,false] ",
            r#"{"a":{"b":["x\n\"é\ud83d\ude00"]}}"#,
            "1e+400",
            "123456789012345678901234567890.123",
        ] {
            let value = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(value, serde_json::from_str::<Value>(text).expect(text), "{text}");
        }
        assert_eq!(read(b"2.50").expect("number").to_string(), "2.50");
    }

    #[test]
    fn what_is_not_json_is_refused() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{a:1}",
            "01",
            "1.",
            ".5",
            "+1",
            "-",
            "1e",
            "NaN",
            "'a'",
            "\"a",
            "\"\\x\"",
            "\"a\nb\"",
            "{} {}",
            "tru",
            "[1 2]",
            "{\"a\" 1}",
            "\"\\ud800\"",
            "\u{feff}{}",
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read(b"\"\xff\"").is_err());
    }

    #[test]
    fn a_key_twice_is_named_and_depth_is_bounded() {
        assert!(read(br#"{"a":1,"b":{"c":1,"c":2}}"#).expect_err("twice").contains("\"c\""));
        assert!(read(br#"{"a":1,"\u0061":2}"#).is_err());
        assert!(read("[".repeat(5_000).as_bytes()).expect_err("deep").contains("nested"));
        assert!(read("{\"a\":".repeat(5_000).as_bytes()).is_err());
        let fine = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert!(read(fine.as_bytes()).is_ok());
    }
}
