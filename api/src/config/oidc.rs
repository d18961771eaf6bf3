//! The provider of OpenID Connect that people sign in at. See docs/rules/console.md#provider.

use std::path::PathBuf;

use console::host::Provider;

use super::heading::CONSOLE;
use super::secret::Secret;
use super::settings::Config;
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

impl Config {
    /// The provider, when one is configured. It must know where to send browsers back to.
    pub fn provider(&self) -> Result<Option<Provider>, String> {
        let oidc = &self.oidc;
        let Some(issuer) = oidc.issuer.clone() else {
            return match oidc.client_id {
                Some(_) => Err("GL_OIDC_CLIENT_ID is given without GL_OIDC_ISSUER".into()),
                None => Ok(None),
            };
        };
        let client_id = oidc.client_id.clone().ok_or("GL_OIDC_ISSUER needs GL_OIDC_CLIENT_ID")?;
        if self.public_url.is_none() {
            return Err("GL_OIDC_ISSUER needs GL_PUBLIC_URL: the provider sends browsers back to it".into());
        }
        Ok(Some(Provider {
            issuer,
            client_id,
            client_secret: oidc.client_secret.clone().map(|secret| secret.0),
            scopes: oidc.scopes.split_whitespace().map(str::to_owned).collect(),
            user_claim: oidc.user_claim.clone(),
        }))
    }
}

#[cfg(test)]
mod tests {
    const ISSUER: (&str, &str) = ("GL_OIDC_ISSUER", "https://id.example.com/books");
    const CLIENT: (&str, &str) = ("GL_OIDC_CLIENT_ID", "gl");
    const PUBLIC: (&str, &str) = ("GL_PUBLIC_URL", "https://books.example.com");

    #[test]
    fn a_provider_is_complete_or_there_is_none() {
        let given = |settings: &[(&'static str, &'static str)]| {
            crate::config::of(settings.iter().copied()).and_then(|config| config.provider())
        };
        assert_eq!(given(&[]), Ok(None));
        assert_eq!(given(&[PUBLIC]), Ok(None));
        let secret = ("GL_OIDC_CLIENT_SECRET", "hunter2");
        let found = given(&[ISSUER, CLIENT, PUBLIC, secret]).expect("complete").expect("a provider");
        assert_eq!((found.user_claim.as_str(), found.scopes.len()), ("sub", 2));
        assert!(!format!("{found:?}").contains("hunter2"));
        for (settings, told) in [
            (&[ISSUER, PUBLIC][..], "needs GL_OIDC_CLIENT_ID"),
            (&[ISSUER, CLIENT], "needs GL_PUBLIC_URL"),
            (&[CLIENT, PUBLIC], "without GL_OIDC_ISSUER"),
        ] {
            assert!(given(settings).is_err_and(|error| error.contains(told)), "{told}");
        }
    }
}
