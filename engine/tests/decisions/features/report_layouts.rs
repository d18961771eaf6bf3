//! Layouts of statements. See docs/rules/report-layouts.md.
//!
//! `create layout RL-1, of income_statement, group sales credit 4000..4999, sum net credit sales` keeps one with a group and a subtotal.

use engine::features::report_layouts::commands::given::GivenLine;
use engine::features::report_layouts::commands::save::SaveLayout;
use engine::features::report_layouts::model::{LineOf, ReportLayout, Side, Statement};
use engine::features::report_layouts::records::{LayoutChange, LayoutState, WantedLayout};

use crate::books::{Asked, Books};
use crate::table::story;
use crate::words::Said;

/// `layout RL-1 version 1 of income_statement: sales credit 4000..4999, net credit = sales`.
pub(crate) fn changed(LayoutChange(layout): &LayoutChange) -> String {
    let of = |of: &LineOf| match of {
        LineOf::Accounts(named) => named.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        LineOf::Lines(ids) => format!("= {}", ids.join(" ")),
    };
    let lines = layout.lines.iter().map(|line| format!("{} {} {}", line.line_id, line.positive.name(), of(&line.of)));
    let (id, version, statement) = (&layout.layout_id, layout.version, layout.statement.name());
    format!("layout {id} version {version} of {statement}: {}", lines.collect::<Vec<_>>().join(", "))
}

/// Keeps it as the table would: every version is a row.
pub(crate) fn kept(books: &mut Books, LayoutChange(layout): &LayoutChange) {
    let before = books.layouts.insert(layout.layout_id.clone(), (**layout).clone());
    assert_eq!(layout.version, before.map_or(1, |before| before.version + 1), "the version of a layout");
}

/// What a command sees.
pub(crate) fn seen(books: &Books, WantedLayout(id): &WantedLayout) -> LayoutState {
    let layout: Option<ReportLayout> = books.layouts.get(id).cloned();
    LayoutState { layout }
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let lines: Vec<GivenLine> = said.each(&["group", "sum"]).iter().map(|words| line(words)).collect();
    let create = match verb {
        "create" => true,
        "edit" => false,
        verb => panic!("nobody can {verb} a layout"),
    };
    Box::new(SaveLayout {
        layout_id: id.to_owned(),
        layout_name: said.text("name", create.then_some(id)),
        statement: said.text("of", None).map(|name| Statement::parse(&name).expect("a statement")),
        lines: (!lines.is_empty()).then_some(lines),
        create,
        faults: said.faults(),
    })
}

fn line(words: &[String]) -> GivenLine {
    let named = Some(words[3..].to_vec());
    let (accounts, sum_of) = if words[0] == "group" { (named, None) } else { (None, named) };
    let (line_id, title) = (Some(words[1].clone()), Some(words[1].clone()));
    GivenLine { line_id, title, positive: Side::parse(&words[2]), accounts, sum_of }
}

#[test]
fn versions() {
    story(
        &Books::demo(),
        "
        abel | create layout RL-1, of income_statement, group sales credit 4000..4999, sum net credit sales | layout RL-1 version 1 of income_statement: sales
             |                                                                                              | credit 4000..4999, net credit = sales; trail
             |                                                                                              | Created RL-1, Created RL-1#1
        abel | create layout RL-1, of balance_sheet, group all debit 1 | refused already_exists /layout_id: report layout
             |                                                         | 'RL-1' exists already
        abel | edit layout RL-1, group sales credit 4000..4999, sum net credit sales | nothing
        abel | edit layout RL-1, name Result | layout RL-1 version 2 of income_statement: sales credit 4000..4999, net credit =
             |                               | sales; trail Updated RL-1, Created RL-1#2
        abel | edit layout RL-1, group sales credit 4000..4099, group rent debit 6000 6100..6199, sum net credit sales rent | layout RL-1 version 3 of income_statement: sales
             |                                                                                                              | credit 4000..4099, rent debit 6000 6100..6199, net
             |                                                                                                              | credit = sales rent; trail Updated RL-1, Created
             |                                                                                                              | RL-1#3
        abel | edit layout RL-1, group a credit 4000..4999, group b credit 3000..4000, group a debit 4999-1 | refused invalid: /lines/1/accounts/0 has accounts
             |                                                                                              | of 4000..4999 in /lines/0: an account is in one
             |                                                                                              | group, /lines/2/line_id 'a' is there already,
             |                                                                                              | /lines/2/accounts/0 has accounts of 4000..4999 in
             |                                                                                              | /lines/0: an account is in one group
        abel | edit layout RL-1, group a credit 4000, sum b credit a c, sum c credit a b, group other_credit credit 9..1 | refused invalid: /lines/1/sum_of/1 there is no
             |                                                                                                           | line 'c' above, /lines/2/sum_of/1 counts 'a'
             |                                                                                                           | twice, /lines/3/line_id is the service's own,
             |                                                                                                           | /lines/3/accounts/0 is neither an account nor a
             |                                                                                                           | range such as 4000..4999
        abel | edit layout RL-9, name Result | refused not_found: there is no report layout 'RL-9'
        carl | edit layout RL-1, name Result | refused forbidden: needs the permission report_layout.write
        ",
    );
}
