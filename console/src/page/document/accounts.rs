//! What a document has posted, or would post, as T-accounts. Nothing is added up here: an account shows its lines.

use serde_json::Value;

use crate::fields::Fields;
use crate::interface::schema::{DocumentPostings, LedgerLine};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// One account with its two sides.
pub struct Account {
    pub account_id: String,
    pub account_name: String,
    pub link: String,
    pub debits: Vec<String>,
    pub credits: Vec<String>,
}

/// The accounts that a document touches, in the order of its postings, and whether that has happened.
pub async fn accounts(visit: &Visit, kind: DocumentType, id: &str) -> (Vec<Account>, bool) {
    let path = format!("/{}/{}/postings", kind.collection(), segment(id));
    // Without postings the rest of the page is as good.
    let Ok(answer) = visit.operations.get(&path, &Fields::default()).await else { return (Vec::new(), false) };
    (of_lines(visit, answer.0.list(DocumentPostings::DATA)), answer.0.flag(DocumentPostings::IS_POSTED))
}

/// T-accounts of posting lines as the interface gives them, in `would_post` too.
pub fn of_lines(visit: &Visit, lines: &[Value]) -> Vec<Account> {
    let mut accounts: Vec<Account> = Vec::new();
    for line in lines {
        let account_id = line.text(LedgerLine::ACCOUNT_ID);
        let at = accounts.iter().position(|account| account.account_id == account_id).unwrap_or_else(|| {
            accounts.push(Account {
                link: format!("/accounts/{}", segment(&account_id)),
                account_name: line.text(LedgerLine::ACCOUNT_NAME),
                account_id,
                debits: Vec::new(),
                credits: Vec::new(),
            });
            accounts.len().saturating_sub(1)
        });
        let currency = line.given(LedgerLine::CURRENCY).unwrap_or_else(|| visit.me.base_currency());
        let amount = line.text(LedgerLine::AMOUNT);
        if let Some(account) = accounts.get_mut(at) {
            // A debit is positive, a credit negative.
            match amount.strip_prefix('-') {
                Some(amount) => account.credits.push(visit.amount(amount, &currency)),
                None => account.debits.push(visit.amount(&amount, &currency)),
            }
        }
    }
    accounts
}
