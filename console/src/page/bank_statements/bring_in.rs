//! Bringing a file in: first as a dry run that says what is in it, then in earnest. The file is passed on as it comes in.

use std::sync::Arc;

use poem::Response;

use super::brought::Preview;
use super::{list, page_of};
use crate::fields::Fields;
use crate::interface::enumeration::ProblemCode;
use crate::interface::query::{CreateBankStatement, ListBankStatements};
use crate::interface::schema::{BankStatement, StatementImport};
use crate::json::Members;
use crate::problem::{Place, Problem};
use crate::text::{filled, text};
use crate::visit::{Visit, redirect};
use crate::vocabulary::word;

/// Looks at the file, or brings it in.
pub async fn bring_in(visit: Arc<Visit>) -> Result<Response, Problem> {
    let form = &visit.form;
    // In the address: what the button itself says would come behind the file.
    let is_in_earnest = visit.query.has("in_earnest");
    let Some(file) = visit.take_file() else {
        let problem = Problem::of_field("file", text("statements.no_file")).placed(place);
        return list::shown(&visit, problem.status_code(), None, Some(&problem)).await;
    };
    let query = [CreateBankStatement::ACCOUNT_ID, CreateBankStatement::FORMAT, CreateBankStatement::BANK_ACCOUNT]
        .into_iter()
        .fold(Fields::default(), |query, name| query.with(name, form.given(name)))
        .with(CreateBankStatement::DRY_RUN, (!is_in_earnest).then_some("true"));
    let key = form.given("key").filter(|_| is_in_earnest);
    match visit.operations.pass_on(&query.address("/bank-statements"), file, key).await {
        Ok(answer) if is_in_earnest => {
            let counted = |name| visit.reader.number(&answer.body.text(name));
            let said = filled(
                "statements.brought_in",
                &[&counted(StatementImport::NEW_LINES), &counted(StatementImport::KNOWN_LINES)],
            );
            let to = match answer.body.list(StatementImport::STATEMENTS) {
                [one] => page_of(&one.text(BankStatement::STATEMENT_ID)),
                _ => Fields::default()
                    .with(ListBankStatements::ACCOUNT_ID, form.given("account_id"))
                    .address("/bank-statements"),
            };
            Ok(redirect(&to, Some(&said)))
        }
        Ok(answer) => {
            let preview = Preview::of(&visit, &answer.body);
            list::shown(&visit, poem::http::StatusCode::OK, Some(preview), None).await
        }
        Err(problem) => {
            let mut problem = problem.placed(place);
            // With line, byte and reason.
            if problem.code == ProblemCode::StatementUnreadable.name() {
                problem.detail = filled("statements.unreadable", &[&problem.detail]);
            }
            list::shown(&visit, problem.status_code(), None, Some(&problem)).await
        }
    }
}

/// Where the form has what a fault is about.
fn place(pointer: &str) -> Option<Place> {
    let name = pointer.trim_start_matches('/');
    match name {
        "account_id" => Some(Place::new(word("account_id"), "account_id")),
        "file" | "" => Some(Place::new(text("statements.file"), "file")),
        "format" => Some(Place::new(text("statements.format"), "format")),
        "bank_account" => Some(Place::new(text("statements.bank_account"), "bank_account")),
        _ => None,
    }
}
