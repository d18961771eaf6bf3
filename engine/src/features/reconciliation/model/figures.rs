//! The figures of a worksheet.

use sha2::{Digest as _, Sha256};

use crate::values::canonical::Form;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

/// The figures, in the session's currency; withdrawals are negative.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub statement_ending_balance: Minor,
    pub gl_ending_balance: Minor,
    pub cleared_deposits: Minor,
    pub cleared_withdrawals: Minor,
    pub cleared_balance: Minor,
    pub uncleared_deposits: Minor,
    pub uncleared_withdrawals: Minor,
    pub uncleared_balance: Minor,
    pub bank_adjustments: Minor,
    pub book_adjustments: Minor,
    pub difference: Minor,
}

/// The figures of the worksheet that a completion needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    pub summary: Summary,
    /// When the latest of what is counted was posted or cleared.
    pub posted_until: Option<Timestamp>,
}

impl Figures {
    /// The digest of what a completion stands for. The instant has it differ also where the sums of what changed are the same.
    pub fn digest(&self) -> String {
        let Self { summary, posted_until } = self;
        let Summary {
            statement_ending_balance,
            gl_ending_balance,
            cleared_deposits,
            cleared_withdrawals,
            cleared_balance,
            uncleared_deposits,
            uncleared_withdrawals,
            uncleared_balance,
            bank_adjustments,
            book_adjustments,
            difference,
        } = summary;
        let mut form = Form::new("gl-figures-1");
        for amount in [
            statement_ending_balance,
            gl_ending_balance,
            cleared_deposits,
            cleared_withdrawals,
            cleared_balance,
            uncleared_deposits,
            uncleared_withdrawals,
            uncleared_balance,
            bank_adjustments,
            book_adjustments,
            difference,
        ] {
            form.number(amount.0);
        }
        form.optional(posted_until.map(Timestamp::micros), Form::number);
        crate::values::id::hex(&Sha256::digest(form.finish()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_figure_counts() {
        let none = Figures { summary: Summary::default(), posted_until: None };
        let taken = none.digest();
        assert_eq!(taken, none.digest());
        let one = Minor(1);
        let zero = Summary::default();
        for summary in [
            Summary { statement_ending_balance: one, ..zero },
            Summary { gl_ending_balance: one, ..zero },
            Summary { cleared_deposits: one, ..zero },
            Summary { cleared_withdrawals: one, ..zero },
            Summary { cleared_balance: one, ..zero },
            Summary { uncleared_deposits: one, ..zero },
            Summary { uncleared_withdrawals: one, ..zero },
            Summary { uncleared_balance: one, ..zero },
            Summary { bank_adjustments: one, ..zero },
            Summary { book_adjustments: one, ..zero },
            Summary { difference: one, ..zero },
        ] {
            assert_ne!(taken, Figures { summary, posted_until: None }.digest(), "{summary:?}");
        }
        assert_ne!(taken, Figures { posted_until: Some(Timestamp::from_micros(1)), ..none }.digest());
    }
}
