//! The provider that the settings name, for the console. See docs/rules/console.md#provider.

use console::host::Provider;

use super::settings::Config;

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
