//! Journal entries in bulks: some created and submitted in one call, and approved in another.

use std::time::Instant;

use reqwest::Method;
use tests::prelude::*;

use super::load::{Client, carl, signer};

/// How many entries one call has.
const ENTRIES: usize = 5;

impl Client {
    pub async fn write_in_bulk(self) {
        let mut number = 0;
        while !self.done() {
            number += 1;
            let ids: Vec<String> = (0..ENTRIES).map(|entry| format!("JE-{}-{number}-{entry}", self.name)).collect();
            let (clerk, manager) = (carl(), signer(0));
            let drafts: Vec<Value> = ids.iter().map(|id| entry_named(id, "5.00")).collect();
            let body = json!({ "items": drafts, "submit": true });
            self.in_bulk("journal-entries/bulk", &ids, &["Created", "Submit for Approval"], clerk, body).await;
            let sign = |id: &String| json!({ "document_type": "journal_entry", "id": id, "action": "approve" });
            let body = json!({ "items": ids.iter().map(sign).collect::<Vec<_>>() });
            self.in_bulk("approvals/bulk", &ids, &["Approve"], manager, body).await;
        }
    }

    /// A call that does all of this to each of these entries, noted before it is sent and when it is answered.
    async fn in_bulk(&self, at: &str, ids: &[String], words: &[&str], who: (&'static str, Token), body: Value) {
        let rows: Vec<_> = words.iter().map(|word| ((*word).to_owned(), who.0.to_owned())).collect();
        for id in ids {
            self.memory.note(&format!("journal-entries/{id}"), |told| {
                (told.account, told.cents) = (EXPENSE, 500);
                told.sent.clone_from(&rows);
            });
        }
        let answer = self.must(Method::POST, at, &who.1, Some(body)).await;
        assert_eq!(answer["succeeded"], json!(ids.len()), "{}", answer.text);
        for (id, result) in ids.iter().zip(answer.data()) {
            self.memory.note(&format!("journal-entries/{id}"), |told| {
                told.sent.clear();
                told.answered.extend(rows.clone());
                told.posted |= result["status"] == "Posted";
                if words == ["Approve"] {
                    told.approved = Some(Instant::now());
                }
            });
        }
    }
}
