//! Secrets that are mounted as files: `GL_JWT_SECRET_FILE` and `GL_DATABASE_URL_FILE`.

use std::path::Path;

use super::settings::Config;
use super::value;

/// The settings with the secrets that their files hold. `rank` says how near at hand a setting was given: a flag is nearer than
/// a variable, that nearer than `gl.toml`. The nearer of a secret and its file is taken; where both are as near, neither.
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
    Ok(config)
}

/// The file's text without the blanks around it.
fn read<T>(variable: &str, file: &Path, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
    let wrong = |why: &dyn std::fmt::Display| format!("{variable}: {}: {why}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| wrong(&error))?;
    parse(text.trim()).map_err(|why| wrong(&why))
}
