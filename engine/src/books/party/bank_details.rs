//! Where a party takes money, and who said so. See docs/rules/access.md#bank-details.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::approval::access::UserId;
use crate::values::bank_number::masked;
use crate::values::clock::Timestamp;
use crate::values::error::Faults;

/// An account at a bank: by its IBAN, or by the numbers of account and bank.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BankDetails {
    pub account_holder: Option<String>,
    /// Without blanks.
    pub iban: Option<String>,
    pub account_number: Option<String>,
    pub routing_code: Option<String>,
    pub bic: Option<String>,
}

/// The last change of the bank details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastChange {
    pub at: Timestamp,
    /// Who changed them then, and before since a payment was made to what stood there.
    pub by: BTreeSet<UserId>,
}

/// The bank details of a party, with their last change.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bank {
    /// Empty where there are none.
    pub details: BankDetails,
    /// `None` where there never were any.
    pub last_change: Option<LastChange>,
}

impl BankDetails {
    /// What is wrong with them as a whole: with none of the fields there are none, and that is fine. What was wrong with a field by itself
    /// says enough.
    pub fn check(&self, faults: &mut Faults) {
        if *self == Self::default() {
            return;
        }
        let mut add = |pointer: &str, detail: &str| {
            if !faults.has(pointer) {
                faults.add(pointer, detail);
            }
        };
        if self.account_holder.is_none() {
            add("/account_holder", "is required");
        }
        match (&self.iban, &self.account_number, &self.routing_code) {
            (Some(_), None, None) | (None, Some(_), Some(_)) => {}
            (None, None, None) => add("/iban", "is required, or account_number and routing_code"),
            (Some(_), Some(_), _) => add("/account_number", "is not given beside iban"),
            (Some(_), None, Some(_)) => add("/routing_code", "is not given beside iban"),
            (None, Some(_), None) => add("/routing_code", "is required with account_number"),
            (None, None, Some(_)) => add("/account_number", "is required with routing_code"),
        }
    }

    /// For the trail, which many may read: no more of the numbers than tells one from another.
    pub fn masked(&self) -> Value {
        json!({
            "iban": self.iban.as_deref().map(masked),
            "account_number": self.account_number.as_deref().map(masked),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iban_or_both_numbers_and_whose_they_are() {
        for (fields, wrong) in [
            ("", ""),
            ("holder iban", ""),
            ("holder iban bic", ""),
            ("holder number code", ""),
            ("iban", "/account_holder"),
            ("holder", "/iban"),
            ("bic", "/account_holder /iban"),
            ("holder iban number code", "/account_number"),
            ("holder iban code", "/routing_code"),
            ("holder number", "/routing_code"),
            ("code", "/account_holder /account_number"),
        ] {
            let has = |word: &str| fields.split(' ').any(|field| field == word).then(|| word.to_owned());
            let details = BankDetails {
                account_holder: has("holder"),
                iban: has("iban"),
                account_number: has("number"),
                routing_code: has("code"),
                bic: has("bic"),
            };
            let mut faults = Faults::default();
            details.check(&mut faults);
            let told: Vec<&str> = faults.0.iter().map(|fault| fault.pointer.as_str()).collect();
            assert_eq!(told.join(" "), wrong, "{fields}");
        }
    }
}
