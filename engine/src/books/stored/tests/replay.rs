//! Replays of approval rules: what was proposed, and the figures.

use super::*;
use crate::approval::replay::Outcome;
use crate::approval::replay::asks::Who;
use crate::approval::replay::load::{Load, Steps};
use crate::approval::replay::summary::{Counts, Summary};
use crate::values::kind::DocumentKind;

pub const FIGURES: &str = r#"{"all":{"documents":9,"same":3,"diverted":{"no_approver":1,"no_manager":1,"no_matching_rule":1,"otherwise":3}},"by_type":{"bill":{"documents":1,"same":1,"diverted":{}},"journal_entry":{"documents":8,"same":2,"diverted":{"otherwise":6}}},"signers":[{"who":{"type":"role","role":"manager"},"before":5,"after":1},{"who":{"type":"person","user_id":"Nora"},"before":0,"after":4},{"who":{"type":"anyone"},"before":2,"after":2}],"people":[{"user_id":"Nora","before":1,"after":4,"signed":1}],"signers_left_out":6,"people_left_out":7}"#;

#[test]
fn the_figures() {
    let outcomes = Outcome::ALL.map(|outcome| (outcome, if outcome == Outcome::Otherwise { 3 } else { 1 }));
    let steps = |before, after| Steps { before, after };
    golden(
        FIGURES,
        &Summary {
            all: Counts { documents: 9, same: 3, diverted: outcomes.into() },
            by_type: [
                (
                    DocumentKind::JournalEntry,
                    Counts { documents: 8, same: 2, diverted: [(Outcome::Otherwise, 6)].into() },
                ),
                (DocumentKind::Bill, Counts { documents: 1, same: 1, ..Counts::default() }),
            ]
            .into(),
            signers: vec![
                (Who::Role("manager".into()), steps(5, 1)),
                (Who::Person("Nora".into()), steps(0, 4)),
                (Who::Anyone, steps(2, 2)),
            ],
            people: vec![("Nora".into(), Load { steps: steps(1, 4), signed: 1 })],
            signers_left_out: 6,
            people_left_out: 7,
        },
    );
    let later = FIGURES.replacen("no_manager", "no_money", 1);
    assert_eq!(refused::<Summary>(&later), r#"its outcome "no_money" is not known"#);
}

#[test]
fn the_rules_that_were_proposed() {
    let rule: Rule = read(super::approval::RULE).expect("a rule");
    golden(&format!("[{}]", super::approval::RULE), &vec![rule]);
    golden("[]", &Vec::<Rule>::new());
    assert_eq!(
        refused::<Vec<Rule>>(&format!("[{}]", super::approval::RULE.replacen('{', r#"{"v":7,"#, 1))),
        "it is of version 7, which this program does not know"
    );
}
