//! An example document that shows a finding, as `simulate` takes it.

use super::axis::Axis;
use super::question::Point;
use super::space::Space;
use super::values::Example;
use crate::approval::access::UserId;
use crate::approval::field::Field;
use crate::approval::line_ids::LineIds;
use crate::approval::subject::Subject;
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

/// A document, as far as rules look at it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub document_type: DocumentKind,
    pub amount: Minor,
    /// What it has of the fields of the document as a whole.
    pub header: Vec<(Field, String)>,
    /// What stands on its lines; never empty.
    pub lines: Vec<Vec<(Field, String)>>,
    /// Who submits it, where the finding hangs on that.
    pub submitted_by: Option<UserId>,
}

impl Witness {
    pub fn of(space: &Space<'_>, point: &Point) -> Self {
        let fields = |axes: &[Axis], regions: &[usize]| -> Vec<(Field, String)> {
            let examples = axes.iter().zip(regions).filter_map(|(axis, region)| space.example(*axis, *region));
            examples.flat_map(|Example(fields)| fields.clone()).collect()
        };
        Self {
            document_type: space.kind,
            amount: space.amounts.example(point.amount),
            header: fields(&Axis::HEADER, &point.header),
            lines: point.lines.iter().map(|line| fields(&Axis::LINE, line)).collect(),
            submitted_by: None,
        }
    }

    /// As the rules are asked about it.
    pub fn subject(&self) -> Subject<'_> {
        let subject = Subject::of_amount(self.document_type, self.amount, None);
        let subject = self.header.iter().fold(subject, |subject, (field, value)| subject.with(*field, Some(value)));
        self.lines.iter().map(|line| line_ids(line)).fold(subject, Subject::with_line)
    }

    /// What it has of a field of the document as a whole.
    pub fn field(&self, field: Field) -> Option<&str> {
        self.header.iter().find(|(of, _)| *of == field).map(|(_, value)| value.as_str())
    }
}

fn line_ids(line: &[(Field, String)]) -> LineIds<'_> {
    let of = |field: Field| line.iter().find(|(of, _)| *of == field).map(|(_, value)| value.as_str());
    LineIds {
        account_id: of(Field::AccountId),
        account_type: of(Field::AccountType),
        account_subtype: of(Field::AccountSubtype),
        department_id: of(Field::DepartmentId),
        cost_center_id: of(Field::CostCenterId),
    }
}
