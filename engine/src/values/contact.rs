//! What texts may be by which a party is found: countries, VAT ids, e-mail addresses, phone numbers.
//! See docs/rules/master-data.md#addresses.

/// The officially assigned codes of ISO 3166-1 alpha-2, in their order.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ \
    CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF \
    GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW \
    KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL \
    NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST \
    SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/// The longest e-mail address, in characters.
pub const MAX_EMAIL_LENGTH: usize = 254;
/// The longest phone number, in characters.
pub const MAX_PHONE_LENGTH: usize = 32;

/// Whether the text is a country's code.
pub fn is_country(text: &str) -> bool {
    COUNTRIES.split_whitespace().any(|code| code == text)
}

/// Two capital letters, then 2 to 13 capital letters and digits.
pub fn is_vat_id(text: &str) -> bool {
    let is_of = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let (prefix, rest) = (text.bytes().take(2), text.bytes().skip(2));
    (4..=15).contains(&text.len())
        && prefix.into_iter().all(|byte| byte.is_ascii_uppercase())
        && rest.into_iter().all(is_of)
}

/// One `@`, something before it, and a domain with a dot inside behind it; no blanks.
pub fn is_email(text: &str) -> bool {
    let Some((name, domain)) = text.split_once('@') else { return false };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let labels = domain.split('.').count();
    is_plain
        && text.len() <= MAX_EMAIL_LENGTH
        && !name.is_empty()
        && !domain.contains('@')
        && labels > 1
        && domain.split('.').all(|label| !label.is_empty())
}

/// Digits, with a plus, blanks, brackets, slashes, dots and hyphens among them; 3 to 32 characters, of which one is a digit.
pub fn is_phone(text: &str) -> bool {
    let is_of = |byte: u8| byte.is_ascii_digit() || b"+ ()/.-".contains(&byte);
    (3..=MAX_PHONE_LENGTH).contains(&text.len())
        && text.bytes().all(is_of)
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parties_are_found_by() {
        type Case<'t> = (&'t str, fn(&str) -> bool, &'t [&'t str], &'t [&'t str]);
        let table: [Case<'_>; 4] = [
            ("country", is_country, &["DE", "US", "AX"], &["de", "XX", "D", "DEU", "", "DE AT"]),
            (
                "VAT id",
                is_vat_id,
                &["DE136695976", "ATU13585627", "NL001234567B01", "XX12"],
                &["DE1", "de136695976", "1E136695976", "DE 136695976", "DE12345678901234", "ÄE13", ""],
            ),
            (
                "e-mail",
                is_email,
                &["ap@verdant.example", "a.b+c@d.e.f"],
                &["ap", "ap@verdant", "@verdant.example", "a@b@c.example", "a b@c.example", "a@.example", "a@b..c", ""],
            ),
            ("phone", is_phone, &["+49 30 123456-78", "110", "(0)30/1234"], &["12", "phone", "+-()", "030\n12"]),
        ];
        for (what, is, good, bad) in table {
            for text in good {
                assert!(is(text), "{text:?} is a {what}");
            }
            for text in bad {
                assert!(!is(text), "{text:?} is no {what}");
            }
        }
        assert!(!is_email(&format!("{}@verdant.example", "a".repeat(250))));
        assert_eq!(COUNTRIES.split_whitespace().count(), 249);
    }
}
