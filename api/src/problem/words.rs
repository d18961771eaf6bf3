//! The messages for errors of poem's own, and the codes in words.

/// Poem's reasons begin with the type's name in quotes; the caller needs only what follows.
pub fn plain_reason(reason: &str) -> String {
    if reason.contains("expects an input value") {
        return "is required".into();
    }
    let reason = reason
        .strip_prefix("failed to parse \"")
        .and_then(|rest| rest.split_once("\": "))
        .map_or(reason, |(_, rest)| rest);
    reason.split(" (occurred while parsing").next().unwrap_or(reason).to_owned()
}

pub fn code_for(status: u16) -> &'static str {
    match status {
        404 => "not_found",
        405 => "method_not_allowed",
        413 => "too_large",
        415 => "unsupported_media_type",
        429 => "too_many_requests",
        _ => "broken_request",
    }
}

/// `period_closed` reads `Period closed`.
pub fn title(code: &str) -> String {
    let mut letters = code.replace('_', " ");
    if let Some(first) = letters.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    letters
}
