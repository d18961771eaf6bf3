//! The answer of a bulk: a result for each item, or why nothing of it was done.

use engine::kernel::perform::bulk::Outcomes;
use engine::values::error::{Fault, Faults, Refusal, RefusalName};

use crate::feature::documents::wire::bulk::{BulkResult, BulkResults};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};

/// How many wrong fields one answer names. Of each item at least one is named, and the rest are counted.
const MAX_FAULTS: usize = 2_000;

/// The results; `ids` are those that the items name.
pub fn results(outcomes: &Outcomes, ids: &[Option<String>]) -> Reply<Ok200, BulkResults> {
    let mut left = MAX_FAULTS;
    let mut failed = 0_u32;
    let mut data = Vec::with_capacity(outcomes.len());
    for ((index, outcome), id) in (0_u32..).zip(outcomes).zip(ids) {
        data.push(match outcome {
            Ok(done) => BulkResult::done(index, done),
            Err(refusal) => {
                failed = failed.saturating_add(1);
                let mut problem = Problem::from(refusal.clone());
                problem.faults = first(std::mem::take(&mut problem.faults), left.max(1));
                left = left.saturating_sub(problem.faults.0.len());
                BulkResult::refused(index, id.as_deref(), problem.document())
            }
        });
    }
    let all = u32::try_from(data.len()).unwrap_or(u32::MAX);
    Reply::new(&BulkResults { data, succeeded: all.saturating_sub(failed), failed })
}

/// The first faults; the rest are counted.
fn first(faults: Faults, most: usize) -> Faults {
    if faults.0.len() <= most {
        return faults;
    }
    let more = faults.more().saturating_add(faults.0.len().saturating_sub(most));
    Faults::with_more(faults.0.into_iter().take(most).collect(), more)
}

/// 422: this item was refused, and nothing of the bulk was done. What is wrong is said by pointers into the whole body.
pub fn item_refused(index: usize, refusal: Refusal) -> Problem {
    let alone = Problem::from(refusal);
    let at = format!("/items/{index}");
    let named: Vec<Fault> = match alone.faults.0.as_slice() {
        [] => vec![Fault { pointer: at, detail: alone.detail.clone() }],
        faults => {
            let within =
                |fault: &Fault| Fault { pointer: format!("{at}{}", fault.pointer), detail: fault.detail.clone() };
            faults.iter().map(within).collect()
        }
    };
    let detail = format!("item {index} was refused, and nothing was done: {}", alone.detail);
    let mut problem = Problem::from(RefusalName::ItemRefused.because(detail));
    problem.faults = Faults::with_more(named, alone.faults.more());
    problem.extra.insert("index".into(), index.into());
    problem.extra.insert("problem".into(), alone.document());
    problem
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn wrong(fields: usize) -> Refusal {
        let mut faults = Faults::default();
        (0..fields).for_each(|field| faults.add(format!("/lines/{field}/debit"), "is wrong"));
        Refusal::Invalid(faults)
    }

    #[test]
    fn an_answer_names_so_many_wrong_fields_and_counts_the_rest() {
        let outcomes: Outcomes = (0..30).map(|_| Err(wrong(90))).collect();
        let answer: Value = serde_json::from_str(&results(&outcomes, &vec![None; 30]).rendered.body).expect("JSON");
        assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(0), &json!(30)));
        let named = |at: usize| answer["data"][at]["problem"]["errors"].as_array().map_or(0, Vec::len);
        let left_out = |at: usize| answer["data"][at]["problem"]["errors_left_out"].clone();
        assert_eq!((named(0), left_out(0)), (90, Value::Null));
        assert_eq!((named(22), left_out(22)), (20, json!(70)));
        assert_eq!((named(29), left_out(29)), (1, json!(89)));
    }

    #[test]
    fn what_refused_an_item_is_said_by_pointers_into_the_whole_body() {
        let problem = item_refused(7, wrong(2));
        let pointers: Vec<_> = problem.faults.0.iter().map(|fault| fault.pointer.as_str()).collect();
        assert_eq!((problem.status, pointers), (422, vec!["/items/7/lines/0/debit", "/items/7/lines/1/debit"]));
        let gone = item_refused(0, Refusal::not_found("bill", "B-1")).document();
        assert_eq!(gone["errors"], json!([{ "pointer": "/items/0", "detail": "there is no bill \"B-1\"" }]));
        assert_eq!(
            (&gone["code"], &gone["problem"]["code"], &gone["problem"]["status"]),
            (&json!("item_refused"), &json!("not_found"), &json!(404))
        );
    }
}
