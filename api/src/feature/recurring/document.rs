//! The document of a recurring one: read as the body of its type's create, without what the schedule gives; shown as it was sent.

use engine::books::document::Draft;
use engine::books::document::draft::{
    Body, ItemLineDraft, ItemsDraft, JournalEntryDraft, JournalLineDraft, NamedDraft, PaymentDraft,
};
use engine::values::error::Faults;
use engine::values::kind::{DocumentKey, DocumentKind, Family};
use engine::values::money::number;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef};
use poem_openapi::types::{ParseError, ParseFromJSON, ParseResult, ToJSON};
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use crate::body;
use crate::schema::document::collection::Collection;
use crate::schema::document::every_collection;
use crate::schema::leaf::wire_leaf;

/// The document that is made, by the fields of its type.
#[derive(Clone, PartialEq, Debug)]
pub struct DocumentBody(pub Map<String, Value>);

wire_leaf!([] DocumentBody, "RecurringContent", MetaSchema {
    description: Some("The body of the type's create, without its id, dates, period and status."),
    additional_properties: Some(Box::new(MetaSchemaRef::Inline(Box::new(MetaSchema::ANY)))),
    ..MetaSchema::new("object")
});

impl ParseFromJSON for DocumentBody {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value.unwrap_or_default() {
            Value::Object(members) => Ok(Self(members)),
            _ => Err(ParseError::custom("must be an object")),
        }
    }
}

impl ToJSON for DocumentBody {
    fn to_json(&self) -> Option<Value> {
        Some(Value::Object(self.0.clone()))
    }
}

/// Where it stands in the body.
const POINTER: &str = "/document";

impl DocumentBody {
    /// What the engine is asked to check. What is wrong by the schema of the type's create goes into the faults.
    pub fn read(self, kind: DocumentKind, faults: &mut Faults) -> Option<Draft> {
        macro_rules! of_kind {
            ($($collection:ty),* $(,)?) => {
                $(if kind == <$collection>::KIND {
                    return self.into_create_of::<$collection>(faults);
                })*
            };
        }
        every_collection!(of_kind);
        None
    }

    fn into_create_of<K: Collection>(mut self, faults: &mut Faults) -> Option<Draft> {
        let needs_due_date = K::KIND.items().is_some_and(|items| items.needs_due_date);
        for field in [K::KIND.id_field(), "tran_date", "due_date", "posting_period_id", "status"] {
            if self.0.remove(field).is_some_and(|given| !given.is_null()) {
                faults.add(format!("{POINTER}/{field}"), "comes from the schedule");
            }
        }
        if self.0.get("reversal_date").is_some_and(|given| !given.is_null()) {
            faults.add(format!("{POINTER}/reversal_date"), "is a day, and a template is of none");
            self.0.remove("reversal_date");
        }
        if self.0.get("applications").is_some_and(|given| !given.is_null()) {
            faults.add(format!("{POINTER}/applications"), "are settled once: a template pays one document");
            self.0.remove("applications");
        }
        if self.0.get("discount").is_some_and(|given| !given.is_null()) {
            faults.add(format!("{POINTER}/discount"), "is taken once: a template pays no day early");
            self.0.remove("discount");
        }
        for field in ["write_off", "write_off_rule_id"] {
            if self.0.remove(field).is_some_and(|given| !given.is_null()) {
                faults.add(format!("{POINTER}/{field}"), "is of one payment: a template knows no small difference");
            }
        }
        // What each day gives; some types require it.
        let given = [(K::KIND.id_field(), "x"), ("tran_date", "2000-01-01"), ("posting_period_id", "x")];
        let due = needs_due_date.then_some(("due_date", "2000-01-01"));
        for (field, value) in given.into_iter().chain(due) {
            self.0.insert(field.to_owned(), value.into());
        }
        let mut found = Faults::default();
        let draft = match body::checked_value::<K::Input>(&mut Value::Object(self.0)) {
            Ok((input, wrong)) => {
                found.extend(wrong);
                Some(K::draft(input, &mut found))
            }
            Err(wrong) => {
                found.extend(wrong);
                None
            }
        };
        faults.extend(found.below(POINTER));
        let mut draft = Draft { id: None, tran_date: None, posting_period_id: None, ..draft? };
        if let Body::Items(items) = &mut draft.body {
            items.due_date = None;
        }
        Some(draft)
    }

    /// As its author sent it.
    pub fn of(draft: &Draft) -> Self {
        let mut members = Members::default();
        match (&draft.body, &draft.kind.facts().family) {
            (Body::JournalEntry(entry), _) => members.entry(entry),
            (Body::Items(items), Family::Items(of)) => {
                members.text(of.party.field(), items.party_id.as_ref());
                members.text(of.control.field(), items.control_account_id.as_ref());
                members.items(items);
            }
            (Body::Payment(payment), Family::Payment(of)) => {
                members.text(of.control.field(), payment.control_account_id.as_ref());
                members.text(of.names_party.map_or("", engine::values::kind::Party::field), payment.party_id.as_ref());
                members.payment(payment);
            }
            // A draft is of its type's family.
            (Body::Items(_) | Body::Payment(_), Family::Journal | Family::Items(_) | Family::Payment(_)) => {}
        }
        members.text("currency", draft.currency.as_ref());
        members.number("exchange_rate", draft.exchange_rate);
        members.text("exchange_rate_reason", draft.exchange_rate_reason.as_ref());
        members.text("memo", draft.memo.as_ref());
        Self(members.0)
    }
}

/// What was given, by its fields; what was not is left out.
#[derive(Default)]
struct Members(Map<String, Value>);

impl Members {
    fn put(&mut self, field: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.0.insert(field.trim_start_matches('/').to_owned(), value);
        }
    }

    fn text(&mut self, field: &str, text: Option<&String>) {
        self.put(field, text.map(|text| text.as_str().into()));
    }

    fn number(&mut self, field: &str, given: Option<Decimal>) {
        self.put(field, given.map(number));
    }

    /// A document, by the id field of its type.
    fn key(&mut self, key: Option<&DocumentKey>) {
        if let Some(key) = key {
            self.put(key.kind.id_field(), Some(key.id.as_str().into()));
        }
    }

    fn lines<L>(&mut self, lines: &[L], line: impl Fn(&mut Self, &L)) {
        let each = lines.iter().map(|given| {
            let mut members = Self::default();
            line(&mut members, given);
            Value::Object(members.0)
        });
        self.put("lines", Some(each.collect()));
    }

    fn entry(&mut self, entry: &JournalEntryDraft) {
        self.text("entry_type", entry.entry_type.as_ref());
        self.lines(&entry.lines, Self::journal_line);
    }

    fn journal_line(&mut self, line: &JournalLineDraft) {
        self.put("line_number", line.line_number.map(Value::from));
        self.text("account_id", line.account_id.as_ref());
        self.number("debit", line.debit);
        self.number("credit", line.credit);
        self.text("memo", line.memo.as_ref());
        self.text("department_id", line.department_id.as_ref());
        self.text("cost_center_id", line.cost_center_id.as_ref());
        self.dimensions(&line.dimensions);
    }

    fn dimensions(&mut self, named: &[NamedDraft]) {
        let each = named.iter().map(|one| {
            let mut members = Self::default();
            members.text("dimension_id", one.dimension_id.as_ref());
            members.text("value_id", one.value_id.as_ref());
            Value::Object(members.0)
        });
        self.put("dimensions", (!named.is_empty()).then(|| each.collect()));
    }

    fn items(&mut self, items: &ItemsDraft) {
        self.text("reference", items.reference.as_ref());
        self.text("payment_terms_id", items.payment_terms_id.as_ref());
        self.key(items.about.as_ref());
        self.lines(&items.lines, Self::item);
    }

    fn item(&mut self, line: &ItemLineDraft) {
        self.put("line_number", line.line_number.map(Value::from));
        self.text("account_id", line.account_id.as_ref());
        self.text("description", line.description.as_ref());
        self.number("quantity", line.quantity);
        self.number("rate", line.rate);
        self.number("amount", line.amount);
        self.text("tax_code_id", line.tax_code_id.as_ref());
        self.number("tax_rate", line.tax_rate);
        self.number("tax_amount", line.tax_amount);
        self.text("tax_account_id", line.tax_account_id.as_ref());
        self.text("department_id", line.department_id.as_ref());
        self.text("cost_center_id", line.cost_center_id.as_ref());
        self.dimensions(&line.dimensions);
    }

    fn payment(&mut self, payment: &PaymentDraft) {
        self.key(payment.settles.as_ref());
        self.text("account_id", payment.cash_account_id.as_ref());
        self.number("payment", payment.payment);
        self.text("payment_method", payment.payment_method.as_ref());
        self.text("reference", payment.reference.as_ref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example bodies of all types, as a recurring document takes and shows them.
    #[test]
    fn what_is_sent_is_shown() {
        macro_rules! each {
            ($($collection:ty),* $(,)?) => {
                [$((<$collection>::KIND, <$collection as Collection>::examples().create)),*]
            };
        }
        for (kind, example) in every_collection!(each) {
            let Value::Object(mut sent) = example else { panic!("{kind:?}") };
            for field in [kind.id_field(), "tran_date", "due_date", "posting_period_id"] {
                sent.remove(field);
            }
            let mut faults = Faults::default();
            let draft = DocumentBody(sent.clone()).read(kind, &mut faults).unwrap_or_else(|| panic!("{kind:?}"));
            assert!(faults.is_empty(), "{kind:?}: {faults:?}");
            assert_eq!(DocumentBody::of(&draft).0, sent, "{kind:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_below_the_document() {
        let sent = serde_json::json!({ "tran_date": "2026-01-01", "memo": 5, "lines": [{ "account_id": "6000", "debit": "x" }] });
        let Value::Object(sent) = sent else { panic!("an object") };
        let mut faults = Faults::default();
        DocumentBody(sent).read(DocumentKind::JournalEntry, &mut faults);
        let pointers: Vec<&str> = faults.0.iter().map(|fault| fault.pointer.as_str()).collect();
        for pointer in ["/document/tran_date", "/document/memo", "/document/lines", "/document/lines/0/debit"] {
            assert!(pointers.contains(&pointer), "{pointers:?}");
        }
    }
}
