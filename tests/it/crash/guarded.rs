//! Exchange rates that a manager must sign: asked for in one call, signed in another, and carried out by a job, once.

use std::time::{Duration, Instant};

use engine::values::clock::Date;
use reqwest::Method;
use tests::prelude::*;

use super::load::{Client, conrad, signer};

impl Client {
    pub async fn ask_for_rates(self) {
        let first = Date::parse("2001-01-01").expect("a day");
        let mut days = std::iter::successors(Some(first), |day| Some(day.next()));
        while let (false, Some(day)) = (self.done(), days.next()) {
            let rate = json!({
                "exchange_rate_id": format!("NOK-{day}"), "currency": "NOK", "date": day.to_string(), "rate": 0.1,
            });
            let (_, controller) = conrad();
            let asked = self.must(Method::POST, "exchange-rates", &controller, Some(rate)).await;
            assert_eq!(asked.status, 202, "{}", asked.text);
            let change = format!("change-requests/{}", asked.string("change_request_id"));
            let (_, manager) = signer(0);
            self.must(Method::POST, &format!("{change}/approve"), &manager, Some(json!({}))).await;
            let since = Instant::now();
            loop {
                let read = self.wire.get(&change, &manager).await;
                if read["status"] == "Done" {
                    break;
                }
                assert_eq!(read["status"], "Approved", "{}", read.text);
                assert!(!self.wire.too_long(since), "{change} is not carried out: {}", read.text);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            let path = format!("exchange-rates/NOK-{day}");
            let made = self.wire.get(&path, &manager).await;
            assert_eq!((made.status, &made["version"]), (200, &json!(1)), "{}", made.text);
        }
    }
}
