//! `gl token`: prints one token and nothing else. See docs/rules/operation.md#one-binary.

use std::time::Duration;

use clap::Args;
use engine::approval::access::is_permission;
use engine::values::clock::Clock;

use crate::auth::keys::sign;
use crate::config::{self, Config};

/// The arguments of `gl token`.
#[derive(Args, Clone, Debug)]
pub struct Token {
    /// The user id (`sub`)
    #[arg(long, value_name = "ID")]
    user: String,
    /// A role; may be repeated
    #[arg(long = "role", value_name = "ROLE")]
    roles: Vec<String>,
    /// A permission such as `bill.read`; may be repeated
    #[arg(long = "permission", value_name = "PERMISSION")]
    permissions: Vec<String>,
    /// How long it is good for, such as `15m` or `8h`
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = config::duration)]
    ttl: Duration,
}

impl Token {
    /// The signed token, or one line with the error.
    pub fn make(&self, config: &Config, clock: &Clock) -> Result<String, String> {
        if let Some(wrong) = self.permissions.iter().find(|text| !is_permission(text)) {
            return Err(format!("--permission {wrong:?} is none; permissions look like bill.read or *.*"));
        }
        let seconds = i64::try_from(self.ttl.as_secs()).unwrap_or(i64::MAX);
        let key = config
            .signing_key()?
            .ok_or("tokens come from the issuer of GL_JWKS; set GL_JWT_SECRET to sign them here")?;
        sign(&key.secret.0, &self.user, &self.roles, &self.permissions, seconds, &config.expected, clock)
    }
}
