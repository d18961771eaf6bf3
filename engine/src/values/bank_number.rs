//! Numbers of bank accounts and banks: what texts may be one. See docs/rules/access.md#bank-details.

/// An IBAN without blanks: two capital letters, two digits, up to 30 capital letters and digits, whose check digits fit (ISO 13616).
pub fn is_iban(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_of = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let (Some(head), Some(rest)) = (bytes.get(..4), bytes.get(4..)) else { return false };
    let is_head = head.iter().take(2).all(u8::is_ascii_uppercase) && head.iter().skip(2).all(u8::is_ascii_digit);
    (15..=34).contains(&bytes.len()) && is_head && rest.iter().all(is_of) && remainder(rest.iter().chain(head)) == 1
}

/// By 97, of the number that the text is when each letter is written as a number from 10 on.
fn remainder<'b>(bytes: impl Iterator<Item = &'b u8>) -> u32 {
    bytes.fold(0_u32, |rest, byte| {
        let value = char::from(*byte).to_digit(36).unwrap_or_default();
        let shifted = rest.saturating_mul(if value > 9 { 100 } else { 10 });
        shifted.saturating_add(value).checked_rem(97).unwrap_or_default()
    })
}

/// Four letters, a country's two, two letters or digits, and three more or none (ISO 9362), in capitals.
pub fn is_bic(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_uppercase();
    let is_of = |byte: u8| is_letter(byte) || byte.is_ascii_digit();
    matches!(text.len(), 8 | 11) && text.bytes().take(6).all(is_letter) && text.bytes().skip(6).all(is_of)
}

/// The number of an account, or of a bank, where there are no IBANs: 2 to 34 letters, digits and hyphens.
pub fn is_account_number(text: &str) -> bool {
    (2..=34).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Its last four characters, after an ellipsis.
pub fn masked(number: &str) -> String {
    let length = number.chars().count();
    let last: String = number.chars().skip(length.saturating_sub(4)).collect();
    // Of a short one even four would be all.
    if length > 4 { format!("…{last}") } else { "…".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_digits_fit() {
        for iban in
            ["DE89370400440532013000", "GB82WEST12345698765432", "NO9386011117947", "MT84MALT011000012345MTLCAST001S"]
        {
            assert!(is_iban(iban), "{iban}");
        }
        for none in [
            "DE88370400440532013000",
            "DE89370400440532013001",
            "DE89 3704 0044 0532 0130 00",
            "de89370400440532013000",
            "DE8937040044",
            "8E89370400440532013000",
            "",
            "ÄÖ89370400440532013000",
        ] {
            assert!(!is_iban(none), "{none}");
        }
    }

    #[test]
    fn banks_and_accounts() {
        for bic in ["COBADEFF", "COBADEFFXXX", "BARCGB22"] {
            assert!(is_bic(bic), "{bic}");
        }
        for none in ["COBADEF", "COBADEFFX", "cobadeff", "C0BADEFF", ""] {
            assert!(!is_bic(none), "{none}");
        }
        assert!(is_account_number("021000021") && !is_account_number("1") && !is_account_number("12 34"));
        assert_eq!((masked("DE89370400440532013000").as_str(), masked("1234").as_str()), ("…3000", "…"));
    }
}
