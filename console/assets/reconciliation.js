// Reconciliation: the statement beside the books.
