use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Command, FromArgMatches};

use std::time::Duration;

use super::*;

/// The settings of `gl serve` with this settings file and these flags.
fn with(file: &str, flags: &[&str]) -> Result<Config, String> {
    struct Nothing;
    impl FromArgMatches for Nothing {
        fn from_arg_matches(_: &clap::ArgMatches) -> Result<Self, clap::Error> {
            Ok(Self)
        }
        fn update_from_arg_matches(&mut self, _: &clap::ArgMatches) -> Result<(), clap::Error> {
            Ok(())
        }
    }
    let name = std::env::temp_dir().join(engine::values::id::fresh("gl-toml-"));
    std::fs::write(&name, file).expect("written");
    let command = Config::augment_args(Command::new("gl")).subcommand(Command::new("serve"));
    let mut arguments: Vec<OsString> = vec!["gl".into(), "serve".into(), "--config".into(), name.clone().into()];
    arguments.extend(flags.iter().map(OsString::from));
    let found = read::<Nothing>(command, &arguments).map(|(_, config)| config).map_err(|told| told.to_string());
    std::fs::remove_file(name).expect("removed");
    found
}

fn file(text: &str) -> PathBuf {
    let name = std::env::temp_dir().join(engine::values::id::fresh("gl-secret-"));
    std::fs::write(&name, text).expect("written");
    name
}

#[test]
fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
    let config = with("listen = \"1.1.1.1:2\"\nrate_limit = 7", &["--listen", "0.0.0.0:1"]).expect("fine");
    assert_eq!((config.listen.as_str(), config.limits.rate_limit), ("0.0.0.0:1", 7));
    assert_eq!(config.posting_wait, Duration::from_secs(5));
    assert!(config.workers_in_process && !config.self_approval && config.is_sqlite());
    assert_eq!(of([("GL_LISTEN", "0.0.0.0:1"), ("GL_RATE_LIMIT", "7")]).map(|config| config.listen), Ok(config.listen));
}

#[test]
fn the_company_has_a_name_where_one_is_given() {
    assert_eq!(of([]).map(|config| config.company_name), Ok(None));
    assert!(of([("GL_COMPANY_NAME", "  ")]).is_err());
    let name = "Müller & Söhne \u{201c}Nord\u{201d} GmbH";
    let with_blanks = format!(" {name} ");
    let given = of([("GL_COMPANY_NAME", with_blanks.as_str())]);
    assert_eq!(given.map(|config| config.company_name), Ok(Some(name.into())));
    let long = of([("GL_COMPANY_NAME", "x".repeat(101).as_str())]).expect_err("too long");
    assert!(long.contains("longer than 100 characters"), "{long}");
}

#[test]
fn what_is_wrong_is_named() {
    for (text, name) in [
        ("base_currency = \"XYZ\"", "GL_BASE_CURRENCY: \"XYZ\" is no ISO 4217 currency"),
        ("posting_wait = \"soon\"", "GL_POSTING_WAIT: \"soon\" is no time"),
        ("workers = \"many\"", "GL_WORKERS: \"many\" is none of in-process, none"),
        ("self_approval = true", "GL_SELF_APPROVAL: \"true\" is none of allow, deny"),
        ("listen = \"8080\"", "GL_LISTEN: \"8080\" is no address"),
        (
            "public_url = \"https://a.example/gl\"",
            "GL_PUBLIC_URL: \"https://a.example/gl\" is no origin without a path",
        ),
        ("rate_tolerance = \"5%\"", "GL_RATE_TOLERANCE: \"5%\" is neither a fraction"),
        ("rate_tolerance = 1.01", "GL_RATE_TOLERANCE: \"1.01\" is neither a fraction"),
        ("company_name = \"two\\nlines\"", "GL_COMPANY_NAME: \"two\\nlines\" is no name in one line"),
        ("listen = [1]", "listen is a text or a number"),
        ("database_url = \"mysql://x\"", "GL_DATABASE_URL: must begin with"),
        ("jwt_secret = \"short\"", "GL_JWT_SECRET: must have at least 32 bytes"),
        ("max_requests = 0", "GL_MAX_REQUESTS: \"0\" is not a whole number from 1"),
        ("surprise = 1", "there is no setting \"surprise\"; there are database_url, "),
        ("config = \"gl.toml\"", "there is no setting \"config\""),
    ] {
        let told = with(text, &[]).expect_err(text);
        assert!(told.contains(name) && !told.contains('\n'), "{text}: {told}");
    }
}

#[test]
fn secrets_are_not_shown() {
    let config = of([("GL_JWT_SECRET", "0123456789abcdef0123456789abcdef")]).expect("fine");
    assert!(!format!("{config:?}").contains("0123456789"));
    for (name, secret) in [("GL_DATABASE_URL", "mysql://gl:hunter2@db"), ("GL_JWT_SECRET", "hunter2")] {
        assert!(!of([(name, secret)]).expect_err("refused").contains("hunter2"), "{name}");
    }
}

#[test]
fn a_secret_may_stand_in_a_file() {
    let (key, url) = (file(&format!("{}\n", "k".repeat(32))), file("postgres://gl:hunter2@db/gl\n"));
    let (short, nowhere) = (file("hunter2"), PathBuf::from("/nowhere/key"));
    let given = |name, file: &PathBuf| of([(name, file.to_str().unwrap_or_default())]);
    assert_eq!(given("GL_JWT_SECRET_FILE", &key).expect("fine").jwt_secret, Some(Secret("k".repeat(32))));
    let config = given("GL_DATABASE_URL_FILE", &url).expect("fine");
    assert_eq!(config.database_url, Secret("postgres://gl:hunter2@db/gl".into()));
    for (name, file, said) in [
        ("GL_JWT_SECRET_FILE", &short, "must have at least 32 bytes"),
        ("GL_JWT_SECRET_FILE", &nowhere, "/nowhere/key: No such file"),
        ("GL_DATABASE_URL_FILE", &short, "must begin with sqlite:// or postgres://"),
    ] {
        let told = given(name, file).expect_err(said);
        assert!(told.starts_with(name) && told.contains(said) && !told.contains("hunter2"), "{told}");
    }
    let (flag, line) = (format!("--jwt-secret-file={}", key.display()), format!("jwt_secret = \"{}\"", "f".repeat(32)));
    assert_eq!(with(&line, &[&flag]).expect("the flag is nearer").jwt_secret, Some(Secret("k".repeat(32))));
    let both = [flag.as_str(), "--jwt-secret=00000000000000000000000000000000"];
    assert!(with("", &both).expect_err("both").contains("GL_JWT_SECRET and GL_JWT_SECRET_FILE are both given"));
    for name in [key, url, short] {
        std::fs::remove_file(name).expect("removed");
    }
}
