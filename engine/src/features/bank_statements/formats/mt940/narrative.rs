//! Field 86, in which every country has its own conventions: the German subfields `?20`, the slash codes `/EREF/`, and
//! plain text.

use super::super::event::StatementLine;
use super::super::value;

/// The codes within the German purpose and those between slashes.
const PLUS_CODES: [&str; 11] =
    ["EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "SVWZ+", "ABWA+", "ABWE+", "IBAN+", "BIC+", "COAM+"];
const SLASH_CODES: [&str; 15] = [
    "/EREF/", "/PREF/", "/MARF/", "/CSID/", "/CNTP/", "/IBAN/", "/BIC/", "/NAME/", "/REMI/", "/TRTP/", "/ORDP/",
    "/BENM/", "/RTRN/", "/PURP/", "/TRCD/",
];

pub(super) fn read(text: &str, line: &mut StatementLine) {
    let joined: String = text.split('\n').collect();
    if let Some((code, separator, rest)) = german(&joined) {
        line.code = Some(code.to_owned());
        subfields(rest, separator, line);
    } else if SLASH_CODES.iter().any(|code| text.starts_with(code)) {
        slashes(&joined, line);
    } else {
        text.split('\n').for_each(|part| value::join(&mut line.text, " ", part));
    }
}

/// `166?00…`: a code of three digits and the character that the bank separates subfields with.
fn german(text: &str) -> Option<(&str, char, &str)> {
    let (code, rest) = text.split_at_checked(3)?;
    let separator = rest.chars().next().filter(|found| matches!(found, '?' | '<' | '>' | '@' | '~'))?;
    code.bytes().all(|byte| byte.is_ascii_digit()).then_some((code, separator, rest))
}

fn subfields(text: &str, separator: char, line: &mut StatementLine) {
    let mut purpose = String::new();
    let mut name = None;
    let mut posting = None;
    let mut is_full = true;
    for field in text.split(separator) {
        let Some((number, content)) = field.split_at_checked(2) else { continue };
        match number {
            "00" => posting = value::some(content),
            "20" | "21" | "22" | "23" | "24" | "25" | "26" | "27" | "28" | "29" | "60" | "61" | "62" | "63" => {
                // A subfield has 27 characters: a full one goes on in the next without a blank.
                if !is_full && !PLUS_CODES.iter().any(|code| content.starts_with(code)) {
                    purpose.push(' ');
                }
                purpose.push_str(content);
                is_full = content.chars().count() >= 27;
            }
            "31" => line.counterparty_account = value::account(content),
            "32" | "33" => value::join(&mut name, "", content),
            _ => {}
        }
    }
    line.counterparty_name = name.or(line.counterparty_name.take());
    let codes = split(&purpose, &PLUS_CODES);
    let id = coded(&codes, "EREF+").filter(|id| id != "NOTPROVIDED");
    if let Some(id) = id.or_else(|| coded(&codes, "KREF+")) {
        line.end_to_end_id = Some(id);
    }
    if let Some(iban) = coded(&codes, "IBAN+") {
        line.counterparty_account = value::account(&iban);
    }
    line.text = coded(&codes, "SVWZ+").or_else(|| coded(&codes, "")).or(posting).or(line.text.take());
}

fn slashes(text: &str, line: &mut StatementLine) {
    let codes = split(text, &SLASH_CODES);
    if let Some(id) = coded(&codes, "/EREF/").filter(|id| id != "NOTPROVIDED") {
        line.end_to_end_id = Some(id);
    }
    if let Some(party) = coded(&codes, "/CNTP/") {
        let mut parts = party.split('/');
        line.counterparty_account = parts.next().and_then(value::account);
        line.counterparty_name = parts.nth(1).and_then(value::some);
    }
    if let Some(iban) = coded(&codes, "/IBAN/") {
        line.counterparty_account = value::account(&iban);
    }
    line.counterparty_name = coded(&codes, "/NAME/").or(line.counterparty_name.take());
    let remittance = coded(&codes, "/REMI/");
    let plain = remittance.as_deref().map(|text| text.strip_prefix("USTD//").unwrap_or(text).trim_matches('/'));
    line.text = plain.and_then(value::some).or(line.text.take());
}

/// Cuts a text before each code, in one pass. What stands before the first has the code "".
fn split<'t>(text: &'t str, codes: &[&'static str]) -> Vec<(&'static str, &'t str)> {
    let mut parts = Vec::new();
    let (mut code, mut begin) = ("", 0);
    for (at, _) in text.char_indices().filter(|(_, first)| *first == '/' || first.is_ascii_uppercase()) {
        let rest = text.get(at..).filter(|_| at >= begin).unwrap_or_default();
        if let Some(next) = codes.iter().find(|code| rest.starts_with(**code)) {
            parts.push((code, text.get(begin..at).unwrap_or_default()));
            (code, begin) = (next, at.saturating_add(next.len()));
        }
    }
    parts.push((code, text.get(begin..).unwrap_or_default()));
    parts
}

fn coded(parts: &[(&'static str, &str)], code: &str) -> Option<String> {
    parts.iter().find(|(known, _)| *known == code).and_then(|(_, text)| value::some(text.trim_end_matches('/')))
}
