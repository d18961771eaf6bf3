//! How the document types differ on the wire.

use std::collections::BTreeMap;

use engine::books::action::apply::Applied;
use engine::books::action::names::{Names, Written};
use engine::books::action::unapply::Unapplied;
use engine::books::command::Application;
use engine::books::document::{AmountPending, Document, Draft};
use engine::features::documents::query::documents::{Reconciled, Surveyed};
use engine::values::error::Faults;
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use engine::values::money::Currency;
use poem_openapi::types::{ParseFromJSON, ParseFromParameter, ToJSON, Type};
use rust_decimal::Decimal;
use serde_json::Value;

/// A document type on the wire.
pub trait Collection: Send + Sync + 'static {
    const KIND: DocumentKind;
    /// The path of the collection.
    const PATH: &'static str;
    /// What its schemas are called.
    const NAME: &'static str;
    /// What the group of its operations is for, as the description says it.
    const ABOUT: &'static str;
    type Input: ParseFromJSON + Type + Send + Sync + 'static;
    type View: ToJSON + ParseFromJSON + Type + Send + Sync + 'static;
    /// How a filter names a party: an id, or a person's.
    type Party: ParseFromParameter + Into<String> + Send + Sync + 'static;

    /// What the engine is asked to check; what the wire form alone can tell is wrong goes into the faults.
    fn draft(input: Self::Input, faults: &mut Faults) -> Draft;
    fn view(document: &Document, seen: &Seen) -> Self::View;
    /// What the description shows as bodies.
    fn examples() -> Examples;
}

/// A type that gives credit, to be applied to documents of another type. See docs/rules/payments.md#applying-a-credit.
pub trait CreditCollection: Collection {
    /// What it is applied to.
    type Settled: Collection;
    type ApplyInput: ParseFromJSON + Type + Send + Sync + 'static;
    type Applied: ToJSON + Type + Send + Sync + 'static;
    /// One application, as `Applications` has it among its `data`.
    type Application: ToJSON + Send + 'static;
    type Applications: ToJSON + Type + Send + Sync + 'static;

    /// Several of `ApplyInput`, as `applications`.
    type ApplySeveralInput: ParseFromJSON + Type + Send + Sync + 'static;

    type UnapplyInput: ParseFromJSON + Type + Send + Sync + 'static;
    type Unapplied: ToJSON + Type + Send + Sync + 'static;

    /// The id of the document to settle, and how much of the credit goes to it.
    fn asked(input: Self::ApplyInput) -> (Option<String>, Option<Decimal>);
    fn applied(done: &Applied) -> Self::Applied;
    /// Each of the list; none when it was not sent, or wrong.
    fn asked_each(input: Self::ApplySeveralInput) -> Vec<Self::ApplyInput>;
    fn applications(data: Vec<Self::Application>) -> Self::Applications;
    fn asked_back(input: Self::UnapplyInput) -> TakenBack;
    fn unapplied(done: &Unapplied) -> Self::Unapplied;
    /// `currency`: that of both documents.
    fn application(applied: Application, currency: Currency) -> Self::Application;
}

/// Which application of a credit is taken back, and why.
#[derive(Clone, Default, Debug)]
pub struct TakenBack {
    pub settled_id: Option<String>,
    pub position: Option<u32>,
    pub reason: Option<String>,
}

/// Bodies that can be sent as they are: they name accounts, parties and documents of the demo company of February 2026.
#[derive(Clone, Debug)]
pub struct Examples {
    pub create: Value,
    /// What is put in the place of one of its drafts.
    pub update: Value,
    /// Of the actions that not every type has, but void.
    pub actions: Vec<(Action, Value)>,
}

/// What a read knows besides the document itself.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    pub allowed_actions: Option<Vec<String>>,
    pub why_not: Option<BTreeMap<String, String>>,
    pub reversing_entry_id: Option<String>,
    pub names: Names,
    /// What is under way for it, where anything settles its type.
    pub pending: Option<AmountPending>,
    /// What a payment settles since it was reassigned.
    pub reassigned_to: Option<DocumentKey>,
    /// The completed reconciliations that it comes after.
    pub reconciled: Vec<Reconciled>,
    /// The lines are not asked for.
    pub without_lines: bool,
}

impl Seen {
    /// As a read shows it, with every reason why not.
    pub fn read(found: &Surveyed) -> Self {
        let names = found.allowed_actions.iter().map(|action| action.name().to_owned());
        let reasons = found.why_not.iter().map(|(action, why)| ((*action).to_owned(), why.clone()));
        Self {
            allowed_actions: Some(names.collect()),
            why_not: Some(reasons.collect()),
            reversing_entry_id: found.reversing_entry_id.clone(),
            names: found.names.clone(),
            pending: found.pending,
            reassigned_to: found.reassigned_to.clone(),
            reconciled: found.reconciled.clone(),
            without_lines: false,
        }
    }

    /// Right after it was written, by whoever wrote it.
    pub fn written(written: &Written) -> Self {
        Self { names: written.names.clone(), pending: written.pending, ..Self::default() }
    }
}
