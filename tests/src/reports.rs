//! Reports, read as the controller.

use crate::answer::Answer;
use crate::app::TestApp;

impl TestApp {
    /// A report for the controller.
    pub async fn report(&self, path: &str) -> Answer {
        self.get(&format!("reports/{path}"), &self.controller()).await.expect(200)
    }

    /// The same report as CSV: each row by its columns.
    pub async fn csv(&self, path: &str) -> Vec<std::collections::BTreeMap<String, String>> {
        let path = format!("reports/{path}");
        let accept = [("Accept", "text/csv")];
        let answer = self.send(reqwest::Method::GET, &path, &self.controller(), &accept, None).await.expect(200);
        assert!(answer.header("content-type").starts_with("text/csv"), "{path}: {}", answer.header("content-type"));
        let mut reader = csv::Reader::from_reader(answer.text.as_bytes());
        let columns = reader.headers().expect("a header row").clone();
        let row =
            |cells: csv::StringRecord| columns.iter().map(str::to_owned).zip(cells.iter().map(str::to_owned)).collect();
        reader.records().map(|cells| row(cells.expect("a row"))).collect()
    }
}
