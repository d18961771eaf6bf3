//! What the fields suggest: bounded reads of ids and their names. What cannot be read is not suggested, and may be typed.

use futures_util::future::join_all;
use serde_json::Value;

use super::shape::{Choices, Entry, Input};
use crate::fields::Fields;
use crate::frame::decimals;
use crate::interface::Member;
use crate::interface::enumeration::{AccountSubtype, DocumentStatus};
use crate::interface::query::{ListAccounts, ListDocuments};
use crate::interface::schema::{
    Account, AccountingPeriod, Customer, Document, ExchangeRate, Page, PaymentTerms, TaxCode, User, Vendor,
    WriteOffRule,
};
use crate::json::Members;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// The suggestions of one page.
#[derive(Clone, Debug, Default)]
pub struct Suggestions {
    pub lists: Vec<List>,
    /// All accounts that were read, by id.
    accounts: Vec<(String, String)>,
    periods: Vec<Value>,
}

/// One list of suggestions.
#[derive(Clone, Debug)]
pub struct List {
    choices: Choices,
    pub id: String,
    /// Ids with their names.
    pub options: Vec<(String, String)>,
}

/// The id of the list in the page.
pub fn id(choices: Choices) -> String {
    match choices {
        Choices::Accounts => "accounts".into(),
        Choices::Payables => "payables".into(),
        Choices::Receivables => "receivables".into(),
        Choices::Money => "money".into(),
        Choices::Taxes => "taxes".into(),
        Choices::TaxCodes => "tax-codes".into(),
        Choices::PaymentTerms => "payment-terms".into(),
        Choices::WriteOffRules => "write-off-rules".into(),
        Choices::Vendors => "vendors".into(),
        Choices::Customers => "customers".into(),
        Choices::People => "people".into(),
        Choices::Periods => "periods".into(),
        Choices::Currencies => "currencies".into(),
        Choices::Open(kind) => format!("open-{}", kind.collection()),
    }
}

impl Suggestions {
    /// Reads what these fields suggest, and the accounts' names; open documents of one party, where there is one.
    pub async fn read<'a>(visit: &Visit, inputs: impl IntoIterator<Item = &'a Input>, party: Option<&str>) -> Self {
        let mut wanted: Vec<Choices> = Vec::new();
        for input in inputs {
            if let Entry::From(choices) = input.entry
                && !wanted.contains(&choices)
            {
                wanted.push(choices);
            }
        }
        let accounts = [(ListAccounts::IS_ACTIVE, "true"), (ListAccounts::LIMIT, "200")];
        let mut sources: Vec<(String, Fields)> = vec![("/accounts".into(), accounts.into())];
        for choices in &wanted {
            if let Some(source) = source(*choices, party)
                && !sources.iter().any(|(path, _)| *path == source.0)
            {
                sources.push(source);
            }
        }
        let reads = sources.iter().map(|(path, query)| async move {
            visit.operations.aside(path, query).await.map(|answer| answer.list(Page::DATA).to_vec()).unwrap_or_default()
        });
        let read = join_all(reads).await;
        let of = |path: &str| {
            sources
                .iter()
                .position(|(known, _)| *known == path)
                .and_then(|at| read.get(at))
                .cloned()
                .unwrap_or_default()
        };
        let accounts = of("/accounts");
        let lists = wanted.iter().map(|choices| {
            let rows = source(*choices, party).map_or_else(|| accounts.clone(), |(path, _)| of(&path));
            List { choices: *choices, id: id(*choices), options: options(*choices, &rows, visit) }
        });
        let mut lists: Vec<List> = lists.collect();
        for list in &mut lists {
            // Open documents and periods come with the newest first, as they are wanted.
            if !matches!(list.choices, Choices::Open(_) | Choices::Periods) {
                list.options.sort();
                list.options.dedup_by(|one, other| one.0 == other.0);
            }
        }
        Self {
            lists,
            accounts: pairs(&accounts, Account::ACCOUNT_ID, Account::ACCOUNT_NAME),
            periods: of("/accounting-periods"),
        }
    }

    /// The name of an id.
    pub fn name(&self, choices: Choices, id: &str) -> &str {
        let list = self.lists.iter().find(|list| list.choices == choices);
        let found = list.and_then(|list| list.options.iter().find(|(known, _)| known == id));
        found.map_or("", |(_, name)| name)
    }

    pub fn account(&self, id: &str) -> &str {
        self.accounts.iter().find(|(known, _)| known == id).map_or("", |(_, name)| name)
    }

    /// The only one that there is to choose.
    pub fn only(&self, choices: Choices) -> Option<&str> {
        match self.lists.iter().find(|list| list.choices == choices)?.options.as_slice() {
            [(id, _)] => Some(id),
            _ => None,
        }
    }

    /// Periods alone.
    #[cfg(test)]
    pub fn of_periods(periods: Vec<Value>) -> Self {
        Self { periods, ..Self::default() }
    }

    pub fn is_known_period(&self, period_id: &str) -> bool {
        self.periods.iter().any(|period| period.text(AccountingPeriod::PERIOD_ID) == period_id)
    }

    /// The days of a period, for the script that lets a form's period follow its date.
    pub fn days_of(&self, list: &List, id: &str) -> Option<(String, String)> {
        let period = self.periods.iter().filter(|_| list.choices == Choices::Periods);
        let found = period.into_iter().find(|period| period.text(AccountingPeriod::PERIOD_ID) == id)?;
        Some((found.text(AccountingPeriod::START_DATE), found.text(AccountingPeriod::END_DATE)))
    }

    /// The period that holds a day.
    pub fn period_of(&self, day: &str) -> Option<String> {
        let holds = |period: &&Value| {
            period.text(AccountingPeriod::START_DATE).as_str() <= day
                && day <= period.text(AccountingPeriod::END_DATE).as_str()
        };
        self.periods.iter().find(holds).map(|period| period.text(AccountingPeriod::PERIOD_ID))
    }
}

/// The same parameter of every list.
const LIMIT: Member = ListAccounts::LIMIT;

fn source(choices: Choices, party: Option<&str>) -> Option<(String, Fields)> {
    let most = || Fields::from([(LIMIT, "200")]);
    let open = || {
        let asked = [
            (ListDocuments::STATUS, DocumentStatus::Posted.name()),
            (ListDocuments::LINES, "false"),
            (ListDocuments::LIMIT, "100"),
        ];
        Fields::from(asked).with(ListDocuments::PARTY, party)
    };
    let (path, query) = match choices {
        Choices::Accounts | Choices::Payables | Choices::Receivables | Choices::Money | Choices::Taxes => return None,
        Choices::TaxCodes => ("tax-codes", most()),
        Choices::PaymentTerms => ("payment-terms", most()),
        Choices::WriteOffRules => ("write-off-rules", most()),
        Choices::Vendors => ("vendors", most()),
        Choices::Customers => ("customers", most()),
        Choices::People => ("users", most()),
        Choices::Periods => ("accounting-periods", most()),
        Choices::Currencies => ("exchange-rates", most()),
        Choices::Open(kind) => (kind.collection(), open()),
    };
    Some((format!("/{path}"), query))
}

fn pairs(rows: &[Value], id: Member, name: Member) -> Vec<(String, String)> {
    rows.iter().map(|row| (row.text(id), row.text(name))).collect()
}

fn options(choices: Choices, rows: &[Value], visit: &Visit) -> Vec<(String, String)> {
    let active = |row: &&Value| row.at(Account::IS_ACTIVE).as_bool() != Some(false);
    let rows: Vec<Value> = rows.iter().filter(active).cloned().collect();
    let accounts = |subtypes: &[AccountSubtype]| {
        let of: Vec<Value> = rows
            .iter()
            .filter(|row| {
                AccountSubtype::of(&row.text(Account::SUBTYPE)).is_some_and(|subtype| subtypes.contains(&subtype))
            })
            .cloned()
            .collect();
        pairs(&of, Account::ACCOUNT_ID, Account::ACCOUNT_NAME)
    };
    let due = |row: &Value, kind: DocumentType| {
        let currency = row.text(Document::CURRENCY);
        let party = kind.party().map(|(_, name)| row.text(name)).unwrap_or_default();
        let amount = visit.reader.amount(
            &row.given(Document::AMOUNT_LEFT).unwrap_or_else(|| row.text(Document::AMOUNT_DUE)),
            decimals(&currency),
        );
        format!("{party} · {amount} {currency}")
    };
    match choices {
        Choices::Accounts => pairs(&rows, Account::ACCOUNT_ID, Account::ACCOUNT_NAME),
        Choices::Payables => accounts(&[AccountSubtype::Ap]),
        Choices::Receivables => accounts(&[AccountSubtype::Ar]),
        Choices::Money => accounts(&[AccountSubtype::Bank, AccountSubtype::Cash, AccountSubtype::Card]),
        Choices::Taxes => accounts(&[AccountSubtype::Tax]),
        Choices::TaxCodes => pairs(&rows, TaxCode::TAX_CODE_ID, TaxCode::TAX_CODE_NAME),
        Choices::PaymentTerms => pairs(&rows, PaymentTerms::PAYMENT_TERMS_ID, PaymentTerms::PAYMENT_TERMS_NAME),
        Choices::WriteOffRules => pairs(&rows, WriteOffRule::WRITE_OFF_RULE_ID, WriteOffRule::WRITE_OFF_RULE_NAME),
        Choices::Vendors => pairs(&rows, Vendor::VENDOR_ID, Vendor::VENDOR_NAME),
        Choices::Customers => pairs(&rows, Customer::CUSTOMER_ID, Customer::CUSTOMER_NAME),
        Choices::People if rows.is_empty() => vec![(visit.me.user_id(), visit.me.name())],
        Choices::People => pairs(&rows, User::USER_ID, User::NAME),
        Choices::Periods => pairs(&rows, AccountingPeriod::PERIOD_ID, AccountingPeriod::PERIOD_NAME),
        Choices::Currencies => {
            let base = (visit.me.base_currency(), String::new());
            rows.iter().map(|row| (row.text(ExchangeRate::CURRENCY), String::new())).chain([base]).collect()
        }
        Choices::Open(kind) => rows.iter().map(|row| (row.text(kind.id()), due(row, kind))).collect(),
    }
}
