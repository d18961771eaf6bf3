//! The statements behind the lists of documents. What the kernel reads, too, stands in [`crate::kernel::store::read`].

pub mod applications;
pub mod document_list;
pub mod document_rows;
pub(crate) mod document_sorting;
pub mod line_counts;
pub mod references;
pub mod returned;
