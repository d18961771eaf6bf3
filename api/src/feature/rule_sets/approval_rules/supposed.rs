//! What a simulation supposes of a document that is not stored.

use std::collections::BTreeSet;

use engine::approval::RoutingPlan;
use engine::approval::access::UserId;
use engine::approval::catalog::Catalog;
use engine::approval::field::Field;
use engine::approval::line_ids::LineIds;
use engine::approval::proof::plan::Concerned;
use engine::approval::signing::SelfApproval;
use engine::approval::subject::Subject;
use engine::books::action::{beneficiary, signable};
use engine::books::command::Snapshot;
use engine::books::document::Document;
use engine::values::account::{AccountType, Subtype};
use engine::values::error::{Faults, Refusal};
use engine::values::kind::{GovernedType, PartyKind};

use super::proving::shows_people;
use crate::schema::Id;
use crate::schema::rule::{SimulateInput, SupposedLine};

/// The subject with what was sent of it: its lines, or one that has all ids of lines, and the fields of the document as a whole.
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
    let lines = input.lines.as_ref().map(|lines| lines.0.as_slice());
    if is_stored {
        let given = whole.iter().copied().chain([(Field::AccountId, account_id)]);
        let given = given.filter(|(_, given)| given.is_some()).map(|(field, _)| field.name());
        for name in given.chain(lines.map(|_| "lines")) {
            faults.add(format!("/{name}"), "is taken from the document");
        }
    }
    let one = on_account(account_id, input.line.ids(), catalog);
    let has_one = one != LineIds::default();
    if lines.is_some() && has_one {
        faults.add("/lines", "stand in place of the ids of one line");
    }
    let several = lines.into_iter().flatten().enumerate().map(|(at, line)| supposed_line(at, line, catalog, faults));
    let subject = several.collect::<Vec<_>>().into_iter().fold(subject, Subject::with_line);
    let subject = if has_one { subject.with_line(one) } else { subject };
    whole.into_iter().fold(subject, |subject, (field, text)| subject.with(field, text))
}

fn on_account<'a>(account_id: Option<&'a str>, line: LineIds<'a>, catalog: &'a Catalog) -> LineIds<'a> {
    account_id.map_or(line, |account_id| catalog.accounts.on_line(account_id, line))
}

/// A line; type and subtype of an account that the books know are theirs.
fn supposed_line<'a>(at: usize, line: &'a SupposedLine, catalog: &'a Catalog, faults: &mut Faults) -> LineIds<'a> {
    let text = |id: &'a Option<Id>| id.as_ref().map(|id| id.0.as_str());
    let account_id = text(&line.account_id);
    let given = LineIds {
        account_id,
        account_type: line.account_type.map(|of| AccountType::from(of).name()),
        account_subtype: line.account_subtype.map(|of| Subtype::from(of).name()),
        department_id: text(&line.department_id),
        cost_center_id: text(&line.cost_center_id),
    };
    if !account_id.is_some_and(|id| catalog.accounts.contains_key(id)) {
        return given;
    }
    let known = on_account(account_id, given, catalog);
    let of_both = [
        ("account_type", "type", given.account_type, known.account_type),
        ("account_subtype", "subtype", given.account_subtype, known.account_subtype),
    ];
    for (field, word, given, known) in of_both {
        if given.is_some() && given != known {
            let known = known.map_or_else(|| format!("no {word}"), |known| format!("{word} {known}"));
            faults.add(format!("/lines/{at}/{field}"), format!("the account is of {known}"));
        }
    }
    known
}

/// Who is kept from signing: authors, who submits, and those who gain. Whom a customer or vendor is linked to is told to those who may
/// read users.
pub(super) fn concerned(
    input: &SimulateInput,
    document: Option<&Document>,
    submitter: &UserId,
    seen: &Snapshot,
) -> Concerned {
    let mut concerned = Concerned { authors: [submitter.clone()].into(), ..Concerned::default() };
    if let Some(document) = document {
        concerned.authors.extend(document.authors().into_iter().cloned());
        concerned.beneficiaries = beneficiary::pinned_by_submit(document, seen);
        return concerned;
    }
    concerned.authors.extend(input.created_by.as_ref().map(|id| id.0.clone()));
    concerned.beneficiaries.extend(input.employee_id.as_ref().map(|id| id.0.clone()));
    let parties = [(PartyKind::Customer, &input.customer_id), (PartyKind::Vendor, &input.vendor_id)];
    let linked = parties.into_iter().filter_map(|(kind, id)| seen.catalog.linked_user(kind, &id.as_ref()?.0));
    concerned.beneficiaries.extend(linked.filter(|_| shows_people(seen)).cloned());
    concerned
}

/// The refusal of a plan that not enough people could sign.
pub(super) fn could_be_signed(
    plan: &RoutingPlan,
    of: GovernedType,
    concerned: &Concerned,
    seen: &Snapshot,
) -> Result<(), Refusal> {
    let authors = match seen.settings.self_approval {
        SelfApproval::Deny => concerned.authors.iter().collect(),
        SelfApproval::Allow => BTreeSet::new(),
    };
    let barred = authors.into_iter().chain(&concerned.beneficiaries).collect();
    signable::enough(plan, of, &barred, &seen.catalog, seen.today)
}
