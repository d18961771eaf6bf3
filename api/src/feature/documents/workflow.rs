//! The seven workflow operations: the same for every document type. See docs/rules/interface.md#workflow-operations.

use engine::approval::access::Actor;
use engine::books::action::Acted;
use engine::books::action::approve::{Approve, Approved as Signed};
use engine::books::action::post::posted;
use engine::books::action::step::{Hold, OneStep, Reject, RequestChange, Unhold};
use engine::books::action::submit::{InApproval, Submit};
use engine::books::command::{Takes, Wants};
use engine::books::document::{Document, Stage, Status};
use engine::books::request::{LedTo, Unanswered};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::document::{members, would_post};
use super::each_type::Handlers;

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::{Call, Outcome, led_elsewhere, with_members};
use crate::feature::documents::wire::answers::{Approved, Held, Rejected, Returned, Submitted, Unheld};
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::trail::Trail;
use crate::schema::words::{ApproveInput, CommentsInput, NoInput, ReasonInput};
use crate::schema::{Id, Keyed};

/// The workflow of documents of one type.
pub struct Workflow {
    app: App,
    kind: DocumentKind,
}

/// An answer with the document's id under its own name.
type Answer<T> = Result<Reply<Ok200, Keyed<T>>, Problem>;
/// The same from an operation that runs the command `C`.
type Acting<C, T> = Result<Reply<Ok200, Keyed<T>>, Refused<C>>;

impl Handlers for Workflow {
    const ACTION: Option<Action> = None;

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

impl Workflow {
    fn key(&self, id: Path<Id>) -> DocumentKey {
        DocumentKey::new(self.kind, id.0)
    }

    /// Takes the step `S`, which stands in the type of the operation.
    async fn step<S: OneStep, T: ToJSON + Type + 'static>(
        &self,
        call: Call,
        id: Path<Id>,
        words: Option<String>,
        answer: fn(&Acted) -> T,
    ) -> Acting<S, T> {
        let render = move |acted: &Acted| about(&acted.document, answer(acted));
        Ok(self.app.run(call, S::on(self.key(id), words), render).await.map_err(Problem::from)?)
    }
}

/// The reason or comments; refused with all the body's faults when there are none.
pub fn words<T: Into<String>>(given: Option<T>, field: &str, faults: Faults) -> Result<String, Problem> {
    match given {
        Some(words) if faults.is_empty() => Ok(words.into()),
        _ => {
            let mut faults = faults;
            if faults.is_empty() {
                faults.add(format!("/{field}"), "is required");
            }
            Err(Problem::invalid(faults))
        }
    }
}

impl Readable for Workflow {
    const TAKES: Takes = Takes::OnType("read");
}

#[OpenApi]
impl Workflow {
    /// Submit a draft for approval
    ///
    /// The approval rules give the routing plan, pinned to the document: later rules touch later submissions only. Refused where amount rules leave the amount out.
    #[oai(path = "/:id/submit-for-approval", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn submit_for_approval(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<NoInput>,
    ) -> Acting<Submit, Submitted> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        body.faults.or(())?;
        let command = Submit { key: self.key(id) };
        let render = |done: &InApproval| about(&done.acted.document, Submitted::of(done));
        if call.is_dry() {
            let done = self.app.engine.perform(call.into_asked(), command).await?;
            return Ok(with_members(render(&done), would_post(&self.app, &done.acted.document).await?));
        }
        self.app.run(call, command, render).await
    }

    /// Sign the current level
    ///
    /// `level` rises when as many people have signed as the level needs. The last signature
    /// waits a moment for the posting: the answer is `Posted`, or `Approved` with `posted` false when no worker runs. Who made, edited
    /// or submitted a document does not sign it, and nobody signs two levels.
    #[oai(path = "/:id/approve", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn approve(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<ApproveInput>,
    ) -> Acting<Approve, Approved> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        faults.or(())?;
        let document_key = self.key(id);
        let command = Approve { key: document_key.clone(), comments: input.comments.map(Into::into) };
        if call.is_dry() {
            let signed = self.app.engine.perform(call.into_asked(), command).await?;
            let (mut document, mut would_post) = (signed.acted.document, members(Vec::new(), &[]));
            if let Stage::Approved(approval) = &document.stage {
                would_post = super::document::would_post(&self.app, &document).await?;
                document = posted(&document, approval, signed.acted.at);
            }
            let reply = approved(&document, signed.level, &signed.acted.by, signed.acted.at);
            return Ok(with_members(reply, would_post));
        }
        let by = call.actor().clone();
        let led_to = |signed: &Signed| LedTo::Signed { level: signed.level, job_id: signed.job_id.clone() };
        self.app
            .run_waiting(call, command, led_to, move |app, signed: Outcome<Signed>| async move {
                match signed {
                    Outcome::Decided(signed) => answer_signed(&app, signed).await,
                    Outcome::Interrupted(earlier) => answer_unanswered(&app, &by, &document_key, earlier).await,
                }
            })
            .await
    }

    /// Reject the document for good
    ///
    /// For those who may sign the current level. Rejected is closed for good.
    #[oai(path = "/:id/reject", method = "post")]
    async fn reject(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReasonInput>,
    ) -> Acting<Reject, Rejected> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let words = words(input.reason.0, "reason", faults)?;
        self.step(call, id, Some(words), Rejected::of).await
    }

    /// Send the document back to its author
    ///
    /// To Draft, its levels back to 0. The submitter may recall their own document so.
    #[oai(path = "/:id/request-change", method = "post")]
    async fn request_change(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<CommentsInput>,
    ) -> Acting<RequestChange, Returned> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let words = words(input.comments.0, "comments", faults)?;
        self.step(call, id, Some(words), Returned::of).await
    }

    /// Pause the approval
    ///
    /// The levels reached are kept. `unhold` resumes it.
    #[oai(path = "/:id/hold", method = "post")]
    async fn hold(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReasonInput>,
    ) -> Acting<Hold, Held> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let words = words(input.reason.0, "reason", faults)?;
        self.step(call, id, Some(words), Held::of).await
    }

    /// Resume a paused approval
    ///
    /// For those who may sign the current level, and for whoever held it. The levels reached are kept.
    #[oai(path = "/:id/unhold", method = "post")]
    async fn unhold(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Acting<Unhold, Unheld> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        body.faults.or(())?;
        self.step(call, id, None, Unheld::of).await
    }

    /// Everything that was done to the document
    ///
    /// Oldest first. Nothing in it is ever changed or removed.
    #[oai(path = "/:id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Self>, id: Path<Id>) -> Answer<Trail> {
        let key = self.key(id);
        let seen = self.app.look_at(&auth, Some(self.kind), &Wants::document(&key)).await?;
        seen.document(&key)?;
        trail::of_document(&self.app, &key).await
    }
}

/// The answer of an action, with the document's id and version.
pub fn about<T: Type + ToJSON>(document: &Document, answer: T) -> Reply<Ok200, Keyed<T>> {
    Reply::new(&Keyed::new(&document.key, answer)).version(document.version)
}

fn approved(
    document: &Document,
    level: u32,
    by: &str,
    at: engine::values::clock::Timestamp,
) -> Reply<Ok200, Keyed<Approved>> {
    let submission = document.stage.submission();
    let required = submission.map_or(level, |submission| submission.plan.required_level);
    let posted = document.status().is_in_ledger();
    let begun = submission.filter(|_| document.status() == Status::PendingApproval).and_then(|submission| {
        let step = submission.current_step()?;
        let (given, required) = submission.signatures.progress(step);
        (given > 0).then_some((step.level, given, required))
    });
    let message = match (begun, document.status()) {
        (Some((level, given, required)), _) => format!("Level {level} has {given} of {required} signatures"),
        (None, Status::PendingApproval) => format!("Level {level} of {required} is signed; the next level is pending"),
        (None, Status::Approved) => "Approved; posting to the general ledger is queued".into(),
        (None, _) if posted => "Approved and posted to the general ledger".into(),
        (None, other) => format!("Signed; the document is {}", other.name()),
    };
    let signature = submission.and_then(|submission| submission.signatures.latest_of(&by.into()));
    let answer = Approved {
        status: document.status().into(),
        posted,
        level,
        required_approval_level: required,
        signatures_missing: begun.map(|(_, given, required)| required.saturating_sub(given)),
        message,
        approved_at: at.into(),
        approved_by: by.to_owned(),
        on_behalf_of: signature.and_then(|known| known.on_behalf_of.as_ref()).map(ToString::to_string),
    };
    about(document, answer)
}

/// After the last signature: waits for the posting, and tells how the document stands then.
async fn answer_signed(app: &App, signed: Signed) -> Answer<Approved> {
    let mut document = signed.acted.document;
    if let Some(job_id) = &signed.job_id
        && let Some(present) = app.engine.wait_for_posting(job_id, &document, app.posting_wait).await?
    {
        document = present;
    }
    Ok(approved(&document, signed.level, &signed.acted.by, signed.acted.at))
}

/// The signature stands, and the process that took it died before it answered: the answer is how things are now.
async fn answer_unanswered(app: &App, by: &Actor, key: &DocumentKey, earlier: Unanswered) -> Answer<Approved> {
    let LedTo::Signed { level, job_id } = earlier.led_to else { return Err(led_elsewhere(&earlier.led_to)) };
    let posted = match &job_id {
        Some(job_id) => app.engine.wait_for_earlier_posting(job_id, key, app.posting_wait).await?,
        None => None,
    };
    let document = match posted {
        Some(document) => document,
        None => app.engine.present_document(key).await?,
    };
    Ok(approved(&document, level, &by.user_id, earlier.at))
}
