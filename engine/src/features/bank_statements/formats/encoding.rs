//! Bytes to text, for the formats that were made before UTF-8.

use super::fault::Reason;

/// How a file writes its letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// The first text that is not plain ASCII decides for the whole file: UTF-8 if it is valid as that, as texts in other
    /// encodings practically never are, else Windows-1252.
    #[default]
    Detect,
    Utf8,
    Windows1252,
}

impl Encoding {
    /// Decodes the next piece of a file, whole characters of it.
    ///
    /// Control characters other than line ends and tabs are refused: a NUL is the mark of UTF-16 or of no text at all.
    pub(crate) fn decode(&mut self, bytes: &[u8]) -> Result<String, Reason> {
        if bytes.iter().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\r' | b'\n')) {
            return Err(Reason::Encoding("text: it has control characters"));
        }
        let unicode = std::str::from_utf8(bytes);
        if *self == Self::Detect && !bytes.is_ascii() {
            *self = if unicode.is_ok() { Self::Utf8 } else { Self::Windows1252 };
        }
        match (unicode, *self) {
            (Ok(text), Self::Utf8 | Self::Detect) => Ok(text.to_owned()),
            (Err(_), Self::Utf8 | Self::Detect) => Err(Reason::Encoding("UTF-8")),
            (_, Self::Windows1252) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
        }
    }
}

/// The letters of 0x80 to 0x9F; elsewhere the code is that of Unicode.
const WINDOWS_1252: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

fn windows_1252(byte: u8) -> Result<char, Reason> {
    match byte {
        0x80..=0x9F => WINDOWS_1252
            .chars()
            .nth(usize::from(byte.saturating_sub(0x80)))
            .filter(|found| *found != '\0')
            .ok_or(Reason::Encoding("Windows-1252")),
        _ => Ok(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_as_the_bank_wrote_them() {
        for (mut encoding, bytes, expected) in [
            (Encoding::Detect, "Müller".as_bytes(), Some("Müller")),
            (Encoding::Detect, b"M\xFCller \x80", Some("Müller €")),
            (Encoding::Utf8, b"M\xFCller", None),
            (Encoding::Windows1252, b"\x9F\x8E", Some("ŸŽ")),
            (Encoding::Windows1252, b"\x81", None),
            (Encoding::Detect, b"M\0u\0", None),
        ] {
            assert_eq!(encoding.decode(bytes).ok().as_deref(), expected, "{bytes:?}");
        }
    }

    #[test]
    fn the_first_letters_decide_for_the_file() {
        for (pieces, expected) in [
            (["a".as_bytes(), "ü".as_bytes(), b"\xFC"], [Some("a"), Some("ü"), None]),
            ([b"a", b"\xFC", "ü".as_bytes()], [Some("a"), Some("ü"), Some("Ã¼")]),
        ] {
            let mut encoding = Encoding::Detect;
            assert_eq!(pieces.map(|piece| encoding.decode(piece).ok()), expected.map(|text| text.map(str::to_owned)));
        }
    }
}
