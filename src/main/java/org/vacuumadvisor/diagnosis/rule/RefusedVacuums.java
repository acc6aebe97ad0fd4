package org.vacuumadvisor.diagnosis.rule;

import java.util.Objects;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.NoticeKind;
import org.vacuumadvisor.model.history.Occurrences;

/// A VACUUM that the server refused for a reason that has nothing to do with the table: how to call
/// it, and what would tell how the tables are.
final class RefusedVacuums {
  private RefusedVacuums() {}

  static Stream<Finding> in(History history) {
    return Stream.concat(
        history.notices(NoticeKind.VACUUM_IN_TRANSACTION).stream()
            .map(told ->
                finding(
                    told,
                    "VACUUM did not run: it was called inside a transaction",
                    "VACUUM commits by itself and can be no part of a transaction"
                        + " (PreventInTransactionBlock()). Frameworks and drivers open one around"
                        + " each statement or migration, psql with --single-transaction or"
                        + " AUTOCOMMIT off. Nothing is wrong with the table for that.",
                    "Call VACUUM on a connection in autocommit mode, outside of migrations and"
                        + " transaction blocks (Rails: disable_ddl_transaction!, Django: atomic ="
                        + " False, Prisma: not in $transaction), or with vacuumdb.")),
        history.notices(NoticeKind.SHARED_MEMORY_FULL).stream()
            .map(told ->
                finding(
                    told,
                    "There was not enough shared memory for parallel workers",
                    "A parallel VACUUM or query keeps its work memory in a segment below /dev/shm."
                        + " Containers get 64 MB there unless told otherwise. The disk with the"
                        + " tables is not full for that.",
                    "Give the container more (docker run --shm-size=1g; in Kubernetes an emptyDir"
                        + " with medium: Memory at /dev/shm), or run VACUUM (PARALLEL 0), or lower"
                        + " maintenance_work_mem for it.")));
  }

  private static Finding finding(Occurrences told, String headline, String why, String act) {
    return Finding.of(Finding.NEED_MORE_DATA, Severity.ADVICE, new Subject.Cluster(), headline)
        .observed(
            "message",
            Objects.requireNonNullElse(told.last().text(), headline),
            new Source.Words(told.last().place().toString()))
        .because(why)
        .toBeCertain("What pg_stat_user_tables shows tells whether the tables wait for a vacuum.")
        .act(act)
        .ask(Question.TABLES)
        .build();
  }
}
