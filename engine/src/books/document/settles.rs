//! What a payment settles. See docs/rules/payments.md#several-documents.

use crate::books::document::deduction::{Deduction, discount_of_part};
use crate::books::document::terms::Taken;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Minor, MoneyError};

/// The most documents that one payment settles.
pub const MOST_PARTS: usize = 100;

/// One document by the whole payment, or several of one type, each by a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Settles {
    One(DocumentKey),
    Several(Several),
}

/// Several documents of one type, of one party, in one control account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Several {
    pub kind: DocumentKind,
    /// No document twice; their amounts are the payment and what it writes off, their discounts come besides.
    pub parts: Vec<Part>,
}

/// What of a payment goes to one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub id: String,
    /// More than 0, in the payment's currency: without the discount.
    pub amount: Minor,
    /// Settled with it.
    pub discount: Option<Taken>,
    /// How much of the document's balance on the control account it takes, in base currency; nothing before the final approval, which
    /// promises it. It is not what the author wrote, and no signature covers it.
    pub share: Minor,
}

impl From<DocumentKey> for Settles {
    fn from(key: DocumentKey) -> Self {
        Self::One(key)
    }
}

impl Settles {
    /// The type of what it settles.
    pub const fn kind(&self) -> DocumentKind {
        match self {
            Self::One(key) => key.kind,
            Self::Several(several) => several.kind,
        }
    }

    /// The one document.
    pub const fn one(&self) -> Option<&DocumentKey> {
        match self {
            Self::One(key) => Some(key),
            Self::Several(_) => None,
        }
    }

    pub const fn several(&self) -> Option<&Several> {
        match self {
            Self::One(_) => None,
            Self::Several(several) => Some(several),
        }
    }

    /// All that it settles.
    pub fn keys(&self) -> Vec<DocumentKey> {
        match self {
            Self::One(key) => vec![key.clone()],
            Self::Several(several) => several.keys().collect(),
        }
    }

    /// The same for a payment of which nothing is promised.
    #[must_use]
    pub fn without_shares(mut self) -> Self {
        if let Self::Several(several) = &mut self {
            several.parts.iter_mut().for_each(|part| part.share = Minor::ZERO);
        }
        self
    }
}

impl Part {
    /// What the document is settled by. Both fit into an amount together: it was checked when they were written.
    pub fn settled(&self) -> Minor {
        let discount = self.discount.as_ref().map_or(0, |taken| taken.amount.0);
        Minor(self.amount.0.saturating_add(discount))
    }
}

impl Several {
    /// Those that it takes, in the order of its parts.
    pub fn discounts(&self) -> impl Iterator<Item = Deduction<'_>> {
        let taken = self.parts.iter().enumerate().filter_map(|(at, part)| Some((at, part.discount.as_ref()?)));
        taken.map(|(at, taken)| Deduction::discount(discount_of_part(at), taken))
    }

    pub fn keys(&self) -> impl Iterator<Item = DocumentKey> {
        self.parts.iter().map(|part| DocumentKey::new(self.kind, part.id.as_str()))
    }

    /// Each with what goes to it.
    pub fn each(&self) -> impl Iterator<Item = (DocumentKey, &Part)> {
        self.keys().zip(&self.parts)
    }

    /// What all parts take of the control account.
    pub fn shares(&self) -> Result<Minor, MoneyError> {
        Minor::sum(self.parts.iter().map(|part| part.share))
    }
}
