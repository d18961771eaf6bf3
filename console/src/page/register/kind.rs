//! The registers: what each of them shows, and what it can be narrowed by.

use serde_json::Value;

use super::csv_columns::{ITEMS_CSV, JOURNAL_CSV, PAYMENT_CSV};
use crate::interface::enumeration::DocumentStatus;
use crate::interface::query::ListDocuments;
use crate::interface::schema::{Document, ExchangeRate};
use crate::interface::{Family, Member};
use crate::json::Members;
use crate::text::{known, text};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// One register.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// Its path, and its name in the texts and in the navigation.
    pub collection: &'static str,
    /// What permissions call its things.
    pub resource: &'static str,
    /// The member with the id.
    pub id: Member,
    /// The member with the name, when things have one besides their id.
    pub name: Option<Member>,
    pub document: Option<DocumentType>,
    pub columns: &'static [Column],
    /// What the operation can be narrowed by, besides the status.
    pub filters: &'static [Member],
    pub statuses: &'static [DocumentStatus],
    /// What stands in the CSV after the id.
    pub csv: &'static [Member],
    /// What people write into the things of the register, for those that have no editor of their own.
    pub inputs: &'static [Input],
    pub can_delete: bool,
}

impl Register {
    /// What its things are called where their ids stand.
    pub fn id_label(&self) -> &'static str {
        text(&format!("register.column.{}", self.id))
    }

    /// What a member of its things is called: some mean something else than elsewhere.
    pub fn label(&self, name: Member) -> &'static str {
        self.label_known(name.name()).unwrap_or_else(|| text(&format!("register.field.{name}")))
    }

    /// The same of a name that the trail brought, when there is a text of it.
    pub fn label_known(&self, name: &str) -> Option<&'static str> {
        known(&format!("register.field.{}.{name}", self.collection))
            .or_else(|| known(&format!("register.field.{name}")))
    }

    pub fn title(&self) -> &'static str {
        text(&format!("frame.place.{}", self.collection))
    }
}

/// A column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What the texts call it.
    pub name: &'static str,
    /// The member that it shows; none where it is made of several.
    pub member: Option<Member>,
    pub show: Show,
}

/// How a member is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    Text,
    /// A text that may be long.
    Prose,
    Word,
    Date,
    Due,
    Instant,
    Status,
    Level,
    Amount,
    Number,
    Currency,
    Flag,
    YesNo,
    /// The party, with the member that has its id and the folder of its page.
    Party(Member, &'static str),
    /// What a payment pays.
    Pays,
    /// The rates of a tax code.
    Rates,
}

impl Column {
    /// Its heading.
    pub fn label(&self) -> &'static str {
        text(&format!("register.column.{}", self.name))
    }

    /// Whether its cells stand on the right.
    pub fn is_figure(&self) -> bool {
        matches!(self.show, Show::Amount | Show::Number)
    }

    /// The class of its figures: where a row is a card, one of them stands beside what the row is.
    pub fn figure(&self) -> &'static str {
        let leads = matches!(
            self.member,
            Some(Document::TOTAL | Document::PAYMENT | Document::TOTAL_DEBIT | ExchangeRate::RATE)
        );
        if leads { "figure lead" } else { "figure" }
    }

    /// Whether its cells give way to the others.
    pub fn is_prose(&self) -> bool {
        self.show == Show::Prose
    }
}

/// What people write.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    pub name: Member,
    /// The member that it is a part of: one whose parts are all empty is none.
    pub within: Option<Member>,
    pub control: Control,
    pub is_required: bool,
    /// Whether it can be changed later.
    pub stays: bool,
}

impl Input {
    /// Where the interface has it.
    pub fn pointer(&self) -> String {
        self.within.map_or_else(String::new, Member::pointer) + &self.name.pointer()
    }

    /// As the thing has it.
    pub fn of(&self, item: &Value) -> Value {
        self.within.map_or(item, |within| item.at(within)).at(self.name).clone()
    }
}

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    Text,
    /// A list of texts, each on a line of its own.
    Lines,
    /// The rates of a tax code, each on a line of its own.
    Rates,
    Number,
    /// A number that may be typed as a percentage.
    Fraction,
    /// Today, until somebody writes another day.
    Date,
    /// No day, until somebody writes one.
    AnyDate,
    Flag,
    Choice(&'static [&'static str]),
}

pub const fn input(name: Member, control: Control, is_required: bool, stays: bool) -> Input {
    Input { name, within: None, control, is_required, stays }
}

pub const fn column(member: Member, show: Show) -> Column {
    Column { name: member.name(), member: Some(member), show }
}

/// A column that is made of several members.
const fn composed(name: &'static str, show: Show) -> Column {
    Column { name, member: None, show }
}

const VENDOR: Column = column(Document::VENDOR_NAME, Show::Party(Document::VENDOR_ID, "vendors"));
const CUSTOMER: Column = column(Document::CUSTOMER_NAME, Show::Party(Document::CUSTOMER_ID, "customers"));
const EMPLOYEE: Column = column(Document::EMPLOYEE_NAME, Show::Party(Document::EMPLOYEE_ID, "people"));

const JOURNAL: [Column; 9] = [
    column(Document::TRAN_DATE, Show::Date),
    column(Document::POSTING_PERIOD_ID, Show::Text),
    column(Document::ENTRY_TYPE, Show::Word),
    column(Document::MEMO, Show::Prose),
    column(Document::STATUS, Show::Status),
    composed("level", Show::Level),
    column(Document::TOTAL_DEBIT, Show::Amount),
    column(Document::TOTAL_CREDIT, Show::Amount),
    column(Document::CURRENCY, Show::Currency),
];

const fn items(party: Column) -> [Column; 9] {
    [
        column(Document::TRAN_DATE, Show::Date),
        column(Document::DUE_DATE, Show::Due),
        party,
        column(Document::MEMO, Show::Prose),
        column(Document::STATUS, Show::Status),
        composed("level", Show::Level),
        column(Document::TOTAL, Show::Amount),
        column(Document::AMOUNT_DUE, Show::Amount),
        column(Document::CURRENCY, Show::Currency),
    ]
}

const fn payments(party: Column) -> [Column; 9] {
    [
        column(Document::TRAN_DATE, Show::Date),
        party,
        composed("pays", Show::Pays),
        column(Document::PAYMENT_METHOD, Show::Word),
        column(Document::MEMO, Show::Prose),
        column(Document::STATUS, Show::Status),
        composed("level", Show::Level),
        column(Document::PAYMENT, Show::Amount),
        column(Document::CURRENCY, Show::Currency),
    ]
}

/// Of credits: what is left of one is owed by nobody, and never late.
const fn credits(party: Column) -> [Column; 9] {
    let [date, _, party, memo, status, level, total, left, currency] = items(party);
    [date, column(Document::DUE_DATE, Show::Date), party, memo, status, level, total, left, currency]
}

const VENDOR_CREDITS: [Column; 9] = credits(VENDOR);
const CREDIT_MEMOS: [Column; 9] = credits(CUSTOMER);
const VENDOR_ITEMS: [Column; 9] = items(VENDOR);
const CUSTOMER_ITEMS: [Column; 9] = items(CUSTOMER);
const EMPLOYEE_ITEMS: [Column; 9] = items(EMPLOYEE);
const VENDOR_PAYMENTS: [Column; 9] = payments(VENDOR);
const CUSTOMER_PAYMENTS: [Column; 9] = payments(CUSTOMER);

const ENTRY_STATUSES: &[DocumentStatus] = &[
    DocumentStatus::Draft,
    DocumentStatus::PendingApproval,
    DocumentStatus::OnHold,
    DocumentStatus::Approved,
    DocumentStatus::Posted,
    DocumentStatus::Rejected,
];
const ITEM_STATUSES: &[DocumentStatus] = &[
    DocumentStatus::Draft,
    DocumentStatus::PendingApproval,
    DocumentStatus::OnHold,
    DocumentStatus::Approved,
    DocumentStatus::Posted,
    DocumentStatus::Paid,
    DocumentStatus::Rejected,
    DocumentStatus::Voided,
];
const SENT_STATUSES: &[DocumentStatus] = &[
    DocumentStatus::Draft,
    DocumentStatus::PendingApproval,
    DocumentStatus::OnHold,
    DocumentStatus::Approved,
    DocumentStatus::Posted,
    DocumentStatus::Cleared,
    DocumentStatus::Returned,
    DocumentStatus::Rejected,
    DocumentStatus::Voided,
];
const RECEIVED_STATUSES: &[DocumentStatus] = &[
    DocumentStatus::Draft,
    DocumentStatus::PendingApproval,
    DocumentStatus::OnHold,
    DocumentStatus::Approved,
    DocumentStatus::Posted,
    DocumentStatus::Deposited,
    DocumentStatus::Returned,
    DocumentStatus::Rejected,
    DocumentStatus::Voided,
];

/// The register of a document type.
fn of(kind: DocumentType) -> Register {
    let (columns, statuses): (&'static [Column], _) = match kind {
        DocumentType::JournalEntry => (&JOURNAL, ENTRY_STATUSES),
        DocumentType::Bill => (&VENDOR_ITEMS, ITEM_STATUSES),
        DocumentType::VendorCredit => (&VENDOR_CREDITS, ITEM_STATUSES),
        DocumentType::Invoice => (&CUSTOMER_ITEMS, ITEM_STATUSES),
        DocumentType::CreditMemo => (&CREDIT_MEMOS, ITEM_STATUSES),
        DocumentType::Expense => (&EMPLOYEE_ITEMS, ITEM_STATUSES),
        DocumentType::BillPayment => (&VENDOR_PAYMENTS, SENT_STATUSES),
        DocumentType::InvoicePayment => (&CUSTOMER_PAYMENTS, RECEIVED_STATUSES),
        DocumentType::CustomerRefund => (&CUSTOMER_PAYMENTS, SENT_STATUSES),
        DocumentType::VendorRefund => (&VENDOR_PAYMENTS, RECEIVED_STATUSES),
    };
    let filters: &'static [Member] = match (kind.party(), kind.settles()) {
        (None, _) => &[ListDocuments::PERIOD, ListDocuments::FROM, ListDocuments::TO],
        (Some(_), []) => &[ListDocuments::PARTY, ListDocuments::PERIOD, ListDocuments::FROM, ListDocuments::TO],
        (Some(_), _) => {
            &[ListDocuments::PARTY, ListDocuments::PAYS, ListDocuments::PERIOD, ListDocuments::FROM, ListDocuments::TO]
        }
    };
    let csv = match kind.family() {
        Family::Journal => JOURNAL_CSV,
        Family::Items => ITEMS_CSV,
        Family::Payment => PAYMENT_CSV,
    };
    Register {
        collection: kind.collection(),
        resource: kind.name(),
        id: kind.id(),
        name: None,
        document: Some(kind),
        columns,
        filters,
        statuses,
        csv,
        inputs: &[],
        can_delete: false,
    }
}

/// The registers of documents.
pub fn documents() -> impl Iterator<Item = Register> {
    DOCUMENT_TYPES.into_iter().map(of)
}

#[cfg(test)]
mod tests {
    use super::{Show, documents};

    #[test]
    fn only_what_is_owed_can_be_late() {
        let late = documents().filter(|register| register.columns.iter().any(|column| column.show == Show::Due));
        assert_eq!(late.map(|register| register.collection).collect::<Vec<_>>(), ["bills", "invoices", "expenses"]);
    }
}
