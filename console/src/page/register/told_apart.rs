//! The registers of what lines are told apart by: dimensions, their values, and tax codes.

use super::kind::{Control, Input, Register, Show, column};
use crate::interface::Member;
use crate::interface::enumeration::{DimensionTakes, TaxCodeUse};
use crate::interface::query::{ListAccounts, ListDimensionValues};
use crate::interface::schema::{Dimension, DimensionInput, DimensionValue, DimensionValueInput, TaxCode, TaxCodeInput};

const fn input(name: Member, control: Control, is_required: bool, stays: bool) -> Input {
    Input { name, within: None, control, is_required, stays }
}

pub const DIMENSIONS: Register = Register {
    collection: "dimensions",
    resource: "dimension",
    id: Dimension::DIMENSION_ID,
    name: Some(Dimension::DIMENSION_NAME),
    document: None,
    columns: &[
        column(Dimension::DIMENSION_NAME, Show::Prose),
        column(Dimension::TAKES, Show::Word),
        column(Dimension::IS_ACTIVE, Show::Flag),
        column(Dimension::UPDATED_BY, Show::Text),
        column(Dimension::UPDATED_AT, Show::Instant),
    ],
    filters: &[ListAccounts::IS_ACTIVE],
    statuses: &[],
    csv: &[
        Dimension::DIMENSION_NAME,
        Dimension::TAKES,
        Dimension::IS_ACTIVE,
        Dimension::CREATED_BY,
        Dimension::CREATED_AT,
        Dimension::UPDATED_BY,
        Dimension::UPDATED_AT,
        Dimension::VERSION,
    ],
    inputs: &[
        input(DimensionInput::DIMENSION_ID, Control::Text, true, false),
        input(DimensionInput::DIMENSION_NAME, Control::Text, true, true),
        input(DimensionInput::TAKES, Control::Choice(&DimensionTakes::NAMES), false, true),
        input(DimensionInput::IS_ACTIVE, Control::Flag, false, true),
    ],
    can_delete: false,
};

pub const VALUES: Register = Register {
    collection: "dimension-values",
    resource: "dimension",
    id: DimensionValue::DIMENSION_VALUE_ID,
    name: Some(DimensionValue::VALUE_NAME),
    document: None,
    columns: &[
        column(DimensionValue::VALUE_NAME, Show::Prose),
        column(DimensionValue::DIMENSION_ID, Show::Text),
        column(DimensionValue::PARENT_ID, Show::Text),
        column(DimensionValue::VALID_FROM, Show::Date),
        column(DimensionValue::VALID_TO, Show::Date),
        column(DimensionValue::IS_ACTIVE, Show::Flag),
    ],
    filters: &[ListDimensionValues::DIMENSION_ID, ListAccounts::IS_ACTIVE],
    statuses: &[],
    csv: &[
        DimensionValue::DIMENSION_ID,
        DimensionValue::VALUE_ID,
        DimensionValue::VALUE_NAME,
        DimensionValue::PARENT_ID,
        DimensionValue::VALID_FROM,
        DimensionValue::VALID_TO,
        DimensionValue::IS_ACTIVE,
        DimensionValue::CREATED_BY,
        DimensionValue::CREATED_AT,
        DimensionValue::UPDATED_BY,
        DimensionValue::UPDATED_AT,
        DimensionValue::VERSION,
    ],
    inputs: &[
        input(DimensionValueInput::DIMENSION_ID, Control::Text, true, false),
        input(DimensionValueInput::VALUE_ID, Control::Text, true, false),
        input(DimensionValueInput::VALUE_NAME, Control::Text, true, true),
        input(DimensionValueInput::PARENT_ID, Control::Text, false, true),
        input(DimensionValueInput::VALID_FROM, Control::Date, false, true),
        input(DimensionValueInput::VALID_TO, Control::Date, false, true),
        input(DimensionValueInput::IS_ACTIVE, Control::Flag, false, true),
    ],
    can_delete: false,
};

pub const TAX_CODES: Register = Register {
    collection: "tax-codes",
    resource: "tax_code",
    id: TaxCode::TAX_CODE_ID,
    name: Some(TaxCode::TAX_CODE_NAME),
    document: None,
    columns: &[
        column(TaxCode::TAX_CODE_NAME, Show::Prose),
        column(TaxCode::RATES, Show::Rates),
        column(TaxCode::USED_FOR, Show::Word),
        column(TaxCode::ACCOUNT_ID, Show::Text),
        column(TaxCode::REVERSE_CHARGE_ACCOUNT_ID, Show::Text),
        column(TaxCode::IS_ACTIVE, Show::Flag),
    ],
    filters: &[ListAccounts::IS_ACTIVE],
    statuses: &[],
    csv: &[
        TaxCode::TAX_CODE_NAME,
        TaxCode::RATES,
        TaxCode::USED_FOR,
        TaxCode::ACCOUNT_ID,
        TaxCode::RECOVERABLE,
        TaxCode::REVERSE_CHARGE_ACCOUNT_ID,
        TaxCode::IS_ACTIVE,
        TaxCode::CREATED_BY,
        TaxCode::CREATED_AT,
        TaxCode::UPDATED_BY,
        TaxCode::UPDATED_AT,
        TaxCode::VERSION,
    ],
    inputs: &[
        input(TaxCodeInput::TAX_CODE_ID, Control::Text, true, false),
        input(TaxCodeInput::TAX_CODE_NAME, Control::Text, true, true),
        input(TaxCodeInput::RATES, Control::Rates, true, true),
        input(TaxCodeInput::ACCOUNT_ID, Control::Text, true, true),
        input(TaxCodeInput::USED_FOR, Control::Choice(&TaxCodeUse::NAMES), false, true),
        input(TaxCodeInput::RECOVERABLE, Control::Fraction, false, true),
        input(TaxCodeInput::REVERSE_CHARGE_ACCOUNT_ID, Control::Text, false, true),
        input(TaxCodeInput::IS_ACTIVE, Control::Flag, false, true),
    ],
    can_delete: false,
};
