//! PURE: the trail as a sequence of lines, the same from the database and from an export.
//!
//! First every seal with its row, by position; then rows without a seal; last the head. An export is
//! these lines as JSON, one a line, and is read back by later releases: these shapes never change. A line that says
//! more is another member of [`Line`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kernel::chain::{Hash, Row};

/// One line of the trail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    Sealed(Sealed),
    Unsealed(Row),
    Head(Head),
}

/// A seal, and the row it names, unless that is gone. `hash` is kept as text: a bad one is a finding, not a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    pub position: i64,
    pub seq: i64,
    pub hash: String,
    pub row: Option<Row>,
}

/// The newest seal as recorded apart from the rows, and when the trail was read. `seq` is the greatest sealed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub position: i64,
    pub seq: i64,
    pub hash: String,
    pub sealed_at: i64,
    pub read_at: i64,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.position, self.hash)
    }
}

/// A head that somebody kept elsewhere: `<position>:<hash>`, as `gl audit head` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptHead {
    pub position: i64,
    pub hash: Hash,
}

impl KeptHead {
    pub fn parse(text: &str) -> Option<Self> {
        let (position, hash) = text.trim().split_once(':')?;
        let position = position.parse().ok().filter(|position| *position >= 0)?;
        Some(Self { position, hash: Hash::parse(hash)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::chain::GENESIS;

    /// As release 1268427 exported the first row, two that follow each other, one without a seal, and the head.
    const EXPORTED: [&str; 5] = [
        r#"{"sealed":{"position":1,"seq":1,"hash":"fa4f4e7cb3275bcdb9558842256c39a3fe692d9dca27c4d22b49a30f8efc027b","row":{"seq":1,"at":1795301026557435,"performed_by":"system","resource":"role","resource_id":"viewer","action":"Created","before_status":null,"after_status":null,"details":"{}"}}}"#,
        r#"{"sealed":{"position":339,"seq":339,"hash":"a01f3229ed305ae7cd2ec5aef078d0978fd38d660a85ff5c860aa1b39cbfe594","row":{"seq":339,"at":1795301030427975,"performed_by":"carl","resource":"journal_entry","resource_id":"JE-KEPT","action":"Submit for Approval","before_status":"Draft","after_status":"Pending Approval","details":"{\"plan\":{\"amount\":1250,\"required_level\":1,\"skipped_levels\":[],\"steps\":[{\"alternatives\":[{\"rule_id\":\"je-1\",\"rule_version\":1,\"signer\":{\"approver_type\":\"role\",\"role\":\"manager\"}}],\"level\":1}]},\"required_level\":1,\"status\":\"Pending Approval\"}"}}}"#,
        r#"{"sealed":{"position":340,"seq":340,"hash":"dd8740b8736ff2fa13a8c204ebde689ccf1568d240004649339ca5dcfb494b4a","row":{"seq":340,"at":1795301030434543,"performed_by":"mona","resource":"journal_entry","resource_id":"JE-KEPT","action":"Approve","before_status":"Pending Approval","after_status":"Approved","details":"{\"comments\":\"Fine – ok\",\"level\":1,\"status\":\"Approved\"}"}}}"#,
        r#"{"unsealed":{"seq":367,"at":1795301034909709,"performed_by":"bo","resource":"vendor","resource_id":"V-UNSEALED","action":"Created","before_status":null,"after_status":null,"details":"{\"is_active\":true,\"party_name\":\"Written after the last seal\"}"}}"#,
        r#"{"head":{"position":365,"seq":365,"hash":"f0473fae5856e0839e528350e704484fd4bec69d4f12a553667372f883f40cec","sealed_at":1795301032073355,"read_at":1795313507948364}}"#,
    ];

    #[test]
    fn what_was_exported_is_read_and_written_so() {
        for text in EXPORTED {
            let line: Line = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&line).expect("a text"), text);
        }
        for text in [r#"{"sealed_2":{}}"#, r#"{"head":{"position":1}}"#, "{}", ""] {
            assert!(serde_json::from_str::<Line>(text).is_err(), "{text}");
        }
        let more = EXPORTED[4].replace("\"position\"", "\"more\":1,\"position\"");
        assert!(serde_json::from_str::<Line>(&more).is_err());
    }

    /// Golden vectors of the chain: a first row without statuses, and a later row with both.
    #[test]
    fn rows_have_the_hashes_that_they_were_sealed_with() {
        let sealed = |text: &str| match serde_json::from_str(text).expect(text) {
            Line::Sealed(Sealed { hash, row: Some(row), .. }) => (Hash::parse(&hash).expect("a hash"), row),
            other => panic!("{other:?}"),
        };
        let ((first, viewer), (before, _), (after, approved)) =
            (sealed(EXPORTED[0]), sealed(EXPORTED[1]), sealed(EXPORTED[2]));
        assert_eq!(GENESIS.followed_by(&viewer), first);
        assert_eq!(before.followed_by(&approved), after);
    }

    #[test]
    fn a_kept_head_is_read_as_it_is_printed() {
        let Line::Head(head) = serde_json::from_str(EXPORTED[4]).expect("a head") else { panic!("no head") };
        let text = "365:f0473fae5856e0839e528350e704484fd4bec69d4f12a553667372f883f40cec";
        let kept = KeptHead::parse(text).expect(text);
        assert_eq!((head.to_string().as_str(), kept.position, kept.hash.to_string()), (text, 365, head.hash));
    }
}
