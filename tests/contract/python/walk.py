"""What a Python client of the description does with an amount: sends it, reads it, puts it back.

tests/contract/run generates the package gl_client beside which this runs.
"""

import datetime
import importlib
import os
import pkgutil

import gl_client
from gl_client import AuthenticatedClient
from gl_client.api.journal_entries import create_journal_entry, get_journal_entry, update_journal_entry
from gl_client.models import JournalEntry, JournalEntryChange, JournalEntryInput, JournalLineInput, Problem, ProblemCode

AMOUNT = 12345678.91

# Every module of the client loads.
for module in pkgutil.walk_packages(gl_client.__path__, "gl_client."):
    importlib.import_module(module.name)

client = AuthenticatedClient(base_url=os.environ["GL_URL"], token=os.environ["GL_TOKEN_CLARA"], prefix="jwt")


def lines(debit, credit):
    return [JournalLineInput(account_id="6100", debit=debit), JournalLineInput(account_id="1000", credit=credit)]


draft = JournalEntryInput(tran_date=datetime.date.today(), memo="Python", lines=lines(AMOUNT, AMOUNT))
answer = create_journal_entry.sync_detailed(client=client, body=draft)
created = answer.parsed
assert isinstance(created, JournalEntry), answer.content
assert b"12345678.91" in answer.content, answer.content

read = get_journal_entry.sync(created.journal_entry_id, client=client)
assert isinstance(read, JournalEntry), read
amounts = (read.total_debit, read.total_credit, read.lines[0].debit, read.lines[1].credit)
assert amounts == (AMOUNT,) * 4, amounts

change = JournalEntryChange(tran_date=read.tran_date, lines=lines(read.lines[0].debit, read.lines[1].credit))
changed = update_journal_entry.sync(created.journal_entry_id, client=client, body=change)
assert isinstance(changed, JournalEntry) and changed.total_debit == AMOUNT, changed

refused = get_journal_entry.sync("none", client=client)
assert isinstance(refused, Problem) and refused.code is ProblemCode.NOT_FOUND, refused
print("Python:", AMOUNT, "there and back")
