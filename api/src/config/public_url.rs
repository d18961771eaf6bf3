//! The origin under which browsers reach the service (`GL_PUBLIC_URL`). See docs/rules/console.md#public-address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use super::settings::Config;

impl Config {
    /// The origin, such as `https://books.example.com`. Without the setting it is that of `GL_LISTEN`.
    pub fn public_url(&self) -> String {
        self.public_url.clone().unwrap_or_else(|| format!("http://{}", reachable(&self.listen)))
    }
}

/// An address to listen on as a browser on this machine calls it: that of all the machine's is nobody's.
fn reachable(listen: &str) -> String {
    let Ok(address) = listen.parse::<SocketAddr>() else { return listen.to_owned() };
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port()).to_string()
}

#[cfg(test)]
mod tests {
    #[test]
    fn without_the_setting_it_is_the_address_to_listen_on() {
        for (listen, shown) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            ("[::]:80", "http://[::1]:80"),
            ("10.0.0.7:80", "http://10.0.0.7:80"),
            ("books.local:80", "http://books.local:80"),
        ] {
            let config = crate::config::of([("GL_LISTEN", listen)]).expect("fine");
            assert_eq!(config.public_url(), shown, "{listen}");
        }
        let config = crate::config::of([("GL_PUBLIC_URL", "https://books.example.com")]).expect("fine");
        assert_eq!(config.public_url(), "https://books.example.com");
    }
}
