"""What schemathesis cannot know of gl: which refusals of a well-formed request no schema can foresee.

`positive_data_acceptance` lets 422 and 412 through (see schemathesis.toml), and the check here looks at each of them instead:
a request that fits the description may be refused for its meaning, never for its shape.
"""

import os
import re
import sys
import uuid

import schemathesis

# Whether a sentence that the list below does not know fails the run.
STRICT = os.environ.get("CONTRACT_STRICT") == "1"

# Codes with a meaning of their own (see the catalogue in the description). `invalid`, which says "a field is wrong", is not
# among them: what it says is held against the sentences below.
MEANING = {
    "stale_version",  # a made-up If-Match is seldom the present version
    "idempotency_key_reused",  # the same made-up key with another request
    "unbalanced",
    "no_open_period",
    "no_matching_rule",
    "no_exchange_rate",  # the demo has rates of three months and three currencies
    "rate_out_of_tolerance",
    "no_manager",
    "overpayment",
    "missing_account",
    "statement_unreadable",  # what a bank writes is no JSON
}

# What `invalid` may say of a field whose value fits its schema: it names something that is not there or does not fit what is,
# or it contradicts another field. OpenAPI 3.0 has no words for these.
BEYOND_A_SCHEMA = [
    (r"^there is no ", "names what must exist"),
    (r" is inactive$", "names what must be active"),
    (r" is no accounting period of fiscal year |^fiscal year .* has no period of the number of |^is no accounting period of the budget's fiscal year$",
     "a budget is of the periods of its year"),
    (r"^is of the same account, period, department and cost center as |^is not given beside copy_of$|^/fiscal_year_id: is required$|^has no active budget$|^/budget_id: is required, or fiscal_year_id$",
     "depends on other fields, and on what is kept"),
    (r"^is neither an account nor a range such as |^has accounts of .*: an account is in one group$|^there is no line .* above$|^counts .* twice$|^/lines/\d+/line_id: |^is not given beside accounts$|^/lines/\d+/accounts: is required, or sum_of$",
     "lines of a layout are compared with each other"),
    (r"^is a layout of another statement: |^is of a layout: send layout_id$", "depends on what is kept, and on another field"),
    (r"^is required for |^is not for ", "depends on the kind of the task"),
    (r" is (Voided|Rejected)$", "what is paid was called off"),
    (r"^must be an account of subtype |^must be a cash or bank account|is a control account|is not of subtype bank( or card)?$",
     "an account of another kind"),
    (r"^must be .*, the (party|account|currency) of what is paid", "a payment follows its document"),
    (r"^must be 1: .* is the base currency|^is only for another currency than the base|is the base currency: its rate is always 1$",
     "the rate depends on the currency"),
    (r"^the table has no rate for |^[0-9.]+ differs by more than ", "the rate depends on the table"),
    (r"^is required: there is not exactly one active tax account", "depends on the accounts"),
    (r"^is required with discount_(days|percent)$|^must be between 0 and net_days$|^one of both accounts is required with a discount$", "depends on another field"),
    (r"^must be no control account, and none that holds money$|^there are no payment terms |^payment terms .* are inactive$", "names what must be there"),
    (r"^is required with write_off(_rule_id)?$", "depends on another field"),
    (r"^/write_off: (must not be 0$|leaves (nothing that is settled|no money that is paid)$)|holds money; only a payment's own account does$", "no schema says it"),
    (r"^/due_date: is required$", "by the terms, where there are any"),
    (r"^/discount_percent: must be more than 0 and less than 100", "the schema of a quantity has no such bound"),
    (r"^is for a payment of one document$", "excludes another field"),
    (r"^is required(, or a draft_id$|, or else debit_column and credit_column$|, or document_types$| where the rules are not all for one type$| without a document_id| for approver_type| with resource_id| with aggregate_days| with aggregate_by)|^needs due_in_hours$|^is only for |^needs at least one for ", "depends on another field"),
    (r" has no (vendor|customer)$", "a type has one kind of party"),
    (r"^is for (the submission of documents|documents only)$|/action: must be one of ", "depends on the type"),
    (r"^name one person here, or several in approver_user_ids$", "excludes another field"),
    (r"^stands in place of (rules$|document_type: )", "excludes other fields"),
    (r"^must be in the future", "an instant after the present one"),
    (r"^a draft has at most \d+ rules", "depends on the set that is copied"),
    (r"^/lines: stand in place of the ids of one line$", "excludes other fields"),
    (r"/conditions/\d+/(value(/\d+)?|operator): ", "what a condition compares with depends on its field and operator"),
    (r"^stands at two of the rules: ", "unique by one field of an item"),
    (r"^is named twice$", "people, however they are spelt, once in a list"),
    (r"^/bill_id: is required$", "one of bill_id and expense_id"),
    (r"^/fee: is required$|^is required with a fee$", "a fee and its account go together"),
    (r"^it settles .* already$", "a payment moves to another document"),
    (r"^is voided after ", "depends on what was voided"),
    (r"^/lines/\d+/(debit|credit): must be more than 0", "0 only beside the other side"),
    (r"^/entry_type: must be one of ", "a reversing entry keeps its type when it is put back; no other may take it"),
    (r"^of a reversing entry cannot be changed$", "it mirrors the entry that it reverses"),
    (r"^of a revaluation (cannot be changed|is the base currency)$", "it stays what it was made for"),
    (r"^open items are revalued for the day alone: |^must be an active account of subtype ", "depends on what is open, or on the accounts"),
    (r"^cannot be combined with |^only one of |^is taken from the document", "excludes another field"),
    (r"^is not a next_cursor of (this list|a verification)", "the general ledger's cursors name a posting line, those of lists a row"),
    (r"^needs a debit or a credit|^has both a debit and a credit", "exactly one of two fields"),
    (r"^is (before|after|more than|dated) ", "compared with another field or date"),
    (r"^the total |^quantity × rate |^amount × tax_rate |^differs by more than one minor unit", "computed from several fields"),
    (r"^line number \d+ occurs twice| stands in the list already$", "unique by one field of an item"),
    (r"^is no line of a bank statement of this account$|^is not matched$|^is not a transaction of account ", "names what must be there"),
    (r"^is not cleared|^is cleared (in|already) ?", "depends on what was cleared"),
    (r"^is matched already, in ", "depends on what was matched"),
    (r"^is not posted: its document is ", "depends on what was posted"),
    (r"^nothing of it is applied to |^no application \d+ of it to .* stands$|^is required: applications .* to it stand$",
     "depends on what was applied"),
    (r"^is for what stands in the ledger", "depends on whether it was posted"),
    (r"^names neither an? (account nor a text|party nor an account)$|^name a customer or a vendor, not both$", "one of several fields"),
    (r"^a CSV file needs a mapping", "depends on what is kept for the account"),
    (r"^/document(/|:)|^/schedule: has no day$|^comes from the schedule$", "a body of the type that another field names"),
    (r"^is for (weeks|months)$|^/schedule/(day|weekday): is required$|^/due_days: ", "depends on another field"),
    (r"^is required with document$|^cannot be changed$|^must be at most \d+ days ago$", "depends on what is kept, or on the day"),
    (r"^is not after |^is not for an entry of type ", "an accrual's day is compared with the day of its posting, and a reversing entry has none"),
    (r"^is of (no line of|a line (whose|of which)) | has no lines that can be deferred$|^must be an account of income or expense$",
     "depends on the line that is deferred, and on the accounts"),
    (r"^/months: is required, or end_date$|^is not given beside months$|^must be at most \d+ days after start_date$", "one of two fields"),
    (r"^must have at most 53 characters: ", "an id of one collection is shorter"),
    (r"is a path of its own and cannot be an id$", "words of the paths, in two collections only"),
    (r"^nobody is their own ", "compared with the id in the path"),
    (r"^is not the id in the path", "compared with the id in the path"),
    (r" is another (customer|vendor)'s$| is not in [A-Z]{3}, the [a-z ]+'s currency$| stands in another (receivables|payables) account$",
     "compared with what it is applied to"),
    (r"^has more than \d+ decimals|^has more decimals than |^is a number that cannot be kept exactly",
     "decimals are told in words: `multipleOf` is compared in binary floats by most tools, and 1.13 then is no multiple of 0.01"),
    (r"^has more than 15 digits before the decimal point$",
     "the bound is told to the last digit; as a binary float it is the number after it"),
    (r"^has a control, format or invisible character$|^must not be \. or \.\.$|^is blank or has blanks around it$",
     "user ids: no short pattern knows what cannot be seen"),
    (r"^\"system\" is the service itself$", "one word that no user id may be"),
    (r"^must be an ISO 3166-1 country code", "two capitals fit the pattern; the list of countries is not repeated in the description"),
    (r"^is not an IBAN: ", "check digits"),
    (r"^/account_holder: is required$|^/(iban|account_number|routing_code): is (required|not given) ", "an IBAN, or two numbers"),
    (r"^must be 3 to 32 digits", "a pattern and a bound of length are told apart"),
    (r"^must be an ISO 4217 currency code", "three capitals fit the pattern; the list of currencies is not repeated in the description"),
]

EXAMPLE_KEY = "8f14e45f-ceea-467f-ab1b-5d7d1d7a9b1c"


@schemathesis.hook
def before_call(context, case, kwargs):
    """The key of the examples stands for 'one of your own': as it is, every request after the first would be a reuse of it."""
    if case.headers and case.headers.get("X-Idempotency-Key") == EXAMPLE_KEY:
        case.headers["X-Idempotency-Key"] = str(uuid.uuid4())


def beyond_a_schema(error):
    """Whether no schema could have said what this error says."""
    texts = (error["detail"], f"{error['pointer']}: {error['detail']}")
    return any(re.search(pattern, text) for pattern, _ in BEYOND_A_SCHEMA for text in texts)


@schemathesis.check
def refused_for_its_meaning(ctx, response, case):
    """A request that fits the description is refused with 422 or 412 only for what no schema can say.

    The demo's dates follow today, so which of the service's sentences come up differs from day to day. A sentence that is not in
    the list yet is told, and fails the run only where CONTRACT_STRICT is 1, as in `just contract`.
    """
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code not in (412, 422):
        return
    problem = response.json()
    if problem["code"] == "item_refused":
        # Of a bulk that is to be done as a whole: what the item was refused for alone.
        problem = problem["problem"]
        if problem["code"] != "invalid":
            return
    if problem["code"] in MEANING:
        return
    assert problem["code"] == "invalid", f"an unknown refusal of a well-formed request: {problem['code']}"
    for error in problem["errors"]:
        if beyond_a_schema(error):
            continue
        told = f"{error['pointer']} fits the description, and is refused: {error['detail']}"
        assert not STRICT, told
        print(f"not in the list of hooks.py: {case.method} {case.path}: {told}", file=sys.stderr)
