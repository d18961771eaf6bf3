//! From a request to the engine's unit of work and back: idempotency keys, versions, dry runs, waiting for jobs.
//! See docs/rules/interface.md#idempotency.

use std::future::Future;

use engine::approval::access::Actor;
use engine::books::command::{Command, Decision, Effects, Guarded, KeepAnswer, Needed, Refuses, Snapshot, Wants};
use engine::books::request::{Asked, CarriedOut, Idempotency, Kept, LedTo, RecordedCall, StoredAnswer, Unanswered};
use engine::kernel::crash;
use engine::kernel::crash::Point;
use engine::kernel::perform::Performed;
use engine::values::error::{Faults, Refusal, RefusalName};
use engine::values::kind::DocumentKind;
use poem::Request;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::auth::Auth;
use crate::body_limit::MAX_BYTES;
use crate::headers::{IF_MATCH, IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Rendered, Reply};

/// One command on its way to the engine.
#[derive(Clone, Debug)]
pub struct Call {
    asked: Asked,
}

impl Call {
    /// A call by the caller of this request. The key stands for method, path, query and body.
    pub fn new(auth: Auth, request: &Request, key: IdempotencyKey, if_match: IfMatch, raw: &[u8]) -> Self {
        let actor: Actor = auth.0;
        let idempotency = key.0.map(|key| Idempotency {
            user_id: actor.user_id.clone(),
            key,
            fingerprint: fingerprint(request.method().as_str(), &request.original_uri().to_string(), raw),
        });
        Self {
            asked: Asked {
                idempotency,
                expected_versions: if_match.0,
                // Only bulks may be longer, and no rule guards those as a whole.
                call: (raw.len() <= MAX_BYTES).then(|| recorded(request, raw)),
                carries_out: request.extensions().get::<CarriedOut>().cloned(),
                ..Asked::by(actor)
            },
        }
    }

    /// Makes the call a dry run if `dry_run` is true: the command is decided and changes nothing.
    #[must_use]
    pub fn dry(mut self, dry_run: Option<bool>) -> Self {
        self.asked.dry_run = dry_run.unwrap_or(false);
        self
    }

    pub fn is_dry(&self) -> bool {
        self.asked.dry_run
    }

    /// The engine's form of the call.
    pub fn into_asked(self) -> Asked {
        self.asked
    }

    pub fn actor(&self) -> &Actor {
        &self.asked.actor
    }
}

/// The call as it came, in case it must wait for signatures.
fn recorded(request: &Request, raw: &[u8]) -> RecordedCall {
    let if_match = request.headers().get_all(IF_MATCH).iter().filter_map(|value| value.to_str().ok());
    let if_match = if_match.collect::<Vec<_>>().join(",");
    RecordedCall {
        method: request.method().to_string(),
        uri: request.original_uri().to_string(),
        if_match: (!if_match.is_empty()).then_some(if_match),
        body: String::from_utf8_lossy(raw).into_owned(),
    }
}

/// An empty body counts as an empty object. The fingerprint is kept with the answer, and later releases compare it: it never
/// changes.
fn fingerprint(method: &str, uri: &str, raw: &[u8]) -> String {
    let raw = if raw.trim_ascii().is_empty() { b"{}" } else { raw };
    let mut hash = Sha256::new();
    for part in [method.as_bytes(), uri.as_bytes(), raw] {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part);
    }
    engine::values::id::hex(&hash.finalize())
}

impl From<StoredAnswer> for Rendered {
    fn from(stored: StoredAnswer) -> Self {
        Self { status: stored.status, body: stored.body, headers: stored.headers }
    }
}

impl From<Rendered> for StoredAnswer {
    fn from(rendered: Rendered) -> Self {
        Self { status: rendered.status, headers: rendered.headers, body: rendered.body }
    }
}

/// A command that answers by what was decided, and by its effects.
pub struct Answering<C, F> {
    pub command: C,
    pub answer: F,
}

impl<C: Refuses, F> Refuses for Answering<C, F> {
    const REFUSALS: &'static [RefusalName] = C::REFUSALS;
    const WHEN_NEW: &'static [RefusalName] = C::WHEN_NEW;
    const IS_GUARDED: bool = C::IS_GUARDED;

    fn of_type(kind: DocumentKind) -> Vec<RefusalName> {
        C::of_type(kind)
    }
}

impl<C, T, F> Command for Answering<C, F>
where
    C: Command,
    T: Send + 'static,
    F: Fn(C::Answer, &Effects) -> T + Send + Sync + 'static,
{
    type Answer = T;

    fn needs(&self) -> Vec<Needed> {
        self.command.needs()
    }

    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        self.command.permits(snapshot)
    }

    fn wants(&self) -> Wants {
        self.command.wants()
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<T>, Refusal> {
        let Decision { effects, answer } = self.command.decide(snapshot)?;
        let answer = (self.answer)(answer, &effects);
        Ok(Decision::new(effects, answer))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        self.command.guarded(snapshot, effects)
    }

    fn faults(&self) -> Option<&Faults> {
        self.command.faults()
    }
}

/// One whose answer is rendered for the interface, whatever it is.
struct AnyRendering(Box<dyn Command<Answer = Rendered>>);

impl Command for AnyRendering {
    type Answer = Rendered;

    fn needs(&self) -> Vec<Needed> {
        self.0.needs()
    }

    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        self.0.permits(snapshot)
    }

    fn wants(&self) -> Wants {
        self.0.wants()
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Rendered>, Refusal> {
        self.0.decide(snapshot)
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        self.0.guarded(snapshot, effects)
    }

    fn faults(&self) -> Option<&Faults> {
        self.0.faults()
    }
}

/// What an answer that waits for a job is made from.
#[derive(Debug)]
pub enum Outcome<A> {
    /// The command was carried out by this request.
    Decided(A),
    /// An earlier request with the same key carried it out, and nobody answers it any more.
    Interrupted(Unanswered),
}

/// What a dry run of a command that rules may guard came to.
pub enum Tried<A> {
    Done(A),
    /// It would be asked for, with this answer.
    AskedFor(Rendered),
}

/// The key's record belongs to another operation. This cannot happen, as no two operations share a fingerprint.
pub fn led_elsewhere(led_to: &LedTo) -> Problem {
    Problem::internal(format!("a request of another kind led to {led_to:?}"))
}

impl App {
    /// Runs a command whose answer is known at once. A retry gets the same bytes.
    pub async fn run<C: Command + Refuses, S: 'static, T: 'static>(
        &self,
        call: Call,
        command: C,
        render: impl Fn(&C::Answer) -> Reply<S, T> + Send + Sync + 'static,
    ) -> Result<Reply<S, T>, Refused<C>> {
        let answer = move |answer: C::Answer, _: &Effects| render(&answer).rendered;
        Ok(self.answer(call, AnyRendering(Box::new(Answering { command, answer }))).await?.into())
    }

    /// The part of [`Self::run`] that is compiled once for all commands.
    async fn answer(&self, call: Call, command: AnyRendering) -> Result<Rendered, Problem> {
        let keep = |rendered: &Rendered| Kept::Answer(rendered.clone().into());
        match self.engine.perform_keeping(call.asked, command, keep).await? {
            Performed::Fresh(rendered) => Ok(rendered),
            Performed::AskedFor(answer) => Ok(answer.into()),
            Performed::Replayed(stored) => Ok(Rendered::from(stored).replayed()),
            Performed::Interrupted(_) => Err(Problem::internal("an answer that is known at once was kept without one")),
        }
    }

    /// Tries a command that rules may guard, and changes nothing.
    pub async fn tried<C: Command + Refuses>(&self, call: Call, command: C) -> Result<Tried<C::Answer>, Refused<C>> {
        match self.engine.perform_keeping(call.asked, command, |_| Kept::Nothing).await? {
            Performed::Fresh(answer) => Ok(Tried::Done(answer)),
            Performed::AskedFor(answer) => Ok(Tried::AskedFor(answer.into())),
            Performed::Replayed(_) | Performed::Interrupted(_) => {
                Err(Problem::internal("a dry run keeps nothing").into())
            }
        }
    }

    /// Keeps the answer of a request that changes nothing, so that a retry gets the same one.
    pub async fn kept<S, T>(&self, call: Call, reply: Reply<S, T>) -> Result<Reply<S, T>, Problem> {
        let stored = StoredAnswer::from(reply.rendered.clone());
        match self.engine.perform_keeping(call.asked, KeepAnswer, move |()| Kept::Answer(stored.clone())).await? {
            Performed::Replayed(stored) => Ok(Rendered::from(stored).replayed().into()),
            Performed::Fresh(()) | Performed::AskedFor(_) | Performed::Interrupted(_) => Ok(reply),
        }
    }

    /// Runs a command whose answer waits for a job. What it `led_to` is kept with the key. `finish` makes the answer from the
    /// command's answer. When the process died (or lost the database) before it answered, `finish` makes it from the kept record
    /// and the present state. A client that closes the connection does not stop the command.
    pub async fn run_waiting<C: Command + Refuses, S: Send + 'static, T: Send + 'static, F>(
        &self,
        call: Call,
        command: C,
        led_to: impl Fn(&C::Answer) -> LedTo + Send + Sync + 'static,
        finish: impl FnOnce(Self, Outcome<C::Answer>) -> F + Send + 'static,
    ) -> Result<Reply<S, T>, Refused<C>>
    where
        F: Future<Output = Result<Reply<S, T>, Problem>> + Send + 'static,
    {
        let (app, place) = (self.clone(), crate::admission::place());
        let task = tokio::spawn(crate::request_id::scope(crate::request_id::current(), async move {
            let key = call.asked.idempotency.clone().filter(|_| !call.asked.dry_run);
            // The claim lasts until the record is complete. So a record without an answer and without a claim is one of another process,
            // which is dead or still works on it.
            let _claim = app.engine.claim(&call.asked)?;
            let outcome: Outcome<C::Answer> =
                match app.engine.perform_claimed(call.asked, command, move |answer| Kept::Later(led_to(answer))).await?
                {
                    Performed::Fresh(answer) => Outcome::Decided(answer),
                    Performed::AskedFor(answer) => return Ok(Rendered::from(answer).into()),
                    Performed::Interrupted(earlier) => {
                        app.engine.no_longer_answered(&earlier, app.posting_wait).await?;
                        Outcome::Interrupted(earlier)
                    }
                    Performed::Replayed(stored) => return Ok(Rendered::from(stored).replayed().into()),
                };
            place.leave();
            // In a box, since it is large, and the task that holds it is moved.
            let reply = Box::pin(finish(app.clone(), outcome)).await;
            // After a failure of the database the outcome is not known: the record stays, and a retry builds the answer.
            let is_settled = reply.as_ref().err().is_none_or(|problem| problem.status < 500);
            if let Some(key) = key.filter(|_| is_settled) {
                let kept = reply.as_ref().ok().map(|reply| StoredAnswer::from(reply.rendered.clone()));
                crash::crash_point(|| Point::AnswerUnkept);
                if let Err(error) = app.engine.complete(key, kept).await {
                    tracing::warn!(%error, "the answer could not be kept; a retry builds it anew");
                }
                crash::crash_point(|| Point::AnswerUnsent);
            }
            reply
        }));
        Ok(task.await.map_err(Problem::internal)??)
    }
}

/// Adds members to an answer that is already rendered, such as `would_post` to a dry run's.
pub fn with_members<S, T>(reply: Reply<S, T>, members: serde_json::Map<String, serde_json::Value>) -> Reply<S, T> {
    let mut rendered = reply.rendered;
    if let Ok(serde_json::Value::Object(mut object)) = serde_json::from_str(&rendered.body) {
        object.extend(members);
        rendered.body = serde_json::Value::Object(object).to_string();
    }
    rendered.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fingerprints that release 1268427 kept in its books of `tests/fixtures`.
    #[test]
    fn a_fingerprint() {
        for (path, body, kept) in [
            (
                "customers",
                r#"{"customer_id": "C-KEPT", "customer_name": "Kept & S\u00f6hne"}"#,
                "bd96d1efbd6c1cb2d693250e14746d8228449c01368386f9dbe01f755d712e61",
            ),
            (
                "journal-entries/JE-KEPT/submit-for-approval",
                "",
                "dbe106e7718506735ef9405886581a04a704988aa7761154077525a428365abf",
            ),
        ] {
            let uri = format!("/service/general-ledger/{path}");
            assert_eq!(fingerprint("POST", &uri, body.as_bytes()), kept, "{path}");
        }
    }
}
