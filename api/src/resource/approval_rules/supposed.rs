//! What a simulation supposes of a document that is not stored.

use engine::approval::field::Field;
use engine::approval::line_ids::LineIds;
use engine::approval::subject::Subject;
use engine::catalog::Catalog;
use engine::error::Faults;

use crate::schema::rule::SimulateInput;

/// The subject with what was sent of it: a line that has all ids of lines, and the fields of the document as a whole.
pub(super) fn supposed<'a>(
    subject: Subject<'a>,
    input: &'a SimulateInput,
    is_stored: bool,
    catalog: &'a Catalog,
    faults: &mut Faults,
) -> Subject<'a> {
    let whole = [
        (Field::Currency, input.currency.as_ref().map(|currency| currency.0.code())),
        (Field::VendorId, input.vendor_id.as_ref().map(|id| id.0.as_str())),
        (Field::CustomerId, input.customer_id.as_ref().map(|id| id.0.as_str())),
        (Field::EmployeeId, input.employee_id.as_ref().map(|id| id.0.as_str())),
        (Field::EntryType, input.entry_type.as_ref().map(|text| text.0.as_str())),
        (Field::CreatedBy, input.created_by.as_ref().map(|id| id.0.as_str())),
        (Field::PaymentMethod, input.payment_method.as_ref().map(|text| text.0.as_str())),
    ];
    let account_id = input.account_id.as_ref().map(|id| id.0.as_str());
    if is_stored {
        for (field, given) in whole.iter().copied().chain([(Field::AccountId, account_id)]) {
            if given.is_some() {
                faults.add(format!("/{}", field.name()), "is taken from the document");
            }
        }
    }
    let account_type = account_id.and_then(|id| catalog.accounts.get(id)).map(|account| account.account_type.name());
    let line = LineIds { account_id, account_type, ..input.line.ids() };
    let subject = if line == LineIds::default() { subject } else { subject.with_line(line) };
    whole.into_iter().fold(subject, |subject, (field, text)| subject.with(field, text))
}
