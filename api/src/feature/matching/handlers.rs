//! Matching the lines of an account's bank statements. See docs/rules/bank-statements.md#matching.

use std::collections::BTreeSet;

use engine::books::command::Takes;
use engine::features::bank_statements::RESOURCE;
use engine::features::matching::commands::make::{Group, MakeMatches};
use engine::features::matching::commands::unmatch::Unmatch;
use engine::features::matching::model::{ID_PREFIX, Match};
use engine::features::matching::proposing::Proposal;
use engine::features::matching::query::Window;
use engine::features::reconciliation::Transactions;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::feature::matching::proposals::MatchProposals;
use crate::feature::matching::wire::{AcceptInput, AcceptedProposals, MatchInput, MatchView, Matches, UnmatchInput};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::{Id, List, SideAmount};

/// So many sure proposals are accepted by one call.
const AT_ONCE: usize = 500;

/// Matches on one account.
pub struct MatchingApi(pub App);

impl Readable for MatchingApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

#[OpenApi(prefix_path = "/accounts")]
impl MatchingApi {
    /// What the lines may be matched with
    ///
    /// Ranked, each with its reasons and their points, and why the next best lost. The same state gives the same answer. A sure one has equal
    /// amounts, a document, a reference or the party behind it, and no rival: day and amount alone are never sure.
    #[oai(path = "/:account_id/proposals", method = "get")]
    async fn proposals(
        &self,
        auth: Reads<Self>,
        account_id: Path<Id>,
        /// Only those that take this line.
        line_id: Query<Option<Id>>,
        /// How many days before its line a transaction may be dated: 10 when left out, 90 at most.
        days_before: Query<Option<u64>>,
        /// The same after it: 5 when left out.
        days_after: Query<Option<u64>>,
        /// Up to which difference a line and a transaction are proposed: 0 when left out. They are never sure.
        tolerance: Query<Option<SideAmount>>,
    ) -> Result<Reply<Ok200, MatchProposals>, Problem> {
        let window = Window {
            days_before: days_before.0,
            days_after: days_after.0,
            tolerance: tolerance.0.map(|tolerance| tolerance.0),
        };
        let found = self.0.engine.bank_proposals(&auth.0, &account_id.0, &window).await?;
        let line_id: Option<String> = line_id.0.map(Into::into);
        Ok(Reply::new(&MatchProposals::of(&found, line_id.as_deref())))
    }

    /// Match lines with transactions
    ///
    /// One or several with one or several. It clears the transactions on the day of the lines (or on their own, where that is later). The
    /// sums are equal, or `reason` says why it is right all the same. Without transactions `reason` explains the lines, unless they take
    /// each other back. One 422 names every wrong element, and then nothing is matched.
    #[oai(path = "/:account_id/match", method = "post")]
    async fn make(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<MatchInput>,
    ) -> Result<Reply<Ok200, Matches>, Refused<MakeMatches>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let group = Group {
            match_id: engine::values::id::fresh(ID_PREFIX),
            line_ids: ids(input.line_ids.0),
            transactions: Transactions::new(
                input.transaction_ids.map(|list| list.0.into_iter().map(Into::into).collect()).unwrap_or_default(),
            ),
            reason: input.reason.map(Into::into),
            points: None,
            pointer: String::new(),
        };
        let command = MakeMatches { account_id: account_id.0.into(), groups: vec![group], faults };
        self.0.run(call, command, |made: &Vec<Match>| Reply::new(&Matches::of(made))).await
    }

    /// Accept the sure proposals
    ///
    /// All of them, or those of the lines that are named. Up to 500 a call: `has_more` says that there are others.
    #[oai(path = "/:account_id/accept-proposals", method = "post")]
    async fn accept(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<AcceptInput>,
    ) -> Result<Reply<Ok200, AcceptedProposals>, Refused<MakeMatches>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let wanted: Option<BTreeSet<String>> = input.line_ids.map(|list| ids(Some(list)).into_iter().collect());
        let found = self.0.engine.sure_bank_proposals(call.actor(), &account_id.0).await?;
        let is_wanted = |line: &String| wanted.as_ref().is_none_or(|wanted| wanted.contains(line));
        let mut sure: Vec<_> = found.into_iter().filter(|proposal| proposal.lines.iter().any(is_wanted)).collect();
        let has_more = sure.len() > AT_ONCE;
        sure.truncate(AT_ONCE);
        let group = |(at, proposal): (usize, Proposal)| Group {
            match_id: engine::values::id::fresh(ID_PREFIX),
            line_ids: proposal.lines,
            transactions: Transactions::new(proposal.transactions),
            reason: None,
            points: Some(proposal.points),
            pointer: format!("/matches/{at}"),
        };
        let groups = sure.into_iter().enumerate().map(group).collect();
        let command = MakeMatches { account_id: account_id.0.into(), groups, faults };
        let render = move |made: &Vec<Match>| {
            Reply::new(&AcceptedProposals { matches: made.iter().map(MatchView::from).collect(), has_more })
        };
        self.0.run(call, command, render).await
    }

    /// Take matches back
    ///
    /// By their ids, or by lines that are in them; all of them or none. What a completed reconciliation counts stays until that is reopened:
    /// 409 `reconciliation_completed`.
    #[oai(path = "/:account_id/unmatch", method = "post")]
    async fn unmatch(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<UnmatchInput>,
    ) -> Result<Reply<Ok200, Matches>, Refused<Unmatch>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let command = Unmatch {
            account_id: account_id.0.into(),
            match_ids: ids(input.match_ids),
            line_ids: ids(input.line_ids),
            faults,
        };
        self.0.run(call, command, |gone: &Vec<Match>| Reply::new(&Matches::of(gone))).await
    }

    /// List the matches of an account
    ///
    /// Those that were made last come first.
    #[oai(path = "/:account_id/matches", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        account_id: Path<Id>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<MatchView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_bank_matches(&auth.0, &account_id.0, &page).await?;
        let cursor = |one: &Match| Cursor { at: one.matched_at.micros(), id: one.match_id.clone() };
        Ok(filled(found, cursor, |one| MatchView::from(&one)))
    }
}

fn ids<const MIN: usize, const MAX: usize>(list: Option<List<Id, MIN, MAX>>) -> Vec<String> {
    list.map(|list| list.0.into_iter().map(Into::into).collect()).unwrap_or_default()
}
