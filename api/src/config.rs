//! Configuration (C2): flag, then environment, then `gl.toml`, then default. Whatever is wrong is told in one line.

pub mod key_file;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::money::{Currency, decimal_from_text};
use rust_decimal::Decimal;

use crate::auth::token::Expected;

/// The settings as given on the command line or in the environment.
#[derive(Args, Clone, Default)]
#[allow(clippy::doc_markdown, rustdoc::bare_urls, reason = "the comments are the text of --help")]
pub struct Settings {
    /// Settings file, read for what is given neither as a flag nor in the environment [default: gl.toml, when there]
    #[arg(long, env = "GL_CONFIG", value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// `sqlite://…` or `postgres://…`; the folder is made if missing [default: sqlite://data/gl.db]
    #[arg(long, env = "GL_DATABASE_URL", value_name = "URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// Address to listen on; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, env = "GL_LISTEN", value_name = "ADDR", global = true)]
    pub listen: Option<String>,
    /// `in-process`, or `none` (then run `gl worker`) [default: in-process]
    #[arg(long, env = "GL_WORKERS", value_name = "MODE", global = true)]
    pub workers: Option<String>,
    /// HS256 key of at least 32 bytes [default: made on first start beside the database, only with SQLite]
    #[arg(long, env = "GL_JWT_SECRET", value_name = "SECRET", hide_env_values = true, global = true)]
    pub jwt_secret: Option<String>,
    /// File path or URL of a JWK set with RS256, ES256 or EdDSA keys [default: none]
    #[arg(long, env = "GL_JWKS", value_name = "FILE|URL", global = true)]
    pub jwks: Option<String>,
    /// What `iss` in a token must be [default: not checked]
    #[arg(long, env = "GL_JWT_ISSUER", value_name = "TEXT", global = true)]
    pub jwt_issuer: Option<String>,
    /// What `aud` in a token must hold [default: not checked]
    #[arg(long, env = "GL_JWT_AUDIENCE", value_name = "TEXT", global = true)]
    pub jwt_audience: Option<String>,
    /// May the submitter approve their own document: `deny` or `allow` [default: deny]
    #[arg(long, env = "GL_SELF_APPROVAL", value_name = "MODE", global = true)]
    pub self_approval: Option<String>,
    /// How long an approve waits for the posting job [default: 5s]
    #[arg(long, env = "GL_POSTING_WAIT", value_name = "TIME", global = true)]
    pub posting_wait: Option<String>,
    /// The books' currency, fixed once anything is posted [default: USD]
    #[arg(long, env = "GL_BASE_CURRENCY", value_name = "CODE", global = true)]
    pub base_currency: Option<String>,
    /// By how much of the table's exchange rate a document's may differ from it; `any` asks for no rate in the table [default: 0.05]
    #[arg(long, env = "GL_RATE_TOLERANCE", value_name = "FRACTION", global = true)]
    pub rate_tolerance: Option<String>,
    /// What is logged: `error`, `warn`, `info`, `debug`, or a tracing filter [default: info]
    #[arg(long, env = "GL_LOG", value_name = "FILTER", global = true)]
    pub log: Option<String>,
    /// `text` or `json` [default: text]
    #[arg(long, env = "GL_LOG_FORMAT", value_name = "FORMAT", global = true)]
    pub log_format: Option<String>,
    /// The longest that a request may take; then 503 [default: 30s]
    #[arg(long, env = "GL_REQUEST_TIMEOUT", value_name = "TIME", global = true)]
    pub request_timeout: Option<String>,
    /// The most connections open at a time; more wait [default: 1024]
    #[arg(long, env = "GL_MAX_CONNECTIONS", value_name = "N", global = true)]
    pub max_connections: Option<String>,
    /// The most requests worked on at a time; more wait for their turn [default: 40]
    #[arg(long, env = "GL_MAX_REQUESTS", value_name = "N", global = true)]
    pub max_requests: Option<String>,
    /// The most requests that wait for their turn; then 503 [default: 512]
    #[arg(long, env = "GL_QUEUE_LENGTH", value_name = "N", global = true)]
    pub queue_length: Option<String>,
    /// The longest that a request waits for its turn; then 503 [default: 2s]
    #[arg(long, env = "GL_QUEUE_WAIT", value_name = "TIME", global = true)]
    pub queue_wait: Option<String>,
    /// Requests a second for each user; 0 sets no limit [default: 0]
    #[arg(long, env = "GL_RATE_LIMIT", value_name = "N", global = true)]
    pub rate_limit: Option<String>,
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// The settings, read and checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    pub database_url: Secret,
    pub listen: String,
    /// Whether this process also works off the jobs.
    pub workers_in_process: bool,
    pub jwt_secret: Option<Secret>,
    pub jwks: Option<String>,
    pub expected: Expected,
    pub self_approval: bool,
    pub posting_wait: Duration,
    pub base_currency: Currency,
    /// `None`: any rate.
    pub rate_tolerance: Option<Decimal>,
    pub log: String,
    pub log_json: bool,
    pub limits: Limits,
}

/// What the server allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub request_timeout: Duration,
    pub max_connections: usize,
    /// Requests worked on at a time.
    pub max_requests: usize,
    /// Requests that wait for their turn, and for how long.
    pub queue_length: usize,
    pub queue_wait: Duration,
    /// Requests a second for each user; 0 is no limit.
    pub rate_limit: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request_timeout: Duration::from_secs(30),
            max_connections: 1024,
            max_requests: 40,
            queue_length: 512,
            queue_wait: Duration::from_secs(2),
            rate_limit: 0,
        }
    }
}

/// The settings of `gl.toml`, by the names of the variables without `GL_`, in lower case.
type File = BTreeMap<String, toml::Value>;

const KEYS: [&str; 19] = [
    "database_url",
    "listen",
    "workers",
    "jwt_secret",
    "jwks",
    "jwt_issuer",
    "jwt_audience",
    "self_approval",
    "posting_wait",
    "base_currency",
    "rate_tolerance",
    "log",
    "log_format",
    "request_timeout",
    "max_connections",
    "max_requests",
    "queue_length",
    "queue_wait",
    "rate_limit",
];

impl Config {
    /// Reads `gl.toml` (or `--config`) for what the settings leave open, and checks everything.
    pub fn load(settings: Settings) -> Result<Self, String> {
        let name = settings.config.clone().unwrap_or_else(|| PathBuf::from("gl.toml"));
        let told = |why: &dyn fmt::Display| format!("{}: {why}", name.display());
        let text = match std::fs::read_to_string(&name) {
            Ok(text) => text,
            // Only the usual file may be missing; one that is there and cannot be read is not passed over.
            Err(error) if settings.config.is_none() && error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(told(&error)),
        };
        let file: File = toml::from_str(&text).map_err(|error| told(&error.message()))?;
        Self::resolve(settings, &file)
    }

    fn resolve(settings: Settings, file: &File) -> Result<Self, String> {
        if let Some(unknown) = file.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return Err(format!("gl.toml: there is no setting {unknown:?}; there are {}", KEYS.join(", ")));
        }
        let pick = |given: Option<String>, key: &str| -> Option<String> {
            let filed = || match file.get(key)? {
                toml::Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            given.filter(|text| !text.trim().is_empty()).or_else(filed)
        };
        let pick_or = |given, key, default: &str| pick(given, key).unwrap_or_else(|| default.to_owned());
        let config = Self {
            database_url: Secret(database_url(pick_or(settings.database_url, "database_url", "sqlite://data/gl.db"))?),
            listen: listen(pick_or(settings.listen, "listen", "127.0.0.1:8080"))?,
            workers_in_process: choice(
                "GL_WORKERS",
                &pick_or(settings.workers, "workers", "in-process"),
                "in-process",
                "none",
            )?,
            jwt_secret: pick(settings.jwt_secret, "jwt_secret").map(Secret),
            jwks: pick(settings.jwks, "jwks"),
            expected: Expected {
                issuer: pick(settings.jwt_issuer, "jwt_issuer"),
                audience: pick(settings.jwt_audience, "jwt_audience"),
            },
            self_approval: choice(
                "GL_SELF_APPROVAL",
                &pick_or(settings.self_approval, "self_approval", "deny"),
                "allow",
                "deny",
            )?,
            posting_wait: duration("GL_POSTING_WAIT", &pick_or(settings.posting_wait, "posting_wait", "5s"))?,
            base_currency: currency(&pick_or(settings.base_currency, "base_currency", "USD"))?,
            rate_tolerance: tolerance(&pick_or(settings.rate_tolerance, "rate_tolerance", "0.05"))?,
            log: pick_or(settings.log, "log", "info"),
            log_json: choice("GL_LOG_FORMAT", &pick_or(settings.log_format, "log_format", "text"), "json", "text")?,
            limits: Limits {
                request_timeout: duration(
                    "GL_REQUEST_TIMEOUT",
                    &pick_or(settings.request_timeout, "request_timeout", "30s"),
                )?,
                max_connections: number::<usize>(
                    "GL_MAX_CONNECTIONS",
                    &pick_or(settings.max_connections, "max_connections", "1024"),
                )?
                .max(1),
                max_requests: number::<usize>(
                    "GL_MAX_REQUESTS",
                    &pick_or(settings.max_requests, "max_requests", "40"),
                )?
                .max(1),
                queue_length: number("GL_QUEUE_LENGTH", &pick_or(settings.queue_length, "queue_length", "512"))?,
                queue_wait: duration("GL_QUEUE_WAIT", &pick_or(settings.queue_wait, "queue_wait", "2s"))?,
                rate_limit: number("GL_RATE_LIMIT", &pick_or(settings.rate_limit, "rate_limit", "0"))?,
            },
        };
        match &config.jwt_secret {
            Some(secret) if secret.0.len() < crate::auth::keys::MIN_SECRET => {
                Err(format!("GL_JWT_SECRET: must have at least {} bytes", crate::auth::keys::MIN_SECRET))
            }
            _ => Ok(config),
        }
    }

    pub fn is_sqlite(&self) -> bool {
        self.database_url.0.starts_with("sqlite:")
    }
}

fn database_url(url: String) -> Result<String, String> {
    let known = ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if known { Ok(url) } else { Err("GL_DATABASE_URL: must begin with sqlite:// or postgres://".into()) }
}

fn listen(address: String) -> Result<String, String> {
    let fine = address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if fine { Ok(address) } else { Err(format!("GL_LISTEN: {address:?} is no address; it looks like 127.0.0.1:8080")) }
}

/// Whether `text` is `yes` rather than `no`; anything else is an error.
fn choice(name: &str, text: &str, yes: &str, no: &str) -> Result<bool, String> {
    match text {
        _ if text == yes => Ok(true),
        _ if text == no => Ok(false),
        _ => Err(format!("{name}: {text:?} is neither {yes} nor {no}")),
    }
}

fn number<N: std::str::FromStr>(name: &str, text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| format!("{name}: {text:?} is not a whole number in range"))
}

fn currency(code: &str) -> Result<Currency, String> {
    Currency::parse(code).ok_or_else(|| format!("GL_BASE_CURRENCY: {code:?} is no ISO 4217 currency"))
}

/// A fraction of at most six decimals, or `any`.
fn tolerance(text: &str) -> Result<Option<Decimal>, String> {
    if text.trim() == "any" {
        return Ok(None);
    }
    let known = |value: &Decimal| (Decimal::ZERO..=Decimal::ONE).contains(value) && value.scale() <= 6;
    let read = decimal_from_text(text.trim()).map(|value| value.normalize()).filter(known);
    read.map(Some).ok_or_else(|| {
        format!(
            "GL_RATE_TOLERANCE: {text:?} is neither a fraction from 0 to 1 with up to 6 decimals, such as 0.05, nor any"
        )
    })
}

/// `500ms`, `5s`, `2m`, `1h`, `7d`; a bare number is seconds.
pub fn duration(name: &str, text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|found: char| found.is_ascii_alphabetic());
    let unit = text.get(digits.len()..).unwrap_or_default();
    let millis: Option<u64> = match unit {
        "ms" => Some(1),
        "s" | "" => Some(1_000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    };
    let total = millis.zip(digits.trim().parse::<u64>().ok()).and_then(|(unit, count)| unit.checked_mul(count));
    total
        .map(Duration::from_millis)
        .ok_or_else(|| format!("{name}: {text:?} is no time; it looks like 500ms, 5s or 1h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        toml::from_str(text).expect("toml")
    }

    #[test]
    fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
        let settings = Settings { listen: Some("0.0.0.0:1".into()), ..Settings::default() };
        let config = Config::resolve(settings, &file("listen = \"1.1.1.1:2\"\nrate_limit = 7")).expect("fine");
        assert_eq!((config.listen.as_str(), config.limits.rate_limit), ("0.0.0.0:1", 7));
        assert_eq!(config.posting_wait, Duration::from_secs(5));
        assert!(config.workers_in_process && !config.self_approval && config.is_sqlite());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, name) in [
            ("base_currency = \"XYZ\"", "GL_BASE_CURRENCY"),
            ("posting_wait = \"soon\"", "GL_POSTING_WAIT"),
            ("workers = \"many\"", "GL_WORKERS"),
            ("self_approval = true", "GL_SELF_APPROVAL"),
            ("listen = \"8080\"", "GL_LISTEN"),
            ("rate_tolerance = \"5%\"", "GL_RATE_TOLERANCE"),
            ("rate_tolerance = \"1.01\"", "GL_RATE_TOLERANCE"),
            ("rate_tolerance = \"-0.1\"", "GL_RATE_TOLERANCE"),
            ("database_url = \"mysql://x\"", "GL_DATABASE_URL"),
            ("jwt_secret = \"short\"", "GL_JWT_SECRET"),
            ("surprise = 1", "surprise"),
        ] {
            let told = Config::resolve(Settings::default(), &file(text)).expect_err(text);
            assert!(told.contains(name) && !told.contains('\n'), "{text}: {told}");
        }
    }

    #[test]
    fn a_rate_may_differ_by_a_twentieth_unless_it_is_told_otherwise() {
        for (text, expected) in
            [("", Some("0.05")), ("rate_tolerance = \"0.1\"", Some("0.1")), ("rate_tolerance = \"any\"", None)]
        {
            let config = Config::resolve(Settings::default(), &file(text)).expect(text);
            assert_eq!(config.rate_tolerance.map(|found| found.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        for (text, millis) in [("5s", 5_000), ("500ms", 500), ("1h", 3_600_000), ("0s", 0), ("7", 7_000)] {
            assert_eq!(duration("X", text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "s", "-5s", "5 parsecs", "1.5s", "99999999999999999999s", "18446744073709551615d"] {
            assert!(duration("X", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let settings = Settings { jwt_secret: Some("0123456789abcdef0123456789abcdef".into()), ..Settings::default() };
        let config = Config::resolve(settings, &File::new()).expect("fine");
        assert!(!format!("{config:?}").contains("0123456789"));
    }
}
