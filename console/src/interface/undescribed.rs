//! What the description leaves open: the details of the trail, and what a refusal adds of its own. A renamed one of these would
//! compile, so they stand here alone.

use super::member::Member;

/// The details of a row of the trail, `TrailEntry::DETAILS`. See docs/rules/audit.md.
pub struct Details;

impl Details {
    pub const CHANGES: Member = Member("changes");
    pub const CHANGES_LEFT_OUT: Member = Member("changes_left_out");
    pub const CLOSE_TYPE: Member = Member("close_type");
    pub const COMMENTS: Member = Member("comments");
    pub const FORCE: Member = Member("force");
    pub const ON_BEHALF_OF: Member = Member("on_behalf_of");
    pub const REASON: Member = Member("reason");
    pub const REOPEN_TYPE: Member = Member("reopen_type");
    pub const RULE: Member = Member("rule");
    pub const RULE_SET: Member = Member("rule_set");
    pub const STATUS: Member = Member("status");
    pub const STRANDED: Member = Member("stranded");
    pub const TRANSACTION_IDS: Member = Member("transaction_ids");
}

/// One of [`Details::CHANGES`].
pub struct Changed;

impl Changed {
    pub const AFTER: Member = Member("after");
    pub const BEFORE: Member = Member("before");
    pub const FIELD: Member = Member("field");
}

/// One of [`Details::STRANDED`].
pub struct Stranded;

impl Stranded {
    pub const ID: Member = Member("id");
    pub const STATUS: Member = Member("status");
    pub const TYPE: Member = Member("type");
}

/// What `unposted_documents` says besides the members of every problem.
pub struct UnpostedDocuments;

impl UnpostedDocuments {
    pub const TOTAL_UNPOSTED: Member = Member("total_unposted");
}
