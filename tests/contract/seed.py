"""Opens the months that the examples of the description are dated in; the demo company has only the present one and two before."""

import json
import os
import urllib.request

for period, name, end in [
    ("2025-11", "November 2025", "2025-11-30"),
    ("2026-01", "January 2026", "2026-01-31"),
    ("2026-02", "February 2026", "2026-02-28"),
]:
    month = {"period_id": period, "period_name": name, "start_date": f"{period}-01", "end_date": end}
    request = urllib.request.Request(
        os.environ["GL_URL"] + "/service/general-ledger/accounting-periods",
        json.dumps(month).encode(),
        {"Authorization": "jwt " + os.environ["GL_TOKEN"], "Content-Type": "application/json"},
    )
    try:
        urllib.request.urlopen(request).close()
    except urllib.error.HTTPError as error:
        # In these months, the demo has them itself.
        if error.code != 409:
            raise
