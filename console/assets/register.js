// Registers: documents of every type, accounts, parties and exchange rates as dense tables.
