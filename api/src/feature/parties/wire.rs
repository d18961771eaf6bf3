//! Customers and vendors on the wire. See docs/rules/master-data.md#parties.

use engine::books::party::{ContactDraft, Party, PartyKind};
use engine::features::parties::commands::SaveParty;
use engine::values::error::Faults;
use poem_openapi::Object;

use crate::schema::contact::{Address, Email, Phone, VatId};
use crate::schema::{Id, Name, Nullable, Required, WireTimestamp, WireUserId};

/// What is to change of where the party is found.
fn contact(
    address: Nullable<Address>,
    vat_id: Nullable<VatId>,
    email: Nullable<Email>,
    phone: Nullable<Phone>,
) -> ContactDraft {
    ContactDraft {
        address: address.0.map(|given| given.map(Into::into)),
        vat_id: vat_id.0.map(|given| given.map(Into::into)),
        email: email.0.map(|given| given.map(Into::into)),
        phone: phone.0.map(|given| given.map(Into::into)),
    }
}

macro_rules! party_schemas {
    ($kind:ident, $view:ident, $input:ident, $update:ident, $id:ident, $name:ident, $what:literal) => {
        #[doc = concat!("A new ", $what, ".")]
        #[derive(Object, Debug)]
        pub struct $input {
            /// Made by the service when left out.
            pub $id: Option<Id>,
            pub $name: Required<Name>,
            /// True when left out.
            pub is_active: Option<bool>,
            /// The person who trades under this name, as tokens name them in `sub`: they sign nothing that they gain from. Needs
            /// `user.write` as well.
            pub user_id: Nullable<WireUserId>,
            pub address: Nullable<Address>,
            pub vat_id: Nullable<VatId>,
            pub email: Nullable<Email>,
            pub phone: Nullable<Phone>,
            pub payment_terms_id: Nullable<Id>,
        }

        #[doc = concat!("What is to change on a ", $what, "; what is left out stays.")]
        #[derive(Object, Debug)]
        pub struct $update {
            pub $name: Option<Name>,
            pub is_active: Option<bool>,
            /// Null takes the link away. A change of it needs `user.write` as well.
            pub user_id: Nullable<WireUserId>,
            /// Replaces all of it.
            pub address: Nullable<Address>,
            pub vat_id: Nullable<VatId>,
            pub email: Nullable<Email>,
            pub phone: Nullable<Phone>,
            pub payment_terms_id: Nullable<Id>,
        }

        #[doc = concat!("A ", $what, ".")]
        #[derive(Object, Debug)]
        pub struct $view {
            pub $id: String,
            pub $name: String,
            pub is_active: bool,
            /// The person who trades under this name, when there is one.
            pub user_id: Option<String>,
            pub address: Option<Address>,
            pub vat_id: Option<String>,
            pub email: Option<String>,
            pub phone: Option<String>,
            /// Of documents that give neither terms nor a due date.
            #[oai(skip_serializing_if_is_none)]
            pub payment_terms_id: Option<String>,
            /// As in the `ETag`.
            pub version: i64,
            pub created_at: WireTimestamp,
            pub created_by: String,
        }

        impl From<&Party> for $view {
            fn from(party: &Party) -> Self {
                Self {
                    $id: party.party_id.clone(),
                    $name: party.party_name.clone(),
                    is_active: party.is_active,
                    user_id: party.user_id.as_ref().map(ToString::to_string),
                    address: party.contact.address.clone().map(Into::into),
                    vat_id: party.contact.vat_id.clone(),
                    email: party.contact.email.clone(),
                    phone: party.contact.phone.clone(),
                    payment_terms_id: party.payment_terms_id.clone(),
                    version: party.version,
                    created_at: party.created_at.into(),
                    created_by: party.created_by.clone(),
                }
            }
        }

        impl $input {
            /// What the engine is asked to save.
            pub fn command(self, faults: Faults) -> SaveParty {
                SaveParty {
                    kind: PartyKind::$kind,
                    party_id: self
                        .$id
                        .map_or_else(|| engine::values::id::fresh(PartyKind::$kind.id_prefix()), Into::into),
                    party_name: self.$name.0.map(Into::into),
                    is_active: self.is_active,
                    user_id: self.user_id.0.map(|given| given.map(Into::into)),
                    payment_terms_id: self.payment_terms_id.0.map(|given| given.map(Into::into)),
                    contact: contact(self.address, self.vat_id, self.email, self.phone),
                    create: true,
                    faults,
                }
            }
        }

        impl $update {
            /// What the engine is asked to save.
            pub fn command(self, party_id: String, faults: Faults) -> SaveParty {
                SaveParty {
                    kind: PartyKind::$kind,
                    party_id,
                    party_name: self.$name.map(Into::into),
                    is_active: self.is_active,
                    user_id: self.user_id.0.map(|given| given.map(Into::into)),
                    payment_terms_id: self.payment_terms_id.0.map(|given| given.map(Into::into)),
                    contact: contact(self.address, self.vat_id, self.email, self.phone),
                    create: false,
                    faults,
                }
            }
        }
    };
}

party_schemas!(Customer, Customer, CustomerInput, CustomerUpdate, customer_id, customer_name, "customer");
party_schemas!(Vendor, Vendor, VendorInput, VendorUpdate, vendor_id, vendor_name, "vendor");
