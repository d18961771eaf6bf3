//! A replay of all documents that were ever submitted, by a set of rules as companies write them.

use std::time::{Duration, Instant};

use tests::prelude::*;

use crate::programs::{cpu_time, forget_peak, peak_memory};
use crate::table::{Table, Took};

/// Rules of each of these types: bands for departments, and one for all amounts.
const TYPES: [&str; 6] = ["journal_entry", "bill", "invoice", "bill_payment", "invoice_payment", "expense"];
const OF_EACH: u32 = 50;

fn rules() -> Vec<Value> {
    let of_type = |kind: &&str| -> Vec<Value> {
        let mut rules = vec![rule(&format!("{kind}-all"), kind, 1, "0", None, "manager")];
        rules.extend((1..OF_EACH).map(|number| {
            let (least, most) = (format!("{}.00", 10 * number), format!("{}.00", 10 * number + 500));
            let band = rule(&format!("{kind}-{number}"), kind, 1 + number % 3, &least, Some(&most), "controller");
            let conditions = json!([
                { "field": "currency", "operator": "=", "value": "USD" },
                { "field": "created_by", "operator": "not_in", "value": ["nobody", "somebody"] },
                { "field": "account_type", "operator": "in", "value": ["expense", "income", "liability"] },
            ]);
            with(band, json!({ "conditions": conditions }))
        }));
        rules
    };
    TYPES.iter().flat_map(of_type).collect()
}

pub async fn measure(app: &mut TestApp, table: &mut Table) {
    let admin = app.admin();
    let pid = app.process().pid();
    forget_peak(pid);
    let (before, began) = (cpu_time(pid), Instant::now());
    let asked = json!({ "from": "2020-01-01", "to": "2029-12-31", "rules": rules() });
    let accepted = app.post("approval-rules/replay", &admin, asked).await.expect(202);
    let path = format!("approval-rule-replays/{}", accepted.string("replay_id"));
    let done = loop {
        let replay = app.get(&path, &admin).await.expect(200);
        if replay["state"] == "done" {
            break replay;
        }
        assert!(began.elapsed() < Duration::from_mins(30), "{}", replay.text);
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let took = began.elapsed();
    let summary = &done["summary"];
    eprintln!("a replay of {} documents, {} of them otherwise", summary["documents"], summary["otherwise"]);
    let processor = cpu_time(pid).saturating_sub(before);
    table.put("replay of all documents", Took { least: took, median: took, processor, peak: peak_memory(pid) });
}
