//! Words by which a text says that it is of a return: of a direct debit, a cheque, a transfer.

use super::text::words;

/// Words that say so, folded.
const RETURNS: [&str; 19] = [
    "BOUNCED",
    "CHARGEBACK",
    "DEVOLUCION",
    "DISHONOURED",
    "IMPAYE",
    "INSOLUTO",
    "NSF",
    "RECALL",
    "RECALLED",
    "REJECTED",
    "REJET",
    "RETOUR",
    "RETURN",
    "RETURNED",
    "REVERSAL",
    "REVERSED",
    "RLS",
    "STORNO",
    "UNPAID",
];
/// Beginnings and ends of such words in languages that compose them: `Rückläufer`, `Lastschriftrückgabe`.
const BEGINNINGS: [&str; 6] = ["RUCKLAUF", "RUCKLAST", "RUCKBUCH", "RUCKGABE", "RETOUREN", "RETOURE"];
const ENDS: [&str; 3] = ["RUCKGABE", "RUCKBUCHUNG", "STORNO"];

pub fn says_return(text: &str) -> bool {
    words(text).iter().any(|word| {
        RETURNS.contains(&word.as_str())
            || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
            || ENDS.iter().any(|end| word.ends_with(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_are_known_by_their_words() {
        for (text, says) in [
            ("Rückläufer INV-101", true),
            ("SEPA-LASTSCHRIFTRÜCKGABE", true),
            ("RUECKLASTSCHRIFT", true),
            ("cheque unpaid", true),
            ("Returned goods, INV-7", true),
            ("INV-101", false),
        ] {
            assert_eq!(says_return(text), says, "{text}");
        }
    }
}
