//! What stands in the books before something is asked for.

pub const POSTED: &str = "carl | create BILL-1, line 6000 40.00
    carl | create INV-1, line 4000 100.00
    carl | submit BILL-1
    carl | submit INV-1
    mona | approve BILL-1
    mona | approve INV-1
    alma | work";
pub const PAID: &str = "carl | create BILL-1, line 6000 40.00
    carl | create INV-1, line 4000 100.00
    carl | submit BILL-1
    carl | submit INV-1
    mona | approve BILL-1
    mona | approve INV-1
    alma | work
    carl | create IPAY-1, pays INV-1 100.00
    carl | create BPAY-1, pays BILL-1 40.00
    carl | submit IPAY-1
    carl | submit BPAY-1
    mona | approve IPAY-1
    mona | approve BPAY-1
    alma | work";
pub const CREDITED: &str = "carl | create INV-1, line 4000 100.00
    carl | create CM-1, line 4000 50.00
    carl | submit INV-1
    carl | submit CM-1
    mona | approve INV-1
    mona | approve CM-1
    alma | work";
pub const APPLIED: &str = "carl | create INV-1, line 4000 100.00
    carl | create CM-1, line 4000 50.00
    carl | submit INV-1
    carl | submit CM-1
    mona | approve INV-1
    mona | approve CM-1
    alma | work
    conrad | apply CM-1, to INV-1, amount 10.00";
pub const CLEARED: &str = "carl | create BILL-1, line 6000 40.00
    carl | create INV-1, line 4000 100.00
    carl | submit BILL-1
    carl | submit INV-1
    mona | approve BILL-1
    mona | approve INV-1
    alma | work
    carl | create IPAY-1, pays INV-1 100.00
    carl | create BPAY-1, pays BILL-1 40.00
    carl | submit IPAY-1
    carl | submit BPAY-1
    mona | approve IPAY-1
    mona | approve BPAY-1
    alma | work
    conrad | deposit IPAY-1, on 2024-01-25
    conrad | clear BPAY-1, on 2024-01-25";
pub const OPEN_SESSION: &str = "carl | create INV-1, line 4000 100.00
    carl | create BILL-1, line 6000 40.00
    carl | submit INV-1
    carl | submit BILL-1
    mona | approve INV-1
    mona | approve BILL-1
    alma | work
    carl | create IPAY-1, pays INV-1 100.00
    carl | create BPAY-1, pays BILL-1 40.00
    carl | submit IPAY-1
    carl | submit BPAY-1
    mona | approve IPAY-1
    mona | approve BPAY-1
    alma | work
    conrad | create REC-1, ends 100.00
    conrad | clear REC-1, found IPAY-1";
