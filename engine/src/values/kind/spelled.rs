//! Closed lists of words, as the interface spells them and as they are kept.

/// Makes the enum, the list of all its values, and its names out of one list.
macro_rules! spelled {
    ($(#[$doc:meta])* $type:ident { $($(#[$of:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $type { $($(#[$of])* $variant),* }

        impl $type {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|found| found.name() == name)
            }
        }
    };
}

pub(crate) use spelled;
