//! The company's journal entries, in every state that an entry can be in.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::action::approve::Approve;
use engine::books::action::create::Create;
use engine::books::action::reverse::Reverse;
use engine::books::action::submit::Submit;
use engine::books::document::Draft;
use engine::books::document::draft::{Body, JournalEntryDraft, JournalLineDraft};
use engine::books::period::Scope;
use engine::books::request::Asked;
use engine::features::periods::commands::close::Close;
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use rust_decimal::Decimal;

use super::company::months;
use super::people::{self, approval_step, person};

/// How far an entry goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Draft,
    Pending,
    /// One level signed, more to come.
    HalfSigned,
    OnHold,
    Rejected,
    Returned,
    Posted,
}

/// Month (0 is the first), day, debit, credit, amount in dollars, memo, fate.
type Story = (usize, u32, &'static str, &'static str, i64, &'static str, Fate);

const STORIES: [Story; 37] = [
    (0, 1, "1000", "3000", 250_000, "Share capital paid in", Fate::Posted),
    (0, 2, "6100", "1000", 4_500, "Office rent", Fate::Posted),
    (0, 3, "1500", "1000", 18_400, "Desks and computers", Fate::Posted),
    (0, 5, "6200", "1000", 312, "Paper, toner, coffee", Fate::Posted),
    (0, 8, "1000", "4000", 9_800, "Consulting, Acme", Fate::Posted),
    (0, 12, "1000", "4100", 2_450, "Product sales", Fate::Posted),
    (0, 15, "1010", "1000", 500, "Petty cash", Fate::Posted),
    (0, 20, "6200", "1010", 84, "Stamps", Fate::Posted),
    (0, 25, "6000", "2300", 31_200, "Salaries", Fate::Posted),
    (0, 27, "2300", "1000", 31_200, "Salaries paid", Fate::Posted),
    (0, 28, "6100", "1590", 310, "Depreciation", Fate::Posted),
    (0, 28, "6200", "2200", 640, "Accrued electricity", Fate::Posted),
    (1, 1, "6100", "1000", 4_500, "Office rent", Fate::Posted),
    (1, 2, "2200", "1000", 640, "Electricity paid", Fate::Posted),
    (1, 4, "1000", "4000", 14_250, "Consulting, Globex", Fate::Posted),
    (1, 9, "6200", "1000", 218, "Supplies", Fate::Posted),
    (1, 11, "1000", "4100", 3_975, "Product sales", Fate::Posted),
    (1, 14, "6200", "1010", 65, "Taxi", Fate::Posted),
    (1, 21, "1000", "4000", 7_300, "Consulting, Initech", Fate::Posted),
    (1, 25, "6000", "2300", 31_200, "Salaries", Fate::Posted),
    (1, 27, "2300", "1000", 31_200, "Salaries paid", Fate::Posted),
    (1, 28, "6100", "1590", 310, "Depreciation", Fate::Posted),
    (1, 28, "6200", "2200", 700, "Accrued electricity, doubtful", Fate::Rejected),
    (2, 1, "6100", "1000", 4_500, "Office rent", Fate::Posted),
    (2, 1, "1000", "4000", 6_150, "Consulting, Acme", Fate::Posted),
    (2, 1, "6200", "1000", 129, "Supplies", Fate::Posted),
    (2, 1, "1500", "1000", 12_900, "A new server", Fate::HalfSigned),
    (2, 1, "6200", "1000", 75, "Flowers for reception", Fate::Pending),
    (2, 1, "6200", "1000", 980, "Trade fair tickets", Fate::Pending),
    (2, 1, "1500", "1000", 5_400, "Projector", Fate::Pending),
    (2, 1, "6000", "2200", 2_800, "Bonus accrual", Fate::OnHold),
    (2, 1, "6200", "1010", 40, "Unclear receipt", Fate::OnHold),
    (2, 1, "6200", "1000", 3_300, "Gold-plated stapler", Fate::Rejected),
    (2, 1, "6200", "1010", 22, "Receipt is missing", Fate::Returned),
    (2, 1, "6200", "1000", 410, "Chairs, to be completed", Fate::Draft),
    (2, 1, "6000", "2300", 31_200, "Salaries, to be completed", Fate::Draft),
    (2, 1, "1000", "4100", 1_115, "Product sales, to be completed", Fate::Draft),
];

fn key(number: usize) -> DocumentKey {
    DocumentKey::new(DocumentKind::JournalEntry, format!("JE-DEMO-{number:03}"))
}

/// The last thing that a load makes.
pub fn last_key() -> DocumentKey {
    DocumentKey::new(DocumentKind::JournalEntry, "JE-DEMO-REVERSAL-2")
}

fn stranded_key() -> DocumentKey {
    DocumentKey::new(DocumentKind::JournalEntry, "JE-DEMO-STRANDED")
}

/// All entries up to their last signature, and one that a forced close strands in Approved.
pub async fn load_first(engine: &Arc<Engine>) -> Result<(), Error> {
    let months = months(engine);
    for (at, story) in STORIES.iter().enumerate() {
        let (month, day, ..) = *story;
        let Some(first) = months.get(month) else { continue };
        let date =
            Date::parse(&format!("{}-{day:02}", first.to_string().get(..7).unwrap_or_default())).unwrap_or(*first);
        write_story(engine, &key(at.saturating_add(1)), date, story).await?;
    }
    let Some(first) = months.first() else { return Ok(()) };
    let story: Story = (0, 1, "1100", "4000", 890, "Receivable found after the receivables were closed", Fate::Posted);
    write_story(engine, &stranded_key(), *first, &story).await?;
    let period_id = first.to_string().get(..7).unwrap_or_default().to_owned();
    let close = Close {
        job_id: None,
        period_id,
        scope: Scope::Ar,
        force: true,
        over_approved: true,
        posted_first: BTreeSet::new(),
        requested_by: "conny".into(),
    };
    people::done(engine.perform(Asked::by(Actor::system()), close).await)
}

/// Two posted entries are reversed: one reversal is a draft, one waits for its signatures.
pub async fn load_second(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(day) = months(engine).last().copied() else { return Ok(()) };
    for (number, original) in [(1_usize, 16_usize), (2, 18)] {
        let new_id = format!("JE-DEMO-REVERSAL-{number}");
        let reverse = Reverse {
            key: key(original),
            new_id: new_id.clone(),
            reversal_date: Some(day),
            memo: None,
            faults: Faults::default(),
        };
        engine.perform(person("conny"), reverse).await?;
        if number == 1 {
            let key = DocumentKey::new(DocumentKind::JournalEntry, new_id);
            engine.perform(person("conny"), Submit { key }).await?;
        }
    }
    Ok(())
}

async fn write_story(engine: &Arc<Engine>, key: &DocumentKey, date: Date, story: &Story) -> Result<(), Error> {
    if engine.document(key).await?.is_some() {
        return Ok(());
    }
    let (_, _, debit, credit, dollars, memo, fate) = *story;
    let line = |account: &str, debit, credit| JournalLineDraft {
        account_id: Some(account.into()),
        debit,
        credit,
        ..JournalLineDraft::default()
    };
    let amount = Some(Decimal::from(dollars));
    let is_payroll = debit == "6000" || debit == "2300";
    let author = person(if is_payroll { "paula" } else { "clara" });
    let draft = Draft {
        kind: key.kind,
        id: Some(key.id.clone()),
        tran_date: Some(date),
        posting_period_id: None,
        currency: None,
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: Some(memo.into()),
        body: Body::JournalEntry(JournalEntryDraft {
            reversal_date: None,
            entry_type: is_payroll.then(|| "Payroll".to_owned()),
            lines: vec![line(debit, amount, None), line(credit, None, amount)],
        }),
    };
    engine
        .perform(author.clone(), Create { kind: key.kind, id: key.id.clone(), draft, faults: Faults::default() })
        .await?;
    if fate == Fate::Draft {
        return Ok(());
    }
    engine.perform(author, Submit { key: key.clone() }).await?;
    let (key, comments) = (key.clone(), Some("Checked against the receipt".to_owned()));
    match fate {
        Fate::Draft | Fate::Pending => {}
        Fate::HalfSigned => {
            engine.perform(person("max"), Approve { key, comments }).await?;
        }
        Fate::OnHold => {
            engine.perform(person("max"), approval_step(key, Action::Hold, "Waiting for the receipt")).await?;
        }
        Fate::Rejected => {
            engine.perform(person("max"), approval_step(key, Action::Reject, "Not an expense of ours")).await?;
        }
        Fate::Returned => {
            engine
                .perform(person("max"), approval_step(key, Action::RequestChange, "Please attach the receipt"))
                .await?;
        }
        Fate::Posted => sign_all(engine, key, comments).await?,
    }
    Ok(())
}

/// Each level by the one whose role it is.
async fn sign_all(engine: &Arc<Engine>, key: DocumentKey, comments: Option<String>) -> Result<(), Error> {
    for user in ["max", "conny", "felix"] {
        let approve = Approve { key: key.clone(), comments: comments.clone() };
        if engine.perform(person(user), approve).await?.job_id.is_some() {
            return Ok(());
        }
    }
    Ok(())
}
