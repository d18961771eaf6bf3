//! Where operations lie, and what they are called.

/// Where every resource lies.
pub const PREFIX: &str = "/service/general-ledger";

/// An id for an operation whose handler names none: `POST /bills/{bill_id}/submit` is `submitBill`.
pub fn operation_id(method: &str, path: &str) -> String {
    let path = path.strip_prefix(PREFIX).unwrap_or(path);
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let is_parameter = |segment: &&str| segment.starts_with('{');
    let words: Vec<&str> = segments.iter().copied().filter(|segment| !is_parameter(segment)).collect();
    let on_item = segments.last().is_some_and(is_parameter);
    let below_item = segments.iter().rev().skip(1).any(is_parameter);
    let (collection, rest) = words.split_first().map_or(("root", [].as_slice()), |(first, rest)| (*first, rest));
    let tail = pascal(&rest.join("-"));
    let one = pascal(&singular(collection));
    match (method, on_item, below_item) {
        ("get", true, _) | ("get", false, true) => format!("get{one}{tail}"),
        ("put", ..) => format!("update{one}{tail}"),
        ("delete", ..) => format!("delete{one}{tail}"),
        ("get", false, false) if rest.is_empty() => format!("list{}", pascal(collection)),
        ("get", ..) => format!("get{}{tail}", pascal(collection)),
        (_, _, true) => format!("{}{one}", camel(&rest.join("-"))),
        _ if rest.is_empty() => format!("create{one}"),
        _ => format!("{}{}", camel(&rest.join("-")), pascal(collection)),
    }
}

/// `journal-entries` → `journal-entry`.
pub fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

pub fn pascal(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    text.split(['-', '_', '.']).map(capital).collect()
}

fn camel(text: &str) -> String {
    let text = pascal(text);
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_get_ids_from_their_paths() {
        for (method, path, id) in [
            ("post", "/journal-entries", "createJournalEntry"),
            ("get", "/journal-entries", "listJournalEntries"),
            ("get", "/journal-entries/{id}", "getJournalEntry"),
            ("put", "/bills/{id}", "updateBill"),
            ("delete", "/bills/{id}", "deleteBill"),
            ("post", "/bills/{id}/request-change", "requestChangeBill"),
            ("get", "/bills/{id}/audit-trail", "getBillAuditTrail"),
            ("get", "/reports/trial-balance", "getReportsTrialBalance"),
            ("post", "/approval-rules/simulate", "simulateApprovalRules"),
        ] {
            assert_eq!(operation_id(method, &format!("{PREFIX}{path}")), id, "{method} {path}");
        }
    }
}
