//! The figures of completed reconciliations, and the items of adjustments.

use super::*;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

pub const SUMMARY: &str = r#"{"statement_ending_balance":-2023369,"gl_ending_balance":-2023369,"cleared_deposits":91469,"cleared_withdrawals":-2114838,"cleared_balance":-2023369,"uncleared_deposits":0,"uncleared_withdrawals":0,"uncleared_balance":0,"bank_adjustments":0,"book_adjustments":0,"difference":0}"#;

#[test]
fn the_figures() {
    of_1268427(
        SUMMARY,
        &Summary {
            statement_ending_balance: Minor(-2_023_369),
            gl_ending_balance: Minor(-2_023_369),
            cleared_deposits: Minor(91_469),
            cleared_withdrawals: Minor(-2_114_838),
            cleared_balance: Minor(-2_023_369),
            ..Summary::default()
        },
    );
    // A different number in each field.
    golden(
        r#"{"statement_ending_balance":1,"gl_ending_balance":2,"cleared_deposits":3,"cleared_withdrawals":4,"cleared_balance":5,"uncleared_deposits":6,"uncleared_withdrawals":7,"uncleared_balance":8,"bank_adjustments":9,"book_adjustments":10,"difference":11}"#,
        &Summary {
            statement_ending_balance: Minor(1),
            gl_ending_balance: Minor(2),
            cleared_deposits: Minor(3),
            cleared_withdrawals: Minor(4),
            cleared_balance: Minor(5),
            uncleared_deposits: Minor(6),
            uncleared_withdrawals: Minor(7),
            uncleared_balance: Minor(8),
            bank_adjustments: Minor(9),
            book_adjustments: Minor(10),
            difference: Minor(11),
        },
    );
}

#[test]
fn the_items_of_an_adjustment() {
    let item = |amount, reason: &str| Item {
        amount: Minor(amount),
        reason: reason.into(),
        written_by: "bo".into(),
        written_at: Timestamp::from_micros(1_795_301_029_550_179),
    };
    golden(
        r#"[{"amount":-2500,"reason":"Bank fee","written_by":"bo","written_at":1795301029550179},{"amount":120,"reason":"Zinsen – Q1","written_by":"bo","written_at":1795301029550179}]"#,
        &vec![item(-2_500, "Bank fee"), item(120, "Zinsen – Q1")],
    );
    golden("[]", &Vec::<Item>::new());
}
