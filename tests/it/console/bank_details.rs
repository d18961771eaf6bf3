//! Bank details on the page of a party. See docs/rules/access.md#bank-details.

use reqwest::Method;
use tests::prelude::*;

use super::bounds::{ask, begun, client};

const PAGE: &str = "/vendors/V-1/bank-details";
const WRONG: &str = "account_holder=Vendor&iban=DE89370400440532013001";

tests::on_both! {
    /// Who writes them and does not read them is told why their own change was refused, and nothing of what there is.
    async fn a_refused_change_says_why(app: TestApp) {
        app.open_books().await;
        let body = json!({ "account_holder": "Vendor", "iban": "DE89370400440532013000" });
        app.put("vendors/V-1/bank-details", &app.admin(), body).await.expect(200);
        let role = json!({ "role_id": "enters-banks", "permissions": ["party.*", "bank_details.write"] });
        app.post("roles", &app.admin(), role).await.expect(201);
        for (role, reads) in [("enters-banks", false), ("controller", true)] {
            let (cookie, csrf) = begun(&app, &[role]).await;
            let looked = ask(&app, &client(), &Method::GET, "/vendors/V-1", &cookie, String::new()).await;
            let page = looked.text().await.expect("a page");
            assert_eq!(page.contains("id=\"bank-details\""), reads, "{role}");
            let sent = ask(&app, &client(), &Method::POST, PAGE, &cookie, format!("csrf={csrf}&{WRONG}")).await;
            assert_eq!(sent.status().as_u16(), 422, "{role}");
            let page = sent.text().await.expect("a page");
            assert!(page.contains("id=\"f-iban-fault\"") && page.contains("DE89370400440532013001"), "{role}: {page}");
            assert_eq!(page.contains("DE89 3704 0044 0532 0130 00"), reads, "{role}");
            // The browser keeps no number in its window.
            let kept = |field: &str| !page.contains(&format!("id=\"f-{field}\" name=\"{field}\"")) || {
                let from = page.find(&format!("id=\"f-{field}\"")).unwrap_or_default();
                let input = page[from..].split('>').next().unwrap_or_default();
                !input.contains("data-unkept")
            };
            assert_eq!((kept("account_holder"), kept("iban"), kept("account_number")), (true, false, false), "{role}");
        }
    }
}
