//! PostgreSQL: one throw-away server per test process, one migrated template database, and a copy of it per test.
//!
//! `GL_TEST_POSTGRES_URL` names a server of one's own instead; its user must be allowed to create databases.

pub mod own;
pub mod server;

use std::sync::atomic::{AtomicBool, Ordering};

use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection};
use tokio::sync::OnceCell;

use crate::scratch;

/// Tests may lose their databases in a power cut; the benchmark may not.
static DURABLE: AtomicBool = AtomicBool::new(false);

/// Every commit of the server is on the disk before it is answered. Call it before the first database.
pub fn keep_commits() {
    DURABLE.store(true, Ordering::Relaxed);
    scratch::keep_on_disk();
}

/// The server on which databases are made.
#[derive(Debug)]
struct Cluster {
    /// `postgres://user:password@host:port`, without a database.
    address: String,
    /// The database to connect to while making others.
    home: String,
    template: String,
}

impl Cluster {
    fn url(&self, database: &str) -> String {
        format!("{}/{database}", self.address)
    }

    async fn run(&self, sql: &str) {
        let db = connect(&self.url(&self.home)).await;
        db.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        let _ = db.close().await;
    }
}

pub async fn connect(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    // Migrating holds its lock on one connection and works on another.
    options.max_connections(2).sqlx_logging(false);
    sea_orm::Database::connect(options).await.unwrap_or_else(|error| panic!("PostgreSQL for the tests: {error}"))
}

async fn cluster() -> &'static Cluster {
    static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
    CLUSTER
        .get_or_init(|| async {
            let template = format!("gl_test_{}_template", std::process::id());
            let (address, home) = match std::env::var("GL_TEST_POSTGRES_URL") {
                Ok(url) => split(&url),
                Err(_) => (server::start(DURABLE.load(Ordering::Relaxed)), "postgres".to_owned()),
            };
            let cluster = Cluster { address, home, template };
            cluster.run(&format!("DROP DATABASE IF EXISTS {}", cluster.template)).await;
            cluster.run(&format!("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0", cluster.template)).await;
            let db = connect(&cluster.url(&cluster.template)).await;
            migration::up(&db).await.expect("the PostgreSQL template migrates");
            // A database with connections cannot be copied.
            db.close().await.expect("the PostgreSQL template closes");
            cluster
        })
        .await
}

fn split(url: &str) -> (String, String) {
    let start = url.find("://").expect("GL_TEST_POSTGRES_URL: postgres://user:password@host:port/database") + 3;
    match url[start..].find('/') {
        Some(slash) => (url[..start + slash].to_owned(), url[start + slash + 1..].to_owned()),
        None => (url.to_owned(), "postgres".to_owned()),
    }
}

/// The database of one test; dropped with it.
#[derive(Debug)]
pub struct Fresh {
    pub url: String,
    name: String,
    cluster: &'static Cluster,
}

impl Fresh {
    /// A database with the current schema and nothing in it.
    pub async fn new() -> Self {
        let template = &cluster().await.template;
        Self::from_template(template).await
    }

    /// A database without a schema.
    pub async fn empty() -> Self {
        Self::from_template("template0").await
    }

    /// A database with the current schema that sorts as a dictionary does, capitals beside small letters.
    pub async fn sorted_as_english() -> Self {
        let english = "template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
        let fresh = Self::from_template(english).await;
        let db = connect(&fresh.url).await;
        migration::up(&db).await.expect("migrated");
        db.close().await.expect("closed");
        fresh
    }

    async fn from_template(template: &str) -> Self {
        let cluster = cluster().await;
        let name = format!("gl_test_{}_{}", std::process::id(), scratch::number());
        cluster.run(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
        Self { url: cluster.url(&name), name, cluster }
    }
}

impl Drop for Fresh {
    /// The removal is not awaited: a test does not wait for the disk, and the server goes with the process anyway.
    fn drop(&mut self) {
        let (url, name) = (self.cluster.url(&self.cluster.home), self.name.clone());
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                let Ok(db) = sea_orm::Database::connect(url).await else { return };
                let _ = db.execute_unprepared(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
            });
        });
    }
}
