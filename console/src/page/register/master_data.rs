//! The registers of what documents name: accounts, customers, vendors and exchange rates; and those of `told_apart.rs`, `terms.rs` and
//! `close_tasks.rs`.

use super::kind::{Column, Control, Input, Register, Show, column, documents, input};
use super::{close_tasks, terms, told_apart};
use crate::interface::Member;
use crate::interface::enumeration::{AccountSubtype, AccountType};
use crate::interface::query::{ListAccounts, ListExchangeRates};
use crate::interface::schema::{
    Account, AccountInput, AddressOrNull, Customer, CustomerInput, ExchangeRate, ExchangeRateInput, Vendor, VendorInput,
};

/// Where a party is found.
const fn part(within: Option<Member>, name: Member, control: Control) -> Input {
    Input { name, within, control, is_required: false, stays: true }
}

const fn parties(
    collection: &'static str,
    id: Member,
    name: Member,
    columns: &'static [Column],
    csv: &'static [Member],
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

/// The registers of what documents name, and of the tasks of a close.
pub const MASTER_DATA: &[Register] = &[
    told_apart::DIMENSIONS,
    told_apart::VALUES,
    told_apart::TAX_CODES,
    terms::PAYMENT_TERMS,
    close_tasks::CLOSE_TASKS,
    Register {
        collection: "accounts",
        resource: "account",
        id: Account::ACCOUNT_ID,
        name: Some(Account::ACCOUNT_NAME),
        document: None,
        columns: &[
            column(Account::ACCOUNT_NAME, Show::Prose),
            column(Account::ACCOUNT_TYPE, Show::Word),
            column(Account::SUBTYPE, Show::Word),
            column(Account::CURRENCY, Show::Text),
            column(Account::IS_ACTIVE, Show::Flag),
        ],
        filters: &[ListAccounts::ACCOUNT_TYPE, ListAccounts::IS_ACTIVE],
        statuses: &[],
        csv: &[
            Account::ACCOUNT_NAME,
            Account::ACCOUNT_TYPE,
            Account::SUBTYPE,
            Account::CURRENCY,
            Account::IS_ACTIVE,
            Account::CREATED_BY,
            Account::CREATED_AT,
            Account::VERSION,
        ],
        inputs: &[
            input(AccountInput::ACCOUNT_ID, Control::Text, true, false),
            input(AccountInput::ACCOUNT_NAME, Control::Text, true, true),
            input(AccountInput::ACCOUNT_TYPE, Control::Choice(&AccountType::NAMES), true, true),
            input(AccountInput::SUBTYPE, Control::Choice(&AccountSubtype::NAMES), false, true),
            input(AccountInput::CURRENCY, Control::Text, false, true),
            input(AccountInput::IS_ACTIVE, Control::Flag, false, true),
        ],
        can_delete: true,
    },
    parties(
        "customers",
        Customer::CUSTOMER_ID,
        Customer::CUSTOMER_NAME,
        &[
            column(Customer::CUSTOMER_NAME, Show::Prose),
            column(Customer::USER_ID, Show::Text),
            column(Customer::IS_ACTIVE, Show::Flag),
            column(Customer::CREATED_AT, Show::Instant),
            column(Customer::CREATED_BY, Show::Text),
        ],
        &[
            Customer::CUSTOMER_NAME,
            Customer::ADDRESS,
            Customer::VAT_ID,
            Customer::EMAIL,
            Customer::PHONE,
            Customer::PAYMENT_TERMS_ID,
            Customer::USER_ID,
            Customer::IS_ACTIVE,
            Customer::CREATED_BY,
            Customer::CREATED_AT,
            Customer::VERSION,
        ],
        &[
            input(CustomerInput::CUSTOMER_ID, Control::Text, false, false),
            input(CustomerInput::CUSTOMER_NAME, Control::Text, true, true),
            input(CustomerInput::USER_ID, Control::Text, false, true),
            part(Some(CustomerInput::ADDRESS), AddressOrNull::LINES, Control::Lines),
            part(Some(CustomerInput::ADDRESS), AddressOrNull::POSTAL_CODE, Control::Text),
            part(Some(CustomerInput::ADDRESS), AddressOrNull::CITY, Control::Text),
            part(Some(CustomerInput::ADDRESS), AddressOrNull::REGION, Control::Text),
            part(Some(CustomerInput::ADDRESS), AddressOrNull::COUNTRY, Control::Text),
            part(None, CustomerInput::VAT_ID, Control::Text),
            part(None, CustomerInput::EMAIL, Control::Text),
            part(None, CustomerInput::PHONE, Control::Text),
            part(None, CustomerInput::PAYMENT_TERMS_ID, Control::Text),
            input(CustomerInput::IS_ACTIVE, Control::Flag, false, true),
        ],
    ),
    parties(
        "vendors",
        Vendor::VENDOR_ID,
        Vendor::VENDOR_NAME,
        &[
            column(Vendor::VENDOR_NAME, Show::Prose),
            column(Vendor::USER_ID, Show::Text),
            column(Vendor::IS_ACTIVE, Show::Flag),
            column(Vendor::CREATED_AT, Show::Instant),
            column(Vendor::CREATED_BY, Show::Text),
        ],
        &[
            Vendor::VENDOR_NAME,
            Vendor::ADDRESS,
            Vendor::VAT_ID,
            Vendor::EMAIL,
            Vendor::PHONE,
            Vendor::PAYMENT_TERMS_ID,
            Vendor::USER_ID,
            Vendor::IS_ACTIVE,
            Vendor::CREATED_BY,
            Vendor::CREATED_AT,
            Vendor::VERSION,
        ],
        &[
            input(VendorInput::VENDOR_ID, Control::Text, false, false),
            input(VendorInput::VENDOR_NAME, Control::Text, true, true),
            input(VendorInput::USER_ID, Control::Text, false, true),
            part(Some(VendorInput::ADDRESS), AddressOrNull::LINES, Control::Lines),
            part(Some(VendorInput::ADDRESS), AddressOrNull::POSTAL_CODE, Control::Text),
            part(Some(VendorInput::ADDRESS), AddressOrNull::CITY, Control::Text),
            part(Some(VendorInput::ADDRESS), AddressOrNull::REGION, Control::Text),
            part(Some(VendorInput::ADDRESS), AddressOrNull::COUNTRY, Control::Text),
            part(None, VendorInput::VAT_ID, Control::Text),
            part(None, VendorInput::EMAIL, Control::Text),
            part(None, VendorInput::PHONE, Control::Text),
            part(None, VendorInput::PAYMENT_TERMS_ID, Control::Text),
            input(VendorInput::IS_ACTIVE, Control::Flag, false, true),
        ],
    ),
    Register {
        collection: "exchange-rates",
        resource: "exchange_rate",
        id: ExchangeRate::EXCHANGE_RATE_ID,
        name: None,
        document: None,
        columns: &[
            column(ExchangeRate::CURRENCY, Show::Text),
            column(ExchangeRate::DATE, Show::Date),
            column(ExchangeRate::RATE, Show::Number),
            column(ExchangeRate::SOURCE, Show::Prose),
            column(ExchangeRate::UPDATED_BY, Show::Text),
            column(ExchangeRate::UPDATED_AT, Show::Instant),
        ],
        filters: &[ListExchangeRates::CURRENCY, ListExchangeRates::FROM, ListExchangeRates::TO],
        statuses: &[],
        csv: &[
            ExchangeRate::CURRENCY,
            ExchangeRate::DATE,
            ExchangeRate::RATE,
            ExchangeRate::SOURCE,
            ExchangeRate::CREATED_BY,
            ExchangeRate::CREATED_AT,
            ExchangeRate::UPDATED_BY,
            ExchangeRate::UPDATED_AT,
            ExchangeRate::VERSION,
        ],
        inputs: &[
            input(ExchangeRateInput::CURRENCY, Control::Text, true, false),
            input(ExchangeRateInput::DATE, Control::Date, true, false),
            input(ExchangeRateInput::RATE, Control::Number, true, true),
            input(ExchangeRateInput::SOURCE, Control::Text, false, true),
        ],
        can_delete: false,
    },
];

/// The register with this path.
pub fn of_collection(collection: &str) -> Option<Register> {
    documents().chain(MASTER_DATA.iter().copied()).find(|register| register.collection == collection)
}
