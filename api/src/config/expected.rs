//! The expected claims of a token.

use super::heading::TOKENS;

/// The expected claims of a token.
#[derive(clap::Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct Expected {
    /// What `iss` in a token must be; it must be there then [default: not checked]
    #[arg(id = "jwt_issuer", long = "jwt-issuer", env = "GL_JWT_ISSUER", value_name = "TEXT", global = true, help_heading = TOKENS)]
    pub issuer: Option<String>,
    /// What `aud` in a token must hold; it must be there then [default: not checked]
    #[arg(id = "jwt_audience", long = "jwt-audience", env = "GL_JWT_AUDIENCE", value_name = "TEXT", global = true, help_heading = TOKENS)]
    pub audience: Option<String>,
}
