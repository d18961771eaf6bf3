//! What stands around every page: navigation, who is signed in, what was said, and the operations behind the page.

use crate::interface::schema;
use crate::json::{Json, Members};
use crate::operations::{Named, PREFIX};
use crate::reader::Reader;
use crate::vocabulary::DOCUMENT_TYPES;

/// The frame of one page.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The key of the title in the texts, or a title of its own such as a document's id.
    pub title: String,
    /// The path of the page with its query.
    pub address: String,
    /// Whose books these are; empty where nobody says.
    pub company: String,
    pub csrf: String,
    pub me: Me,
    pub reader: Reader,
    /// What the last change came to.
    pub said: Option<Said>,
    /// The operations behind the page as commands for a shell.
    pub curl: Vec<String>,
    pub is_demo: bool,
    /// The step of the tour that the page shows.
    pub tour: Option<crate::tour::Bar>,
    /// The area of the navigation that the page belongs to.
    pub area: &'static str,
}

/// A message for the next page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub is_fine: bool,
    pub text: String,
}

/// Who is signed in, as `GET /me` says.
#[derive(Clone, Debug, Default)]
pub struct Me(pub Json);

impl Me {
    pub fn user_id(&self) -> String {
        self.0.text(schema::Me::USER_ID)
    }

    pub fn name(&self) -> String {
        self.0.given(schema::Me::NAME).unwrap_or_else(|| self.user_id())
    }

    pub fn base_currency(&self) -> String {
        self.0.text(schema::Me::BASE_CURRENCY)
    }

    /// The day of the books.
    pub fn today(&self) -> String {
        self.0.text(schema::Me::TODAY)
    }

    pub fn roles(&self) -> Vec<String> {
        self.0.texts(schema::Me::ROLES)
    }

    /// Whether the person has a permission, for the navigation, and for whose form is read: what a page may show or do, its operations
    /// decide.
    pub fn may(&self, resource: &str, action: &str) -> bool {
        self.0
            .texts(schema::Me::PERMISSIONS)
            .iter()
            .filter_map(|text| text.split_once('.'))
            .any(|(on, may)| (on == "*" || on == resource) && (may == "*" || may == action))
    }
}

/// One entry of the navigation.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its path, without the slash.
    pub area: &'static str,
    /// The resource that one must be able to read; empty: anybody.
    resource: &'static str,
}

const fn place(area: &'static str, resource: &'static str) -> Place {
    Place { area, resource }
}

const WORK: &[Place] = &[
    place("inbox", ""),
    place("recurring-documents", "recurring_document"),
    place("deferrals", "deferral"),
    place("close", "accounting_period"),
    place("close-tasks", "close_task"),
    place("bank-statements", "bank_statement"),
    place("reconciliations", "reconciliation"),
];
/// The registers of what documents name.
const NAMED: &[Place] = &[
    place("accounts", "account"),
    place("customers", "party"),
    place("vendors", "party"),
    place("dimensions", "dimension"),
    place("tax-codes", "tax_code"),
    place("payment-terms", "payment_terms"),
];
const BOOKS: [Place; 4] = [
    place("reports", "report"),
    place("budgets", "budget"),
    place("report-layouts", "report"),
    place("audit", "audit"),
];
const RUNNING: [Place; 6] = [
    place("rules", "approval_rule"),
    place("change-requests", "change_request"),
    place("people", "user"),
    place("delegations", "delegation"),
    place("jobs", "job"),
    place("exchange-rates", "exchange_rate"),
];

/// The navigation, in groups.
fn navigation() -> [(&'static str, Vec<Place>); 4] {
    let documents = DOCUMENT_TYPES.into_iter().map(|kind| place(kind.collection(), kind.name()));
    [
        ("work", WORK.into()),
        ("registers", documents.chain(NAMED.iter().copied()).collect()),
        ("books", BOOKS.into()),
        ("running", RUNNING.into()),
    ]
}

/// The keys of the console with the names of what they do, in groups, for its help.
pub const KEYS: &[(&str, &[(&str, &str)])] = &[
    ("everywhere", &[("Ctrl K", "palette"), ("/", "palette_too"), ("?", "help"), ("Esc", "close")]),
    ("registers", &[("j", "down"), ("k", "up"), ("Enter", "open"), ("x", "select"), ("n", "next")]),
    (
        "inbox",
        &[
            ("j", "down"),
            ("k", "up"),
            ("a", "approve"),
            ("r", "reject"),
            ("c", "request"),
            ("h", "hold"),
            ("Ctrl Enter", "send"),
            ("x", "select"),
            ("Enter", "open"),
        ],
    ),
    ("editor", &[("Ctrl S", "save"), ("Ctrl Enter", "save_too"), ("↑ ↓", "rows"), ("Ctrl V", "paste")]),
];

impl Frame {
    /// The groups of the navigation with the places that the person may open.
    pub fn places(&self) -> Vec<(&'static str, Vec<Place>)> {
        let may_open = |place: &Place| place.resource.is_empty() || self.me.may(place.resource, "read");
        let open = |places: Vec<Place>| -> Vec<Place> { places.into_iter().filter(may_open).collect() };
        let groups = navigation().map(|(group, places)| (group, open(places)));
        groups.into_iter().filter(|(_, places)| !places.is_empty()).collect()
    }

    pub fn is_here(&self, place: &Place) -> bool {
        place.area == self.area
    }

    /// An amount in the base currency or another that has as many decimals as its text needs.
    pub fn amount(&self, text: &str, currency: &str) -> String {
        self.reader.amount(text, decimals(currency))
    }
}

/// How many decimals are always shown of a currency (ISO 4217); an amount with more shows them all.
pub fn decimals(currency: &str) -> usize {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX" | "UYI" | "VND"
        | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

/// An operation as a command for a shell.
pub fn curl(named: &Named, origin: &str) -> String {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let method = if named.method == "GET" { String::new() } else { format!(" -X {}", named.method) };
    let body = named.body.as_ref().map_or(String::new(), |body| match body.strip_prefix('@') {
        Some(_) => format!(" -H 'Content-Type: application/octet-stream' --data-binary {}", quoted(body)),
        None => format!(" -H 'Content-Type: application/json' -d {}", quoted(body)),
    });
    let url = quoted(&format!("{origin}{PREFIX}{}", named.path));
    format!("curl{method} -H \"Authorization: jwt $TOKEN\"{body} {url}")
}
