//! Example bodies in the description, by operation: what a person pastes into Swagger UI first.

mod documents;
pub mod samples;

use serde_json::{Map, Value, json};

/// The example for an operation that takes a body, and is not one of a document.
fn example(operation_id: &str) -> Option<Value> {
    let words = |field: &str, text: &str| Some(json!({ field: text }));
    match operation_id {
        "bulkApprovals" => Some(json!({
            "items": [
                { "document_type": "journal_entry", "id": "JE-DEMO-028", "action": "approve", "comments": "Checked" },
                { "document_type": "bill", "id": "BILL-DEMO-5", "action": "hold", "reason": "Waiting for the receipt" },
            ],
        })),
        "createApprovalRule" => Some(json!({
            "rule_id": "JE-L2",
            "rule_name": "Entries from 1,000.01 to 10,000: the controller",
            "document_type": "journal_entry",
            "rule_type": "Amount Threshold",
            "is_active": true,
            "priority": 10,
            "min_amount": 1000.01,
            "max_amount": 10000,
            "approval_level": 2,
            "approver_type": "role",
            "approver_role": "controller",
        })),
        "updateApprovalRule" => Some(json!({ "min_amount": 2000, "is_active": true, "priority": 5 })),
        "proveApprovalRules" => Some(json!({
            "rules": [{
                "rule_id": "bill-euros", "rule_name": "Bills in euros", "document_type": "bill", "rule_type": "Amount Threshold",
                "is_active": true, "priority": 1, "min_amount": 0, "max_amount": null, "approval_level": 1,
                "approver_type": "role", "approver_role": "manager",
                "conditions": [{ "field": "currency", "operator": "=", "value": "EUR" }],
            }],
        })),
        "simulateApprovalRules" => Some(json!({ "document_type": "journal_entry", "amount": 5000 })),
        "replayApprovalRules" => Some(json!({
            "from": "2026-02-01", "to": "2026-02-28",
            "rules": [{
                "rule_id": "JE-ALL",
                "rule_name": "All entries: the controller",
                "document_type": "journal_entry",
                "rule_type": "Amount Threshold",
                "is_active": true,
                "priority": 10,
                "approval_level": 1,
                "approver_type": "role",
                "approver_role": "controller",
            }],
        })),
        "createApprovalRuleDraft" => Some(json!({
            "draft_id": "RULES-2027", "description": "Entries of 2027 are signed by the controller alone",
            "rules": [{
                "rule_id": "JE-ALL", "rule_name": "All entries: the controller", "document_type": "journal_entry",
                "rule_type": "Amount Threshold", "is_active": true, "priority": 10, "approval_level": 1, "approver_type": "role",
                "approver_role": "controller",
            }],
        })),
        "updateApprovalRuleDraft" => words("description", "Entries from 2027 on are signed by the controller alone"),
        "putInForceApprovalRuleDraft" => Some(json!({ "version": 1, "in_force_from": "2027-01-01T00:00:00.000000Z" })),
        "createAccountingPeriod" => Some(json!({
            "period_id": "2026-03", "period_name": "March 2026", "start_date": "2026-03-01", "end_date": "2026-03-31",
        })),
        "closeAccountingPeriod" => Some(json!({ "close_type": "all", "force": false })),
        "reopenAccountingPeriod" => Some(json!({ "reason": "A late bill came in", "reopen_type": "ap" })),
        "hardCloseAccountingPeriod" => words("reason", "The year is audited"),
        "createReconciliation" => Some(json!({
            "account_id": "1000", "statement_date": "2026-01-31", "statement_ending_balance": 193_021,
            "memo": "Statement 1 of 2026",
        })),
        "updateReconciliation" => Some(json!({
            "statementEndingBalance": 205_175, "bankAdjustments": 0, "bookAdjustments": -25,
            "bookAdjustmentItems": [{ "amount": -25, "reason": "Account fee of January, to be posted" }],
        })),
        "clearReconciliation" => Some(json!({
            "transaction_ids": ["JE-DEMO-004#2"], "cleared_date": "2025-12-31",
        })),
        "unclearReconciliation" => Some(json!({ "transaction_ids": ["JE-DEMO-001#1"] })),
        "updateAccountCsvMapping" => Some(json!({
            "delimiter": ";", "header_rows": 1, "date_format": "%d.%m.%Y", "decimal": ",", "amount_column": "Amount",
            "date_column": "Booked on", "counterparty_name_column": "Name", "text_columns": ["Purpose"],
        })),
        "matchAccount" => Some(json!({ "line_ids": ["BST-DEMO-1-6"], "transaction_ids": ["IPAY-DEMO-1"] })),
        "unmatchAccount" => Some(json!({ "line_ids": ["BST-DEMO-1-6"] })),
        "createMatchingRule" => Some(json!({
            "bank_account_id": "1000", "direction": "out", "text_contains": "account fee", "account_id": "6300",
            "makes": "draft", "memo": "Fee of the bank",
        })),
        "createRecurringDocument" => Some(json!({
            "name": "Rent of the office", "document_type": "bill", "makes": "submitted", "due_days": 14,
            "document": {
                "vendor_id": "VEND-LANDLORD", "reference": "Rent", "ap_account_id": "2000", "memo": "Rent of the office",
                "lines": [{ "account_id": "6100", "quantity": 1, "rate": 1200 }],
            },
            "schedule": { "every": "month", "day": 31, "start_date": "2026-02-01", "business_day": "before" },
        })),
        "createCloseTask" => Some(json!({
            "close_task_id": "CT-CASH", "kind": "manual", "title": "Count the cash", "due_days": 3,
        })),
        "createDimension" => Some(json!({ "dimension_id": "region", "dimension_name": "Region" })),
        "updateDimension" => Some(json!({ "takes": "listed" })),
        "createDimensionValue" => Some(json!({
            "dimension_id": "department", "value_id": "EXPORT", "value_name": "Export", "valid_from": "2026-01-01",
        })),
        "updateDimensionValue" => Some(json!({ "valid_to": "2026-12-31" })),
        "createBudget" => Some(json!({
            "budget_id": "BG-2025", "budget_name": "Short year 2025", "fiscal_year_id": "FY-2025",
            "lines": [{ "account_id": "6100", "period_id": "2025-11", "amount": 1200 }],
        })),
        "createReportLayout" => Some(json!({
            "layout_id": "RL-RESULT", "layout_name": "Result", "statement": "income_statement",
            "lines": [
                { "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] },
                { "line_id": "costs", "title": "Costs", "positive": "debit", "accounts": ["6000..6999"] },
                { "line_id": "result", "title": "Result", "sum_of": ["sales", "costs"] },
            ],
        })),
        "updateReportLayout" => Some(json!({ "layout_name": "Result of the company" })),
        "updateBudget" => Some(json!({ "budget_name": "Short year 2025, agreed" })),
        "createTaxCode" => Some(json!({
            "tax_code_id": "VAT-19", "tax_code_name": "VAT, full rate", "account_id": "2100",
            "rates": [
                { "valid_from": "2007-01-01", "rate": 0.19 }, { "valid_from": "2020-07-01", "rate": 0.16 },
                { "valid_from": "2021-01-01", "rate": 0.19 },
            ],
        })),
        "createPaymentTerm" => Some(json!({
            "payment_terms_id": "2-10-NET-30", "payment_terms_name": "2 % within 10 days, 30 days net", "net_days": 30,
            "discount_percent": 2, "discount_days": 10, "sales_discount_account_id": "4000",
            "purchase_discount_account_id": "6200",
        })),
        "createWriteOffRule" => Some(json!({
            "write_off_rule_id": "CENTS", "write_off_rule_name": "A few cents", "currency": "USD", "tolerance": 0.05,
            "account_id": "6300",
        })),
        "updateWriteOffRule" => Some(json!({ "tolerance": 0.1 })),
        "updatePaymentTerm" => Some(json!({ "is_active": false })),
        "updateTaxCode" => Some(json!({ "is_active": false })),
        "createPeriodException" => Some(json!({
            "period_id": "2025-12", "document_type": "journal_entry", "document_id": "JE-AUDIT-1",
            "last_day": "2026-02-20", "reason": "The auditors' accrual of the energy bill",
        })),
        "updatePeriodException" => Some(json!({ "last_day": "2026-02-27" })),
        "updateCloseTask" => Some(json!({ "owner": "clara" })),
        "signOffCloseTask" => words("evidence", "Counted it with Clara; the sheet is in the safe"),
        "withdrawCloseTask" => words("reason", "A receipt came in late"),
        "createDeferral" => Some(json!({
            "deferral_id": "DF-INSURANCE", "document_type": "bill", "document_id": "BILL-INSURANCE", "line_number": 1,
            "account_id": "6300", "start_date": "2026-02-01", "months": 2,
        })),
        "updateRecurringDocument" => Some(json!({ "makes": "draft" })),
        "updateMatchingRule" => Some(json!({ "is_active": false })),
        "createFiscalYear" => Some(json!({
            "fiscal_year_id": "FY2026", "fiscal_year_name": "Fiscal year 2026", "start_date": "2026-03-01",
            "adjustment_period": true,
        })),
        "createRevaluation" => Some(json!({ "period_id": "2026-01" })),
        "reopenFiscalYear" => words("reason", "An adjustment of the auditors"),
        "reopenReconciliation" => words("reason", "A deposit was missed"),
        "createAccount" => Some(json!({
            "account_id": "1020", "account_name": "Savings account", "account_type": "asset", "subtype": "bank",
        })),
        "updateAccount" => Some(json!({ "account_name": "Consulting and training revenue" })),
        "createExchangeRate" => Some(json!({
            "currency": "EUR", "date": "2026-01-31", "rate": 1.1025, "source": "European Central Bank",
        })),
        "updateExchangeRate" => Some(json!({ "rate": 1.1044 })),
        "createCustomer" => Some(json!({ "customer_id": "CUST-UMBRELLA", "customer_name": "Umbrella Inc" })),
        "updateCustomer" => words("customer_name", "Acme Corporation Ltd"),
        "createVendor" => Some(json!({ "vendor_id": "VEND-CLOUD", "vendor_name": "Cloud Hosting Ltd" })),
        "updateVendorBankDetails" => Some(json!({
            "account_holder": "Paper & Pens Inc", "iban": "DE89370400440532013000", "bic": "COBADEFFXXX",
        })),
        "updateCustomerBankDetails" => Some(json!({
            "account_holder": "Acme Corporation", "account_number": "000123456789", "routing_code": "021000021",
        })),
        "updateVendor" => words("vendor_name", "Paper & Pencils Inc"),
        "createRole" => Some(json!({ "role_id": "auditor", "permissions": ["*.read"] })),
        "updateRole" => Some(json!({ "permissions": ["journal_entry.read", "report.read"] })),
        "createDelegation" => Some(json!({
            "from_user_id": "conny", "to_user_id": "felix", "first_day": "2026-07-01", "last_day": "2026-07-14",
            "document_types": ["bill", "expense"], "amount_limit": 5000, "reason": "Holidays",
        })),
        "updateDelegation" => Some(json!({ "last_day": "2026-02-14", "reason": "Back earlier" })),
        "approveChangeRequest" => words("comments", "As the auditors asked"),
        "rejectChangeRequest" => words("reason", "The auditors want it as it is"),
        "holdChangeRequest" => words("reason", "Waiting for the auditors"),
        "createUser" => Some(json!({ "user_id": "dora", "name": "Dora Dispatcher", "manager_user_id": "max" })),
        "updateUser" => Some(json!({
            "delegations": [{ "delegate_user_id": "conny", "from": "2026-07-01", "to": "2026-07-14" }],
        })),
        _ => None,
    }
}

/// Puts the operation's example beside the schema of its body. The path is that below the prefix.
pub fn add(method: &str, path: &str, operation_id: &str, operation: &mut Map<String, Value>) {
    let Some(example) = documents::example(method, path).or_else(|| example(operation_id)) else { return };
    let content = operation.get_mut("requestBody").and_then(|body| body.pointer_mut("/content/application~1json"));
    if let Some(content) = content.and_then(Value::as_object_mut) {
        content.insert("example".into(), example);
    }
}
