//! `gl login`: prints a link that signs a person in to the console, once. See docs/rules/console.md#sign-in-links.

use std::time::Duration;

use clap::Args;
use engine::approval::access::UserId;
use engine::kernel::engine::Engine;
use engine::values::error::Error;

use crate::boot;
use crate::config::session_key::WITHOUT;
use crate::config::{self, Config};
use crate::first_person;

/// The arguments of `gl login`.
#[derive(Args, Clone, Debug)]
pub struct Login {
    /// The user id, as recorded in /users
    #[arg(long, value_name = "ID")]
    user: String,
    /// How long the link is good for, such as `10m` or `1h`
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = config::duration)]
    ttl: Duration,
}

impl Login {
    /// The link, or one line with the error.
    pub async fn run(&self, config: &Config) -> Result<String, String> {
        let user_id = UserId::parse(&self.user).map_err(|why| format!("--user {:?} {why}", self.user))?;
        let address = address(config)?;
        let engine = boot::books_in_use(config).await?;
        engine.set_session_key(config.session_key()?.ok_or(WITHOUT)?);
        if first_person::is_awaited(&engine).await.map_err(|error| error.to_string())? {
            return Err(first_person::NOBODY.into());
        }
        link(&engine, &address, &user_id, self.ttl).await
    }
}

/// Where people reach the service.
pub fn address(config: &Config) -> Result<String, String> {
    let public_url = config.public_url();
    // The port of a running service that picked one is not known here.
    if public_url.ends_with(":0") {
        return Err("GL_LISTEN has port 0: say with GL_PUBLIC_URL where the service is".into());
    }
    Ok(public_url)
}

/// The link that signs the person in, once.
pub async fn link(engine: &Engine, address: &str, user_id: &UserId, ttl: Duration) -> Result<String, String> {
    let secret = engine.make_sign_in_link(user_id, ttl).await.map_err(|error| match error {
        Error::Refused(refusal) => refusal.detail(),
        other => other.to_string(),
    })?;
    Ok(format!("{address}/sign-in/link/{secret}"))
}
