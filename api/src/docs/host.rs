//! Under which names the demo's page answers. The page holds tokens, and a browser shows it to whatever site can make its own name
//! lead to this machine (DNS rebinding): the `Host` then names that site.

use std::net::IpAddr;

use poem::http::header;
use poem::{Endpoint, Request};

use crate::problem::Problem;

/// An endpoint that answers under names of this machine and those that are configured.
pub struct OnlyUnder<E> {
    pub inner: E,
    pub hosts: Vec<String>,
}

impl<E: Endpoint> Endpoint for OnlyUnder<E> {
    type Output = E::Output;

    async fn call(&self, request: Request) -> poem::Result<E::Output> {
        let mut named: Vec<Option<&str>> =
            request.headers().get_all(header::HOST).iter().map(|value| value.to_str().ok()).collect();
        // Of `GET http://name/docs`.
        named.extend(request.uri().authority().map(|authority| Some(authority.as_str())));
        let fine = |text: Option<&str>| text.is_some_and(|text| is_ours(text, &self.hosts));
        if named.is_empty() || !named.iter().copied().all(fine) {
            let told = "the demo answers under localhost and the names in GL_HOSTS";
            return Err(Problem::new(421, "misdirected_request", told).into());
        }
        self.inner.call(request).await
    }
}

/// Whether a `Host` names this machine, or is one of these.
pub fn is_ours(authority: &str, hosts: &[String]) -> bool {
    let name = name(authority).to_ascii_lowercase();
    let is_loopback = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    let is_local = name == "localhost" || name.ends_with(".localhost");
    is_loopback || is_local || hosts.iter().any(|host| host.trim().trim_end_matches('.').eq_ignore_ascii_case(&name))
}

/// `name:80` or `[::1]:80` without the port.
fn name(authority: &str) -> &str {
    match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => authority.rsplit_once(':').map_or(authority, |(name, _)| name).trim_end_matches('.'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_itself_and_configured_names_are_ours() {
        let hosts = ["gl.example.com".to_owned()];
        for (authority, ours) in [
            ("localhost:8080", true),
            ("LOCALHOST", true),
            ("gl.localhost:80", true),
            ("127.0.0.1:8080", true),
            ("127.1.2.3", true),
            ("[::1]:8080", true),
            ("gl.example.com:443", true),
            ("GL.example.com.", true),
            ("evil.example.com:8080", false),
            ("localhost.evil.com", false),
            ("127.0.0.1.evil.com:8080", false),
            ("10.0.0.5:8080", false),
            ("0.0.0.0:8080", false),
            ("", false),
        ] {
            assert_eq!(is_ours(authority, &hosts), ours, "{authority:?}");
        }
    }
}
