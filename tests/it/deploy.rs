//! What lies in `deploy/` against the program: it names settings, metrics and commands that there are.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tests::prelude::*;

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("deploy")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(deploy().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Words of the text that begin so.
fn words(text: &str, prefix: &str, of: impl Fn(char) -> bool) -> BTreeSet<String> {
    let words = text.split(|c: char| !of(c)).filter(|word| word.starts_with(prefix) && word.len() > prefix.len());
    words.map(str::to_owned).collect()
}

#[test]
fn settings_in_deployments_are_settings() {
    let known: BTreeSet<String> = api::config::settings()
        .iter()
        .filter_map(|arg| arg.get_env().map(|env| env.to_string_lossy().into_owned()))
        .collect();
    let files =
        ["Dockerfile", "compose.yaml", "gl.service", "debian/gl.toml", "../docs/operating.md", "../docs/deploying.md"];
    for file in files {
        let named = words(&text(file), "GL_", |c| c.is_ascii_uppercase() || c == '_');
        let unknown: Vec<_> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
    let conf = text("debian/gl.toml");
    let lines = conf.lines().map(|line| line.trim_start_matches("# ")).filter_map(|line| line.split_once(" = "));
    for (key, _) in lines {
        assert!(known.contains(&format!("GL_{}", key.to_uppercase())), "gl.toml has {key}");
    }
}

#[test]
fn the_readme_lists_each_setting() {
    let readme = text("../README.md");
    for arg in api::config::settings() {
        let name = arg.get_env().map(|env| env.to_string_lossy().into_owned()).expect("a variable");
        assert!(readme.contains(&format!("| `{name}` |")), "{name} is not in the README's table");
    }
}

tests::on_both! {
    async fn alerts_and_dashboard_are_of_metrics_that_there_are(app: TestApp) {
        app.get("accounts", &app.admin()).await.expect(200);
        let told = app.get("/metrics", &Token::none()).await.expect(200).text;
        let there = words(&told, "gl_", |c| c.is_ascii_lowercase() || c == '_');
        for file in ["prometheus/alerts.yml", "prometheus/alerts.test.yml", "grafana/gl.json"] {
            let named = words(&text(file), "gl_", |c| c.is_ascii_lowercase() || c == '_');
            let missing: Vec<_> = named.difference(&there).collect();
            assert!(!named.is_empty() && missing.is_empty(), "{file} asks for {missing:?}; there are {there:?}");
        }
    }
}

#[test]
fn every_alert_has_its_line_in_the_operators_page() {
    let page = text("../docs/deploying.md");
    let alerts = text("prometheus/alerts.yml");
    let names: Vec<&str> = alerts.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(names.len() > 5, "{names:?}");
    for name in names {
        assert!(page.contains(&format!("| `{name}` |")), "{name} is not in docs/deploying.md");
    }
}
