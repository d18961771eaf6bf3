//! Tax codes, and the lines that bear them. See docs/rules/tax.md.
//!
//! `create tax-code V19, rate 2024-01-01 0.19, rate 2024-02-01 0.16, for purchases, recovers 0.5, reverse 1400` keeps one; a line bears it
//! by `tax-code V19`.

use std::sync::Arc;

use engine::books::ledger::PostingKind;
use engine::features::tax_codes::commands::{SaveTaxCode, TaxCodeFields};
use engine::kernel::records::one_row::Saved;
use engine::values::tax_code::{TaxCode, TaxUse};

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::{Said, date, decimal, key};

/// `tax code V19 both 0.19 from 2024-01-01 on 2200`.
pub(crate) fn changed(code: &TaxCode) -> String {
    let rates: Vec<String> = code.rates.0.iter().map(|(from, rate)| format!("{rate} from {from}")).collect();
    let reverse = code.reverse_charge_account_id.as_ref().map(|id| format!(", reverse {id}")).unwrap_or_default();
    let recovers =
        if code.recoverable == decimal("1") { String::new() } else { format!(", recovers {}", code.recoverable) };
    let active = if code.is_active { "" } else { ", inactive" };
    let (id, used_for, account) = (&code.tax_code_id, code.used_for.name(), &code.account_id);
    format!("tax code {id} {used_for} {} on {account}{reverse}{recovers}{active}", rates.join(", "))
}

/// Keeps it as the table would.
pub(crate) fn kept(books: &mut Books, Saved(code): &Saved<TaxCode>) {
    let codes = &mut Arc::make_mut(&mut books.catalog).tax_codes;
    let before = codes.insert(code.tax_code_id.clone(), code.clone());
    assert_eq!(code.version, before.map_or(1, |before| before.version + 1), "the version of a tax code");
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    assert!(["create", "edit"].contains(&verb), "nobody can {verb} a tax code");
    let create = verb == "create";
    let rates: Vec<_> = said.each(&["rate"]).iter().map(|part| (date(&part[1]), decimal(&part[2]))).collect();
    let fields = TaxCodeFields {
        tax_code_name: said.text("named", Some("Full").filter(|_| create)),
        used_for: said.text("for", None).map(|name| TaxUse::parse(&name).expect("a use")),
        rates: Some(rates).filter(|rates| create || !rates.is_empty()),
        account_id: said.text("account", Some("2200").filter(|_| create)),
        recoverable: said.number("recovers"),
        reverse_charge_account_id: said.text("reverse", None).map(Some),
        is_active: said.has("inactive").then_some(false),
    };
    Box::new(SaveTaxCode { tax_code_id: id.to_owned(), fields, create, faults: said.faults() })
}

/// Books with an account of input tax.
fn books() -> Books {
    Books::demo().given("alma | create account 1400, asset, of tax")
}

#[test]
fn save() {
    cases(
        &books(),
        "
        conrad | create tax-code V19, rate 2024-01-01 0.19 | tax code V19 both 0.19 from 2024-01-01 on 2200; trail
               |                                           | Created V19
        conrad | create tax-code V19 | refused invalid: /rates must be 1 to 100 rates
        conrad | create tax-code V19, rate 2024-01-01 0.19, rate 2024-01-01 0.16 | refused invalid: /rates/1/valid_from
               |                                                                 | 2024-01-01 occurs twice
        conrad | create tax-code V19, rate 2024-01-01 0.19, account 6000 | refused invalid: /account_id must be an
               |                                                         | account of subtype tax
        conrad | create tax-code V19, rate 2024-01-01 0.19, account 9999 | refused invalid: /account_id there is no
               |                                                         | account '9999'
        conrad | create tax-code RC, rate 2024-01-01 0.19, reverse 1400 | refused invalid: /used_for must be purchases: a
               |                                                        | reverse charge is the buyer's
        conrad | create tax-code RC, rate 2024-01-01 0.19, reverse 6000, for purchases | refused invalid:
               |                                         | /reverse_charge_account_id must be an account of subtype tax
        conrad | create tax-code S, rate 2024-01-01 0.19, recovers 0.5, for sales | refused invalid: /recoverable must be a
               |                                                        | fraction between 0 and 1, and 1 for sales
        carl   | create tax-code V19, rate 2024-01-01 0.19 | refused forbidden: needs the permission tax_code.write
        ",
    );
    story(
        &books(),
        "
        conrad | create tax-code V19, rate 2024-01-01 0.19, rate 2024-02-01 0.16 | tax code V19 both 0.19 from 2024-01-01,
               |                                            | 0.16 from 2024-02-01 on 2200; trail Created V19
        conrad | create tax-code V19, rate 2024-01-01 0.19 | refused already_exists /tax_code_id: tax code 'V19' exists
               |                                            | already
        conrad | edit tax-code V19 | nothing
        conrad | edit tax-code V9, inactive | refused not_found: there is no tax code 'V9'
        conrad | edit tax-code V19, inactive | tax code V19 both 0.19 from 2024-01-01, 0.16 from 2024-02-01 on 2200,
               |                             | inactive; trail Updated V19
        alma   | delete account 2200 | refused in_use: tax code 'V19' names the account
        ",
    );
}

#[test]
fn a_line_takes_the_rate_of_the_documents_day() {
    cases(
        &books().given(
            "
            conrad | create tax-code V19, rate 2024-01-10 0.19, rate 2024-02-01 0.16
            conrad | create tax-code S, rate 2024-01-01 0.19, for sales
            conrad | create tax-code OLD, rate 2024-01-01 0.19, inactive
            ",
        ),
        "
        carl | create BILL-1, line 6000 100.00 tax-code V19 | BILL-1 new, Draft, 119.00 USD on 2024-01-15 in 2024-01; trail
             |                                              | Created BILL-1
        carl | create BILL-1, on 2024-02-01, line 6000 100.00 tax-code V19 | BILL-1 new, Draft, 116.00 USD on 2024-02-01 in
             |                                              | 2024-02; trail Created BILL-1
        carl | create BILL-1, on 2024-01-09, line 6000 100.00 tax-code V19 | refused invalid: /lines/0/tax_code_id tax code
             |                                              | 'V19' has no rate on 2024-01-09
        carl | create BILL-1, line 6000 100.00 tax-code V19 tax 0.07 tax-account 1400 tax-amount 7.00 | refused invalid:
             |                                              | /lines/0/tax_rate is 0.19 by tax code 'V19',
             |                                              | /lines/0/tax_account_id is '2200' by tax code 'V19'
        carl | create BILL-1, line 6000 100.00 tax-code V19 tax-amount 20.00 | refused invalid: /lines/0/tax_amount differs
             |                                              | by more than one minor unit from amount × tax_rate, which is
             |                                              | 19.00
        carl | create BILL-1, line 6000 100.00 tax-code V19 tax 0.19 tax-account 2200 tax-amount 19.01 | BILL-1 new, Draft,
             |                                              | 119.01 USD on 2024-01-15 in 2024-01; trail Created BILL-1
        carl | create BILL-1, line 6000 100.00 tax-code S | refused invalid: /lines/0/tax_code_id tax code 'S' is for sales
        carl | create BILL-1, line 6000 100.00 tax-code OLD | refused invalid: /lines/0/tax_code_id tax code 'OLD' is inactive
        carl | create BILL-1, line 6000 100.00 tax-code NO | refused invalid: /lines/0/tax_code_id there is no tax code 'NO'
        carl | create BILL-1, line 1000 100.00 tax-code V19 | refused invalid: /lines/0/tax_code_id is not for a line that
             |                                              | moves money
        ",
    );
}

/// The parts of a posting, as reports of taxes sum them up.
fn parts(books: &Books, id: &str) -> Vec<String> {
    let found = books.postings.iter().filter(|posting| posting.source == key(id));
    let lines = found.flat_map(|posting| posting.lines.iter().map(move |line| (posting, line)));
    let coded = lines.filter_map(|(posting, line)| Some((posting, line, line.tax_part?)));
    coded
        .map(|(posting, line, part)| {
            let sign = if posting.kind == PostingKind::Void { "void " } else { "" };
            let amount = posting.currency.to_decimal(line.amount);
            format!("{sign}#{} {} {} {amount}", line.line_number, part.name(), line.account_id)
        })
        .collect()
}

#[test]
fn what_a_line_with_a_code_posts() {
    let books = books().given(
        "
        conrad | create tax-code V19, rate 2024-01-01 0.19
        conrad | create tax-code H, rate 2024-01-01 0.19, for purchases, account 1400, recovers 0.5
        conrad | create tax-code RC, rate 2024-01-01 0.19, for purchases, reverse 1400, recovers 0.5
        conrad | create tax-code Z, rate 2024-01-01 0
        carl   | create BILL-1, line 6000 100.00 tax-code H, line 6000 10.00 tax 0.1 tax-account 2200, line 6000 50.01 tax-code RC, line 6000 1.00 tax-code Z
        carl   | submit BILL-1
        mona   | approve BILL-1
        carl   | create INV-1, line 4000 100.00 tax-code V19
        carl   | submit INV-1
        mona   | approve INV-1
        system | work
        conrad | void INV-1
        ",
    );
    assert_eq!(books.document("BILL-1").content.total.0, 18_101);
    assert_eq!(
        parts(&books, "BILL-1"),
        [
            "#1 base 6000 100.00",
            "#3 base 6000 50.01",
            "#4 base 6000 1.00",
            "#1 tax 1400 9.50",
            "#1 not_recoverable 6000 9.50",
            "#3 reverse_output 2200 -9.50",
            "#3 reverse_input 1400 4.75",
            "#3 not_recoverable 6000 4.75",
        ]
    );
    assert_eq!(
        parts(&books, "INV-1"),
        ["#1 base 4000 -100.00", "#1 tax 2200 -19.00", "void #1 base 4000 100.00", "void #1 tax 2200 19.00"]
    );
}

/// A later change of the code changes nothing of what was signed; a draft is written anew.
#[test]
fn a_code_that_changes() {
    story(
        &books().given(
            "
            conrad | create tax-code V19, rate 2024-01-01 0.19
            carl   | create BILL-1, line 6000 100.00 tax-code V19
            carl   | submit BILL-1
            carl   | create BILL-2, line 6000 100.00 tax-code V19
            conrad | edit tax-code V19, rate 2024-01-01 0.16
            ",
        ),
        "
        mona   | approve BILL-1
        system | work | BILL-1 Approved → Posted; posts 2024-01-15 in 2024-01: 2000 -119.00, 6000 100.00, 2200 19.00; job done;
               |      | trail Post to GL BILL-1
        carl   | submit BILL-2 | refused invalid: /lines/0/tax_code_id tax code 'V19' says another tax now: write the draft
               |               | anew
        carl   | edit BILL-2, line 6000 100.00 tax-code V19
        carl   | submit BILL-2
        ",
    );
}

/// What was signed has the code, what of its tax is not deducted, and both sides of a reverse charge.
#[test]
fn what_is_signed_has_the_code() {
    let given = "
        conrad | create tax-code RC, rate 2024-01-01 0.19, for purchases, reverse 1400, recovers 0.5
        carl   | create BILL-1, line 6000 100.00 tax-code RC
        carl   | submit BILL-1
        mona   | approve BILL-1
        ";
    let changes: [fn(&mut engine::books::document::LineTax); 5] = [
        |coded| coded.tax_code_id.push('x'),
        |coded| coded.not_recoverable.0 += 1,
        |coded| coded.reverse_charge = None,
        |coded| coded.reverse_charge.as_mut().expect("one").tax.0 += 1,
        |coded| coded.reverse_charge.as_mut().expect("one").account_id.push('x'),
    ];
    for change in changes {
        let books = books().given(given).tamper("BILL-1", |document| {
            let engine::books::document::Particulars::Items(items) = &mut document.content.particulars else {
                panic!("no items")
            };
            change(items.lines[0].coded.as_mut().expect("a code"));
        });
        story(&books, "system | work | refused not_as_signed: 'BILL-1' is not what was signed: its digest differs");
    }
}
