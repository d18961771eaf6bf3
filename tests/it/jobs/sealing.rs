//! Reading the trail while it is written. See docs/rules/audit.md#sealed-rows.

use engine::chain::line::Line;
use engine::clock::Clock;

tests::on_both! {
    /// A walk through a long trail takes longer than a row may go without a seal; that does not make its rows late.
    async fn how_late_a_row_is_counts_from_the_start_of_the_walk(app: TestApp) {
        app.open_books().await;
        let clock = Clock::system();
        let (mut begun, mut read_at) = (None, None);
        let walked = app.engine().store.audit_lines(&clock, |line| {
            begun.get_or_insert_with(|| clock.now().micros());
            if let Line::Head(head) = line {
                read_at = Some(head.read_at);
            }
            Ok::<_, ()>(())
        });
        walked.await.expect("the trail can be read").expect("nobody objects");
        assert!(read_at.expect("a head") <= begun.expect("a line"), "read at {read_at:?}, begun at {begun:?}");
    }
}
