//! The HS256 key that is made on first start, only with `SQLite`, and kept beside the database in `jwt.key` (C2).

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{Config, Secret};
use crate::auth::keys::MIN_SECRET;

/// The key that tokens are signed with, and whether it is one that the service made for itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SigningKey {
    pub secret: Secret,
    pub generated: bool,
}

impl Config {
    /// The HS256 key: the configured one, or with `SQLite` and no JWK set the kept one, made when missing. `None`
    /// when only a JWK set is configured.
    pub fn signing_key(&self) -> Result<Option<SigningKey>, String> {
        if let Some(secret) = &self.jwt_secret {
            return Ok(Some(SigningKey { secret: secret.clone(), generated: false }));
        }
        if self.jwks.is_some() {
            return Ok(None);
        }
        let folder = self
            .sqlite_folder()
            .ok_or("with PostgreSQL set GL_JWT_SECRET or GL_JWKS; a key is made only with SQLite")?;
        let secret = read_or_make(&folder.join("jwt.key"))?;
        Ok(Some(SigningKey { secret: Secret(secret), generated: true }))
    }

    /// The folder of the `SQLite` file; `data` for a database in memory.
    pub fn sqlite_folder(&self) -> Option<PathBuf> {
        let Some(file) = self.sqlite_file() else { return self.is_sqlite().then(|| PathBuf::from("data")) };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Some(folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf))
    }

    /// The `SQLite` file; none for a database in memory.
    pub fn sqlite_file(&self) -> Option<PathBuf> {
        let rest = self.database_url.0.strip_prefix("sqlite:")?;
        let path = rest.strip_prefix("//").unwrap_or(rest).split('?').next().unwrap_or_default();
        (!path.is_empty() && !path.contains(":memory:")).then(|| PathBuf::from(path))
    }
}

fn read_or_make(path: &Path) -> Result<String, String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    match fs::read_to_string(path) {
        Ok(text) if text.trim().len() >= MIN_SECRET => return Ok(text.trim().to_owned()),
        Ok(_) => {
            return Err(format!(
                "{}: holds no key of at least {MIN_SECRET} bytes; remove it and a new one is made",
                path.display()
            ));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(told(error)),
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(told)?;
    }
    let secret = random_hex()?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(told)?;
    file.write_all(secret.as_bytes()).and_then(|()| file.sync_all()).map_err(told)?;
    Ok(secret)
}

fn random_hex() -> Result<String, String> {
    let mut bytes = [0_u8; 32];
    let provider = rustls::crypto::ring::default_provider();
    provider.secure_random.fill(&mut bytes).map_err(|_| "the machine gives no randomness for a key")?;
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Ok(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;

    fn config(url: &str) -> Config {
        Config::load(Settings { database_url: Some(url.into()), ..Settings::default() }).expect("fine")
    }

    #[test]
    fn the_key_stands_beside_the_database() {
        for (url, folder) in
            [("sqlite://data/gl.db", "data"), ("sqlite:///var/gl/x.db?mode=rwc", "/var/gl"), ("sqlite://gl.db", ".")]
        {
            assert_eq!(config(url).sqlite_folder(), Some(PathBuf::from(folder)), "{url}");
        }
        assert!(config("postgres://h/d").signing_key().is_err());
    }

    #[cfg(unix)]
    #[test]
    fn it_is_made_once_and_for_the_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(engine::id::fresh("gl-key-"));
        let config = config(&format!("sqlite://{}/gl.db", folder.display()));
        let first = config.signing_key().expect("made").expect("a key");
        assert!(first.generated && first.secret.0.len() == 64);
        assert_eq!(config.signing_key().expect("read"), Some(first));
        let mode = fs::metadata(folder.join("jwt.key")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(folder).expect("cleaned");
    }
}
