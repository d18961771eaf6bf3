//! SQLite: one migrated file is made per test process, and each test gets a copy.

use std::path::PathBuf;

use tokio::sync::OnceCell;

use crate::scratch;

/// The file of one test, in a folder of its own (for `-wal`, `-shm` and `jwt.key`).
#[derive(Debug)]
pub struct File {
    pub folder: PathBuf,
    pub url: String,
}

impl File {
    pub async fn fresh() -> Self {
        let template = template().await;
        let file = Self::absent();
        std::fs::copy(template, file.folder.join("gl.db")).expect("a copy of the template");
        file
    }

    /// A file on the disk: such files have attributes that files in memory do not have.
    pub async fn fresh_on_disk() -> Self {
        let template = template().await;
        let file = Self::within(scratch::folder_on_disk(&format!("sqlite-{}", scratch::number())));
        std::fs::copy(template, file.folder.join("gl.db")).expect("a copy of the template");
        file
    }

    /// A path without a file.
    pub fn absent() -> Self {
        Self::within(scratch::folder(&format!("sqlite-{}", scratch::number())))
    }

    fn within(folder: PathBuf) -> Self {
        let url = format!("sqlite://{}", folder.join("gl.db").display());
        Self { folder, url }
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

async fn template() -> &'static PathBuf {
    static TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            let path = scratch::folder("sqlite-template").join("gl.db");
            let url = format!("sqlite://{}?mode=rwc", path.display());
            let db = sea_orm::Database::connect(url).await.expect("the SQLite template opens");
            migration::up(&db).await.expect("the SQLite template migrates");
            // Closing the last connection moves all of the write-ahead log into the file.
            db.close().await.expect("the SQLite template closes");
            path
        })
        .await
}
