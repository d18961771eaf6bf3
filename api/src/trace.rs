//! `traceparent` (W3C Trace Context): the trace that a request belongs to, for the log.

use poem::http::HeaderMap;

/// The header.
pub const HEADER: &str = "traceparent";

/// The trace and the caller's span in it, in lower-case hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceParent {
    pub trace_id: String,
    pub parent_id: String,
}

impl TraceParent {
    /// What the one header says; anything that the specification does not allow is as if it were not there.
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(HEADER).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => Self::parse(value.to_str().ok()?),
            _ => None,
        }
    }

    /// `00-<32 digits>-<16 digits>-<2 digits>`; a later version may have more after a hyphen.
    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().splitn(5, '-');
        let (version, trace_id, parent_id, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let is_hex = |part: &str, length: usize| {
            part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
        };
        let is_known = is_hex(version, 2) && version != "ff" && (version != "00" || parts.next().is_none());
        let is_set = |part: &str| part.bytes().any(|byte| byte != b'0');
        let fine = is_known
            && is_hex(trace_id, 32)
            && is_hex(parent_id, 16)
            && is_hex(flags, 2)
            && is_set(trace_id)
            && is_set(parent_id);
        fine.then(|| Self { trace_id: trace_id.to_owned(), parent_id: parent_id.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_specification_allows_is_taken() {
        let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        for (text, taken) in [
            (format!("00-{trace}-{span}-01"), true),
            (format!("cc-{trace}-{span}-01-later"), true),
            (format!("00-{trace}-{span}-01-later"), false),
            (format!("ff-{trace}-{span}-01"), false),
            (format!("00-{}-{span}-01", trace.to_uppercase()), false),
            (format!("00-{}-{span}-01", "0".repeat(32)), false),
            (format!("00-{trace}-{}-01", "0".repeat(16)), false),
            (format!("00-{trace}-{span}"), false),
            ("x".into(), false),
        ] {
            let headers = HeaderMap::from_iter([(HEADER.parse().expect("name"), text.parse().expect("header"))]);
            assert_eq!(TraceParent::read(&headers).is_some(), taken, "{text}");
        }
    }
}
