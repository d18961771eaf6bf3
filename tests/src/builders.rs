//! The tests' company, its people, and the JSON that they send.
//!
//! Periods 2026-01 to 2026-03; journal entries up to 1,000.00 are signed by a manager, up to 10,000.00 by a controller
//! as well, and above that by the cfo too.

use serde_json::{Value, json};

use crate::app::{Answer, TestApp, Who, token};
use crate::scratch::Backend;

pub const JOURNAL: &str = "/journal-entries";
pub const RULES: &str = "/approval-rules";
pub const PERIODS: &str = "/accounting-periods";

/// A clerk; her manager is max.
pub fn clara() -> Who {
    token("clara", &["clerk", "accountant"], &[])
}

/// A clerk without a manager.
pub fn carl() -> Who {
    token("carl", &["clerk", "accountant"], &[])
}

/// Signs level 1.
pub fn max() -> Who {
    token("max", &["manager"], &[])
}

/// Signs level 1 as well.
pub fn mia() -> Who {
    token("mia", &["manager"], &[])
}

/// Signs level 2, and keeps periods and rules.
pub fn nina() -> Who {
    token("nina", &["controller"], &[])
}

/// Signs level 3.
pub fn frank() -> Who {
    token("frank", &["cfo"], &[])
}

/// May do everything that permissions allow.
pub fn adam() -> Who {
    token("adam", &["admin"], &[])
}

/// A JSON number, exactly as written.
pub fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn debit(account_id: &str, amount: &str) -> Value {
    json!({ "account_id": account_id, "debit": number(amount) })
}

pub fn credit(account_id: &str, amount: &str) -> Value {
    json!({ "account_id": account_id, "credit": number(amount) })
}

/// Rent paid from the bank on 2026-01-15.
pub fn entry(id: &str, amount: &str) -> Value {
    entry_on(id, "2026-01-15", amount)
}

pub fn entry_on(id: &str, date: &str, amount: &str) -> Value {
    json!({ "journal_entry_id": id, "tran_date": date, "memo": "Rent", "lines": [debit("6100", amount), credit("1000", amount)] })
}

/// `base` with members replaced or added; a null removes one.
pub fn with(mut base: Value, changes: Value) -> Value {
    for (key, value) in changes.as_object().cloned().unwrap_or_default() {
        let object = base.as_object_mut().expect("an object");
        if value.is_null() {
            object.remove(&key);
        } else {
            object.insert(key, value);
        }
    }
    base
}

/// An Amount Threshold rule for a role.
pub fn rule(id: &str, document_type: &str, level: u32, band: (&str, &str), role: &str) -> Value {
    json!({
        "rule_id": id, "rule_name": format!("{id} rule"), "document_type": document_type, "rule_type": "Amount Threshold",
        "is_active": true, "priority": 10, "min_amount": number(band.0), "max_amount": number(band.1),
        "approval_level": level, "approver_type": "role", "approver_role": role,
    })
}

/// The path of an entry, or of one of its operations.
pub fn je(id: &str, operation: &str) -> String {
    if operation.is_empty() { format!("{JOURNAL}/{id}") } else { format!("{JOURNAL}/{id}/{operation}") }
}

impl TestApp {
    /// A draft by clara.
    pub async fn draft(&self, id: &str, amount: &str) -> Answer {
        self.post(JOURNAL, &clara(), entry(id, amount)).await.expect(201)
    }

    /// An entry by clara, submitted by her.
    pub async fn pending(&self, id: &str, amount: &str) -> Answer {
        self.draft(id, amount).await;
        self.act(id, "submit-for-approval", &clara(), json!({})).await.expect(200)
    }

    /// An entry of at most 1,000.00, posted.
    pub async fn posted(&self, id: &str, amount: &str) {
        self.pending(id, amount).await;
        let answer = self.act(id, "approve", &max(), json!({})).await.expect(200);
        assert_eq!(answer.str("/status"), "Posted", "{}", answer.text);
    }

    /// A workflow operation on an entry.
    pub async fn act(&self, id: &str, operation: &str, who: &Who, body: Value) -> Answer {
        self.post(&je(id, operation), who, body).await
    }

    pub async fn status(&self, id: &str) -> String {
        self.get(&je(id, ""), &adam()).await.expect(200).str("/status")
    }

    /// The actions in the entry's trail, oldest first.
    pub async fn trail(&self, id: &str) -> Vec<String> {
        self.get(&je(id, "audit-trail"), &adam()).await.expect(200).column("/audit_trail", "action")
    }
}

/// Founds the company in an empty database, over HTTP like everybody.
pub(crate) async fn found_company(url: &str) {
    let backend = if url.starts_with("sqlite") { Backend::Sqlite } else { Backend::Postgres };
    let app = TestApp::over(backend, url, false, |_| {}).await;
    let adam = adam();
    for (account_id, name, kind, subtype) in [
        ("1000", "Bank", "asset", "bank"),
        ("1100", "Receivables", "asset", "ar"),
        ("2000", "Payables", "liability", "ap"),
        ("2300", "Payroll liabilities", "liability", ""),
        ("3000", "Share capital", "equity", ""),
        ("4000", "Revenue", "income", ""),
        ("6000", "Salaries", "expense", ""),
        ("6100", "Rent", "expense", ""),
        ("6900", "Rounding", "expense", "rounding"),
        ("9000", "Closed account", "expense", ""),
    ] {
        let mut account = json!({ "account_id": account_id, "account_name": name, "account_type": kind, "is_active": account_id != "9000" });
        if !subtype.is_empty() {
            account = with(account, json!({ "subtype": subtype }));
        }
        app.post("/accounts", &adam, account).await.expect(201);
    }
    for (period_id, end) in [("2026-01", "31"), ("2026-02", "28"), ("2026-03", "31")] {
        let dates = json!({ "period_id": period_id, "period_name": format!("Month {period_id}"),
            "start_date": format!("{period_id}-01"), "end_date": format!("{period_id}-{end}") });
        app.post(PERIODS, &adam, dates).await.expect(201);
    }
    for (level, band, role) in
        [(1, ("0", "1000.00"), "manager"), (2, ("1000.01", "10000.00"), "controller"), (3, ("10000.01", "null"), "cfo")]
    {
        app.post(RULES, &adam, rule(&format!("JE-{level}"), "journal_entry", level, band, role)).await.expect(201);
    }
    for user in [json!({ "user_id": "max", "name": "Max" }), json!({ "user_id": "clara", "name": "Clara", "manager_user_id": "max" })] {
        app.post("/users", &adam, user).await.expect(201);
    }
    let engine = app.engine;
    if backend == Backend::Sqlite {
        use sea_orm::ConnectionTrait;
        engine.store.writer.execute_unprepared("PRAGMA wal_checkpoint(TRUNCATE)").await.expect("checkpoint");
    }
    let store = engine.store.clone();
    let _ = store.reader.close().await;
    let _ = store.writer.close().await;
}
