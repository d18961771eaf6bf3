//! Payroll asks for permissions of its own beside those of journal entries. See docs/rules/access.md#payroll.

use crate::books::Books;
use crate::table::cases;

#[test]
fn payroll_is_written_and_signed_by_those_who_may() {
    cases(
        &Books::demo(),
        "
        carl                       | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll | refused forbidden: needs the permission
                                   |                                                              | payroll.write
        carl(clerk payroll.read)   | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll | refused forbidden: needs the permission
                                   |                                                              | payroll.write
        petra(payroll.write)       | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll | refused forbidden: needs the permission
                                   |                                                              | journal_entry.write
        petra(payroll.write clerk) | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll | JE-1 new, Draft, 5.00 USD on 2024-01-15
                                   |                                                              | in 2024-01; trail Created JE-1
        abel                       | create JE-1, debit 6000 5.00, credit 1000 5.00, type Payroll
        carl                       | edit JE-1, debit 6000 5.00, credit 1000 5.00                 | refused forbidden: needs the permission
                                   |                                                              | payroll.write
        carl                       | submit JE-1                                                  | refused forbidden: needs the permission
                                   |                                                              | payroll.write
        carl                       | delete JE-1                                                  | refused forbidden: needs the permission
                                   |                                                              | payroll.write
        abel                       | submit JE-1
        nora(manager)              | approve JE-1                                                 | JE-1 Pending Approval → Approved (level
                                   |                                                              | 1 of 1); nora signs 1; job post JE-1;
                                   |                                                              | trail Approve JE-1
        nora(manager)              | hold JE-1                                                    | JE-1 Pending Approval → On Hold; trail
                                   |                                                              | Hold JE-1
        pia(journal_entry.approve) | reject JE-1, because of a slip                               | refused forbidden: needs the permission
                                   |                                                              | payroll.approve
        abel                       | request-change JE-1, because of a slip                       | JE-1 Pending Approval → Draft; trail
                                   |                                                              | Request Change JE-1
        ",
    );
}
