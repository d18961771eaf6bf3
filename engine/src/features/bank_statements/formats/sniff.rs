//! Tells a format by the beginning of a file.

use super::Format;

impl Format {
    /// The format of a file that begins with `head` (a kilobyte is enough). CSV is `None`, as it needs a mapping.
    pub fn sniff(head: &[u8]) -> Option<Self> {
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
        let head = String::from_utf8_lossy(head.get(..1024).unwrap_or(head));
        if head.starts_with("OFXHEADER") || head.starts_with("<?OFX") || head.contains("<OFX>") {
            return Some(Self::Ofx);
        }
        if head.starts_with('<') {
            // The reader says why it does not take a camt.052 or camt.054.
            let is_statement = head.contains("camt.05") || head.contains("<BkToCstmr") || head.contains(":BkToCstmr");
            return is_statement.then_some(Self::Camt053);
        }
        if head.starts_with("01,") {
            return Some(Self::Bai2);
        }
        let is_swift = head.starts_with("{1:") || head.lines().any(|line| line.starts_with(":20:"));
        is_swift.then_some(Self::Mt940)
    }
}
