//! The rules of an account: what they would make, what decisions speak for, and those that are kept.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::super::sheet::Account;
use super::super::{operation, page_of as sheet_of};
use super::fields::filled_with;
use super::page_of;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::{
    BankStatementLine, MatchProposals, MatchingRule, MatchingRuleInput, MatchingRuleOffer, MatchingRuleOffers, Page,
    ProposedEntry,
};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, fresh_key, page_with};

const MOST_BYTES: usize = 16 * 1024 * 1024;

/// The page.
#[derive(Template)]
#[template(path = "matching/rules.html")]
struct RulesPage {
    frame: Frame,
    problem: Option<Problem>,
    account_id: String,
    account_link: String,
    account_name: String,
    /// The page of the lines, and this one.
    back: String,
    link: String,
    entries: Vec<Entry>,
    has_to_be_made: bool,
    offers: Vec<Offer>,
    rules: Vec<Rule>,
    fields: Vec<FormField>,
    may_make: bool,
    may_write: bool,
    key: String,
}

/// An entry that rules know of a line.
struct Entry {
    line_id: String,
    date: String,
    counterparty: String,
    figure: String,
    rule: String,
    /// The entry, where it is made already.
    made: Option<String>,
    is_to_be_made: bool,
}

/// A rule that decisions speak for, as the fields of its form.
struct Offer {
    words: String,
    because_of: String,
    fields: Vec<(&'static str, String)>,
}

/// A rule that is kept.
struct Rule {
    page: String,
    id: String,
    words: String,
    is_active: bool,
    version: String,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    Box::pin(shown(&visit, StatusCode::OK, None)).await
}

/// The page, after a refusal with what was typed.
pub async fn shown(visit: &Visit, status: StatusCode, problem: Option<Problem>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let (none, many) = (Fields::default(), Fields::from([("limit", "200")]));
    let (proposals, waiting) = (operation(account_id, "proposals"), operation(account_id, "unmatched-lines"));
    let offers = operation(account_id, "matching-rule-offers");
    let (rules, offers, proposals, waiting, account) = tokio::join!(
        visit.operations.get("/matching-rules", &many),
        visit.operations.get(&offers, &none),
        visit.operations.bounded(&proposals, &none, MOST_BYTES),
        visit.operations.aside(&waiting, &many),
        Account::read(visit, account_id),
    );
    let (rules, offers, waiting) = (rules?, offers?, waiting.unwrap_or_default());
    let proposals = proposals?.unwrap_or_default();
    let entries = entries(visit, &proposals, &waiting);
    page_with(
        status,
        &RulesPage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            back: sheet_of(account_id),
            link: page_of(account_id),
            has_to_be_made: entries.iter().any(|entry| entry.is_to_be_made),
            entries,
            offers: offers.list(MatchingRuleOffers::DATA).iter().map(|offer| self::offer(account_id, offer)).collect(),
            rules: own(account_id, &rules),
            // Most rules are of one account.
            fields: filled_with(visit, &json!({ MatchingRuleInput::BANK_ACCOUNT_ID: account_id }), problem.as_ref()),
            may_make: visit.me.may("bank_statement", "match") && visit.me.may("journal_entry", "write"),
            may_write: visit.me.may("matching_rule", "write"),
            key: fresh_key(),
            frame: visit.frame("bank-statements", filled("matching.rules.title", &[account_id])),
            account_id: account_id.to_owned(),
            problem,
        },
    )
}

fn entries(visit: &Visit, proposals: &Json, waiting: &Json) -> Vec<Entry> {
    let lines: BTreeMap<String, &Value> =
        waiting.list(Page::DATA).iter().map(|line| (line.text(BankStatementLine::LINE_ID), line)).collect();
    let entry = |entry: &Value| {
        let line_id = entry.text(ProposedEntry::LINE_ID);
        let line = lines.get(&line_id).copied().unwrap_or(&Value::Null);
        let name = line.given(BankStatementLine::COUNTERPARTY_NAME);
        let made = entry.given(ProposedEntry::JOURNAL_ENTRY_ID);
        Entry {
            date: visit.reader.date(&line.text(BankStatementLine::DATE)),
            counterparty: name.unwrap_or_else(|| line.text(BankStatementLine::TEXT)),
            figure: visit.amount(&line.text(BankStatementLine::AMOUNT), &line.text(BankStatementLine::CURRENCY)),
            rule: entry.text(ProposedEntry::TEXT),
            is_to_be_made: made.is_none() && entry.given(ProposedEntry::MAKES).is_some(),
            made: made.map(|id| format!("/journal-entries/{}", segment(&id))),
            line_id,
        }
    };
    proposals.list(MatchProposals::ENTRIES).iter().map(entry).collect()
}

/// The offer; kept for this account alone.
fn offer(account_id: &str, given: &Value) -> Offer {
    let members = [
        (MatchingRuleOffer::DIRECTION, MatchingRuleInput::DIRECTION),
        (MatchingRuleOffer::COUNTERPARTY_ACCOUNT, MatchingRuleInput::COUNTERPARTY_ACCOUNT),
        (MatchingRuleOffer::TEXT_CONTAINS, MatchingRuleInput::TEXT_CONTAINS),
        (MatchingRuleOffer::CUSTOMER_ID, MatchingRuleInput::CUSTOMER_ID),
        (MatchingRuleOffer::VENDOR_ID, MatchingRuleInput::VENDOR_ID),
        (MatchingRuleOffer::ACCOUNT_ID, MatchingRuleInput::ACCOUNT_ID),
        (MatchingRuleOffer::MAKES, MatchingRuleInput::MAKES),
    ];
    let of_account = (MatchingRuleInput::BANK_ACCOUNT_ID.name(), account_id.to_owned());
    let given_fields = members.into_iter().filter_map(|(from, to)| Some((to.name(), given.given(from)?)));
    Offer {
        words: given.text(MatchingRuleOffer::TEXT),
        because_of: given.list(MatchingRuleOffer::BECAUSE_OF).len().to_string(),
        fields: std::iter::once(of_account).chain(given_fields).collect(),
    }
}

/// Those that speak of this account's lines.
fn own(account_id: &str, rules: &Json) -> Vec<Rule> {
    let speaks = |rule: &&Value| {
        let account = rule.given(MatchingRule::BANK_ACCOUNT_ID);
        account.is_none_or(|account| account == account_id)
    };
    let rule = |rule: &Value| {
        let id = rule.text(MatchingRule::MATCHING_RULE_ID);
        Rule {
            page: format!("{}/{}", page_of(account_id), segment(&id)),
            words: rule.text(MatchingRule::TEXT),
            is_active: rule.flag(MatchingRule::IS_ACTIVE),
            version: rule.text(MatchingRule::VERSION),
            id,
        }
    };
    rules.list(Page::DATA).iter().filter(speaks).map(rule).collect()
}
