//! The bank details of a customer or a vendor on the page of the party: shown to who may read them, and to nobody else.
//! See docs/rules/access.md#bank-details.

use std::sync::Arc;

use poem::Response;
use serde_json::{Map, Value};

use super::kind::Register;
use super::one::{Refused, shown_with};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::schema::{BankDetails, BankDetailsInput, Customer};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, redirect};

/// The last word of the form's path, which is also that of the interface.
pub const BANK_DETAILS: &str = "bank-details";
/// The resource of the permissions.
const RESOURCE: &str = "bank_details";

/// What is written, in its order.
const WRITTEN: [Member; 5] = [
    BankDetailsInput::ACCOUNT_HOLDER,
    BankDetailsInput::IBAN,
    BankDetailsInput::BIC,
    BankDetailsInput::ACCOUNT_NUMBER,
    BankDetailsInput::ROUTING_CODE,
];

/// The part of the page.
pub struct Section {
    /// Whether the person may read them: who may not sees the refusal of their own change all the same.
    pub is_read: bool,
    /// What there is, with its labels.
    pub facts: Vec<(&'static str, String)>,
    /// When they were changed, for machines and for people.
    pub changed_at: Option<(String, String)>,
    /// Who changed them since a payment was made to them.
    pub changed_by: Vec<String>,
    /// What these may not do until then.
    pub barred: &'static str,
    pub action: String,
    /// What is lacking to change them; empty: nothing.
    pub needs: String,
    pub fields: Vec<FormField>,
    /// Whether the form is open, since it was refused.
    pub is_refused: bool,
    pub problem: Option<Problem>,
    pub version: String,
    pub key: String,
}

/// Reads them, where the party can have any and the person may read them. A change that was refused says why to whoever asked for it.
pub async fn section(
    visit: &Visit,
    register: &Register,
    id: &str,
    problem: Option<Problem>,
) -> Result<Option<Section>, Problem> {
    if !is_of(register) {
        return Ok(None);
    }
    let path = path(register, id);
    let read = recorded(visit, &path).await?;
    if read.is_none() && problem.is_none() {
        return Ok(None);
    }
    let is_read = read.is_some();
    let recorded = read.unwrap_or_default();
    let is_refused = problem.is_some();
    let fields: Vec<FormField> =
        WRITTEN.into_iter().map(|member| field(visit, member, &recorded, problem.as_ref())).collect();
    let fact = |member: Member| Some((label(member), grouped(member, recorded.given(member)?)));
    let lacking = [RESOURCE, register.resource].into_iter().find(|resource| !visit.me.may(resource, "write"));
    Ok(Some(Section {
        is_read,
        facts: WRITTEN.into_iter().filter_map(fact).collect(),
        changed_at: recorded.given(BankDetails::CHANGED_AT).map(|at| (at.clone(), visit.reader.instant(&at))),
        changed_by: recorded.texts(BankDetails::CHANGED_BY),
        barred: text(if register.id == Customer::CUSTOMER_ID {
            "register.bank.barred.customer"
        } else {
            "register.bank.barred.vendor"
        }),
        action: path,
        needs: lacking.map(|resource| filled("register.needs", &[&format!("{resource}.write")])).unwrap_or_default(),
        problem: problem.map(|problem| placed(problem, &fields, |name| format!("/{name}"))),
        is_refused,
        fields,
        version: recorded.text(BankDetails::VERSION),
        key: fresh_key(),
    }))
}

/// What there is; none for who may not read it.
async fn recorded(visit: &Visit, path: &str) -> Result<Option<Value>, Problem> {
    if !visit.me.may(RESOURCE, "read") {
        return Ok(None);
    }
    match visit.operations.get(path, &Fields::default()).await {
        Ok(recorded) => Ok(Some(recorded.0)),
        Err(problem) if problem.status == 403 => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// Puts what the form says in place of what there is; an empty form takes it away.
pub async fn change(visit: Arc<Visit>, register: Register) -> Result<Response, Problem> {
    let id = visit.param("id").to_owned();
    let given = |member: Member| Some((String::from(member), Value::from(visit.form.given(member)?)));
    let body: Map<String, Value> = WRITTEN.into_iter().filter_map(given).collect();
    let change = Change::put(path(&register, &id), Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let page = format!("/{}/{}#{BANK_DETAILS}", register.collection, segment(&id));
            redirect(&page, Some(&filled("register.bank.changed", &[&id])))
        })),
        Err(problem) => shown_with(&visit, register, Some(Refused::BankDetails(problem))).await,
    }
}

/// Whether its things can have any.
pub fn is_of(register: &Register) -> bool {
    register.resource == "party"
}

fn path(register: &Register, id: &str) -> String {
    format!("/{}/{}/{BANK_DETAILS}", register.collection, segment(id))
}

fn label(member: Member) -> &'static str {
    text(&format!("register.field.{member}"))
}

fn field(visit: &Visit, member: Member, recorded: &impl Members, problem: Option<&Problem>) -> FormField {
    let typed = problem.and_then(|_| visit.form.get(member)).map(str::to_owned);
    let value = typed.unwrap_or_else(|| recorded.text(member));
    let fault = problem.and_then(|problem| problem.at_member(member));
    let field = FormField::new(member, value).called(label(member)).wrong(fault);
    match member {
        // Not required by the browser: an empty form takes all away.
        BankDetailsInput::ACCOUNT_HOLDER => field.hint(text("register.bank.hint.account_holder")),
        BankDetailsInput::IBAN => field.hint(text("register.bank.hint.iban")).unkept(),
        BankDetailsInput::ACCOUNT_NUMBER => field.hint(text("register.bank.hint.account_number")).unkept(),
        _ => field,
    }
}

/// An IBAN as it is printed, four by four.
fn grouped(member: Member, value: String) -> String {
    if member != BankDetailsInput::IBAN {
        return value;
    }
    let letters: Vec<char> = value.chars().collect();
    letters.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iban_is_shown_as_it_is_printed() {
        for (member, value, shown) in [
            (BankDetailsInput::IBAN, "DE89370400440532013000", "DE89 3704 0044 0532 0130 00"),
            (BankDetailsInput::IBAN, "", ""),
            (BankDetailsInput::ACCOUNT_NUMBER, "000123456789", "000123456789"),
        ] {
            assert_eq!(grouped(member, value.to_owned()), shown);
        }
    }
}
