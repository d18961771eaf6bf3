//! The cookies of the console: read from a request, written into an answer.

use poem::http::{HeaderMap, HeaderValue, header};

/// The session's secret.
pub const SESSION: &str = "gl_session";
/// What a sign-in by a provider began with.
pub const SIGN_IN: &str = "gl_sign_in";
/// The reader's settings.
pub const READER: &str = "gl_reader";
/// What to say on the next page.
pub const SAID: &str = "gl_said";
/// The views of registers that the reader named.
pub const VIEWS: &str = "gl_views";

/// The value of a cookie that the browser sent.
pub fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(given, _)| *given == name).map(|(_, value)| value)
}

/// A cookie that no script reads and no other site sends along with a change. `seconds`: how long it stays, 0 takes it away, `None`
/// until the browser is closed.
pub fn set(headers: &mut HeaderMap, name: &str, value: &str, seconds: Option<u32>, is_secure: bool) {
    let age = seconds.map_or(String::new(), |seconds| format!("; Max-Age={seconds}"));
    let secure = if is_secure { "; Secure" } else { "" };
    let line = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{age}{secure}");
    if let Ok(line) = HeaderValue::try_from(line) {
        headers.append(header::SET_COOKIE, line);
    }
}
