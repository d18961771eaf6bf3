//! Accounts. See docs/rules/master-data.md#an-account-in-use.

use crate::books::Books;
use crate::table::cases;

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        abel | create account 1001, name Till, asset, of cash       | account 1001 asset cash any currency; trail Created 1001
        abel | create account 1001, name Euros, asset, of bank, in EUR, inactive | account 1001 asset bank EUR, inactive; trail Created 1001
        carl | create account 1001, asset                           | refused forbidden: needs the permission account.write
        abel | create account 1000, asset                           | refused already_exists: account '1000' exists already
        abel | create account 1001                                  | refused invalid: /account_type is required
        abel | create account 1001, income, of bank                 | refused invalid: /subtype bank is for accounts of type
             |                                                      | asset, not income
        abel | create account 1001, asset, of bank, wrong /currency | refused invalid: /currency is wrong
        abel | edit account 9999, name Till                         | refused not_found: there is no account '9999'
        abel | edit account 4000, name Sales                        | account 4000 income plain any currency; trail Updated 4000
        abel | edit account 4000, name Sales, if version 2          | refused stale_version: If-Match names another version than
             |                                                      | the present one, 1
        abel | edit account 4000, of bank                           | refused invalid: /subtype bank is for accounts of type
             |                                                      | asset, not income
        abel | edit account 1000, income                            | refused invalid: /account_type bank is for accounts of
             |                                                      | type asset, not income
        abel | edit account 2200, asset                             | account 2200 asset tax any currency; trail Updated 2200
        ",
    );
}

#[test]
fn subtypes_fit_their_types() {
    for (subtype, fitting) in [
        ("bank", "asset"),
        ("cash", "asset"),
        ("card", "asset liability"),
        ("ar", "asset"),
        ("ap", "liability"),
        ("tax", "asset liability"),
        ("rounding", "income expense"),
        ("exchange_gain_loss", "income expense"),
        ("retained_earnings", "equity"),
    ] {
        for account_type in ["asset", "liability", "equity", "income", "expense"] {
            let led_to = Books::empty().try_command("abel", &format!("create account 1, {account_type}, of {subtype}"));
            let fits = fitting.split(' ').any(|word| word == account_type);
            assert_eq!(!led_to.starts_with("refused invalid: /subtype"), fits, "{account_type} {subtype}: {led_to}");
        }
    }
}

/// What older books hold otherwise stays until it is touched.
#[test]
fn a_type_and_a_subtype_are_changed_together() {
    cases(
        &Books::empty(),
        "
        abel | create account 1, asset, of bank
        abel | edit account 1, liability          | refused invalid: /account_type bank is for accounts of type asset, not
             |                                    | liability
        abel | edit account 1, liability, of card | account 1 liability card any currency; trail Updated 1
        abel | edit account 1, of tax             | account 1 asset tax any currency; trail Updated 1
        abel | edit account 1, of ap              | refused invalid: /subtype ap is for accounts of type liability, not asset
        abel | edit account 1, income, of nothing | account 1 income plain any currency; trail Updated 1
        ",
    );
}

#[test]
fn payments_go_through_accounts_that_hold_money() {
    let books = Books::demo().given(
        "
        abel   | create account 1001, asset, of cash
        abel   | create account 1002, liability, of card
        abel   | create account 1003, asset, of bank
        abel   | create account 1500, asset
        abel   | create account 3000, equity
        carl   | create BILL-1, line 6000 100.00
        carl   | create INV-1, line 4000 100.00
        carl   | submit BILL-1
        carl   | submit INV-1
        mona   | approve BILL-1
        mona   | approve INV-1
        system | work
        ",
    );
    for (through, holds_money) in [
        ("1000", true),
        ("1001", true),
        ("1002", true),
        ("1003", true),
        ("1500", false),
        ("1100", false),
        ("2200", false),
        ("6000", false),
        ("3000", false),
    ] {
        for (who, words) in [
            ("carl", format!("create BPAY-1, pays BILL-1 1.00, cash {through}")),
            ("carl", format!("create IPAY-1, pays INV-1 1.00, cash {through}")),
            ("conrad", format!("receive INV-1, as IPAY-1, amount 1.00, into {through}")),
        ] {
            let led_to = books.clone().try_command(who, &words);
            assert_eq!(
                !led_to.contains("must be an account of subtype bank, cash or card"),
                holds_money,
                "{words}: {led_to}"
            );
        }
    }
    // A draft whose account is told otherwise, and a plain account with postings that is told what it holds.
    cases(
        &books,
        "
        carl   | create BPAY-1, pays BILL-1 1.00, cash 1001
        abel   | edit account 1001, of nothing
        carl   | submit BPAY-1                        | refused invalid: /account_id must be an account of subtype bank, cash or
               |                                      | card

        carl   | create JE-1, debit 1500 5.00, credit 1000 5.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        abel   | edit account 1500, liability, of tax | refused in_use: an account with postings, submitted documents or
               |                                      | reconciliations keeps its type, subtype and currency
        abel   | edit account 1500, of cash           | account 1500 asset cash any currency; trail Updated 1500
        abel   | edit account 1500, of cash
        abel   | edit account 1500, of nothing        | refused in_use: an account with postings, submitted documents or
               |                                      | reconciliations keeps its type, subtype and currency
        ",
    );
}

/// A draft does not bar the change; what it would post does not follow it. See docs/rules/documents.md#names-must-exist.
#[test]
fn what_became_of_an_account_since_the_draft_is_asked_at_submit() {
    for (change, outcome) in [
        (
            "edit account 6000, in EUR",
            "refused invalid: /lines/0/account_id account '6000' is kept in another currency than USD",
        ),
        (
            "edit account 6000, liability, of ap",
            "refused invalid: /lines/0/account_id is a control account (subtype ap); no line may name one",
        ),
        ("edit account 2000, of nothing", "refused invalid: /ap_account_id must be an account of subtype ap"),
        (
            "edit account 6000, name Paper",
            "BILL-1 Draft → Pending Approval (1: anyone); trail Submit for Approval BILL-1",
        ),
        ("delete account 6000", "refused invalid: /lines/0/account_id there is no account '6000'"),
    ] {
        cases(
            &Books::demo(),
            &format!(
                "
                carl   | create BILL-1, line 6000 5.00 tax 0.1
                abel   | {change}
                carl   | submit BILL-1 | {outcome}
                "
            ),
        );
    }
}

#[test]
fn an_account_in_use_keeps_what_it_means() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00 tax 0.1
        abel   | edit account 6000, inactive   | account 6000 expense plain any currency, inactive; trail Updated 6000
        abel   | edit account 6000, liability  | account 6000 liability plain any currency; trail Updated 6000
        abel   | delete account 6000           | account 6000 gone; trail Deleted 6000
        carl   | submit BILL-1
        abel   | edit account 6000, inactive   | refused in_use: submitted documents that are not posted yet use the account
        abel   | edit account 2000, inactive   | refused in_use: submitted documents that are not posted yet use the account
        abel   | edit account 2200, inactive   | refused in_use: submitted documents that are not posted yet use the account
        abel   | edit account 6000, liability  | refused in_use: an account with postings, submitted documents or
               |                               | reconciliations keeps its type, subtype and currency
        abel   | edit account 6000, name Paper | account 6000 expense plain any currency; trail Updated 6000
        abel   | delete account 6000           | refused in_use: the account is used: deactivate it instead
        mona   | approve BILL-1
        abel   | edit account 7990, inactive   | refused in_use: approved documents that are not posted yet may need the account
        abel   | delete account 7900           | refused in_use: approved documents that are not posted yet may need the account
        system | work
        abel   | edit account 6000, inactive   | account 6000 expense plain any currency, inactive; trail Updated 6000
        abel   | edit account 6000, liability  | refused in_use: an account with postings, submitted documents or
               |                               | reconciliations keeps its type, subtype and currency
        abel   | edit account 6000, in EUR     | refused in_use: an account with postings, submitted documents or
               |                               | reconciliations keeps its type, subtype and currency
        abel   | delete account 6000           | refused in_use: the account is used: deactivate it instead
        abel   | delete account 7900           | account 7900 gone; trail Deleted 7900
        abel   | delete account 4000           | account 4000 gone; trail Deleted 4000
        carl   | delete account 4000           | refused forbidden: needs the permission account.write
        abel   | delete account 9999           | refused not_found: there is no account '9999'

        alma   | create account 1001, asset
        carl   | create JE-1, debit 1001 5.00, credit 4000 5.00
        carl   | submit JE-1
        mona   | approve JE-1
        system | work
        abel   | edit account 1001, of bank    | account 1001 asset bank any currency; trail Updated 1001
        abel   | edit account 1001, of ar      | refused in_use: an account with postings, submitted documents or
               |                               | reconciliations keeps its type, subtype and currency

        conrad | create REC-1, ends 0
        abel   | edit account 1000, of nothing | refused in_use: an account with postings, submitted documents or
               |                               | reconciliations keeps its type, subtype and currency
        abel   | delete account 1000           | refused in_use: the account is used: deactivate it instead
        ",
    );
}
