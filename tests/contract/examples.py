#!/usr/bin/env python3
"""Plays the examples of the description against the demo company of February 2026, and writes down what it answers.

Every operation is asked on a copy of its own of the same books, so that each example stands by itself. What the service makes up
(times, random ids) is replaced by plain values in the same order; an answer that differs from the last run's in these alone stays
as it was.
"""

import calendar
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ANSWERS = ROOT / "api/src/spec_examples/answers.json"
GL = os.environ.get("GL", str(ROOT / "target/debug/gl"))
PREFIX = "/service/general-ledger"
LOADED = "2026-02-02 09:00:00"
ASKED = "2026-02-02 12:00:00"
STORY_BEGINS = calendar.timegm((2026, 2, 2, 9, 0, 0)) * 1_000_000
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"
MICROS = r"\b17\d{14}\b"
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
HASH = r"\b[0-9a-f]{64}\b"
ULID = r"\b01[0-9A-HJKMNP-TV-Z]{24}\b"
ROLES = {"clara": "clerk", "max": "manager", "conny": "controller", "felix": "cfo", "ada": "admin"}

MONTH = {"from": "2026-01-01", "to": "2026-01-31"}
DRAFTS = {"status": "Draft", **MONTH, "limit": 1}
ONE = {"limit": 1}
PERIOD = {"period_id": "2025-11", "period_name": "November 2025", "start_date": "2025-11-01", "end_date": "2025-11-30"}
OPENED = [("ada", "post", "accounting-periods", PERIOD)]
CLOSED = [*OPENED, ("conny", "post", "accounting-periods/2025-11/close", {})]
# Before the year of the demo company, FY-DEMO-1, which has its three months.
YEAR = [("conny", "post", "fiscal-years", {"fiscal_year_id": "FY-2025", "fiscal_year_name": "Short year 2025", "start_date": "2025-11-01",
                                           "end_date": "2025-11-30"})]
ENDED = [("conny", "post", f"accounting-periods/{month}/close", {"force": True}) for month in ("2025-12", "2026-01", "2026-02")]
# An invoice in euros that is open at the end of January.
EUROS = [
    ("clara", "post", "invoices", {
        "invoice_id": "INV-EUR-1", "customer_id": "CUST-ACME", "ar_account_id": "1100", "tran_date": "2026-01-02", "due_date": "2026-02-01",
        "posting_period_id": "2026-01", "currency": "EUR", "lines": [{"account_id": "4000", "quantity": 1, "rate": 250}]}),
    ("clara", "post", "invoices/INV-EUR-1/submit-for-approval", None), ("max", "post", "invoices/INV-EUR-1/approve", {}),
]
TASK = {"close_task_id": "CT-CASH", "kind": "manual", "title": "Count the cash", "due_days": 3}
TAX_CODE = {"tax_code_id": "VAT-19", "tax_code_name": "VAT, full rate", "account_id": "2100", "rates": [{"valid_from": "2007-01-01", "rate": 0.19}]}
CODED = [("conny", "post", "tax-codes", TAX_CODE)]
EXCEPTION = {"period_exception_id": "PE-AUDIT", "period_id": "2025-12", "document_type": "journal_entry", "document_id": "JE-AUDIT-1", "last_day": "2026-02-20", "reason": "The auditors' accrual"}
SHUT = [("conny", "post", "accounting-periods/2025-12/close", {"force": True})]
EXCEPTED = [*SHUT, ("conny", "post", "period-exceptions", EXCEPTION)]
TERMS = {"payment_terms_id": "2-10-NET-30", "payment_terms_name": "2 % within 10 days, 30 days net", "net_days": 30, "discount_percent": 2, "discount_days": 10, "sales_discount_account_id": "4000", "purchase_discount_account_id": "6200"}
WRITE_OFF = {"write_off_rule_id": "CENTS", "write_off_rule_name": "A few cents", "currency": "USD", "tolerance": 0.05, "account_id": "6300"}
WITH_RULE = [("conny", "post", "write-off-rules", WRITE_OFF)]
WITH_TERMS = [("conny", "post", "payment-terms", TERMS)]
TASKED = [("conny", "post", "close-tasks", TASK)]
VALUED = [("conny", "post", "dimension-values", {"dimension_id": "department", "value_id": "EXPORT", "value_name": "Export"})]
BUDGET = {"budget_id": "BG-2025", "budget_name": "Short year 2025", "fiscal_year_id": "FY-2025",
          "lines": [{"account_id": "6100", "period_id": "2025-11", "amount": 1200}]}
BUDGETED = [*YEAR, ("conny", "post", "budgets", BUDGET)]
LAYOUT = {"layout_id": "RL-RESULT", "layout_name": "Result", "statement": "income_statement", "lines": [
    {"line_id": "sales", "title": "Sales", "accounts": ["4000..4999"]},
    {"line_id": "costs", "title": "Costs", "positive": "debit", "accounts": ["6000..6999"]},
    {"line_id": "result", "title": "Result", "sum_of": ["sales", "costs"]}]}
LAID_OUT = [("conny", "post", "report-layouts", LAYOUT)]
SIGNED = ("conny", "post", "accounting-periods/2025-11/checklist/CT-CASH/sign-off", {"evidence": "Counted it"})
AGREED = [("conny", "put", "reconciliations/REC-DEMO-1", {"statementEndingBalance": 205200})]
MATCHED = [("conny", "post", "accounts/1000/match", {"line_ids": ["BST-DEMO-1-6"], "transaction_ids": ["IPAY-DEMO-1"]})]
MAPPED = [("conny", "put", "accounts/1000/csv-mapping", {"date_format": "%Y-%m-%d", "date_column": "Day", "amount_column": "Amount"})]
RULE = {"matching_rule_id": "MR-1", "bank_account_id": "1000", "direction": "out", "text_contains": "account fee", "account_id": "6300",
        "makes": "draft"}
RULED = [("conny", "post", "matching-rules", RULE)]
RENT = {"recurring_document_id": "RD-RENT", "name": "Rent of the office", "document_type": "bill", "makes": "submitted", "due_days": 14,
        "document": {"vendor_id": "VEND-LANDLORD", "reference": "Rent", "ap_account_id": "2000",
                     "lines": [{"account_id": "6100", "quantity": 1, "rate": 1200}]},
        "schedule": {"every": "month", "day": 31, "start_date": "2026-02-01", "business_day": "before"}}
RENTED = [("conny", "post", "recurring-documents", RENT)]
PAUSED = [*RENTED, ("conny", "post", "recurring-documents/RD-RENT/pause", {})]
# What is sent as a file.
FILES = {
    "createBankStatement": ":20:1\n:25:DE02120300000000202051\n:28C:2/1\n:60F:C260202USD197855,12\n:61:2602020202D18,50NCHG\n"
                           ":86:Account fee\n:62F:C260202USD197836,62\n",
}
COMPLETED = [*AGREED, ("conny", "post", "reconciliations/REC-DEMO-1/complete", None)]


def submitted(path):
    """Brings a draft to its signers."""
    return [("clara", "post", f"{path}/submit-for-approval", None)]


INSURED = [("ada", "post", "accounts", {"account_id": "1600", "account_name": "Prepaid expenses", "account_type": "asset"}),
           ("clara", "post", "bills",
            {"bill_id": "BILL-INSURANCE", "vendor_id": "VEND-PAPER", "tran_date": "2026-02-01", "due_date": "2026-02-28",
             "ap_account_id": "2000", "memo": "Insurance for a year", "lines": [{"account_id": "1600", "quantity": 1, "rate": 100}]}),
           *submitted("bills/BILL-INSURANCE"), ("max", "post", "bills/BILL-INSURANCE/approve", {}),
           ("felix", "post", "bills/BILL-INSURANCE/approve", {})]
DEFERRED = [*INSURED, ("conny", "post", "deferrals",
                       {"deferral_id": "DF-INSURANCE", "document_type": "bill", "document_id": "BILL-INSURANCE", "line_number": 1,
                        "account_id": "6300", "start_date": "2026-02-01", "months": 2})]


def held(path):
    return [("max", "post", f"{path}/hold", {"reason": "Waiting for the receipt"})]


def document(name, ids, before):
    """The operations that every document type has. `ids`: for each the document; `before`: what is done first."""
    operations = {
        f"get{name}": ("conny", "read"), f"update{name}": ("clara", "draft"), f"delete{name}": ("clara", "draft"),
        f"submitForApproval{name}": ("clara", "draft"), f"approve{name}": ("max", "pending"), f"reject{name}": ("max", "pending"),
        f"requestChange{name}": ("max", "pending"), f"hold{name}": ("max", "pending"), f"unhold{name}": ("max", "held"),
        f"get{name}AuditTrail": ("conny", "trail"), f"get{name}Postings": ("conny", "read"), f"void{name}": ("conny", "void"),
        f"correct{name}": ("conny", "correct"),
    }
    plural = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
    story = {f"list{plural}": ("conny", DRAFTS, []), f"create{name}": ("clara", {}, []), f"bulk{plural}": ("clara", {}, [])}
    for operation, (who, state) in operations.items():
        if state in ids:
            story[operation] = (who, {"id": ids[state]}, before.get(state, []))
    return story


def of_the_books(books, collections, sent):
    """The same for documents that the demo itself has, type by type: what can be chosen by its state needs no line here."""
    def one(query, *values):
        found = books.execute(query, values).fetchone()
        return found and found[0]

    told = {}
    change = {"change_request_id": one("SELECT change_request_id FROM change_request WHERE status = 'Pending Approval'")}
    aside = [("felix", "post", f"change-requests/{change['change_request_id']}/hold", {"reason": "Waiting for the auditors"})]
    for operation in ("get{}", "get{}AuditTrail", "approve{}", "reject{}", "hold{}"):
        told[operation.format("ChangeRequest")] = ("felix", change, [])
    told |= {
        "listChangeRequests": ("felix", ONE, []), "unholdChangeRequest": ("felix", change, aside),
        "withdrawChangeRequest": ("conny", change, []),
    }
    for name, collection in collections.items():
        kind = (f"{collection[:-3]}y" if collection.endswith("ies") else collection[:-1]).replace("-", "_")
        in_state = "SELECT document_id FROM document WHERE kind = ? AND status = ? ORDER BY document_id"
        draft, posted = one(in_state, kind, "Draft"), one(in_state, kind, "Posted")
        unused = one("SELECT document_id FROM document WHERE kind = ? AND status = 'Posted' AND amount_paid = 0 ORDER BY document_id", kind)
        if draft and posted:
            path = f"{collection}/{draft}"
            ids = {"read": posted, "trail": posted, "draft": draft, "pending": draft, "held": draft}
            told |= document(name, ids | ({"void": unused, "correct": unused} if unused else {}),
                             {"pending": submitted(path), "held": submitted(path) + held(path)})
        credit = one("SELECT credit_id FROM credit_application WHERE credit_kind = ? ORDER BY credit_id", kind)
        settled = one("SELECT settled_id FROM credit_application WHERE settled_kind = ? ORDER BY settled_id", kind)
        if credit or settled:
            told[f"get{name}Applications"] = ("conny", {"id": credit or settled}, [])
        if credit and unused:
            told[f"apply{name}"] = told[f"applySeveral{name}"] = ("conny", {"id": unused}, [])
            applied = [("conny", "post", f"{collection}/{unused}/apply", sent[f"apply{name}"])]
            told[f"unapply{name}"] = ("conny", {"id": unused}, applied)
    return told


def story(sent):
    """Who asks each operation for what, and what is done before: (person, parameters, steps)."""
    payment = [("clara", "post", "bill-payments", sent["createBillPayment"])]
    paid = [("clara", "post", "invoice-payments", sent["createInvoicePayment"])]
    expense = [("clara", "post", "expenses", sent["createExpense"])]
    replayed = [("conny", "post", "approval-rules/replay", sent["replayApprovalRules"])]
    drafted = [("conny", "post", "approval-rule-drafts", sent["createApprovalRuleDraft"])]
    named = {"draft_id": sent["createApprovalRuleDraft"]["draft_id"]}
    put_in_force = f"approval-rule-drafts/{named['draft_id']}/put-in-force"
    scheduled = [*drafted, ("conny", "post", put_in_force, sent["putInForceApprovalRuleDraft"])]
    told = {}
    # Types of which the demo has no draft, or whose examples are about documents that were chosen.
    told |= document("JournalEntry", {
        "read": "JE-DEMO-001", "draft": "JE-DEMO-035", "pending": "JE-DEMO-028", "held": "JE-DEMO-032", "trail": "JE-DEMO-001",
    }, {})
    told |= document("Bill", {
        "read": "BILL-DEMO-2", "draft": "BILL-DEMO-5", "pending": "BILL-DEMO-5", "held": "BILL-DEMO-3", "trail": "BILL-DEMO-1",
        "void": "BILL-DEMO-7", "correct": "BILL-DEMO-7",
    }, {"pending": submitted("bills/BILL-DEMO-5")})
    told |= document("Invoice", {
        "read": "INV-DEMO-2", "draft": "INV-DEMO-6", "pending": "INV-DEMO-5", "held": "INV-DEMO-5", "trail": "INV-DEMO-1",
        "void": "INV-DEMO-5", "correct": "INV-DEMO-5",
    }, {"held": held("invoices/INV-DEMO-5"), "correct": [("max", "post", "invoices/INV-DEMO-5/approve", {})]})
    told |= document("BillPayment", {
        "read": "BPAY-DEMO-1", "draft": "BPAY-1001", "pending": "BPAY-1001", "held": "BPAY-1001", "trail": "BPAY-DEMO-1",
        "void": "BPAY-DEMO-2", "correct": "BPAY-DEMO-2",
    }, {
        "draft": payment, "pending": payment + submitted("bill-payments/BPAY-1001"),
        "held": payment + submitted("bill-payments/BPAY-1001") + held("bill-payments/BPAY-1001"),
    })
    told |= document("InvoicePayment", {
        "read": "IPAY-DEMO-2", "draft": "PAY-1001", "pending": "PAY-1001", "held": "PAY-1001", "trail": "IPAY-DEMO-1",
        "void": "IPAY-DEMO-2", "correct": "IPAY-DEMO-2",
    }, {
        "draft": paid, "pending": paid + submitted("invoice-payments/PAY-1001"),
        "held": paid + submitted("invoice-payments/PAY-1001") + held("invoice-payments/PAY-1001"),
    })
    told |= document("Expense", {
        "read": "EXP-DEMO-1", "draft": "EXP-1001", "pending": "EXP-1001", "held": "EXP-1001", "trail": "EXP-DEMO-1",
        "void": "EXP-DEMO-2", "correct": "EXP-1001",
    }, {
        "correct": expense + submitted("expenses/EXP-1001") + [("max", "post", "expenses/EXP-1001/approve", {})],
        "draft": expense, "pending": expense + submitted("expenses/EXP-1001"),
        "held": expense + submitted("expenses/EXP-1001") + held("expenses/EXP-1001"),
    })
    told |= {
        "getJournalEntriesPendingApprovals": ("max", ONE, []),
        "reverseJournalEntry": ("conny", {"id": "JE-DEMO-012"}, []),
        "correctJournalEntry": ("conny", {"id": "JE-DEMO-012"}, []),
        "receivePaymentInvoice": ("conny", {"id": "INV-DEMO-2"}, []),
        "clearBillPayment": ("conny", {"id": "BPAY-DEMO-2"}, []),
        "depositInvoicePayment": ("conny", {"id": "IPAY-DEMO-2"}, []),
        "unclearBillPayment": ("conny", {"id": "BPAY-DEMO-2"},
                               [("conny", "post", "bill-payments/BPAY-DEMO-2/clear", sent["clearBillPayment"])]),
        "undepositInvoicePayment": ("conny", {"id": "IPAY-DEMO-2"},
                                    [("conny", "post", "invoice-payments/IPAY-DEMO-2/deposit", sent["depositInvoicePayment"])]),
        "clearCustomerRefund": ("conny", {"id": "CREF-DEMO-1"}, []),
        "unclearCustomerRefund": ("conny", {"id": "CREF-DEMO-1"},
                                  [("conny", "post", "customer-refunds/CREF-DEMO-1/clear", sent["clearCustomerRefund"])]),
        "returnCustomerRefund": ("conny", {"id": "CREF-DEMO-1"}, []),
        "depositVendorRefund": ("conny", {"id": "VREF-DEMO-1"}, []),
        "undepositVendorRefund": ("conny", {"id": "VREF-DEMO-1"},
                                  [("conny", "post", "vendor-refunds/VREF-DEMO-1/deposit", sent["depositVendorRefund"])]),
        "returnVendorRefund": ("conny", {"id": "VREF-DEMO-1"}, []),
        "returnBillPayment": ("conny", {"id": "BPAY-DEMO-2"}, []),
        "returnInvoicePayment": ("conny", {"id": "IPAY-DEMO-2"}, []),
        "unreturnBillPayment": ("conny", {"id": "BPAY-DEMO-2"},
                                [("conny", "post", "bill-payments/BPAY-DEMO-2/return", sent["returnBillPayment"])]),
        "unreturnInvoicePayment": ("conny", {"id": "IPAY-DEMO-2"},
                                   [("conny", "post", "invoice-payments/IPAY-DEMO-2/return", sent["returnInvoicePayment"])]),
        "unreturnCustomerRefund": ("conny", {"id": "CREF-DEMO-1"},
                                   [("conny", "post", "customer-refunds/CREF-DEMO-1/return", sent["returnCustomerRefund"])]),
        "unreturnVendorRefund": ("conny", {"id": "VREF-DEMO-1"},
                                 [("conny", "post", "vendor-refunds/VREF-DEMO-1/return", sent["returnVendorRefund"])]),
        "reassignBillPayment": ("conny", {"id": "BPAY-DEMO-3"}, []),
        "reassignInvoicePayment": ("conny", {"id": "IPAY-DEMO-1"}, []),
        "getApprovalsPending": ("max", ONE, []),
        "getMe": ("conny", {}, []),
        "listDelegations": ("conny", ONE, []), "createDelegation": ("conny", {}, []),
        "bulkApprovals": ("max", {}, submitted("bills/BILL-DEMO-5")),
        "listAccountingPeriods": ("conny", ONE, []),
        "createAccountingPeriod": ("conny", {}, []),
        "getAccountingPeriod": ("conny", {"period_id": "2025-12"}, []),
        "getAccountingPeriodAuditTrail": ("conny", {"period_id": "2025-12"}, []),
        "getAccountingPeriodUnpostedEntries": ("conny", {"period_id": "2026-01"}, []),
        "listFiscalYears": ("conny", ONE, YEAR),
        "createFiscalYear": ("conny", {}, []),
        "getFiscalYear": ("conny", {"fiscal_year_id": "FY-2025"}, YEAR),
        "closeFiscalYear": ("conny", {"fiscal_year_id": "FY-DEMO-1"}, ENDED),
        "reopenFiscalYear": ("conny", {"fiscal_year_id": "FY-DEMO-1"}, [*ENDED, ("conny", "post", "fiscal-years/FY-DEMO-1/close", {})]),
        "getFiscalYearAuditTrail": ("conny", {"fiscal_year_id": "FY-2025"}, YEAR),
        "addFiscalYearAdjustmentPeriod": ("conny", {"fiscal_year_id": "FY-2025"}, YEAR),
        "deleteFiscalYear": ("conny", {"fiscal_year_id": "FY-2025"}, YEAR),
        "deleteAccountingPeriod": ("conny", {"period_id": "2025-11"}, OPENED),
        "getRevaluationProposal": ("conny", {"period_id": "2026-01"}, EUROS),
        "createRevaluation": ("conny", {}, EUROS),
        "closeAccountingPeriod": ("conny", {"period_id": "2025-11"}, OPENED),
        "reopenAccountingPeriod": ("conny", {"period_id": "2025-11"}, CLOSED),
        "hardCloseAccountingPeriod": ("conny", {"period_id": "2025-11"}, CLOSED),
        "listAccounts": ("conny", ONE, []),
        "createAccount": ("ada", {}, []),
        "listExchangeRates": ("conny", {"currency": "EUR", "limit": 1}, []),
        "createExchangeRate": ("conny", {}, []),
        "listCustomers": ("conny", ONE, []), "listVendors": ("conny", ONE, []),
        "createCustomer": ("ada", {}, []), "createVendor": ("ada", {}, []),
        "listApprovalRules": ("conny", ONE, []),
        "createApprovalRule": ("conny", {}, []),
        "getApprovalRuleCoverage": ("conny", {"document_type": "journal_entry"}, []),
        "proveApprovalRules": ("conny", {}, []),
        "simulateApprovalRules": ("conny", {}, []),
        "replayApprovalRules": ("conny", {}, []),
        "listApprovalRuleReplays": ("conny", ONE, replayed),
        "getApprovalRuleReplay": ("conny", {"replay_id": ""}, replayed),
        "listApprovalRuleReplayDocuments": ("conny", {"replay_id": "", **ONE}, replayed),
        "listApprovalRuleSets": ("conny", ONE, []), "getApprovalRuleSet": ("conny", {"rule_set": 2}, []),
        "createApprovalRuleDraft": ("conny", {}, []),
        "listApprovalRuleDrafts": ("conny", ONE, drafted),
        "getApprovalRuleDraft": ("conny", named, drafted),
        "updateApprovalRuleDraft": ("conny", named, drafted),
        "deleteApprovalRuleDraft": ("conny", named, drafted),
        "putInForceApprovalRuleDraft": ("conny", named, drafted),
        "unscheduleApprovalRuleDraft": ("conny", named, scheduled),
        "getApprovalRuleDraftAuditTrail": ("conny", named, drafted),
        "getApprovalsOverdue": ("max", ONE, []),
        "listRoles": ("ada", ONE, []), "createRole": ("ada", {}, []),
        "listUsers": ("ada", ONE, []), "createUser": ("ada", {}, []),
        "listJobs": ("ada", ONE, []),
        "listAudit": ("ada", {"resource": "bill", "limit": 1}, []), "getAuditHead": ("ada", {}, []),
        "verifyAudit": ("ada", {}, []), "listQueues": ("ada", {}, []),
        "listBankStatements": ("conny", ONE, []),
        "deleteBankStatement": ("conny", {"statement_id": "BST-DEMO-1"}, []),
        "getBankStatement": ("conny", {"statement_id": "BST-DEMO-1"}, []),
        "getBankStatementLines": ("conny", {"statement_id": "BST-DEMO-1", "limit": 1}, []),
        "getBankStatementAuditTrail": ("conny", {"statement_id": "BST-DEMO-1"}, []),
        "getAccountUnmatchedLines": ("conny", {"account_id": "1000", "limit": 1}, []),
        "getAccountProposals": ("conny", {"account_id": "1000", "line_id": "BST-DEMO-1-6"}, []),
        "getAccountMatches": ("conny", {"account_id": "1000", "limit": 1}, MATCHED),
        "matchAccount": ("conny", {"account_id": "1000"}, []),
        "unmatchAccount": ("conny", {"account_id": "1000"}, MATCHED),
        "acceptProposalsAccount": ("conny", {"account_id": "1000"}, []),
        "updateAccountCsvMapping": ("conny", {"account_id": "1000"}, []),
        "getAccountCsvMapping": ("conny", {"account_id": "1000"}, MAPPED),
        "createBankStatement": ("conny", {"account_id": "1000"}, []),
        "createMatchingRule": ("conny", {}, []),
        "listMatchingRules": ("conny", ONE, RULED),
        "getAccountMatchingRuleOffers": ("conny", {"account_id": "1000"}, []),
        "applyMatchingRulesAccount": ("conny", {"account_id": "1000"}, RULED),
        "getMatchingRule": ("conny", {"matching_rule_id": "MR-1"}, RULED),
        "updateMatchingRule": ("conny", {"matching_rule_id": "MR-1"}, RULED),
        "getMatchingRuleAuditTrail": ("conny", {"matching_rule_id": "MR-1"}, RULED),
        "createRecurringDocument": ("conny", {}, []),
        "listRecurringDocuments": ("conny", ONE, RENTED),
        "getRecurringDocumentDocuments": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "getRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "updateRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "skipRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "pauseRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "resumeRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, PAUSED),
        "endRecurringDocument": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "getRecurringDocumentAuditTrail": ("conny", {"recurring_document_id": "RD-RENT"}, RENTED),
        "createDimension": ("conny", {}, []),
        "listDimensions": ("conny", ONE, []),
        "getDimension": ("conny", {"dimension_id": "department"}, []),
        "updateDimension": ("conny", {"dimension_id": "department"}, []),
        "getDimensionAuditTrail": ("conny", {"dimension_id": "department"}, [("conny", "put", "dimensions/department", {"takes": "listed"})]),
        "createDimensionValue": ("conny", {}, []),
        "listDimensionValues": ("conny", ONE, VALUED),
        "getDimensionValue": ("conny", {"dimension_value_id": "department:EXPORT"}, VALUED),
        "updateDimensionValue": ("conny", {"dimension_value_id": "department:EXPORT"}, VALUED),
        "getDimensionValueAuditTrail": ("conny", {"dimension_value_id": "department:EXPORT"}, VALUED),
        "getByDimension": ("conny", {"dimension_id": "department", "period_id": "2026-01"}, []),
        "createBudget": ("conny", {}, YEAR),
        "listBudgets": ("conny", ONE, BUDGETED),
        "getBudget": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "updateBudget": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "getBudgetLines": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "activateBudget": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "lockBudget": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "getBudgetAuditTrail": ("conny", {"budget_id": "BG-2025"}, BUDGETED),
        "getBudgetVsActual": ("conny", {"fiscal_year_id": "FY-DEMO-1"}, []),
        "createReportLayout": ("conny", {}, []),
        "listReportLayouts": ("conny", ONE, LAID_OUT),
        "getReportLayout": ("conny", {"layout_id": "RL-RESULT"}, LAID_OUT),
        "updateReportLayout": ("conny", {"layout_id": "RL-RESULT"}, LAID_OUT),
        "getReportLayoutAuditTrail": ("conny", {"layout_id": "RL-RESULT"}, LAID_OUT),
        "getVatLines": ("conny", {"from": "2026-01-01", "to": "2026-01-31", "limit": 1}, []),
        "createPaymentTerm": ("conny", {}, []),
        "listPaymentTerms": ("conny", ONE, WITH_TERMS),
        "getPaymentTerm": ("conny", {"payment_terms_id": "2-10-NET-30"}, WITH_TERMS),
        "updatePaymentTerm": ("conny", {"payment_terms_id": "2-10-NET-30"}, WITH_TERMS),
        "getPaymentTermAuditTrail": ("conny", {"payment_terms_id": "2-10-NET-30"}, WITH_TERMS),
        "createWriteOffRule": ("conny", {}, []),
        "listWriteOffRules": ("conny", ONE, WITH_RULE),
        "getWriteOffRule": ("conny", {"write_off_rule_id": "CENTS"}, WITH_RULE),
        "updateWriteOffRule": ("conny", {"write_off_rule_id": "CENTS"}, WITH_RULE),
        "getWriteOffRuleAuditTrail": ("conny", {"write_off_rule_id": "CENTS"}, WITH_RULE),
        "createTaxCode": ("conny", {}, []),
        "listTaxCodes": ("conny", ONE, CODED),
        "getTaxCode": ("conny", {"tax_code_id": "VAT-19"}, CODED),
        "updateTaxCode": ("conny", {"tax_code_id": "VAT-19"}, CODED),
        "getTaxCodeAuditTrail": ("conny", {"tax_code_id": "VAT-19"}, CODED),
        "createPeriodException": ("conny", {}, SHUT),
        "listPeriodExceptions": ("conny", ONE, EXCEPTED),
        "getPeriodException": ("conny", {"period_exception_id": "PE-AUDIT"}, EXCEPTED),
        "updatePeriodException": ("conny", {"period_exception_id": "PE-AUDIT"}, EXCEPTED),
        "revokePeriodException": ("conny", {"period_exception_id": "PE-AUDIT"}, EXCEPTED),
        "getPeriodExceptionAuditTrail": ("conny", {"period_exception_id": "PE-AUDIT"}, EXCEPTED),
        "createCloseTask": ("conny", {}, []),
        "listCloseTasks": ("conny", ONE, TASKED),
        "getCloseTask": ("conny", {"close_task_id": "CT-CASH"}, TASKED),
        "updateCloseTask": ("conny", {"close_task_id": "CT-CASH"}, TASKED),
        "getCloseTaskAuditTrail": ("conny", {"close_task_id": "CT-CASH"}, TASKED),
        "getAccountingPeriodChecklist": ("conny", {"period_id": "2025-11"}, [*OPENED, *TASKED]),
        "signOffCloseTask": ("conny", {"period_id": "2025-11", "close_task_id": "CT-CASH"}, [*OPENED, *TASKED]),
        "withdrawCloseTask": ("conny", {"period_id": "2025-11", "close_task_id": "CT-CASH"}, [*OPENED, *TASKED, SIGNED]),
        "createDeferral": ("conny", {}, INSURED),
        "listDeferrals": ("conny", {"status": "ended"}, DEFERRED),
        "getDeferral": ("conny", {"deferral_id": "DF-INSURANCE"}, DEFERRED),
        "endDeferral": ("conny", {"deferral_id": "DF-INSURANCE"}, DEFERRED),
        "getDeferralAuditTrail": ("conny", {"deferral_id": "DF-INSURANCE"}, DEFERRED),
        "listReconciliations": ("conny", {"status": "In Progress", "limit": 1}, []),
        "createReconciliation": ("conny", {}, COMPLETED),
        "completeReconciliation": ("conny", {"reconciliation_id": "REC-DEMO-1"}, AGREED),
        "reopenReconciliation": ("conny", {"reconciliation_id": "REC-DEMO-1"}, COMPLETED),
        "getGeneralLedger": ("conny", {"account_id": "4000", **MONTH, "limit": 2}, []),
        "getCashFlow": ("conny", {"period_id": "2026-01", "method": "direct"}, []),
        "getJournal": ("conny", {"from": "2026-01-01", "to": "2026-01-31", "limit": 1}, []),
        "getTrialBalance": ("conny", {"as_of": "2025-12-01"}, []),
        "getStatementOfAccount": ("conny", {"party_type": "customer", "party_id": "CUST-ACME", **MONTH, "limit": 1}, []),
        "getAging": ("conny", {"kind": "ar", "as_of": "2026-01-31"}, []),
        "exportJournal": ("conny", {"format": "hledger", **MONTH}, []),
    }
    for name, parameter, value, more in [
        ("Account", "account_id", "4000", ["get{}", "update{}", "delete{}", "get{}AuditTrail"]),
        ("ExchangeRate", "exchange_rate_id", "EUR-2026-01-16", ["get{}", "update{}", "get{}AuditTrail"]),
        ("Customer", "customer_id", "CUST-ACME",
         ["get{}", "update{}", "get{}AuditTrail", "get{}BankDetails", "update{}BankDetails"]),
        ("Vendor", "vendor_id", "VEND-PAPER",
         ["get{}", "update{}", "get{}AuditTrail", "get{}BankDetails", "update{}BankDetails"]),
        ("ApprovalRule", "rule_id", "invoice-L2", ["get{}", "update{}", "get{}AuditTrail", "get{}History", "deactivate{}"]),
        ("Role", "role_id", "clerk", ["get{}", "update{}", "delete{}", "get{}AuditTrail"]),
        ("User", "user_id", "clara", ["get{}", "update{}", "get{}AuditTrail"]),
        ("Delegation", "delegation_id", "DLG-FELIX", ["get{}", "update{}", "revoke{}", "get{}AuditTrail"]),
        ("Job", "job_id", "", ["get{}", "retry{}"]),
        ("Reconciliation", "reconciliation_id", "REC-DEMO-1",
         ["get{}", "update{}", "delete{}", "get{}AuditTrail", "clear{}", "unclear{}", "get{}Worksheet"]),
    ]:
        for operation in more:
            told[operation.format(name)] = ("ada", {parameter: value}, [])
    for name in ["updateReconciliation", "clearReconciliation", "unclearReconciliation"]:
        told[name] = ("conny", {"reconciliation_id": "REC-DEMO-1"}, [])
    return told


# Operations that the demo's rule on changes of the rules guards. Their 200 is what they answer without it.
GUARDED = {"updateApprovalRule", "deactivateApprovalRule", "putInForceApprovalRuleDraft", "unscheduleApprovalRuleDraft"}
# Operations that always answer 202 while their job runs.
BY_A_JOB = {"replayApprovalRules"}


def unguarded(folder):
    """The same books with that rule inactive."""
    with sqlite3.connect(folder / "gl.db") as books:
        books.execute("UPDATE approval_rule SET rule = json_set(rule, '$.rule.rule.is_active', json('false')) WHERE rule_id = 'rules-cfo'")


def waits(name, operation):
    """Whether 202 is an answer that the demo gives: that of a job, or of a change request."""
    return name in GUARDED | BY_A_JOB or "job_id" in dump(operation["responses"]["202"])


def report(operation):
    """What a report is asked for: the month, or its last day."""
    # `From`, `AsOf` where several operations share a parameter.
    names = {parameter.get("name") or parameter["$ref"].split("/")[-1] for parameter in operation.get("parameters", [])}
    if names & {"from", "From"}:
        return dict(MONTH)
    return {"as_of": MONTH["to"]} if names & {"as_of", "AsOf"} else {}


def unsaid(spec, told):
    """Operations of which the story says nothing: a report is read, and an action is done by a document's author in its approval."""
    changes = {path.split("/")[0]: told[name] for name, _, path, _ in spec if path.endswith("/request-change") and name in told}
    for name, method, path, operation in spec:
        collection, *rest = path.split("/")
        if name not in told and collection == "reports":
            told[name] = ("conny", report(operation), [])
        elif name not in told and method == "post" and collection in changes and rest[:1] == ["{id}"]:
            told[name] = ("clara", *changes[collection][1:])


def as_of(at):
    """The environment of a process for which it is that time."""
    # Without the wrapper `faketime`, which leaves semaphores behind when it is stopped.
    library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None) or sys.exit("faketime is needed")
    return dict(os.environ, LD_PRELOAD=str(library), FAKETIME=f"@{at}", FAKETIME_DONT_FAKE_MONOTONIC="1",
                FAKETIME_DISABLE_SHM="1", GL_JWT_SECRET="the-examples-sign-with-this-secret")


class Service:
    """`gl serve` on a copy of the books, at that time."""

    def __init__(self, at, folder, *options):
        environment = dict(as_of(at), GL_CONFIG=str(folder / "none.toml"))
        (folder / "none.toml").touch()
        self.log = open(folder / "log", "w+")
        command = [GL, "serve", "--database-url", f"sqlite://{folder}/gl.db",
                   "--listen", "127.0.0.1:0", "--rate-limit", "0", *options]
        self.process = subprocess.Popen(command, env=environment, stdout=self.log, stderr=self.log, start_new_session=True)
        self.url = self.address()

    def address(self):
        for _ in range(600):
            found = re.search(r"listening on (http:[^\s]*)", pathlib.Path(self.log.name).read_text())
            if found:
                return found.group(1)
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit("the service did not start:\n" + pathlib.Path(self.log.name).read_text())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()
        self.log.close()

    def ask(self, token, method, path, body, /, **query):
        target = f"{self.url}{PREFIX}/{path}" + ("?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else "")
        data = None if body is None else body.encode() if isinstance(body, str) else dump(body).encode()
        headers = {"Authorization": f"jwt {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(target.replace(" ", "%20").replace("#", "%23"), data, headers, method=method.upper())
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


# Numbers keep the text that they were written with.
def load(text):
    return json.loads(text, parse_float=lambda number: f"\0{number}", parse_int=lambda number: f"\0{number}")


def dump(value, **options):
    return re.sub(r'"\\u0000([^"]*)"', r"\1", json.dumps(value, **options))


def tokens():
    def token(user, role):
        command = [GL, "token", "--user", user, "--role", role, "--ttl", "12h"]
        return subprocess.run(command, env=as_of(LOADED), check=True, capture_output=True, text=True).stdout.strip()
    return {user: token(user, role) for user, role in ROLES.items()}


def operations(spec):
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            if isinstance(operation, dict) and "operationId" in operation:
                yield operation["operationId"], method, path.removeprefix(PREFIX + "/"), operation


def settle(recorded):
    """Times and made-up ids by fixed ones, in the same order."""
    text = dump(recorded, indent=2, ensure_ascii=False)
    # Cursors and the details of trails have times in microseconds.
    text = re.sub(MICROS, lambda found: f"µ{moment(int(found.group()))}", text)
    for at, found in enumerate(sorted(set(re.findall(TIME, text)))):
        text = text.replace(found, moment(STORY_BEGINS + at * 60_000_000))
    text = re.sub(f"µ({TIME})", lambda found: str(micros(found.group(1))), text)
    for at, found in enumerate(sorted(set(re.findall(UUID, text)))):
        text = text.replace(found, f"019c1d6e-7d2c-7e51-8f0a-3c1d5b7a9e{at + 1:02x}")
    for at, found in enumerate(sorted(set(re.findall(ULID, text)))):
        text = text.replace(found, f"01KGEPWZ9CFS8RY2HW7B5XM{at + 1:03}")
    for at, found in enumerate(sorted(set(re.findall(HASH, text)))):
        text = text.replace(found, hashlib.sha256(f"hash {at + 1}".encode()).hexdigest())
    return text


def made_alike(told):
    """The same text for answers that differ only in what the service makes up."""
    return re.sub(f"{TIME}|{MICROS}|{UUID}|{ULID}|{HASH}", "*", dump(told))


def moment(micros):
    seconds, rest = divmod(micros, 1_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:06}Z"


def micros(text):
    seconds, rest = text.rstrip("Z").split(".")
    return calendar.timegm(time.strptime(seconds, "%Y-%m-%dT%H:%M:%S")) * 1_000_000 + int(rest)


def main():
    spec = load((ROOT / "openapi/gl.json").read_text())
    sent = {}
    for name, _, _, operation in operations(spec):
        sent[name] = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    by = tokens()
    recorded = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "demo").mkdir()
        with Service(LOADED, folder / "demo", "--demo"):
            pass
        collections = {name.removeprefix("create"): path for name, method, path, _ in operations(spec)
                       if method == "post" and f"{PREFIX}/{path}/{{id}}/submit-for-approval" in spec["paths"]}
        with sqlite3.connect(folder / "demo" / "gl.db") as books:
            told = of_the_books(books, collections, sent) | story(sent)
        unsaid(list(operations(spec)), told)
        for number, (name, method, path, operation) in enumerate(sorted(operations(spec))):
            if name not in told:
                print(f"nobody tells of {name}")
                continue
            who, parameters, before = told[name]
            own = folder / str(number)
            shutil.copytree(folder / "demo", own)
            job(own, name, parameters)
            answers = {}
            statuses = [status for status, answer in operation["responses"].items()
                        if status.startswith("2") and "application/json" in answer.get("content", {})]
            for status in statuses:
                if status == "202" and not waits(name, operation):
                    continue
                options = ["--workers", "none", "--posting-wait", "0s"] if status == "202" else []
                if status == "202":
                    shutil.rmtree(own)
                    shutil.copytree(folder / "demo", own)
                if status != "202" and name in GUARDED:
                    unguarded(own)
                with Service(ASKED, own, *options) as service:
                    for person, verb, where, body in before:
                        done, text = service.ask(by[person], verb, where, body)
                        if done >= 300:
                            print(f"{name}: before: {verb} {where}: {done} {text}")
                        if where == "approval-rules/replay":
                            if "replay_id" in parameters:
                                parameters["replay_id"] = load(text)["replay_id"]
                            # Until the job has ended.
                            time.sleep(3)
                    in_path = {key: value for key, value in parameters.items() if "{" + key + "}" in path}
                    query = {key: value for key, value in parameters.items() if key not in in_path}
                    if "Audit" in name and "Trail" not in name:
                        # Until everything is sealed.
                        time.sleep(3)
                    done, text = service.ask(by[who], method, path.format(**in_path), FILES.get(name, sent[name]), **query)
                    if str(done) != status:
                        print(f"{name}: {done} instead of {status}: {text}")
                    else:
                        answers[status] = load(text)
            recorded[name] = {"parameters": parameters, "answers": answers}
            shutil.rmtree(own)
    settled = load(settle(dict(sorted(recorded.items()))))
    before = load(ANSWERS.read_text()) if ANSWERS.exists() else {}
    kept = {name: before[name] if made_alike(before.get(name)) == made_alike(new) else new for name, new in settled.items()}
    ANSWERS.write_text(dump(kept, indent=2, ensure_ascii=False) + "\n")


def job(folder, name, parameters):
    """The first job is the one that is read; to be retried it must have been set aside."""
    if "job_id" not in parameters:
        return
    with sqlite3.connect(folder / "gl.db") as books:
        parameters["job_id"] = books.execute("SELECT job_id FROM job ORDER BY job_id LIMIT 1").fetchone()[0]
        if name == "retryJob":
            books.execute("UPDATE job SET state = 'quarantined', starts = 5, result = NULL, finished_at = NULL"
                          " WHERE job_id = ?", [parameters["job_id"]])


main()
