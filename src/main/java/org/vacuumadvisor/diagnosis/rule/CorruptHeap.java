package org.vacuumadvisor.diagnosis.rule;

import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Message;
import org.vacuumadvisor.diagnosis.MessageRule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Database.ChecksumFailures;
import org.vacuumadvisor.model.history.NoticeKind;

/// A vacuum met a table, or a file of the server, that does not hold what it must; or it took a
/// page into use that was added to the file and never written, of which PostgreSQL says nothing
/// from 12 on.
public final class CorruptHeap extends MessageRule {

  private static final String CHECKSUM = "page verification";

  /// Databases of which the server counts pages with a wrong checksum, where no message tells of
  /// it.
  @Override
  protected Stream<Finding> shown(Evidence evidence) {
    return says(evidence.notices(NoticeKind.CORRUPT_FILE), CHECKSUM)
        ? Stream.empty()
        : evidence.survey().databases().stream()
            .flatMap(each ->
                each.checksumFailures().known().stream()
                    .filter(failures -> failures.count() > 0)
                    .map(failures -> damaged(each, failures)));
  }

  private Finding damaged(Database database, ChecksumFailures failures) {
    var view = "pg_stat_database";
    return Message.ofView(
            NoticeKind.CORRUPT_FILE, CHECKSUM, this, "database " + database.name(), "")
        .observed("pages with a wrong checksum", failures.count(), view, "checksum_failures")
        .shown("the last one", failures.last(), view, "checksum_last_failure")
        .build();
  }
}
