//! The registers: what each of them shows, and what it can be narrowed by.

use super::csv_columns::{ITEMS_CSV, JOURNAL_CSV, PAYMENT_CSV};
use crate::text::text;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType, Family};

/// One register.
#[derive(Clone, Copy, Debug)]
pub struct Register {
    /// Its path, and its name in the texts and in the navigation.
    pub collection: &'static str,
    /// What permissions call its things.
    pub resource: &'static str,
    /// The member with the id.
    pub id: &'static str,
    /// The member with the name, when things have one besides their id.
    pub name: Option<&'static str>,
    pub document: Option<&'static DocumentType>,
    pub columns: &'static [Column],
    /// What the operation can be narrowed by, besides the status.
    pub filters: &'static [&'static str],
    pub statuses: &'static [&'static str],
    /// What stands in the CSV after the id.
    pub csv: &'static [&'static str],
    /// What people write into the things of the register, for those that have no editor of their own.
    pub inputs: &'static [Input],
    pub can_delete: bool,
}

impl Register {
    /// What its things are called where their ids stand.
    pub fn id_label(&self) -> &'static str {
        text(&format!("register.column.{}", self.id))
    }

    pub fn title(&self) -> &'static str {
        text(&format!("frame.place.{}", self.collection))
    }
}

/// A column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The member that it shows.
    pub name: &'static str,
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
    /// The party, with the member that has its id and the folder of its page.
    Party(&'static str, &'static str),
    /// What a payment pays.
    Pays,
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
        let leads = matches!(self.name, "total" | "payment" | "total_debit" | "rate");
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
    pub name: &'static str,
    pub control: Control,
    pub is_required: bool,
    /// Whether it can be changed later.
    pub stays: bool,
}

/// How it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    Text,
    Number,
    Date,
    Flag,
    Choice(&'static [&'static str]),
}

const fn column(name: &'static str, show: Show) -> Column {
    Column { name, show }
}

const fn input(name: &'static str, control: Control, is_required: bool, stays: bool) -> Input {
    Input { name, control, is_required, stays }
}

const VENDOR: Column = column("vendor_name", Show::Party("vendor_id", "vendors"));
const CUSTOMER: Column = column("customer_name", Show::Party("customer_id", "customers"));
const EMPLOYEE: Column = column("employee_name", Show::Party("employee_id", "people"));

const JOURNAL: [Column; 9] = [
    column("tran_date", Show::Date),
    column("posting_period_id", Show::Text),
    column("entry_type", Show::Word),
    column("memo", Show::Prose),
    column("status", Show::Status),
    column("level", Show::Level),
    column("total_debit", Show::Amount),
    column("total_credit", Show::Amount),
    column("currency", Show::Currency),
];

const fn items(party: Column) -> [Column; 9] {
    [
        column("tran_date", Show::Date),
        column("due_date", Show::Due),
        party,
        column("memo", Show::Prose),
        column("status", Show::Status),
        column("level", Show::Level),
        column("total", Show::Amount),
        column("amount_due", Show::Amount),
        column("currency", Show::Currency),
    ]
}

const fn payments(party: Column) -> [Column; 9] {
    [
        column("tran_date", Show::Date),
        party,
        column("pays", Show::Pays),
        column("payment_method", Show::Word),
        column("memo", Show::Prose),
        column("status", Show::Status),
        column("level", Show::Level),
        column("payment", Show::Amount),
        column("currency", Show::Currency),
    ]
}

/// Of credits: what is left of one is owed by nobody, and never late.
const fn credits(party: Column) -> [Column; 9] {
    let [date, _, party, memo, status, level, total, left, currency] = items(party);
    [date, column("due_date", Show::Date), party, memo, status, level, total, left, currency]
}

const VENDOR_CREDITS: [Column; 9] = credits(VENDOR);
const CREDIT_MEMOS: [Column; 9] = credits(CUSTOMER);
const VENDOR_ITEMS: [Column; 9] = items(VENDOR);
const CUSTOMER_ITEMS: [Column; 9] = items(CUSTOMER);
const EMPLOYEE_ITEMS: [Column; 9] = items(EMPLOYEE);
const VENDOR_PAYMENTS: [Column; 9] = payments(VENDOR);
const CUSTOMER_PAYMENTS: [Column; 9] = payments(CUSTOMER);

const ENTRY_STATUSES: &[&str] = &["Draft", "Pending Approval", "On Hold", "Approved", "Posted", "Rejected"];
const ITEM_STATUSES: &[&str] =
    &["Draft", "Pending Approval", "On Hold", "Approved", "Posted", "Paid", "Rejected", "Voided"];
const SENT_STATUSES: &[&str] =
    &["Draft", "Pending Approval", "On Hold", "Approved", "Posted", "Cleared", "Rejected", "Voided"];
const RECEIVED_STATUSES: &[&str] =
    &["Draft", "Pending Approval", "On Hold", "Approved", "Posted", "Deposited", "Rejected", "Voided"];

/// The register of a document type.
fn of(kind: &'static DocumentType) -> Register {
    let (columns, statuses): (&'static [Column], _) = match kind.name {
        "journal_entry" => (&JOURNAL, ENTRY_STATUSES),
        "bill" => (&VENDOR_ITEMS, ITEM_STATUSES),
        "vendor_credit" => (&VENDOR_CREDITS, ITEM_STATUSES),
        "credit_memo" => (&CREDIT_MEMOS, ITEM_STATUSES),
        "expense" => (&EMPLOYEE_ITEMS, ITEM_STATUSES),
        "bill_payment" => (&VENDOR_PAYMENTS, SENT_STATUSES),
        "invoice_payment" => (&CUSTOMER_PAYMENTS, RECEIVED_STATUSES),
        _ => (&CUSTOMER_ITEMS, ITEM_STATUSES),
    };
    let filters: &'static [&'static str] = match kind.name {
        "journal_entry" => &["period", "from", "to"],
        "bill" | "invoice" | "expense" => &["party", "period", "from", "to"],
        _ => &["party", "pays", "period", "from", "to"],
    };
    let csv = match kind.family {
        Family::Journal => JOURNAL_CSV,
        Family::Items => ITEMS_CSV,
        Family::Payment => PAYMENT_CSV,
    };
    Register {
        collection: kind.collection,
        resource: kind.name,
        id: kind.id,
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
    DOCUMENT_TYPES.iter().map(of)
}

pub const ACCOUNT_TYPES: &[&str] = &["asset", "liability", "equity", "income", "expense"];
const SUBTYPES: &[&str] =
    &["bank", "cash", "card", "ar", "ap", "tax", "rounding", "exchange_gain_loss", "retained_earnings"];

const fn parties(
    collection: &'static str,
    id: &'static str,
    name: &'static str,
    columns: &'static [Column],
    csv: &'static [&'static str],
    inputs: &'static [Input],
) -> Register {
    Register {
        collection,
        resource: "party",
        id,
        name: Some(name),
        document: None,
        columns,
        filters: &[],
        statuses: &[],
        csv,
        inputs,
        can_delete: false,
    }
}

/// The registers of what documents name.
pub const MASTER_DATA: [Register; 4] = [
    Register {
        collection: "accounts",
        resource: "account",
        id: "account_id",
        name: Some("account_name"),
        document: None,
        columns: &[
            column("account_name", Show::Prose),
            column("account_type", Show::Word),
            column("subtype", Show::Word),
            column("currency", Show::Text),
            column("is_active", Show::Flag),
        ],
        filters: &["account_type", "is_active"],
        statuses: &[],
        csv: &[
            "account_name",
            "account_type",
            "subtype",
            "currency",
            "is_active",
            "created_by",
            "created_at",
            "version",
        ],
        inputs: &[
            input("account_id", Control::Text, true, false),
            input("account_name", Control::Text, true, true),
            input("account_type", Control::Choice(ACCOUNT_TYPES), true, true),
            input("subtype", Control::Choice(SUBTYPES), false, true),
            input("currency", Control::Text, false, true),
            input("is_active", Control::Flag, false, true),
        ],
        can_delete: true,
    },
    parties(
        "customers",
        "customer_id",
        "customer_name",
        &[
            column("customer_name", Show::Prose),
            column("user_id", Show::Text),
            column("is_active", Show::Flag),
            column("created_at", Show::Instant),
            column("created_by", Show::Text),
        ],
        &["customer_name", "user_id", "is_active", "created_by", "created_at", "version"],
        &[
            input("customer_id", Control::Text, false, false),
            input("customer_name", Control::Text, true, true),
            input("user_id", Control::Text, false, true),
            input("is_active", Control::Flag, false, true),
        ],
    ),
    parties(
        "vendors",
        "vendor_id",
        "vendor_name",
        &[
            column("vendor_name", Show::Prose),
            column("user_id", Show::Text),
            column("is_active", Show::Flag),
            column("created_at", Show::Instant),
            column("created_by", Show::Text),
        ],
        &["vendor_name", "user_id", "is_active", "created_by", "created_at", "version"],
        &[
            input("vendor_id", Control::Text, false, false),
            input("vendor_name", Control::Text, true, true),
            input("user_id", Control::Text, false, true),
            input("is_active", Control::Flag, false, true),
        ],
    ),
    Register {
        collection: "exchange-rates",
        resource: "exchange_rate",
        id: "exchange_rate_id",
        name: None,
        document: None,
        columns: &[
            column("currency", Show::Text),
            column("date", Show::Date),
            column("rate", Show::Number),
            column("source", Show::Prose),
            column("updated_by", Show::Text),
            column("updated_at", Show::Instant),
        ],
        filters: &["currency", "from", "to"],
        statuses: &[],
        csv: &["currency", "date", "rate", "source", "created_by", "created_at", "updated_by", "updated_at", "version"],
        inputs: &[
            input("currency", Control::Text, true, false),
            input("date", Control::Date, true, false),
            input("rate", Control::Number, true, true),
            input("source", Control::Text, false, true),
        ],
        can_delete: false,
    },
];

/// The register with this path.
pub fn of_collection(collection: &str) -> Option<Register> {
    documents().chain(MASTER_DATA).find(|register| register.collection == collection)
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
