//! Secrets that are mounted as files: `GL_JWT_SECRET_FILE`, `GL_DATABASE_URL_FILE`, `GL_DATABASE_READ_URL_FILE` and
//! `GL_OIDC_CLIENT_SECRET_FILE`.

use std::path::Path;

use super::settings::Config;
use super::value;

/// The settings with the contents of their secret files. `rank` is the rank of a setting's source: a flag outranks a
/// variable, a variable outranks `gl.toml`. Of a secret and its file the higher rank wins; equal ranks are an error.
pub fn taken(mut config: Config, rank: impl Fn(&str) -> u8) -> Result<Config, String> {
    let nearer = |secret: &str, file: &str, variable: &str| match rank(file).cmp(&rank(secret)) {
        std::cmp::Ordering::Greater => Ok(true),
        std::cmp::Ordering::Less => Ok(false),
        std::cmp::Ordering::Equal => Err(format!("{variable} and {variable}_FILE are both given; give one of them")),
    };
    if let Some(file) = config.jwt_secret_file.clone()
        && nearer("jwt_secret", "jwt_secret_file", "GL_JWT_SECRET")?
    {
        config.jwt_secret = Some(read("GL_JWT_SECRET_FILE", &file, value::jwt_secret)?);
    }
    if let Some(file) = config.database_url_file.clone()
        && nearer("database_url", "database_url_file", "GL_DATABASE_URL")?
    {
        config.database_url = read("GL_DATABASE_URL_FILE", &file, value::database_url)?;
    }
    if let Some(file) = config.database_read_url_file.clone()
        && nearer("database_read_url", "database_read_url_file", "GL_DATABASE_READ_URL")?
    {
        config.database_read_url = Some(read("GL_DATABASE_READ_URL_FILE", &file, value::replica_url)?);
    }
    if let Some(file) = config.oidc.client_secret_file.clone()
        && nearer("oidc_client_secret", "oidc_client_secret_file", "GL_OIDC_CLIENT_SECRET")?
    {
        config.oidc.client_secret = Some(read("GL_OIDC_CLIENT_SECRET_FILE", &file, value::provider_secret)?);
    }
    if config.is_sqlite() && config.database_read_url.is_some() {
        return Err("GL_DATABASE_READ_URL: GL_DATABASE_URL is SQLite, which has no replicas".into());
    }
    Ok(config)
}

/// The file's text without surrounding white space, parsed.
pub fn read<T>(variable: &str, file: &Path, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{variable}: {}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error))?;
    parse(text.trim()).map_err(|why| wrong(&why))
}
