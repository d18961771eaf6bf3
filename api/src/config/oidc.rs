//! The provider of OpenID Connect that people sign in at. See docs/rules/console.md#provider.

use std::path::PathBuf;

use super::heading::CONSOLE;
use super::secret::Secret;
use super::value;

/// The settings of the provider.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
#[allow(clippy::doc_markdown, reason = "the comments are the text of --help")]
pub struct Oidc {
    /// OpenID Connect provider that people sign in at, as its discovery document spells its issuer [default: none]
    #[arg(id = "oidc_issuer", long = "oidc-issuer", env = "GL_OIDC_ISSUER", value_name = "URL", global = true, help_heading = CONSOLE)]
    #[arg(value_parser = value::http_url)]
    pub issuer: Option<String>,
    /// Id of this service at the provider [default: none]
    #[arg(id = "oidc_client_id", long = "oidc-client-id", env = "GL_OIDC_CLIENT_ID", value_name = "ID", global = true, help_heading = CONSOLE)]
    pub client_id: Option<String>,
    /// Secret of this service at the provider, if it gave one [default: none]
    #[arg(id = "oidc_client_secret", long = "oidc-client-secret", env = "GL_OIDC_CLIENT_SECRET", value_name = "SECRET", hide_env_values = true, global = true, help_heading = CONSOLE)]
    #[arg(value_parser = value::provider_secret)]
    pub client_secret: Option<Secret>,
    /// File that holds the secret at the provider, as secrets are mounted [default: none]
    #[arg(id = "oidc_client_secret_file", long = "oidc-client-secret-file", env = "GL_OIDC_CLIENT_SECRET_FILE", value_name = "FILE", global = true, help_heading = CONSOLE)]
    pub client_secret_file: Option<PathBuf>,
    /// What the provider is asked for, with spaces
    #[arg(id = "oidc_scopes", long = "oidc-scopes", env = "GL_OIDC_SCOPES", value_name = "SCOPES", global = true, help_heading = CONSOLE)]
    #[arg(default_value = "openid profile")]
    pub scopes: String,
    /// Claim of the provider's ID token that is the user id
    #[arg(id = "oidc_user_claim", long = "oidc-user-claim", env = "GL_OIDC_USER_CLAIM", value_name = "CLAIM", global = true, help_heading = CONSOLE)]
    #[arg(default_value = "sub")]
    pub user_claim: String,
}
