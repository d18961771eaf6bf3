//! Where a request comes from, by the header `traceparent` (W3C Trace Context).

use std::fmt::Write;

use poem::http::HeaderMap;

/// The header's name.
pub const HEADER: &str = "traceparent";

/// The trace that a request belongs to, and the span that asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    pub trace_id: [u8; 16],
    pub span_id: [u8; 8],
    /// Whether the caller samples this trace.
    pub sampled: bool,
}

impl Context {
    /// `None` where the header is missing, there twice, or none that the standard knows.
    pub fn read(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(HEADER).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => Self::parse(value.to_str().ok()?),
            _ => None,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let (version, trace, span, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let version = bytes::<1>(version)?;
        // A later version may say more after these four; version 0 says nothing more, and 255 is none.
        if version == [255] || (version == [0] && parts.next().is_some()) {
            return None;
        }
        let (trace_id, span_id) = (bytes::<16>(trace)?, bytes::<8>(span)?);
        let known = trace_id != [0; 16] && span_id != [0; 8];
        known.then_some(Self {
            trace_id,
            span_id,
            sampled: bytes::<1>(flags)?.first().is_some_and(|flags| flags & 1 == 1),
        })
    }
}

/// Lower-case hexadecimal digits, exactly as many as the bytes need.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let lower = |byte: &u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(byte);
    if text.len() != N.checked_mul(2)? || !text.as_bytes().iter().all(lower) {
        return None;
    }
    let mut found = [0; N];
    for (at, byte) in found.iter_mut().enumerate() {
        let start = at.checked_mul(2)?;
        *byte = u8::from_str_radix(text.get(start..start.checked_add(2)?)?, 16).ok()?;
    }
    Some(found)
}

/// The bytes in hexadecimal, as headers, logs and OTLP have them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traceparent_is_read_as_the_standard_writes_it() {
        let trace = "0af7651916cd43dd8448eb211c80319c";
        for (text, sampled) in [
            (format!("00-{trace}-b7ad6b7169203331-01"), Some(true)),
            (format!("00-{trace}-b7ad6b7169203331-00"), Some(false)),
            (format!("01-{trace}-b7ad6b7169203331-01-what-comes"), Some(true)),
            (format!("00-{trace}-b7ad6b7169203331-01-more"), None),
            (format!("ff-{trace}-b7ad6b7169203331-01"), None),
            (format!("00-{}-b7ad6b7169203331-01", "0".repeat(32)), None),
            (format!("00-{trace}-{}-01", "0".repeat(16)), None),
            (format!("00-{}-b7ad6b7169203331-01", trace.to_uppercase()), None),
            (format!("00-{trace}-b7ad6b7169203331"), None),
            ("é".repeat(20), None),
            (String::new(), None),
        ] {
            let read = Context::parse(&text);
            assert_eq!(read.map(|context| context.sampled), sampled, "{text}");
            assert!(read.is_none_or(|context| hex(&context.trace_id) == trace), "{text}");
        }
    }
}
