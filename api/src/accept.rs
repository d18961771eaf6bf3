//! Content negotiation: picks the media type of the answer by the `Accept` header (RFC 9110), or refuses with 406.

use poem::Request;
use poem::http::header;

use crate::problem::Problem;

/// The media type that the caller likes best of those offered; of equals, the one offered first. No `Accept` takes anything.
pub fn choose<'a>(request: &Request, offered: &[&'a str]) -> Result<&'a str, Problem> {
    let values = request.headers().get_all(header::ACCEPT).iter();
    let text = values.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",");
    best(&text, offered).ok_or_else(|| {
        Problem::new(406, "not_acceptable", format!("this operation answers with {}", offered.join(" or ")))
    })
}

fn best<'a>(accept: &str, offered: &[&'a str]) -> Option<&'a str> {
    if accept.trim().is_empty() {
        return offered.first().copied();
    }
    let mut chosen: Option<(&str, u16)> = None;
    for candidate in offered {
        let quality = quality(accept, candidate);
        if quality > 0 && chosen.is_none_or(|(_, before)| quality > before) {
            chosen = Some((candidate, quality));
        }
    }
    chosen.map(|(candidate, _)| candidate)
}

/// The header's quality for the type, in thousandths; the most specific range that fits decides.
fn quality(accept: &str, offered: &str) -> u16 {
    let main = offered.split('/').next().unwrap_or_default();
    let specificity = |range: &str| match range {
        "*/*" => Some(1),
        range if range.strip_suffix("/*").is_some_and(|kind| kind.eq_ignore_ascii_case(main)) => Some(2),
        range if range.eq_ignore_ascii_case(offered) => Some(3),
        _ => None,
    };
    let fitting = accept.split(',').filter_map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let specificity = specificity(parts.next()?)?;
        let q = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
        Some((specificity, q.map_or(1_000, thousandths)))
    });
    fitting.max_by_key(|(specificity, _)| *specificity).map_or(0, |(_, quality)| quality)
}

/// `0.8` is 800. What is no quality counts as none.
fn thousandths(text: &str) -> u16 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if whole == "1" {
        return 1_000;
    }
    if whole != "0" || fraction.len() > 3 {
        return 0;
    }
    format!("{fraction:0<3}").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accept_header_decides() {
        for (accept, wanted) in [
            ("", Some("application/json")),
            ("*/*", Some("application/json")),
            ("text/csv", Some("text/csv")),
            ("TEXT/CSV; charset=utf-8", Some("text/csv")),
            ("text/*", Some("text/csv")),
            ("application/json, text/plain, */*", Some("application/json")),
            ("application/json;q=0.5, text/csv", Some("text/csv")),
            ("text/csv;q=0, */*", Some("application/json")),
            ("*/*, application/json;q=0", Some("text/csv")),
            ("image/png", None),
            ("application/json;q=0", None),
            ("application/xml, text/html;q=0.9", None),
        ] {
            assert_eq!(best(accept, &["application/json", "text/csv"]), wanted, "{accept}");
        }
    }
}
