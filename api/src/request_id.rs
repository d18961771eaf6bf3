//! The id of the request being answered: in every log line and every problem.

use std::future::Future;

use poem::http::HeaderMap;

/// The header that carries the id in and out.
pub const HEADER: &str = "X-Request-Id";

tokio::task_local! {
    static CURRENT: String;
}

/// The client's own id when it is 1–128 harmless characters, or a fresh one.
pub fn from_headers(headers: &HeaderMap) -> String {
    let given = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let harmless = |text: &&str| {
        (1..=128).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
    };
    given.filter(harmless).map_or_else(|| engine::values::id::fresh("req-"), str::to_owned)
}

/// The id of the request this task answers; a fresh one outside of a request.
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_else(|_| engine::values::id::fresh("req-"))
}

/// Answers a request under its id.
pub async fn scope<T>(id: String, answer: impl Future<Output = T>) -> T {
    CURRENT.scope(id, answer).await
}

/// The same for an answer that is made at once.
pub fn within<T>(id: String, answer: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(id, answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_harmless_ids_are_taken_over() {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, "abc-1".parse().expect("header"));
        assert_eq!(from_headers(&headers), "abc-1");
        headers.insert(HEADER, "a b\"c".parse().expect("header"));
        assert!(from_headers(&headers).starts_with("req-"));
    }
}
