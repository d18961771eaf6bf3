//! What a command needs to know, as data, so that the pure side never reads for itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::of_feature::Wanted;
use crate::approval::access::UserId;
use crate::books::document::HandedOver;
use crate::books::party::PartyKind;
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind};

/// A permission: its resource and its action.
pub type Needed = (&'static str, &'static str);

/// What `If-Match` speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Document(DocumentKey),
    Account(String),
    Party(PartyKind, String),
    Rule(String),
    Role(String),
    User(UserId),
    Delegation(String),
    Period(String),
    ChangeRequest(String),
    /// The feature, and the id of one of its records.
    OfFeature(&'static str, String),
}

/// The rows that a command's snapshot must hold. Documents are locked in the order of their keys.
#[allow(clippy::struct_excessive_bools, reason = "each is a wish by itself")]
#[derive(Clone, Default, Debug)]
pub struct Wants {
    pub target: Option<Target>,
    pub documents: BTreeSet<DocumentKey>,
    /// Also the documents that those pay, and the entries that they undo.
    pub settled: bool,
    /// Those of them that need not be read on SQLite: the process has just written them.
    pub handed_over: Vec<HandedOver>,
    /// The document that it makes: nothing stands there, unless somebody was faster.
    pub makes: Option<DocumentKey>,
    /// It may write other lines of a document that is there.
    pub replaces_lines: bool,
    /// The earliest payment of this document that is submitted.
    pub payments_of: Option<DocumentKey>,
    /// What is under way for this document, where anything settles its type.
    pub pending_of: Option<DocumentKey>,
    /// Also the customers and vendors of all those, for their names.
    pub party_names: bool,
    /// When what had settled this document for some days was last given back.
    pub given_back_to: Option<DocumentKey>,
    /// What was applied of a credit to a document, and taken back.
    pub applied: Option<(DocumentKey, DocumentKey)>,
    /// The applications by which this payment was reassigned, and the document that it settles by them.
    pub reassignments_of: Option<DocumentKey>,
    /// How often this credit was applied.
    pub applications_of: Option<DocumentKey>,
    /// The live reversal of this journal entry, if any.
    pub reversal_of: Option<String>,
    /// The document that this entry defers a line of, if it is one of a deferral.
    pub deferred_by: Option<DocumentKey>,
    pub parties: BTreeSet<(PartyKind, String)>,
    /// When to ask whether a payment to the vendor among those, or a refund to the customer, was submitted, and posted, since its bank
    /// details changed.
    pub paid_since_change: PaidSince,
    /// A living document of this type and party, other than the one named, whose reference differs at most in case and blanks:
    /// (type, party, reference).
    pub same_reference: Option<(DocumentKey, String, String)>,
    /// What stands in the ledger for these documents.
    pub postings_of: BTreeSet<DocumentKey>,
    /// The unposted documents of a period.
    pub unposted_in: Option<String>,
    /// Whether an account has postings, and whether unposted documents name it.
    pub use_of_account: Option<String>,
    pub job: Option<String>,
    pub change_request: Option<String>,
    /// The latest rate on or before a day.
    pub table_rate: Option<RateOf>,
    /// The document that is about to be submitted: what its rules add it to.
    pub adds_up: Option<AddsUp>,
    /// The marks of these documents as cleared, in whatever reconciliation.
    pub cleared_marks_of: BTreeSet<DocumentKey>,
    /// The posting job of this document, when it is Approved and that job was set aside.
    pub set_aside_posting_of: Option<DocumentKey>,
    /// This document is about to be approved: when it is very large, what the ledger sums up to already.
    pub head_room_for: Option<DocumentKey>,
    /// The command may write postings.
    pub posts: bool,
    /// Which of these document types are new to the books.
    pub new_among: BTreeSet<DocumentKind>,
    /// What features read of their own records, in this order: one thing of each.
    pub of_features: Vec<Arc<dyn Wanted>>,
    /// The command changes the catalog, or closes a period: nothing else may run beside it.
    pub exclusive: bool,
}

/// When a command asks whether its party was paid since the party's bank details changed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum PaidSince {
    #[default]
    Never,
    Always,
    /// Where one of these accounts, which the lines of a draft name, holds money.
    LinesOn(BTreeSet<String>),
    /// Where a line of this document is on an account that holds money.
    LinesOf(DocumentKey),
}

impl PaidSince {
    /// For whoever submits it.
    pub fn of_document(key: &DocumentKey) -> Self {
        if key.kind.sends_to().is_some() { Self::Always } else { Self::LinesOf(key.clone()) }
    }
}

impl Wants {
    /// One document, which `If-Match` is about.
    pub fn document(key: &DocumentKey) -> Self {
        Self {
            target: Some(Target::Document(key.clone())),
            documents: BTreeSet::from([key.clone()]),
            settled: true,
            ..Self::default()
        }
    }

    /// The document that it is about, if it is about one.
    pub fn target_document(&self) -> Option<&DocumentKey> {
        match &self.target {
            Some(Target::Document(key)) => Some(key),
            Some(_) | None => None,
        }
    }

    /// A change to the catalog.
    pub fn catalog(target: Target) -> Self {
        Self { target: Some(target), exclusive: true, ..Self::default() }
    }
}

impl Wants {
    /// What a feature reads of its own records.
    pub fn of_feature(wanted: impl Wanted) -> Self {
        Self { of_features: vec![Arc::new(wanted)], ..Self::default() }
    }
}

impl Wants {
    /// One change request, which `If-Match` is about.
    pub fn change_request(id: &str) -> Self {
        Self {
            target: Some(Target::ChangeRequest(id.to_owned())),
            change_request: Some(id.to_owned()),
            ..Self::default()
        }
    }
}

/// The rate that a command asks the table for: the latest on or before a day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RateOf {
    /// The rate of a currency, as the author spells it.
    Currency { code: String, on: Date },
    /// The rate of the currency of the document that a payment pays.
    Paid { document: DocumentKey, on: Date },
    /// The rate of a stored document's currency, on its own date.
    Document(DocumentKey),
}

/// Whose earlier documents a submission may be added to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddsUp {
    /// A stored document: its author's and its party's.
    Document(DocumentKey),
    /// One that the caller writes, with the party that it names or that of the document that it pays.
    New { key: DocumentKey, party_id: Option<String>, pays: Option<DocumentKey> },
}

impl AddsUp {
    /// The document that is submitted.
    pub const fn key(&self) -> &DocumentKey {
        match self {
            Self::Document(key) | Self::New { key, .. } => key,
        }
    }
}
