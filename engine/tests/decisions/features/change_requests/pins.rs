//! Each action that rules may guard, with what others do to what it acts on before it has its signatures.

use super::stood::{
    APPLIED, CLEARED, CLOSED_YEAR, CREDITED, DEFERRED, ENDED_YEAR, OPEN_SESSION, PAID, POSTED, POSTED_MEANWHILE,
    RETURNED, TWICE,
};

/// What a rule guards, with what stands before; who asks for it; and what others do then, one after another.
pub struct Pinned {
    pub guards: &'static str,
    pub before: &'static str,
    pub asks: &'static str,
    pub then: &'static [(&'static str, &'static str)],
}

pub const EDITED: &str = "it was changed after it was asked for";
pub const ANEW: &str = "it was made anew under this id after it was asked for";
pub const SHEET: &str = "what its figures come from was posted, voided or cleared after it was asked for";
pub const GONE: &str = "it is no longer there";

/// One of each action that rules may guard, with what can be done to what it acts on: edited, deleted and made anew, edited back. A
/// posted document, a period, a person and a delegation are never made anew.
pub const ALL: &[Pinned] = &[
    Pinned {
        guards: "of bill, guards void",
        before: "carl | create BILL-1, line 6000 100.00",
        asks: "conrad | void BILL-1",
        then: &[
            ("carl | edit BILL-1, line 6000 90.00", EDITED),
            ("carl | delete BILL-1; carl | create BILL-1, line 6000 100.00", ANEW),
            ("carl | edit BILL-1, line 6000 90.00; carl | edit BILL-1, line 6000 100.00", EDITED),
            ("carl | delete BILL-1", GONE),
        ],
    },
    Pinned {
        guards: "of bill, guards void",
        before: POSTED,
        asks: "conrad | void BILL-1",
        then: &[(
            "carl | create BPAY-1, pays BILL-1 1.00; carl | submit BPAY-1; mona | approve BPAY-1; alma | work",
            EDITED,
        )],
    },
    Pinned {
        guards: "of invoice, guards receive-payment",
        before: POSTED,
        asks: "conrad | receive INV-1, as IPAY-9, on 2024-01-20, amount 10.00",
        then: &[(
            "carl | create IPAY-1, pays INV-1 1.00; carl | submit IPAY-1; mona | approve IPAY-1; alma | work",
            EDITED,
        )],
    },
    Pinned {
        guards: "of credit_memo, guards apply",
        before: CREDITED,
        asks: "conrad | apply CM-1, to INV-1, amount 10.00",
        then: &[("alma | apply CM-1, to INV-1, amount 1.00", EDITED)],
    },
    Pinned {
        guards: "of credit_memo, guards unapply",
        before: APPLIED,
        asks: "conrad | unapply CM-1, from INV-1",
        then: &[("alma | apply CM-1, to INV-1, amount 1.00", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards unclear",
        before: CLEARED,
        asks: "conrad | unclear BPAY-1",
        then: &[("conrad | unclear BPAY-1; conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards undeposit",
        before: CLEARED,
        asks: "conrad | undeposit IPAY-1",
        then: &[("conrad | undeposit IPAY-1; conrad | deposit IPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards return",
        before: PAID,
        asks: "conrad | return BPAY-1, on 2024-02-01",
        then: &[("conrad | void BPAY-1", EDITED), ("conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards return",
        before: PAID,
        asks: "conrad | return IPAY-1, on 2024-02-01",
        then: &[("conrad | void IPAY-1", EDITED), ("conrad | deposit IPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards unreturn",
        before: RETURNED,
        asks: "conrad | unreturn BPAY-1",
        then: &[("conrad | unreturn BPAY-1; conrad | return BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards unreturn",
        before: RETURNED,
        asks: "conrad | unreturn IPAY-1",
        then: &[("conrad | unreturn IPAY-1; conrad | return IPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of bill_payment, guards reassign",
        before: TWICE,
        asks: "conrad | reassign BPAY-1, to BILL-8",
        then: &[("conrad | void BPAY-1", EDITED), ("conrad | clear BPAY-1, on 2024-01-25", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards reassign",
        before: TWICE,
        asks: "conrad | reassign IPAY-1, to INV-8",
        then: &[
            ("conrad | void IPAY-1", EDITED),
            ("conrad | reassign IPAY-1, to INV-8; conrad | reassign IPAY-1, to INV-1", EDITED),
        ],
    },
    Pinned {
        guards: "of bill_payment, guards clear",
        before: PAID,
        asks: "conrad | clear BPAY-1, on 2024-01-25",
        then: &[("conrad | void BPAY-1", EDITED)],
    },
    Pinned {
        guards: "of invoice_payment, guards deposit",
        before: PAID,
        asks: "conrad | deposit IPAY-1, on 2024-01-25",
        then: &[("conrad | void IPAY-1", EDITED)],
    },
    Pinned {
        guards: "of period, guards close",
        before: "",
        asks: "conrad | close 2024-01, force",
        then: &[
            ("conrad | close 2024-01, ap; alma | work", EDITED),
            ("conrad | close 2024-01, ap; alma | work; conrad | reopen 2024-01, ap", EDITED),
        ],
    },
    Pinned {
        guards: "of period, guards reopen",
        before: "conrad | close 2024-01
            alma | work",
        asks: "conrad | reopen 2024-01",
        then: &[
            ("conrad | reopen 2024-01, ap", EDITED),
            ("conrad | reopen 2024-01, ap; conrad | close 2024-01, ap; alma | work", EDITED),
        ],
    },
    Pinned {
        guards: "of period, guards hard-close",
        before: "conrad | close 2024-01
            alma | work",
        asks: "conrad | hard-close 2024-01",
        then: &[
            ("conrad | reopen 2024-01, ap", EDITED),
            ("conrad | reopen 2024-01, ap; conrad | close 2024-01, ap; alma | work", EDITED),
        ],
    },
    Pinned {
        guards: "of fiscal_year, guards close",
        before: ENDED_YEAR,
        asks: "conrad | close year FY1",
        then: &[("conrad | close year FY1", EDITED), (POSTED_MEANWHILE, SHEET)],
    },
    Pinned {
        guards: "of fiscal_year, guards reopen",
        before: CLOSED_YEAR,
        asks: "conrad | reopen year FY1",
        then: &[("conrad | reopen year FY1; conrad | close year FY1", EDITED)],
    },
    Pinned {
        guards: "of reconciliation, guards complete",
        before: OPEN_SESSION,
        asks: "conrad | complete REC-1",
        then: &[
            ("abel | edit REC-1, ends -5000.00, bank-item 5100.00 'as agreed'", EDITED),
            ("conrad | delete REC-1; conrad | create REC-1, ends 100.00; conrad | clear REC-1, found IPAY-1", ANEW),
            ("conrad | edit REC-1, memo else; conrad | edit REC-1, memo back", EDITED),
            ("conrad | clear REC-1, found BPAY-1", EDITED),
            ("conrad | clear REC-1, found BPAY-1; conrad | unclear REC-1, found BPAY-1", EDITED),
            // Marks that do not touch the session, and what else changes what it stands for.
            ("conrad | clear BPAY-1, on 2024-01-25", SHEET),
            (
                "carl | create JE-1, debit 1000 5.00, credit 4000 5.00; carl | submit JE-1; mona | approve JE-1; alma | work",
                SHEET,
            ),
            ("conrad | void BPAY-1", SHEET),
        ],
    },
    Pinned {
        guards: "of reconciliation, guards reopen",
        before: "conrad | create REC-1, ends 0.00
            conrad | complete REC-1",
        asks: "conrad | reopen REC-1",
        then: &[
            ("conrad | reopen REC-1", EDITED),
            ("conrad | reopen REC-1; conrad | complete REC-1", EDITED),
            (
                "conrad | reopen REC-1; conrad | delete REC-1; conrad | create REC-1, ends 0.00; conrad | complete REC-1",
                ANEW,
            ),
        ],
    },
    Pinned {
        guards: "of account, guards change",
        before: "alma | create account 6001, name More, expense",
        asks: "abel | edit account 6001, inactive",
        then: &[
            ("abel | edit account 6001, name Else", EDITED),
            ("abel | delete account 6001; abel | create account 6001, name More, expense", ANEW),
            ("abel | edit account 6001, name Else; abel | edit account 6001, name More", EDITED),
        ],
    },
    Pinned {
        guards: "of exchange_rate, guards change",
        before: "conrad | create rate R-1, of EUR, on 2024-01-10, at 1.10",
        asks: "conrad | edit rate R-1, at 1.20",
        then: &[
            ("conrad | edit rate R-1, at 1.15", EDITED),
            ("conrad | edit rate R-1, at 1.15; conrad | edit rate R-1, at 1.10", EDITED),
        ],
    },
    Pinned {
        guards: "of matching_rule, guards change",
        before: "conrad | create matching-rule MR-1, says rent, account 6000",
        asks: "conrad | edit matching-rule MR-1, inactive",
        then: &[
            ("conrad | edit matching-rule MR-1, memo this", EDITED),
            ("conrad | edit matching-rule MR-1, says rents; conrad | edit matching-rule MR-1, says rent", EDITED),
        ],
    },
    Pinned {
        guards: "of recurring_document, guards change",
        before: "conrad | create recurring RD-1, of JE-T, debit 6000 5.00, credit 1000 5.00",
        asks: "conrad | pause recurring RD-1",
        then: &[
            ("conrad | edit recurring RD-1, name Other", EDITED),
            ("conrad | edit recurring RD-1, name Other; conrad | edit recurring RD-1, name Rent", EDITED),
        ],
    },
    Pinned {
        guards: "of deferral, guards change",
        before: DEFERRED,
        asks: "conrad | end deferral JE-DF",
        then: &[("conrad | tick deferral JE-DF", EDITED)],
    },
    Pinned {
        guards: "of close_task, guards change",
        before: "conrad | create task CT-1, kind nothing_pending",
        asks: "conrad | edit task CT-1, inactive",
        then: &[
            ("conrad | edit task CT-1, due 2", EDITED),
            ("conrad | edit task CT-1, due 2; conrad | edit task CT-1, due 0", EDITED),
        ],
    },
    Pinned {
        guards: "of dimension, guards change",
        before: "",
        asks: "conrad | edit dimension department, listed",
        then: &[("conrad | edit dimension department, name Team", EDITED)],
    },
    Pinned {
        guards: "of dimension_value, guards change",
        before: "conrad | create value department:D-1",
        asks: "conrad | edit value department:D-1, inactive",
        then: &[("conrad | edit value department:D-1, name Sales", EDITED)],
    },
    Pinned {
        guards: "of budget, guards activate",
        before: "alma | create year FY0, from 2023-12-01, to 2023-12-31
            conrad | create budget BG-1, of FY0, line 6000 2023-12 5.00",
        asks: "conrad | activate budget BG-1",
        then: &[
            ("conrad | edit budget BG-1, line 6000 2023-12 6.00", EDITED),
            ("conrad | edit budget BG-1, name A; conrad | edit budget BG-1, name BG-1", EDITED),
        ],
    },
    Pinned {
        guards: "of payment_terms, guards change",
        before: "conrad | create terms NET, net 30",
        asks: "conrad | edit terms NET, inactive",
        then: &[
            ("conrad | edit terms NET, named Other", EDITED),
            ("conrad | edit terms NET, named Other; conrad | edit terms NET, named Usual", EDITED),
        ],
    },
    Pinned {
        guards: "of write_off_rules, guards change",
        before: "conrad | create write-off W-1, currency USD, tolerance 1, account 6000",
        asks: "conrad | edit write-off W-1, inactive",
        then: &[
            ("conrad | edit write-off W-1, named Other", EDITED),
            ("conrad | edit write-off W-1, named Other; conrad | edit write-off W-1, named Cents", EDITED),
        ],
    },
    Pinned {
        guards: "of tax_code, guards change",
        before: "conrad | create tax-code V19, rate 2024-01-01 0.19",
        asks: "conrad | edit tax-code V19, inactive",
        then: &[
            ("conrad | edit tax-code V19, named Other", EDITED),
            ("conrad | edit tax-code V19, named Other; conrad | edit tax-code V19, named Full", EDITED),
        ],
    },
    Pinned {
        guards: "of period_exception, guards change",
        before: "conrad | close 2024-01
            system | work
            conrad | create exception PE-1",
        asks: "conrad | edit exception PE-1, because other",
        then: &[("conrad | edit exception PE-1, until 2024-01-18", EDITED)],
    },
    Pinned {
        guards: "of period_exception, guards revoke",
        before: "conrad | close 2024-01
            system | work
            conrad | create exception PE-1",
        asks: "conrad | delete exception PE-1",
        then: &[("conrad | edit exception PE-1, until 2024-01-18", EDITED)],
    },
    Pinned {
        guards: "of bank_details, guards change",
        before: "",
        asks: "conrad | bank vendor V-1, iban DE89370400440532013000",
        then: &[
            ("abel | edit vendor V-1, name Verdigris", EDITED),
            ("conrad | bank vendor V-1, iban GB82WEST12345698765432; conrad | bank vendor V-1", EDITED),
        ],
    },
    Pinned {
        guards: "of role, guards change",
        before: "alma | create role auditor, permits audit.read",
        asks: "alma | edit role auditor, permits audit.read bill.read",
        then: &[
            ("alma | edit role auditor, permits bill.write", EDITED),
            ("alma | delete role auditor; alma | create role auditor, permits audit.read", ANEW),
            ("alma | edit role auditor, permits bill.write; alma | edit role auditor, permits audit.read", EDITED),
        ],
    },
    Pinned {
        guards: "of user, guards change",
        before: "alma | create user ute, name Ute",
        asks: "alma | edit user ute, as manager",
        then: &[
            ("alma | edit user ute, name Uta", EDITED),
            ("alma | edit user ute, name Uta; alma | edit user ute, name Ute", EDITED),
        ],
    },
    Pinned {
        guards: "of delegation, guards change",
        before: "alma | create delegation D, by ben, to dora, from 2024-01-01, until 2024-01-31, why holidays",
        asks: "alma | edit delegation D, until 2024-02-01",
        then: &[
            ("alma | edit delegation D, until 2024-02-10", EDITED),
            ("alma | edit delegation D, until 2024-02-10; alma | edit delegation D, until 2024-01-31", EDITED),
        ],
    },
    Pinned {
        guards: "of delegation, guards revoke",
        before: "alma | create delegation D, by ben, to dora, from 2024-01-01, until 2024-01-31, why holidays",
        asks: "alma | delete delegation D",
        then: &[
            ("alma | edit delegation D, until 2024-02-10", EDITED),
            ("alma | edit delegation D, until 2024-02-10; alma | edit delegation D, until 2024-01-31", EDITED),
        ],
    },
    Pinned {
        guards: "of approval_rule, guards change",
        before: "",
        asks: "conrad | edit rule JE-small, level 2",
        then: &[
            ("conrad | edit rule JE-small, role cfo", EDITED),
            ("conrad | edit rule JE-small, role cfo; conrad | edit rule JE-small, role manager", EDITED),
        ],
    },
    Pinned {
        guards: "of approval_rule, guards change",
        before: "conrad | create draft D-1, rule small, of bill, level 1, role manager",
        asks: "conrad | enforce draft D-1",
        then: &[
            ("conrad | edit draft D-1, says else", EDITED),
            ("conrad | delete draft D-1; conrad | create draft D-1, rule small, of bill, level 1, role manager", ANEW),
            ("conrad | edit draft D-1, says else; conrad | edit draft D-1, says then", EDITED),
        ],
    },
];
