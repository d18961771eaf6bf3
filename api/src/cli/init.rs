//! `gl init`: records the first administrator of new books, and prints the link that signs them in; with a template also what a
//! company begins with. See docs/rules/operation.md#first-person.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use engine::approval::access::{Actor, Permissions, UserId};
use engine::books::request::Asked;
use engine::features::people::commands::user::{SaveUser, UserDraft};
use engine::kernel::engine::Engine;
use engine::kernel::outsiders::Reach;
use engine::values::clock::Clock;
use engine::values::error::{Error, Faults};

use super::login::{address, link};
use crate::boot;
use crate::config::session_key::WITHOUT;
use crate::config::{self, Config};
use crate::template::{Template, done};

/// The arguments of `gl init`.
#[derive(Args, Clone, Debug)]
pub struct Init {
    /// The first administrator's user id
    #[arg(long, value_name = "ID")]
    user: String,
    /// Their name; the id when left out
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Accounts, a fiscal year and rules of approval to begin with; shown, and written with --yes
    #[arg(long, value_name = "TEMPLATE")]
    template: Option<Template>,
    /// Write the template
    #[arg(long, requires = "template")]
    yes: bool,
    /// How long the link is good for, such as `10m` or `1h`
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = config::duration)]
    ttl: Duration,
}

impl Init {
    /// The link, or what a template would write; or one line with the error.
    pub async fn run(&self, config: &Config) -> Result<String, String> {
        let user_id = UserId::parse(&self.user).map_err(|why| format!("--user {:?} {why}", self.user))?;
        let address = address(config)?;
        if let Some(template) = self.template {
            let (its, ours) = (template.currency(), config.base_currency.code());
            if its != ours {
                return Err(format!("the template is in {its}, and GL_BASE_CURRENCY is {ours}"));
            }
            if !self.yes {
                let shown = template.shown(Clock::system().wall().date());
                return Ok(format!("{shown}\nNothing is written yet: --yes writes it."));
            }
        }
        let key = config.session_key()?.ok_or(WITHOUT)?;
        let engine = boot::books(config, false).await?;
        engine.set_session_key(key);
        self.record(&engine, &user_id).await?;
        link(&engine, &address, &user_id, self.ttl).await
    }

    async fn record(&self, engine: &Arc<Engine>, user_id: &UserId) -> Result<(), String> {
        let told = |error: Error| error.to_string();
        let catalog = engine.present_catalog().await.map_err(told)?;
        // Whoever began and was interrupted goes on.
        if catalog.users.values().any(|known| known.user_id != *user_id) {
            return Err(
                "there are people in these books already: gl login --user U prints a link for one of them".into()
            );
        }
        let draft = UserDraft {
            name: Some(self.name.clone().unwrap_or_else(|| user_id.to_string())),
            roles: Some([ADMIN.to_owned()].into()),
            ..UserDraft::default()
        };
        let person = SaveUser { user_id: user_id.clone(), draft, create: true, faults: Faults::default() };
        done(engine.perform(Asked::by(Actor::system()), person).await).map_err(told)?;
        if let Some(template) = self.template {
            template.write(engine, &as_administrator(user_id)).await.map_err(told)?;
        }
        engine.seal(Reach::All).await.map(drop).map_err(|error| error.to_string())
    }
}

/// The built-in role that may do everything.
const ADMIN: &str = "admin";

fn as_administrator(user_id: &UserId) -> Asked {
    Asked::by(Actor {
        user_id: user_id.clone(),
        roles: [ADMIN.to_owned()].into(),
        token_permissions: Permissions::default(),
        session_id: None,
    })
}
