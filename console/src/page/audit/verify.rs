//! Verifying the trail: here, piece by piece while the page shows how far it is; and by commands beside the service, for who doubts
//! the service. And the newest seal, to keep elsewhere.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::{Head, head};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::VerifyAudit;
use crate::interface::schema::AuditVerification;
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::reader::Reader;
use crate::text::text;
use crate::visit::{Visit, page};

/// A command, and what it proves.
struct Command {
    line: String,
    proves: &'static str,
}

/// How far the verification is.
struct Progress {
    verified: String,
    sealed: String,
    /// The same, as a browser's progress bar takes them.
    value: String,
    most: String,
    finding: Option<String>,
    /// The newest seal, when all is as it was sealed.
    whole: Option<String>,
    unsealed: String,
    /// The address of the next piece.
    next: Option<String>,
}

/// The seal and the commands.
#[derive(Template)]
#[template(path = "audit/verify.html")]
struct VerifyPage {
    frame: Frame,
    head: Option<Head>,
    commands: Vec<Command>,
    kept: String,
    fault: Option<String>,
    progress: Option<Progress>,
}

const ADDRESS: &str = "/audit/verify";

/// The next piece, when one is asked for.
async fn verified(visit: &Visit) -> Result<Option<Progress>, Problem> {
    if !visit.query.has("now") {
        return Ok(None);
    }
    let asked = Fields::default()
        .with(VerifyAudit::HEAD, visit.query.given(VerifyAudit::HEAD))
        .with(VerifyAudit::CURSOR, visit.query.given(VerifyAudit::CURSOR));
    let answer = visit.operations.get("/audit/verification", &asked).await?;
    Ok(Some(progress(&answer, &asked, visit.reader)))
}

fn progress(answer: &Json, asked: &Fields, reader: Reader) -> Progress {
    let (verified, sealed) = (answer.text(AuditVerification::VERIFIED), answer.text(AuditVerification::SEALED));
    let next = answer.given(AuditVerification::NEXT_CURSOR);
    Progress {
        finding: answer.given(AuditVerification::FINDING),
        whole: answer.given(AuditVerification::HEAD),
        unsealed: answer
            .given(AuditVerification::UNSEALED)
            .filter(|rows| rows != "0")
            .map(|rows| reader.number(&rows))
            .unwrap_or_default(),
        next: next
            .map(|cursor| asked.with(VerifyAudit::CURSOR, Some(&cursor)).with("now", Some("true")).address(ADDRESS)),
        verified: reader.number(&verified),
        sealed: reader.number(&sealed),
        value: verified,
        most: sealed,
    }
}

/// Shows the seal, and how far a verification is.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (progress, fault) = match verified(&visit).await {
        Ok(progress) => (progress, None),
        Err(problem) => match problem.at(VerifyAudit::HEAD.name()) {
            Some(fault) => (None, Some(fault.to_owned())),
            None => return Err(problem),
        },
    };
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
    let typed = visit.query.given(VerifyAudit::HEAD).unwrap_or_default().to_owned();
    page(&VerifyPage {
        commands,
        head,
        kept: typed,
        fault,
        progress,
        frame: visit.frame("audit", text("audit.verify.title")),
    })
}
