//! A document's content as a form has it and as the interface takes it. What is left empty is left out; what is typed as a number
//! and cannot be read is for the interface to refuse, with all that is wrong (reader/figure.rs).

use serde_json::{Map, Value};

use super::named;
use super::shape::{self, Entry, Input, in_line};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::schema::{Document, DocumentInput, DocumentLineInput, ItemLineInput};
use crate::json::{Members, plain};
use crate::reader::Reader;
use crate::vocabulary::DocumentType;

/// What is sent, and which rows of the form its lines are.
pub struct Content {
    pub body: Value,
    /// The row of every line that is sent: a fault names the line, and is shown at the row.
    pub rows: Vec<usize>,
}

/// The content that a form holds.
pub fn sent(kind: DocumentType, form: &Fields, reader: Reader) -> Content {
    let mut body = members(&shape::head(kind), reader, |name| form.given(name));
    let mut rows = Vec::new();
    if !shape::columns(kind).is_empty() {
        let lines = Lines::read(kind, form);
        let mut sent = Vec::new();
        for row in 0..lines.count() {
            if lines.is_used(kind, row) {
                rows.push(row);
                sent.push(Value::Object(line(kind, &lines, row, reader)));
            }
        }
        let member = shape::lines(kind);
        // A payment has parts where it settles several documents.
        if member == DocumentInput::LINES || !sent.is_empty() {
            body.insert(member.into(), Value::Array(sent));
        }
    }
    Content { body: Value::Object(body), rows }
}

/// The lines of a form, column by column.
pub struct Lines<'a>(Vec<(Member, Vec<&'a str>)>);

impl<'a> Lines<'a> {
    pub fn read(kind: DocumentType, form: &'a Fields) -> Self {
        let columns = shape::columns(kind).iter().map(|column| column.name).chain([LINE_NUMBER]);
        let cells = |column: Member| {
            let name = in_line(column);
            form.0.iter().filter(|(given, _)| *given == name).map(|(_, value)| value.trim()).collect()
        };
        Self(columns.map(|column| (column, cells(column))).collect())
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|(_, cells)| cells.len()).max().unwrap_or_default()
    }

    pub fn cell(&self, name: Member, row: usize) -> &'a str {
        let column = self.0.iter().find(|(column, _)| *column == name);
        column.and_then(|(_, cells)| cells.get(row)).copied().unwrap_or_default()
    }

    /// Whether something is written in a row.
    pub fn is_used(&self, kind: DocumentType, row: usize) -> bool {
        shape::columns(kind).iter().any(|column| !column.is_chosen() && !self.cell(column.name, row).is_empty())
    }
}

pub const LINE_NUMBER: Member = DocumentLineInput::LINE_NUMBER;

fn line(kind: DocumentType, lines: &Lines, row: usize, reader: Reader) -> Map<String, Value> {
    let given = |name: Member| Some(lines.cell(name, row)).filter(|value| !value.is_empty());
    let mut line = members(shape::columns(kind), reader, given);
    if let Some(number) = given(LINE_NUMBER) {
        line.insert(LINE_NUMBER.into(), reader.figure(number));
    }
    line
}

/// The members that are given, as the interface has them.
pub fn members<'a>(inputs: &[Input], reader: Reader, given: impl Fn(Member) -> Option<&'a str>) -> Map<String, Value> {
    let value = |input: &Input, typed: &str| match input.entry {
        Entry::Figure => reader.figure(typed),
        Entry::Fraction => reader.fraction(typed),
        Entry::Named => named::read(typed),
        Entry::Text | Entry::Date | Entry::OneOf(_) | Entry::From(_) => Value::String(typed.to_owned()),
    };
    let found =
        inputs.iter().filter_map(|input| given(input.name).map(|typed| (input.name.into(), value(input, typed))));
    found.collect()
}

/// What was sent, with the fields alone that decide: what the interface works out by itself is left out.
pub fn bare(body: &Value) -> Value {
    let mut bare = body.clone();
    let Some(members) = bare.as_object_mut() else { return bare };
    for name in WORKED_OUT_HEAD {
        members.remove(name.name());
    }
    if let Some(Value::Array(lines)) = members.get_mut(DocumentInput::LINES.name()) {
        for line in lines.iter_mut().filter_map(Value::as_object_mut) {
            for name in WORKED_OUT_LINE {
                line.remove(name.name());
            }
            if line.contains_key(ItemLineInput::TAX_CODE_ID.name()) {
                line.remove(ItemLineInput::TAX_RATE.name());
            }
        }
    }
    bare
}

const WORKED_OUT_HEAD: [Member; 2] = [DocumentInput::EXCHANGE_RATE, DocumentInput::POSTING_PERIOD_ID];
/// What the interface works out of a line where it is not given; of one with a tax code the rate as well.
pub const WORKED_OUT_LINE: [Member; 3] =
    [ItemLineInput::AMOUNT, ItemLineInput::TAX_AMOUNT, ItemLineInput::TAX_ACCOUNT_ID];

/// A document as a form has it. `worked_out` is what the interface makes of the same content when it works out the rest by itself:
/// what is the same there stays empty, so that it follows when the content changes.
pub fn filled(kind: DocumentType, document: &Value, worked_out: &Value, reader: Reader) -> Fields {
    let mut form = Fields::default();
    for input in shape::head(kind) {
        let follows =
            WORKED_OUT_HEAD.contains(&input.name) && !input.is_required && same(document, worked_out, input.name);
        let follows = follows || (input.name == DocumentInput::PAYMENT && is_of_parts(document));
        let text = if follows { String::new() } else { typed(&input, document, reader) };
        form.0.push((input.name.into(), text));
    }
    let member = shape::lines(kind);
    for (row, line) in document.list(member).iter().enumerate() {
        let other = worked_out.list(Document::LINES).get(row).unwrap_or(&Value::Null);
        for column in shape::columns(kind) {
            let by_code = column.name == ItemLineInput::TAX_RATE && !line.at(ItemLineInput::TAX_CODE_ID).is_null();
            let follows = (WORKED_OUT_LINE.contains(&column.name) || by_code) && same(line, other, column.name);
            let text = if follows { String::new() } else { typed(column, line, reader) };
            form.0.push((in_line(column.name), text));
        }
        form.0.push((in_line(LINE_NUMBER), line.text(LINE_NUMBER)));
    }
    form
}

/// Whether it is a payment of several documents: its amount is their sum.
pub fn is_of_parts(document: &Value) -> bool {
    !document.list(Document::APPLICATIONS).is_empty()
}

fn same(one: &Value, other: &Value, name: Member) -> bool {
    !one.at(name).is_null() && plain(one.at(name)) == plain(other.at(name))
}

/// A member as it is typed; nothing for what is zero when left out.
pub fn typed(input: &Input, of: &Value, reader: Reader) -> String {
    if input.entry == Entry::Named {
        return named::text(of.list(input.name));
    }
    let text = of.text(input.name);
    match input.entry {
        Entry::Figure | Entry::Fraction => {
            let is_zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
            if is_zero && input.name != DocumentInput::PAYMENT { String::new() } else { reader.input(&text) }
        }
        Entry::Text | Entry::Date | Entry::OneOf(_) | Entry::From(_) | Entry::Named => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_rows_are_not_sent_and_numbers_keep_their_digits() {
        let kind = DocumentType::JournalEntry;
        let form = Fields::read(
            b"tran_date=2026-11-20&memo=+&line.account_id=1000&line.debit=1,234.50&line.credit=\
            &line.account_id=&line.debit=&line.credit=&line.account_id=2000&line.debit=&line.credit=.5",
        );
        let content = sent(kind, &form, Reader::default());
        assert_eq!(
            content.body.to_string(),
            r#"{"lines":[{"account_id":"1000","debit":1234.50},{"account_id":"2000","credit":0.5}],"tran_date":"2026-11-20"}"#
        );
        assert_eq!(content.rows, [0, 2]);
    }

    #[test]
    fn a_payment_of_several_has_its_parts_and_no_amount_of_its_own() {
        let kind = DocumentType::BillPayment;
        let form = Fields::read(
            b"payment=&line.document_id=B-1&line.document_type=bill&line.amount=1,000.50\
            &line.document_id=&line.document_type=bill&line.amount=",
        );
        let content = sent(kind, &form, Reader::default());
        assert_eq!(
            content.body.to_string(),
            r#"{"applications":[{"amount":1000.50,"document_id":"B-1","document_type":"bill"}]}"#
        );
        let document = serde_json::json!({
            "payment": 1000.5, "applications": [{ "document_id": "B-1", "document_type": "bill", "amount": 1000.5 }],
        });
        let again = filled(kind, &document, &document, Reader::default());
        assert_eq!(again.get("payment"), Some(""));
        assert_eq!(again.get("line.amount"), Some("1000.5"));
        let one = sent(kind, &Fields::read(b"payment=5&bill_id=B-1&line.document_type=bill"), Reader::default());
        assert_eq!(one.body.to_string(), r#"{"bill_id":"B-1","payment":5}"#);
    }
}
