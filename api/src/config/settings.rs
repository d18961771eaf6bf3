//! Each setting, one field.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::values::money::Currency;

use super::expected::Expected;
use super::oidc::Oidc;
use super::secret::Secret;
use super::{heading, value};
use crate::cors::Cors;

/// The settings, read and checked.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
#[allow(clippy::doc_markdown, rustdoc::bare_urls, reason = "the comments are the text of --help")]
pub struct Config {
    /// Settings file, read for what is given neither as a flag nor in the environment [default: gl.toml, when there]
    #[arg(long, env = "GL_CONFIG", value_name = "FILE", global = true, help_heading = heading::BOOKS)]
    pub config: Option<PathBuf>,
    /// `sqlite://…` or `postgres://…`; the folder is made if missing
    #[arg(long, env = "GL_DATABASE_URL", value_name = "URL", hide_env_values = true, global = true, help_heading = heading::BOOKS)]
    #[arg(default_value = "sqlite://data/gl.db", value_parser = value::database_url)]
    pub database_url: Secret,
    /// File that holds the database's URL, as secrets are mounted [default: none]
    #[arg(long, env = "GL_DATABASE_URL_FILE", value_name = "FILE", global = true, help_heading = heading::BOOKS)]
    pub database_url_file: Option<PathBuf>,
    /// `postgres://…` of a streaming replica, which then answers reports, exports and the audit list [default: none]
    #[arg(long, env = "GL_DATABASE_READ_URL", value_name = "URL", hide_env_values = true, global = true, help_heading = heading::SERVICE)]
    #[arg(value_parser = value::replica_url)]
    pub database_read_url: Option<Secret>,
    /// File that holds the replica's URL, as secrets are mounted [default: none]
    #[arg(long, env = "GL_DATABASE_READ_URL_FILE", value_name = "FILE", global = true, help_heading = heading::SERVICE)]
    pub database_read_url_file: Option<PathBuf>,
    /// How far the replica may be behind; beyond that the primary answers
    #[arg(long, env = "GL_DATABASE_READ_MAX_LAG", value_name = "TIME", global = true, help_heading = heading::SERVICE)]
    #[arg(default_value = "10s", value_parser = value::duration)]
    pub database_read_max_lag: Duration,
    /// The books' currency, fixed once anything is posted
    #[arg(long, env = "GL_BASE_CURRENCY", value_name = "CODE", global = true, help_heading = heading::CURRENCY)]
    #[arg(default_value = "USD", value_parser = value::currency)]
    pub base_currency: Currency,
    /// By how much of the table's exchange rate a document's may differ from it; `any` takes every rate and asks for none in the table
    #[arg(long, env = "GL_RATE_TOLERANCE", value_name = "FRACTION", global = true, help_heading = heading::CURRENCY)]
    #[arg(default_value = "0.05", value_parser = value::tolerance)]
    pub rate_tolerance: value::Tolerance,
    /// Address to listen on; port 0 picks a free one
    #[arg(long, env = "GL_LISTEN", value_name = "ADDR", global = true, help_heading = heading::SERVICE)]
    #[arg(default_value = "127.0.0.1:8080", value_parser = value::listen)]
    pub listen: String,
    /// Origin under which browsers reach the service, such as https://books.example.com [default: http:// with the address to listen on]
    #[arg(long, env = "GL_PUBLIC_URL", value_name = "URL", global = true, help_heading = heading::CONSOLE)]
    #[arg(value_parser = value::origin)]
    pub public_url: Option<String>,
    /// Name of the company whose books these are, in the console's head and on paper [default: none; the demo has one]
    #[arg(long, env = "GL_COMPANY_NAME", value_name = "NAME", global = true, help_heading = heading::CONSOLE)]
    #[arg(value_parser = value::company_name)]
    pub company_name: Option<String>,
    #[command(flatten)]
    pub oidc: Oidc,
    /// Names under which a demo's /docs may be opened, besides localhost, separated by commas [default: none]
    #[arg(long, env = "GL_HOSTS", value_name = "NAMES", global = true, help_heading = heading::SERVICE, value_delimiter = ',')]
    pub hosts: Vec<String>,
    /// Origins whose pages may call the service, with commas; `*` is all [default: none]
    #[arg(long, env = "GL_CORS_ORIGINS", value_name = "ORIGINS", global = true, help_heading = heading::SERVICE)]
    #[arg(value_parser = Cors::parse)]
    pub cors_origins: Option<Cors>,
    /// Where jobs are worked off: in this process, or none (then run `gl worker`)
    #[arg(id = "workers", long = "workers", env = "GL_WORKERS", value_name = "MODE", global = true, help_heading = heading::SERVICE)]
    #[arg(default_value = "in-process", value_parser = value::either("in-process", "none"), action = clap::ArgAction::Set)]
    pub workers_in_process: bool,
    /// May the submitter approve their own document
    #[arg(long, env = "GL_SELF_APPROVAL", value_name = "MODE", global = true, help_heading = heading::SERVICE)]
    #[arg(default_value = "deny", value_parser = value::either("allow", "deny"), action = clap::ArgAction::Set)]
    pub self_approval: bool,
    /// How long an approve waits for the posting job
    #[arg(long, env = "GL_POSTING_WAIT", value_name = "TIME", global = true, help_heading = heading::SERVICE)]
    #[arg(default_value = "5s", value_parser = value::duration)]
    pub posting_wait: Duration,
    /// HS256 key of at least 32 bytes [default: made on first start beside the database, only with SQLite]
    #[arg(long, env = "GL_JWT_SECRET", value_name = "SECRET", hide_env_values = true, global = true, help_heading = heading::TOKENS)]
    #[arg(value_parser = value::jwt_secret)]
    pub jwt_secret: Option<Secret>,
    /// File that holds the HS256 key, as secrets are mounted [default: none]
    #[arg(long, env = "GL_JWT_SECRET_FILE", value_name = "FILE", global = true, help_heading = heading::TOKENS)]
    pub jwt_secret_file: Option<PathBuf>,
    /// File that holds the key of the console's sessions, at least 32 bytes [default: follows from the HS256 key]
    #[arg(long, env = "GL_SESSION_KEY_FILE", value_name = "FILE", global = true, help_heading = heading::CONSOLE)]
    pub session_key_file: Option<PathBuf>,
    /// File path or URL of a JWK set with RS256, ES256 or EdDSA keys [default: none]
    #[arg(long, env = "GL_JWKS", value_name = "FILE|URL", global = true, help_heading = heading::TOKENS)]
    pub jwks: Option<String>,
    #[command(flatten)]
    pub expected: Expected,
    /// What is logged: `error`, `warn`, `info`, `debug`, or a tracing filter
    #[arg(long, env = "GL_LOG", value_name = "FILTER", global = true, help_heading = heading::LOG)]
    #[arg(default_value = "info")]
    pub log: String,
    /// How it is logged: as text, or as JSON for machines
    #[arg(id = "log_format", long = "log-format", env = "GL_LOG_FORMAT", value_name = "FORMAT", global = true, help_heading = heading::LOG)]
    #[arg(default_value = "text", value_parser = value::either("json", "text"), action = clap::ArgAction::Set)]
    pub log_json: bool,
    /// OpenTelemetry collector that gets a span for each request, by OTLP over HTTP, such as http://127.0.0.1:4318 [default: none]
    #[arg(long, env = "GL_OTLP_ENDPOINT", value_name = "URL", global = true, help_heading = heading::TRACES)]
    #[arg(value_parser = value::http_url)]
    pub otlp_endpoint: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
}

/// The limits of the server.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest that a request may take; then 503
    #[arg(long, env = "GL_REQUEST_TIMEOUT", value_name = "TIME", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "30s", value_parser = value::duration)]
    pub request_timeout: Duration,
    /// The most connections open at a time; a new one gets the place of one that is idle, or waits
    #[arg(long, env = "GL_MAX_CONNECTIONS", value_name = "N", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "1024", value_parser = value::at_least_one)]
    pub max_connections: usize,
    /// The most requests worked on at a time; more wait for their turn
    #[arg(long, env = "GL_MAX_REQUESTS", value_name = "N", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "40", value_parser = value::at_least_one)]
    pub max_requests: usize,
    /// The most requests that wait for their turn; then 503
    #[arg(long, env = "GL_QUEUE_LENGTH", value_name = "N", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "512", value_parser = value::number::<usize>)]
    pub queue_length: usize,
    /// The longest that a request waits for its turn; then 503
    #[arg(long, env = "GL_QUEUE_WAIT", value_name = "TIME", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "2s", value_parser = value::duration)]
    pub queue_wait: Duration,
    /// Requests a second for each user; 0 sets no limit
    #[arg(long, env = "GL_RATE_LIMIT", value_name = "N", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "0", value_parser = value::number::<u32>)]
    pub rate_limit: u32,
    /// MiB of answers that wait for their readers; more wait a moment, then 503
    #[arg(long, env = "GL_ANSWER_MEMORY", value_name = "N", global = true, help_heading = heading::LIMITS)]
    #[arg(default_value = "64", value_parser = value::number::<usize>)]
    pub answer_memory: usize,
}

impl Config {
    pub fn is_sqlite(&self) -> bool {
        self.database_url.0.starts_with("sqlite:")
    }
}
