//! Replays of approval rules. See docs/rules/rule-sets.md#replay.

use engine::approval::replay::{Diverted, Replay};
use engine::books::command::Takes;
use engine::features::replay::commands::request::{NEEDS, RequestReplay};
use engine::features::replay::query::{Filter, cursor as cursor_of, diverted_cursor};
use engine::values::id::fresh;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::feature::replay::wire::{ReplayAccepted, ReplayDocument, ReplayInput, ReplayOutcome, ReplayRow, ReplayView};
use crate::feature::rule_sets::proposed::required_rules;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Accepted202, Ok200, Reply};
use crate::schema::Id;
use crate::schema::document_type::DocumentType;
use crate::schema::page::{PageOf, filled, request};

/// Documents routed again by other rules.
pub struct ReplayApi(pub App);

impl Readable for ReplayApi {
    const TAKES: Takes = Takes::These(&NEEDS);
}

#[OpenApi]
impl ReplayApi {
    /// Route the documents of a span again, by rules that are not saved
    ///
    /// Every document whose last submission lies in the days is routed as if it were submitted by these rules, with the users, roles,
    /// limits and delegations of that moment. A job does it, and nothing in the books changes: no document, no audit row. Only
    /// levels, signers and their number are compared, not deadlines, nor by which rule they come.
    ///
    /// Not looked at are drafts, also those that came back; earlier submissions of a document, whose content is not kept; and payments that were received without
    /// a signature. The types of accounts, `GL_SELF_APPROVAL` and the beneficiaries are as they are, or as they were pinned. Where an
    /// exchange rate was overridden, the table's rate of then counts. Of older books, people are as at the first start that recorded
    /// them.
    ///
    /// Besides `approval_rule.read` it needs `report.read`. It shows documents of types that its reader may read. At most two replays of one
    /// person wait or run: a third is 409 `too_many_replays`, which names them. Read on at `/approval-rule-replays/{replay_id}`.
    #[oai(path = "/approval-rules/replay", method = "post", operation_id = "replayApprovalRules")]
    async fn replay(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<ReplayInput>,
    ) -> Result<Reply<Accepted202, ReplayAccepted>, Refused<RequestReplay>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, mut faults) = body.into_parts();
        let base = self.0.engine.settings.base_currency;
        let rules = required_rules(input.rules, input.draft_id, base, &mut faults);
        let command = RequestReplay {
            replay_id: fresh("RPL"),
            from: input.from.0.map(|day| day.0),
            to: input.to.0.map(|day| day.0),
            rules,
            faults,
        };
        self.0.run(call, command, |asked: &Replay| Reply::new(&ReplayAccepted::from(asked))).await
    }

    /// List replays
    ///
    /// Newest first. They are kept for seven days, as their jobs are.
    #[oai(path = "/approval-rule-replays", method = "get", operation_id = "listApprovalRuleReplays")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ReplayRow>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_replays(&auth.0, &page).await?;
        Ok(filled(found, |(record, _)| cursor_of(record), |(record, job)| ReplayRow::of(&record, job.as_ref())))
    }

    /// Read a replay
    ///
    /// Its rules, how far it is and, once its state is `done`, what it found: how many documents would have gone another way, how many
    /// would have been refused, by document type, and how the steps move between signers and between people. The counts are of the types
    /// that the caller may read; where there are others among the documents, `signers` and `people` are empty, as they are counted over all
    /// types together. A replay whose job is `quarantined` is put back with `/jobs/{job_id}/retry`; it then begins again.
    #[oai(path = "/approval-rule-replays/:replay_id", method = "get", operation_id = "getApprovalRuleReplay")]
    async fn read(&self, auth: Reads<Self>, replay_id: Path<Id>) -> Result<Reply<Ok200, ReplayView>, Problem> {
        let (kept, job) = self.0.engine.read_replay(&auth.0, &replay_id.0).await?;
        Ok(Reply::new(&ReplayView::of(&kept, job.as_ref(), self.0.engine.settings.base_currency)))
    }

    /// List the documents that would have gone another way
    ///
    /// The latest submission first, each with the plan that was pinned and the one that it would have got, or why it would have been
    /// refused. While the replay runs, those that it has found so far. Only documents of types that the caller may read.
    #[oai(
        path = "/approval-rule-replays/:replay_id/documents",
        method = "get",
        operation_id = "listApprovalRuleReplayDocuments"
    )]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn documents(
        &self,
        auth: Reads<Self>,
        replay_id: Path<Id>,
        /// Only documents of which this becomes.
        outcome: Query<Option<ReplayOutcome>>,
        /// Only documents of this type.
        document_type: Query<Option<DocumentType>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ReplayDocument>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter { outcome: outcome.0.map(Into::into), kind: document_type.0.map(Into::into) };
        let found = self.0.engine.list_diverted(&auth.0, &replay_id.0, &filter, &page).await?;
        Ok(filled(found, |found: &Diverted| diverted_cursor(found), ReplayDocument::from))
    }
}
