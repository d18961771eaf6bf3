//! PURE: the building blocks of every form that is hashed, so that each is written down field by field.
//!
//! A number is 8 bytes, big-endian, two's complement. A text is its length in bytes (8 bytes, big-endian) and its UTF-8. What may be
//! missing is one byte, 0 for none, or 1 followed by it. Lengths go first, so no two values share a form.

/// A form under construction.
pub struct Form(Vec<u8>);

impl Form {
    /// `name` says what is hashed and by which version of its form.
    pub fn new(name: &str) -> Self {
        Self(name.as_bytes().to_vec())
    }

    pub fn number(&mut self, number: i64) {
        self.0.extend(number.to_be_bytes());
    }

    /// How many there are of what follows. `usize` has at most 64 bits, so nothing is lost.
    pub fn length(&mut self, length: usize) {
        self.0.extend((length as u64).to_be_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        self.0.extend(text.as_bytes());
    }

    /// Something that may be missing; `put` writes it when it is there.
    pub fn optional<T>(&mut self, value: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.0.push(u8::from(value.is_some()));
        if let Some(value) = value {
            put(self, value);
        }
    }

    pub fn optional_text(&mut self, text: Option<&str>) {
        self.optional(text, Self::text);
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}
