//! The HS256 key that is made on first start, only with `SQLite`, and kept beside the database in `jwt.key`.
//! See docs/rules/operation.md#signing-key.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::secret::Secret;
use super::settings::Config;
use super::value::MIN_SECRET;

/// The key that signs tokens, and whether the service generated it.
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
        engine::kernel::outsiders::file::of_url(&self.database_url.0)
    }
}

/// Reads the key. A missing key is made, by one process at a time. An empty file counts as a missing key: earlier
/// releases left one when they were killed between making the file and writing it.
fn read_or_make(path: &Path) -> Result<String, String> {
    if let Some(secret) = read(path)? {
        return Ok(secret);
    }
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    engine::kernel::outsiders::file::make_folder(folder).map_err(told)?;
    // The lock is held until the key is in its place: two processes that start on a new folder end up with one key.
    let alone = fs::File::open(folder).map_err(told)?;
    alone.lock().map_err(told)?;
    if let Some(secret) = read(path)? {
        return Ok(secret);
    }
    let secret = random_hex()?;
    write_whole(path, &secret).and_then(|()| alone.sync_all()).map_err(told)?;
    Ok(secret)
}

/// `None` when there is no key yet.
fn read(path: &Path) -> Result<Option<String>, String> {
    let told = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(told(error)),
    };
    if text.is_empty() {
        return Ok(None);
    }
    if let Some(mode) = mode_open_to_others(path).map_err(told)? {
        if !is_mounted(path) {
            return Err(format!(
                "{}: others can read this key (mode {mode:o}): chmod 600 it, or remove it and a new one is made",
                path.display()
            ));
        }
        tracing::warn!(file = %path.display(), "others can read this key (mode {mode:o})");
    }
    let secret = text.trim();
    if secret.len() < MIN_SECRET {
        return Err(format!(
            "{}: holds no key of at least {MIN_SECRET} bytes; remove it and a new one is made",
            path.display()
        ));
    }
    Ok(Some(secret.to_owned()))
}

/// The permission bits, when others than the owner have any. A secret that an orchestrator mounts may have such bits.
pub fn mode_open_to_others(path: &Path) -> std::io::Result<Option<u32>> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path)?.permissions().mode() & 0o777;
        Ok((mode & 0o077 != 0).then_some(mode))
    }
    #[cfg(not(unix))]
    fs::metadata(path).map(|_| None)
}

/// Orchestrators mount a secret as a link; the service makes plain files.
fn is_mounted(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_symlink())
}

/// Writes a file beside the path and then renames it, so that no process ever reads half a key.
fn write_whole(path: &Path, secret: &str) -> std::io::Result<()> {
    let beside = path.with_extension("key.new");
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(secret.as_bytes()).and_then(|()| file.sync_all())?;
    fs::rename(&beside, path)
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

    fn config(url: &str) -> Config {
        crate::config::of([("GL_DATABASE_URL", url)]).expect("fine")
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
        let folder = std::env::temp_dir().join(engine::values::id::fresh("gl-key-"));
        let config = config(&format!("sqlite://{}/gl.db", folder.display()));
        let first = config.signing_key().expect("made").expect("a key");
        assert!(first.generated && first.secret.0.len() == 64);
        assert_eq!(config.signing_key().expect("read"), Some(first));
        let key = folder.join("jwt.key");
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!((mode(&key), mode(&folder)), (0o600, 0o700));
        fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).expect("changed");
        let told = config.signing_key().expect_err("the group can read it");
        assert!(told.contains("jwt.key: others can read this key (mode 640)"), "{told}");
        fs::remove_dir_all(folder).expect("cleaned");
    }

    #[cfg(unix)]
    #[test]
    fn a_key_that_is_mounted_may_be_open_to_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(engine::values::id::fresh("gl-key-"));
        fs::create_dir_all(&folder).expect("a folder");
        let secret = folder.join("secret");
        fs::write(&secret, "0123456789abcdef0123456789abcdef\n").expect("written");
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("changed");
        std::os::unix::fs::symlink(&secret, folder.join("jwt.key")).expect("mounted");
        let key = config(&format!("sqlite://{}/gl.db", folder.display())).signing_key().expect("read").expect("a key");
        assert_eq!(key.secret.0, "0123456789abcdef0123456789abcdef");
        fs::remove_dir_all(folder).expect("cleaned");
    }

    #[test]
    fn a_key_whose_writing_was_cut_off_is_made_again_and_one_key_is_made_by_many() {
        let folder = std::env::temp_dir().join(engine::values::id::fresh("gl-key-"));
        fs::create_dir_all(&folder).expect("a folder");
        // An empty file, as release 1268427 left it, and a key of this release.
        fs::write(folder.join("jwt.key"), "").expect("empty");
        fs::write(folder.join("jwt.key.new"), "0123").expect("half");
        let config = config(&format!("sqlite://{}/gl.db", folder.display()));
        let keys: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| config.signing_key().expect("a key"))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok().flatten()).map(|key| key.secret.0).collect()
        });
        assert_eq!(keys.len(), 4);
        assert!(keys.iter().all(|key| key.len() == 64 && *key == keys[0]), "{keys:?}");
        fs::remove_dir_all(folder).expect("cleaned");
    }
}
