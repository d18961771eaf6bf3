//! From draft, through rules and levels, to posted.

use serde_json::json;
use tests::app::TestApp;
use tests::both;
use tests::builders::*;

both!(three_levels_to_posted);
async fn three_levels_to_posted(app: &TestApp) {
    let submitted = app.pending("JE-1", "25000.00").await;
    assert_eq!((submitted.str("/status"), submitted.str("/required_approval_level")), ("Pending Approval".into(), "3".into()));
    for (who, level, status) in [(max(), "1", "Pending Approval"), (nina(), "2", "Pending Approval"), (frank(), "3", "Posted")] {
        let signed = app.act("JE-1", "approve", &who, json!({ "comments": "fine" })).await.expect(200);
        assert_eq!((signed.str("/level").as_str(), signed.str("/status").as_str()), (level, status), "{}", signed.text);
        assert_eq!(signed.str("/posted"), (status == "Posted").to_string());
        assert_eq!(signed.str("/approved_by"), who.user_id);
        assert!(!signed.str("/message").is_empty() && !signed.str("/approved_at").is_empty());
    }
    assert_eq!(app.trail("JE-1").await, ["Created", "Submit for Approval", "Approve", "Approve", "Approve", "Post to GL"]);
    let trail = app.get(&je("JE-1", "audit-trail"), &clara()).await.expect(200);
    assert_eq!(trail.column("/audit_trail", "performed_by"), ["clara", "clara", "max", "nina", "frank", "system"]);
    assert_eq!(trail.str("/audit_trail/2/comments"), "fine");
    let read = app.get(&je("JE-1", ""), &clara()).await.expect(200);
    assert_eq!((read.str("/status"), read.str("/current_approval_level")), ("Posted".into(), "3".into()));
    let balance = app.get("/reports/trial-balance?period_id=2026-01", &clara()).await.expect(200);
    assert_eq!((balance.str("/total_debit"), balance.str("/total_credit")), ("25000.00".into(), "25000.00".into()));
}
