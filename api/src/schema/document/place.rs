//! The collections of documents, where their type is data.

use engine::values::kind::DocumentKind;

use super::collection::{Collection, Examples};
use super::every_collection;

/// What tells one collection from another.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub kind: DocumentKind,
    pub path: &'static str,
    /// What its schemas are called.
    pub name: &'static str,
    /// What the group of its operations is for.
    pub about: &'static str,
    pub examples: fn() -> Examples,
}

impl Place {
    const fn of<K: Collection>() -> Self {
        Self { kind: K::KIND, path: K::PATH, name: K::NAME, about: K::ABOUT, examples: K::examples }
    }
}

macro_rules! places {
    ($($collection:ty),* $(,)?) => { &[$(Place::of::<$collection>()),*] };
}

/// All types.
pub const PLACES: &[Place] = every_collection!(places);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_collection() {
        for kind in DocumentKind::ALL {
            let paths: Vec<&str> = PLACES.iter().filter(|place| place.kind == kind).map(|place| place.path).collect();
            assert_eq!(paths, [format!("/{}", kind.collection())], "{}", kind.name());
        }
    }

    #[test]
    fn what_a_type_alone_can_do_has_an_example() {
        for place in PLACES {
            let mut told: Vec<_> = (place.examples)().actions.into_iter().map(|(action, _)| action).collect();
            let mut own: Vec<_> = place.kind.facts().own_actions.to_vec();
            own.retain(|action| *action != engine::values::kind::Action::Void);
            told.sort();
            own.sort();
            assert_eq!(told, own, "{}", place.name);
        }
    }
}
