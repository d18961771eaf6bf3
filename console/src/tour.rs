//! The five-minute tour of the demo: its steps are the pages themselves, with a bar above that says what to look at.

use crate::fields::Fields;

/// One step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its texts are `tour.step.<name>` and `tour.step.<name>.title`.
    pub name: &'static str,
    pub path: &'static str,
    /// Who in the demo sees it best.
    pub who: &'static str,
}

const fn step(name: &'static str, path: &'static str, who: &'static str) -> Step {
    Step { name, path, who }
}

/// The steps, in their order. The documents are those of the demo company.
pub const STEPS: [Step; 10] = [
    step("inbox", "/inbox", "max"),
    step("quorum", "/bills/BILL-DEMO-8", "conny"),
    step("limit", "/expenses/EXP-DEMO-3", "conny"),
    step("rules", "/rules", "conny"),
    step("request", "/change-requests", "felix"),
    step("close", "/close", "conny"),
    step("reconciliation", "/reconciliations/REC-DEMO-1", "conny"),
    step("trial", "/reports/trial-balance", "conny"),
    step("aging", "/reports/aging?kind=ar", "conny"),
    step("proof", "/audit/bill/BILL-DEMO-8", "conny"),
];

/// The address of a step, counted from 1, with its number for the bar.
pub fn address(number: usize) -> Option<String> {
    let step = STEPS.get(number.checked_sub(1)?)?;
    let joint = if step.path.contains('?') { '&' } else { '?' };
    Some(format!("{}{joint}tour={number}", step.path))
}

/// The bar above a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    pub number: usize,
    pub of: usize,
    pub title: String,
    pub text: String,
    /// Whom to be instead.
    pub who: Option<&'static str>,
    pub here: String,
    pub next: Option<String>,
    /// The page without the bar.
    pub closed: String,
}

impl Bar {
    /// The bar that the query asks for.
    pub fn of(path: &str, query: &Fields, user_id: &str) -> Option<Self> {
        let number: usize = query.given("tour")?.parse().ok()?;
        let step = STEPS.get(number.checked_sub(1)?)?;
        Some(Self {
            number,
            of: STEPS.len(),
            title: format!("tour.step.{}.title", step.name),
            text: format!("tour.step.{}", step.name),
            who: (step.who != user_id).then_some(step.who),
            here: query.address(path),
            next: address(number.saturating_add(1)),
            closed: query.with("tour", None).address(path),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars() {
        let query = Fields::from([("kind", "ar"), ("tour", "9")]);
        let bar = Bar::of("/reports/aging", &query, "conny").unwrap_or_else(|| panic!("no bar"));
        assert_eq!((bar.who, bar.next.as_deref()), (None, Some("/audit/bill/BILL-DEMO-8?tour=10")));
        assert_eq!(bar.closed, "/reports/aging?kind=ar");
        for none in ["0", "11", "x", ""] {
            assert_eq!(Bar::of("/inbox", &Fields::from([("tour", none)]), "max"), None, "{none}");
        }
    }
}
