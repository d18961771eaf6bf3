//! `gl token`: prints one token and nothing else. See docs/rules/operation.md#one-binary.

use std::time::Duration;

use clap::Args;
use engine::approval::access::{UserId, is_permission};
use engine::values::clock::Clock;

use crate::auth::keys::sign;
use crate::boot;
use crate::config::{self, Config};

/// The arguments of `gl token`.
#[derive(Args, Clone, Debug)]
pub struct Token {
    /// The user id (`sub`)
    #[arg(long, value_name = "ID")]
    user: String,
    /// A role; may be repeated. Without any, and without permissions, the roles that are recorded for the user in the books
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
    pub async fn run(&self, config: &Config, clock: &Clock) -> Result<String, String> {
        if !self.roles.is_empty() || !self.permissions.is_empty() {
            return self.make(config, clock);
        }
        // Without a key there is nothing to ask the books for.
        config.signing_key()?;
        let roles = self.recorded_roles(config).await.unwrap_or_else(|why| {
            eprintln!("gl: {why}: the token has no roles. --role says which");
            Vec::new()
        });
        Self { roles, ..self.clone() }.make(config, clock)
    }

    /// What is recorded for the user; one line where nothing is.
    async fn recorded_roles(&self, config: &Config) -> Result<Vec<String>, String> {
        let user_id = UserId::parse(&self.user).map_err(|why| format!("--user {:?} {why}", self.user))?;
        let engine = boot::books_in_use(config).await?;
        let catalog = engine.present_catalog().await.map_err(|error| error.to_string())?;
        let recorded = catalog.users.get(&user_id).filter(|person| person.is_active);
        let roles: Vec<String> = recorded.into_iter().flat_map(|person| person.roles.iter().cloned()).collect();
        if roles.is_empty() { Err(format!("no roles are recorded for {user_id}")) } else { Ok(roles) }
    }

    fn make(&self, config: &Config, clock: &Clock) -> Result<String, String> {
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
