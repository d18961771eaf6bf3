//! The file of books on SQLite, before it is opened: where it is, and that only its owner can read it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;

/// The file that a URL names; none for a database in memory or on PostgreSQL.
pub fn of_url(url: &str) -> Option<PathBuf> {
    if !url.starts_with("sqlite:") || url.contains(":memory:") || url.contains("mode=memory") {
        return None;
    }
    let options = SqliteConnectOptions::from_str(url).ok()?;
    let file = options.get_filename();
    (!file.as_os_str().is_empty()).then(|| file.to_path_buf())
}

/// Makes the folder, with those above it, for its owner alone. One that is there already stays as it is.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes the file, empty, for its owner alone, unless it is there. SQLite gives its write-ahead log, its index of that and its
/// journal the permissions of the database. Existing files lose the permissions of all others.
pub fn make_private(file: &Path) -> io::Result<()> {
    match make_new(file) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    for suffix in ["", "-wal", "-shm", "-journal"] {
        close_to_others(&beside(file, suffix));
    }
    Ok(())
}

/// Makes the file, empty, for its owner alone. `Err` when it is there.
pub fn make_new(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

/// The database's own file with a suffix, such as `-wal`.
pub fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// When the permissions may not be changed a warning is logged and the start goes on: the books matter more.
#[cfg(unix)]
fn close_to_others(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(found) = fs::metadata(file) else { return };
    let mode = found.permissions().mode() & 0o7777;
    if mode.trailing_zeros() >= 6 {
        return;
    }
    match fs::set_permissions(file, fs::Permissions::from_mode(mode & !0o077)) {
        Ok(()) => {
            tracing::warn!(file = %file.display(), "others could read it (mode {mode:o}); now only its owner can");
        }
        Err(error) => tracing::warn!(file = %file.display(), %error, "others can read it (mode {mode:o})"),
    }
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_found_in_the_url() {
        for (url, file) in [
            ("sqlite://data/gl.db", Some("data/gl.db")),
            ("sqlite:///var/my%20books/x.db?mode=rwc", Some("/var/my books/x.db")),
            ("sqlite:gl.db", Some("gl.db")),
            ("sqlite::memory:", None),
            ("sqlite://:memory:", None),
            ("postgres://host/database", None),
        ] {
            assert_eq!(of_url(url), file.map(PathBuf::from), "{url}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_and_folders_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        let above = std::env::temp_dir().join(crate::values::id::fresh("gl-file-"));
        let folder = above.join("data");
        make_folder(&folder).expect("made");
        assert_eq!((mode(&above), mode(&folder)), (0o700, 0o700));
        let file = folder.join("gl.db");
        make_private(&file).expect("made");
        assert_eq!(mode(&file), 0o600);
        for path in [&file, &beside(&file, "-wal")] {
            fs::write(path, "x").expect("written");
            fs::set_permissions(path, fs::Permissions::from_mode(0o664)).expect("opened to others");
        }
        make_private(&file).expect("there");
        assert_eq!((mode(&file), mode(&beside(&file, "-wal"))), (0o600, 0o600));
        assert_eq!(fs::read_to_string(&file).expect("kept"), "x");
        fs::remove_dir_all(above).expect("cleaned");
    }
}
