//! The newest seal to keep elsewhere, and what verifies the trail. Verification runs beside the service: who doubts the service
//! need not ask it.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::{Head, head};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// A command, and what it proves.
struct Command {
    line: String,
    proves: &'static str,
}

/// The seal and the commands.
#[derive(Template)]
#[template(path = "audit/verify.html")]
struct VerifyPage {
    frame: Frame,
    head: Option<Head>,
    commands: Vec<Command>,
}

/// Shows the seal.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let answer = visit.operations.get("/audit/head", &Fields::default()).await?;
    let head = head(&answer, visit.reader);
    let kept = head.as_ref().map_or("POSITION:HASH", |head| head.kept.as_str());
    let command = |line: String, key| Command { line, proves: text(key) };
    let commands = vec![
        command("gl audit verify".into(), "audit.proves.verify"),
        command(format!("gl audit verify --head {kept}"), "audit.proves.head"),
        command("gl audit export > trail.jsonl".into(), "audit.proves.export"),
        command(format!("gl audit verify --export trail.jsonl --head {kept}"), "audit.proves.offline"),
        command("gl check".into(), "audit.proves.check"),
    ];
    page(&VerifyPage { commands, head, frame: visit.frame("audit", text("audit.verify.title")) })
}
