//! The exported journal, read by the programs that it is for: hledger and beancount. `tests/run` installs both; a test
//! that needs one fails without it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::app::TestApp;
use crate::scratch;

/// How to install a missing program.
const HLEDGER: &str = "hledger is needed: apt-get install hledger (tests/run does it)";
const BEANCOUNT: &str = "beancount is needed: python3 -m venv target/beancount && target/beancount/bin/pip install beancount (tests/run does it)";

/// Loads the file as bean-check does, and prints balances at cost by account id, and every narration and memo.
const READER: &str = r#"
import collections, json, sys
from beancount import loader
from beancount.core import convert, data
entries, errors, options = loader.load_file(sys.argv[1])
if errors:
    sys.exit("\n".join(str(error) for error in errors[:5]))
ids = {entry.account: entry.meta["account_id"] for entry in entries if isinstance(entry, data.Open)}
sums, texts = collections.defaultdict(lambda: collections.defaultdict(int)), []
for entry in entries:
    if isinstance(entry, data.Transaction):
        texts.append(entry.narration)
        for posting in entry.postings:
            texts.append(posting.meta.get("memo"))
            weight = convert.get_weight(posting)
            sums[ids[posting.account]][weight.currency] += weight.number
print(json.dumps({"balances": {id: {currency: str(round(number, 6)) for currency, number in of.items()} for id, of in sums.items()}, "texts": texts}))
"#;

/// The journal in that format.
pub async fn export(app: &TestApp, format: &str) -> String {
    let answer = app.get(&format!("export/journal?format={format}"), &app.controller()).await.expect(200);
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    answer.text
}

#[track_caller]
fn run(command: &mut Command, missing: &str) -> String {
    let told = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{missing}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success(), "{command:?}: {out}{err}");
    out.into_owned()
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = scratch::folder("journal").join(name);
    let mut file = std::fs::File::create(&path).expect("a file");
    file.write_all(text.as_bytes()).expect("the journal");
    path
}

/// Balances at cost by account id, as hledger computes them, without zeros.
pub fn hledger(journal: &str) -> BTreeMap<String, String> {
    let path = written("gl.journal", journal);
    let of = |arguments: &[&str]| {
        run(Command::new("hledger").arg("-f").arg(&path).args(arguments).env("LC_ALL", "C.UTF-8"), HLEDGER)
    };
    of(&["check"]);
    let text = of(&["balance", "--flat", "-B", "-N", "-O", "csv"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let row = |row: Result<csv::StringRecord, csv::Error>| {
        let row = row.expect("a row");
        let (_, name) = row[0].split_once(':').expect("a type before the name");
        (name.split(' ').next().unwrap_or(name).to_owned(), row[1].to_owned())
    };
    reader.records().map(row).collect()
}

/// The journal as beancount reads it: `balances` by account id and currency, at cost; `texts` as they were read.
pub fn beancount(journal: &str) -> Value {
    let path = written("gl.beancount", journal);
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/beancount/bin");
    run(Command::new(programs.join("bean-check")).arg(&path), BEANCOUNT);
    let text = run(Command::new(programs.join("python")).arg("-c").arg(READER).arg(&path), BEANCOUNT);
    serde_json::from_str(&text).expect("what the script prints")
}

/// Asserts that the balances of both formats, read by their programs, equal the trial balance, to the minor unit.
pub async fn equals_trial_balance(app: &TestApp) {
    let trial = app.report("trial-balance?as_of=9999-12-31").await;
    let base = trial.string("currency").to_owned();
    let rows = trial.data().iter().map(|row| {
        let id = row["account_id"].as_str().unwrap_or_default().to_owned();
        (id, row["closing_balance"].to_string())
    });
    let wanted: BTreeMap<_, _> = rows.filter(|(_, balance)| !is_zero(balance)).collect();
    let spelled = wanted.iter().map(|(id, balance)| (id.replace(':', "꞉"), format!("{balance} {base}")));
    assert_eq!(hledger(&export(app, "hledger").await), spelled.collect(), "hledger");
    let read = beancount(&export(app, "beancount").await);
    let mut found = BTreeMap::new();
    for (id, sums) in read["balances"].as_object().expect("balances") {
        for (currency, sum) in sums.as_object().expect("sums") {
            assert_eq!(*currency, base, "{id} at cost");
            let digits = sum.as_str().unwrap_or_default();
            let decimals =
                wanted.values().next().and_then(|text| text.split_once('.')).map_or(0, |(_, tail)| tail.len());
            found.insert(id.clone(), exact(digits, decimals));
        }
    }
    found.retain(|_, sum| !is_zero(sum));
    assert_eq!(found, wanted, "beancount");
}

fn is_zero(number: &str) -> bool {
    number.trim_matches(['0', '.']).is_empty()
}

/// The text with that many decimals; further decimals must be zeros.
fn exact(text: &str, decimals: usize) -> String {
    let (whole, tail) = text.split_once('.').unwrap_or((text, ""));
    let tail = format!("{tail:0<decimals$}");
    let (kept, rest) = tail.split_at(decimals);
    assert!(rest.bytes().all(|digit| digit == b'0'), "{text} has more than {decimals} decimals");
    if decimals == 0 { whole.to_owned() } else { format!("{whole}.{kept}") }
}
